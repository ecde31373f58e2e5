//! A program as the opponent.

use std::time::Duration;

use anyhow::{Context as _, Result};
use grundy_judge::interactive::Partner;
use grundy_sandbox::Launcher;

use crate::programs;

/// The longest time of the program for a move, and for all of its moves before it again.
const TIME: Duration = Duration::from_secs(10);

/// Lets a command play in place of the built-in opponent.
pub fn partner(command: &str, launcher: &Launcher) -> Result<Partner> {
    let words = shlex::split(command).with_context(|| {
        format!("--opponent: a quote is not closed, or a backslash ends it: {command}")
    })?;
    let words: Vec<_> = words.into_iter().map(Into::into).collect();
    let program = programs::program(&words).context("--opponent is empty")?;
    Ok(Partner::start(launcher, &program, programs::limits(TIME))?)
}
