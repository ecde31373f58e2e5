//! Where the helper programs are, and what is left of them.

#![allow(dead_code, reason = "each test file uses its part")]

use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// An example of this crate, which `cargo test` builds along with the tests.
pub fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own name");
    let examples = test
        .parent()
        .and_then(|deps| deps.parent())
        .expect("tests lie in target/PROFILE/deps")
        .join("examples");
    let path = examples.join(name);
    assert!(
        path.exists(),
        "{} is missing: `cargo build -p grundy-sandbox --examples` makes it",
        path.display()
    );
    path
}

pub fn launcher() -> Launcher {
    Launcher {
        exe: example("launcher"),
        args: Vec::new(),
    }
}

pub fn program(command: impl Into<PathBuf>, args: &[&str]) -> Program {
    Program {
        command: command.into().into(),
        args: args.iter().map(Into::into).collect(),
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

/// A word that no other process has among its arguments.
pub fn marker() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("marked-{}-{number}", std::process::id())
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

/// Waits until nobody has the marker any more, the sandbox included; false after `patience`.
pub fn all_gone(marker: &str, patience: Duration) -> bool {
    let start = Instant::now();
    loop {
        let left = std::fs::read_dir("/proc")
            .expect("/proc")
            .flatten()
            .filter_map(|process| std::fs::read(process.path().join("cmdline")).ok())
            .any(|arguments| String::from_utf8_lossy(&arguments).contains(marker));
        if !left {
            return true;
        }
        if start.elapsed() > patience {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
