//! Errors of rules programs.

use std::fmt;

use crate::{Error, Failed};
use grundy_brute::interned::InternedError;
use grundy_sandbox::SandboxError;

/// Why a rules program cannot be used or its positions cannot be solved.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The program ended with an exit code other than 0 or by a signal.
    #[error("{0}")]
    Ended(Box<Ended>),
    /// The program could not be started or read, broke a limit, or wrote invalid output; or its positions cannot be
    /// solved; or the sandbox failed.
    #[error("{0}")]
    Wrong(String),
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
}

/// How a program failed.
#[derive(Debug)]
pub struct Ended {
    /// The program with the verb and its arguments.
    pub(crate) call: String,
    /// The exit code, or the name of the signal.
    pub(crate) end: String,
    /// Whether the program refused the verb: it failed and wrote nothing.
    pub(crate) is_refusal: bool,
    /// The position on which the program failed, if known.
    pub(crate) about: Option<String>,
    /// The end of its standard error.
    pub(crate) stderr: String,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.call, self.end)?;
        if self.is_refusal {
            f.write_str(" and no output: it does not know this verb")?;
            if self.call.ends_with(" claim") {
                f.write_str("; another program's claims are named by --claim")?;
            }
        }
        if let Some(position) = &self.about {
            write!(f, ", about {position}")?;
        }
        f.write_str(&tail(&self.stderr))
    }
}

impl RulesError {
    /// Returns the error that the program's positions cannot be solved.
    pub(crate) fn unsolved(program: &str, error: &InternedError) -> Self {
        let advice = match error {
            InternedError::Memory { .. } => {
                "; a game with moves to ever new positions never ends, and cannot be solved"
            }
            _ => "",
        };
        Self::Wrong(format!("{program}: {error}{advice}"))
    }

    /// Returns whether the program refused the verb.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Self::Ended(ended) if ended.is_refusal)
    }

    /// Returns the same error for a program that has the verb but failed on this position.
    pub(crate) fn on_position(mut self, position: &str) -> Self {
        if let Self::Ended(ended) = &mut self {
            ended.is_refusal = false;
            ended.about = Some(shown(position));
        }
        self
    }
}

impl From<SandboxError> for RulesError {
    fn from(error: SandboxError) -> Self {
        match error {
            SandboxError::Stopped => Self::Stopped,
            error => Self::Wrong(error.to_string()),
        }
    }
}

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Self {
        Failed(error.to_string()).into()
    }
}

/// Returns the last lines of a program's standard error, as error messages show them.
pub(crate) fn tail(stderr: &str) -> String {
    const SHOWN: usize = 10;
    let lines: Vec<&str> = stderr.trim().lines().collect();
    let shown = &lines[lines.len().saturating_sub(SHOWN)..];
    let lines = shown
        .iter()
        .map(|line| format!("\n  | {}", grundy_sandbox::shown(line)));
    lines.collect()
}

/// Escapes a text for an error message and cuts it if it is long.
pub(crate) fn shown(text: &str) -> String {
    const SHOWN: usize = 100;
    if text.len() <= SHOWN {
        return text.escape_debug().to_string();
    }
    let begin = text.floor_char_boundary(SHOWN);
    format!("{}... ({} bytes)", text[..begin].escape_debug(), text.len())
}
