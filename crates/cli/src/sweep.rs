//! `grundy sweep`.

mod page;
mod progress;
mod ranks;
mod resume;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use grundy_games::{Draw, Entry, OnDisk, Place};
use grundy_records::found::Findings;
use grundy_records::plan::{Check, Shard, SweepPlan};
use grundy_records::table;
use grundy_sweep::{Progress, Report, Run, SweepError, VERSION, merge, oracle_takes, sweep};

use crate::arguments::{Checks, Format, Merge, Sweep, SweepCommand};
use crate::game::Name;
use crate::output::{self, grouped};
use crate::{Done, game, interrupt};

use progress::Bars;

pub fn run(arguments: &Sweep) -> Result<Done> {
    if let Some(SweepCommand::Merge(arguments)) = &arguments.command {
        return run_merge(arguments);
    }
    if arguments.mpi {
        return ranks::run(|place| run_at(arguments, place));
    }
    run_at(arguments, &place(arguments)?)
}

/// Where the oracle is to be.
fn place(arguments: &Sweep) -> Result<Place> {
    let Some(path) = arguments.table.clone() else {
        return Ok(Place::Memory);
    };
    if arguments.check != Checks::Oracle {
        bail!("--table is for the oracle: --check closure has none");
    }
    Ok(Place::Disk(OnDisk {
        path,
        memory: arguments.memory,
        version: VERSION.to_owned(),
    }))
}

fn run_at(arguments: &Sweep, place: &Place) -> Result<Done> {
    let csv = arguments.csv.as_deref().filter(|_| ranks::is_first(place));
    // A sweep can take hours: what would spoil its record is said before it starts.
    let kept = arguments.resume.as_deref();
    let table = arguments.table.as_deref();
    for (option, file) in [("--resume", kept), ("--table", table)] {
        if let (Some(csv), Some(file)) = (csv, file)
            && csv == file
        {
            bail!("--csv and {option} are one file: {}", output::name(csv));
        }
    }
    if let (Some(kept), Some(table)) = (kept, table)
        && kept == table
    {
        bail!("--resume and --table are one file: {}", output::name(kept));
    }
    let read = kept.into_iter().chain(table);
    let read: Vec<&Path> = read.chain(arguments.game.program()).collect();
    output::can_be_written(csv, &read)?;
    if arguments.random.is_some() && arguments.check != Checks::Closure {
        bail!("random positions have no oracle: --random needs --check closure");
    }
    let (is_kept, has_table) = (kept.is_some(), table.is_some());
    let starter = ranks::mpirun(place);
    let how_to_go_on = move |checked| resume::how_to_go_on(checked, is_kept, has_table, &starter);
    let last_words = how_to_go_on.clone();
    interrupt::listen(move || last_words(None))?;
    let claim = arguments.claim.as_deref();
    let games = arguments
        .game
        .open(&arguments.rules, claim, arguments.up_to)?;
    let several = games.len() > 1;
    for (option, is_given) in [("--resume", is_kept), ("--table", has_table)] {
        if several && is_given {
            bail!("{option} is for one game: name it with --game");
        }
    }
    let mut done = Vec::new();
    for game in games {
        let plan = plan(arguments, &*game)?;
        let report = match sweep_one(arguments, &*game, plan, place) {
            Err(SweepError::Stopped { checked }) => {
                if matches!(arguments.format, Format::Text) {
                    output::print(&pages(&done))?;
                }
                output::note(&how_to_go_on(Some(checked)));
                return Ok(Done::Interrupted);
            }
            report => report?,
        };
        done.push((game, report));
    }
    finish(&done, arguments.format, csv)
}

fn run_merge(arguments: &Merge) -> Result<Done> {
    let files = arguments.files.iter().map(PathBuf::as_path);
    let read: Vec<&Path> = files
        .chain(arguments.game.as_ref().and_then(Name::program))
        .collect();
    output::can_be_written(arguments.csv.as_deref(), &read)?;
    interrupt::listen(|| "stopped".to_owned())?;
    let game = arguments.game.as_ref().map(|name| {
        let claim = arguments.claim.as_deref();
        game::claimed(name, &arguments.rules, claim, None)
    });
    let done = [merge(game.transpose()?, &arguments.files)?];
    finish(&done, arguments.format, arguments.csv.as_deref())
}

/// What was found, game by game, and of several all together.
fn pages(done: &[(Arc<dyn Entry>, Report)]) -> String {
    let pages = done
        .iter()
        .map(|(game, report)| page::report(&**game, report));
    let mut text = pages.collect::<Vec<String>>().join("\n");
    if done.len() > 1 {
        let sum = |of: fn(&Report) -> u64| done.iter().map(|(_, report)| of(report)).sum::<u64>();
        text += &format!(
            "\n{} games: {}, {} mismatches\n",
            done.len(),
            output::positions(sum(Report::positions)),
            grouped(sum(|report| report.total.mismatches)),
        );
    }
    text
}

fn plan(arguments: &Sweep, game: &dyn Entry) -> Result<SweepPlan> {
    let up_to = match arguments.up_to {
        Some(up_to) => up_to,
        None => game.sweep_to()?,
    };
    let check = match (arguments.random, arguments.m, arguments.n) {
        (Some(positions), Some(m), Some(n)) => {
            let seed = arguments.seed;
            let draw = Draw { m, n, seed };
            Check::Random { draw, positions }
        }
        _ => match arguments.check {
            Checks::Oracle => Check::Oracle { up_to },
            Checks::Closure => Check::Closure { up_to },
        },
    };
    Ok(SweepPlan {
        check,
        shard: arguments.shard.unwrap_or(Shard::WHOLE),
    })
}

fn sweep_one(
    arguments: &Sweep,
    game: &dyn Entry,
    plan: SweepPlan,
    place: &Place,
) -> Result<Report, SweepError> {
    let positions = grundy_sweep::positions(game, plan)?;
    let bars = Bars::new(
        game.about().name.to_string(),
        positions,
        place.ranks().is_some(),
    );
    let keep = arguments.resume.as_deref();
    let run = Run {
        jobs: arguments.jobs.map(usize::from),
        keep,
        place,
        stop: interrupt::stop(),
        progress: &|progress| {
            if let (Some(file), Progress::Resumed { positions: before }) = (keep, progress) {
                resume::note(file, before, positions);
            }
            bars.show(progress);
        },
    };
    if let Some(takes) = oracle_takes(game, plan, run)? {
        output::note(&format!("{}: {takes}", game.about().name));
    }
    let report = sweep(game, plan, run);
    bars.clear();
    report
}

/// What does not depend on whether the sweep was done here and now.
fn finish(done: &[(Arc<dyn Entry>, Report)], format: Format, csv: Option<&Path>) -> Result<Done> {
    let rows = done.iter().flat_map(|(_, report)| &report.rows);
    let games = done.iter().map(|(game, report)| {
        let (name, total) = (game.about().name.to_string(), report.total.clone());
        let seconds = [report.seconds, report.oracle.as_secs_f64()];
        (name, report.plan, total, seconds)
    });
    let found = Findings::new(VERSION, games, rows.cloned().collect());
    if let Some(path) = csv {
        table::write(path, &found.rows)?;
    }
    output::print(&match format {
        Format::Text => pages(done),
        Format::Json => found.to_json()? + "\n",
    })?;
    Ok(if found.confirmed {
        Done::Fine
    } else {
        Done::CheckFailed
    })
}
