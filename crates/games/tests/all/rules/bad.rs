//! Faulty rules programs and the messages about them.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use grundy_games::rules::Settings;
use grundy_games::rules::{Asked, RulesGame};
use grundy_games::{Game as _, Place, Sizes as _, unwatched};

use super::{folder, program, settings};

/// Returns a program whose verbs are these lines of shell: `moves` gets a position in `$p`.
fn shell(positions: &str, moves: &str, rest: &str) -> String {
    format!(
        "#!/bin/sh\ncase $1 in\npositions) {positions} ;;\n\
         moves) while read -r p; do {moves}; done ;;\n{rest}\n*) exit 2 ;;\nesac\n"
    )
}

/// Returns the message when a program's values up to size 3 are computed.
fn said_with(name: &str, text: &str, settings: Settings) -> String {
    let result = program(name, text, settings)
        .map_err(grundy_games::Error::from)
        .and_then(|game| game.values(3, &mut unwatched, &mut |_| ControlFlow::Continue(())));
    match result {
        Ok(()) => format!("nothing is wrong with {name}"),
        // Its folder is another one in every run.
        Err(error) => error
            .to_string()
            .replace(&format!("{}/", folder().display()), ""),
    }
}

fn said(name: &str, text: &str) -> String {
    said_with(name, text, settings())
}

/// One position of each size, which leads to the one before it.
const ONE: &str = "echo $2";
const LESS: &str = "test $p -gt 0 && echo $((p - 1)) || echo";

#[test]
fn a_good_one_first() {
    assert_eq!(
        said("good", &shell(ONE, LESS, "")),
        "nothing is wrong with good"
    );
}

#[test]
fn programs_that_do_not_start() {
    let missing = RulesGame::open("/no/such/file", Asked::default(), settings())
        .unwrap_err()
        .to_string();
    assert!(
        missing.starts_with("cannot start /no/such/file: No such file"),
        "{missing}"
    );
    let path = folder().join("not-executable");
    fs::write(&path, "hello\n").unwrap();
    let said = RulesGame::open(path.to_str().unwrap(), Asked::default(), settings())
        .unwrap_err()
        .to_string();
    assert!(said.contains("not-executable: Permission denied"), "{said}");
}

/// What a terminal would do instead of showing it is in no position, no option and no claim.
#[test]
fn control_characters() {
    for (printed, shown) in [
        (r"\033[31m", r"'\u{1b}'"),
        (r"\000", r"'\0'"),
        (r"\007", r"'\u{7}'"),
        (r"\rb", r"'\r'"),
        (r"\302\233", r"'\u{9b}'"),
    ] {
        let positions = format!("printf 'a\\na{printed}\\n'");
        assert_eq!(
            said("control", &shell(&positions, "echo", "")),
            format!("control positions 0: line 2: expected text, found {shown}")
        );
    }
    let moves = r"printf '\033c -> 0\n'";
    assert!(
        said("control-name", &shell(ONE, moves, ""))
            .starts_with("control-name moves: line 1: expected text")
    );
    let good = program("no-control", &shell(ONE, LESS, ""), settings()).unwrap();
    let error = good.read(b"0\n1\x1b[31m\n").err().unwrap().to_string();
    assert!(
        error.ends_with("2:1: expected text, found '\\u{1b}'"),
        "{error}"
    );
    // Ends of lines as other systems have them are none.
    let other = shell("printf '%s\\r\\n' $2", "printf '\\r\\n'", "");
    assert_eq!(
        said("other-ends", &other),
        "nothing is wrong with other-ends"
    );
}

#[test]
fn verbs_that_are_not_there() {
    let text = "#!/bin/sh\ntest $1 = positions && echo $2 && exit\nexit 2\n";
    assert_eq!(
        said("no-moves", text),
        "no-moves moves: exit code 2 and no output: it does not know this verb"
    );
    let text = "#!/bin/sh\nexit 3\n";
    let expected = "no-verbs positions 0: exit code 3 and no output: it does not know this verb";
    assert_eq!(said("no-verbs", text), expected);
}

#[test]
fn lines_that_are_missing_or_too_many() {
    let few = said("few", &shell(ONE, "test $p != 2 && echo", ""));
    assert_eq!(few, "few moves: 3 lines for 4 positions: none for 3");
    let many = said("many", &shell(ONE, "echo; echo", ""));
    assert_eq!(many, "many moves: 8 lines for 4 positions");
    let none = said("none", &shell("test $2 != 0 || echo 0", ":", ""));
    assert_eq!(none, "none moves: 0 lines for 1 position: none for 0");
}

#[test]
fn lines_that_are_no_positions() {
    let empty = said("empty", &shell("echo; echo 1", "echo", ""));
    assert_eq!(
        empty,
        "empty positions 0: line 1: expected a position, found nothing"
    );
    let sum = said("sum", &shell("echo 1 + 2", "echo", ""));
    let expected = "sum positions 0: line 1: expected one position, found `+` in \"1 + 2\"";
    assert_eq!(sum, expected);
    let trailing = said("trailing", &shell(ONE, "echo '1 ; '", ""));
    let expected = "trailing moves, about 0: expected a position beside `;`, found \"1 ;\"";
    assert_eq!(trailing, expected);
    let names = said("names", &shell(ONE, "echo 'a -> b -> c'", ""));
    assert!(
        names.starts_with("names moves, about 0: expected one name before `->`"),
        "{names}"
    );
    let twice = said("twice", &shell("echo $2; echo $2", LESS, ""));
    assert_eq!(
        twice,
        "twice positions 0: line 2: 0 is there twice: it was listed with size 0"
    );
    let again = said("again", &shell("echo 7", LESS, ""));
    assert_eq!(
        again,
        "again positions 1: line 1: 7 is there twice: it was listed with size 0"
    );
    let none = said("none", &shell(":", "echo", ""));
    assert_eq!(none, "none: no position of size 0 to 3");
    let bytes = said("bytes", &shell("printf '1\\n\\377\\n'", "echo", ""));
    assert_eq!(bytes, "bytes positions 0: line 2 is not UTF-8");
    let long = said(
        "long",
        &shell(ONE, "head -c 1048576 /dev/zero | tr '\\0' 1; echo", ""),
    );
    let expected =
        "long moves, about 0: a position of 1048576 bytes: at most 65536 are taken";
    assert_eq!(long, expected);
}

#[test]
fn sizes_that_are_no_sizes() {
    let with = |sizes: &str| {
        shell(
            ONE,
            LESS,
            &format!("sizes) test $2 -gt $3 && exit; {sizes} ;;"),
        )
    };
    // For few sizes the verb is not tried.
    assert_eq!(
        said("few-sizes", &with("seq $2 $3")),
        "nothing is wrong with few-sizes"
    );
    let said = |name: &str, sizes: &str| {
        let game = program(name, &with(sizes), settings()).unwrap();
        let values = game.values(20, &mut unwatched, &mut |_| ControlFlow::Continue(()));
        let said = values.err().map(|error| error.to_string());
        said.map(|said| said.replace(&format!("{}/", folder().display()), ""))
    };
    assert_eq!(said("sizes", "seq $2 $3 | sed 's/.*/& &/'"), None);
    let bare = said("bare-sizes", "seq $2 $3").unwrap();
    let expected = "bare-sizes sizes 0 0: line 1: expected a size and a position, found \"0\"";
    assert_eq!(bare, expected);
    let other = said("other-sizes", "echo 9 9").unwrap();
    assert_eq!(
        other,
        "other-sizes sizes 0 0: line 1: expected a size from 0 to 0, found \"9\""
    );
}

#[test]
fn answers_that_change() {
    // The answer depends on the position's place in the batch, which differs the second time.
    let by_place = |first: &str, others: &str| {
        let answer = format!("test $i = 1 && echo '{first}' || echo '{others}'");
        let moves = format!("i=$((i + 1)); test $p -lt 5 && echo || {{ {answer}; }}");
        shell("echo $((5 + $2))", &moves, "")
    };
    // The same options in another order are the same.
    let order = by_place("0 ; 1", "1 ; 0");
    assert_eq!(said("order", &order), "nothing is wrong with order");
    let other = by_place("1", "0");
    let said = said("other", &other);
    assert!(said.starts_with("other moves, about "), "{said}");
    assert!(
        said.ends_with(": asked twice, two answers: \"1\", then \"0\""),
        "{said}"
    );
}

#[test]
fn play_that_never_ends() {
    let next = "case $p in a) echo b;; b) echo c;; c) echo a;; *) echo a;; esac";
    let said = said("cycle", &shell("echo $2", next, ""));
    assert_eq!(said, "cycle: play never ends: a -> b -> c -> a");
}

#[test]
fn a_crash_is_shown_with_its_last_words() {
    let crash = "test $p = 2 && { echo 'something is missing' >&2; exit 7; }; echo";
    let said = said("crash", &shell(ONE, crash, ""));
    assert_eq!(
        said,
        "crash moves: exit code 7, about 2\n  | something is missing"
    );
    let signal = super::bad::said("signal", &shell(ONE, "kill -SEGV $$", ""));
    assert!(
        signal.starts_with("signal moves: signal: 11 (SIGSEGV)"),
        "{signal}"
    );
}

#[test]
fn a_hang_ends() {
    let patience = Settings {
        time: Duration::from_millis(500),
        ..settings()
    };
    let begin = Instant::now();
    let said = said_with("hang", &shell(ONE, "sleep 1000", ""), patience);
    let expected = "hang moves: did not end within 0.5 s, asked about 0 and 3 more; \
                    --rules-time-limit says how long it may take";
    assert_eq!(said, expected);
    assert!(begin.elapsed() < Duration::from_secs(30));
}

#[test]
fn endless_output_ends() {
    let said = said("endless", &shell(ONE, "exec yes", ""));
    assert!(
        said.starts_with("endless moves: more than 256 MiB of output, asked about 0"),
        "{said}"
    );
}

#[test]
fn memory_that_is_not_enough_is_said() {
    let little = Settings {
        memory: Some(1 << 20),
        ..settings()
    };
    let awk = "#!/usr/bin/awk -f\nBEGIN { if (ARGV[1] == \"positions\") { print ARGV[2]; exit }\n\
               if (ARGV[1] != \"moves\") exit 2; ARGC = 1 }\n\
               { if ($1 < 4) for (i = 4; i < 50000; i++) printf \"%s%d\", (i > 4 ? \" ; \" : \"\"), i; print \"\" }\n";
    let said = said_with("wide", awk, little);
    assert!(
        said.contains(": needs ")
            && said
                .contains("1.0 MiB are free; a game with moves to ever new positions never ends")
            && said.contains("positions so far"),
        "{said}"
    );
}

#[test]
fn claims_of_the_wrong_form() {
    let text = shell(
        ONE,
        LESS,
        "claim) while read -r p; do test $p = 2 && echo Perhaps || echo Yes; done ;;",
    );
    let game = program("perhaps", &text, settings()).unwrap();
    let space = game.solved(3, &Place::Memory, &mut unwatched).unwrap();
    let said = space.check(2, 0..1).unwrap_err().to_string();
    let expected = "perhaps claim, about 2: expected Yes or No, found \"Perhaps\"";
    assert!(said.ends_with(expected), "{said}");
    // 1 is won and 0 is lost.
    assert_eq!(space.check(1, 0..1).unwrap().mismatches, 0);
    assert_eq!(space.check(0, 0..1).unwrap().mismatches, 1);
    let without = program("no-claim", &shell(ONE, LESS, ""), settings()).unwrap();
    let said = without
        .solved(3, &Place::Memory, &mut unwatched)
        .unwrap()
        .check(1, 0..1)
        .unwrap_err()
        .to_string();
    assert!(said.contains("claim: exit code 2 and no output"), "{said}");
}

#[test]
fn what_is_said_of_itself_is_read_strictly() {
    let about = |line: &str| {
        said(
            "about",
            &shell(ONE, LESS, &format!("about) echo '{line}' ;;")),
        )
    };
    assert!(about("colour: red").starts_with("about about: line 1: no key `colour`"));
    assert!(about("smallest: few").starts_with("about about: line 1: smallest: expected a number"));
    assert_eq!(about("title: A game"), "nothing is wrong with about");
}

/// A stop request takes effect at once and leaves no process running.
#[test]
fn stop_ends_everything() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let settings = Settings {
        stop: &STOP,
        ..settings()
    };
    // What runs is called by a name that no other program has.
    let sleep = format!("987{}", std::process::id());
    let text = shell(ONE, &format!("sleep {sleep}"), "");
    let begin = Instant::now();
    let stopper = thread::spawn(|| {
        thread::sleep(Duration::from_secs(1));
        STOP.store(true, Ordering::Relaxed);
    });
    assert_eq!(said_with("stopped", &text, settings), "stopped");
    stopper.join().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(30));
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        assert!(
            !words.starts_with(&format!("sleep {sleep}")),
            "{words} is still there"
        );
    }
}

/// Rules programs run in the sandbox, whose network has no other hosts.
#[test]
fn no_program_talks_to_others() {
    if Command::new("python3").arg("--version").output().is_err() {
        assert!(
            env::var_os("GRUNDY_ALL_LANGUAGES").is_none(),
            "this needs python3"
        );
        eprintln!("NOT TESTED: the network, which needs python3");
        return;
    }
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    let text = format!(
        "#!/usr/bin/env python3
import socket, sys
if sys.argv[1] != 'about':
    sys.exit(2)
try:
    socket.create_connection(('127.0.0.1', {port}))
    print('title: reached')
except OSError:
    print('title: alone')
"
    );
    let game = program("connects", &text, settings()).unwrap();
    assert_eq!(game.about().title, "alone");
}
