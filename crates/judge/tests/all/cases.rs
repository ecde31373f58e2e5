//! Runs on several positions.

use std::sync::atomic::AtomicBool;

use grundy_game::with_cases;
use grundy_games::find;
use grundy_judge::judge::judge;
use grundy_judge::mutants::{Mutants, Sufficiency, formula_of};
use grundy_judge::plan::{JudgePlan, Phase};
use grundy_judge::report::{JudgeReport, Minimality, TestOutcome};
use grundy_judge::task::Task;
use grundy_sandbox::Program;

use crate::common;

/// A report on a program that reads positions of Nim behind their number. The shell runs `each` for each of them, with `$x` for
/// the nim-sum, `$*` for the heaps and `$n` for their number.
fn report(each: &str) -> JudgeReport {
    report_of(each, |_| {})
}

fn report_of(each: &str, change: impl FnOnce(&mut JudgePlan)) -> JudgeReport {
    report_with("count", ["t", "read n"], each, change)
}

/// A report where inputs are `cases`: the first line has what the shell reads as `first`, and each position begins with `begin`.
fn report_with(
    cases: &str,
    [first, begin]: [&str; 2],
    each: &str,
    change: impl FnOnce(&mut JudgePlan),
) -> JudgeReport {
    let script = format!(
        "read {first}; while [ $t -gt 0 ]; do t=$((t - 1)); {begin}; read row; set -- $row; x=0; \
         for heap; do x=$((x ^ heap)); done; word=Yes; [ $x = 0 ] && word=No; {each}; echo $word; done"
    );
    let program = Program {
        command: "sh".into(),
        args: vec!["-c".into(), script.into()],
    };
    let nim = with_cases(
        find("nim").unwrap(),
        format!("{cases}:50,400").parse().unwrap(),
    )
    .unwrap();
    let task = Task::original(&*nim).with_limits(Some(9), Some(8));
    let mut plan = JudgePlan {
        phases: vec![Phase::Every, Phase::Limits, Phase::Random],
        up_to: Some(6),
        random: 20,
        ..common::plan(program)
    };
    change(&mut plan);
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

/// The number of heaps stands once, for all positions of an input: those of an input have the same.
#[test]
fn positions_share_their_first_line() {
    let report = |each: &str, why: bool| {
        let heaps = "[ $# = $n ] || word=Heaps";
        report_with(
            "header",
            ["n t", heaps],
            &format!("{heaps}; {each}"),
            |plan| {
                plan.why = why;
            },
        )
    };
    let right = report("true", false);
    assert!(right.accepted, "{right:?}");
    let tests: Vec<u64> = right.phases.iter().map(|phase| phase.tests).collect();
    assert_eq!(tests, [63, 10, 20]);
    let full = |one: &&TestOutcome| one.test.starts_with("50 cases of");
    assert!(
        right.phases[1].outcomes.iter().filter(full).count() > 2,
        "{right:?}"
    );
    // As small as can be, alone and behind another position, of a small test and of a drawn one.
    let wrong = report("[ $1 = 2 ] && word=No", true);
    assert_eq!(wrong.counterexample.unwrap().case.input, "1 1\n2\n");
    assert_eq!(
        wrong.why.unwrap().condition.as_deref(),
        Some("1 < nimsum(parts) and first(parts) = 2")
    );
    let found = report(
        "[ \"$*\" = '0 2' ] && seen=$seen.; [ \"$*\" = '1 1' ] && [ \"$seen\" = . ] && word=Yes",
        false,
    );
    let found = found.counterexample.unwrap();
    assert_eq!(found.case.input, "2 2\n0 2\n1 1\n");
    assert_eq!(found.size, Minimality::Together { after: 1 });
    let large = report("[ $n = 8 ] && [ $4 -gt 6 ] && word=None", false);
    assert_eq!(
        large.counterexample.unwrap().case.input,
        "8 1\n0 0 0 7 0 0 0 0\n"
    );
    // Only many positions in a run fail: no heap is left out of one of them alone.
    let many = report("all=${all:-$t}; [ $all -gt 20 ] && word=None", false);
    let input = many.counterexample.unwrap().case.input;
    let (first, rows) = input.split_once('\n').unwrap();
    assert!(
        first == "8 22" && rows.starts_with("0 0 0 0 0 0 0 0\n"),
        "{input}"
    );
    let heaps: Vec<usize> = rows.lines().map(|row| row.split(' ').count()).collect();
    assert_eq!(heaps, [8; 22]);
}

/// The failing positions have a description, and some numbers of the smallest may be any; the same for any number of jobs.
#[test]
fn where_a_program_fails_is_described() {
    for (each, condition, pattern, smallest) in [
        (
            "[ $n = 2 ] && [ $1 = 1 ] && word=Yes",
            None,
            None,
            "2\n1 1\n",
        ),
        (
            "[ $1 = 2 ] && word=No",
            Some("first(parts) = 2 and nimsum(parts) != 0"),
            None,
            "1\n2\n",
        ),
        (
            "[ $x -gt 1 ] && word=No",
            Some("1 < nimsum(parts)"),
            None,
            "1\n2\n",
        ),
        (
            "[ $n = 3 ] && [ $2 = 1 ] && { [ $x = 0 ] && word=Yes || word=No; }",
            Some("count(parts) = 3 and sum(indices: x = 1) = 1"),
            Some("3\nx 1 x"),
            "3\n0 1 0\n",
        ),
    ] {
        let jobs = [1, 2, 3].map(|jobs| {
            let report = report_of(each, |plan| {
                (plan.why, plan.jobs, plan.up_to, plan.phases) =
                    (true, jobs, Some(7), vec![Phase::Every]);
            });
            let found = report.counterexample.unwrap();
            assert_eq!(found.case.input, format!("1\n{smallest}"), "{each}");
            report.why.unwrap()
        });
        let why = &jobs[0];
        assert!(jobs.iter().all(|other| other == why), "{jobs:?}");
        assert_eq!(why.positions, 127);
        assert_eq!(why.condition.as_deref(), condition, "{each}");
        assert_eq!(why.pattern.as_deref(), pattern, "{each}");
    }
    // Without being asked, and where it prints nothing.
    assert_eq!(report("[ $x -gt 1 ] && word=No").why, None);
}

fn sufficiency(name: &str, inputs: &[&str]) -> Sufficiency {
    let game = find(name).unwrap();
    let task = Task::original(&*game).with_limits(Some(1 << 40), Some(50));
    let stop = AtomicBool::new(false);
    let mut mutants = Mutants::new(&task, formula_of(&*game).unwrap(), 1000, &stop);
    for input in inputs {
        let case = game.read(input.as_bytes()).unwrap()[0].case().unwrap();
        mutants.test((*input).to_owned(), &case).unwrap();
    }
    mutants.finish(1).unwrap()
}

#[test]
fn tests_that_suffice_and_those_that_do_not() {
    let none = sufficiency("nim", &[]);
    assert_eq!(
        (none.survivors().count(), none.enough.len()),
        (none.mutants.len(), 0)
    );
    let (right, nim) = (
        none.formula.parse::<grundy_formula::Formula>().unwrap(),
        find("nim").unwrap(),
    );
    let smallest = |found: &Sufficiency, what: &str| {
        let survivor = found.survivors().find(|tried| tried.what == what);
        survivor.map(|tried| tried.smallest.clone().unwrap().replace('\n', " "))
    };
    for (what, expected) in [
        ("sum(parts) for nimsum(parts)", "2 1 1 "),
        ("misère play", "1 0 "),
        ("always won", "1 0 "),
        ("numbers of 16 bits without a sign", "1 65536 "),
        ("numbers of 32 bits with a sign", "1 2147483648 "),
        ("slow: solves all smaller positions", "1 1000 "),
        ("slow: solves all smaller numbers by their moves", "1 32 "),
    ] {
        assert_eq!(smallest(&none, what).as_deref(), Some(expected), "{what}");
    }
    // What is smallest kills, and so does what is drawn.
    let kills = none.survivors().map(|tried| {
        let request = tried.request.as_ref();
        let drawn = request.map(|request| nim.draw(request).unwrap().to_string());
        [tried.smallest.clone(), drawn].into_iter().flatten()
    });
    let kills: Vec<String> = kills.flatten().collect();
    let inputs: Vec<&str> = kills.iter().map(String::as_str).collect();
    let all = sufficiency("nim", &inputs);
    assert_eq!(all.survivors().count(), 0);
    assert_eq!(
        (all.mutants.len(), all.equivalent),
        (none.mutants.len(), none.equivalent)
    );
    assert!(inputs.iter().all(|input| right.of(input).is_ok()));
    // Few tests are as good, and none of them can be left out.
    let enough: Vec<&str> = all.enough.iter().map(|at| inputs[*at]).collect();
    assert!((2..8).contains(&enough.len()), "{enough:?}");
    assert_eq!(sufficiency("nim", &enough).survivors().count(), 0);
    for at in 0..enough.len() {
        let fewer = [&enough[..at], &enough[at + 1..]].concat();
        assert!(
            sufficiency("nim", &fewer).survivors().count() > 0,
            "{at} of {enough:?}"
        );
    }
}

/// The formulas from which mutants are made are the closed forms.
#[test]
fn formulas_of_games_are_right() {
    for name in [
        "gra",
        "nim",
        "bounded",
        "staircase",
        "kamyki",
        "0.77",
        "0.137",
        "4.[3]",
        "0.[3]",
        "subtract:1,3,4",
    ] {
        let game = find(name).unwrap();
        let formula = formula_of(&*game).unwrap();
        for size in game.about().smallest..game.about().smallest + 9 {
            for text in game.listed(size).unwrap() {
                let claim = game.read(text.as_bytes()).unwrap()[0]
                    .solve()
                    .unwrap()
                    .claim;
                let says = formula.of(&text).unwrap();
                assert_eq!(says.is_lost, claim.loses(), "{name}: {text}");
                assert!(
                    says.value.is_none_or(|value| claim.grundy == Some(value)),
                    "{name}: {text}"
                );
            }
        }
    }
    for (name, why) in [
        ("constrained", "it names none that answers inputs"),
        ("0.6", "no period of the values of its heaps is proved"),
    ] {
        let error = formula_of(&*find(name).unwrap()).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
