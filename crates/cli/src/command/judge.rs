//! `grundy judge`.

mod answers;
mod closure;
mod interactive;
mod page;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, ensure};
use clap::{Args, Subcommand, ValueEnum};
use grundy_game::Starts;
use grundy_judge::JudgeError;
use grundy_judge::judge::judge;
use grundy_judge::plan::{JudgePlan, JudgeProgress, Keep};
use grundy_judge::reference::{Reference, ReferencePlan, Refusal, refused};
use grundy_judge::saved;
use grundy_judge::task::Task;
use grundy_program::RulesGame;
use grundy_records::plan::Shard;
use grundy_report::Block;
use grundy_sandbox::Limits;
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};

use page::Page;
pub use page::{one_line, shortened};

use crate::command::games::{Added, ClaimOption, GameOption, not_refused};
use crate::command::output::{self, Done, Form, Format, harmless};
use crate::command::programs::{self, LimitOptions, TaskOptions, Timing};
use crate::command::{interrupt, progress, text};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Judge {
    #[command(subcommand)]
    command: Option<JudgeCommand>,
    #[command(flatten)]
    judged: Box<Judged>,
}

#[derive(Subcommand)]
enum JudgeCommand {
    /// Merge the finished parts of one judge: the files of --resume, with the options and the program of the parts
    Merge(Box<Merge>),
}

#[derive(Args)]
struct Merge {
    /// The files of all parts, in any order
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    judged: Judged,
}

#[derive(Args)]
pub struct Judged {
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    task: TaskOptions,
    #[command(flatten)]
    timing: Timing,
    #[command(flatten)]
    claim: ClaimOption,
    /// What the program's answers are compared with
    #[arg(long, value_enum, default_value_t)]
    check: Check,
    /// Play against the program: it makes moves and has to win each game that it can win
    #[arg(long, conflicts_with_all = ["words", "check", "cases"])]
    interactive: bool,
    /// Who makes the first move: program, judge, or choose:FIRST,SECOND, which the program answers with one of the two
    /// words; the program by default, unless a rules program says otherwise
    #[arg(long, value_name = "WHO", requires = "interactive")]
    starts: Option<Starts>,
    /// Time limit of each line that the program writes; --time-limit is that of a whole game, in its turns
    #[arg(long, value_name = "TIME", requires = "interactive", value_parser = text::time)]
    turn_limit: Option<Duration>,
    /// End at the first failure; without it, all phases are tried, to show which tests find the mistake
    #[arg(long)]
    first: bool,
    /// If it fails on a small position, run it on up to 500 small inputs more, and say for which positions it fails, where that has a
    /// short description
    #[arg(long, conflicts_with_all = ["interactive", "shard"])]
    why: bool,
    /// Try every position up to size N; by default, sizes with at most 5000 positions, and of the larger ones as
    /// many positions as take a minute
    #[arg(long, value_name = "N")]
    up_to: Option<u32>,
    /// The number of random tests, up to a million
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    random: u64,
    /// Same seed, same tests
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// Time limit of a test: 2s, 500ms
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = text::time)]
    time_limit: Duration,
    /// Memory limit of a test: 256MiB, 1GiB
    #[arg(long, value_name = "BYTES", default_value = "256MiB", value_parser = text::bytes)]
    memory_limit: u64,
    /// Tests at the same time; the number of cores by default
    #[arg(short, long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Keep the counterexample in DIR/in and DIR/out, and try the tests there before all others
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Keep finished work in FILE, and continue with the work in FILE if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[arg(skip)]
    merged: Vec<PathBuf>,
    /// Only the I-th of K parts of the tests; `grundy judge merge` reads its FILE
    #[arg(long, value_name = "I/K", requires = "resume")]
    shard: Option<Shard>,
    #[command(flatten)]
    form: Form,
    /// The program and its arguments; no shell is involved
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Check {
    /// The right answers: the oracle's for small positions, the closed form's for large ones
    #[default]
    Answers,
    /// Its own answers one move further, for random positions of any size, by the rules alone
    Closure,
}

/// What is said after a request to stop where finished work is kept.
const STOPPED_KEPT: &str = "stopped; the same command goes on from there";

pub fn run(arguments: Judge, again: Option<String>, added: &Added) -> Result<Done> {
    let mut arguments = match (arguments.command, arguments.judged) {
        (Some(JudgeCommand::Merge(merge)), _) => {
            let Merge { mut judged, files } = *merge;
            ensure!(
                judged.resume.is_none(),
                "merge puts finished parts together: --resume is for the parts"
            );
            judged.merged = files;
            judged
        }
        (None, judged) => *judged,
    };
    arguments.form.again = again;
    let arguments = &arguments;
    let is_kept = arguments.resume.is_some();
    let stopped = if is_kept { STOPPED_KEPT } else { "stopped" };
    interrupt::listen(move || stopped.to_owned())?;
    match all(arguments, added) {
        Err(_) if is_kept && interrupt::is_stopped() => {
            output::note(stopped);
            Ok(Done::Interrupted)
        }
        done => done,
    }
}

fn all(arguments: &Judged, added: &Added) -> Result<Done> {
    let is_closure = arguments.check == Check::Closure;
    ensure!(
        !(is_closure && arguments.claim.is_given()),
        "--claim and --formula are for right answers: --check closure has none"
    );
    ensure!(
        !(is_closure && arguments.up_to.is_some()),
        "--up-to is for every small position: --check closure draws positions (--random, -m, -n)"
    );
    ensure!(
        !(is_closure && arguments.why),
        "--why is for small positions: --check closure draws positions"
    );
    ensure!(
        !(is_closure && arguments.save.is_some()),
        "--save keeps a test with its right answer: --check closure has none"
    );
    let written = [&arguments.form.junit.junit, &arguments.resume];
    let read = [programs::files(&arguments.command), arguments.claim.files()].concat();
    let read = arguments.merged.iter().chain(&read);
    arguments.game.can_be_written(written, read)?;
    let jobs = arguments.jobs.map_or_else(programs::cores, usize::from);
    with_threads(jobs, || {
        if is_closure {
            let game = &*arguments.task.cases.of(arguments.game.open(added, None)?)?;
            return closure::run(&arguments.task.of(game)?, arguments);
        }
        let asked = ReferencePlan {
            up_to: arguments.up_to,
            ..arguments.task.limits.reference(arguments.seed)
        };
        let (game, rules, reference) = arguments.game.open_with(added, &arguments.claim, &asked)?;
        let game = arguments.task.cases.of(game)?;
        let mut options = arguments.task.clone();
        let reference = reference.as_ref();
        if matches!(
            reference,
            Some(Reference::Failed { .. } | Reference::Refused { .. })
        ) {
            // There are right answers to small positions only.
            options.limits = LimitOptions::default();
        }
        let task = options.of(&*game)?;
        if arguments.interactive {
            return interactive::run(&task, arguments, reference);
        }
        answers(&task, arguments, rules.as_deref(), reference)
    })?
}

/// Runs `work` in a pool of one thread for each core and each job; where the system allows no more threads, in this one.
///
/// Without a pool, rayon starts threads at the first call and ends the process if it cannot.
fn with_threads<T: Send>(jobs: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    let alone = || {
        let builder = ThreadPoolBuilder::new().num_threads(1);
        builder.use_current_thread().build()
    };
    let pool = ThreadPoolBuilder::new().num_threads(jobs.max(programs::cores()));
    let pool = pool.build().or_else(|_| alone());
    Ok(pool.context("cannot start the threads")?.install(work))
}

fn answers(
    task: &Task<'_>,
    arguments: &Judged,
    rules: Option<&RulesGame>,
    reference: Option<&Reference>,
) -> Result<Done> {
    let mut plan = arguments.plan()?;
    if let Some(dir) = &arguments.save {
        plan.saved = saved::load(task, saved::kept_in(dir)?, output::note)?;
    }
    let report = judge(task, &plan, interrupt::stop(), &progress(0, "tests"));
    let report = report.map_err(|error| arguments.error(error))?;
    let doubt = match (&report.counterexample, rules) {
        (Some(found), Some(rules)) if found.case.by_claim => {
            is_doubtful(rules, found.case.position())?
        }
        _ => None,
    };
    // If the counterexample cannot be saved, it is printed all the same.
    let saved = match (&arguments.save, &report.counterexample) {
        (Some(dir), Some(found)) => saved::save(task, dir, &found.case).map(Some),
        _ => Ok(None),
    };
    let path = saved.as_ref().ok().and_then(Option::as_deref);
    let mut facts = json!(report);
    facts["saved"] = json!(path.map(Path::to_string_lossy));
    facts["reference"] = json!(reference);
    if let Some(is_doubtful) = doubt {
        facts["counterexample"]["is_doubtful"] = json!(is_doubtful);
    }
    if let Some(verdict) = reference.and_then(|on| on.verdict(report.accepted)) {
        facts["accepted"] = json!(false);
        facts["verdict"] = json!(verdict);
    }
    let page = answers::page(task.game, arguments, &report, (reference, doubt), path);
    arguments.show(facts, &page)?;
    saved?;
    done(reference, report.accepted)
}

/// The exit code. A failure by the oracle's answers counts also where the claim of a rules program failed.
fn done(reference: Option<&Reference>, is_accepted: bool) -> Result<Done> {
    if is_accepted || !matches!(reference, Some(Reference::Failed { .. })) {
        not_refused(reference)?;
    }
    Ok(if !is_accepted && interrupt::is_stopped() {
        Done::Interrupted
    } else {
        Done::of_check(is_accepted)
    })
}

/// Returns whether nothing shows that the claim is right about a position, on which it differs from the program; `None`,
/// and a note, if the game fails there or was stopped.
///
/// # Errors
/// When the position shows that the claim contradicts itself. Then the claim is wrong there, or one move further.
fn is_doubtful(rules: &RulesGame, position: &str) -> Result<Option<bool>> {
    match rules.is_doubtful(position) {
        Ok(Ok(is_doubtful)) => return Ok(Some(is_doubtful)),
        Ok(Err(mismatch)) => not_refused(Some(&refused(rules, Refusal::Closure, mismatch)))?,
        Err(error) => output::note(&format!("the claim was not examined: {error}")),
    }
    Ok(None)
}

/// Shows the progress of judging, and each failure that tells more than those before it.
fn progress(length: u64, unit: &'static str) -> impl Fn(JudgeProgress) + Sync {
    let bar = progress::bar(&"", length, unit);
    move |progress| match progress {
        JudgeProgress::Begin(phase, tests, most) => {
            bar.reset();
            bar.set_style(progress::style(unit, most));
            bar.set_length(tests);
            bar.set_message(page::TRIED[phase as usize][0]);
        }
        JudgeProgress::Tests(tests) => bar.inc(tests),
        JudgeProgress::Failed { test, why } => {
            bar.println(harmless(&format!("so far: {test} fails: {why}")));
        }
        JudgeProgress::Shrink => {
            bar.reset();
            bar.unset_length();
            bar.set_message("shrinking");
        }
    }
}

impl Judged {
    /// What to judge, without saved tests.
    fn plan(&self) -> Result<JudgePlan> {
        let program = programs::program(&self.command).context("no program to judge")?;
        Ok(JudgePlan {
            limits: Limits {
                memory: self.memory_limit,
                ..Limits::within(self.time_limit)
            },
            jobs: self.jobs.map_or_else(programs::cores, usize::from),
            seed: self.seed,
            up_to: self.up_to,
            random: self.random,
            first: self.first,
            why: self.why,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            keep: match &self.resume {
                Some(file) => Keep::In(file.clone()),
                None if self.merged.is_empty() => Keep::Nothing,
                None => Keep::Merged(self.merged.clone()),
            },
            ..JudgePlan::new(program, self.game.launcher()?)
        })
    }

    /// The error with the name of the program, if that cannot be started.
    fn error(&self, error: JudgeError) -> Error {
        match error {
            JudgeError::NotStarted(why) => {
                let command = self.command.first().map(|word| word.display().to_string());
                anyhow!("cannot start {}: {why}", command.unwrap_or_default())
            }
            error => error.into(),
        }
    }

    /// Writes a report: its checks, and its page, or as JSON its facts and the command.
    fn show(&self, mut facts: Value, page: &Page<'_>) -> Result<()> {
        if self.form.format == Format::Text {
            page.shortcomings.iter().copied().for_each(output::note);
        }
        let disturbances = self.timing.disturbances(self.jobs, self.form.format);
        let command = self.command.iter().map(|word| word.to_string_lossy());
        facts["again"] = json!(self.form.again);
        facts["command"] = json!(command.collect::<Vec<_>>());
        self.game.surround(&mut facts, disturbances.as_deref());
        let mut blocks = page.blocks();
        blocks.extend(Block::lines(&self.game.environment()));
        self.form.show(&facts, &blocks, &[page.suite()])
    }
}
