//! Sessions at the command line, with all that each command prints: a file for each suite, in `tests/sessions`.
//!
//! The lines of standard error stand below those of standard output, behind `! `, and an exit code other than 0 in brackets.
//! `GRUNDY_WRITE=1 cargo test -p grundy --test all sessions` writes what is printed into the files.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::{env, fs};

use rayon::prelude::*;

use crate::readme::{Step, clone, sessions, settled};
use crate::support::Ended;

/// The text without what differs from run to run: times, the slowest test, and how much memory is free.
fn lasting(text: &str) -> String {
    let mut lasting = String::new();
    for line in text.lines().filter(|line| !line.starts_with("slowest: ")) {
        // Only a time that differs from the counted one stands beside it.
        let clock = line.split_once(" by the clock)");
        let counted = clock.and_then(|(before, after)| Some((before.rsplit_once(" (")?.0, after)));
        let line = &counted.map_or_else(
            || line.to_owned(),
            |(before, after)| before.to_owned() + after,
        );
        let free = line.split_once("iB are free").map(|(before, _)| before);
        lasting += free.map_or(line, |before| {
            before.rsplit_once(", ").map_or("", |(kept, _)| kept)
        });
        lasting.push('\n');
    }
    settled(&lasting)
}

/// The steps that print something else, with what they print.
fn differences(session: &[Step]) -> Vec<(&Step, String)> {
    let folder = clone();
    let printed = session.iter().map(|step| {
        let Ended { code, out, err } = folder.shell(&step.command);
        let mut lines: Vec<String> = out.lines().map(str::to_owned).collect();
        lines.extend(err.lines().map(|line| format!("! {line}")));
        lines.extend(
            code.filter(|&code| code != 0)
                .map(|code| format!("[{code}]")),
        );
        let printed: String = lines.into_iter().map(|line| line + "\n").collect();
        (
            step,
            printed.replace(folder.0.path().to_str().unwrap(), "FOLDER"),
        )
    });
    let differs = |(step, printed): &(&Step, String)| lasting(&step.output) != lasting(printed);
    printed.filter(differs).collect()
}

/// The commands of a file that print something else, with what they print.
fn failures(file: &Path) -> String {
    let mut text = fs::read_to_string(file).unwrap();
    let sessions = sessions("", &text);
    assert!(!sessions.is_empty(), "{}", file.display());
    let differences = sessions.par_iter().flat_map(|session| differences(session));
    let mut failures = String::new();
    for (Step { command, output }, printed) in differences.collect::<Vec<_>>() {
        failures += &format!("{}: $ {command}\nprints\n{printed}\n", file.display());
        let [old, new] = [output, &printed].map(|output| format!("$ {command}\n{output}"));
        text = text.replacen(&old, &new, 1);
    }
    if env::var_os("GRUNDY_WRITE").is_some() {
        fs::write(file, text).unwrap();
    }
    failures
}

#[test]
fn every_command_prints_what_its_file_has() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let files = fs::read_dir(folder).unwrap();
    let files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    let failures = files.par_iter().map(|file| failures(file));
    assert_eq!(failures.collect::<String>(), "");
}
