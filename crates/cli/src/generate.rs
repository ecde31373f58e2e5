//! `grundy gen`, and `grundy mutants`: whether such tests suffice.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use grundy_game::originals;
use grundy_game::sum::one_line;
use grundy_game::{
    Case, Claimant, Expected, Game, Limit, Place, Request, Starts, Submission, unwatched,
};
use grundy_judge::JudgeError;
use grundy_judge::judge::{drawn_failure, judge, on_package};
use grundy_judge::mutants::{Mutants, Sufficiency, Tried, formula_of};
use grundy_judge::plan::{JudgePlan, Phase};
use grundy_judge::reference::Reference;
use grundy_judge::saved;
use grundy_judge::task::Task;
use grundy_package::{Format, Plan, TestSet, package, test_set, wrong_solutions};
use grundy_records::files::{NewFolder, PathError, no_temporary_files};
use grundy_report::{Block, text::coloured};
use serde_json::json;
use tempfile::TempDir;

use crate::games::{Added, ClaimOption, GameOption, not_refused, rests_on};
use crate::interrupt;
use crate::output::{self, Done, harmless};
use crate::programs::{self, LimitOptions, TaskOptions};
use crate::text::{self, counted, grouped};

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
    #[arg(conflicts_with_all = ["suite", "package", "shape"])]
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
    #[arg(
        long,
        value_name = "FILE",
        requires = "package",
        conflicts_with = "interactive"
    )]
    solution: Vec<PathBuf>,
    /// Put this solution into the package under the verdict of the first test that it does not pass
    #[arg(
        long,
        value_name = "FILE",
        requires = "package",
        conflicts_with = "interactive"
    )]
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
        let (game, relying) = self.game.open_with(added, &self.claim, &plan)?;
        let reference = relying.as_ref().map(|(_, reference)| reference);
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
    match (&arguments.test, &arguments.out, arguments.up_to) {
        (Some(name), ..) => {
            interrupt::listen_quietly()?;
            let [_, game] = arguments.open(added)?;
            output::print(&of_suite(&*game, name, seed)?)?;
        }
        (None, Some(out), Some(up_to)) => {
            let folder = filled(out)?;
            // The answers are the oracle's.
            let game = arguments.game.open(added, Some(up_to))?;
            let game = &*arguments.task.cases.of(game)?;
            finish(game, &folder, write_every(game, up_to, &folder))?;
        }
        (None, Some(out), None) if is_set => {
            let folder = filled(out)?;
            let [game, of_task] = arguments.open(added)?;
            let task = arguments.task.of(&*of_task)?;
            finish(
                &*game,
                &folder,
                write_set(arguments, &*game, &task, &folder),
            )?;
        }
        (None, None, _) if is_set => {
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
    if game.about().claimant == Claimant::ClosedForm {
        task.has_inputs(arguments.seed)?;
    }
    let name = &game.about().name;
    let cases = task.game.about().cases.clone();
    if arguments.interactive && matches!(arguments.suite, Some(Suite::Poi)) {
        bail!("--suite poi has the original's tests, which are not those of an interactive task")
    }
    let interactive = arguments.interactive.then(|| {
        let starts = arguments.starts.as_ref();
        starts.unwrap_or(&game.about().starts).clone()
    });
    let mut limits = task.limits().to_vec();
    if arguments.interactive && !task.has_own_limits {
        limits = match &*game.about().interactive {
            [] => limits.iter().map(short).collect(),
            own => own.to_vec(),
        };
    }
    let (set, made) = match arguments.suite {
        Some(Suite::Poi) | None
            if game.about().tests > 0
                && !task.has_own_limits
                && !arguments.interactive
                && !cases.are_many()
                && arguments.tests.is_none() =>
        {
            (TestSet::Original, "with the original's sizes")
        }
        Some(Suite::Poi) if cases.are_many() || arguments.tests.is_some() => {
            bail!(
                "--suite poi has the original's inputs: --cases and --tests are for --suite shapes"
            )
        }
        Some(Suite::Poi) if task.has_own_limits => {
            bail!("--suite poi has the original's sizes: -m and -n are for --suite shapes")
        }
        Some(Suite::Poi) => {
            bail!("{name} has no test set of its own; --suite shapes makes one from its shapes")
        }
        _ if task.limits().is_empty() => {
            bail!("{name} has no limits, so the sizes of its tests are unknown")
        }
        _ => (TestSet::Shapes, "made from its shapes"),
    };
    let is_plain = |word: &str| !word.contains(['"', '\\']) && !word.contains(char::is_control);
    ensure!(
        task.answers.outcome_words().into_iter().all(is_plain),
        "--words: a package has its words in programs, so they may not contain quotes, backslashes or control characters"
    );
    if let Some(Starts::Choose { first, second }) = &interactive {
        task.tells_apart(first, second)?;
    }
    let mut plan = Plan {
        limits,
        case: task.case,
        interactive,
        answers: task.answers.clone(),
        time: arguments.time_limit,
        cases,
        tests: arguments.tests,
        ..Plan::original(game, set, arguments.seed)
    };
    let mut notes = Vec::new();
    if plan.interactive.is_none() && !matches!(arguments.suite, Some(Suite::Poi)) {
        notes = kill(task, &mut plan)?;
    }
    if arguments.package.is_some() && plan.interactive.is_none() {
        plan.submissions = confirmed(arguments, (game, task), &mut plan)?;
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
        return Ok((made, package.tests, notes));
    }
    let mut tests = 0;
    for test in test_set(game, &plan)? {
        if plan.most().is_some_and(|most| tests as u64 >= most) {
            break;
        }
        let test = test?;
        tests += 1;
        write_test(folder, &test.name, &test.case)?;
    }
    Ok((made, tests, notes))
}

/// Adds tests that kill the mutants of the game's formula which no test kills, if it has a formula, and returns what the author
/// has to know about them.
fn kill(task: &Task<'_>, plan: &mut Plan) -> Result<Vec<String>> {
    let formula = match formula_of(task.game) {
        Err(JudgeError::Task(_)) => return Ok(Vec::new()),
        formula => formula?,
    };
    let mut mutants = Mutants::new(task, formula, STEPS, interrupt::stop());
    mutants.finds_all = false;
    let found = examined(mutants, task, plan)?;
    let mut notes = Vec::new();
    for survivor in found.survivors() {
        match survivor.request {
            Some(request) if plan.added.contains(&request) => {}
            Some(request) => plan.added.push(request),
            None => notes.push(format!(
                "no test notices a program with this mistake: {}",
                shown(&survivor.what)
            )),
        }
    }
    Ok(notes)
}

/// The programs that the user gives for a package, each with the verdict that the tests show. For a wrong one that passes all tests,
/// and for such a one of the package itself, a test is added. A right one that fails a test is an error, and so is a wrong one of the
/// user for which no test is found.
fn confirmed(
    arguments: &Gen,
    (game, task): (&dyn Game, &Task<'_>),
    plan: &mut Plan,
) -> Result<Vec<Submission>> {
    let (solution, wrong) = (&arguments.solution, &arguments.wrong);
    let mut given: Vec<PathBuf> = solution.iter().chain(wrong).cloned().collect();
    let from_user = given.len();
    let compiled = TempDir::new().context("cannot create a folder for compiled programs")?;
    let (mut submissions, mut plans) = (Vec::new(), Vec::new());
    // The tests of a built-in game reject its own, unless they are few.
    let is_known = game.about().claimant == Claimant::ClosedForm && plan.tests.is_none();
    let own = (!is_known).then(|| wrong_solutions(game, plan));
    for (number, own) in own.transpose()?.iter().flatten().enumerate() {
        let file = format!("own{number}.{}", own.language);
        let file = compiled.path().join(file);
        // What cannot be written here cannot be written to the package, which says so.
        given.extend(fs::write(&file, &*own.text).is_ok().then_some(file));
    }
    // All tests would be made for no program.
    if given.is_empty() {
        return Ok(Vec::new());
    }
    for (number, file) in given.iter().enumerate() {
        let text = fs::read_to_string(file).map_err(PathError::reading(file))?;
        let out = compiled.path().join(number.to_string());
        let (language, program) = match programs::of_file(file, &out) {
            // Where a compiler is missing, nothing is known of the package's own solutions.
            Err(_) if number >= from_user => break,
            found => found?,
        };
        let mut submission = Submission::new(Expected::Wrong, language, text);
        let name = file.file_stem().unwrap_or_default().display().to_string();
        ensure!(
            name.starts_with(|c: char| c.is_ascii_alphanumeric())
                && name
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c)),
            "{}: in a package, names of programs are ASCII letters, digits, `_`, `-` and `.`",
            file.display()
        );
        submission.name = Some(name);
        submissions.push(submission);
        plans.push(JudgePlan {
            limits: programs::limits(plan.time_limit(game)?),
            jobs: programs::cores(),
            seed: plan.seed,
            phases: vec![Phase::Every, Phase::Limits, Phase::Random],
            every_time: SMALLEST,
            first: true,
            ..JudgePlan::new(program, arguments.game.launcher()?)
        });
    }
    let failures = on_package((game, task), plan, &plans, interrupt::stop())?;
    for (number, failure) in failures.into_iter().enumerate() {
        let (file, is_right) = (given[number].display(), number < solution.len());
        let mut verdict = failure.as_ref().map(|(_, verdict)| Expected::from(verdict));
        if !is_right && verdict.is_none() {
            if number < from_user {
                output::note(&format!(
                    "--wrong {file} passes all tests of the package; looking for an input on which it fails"
                ));
            }
            if let Some((request, found)) = drawn_failure(task, &plans[number], interrupt::stop())?
            {
                if !plan.added.contains(&request) {
                    plan.added.push(request);
                }
                verdict = Some(Expected::from(&found));
            }
        }
        if is_right == verdict.is_none() || number >= from_user {
            submissions[number].verdict = verdict.unwrap_or(Expected::Accepted);
            continue;
        }
        let what = match failure {
            Some((test, verdict)) => format!("--solution {file} fails {test}: {}", verdict.name()),
            None => format!("--wrong {file} passes all tests of the package"),
        };
        let report = judge(task, &plans[number], interrupt::stop(), &|_| ())?;
        match report.counterexample {
            Some(found) => {
                let verdict = &found.verdict;
                let input: String = found.case.input.chars().take(INPUT_SHOWN).collect();
                let input = one_line(&input);
                bail!("{what}; the smallest input found on which it fails is {input}: {verdict}")
            }
            None => bail!("{what}; the judge found no small or random input on which it fails"),
        }
    }
    submissions.truncate(from_user);
    Ok(submissions)
}

/// How long small positions are tried on a program that is not what the user says.
const SMALLEST: Duration = Duration::from_secs(20);
/// How much of an input a message has, in characters.
const INPUT_SHOWN: usize = 200;

/// The limit of a task as that of its dialogue, if the game names none: most games end after some thousand moves.
fn short(&Limit { m, n }: &Limit) -> Limit {
    const EXTENT: u64 = 1000;
    const ALL: u64 = 3000;
    let m = m.min(EXTENT);
    Limit::new(m, n.min(ALL / m.max(1)))
}

/// Writes every position up to a size, with the oracle's answers; the name of a test is its size, and its number
/// within the size.
fn write_every(game: &dyn Game, up_to: u32, folder: &NewFolder) -> Result<Written> {
    let solved = game.solved(up_to, &Place::Memory, &mut unwatched)?;
    let mut tests = 0;
    for size in game.about().smallest..=up_to {
        let cases = &game.about().cases;
        let most = cases.most.try_into().unwrap_or(usize::MAX);
        let mut all = solved.cases(size)?;
        all.retain(|case| !cases.is_end(&case.input));
        for (i, of_input) in all.chunks(most).enumerate() {
            let case = cases.case(&of_input.iter().collect::<Vec<_>>());
            write_test(folder, &format!("{size}-{}", i + 1), &case)?;
            tests += 1;
        }
    }
    Ok(("with the oracle's answers", tests, Vec::new()))
}

fn write_test(folder: &NewFolder, name: &str, case: &Case) -> Result<(), PathError> {
    if let Some(position) = &case.position {
        folder.write(&format!("position/{name}.position"), position)?;
    }
    folder.write(&format!("in/{name}.in"), &case.input)?;
    folder.write(&format!("out/{name}.out"), &case.answer)
}

/// After so many steps a slow program is stopped: about a second of a compiled program.
const STEPS: u64 = 100_000_000;
/// The longest formula or position that is shown, in characters.
const SHOWN: usize = 60;
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
        let (game, relying) = arguments.game.open_with(added, &arguments.claim, &asked)?;
        not_refused(relying.as_ref().map(|(_, reference)| reference))?;
        game
    };
    let game = options.cases.of(game)?;
    let task = options.of(&*game)?;
    let formula = given.map_or_else(|| formula_of(&*game), Ok)?;
    let mut mutants = Mutants::new(&task, formula, arguments.steps, interrupt::stop());
    let found = if let Some(dir) = &arguments.tests {
        let tests = saved::load_package(&task, dir, output::note)?;
        for test in &tests {
            mutants.test(test.name(), &test.read(&task)?)?;
        }
        mutants.finish(seed)?
    } else {
        let is_original = game.about().tests > 0 && !task.has_own_limits;
        let set = if is_original {
            TestSet::Original
        } else {
            TestSet::Shapes
        };
        let plan = Plan {
            limits: task.limits().to_vec(),
            ..Plan::original(&*game, set, seed)
        };
        examined(mutants, &task, &plan)?
    };
    let mut facts = json!(found);
    facts["game"] = json!(game.about().name);
    facts["again"] = json!(again);
    let mut page = page(&task, &found);
    page.extend(output::repeats(again));
    output::show(arguments.format, &facts, || coloured(&page))?;
    Ok(Done::of_check(found.survivors().next().is_none()))
}

/// Runs mutants on the tests that a plan makes.
fn examined(mut mutants: Mutants<'_>, task: &Task<'_>, plan: &Plan) -> Result<Sufficiency> {
    let most = plan.most().map_or(usize::MAX, |most| most as usize);
    for test in test_set(task.game, plan)?.take(most) {
        let test = test?;
        mutants.test(test.name, &test.case)?;
    }
    Ok(mutants.finish(plan.seed)?)
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
        vec![shown(&tried.what), killed]
    };
    let title = format!("{}: {}", task.game.about().title, shown(&found.formula));
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
        let command = request.map(|request| format!("grundy gen -g {name} {request}"));
        let smallest = survivor.smallest.as_ref();
        page.push(Block::empty());
        page.extend(Block::fields([
            ("survives", Some(shown(&survivor.what))),
            ("fails on", smallest.map(|text| shown(&one_line(text)))),
            ("and on", command),
        ]));
    }
    page
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    let text = harmless(text);
    if text.chars().count() <= SHOWN {
        return text;
    }
    text.chars().take(SHOWN - 3).collect::<String>() + "..."
}
