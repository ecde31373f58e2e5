//! `grundy play` as it is typed: a dialogue in a pipe, whole games.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{Folder, GRUNDY, kill, shows, skipped};

/// A signal that ends the process while a line is typed leaves the terminal as it was.
#[test]
fn a_terminal_is_left_as_it_was_found() {
    let folder = Folder::new();
    let play = format!("echo $$ > pid; exec {GRUNDY} play");
    let shell = format!("stty -g > before; sh -c '{play}'; echo $? > code; stty -g > after");
    let script = Command::new("script")
        .args(["-q", "-c", &shell, "/dev/null"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut script) = script else {
        return skipped("a_terminal_is_left", "script is not installed");
    };
    let mut said = script.stdout.take().unwrap();
    let mut shown = Vec::new();
    while !shown.ends_with(b"your move> ") {
        let mut byte = [0];
        let is_read = said.read_exact(&mut byte).is_ok();
        assert!(is_read, "{}", String::from_utf8_lossy(&shown));
        shown.push(byte[0]);
    }
    kill("TERM", folder.read("pid").trim().parse().unwrap());
    // A line that comes while the process stops is no move.
    thread::sleep(Duration::from_millis(200));
    _ = script.stdin.take().unwrap().write_all(b"#1\r");
    let _ = said.read_to_end(&mut shown);
    script.wait().unwrap();
    assert_eq!(folder.read("after"), folder.read("before"));
    assert_eq!(folder.read("code"), "130\n");
    let shown = String::from_utf8_lossy(&shown);
    assert!(!shown.contains("you: "), "{shown}");
}

/// In a narrow terminal words are whole, and the squares of a strip stay under their numbers.
#[test]
fn a_narrow_terminal() {
    let folder = Folder::new();
    folder.write("position.in", "12 3\n1 3 11\n");
    let shell = format!("stty cols 32; echo quit | {GRUNDY} play position.in");
    let script = Command::new("script")
        .args(["-q", "-c", &shell, "/dev/null"])
        .current_dir(&folder.0)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output();
    let Ok(script) = script else {
        return skipped("a_narrow_terminal", "script is not installed");
    };
    let text = String::from_utf8_lossy(&script.stdout).replace('\r', "");
    shows(
        &text,
        "`?` shows how to play. A move is\n  typed as it is listed, or as\n",
    );
    shows(&text, "\n  square  9 10 11 12\n   board  .  .  o  *\n");
}
