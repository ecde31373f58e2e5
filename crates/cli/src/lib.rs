//! The `grundy` command as a library: [`main`] is the whole command, with games of the caller beside the
//! built-in ones.
//!
//! The command reads arguments, calls the libraries, and prints text and returns exit codes. Programs that use
//! games from Rust start with [`grundy_games::find`]. `grundy_core` holds the closed forms, without threads or
//! files; `grundy_brute` solves any rules from a list of moves; [`grundy_sweep`] compares the two;
//! [`grundy_judge`] judges programs; [`grundy_sandbox`] runs them.

mod command;
mod compare;
#[cfg(feature = "manual")]
mod description;
mod games;
mod generate;
mod input;
mod interrupt;
mod judge;
#[cfg(feature = "mpi")]
mod mpi;
mod output;
mod play;
mod programs;
mod progress;
mod race;
mod report;
mod solve;
mod sweep;
mod text;
mod values;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use grundy_games::Game;
use signal_hook::consts::SIGXFSZ;
use signal_hook::flag;

use command::{Command, Deferred};
use output::Done;

/// Runs the command with the arguments of this process; `--game` finds `added` games by their names, before
/// the built-in ones.
///
/// A crate with a game of its own calls this in its `main`:
///
/// ```no_run
/// # use std::sync::Arc;
/// fn main() -> std::process::ExitCode {
///     grundy::main(vec![Arc::new(grundy_games::nim::Nim)])
/// }
/// ```
///
/// The process must have no other thread when it calls this: the command starts itself again as the
/// supervisor of sandboxes.
pub fn main(added: Vec<Arc<dyn Game>>) -> ExitCode {
    // Before anything else: as a supervisor, the process has to have one thread.
    if let Some(exit) = programs::supervise() {
        return exit;
    }
    games::add(added);
    // With a handler, a write beyond the file size limit fails and does not end the process. Other programs do
    // not inherit a handler, as they would inherit an ignored signal.
    _ = flag::register(SIGXFSZ, Arc::default());
    match command::parse().map_or_else(|asked| help(&asked), run) {
        Ok(done) => ExitCode::from(done as u8),
        Err(_) if interrupt::is_stopped() => {
            output::note("stopped");
            ExitCode::from(Done::Interrupted as u8)
        }
        Err(error) => {
            output::error(&error);
            ExitCode::from(output::BAD_USAGE)
        }
    }
}

/// Prints the requested help or version, or ends the process with the error in the command line.
fn help(asked: &clap::Error) -> Result<Done> {
    if asked.use_stderr() {
        asked.exit();
    }
    output::print(&asked.render().to_string())?;
    Ok(Done::Fine)
}

fn run(command: Command) -> Result<Done> {
    match command {
        Command::Solve(Deferred(arguments)) => solve::solve(&arguments),
        Command::Explain(Deferred(arguments)) => solve::explain(&arguments),
        Command::Sweep(Deferred(arguments)) => sweep::run(&arguments),
        Command::Values(Deferred(arguments)) => values::run(&arguments),
        Command::Gen(Deferred(arguments)) => generate::run(&arguments),
        Command::Judge(Deferred(arguments)) => judge::run(&arguments),
        Command::Race(Deferred(arguments)) => race::run(&arguments),
        Command::Play(Deferred(arguments)) => play::run(&arguments),
        Command::Compare(Deferred(arguments)) => compare::run(&arguments),
        Command::Report(Deferred(arguments)) => report::run(&arguments),
        #[cfg(feature = "manual")]
        Command::Completions(Deferred(arguments)) => description::print_script(&arguments),
        #[cfg(feature = "manual")]
        Command::Man(Deferred(arguments)) => description::write_pages(&arguments),
    }
}
