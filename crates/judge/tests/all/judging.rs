//! Judging from end to end: what is found is the smallest there is, or cannot be made simpler; and
//! whatever a program does, the judge comes to a verdict and leaves nothing behind.

#![cfg(target_os = "linux")]

use crate::common;

use common::processes::{all_gone, marker, program};
use common::{candidate, input, launcher, smallest_wrong};
use grundy_games::{Case, Game, find};
use grundy_judge::JudgeError;
use grundy_judge::judge::{EVERY_TIME, Plan, Progress, SHRINKING, judge};
use grundy_judge::report::{Report, Size};
use grundy_judge::saved;
use grundy_judge::task::Task;
use grundy_judge::tests::{Phase, Test};
use grundy_judge::verdict::Verdict;
use grundy_sandbox::{Isolation, Limits, Program};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

const WRONG: [&str; 5] = [
    "full-strip",
    "forgets-the-win",
    "staircase-to-the-end",
    "counts-block-two",
    "skips-empty-below",
];

fn gra() -> Arc<dyn Game> {
    find("gra").unwrap()
}

fn task() -> Task<'static> {
    static GRA: LazyLock<Arc<dyn Game>> = LazyLock::new(gra);
    Task::original(&**GRA)
}

fn case(text: &str) -> Case {
    gra().read(text.as_bytes()).unwrap()[0].case().unwrap()
}

fn plan(program: Program, phases: &[Phase]) -> Plan {
    Plan {
        program,
        launcher: launcher(),
        limits: Limits {
            wall: Duration::from_secs(8),
            ..Limits::default()
        },
        isolation: Isolation::Namespace,
        phases: phases.to_vec(),
        up_to: Some(8),
        every_time: EVERY_TIME,
        random: 20,
        seed: 1,
        jobs: 2,
        saved: Vec::new(),
        shrinking: SHRINKING,
    }
}

fn report(plan: &Plan) -> Report {
    judge(&task(), plan, &AtomicBool::new(false), &|_| {}).unwrap()
}

/// The verdict on one input, from a judge that has nothing else to do.
fn alone(program: &Program, text: &str) -> Verdict {
    let case = case(text);
    let mut plan = plan(program.clone(), &[Phase::Saved]);
    plan.saved = vec![Test::new("alone", case)];
    report(&plan).verdict
}

#[test]
fn a_right_program_passes_every_phase() {
    let mut plan = plan(candidate("right"), &Phase::ALL);
    plan.limits.cpu = plan.limits.wall;
    plan.random = 10;
    let tests = AtomicU64::new(0);
    let begun = AtomicU64::new(0);
    let progress = |progress| match progress {
        Progress::Begin(_, more) => {
            begun.fetch_add(more, Ordering::Relaxed);
        }
        Progress::Test => {
            tests.fetch_add(1, Ordering::Relaxed);
        }
        Progress::Shrink => panic!("nothing to shrink"),
    };
    let report = judge(&task(), &plan, &AtomicBool::new(false), &progress).unwrap();
    assert!(report.accepted, "{:?}", report.verdict);
    assert_eq!(report.counterexample, None);
    let run: Vec<(Phase, u64)> = report
        .phases
        .iter()
        .map(|phase| (phase.phase, phase.tests))
        .collect();
    assert_eq!(run[..2], [(Phase::Every, 247), (Phase::Original, 18)]);
    assert!(run[2].1 >= 15 && run[3] == (Phase::Random, 10), "{run:?}");
    assert!(
        report
            .phases
            .iter()
            .all(|phase| phase.accepted == phase.tests)
    );
    // Every test that was announced is told of, made or not.
    assert_eq!(tests.into_inner(), begun.into_inner());
}

/// The judge's counterexample is the one that the oracle and one run after the other find, for any
/// number of jobs.
#[test]
fn the_smallest_counterexample_is_the_smallest() {
    for mode in WRONG {
        let program = candidate(mode);
        let (Some((text, verdict)), before) = smallest_wrong(&program, 8) else {
            panic!("{mode} is right");
        };
        for jobs in [1, 2, 5] {
            let mut plan = plan(program.clone(), &[Phase::Every]);
            plan.jobs = jobs;
            let report = report(&plan);
            let found = report.counterexample.unwrap();
            assert_eq!(
                (&found.case.input, &found.verdict),
                (&text, &verdict),
                "{mode}"
            );
            assert_eq!(found.size, Size::Smallest { before }, "{mode}");
            assert_eq!(report.phases[0].accepted, before);
            assert_eq!(report.phases[0].tests, before + 1);
            assert!(!report.accepted && report.verdict == verdict);
        }
    }
}

/// A program that takes too long for all small boards gets those of the same sizes all the same.
#[test]
fn slow_programs_get_boards_of_every_size() {
    let path = candidate("right").command;
    let path = path.display();
    let slowly = |script: &str| {
        let script = format!("sleep 0.04; {script}");
        let mut plan = plan(program("sh", &["-c", &script]), &[Phase::Every]);
        plan.up_to = None;
        plan.every_time = Duration::from_secs(3);
        plan.shrinking.tries = 200;
        report(&plan)
    };
    let right = slowly(&format!("exec '{path}' right"));
    assert!(right.accepted, "{right:?}");
    let [every] = &right.phases[..] else {
        panic!("{right:?}")
    };
    let sampled = every.sampled.unwrap();
    let whole = every.up_to.unwrap();
    assert!((3..9).contains(&whole), "{every:?}");
    assert_eq!(sampled.up_to, 12);
    // 2^(m - 1) - 1 boards with m squares.
    let up_to = |m: u32| (2..=m).map(|m| (1 << (m - 1)) - 1).sum::<u64>();
    assert_eq!(sampled.positions, up_to(12) - up_to(whole));
    assert_eq!(sampled.tests, every.tests - up_to(whole));
    assert!(sampled.tests >= 12 - u64::from(whole), "{sampled:?}");
    assert!(sampled.seconds_each > 0.01, "{sampled:?}");
    assert!(right.seconds < 30.0, "{right:?}");
    // Wrong on larger boards alone: nobody says that what is found is the smallest.
    let wrong = slowly(&format!(
        "read m n; read rest; if [ $m -gt 10 ]; then echo 77; else \
         printf '%s %s\\n%s\\n' $m $n \"$rest\" | '{path}' right; fi"
    ));
    assert_eq!(wrong.verdict.name(), "wrong answer", "{wrong:?}");
    let found = wrong.counterexample.unwrap();
    assert!(matches!(found.size, Size::Shrunk { .. }), "{found:?}");
    assert!(found.case.input.starts_with("11 1\n"), "{found:?}");
}

/// From random boards of all sizes: what is left is still wrong, and with one pawn less it is not.
#[test]
fn shrunk_counterexamples_cannot_lose_one_more_pawn() {
    for mode in ["forgets-the-win", "counts-block-two", "skips-empty-below"] {
        let program = candidate(mode);
        let mut plan = plan(program.clone(), &[Phase::Random]);
        plan.random = 30;
        let found = report(&plan).counterexample.unwrap();
        let Size::Shrunk { minimal, .. } = found.size else {
            panic!("{mode}: {:?}", found.size);
        };
        assert!(minimal, "{mode}");
        assert_eq!(alone(&program, &found.case.input), found.verdict, "{mode}");
        let numbers: Vec<u32> = found
            .case
            .input
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        let (m, squares) = (numbers[0], &numbers[2..]);
        assert!(
            squares.len() <= 4 && m <= 12,
            "{mode}: {}",
            found.case.input
        );
        for left_out in 0..squares.len() {
            let mut fewer = squares.to_vec();
            fewer.remove(left_out);
            if !fewer.is_empty() {
                let text = input(m, &fewer);
                assert_eq!(alone(&program, &text), Verdict::Accepted, "{mode}: {text}");
            }
        }
        // Nor can anything else be simpler by one step.
        for simpler in gra().read(found.case.input.as_bytes()).unwrap()[0]
            .simpler()
            .unwrap()
        {
            assert_eq!(
                alone(&program, &simpler.to_string()),
                Verdict::Accepted,
                "{mode}: {simpler}"
            );
        }
        if mode == "skips-empty-below" {
            let again = report(&plan).counterexample;
            assert_eq!(again, Some(found), "another time");
        }
    }
}

/// Wrong only far from the end of the strip: one pawn is left, at the very distance that 29 bits do
/// not hold.
#[test]
fn an_overflow_is_shrunk_to_its_bound() {
    let mut plan = plan(candidate("overflows"), &[Phase::Original]);
    plan.limits.cpu = plan.limits.wall;
    let found = report(&plan).counterexample.unwrap();
    assert_eq!(found.case.input, input((1 << 29) + 2, &[1]));
    assert!(matches!(found.size, Size::Shrunk { minimal: true, .. }));
    assert_eq!(found.case.answer, "1\n");
}

#[test]
fn a_quadratic_program_runs_out_of_time() {
    let mut plan = plan(candidate("quadratic"), &[Phase::Every, Phase::Limits]);
    plan.limits.cpu = Duration::from_millis(500);
    let report = report(&plan);
    assert_eq!(report.phases[0].accepted, 247);
    assert_eq!(report.verdict.name(), "time limit");
    let found = report.counterexample.unwrap();
    assert_eq!(found.size, Size::AsIs);
    assert!(found.test.contains(" -n 1000000 "), "{}", found.test);
}

/// A folder that all runs see: each has folders for temporary files of its own, and the clone may lie in
/// one of these.
fn shared_folder() -> tempfile::TempDir {
    let private = ["/tmp", "/var/tmp", "/dev/shm"];
    let places = [
        Some(env!("CARGO_TARGET_TMPDIR").into()),
        std::env::home_dir(),
    ];
    let mut places = places.into_iter().flatten();
    let place = places.find(|place| !private.iter().any(|dir| place.starts_with(dir)));
    tempfile::tempdir_in(place.expect("a home outside the folders for temporary files")).unwrap()
}

/// Six times the same test, three at a time, for a shell script that gets a path as `$1`.
fn six_tests(script: &str, path: &std::path::Path, wall: Duration) -> Report {
    let path = path.to_str().unwrap();
    let mut plan = plan(program("sh", &["-c", script, "sh", path]), &[Phase::Saved]);
    let case = Case::new(input(2, &[1]), "1\n".to_owned());
    plan.saved = vec![Test::new("saved", case); 6];
    plan.jobs = 3;
    plan.limits.wall = wall;
    report(&plan)
}

/// Waits for ever when another of its kind is running: no fault of a program that is judged alone.
#[test]
fn who_had_to_wait_is_asked_again_alone() {
    let dir = shared_folder();
    let script = r#"mkdir "$1" 2>/dev/null || exec sleep 60; sleep 0.5; rmdir "$1"; echo 1"#;
    let report = six_tests(script, &dir.path().join("lock"), Duration::from_secs(3));
    assert!(report.accepted, "{report:?}");
    assert!(report.seconds > 3.0, "nobody had to wait: {report:?}");
}

#[test]
fn who_waits_alone_as_well_is_out_of_time() {
    let dir = shared_folder();
    let runs = dir.path().join("runs");
    let wall = Duration::from_millis(1500);
    let report = six_tests(r#"echo >> "$1"; exec sleep 60"#, &runs, wall);
    assert_eq!(report.verdict.name(), "time limit");
    let [saved] = &report.phases[..] else {
        panic!("{report:?}")
    };
    assert_eq!((saved.tests, saved.accepted), (6, 0));
    // One was asked again, and the others were not.
    assert_eq!(std::fs::read_to_string(runs).unwrap().len(), 7);
}

/// Small boards as well; and one that hangs is asked once more, and no other behind it.
#[test]
fn small_boards_are_asked_again_alone() {
    let small = |script: &str, path: &std::path::Path, wall: Duration| {
        let right = candidate("right").command;
        let args = [right.to_str().unwrap(), path.to_str().unwrap()];
        let program = program("sh", &[&["-c", script, "sh"], &args[..]].concat());
        let mut plan = plan(program, &[Phase::Every]);
        (plan.up_to, plan.jobs, plan.limits.wall) = (Some(4), 3, wall);
        report(&plan)
    };
    let dir = shared_folder();
    let waits = r#"mkdir "$2" 2>/dev/null || exec sleep 60; sleep 0.3; "$1" right; rmdir "$2""#;
    let report = small(waits, &dir.path().join("lock"), Duration::from_secs(2));
    assert!(report.accepted, "{report:?}");
    assert_eq!(report.phases[0].tests, 11);
    assert!(report.seconds > 2.0, "nobody had to wait: {report:?}");

    let runs = dir.path().join("runs");
    let hangs = r#"echo >> "$2"; read m n; [ $m = 2 ] && echo 1 || exec sleep 60"#;
    let report = small(hangs, &runs, Duration::from_millis(1500));
    assert_eq!(report.verdict.name(), "time limit", "{report:?}");
    assert_eq!(report.phases[0].accepted, 1);
    // That many at a time, and one of them again.
    let runs = std::fs::read_to_string(runs).unwrap().len();
    assert!((3..=5).contains(&runs), "{runs} runs");
}

#[test]
fn hostile_programs_come_to_a_verdict_and_leave_nothing() {
    let limits = Limits {
        wall: Duration::from_secs(1),
        cpu: Duration::from_secs(1),
        memory: 64 << 20,
        processes: 20,
        output: 1 << 20,
    };
    for (script, verdict) in [
        ("sleep 15", "time limit"),
        ("timeout 15 sh -c 'while :; do :; done'", "time limit"),
        ("timeout 15 yes", "output limit"),
        ("head -c 200M /dev/zero | tail", "memory limit"),
        (
            "for i in $(seq 40); do sleep 15 & done; wait",
            "runtime error",
        ),
        ("kill -ABRT $$", "runtime error"),
        ("exit 3", "runtime error"),
        ("head -c 1000 /dev/urandom", "malformed output"),
        // Reads nothing and says 7, which is wrong on the first board.
        ("echo 7", "wrong answer"),
    ] {
        let marker = marker();
        let mut plan = plan(program("sh", &["-c", script, &marker]), &Phase::ALL[..2]);
        plan.limits = limits;
        plan.jobs = 1;
        let begin = Instant::now();
        let report = report(&plan);
        let took = begin.elapsed();
        assert_eq!(report.verdict.name(), verdict, "{script}: {report:?}");
        assert_eq!(report.phases[0].tests, 1, "{script}");
        let found = report.counterexample.unwrap();
        assert_eq!(found.case.input, "2 1\n1\n");
        assert!(
            took < limits.wall + Duration::from_secs(4),
            "{script} took {took:?}"
        );
        assert!(
            all_gone(&marker, Duration::from_secs(1)),
            "{script} is still there"
        );
    }
}

#[test]
fn who_says_stop_is_heard() {
    let marker = marker();
    let plan = plan(program("sh", &["-c", "sleep 15; :", &marker]), &Phase::ALL);
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(500));
            stop.store(true, Ordering::Relaxed);
        });
        let result = judge(&task(), &plan, &stop, &|_| {});
        assert!(matches!(result, Err(JudgeError::Stopped)), "{result:?}");
    });
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert!(all_gone(&marker, Duration::from_secs(1)));
}

#[test]
fn what_is_no_program_is_no_verdict() {
    let plan = plan(program("/no/such/program", &[]), &Phase::ALL);
    let result = judge(&task(), &plan, &AtomicBool::new(false), &|_| {});
    assert!(
        matches!(result, Err(JudgeError::NotStarted { .. })),
        "{result:?}"
    );
    let mut far = plan.clone();
    far.up_to = Some(99);
    let result = judge(&task(), &far, &AtomicBool::new(false), &|_| {});
    assert!(
        matches!(result, Err(JudgeError::Oracle { up_to: 99, .. })),
        "{result:?}"
    );
    let mut none = plan;
    none.jobs = 0;
    let result = judge(&task(), &none, &AtomicBool::new(false), &|_| {});
    assert!(matches!(result, Err(JudgeError::NoSandbox)), "{result:?}");
}

/// A mistake that was found once is found at once, and nothing else is tried.
#[test]
fn saved_tests_come_first() {
    let dir = tempfile::tempdir().unwrap();
    let case = case("7 2\n1 3\n");
    saved::save(&task(), dir.path(), &case).unwrap();
    let mut plan = plan(candidate("skips-empty-below"), &Phase::ALL);
    plan.saved = saved::load(&task(), dir.path()).unwrap();
    let report = report(&plan);
    assert_eq!(report.phases.len(), 1);
    assert_eq!(report.left_out, Phase::ALL[1..]);
    let found = report.counterexample.unwrap();
    assert_eq!((found.test.as_str(), found.size), ("gra0s1", Size::AsIs));
}
