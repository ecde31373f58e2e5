//! The site as browsers, other sites and nobody in particular ask it: through its socket.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use grundy_games::{Draw, within_limits};
use grundy_play::Server;

/// A site that runs until it is dropped.
struct Running {
    host: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn start() -> Self {
        let server = Server::open(0, grundy_games::all().to_vec(), None, 1).unwrap();
        let host = server.url().replace("http://", "").replace('/', "");
        let stop = Arc::new(AtomicBool::new(false));
        let hears = Arc::clone(&stop);
        let thread = Some(thread::spawn(move || server.serve(&hears)));
        Self { host, stop, thread }
    }

    fn port(&self) -> u16 {
        self.host.rsplit(':').next().unwrap().parse().unwrap()
    }

    /// Sends these bytes and reads all that comes back.
    fn send(&self, request: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        // A request that is refused early may not be read to its end.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Reply(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn get(&self, url: &str) -> Reply {
        self.get_with(url, "")
    }

    fn get_with(&self, url: &str, headers: &str) -> Reply {
        let host = &self.host;
        self.send(
            format!("GET {url} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n")
                .as_bytes(),
        )
    }

    /// Posts a form as a page of the site does.
    fn post(&self, form: &str) -> Reply {
        self.post_with(form, &format!("Origin: http://{}\r\n", self.host))
    }

    fn post_with(&self, form: &str, headers: &str) -> Reply {
        let (host, length) = (&self.host, form.len());
        let head = format!(
            "POST / HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        self.send((head + form).as_bytes())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // Whoever failed has been told already.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

#[derive(Debug)]
struct Reply(String);

impl Reply {
    fn status(&self) -> u16 {
        let words = self.0.split(' ').nth(1);
        words.and_then(|word| word.parse().ok()).unwrap_or(0)
    }

    fn location(&self) -> &str {
        let line = self
            .0
            .lines()
            .find_map(|line| line.strip_prefix("Location: "));
        line.unwrap_or_default()
    }

    fn has(&self, text: &str) -> bool {
        self.0.contains(text)
    }
}

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
    let mut pictures = 0;
    for game in grundy_games::all() {
        let name = &game.about().name;
        let drawn = site.get(&format!("/?game={name}"));
        assert_eq!(drawn.status(), 303, "{name}");
        let page = site.get(drawn.location());
        assert!(
            page.status() == 200 && page.has("Your move."),
            "{name}: {page:?}"
        );
        // A game with a reduction has its picture.
        let (m, n) = within_limits(&**game, 9, 3);
        let position = game.drawn(&Draw { m, n, seed: 1 }, 0).unwrap();
        let has_picture = position.reduction().is_some();
        assert_eq!(page.has("id=\"sum\""), has_picture, "{name}: {page:?}");
        pictures += usize::from(has_picture);
    }
    assert!(pictures >= 6, "{pictures} pictures");
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

#[test]
fn what_makes_no_sense_gets_an_answer() {
    let site = Running::start();
    for (url, status) in [
        ("/?game=chess", 404),
        ("/nowhere", 404),
        ("/../etc/passwd", 404),
        ("/?game=gra&start=frog", 400),
        ("/?game=gra&start=5+2+%2F+3+1", 400),
        ("/?game=nim&start=1+%2F+99999999999", 400),
        ("/?game=gra&start=5+2+%2F+1+3&m=9", 400),
        ("/?game=gra&start=5+2+%2F+1+3&m=1+->+2&m=1+->+2", 400),
        ("/?game=gra&start=5+2+%2F+1+3&play=1", 400),
        // Sums: gra has no Grundy values that anybody knows, Nim has.
        ("/?game=gra&start=5+2+%2F+1+3+%2B+5+1+%2F+1", 400),
        ("/?game=nim&start=1+%2F+2+%2B+1+%2F+3", 200),
        ("/?level=9000%25", 400),
        ("/?start=%ff%fe%00", 400),
        ("/?x=1", 400),
        ("/?%%%", 400),
    ] {
        let reply = site.get(url);
        assert_eq!(reply.status(), status, "{url}: {reply:?}");
    }
    for (form, status, said) in [
        (
            "game=gra&start=5+2+%2F+1+3&play=9",
            400,
            "is no legal move here",
        ),
        (
            "game=gra&start=5+2+%2F+1+3&play=",
            400,
            "is no legal move here",
        ),
        (
            "game=gra&start=5+2+%2F+1+3&seats=second&play=1",
            400,
            "It is not your turn.",
        ),
        (
            "game=gra&play=1",
            400,
            "There is no position to begin with.",
        ),
        ("", 400, "There is no position to begin with."),
        (
            "game=nim&start=1+%2F+5&play=<script>",
            400,
            "&lt;script&gt;",
        ),
    ] {
        let reply = site.post(form);
        assert!(
            reply.status() == status && reply.has(said),
            "{form}: {reply:?}"
        );
        assert!(!reply.has("<script>"), "{form}");
    }
    let long = format!("game=nim&start={}", "1+".repeat(10_000));
    let reply = site.get(&format!("/?{long}"));
    assert!(
        reply.status() == 400 && reply.has("An address of 20015 bytes"),
        "{reply:?}"
    );
    let sum = vec!["1+12"; 1600].join("+%2B+");
    let reply = site.get(&format!("/?game=nim&start={sum}"));
    assert!(
        reply.status() == 400 && reply.has("A sum of 1600 positions: at most 100 are played."),
        "{reply:?}"
    );
    let endless = site.post(&"m=1&".repeat(500_000));
    assert_eq!(endless.status(), 413);
}

#[test]
fn what_is_no_request_gets_an_answer() {
    let site = Running::start();
    // More than any machine has: nobody waits for it, and the site goes on.
    let host = &site.host;
    let length = 1_u64 << 40;
    let head = format!("Host: {host}\r\nOrigin: http://{host}\r\n");
    for (more, status) in [
        (format!("Content-Length: {length}\r\n"), 413),
        (format!("Content-Length: {length}{length}\r\n"), 400),
        ("Content-Length: -1\r\n".to_owned(), 400),
        (
            "Content-Length: 3\r\nContent-Length: 30\r\n".to_owned(),
            411,
        ),
        ("Transfer-Encoding: chunked\r\n".to_owned(), 411),
        ("x: y\r\n".repeat(1000), 431),
        (format!("x: {}\r\n", "y".repeat(2 << 20)), 414),
        // What another site on this machine has left in the browser.
        ("Cookie: \u{fc}=\u{fc}\r\n".to_owned(), 400),
    ] {
        let reply = site.send(format!("POST / HTTP/1.1\r\n{head}{more}\r\n").as_bytes());
        assert_eq!(
            reply.status(),
            status,
            "{}: {reply:?}",
            &more[..more.len().min(40)]
        );
    }
    let head = format!("Host: {}\r\nConnection: close\r\n\r\n", site.host);
    for method in ["PUT", "DELETE", "OPTIONS", "FROG"] {
        let reply = site.send(format!("{method} / HTTP/1.1\r\n{head}").as_bytes());
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
    assert_eq!(
        site.get(&format!("/?{GRA}")).status(),
        200,
        "and it is still there"
    );
}

/// Whoever never comes to an end, or takes no answer, keeps nobody else waiting, and is hung up on.
#[test]
fn slow_callers_keep_nobody_out() {
    let site = Running::start();
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
    // And whoever is on the line does not keep the site from closing.
    slow.extend([call(), call()]);
    let begun = Instant::now();
    drop(site);
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
}

/// A page of another site can neither send a form here nor look at anything.
#[test]
fn other_sites_make_no_moves() {
    let site = Running::start();
    let form = format!("{GRA}&play=1");
    let own = format!("Origin: http://{}\r\n", site.host);
    for headers in [
        "",
        "Origin: null\r\n",
        "Origin: http://example.com\r\n",
        &format!("Origin: https://{}\r\n", site.host),
        "Origin: http://127.0.0.1:1\r\n",
        &format!("Origin: http://{}.example.com\r\n", site.host),
        &format!("{own}Sec-Fetch-Site: cross-site\r\n"),
    ] {
        assert_eq!(site.post_with(&form, headers).status(), 403, "{headers}");
    }
    assert_eq!(site.post_with(&form, &own).status(), 303);
    let same = format!("{own}Sec-Fetch-Site: same-origin\r\n");
    assert_eq!(site.post_with(&form, &same).status(), 303);
    // A link may be followed from anywhere; an image or a script is no link.
    let url = format!("/?{GRA}");
    let foreign = "Sec-Fetch-Site: cross-site\r\n";
    let followed = format!("{foreign}Sec-Fetch-Mode: navigate\r\n");
    assert_eq!(site.get_with(&url, &followed).status(), 200);
    assert_eq!(
        site.get_with(&url, &format!("{foreign}Sec-Fetch-Mode: no-cors\r\n"))
            .status(),
        403
    );
    // A frame is fetched as a link is followed.
    for dest in ["iframe", "frame", "embed", "object", "fencedframe"] {
        for from in [foreign, "Sec-Fetch-Site: same-origin\r\n"] {
            let framed = format!("{from}Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: {dest}\r\n");
            assert_eq!(site.get_with(&url, &framed).status(), 403, "{framed}");
        }
    }
    let page = site.get_with(&url, &format!("{followed}Sec-Fetch-Dest: document\r\n"));
    assert!(page.has("X-Frame-Options: DENY"), "{page:?}");
    assert!(
        page.has("frame-ancestors 'none'") && page.has("Cross-Origin-Resource-Policy: same-origin")
    );
    assert!(!page.has("Access-Control-Allow"));
}

/// A name of somebody else's that leads to this machine is no name of this site.
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
        let request = format!("GET /?{GRA} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(site.send(request.as_bytes()).status(), status, "{host}");
    }
    let request = format!("GET /?{GRA} HTTP/1.0\r\n\r\n");
    assert_eq!(site.send(request.as_bytes()).status(), 421);
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

/// Two windows are two games: nothing is kept between requests.
#[test]
fn two_windows_do_not_meet() {
    let site = Arc::new(Running::start());
    let windows =
        [("nim", "2+%2F+3+4", 40), ("gra", "12+5+%2F+1+3+4+7+8", 40)].map(|(game, start, most)| {
            let site = Arc::clone(&site);
            thread::spawn(move || {
                let mut query = format!("game={game}&start={start}");
                for _ in 0..most {
                    let page = site.get(&format!("/?{query}"));
                    assert_eq!(page.status(), 200);
                    if page.has("The game is over") {
                        return query;
                    }
                    let moved = site.post(&format!("{query}&play=%231"));
                    assert_eq!(moved.status(), 303, "{moved:?}");
                    query = moved.location().strip_prefix("/?").unwrap().to_owned();
                }
                panic!("a game without end: {query}");
            })
        });
    for window in windows {
        let query = window.join().unwrap();
        assert!(query.contains("&m="), "{query}");
    }
}

#[test]
fn a_port_is_taken_once() {
    let site = Running::start();
    let second = Server::open(site.port(), grundy_games::all().to_vec(), None, 1);
    let error = second.err().unwrap().to_string();
    assert!(
        error.starts_with(&format!("cannot listen on port {}: ", site.port())),
        "{error}"
    );
}
