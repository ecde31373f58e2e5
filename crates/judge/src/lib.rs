//! An external program against the truth: run it, judge it, and find the smallest input that breaks it.
//!
//! ```text
//! game -> tests, phase by phase -> runs in the sandbox -> verdicts -> report and counterexample
//! ```
//!
//! * [`plan`] holds what to judge: the program, its limits, how many tests.
//! * [`judge`] is the order in which everything is tried.
//! * [`closure`] checks a program against itself, where no oracle reaches.
//! * [`report`] is what came of judging.
//! * [`task`] is a game under the limits and with the words of the task at hand.
//! * [`cases`] defines the tests: every small position, the original's tests, and the limits.
//! * [`interactive`] plays against a program.
//! * [`valid`] checks inputs, to the last blank.
//! * [`verdict`] turns a run and the expected answer into a verdict.
//! * [`saved`] keeps counterexamples in files, which are tried first the next time.
//! * [`mutants`] finds which wrong and slow programs a set of tests notices.
//! * [`package`] plans the tests of a package, and finds the verdicts of its author's programs on them.
//! * [`race`] runs several programs on the same inputs by turns.
//! * [`mod@reference`] makes the claim of a rules program the source of right answers where its oracle has none.
//!
//! A candidate is any program that reads a position on standard input and prints the answer on
//! standard output; no shell stands in between. It runs in a [`grundy_sandbox::Sandbox`].
//!
//! A program that prints "No" for every input, and the smallest position of Nim on which it is wrong:
//!
//! ```standalone_crate
//! use std::process::ExitCode;
//! use std::sync::atomic::AtomicBool;
//!
//! use grundy_judge::judge::judge;
//! use grundy_judge::plan::{JudgePlan, Phase};
//! use grundy_judge::task::Task;
//! use grundy_sandbox::{Launcher, Program};
//!
//! fn main() -> ExitCode {
//!     let mut arguments = std::env::args_os().skip(1);
//!     if arguments.next().is_some_and(|word| word == "sandbox") {
//!         return grundy_sandbox::launch_main(arguments);
//!     }
//!     let exe = std::env::current_exe().unwrap();
//!     let launcher = Launcher { exe, args: vec!["sandbox".into()], env: vec![] };
//!     let program = Program { command: "echo".into(), args: vec!["No".into()] };
//!     let mut plan = JudgePlan::new(program, launcher);
//!     plan.phases = vec![Phase::Every];
//!     plan.up_to = Some(3);
//!     let nim = grundy_games::find("nim").unwrap();
//!     let task = Task::original(&*nim);
//!     let report = judge(&task, &plan, &AtomicBool::new(false), &|_| ()).unwrap();
//!     assert_eq!(report.verdict.name(), "wrong answer");
//!     assert_eq!(report.counterexample.unwrap().case.input, "1\n1\n");
//!     ExitCode::SUCCESS
//! }
//! ```

pub mod cases;
pub mod closure;
mod error;
mod every;
pub mod interactive;
pub mod judge;
mod kept;
pub mod mutants;
mod outcome;
pub mod package;
mod phases;
pub mod plan;
pub mod race;
pub mod reference;
pub mod report;
mod runner;
pub mod saved;
pub mod task;
pub mod valid;
pub mod verdict;

pub use error::JudgeError;
