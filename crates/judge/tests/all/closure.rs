//! A program checked against itself, where no oracle reaches.

#![cfg(target_os = "linux")]

use grundy_games::find;
use grundy_judge::closure::{ClosureReport, MOVES, closure};
use grundy_judge::plan::JudgeProgress;
use grundy_judge::task::Task;
use grundy_judge::verdict::Verdict;
use grundy_sandbox::Program;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::processes::program;
use crate::common::{gra_candidate, plan};

/// gra with up to `pawns` pawns on a strip of up to a thousand million squares.
fn report(program: Program, positions: u64, pawns: u64) -> ClosureReport {
    let gra = find("gra").unwrap();
    let task = Task::original(&*gra).with_limits(Some(1_000_000_000), Some(pawns));
    let mut plan = plan(program);
    plan.limits.cpu = Duration::from_secs(20);
    plan.random = positions;
    closure(&task, &plan, &AtomicBool::new(false), &|_| {}).unwrap()
}

#[test]
fn a_right_program_does_not_contradict_itself() {
    let report = report(gra_candidate("right"), 12, 100_000);
    assert!(report.consistent, "{report:?}");
    assert_eq!((report.positions, report.contradiction), (12, None));
    // Small and large ones, with all of their moves and with some.
    assert!(report.longest > 500_000, "{} bytes", report.longest);
    assert!((1..12).contains(&report.whole), "{}", report.whole);
    assert!(report.moves > 6 * MOVES as u64 / 2, "{}", report.moves);
}

/// Neither the oracle nor the closed form is asked: what is shown is wrong by the rules alone.
#[test]
fn wrong_programs_contradict_themselves() {
    for mode in ["forgets-the-win", "counts-block-two", "skips-empty-below"] {
        let report = report(gra_candidate(mode), 40, 1000);
        let found = report.contradiction.unwrap();
        assert!(!report.consistent && found.minimal, "{mode}: {found:?}");
        assert_eq!(found.verdict, None, "{mode}");
        assert!(found.input.len() < 100, "{mode}: {}", found.input);
        let winning = found
            .moves
            .iter()
            .filter(|one| one.reached.is_win())
            .count();
        assert_ne!(found.answer, winning.to_string(), "{mode}: {found:?}");
        // The moves are those of the rules.
        let gra = find("gra").unwrap();
        let moves = gra.read(found.input.as_bytes()).unwrap()[0]
            .moves()
            .unwrap();
        for followed in &found.moves {
            let name = followed.name.as_deref().unwrap();
            let named = moves.iter().find(|one| one.name.as_deref() == Some(name));
            let leads_to = named.unwrap().leads_to.first().map(ToString::to_string);
            assert_eq!(leads_to, followed.leads_to, "{mode}: {name}");
        }
    }
}

/// The contradiction is reported as it was found.
#[test]
fn what_was_found_is_reported_after_a_request_to_stop() {
    // The smallest board on which this program fails has simpler ones, which are tried.
    let gra = find("gra").unwrap();
    let mut plan = plan(gra_candidate("skips-empty-below"));
    plan.random = 200;
    let stop = AtomicBool::new(false);
    let found = |progress| {
        let has_failed = matches!(progress, JudgeProgress::Failed { .. });
        stop.fetch_or(has_failed, Ordering::Relaxed);
    };
    let task = Task::original(&*gra).with_limits(Some(1000), Some(10));
    let report = closure(&task, &plan, &stop, &found).unwrap();
    assert_eq!(report.ended_by.as_deref(), Some("stopped"), "{report:?}");
    assert!(!report.contradiction.unwrap().minimal && !report.consistent);
}

#[test]
fn no_answer_is_told_from_a_contradiction() {
    let report = report(program("echo", &["one"]), 4, 1000);
    let verdict = report.contradiction.unwrap().verdict;
    assert!(
        matches!(verdict, Some(Verdict::Malformed { .. })),
        "{verdict:?}"
    );
}
