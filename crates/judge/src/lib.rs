//! Somebody's program against the truth: run it, judge it, and find the smallest input that breaks it.
//!
//! ```text
//! game -> tests, phase by phase -> runs in the sandbox -> verdicts -> report and counterexample
//! ```
//!
//! * [`judge`] is the whole of it: what is tried in which order.
//! * [`closure`] holds a program against itself, where no oracle reaches.
//! * [`report`] is what came of it.
//! * [`task`] is a game under the limits and with the words of the task at hand.
//! * [`tests`] says what the tests are: every small position, the original's tests, and the limits.
//! * [`verdict`] turns a run and the expected answer into a verdict.
//! * [`shrink`] makes a failing input as simple as it gets while it still fails.
//! * [`saved`] keeps counterexamples in files, to be tried first the next time.
//! * [`race`] lets several programs run on the same inputs by turns.
//!
//! A candidate is any program that reads a position on standard input and prints the answer on
//! standard output; no shell stands in between. It runs in a [`grundy_sandbox::Sandbox`].
//!
//! A program that says "No" whatever it is asked, and the smallest position of Nim on which it is wrong:
//!
//! ```standalone_crate
//! use std::process::ExitCode;
//! use std::sync::atomic::AtomicBool;
//!
//! use grundy_judge::judge::{EVERY_TIME, Plan, SHRINKING, judge};
//! use grundy_judge::task::Task;
//! use grundy_judge::tests::Phase;
//! use grundy_sandbox::{Isolation, Launcher, Limits, Program};
//!
//! fn main() -> ExitCode {
//!     let mut arguments = std::env::args_os().skip(1);
//!     if arguments.next().is_some_and(|word| word == "sandbox") {
//!         return grundy_sandbox::launch_main(arguments);
//!     }
//!     let exe = std::env::current_exe().unwrap();
//!     let plan = Plan {
//!         program: Program { command: "echo".into(), args: vec!["No".into()] },
//!         launcher: Launcher { exe, args: vec!["sandbox".into()] },
//!         limits: Limits::default(),
//!         isolation: Isolation::Namespace,
//!         phases: vec![Phase::Every],
//!         up_to: Some(3),
//!         every_time: EVERY_TIME,
//!         random: 0,
//!         seed: 1,
//!         jobs: 1,
//!         saved: Vec::new(),
//!         shrinking: SHRINKING,
//!     };
//!     let nim = grundy_games::find("nim").unwrap();
//!     let task = Task::original(&*nim);
//!     let report = judge(&task, &plan, &AtomicBool::new(false), &|_| ()).unwrap();
//!     assert_eq!(report.verdict.name(), "wrong answer");
//!     assert_eq!(report.counterexample.unwrap().case.input, "1\n1\n");
//!     ExitCode::SUCCESS
//! }
//! ```

mod batch;
pub mod closure;
mod error;
mod every;
pub mod judge;
pub mod race;
pub mod report;
pub mod saved;
pub mod shrink;
pub mod task;
pub mod tests;
pub mod verdict;
mod workers;

pub use error::JudgeError;
