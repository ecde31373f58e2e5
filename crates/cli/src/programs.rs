//! Programs in sandboxes: this executable as their supervisor, the words and limits of a program.

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use grundy_sandbox::{Launcher, Limits, Program, launch_main};

/// The first argument of this executable as a supervisor of sandboxes. It is for the sandbox crate only.
const SUPERVISOR: &str = "__sandbox";

/// Supervises sandboxes until they end, if this process was started for that.
pub fn supervise() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    (arguments.next()? == SUPERVISOR).then(|| launch_main(arguments))
}

/// The command that starts a supervisor.
///
/// # Errors
/// When the path of this executable is unknown.
pub fn launcher() -> Result<Launcher> {
    Ok(Launcher {
        exe: env::current_exe().context("cannot find the own executable")?,
        args: vec![SUPERVISOR.into()],
    })
}

/// The program of a command line; `None` if there is no word.
pub fn program(words: &[OsString]) -> Option<Program> {
    let (command, args) = words.split_first()?;
    Some(Program {
        command: command.clone(),
        args: args.to_vec(),
    })
}

/// The default limits, but for wall and processor time.
pub fn limits(time: Duration) -> Limits {
    Limits {
        wall: time,
        cpu: time,
        ..Limits::default()
    }
}
