//! The entry to the command: the arguments of the process, and its exit code.

use std::env;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use grundy_game::{Detail, Game};
use signal_hook::consts::SIGXFSZ;
use signal_hook::flag;

#[cfg(feature = "manual")]
use crate::command::description;
use crate::command::games::Added;
use crate::command::output::Done;
use crate::command::timings::Timings;
use crate::command::{
    self, Command, CommandLine, Deferred, check, formula, generate, interrupt, judge, new, output,
    play, programs, race, records, solve, sweep, values,
};

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
    // With a handler, a write beyond the file size limit fails and does not end the process. Other programs do
    // not inherit a handler, as they would inherit an ignored signal.
    _ = flag::register(SIGXFSZ, Arc::default());
    let added = added.into_boxed_slice();
    let parsed = command::parse(env::args_os(), &added);
    let timings = parsed.as_ref().is_ok_and(|line| line.timings);
    let timings = timings.then(Timings::begin);
    let done = parsed.map_or_else(|asked| help(&asked), |line| run(line, &added));
    timings.inspect(Timings::note);
    match done {
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

fn run(line: CommandLine, added: &Added) -> Result<Done> {
    let again = line.again;
    match line.command {
        Command::Solve(Deferred(arguments)) => solve::run(&arguments, Detail::Brief, added),
        Command::Explain(Deferred(arguments)) => solve::run(&arguments, Detail::Full, added),
        Command::Sweep(Deferred(arguments)) => sweep::run(arguments, again, added),
        Command::Values(Deferred(arguments)) => values::run(&arguments, added),
        Command::Formula(Deferred(arguments)) => formula::run(&arguments, added),
        Command::Gen(Deferred(arguments)) => generate::run(&arguments, added),
        Command::Check(Deferred(arguments)) => check::run(&arguments, added),
        Command::Judge(Deferred(arguments)) => judge::run(arguments, again, added),
        Command::Again(Deferred(repeated)) => match command::parse(repeated.words()?, added) {
            Err(asked) => help(&asked),
            Ok(line) => {
                repeated.is_same(line.again.as_deref())?;
                run(line, added)
            }
        },
        Command::Mutants(Deferred(arguments)) => {
            generate::mutants(&arguments, again.as_deref(), added)
        }
        Command::Race(Deferred(arguments)) => race::run(arguments, again, added),
        Command::Play(Deferred(arguments)) => play::run(&arguments, added),
        Command::New(Deferred(arguments)) => new::run(&arguments),
        Command::Compare(Deferred(arguments)) => records::compare(&arguments),
        Command::Report(Deferred(arguments)) => records::report(&arguments),
        #[cfg(feature = "manual")]
        Command::Completions(Deferred(arguments)) => {
            description::print_script(&arguments, command::with_games(added), added)
        }
        #[cfg(feature = "manual")]
        Command::Man(Deferred(arguments)) => {
            description::write_pages(&arguments, command::with_games(added))
        }
    }
}
