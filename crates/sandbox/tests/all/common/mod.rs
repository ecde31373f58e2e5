//! Sandboxes and programs for the tests, and the search for processes that are left.

pub mod processes;

use grundy_sandbox::{Isolation, Launcher, Limits, Program, RunReport, Sandbox};
use processes::{example, program};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

pub static NEVER: AtomicBool = AtomicBool::new(false);

pub fn launcher() -> Launcher {
    Launcher {
        exe: example("launcher"),
        ..Launcher::default()
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

/// A word that no other process has among its arguments.
pub fn marker() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("marked-{}-{number}-", std::process::id())
}

/// The number of processes that have the marker in one of these files in `/proc`.
pub fn marked(marker: &str, files: &[&str]) -> usize {
    let has_marker = |path: PathBuf| {
        std::fs::read(path).is_ok_and(|text| String::from_utf8_lossy(&text).contains(marker))
    };
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    processes
        .filter(|process| {
            files
                .iter()
                .any(|file| has_marker(process.path().join(file)))
        })
        .count()
}

/// The processes of a program, without those of the sandbox, whose supervisor has the marker among its arguments.
pub const OF_PROGRAM: &[&str] = &["environ"];
/// The processes of a program and of its sandbox.
pub const ALL: &[&str] = &["cmdline", "environ"];

/// Waits until no process has the marker in one of these files; returns false after `patience`.
pub fn are_gone(marker: &str, files: &[&str], patience: Duration) -> bool {
    let start = Instant::now();
    while marked(marker, files) > 0 {
        if start.elapsed() > patience {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}
