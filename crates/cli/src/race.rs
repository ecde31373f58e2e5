//! `grundy race`.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use grundy_games::Game;
use grundy_judge::cases::Generated;
use grundy_judge::race::{Heat, Prints, RacePlan, Racer, race, workloads};
use grundy_judge::verdict::Verdict;
use grundy_records::benchmark::{BenchCase, Record};
use grundy_records::machine::Machine;
use grundy_records::solver::{Group, Solver};
use grundy_records::statistics::Summary;
use grundy_records::{table as records, units};
use grundy_sandbox::Program;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::exit::Done;
use crate::games::GameOption;
use crate::interrupt;
use crate::output::{self, BAD, Format, harmless};
use crate::programs::{launcher, limits, program};
use crate::quantity::{self, grouped};
use crate::shell::line;
use crate::table::table;
use crate::task::TaskOptions;

/// The name of this executable among the programs.
const OURS: &str = "grundy";
/// The name of `cat`: no program that reads its input takes less time.
const FLOOR: &str = "floor-cat";

/// The end of the long help.
pub const MORE_HELP: &str = "\
The programs get the largest inputs that the original task allows, one of each shape, and take turns.
Every answer is checked: a program with a wrong answer has no time.";

#[derive(Args)]
pub struct Race {
    #[command(flatten)]
    game: GameOption,
    #[command(flatten)]
    task: TaskOptions,
    /// Runs of each program on each input
    #[arg(long, value_name = "COUNT", default_value_t = 11)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// Same seed, same inputs
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// Time limit of one run: 2s, 500ms
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::time)]
    time_limit: Duration,
    /// Write a benchmark record to FILE, a row for every program and input
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The programs with their arguments, `--` between one and the next
    #[arg(last = true, required = true, value_name = "CMD")]
    commands: Vec<OsString>,
}

pub fn run(arguments: &Race) -> Result<Done> {
    // Before the race, which may take long.
    let machine = match &arguments.csv {
        Some(path) => {
            let read: Vec<_> = arguments.game.program().into_iter().collect();
            output::can_be_written(Some(path), &read)?;
            Some(Machine::running(grundy_sweep::REVISION.to_owned()))
        }
        None => None,
    };
    interrupt::listen_quietly()?;
    let game = &*arguments.game.open(None)?;
    let plan = RacePlan {
        racers: racers(arguments, game)?,
        launcher: launcher()?,
        limits: limits(arguments.time_limit),
        samples: arguments.samples,
        seed: arguments.seed,
    };
    let task = arguments.task.of(game)?;
    let bar = ProgressBar::new(workloads(game) as u64).with_style(ProgressStyle::with_template(
        "{wide_bar} {human_pos}/{human_len} inputs, {eta} left",
    )?);
    let mut heats = Vec::new();
    let end = race(&task, &plan, interrupt::stop(), |heat| {
        heats.push(heat);
        bar.inc(1);
    });
    bar.finish_and_clear();
    end?;
    if let (Some(path), Some(machine)) = (&arguments.csv, machine) {
        let rows = rows(&game.about().name, &heats, &plan.racers, &machine)?;
        records::write(path, &rows)?;
    }
    match arguments.format {
        Format::Text => {
            let mut text = format!("{}: by the clock, whole process\n", game.about().title);
            for heat in &heats {
                text += &page(heat, &plan.racers)?;
            }
            output::print(&text)?;
        }
        Format::Json => output::print_json(&facts(&heats, &plan.racers)?)?,
    }
    let mut times = heats.iter().flat_map(|heat| &heat.times);
    Ok(Done::of_check(times.all(Result::is_ok)))
}

/// This executable, `cat`, and the programs of the command line. For a rules program, this executable searches
/// all positions that follow, so it does not take part.
fn racers(arguments: &Race, game: &dyn Game) -> Result<Vec<Racer>> {
    let racer = |name: &str, program, prints| Racer {
        name: name.to_owned(),
        program,
        prints,
    };
    let mut racers = Vec::new();
    if arguments.game.program().is_none() {
        let exe = env::current_exe().context("cannot find the own executable")?;
        let args = ["solve", "-g", &game.about().name].map(OsString::from);
        let ours = Program {
            command: exe.into(),
            args: args.to_vec(),
        };
        racers.push(racer(OURS, ours, Prints::GamesAnswer));
    }
    let cat = Program {
        command: "cat".into(),
        args: Vec::new(),
    };
    racers.push(racer(FLOOR, cat, Prints::Anything));
    for words in arguments.commands.split(|word| word == "--") {
        let program = program(words).context("no program between one `--` and the next")?;
        let words = line(words);
        let mut name = words.clone();
        let mut number = 1;
        while racers.iter().any(|racer| racer.name == name) {
            number += 1;
            name = format!("{words} ({number})");
        }
        racers.push(racer(&name, program, Prints::Answer));
    }
    Ok(racers)
}

/// The times of a program in nanoseconds, or the verdict that it has instead of them.
fn summaries<'a>(
    heat: &'a Heat,
    racers: &'a [Racer],
) -> Result<Vec<(&'a Racer, Result<Summary, &'a Verdict>)>> {
    let times = racers.iter().zip(&heat.times);
    times
        .map(|(racer, times)| {
            let summary = match times {
                Ok(times) => {
                    let times: Vec<f64> = times.iter().map(|t| t.as_secs_f64() * 1e9).collect();
                    Ok(Summary::of(&times)?)
                }
                Err(verdict) => Err(verdict),
            };
            Ok((racer, summary))
        })
        .collect()
}

fn page(heat: &Heat, racers: &[Racer]) -> Result<String> {
    let Generated { shape, m, n, seed } = heat.input;
    let bytes = grouped(heat.input_bytes);
    let head = format!(
        "\n{shape} -m {m} -n {n} --seed {seed}: {bytes} bytes, answer {}\n",
        heat.answer
    );
    let summaries = summaries(heat, racers)?;
    // The first one but `cat` is what the others are compared with.
    let mut first = summaries
        .iter()
        .filter(|(racer, _)| racer.prints != Prints::Anything);
    let first = first.next().and_then(|(_, times)| times.as_ref().ok());
    let rows = summaries.iter().map(|(racer, times)| {
        let name = format!("  {}", racer.name);
        match times {
            Ok(times) => {
                let ratio = first.map(|first| units::ratio(times.median / first.median));
                let mad = format!("± {}", units::time(times.mad));
                let median = units::time(times.median);
                vec![name, median, mad, ratio.unwrap_or_default()]
            }
            Err(verdict) => {
                let verdict = harmless(&verdict.to_string());
                let none = String::new();
                vec![
                    name,
                    none.clone(),
                    none.clone(),
                    none,
                    format!("{BAD}{verdict}{BAD:#}"),
                ]
            }
        }
    });
    Ok(head + &table(&["", ">", "", ">", ""], rows))
}

fn facts(heats: &[Heat], racers: &[Racer]) -> Result<serde_json::Value> {
    let mut all = Vec::new();
    for heat in heats {
        let rows = summaries(heat, racers)?.into_iter().map(|(racer, times)| {
            json!({
                "name": racer.name,
                "verdict": times.as_ref().err(),
                "median_ns": times.as_ref().ok().map(|times| times.median),
                "mad_ns": times.as_ref().ok().map(|times| times.mad),
            })
        });
        all.push(json!({
            "workload": heat.input.shape,
            "m": heat.input.m,
            "n": heat.input.n,
            "seed": heat.input.seed,
            "input_bytes": heat.input_bytes,
            "answer": heat.answer,
            "programs": rows.collect::<Vec<_>>(),
        }));
    }
    Ok(all.into())
}

/// The rows of a benchmark record: one for every program and input with times.
fn rows(game: &str, heats: &[Heat], racers: &[Racer], machine: &Machine) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    for heat in heats {
        let case = BenchCase {
            game: game.to_owned(),
            workload: heat.input.shape.to_owned(),
            m: Some(heat.input.m),
            n: heat.input.n,
            seed: heat.input.seed,
            input_bytes: heat.input_bytes,
            answer: heat.answer.clone(),
        };
        for (racer, times) in summaries(heat, racers)? {
            if let Ok(times) = times {
                let solver = Solver::new(Group::Process, &racer.name)?;
                records.push(Record::new(&case, solver, &times, machine));
            }
        }
    }
    Ok(records)
}
