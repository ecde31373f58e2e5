//! `grundy race`.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context, Result};
use grundy_games::Entry;
use grundy_judge::JudgeError;
use grundy_judge::race::{Heat, Plan, Prints, Racer, race, workloads};
use grundy_records::benchmark::{Case, Record};
use grundy_records::machine::Machine;
use grundy_records::solver::{Group, Solver};
use grundy_records::statistics::Summary;
use grundy_records::{table, units};
use grundy_sandbox::Program;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::arguments::{Format, Race};
use crate::game::Name;
use crate::judge::{limits, line, program};
use crate::launcher::launcher;
use crate::output::{self, BAD, grouped, harmless};
use crate::{Done, interrupt};

/// The name of `grundy` itself among the racers of a game that is built in.
const OURS: &str = "grundy";
/// The name of `cat`, the least that anybody has to do.
const FLOOR: &str = "floor-cat";

pub fn run(arguments: &Race) -> Result<Done> {
    // What would spoil the record is said before the race.
    let machine = match &arguments.csv {
        Some(path) => {
            let read: Vec<&Path> = arguments.game.game.program().into_iter().collect();
            output::can_be_written(Some(path), &read)?;
            Some(Machine::running(grundy_sweep::REVISION.to_owned()))
        }
        None => None,
    };
    interrupt::listen(|| "stopped".to_owned())?;
    let game = &*arguments.game.open()?;
    let racers = racers(arguments, game)?;
    let plan = Plan {
        racers,
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
    match end {
        Err(JudgeError::Stopped) => {
            output::note("stopped");
            return Ok(Done::Interrupted);
        }
        end => end?,
    }
    if let (Some(path), Some(machine)) = (&arguments.csv, machine) {
        let records = records(&game.about().name, &heats, &plan.racers, &machine)?;
        table::write(path, &records)?;
    }
    match arguments.format {
        Format::Text => {
            let mut text = format!("{}: by the clock, whole process\n", game.about().title);
            for heat in &heats {
                text += &page(heat, &plan.racers)?;
            }
            output::print(&text)?;
        }
        Format::Json => output::print(&format!("{}\n", facts(&heats, &plan.racers)?))?,
    }
    let failed = heats
        .iter()
        .any(|heat| heat.times.iter().any(Result::is_err));
    Ok(if failed {
        Done::CheckFailed
    } else {
        Done::Fine
    })
}

/// This program, `cat`, and those of the command line. A rules program's positions are solved here by
/// looking at all that follows from them, which is no racer.
fn racers(arguments: &Race, game: &dyn Entry) -> Result<Vec<Racer>> {
    let ours = Program {
        command: env::current_exe()
            .context("cannot find the own executable")?
            .into(),
        args: ["solve", "-g", &game.about().name]
            .map(OsString::from)
            .to_vec(),
    };
    let cat = Program {
        command: "cat".into(),
        args: Vec::new(),
    };
    let racer = |name: &str, program, prints| Racer {
        name: name.to_owned(),
        program,
        prints,
    };
    let mut racers = vec![racer(FLOOR, cat, Prints::Anything)];
    if !matches!(arguments.game.game, Name::Program(_)) {
        racers.insert(0, racer(OURS, ours, Prints::GamesAnswer));
    }
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

/// The samples of a racer in nanoseconds, summed up.
fn summary(heat: &Heat, i: usize) -> Result<Option<Summary>> {
    let Ok(times) = &heat.times[i] else {
        return Ok(None);
    };
    let times: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e9).collect();
    Ok(Some(Summary::of(&times)?))
}

fn page(heat: &Heat, racers: &[Racer]) -> Result<String> {
    let mut text = format!(
        "\n{} -m {} -n {} --seed {}: {} bytes, answer {}\n",
        heat.workload,
        heat.m,
        heat.n,
        heat.seed,
        grouped(heat.input_bytes),
        heat.answer
    );
    let width = racers.iter().map(|racer| racer.name.chars().count()).max();
    let width = width.unwrap_or(0);
    // The first that is no floor is what the others are compared with.
    let first = racers.iter().position(|racer| racer.name != FLOOR);
    let first = summary(heat, first.unwrap_or(0))?;
    for (i, racer) in racers.iter().enumerate() {
        let name = &racer.name;
        match (summary(heat, i)?, &heat.times[i]) {
            (Some(times), _) => {
                let median = units::time(times.median);
                let mad = units::time(times.mad);
                let ratio = first.map(|first| units::ratio(times.median / first.median));
                let ratio = ratio.unwrap_or_default();
                text += &format!("  {name:<width$}  {median:>8} ± {mad:<8}  {ratio:>7}\n");
            }
            (None, Err(verdict)) => {
                text += &format!(
                    "  {name:<width$}  {BAD}{}{BAD:#}\n",
                    harmless(&verdict.to_string())
                );
            }
            (None, Ok(_)) => {}
        }
    }
    Ok(text)
}

fn facts(heats: &[Heat], racers: &[Racer]) -> Result<serde_json::Value> {
    let mut all = Vec::new();
    for heat in heats {
        let mut rows = Vec::new();
        for (i, racer) in racers.iter().enumerate() {
            let times = summary(heat, i)?;
            rows.push(json!({
                "name": racer.name,
                "verdict": heat.times[i].as_ref().err(),
                "median_ns": times.map(|times| times.median),
                "mad_ns": times.map(|times| times.mad),
            }));
        }
        all.push(json!({
            "workload": heat.workload,
            "m": heat.m,
            "n": heat.n,
            "seed": heat.seed,
            "input_bytes": heat.input_bytes,
            "answer": heat.answer,
            "programs": rows,
        }));
    }
    Ok(all.into())
}

/// A row for every racer that has times.
fn records(game: &str, heats: &[Heat], racers: &[Racer], machine: &Machine) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    for heat in heats {
        let case = Case {
            game: game.to_owned(),
            workload: heat.workload.to_owned(),
            m: Some(heat.m),
            n: heat.n,
            seed: heat.seed,
            input_bytes: heat.input_bytes,
            answer: heat.answer.clone(),
        };
        for (i, racer) in racers.iter().enumerate() {
            if let Some(times) = summary(heat, i)? {
                let solver = Solver::new(Group::Process, &racer.name)?;
                records.push(Record::new(&case, solver, &times, machine));
            }
        }
    }
    Ok(records)
}
