//! The sessions in the README and in the docs are true: every command in them is run, and prints what
//! stands there.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::support::{Ended, GRUNDY};

const README: &str = include_str!("../../../../README.md");
const FORMATS: &str = include_str!("../../../../docs/formats.md");
const TOUR: &str = include_str!("../../../../docs/tour.md");
const TUTORIAL: &str = include_str!("../../../../docs/own-game.md");

/// A command and what it prints, on both outputs.
struct Step {
    command: String,
    output: String,
}

/// Whether a command goes on: with a text that a line of END ends.
fn is_open(command: &str) -> bool {
    command.contains("<<'END'") && !command.ends_with("\nEND")
}

/// The sessions: fenced blocks marked `console`, a command behind each `$ `. Those of the tutorial are one
/// session: each goes on where the one before it ended.
fn sessions() -> Vec<(&'static str, Vec<Step>)> {
    let mut sessions = Vec::new();
    for (page, text) in [
        ("README.md", README),
        ("docs/formats.md", FORMATS),
        ("docs/tour.md", TOUR),
    ] {
        sessions.extend(blocks(text).into_iter().map(|steps| (page, steps)));
    }
    let tutorial = blocks(TUTORIAL).into_iter().flatten().collect();
    sessions.push(("docs/own-game.md", tutorial));
    sessions
}

fn blocks(page: &str) -> Vec<Vec<Step>> {
    let mut sessions = Vec::new();
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let mut steps: Vec<Step> = Vec::new();
        for line in block.lines() {
            if let Some(step) = steps.last_mut().filter(|step| is_open(&step.command)) {
                step.command += "\n";
                step.command += line;
            } else if let Some(command) = line.strip_prefix("$ ") {
                let (command, output) = (command.to_owned(), String::new());
                steps.push(Step { command, output });
            } else if let Some(step) = steps.last_mut() {
                step.output += line;
                step.output.push('\n');
            }
        }
        sessions.push(steps);
    }
    sessions
}

/// The text without what differs from run to run: times, and blanks at line ends.
fn settled(text: &str) -> String {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_time = |word: &str| {
        let parts = word.split_once('.');
        parts.is_some_and(|(whole, part)| part.len() >= 2 && is_number(whole) && is_number(part))
    };
    let mut settled = String::new();
    for line in text.trim().lines() {
        // A time's width moves the blanks in front of it.
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            settled += if is_time(word) { "(time)" } else { word };
            settled.push(' ');
        }
        settled.push('\n');
    }
    settled
}

#[test]
fn the_sessions_are_true() {
    let mut path = vec![Path::new(GRUNDY).parent().unwrap().to_path_buf()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(path).unwrap();
    let mut failures = Vec::new();
    let mut commands = 0;
    for (page, session) in sessions() {
        let dir = tempfile::tempdir().unwrap();
        // A session begins in a clone, as far as it reads what is there.
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        #[cfg(unix)]
        std::os::unix::fs::symlink(examples, dir.path().join("examples")).unwrap();
        for Step { command, output } in session {
            commands += 1;
            let script = format!("exec 2>&1; {command}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).current_dir(&dir);
            let got = Ended::of(shell.env("PATH", &path).output().unwrap()).out;
            if settled(&got) != settled(&output) {
                failures.push(format!("{page}: $ {command}\nprints\n{got}"));
            }
        }
    }
    assert!(commands >= 14, "the pages show {commands} commands");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
