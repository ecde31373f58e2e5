//! `grundy race`.

use std::env;
use std::ffi::OsString;
use std::iter;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use grundy_game::Game;
use grundy_judge::race::{Heat, Prints, RacePlan, Racer, race, workloads};
use grundy_judge::verdict::Verdict;
use grundy_records::benchmark::{BenchCase, Record};
use grundy_records::machine::Machine;
use grundy_records::solver::Solver;
use grundy_records::{table as records, units};
use grundy_report::{Block, Case, Failure, Role, Span, Suite};
use grundy_sandbox::Limits;
use serde_json::json;

use crate::command::games::{Added, ClaimOption, GameOption, not_refused, rests_on};
use crate::command::judge::one_line;
use crate::command::output::{Done, Form};
use crate::command::programs::{self, TaskOptions, Timing, program};
use crate::command::text::{self, grouped, line};
use crate::command::{interrupt, progress};

/// The name of this executable among the programs.
const OURS: &str = "grundy";
/// The name of `cat`: no program that reads its input takes less time.
const FLOOR: &str = "floor-cat";

#[derive(Args)]
pub struct Race {
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    task: TaskOptions,
    #[command(flatten)]
    timing: Timing,
    #[command(flatten)]
    claim: ClaimOption,
    /// Runs of each program on each input
    #[arg(long, value_name = "COUNT", default_value_t = 11)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// Same seed, same inputs
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// Time limit of one run: 2s, 500ms
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = text::time)]
    time_limit: Duration,
    /// Write a benchmark record to FILE, a row for every program and input
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
    /// The programs with their arguments, `--` between one and the next
    #[arg(last = true, required = true, value_name = "CMD")]
    commands: Vec<OsString>,
}

pub fn run(mut arguments: Race, again: Option<String>, added: &Added) -> Result<Done> {
    arguments.form.again = again;
    let arguments = &arguments;
    // Before the race, which may take long.
    let written = [&arguments.csv, &arguments.form.junit.junit];
    let mut read = programs::files(&arguments.commands);
    read.extend(arguments.claim.files());
    arguments.game.can_be_written(written, &read)?;
    let machine = Machine::running(grundy_sweep::REVISION.to_owned());
    interrupt::listen_quietly()?;
    let asked = arguments.task.limits.reference(arguments.seed);
    let (game, _, reference) = arguments.game.open_with(added, &arguments.claim, &asked)?;
    let game = &*arguments.task.cases.of(game)?;
    let reference = reference.as_ref();
    not_refused(reference)?;
    let plan = RacePlan {
        racers: racers(arguments, game)?,
        launcher: arguments.game.launcher()?,
        limits: Limits::within(arguments.time_limit),
        samples: arguments.samples,
        seed: arguments.seed,
    };
    let task = arguments.task.of(game)?;
    let bar = progress::bar(&"", workloads(game) as u64, "inputs");
    let mut heats = Vec::new();
    let end = race(&task, &plan, interrupt::stop(), |heat| {
        heats.push(heat);
        bar.inc(1);
    });
    bar.finish_and_clear();
    end?;
    let format = arguments.form.format;
    let isolation = arguments.timing.disturbances(Some(1), format);
    let mut facts = json!(heats);
    for heat in facts.as_array_mut().into_iter().flatten() {
        arguments.game.surround(heat, isolation.as_deref());
    }
    if let Some(path) = &arguments.csv {
        records::write(path, &rows(&heats, &machine)?)?;
    }
    let name = format!("{}: by the clock, whole process", game.about().title);
    let mut page = vec![Block::plain(&name)];
    page.extend(Block::lines(&rests_on(reference)));
    page.extend(Block::lines(&arguments.game.environment()));
    page.extend(heats.iter().flat_map(blocks));
    let cases = heats.iter().map(case).collect();
    arguments
        .form
        .show(&facts, &page, &[Suite { name, cases }])?;
    let mut programs = heats.iter().flat_map(|heat| &heat.programs);
    Ok(Done::of_check(
        programs.all(|program| program.verdict.is_none()),
    ))
}

/// This executable, `cat`, and the programs of the command line. For a rules program, this executable searches
/// all positions that follow, so it does not take part.
fn racers(arguments: &Race, game: &dyn Game) -> Result<Vec<Racer>> {
    let mut racers: Vec<Racer> = Vec::new();
    let mut add = |title: &str, words: &[OsString], prints| {
        let program = program(words).context("no program between one `--` and the next")?;
        let numbered = (2..).map(|number| format!("{title} ({number})"));
        let mut names = iter::once(title.to_owned()).chain(numbered);
        let is_free = |name: &String| racers.iter().all(|racer| racer.name != *name);
        racers.push(Racer {
            name: names.find(is_free).unwrap_or_default(),
            program,
            prints,
        });
        anyhow::Ok(())
    };
    if arguments.game.program().is_none() {
        let exe = env::current_exe().context("cannot find the own executable")?;
        let solve = ["solve", "-g", &game.about().name].map(OsString::from);
        let cases = &game.about().cases;
        let has_many = cases.are_many();
        let prefix = format!("--case-prefix={}", cases.prefix).into();
        let cases = [format!("--cases={cases}").into(), prefix];
        let cases = if has_many { &cases[..] } else { &[] };
        let words = [&[exe.into()], &solve[..], cases].concat();
        add(OURS, &words, Prints::GamesAnswer)?;
    }
    add(FLOOR, &["cat".into()], Prints::Anything)?;
    for words in arguments.commands.split(|word| word == "--") {
        add(&line(words), words, Prints::Answer)?;
    }
    Ok(racers)
}

fn name(case: &BenchCase) -> String {
    let (m, seed) = (case.m.unwrap_or_default(), case.seed);
    format!("{} -m {m} -n {} --seed {seed}", case.workload, case.n)
}

fn blocks(Heat { case, programs }: &Heat) -> [Block; 3] {
    let (name, bytes) = (name(case), grouped(case.input_bytes));
    let head = format!("{name}: {bytes} bytes, answer {}", one_line(&case.answer));
    // The other programs are compared with the first one that is not `cat`.
    let first = programs.iter().find(|program| program.name != FLOOR);
    let first = first.and_then(|program| program.median_ns);
    let rows = programs.iter().map(|program| {
        let ratio = program.median_ns.zip(first);
        let cells = [
            Some(format!("  {}", program.name)),
            program.median_ns.map(units::time),
            program.mad_ns.map(|mad| format!("± {}", units::time(mad))),
            ratio.map(|(median, first)| units::ratio(median / first)),
        ];
        let cells = cells.map(|cell| Span::from(cell.unwrap_or_default()));
        let verdict = program.verdict.as_ref().map(Verdict::to_string);
        let verdict = verdict.map(|text| Span {
            text,
            role: Role::Bad,
        });
        cells
            .into_iter()
            .chain([verdict.unwrap_or_default()])
            .collect()
    });
    [
        Block::empty(),
        Block::plain(head),
        Block::table("|>||>|", rows),
    ]
}

/// An input as a check, which a program with a verdict fails, and which takes the sum of the median times.
fn case(heat: &Heat) -> Case {
    let programs = || heat.programs.iter();
    let failed = programs().find_map(|program| Some((&program.name, program.verdict.as_ref()?)));
    let failed = failed.map(|(name, verdict)| {
        let [_, input, times] = blocks(heat);
        Failure::new(verdict.name(), format!("{name}: {verdict}"), [input, times])
    });
    let times = programs().filter_map(|program| program.median_ns);
    Case::new(name(&heat.case), times.sum::<f64>() / 1e9, failed)
}

/// The rows of a benchmark record: one for every program and input with times.
fn rows(heats: &[Heat], machine: &Machine) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    for Heat { case, programs } in heats {
        for program in programs {
            if let Some(times) = &program.times {
                let solver: Solver = format!("process/{}", program.name).parse()?;
                records.push(Record::new(case, solver, times, machine));
            }
        }
    }
    Ok(records)
}
