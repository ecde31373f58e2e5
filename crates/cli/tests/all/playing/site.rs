//! Requests of browsers, of other sites and of no browser at all, through the server's socket.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
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
    assert_eq!(page.status(), 200);
    assert!(
        page.has("Your move.") && page.has("value=\"1 -&gt; 2\""),
        "{page:?}"
    );
    let moved = site.post(&format!("{GRA}&play=1+->+2"));
    assert_eq!(moved.status(), 303);
    assert!(
        moved
            .location()
            .starts_with(&format!("/?{GRA}&m=1+-%3E+2&m=")),
        "{moved:?}"
    );
    let page = site.get(moved.location());
    assert!(page.status() == 200 && page.has("Your move."), "{page:?}");
    // Nothing is shown that was not asked for.
    assert!(!page.has("✓"), "{page:?}");
    assert!(
        site.get(&format!("{}&show=winning", moved.location()))
            .has("✓")
    );
    // Typed instead of chosen; and a lost game to its end.
    let lost = site.post(&format!("{GRA}&play=3"));
    assert_eq!(lost.location(), format!("/?{GRA}&m=3+-%3E+4&m=4+-%3E+5"));
    let over = site.get(lost.location());
    assert!(
        over.has("The game is over: I win.") && over.has("The first mistake."),
        "{over:?}"
    );
    assert!(over.has("a mistake: 1 -&gt; 2 would have won"), "{over:?}");
}

#[test]
fn an_address_without_a_position_draws_one() {
    let site = Running::start();
    for game in grundy_games::all() {
        let name = &game.about().name;
        let drawn = site.get(&format!("/?game={name}"));
        assert_eq!(drawn.status(), 303, "{name}");
        let page = site.get(drawn.location());
        // Each of the built-in games has a reduction, and so a picture.
        let is_shown = page.has("Your move.") && page.has("id=\"sum\"");
        assert!(page.status() == 200 && is_shown, "{name}: {page:?}");
    }
    assert_eq!(site.get("/").status(), 303);
    let page = site.get(&format!("/?{GRA}&seats=second"));
    assert!(
        page.has("It is my move.") && page.has("Let me move"),
        "{page:?}"
    );
    let answered = site.post(&format!("{GRA}&seats=second"));
    assert!(
        answered.location().contains("&seats=second&m="),
        "{answered:?}"
    );
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
        let reply = site.get(url);
        let is_right = reply.status().to_string() == status && reply.has(text);
        assert!(is_right, "{line}: {reply:?}");
    }
    for line in FORMS.lines() {
        let (form, text) = line.split_once(": ").unwrap();
        let reply = site.post(form);
        assert!(
            reply.status() == 400 && reply.has(text),
            "{line}: {reply:?}"
        );
        assert!(!reply.has("<script>"), "{line}");
    }
    let reply = site.get(&format!("/?game=nim&start={}", "1+".repeat(10_000)));
    assert!(
        reply.status() == 400 && reply.has("an address of 20015 bytes"),
        "{reply:?}"
    );
    // Three bytes for each comma where a link is written.
    let commas = site.get(&format!("/?start={}", ",".repeat(8192)));
    assert!(commas.has("an address of 24584 bytes"), "{commas:?}");
    let many = site.get(&format!("/?{}", "m=1&".repeat(401)));
    assert!(many.has("more than 400 moves"), "{many:?}");
    let sum = vec!["1+12"; 1600].join("+%2B+");
    let reply = site.get(&format!("/?game=nim&start={sum}"));
    assert!(
        reply.status() == 400 && reply.has("a sum of 1600 positions: at most 100 are played."),
        "{reply:?}"
    );
    assert_eq!(site.post(&"m=1&".repeat(500_000)).status(), 413);
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
        let reply = site.send(format!("{head}{headers}\r\n"));
        assert_eq!(reply.status(), status, "{headers:.40}: {reply:?}");
    }
    for method in ["PUT", "DELETE", "OPTIONS", "FROG"] {
        let reply = site.send(format!("{method} / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert_eq!(reply.status(), 405, "{method}");
    }
    for noise in [
        &b"\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"\xff\xfe\x00\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
    ] {
        site.send(noise);
    }
    assert_eq!(site.get(&format!("/?{GRA}")).status(), 200);
}

/// Slow callers do not make others wait, and their connections are closed.
#[test]
fn slow_callers_keep_nobody_out() {
    let mut site = Running::start();
    let head = format!(
        "POST / HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Length: 90000\r\n\r\n",
        site.host
    );
    let call = || {
        let mut stream = TcpStream::connect(&site.host).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let mut slow: Vec<TcpStream> = (0..20).map(|_| call()).collect();
    assert_eq!(site.get(&format!("/?{GRA}")).status(), 200);
    // A byte now and then does not help.
    let begun = Instant::now();
    let mut first = slow.remove(0);
    first
        .set_read_timeout(Some(Duration::from_millis(300)))
        .unwrap();
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
    kill("INT", &site.page);
    assert_eq!(site.page.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(5));
}

/// A page of another site can neither send a form nor show or load a page.
#[test]
fn other_sites_make_no_moves() {
    let site = Running::start();
    let host = &site.host;
    let (form, url) = (format!("{GRA}&play=1"), format!("/?{GRA}"));
    for (headers, status) in [
        (String::new(), 403),
        ("Origin: null\r\n".to_owned(), 403),
        ("Origin: http://example.com\r\n".to_owned(), 403),
        ("Origin: http://127.0.0.1:1\r\n".to_owned(), 403),
        (format!("Origin: https://{host}\r\n"), 403),
        (format!("Origin: http://{host}.example.com\r\n"), 403),
        (
            format!("Origin: http://{host}\r\nSec-Fetch-Site: cross-site\r\n"),
            403,
        ),
        (
            format!("Origin: http://{host}\r\nSec-Fetch-Site: same-origin\r\n"),
            303,
        ),
        (format!("Origin: http://{host}\r\n"), 303),
    ] {
        let reply = site.post_with(&form, &headers);
        assert_eq!(reply.status(), status, "{headers}");
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
        assert_eq!(reply.status(), status, "{headers}");
        for header in [
            "X-Frame-Options: DENY",
            "frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy: same-origin",
        ] {
            assert!(reply.has(header), "{reply:?}");
        }
        assert!(!reply.has("Access-Control-Allow"));
    }
}

/// A foreign name that leads to this machine is no name of this site.
#[test]
fn other_names_get_nothing() {
    let site = Running::start();
    let port = site.port();
    for (host, status) in [
        ("evil.example.com".to_owned(), 421),
        (format!("evil.example.com:{port}"), 421),
        ("127.0.0.1".to_owned(), 421),
        (format!("127.0.0.1.example.com:{port}"), 421),
        (String::new(), 421),
        (format!("LOCALHOST:{port}"), 200),
        (format!("localhost:{port}"), 200),
    ] {
        let reply = site.send(format!("GET /?{GRA} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert_eq!(reply.status(), status, "{host}");
    }
    let reply = site.send(format!("GET /?{GRA} HTTP/1.0\r\n\r\n"));
    assert_eq!(reply.status(), 421);
}

/// Of this machine's sockets those of the site's port listen on 127.0.0.1 and nowhere else.
#[cfg(target_os = "linux")]
#[test]
fn only_loopback_is_listened_to() {
    const LISTENING: &str = "0A";
    let site = Running::start();
    let port = format!("{:04X}", site.port());
    let mut found = Vec::new();
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
        let sockets = fs::read_to_string(table).unwrap_or_default();
        found.extend(sockets.lines().skip(1).filter_map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let (address, own) = fields[1].split_once(':')?;
            (own == port && fields[3] == LISTENING).then(|| address.to_owned())
        }));
    }
    assert_eq!(found, ["0100007F"], "127.0.0.1, as the system writes it");
    let other = SocketAddr::from(([127, 0, 0, 2], site.port()));
    assert!(TcpStream::connect(other).is_err());
}

#[test]
fn a_port_is_taken_once() {
    let site = Running::start();
    let taken = run(&format!("play --web --port {}", site.port()));
    refused(taken, &format!("cannot listen on port {}: ", site.port()));
}

/// The page starts with the position of the file; another game starts with a random one.
#[test]
fn a_page_from_a_position() {
    let folder = Folder::new();
    let file = folder.write("position.in", "5 2\n1 3\n");
    let site = Running::of(grundy(&format!("play --web --port 0 {file}")));
    assert_eq!(site.get("/").location(), "/?game=gra&start=5+2+%2F+1+3");
    let other = site.get("/?game=gra");
    assert!(
        other.location().starts_with("/?game=gra&start="),
        "{other:?}"
    );
    assert_ne!(other.location(), site.get("/").location());
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
