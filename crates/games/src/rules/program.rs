//! Runs a rules program in the sandbox, several copies in parallel.

use std::ffi::OsString;
use std::fmt;
use std::io::Read as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use grundy_sandbox::{End, Isolation, Launcher, Limits, Program, RunReport, Sandbox, SandboxError};

use crate::rules::error::{Ended, RulesError, shown, tail};
use crate::rules::fingerprint;
use crate::rules::line;

/// How rules programs run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How to start a sandbox.
    pub launcher: Launcher,
    /// Wall-clock time limit of the program for one batch.
    pub time: Duration,
    /// How many copies of the program may run in parallel, at least 1.
    pub jobs: usize,
    /// Memory limit in bytes for the positions, their options and values; `None` means half of the free memory.
    pub memory: Option<u64>,
    /// When this becomes true, all work ends with [`RulesError::Stopped`].
    pub stop: &'static AtomicBool,
}

/// Memory limit of a rules program, for all its processes together.
const MEMORY: u64 = 2 << 30;
/// Output limit of a rules program for one call.
const OUTPUT: u64 = 256 << 20;

/// The sandboxes of a program that do nothing at present.
#[derive(Default)]
struct Idle {
    sandboxes: Vec<Sandbox>,
    /// The shortest time of any call, an upper bound on the time to start the program.
    shortest: Option<Duration>,
}

/// A program and its idle sandboxes.
pub(crate) struct Runner {
    name: String,
    program: Program,
    /// The program's fingerprint when the runner was created; `None` if its files could not be read.
    opened: Option<String>,
    settings: Settings,
    idle: Mutex<Idle>,
}

impl fmt::Debug for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("program", &self.program)
            .finish_non_exhaustive()
    }
}

impl Runner {
    /// Creates a runner. Errors call the program by `name`, or by its command line if `None`.
    pub fn new(program: Program, name: Option<String>, settings: Settings) -> Self {
        Self {
            name: name.unwrap_or_else(|| words(&program)),
            opened: fingerprint::of(&program).ok(),
            program,
            settings,
            idle: Mutex::default(),
        }
    }

    /// The name of the program in errors.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the program's command line and a hash of its files. Fails if the files have changed since the runner
    /// was created.
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

    /// Returns an upper bound on the time to start the program, from the calls so far.
    pub fn start(&self) -> Duration {
        locked(&self.idle).shortest.unwrap_or(Duration::MAX)
    }

    /// Returns the program with the verb and its arguments, as errors show them.
    fn call(&self, words: &[&str]) -> String {
        [&[&*self.name], words].concat().join(" ")
    }

    /// Returns an error about what the program wrote or did.
    pub fn wrong(&self, words: &[&str], what: &str) -> RulesError {
        RulesError::Wrong(format!("{}: {what}", self.call(words)))
    }

    /// Returns an error about the answer for a position.
    pub fn wrong_about(&self, words: &[&str], position: &str, what: &str) -> RulesError {
        let call = self.call(words);
        RulesError::Wrong(format!("{call}, about {}: {what}", shown(position)))
    }

    /// Returns an error about one line of the output, counted from 1.
    pub fn wrong_line(&self, words: &[&str], number: usize, what: &str) -> RulesError {
        self.wrong(words, &format!("line {number}: {what}"))
    }

    /// Starts the program with these arguments and this input. Returns its output and the time it took.
    pub fn run(&self, words: &[&str], input: &str) -> Result<(String, Duration), RulesError> {
        let Settings { stop, launcher, .. } = &self.settings;
        let idle = locked(&self.idle).sandboxes.pop();
        let mut sandbox = match idle {
            Some(sandbox) => sandbox,
            None => {
                let (limits, isolation) = (self.limits(), Isolation::Namespace);
                Sandbox::start(launcher, &self.program, limits, isolation)?
            }
        };
        let args: Vec<OsString> = words.iter().map(OsString::from).collect();
        let run = sandbox.run_with(&args, input.as_bytes(), stop)?;
        let mut written = Vec::new();
        // Of a program that failed one byte is enough to know whether there is output.
        let most = if run.end == End::Code(0) { u64::MAX } else { 1 };
        let read = sandbox.stdout().take(most).read_to_end(&mut written);
        read.map_err(SandboxError::from)?;
        let wall = run.wall;
        {
            let mut idle = locked(&self.idle);
            idle.sandboxes.push(sandbox);
            idle.shortest = Some(idle.shortest.map_or(wall, |shortest| shortest.min(wall)));
        }
        if run.end != End::Code(0) {
            return Err(self.ended(words, input, run, written.is_empty()));
        }
        let text = String::from_utf8(written).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let number = valid.split(|&byte| byte == b'\n').count();
            self.wrong_line(words, number, "not UTF-8")
        })?;
        if let Some((number, found)) = line::control(&text) {
            return Err(self.wrong_line(words, number, &line::no_text(found)));
        }
        Ok((text, wall))
    }

    /// As [`run`](Self::run) for an input with one position per line. If the program fails, a binary search finds a
    /// position for the error message: the program succeeds on all lines before it and fails with it.
    pub fn ask(&self, words: &[&str], input: &str) -> Result<(String, Duration), RulesError> {
        let mut error = match self.run(words, input) {
            Err(error @ RulesError::Ended(_)) => error,
            answer => return answer,
        };
        if !self.offers(words)? {
            // The program fails without any position, too.
            return Err(error);
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

    fn limits(&self) -> Limits {
        let time = self.settings.time;
        Limits {
            wall: time,
            // The program may use up to 64 cores during the whole time.
            cpu: time.saturating_mul(64),
            memory: MEMORY,
            output: OUTPUT,
            ..Limits::default()
        }
    }

    /// Returns the error about a run that failed.
    fn ended(&self, words: &[&str], input: &str, run: RunReport, is_silent: bool) -> RulesError {
        let stderr = String::from_utf8_lossy(&run.stderr_tail);
        let mut lines = input.lines();
        let mut asked = match lines.next() {
            Some(first) => format!(", asked about {}", shown(first)),
            None => String::new(),
        };
        if lines.next().is_some() {
            asked += " and others";
        }
        let failed = |end, is_refusal| {
            RulesError::Ended(Box::new(Ended {
                call: self.call(words),
                end,
                is_refusal,
                about: None,
                stderr: stderr.to_string(),
            }))
        };
        let what = match run.end {
            End::Code(code) => {
                let is_refusal = is_silent && stderr.is_empty() && !words.is_empty();
                return failed(format!("exit code {code}"), is_refusal);
            }
            End::Signal(signal) => return failed(ExitStatus::from_raw(signal).to_string(), false),
            End::NotStarted(why) => {
                return RulesError::Wrong(format!("cannot start {}: {why}", self.name));
            }
            End::TimeLimit => format!(
                "did not end within {} s{asked}; --rules-time-limit says how long it may take",
                self.settings.time.as_secs_f64(),
            ),
            End::MemoryLimit => format!("more than {} MiB of memory", MEMORY >> 20),
            End::ProcessLimit => "too many processes".to_owned(),
            End::OutputLimit => format!("more than {} MiB of output{asked}", OUTPUT >> 20),
        };
        self.wrong(words, &(what + &tail(&stderr)))
    }

    /// Returns whether the program has a verb, that is, whether it succeeds with an empty input.
    pub fn offers(&self, words: &[&str]) -> Result<bool, RulesError> {
        match self.run(words, "") {
            Ok(_) => Ok(true),
            Err(RulesError::Ended(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Splits an output into lines; fails unless there is one line for each position.
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
        let mut what =
            counted(lines.len(), "line") + " for " + &counted(positions.len(), "position");
        if let Some(first) = positions.get(lines.len()) {
            what += &format!(": none for {}", shown(first));
        }
        if lines.is_empty() && matches!(words, ["input" | "claim"]) {
            what += "; for a verb that it does not offer, a rules program ends with an exit code other than 0";
        }
        Err(self.wrong(words, &what))
    }
}

/// Locks a mutex, also after a thread has panicked.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn counted(number: usize, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {one}{plural}")
}

/// Returns a program and its arguments, separated by spaces.
fn words(program: &Program) -> String {
    let words = [&program.command].into_iter().chain(&program.args);
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// Returns positions as a program reads them, one per line.
pub(crate) fn input<'a>(positions: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for position in positions {
        text.push_str(position);
        text.push('\n');
    }
    text
}
