//! Requests of browsers, of other sites and of no browser at all, through the server's socket.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::playing::running::Running;
use crate::support::{Folder, GRUNDY, ROW, grundy, kill, refused, run};

const GRA: &str = "game=gra&start=5+2+%2F+1+3&seats=first&level=perfect";

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
    over.is(200, "The game is over: the opponent wins.");
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
        page.is(200, "Your move.").is(200, "id=\"why\"");
    }
    site.get("/").is(303, "");
    let options = "play --web --port 0 --seats second --level 30%";
    let begun = Running::of(grundy(options)).get("/");
    begun.is(303, "&seats=second&level=30%25");
    let page = site.get(&format!("/?{GRA}&seats=second"));
    page.is(200, "It is the opponent's move.")
        .is(200, "Let the opponent move");
    let answered = site.post(&format!("{GRA}&seats=second"));
    answered.is(303, "&seats=second&level=perfect&m=");
    // What an address leaves out is as the server was started; on a page the opponent is a child.
    let begins = |url: &str, end: &str| {
        let begun = site.get(url);
        assert!(begun.location().ends_with(end), "{begun:?}");
    };
    begins("/?level=club", "&seats=first&level=club");
    begins("/?seats=both", "&seats=both&level=child");
    begins("/?game=nim", "&seats=first&level=child");
    site.get("/?seats=none&game=nim&start=1+/+2")
        .is(200, "It is the first player's move.")
        .is(200, "Let the first player move");
}

/// Status and address of a page, and a text on it.
const PAGES: &str = "\
400 /?game=chess: no game `chess`
404 /nowhere: there is no such page here
404 /../etc/passwd: there is no such page here
400 /?game=gra&start=frog: This cannot be played: at the beginning of the position: found `frog`
400 /?game=gra&start=5+2+%2F+3+1: This cannot be played: 
400 /?game=nim&start=1+%2F+99999999999: at most 100000 are played.
400 /?game=0.777777777777777777777777777777777777&start=1/5000: the position has up to 180072 moves: at most
400 /?game=0.77&start=1+%2F+5001: a heap of a code has at most 5000 stones here.
400 /?game=0.77777777777777777777777777777777777777777: a code of 43 characters: at most 40
400 /?game=.777777777777777777777777777777777777777: a code of 41 characters: at most 40
200 /?game=0.77&start=1+%2F+7&pick=1.1: Press where the rest is split
400 /?game=0.77&start=1+%2F+7&pick=1: pick: expected a number, found ``
400 /?game=gra&start=5+2+%2F+1+3&at=1: the game has 0 moves and no more.
200 /?game=gra&start=5+2+%2F+1+3&m=1+->+2&at=0: The position at the beginning.
200 /?game=nim&start=1+%2F+7&pick=1.1: Press a stone to take it
200 /?game=nim&start=3/5+3+2: Your move.
200 /?game=KAYLES&start=1/7: Kayles, the heap game 0.77
200 /?game=Dawson's+Chess&start=1/7: From a pale stone no move takes that many.
400 /?foo=1&game=nim: <h1>Nim</h1>
400 /?game=nim&level=bogus: <h1>Nim</h1>
200 /?game=nim&start=5+3+2: >5</span>
200 /?game=kayles&start=3+5: The first line may be left out, as in <code>3 5</code>.
400 /?game=nim&start=5+x: a position is written as `2 / 3 5`
200 /?game=bounded&start=1+4+/+7: Position; empty for one drawn at random
400 /?game=gra&start=5+2+%2F+1+3&m=9: move 1 of this link, `9`, is no legal move there.
400 /?game=gra&start=5+2+%2F+1+3&m=1+->+2&m=1+->+2: move 2 of this link
400 /?game=gra&start=5+2+%2F+1+3&play=1: a link makes no move.
400 /?game=gra&start=5+2+%2F+1+3+%2B+5+1+%2F+1: it is not known who wins
200 /?game=nim&start=1+%2F+2+%2B+1+%2F+3: Your move.
400 /?level=9000%25: found `9000%`
400 /?seats=third: expected first, second, both or none, found `third`
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

/// The words of explanations are links to what they mean, and the lesson has the same table.
#[test]
fn words_are_explained_once() {
    let page = Running::start().get("/?game=nim&start=3+5");
    for link in ["nim-sum", "N-position"] {
        page.is(200, &format!(r##"<a href="#words">{link}</a>"##));
    }
    page.is(
        200,
        r#"<span class="counts">     <b>1</b><b>1</b><i>0</i></span>"#,
    );
    let lesson = include_str!("../../../../../docs/nim-in-class.md");
    let (_, rows) = lesson.split_once("| word | what it means |\n").unwrap();
    for row in rows.lines().skip(1) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [word, meaning] = cells[..] else {
            panic!("{row}")
        };
        page.is(200, &format!("<dt><b>{word}</b></dt><dd>{meaning}</dd>"));
    }
    assert_eq!(rows.lines().count(), 5);
}

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
    let long = "1+".repeat(20_000);
    // Three bytes for each comma where a link is written.
    let commas = ",".repeat(16_384);
    let moves = "m=1&".repeat(2001);
    for (query, text) in [
        (
            &*format!("game=nim&start={long}"),
            "bytes: at most 32768 are taken",
        ),
        (&format!("start={commas}"), "bytes: at most 32768 are taken"),
        (&moves, "more than 2000 moves"),
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
    site.get(&format!("http://{host}/?{GRA}"))
        .is(200, "Your move.");
    let url = format!("/?{GRA}");
    let body = |reply: &str| reply.split_once("\r\n\r\n").unwrap().1.len();
    let whole = site.get(&url);
    let head = site.send(format!("HEAD {url} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    head.is(200, &format!("Content-Length: {}\r\n", body(&whole.0)));
    assert_eq!(body(&head.0), 0);
    for method in ["PUT", "DELETE", "OPTIONS", "FROG"] {
        let request = format!("{method} / HTTP/1.1\r\nHost: {host}\r\n\r\n");
        site.send(request).is(405, "\r\nAllow: GET, HEAD, POST\r\n");
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

/// However long a game is, its page has less than 200 kB.
#[test]
fn long_games_have_small_pages() {
    let site = Running::start();
    // Two players who take stones one by one.
    let moves = |moves: usize| "m=1+from+heap+1&".repeat(moves);
    let pawns = |moves: usize| {
        let moves = (1..=moves).map(|at| format!("m={at}+->+{}&", at + 1));
        moves.collect::<Vec<_>>().concat()
    };
    let squares: Vec<String> = (1..=2600).map(|square| (2 * square).to_string()).collect();
    let squares = squares.join("+");
    let numbers: Vec<String> = (1..=50).map(|number| format!("50+{number}")).collect();
    let pairs = format!("1+50+/+200+/+{}", numbers.join("+"));
    let sum = |part: &str, parts: usize| vec![part; parts].join("+%2B+");
    for (query, shown) in [
        (
            format!("game=nim&start=24+/{}&", "+17".repeat(23) + "+9"),
            "Your move.",
        ),
        (
            format!(
                "game=nim&start=1+/+2000&show=winning&seats=both&{}",
                moves(1900)
            ),
            "Moves so far: 1900",
        ),
        (
            format!("game=nim&start=1+/+1900&seats=both&{}", moves(1900)),
            "The game is over",
        ),
        (
            format!(
                "game=gra&start=3000+1+/+1&seats=both&at=900&{}",
                pawns(1800)
            ),
            "After move 900 of 1800.",
        ),
        (
            format!("game=gra&start=6000+2600+/+{squares}&show=winning"),
            "All moves: 2600",
        ),
        (
            "game=nim&start=1+/+100000&show=winning".to_owned(),
            "All moves: 100000",
        ),
        (
            format!("game=constrained&start={}", sum(&pairs, 50)),
            "lines more",
        ),
        (
            format!("game=4!.0&start={}", sum("1+/+190", 100)),
            "lines more",
        ),
    ] {
        let page = site.get(&format!("/?{query}"));
        page.is(200, shown);
        assert!(page.0.len() < 200_000, "{} bytes: {shown}", page.0.len());
    }
    // A form has more bytes for the same moves than a link. What is too long for a link is refused, and the board stays.
    let form = |moves: usize| {
        let moves = vec!["1+from+heap+1"; moves].join("+%3B+");
        site.post(&format!(
            "game=nim&start=1+/+2100&seats=both&m={moves}&play=1+from+heap+1"
        ))
    };
    form(1999).is(303, "");
    form(2000)
        .is(400, "more than 2000 moves")
        .is(400, "Moves so far: 2000");
}

/// The query of a page, and a part of the rules on it.
const RULES: &str = "\
game=nim&start=2+/+1+2 => The player who takes the last stone wins.
game=gra&start=5+2+/+1+3 => the move <b>2 -&gt; 4</b>
game=bounded&start=2+3+/+4+5 => a move takes at most <b>3</b>
game=constrained&start=1+2+/+4+/+4+1+/+4+3 => <b>1</b> from a heap of <b>4</b>, <b>3</b> from a heap of <b>4</b>
game=0.77&start=1+/+5 => takes 1 or 2 stones from a heap, and may split";

/// What belongs to a position is on its page: the rules with a drawn move, k, the forbidden pairs; and nothing that gives
/// the answer away.
#[test]
fn the_page_teaches_the_rules() {
    let site = Running::start();
    for row in RULES.lines() {
        let (query, shown) = row.split_once(" => ").unwrap();
        let page = site.get(&format!("/?{query}"));
        page.is(200, shown).is(200, "<details id=\"how\" open>");
        page.is(200, "<details id=\"why\"><summary>");
    }
    let row = Folder::new();
    let rules = ROW.replace(
        "title: A row'",
        "title: A row'; echo 'rules: Take one or two.'",
    );
    let rules = row.program("rules", &rules);
    let site = Running::of(grundy(&format!("play --web --port 0 -g {rules}")));
    let first = site.get("/");
    site.get(first.location())
        .is(200, "<p>Take one or two.</p>");
    // From there every other game can be chosen, and this one again.
    let page = site.get("/?game=nim&start=1+/+2");
    page.is(200, "href=\"/?game=gra&amp;")
        .is(200, "Treblecross, 0.007")
        .is(200, "A row</a>");
}

/// What is typed and wrong stays in its field, with an error in words.
#[test]
fn what_is_typed_stays() {
    let site = Running::start();
    let typed = site.post(&format!("{GRA}&play=frog"));
    typed.is(400, "value=\"frog\" autofocus aria-invalid=\"true\"");
    typed.is(400, "`frog` is no legal move here");
    let position = site.get("/?game=gra&start=5+2+/+3+1");
    position
        .is(400, "value=\"5 2 / 3 1\"")
        .is(400, "in the position, after `5 2 / 3`: pawn on square 1");
    site.get("/?game=0.7g")
        .is(400, "value=\"0.7g\"")
        .is(400, "column 4: found `g`");
}

/// When a program that plays fails, the board stays, and it can be asked again.
#[test]
fn a_program_that_fails() {
    let site = Running::of(grundy("play -g nim --web --port 0 --opponent false"));
    let page = site.post("start=2+/+1+2&play=1+from+heap+1");
    page.is(400, "The opponent makes no move: ")
        .is(400, "You moved 1 from heap 1. It is the program's move.")
        .is(400, "Let the program move")
        .is(400, "Take back")
        .is(400, "you play against the program");
    assert!(
        !page.0.contains("name=\"level\" value=\"club\""),
        "{page:?}"
    );
}

/// Slow callers do not make others wait, and their connections are closed.
#[test]
fn slow_callers_keep_nobody_out() {
    let mut site = Running::start();
    let host = &site.host;
    let head = format!("POST / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n");
    let head = format!("{head}Content-Length: 60000\r\n\r\n");
    let call = || {
        let mut stream = TcpStream::connect(&site.host).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let mut slow: Vec<TcpStream> = (0..300).map(|_| call()).collect();
    let begun = Instant::now();
    site.get(&format!("/?{GRA}")).is(200, "");
    // The oldest ones have been closed.
    let oldest = slow[0].read(&mut [0]);
    assert!(!matches!(oldest, Ok(1..)), "{oldest:?}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    // A byte now and then does not help.
    let begun = Instant::now();
    let mut first = slow.pop().unwrap();
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
    let start = "/?game=gra&start=5+2+%2F+1+3&seats=first&level=child";
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
