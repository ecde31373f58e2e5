//! `grundy gen`, and `grundy mutants`: whether such tests suffice.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use grundy_game::sum::one_line;
use grundy_game::{Game, Request, Starts, originals};
use grundy_judge::mutants::{Mutants, STEPS, Sufficiency, Tried, formula_of, kill};
use grundy_judge::package::{Solutions, planned};
use grundy_judge::reference::Reference;
use grundy_judge::saved;
use grundy_judge::task::Task;
use grundy_package::{Format, Plan, TestSet, package, test_set};
use grundy_records::files::{NewFolder, no_temporary_files};
use grundy_report::{Block, text::coloured};
use serde_json::json;

use crate::command::games::{Added, ClaimOption, GameOption, not_refused, rests_on};
use crate::command::interrupt;
use crate::command::judge::shortened;
use crate::command::output::{self, Done, harmless};
use crate::command::programs::{self, LimitOptions, TaskOptions};
use crate::command::text::{self, counted, grouped, own_name};

#[derive(Args)]
pub struct Gen {
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    claim: ClaimOption,
    /// Write a test set: DIR/in/NAME.in and DIR/out/NAME.out
    #[arg(long, value_enum, conflicts_with = "shape")]
    suite: Option<Suite>,
    /// Write one input of the suite `poi` to standard output: the test of this name
    #[arg(long, value_name = "NAME", requires = "suite", conflicts_with_all = ["out", "package"])]
    test: Option<String>,
    /// Write a problem package around a test set; it is made from the shapes for games without a test set of
    /// their own
    #[arg(long, value_enum, requires = "out", conflicts_with = "shape")]
    package: Option<Package>,
    /// Make the package that of the interactive task: with an interactor, players and a testing tool; legacy, icpc
    /// and, for built-in games, polygon
    #[arg(long, requires = "package", conflicts_with_all = ["words", "claim"])]
    interactive: bool,
    /// Who makes the first move of the interactive task: program, judge, or choose:FIRST,SECOND for the player that the
    /// program chooses by one of two words [default: what the game names, or program]
    #[arg(long, value_name = "WHO", requires = "interactive")]
    starts: Option<Starts>,
    /// Write every position up to size N as a test: DIR/in/NAME.in and DIR/out/NAME.out
    #[arg(long, value_name = "N", requires = "out")]
    #[arg(conflicts_with_all = ["suite", "package", "shape", "m", "n"])]
    up_to: Option<u32>,
    /// The folder of tests or of the package: empty, or created if it is missing
    #[arg(long, value_name = "DIR", conflicts_with = "shape")]
    out: Option<PathBuf>,
    /// Write one input of this shape to standard output, with extent M and N parts; --help lists the shapes
    #[arg(long, value_name = "SHAPE", requires = "m", requires = "n")]
    shape: Option<String>,
    #[command(flatten)]
    task: TaskOptions,
    /// The time limit of a test, for a package: 2s, 500ms [default: the game's own, 4s or 20s]
    #[arg(long, value_name = "TIME", value_parser = text::time)]
    time_limit: Option<Duration>,
    /// The number of tests made from shapes, the largest first [default: each shape in three sizes or more]
    #[arg(long, value_name = "N", conflicts_with_all = ["shape", "up_to", "test"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000))]
    tests: Option<u64>,
    /// Put this right solution into the package, once it has passed all tests; .py, .cpp, .cc, .c and .java
    #[arg(long, value_name = "FILE", requires = "package")]
    #[arg(conflicts_with = "interactive")]
    solution: Vec<PathBuf>,
    /// Put this solution into the package under the verdict of the first test that it does not pass
    #[arg(long, value_name = "FILE", requires = "package")]
    #[arg(conflicts_with = "interactive")]
    wrong: Vec<PathBuf>,
    /// Same seed, same bytes, on every machine
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Suite {
    /// The sizes and properties of the original task's own tests
    Poi,
    /// Every shape of the game in three sizes, the largest at the limits
    Shapes,
}

#[derive(Clone, Copy, ValueEnum)]
enum Package {
    /// The legacy format of ICPC, which Kattis and `DOMjudge` install
    Legacy,
    /// The problem package format of ICPC and Kattis, version 2025-09
    Icpc,
    /// A full package of Polygon, with a checker and a validator for testlib
    Polygon,
    /// The format of sinol-make
    Sinol,
}

impl Package {
    const fn format(self) -> Format {
        match self {
            Self::Legacy => Format::Legacy,
            Self::Icpc => Format::Icpc,
            Self::Polygon => Format::Polygon,
            Self::Sinol => Format::Sinol,
        }
    }
}

impl Gen {
    /// The game, and with the inputs of the task; of a rules program with its claim as the source of right answers.
    fn open(&self, added: &Added) -> Result<[Arc<dyn Game>; 2]> {
        let plan = self.task.limits.reference(self.seed);
        let (game, _, reference) = match self.up_to {
            // The answers are the oracle's.
            Some(_) => (self.game.open(added, self.up_to)?, None, None),
            None => self.game.open_with(added, &self.claim, &plan)?,
        };
        let reference = reference.as_ref();
        not_refused(reference)?;
        match reference {
            None => (),
            Some(_) if self.shape.is_some() => (),
            Some(Reference::Oracle { why }) => {
                output::note(&format!("only positions that the oracle solves: {why}"));
            }
            Some(_) => output::note(rests_on(reference).trim_end()),
        }
        let of_task = self.task.cases.of(Arc::clone(&game))?;
        Ok([game, of_task])
    }
}

pub fn run(arguments: &Gen, added: &Added) -> Result<Done> {
    let (LimitOptions { m, n }, seed) = (arguments.task.limits, arguments.seed);
    let is_set = arguments.package.is_some() || arguments.suite.is_some();
    if let (Some(shape), Some(m), Some(n)) = (&arguments.shape, m, n) {
        interrupt::listen_quietly()?;
        let request = Request { shape, m, n, seed };
        let [_, game] = arguments.open(added)?;
        let cases = &game.about().cases;
        game.draw_ahead(&cases.requests(&request))?;
        let positions = cases.draw(&*game, &request)?;
        let inputs = positions.iter().map(|position| position.input());
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        output::print(&cases.join(&inputs))?;
        return Ok(Done::Fine);
    }
    match (&arguments.test, &arguments.out) {
        (Some(name), _) => {
            interrupt::listen_quietly()?;
            let [_, game] = arguments.open(added)?;
            output::print(&of_suite(&*game, name, seed)?)?;
        }
        (None, Some(out)) if is_set || arguments.up_to.is_some() => {
            let folder = filled(out)?;
            let [game, of_task] = arguments.open(added)?;
            let task = arguments.task.of(&*of_task)?;
            let written = write_set(arguments, &*game, &task, &folder);
            finish(&*game, &folder, written)?;
        }
        (None, None) if is_set => {
            bail!("--suite needs --out <DIR>, or --test <NAME> for one input of the suite poi")
        }
        _ => bail!(
            "one of these is needed:\n  \
             --shape SHAPE -m M -n N           one random input\n  \
             --up-to N --out DIR               every position up to a size\n  \
             --suite poi|shapes --out DIR      a test set\n  \
             --package legacy|icpc|polygon|sinol --out DIR   a problem package"
        ),
    }
    Ok(Done::Fine)
}

/// The input of a test of the original's test set.
fn of_suite(game: &dyn Game, name: &str, seed: u64) -> Result<String> {
    let mut others = Vec::new();
    for test in originals(game, seed)? {
        if test.name == name {
            return Ok(game.write(&test.positions));
        }
        others.push(test.name);
    }
    let game = &game.about().name;
    ensure!(!others.is_empty(), "{game} has no test set of its own");
    let others = others.join(", ");
    bail!("no test `{name}`: those of {game} are {others}")
}

/// The folder to fill, of which nothing remains if the user stops the command.
fn filled(out: &Path) -> Result<Arc<NewFolder>> {
    let folder = Arc::new(NewFolder::new(out, interrupt::stop())?);
    let stopped = Arc::clone(&folder);
    interrupt::listen(move || {
        // The request to stop is more important than what remains.
        _ = stopped.clear();
        "stopped".to_owned()
    })?;
    Ok(folder)
}

/// How tests were made, how many they are, and what the user has to know.
type Written = (&'static str, usize, Vec<String>);

/// Finishes a folder, and prints what was `written` to it. If that failed, or there is no test, nothing of it remains.
fn finish(game: &dyn Game, folder: &NewFolder, written: Result<Written>) -> Result<()> {
    let name = &game.about().name;
    let finished = written.and_then(|written| {
        ensure!(
            written.1 > 0,
            "{name} has no position of these sizes, so there is no test to write"
        );
        folder.finish()?;
        Ok(written)
    });
    let (how, tests, notes) = finished.inspect_err(|_| {
        let _alone = no_temporary_files();
        // The error to report is that of writing.
        _ = folder.clear();
    })?;
    let out = output::name(folder.path());
    output::print(&format!("{tests} tests of {name}, {how}, in {out}\n"))?;
    for note in notes {
        output::note(&note);
    }
    Ok(())
}

/// Writes a test set, or a package around it.
fn write_set(
    arguments: &Gen,
    game: &dyn Game,
    task: &Task<'_>,
    folder: &NewFolder,
) -> Result<Written> {
    let starts = || arguments.starts.as_ref().unwrap_or(&game.about().starts);
    let asked = Plan {
        tests: arguments.tests,
        time: arguments.time_limit,
        interactive: arguments.interactive.then(|| starts().clone()),
        ..Plan::original(game, TestSet::Shapes, arguments.seed)
    };
    let set = match arguments.suite {
        Some(Suite::Poi) => Some(TestSet::Original),
        Some(Suite::Shapes) => Some(TestSet::Shapes),
        None => arguments.up_to.map(TestSet::Every),
    };
    let (mut plan, stop) = (planned(task, set, asked)?, interrupt::stop());
    let how = match plan.set {
        TestSet::Original => "with the original's sizes",
        TestSet::Shapes => "made from its shapes",
        TestSet::Every(_) => "with the oracle's answers",
    };
    let mut notes = Vec::new();
    if plan.interactive.is_none() && matches!(set, None | Some(TestSet::Shapes)) {
        let alive = kill(task, &mut plan, stop)?.into_iter();
        let alive = alive.map(|what| {
            format!(
                "no test notices a program with this mistake: {}",
                shortened(&what)
            )
        });
        notes.extend(alive);
    }
    if arguments.package.is_some() && plan.interactive.is_none() {
        let given = Solutions {
            right: &arguments.solution,
            wrong: &arguments.wrong,
            launcher: arguments.game.launcher()?,
            jobs: programs::cores(),
        };
        given.confirm((game, task), &mut plan, stop, output::note)?;
    }
    if !plan.added.is_empty() {
        let tests = counted(plan.added.len() as u64, "test");
        notes.push(format!(
            "{tests} added, for wrong programs that no other test notices"
        ));
    }
    if let Some(format) = arguments.package {
        let put = &mut |path: &str, text: &str| folder.write(path, text).map_err(io::Error::other);
        let package = package(game, format.format(), &plan, put)?;
        notes.splice(0..0, package.notes);
        return Ok((how, package.tests, notes));
    }
    let mut tests = 0;
    for test in test_set(game, &plan)? {
        let test = test?;
        tests += 1;
        let mut texts = saved::texts(&test.name, &test.case);
        texts.try_for_each(|(file, text)| folder.write(&file, text))?;
    }
    Ok((how, tests, notes))
}

/// So many tests are named that kill a mutant.
const NAMED: usize = 3;

#[derive(Args)]
pub struct Mutate {
    #[command(flatten)]
    game: GameOption,
    #[command(flatten)]
    claim: ClaimOption,
    /// The tests: a problem package, a test set, or the folder of `judge --save`; by default those that `gen` writes before it adds
    /// some for the mutants
    #[arg(long, value_name = "DIR")]
    tests: Option<PathBuf>,
    #[command(flatten)]
    task: TaskOptions,
    /// A slow program is stopped after this number of steps
    #[arg(long, value_name = "N", default_value_t = STEPS)]
    steps: u64,
    /// Same seed, same tests
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: output::Format,
}

pub fn mutants(arguments: &Mutate, again: Option<&str>, added: &Added) -> Result<Done> {
    let given = arguments.claim.formula()?;
    let given = given.filter(|_| arguments.game.program().is_none());
    let (options, seed) = (&arguments.task, arguments.seed);
    let game = if given.is_some() {
        // Compares it with the oracle; the tests are those of the game itself.
        arguments.game.open_claimed(added, &arguments.claim)?;
        arguments.game.open(added, None)?
    } else {
        interrupt::listen_quietly()?;
        let asked = options.limits.reference(seed);
        let (game, _, reference) = arguments.game.open_with(added, &arguments.claim, &asked)?;
        not_refused(reference.as_ref())?;
        game
    };
    let game = options.cases.of(game)?;
    let task = options.of(&*game)?;
    let formula = given.map_or_else(|| formula_of(&*game), Ok)?;
    let mut mutants = Mutants::new(&task, formula, arguments.steps, interrupt::stop());
    let found = if let Some(dir) = &arguments.tests {
        let tests = saved::load(&task, saved::tests_of(dir)?, output::note)?;
        for test in &tests {
            mutants.test(test.name(), &test.read(&task)?)?;
        }
        mutants.finish(seed)?
    } else {
        let asked = Plan::original(&*game, TestSet::Shapes, seed);
        mutants.examine(&planned(&task, None, asked)?)?
    };
    let mut facts = json!(found);
    facts["game"] = json!(game.about().name);
    facts["again"] = json!(again);
    let mut page = page(&task, &found);
    page.extend(output::repeats(again));
    output::show(arguments.format, &facts, || coloured(&page))?;
    Ok(Done::of_check(found.survivors().next().is_none()))
}

fn page(task: &Task<'_>, found: &Sufficiency) -> Vec<Block> {
    let (all, tests) = (found.mutants.len(), found.tests.len() as u64);
    let names = |tests: &[usize], most: usize| {
        let names = tests
            .iter()
            .take(most)
            .map(|test| harmless(&found.tests[*test]));
        let more = if tests.len() > most { ", ..." } else { "" };
        names.collect::<Vec<_>>().join(", ") + more
    };
    let row = |tried: &Tried| {
        let killed = match &tried.killed_by[..] {
            [] => "survives".to_owned(),
            tests => format!("{}: {}", tests.len(), names(tests, NAMED)),
        };
        vec![shortened(&tried.what), killed]
    };
    let title = format!("{}: {}", task.game.about().title, shortened(&found.formula));
    let mut page = vec![Block::plain(title), Block::empty()];
    page.push(Block::table(
        "wrong or slow program|tests that it fails",
        found.mutants.iter().map(row),
    ));
    page.push(Block::empty());
    let survivors = found.survivors().count();
    let verdict = format!("{} of {all} wrong and slow programs fail", all - survivors);
    page.push(Block::verdict(
        survivors == 0,
        verdict,
        format!(" {}", counted(tests, "test")),
    ));
    if found.unsaid > 0 {
        let unsaid = counted(found.unsaid as u64, "test");
        page.push(Block::plain(format!(
            "{unsaid} left out, of which the formula says nothing or which are too long"
        )));
    }
    if found.equivalent > 0 {
        page.push(Block::plain(format!(
            "{} more left out: they answer all tests, and {}, as the formula does",
            grouped(found.equivalent as u64),
            counted(found.compared as u64, "other input")
        )));
    }
    let enough = format!(
        "{}: {}",
        counted(found.enough.len() as u64, "test"),
        names(&found.enough, usize::MAX)
    );
    page.push(Block::field("enough", enough));
    for survivor in found.survivors() {
        let name = &task.game.about().name;
        let request = survivor.request;
        let command = request.map(|request| format!("{} gen -g {name} {request}", own_name()));
        let smallest = survivor.smallest.as_ref();
        page.push(Block::empty());
        page.extend(Block::fields([
            ("survives", Some(shortened(&survivor.what))),
            ("fails on", smallest.map(|text| shortened(&one_line(text)))),
            ("and on", command),
        ]));
    }
    page
}
