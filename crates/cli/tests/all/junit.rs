//! `--junit FILE`: the checks of a command as JUnit XML.
#![cfg(target_os = "linux")]

use std::fs;

use crate::support::{Folder, ROW, quoted, shows};

/// The XML that a command writes, which ends with this exit code.
fn junit(folder: &Folder, line: &str, code: i32) -> String {
    let (command, program) = line.split_once(" -- ").unwrap_or((line, ""));
    let program = if program.is_empty() { "" } else { " -- " }.to_owned() + program;
    folder
        .run(&format!("{command} --junit found.xml{program}"))
        .with(code);
    let xml = fs::read_to_string(folder.path("found.xml")).unwrap();
    shows(&xml, "<testsuites name=\"grundy\" tests=");
    xml
}

#[test]
fn phases_are_checks() {
    let folder = Folder::new();
    let judge = "judge -g kamyki --up-to 4 --random 0 -- echo NIE";
    let xml = junit(&folder, judge, 1);
    for text in [
        "<testcase name=\"every small position\" classname=\"Kamyki, the pebbles game: echo NIE\" time=\"",
        " type=\"wrong answer\">The smallest position on which it fails: the one before it was",
        "\n  input     1 / 1 / 1\n  expected  TAK\n  got       NIE\n",
        "<testcase name=\"the original&apos;s tests\"",
    ] {
        shows(&xml, text);
    }
    let saved = "judge -g nim --up-to 2 --random 0 --save tests -- echo No";
    junit(&folder, saved, 1);
    let xml = junit(&folder, saved, 1);
    shows(&xml, "kept in tests/in/");
    shows(&xml, "<testcase name=\"every small position\"");
    shows(&xml, "<skipped/>");
    let closure = "judge -g nim --check closure --random 5 -- echo No";
    shows(&junit(&folder, closure, 1), " type=\"contradiction\">");
    let games = "judge -g nim --interactive --up-to 2 --random 0 -m 2 -n 2 -- echo 9 9";
    shows(&junit(&folder, games, 1), " type=\"output after the end\">");
}

#[test]
fn sizes_inputs_and_files_are_checks() {
    let folder = Folder::new();
    let xml = junit(&folder, "sweep -g nim --up-to 3", 0);
    shows(
        &xml,
        "<testcase name=\"size 3\" classname=\"Nim: closed form against oracle\"",
    );
    shows(&xml, " failures=\"0\"");
    let claim = quoted("awk '{print \"Yes\"}'");
    let claim = format!("sweep -g ./rules --up-to 3 --claim {claim}");
    folder.program("rules", ROW);
    let xml = junit(&folder, &claim, 1);
    shows(&xml, " type=\"mismatch\">");
    shows(&xml, "\n  oracle       ");
    let race = "race -g nim -m 9 -n 9 --samples 1 -- echo Maybe";
    let xml = junit(&folder, race, 1);
    shows(&xml, "message=\"echo Maybe: malformed output: ");
    fs::write(folder.path("good"), "1\n5\n").unwrap();
    fs::write(folder.path("bad"), "1\n5").unwrap();
    let xml = junit(&folder, "check -g nim good bad", 1);
    shows(&xml, "tests=\"2\"");
    shows(
        &xml,
        "<failure message=\"bad:2:2: found the end of the input",
    );
}
