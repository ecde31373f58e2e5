//! Requests of browsers, of other sites and of no browser at all, through the server's socket.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::playing::running::Running;
use crate::support::{Folder, GRUNDY, grundy, kill, refused, run};

const GRA: &str = "game=gra&start=5+2+%2F+1+3";

#[test]
fn a_move_leads_to_the_address_after_the_reply() {
    let site = Running::start();
    let page = site.get(&format!("/?{GRA}"));
    page.is(200, "Your move.").is(200, "value=\"1 -&gt; 2\"");
    let moved = site.post(&format!("{GRA}&play=1+->+2"));
    let moved = moved.location();
    let begin = format!("/?{GRA}&m=1+-%3E+2&m=");
    assert!(moved.starts_with(&begin), "{moved}");
    let page = site.get(moved);
    page.is(200, "Your move.");
    // Nothing is shown that was not asked for.
    assert!(!page.0.contains('✓'), "{page:?}");
    site.get(&format!("{moved}&show=winning")).is(200, "✓");
    // Typed instead of chosen; and a lost game to its end.
    let lost = site.post(&format!("{GRA}&play=3"));
    assert_eq!(lost.location(), format!("/?{GRA}&m=3+-%3E+4&m=4+-%3E+5"));
    let over = site.get(lost.location());
    over.is(200, "The game is over: I win.");
    over.is(200, "The first mistake.");
    over.is(200, "a mistake: 1 -&gt; 2 would have won");
}

#[test]
fn an_address_without_a_position_draws_one() {
    let site = Running::start();
    for game in grundy_games::all() {
        let drawn = site.get(&format!("/?game={}", game.about().name));
        // Each of the built-in games has a reduction, and so a picture.
        let page = site.get(drawn.location());
        page.is(200, "Your move.").is(200, "id=\"sum\"");
    }
    site.get("/").is(303, "");
    let options = "play --web --port 0 --seats second --level 30%";
    let begun = Running::of(grundy(options)).get("/");
    begun.is(303, "&seats=second&level=30%25");
    let page = site.get(&format!("/?{GRA}&seats=second"));
    page.is(200, "It is my move.").is(200, "Let me move");
    let answered = site.post(&format!("{GRA}&seats=second"));
    answered.is(303, "&seats=second&m=");
}

/// Status and address of a page, and a text on it.
const PAGES: &str = "\
400 /?game=chess: that game is not offered here.
404 /nowhere: there is no such page here
404 /../etc/passwd: there is no such page here
400 /?game=gra&start=frog: This cannot be played: 1:1: found `frog`
400 /?game=gra&start=5+2+%2F+3+1: This cannot be played: 
400 /?game=nim&start=1+%2F+99999999999: moves are too many to be listed
400 /?game=gra&start=5+2+%2F+1+3&m=9: move 1 of this link, `9`, is no legal move there.
400 /?game=gra&start=5+2+%2F+1+3&m=1+->+2&m=1+->+2: move 2 of this link
400 /?game=gra&start=5+2+%2F+1+3&play=1: a link makes no move.
400 /?game=gra&start=5+2+%2F+1+3+%2B+5+1+%2F+1: nobody knows who wins
200 /?game=nim&start=1+%2F+2+%2B+1+%2F+3: Your move.
400 /?level=9000%25: found `9000%`
400 /?seats=third: expected first, second or both, found `third`
400 /?show=all: there is no `show` in an address here
400 /?x=1: there is no `x` in an address here
400 /?start=%ff%fe%00: This cannot be played: 
400 /?%%%: there is no `%%%` in an address here.";

/// A posted form, and a text on the page that refuses it.
const FORMS: &str = "\
game=gra&start=5+2+%2F+1+3&play=9: is no legal move here
game=gra&start=5+2+%2F+1+3&play=: is no legal move here
game=gra&start=5+2+%2F+1+3&seats=second&play=1: It is not your turn.
game=gra&play=1: there is no position to begin with.
: there is no position to begin with.
game=nim&start=1+%2F+5&play=<script>: &lt;script&gt;";

#[test]
fn what_makes_no_sense_gets_an_answer() {
    let site = Running::start();
    for line in PAGES.lines() {
        let (request, text) = line.split_once(": ").unwrap();
        let (status, url) = request.split_once(' ').unwrap();
        site.get(url).is(status.parse().unwrap(), text);
    }
    for line in FORMS.lines() {
        let (form, text) = line.split_once(": ").unwrap();
        let reply = site.post(form);
        reply.is(400, text);
        assert!(!reply.0.contains("<script>"), "{line}");
    }
    let sum = vec!["1+12"; 1600].join("+%2B+");
    let long = "1+".repeat(10_000);
    // Three bytes for each comma where a link is written.
    let commas = ",".repeat(8192);
    let moves = "m=1&".repeat(401);
    for (query, text) in [
        (
            &*format!("game=nim&start={long}"),
            "an address of 20015 bytes",
        ),
        (&format!("start={commas}"), "an address of 24584 bytes"),
        (&moves, "more than 400 moves"),
        (
            &format!("game=nim&start={sum}"),
            "a sum of 1600 positions: at most 100",
        ),
    ] {
        site.get(&format!("/?{query}")).is(400, text);
    }
    site.post(&"m=1&".repeat(500_000)).is(413, "");
}

#[test]
fn what_is_no_request_gets_an_answer() {
    let site = Running::start();
    let host = &site.host;
    let head = format!("POST / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n");
    let many = "x: y\r\n".repeat(1000);
    let long = format!("x: {}\r\n", "y".repeat(2 << 20));
    for (headers, status) in [
        // More than any machine has: the server does not wait for it.
        ("Content-Length: 1099511627776\r\n", 413),
        ("Content-Length: 10995116277761099511627776\r\n", 400),
        ("Content-Length: -1\r\n", 400),
        ("Content-Length: 3\r\nContent-Length: 30\r\n", 400),
        ("Transfer-Encoding: chunked\r\n", 400),
        (&many, 400),
        (&long, 414),
        // What another site on this machine has left in the browser is no reason to refuse the form.
        ("Cookie: \u{fc}=\u{fc}\r\n", 400),
    ] {
        site.send(format!("{head}{headers}\r\n")).is(status, "");
    }
    for method in ["PUT", "DELETE", "OPTIONS", "FROG"] {
        let request = format!("{method} / HTTP/1.1\r\nHost: {host}\r\n\r\n");
        site.send(request).is(405, "");
    }
    for noise in [
        &b"\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"\xff\xfe\x00\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
    ] {
        site.send(noise);
    }
    site.get(&format!("/?{GRA}")).is(200, "");
}

/// Slow callers do not make others wait, and their connections are closed.
#[test]
fn slow_callers_keep_nobody_out() {
    let mut site = Running::start();
    let host = &site.host;
    let head = format!("POST / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n");
    let head = format!("{head}Content-Length: 90000\r\n\r\n");
    let call = || {
        let mut stream = TcpStream::connect(&site.host).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let mut slow: Vec<TcpStream> = (0..20).map(|_| call()).collect();
    site.get(&format!("/?{GRA}")).is(200, "");
    // A byte now and then does not help.
    let begun = Instant::now();
    let mut first = slow.remove(0);
    let patience = Some(Duration::from_millis(300));
    first.set_read_timeout(patience).unwrap();
    let mut byte = [0];
    while !matches!(first.read(&mut byte), Ok(0)) {
        assert!(begun.elapsed() < Duration::from_mins(1), "it is still held");
        if first.write_all(b"m").is_err() {
            break;
        }
    }
    // Open connections do not keep the server from ending.
    slow.extend([call(), call()]);
    let begun = Instant::now();
    kill("INT", site.page.id());
    assert_eq!(site.page.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(5));
}

/// A page of another site can neither send a form nor show or load a page.
#[test]
fn other_sites_make_no_moves() {
    let site = Running::start();
    let host = &site.host;
    let (form, url) = (format!("{GRA}&play=1"), format!("/?{GRA}"));
    let own = format!("Origin: http://{host}");
    for (headers, status) in [
        (String::new(), 403),
        ("Origin: null\r\n".to_owned(), 403),
        ("Origin: http://example.com\r\n".to_owned(), 403),
        ("Origin: http://127.0.0.1:1\r\n".to_owned(), 403),
        (format!("Origin: https://{host}\r\n"), 403),
        (format!("{own}.example.com\r\n"), 403),
        (format!("{own}\r\nSec-Fetch-Site: cross-site\r\n"), 403),
        (format!("{own}\r\nSec-Fetch-Site: same-origin\r\n"), 303),
        (format!("{own}\r\n"), 303),
    ] {
        site.post_with(&form, &headers).is(status, "");
    }
    // A link may be followed from anywhere; an image or a script is no link, and a frame is fetched as a link is.
    let mut fetches = vec![
        ("cross-site", "navigate", "document", 200),
        ("cross-site", "no-cors", "image", 403),
    ];
    for dest in ["iframe", "frame", "embed", "object", "fencedframe"] {
        fetches.push(("cross-site", "navigate", dest, 403));
        fetches.push(("same-origin", "navigate", dest, 403));
    }
    for (from, mode, dest, status) in fetches {
        let headers = format!(
            "Sec-Fetch-Site: {from}\r\nSec-Fetch-Mode: {mode}\r\nSec-Fetch-Dest: {dest}\r\n"
        );
        let reply = site.get_with(&url, &headers);
        reply.is(status, "X-Frame-Options: DENY");
        reply.is(status, "frame-ancestors 'none'");
        reply.is(status, "Cross-Origin-Resource-Policy: same-origin");
        assert!(!reply.0.contains("Access-Control-Allow"));
    }
}

/// A foreign name that leads to this machine is no name of this site.
#[test]
fn other_names_get_nothing() {
    let site = Running::start();
    let port = site.port();
    for (host, status) in [
        ("evil.example.com", 421),
        ("evil.example.com:PORT", 421),
        ("127.0.0.1", 421),
        ("127.0.0.1.example.com:PORT", 421),
        ("", 421),
        ("LOCALHOST:PORT", 200),
        ("localhost:PORT", 200),
    ] {
        let host = host.replace("PORT", &port.to_string());
        let request = format!("GET /?{GRA} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        site.send(request).is(status, "");
    }
    let nameless = format!("GET /?{GRA} HTTP/1.0\r\n\r\n");
    site.send(nameless).is(421, "");
}

/// One socket that answers on 127.0.0.1 and not on another address of this machine listens nowhere else.
#[test]
fn only_loopback_is_listened_to() {
    let site = Running::start();
    for (address, answers) in [("127.0.0.1", true), ("127.0.0.2", false), ("::1", false)] {
        let connected = TcpStream::connect((address, site.port()));
        assert_eq!(connected.is_ok(), answers, "{address}");
    }
}

/// The page starts with the position of the file; another game starts with a random one. A port is taken once.
#[test]
fn a_page_from_a_position() {
    let folder = Folder::new();
    let file = folder.write("position.in", "5 2\n1 3\n");
    let site = Running::of(grundy(&format!("play --web --port 0 {file}")));
    let start = "/?game=gra&start=5+2+%2F+1+3";
    assert_eq!(site.get("/").location(), start);
    let other = site.get("/?game=gra");
    other.is(303, "Location: /?game=gra&start=");
    assert_ne!(other.location(), start);
    let port = site.port();
    let again = run(&format!("play --web --port {port}"));
    refused(again, &format!("cannot listen on port {port}; "));
}

/// With more connections than the process may have open files, the page works again once they are closed.
#[test]
fn more_connections_than_files() {
    let script = "ulimit -n 20; exec \"$0\" play --web --port 0";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, GRUNDY]);
    let site = Running::of(shell);
    let connections = (0..60).map_while(|_| TcpStream::connect(&site.host).ok());
    let connections: Vec<_> = connections.collect();
    assert!(connections.len() > 20, "{}", connections.len());
    thread::sleep(Duration::from_millis(500));
    drop(connections);
    let begun = Instant::now();
    while site.get("/play.css").status() != 200 {
        assert!(begun.elapsed() < Duration::from_secs(30));
        thread::sleep(Duration::from_millis(100));
    }
}
