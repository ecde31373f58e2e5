//! Sweeps whose oracle is on disk or in several processes have the same results as in memory.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use grundy_games::gra::Gra;
use grundy_games::nim::Nim;
use grundy_games::ranks::RanksError;
use grundy_games::{Draw, Game, OnDisk, Place};
use grundy_records::plan::{Check, Shard, SweepPlan};
use grundy_sweep::{Progress, Report, Run, SweepError, VERSION, sweep};

use crate::UNDISTURBED;
use crate::in_process::InProcess;
use crate::spoilt::{Spoilt, Wrong};

/// What was found, all but how long it took.
fn found(report: &Report) -> String {
    let rows = report.rows.iter().map(|row| {
        let (losing, winning) = (row.losing, row.winning_moves);
        format!(
            "{} {} {losing} {winning} {}\n",
            row.size, row.positions, row.mismatches
        )
    });
    format!("{}{:?}", rows.collect::<String>(), report.total)
}

fn plain(game: &dyn Game, plan: SweepPlan) -> String {
    found(&sweep(game, plan, UNDISTURBED).unwrap())
}

/// Runs the sweep on `size` ranks, which are threads with one worker thread each.
fn on_ranks(
    game: &dyn Game,
    plan: SweepPlan,
    size: usize,
    run: Run<'_>,
) -> Vec<Result<Report, SweepError>> {
    each_on_a_rank(&vec![(game, run); size], plan)
}

/// Runs the sweep on one rank for each item, with that game and run.
fn each_on_a_rank(
    each: &[(&dyn Game, Run<'_>)],
    plan: SweepPlan,
) -> Vec<Result<Report, SweepError>> {
    thread::scope(|scope| {
        let started: Vec<_> = InProcess::several(each.len())
            .into_iter()
            .zip(each)
            .map(|(rank, &(game, run))| {
                scope.spawn(move || {
                    let place = Place::Ranks(Arc::new(rank));
                    let run = Run {
                        jobs: Some(1),
                        place: &place,
                        ..run
                    };
                    sweep(game, plan, run)
                })
            })
            .collect();
        let ended = started.into_iter().map(|rank| rank.join().unwrap());
        ended.collect()
    })
}

fn game(name: &str) -> Arc<dyn Game> {
    grundy_games::find(name).unwrap()
}

#[test]
fn any_number_of_ranks_finds_the_same() {
    let draw = Draw {
        m: 900,
        n: 70,
        seed: 3,
    };
    let shard = Shard::new(2, 3).unwrap();
    let whole = SweepPlan::whole;
    for (name, plan, sizes) in [
        ("gra", whole(Check::Oracle { up_to: 21 }), &[1, 2, 4, 8][..]),
        ("gra", whole(Check::Oracle { up_to: 5 }), &[2, 16]),
        ("gra", whole(Check::Closure { up_to: 16 }), &[2, 3, 5]),
        ("nim", whole(Check::Oracle { up_to: 15 }), &[1, 3, 4]),
        ("0.77", whole(Check::Oracle { up_to: 12 }), &[2]),
        (
            "kamyki",
            whole(Check::Random {
                draw,
                positions: 999,
            }),
            &[3],
        ),
        (
            "gra",
            SweepPlan {
                check: Check::Oracle { up_to: 19 },
                shard,
            },
            &[4],
        ),
    ] {
        let game = &*game(name);
        let expected = plain(game, plan);
        for &size in sizes {
            let reports = on_ranks(game, plan, size, UNDISTURBED);
            assert_eq!(reports.len(), size);
            for report in reports {
                let report = report.unwrap();
                assert!(report.is_confirmed());
                assert_eq!(found(&report), expected, "{name} on {size} ranks");
            }
        }
    }
}

#[test]
fn what_ranks_hear_is_what_all_have_checked() {
    let plan = SweepPlan::whole(Check::Oracle { up_to: 14 });
    let heard = AtomicU64::new(0);
    let progress = |progress| {
        if let Progress::Checked { positions } = progress {
            heard.fetch_add(positions, Ordering::Relaxed);
        }
    };
    for report in on_ranks(
        &*game("gra"),
        plan,
        4,
        Run {
            progress: &progress,
            ..UNDISTURBED
        },
    ) {
        assert_eq!(report.unwrap().positions(), (1 << 14) - 15);
    }
    assert_eq!(heard.into_inner(), 4 * ((1 << 14) - 15));
}

#[test]
fn a_mismatch_is_found_wherever_it_lies() {
    let spoilt = |wrong, inputs: &[&'static str]| Spoilt {
        game: Gra,
        wrong,
        inputs: inputs.to_vec(),
    };
    for game in [
        spoilt(Wrong::Count, &["11 3\n2 3 8\n", "15 1\n3\n", "15 2\n1 9\n"]),
        spoilt(Wrong::Outcome, &["15 4\n1 2 3 4\n"]),
        spoilt(Wrong::Moves, &[]),
    ] {
        let plan = SweepPlan::whole(Check::Oracle { up_to: 15 });
        let expected = plain(&game, plan);
        assert!(expected.contains("smallest: Some("));
        for size in [2, 8] {
            for report in on_ranks(&game, plan, size, UNDISTURBED) {
                let report = report.unwrap();
                assert!(!report.is_confirmed());
                assert_eq!(found(&report), expected);
            }
        }
    }
}

/// Stops the sweep repeatedly, continues it with other numbers of ranks, and finishes it without ranks.
#[test]
fn a_checkpoint_does_not_know_how_many_ranks_there_were() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let game = &*game("gra");
    let plan = SweepPlan::whole(Check::Oracle { up_to: 23 });
    let expected = plain(game, plan);
    let mut before = 0;
    for size in [4, 2, 1, 8] {
        let stop = AtomicBool::new(false);
        let heard = AtomicU64::new(0);
        // Only one rank gets the stop request; all ranks end.
        let progress = |progress| {
            if let Progress::Checked { .. } = progress
                && heard.fetch_add(1, Ordering::Relaxed) == 4 * size
            {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let ended = on_ranks(
            game,
            plan,
            size as usize,
            Run {
                keep: Some(&path),
                stop: &stop,
                progress: &progress,
                ..UNDISTURBED
            },
        );
        let checked: Vec<u64> = ended
            .into_iter()
            .map(|ended| match ended {
                Err(SweepError::Stopped { checked }) => checked,
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(checked.iter().all(|&positions| positions == checked[0]));
        assert!(checked[0] > before, "{checked:?}");
        before = checked[0];
    }
    let run = Run {
        keep: Some(&path),
        ..UNDISTURBED
    };
    assert_eq!(found(&sweep(game, plan, run).unwrap()), expected);
    for report in on_ranks(
        game,
        plan,
        2,
        Run {
            keep: Some(&path),
            ..UNDISTURBED
        },
    ) {
        assert_eq!(found(&report.unwrap()), expected);
    }
}

#[test]
fn all_ranks_end_with_what_the_first_cannot_do() {
    let path = Path::new("/no/such/folder/state");
    let plan = SweepPlan::whole(Check::Closure { up_to: 9 });
    let ended = on_ranks(
        &*game("nim"),
        plan,
        3,
        Run {
            keep: Some(path),
            ..UNDISTURBED
        },
    );
    for (rank, ended) in ended.into_iter().enumerate() {
        let error = ended.unwrap_err();
        let elsewhere = matches!(error, SweepError::Elsewhere { rank: 0, .. });
        assert_eq!(elsewhere, rank > 0, "{error:?}");
        assert!(error.to_string().contains("No such file"), "{error}");
    }
    // A table that cannot be shared out is refused by all.
    let plan = SweepPlan::whole(Check::Oracle { up_to: 9 });
    for ended in on_ranks(&*game("gra"), plan, 3, UNDISTURBED) {
        let error = ended.unwrap_err().to_string();
        assert!(error.starts_with("gra: 3 ranks: "), "{error}");
    }
}

/// All ranks end if one of them has another game, could not make its oracle, or was stopped.
#[test]
fn ranks_that_are_not_alike_end_together() {
    let spoilt = |wrong| Spoilt {
        game: Nim,
        wrong,
        inputs: Vec::new(),
    };
    let (gra, nim) = (&*game("gra"), &*game("nim"));
    let (good, bad) = (&spoilt(Wrong::Silent), &spoilt(Wrong::NoOracle));
    let (up_to, told) = (9, AtomicBool::new(true));
    let (oracle, closure) = (Check::Oracle { up_to }, Check::Closure { up_to });
    let stop = Run {
        stop: &told,
        ..UNDISTURBED
    };
    let of_another = "not the sweep of rank 0: made for gra, not for nim";
    for (other, check, all) in [
        ([(gra, UNDISTURBED), (nim, UNDISTURBED)], oracle, of_another),
        (
            [(gra, UNDISTURBED), (nim, UNDISTURBED)],
            closure,
            of_another,
        ),
        (
            [(good, UNDISTURBED), (bad, UNDISTURBED)],
            oracle,
            "nim: only the oracle of gra is a table",
        ),
        (
            [(good, UNDISTURBED), (bad, stop)],
            oracle,
            "stopped after 0",
        ),
    ] {
        for (rank, ended) in each_on_a_rank(&other, SweepPlan::whole(check))
            .iter()
            .enumerate()
        {
            let error = ended.as_ref().unwrap_err();
            assert!(!error.is_of_one_rank(), "{error}");
            let is_told = rank == 0 && !matches!(error, SweepError::Stopped { .. });
            let elsewhere = matches!(error, SweepError::Elsewhere { rank: 1, .. });
            assert_eq!(elsewhere, is_told, "{error:?}");
            assert!(error.to_string().contains(all), "{error}");
        }
    }
}

#[test]
fn one_rank_that_ends_does_not_leave_the_others_waiting() {
    let ranks = InProcess::several(2);
    let mut ranks = ranks.into_iter();
    let (first, other) = (ranks.next().unwrap(), ranks.next().unwrap());
    drop(other);
    let place = Place::Ranks(Arc::new(first));
    let run = Run {
        place: &place,
        ..UNDISTURBED
    };
    let ended = sweep(&Gra, SweepPlan::whole(Check::Oracle { up_to: 9 }), run);
    let alone = |error: &SweepError| matches!(error, SweepError::Ranks(RanksError::Alone { .. }));
    assert!(ended.as_ref().is_err_and(alone), "{ended:?}");
}

#[test]
fn a_table_on_disk_finds_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let plan = SweepPlan::whole(Check::Oracle { up_to: 19 });
    let expected = plain(&Gra, plan);
    // Segments of some KiB of 32, each table stopped and gone on with.
    for memory in [1 << 13, 1 << 15] {
        let place = Place::Disk(OnDisk {
            path: folder.path().join(memory.to_string()),
            memory: Some(memory),
            version: VERSION.to_owned(),
        });
        let stop = AtomicBool::new(false);
        let progress = |progress| {
            if let Progress::Oracle { positions, of } = progress
                && positions > of / 2
            {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let run = Run {
            place: &place,
            stop: &stop,
            progress: &progress,
            ..UNDISTURBED
        };
        let stopped = sweep(&Gra, plan, run);
        assert!(matches!(stopped, Err(SweepError::Stopped { checked: 0 })));
        let run = Run {
            place: &place,
            ..UNDISTURBED
        };
        for _ in 0..2 {
            assert_eq!(found(&sweep(&Gra, plan, run).unwrap()), expected);
        }
    }
    let place = Place::Disk(OnDisk {
        path: folder.path().join("nim"),
        memory: None,
        version: VERSION.to_owned(),
    });
    let run = Run {
        place: &place,
        ..UNDISTURBED
    };
    let plan = SweepPlan::whole(Check::Oracle { up_to: 9 });
    let error = sweep(&*game("nim"), plan, run).unwrap_err().to_string();
    assert_eq!(
        error,
        "nim: only the oracle of gra is a table that can be kept in a file"
    );
}
