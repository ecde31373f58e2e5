//! Runs a command once in the sandbox, with this program's standard input, and prints what came of
//! it: `run [--subreaper|--group] COMMAND [ARG]...`.
//!
//! Needs the example `launcher` beside it.

use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox};
use std::error::Error;
use std::io::{Read as _, Write as _};
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1).peekable();
    let strongest = match args.peek().and_then(|arg| arg.to_str()) {
        Some("--subreaper") => Isolation::Subreaper,
        Some("--group") => Isolation::Group,
        _ => Isolation::Namespace,
    };
    if strongest != Isolation::Namespace {
        args.next();
    }
    let program = Program {
        command: args.next().ok_or("no command")?,
        args: args.collect(),
    };
    let launcher = Launcher {
        exe: std::env::current_exe()?.with_file_name("launcher"),
        args: Vec::new(),
    };
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input)?;
    let mut sandbox = Sandbox::start(&launcher, &program, Limits::default(), strongest)?;
    for shortcoming in sandbox.shortcomings() {
        eprintln!("{shortcoming}");
    }
    let run = sandbox.run(&input, &AtomicBool::new(false))?;
    std::io::copy(&mut sandbox.stdout(), &mut std::io::stdout())?;
    std::io::stderr().write_all(&run.stderr_tail)?;
    eprintln!(
        "{:?} after {:?}, {:?} of processor time, {} KiB",
        run.end,
        run.wall,
        run.cpu,
        run.peak_memory >> 10
    );
    Ok(())
}
