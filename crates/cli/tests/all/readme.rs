//! The sessions in the README and in the docs are true: every command in them is run, and prints what
//! stands there.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGES: [(&str, &str); 3] = [
    ("README.md", include_str!("../../../../README.md")),
    (
        "docs/formats.md",
        include_str!("../../../../docs/formats.md"),
    ),
    ("docs/tour.md", include_str!("../../../../docs/tour.md")),
];
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
    for (page, text) in PAGES {
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
                steps.push(Step {
                    command: command.to_owned(),
                    output: String::new(),
                });
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
    let is_time = |word: &str| {
        word.split_once('.').is_some_and(|(whole, part)| {
            part.len() >= 2
                && [whole, part]
                    .iter()
                    .all(|p| p.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    text.trim()
        .lines()
        .map(|line| {
            let words = line.trim_end().split(' ');
            let words = words.map(|word| if is_time(word) { "(time)" } else { word });
            // A time's width moves the blanks in front of it.
            words
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join(" ")
                + "\n"
        })
        .collect()
}

#[test]
fn the_sessions_are_true() {
    let mut path = vec![
        PathBuf::from(env!("CARGO_BIN_EXE_grundy"))
            .parent()
            .map(Path::to_path_buf)
            .unwrap(),
    ];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(path).unwrap();
    let mut failures = Vec::new();
    let mut commands = 0;
    for (page, session) in sessions() {
        let dir = tempfile::tempdir().unwrap();
        // A session begins in a clone, as far as it reads what is there.
        #[cfg(unix)]
        std::os::unix::fs::symlink(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"),
            dir.path().join("examples"),
        )
        .unwrap();
        for step in session {
            commands += 1;
            let output = Command::new("sh")
                .arg("-c")
                .arg(format!("exec 2>&1; {}", step.command))
                .current_dir(&dir)
                .env("PATH", &path)
                .output()
                .unwrap();
            let got = String::from_utf8(output.stdout).unwrap();
            if settled(&got) != settled(&step.output) {
                failures.push(format!("{page}: $ {}\nprints\n{got}", step.command));
            }
        }
    }
    assert!(commands >= 14, "the pages show {commands} commands");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
