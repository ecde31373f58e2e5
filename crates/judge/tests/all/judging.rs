//! Judging from end to end: what is found is the smallest there is, or cannot be made simpler; and
//! whatever a program does, the judge comes to a verdict and leaves nothing behind.

#![cfg(target_os = "linux")]

use grundy_features::{is_exhaustive, tier};
use grundy_game::Game;
use grundy_games::find;
use grundy_judge::judge::judge;
use grundy_judge::plan::{JudgePlan, JudgeProgress, Phase};
use grundy_judge::report::{Counterexample, JudgeReport, Minimality};
use grundy_judge::saved::{self, SavedTest};
use grundy_judge::task::Task;
use grundy_judge::verdict::Verdict;
use grundy_sandbox::Program;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use crate::common::processes::program;
use crate::common::{self, gra_candidate};

static GRA: LazyLock<Arc<dyn Game>> = LazyLock::new(|| find("gra").unwrap());

fn task() -> Task<'static> {
    Task::original(&**GRA)
}

fn plan(program: Program, phases: &[Phase]) -> JudgePlan {
    JudgePlan {
        phases: phases.to_vec(),
        up_to: Some(8),
        random: 20,
        ..common::plan(program)
    }
}

fn report(plan: &JudgePlan) -> JudgeReport {
    report_of(&task(), plan)
}

fn report_of(task: &Task<'_>, plan: &JudgePlan) -> JudgeReport {
    judge(task, plan, &AtomicBool::new(false), &|_| {}).unwrap()
}

/// A board that is saved in a folder.
fn saved_in(dir: &Path, input: &str) -> Vec<SavedTest> {
    let case = GRA.read(input.as_bytes()).unwrap()[0].case().unwrap();
    saved::save(&task(), dir, &case).unwrap();
    saved::load(&task(), saved::kept_in(dir).unwrap(), |_| ()).unwrap()
}

/// The verdict on one input, from a judge that has nothing else to do.
fn alone(program: &Program, input: &str) -> Verdict {
    let dir = tempfile::tempdir().unwrap();
    let mut plan = plan(program.clone(), &[Phase::Saved]);
    plan.saved = saved_in(dir.path(), input);
    report(&plan).verdict
}

fn is_minimal(found: &Counterexample) -> bool {
    matches!(found.size, Minimality::Shrunk(shrunk) if shrunk.minimal)
}

#[test]
fn a_right_program_passes_every_phase() {
    let mut plan = plan(gra_candidate("right"), &Phase::ALL);
    plan.limits.cpu = plan.limits.wall;
    plan.random = 10;
    let announced = AtomicU64::new(0);
    let progress = |progress| match progress {
        JudgeProgress::Begin(_, more, _) => _ = announced.fetch_add(more, Ordering::Relaxed),
        JudgeProgress::Tests(tests) => _ = announced.fetch_sub(tests, Ordering::Relaxed),
        wrong => panic!("{wrong:?}"),
    };
    // With other limits the tests of the original, some ten megabytes each, are left out.
    let mut task = task();
    if !is_exhaustive() {
        task = task.with_limits(Some(1_000_000_000), Some(10_000));
    }
    let report = judge(&task, &plan, &AtomicBool::new(false), &progress).unwrap();
    assert!(report.accepted, "{:?}", report.verdict);
    assert_eq!(report.counterexample, None);
    let phases = report.phases.iter();
    let run: Vec<(Phase, u64)> = phases.map(|phase| (phase.phase, phase.tests)).collect();
    let first = [(Phase::Every, 247), (Phase::Original, 18)];
    let (small, large) = run.split_at(tier(1, 2));
    assert_eq!(small, &first[..small.len()]);
    assert!(large[0].1 >= 10, "{run:?}");
    assert_eq!(large[1..], [(Phase::Random, 10)]);
    let mut phases = report.phases.iter();
    assert!(phases.all(|phase| phase.accepted == phase.tests));
    // Every test that was announced is reported, made or not.
    assert_eq!(announced.into_inner(), 0);
}

/// While other tests run, and while the input is made smaller.
#[test]
fn what_was_found_is_reported_after_a_request_to_stop() {
    for at_once in [true, false] {
        let stop = AtomicBool::new(false);
        let found = |progress| {
            let is_time = match progress {
                JudgeProgress::Failed { .. } => at_once,
                JudgeProgress::Shrink => true,
                _ => false,
            };
            stop.fetch_or(is_time, Ordering::Relaxed);
        };
        let plan = plan(gra_candidate("counts-block-two"), &[Phase::Random]);
        let report = judge(&task(), &plan, &stop, &found).unwrap();
        assert_eq!(report.ended_by.as_deref(), Some("stopped"), "{report:?}");
        let found = report.counterexample.unwrap();
        assert_eq!(found.size, Minimality::AsIs, "{found:?}");
        assert_eq!(
            (&*found.verdict.name(), report.accepted),
            ("wrong answer", false)
        );
        assert_eq!(report.verdict, found.verdict);
    }
}

/// The first failure ends its phase, and the phases after it are left out.
#[test]
fn judging_may_end_at_the_first_failure() {
    let mut plan = plan(
        gra_candidate("counts-block-two"),
        &[Phase::Limits, Phase::Random],
    );
    plan.jobs = 1;
    let task = task().with_limits(Some(1000), Some(100));
    let all = report_of(&task, &plan);
    plan.first = true;
    let first = report_of(&task, &plan);
    assert_eq!((first.left_out.len(), all.left_out.len()), (1, 0));
    assert!(first.phases[0].tests < all.phases[0].tests, "{first:?}");
    let phase = &first.phases[0];
    assert_eq!(phase.tests - phase.accepted, 1, "{first:?}");
}

/// For any number of jobs: the smallest board for each mistake, fewest squares first, then fewest pawns, then by
/// squares. It was found by a loop over all boards and an oracle that share nothing with the judge.
#[test]
fn the_smallest_counterexample_is_the_smallest() {
    for (mode, board, expected, got, before) in [
        ("forgets-the-win", "2 1\n1\n", "1", "0", 0),
        ("counts-block-two", "5 2\n1 3\n", "1", "2", 16),
        ("skips-empty-below", "7 2\n1 3\n", "2", "1", 64),
    ] {
        let verdict = Verdict::WrongAnswer {
            expected: expected.into(),
            got: got.into(),
        };
        for jobs in [1, 2, 5] {
            let mut plan = plan(gra_candidate(mode), &[Phase::Every]);
            plan.jobs = jobs;
            let report = report(&plan);
            let found = report.counterexample.unwrap();
            assert_eq!(
                (&*found.case.input, &found.verdict),
                (board, &verdict),
                "{mode}"
            );
            assert_eq!(found.size, Minimality::Smallest { before }, "{mode}");
            let every = &report.phases[0];
            assert_eq!((every.accepted, every.tests), (before, before + 1));
            assert!(!report.accepted && report.verdict == verdict);
        }
    }
}

/// A program that takes too long for all small boards gets those of the same sizes all the same.
#[test]
fn slow_programs_get_boards_of_every_size() {
    let path = gra_candidate("right").command;
    let path = path.display();
    let slowly = |script: &str| {
        let script = format!("sleep 0.04; {script}");
        let mut plan = plan(program("sh", &["-c", &script]), &[Phase::Every]);
        plan.up_to = None;
        plan.every_time = Duration::from_secs(3);
        plan.shrinking.tries = 200;
        report(&plan)
    };
    // Wrong on larger boards alone: these are sampled, so that no smallest one is claimed.
    let wrong = format!(
        "read m n; read rest; if [ $m -gt 10 ]; then echo 77; else \
         printf '%s %s\\n%s\\n' $m $n \"$rest\" | '{path}' right; fi"
    );
    let (right, wrong) = thread::scope(|scope| {
        let wrong = scope.spawn(|| slowly(&wrong));
        let right = slowly(&format!("exec '{path}' right"));
        (right, wrong.join().unwrap())
    });
    assert!(right.accepted, "{right:?}");
    let [every] = &right.phases[..] else {
        panic!("{right:?}")
    };
    let sampled = every.sampled.unwrap();
    let whole = every.up_to.unwrap();
    // Two jobs that sleep leave time for at most 150 boards, however fast the machine is.
    assert!(whole < 9 && every.tests < 400, "{every:?}");
    assert_eq!(sampled.up_to, 12);
    // 2^(m - 1) - 1 boards with m squares.
    let up_to = |m: u32| (2..=m).map(|m| (1 << (m - 1)) - 1).sum::<u64>();
    assert_eq!(sampled.positions, up_to(12) - up_to(whole));
    assert_eq!(sampled.tests, every.tests - up_to(whole));
    assert!(sampled.tests >= 12 - u64::from(whole), "{sampled:?}");
    assert!(sampled.seconds_each > 0.01, "{sampled:?}");
    assert_eq!(wrong.verdict.name(), "wrong answer", "{wrong:?}");
    let found = wrong.counterexample.unwrap();
    assert!(matches!(found.size, Minimality::Shrunk(_)), "{found:?}");
    assert!(found.case.input.starts_with("11 1\n"), "{found:?}");
}

/// From random boards of all sizes: what is left is still wrong, and what is simpler by one step is not.
#[test]
fn shrunk_counterexamples_cannot_lose_one_more_pawn() {
    for mode in ["forgets-the-win", "counts-block-two", "skips-empty-below"] {
        let program = gra_candidate(mode);
        let mut plan = plan(program.clone(), &[Phase::Random]);
        plan.random = 30;
        let found = report(&plan).counterexample.unwrap();
        assert!(is_minimal(&found), "{mode}: {found:?}");
        assert_eq!(alone(&program, &found.case.input), found.verdict, "{mode}");
        for simpler in GRA.read(found.case.input.as_bytes()).unwrap()[0]
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
    let plan = plan(gra_candidate("overflows"), &[Phase::Limits]);
    let task = task().with_limits(Some(1_000_000_000), Some(1000));
    let found = report_of(&task, &plan).counterexample.unwrap();
    assert_eq!(found.case.input, format!("{} 1\n1\n", (1 << 29) + 2));
    assert!(is_minimal(&found), "{found:?}");
    assert_eq!(found.case.answer, "1\n");
}

#[test]
fn a_quadratic_program_runs_out_of_time() {
    let mut plan = plan(gra_candidate("quadratic"), &[Phase::Every, Phase::Limits]);
    plan.limits.cpu = Duration::from_millis(500);
    plan.first = true;
    let report = report(&plan);
    assert_eq!(report.phases[0].accepted, 247);
    assert_eq!(report.verdict.name(), "time limit");
    let found = report.counterexample.unwrap();
    assert_eq!(found.size, Minimality::AsIs);
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

/// A program that waits for ever when another of its kind is running is right when it is run alone; and one that
/// hangs is run once more, and on no board after that.
#[test]
fn small_boards_are_run_again_alone() {
    let small = |script: &str, path: &Path, wall: Duration| {
        let right = gra_candidate("right").command;
        let args = [right.to_str().unwrap(), path.to_str().unwrap()];
        let program = program("sh", &[&["-c", script, "sh"], &args[..]].concat());
        let mut plan = plan(program, &[Phase::Every]);
        plan.up_to = Some(3);
        plan.jobs = 3;
        plan.limits.wall = wall;
        report(&plan)
    };
    let dir = shared_folder();
    let waits = r#"mkdir "$2" 2>/dev/null || exec sleep 60; sleep 0.3; "$1" right; rmdir "$2""#;
    let hangs = r#"echo >> "$2"; read m n; [ $m = 2 ] && echo 1 || exec sleep 60"#;
    let [lock, runs] = ["lock", "runs"].map(|name| dir.path().join(name));
    let (report, of_hangs) = thread::scope(|scope| {
        let of_hangs = scope.spawn(|| small(hangs, &runs, Duration::from_millis(1500)));
        let report = small(waits, &lock, Duration::from_secs(3));
        (report, of_hangs.join().unwrap())
    });
    assert!(report.accepted, "{report:?}");
    assert_eq!(report.phases[0].tests, 4);
    assert!(report.seconds > 3.0, "no run had to wait: {report:?}");

    assert_eq!(of_hangs.verdict.name(), "time limit", "{of_hangs:?}");
    assert_eq!(of_hangs.phases[0].accepted, 1);
    // That many at a time, and one of them again.
    let runs = std::fs::read_to_string(runs).unwrap().len();
    assert!((3..=5).contains(&runs), "{runs} runs");
}

/// After a crash or a broken limit on a small position nothing more is tried.
#[test]
fn failures_without_an_answer_end_judging() {
    for (script, seconds, verdict, phases) in [
        ("sleep 15", 1, "time limit", 1),
        ("exit 3", 20, "runtime error", 1),
        ("head -c 1000 /dev/urandom", 20, "malformed output", 2),
        // Reads nothing and prints 7, which is wrong on the first board.
        ("echo 7", 20, "wrong answer", 2),
    ] {
        let phases_to_try = [Phase::Every, Phase::Random];
        let mut plan = plan(program("sh", &["-c", script]), &phases_to_try);
        plan.limits.wall = Duration::from_secs(seconds);
        let report = report_of(&task().with_limits(Some(1000), Some(100)), &plan);
        assert_eq!(report.verdict.name(), verdict, "{script}: {report:?}");
        assert_eq!(report.phases.len(), phases, "{script}");
        assert_eq!(report.left_out, phases_to_try[phases..], "{script}");
        assert_eq!(report.phases[0].tests, 1, "{script}");
        assert_eq!(report.counterexample.unwrap().case.input, "2 1\n1\n");
    }
}
