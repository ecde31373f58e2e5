//! What a sandbox and its supervisor tell each other.
//!
//! The sandbox starts the launcher with these arguments: the [`Settings`] as JSON, then the words of the program. For
//! each run it sends one line of JSON, the further arguments of the program. The supervisor sends one line of JSON
//! when it is ready, with its [`Features`], and one after each run, with the [`RunReport`](crate::RunReport). Each is
//! a `Result`, and after an `Err` with a text the supervisor ends.

use crate::{Isolation, Limits, Program};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, Write};

/// The configuration of a supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub limits: Limits,
    pub isolation: Isolation,
    /// Whether the process is the second one, which watches the program.
    pub is_inner: bool,
}

impl Settings {
    /// Returns the arguments of a process that supervises this program.
    pub fn to_args(self, program: &Program) -> io::Result<Vec<OsString>> {
        let mut args = vec![
            serde_json::to_string(&self)?.into(),
            program.command.clone(),
        ];
        args.extend(program.args.iter().cloned());
        Ok(args)
    }

    /// The inverse of [`Settings::to_args`]; `None` if an argument is missing or wrong.
    pub fn from_args(mut args: impl Iterator<Item = OsString>) -> Option<(Self, Program)> {
        let settings = serde_json::from_str(args.next()?.to_str()?).ok()?;
        let program = Program {
            command: args.next()?,
            args: args.collect(),
        };
        Some((settings, program))
    }
}

/// What a supervisor can do on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Features {
    /// The isolation in use.
    pub isolation: Isolation,
    /// Whether the supervisor can measure a running program.
    pub watched: bool,
    /// Whether the filter of system calls is set.
    pub filtered: bool,
    /// Whether the folders for temporary files are private.
    pub private: bool,
}

/// Sends one message.
pub(crate) fn send(mut to: impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.write_all(&line)
}
