//! Sets the revision of the code for the version in checkpoints and records.

use std::fs;
use std::process::Command;

/// The crates on which the result of a sweep depends.
const SOURCES: [&str; 8] = [
    "../core",
    "../brute",
    "../game",
    "../games",
    "../package",
    "../program",
    "../records",
    "../sweep",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let revision = of_package().or_else(of_repository);
    let revision = revision.unwrap_or_else(|| "0000000".to_owned());
    println!("cargo::rustc-env=GRUNDY_REVISION={revision}");
}

/// Returns the revision that cargo has written into a published package.
fn of_package() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    Some(rest.get(..12)?.to_owned())
}

/// Returns the commit of a clone, with `-dirty` if a source differs from it.
fn of_repository() -> Option<String> {
    for folder in SOURCES {
        println!("cargo::rerun-if-changed={folder}");
    }
    // Each commit adds a line to this file.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={log}");
    let revision = git(&["rev-parse", "--short=12", "HEAD"])?;
    let mut status = vec!["status", "--porcelain", "--"];
    status.extend(SOURCES);
    let is_changed = !git(&status)?.is_empty();
    Some(revision + if is_changed { "-dirty" } else { "" })
}

/// Returns git's output; `None` if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
