//! The `grundy` command: arguments in, text and exit codes out; the work is done in the libraries.
//!
//! Who wants to use a game from Rust begins with [`grundy_games::find`], which hands out any game with
//! its closed form, its oracle and its inputs. `grundy_core` holds the closed forms alone, without
//! threads or files; `grundy_brute` solves any rules, and needs no more than a list of moves. Then
//! there are [`grundy_sweep`], which holds one against the other, [`grundy_judge`], which tries
//! programs, and [`grundy_sandbox`], which runs them.

mod arguments;
mod compare;
mod completions;
mod explain;
mod game;
mod generate;
mod heaps;
mod input;
mod interrupt;
mod judge;
mod launcher;
mod man;
#[cfg(feature = "mpi")]
mod mpi;
mod output;
mod play;
mod progress;
mod quantity;
mod race;
mod report;
mod shell;
mod solve;
mod sweep;
mod threads;
mod values;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use signal_hook::consts::SIGXFSZ;
use signal_hook::flag;

use arguments::{Arguments, Command, Deferred};

/// What a command that ran to its end has to say with its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    /// Nothing is wrong: exit code 0.
    Fine,
    /// A check failed: exit code 1.
    CheckFailed,
    /// Somebody said stop: exit code 130.
    Interrupted,
}

fn main() -> ExitCode {
    // Before anything else: in this mode the process is a sandbox, and has one thread.
    if let Some(exit) = launcher::mode() {
        return exit;
    }
    // A write beyond the limit for files is to fail, and not to end the process. A handler does that: unlike a
    // signal that is ignored it is not handed on to other programs.
    _ = flag::register(SIGXFSZ, Arc::default());
    match arguments::parse().map_or_else(|asked| help(&asked), run) {
        Ok(Done::Fine) => ExitCode::SUCCESS,
        Ok(Done::CheckFailed) => ExitCode::from(1),
        Ok(Done::Interrupted) => ExitCode::from(interrupt::EXIT_CODE),
        Err(_) if interrupt::is_stopped() => {
            output::note("stopped");
            ExitCode::from(interrupt::EXIT_CODE)
        }
        Err(error) => {
            tell(&error);
            ExitCode::from(BAD_USAGE)
        }
    }
}

/// The exit code of bad usage and bad input.
const BAD_USAGE: u8 = 2;

fn tell(error: &anyhow::Error) {
    let bad = output::BAD;
    output::note(&format!("{bad}error:{bad:#} {}", output::told(error)));
}

/// Prints the help or the version that was asked for, or ends with what is wrong with the command line.
fn help(asked: &clap::Error) -> Result<Done> {
    if asked.use_stderr() {
        asked.exit();
    }
    output::print(&asked.render().to_string())?;
    Ok(Done::Fine)
}

fn run(arguments: Arguments) -> Result<Done> {
    match arguments.command {
        Command::Solve(Deferred(arguments)) => solve::run(&arguments),
        Command::Explain(Deferred(arguments)) => explain::run(&arguments),
        Command::Sweep(Deferred(arguments)) => sweep::run(&arguments),
        Command::Values(Deferred(arguments)) => values::run(&arguments),
        Command::Gen(Deferred(arguments)) => generate::run(&arguments),
        Command::Judge(Deferred(arguments)) => judge::run(&arguments),
        Command::Race(Deferred(arguments)) => race::run(&arguments),
        Command::Play(Deferred(arguments)) => play::run(&arguments),
        Command::Compare(Deferred(arguments)) => compare::run(&arguments),
        Command::Report(Deferred(arguments)) => report::run(&arguments),
        Command::Completions(Deferred(arguments)) => completions::run(&arguments),
        Command::Man(Deferred(arguments)) => man::run(&arguments),
    }
}
