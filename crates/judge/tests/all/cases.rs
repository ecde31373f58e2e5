//! Runs on several positions.

use std::sync::atomic::AtomicBool;

use grundy_game::with_cases;
use grundy_games::find;
use grundy_judge::judge::judge;
use grundy_judge::plan::{JudgePlan, Phase};
use grundy_judge::report::{JudgeReport, Minimality};
use grundy_judge::task::Task;
use grundy_sandbox::Program;

use crate::common;

/// A report on a program that reads positions of Nim behind their number. The shell runs `each` for each of them, with `$x` for
/// the nim-sum, `$*` for the heaps and `$n` for their number.
fn report(each: &str) -> JudgeReport {
    let script = format!(
        "read t; while [ $t -gt 0 ]; do t=$((t - 1)); read n; read row; set -- $row; x=0; \
         for heap; do x=$((x ^ heap)); done; word=Yes; [ $x = 0 ] && word=No; {each}; echo $word; done"
    );
    let program = Program {
        command: "sh".into(),
        args: vec!["-c".into(), script.into()],
    };
    let nim = with_cases(find("nim").unwrap(), "count:50,400".parse().unwrap()).unwrap();
    let task = Task::original(&*nim).with_limits(Some(9), Some(8));
    let plan = JudgePlan {
        phases: vec![Phase::Every, Phase::Limits, Phase::Random],
        up_to: Some(6),
        random: 20,
        ..common::plan(program)
    };
    judge(&task, &plan, &AtomicBool::new(false), &|_| {}).unwrap()
}

#[test]
fn a_right_program_answers_many_positions_in_a_run() {
    let report = report("true");
    assert!(report.accepted, "{report:?}");
    let tests: Vec<u64> = report.phases.iter().map(|phase| phase.tests).collect();
    // All positions; each shape alone and as many positions as an input holds; the random ones.
    assert_eq!(tests, [63, 10, 20]);
    let runs = report.phases[2].outcomes.len();
    assert!(runs < 5, "{runs} runs of 20 random tests");
}

#[test]
fn the_first_position_that_fails_is_found() {
    let report = report("[ \"$*\" = '2 2' ] && word=Yes");
    let found = report.counterexample.unwrap();
    assert_eq!(found.case.input, "1\n2\n2 2\n");
    assert!(
        matches!(found.size, Minimality::Smallest { before } if before == report.phases[0].accepted)
    );
    // A run that ends early says nothing about the positions in it.
    let report = self::report("[ \"$*\" = '2 2' ] && exit 3");
    assert_eq!(report.counterexample.unwrap().case.input, "1\n2\n2 2\n");
}

#[test]
fn what_passes_alone_is_shown_with_what_has_to_come_before() {
    let report = report(
        "[ \"$*\" = '0 1' ] && seen=$seen.; [ \"$*\" = '1 1' ] && [ \"$seen\" = . ] && word=Yes",
    );
    let found = report.counterexample.unwrap();
    assert_eq!(found.case.input, "2\n2\n0 1\n2\n1 1\n");
    assert_eq!(found.case.answer, "Yes\nNo\n");
    assert_eq!(found.size, Minimality::Together { after: 1 });
}
