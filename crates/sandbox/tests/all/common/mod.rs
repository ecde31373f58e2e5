//! Paths of the helper programs, and search for processes that are left.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod processes;

use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox};
use processes::{example, program};

pub fn launcher() -> Launcher {
    Launcher {
        exe: example("launcher"),
        args: Vec::new(),
    }
}

pub fn start(program: &Program, limits: Limits, strongest: Isolation) -> Sandbox {
    Sandbox::start(&launcher(), program, limits, strongest).expect("a sandbox starts")
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

/// The processes that have the marker among their arguments.
pub fn marked(marker: &str) -> Vec<String> {
    let mut found = Vec::new();
    for process in std::fs::read_dir("/proc").expect("/proc").flatten() {
        let Ok(arguments) = std::fs::read(process.path().join("cmdline")) else {
            continue;
        };
        let arguments = String::from_utf8_lossy(&arguments).replace('\0', " ");
        // The sandbox itself has the program's arguments among its own.
        if arguments.contains(marker) && !arguments.contains("examples/launcher") {
            found.push(arguments);
        }
    }
    found
}
