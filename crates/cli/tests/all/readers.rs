//! Outputs without a reader, names of files in messages, and files that are not overwritten.
#![cfg(unix)]

use std::fs;
use std::io::{Write, pipe};
use std::process::Stdio;

use crate::support::{Folder, ROW, quoted, refused, shows};

/// Six rows of a machine that does not exist, and the same with `gra dense count/core` 30 % slower.
const BENCH: &str = include_str!("../data/bench.csv");
const SLOWER: &str = include_str!("../data/bench-slower.csv");

/// The exit code of a command whose outputs are closed pipes.
fn unread(folder: &Folder, line: &str) -> Option<i32> {
    let gone = || {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        writer
    };
    let mut command = folder.grundy(line);
    command.stdin(Stdio::piped()).stdout(gone()).stderr(gone());
    let mut child = command.spawn().unwrap();
    // A command that reads nothing may have ended already.
    _ = child.stdin.take().unwrap().write_all(b"5 2\n1 3\n");
    child.wait().unwrap().code()
}

#[test]
fn a_closed_pipe_changes_no_exit_code_and_no_file() {
    let folder = Folder::new();
    for (name, record) in [("old", BENCH), ("new", SLOWER)] {
        folder.write(name, record);
    }
    fs::create_dir(folder.path("results")).unwrap();
    for (code, line) in [
        (0, "sweep --up-to 10 --csv a.csv"),
        (0, "sweep -g all --up-to 3 --format json --csv all.csv"),
        (2, "sweep --up-to none"),
        (0, "compare old old"),
        (1, "compare old new --format json"),
        (0, "compare --solvers old"),
        (0, "solve"),
        (2, "explain none.in"),
        (0, "gen --shape runs -m 90000 -n 70000"),
        (0, "gen --suite poi --out tests -g kamyki"),
        (0, "report"),
        #[cfg(target_os = "linux")]
        (
            1,
            "judge -g nim --up-to 4 --random 0 --save kept -- echo No",
        ),
    ] {
        assert_eq!(unread(&folder, line), Some(code), "{line}");
    }
    let lines = |file| folder.read(file).lines().count();
    assert_eq!(lines("a.csv"), 10);
    assert!(lines("all.csv") > 15);
    assert_eq!(fs::read_dir(folder.path("tests/in")).unwrap().count(), 14);
    assert!(folder.path("report.html").is_file());
    #[cfg(target_os = "linux")]
    assert!(folder.path("kept/in/nim0s1.in").is_file());
}

/// An input that does not end, and what each command prints about it, whose memory is limited: 200 MB of addresses.
#[test]
fn endless_inputs_are_refused() {
    let folder = Folder::new();
    folder.program("rules", ROW);
    let nines = "found 999999999999999999999999..., expected n, the number of heaps, at most";
    for (input, line, code, said) in [
        ("yes 9 | tr -d '\n'", "solve -g nim", 2, nines),
        (
            "yes 9 | tr -d '\n'",
            "explain -g nim --format json",
            2,
            nines,
        ),
        ("yes 9 | tr -d '\n'", "check -g nim", 1, nines),
        ("yes 9 | tr -d '\n'", "play -g nim -", 2, nines),
        ("yes x", "explain", 2, ":1:1: found `x`, expected m"),
        ("yes x", "check --kattis", 43, ":1:1: found `x`, expected m"),
        (
            "yes 9",
            "solve -g 0.77",
            2,
            ":11:1: found 9 after the size of heap 9",
        ),
        (
            "yes 9",
            "solve -g constrained",
            2,
            ":14:1: pair 2 is pair 1 again",
        ),
        (
            "yes ''",
            "check -g nim",
            1,
            "white space or zeros, expected n",
        ),
        (
            "cat /dev/zero",
            "solve -g ./rules",
            2,
            ":1:1: expected text, found '\\0'",
        ),
        ("yes ''", "solve -g ./rules", 2, "bytes of blank lines"),
        (
            "yes ' ' | tr -d '\n'",
            "check -g ./rules",
            1,
            "bytes of blank lines",
        ),
        (
            "cat /dev/zero",
            "explain -g ./rules",
            2,
            ":1:1: expected text, found '\\0'",
        ),
        // The reader of the output has gone; its memory is that of `head`.
        (
            "yes '#1'",
            "play -g nim --seed 1 2>&1 | head -n 1; echo",
            0,
            "Nim\n",
        ),
    ] {
        let ended = folder.shell(&format!(
            "{input} | (ulimit -v 200000; timeout 20 grundy {line})"
        ));
        let page = format!("{}{}", ended.out, ended.err);
        shows(&page, said);
        assert_eq!(ended.code, Some(code), "{line}: {page}");
    }
    folder.write("heaps", "2\n3 5\n");
    let read_as = "heaps:2:1: 3 pawns on a strip of 2 squares: n must be less than m; read as gra, -g names another game";
    refused(folder.run("play heaps"), read_as);
}

/// Inputs whose positions do not fit in 40 MB of addresses; and a million winning moves in JSON, which fit in 100 MB
/// beside the command itself.
#[test]
fn a_lack_of_memory_is_an_error() {
    let folder = Folder::new();
    let row = |of: &str, n: usize| format!("{n}\n{}\n", vec![of; n].join(" "));
    folder.write("heaps", row("576460752303423488", 999_999));
    folder.program("rules", ROW);
    folder.write("lines", "1\n".repeat(500_000));
    folder.write("fours", row("4", 999_999));
    folder.write("rows", format!("1000000\n{}", "1\n5\n".repeat(1_000_000)));
    let pairs: Vec<String> = (1..=150_000).map(|x| format!("{x} 1\n")).collect();
    let pairs = pairs.concat();
    folder.write("pairs", format!("1 150000\n7\n{pairs}"));
    folder.write("pawns", &{
        let squares: Vec<String> = (0..999_999).map(|i| (3 * i + 1).to_string()).collect();
        format!("4000000 999999\n{}\n", squares.join(" "))
    });
    for line in [
        "solve -g nim --format json heaps",
        "explain -g nim heaps",
        "explain pawns --format json",
        "check -g nim heaps",
        "solve -g kamyki rows",
        "gen -g nim --shape random -m 1000000000 -n 3000000",
        "gen -g constrained --shape lost -m 1000000 -n 100000",
        "explain -g constrained pairs",
        "solve -g ./rules lines",
        "gen --suite poi --out set",
    ] {
        let ended = folder.shell(&format!("ulimit -v 40000; exec grundy {line}"));
        refused(ended, "out of memory");
    }
    let ended = folder.shell("ulimit -v 20000; exec grundy explain -g subtract:1,2 fours");
    refused(ended, "out of memory");
    for line in [
        "solve -g nim heaps",
        "explain -g nim heaps",
        "explain pawns",
    ] {
        let script = format!("ulimit -v 120000; grundy {line} --format json | tail -c 300");
        let ended = folder.shell(&script);
        assert_eq!(ended.err, "", "{line}");
        let is_whole = ["]\n", "]}\n"].iter().any(|end| ended.out.ends_with(end));
        assert!(is_whole, "{line}");
    }
}

#[test]
fn control_characters_in_names_are_escaped() {
    let folder = Folder::new();
    let name = "a\u{1b}[2J\nerror: b";
    folder.write(name, "7 2\n5 3\n");
    for (line, said) in [
        ("solve ", "a\\u{1b}[2J\\nerror: b:2:3: pawn on square 3"),
        ("compare --solvers ", "a\\u{1b}[2J\\nerror: b:1: "),
        ("sweep merge ", "a\\u{1b}[2J\\nerror: b: not a checkpoint"),
        ("sweep --csv x/", "cannot write x/a\\u{1b}"),
    ] {
        let ended = folder.run(&format!("{line}{}", quoted(name)));
        let is_plain = ended.err.lines().count() == 1 && !ended.err.contains('\u{1b}');
        assert!(is_plain && ended.err.starts_with("error: "), "{ended:?}");
        refused(ended, &format!("error: {said}"));
    }
}
