//! Runs a rules program in the sandbox, several copies in parallel.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::Read as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{self, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use grundy_brute::interned::InternedError;
use grundy_game::explain::row::counted;
use grundy_game::line::{self, shown};
use grundy_game::{Error, Failed};
use grundy_sandbox::{End, Isolation, Launcher, Limits, Program, RunReport, Sandbox, SandboxError};

use crate::fingerprint;

/// How rules programs run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How to start a sandbox.
    pub launcher: Launcher,
    /// Wall-clock time limit of the program for one batch.
    pub time: Duration,
    /// How many copies of the program may run in parallel, at least 1.
    pub jobs: usize,
    /// Memory limit in bytes for the positions, their options and values; `None` means a quarter of the machine's memory,
    /// or half of the free memory if that is less.
    pub memory: Option<u64>,
    /// What long work reports to the user, if anything.
    pub notes: Option<Notes>,
    /// When this becomes true, all work ends with the error `stopped`.
    pub stop: &'static AtomicBool,
}

/// Which notes for the user the work with a rules program writes, and where to.
#[derive(Clone, Copy, Debug)]
pub struct Notes {
    /// Work that takes longer reports its progress, and then again each time its age doubles. A hint is written when it
    /// would save more than twice this time.
    pub after: Duration,
    /// Receives a line on how far long work has come.
    pub progress: fn(&str),
    /// Receives a line on how the program could be faster.
    pub hint: fn(&str),
}

/// Memory limit of a rules program, for all its processes together.
const MEMORY: u64 = 2 << 30;
/// On a busy machine a call may take this many times its time limit.
const STRETCH: u32 = 3;
/// Output limit of a rules program for one call.
const OUTPUT: u64 = 256 << 20;

/// The number of positions in the first batch of a verb whose answers may take long. Each batch may have at most
/// `GROWTH` times as many as the one before.
pub(crate) const FIRST: u32 = 64;
const GROWTH: u32 = 16;
/// The intended upper bounds of the time and of the answer's bytes for a batch, so that results arrive steadily and
/// little memory is used.
const LONG: Duration = Duration::from_millis(400);
const LARGE: u64 = 4 << 20;

/// Why a call of the program has no output.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// The program ended with an exit code other than 0 or by a signal.
    #[error("{what}{refusal}{tail}")]
    Ended {
        /// The program with the verb and its arguments, and the exit code or the name of the signal.
        what: String,
        /// That the program refused the verb: it failed and wrote nothing. Empty if it did not.
        refusal: &'static str,
        /// The end of its standard error, as error messages show it.
        tail: String,
    },
    /// The program broke the limit of time, memory or output, or wrote that moves are too many for a list.
    #[error(transparent)]
    Exceeded(Error),
    /// The program could not be started or wrote no text; the sandbox failed; or the caller asked to stop.
    #[error(transparent)]
    Failed(Error),
}

/// What the verb `moves` writes of a position with too many moves for a list.
pub(crate) const UNLISTED: &str = "...";

impl From<CallError> for Error {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Failed(error) | CallError::Exceeded(error) => error,
            ended @ CallError::Ended { .. } => failed(ended.to_string()),
        }
    }
}

impl From<Error> for CallError {
    fn from(error: Error) -> Self {
        match error {
            Error::TooManyMoves(_) => Self::Exceeded(error),
            error => Self::Failed(error),
        }
    }
}

impl From<SandboxError> for CallError {
    fn from(error: SandboxError) -> Self {
        Self::Failed(failed(error.to_string()))
    }
}

/// The lines that the program wrote about a batch of positions, one for each.
pub(crate) struct Reply {
    pub text: String,
    took: Duration,
}

impl Reply {
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines()
    }
}

/// Answers calls in the place of a program: it gets the words and the input of a call, and returns the output, or why there is
/// none; nothing where it has no such verb.
pub type Answering = Arc<dyn Fn(&[&str], &str) -> Result<Vec<u8>, String> + Send + Sync>;

/// The sandboxes of a program that do nothing at present.
struct Idle {
    sandboxes: Vec<Sandbox>,
    /// The shortest time of any call, an upper bound on the time to start the program.
    shortest: Duration,
    /// The time that all calls together have computed.
    computed: Duration,
}

/// A script that a program runs.
#[derive(Clone)]
pub(crate) struct Script {
    pub text: String,
    pub is_python: bool,
}

/// A larger file is no script.
const LARGEST_SCRIPT: usize = 1 << 20;

/// A program and its idle sandboxes.
pub(crate) struct Runner {
    name: String,
    program: Program,
    /// The program's fingerprint when the runner was created; `None` if its files could not be read.
    opened: Option<String>,
    pub settings: Settings,
    /// What is called in place of the program.
    pub answering: Option<Answering>,
    idle: Mutex<Idle>,
}

impl fmt::Debug for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Runner").field(&self.program).finish()
    }
}

impl Runner {
    /// Returns its command line, with whole paths of the files in it, which are those of the fingerprint.
    pub fn command(&self) -> String {
        let words = fingerprint::words(&self.program).map(|(word, file)| {
            let whole = file.and_then(|file| path::absolute(file).ok());
            let word = whole.map_or_else(|| word.clone(), PathBuf::into_os_string);
            word.to_string_lossy().into_owned()
        });
        let words: Vec<String> = words.collect();
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
    }

    /// Returns the script that the program is, or that an interpreter runs as its last argument.
    pub fn script(&self) -> Option<Script> {
        let Program { command, args } = &self.program;
        let text = fs::read_to_string(args.last().unwrap_or(command)).ok()?;
        let runs = match args.last() {
            Some(_) => command.to_string_lossy(),
            None => text.lines().next()?.strip_prefix("#!")?.into(),
        };
        // Another argument before the script may be the script, such as in `python3 claim.py table`.
        let names = ["python", "pypy"];
        let is_python = args.len() < 2 && names.iter().any(|name| runs.contains(name));
        (text.len() <= LARGEST_SCRIPT).then_some(Script { text, is_python })
    }

    /// Creates a runner. Errors call the program by `name`, or by its command line if `None`.
    pub fn new(program: Program, name: Option<String>, settings: Settings) -> Self {
        Self {
            name: name.unwrap_or_else(|| words(&program)),
            opened: fingerprint::of(&program, &settings.launcher.env).ok(),
            program,
            settings,
            answering: None,
            idle: Mutex::new(Idle {
                sandboxes: Vec::new(),
                shortest: Duration::MAX,
                computed: Duration::ZERO,
            }),
        }
    }

    /// Returns how long the program has computed; `None` if something else is called in its place.
    pub fn computed(&self) -> Option<Duration> {
        let computed = locked(&self.idle).computed;
        self.answering.is_none().then_some(computed)
    }

    /// What errors call the program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns a runner of the same program with a shorter time limit.
    pub fn in_time(&self, time: Duration) -> Self {
        let settings = Settings {
            time: time.min(self.settings.time),
            ..self.settings.clone()
        };
        Self {
            answering: self.answering.clone(),
            ..Self::new(self.program.clone(), Some(self.name.clone()), settings)
        }
    }

    /// Returns the program's command line and a hash of its files and variables. Fails if the files have changed since the runner
    /// was created.
    pub fn fingerprint(&self) -> Result<String, Error> {
        let name = &self.name;
        if self.answering.is_some() {
            return Ok(name.clone());
        }
        let now = fingerprint::of(&self.program, &self.settings.launcher.env).map_err(|error| {
            failed(format!(
                "{name}: cannot be read, to tell it from others: {error}"
            ))
        })?;
        if self.opened.as_ref() != Some(&now) {
            return Err(failed(format!(
                "{name} has been changed since it was opened"
            )));
        }
        Ok(format!("{} {now}", words(&self.program)))
    }

    /// Returns the program with the verb and its arguments, as errors show them.
    fn call(&self, words: &[&str]) -> String {
        [&[&*self.name], words].concat().join(" ")
    }

    /// Returns an error about what the program wrote or did.
    pub fn wrong(&self, words: &[&str], what: &str) -> Error {
        failed(format!("{}: {what}", self.call(words)))
    }

    /// Returns an error about the answer for a position.
    pub fn wrong_about(&self, words: &[&str], position: &str, what: &str) -> Error {
        let call = self.call(words);
        failed(format!("{call}, given {}: {what}", shown(position)))
    }

    /// Returns an error about one line of the output, counted from 1.
    pub fn wrong_line(&self, words: &[&str], number: usize, what: &str) -> Error {
        self.wrong(words, &format!("line {number}: {what}"))
    }

    /// Returns the error that the program's positions cannot be solved. `reached` is how far the search for positions came.
    pub fn unsolved(&self, error: &InternedError, reached: &str) -> Error {
        let mut what = error.to_string();
        if matches!(error, InternedError::Memory(_) | InternedError::TooMany) {
            what += "; smaller sizes, shorter texts of positions, and sums of independent parts (` + `) need less memory; ";
            what += reached;
        }
        if let InternedError::Cycle(_) = error {
            what += "; `loops: yes` in the description of a game allows that";
        }
        self.wrong(&[], &what)
    }

    /// Tells the user that the listing of sizes one by one took `starts` starts, if that took long. Returns whether it did.
    pub fn suggests_sizes(&self, starts: u32) -> bool {
        let Settings { notes, jobs, .. } = &self.settings;
        let start = locked(&self.idle).shortest.as_secs_f64();
        let seconds = start * f64::from(starts.saturating_sub(1)) / (*jobs).clamp(1, 64) as f64;
        let is_long = |notes: &&Notes| seconds > 2.0 * notes.after.as_secs_f64();
        let notes = notes.as_ref().filter(is_long);
        if let Some(notes) = notes {
            (notes.hint)(&format!(
                "{} was started {starts} times to list positions; with the verb `sizes`, which lists all sizes in one \
                 start, this takes about {seconds:.1} s less",
                self.name
            ));
        }
        notes.is_some()
    }

    /// Starts the program with these arguments and this input. Returns its output and the time it took.
    pub fn run(&self, words: &[&str], input: &str) -> Result<(String, Duration), CallError> {
        let (written, run) = match &self.answering {
            None => self.run_program(words, input)?,
            Some(answering) => match answering(words, input) {
                Err(what) if !what.is_empty() => {
                    return Err(CallError::Exceeded(self.wrong(words, &what)));
                }
                output => answered(output.ok()),
            },
        };
        if run.end != End::Code(0) {
            return Err(self.ended(words, input, &run, written.is_empty()));
        }
        let wrong = |number, what: &str| CallError::Failed(self.wrong_line(words, number, what));
        let text = String::from_utf8(written).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let number = valid.split(|&byte| byte == b'\n').count();
            wrong(number, "not UTF-8")
        })?;
        match line::control(&text) {
            Some((number, found)) => Err(wrong(number, &line::no_text(found))),
            None => Ok((text, run.wall)),
        }
    }

    /// Runs the program in a sandbox. Returns its output, of a failed run at most one byte of it, and the report.
    fn run_program(&self, words: &[&str], input: &str) -> Result<(Vec<u8>, RunReport), CallError> {
        let Settings { stop, launcher, .. } = &self.settings;
        let limits = limits(self.settings.time);
        let idle = locked(&self.idle).sandboxes.pop();
        let mut sandbox = match idle {
            Some(sandbox) => sandbox,
            None => Sandbox::start(launcher, &self.program, limits, Isolation::Namespace)?,
        };
        let args: Vec<OsString> = words.iter().map(OsString::from).collect();
        let run = sandbox.run_with(&args, input.as_bytes(), stop)?;
        let mut written = Vec::new();
        // Of a program that failed one byte is enough to know whether there is output.
        let most = if run.end == End::Code(0) { u64::MAX } else { 1 };
        let read = sandbox.stdout().take(most).read_to_end(&mut written);
        read.map_err(SandboxError::from)?;
        let mut idle = locked(&self.idle);
        idle.sandboxes.push(sandbox);
        idle.shortest = idle.shortest.min(run.wall);
        idle.computed += run.cpu;
        Ok((written, run))
    }

    /// Starts the program with a verb and an input of one position per line, and fails unless it writes one line for
    /// each. If the program fails, a binary search finds a position for the error message: the program succeeds on
    /// all lines before it and fails with it. The error [`CallError::Ended`] means that the program does not have the
    /// verb: it fails without any position, too.
    pub fn ask(&self, words: &[&str], input: &str) -> Result<Reply, CallError> {
        let mut error = match self.run(words, input) {
            Ok((text, took)) => {
                self.check_lines(words, input, &text)?;
                return Ok(Reply { text, took });
            }
            Err(error) => error,
        };
        if !matches!(error, CallError::Ended { .. }) || !self.offers(words)? {
            return Err(error);
        }
        let lines: Vec<&str> = input.split_inclusive('\n').collect();
        let (mut good, mut bad) = (0, lines.len());
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            match self.run(words, &lines[..middle].concat()) {
                Ok(_) => good = middle,
                Err(again @ CallError::Ended { .. }) => (bad, error) = (middle, again),
                Err(other) => return Err(other),
            }
        }
        if let CallError::Ended { what, refusal, .. } = &mut error {
            *refusal = "";
            *what += &format!(", given {}", shown(lines[bad - 1].trim_end()));
        }
        Err(CallError::Failed(error.into()))
    }

    /// Fails unless an output has one line for each position.
    fn check_lines(&self, words: &[&str], positions: &str, output: &str) -> Result<(), Error> {
        let (lines, expected) = (output.lines().count(), positions.lines().count());
        if lines == expected {
            return Ok(());
        }
        let counted = |number, one| counted(number as u64, one);
        let mut what = counted(lines, "line") + " for " + &counted(expected, "position");
        if let Some(first) = positions.lines().nth(lines) {
            what += &format!(": none for {}", shown(first));
        }
        if lines == 0 && matches!(words, ["input" | "claim"]) {
            what += "; for a verb that it does not offer, a rules program ends with an exit code other than 0";
        }
        Err(self.wrong(words, &what))
    }

    /// Returns the number of positions for the next batch, after the reply to a batch.
    ///
    /// The time to start the program does not depend on the positions. If it is long, batches become so large that it
    /// hardly matters, but stay far from the time limit.
    pub fn next_batch(&self, batch: u32, reply: &Reply) -> u32 {
        let start = locked(&self.idle).shortest;
        let long = LONG
            .max(start.saturating_mul(10))
            .min(self.settings.time / 4);
        let used = reply.took.saturating_sub(start).as_secs_f64();
        let positions = reply.lines().count() as f64;
        let by_time = positions * long.as_secs_f64() / used.max(1e-6);
        let by_bytes = positions * LARGE as f64 / reply.text.len().max(1) as f64;
        let most = f64::from(batch.saturating_mul(GROWTH));
        (by_time.min(by_bytes).min(most) as u32)
            .max(batch / 2)
            .max(1)
    }

    /// Returns the error about a run that failed.
    fn ended(&self, words: &[&str], input: &str, run: &RunReport, is_silent: bool) -> CallError {
        let tail = tail(&String::from_utf8_lossy(&run.stderr_tail));
        let refusal = match words {
            words if words.is_empty() || !is_silent || !tail.is_empty() => "",
            ["claim"] => {
                " and no output: it does not know this verb; another program's claims are named by --claim"
            }
            _ => " and no output: it does not know this verb",
        };
        let ended = |end: &dyn fmt::Display, refusal| CallError::Ended {
            what: format!("{}: {end}", self.call(words)),
            refusal,
            tail: tail.clone(),
        };
        let mut lines = input.lines();
        let asked = match (lines.next().map(shown), lines.next()) {
            (None, _) => String::new(),
            (Some(first), None) => format!(", asked about {first}"),
            (Some(first), Some(_)) => format!(", asked about {first} and others"),
        };
        let what = match &run.end {
            End::Code(code) => return ended(&format_args!("exit code {code}"), refusal),
            &End::Signal(signal) => return ended(&ExitStatus::from_raw(signal), ""),
            End::NotStarted(why) => {
                return CallError::Failed(failed(format!("cannot start {}: {why}", self.name)));
            }
            End::TimeLimit => format!(
                "did not end within {} s{asked}; --rules-time-limit says how long it may take",
                self.settings.time.as_secs_f64(),
            ),
            End::MemoryLimit => format!("more than {} MiB of memory", MEMORY >> 20),
            End::ProcessLimit => "too many processes".to_owned(),
            End::OutputLimit => format!("more than {} MiB of output{asked}", OUTPUT >> 20),
        };
        CallError::Exceeded(self.wrong(words, &(what + &tail)))
    }

    /// Returns whether the program has a verb, that is, whether it succeeds with an empty input.
    pub fn offers(&self, words: &[&str]) -> Result<bool, Error> {
        match self.run(words, "") {
            Ok(_) => Ok(true),
            Err(CallError::Ended { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Calls a program in parallel, once for each of these.
pub(crate) fn side_by_side<T: Sync, R: Send>(
    of: &[T],
    call: impl Fn(&T) -> Result<R, CallError> + Sync,
) -> Vec<Result<R, CallError>> {
    thread::scope(|scope| {
        let threads = of.iter().map(|one| scope.spawn(|| call(one)));
        let threads: Vec<_> = threads.collect();
        let results = threads.into_iter().map(|thread| {
            let stopped = |_| Err(CallError::Failed(failed("stopped")));
            thread.join().unwrap_or_else(stopped)
        });
        results.collect()
    })
}

/// Returns the limits of a rules program with this time limit by the clock.
fn limits(time: Duration) -> Limits {
    Limits {
        wall: time,
        stretch: STRETCH,
        // The program may use up to 64 cores during the whole time.
        cpu: time.saturating_mul(64),
        memory: MEMORY,
        output: OUTPUT,
        ..Limits::default()
    }
}

/// Returns output and report of a call that was answered in the place of a program.
fn answered(output: Option<Vec<u8>>) -> (Vec<u8>, RunReport) {
    let report = RunReport {
        end: End::Code(if output.is_some() { 0 } else { 2 }),
        stderr_tail: Vec::new(),
        wall: Duration::ZERO,
        cpu: Duration::ZERO,
        starved: Duration::ZERO,
        peak_memory: 0,
    };
    (output.unwrap_or_default(), report)
}

/// Returns the error that the game failed.
pub(crate) fn failed(what: impl Into<String>) -> Error {
    Failed(what.into()).into()
}

/// Locks a mutex, also after a thread has panicked.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a program and its arguments, separated by spaces.
fn words(program: &Program) -> String {
    let words = fingerprint::words(program).map(|(word, _)| word.to_string_lossy());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns positions as a program reads them, one per line.
pub(crate) fn input<'a>(positions: impl IntoIterator<Item = &'a str>) -> String {
    let lines = positions.into_iter().flat_map(|position| [position, "\n"]);
    lines.collect()
}

/// Returns the last lines of a program's standard error, as error messages show them.
fn tail(stderr: &str) -> String {
    const SHOWN: usize = 10;
    let lines: Vec<&str> = stderr.trim().lines().collect();
    let shown = lines[lines.len().saturating_sub(SHOWN)..].iter();
    let shown = shown.map(|line| format!("\n  | {}", grundy_sandbox::shown(line)));
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_machine_makes_a_call_at_most_three_times_as_long() {
        let limits = limits(Duration::from_secs(1));
        assert_eq!((limits.wall, limits.stretch), (Duration::from_secs(1), 3));
    }
}
