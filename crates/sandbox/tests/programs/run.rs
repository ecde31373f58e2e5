//! Runs a command once in the sandbox and prints its output and its end: `run ISOLATION COMMAND [ARG]...`.

use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox};
use std::error::Error;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1);
    let strongest = match args.next().ok_or("no isolation")?.to_str() {
        Some("subreaper") => Isolation::Subreaper,
        _ => Isolation::Namespace,
    };
    let program = Program {
        command: args.next().ok_or("no command")?,
        args: args.collect(),
    };
    let launcher = Launcher {
        exe: std::env::current_exe()?.with_file_name("launcher"),
        ..Launcher::default()
    };
    let mut sandbox = Sandbox::start(&launcher, &program, Limits::default(), strongest)?;
    let run = sandbox.run(b"", &AtomicBool::new(false))?;
    std::io::copy(&mut sandbox.stdout(), &mut std::io::stdout())?;
    println!("{:?}", run.end);
    Ok(())
}
