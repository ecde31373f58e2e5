//! What a run in the sandbox costs: `overhead [RUNS] [COMMAND [ARG]...]` runs a command (`true` if
//! none is given) inside and outside by turns and prints medians.
//!
//! Needs the example `launcher` beside it.

use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox};
use std::error::Error;
use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1);
    let runs: usize = match args.next() {
        Some(text) => text.to_str().ok_or("RUNS is no number")?.parse()?,
        None => 1000,
    };
    let program = Program {
        command: args.next().unwrap_or_else(|| "true".into()),
        args: args.collect::<Vec<OsString>>(),
    };
    let launcher = Launcher {
        exe: std::env::current_exe()?.with_file_name("launcher"),
        args: Vec::new(),
    };
    let never = AtomicBool::new(false);
    let mut sandboxes = Vec::new();
    for strongest in [Isolation::Namespace, Isolation::Subreaper, Isolation::Group] {
        let sandbox = Sandbox::start(&launcher, &program, Limits::default(), strongest)?;
        if sandbox.isolation() == strongest {
            sandboxes.push((sandbox, Vec::new()));
        }
    }
    let mut outside = Vec::new();
    for _ in 0..runs {
        let start = Instant::now();
        Command::new(&program.command)
            .args(&program.args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()?;
        outside.push(start.elapsed());
        for (sandbox, times) in &mut sandboxes {
            let start = Instant::now();
            sandbox.run(b"5 2\n1 3\n", &never)?;
            times.push(start.elapsed());
        }
    }
    println!("outside    {:?}", median(outside));
    for (sandbox, times) in sandboxes {
        println!(
            "{:<10} {:?}",
            format!("{:?}", sandbox.isolation()),
            median(times)
        );
    }
    Ok(())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
