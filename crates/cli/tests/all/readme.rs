//! The sessions in the README and in the docs are true: every command in them is run, and prints what
//! stands there.

use std::env;
use std::process::Command;

use rayon::prelude::*;

use crate::support::{Folder, skipped};

const PAGES: [(&str, &str); 9] = [
    ("README.md", include_str!("../../../../README.md")),
    ("formats.md", include_str!("../../../../docs/formats.md")),
    ("tour.md", include_str!("../../../../docs/tour.md")),
    (
        "nim-in-class.md",
        include_str!("../../../../docs/nim-in-class.md"),
    ),
    (TUTORIALS[0], include_str!("../../../../docs/own-game.md")),
    (TUTORIALS[1], include_str!("../../../../docs/formula.md")),
    (TUTORIALS[2], include_str!("../../../../docs/set-a-task.md")),
    (
        TUTORIALS[3],
        include_str!("../../../../docs/solve-a-task.md"),
    ),
    (
        TUTORIALS[4],
        include_str!("../../../../docs/study-a-game.md"),
    ),
];

/// Pages whose blocks are one session: each goes on where the one before it ended.
const TUTORIALS: [&str; 5] = [
    "own-game.md",
    "formula.md",
    "set-a-task.md",
    "solve-a-task.md",
    "study-a-game.md",
];

/// Whether there is Python; it has to be where all languages are tested.
fn has_python() -> bool {
    let is_there = Command::new("python3").arg("--version").output().is_ok();
    assert!(is_there || env::var_os("GRUNDY_ALL_LANGUAGES").is_none());
    is_there
}

/// A command and what it prints, on both outputs.
pub struct Step {
    pub command: String,
    pub output: String,
}

/// Whether a command goes on: with a text that a line of END ends.
fn is_open(command: &str) -> bool {
    command.contains("<<'END'") && !command.ends_with("\nEND")
}

/// The sessions of a page: fenced blocks marked `console`, a command behind each `$ `.
pub fn sessions(page: &str, text: &str) -> Vec<Vec<Step>> {
    let mut sessions = Vec::new();
    for block in text.split("```console\n").skip(1) {
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
    if TUTORIALS.contains(&page) {
        sessions = vec![sessions.into_iter().flatten().collect()];
    }
    let is_needed = |step: &Step| {
        ["python", ".py"]
            .iter()
            .any(|name| step.command.contains(name))
    };
    if sessions.iter().flatten().any(is_needed) && !has_python() {
        sessions.retain(|session| !session.iter().any(is_needed));
        skipped(
            &format!("sessions with Python {page}"),
            "python3 is not installed",
        );
    }
    sessions
}

/// How lines begin that a search writes after some seconds, on a busy machine.
const SAID_LATER: [&str; 3] = ["closing: ", "looking for formulas ", "solving positions "];

/// The line without the string from which a command is repeated, which has the version and its revision.
fn without_again(line: &str) -> String {
    let again = line.split_once("\"again\":\"");
    let again = again.and_then(|(before, after)| Some((before, after.split_once("\",")?.1)));
    again.map_or_else(
        || line.to_owned(),
        |(before, after)| before.to_owned() + after,
    )
}

/// The text without what differs from run to run: times, what is said after some seconds, the strings of `again`, and blanks at
/// line ends.
pub fn settled(text: &str) -> String {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_time = |word: &str| {
        let parts = word.split_once('.');
        parts.is_some_and(|(whole, part)| part.len() >= 2 && is_number(whole) && is_number(part))
    };
    let mut settled = String::new();
    let is_later = |line: &&str| {
        SAID_LATER
            .iter()
            .any(|said| line.trim_start_matches("! ").starts_with(said))
    };
    let is_again = |line: &&str| line.starts_with("again: grundy again ");
    let lines = text.trim().lines();
    for line in lines.filter(|line| !is_later(line) && !is_again(line)) {
        // A time's width moves the blanks in front of it.
        for word in without_again(line)
            .split(' ')
            .filter(|word| !word.is_empty())
        {
            settled += if is_time(word) { "(time)" } else { word };
            settled.push(' ');
        }
        settled.push('\n');
    }
    settled
}

/// Where a session begins: a clone, as far as it reads what is there.
pub fn clone() -> Folder {
    let folder = Folder::new();
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    #[cfg(unix)]
    std::os::unix::fs::symlink(examples, folder.path("examples")).unwrap();
    folder
}

/// The commands of a session that print something else, with what they print.
fn failures(page: &str, session: &[Step]) -> String {
    let folder = clone();
    let mut failures = String::new();
    for Step { command, output } in session {
        let got = folder.shell(&format!("exec 2>&1; {command}")).out;
        if settled(&got) != settled(output) {
            failures += &format!("{page}: $ {command}\nprints\n{got}\n");
        }
    }
    failures
}

#[test]
fn the_sessions_are_true() {
    let sessions = PAGES.into_iter().flat_map(|(page, text)| {
        let sessions = sessions(page, text).into_iter();
        sessions.map(move |session| (page, session))
    });
    let sessions: Vec<_> = sessions.collect();
    let commands: usize = sessions.iter().map(|(_, session)| session.len()).sum();
    assert!(commands >= 14, "the pages show {commands} commands");
    let failures = sessions
        .par_iter()
        .map(|(page, session)| failures(page, session));
    assert_eq!(failures.collect::<String>(), "");
}
