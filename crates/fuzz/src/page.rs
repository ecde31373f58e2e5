//! The page of `grundy play --web`, on the bytes of any request.

use crate::Violation;

/// What the page may respond with.
const STATUSES: [&str; 9] = [
    "200", "303", "400", "403", "404", "405", "413", "414", "421",
];
/// What an input has in its fields to begin a tag, which no page has outside of a text.
const TAG: &str = "<zz";
/// What an input has in its fields to end a value and begin an attribute. Behind a `=` it is the beginning of a value.
const ATTRIBUTE: &str = "\"zz=";
/// A link of the site leads to a page within this number of redirections.
const HOPS: usize = 3;

/// Sends `input` as a request if it is one, and otherwise as the query of a link and as a posted form. The response is
/// complete, with the headers that every response has and no others; a page has what was sent as text and not as markup; a
/// redirection after a move, or to a random position, leads to a page.
///
/// # Errors
/// When one of these does not hold.
pub fn check(input: &[u8]) -> Result<(), Violation> {
    let has = |word: &[u8]| input.windows(word.len()).any(|part| part == word);
    if has(b"HTTP/") {
        return responded(input).map(|_| ());
    }
    let length = input.len();
    let form = format!(
        "POST / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\nContent-Length: {length}\r\n\r\n"
    );
    for request in [link(input), [form.as_bytes(), input].concat()] {
        let mut next = responded(&request)?;
        // What is kept of a game may be a part that cannot be played.
        let is_made = !has(b"keep") && !has(b"%");
        for hop in 0.. {
            let Some(location) = next else { break };
            let query = location.strip_prefix("/?").unwrap_or_default();
            let fail = |what: &str| {
                let what = format!("redirected to {location}, {what}");
                Err(Violation::new("page", what, input))
            };
            if query.is_empty() || hop == HOPS {
                return fail("which leads nowhere");
            }
            let request = link(query.as_bytes());
            next = responded(&request)?;
            if is_made
                && next.is_none()
                && !grundy_play::web::respond(&request).starts_with("HTTP/1.1 200")
            {
                return fail("which is refused");
            }
        }
    }
    Ok(())
}

fn link(query: &[u8]) -> Vec<u8> {
    [b"GET /?", query, b" HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n"].concat()
}

/// Checks the response to a request, and returns where it leads to.
fn responded(request: &[u8]) -> Result<Option<String>, Violation> {
    let response = grundy_play::web::respond(request);
    let fail = |what: String| Err(Violation::new("page", what, request));
    let Some((head, body)) = response.split_once("\r\n\r\n") else {
        return fail(format!("no head: {response:?}"));
    };
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.strip_prefix("HTTP/1.1 "));
    let status = status.unwrap_or_default().trim_end();
    if !STATUSES.contains(&status) || head.replace("\r\n", "").contains(char::is_control) {
        return fail(format!("the head is {head:?}"));
    }
    let refused = grundy_play::web::respond(b"");
    let all = refused
        .split_once("\r\n\r\n")
        .map(|(head, _)| head.split("\r\n").count());
    // A refused method has the header that names the others as well.
    let more = usize::from(status == "405");
    if all.map(|all| all + more) != Some(lines.clone().count() + 1) {
        return fail(format!("other headers: {head:?}"));
    }
    let field = |name: &str| lines.clone().find_map(|line| line.strip_prefix(name));
    if field("Content-Length: ") != Some(&body.len().to_string()) {
        return fail(format!("{} bytes: {head:?}", body.len()));
    }
    let begins_attribute = |(at, _): (usize, &str)| !body[..at].ends_with('=');
    if body.contains(TAG) || body.match_indices(ATTRIBUTE).any(begins_attribute) {
        return fail(format!("a field has become markup: {body}"));
    }
    Ok(field("Location: ").map(str::to_owned))
}
