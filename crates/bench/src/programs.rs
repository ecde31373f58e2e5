//! Whole processes: `grundy solve` beside `cat` of the same file and beside programs that solve the
//! task the usual way.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::BenchError;

/// The programs that are measured as whole processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Programs {
    /// The command of this project.
    pub grundy: PathBuf,
    /// The example of this crate that solves gra the usual ways, by their names.
    pub naive: PathBuf,
    /// `cat`, found on the path.
    pub cat: PathBuf,
}

impl Programs {
    /// Builds the programs for release with the cargo that started this process, so that what is measured
    /// belongs to the code that measures.
    ///
    /// # Errors
    /// When cargo cannot be run or does not build one of them.
    pub fn build(manifest: &Path) -> Result<Self, BenchError> {
        Ok(Self {
            grundy: build(manifest, &["-p", "grundy", "--bin", "grundy"])?,
            naive: build(manifest, &["-p", "grundy-bench", "--example", "naive"])?,
            cat: PathBuf::from("cat"),
        })
    }
}

/// Builds one program and returns the path where cargo put it.
fn build(manifest: &Path, what: &[&str]) -> Result<PathBuf, BenchError> {
    let failed = |problem: String| {
        BenchError::process(format!("cargo build --release {}", what.join(" ")), problem)
    };
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--release", "--message-format=json"])
        .arg("--manifest-path")
        .arg(manifest)
        .args(what)
        .output()
        .map_err(|error| failed(error.to_string()))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message["executable"].as_str()?))
    };
    let found = messages.lines().filter_map(executable).next_back();
    found
        .filter(|_| output.status.success())
        .ok_or_else(|| failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

/// Runs a program with a file on its standard input, and compares what it prints; without `expected`,
/// its output goes to no file at all.
pub(crate) fn run(
    program: &Path,
    arguments: &[&str],
    file: &Path,
    expected: Option<&[u8]>,
) -> Result<(), BenchError> {
    let failed = |problem: String| BenchError::process(program.display(), problem);
    let input = File::open(file).map_err(|error| failed(error.to_string()))?;
    let printed = if expected.is_some() {
        Stdio::piped()
    } else {
        Stdio::null()
    };
    let child = Command::new(program)
        .args(arguments)
        .stdin(input)
        .stdout(printed)
        .spawn();
    let output = child
        .and_then(std::process::Child::wait_with_output)
        .map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(output.status.to_string()));
    }
    match expected {
        Some(expected) if output.stdout != expected => {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            Err(BenchError::wrong(&text(&output.stdout), &text(expected)))
        }
        _ => Ok(()),
    }
}
