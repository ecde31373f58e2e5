//! This executable in its hidden mode, in which it is a sandbox's supervisor.

use std::env;
use std::process::ExitCode;

use anyhow::{Context, Result};
use grundy_sandbox::{Launcher, launch_main};

/// The first argument that makes this executable a launcher of sandboxes. Nobody types it.
const LAUNCHER: &str = "__sandbox";

/// Is the launcher, when this process was started as one.
pub fn mode() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    (arguments.next()? == LAUNCHER).then(|| launch_main(arguments))
}

/// This executable as a launcher.
pub fn launcher() -> Result<Launcher> {
    Ok(Launcher {
        exe: env::current_exe().context("cannot find the own executable")?,
        args: vec![LAUNCHER.into()],
    })
}
