//! Outputs without a reader, names of files in messages, and files that are not overwritten.
#![cfg(unix)]

use std::fs;
use std::io::{Write, pipe};
use std::process::Stdio;

use crate::support::{Folder, ROW, refused};

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
        "solve -g nim --cases header /dev/zero",
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
