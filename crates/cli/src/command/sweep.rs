//! `grundy sweep`.

mod page;
mod progress;
mod ranks;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use clap::{Args, Subcommand, ValueEnum};
use grundy_game::{Draw, Game, OnDisk, Place};
use grundy_judge::reference;
use grundy_program::RulesGame;
use grundy_records::found::Findings;
use grundy_records::plan::{Check, Shard, SweepPlan};
use grundy_records::table;
use grundy_report::Suite;
use grundy_report::text::coloured;
use grundy_sweep::{Report, Run, SweepError, VERSION, merge, oracle_takes, sweep};

use crate::command::games::{self, Added, ClaimOption, Rules};
use crate::command::interrupt;
use crate::command::output::{self, Done, Form, Format};
use crate::command::text::{self, positions};

use progress::SweepBar;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Sweep {
    #[command(subcommand)]
    command: Option<SweepCommand>,
    #[command(flatten)]
    swept: Swept,
    /// The largest size; --help says what a size is, and the default of each game
    #[arg(long, value_name = "N")]
    up_to: Option<u32>,
    /// What the closed form is compared with
    #[arg(long, value_enum, default_value_t)]
    check: CheckKind,
    /// COUNT random positions instead of all up to a size; needs --check closure
    #[arg(long, value_name = "COUNT", requires_all = ["m", "n"])]
    #[arg(conflicts_with_all = ["up_to", "csv"], value_parser = clap::value_parser!(u64).range(1..))]
    random: Option<u64>,
    /// The extent of random positions: squares, or the largest heap
    #[arg(short, long, value_name = "M", requires = "random")]
    m: Option<u64>,
    /// The number of pawns, heaps, steps or piles of random positions
    #[arg(short, long, value_name = "N", requires = "random")]
    n: Option<u64>,
    /// Same seed, same random positions
    #[arg(long, value_name = "K", default_value_t = 1, requires = "random")]
    seed: u64,
    /// Threads; the number of cores by default
    #[arg(short, long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Keep the oracle's table in FILE, and one part of it at a time in memory; continues with the table in
    /// FILE; for gra
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mpi", "random"])]
    table: Option<PathBuf>,
    /// Memory for the table: 12GiB; three quarters of the free memory by default
    #[arg(long, value_name = "BYTES", requires = "table", value_parser = text::bytes)]
    memory: Option<u64>,
    /// Share the work with the other processes that mpirun has started; needs a grundy built with MPI
    #[arg(long)]
    mpi: bool,
    /// Keep finished work in FILE, and continue with the work in FILE if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Only the I-th of K parts; `grundy sweep merge` reads its FILE
    #[arg(long, value_name = "I/K", requires = "resume", conflicts_with = "csv")]
    shard: Option<Shard>,
}

#[derive(Subcommand)]
enum SweepCommand {
    /// Merge the finished parts of one sweep
    Merge(Merge),
}

#[derive(Args)]
struct Merge {
    #[command(flatten)]
    swept: Swept,
    /// The files of --resume of all parts, in any order
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// The name that stands for all games.
const ALL: &str = "all";

// The game that is swept, and where the result goes.
#[derive(Args)]
struct Swept {
    /// The game, a code as 0.77, or `all`; with a `/` in it, the path of a rules program; gra by default. For
    /// `merge` only a rules program has to be named: the parts name a built-in game
    #[arg(short, long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    claim: ClaimOption,
    /// Write the record to FILE, a row for every size
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

#[derive(Clone, Copy, Default, PartialEq, ValueEnum)]
enum CheckKind {
    /// The oracle, which has solved every position by the rules
    #[default]
    Oracle,
    /// Its own claims one move further, in the order in which play goes: needs no oracle, and proves as
    /// much of sizes whose every position is checked
    Closure,
}

pub fn run(mut arguments: Sweep, again: Option<String>, added: &Added) -> Result<Done> {
    arguments.swept.form.again = again;
    let arguments = &arguments;
    if let Some(SweepCommand::Merge(arguments)) = &arguments.command {
        return run_merge(arguments, added);
    }
    if arguments.mpi {
        return ranks::run(|place| run_at(arguments, added, place));
    }
    let place = match arguments.table.clone() {
        None => Place::Memory,
        Some(_) if arguments.check != CheckKind::Oracle => {
            bail!("--table is for the oracle: --check closure has none")
        }
        Some(_) if arguments.swept.claim.is_given() => {
            bail!("--table is for a game's own closed form: not with --claim or --formula")
        }
        Some(path) => Place::Disk(OnDisk {
            path,
            memory: arguments.memory,
            version: VERSION.to_owned(),
        }),
    };
    run_at(arguments, added, &place)
}

/// Sweeps with the oracle's table at `place`.
fn run_at(arguments: &Sweep, added: &Added, place: &Place) -> Result<Done> {
    if arguments.random.is_some() && arguments.check != CheckKind::Closure {
        bail!("random positions have no oracle: --random needs --check closure");
    }
    let (kept, table) = (arguments.resume.as_deref(), arguments.table.as_deref());
    // Checked before the sweep, which may take hours.
    if ranks::is_first(place) {
        arguments.swept.can_be_written(kept, table)?;
    }
    let hint = match (kept, table) {
        (Some(_), _) => "the same command goes on from there",
        (None, Some(_)) => "nothing but the table is kept without --resume FILE",
        (None, None) => "nothing is kept without --resume FILE",
    };
    interrupt::listen(move || format!("stopped; {hint}"))?;
    let mut done = Vec::new();
    let program = arguments.swept.program(added, arguments.up_to)?;
    for game in games(arguments, added, program.as_ref())? {
        let plan = plan(arguments, &*game)?;
        let report = match sweep_one(arguments, &*game, plan, place) {
            Err(SweepError::Stopped { checked }) => {
                if arguments.swept.form.format == Format::Text {
                    output::print(&coloured(&page::blocks(&done)))?;
                }
                output::note(&format!("stopped after {}; {hint}", positions(checked)));
                return Ok(Done::Interrupted);
            }
            report => report?,
        };
        if let Some(game) = &program {
            reference::remember_swept(game, &report);
        }
        done.push((game, report));
    }
    arguments.swept.finish(&done, ranks::is_first(place))
}

/// The games of the command line, opened.
fn games(
    arguments: &Sweep,
    added: &Added,
    program: Option<&RulesGame>,
) -> Result<Vec<Arc<dyn Game>>> {
    let swept = &arguments.swept;
    if let Some(game) = program {
        return Ok(vec![Arc::new(game.clone())]);
    }
    let name = swept.game();
    if !name.eq_ignore_ascii_case(ALL) {
        return Ok(vec![swept.open(name, added, arguments.up_to)?]);
    }
    match (&arguments.resume, &arguments.table) {
        (Some(_), _) => bail!("--resume is for one game"),
        (None, Some(_)) => bail!("--table is for one game"),
        (None, None) => {
            let names = games::all(added).map(|game| &game.about().name);
            names.map(|name| swept.open(name, added, None)).collect()
        }
    }
}

fn run_merge(arguments: &Merge, added: &Added) -> Result<Done> {
    let Merge { swept, files } = arguments;
    swept.can_be_written(None, files.iter().map(PathBuf::as_path))?;
    interrupt::listen_quietly()?;
    let game = swept
        .game
        .as_deref()
        .map(|name| swept.open(name, added, None));
    swept.finish(&[merge(game.transpose()?, files)?], true)
}

fn plan(arguments: &Sweep, game: &dyn Game) -> Result<SweepPlan> {
    let up_to = arguments.up_to.map_or_else(|| game.sweep_to(), Ok)?;
    let seed = arguments.seed;
    let check = match (arguments.random, arguments.m, arguments.n) {
        (Some(positions), Some(m), Some(n)) => Check::Random {
            draw: Draw { m, n, seed },
            positions,
        },
        _ if arguments.check == CheckKind::Closure => Check::Closure { up_to },
        _ => Check::Oracle { up_to },
    };
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    Ok(SweepPlan { check, shard })
}

fn sweep_one(
    arguments: &Sweep,
    game: &dyn Game,
    plan: SweepPlan,
    place: &Place,
) -> Result<Report, SweepError> {
    let name = &game.about().name;
    let all = grundy_sweep::positions(game, plan)?;
    let keep = arguments.resume.as_deref();
    let bar = SweepBar::new(name, all, keep, place.ranks().is_some());
    let run = Run {
        jobs: arguments.jobs.map(usize::from),
        keep,
        place,
        stop: interrupt::stop(),
        progress: &|progress| bar.show(progress),
    };
    if let Some(takes) = oracle_takes(game, plan, run)? {
        output::note(&format!("{name}: {takes}"));
    }
    sweep(game, plan, run)
}

impl Swept {
    /// Opens the game with this name.
    fn open(&self, name: &str, added: &Added, up_to: Option<u32>) -> Result<Arc<dyn Game>> {
        self.rules.open(name, added, &self.claim, up_to)
    }

    /// The name of the game.
    fn game(&self) -> &str {
        self.game.as_deref().unwrap_or("gra")
    }

    /// Opens the game if it is a rules program, or compared with claims as one is.
    fn program(&self, added: &Added, up_to: Option<u32>) -> Result<Option<RulesGame>> {
        let is_one = !self.game().eq_ignore_ascii_case(ALL);
        ensure!(
            is_one || !self.claim.is_given(),
            "--claim and --formula are for one game"
        );
        self.rules.program(self.game(), added, &self.claim, up_to)
    }

    /// Checks that the record and the file of finished work can be written, and that no other file is used for them.
    fn can_be_written(
        &self,
        kept: Option<&Path>,
        read: impl IntoIterator<Item = impl Into<PathBuf>>,
    ) -> Result<()> {
        let program = self.game.as_deref().and_then(games::program_of);
        let read = read.into_iter().map(Into::into);
        let read = read
            .chain(program.map(Path::to_owned))
            .chain(self.claim.files());
        let junit = self.form.junit.junit.as_deref();
        let written = self.csv.as_deref().into_iter().chain(kept).chain(junit);
        output::can_be_written(written, read)
    }

    /// Writes the record, unless another process does, and prints the result.
    fn finish(&self, done: &[(Arc<dyn Game>, Report)], writes: bool) -> Result<Done> {
        let rows = done.iter().flat_map(|(_, report)| &report.rows);
        let games = done.iter().map(|(game, report)| {
            let (name, total) = (game.about().name.to_string(), report.total.clone());
            let seconds = [report.seconds, report.oracle.as_secs_f64()];
            (name, report.plan, total, seconds)
        });
        let found = Findings {
            again: self.form.again.clone(),
            ..Findings::new(VERSION, games, rows.cloned().collect())
        };
        if let Some(path) = self.csv.as_ref().filter(|_| writes) {
            table::write(path, &found.rows)?;
        }
        let suites = done.iter().filter(|_| writes).map(page::suite);
        let suites: Vec<Suite> = suites.collect();
        self.form.show(&found, &page::blocks(done), &suites)?;
        Ok(Done::of_check(found.confirmed))
    }
}
