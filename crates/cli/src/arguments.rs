//! The command line: every command, every flag, every help text.

mod deferred;
mod judging;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use grundy_games::Entry;
use grundy_play::{Level, Seats};
use grundy_records::compare::Threshold;
use grundy_records::plan::Shard;

use crate::game::{self, Game, Name, Rules};
use crate::quantity;

pub use deferred::Deferred;
pub use judging::{Judge, JudgeChecks, Race};

/// Solves impartial games of the Nim family and proves the solvers right.
#[derive(Parser)]
#[command(name = "grundy", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 fine, 1 a check failed, 2 bad usage or bad input, 130 stopped."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// The answer to an input, in the original task's format
    Solve(Deferred<Input>),
    /// The board, its groups and heaps, the nim-sum, and every winning move with its reason
    Explain(Deferred<Input>),
    /// Every position up to a size, closed form against oracle
    Sweep(Deferred<Sweep>),
    /// Every position up to a size: who wins, how many moves win, Grundy value, remoteness; of a code the
    /// values of its heaps, where they repeat, and whether that is proved
    Values(Deferred<Values>),
    /// Test inputs: the original's test set, or one random input
    Gen(Deferred<Gen>),
    /// Somebody's program against the truth: verdicts, and the smallest input on which it is wrong
    Judge(Deferred<Judge>),
    /// Several programs on the same inputs, side by side with this one and with `cat`
    Race(Deferred<Race>),
    /// A game against an opponent who makes no mistake, here or in the browser
    #[command(after_long_help = PLAY)]
    Play(Deferred<Play>),
    /// Two benchmark records, row by row, or the solvers of one
    Compare(Deferred<Compare>),
    /// What results/ holds, as one page with plots
    Report(Deferred<Report>),
    /// A script that teaches a shell to complete this command
    Completions(Deferred<Completions>),
    /// Manual pages, one for each command
    Man(Deferred<Man>),
}

/// The command line with what its long help says of every game. That is put together only where it is
/// shown: it would take as long as solving a small input.
pub fn with_games() -> clap::Command {
    Arguments::command()
        .mut_subcommand("sweep", |sweep| sweep.after_long_help(sizes()))
        .mut_subcommand("gen", |generate| generate.after_long_help(shapes()))
        .mut_subcommand("judge", |judge| {
            judge.after_long_help(format!("{}\n\n{}", judging::JUDGE, limits()))
        })
        .mut_subcommand("race", |race| {
            race.after_long_help(format!("{}\n\n{}", judging::RACE, limits()))
        })
}

/// Reads the command line.
///
/// # Errors
/// What is wrong with it; or help, or the version, where one of them was asked for.
pub fn parse() -> Result<Arguments, clap::Error> {
    let is_help = |word: OsString| word == "--help" || word == "help";
    if env::args_os().any(is_help) {
        with_games().try_get_matches()?;
    }
    Arguments::try_parse()
}

const PLAY: &str = "\
Without FILE every game begins from a position drawn at random; with --moves it is read from standard
input. Moves are separated by ` ; `, by commas where there is none, or by blanks where there is neither;
each may be shortened as long as no other move is meant, as in the dialogue, and the whole name of a legal
move is one move, whatever is in it. docs/play.md says more.";

#[derive(Args)]
pub struct Input {
    #[command(flatten)]
    pub game: Game,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// The input; `-` or none for standard input
    pub file: Option<PathBuf>,
}

#[derive(Args)]
pub struct Values {
    #[command(flatten)]
    pub game: Game,
    /// The largest size, for a code the largest heap; as far as the game says when left out, for a code to a
    /// proved period, but not beyond heap 10,000, or 1,000 where moves leave three heaps
    #[arg(long, value_name = "N")]
    pub up_to: Option<u32>,
    /// Write a row for every position, for a code for every heap, to FILE
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub heaps: Heaps,
}

/// What is for codes alone.
#[derive(Args)]
pub struct Heaps {
    /// Leave the values out: the largest, and the period; for codes
    #[arg(long)]
    pub summary: bool,
    /// Write what proves the period to FILE, for somebody else to check; for codes
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Check the certificate in FILE, and nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "up_to", "csv", "summary", "certificate"])]
    #[arg(conflicts_with_all = ["resume", "format"])]
    pub check: Option<PathBuf>,
    /// Keep what has been found in FILE, and go on with what it holds; begins where there is no such file;
    /// for codes
    #[arg(long, value_name = "FILE", visible_alias = "checkpoint")]
    pub resume: Option<PathBuf>,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Sweep {
    #[command(subcommand)]
    pub command: Option<SweepCommand>,
    /// The game, a code as 0.77, or `all`; with a `/` in it, the path of a rules program
    #[arg(short, long, value_name = "GAME", default_value = "gra", value_parser = games)]
    pub game: Games,
    #[command(flatten)]
    pub rules: Rules,
    /// What to hold against the oracle, for rules programs: a filter from positions to answers, with its
    /// arguments; the program's own verb `claim` when left out
    #[arg(long, value_name = "CMD")]
    pub claim: Option<String>,
    /// The largest size; --help says what a size is and how far each game goes when it is left out
    #[arg(long, value_name = "N")]
    pub up_to: Option<u32>,
    /// What the closed form is compared with
    #[arg(long, value_enum, default_value_t)]
    pub check: Checks,
    /// COUNT random positions instead of all up to a size; needs --check closure
    #[arg(
        long,
        value_name = "COUNT",
        requires = "m",
        requires = "n",
        conflicts_with = "up_to"
    )]
    #[arg(conflicts_with = "csv", value_parser = clap::value_parser!(u64).range(1..))]
    pub random: Option<u64>,
    /// The extent of random positions: squares, or the largest heap
    #[arg(short, long, value_name = "M", requires = "random")]
    pub m: Option<u64>,
    /// The number of pawns, heaps, steps or piles of random positions
    #[arg(short, long, value_name = "N", requires = "random")]
    pub n: Option<u64>,
    /// Same seed, same random positions
    #[arg(long, value_name = "K", default_value_t = 1, requires = "random")]
    pub seed: u64,
    /// Threads; as many as there are cores when left out
    #[arg(short, long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Keep the oracle's table in FILE, and one part of it at a time in memory; goes on with what FILE
    /// holds; for gra
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mpi", "random"])]
    pub table: Option<PathBuf>,
    /// Memory for the table: 12GiB; three quarters of what is free when left out
    #[arg(long, value_name = "BYTES", requires = "table", value_parser = quantity::bytes)]
    pub memory: Option<u64>,
    /// Share the work with the other processes that mpirun has started; for a grundy with MPI in it
    #[arg(long)]
    pub mpi: bool,
    /// Keep what is finished in FILE, and go on with what it holds; begins where there is no such file
    #[arg(long, value_name = "FILE", visible_alias = "checkpoint")]
    pub resume: Option<PathBuf>,
    /// The I-th of K parts alone; its FILE is for `grundy sweep merge`
    #[arg(long, value_name = "I/K", requires = "resume", conflicts_with = "csv")]
    pub shard: Option<Shard>,
    /// Write the record to FILE, a row for every size
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

#[derive(Subcommand)]
pub enum SweepCommand {
    /// Put the finished parts of one sweep together
    Merge(Merge),
}

#[derive(Args)]
pub struct Merge {
    /// The game, where that is a rules program; a built-in one is known by its name in the parts
    #[arg(short, long, value_name = "GAME", value_parser = game::name)]
    pub game: Option<Name>,
    #[command(flatten)]
    pub rules: Rules,
    /// What the rules program was held against, as it was for the parts
    #[arg(long, value_name = "CMD", requires = "game")]
    pub claim: Option<String>,
    /// What --resume has kept of all parts, in any order
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Write the record to FILE, a row for every size
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

#[derive(Clone, Copy, Default, PartialEq, ValueEnum)]
pub enum Checks {
    /// The oracle, which has solved every position from the rules
    #[default]
    Oracle,
    /// Itself, one move further: needs nothing solved, and proves as much
    Closure,
}

#[derive(Args)]
pub struct Gen {
    #[command(flatten)]
    pub game: Game,
    /// Write a test set: DIR/in/NAME.in and DIR/out/NAME.out
    #[arg(long, value_enum, requires = "out", conflicts_with_all = ["shape", "m", "n"])]
    pub suite: Option<Suite>,
    /// Write a problem package around a test set; made from the shapes where the original's is not known
    #[arg(long, value_enum, requires = "out", conflicts_with_all = ["shape", "m", "n"])]
    pub package: Option<Package>,
    /// Write every position up to size N as a test: DIR/in/NAME.in and DIR/out/NAME.out
    #[arg(long, value_name = "N", requires = "out")]
    #[arg(conflicts_with_all = ["suite", "package", "shape", "size"])]
    pub up_to: Option<u32>,
    /// Where tests or the package go; made when it is not there
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shape", "size"])]
    pub out: Option<PathBuf>,
    /// Write to DIR although it is not empty; names each file that it replaces, and each test there that is not
    /// of this set
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Write one of the positions of size N, of a rules program, to standard output
    #[arg(long, value_name = "N", conflicts_with_all = ["suite", "package", "shape"])]
    pub size: Option<u32>,
    /// Write one input of this shape to standard output; --help lists the shapes
    #[arg(long, value_name = "SHAPE", requires = "m", requires = "n")]
    pub shape: Option<String>,
    /// The extent of the input: squares, or the largest heap; see --help
    #[arg(short, value_name = "M", requires = "shape")]
    pub m: Option<u64>,
    /// The number of pawns, heaps, steps or piles; see --help
    #[arg(short, value_name = "N", requires = "shape")]
    pub n: Option<u64>,
    /// Same seed, same bytes, on every machine
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    pub game: Game,
    /// Which seat is yours: first begins, and with both two people play at one board
    #[arg(long, value_name = "SEATS", default_value_t)]
    pub seats: Seats,
    /// How well the opponent plays: perfect, or the share of its moves made at random, as 30%
    #[arg(long, value_name = "LEVEL", default_value_t)]
    pub level: Level,
    /// Same seed, same positions and replies
    #[arg(long, value_name = "K")]
    pub seed: Option<u64>,
    /// Replay these moves, and say of each who was winning and what would have won
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["web", "level", "seed"])]
    pub moves: Option<String>,
    /// How a replayed game is written
    #[arg(long, value_enum, default_value_t, requires = "moves")]
    pub format: Format,
    /// On a page, for the browsers of this machine alone
    #[arg(long)]
    pub web: bool,
    /// Where the page is; 0 for any free port
    #[arg(long, value_name = "P", default_value_t = 8421, requires = "web")]
    pub port: u16,
    /// The position to begin with
    pub file: Option<PathBuf>,
}

#[derive(Args)]
pub struct Compare {
    /// The older record, or a folder with several of one commit
    #[arg(required_unless_present = "solvers", conflicts_with = "solvers")]
    pub old: Option<PathBuf>,
    /// The newer record, or a folder with several of one commit
    #[arg(required_unless_present = "solvers", conflicts_with = "solvers")]
    pub new: Option<PathBuf>,
    /// A change counts when the median moves by more than this, and by more than three times the noise
    #[arg(
        long,
        value_name = "PERCENT",
        default_value = "5%",
        conflicts_with = "solvers"
    )]
    pub threshold: Threshold,
    /// The new record holds a part of the benchmarks on purpose: what is missing is no failure
    #[arg(long, conflicts_with = "solvers")]
    pub part: bool,
    /// Rank the solvers of one record by their ratio to the fastest and to the floor
    #[arg(long, value_name = "FILE")]
    pub solvers: Option<PathBuf>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    pub format: CompareFormat,
}

#[derive(Args)]
pub struct Report {
    /// The page, one file that needs no other
    #[arg(long, value_name = "FILE.html", default_value = "report.html")]
    pub out: PathBuf,
}

#[derive(Args)]
pub struct Completions {
    /// The shell that is to learn it
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct Man {
    /// Where the pages go; made when it is not there
    pub dir: PathBuf,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub enum CompareFormat {
    #[default]
    Text,
    Json,
    Markdown,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Format {
    #[default]
    Text,
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Suite {
    /// The sizes and properties of the original task's own tests
    Poi,
    /// Every shape of the game in three sizes, the largest at the limits
    Shapes,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Package {
    /// The problem package format of ICPC and Kattis, version 2025-09
    Icpc,
}

/// One game or all of them.
#[derive(Clone)]
pub struct Games(Option<Name>);

impl Games {
    /// The games, with a claim for one; a rules program is asked what it is.
    pub fn open(
        &self,
        rules: &Rules,
        claim: Option<&str>,
        up_to: Option<u32>,
    ) -> anyhow::Result<Vec<Arc<dyn Entry>>> {
        Ok(match &self.0 {
            Some(name) => vec![game::claimed(name, rules, claim, up_to)?],
            None if claim.is_some() => return Err(game::no_claim()),
            None => grundy_games::all().to_vec(),
        })
    }

    /// The file of a rules program.
    pub fn program(&self) -> Option<&Path> {
        self.0.as_ref().and_then(Name::program)
    }
}

fn games(name: &str) -> anyhow::Result<Games> {
    Ok(Games(match name {
        "all" => None,
        name => Some(game::name(name)?),
    }))
}

fn sizes() -> String {
    let mut text = "Sizes, and how far a sweep goes when --up-to is left out:\n".to_owned();
    for game in grundy_games::all() {
        let about = game.about();
        text += &format!(
            "  {:<12} {:>3}  {}\n",
            about.name, about.sweep_to, about.size
        );
    }
    text
}

/// What -m and -n are for each game, and what they are when left out.
fn limits() -> String {
    let mut text = "What -m and -n are, and the largest pairs of them when left out:\n".to_owned();
    for game in grundy_games::all() {
        let about = game.about();
        text += &format!("  {}: -m {}; -n {}\n", about.name, about.m, about.n);
        let pairs = game.limits().iter();
        let pairs: Vec<String> = pairs
            .map(|limit| format!("-m {} -n {}", limit.m, limit.n))
            .collect();
        text += &format!("    {}\n", pairs.join(", "));
    }
    text
}

fn shapes() -> String {
    let mut text = "Shapes, and what -m and -n are:\n".to_owned();
    for game in grundy_games::all() {
        let about = game.about();
        text += &format!("  {}: -m {}; -n {}\n", about.name, about.m, about.n);
        for shape in game.shapes() {
            text += &format!("    {:<12} {}\n", shape.name, shape.about);
        }
    }
    text
}
