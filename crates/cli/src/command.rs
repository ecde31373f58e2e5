//! The commands and their help; the arguments of each are in its own module.

use std::env;

use clap::{CommandFactory, Parser, Subcommand};

use crate::compare::Compare;
use crate::completions::Completions;
use crate::deferred::Deferred;
use crate::games;
use crate::generate::Gen;
use crate::input::Input;
use crate::judge::{self, Judge};
use crate::man::Man;
use crate::play::{self, Play};
use crate::race::{self, Race};
use crate::report::Report;
use crate::sweep::Sweep;
use crate::task;
use crate::values::Values;

/// Solves impartial games of the Nim family, and verifies the solvers against the rules.
#[derive(Parser)]
#[command(name = "grundy", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 success, 1 a check failed, 2 bad usage or bad input, 130 stopped."
)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Print the answer to an input, in the original task's format
    Solve(Deferred<Input>),
    /// Show the board, its groups and heaps, the nim-sum, and every winning move with its reason
    Explain(Deferred<Input>),
    /// Compare the closed form with the oracle on every position up to a size
    Sweep(Deferred<Sweep>),
    /// List every position up to a size: outcome, winning moves, Grundy value, remoteness; for a code, the
    /// Grundy values of its heaps, their period, and whether it is proved
    Values(Deferred<Values>),
    /// Write test inputs: a test set, or one random input
    Gen(Deferred<Gen>),
    /// Judge a program: verdicts, and the smallest input for which its answer is wrong
    Judge(Deferred<Judge>),
    /// Time several programs on the same inputs, beside this one and `cat`
    Race(Deferred<Race>),
    /// Play against an opponent who makes no mistake, in the terminal or in the browser
    #[command(after_long_help = play::MORE_HELP)]
    Play(Deferred<Play>),
    /// Compare two benchmark records row by row, or rank the solvers of one
    Compare(Deferred<Compare>),
    /// Write the records of results/ as one page with plots
    Report(Deferred<Report>),
    /// Print a script with which a shell completes this command
    Completions(Deferred<Completions>),
    /// Write manual pages, one for each command
    Man(Deferred<Man>),
}

/// The description of the command line, with what its long help lists for every game. That takes as long as
/// solving a small input, so it is built only where it is shown.
pub fn with_games() -> clap::Command {
    CommandLine::command()
        .mut_subcommand("sweep", |sweep| sweep.after_long_help(sizes()))
        .mut_subcommand("gen", |generate| generate.after_long_help(shapes()))
        .mut_subcommand("judge", |judge| {
            judge.after_long_help(format!("{}\n\n{}", judge::MORE_HELP, task::limits()))
        })
        .mut_subcommand("race", |race| {
            race.after_long_help(format!("{}\n\n{}", race::MORE_HELP, task::limits()))
        })
}

/// Parses the arguments of this process.
///
/// # Errors
/// The first invalid argument; or the help or version text, if the user asked for it.
pub fn parse() -> Result<Command, clap::Error> {
    if env::args_os().any(|word| word == "--help" || word == "help") {
        with_games().try_get_matches()?;
    }
    CommandLine::try_parse().map(|line| line.command)
}

fn sizes() -> String {
    let mut text = "Sizes, and how far a sweep goes without --up-to:\n".to_owned();
    for game in games::all() {
        let about = game.about();
        text += &format!(
            "  {:<12} {:>3}  {}\n",
            about.name, about.sweep_to, about.size
        );
    }
    text
}

fn shapes() -> String {
    let mut text = "Shapes, and what -m and -n are:\n".to_owned();
    for game in games::all() {
        let about = game.about();
        text += &format!("  {}: -m {}; -n {}\n", about.name, about.m, about.n);
        for shape in &*game.about().shapes {
            text += &format!("    {:<12} {}\n", shape.name, shape.about);
        }
    }
    text
}
