//! Programs for tests of this crate and of crates that use it, and the search for processes that are left.

use grundy_sandbox::Program;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// An example of this crate, which `cargo test` builds along with the tests.
pub fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own name");
    let deps = test.parent().expect("tests lie in target/PROFILE/deps");
    let path = deps.with_file_name("examples").join(name);
    assert!(
        path.exists(),
        "{} is missing: `cargo build -p {} --examples` makes it",
        path.display(),
        env!("CARGO_PKG_NAME")
    );
    path
}

pub fn program(command: impl Into<PathBuf>, args: &[&str]) -> Program {
    Program {
        command: command.into().into(),
        args: args.iter().map(Into::into).collect(),
    }
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

/// Waits until no process has the marker, including the sandbox; returns false after `patience`.
pub fn all_gone(marker: &str, patience: Duration) -> bool {
    let start = Instant::now();
    while marked(marker, &["cmdline", "environ"]) > 0 {
        if start.elapsed() > patience {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}
