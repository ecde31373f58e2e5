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

use anyhow::Result;

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
    match run(arguments::parse()) {
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
