//! A rules program, started with a verb: in the sandbox, several side by side.

use std::ffi::OsString;
use std::fmt;
use std::io::Read as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use grundy_sandbox::{End, Isolation, Launcher, Limits, Program, Run, Sandbox, SandboxError};

use crate::error::{Ended, RulesError, of, shown, tail};
use crate::fingerprint;
use crate::line;

/// How rules programs are run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How sandboxes are started.
    pub launcher: Launcher,
    /// How long the program may take for one batch, by the clock.
    pub time: Duration,
    /// How many of it may run side by side, at least 1.
    pub jobs: usize,
    /// How many bytes the positions, their options and values may take; half of what is free when `None`.
    pub memory: Option<u64>,
    /// When this becomes true, everything ends.
    pub stop: &'static AtomicBool,
}

/// How much memory a rules program may use, all its processes together.
const MEMORY: u64 = 2 << 30;
/// How much it may write in answer to one call.
const OUTPUT: u64 = 256 << 20;

/// Somebody's program, and idle sandboxes for it.
pub(crate) struct Runner {
    name: String,
    program: Program,
    /// What it was when it was made a runner of; nothing, when it could not be read.
    opened: Option<String>,
    settings: Settings,
    idle: Mutex<Vec<Sandbox>>,
    /// The shortest that any call took: a start of the program takes no longer.
    shortest: Mutex<Duration>,
}

impl fmt::Debug for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("program", &self.program)
            .finish_non_exhaustive()
    }
}

impl Runner {
    /// A runner of a program, which errors show by this name; by its words where there is none.
    pub fn new(program: Program, name: Option<String>, settings: Settings) -> Self {
        Self {
            name: name.unwrap_or_else(|| words(&program)),
            opened: fingerprint::of(&program).ok(),
            program,
            settings,
            idle: Mutex::default(),
            shortest: Mutex::new(Duration::MAX),
        }
    }

    /// The program as errors show it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its words and a hash of what stands in its files, as when it was opened.
    pub fn fingerprint(&self) -> Result<String, RulesError> {
        let name = &self.name;
        let wrong = |what: String| RulesError::Wrong(format!("{name}{what}"));
        let now = fingerprint::of(&self.program)
            .map_err(|error| wrong(format!(": cannot be read, to tell it from others: {error}")))?;
        if self.opened.as_ref() != Some(&now) {
            return Err(wrong(" has been changed since it was opened".to_owned()));
        }
        Ok(format!("{} {now}", words(&self.program)))
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How long a start of the program takes, at most; as far as it has been seen.
    pub fn start(&self) -> Duration {
        let shortest = self.shortest.lock();
        *shortest.unwrap_or_else(PoisonError::into_inner)
    }

    /// The program with the verb and its arguments, as errors show them.
    fn call(&self, words: &[&str]) -> String {
        let words = [self.name.as_str()]
            .into_iter()
            .chain(words.iter().copied());
        words.collect::<Vec<_>>().join(" ")
    }

    /// An error about what the program wrote or did.
    fn wrong(&self, words: &[&str], what: &str) -> RulesError {
        RulesError::Wrong(format!("{}: {what}", self.call(words)))
    }

    /// The error that the program refuses a verb with this exit code.
    pub fn refused(&self, words: &[&str], code: i32) -> RulesError {
        RulesError::Ended(Box::new(Ended {
            call: self.call(words),
            end: Ok(code),
            is_refusal: true,
            about: None,
            stderr: String::new(),
        }))
    }

    /// The error that the program did not write one line for each position.
    pub fn wrong_count(
        &self,
        words: &[&str],
        found: usize,
        expected: usize,
        first: Option<&str>,
    ) -> RulesError {
        let missing = match first {
            Some(first) => format!(": none for {}", shown(first)),
            None => String::new(),
        };
        let advice = match words.first() {
            Some(&("input" | "claim" | "random")) if found == 0 => {
                "; for a verb that it does not offer, a rules program ends with an exit code other than 0"
            }
            _ => "",
        };
        let (lines, positions) = (counted(found, "line"), counted(expected, "position"));
        self.wrong(words, &format!("{lines} for {positions}{missing}{advice}"))
    }

    /// An error about one line of what it wrote, counted from 1, and about this position where it is one's.
    pub fn wrong_line(
        &self,
        words: &[&str],
        number: usize,
        position: Option<&str>,
        what: &str,
    ) -> RulesError {
        let about = of(position.map(shown).as_deref());
        self.wrong(words, &format!("line {number}{about}: {what}"))
    }

    /// Starts the program with these words and this input, and gives what it wrote and how long it took.
    pub fn run(&self, words: &[&str], input: &str) -> Result<(String, Duration), RulesError> {
        let Settings {
            stop,
            launcher,
            time,
            ..
        } = &self.settings;
        let limits = Limits {
            wall: *time,
            // It may use all cores as long as it likes.
            cpu: time.saturating_mul(64),
            memory: MEMORY,
            output: OUTPUT,
            ..Limits::default()
        };
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut sandbox = match idle {
            Some(sandbox) => sandbox,
            None => Sandbox::start(launcher, &self.program, limits, Isolation::Namespace)?,
        };
        let args: Vec<OsString> = words.iter().map(OsString::from).collect();
        let run = sandbox.run_with(&args, input.as_bytes(), stop)?;
        let mut written = Vec::new();
        if run.end == End::Code(0) {
            sandbox
                .stdout()
                .read_to_end(&mut written)
                .map_err(SandboxError::from)?;
        } else {
            // Whether there is anything at all.
            sandbox
                .stdout()
                .take(1)
                .read_to_end(&mut written)
                .map_err(SandboxError::from)?;
        }
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(sandbox);
        let wall = run.wall;
        let mut shortest = self.shortest.lock().unwrap_or_else(PoisonError::into_inner);
        *shortest = wall.min(*shortest);
        drop(shortest);
        let is_silent = written.is_empty();
        self.ended_well(words, input, limits, run, is_silent)?;
        let text = String::from_utf8(written).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let number = valid.split(|&byte| byte == b'\n').count();
            self.wrong(words, &format!("line {number} is not UTF-8"))
        })?;
        if let Some((number, found)) = line::control(&text) {
            return Err(self.wrong_line(words, number, None, &line::no_text(found)));
        }
        Ok((text, wall))
    }

    /// As [`run`](Self::run), where each line of the input is a position. When the program does not end well, the
    /// error names a position on which it does not: with those before it, it does.
    pub fn ask(&self, words: &[&str], input: &str) -> Result<(String, Duration), RulesError> {
        let mut error = match self.run(words, input) {
            Err(error @ RulesError::Ended(_)) => error,
            answer => return answer,
        };
        match self.run(words, "") {
            Ok(_) => {}
            // Whatever the positions.
            Err(RulesError::Ended(_)) => return Err(error),
            Err(other) => return Err(other),
        }
        let lines: Vec<&str> = input.split_inclusive('\n').collect();
        let (mut good, mut bad) = (0, lines.len());
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            match self.run(words, &lines[..middle].concat()) {
                Ok(_) => good = middle,
                Err(again @ RulesError::Ended(_)) => (bad, error) = (middle, again),
                Err(other) => return Err(other),
            }
        }
        Err(error.on_position(lines[bad - 1].trim_end()))
    }

    /// That it came to a good end.
    fn ended_well(
        &self,
        words: &[&str],
        input: &str,
        limits: Limits,
        run: Run,
        is_silent: bool,
    ) -> Result<(), RulesError> {
        let asked = || match input.lines().count() {
            0 => String::new(),
            1 => format!(", asked about {}", shown(input.trim_end())),
            lines => format!(
                ", asked about {} and {} more",
                shown(input.lines().next().unwrap_or("")),
                lines - 1
            ),
        };
        let stderr = String::from_utf8_lossy(&run.stderr_tail);
        let broke = |what: String| self.wrong(words, &format!("{what}{}", tail(&stderr)));
        let end = match run.end {
            End::Code(0) => return Ok(()),
            End::Code(code) => Ok(code),
            End::Signal(signal) => Err(ExitStatus::from_raw(signal).to_string()),
            End::NotStarted(why) => {
                let error = format!("cannot start {}: {why}", self.name);
                return Err(RulesError::Wrong(error));
            }
            End::TimeLimit => {
                return Err(broke(format!(
                    "did not end within {} s{}; --rules-time-limit says how long it may take",
                    limits.wall.as_secs_f64(),
                    asked()
                )));
            }
            End::MemoryLimit => {
                return Err(broke(format!("more than {} MiB of memory", MEMORY >> 20)));
            }
            End::ProcessLimit => return Err(broke("too many processes".to_owned())),
            End::OutputLimit => {
                let what = format!("more than {} MiB of output{}", OUTPUT >> 20, asked());
                return Err(broke(what));
            }
        };
        let is_refusal =
            end.is_ok() && is_silent && run.stderr_tail.is_empty() && !words.is_empty();
        Err(RulesError::Ended(Box::new(Ended {
            call: self.call(words),
            end,
            is_refusal,
            about: None,
            stderr: stderr.into_owned(),
        })))
    }

    /// Whether the program offers a verb: asked about nothing, it ends well.
    pub fn offers(&self, words: &[&str]) -> Result<bool, RulesError> {
        match self.run(words, "") {
            Ok(_) => Ok(true),
            Err(RulesError::Ended(ended)) if ended.end.is_ok() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The lines of an output that has one for each position.
    pub fn lines<'a>(
        &self,
        words: &[&str],
        positions: &[&str],
        output: &'a str,
    ) -> Result<Vec<&'a str>, RulesError> {
        let lines: Vec<&str> = output.lines().collect();
        if lines.len() == positions.len() {
            return Ok(lines);
        }
        let first = positions.get(lines.len()).copied();
        Err(self.wrong_count(words, lines.len(), positions.len(), first))
    }
}

fn counted(number: usize, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {one}{plural}")
}

/// A program and its arguments, with spaces between them.
fn words(program: &Program) -> String {
    let words = [&program.command].into_iter().chain(&program.args);
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// Positions as a program reads them, a line for each.
pub(crate) fn input(positions: &[&str]) -> String {
    let mut text = String::with_capacity(positions.iter().map(|position| position.len() + 1).sum());
    for position in positions {
        text.push_str(position);
        text.push('\n');
    }
    text
}
