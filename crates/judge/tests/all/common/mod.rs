//! Where the helper programs are, what is left of them, and what they say.

#![allow(dead_code, reason = "each test file uses its part")]

#[path = "../../../../sandbox/tests/all/common/processes.rs"]
pub mod processes;

use grundy_brute::gra::{Table, squares_of};
use grundy_judge::verdict::Verdict;
use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox};
use processes::{example, program};
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

pub fn launcher() -> Launcher {
    Launcher {
        exe: example("judge_launcher"),
        args: Vec::new(),
    }
}

pub fn start(program: &Program, limits: Limits, strongest: Isolation) -> Sandbox {
    Sandbox::start(&launcher(), program, limits, strongest).expect("a sandbox starts")
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
    let oracle = Table::build(up_to, |_| ControlFlow::Continue(())).unwrap();
    let oracle = oracle.view();
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
