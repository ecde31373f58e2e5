//! The commands and their help; the arguments of each are in its own module.

pub mod again;
pub mod check;
#[cfg(feature = "manual")]
pub mod description;
pub mod formula;
pub mod games;
pub mod generate;
pub mod input;
pub mod interrupt;
pub mod judge;
pub mod new;
pub mod output;
pub mod play;
pub mod programs;
pub mod progress;
pub mod race;
pub mod records;
pub mod searching;
pub mod solve;
pub mod sweep;
pub mod text;
pub mod timings;
pub mod values;

use std::ffi::OsString;

use clap::error::Error;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use self::again::Again;
use self::check::Check;
#[cfg(feature = "manual")]
use self::description::{Completions, Man};
use self::formula::Formula;
use self::games::Added;
use self::generate::{Gen, Mutate};
use self::input::Input;
use self::judge::Judge;
use self::new::New;
use self::play::Play;
use self::race::Race;
use self::records::{Compare, Report};
use self::sweep::Sweep;
use self::values::Values;

/// Solves impartial games of the Nim family, and verifies the solvers against the rules.
#[derive(Parser)]
#[command(name = "grundy", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 success, 1 a check failed, 2 bad usage or bad input, 130 stopped."
)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
    /// Write to standard error where the time went: programs, oracle, comparison, files
    #[arg(long)]
    pub timings: bool,
    /// What `grundy again` repeats this command from, if it is one that checks.
    #[arg(skip)]
    pub again: Option<String>,
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
    /// Find a closed form from the rules: a formula that agrees with exhaustive play on all small positions, and with itself on
    /// large ones
    ///
    /// Exit codes: 0 found, 1 there is none of this length, 2 bad usage, 130 stopped.
    Formula(Deferred<Formula>),
    /// Write test inputs: a test set, or one random input
    Gen(Deferred<Gen>),
    /// Check inputs of the task strictly: the form of each, to the last blank, and what it says
    ///
    /// Exit codes: 0 all valid, 1 not; with --kattis 42 and 43; 2 an input cannot be read, 130 stopped.
    Check(Deferred<Check>),
    /// Judge a program: verdicts, and the smallest input for which its answer is wrong
    ///
    /// The program reads an input from standard input and writes the answer to standard output, as in the original
    /// task. The tests are saved ones, every position up to a size, the original task's tests generated again, every
    /// shape of input at the original limits, and random ones; docs/judging.md has more. With --interactive the program
    /// plays: each writes a move a line, and the program has to win from every position that it can win.
    ///
    /// Exit codes: 0 accepted, 1 not accepted, 2 it could not be judged, 130 stopped.
    Judge(Deferred<Judge>),
    /// Repeat a judge, a sweep, a race or mutants from the last line of its report
    ///
    /// The string has the version of this command, the options, and hashes of the game and the program, which are named again:
    /// the options -g, --claim, --formula and --env as they were, and the program behind `--`. Options about files, --format and
    /// --jobs are free.
    ///
    /// Exit codes: those of the repeated command, and 2 where something differs, with what it is.
    Again(Deferred<Again>),
    /// Find which wrong and slow programs, made from the formula of a game, the tests of its task notice
    ///
    /// Exit codes: 0 the tests notice all, 1 some survive, 2 the game has no formula, or bad usage, 130 stopped.
    Mutants(Deferred<Mutate>),
    /// Time several programs on the same inputs, beside this one and `cat`
    ///
    /// The programs get the largest inputs that the original task allows, one of each shape, and take turns; of a rules
    /// program those to which its oracle or its claim has the answer. Every
    /// answer is checked: a program with a wrong answer has no time.
    Race(Deferred<Race>),
    /// Play against an opponent of a chosen level, up to one who makes no mistake, in the terminal or in the browser
    #[command(after_long_help = play::MORE_HELP)]
    Play(Deferred<Play>),
    /// Write the rules of a game to start from, with a test of them; with --task a task
    New(Deferred<New>),
    /// Compare two benchmark records row by row, or rank the solvers of one
    Compare(Deferred<Compare>),
    /// Write the records of results/ as one page with plots
    Report(Deferred<Report>),
    #[cfg(feature = "manual")]
    /// Print a script with which a shell completes this command
    Completions(Deferred<Completions>),
    #[cfg(feature = "manual")]
    /// Write manual pages, one for each command
    Man(Deferred<Man>),
}

/// The description of the command line, with what its long help lists for every game. That takes as long as
/// solving a small input, so it is built only where it is shown.
pub fn with_games(added: &Added) -> clap::Command {
    let games = games(added);
    let commands = ["sweep", "gen", "judge", "mutants", "race"].into_iter();
    commands.fold(CommandLine::command(), |command, name| {
        command.mut_subcommand(name, |command| command.after_long_help(&games))
    })
}

/// Parses the words of a command line; the first is the name of this command.
///
/// # Errors
/// The first invalid argument; or the help or version text, if the user asked for it.
pub fn parse(
    words: impl IntoIterator<Item = OsString>,
    added: &Added,
) -> Result<CommandLine, Error> {
    let words: Vec<OsString> = words.into_iter().collect();
    if words.iter().any(|word| word == "--help" || word == "help") {
        with_games(added).try_get_matches_from(&words)?;
    }
    let mut command = CommandLine::command();
    let matches = command.try_get_matches_from_mut(words)?;
    let line = CommandLine::from_arg_matches(&matches);
    Ok(CommandLine {
        again: again::of(&command, &matches),
        ..line.map_err(|error| error.format(&mut command))?
    })
}

/// What the options about sizes mean for each game.
fn games(added: &Added) -> String {
    let mut text = "Sizes, and how far a sweep goes without --up-to; what -m and -n are, and their default pairs; \
                    shapes of inputs:\n"
        .to_owned();
    for game in games::all(added) {
        let about = game.about();
        text += &format!("  {}: {}, {}\n", about.name, about.sweep_to, about.size);
        text += &format!("    -m {}; -n {}\n", about.m, about.n);
        for limit in grundy_game::limits(&**game) {
            text += &format!("    -m {} -n {}\n", limit.m, limit.n);
        }
        for shape in &*about.shapes {
            text += &format!("    {:<12} {}\n", shape.name, shape.about);
        }
    }
    text
}

/// The arguments of a command. `clap` builds their description only when the command is named or its help is
/// shown: building those of all commands takes longer than solving a small input.
///
/// The structs of arguments have no doc comments of their own: these would replace those of the commands.
pub struct Deferred<T>(pub T);

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.defer(T::augment_args)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command.defer(T::augment_args_for_update)
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
