//! Sandboxes and programs for the tests.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod processes;

use grundy_sandbox::{Isolation, Launcher, Limits, Program, RunReport, Sandbox};
use processes::{example, program};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

pub static NEVER: AtomicBool = AtomicBool::new(false);

pub fn launcher() -> Launcher {
    Launcher {
        exe: example("launcher"),
        args: Vec::new(),
    }
}

pub fn start(program: &Program, limits: Limits, strongest: Isolation) -> Sandbox {
    Sandbox::start(&launcher(), program, limits, strongest).expect("a sandbox starts")
}

/// One run without a stop, and what it printed.
pub fn run(sandbox: &mut Sandbox, input: &[u8]) -> (RunReport, String) {
    let run = sandbox.run(input, &NEVER).expect("a run");
    let printed = std::io::read_to_string(sandbox.stdout()).expect("text");
    (run, printed)
}

/// The isolations that leave nothing behind, as far as this machine has them.
pub fn tight_isolations() -> Vec<Isolation> {
    let mut isolations: Vec<Isolation> = [Isolation::Namespace, Isolation::Subreaper]
        .into_iter()
        .map(|strongest| start(&program("true", &[]), Limits::default(), strongest).isolation())
        .collect();
    isolations.dedup();
    assert!(
        !isolations.contains(&Isolation::Group),
        "this machine has neither namespaces nor subreapers"
    );
    isolations
}

/// Returns the command; `None`, with a message, if it does not run with this argument, which makes it print its
/// version.
pub fn installed<'a>(command: &'a str, version: &str) -> Option<&'a str> {
    let output = Command::new(command)
        .arg(version)
        .stdin(Stdio::null())
        .output();
    let is_there = output.is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("*** SKIPPED: {command} is not installed");
    }
    is_there.then_some(command)
}
