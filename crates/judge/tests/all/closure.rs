//! A program held against itself, where no oracle reaches.

#![cfg(target_os = "linux")]

use crate::common;

use common::{candidate, launcher};
use grundy_games::find;
use grundy_judge::closure::{MOVES, Plan, Report, closure};
use grundy_judge::judge::SHRINKING;
use grundy_judge::task::Task;
use grundy_judge::verdict::Verdict;
use grundy_sandbox::{Limits, Program};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// gra with up to 100,000 pawns on a strip of up to a thousand million squares.
fn report(program: Program, positions: u64) -> Report {
    let gra = find("gra").unwrap();
    let task = Task::original(&*gra).with_limits(Some(1_000_000_000), Some(100_000));
    let plan = Plan {
        program,
        launcher: launcher(),
        limits: Limits {
            wall: Duration::from_secs(20),
            cpu: Duration::from_secs(20),
            ..Limits::default()
        },
        positions,
        seed: 1,
        jobs: 2,
        shrinking: SHRINKING,
    };
    closure(&task, &plan, &AtomicBool::new(false), &|| {}).unwrap()
}

#[test]
fn a_right_program_does_not_contradict_itself() {
    let report = report(candidate("right"), 12);
    assert!(report.consistent, "{report:?}");
    assert_eq!((report.positions, report.contradiction), (12, None));
    // Small and large ones, with all of their moves and with some.
    assert!(report.longest > 500_000, "{} bytes", report.longest);
    assert!((1..12).contains(&report.whole), "{}", report.whole);
    assert!(report.moves > 6 * MOVES as u64 / 2, "{}", report.moves);
}

/// The oracle is not asked, nor the closed form: what is shown is wrong by the rules alone.
#[test]
fn wrong_programs_contradict_themselves() {
    for mode in ["forgets-the-win", "counts-block-two", "skips-empty-below"] {
        let report = report(candidate(mode), 40);
        assert!(!report.consistent, "{mode}");
        let found = report.contradiction.unwrap();
        assert!(
            found.minimal && found.verdict.is_none(),
            "{mode}: {found:?}"
        );
        assert!(found.input.len() < 100, "{mode}: {}", found.input);
        let winning = found.moves.iter().filter(|one| one.wins).count();
        assert_ne!(found.answer, winning.to_string(), "{mode}: {found:?}");
        // What is said of the moves is what the rules say.
        let gra = find("gra").unwrap();
        for followed in &found.moves {
            let name = followed.name.as_deref().unwrap();
            let moves = gra.read(found.input.as_bytes()).unwrap()[0]
                .moves()
                .unwrap();
            let next = moves.iter().find(|next| next.is_named(name)).unwrap();
            let next = next.leads_to.first().map(ToString::to_string);
            assert_eq!(next, followed.leads_to, "{mode}: {name}");
        }
    }
}

#[test]
fn who_does_not_answer_is_told_from_who_contradicts_himself() {
    let garbage = report(common::processes::program("echo", &["one"]), 4);
    let found = garbage.contradiction.unwrap();
    assert!(
        matches!(found.verdict, Some(Verdict::Malformed { .. })),
        "{found:?}"
    );
}
