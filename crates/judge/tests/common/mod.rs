//! Where the helper programs are, what is left of them, and what they say.

#![allow(dead_code, reason = "each test file uses its part")]

use grundy_brute::gra::{PlainTable, squares_of};
use grundy_judge::verdict::Verdict;
use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
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
        "{} is missing: `cargo build -p grundy-judge --examples` makes it",
        path.display()
    );
    path
}

pub fn launcher() -> Launcher {
    Launcher {
        exe: example("judge_launcher"),
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

/// A word that no other process has among its arguments.
pub fn marker() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("marked-{}-{number}", std::process::id())
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

static NEVER: AtomicBool = AtomicBool::new(false);

/// A board as input text.
pub fn input(m: u32, squares: &[u32]) -> String {
    let mut text = format!("{m} {}\n", squares.len());
    for (i, square) in squares.iter().enumerate() {
        let space = if i == 0 { "" } else { " " };
        let _ = write!(text, "{space}{square}");
    }
    text.push('\n');
    text
}

fn number(text: &str) -> Result<(), String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits
        .then_some(())
        .ok_or_else(|| "expected a number".into())
}

/// One run on a board and what it comes to.
pub fn judge(sandbox: &mut Sandbox, input: &str, expected: u32) -> Verdict {
    let run = sandbox.run(input.as_bytes(), &NEVER).unwrap();
    Verdict::new(&run, sandbox.stdout(), &expected.to_string(), number).unwrap()
}

/// The example `gra_candidate` in a mode.
pub fn candidate(mode: &str) -> Program {
    program(example("gra_candidate"), &[mode])
}

/// Every board up to `up_to` squares against the oracle: fewest squares first, then fewest pawns,
/// then by squares. The first that is not accepted, and how many were before it.
pub fn smallest_wrong(program: &Program, up_to: u32) -> (Option<(String, Verdict)>, u64) {
    let oracle = PlainTable::build(up_to);
    let mut sandbox = start(program, Limits::default(), Isolation::Namespace);
    let mut accepted = 0;
    for m in 2..=up_to {
        let mut boards: Vec<(Vec<u32>, u64)> = (1..1 << (m - 1))
            .map(|mask| (squares_of(m, mask), mask))
            .collect();
        boards.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
        for (squares, mask) in boards {
            let input = input(m, &squares);
            let expected = oracle.winning_moves(mask).count_ones();
            let verdict = judge(&mut sandbox, &input, expected);
            if !verdict.is_accepted() {
                return (Some((input, verdict)), accepted);
            }
            accepted += 1;
        }
    }
    (None, accepted)
}
