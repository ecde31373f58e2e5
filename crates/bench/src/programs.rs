//! Whole processes: `grundy solve` beside `cat` of the same file.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::error::wrong;

/// Builds the command for release with the cargo that started this process, so that what is measured belongs to the code
/// that measures. `target` is cargo's folder of what it has built. Returns the path of the command.
///
/// # Errors
/// When cargo cannot be run or does not build it.
pub fn build(manifest: &Path, target: &Path) -> Result<PathBuf> {
    let what = ["build", "--release", "--package=grundy", "--bin=grundy"];
    let failed = || format!("cannot run cargo {}", what.join(" "));
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(what).arg("--manifest-path").arg(manifest);
    let ended = build.arg("--target-dir").arg(target).status();
    let ended = ended.with_context(failed)?;
    ensure!(ended.success(), "{}: {ended}", failed());
    let program = target.join("release/grundy");
    Ok(program.with_extension(env::consts::EXE_EXTENSION))
}

/// Runs a program with a file on its standard input, and compares what it prints; without `expected`,
/// its output goes to no file at all.
pub(crate) fn run(
    program: &Path,
    arguments: &[&str],
    file: &Path,
    expected: Option<&[u8]>,
) -> Result<()> {
    let failed = || format!("cannot run {}", program.display());
    let input = File::open(file).with_context(failed)?;
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
        .with_context(failed)?;
    ensure!(output.status.success(), "{}: {}", failed(), output.status);
    match expected {
        Some(expected) if output.stdout != expected => {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            Err(wrong(&text(&output.stdout), &text(expected)))
        }
        _ => Ok(()),
    }
}
