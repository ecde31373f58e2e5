//! What can be wrong with a rules program.

use std::fmt;
use std::time::Duration;

use grundy_brute::interned::InternedError;
use grundy_games::{Error, Failed};
use grundy_sandbox::SandboxError;

use crate::about::LARGEST;

/// Why a rules program is no game, or none that can be solved.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// It cannot be started.
    #[error("cannot start {program}: {why}")]
    NotStarted {
        /// The program.
        program: String,
        /// Why, in the system's words.
        why: String,
    },
    /// It did not come to a good end.
    #[error("{call}: {end}{}{}{}", of(about.as_deref()), advice(call, end), tail(stderr))]
    Ended {
        /// What it was asked.
        call: Call,
        /// How it ended.
        end: BadEnd,
        /// The position on which it ended, where that is known.
        about: Option<Box<str>>,
        /// The end of its standard error.
        stderr: Box<str>,
    },
    /// What it wrote is not what was asked for.
    #[error("{call}: {problem}{}", not_refused(call, problem))]
    Answer {
        /// What it was asked.
        call: Call,
        /// What is wrong.
        problem: Problem,
    },
    /// Asked a second time, it said something else.
    #[error("{program} moves: {position}: asked twice, two answers: {first:?}, then {second:?}")]
    Changed {
        /// The program.
        program: String,
        /// What it was asked about.
        position: String,
        /// What it said first.
        first: String,
        /// What it said when it was asked again.
        second: String,
    },
    /// A file of it cannot be read, though it may be run.
    #[error("{program}: cannot be read, to tell it from others: {problem}")]
    Unreadable {
        /// The program.
        program: String,
        /// Why, in the system's words.
        problem: std::io::Error,
    },
    /// Its files are no longer what they were.
    #[error("{program} has been changed since it was opened")]
    Replaced {
        /// The program.
        program: String,
    },
    /// A size is beyond all.
    #[error("size {size}: sizes go to {LARGEST}")]
    TooLarge {
        /// The size.
        size: u32,
    },
    /// A program that reads the input cannot know which answer is right.
    #[error("{program} input: {input:?} is the input of two positions with different answers: of {}; and of {}", of[0], of[1])]
    OneInput {
        /// The program.
        program: String,
        /// What it wrote for both positions.
        input: String,
        /// The positions, each with its right answers.
        of: [String; 2],
    },
    /// No size has a position.
    #[error("{program}: no position of size {from} to {up_to}")]
    NoPositions {
        /// The program.
        program: String,
        /// The smallest size that was looked at.
        from: u32,
        /// The largest.
        up_to: u32,
    },
    /// The positions cannot be solved.
    #[error("{program}: {error}{}", perhaps_endless(error))]
    Unsolved {
        /// The program.
        program: String,
        /// Why.
        error: InternedError,
    },
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(SandboxError),
}

/// A program and what it was asked: `./wythoff.py moves`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The program.
    pub program: String,
    /// The verb and its arguments.
    pub words: Vec<String>,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)?;
        self.words.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

/// An end that is no good one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEnd {
    /// An exit code other than 0, and nothing on standard output: that is how a verb is refused.
    #[error("exit code {0} and no output: it does not know this verb")]
    NoSuchVerb(i32),
    /// An exit code other than 0.
    #[error("exit code {0}")]
    Code(i32),
    /// A signal.
    #[error("{0}")]
    Signal(String),
    /// It took too long.
    #[error("did not end within {} s{asked}; --rules-time-limit says how long it may take", limit.as_secs_f64())]
    TimeLimit {
        /// How long it may take.
        limit: Duration,
        /// What it was asked about, in words; empty where that is nothing.
        asked: String,
    },
    /// It used too much memory.
    #[error("more than {} MiB of memory", bytes >> 20)]
    MemoryLimit {
        /// How much it may use.
        bytes: u64,
    },
    /// It started too many processes.
    #[error("too many processes")]
    TooManyProcesses,
    /// It wrote too much.
    #[error("more than {} MiB of output{asked}", bytes >> 20)]
    OutputLimit {
        /// How much it may write.
        bytes: u64,
        /// What it was asked about, in words; empty where that is nothing.
        asked: String,
    },
}

/// What is wrong with an output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Not a line for each line.
    #[error(
        "{} for {}{}",
        counted(*found, "line"),
        counted(*expected, "position"),
        missing(*found, *expected, first.as_deref())
    )]
    Lines {
        /// How many lines there are.
        found: usize,
        /// How many there should be.
        expected: usize,
        /// The first position without an answer.
        first: Option<String>,
    },
    /// A line is wrong.
    #[error("line {number}{}: {what}", of(about.as_deref()))]
    Line {
        /// Which one, counted from 1.
        number: usize,
        /// The position it is about, if it is about one.
        about: Option<String>,
        /// What is wrong.
        what: String,
    },
    /// Not text.
    #[error("line {number} is not UTF-8")]
    NotUtf8 {
        /// Which one, counted from 1.
        number: usize,
    },
}

impl RulesError {
    /// The program, and what the solver says of its positions.
    pub(crate) fn unsolved(program: &str, error: InternedError) -> Self {
        let program = program.to_owned();
        Self::Unsolved { program, error }
    }

    /// Whether the program ended with an exit code or a signal that is no good end.
    pub(crate) const fn is_bad_end(&self) -> bool {
        matches!(
            self,
            Self::Ended {
                end: BadEnd::NoSuchVerb(_) | BadEnd::Code(_) | BadEnd::Signal(_),
                ..
            }
        )
    }

    /// The same of a program that knows the verb, and ended on this position.
    pub(crate) fn on_position(self, position: &str) -> Self {
        match self {
            Self::Ended {
                call, end, stderr, ..
            } => Self::Ended {
                call,
                end: match end {
                    BadEnd::NoSuchVerb(code) => BadEnd::Code(code),
                    end => end,
                },
                about: Some(shown(position).into()),
                stderr,
            },
            error => error,
        }
    }
}

impl From<SandboxError> for RulesError {
    fn from(error: SandboxError) -> Self {
        match error {
            SandboxError::Stopped => Self::Stopped,
            error => Self::Sandbox(error),
        }
    }
}

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Self {
        Failed(error.to_string()).into()
    }
}

/// What to do about it, where that can be told.
fn advice(call: &Call, end: &BadEnd) -> &'static str {
    match end {
        BadEnd::NoSuchVerb(_) if call.words.first().is_some_and(|verb| verb == "claim") => {
            "; another program's claims are named by --claim"
        }
        _ => "",
    }
}

const fn perhaps_endless(error: &InternedError) -> &'static str {
    match error {
        InternedError::Memory { .. } => {
            "; a game with moves to ever new positions never ends, and cannot be solved"
        }
        _ => "",
    }
}

/// What is said of a program that wrote nothing for an optional verb and ended with exit code 0.
fn not_refused(call: &Call, problem: &Problem) -> &'static str {
    let verb = call.words.first().map(String::as_str);
    match (verb, problem) {
        (Some("input" | "claim" | "random"), Problem::Lines { found: 0, .. }) => {
            "; for a verb that it does not offer, a rules program ends with an exit code other than 0"
        }
        _ => "",
    }
}

fn tail(stderr: &str) -> String {
    const SHOWN: usize = 10;
    let lines: Vec<&str> = stderr.trim().lines().collect();
    let shown = &lines[lines.len().saturating_sub(SHOWN)..];
    let lines = shown
        .iter()
        .map(|line| format!("\n  | {}", grundy_sandbox::shown(line)));
    lines.collect()
}

fn counted(number: usize, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {one}{plural}")
}

fn missing(found: usize, expected: usize, first: Option<&str>) -> String {
    match first {
        Some(first) if found < expected => format!(": none for {first}"),
        _ => String::new(),
    }
}

fn of(about: Option<&str>) -> String {
    about.map_or(String::new(), |position| format!(", about {position}"))
}

/// A text that may be long, as an error shows it.
pub(crate) fn shown(text: &str) -> String {
    const SHOWN: usize = 100;
    if text.len() <= SHOWN {
        return text.escape_debug().to_string();
    }
    let begin = text.floor_char_boundary(SHOWN);
    format!("{}... ({} bytes)", text[..begin].escape_debug(), text.len())
}
