//! Programs in sandboxes: this executable as their supervisor, the words and limits of a program, and its task.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result};
use clap::Args;
use grundy_game::{Cases, Error, Failed, Game, LetterCase, with_cases};
use grundy_judge::JudgeError;
use grundy_judge::reference::ReferencePlan;
use grundy_judge::task::Task;
use grundy_records::machine::disturbances;
use grundy_sandbox::{Launcher, Program, launch_main};

use crate::command::output::{self, Format};

/// The first argument of this executable as a supervisor of sandboxes. It is for the sandbox crate only.
const SUPERVISOR: &str = "__sandbox";

/// Supervises sandboxes until they end, if this process was started for that.
pub fn supervise() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    (arguments.next()? == SUPERVISOR).then(|| launch_main(arguments))
}

/// The command that starts a supervisor of programs that get these variables in addition to the usual ones.
///
/// # Errors
/// When the path of this executable is unknown.
pub fn launcher(env: &[Variable]) -> Result<Launcher> {
    Ok(Launcher {
        exe: env::current_exe().context("cannot find the own executable")?,
        args: vec![SUPERVISOR.into()],
        env: env.to_vec(),
    })
}

/// The name and the value of an environment variable.
pub type Variable = (OsString, OsString);

/// Reads `NAME=VALUE`, or `NAME` for the variable of this process.
pub fn variable(text: &str) -> Result<Variable, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.into())),
        None => (text, env::var_os(text)),
    };
    if name.is_empty() {
        return Err("expected NAME or NAME=VALUE".to_owned());
    }
    let value = value.ok_or("is not set here; NAME=VALUE gives it a value")?;
    Ok((name.into(), value))
}

/// The program of a command line; `None` if there is no word.
pub fn program(words: &[OsString]) -> Option<Program> {
    let (command, args) = words.split_first()?;
    Some(Program {
        command: command.clone(),
        args: args.to_vec(),
    })
}

/// The program of a command line that is the value of an option.
pub fn of_text(option: &str, command: &str) -> Result<Program> {
    let words = shlex::split(command).with_context(|| {
        format!("{option}: a quote is not closed, or a backslash ends it: {command}")
    })?;
    let words: Vec<_> = words.into_iter().map(OsString::from).collect();
    program(&words).with_context(|| format!("{option} is empty"))
}

/// The files that are named by words of programs.
pub fn files(words: impl IntoIterator<Item = impl Into<PathBuf>>) -> Vec<PathBuf> {
    let named = words.into_iter().map(Into::into);
    named.filter(|word| word.is_file()).collect()
}

/// The number of programs that run at the same time by default.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

// What `judge` and `race` state about times.
#[derive(Args)]
pub struct Timing {
    /// State what on this machine changes times from run to run: frequencies, turbo, random addresses, shared processors
    #[arg(long)]
    isolation: bool,
}

impl Timing {
    /// What changes times when this number of programs run at the same time, as sentences; `None` if it is not asked for.
    /// Where the result is a text they are written to standard error.
    pub fn disturbances(&self, jobs: Option<u16>, format: Format) -> Option<Vec<String>> {
        let jobs = jobs.map_or_else(cores, usize::from);
        let found = || disturbances(Path::new("/"), jobs, cores());
        let found = self.isolation.then(found);
        if format == Format::Text {
            for sentence in found.iter().flatten() {
                output::note(sentence);
            }
        }
        found
    }
}

// The limits of a task.
#[derive(Args, Clone, Copy, Default)]
pub struct LimitOptions {
    /// The largest extent of an input; the original task's by default; --help says what it is
    #[arg(short, value_name = "M")]
    pub m: Option<u64>,
    /// The largest number of parts of an input; the original task's by default; --help says what it is
    #[arg(short, value_name = "N")]
    pub n: Option<u64>,
}

impl LimitOptions {
    /// What the right answers within these limits are to rest on.
    pub fn reference(&self, seed: u64) -> ReferencePlan {
        ReferencePlan {
            m: self.m,
            n: self.n,
            seed,
            ..ReferencePlan::default()
        }
    }
}

// How inputs hold positions.
#[derive(Args, Clone)]
pub struct CasesOption {
    /// Inputs with many positions: count, with their number in a first line; end, to the end of the input; zero, with a line of
    /// zeros at the end; header, with their number behind their first line, which they share; then the most positions and the most
    /// parts of all, like count:1000,200000
    #[arg(long, value_name = "HOW")]
    cases: Option<Cases>,
    /// What the answers to an input with many positions begin with, where %d is their number from 1 on: 'Case #%d: '
    #[arg(long, value_name = "TEXT")]
    case_prefix: Option<String>,
}

impl CasesOption {
    /// The game with such inputs, or with those that it names itself.
    ///
    /// # Errors
    /// Its own inputs hold several positions.
    pub fn of(&self, game: Arc<dyn Game>) -> Result<Arc<dyn Game>, Error> {
        let own = &game.about().cases;
        let mut cases = self.cases.as_ref().unwrap_or(own).clone();
        let prefix = self.case_prefix.as_ref().unwrap_or(&own.prefix);
        cases.prefix.clone_from(prefix);
        if self.case_prefix.is_some() && !cases.are_many() {
            let what =
                "--case-prefix: an input has one position, and --cases says how it has several";
            return Err(Failed(what.to_owned()).into());
        }
        with_cases(game, cases)
    }
}

// The task of `judge` and `race`: a game with limits and words of its own.
#[derive(Args, Clone)]
pub struct TaskOptions {
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub cases: CasesOption,
    /// The program's words for a win and a loss; the original task's by default
    #[arg(long, value_name = "WIN,LOSS", value_delimiter = ',')]
    words: Vec<String>,
    /// How letters of answers are compared: fold, where upper and lower case are the same, or exact
    #[arg(long, value_name = "fold|exact", default_value = "fold")]
    case: LetterCase,
}

impl TaskOptions {
    /// Whether an option is given that is about answers only.
    pub fn is_about_answers(&self) -> bool {
        let has_words = !self.words.is_empty() || self.case == LetterCase::Exact;
        has_words || self.cases.case_prefix.is_some()
    }

    /// The task of this game.
    ///
    /// # Errors
    /// When the words are not two different ones, differ only in case where this is not compared, or its answers are not
    /// words.
    pub fn of<'a>(&self, game: &'a dyn Game) -> Result<Task<'a>, JudgeError> {
        let task = Task::original(game).with_limits(self.limits.m, self.limits.n);
        let task = match &self.words[..] {
            [] => task,
            [win, loss] => task.with_words(win, loss)?,
            _ => {
                let what = "expected two words with a comma between them, like --words TAK,NIE";
                return Err(JudgeError::Task(what.to_owned()));
            }
        };
        task.with_case(self.case)
    }
}
