//! Faulty rules programs and the messages about them.

use std::fs;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use grundy_game::{Game as _, Place, Request, Sizes as _, unwatched};
use grundy_program::{Asked, Notes, RulesGame, Settings};

use super::{folder, program, settings};

/// Returns a program whose verbs are these lines of shell: `moves` gets a position in `$p`.
fn shell(positions: &str, moves: &str, rest: &str) -> String {
    format!(
        "#!/bin/sh\ncase $1 in\npositions) {positions} ;;\n\
         moves) while read -r p; do {moves}; done ;;\n{rest}\n*) exit 2 ;;\nesac\n"
    )
}

/// Returns the message when a program's values up to a size are computed; empty if all is well.
fn said_to(up_to: u32, name: &str, text: &str, settings: Settings) -> String {
    let result = program(name, text, settings)
        .and_then(|game| game.values(up_to, &mut unwatched, &mut |_| ControlFlow::Continue(())));
    let said = result.err().map(|error| error.to_string());
    // Its folder is another one in every run.
    let folder = format!("{}/", folder().display());
    said.unwrap_or_default().replace(&folder, "")
}

fn said(name: &str, text: &str) -> String {
    said_to(3, name, text, settings())
}

/// One position of each size, which leads to the one before it.
const ONE: &str = "echo $2";
const LESS: &str = "test $p -gt 0 && echo $((p - 1)) || echo";

/// Compares the whole message about a program with these lines of shell. Its first word is the program's name.
fn is_wrong(positions: &str, moves: &str, message: &str) {
    let name = message.split([' ', ':']).next().unwrap();
    assert_eq!(said(name, &shell(positions, moves, "")), message);
}

#[test]
fn what_is_said_of_faulty_programs() {
    assert_eq!(said("good", &shell(ONE, LESS, "")), "");
    // Ends of lines as other systems have them are no control characters.
    let other_ends = shell("printf '%s\\r\\n' $2", "printf '\\r\\n'", "");
    assert_eq!(said("other-ends", &other_ends), "");
    let text = "#!/bin/sh\ntest $1 = positions && echo $2 && exit\nexit 2\n";
    let expected = "no-moves moves: exit code 2 and no output: it does not know this verb";
    assert_eq!(said("no-moves", text), expected);
    let about = shell(ONE, LESS, "about) echo 'colour: red' ;;");
    let expected = "about about: line 1: no key `colour`: \
                    there are title, rules, size, smallest, sweep-to, answer, formula, limits, cases, case-prefix, play, loops, asked, starts, over, stuck, ends, story, input and output";
    assert_eq!(said("about", &about), expected);

    let expected = "few moves: 3 lines for 4 positions: none for 3";
    is_wrong(ONE, "test $p != 2 && echo", expected);
    is_wrong(ONE, "echo; echo", "many moves: 8 lines for 4 positions");
    let expected = "none moves: 0 lines for 1 position: none for 0";
    is_wrong("test $2 != 0 || echo 0", ":", expected);
    let expected = "empty positions 0: line 1: expected a position, found nothing";
    is_wrong("echo; echo 1", "echo", expected);
    let expected = "trailing moves, given 0: expected a position beside `;`, found \"1 ;\"";
    is_wrong(ONE, "echo '1 ; '", expected);
    let expected = "twice positions 0: line 2: 0 is there twice: it was listed with size 0";
    is_wrong("echo $2; echo $2", LESS, expected);
    let expected = "again positions 1: line 1: 7 is there twice: it was listed with size 0";
    is_wrong("echo 7", LESS, expected);
    is_wrong(":", "echo", "nothing: no position of size 0 to 3");
    let expected = "bytes positions 0: line 2: not UTF-8";
    is_wrong("printf '1\\n\\377\\n'", "echo", expected);
    let next = "case $p in a) echo b;; b) echo c;; c) echo a;; *) echo a;; esac";
    let expected = "cycle: play never ends: a -> b -> c -> a; `loops: yes` in the description of a game allows that";
    is_wrong("echo $2", next, expected);
    let crash = "test $p = 2 && { echo 'something is missing' >&2; exit 7; }; echo";
    let expected = "crash moves: exit code 7, given 2\n  | something is missing";
    is_wrong(ONE, crash, expected);
    let expected = "signal moves: signal: 11 (SIGSEGV), given 0";
    is_wrong(ONE, "kill -SEGV $$", expected);
    let expected = "endless moves: more than 256 MiB of output, asked about 0 and others";
    is_wrong(ONE, "exec yes", expected);
}

#[test]
fn what_a_rules_program_does_not_draw() {
    let game = program("draws", &shell(ONE, LESS, ""), settings()).unwrap();
    let said = |shape, m| {
        let (n, seed) = (1, 1);
        let drawn = game.draw(&Request { shape, m, n, seed });
        drawn
            .map(|position| position.to_string())
            .map_err(|error| error.to_string())
    };
    assert_eq!(said("listed", 3), Ok("3\n".to_owned()));
    let expected = "no position of size 1073741825";
    assert_eq!(said("listed", (1 << 30) + 1), Err(expected.to_owned()));
    let said = said("round", 3).unwrap_err();
    assert!(said.starts_with("no shape `round` for /"), "{said}");
    assert!(said.ends_with("/draws, expected one of listed"), "{said}");
}

#[test]
fn programs_that_do_not_start() {
    let path = folder().join("not-executable");
    fs::write(&path, "hello\n").unwrap();
    let path = path.to_str().unwrap();
    for (path, expected) in [
        ("/no/such/file", "cannot start /no/such/file: No such file"),
        (path, "not-executable: Permission denied"),
    ] {
        let error = RulesGame::open(path, Asked::default(), settings()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// What a terminal would do instead of showing it is in no position, no option and no claim.
#[test]
fn control_characters() {
    let expected = "control positions 0: line 2: expected text, found '\\u{1b}'";
    is_wrong(r"printf 'a\na\033[31m\n'", "echo", expected);
    let expected = "name moves: line 1: expected text, found '\\u{1b}'";
    is_wrong(ONE, r"printf '\033c -> 0\n'", expected);
    let good = program("no-control", &shell(ONE, LESS, ""), settings()).unwrap();
    let error = good.read(b"0\n1\x1b[31m\n").err().unwrap().to_string();
    assert_eq!(error, "2:1: expected text, found '\\u{1b}'");
}

#[test]
fn sizes_that_are_no_sizes() {
    let said = |name: &str, sizes: &str| {
        let sizes = format!("sizes) test $2 -gt $3 && exit; {sizes} ;;");
        said_to(20, name, &shell(ONE, LESS, &sizes), settings())
    };
    assert_eq!(said("sizes", "seq $2 $3 | sed 's/.*/& &/'"), "");
    // A program that accepts every verb.
    assert_eq!(said("no-sizes", ":"), "");
    let expected = "bare-sizes sizes 0 20: line 1: expected a size and a position, found \"0\"";
    assert_eq!(said("bare-sizes", "seq $2 $3"), expected);
    let expected = "other-sizes sizes 0 20: line 1: expected a size from 0 to 20, found \"99\"";
    assert_eq!(said("other-sizes", "echo 99 9"), expected);
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
    assert_eq!(said("order", &order), "");
    let other = by_place("1", "0");
    let said = said("other", &other);
    assert!(said.starts_with("other moves, given "), "{said}");
    let expected = ": asked twice, two answers: \"1\", then \"0\"";
    assert!(said.ends_with(expected), "{said}");
}

#[test]
fn a_hang_ends() {
    let patience = Settings {
        time: Duration::from_millis(500),
        ..settings()
    };
    let begin = Instant::now();
    let said = said_to(3, "hang", &shell(ONE, "sleep 1000", ""), patience);
    let expected = "hang moves: did not end within 0.5 s, asked about 0 and others; \
                    --rules-time-limit says how long it may take";
    assert_eq!(said, expected);
    assert!(begin.elapsed() < Duration::from_secs(30));
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
    // The game of `deep` does not end: a move adds digits.
    let (verbs, _) = awk.split_once("{ if ($1").unwrap();
    let deep = format!(
        "{verbs}{{ for (i = 0; i < 400; i++) printf \"%s%s%03d\", (i ? \" ; \" : \"\"), $1, i; print \"\" }}\n"
    );
    for (name, text, reached) in [
        (
            "wide",
            awk,
            "sizes to 3 are listed, 1 round of moves, the newest `49999`: does play end?",
        ),
        (
            "deep",
            &deep,
            "sizes to 3 are listed, 2 rounds of moves, the newest `",
        ),
    ] {
        let said = said_to(3, name, text, little.clone());
        for part in [
            " positions so far, ",
            ", expected at most 1.0 MiB; ",
            reached,
        ] {
            assert!(said.contains(part), "{said}");
        }
    }
    // So do positions that are only listed.
    let awk = awk.replace(
        "print ARGV[2]",
        "for (i = 0; i < 99999; i++) print ARGV[2] \"-\" i",
    );
    let said = said_to(3, "listed", &awk, little);
    assert!(
        said.contains("listed: 99999 positions so far, 0 of them"),
        "{said}"
    );
}

/// Long work says how far it is, and what would make it shorter. Short work says nothing.
#[test]
fn notes_of_long_work() {
    static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let sizes = "sizes) test $2 -gt $3 && exit; seq $2 $3 | sed 's/.*/& &/' ;;";
    let hint = "/noted was started 4 times to list positions; with the verb `sizes`";
    let waiting = "KiB), 4 not examined yet (";
    let moves = "KiB), sizes to 3 are listed, 2 rounds of moves, the newest `13`: does play end?";
    let always = Some(Notes {
        after: Duration::ZERO,
        progress: |line| NOTES.lock().unwrap().push(line.to_owned()),
        hint: |line| NOTES.lock().unwrap().push(format!("hint: {line}")),
    });
    let rarely = always.map(|notes| Notes {
        after: Duration::from_hours(1),
        ..notes
    });
    for (notes, rest, expected) in [
        (always, "", &[hint, "bytes), sizes to 1 are listed"][..]),
        (always, sizes, &[waiting, moves]),
        (rarely, "", &[]),
    ] {
        let settings = Settings {
            notes,
            ..settings()
        };
        // Each size leads to a position that is not listed, and this one nowhere.
        let text = shell(ONE, "test $p -lt 9 && echo $((p + 10)) || echo", rest);
        assert_eq!(said_to(3, "noted", &text, settings), "");
        let told = std::mem::take(&mut *NOTES.lock().unwrap());
        let times = |part: &str| told.iter().filter(|note| note.contains(part)).count();
        let is_right = told.is_empty() == expected.is_empty();
        assert!(is_right && times("hint: ") == times(hint), "{told:#?}");
        assert!(expected.iter().all(|part| times(part) == 1), "{told:#?}");
    }
}

/// Where `random-move` writes nothing and `moves` fails, the failure of `moves` is the error, with what it said.
#[test]
fn the_verb_that_failed_is_blamed() {
    let rest = "random-move) while read -r p; do echo; done ;;";
    let error = |name, moves| {
        let game = program(name, &shell(ONE, moves, rest), settings()).unwrap();
        game.read(b"2175").unwrap()[0]
            .random_moves(8, 0)
            .err()
            .unwrap()
            .to_string()
    };
    let said = error("unlisted", "echo 'too large to list' >&2; exit 1");
    assert!(
        said.ends_with("/unlisted moves: exit code 1, given 2175\n  | too large to list"),
        "{said}"
    );
    let said = error("undrawn", "echo 1");
    assert!(
        said.ends_with(
            "random-move, given 2175: no option, but the game is not over there by the verb moves"
        ),
        "{said}"
    );
}

#[test]
fn claims_of_the_wrong_form() {
    let claim = "claim) while read -r p; do test $p = 2 && echo Perhaps || echo Yes; done ;;";
    let game = program("perhaps", &shell(ONE, LESS, claim), settings()).unwrap();
    let space = game.solved(3, &Place::Memory, &mut unwatched).unwrap();
    let said = space.check(2, 0..1).unwrap_err().to_string();
    let expected = "perhaps claim, given 2: expected Yes or No: \"Perhaps\"";
    assert!(said.ends_with(expected), "{said}");
    // 1 is won and 0 is lost.
    assert_eq!(space.check(1, 0..1).unwrap().mismatches, 0);
    assert_eq!(space.check(0, 0..1).unwrap().mismatches, 1);
    let zeros = "about) echo 'answer: grundy' ;;\nclaim) while read -r p; do echo 00; done ;;";
    let game = program("zeros", &shell(ONE, LESS, zeros), settings()).unwrap();
    let space = game.solved(3, &Place::Memory, &mut unwatched).unwrap();
    for (size, got) in [
        (0, "says 00, expected 0 without leading zeros"),
        (1, "says 00"),
    ] {
        let mismatch = space.check(size, 0..1).unwrap().smallest.unwrap();
        assert_eq!(mismatch.got, got);
    }
    let without = program("no-claim", &shell(ONE, LESS, ""), settings()).unwrap();
    let space = without.solved(3, &Place::Memory, &mut unwatched).unwrap();
    let said = space.check(1, 0..1).unwrap_err().to_string();
    assert!(said.contains("claim: exit code 2 and no output"), "{said}");
}

#[test]
fn an_input_of_two_positions_is_escaped_once() {
    let input = "input) while read -r p; do echo '1 / 2'; done ;;";
    let game = program("inputs", &shell(ONE, LESS, input), settings()).unwrap();
    let said = game.check_inputs().unwrap_err().to_string();
    let expected = "inputs input: \"1\\n2\" is the input of two positions with different answers: of 0, No; and of 1, Yes";
    assert!(said.ends_with(expected), "{said}");
}

/// An input that asks about several positions, in two lines: the verb `asked` lists them for each of them.
#[test]
fn an_input_asks_about_several_positions() {
    let said = |name: &str, asked: &str| {
        let verbs = format!(
            "about) printf 'asked: several\\nsweep-to: 2\\n' ;;\ninput) while read -r p; do echo all; done ;;\n{asked}"
        );
        let game = program(name, &shell(ONE, LESS, &verbs), settings()).unwrap();
        game.check_inputs().map_or_else(
            |error| error.to_string(),
            |()| game.read(b"2\n").unwrap()[0].case().unwrap().answer,
        )
    };
    let all = |line: &str| format!("asked) while read -r p; do echo '{line}'; done ;;");
    assert_eq!(said("asked", &all("0 ; 1 / 2")), "No Yes\nNo\n");
    let own = said("asked-own", "asked) cat ;;");
    assert!(
        own.ends_with(
            "\"all\" is the input of two positions with different answers: of 0, No; and of 1, Yes"
        ),
        "{own}"
    );
    let sum = said("asked-sum", &all("0 + 1"));
    assert!(
        sum.ends_with("asked, given 0: expected one position, found \"0 + 1\""),
        "{sum}"
    );
    let other = said("asked-other", &all("1 ; 2"));
    assert!(
        other
            .ends_with("asked, given 0: expected it among the positions that its input asks about"),
        "{other}"
    );
    let none = said("asked-none", "");
    assert!(none.contains("asked: exit code 2 and no output"), "{none}");
}

/// An answer that is a move means one thing only.
#[test]
fn names_that_are_no_answers() {
    let said_of = |form: &str, name: &str, moves: &str| {
        let about = format!("about) printf 'answer: {form}\\nsweep-to: 3\\n' ;;");
        let moves = format!("test $p != 2 && echo || echo '{moves}'");
        let game = program(name, &shell(ONE, &moves, &about), settings()).unwrap();
        let answer = game.read(b"2\n").unwrap()[0].solve();
        answer.map_or_else(|error| error.to_string(), |solution| solution.answer)
    };
    let said = |name: &str, moves: &str| said_of("move None", name, moves);
    assert_eq!(said("names", "a b -> 0 ; c -> 1"), "a b");
    assert_eq!(said("no-names", "0 + 1 ; None + 1"), "0 + 1");
    // A second line is a move even if it is the word for a loss; several moves may have several lines, and there it is not.
    assert_eq!(said_of("1 2 then move", "second", "2 -> 0"), "1\n2");
    let refused = said_of("1 2 then all-moves", "lines", "2 -> 0");
    assert!(
        refused.contains("2 is the answer where no move wins"),
        "{refused}"
    );
    for (name, moves, expected) in [
        (
            "some",
            "a -> 0 ; 1",
            "expected names of all moves or of none, found \"a -> 0\" and \"-> 1\"",
        ),
        (
            "loss",
            "a -> 0 ; none -> 1",
            "None is the answer where no move wins, and the answer for the move \"none -> 1\"",
        ),
        (
            "left",
            "0 ; None",
            "None is the answer where no move wins, and the answer for the move \"-> None\"",
        ),
        ("same", "a -> 0 ; a -> 1", "two moves have the name \"a\""),
    ] {
        let said = said(name, moves);
        assert!(
            said.ends_with(&format!("{name} moves, given 2: {expected}")),
            "{said}"
        );
    }
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
    assert_eq!(said_to(3, "stopped", &text, settings), "stopped");
    stopper.join().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(30));
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        let is_there = words.starts_with(&format!("sleep {sleep}"));
        assert!(!is_there, "{words} is still there");
    }
}

/// Rules programs run in the strongest isolation: with a network of their own, which has no other hosts.
#[test]
fn programs_have_a_network_of_their_own() {
    let about = "about) echo \"title: $(readlink /proc/self/ns/net)\" ;;";
    let game = program("network", &shell(ONE, LESS, about), settings()).unwrap();
    let (title, ours) = (&game.about().title, fs::read_link("/proc/self/ns/net"));
    assert!(title.starts_with("net:["), "{title}");
    assert_ne!(title, ours.unwrap().to_str().unwrap());
}
