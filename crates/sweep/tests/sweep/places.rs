//! Sweeps whose oracle is on disk or in several processes have the same results as in memory.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grundy_features::tier;
use grundy_game::ranks::RanksError;
use grundy_game::{Game, OnDisk, Place};
use grundy_games::gra::Gra;
use grundy_games::nim::Nim;
use grundy_records::plan::SweepPlan;
use grundy_sweep::{Report, Run, SweepError, SweepProgress, VERSION, oracle_takes, sweep};

use crate::in_process::{self, InProcess};
use crate::spoilt::{Spoilt, Wrong};
use crate::{UNDISTURBED, by_closure, by_oracle, found, game, kept, part_of, plain, random};

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
    in_process::on_ranks(each.len(), |ranks| {
        let (game, run) = each[ranks.rank()];
        let place = Place::Ranks(ranks);
        let run = Run {
            jobs: Some(1),
            place: &place,
            ..run
        };
        sweep(game, plan, run)
    })
}

#[test]
fn any_number_of_ranks_finds_the_same() {
    for (name, plan, sizes) in [
        ("gra", by_oracle(tier(17, 21)), &[1, 2, 4, 8][..]),
        ("gra", by_oracle(5), &[2, 16]),
        ("gra", by_closure(tier(13, 16)), &[2, 3, 5]),
        ("nim", by_oracle(tier(13, 15)), &[1, 3, 4]),
        ("0.77", by_oracle(12), &[2]),
        ("kamyki", random(900, 70, tier(99, 999)), &[3]),
        ("gra", part_of(by_oracle(tier(16, 19)), 2, 3), &[4]),
    ] {
        let game = &*game(name);
        let expected = found(&plain(game, plan).unwrap());
        for &size in sizes {
            let heard = AtomicU64::new(0);
            let run = Run {
                progress: &|progress| {
                    if let SweepProgress::Checked { positions } = progress {
                        heard.fetch_add(positions, Ordering::Relaxed);
                    }
                },
                ..UNDISTURBED
            };
            let mut checked = 0;
            for report in on_ranks(game, plan, size, run) {
                let report = report.unwrap();
                assert!(report.is_confirmed());
                assert_eq!(found(&report), expected, "{name} on {size} ranks");
                checked += report.total.positions;
            }
            // Each rank reports what all of them have checked.
            assert_eq!(heard.into_inner(), checked, "{name} on {size} ranks");
        }
    }
}

#[test]
fn a_mismatch_is_found_wherever_it_lies() {
    let counts = ["11 3\n2 3 8\n", "15 1\n3\n", "15 2\n1 9\n"];
    for game in [
        Spoilt::new(Gra, Wrong::Count, &counts),
        Spoilt::new(Gra, Wrong::Outcome, &["15 4\n1 2 3 4\n"]),
        Spoilt::new(Gra, Wrong::Moves, &[]),
    ] {
        let expected = found(&plain(&game, by_oracle(15)).unwrap());
        assert!(expected.contains("smallest: Some("));
        for size in [2, 8] {
            for report in on_ranks(&game, by_oracle(15), size, UNDISTURBED) {
                assert_eq!(found(&report.unwrap()), expected);
            }
        }
    }
}

/// Stops the sweep repeatedly, continues it with other numbers of ranks, and finishes it without ranks.
#[test]
fn a_checkpoint_does_not_know_how_many_ranks_there_were() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let (game, plan) = (&*game("gra"), by_oracle(tier(20, 23)));
    let expected = found(&plain(game, plan).unwrap());
    let mut before = 0;
    for size in [4, 2, 1, 8] {
        let (stop, heard) = (AtomicBool::new(false), AtomicU64::new(0));
        let run = Run {
            // Only one rank gets the stop request; all ranks end.
            progress: &|progress| {
                if let SweepProgress::Checked { .. } = progress
                    && heard.fetch_add(1, Ordering::Relaxed) == 4 * size
                {
                    stop.store(true, Ordering::Relaxed);
                }
            },
            stop: &stop,
            ..kept(&path)
        };
        let ended = on_ranks(game, plan, size as usize, run).into_iter();
        let checked: Vec<u64> = ended
            .map(|ended| match ended {
                Err(SweepError::Stopped { checked }) => checked,
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(checked.iter().all(|&positions| positions == checked[0]));
        assert!(checked[0] > before, "{checked:?}");
        before = checked[0];
    }
    let alone = sweep(game, plan, kept(&path)).unwrap();
    assert_eq!(found(&alone), expected);
    for report in on_ranks(game, plan, 2, kept(&path)) {
        assert_eq!(found(&report.unwrap()), expected);
    }
}

#[test]
fn all_ranks_end_with_what_the_first_cannot_do() {
    let path = Path::new("/no/such/folder/state");
    let ended = on_ranks(&*game("nim"), by_closure(9), 3, kept(path));
    for (rank, ended) in ended.into_iter().enumerate() {
        let error = ended.unwrap_err();
        let elsewhere = matches!(error, SweepError::Elsewhere { rank: 0, .. });
        assert_eq!(elsewhere, rank > 0, "{error:?}");
        assert!(error.to_string().contains("No such file"), "{error}");
    }
}

/// All ranks end if one of them has another game, could not make its oracle, or was stopped.
#[test]
fn ranks_that_are_not_alike_end_together() {
    let (gra, nim) = (&*game("gra"), &*game("nim"));
    let good: &dyn Game = &Spoilt::new(Nim, Wrong::Silent, &[]);
    let bad: &dyn Game = &Spoilt::new(Nim, Wrong::NoOracle, &[]);
    let told = AtomicBool::new(true);
    let stop = Run {
        stop: &told,
        ..UNDISTURBED
    };
    let of_another = "not the sweep of rank 0: made for gra, not for nim";
    let no_oracle = "nim: only the oracle of gra is a table";
    for (games, run, plan, all) in [
        ([gra, nim], UNDISTURBED, by_oracle(9), of_another),
        ([gra, nim], UNDISTURBED, by_closure(9), of_another),
        ([good, bad], UNDISTURBED, by_oracle(9), no_oracle),
        ([good, bad], stop, by_oracle(9), "stopped after 0"),
    ] {
        let each = [(games[0], UNDISTURBED), (games[1], run)];
        for (rank, ended) in each_on_a_rank(&each, plan).iter().enumerate() {
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
    let mut ranks = InProcess::several(2);
    ranks.truncate(1);
    let place = Place::Ranks(Arc::new(ranks.remove(0)));
    let run = Run {
        place: &place,
        ..UNDISTURBED
    };
    let ended = sweep(&Gra, by_oracle(9), run);
    let alone = |error: &SweepError| matches!(error, SweepError::Ranks(RanksError::Alone { .. }));
    assert!(ended.as_ref().is_err_and(alone), "{ended:?}");
}

#[test]
fn a_table_on_disk_finds_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let place = |memory: u64| {
        Place::Disk(OnDisk {
            path: folder.path().join(memory.to_string()),
            memory: Some(memory),
            version: VERSION.to_owned(),
        })
    };
    let expected = found(&plain(&Gra, by_oracle(19)).unwrap());
    let takes = |game: &dyn Game, plan, place: &Place| {
        let run = Run {
            place,
            ..UNDISTURBED
        };
        oracle_takes(game, plan, run)
    };
    let on_disk = place(1 << 13);
    let said = takes(&Gra, by_oracle(19), &on_disk).unwrap().unwrap();
    assert!(said.ends_with("KiB on disk"), "{said}");
    assert_eq!(takes(&Gra, by_oracle(19), &Place::Memory).unwrap(), None);
    assert_eq!(takes(&Gra, by_closure(19), &on_disk).unwrap(), None);
    assert!(takes(&Gra, by_oracle(99), &on_disk).is_err());
    // Segments of some KiB of 32; the second time the table is there.
    for memory in [1 << 13, 1 << 15, 1 << 15] {
        let run = Run {
            place: &place(memory),
            ..UNDISTURBED
        };
        assert_eq!(found(&sweep(&Gra, by_oracle(19), run).unwrap()), expected);
    }
    let run = Run {
        place: &place(1 << 20),
        ..UNDISTURBED
    };
    let error = sweep(&Nim, by_oracle(9), run).unwrap_err().to_string();
    let message = "nim: only the oracle of gra is a table that can be kept in a file";
    assert_eq!(error, message);
}
