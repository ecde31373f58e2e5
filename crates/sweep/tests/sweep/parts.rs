//! Sweeps in parts, and their merge.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use grundy_games::Draw;
use grundy_records::checkpoint::Checkpoint;
use grundy_records::plan::{Check, Shard, SweepPlan};
use grundy_sweep::{Report, Run, SweepError, VERSION, merge, sweep};

use crate::UNDISTURBED;
use crate::checkpoints::forged;

/// Carries out one part of several and returns its file.
fn part(dir: &Path, name: &str, check: Check, index: u32, count: u32) -> PathBuf {
    part_and_seconds(dir, name, check, index, count).0
}

/// The same, and how long it took.
fn part_and_seconds(
    dir: &Path,
    name: &str,
    check: Check,
    index: u32,
    count: u32,
) -> (PathBuf, f64) {
    let path = dir.join(format!("{name}-{index}-of-{count}"));
    let run = Run {
        keep: Some(&path),
        ..UNDISTURBED
    };
    let shard = Shard::new(index, count).unwrap();
    let game = &*grundy_games::find(name).unwrap();
    let report = sweep(game, SweepPlan { check, shard }, run).unwrap();
    (path, report.seconds)
}

fn found(report: &Report) -> String {
    let rows = report.rows.iter();
    let rows: Vec<_> = rows
        .map(|row| (row.size, row.positions, row.losing, row.winning_moves))
        .collect();
    format!("{rows:?} {:?}", report.total)
}

#[test]
fn parts_make_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    let draw = Draw {
        m: 99,
        n: 9,
        seed: 2,
    };
    for (name, check) in [
        ("gra", Check::Closure { up_to: 14 }),
        ("gra", Check::Oracle { up_to: 15 }),
        ("constrained", Check::Closure { up_to: 3 }),
        (
            "nim",
            Check::Random {
                draw,
                positions: 1000,
            },
        ),
    ] {
        let game = &*grundy_games::find(name).unwrap();
        let whole = sweep(game, SweepPlan::whole(check), UNDISTURBED).unwrap();
        for count in [1, 2, 7, 40] {
            let parts = tempfile::tempdir_in(&dir).unwrap();
            let mut files: Vec<PathBuf> = (1..=count)
                .map(|index| part(parts.path(), name, check, index, count))
                .collect();
            files.reverse();
            let (merged, report) = merge(None, &files).unwrap();
            assert_eq!(merged.about().name, name);
            assert_eq!(
                found(&report),
                found(&whole),
                "{name}, {check}, {count} parts"
            );
            assert!(report.is_confirmed());
        }
    }
}

#[test]
fn seconds_of_parts_are_added_up() {
    let dir = tempfile::tempdir().unwrap();
    let check = Check::Closure { up_to: 12 };
    let (files, seconds): (Vec<_>, Vec<_>) = (1..=3)
        .map(|index| part_and_seconds(dir.path(), "gra", check, index, 3))
        .unzip();
    let sum: f64 = seconds.iter().sum();
    let (_, report) = merge(None, &files).unwrap();
    assert!(seconds.iter().all(|&part| part > 0.0), "{seconds:?}");
    assert!((report.seconds - sum).abs() < sum / 1e9, "{seconds:?}");
    let rows: f64 = report.rows.iter().map(|row| row.seconds).sum();
    assert!((rows - sum).abs() < sum / 1e9, "{seconds:?}");
}

#[test]
fn parts_that_make_no_whole_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let check = Check::Closure { up_to: 9 };
    let good: Vec<PathBuf> = (1..=3)
        .map(|index| part(dir, "gra", check, index, 3))
        .collect();
    let message = |files: &[&PathBuf]| {
        let files: Vec<PathBuf> = files.iter().map(|&path| path.clone()).collect();
        let text = merge(None, &files).err().unwrap().to_string();
        text.replace(&format!("{}/", dir.display()), "")
    };
    let [one, two, three] = &good[..] else {
        unreachable!()
    };
    assert!(merge(None, &good).is_ok());
    assert_eq!(message(&[]), "no parts to put together");
    assert_eq!(message(&[one, three]), "parts of 3 that are missing: 2");
    assert_eq!(message(&[two]), "parts of 3 that are missing: 1,3");
    assert_eq!(message(&[one, two]), "parts of 3 that are missing: 3");
    let copy = dir.join("copy");
    fs::copy(two, &copy).unwrap();
    assert_eq!(
        message(&[one, two, three, &copy]),
        "gra-2-of-3 and copy are both part 2/3"
    );
    assert_eq!(
        message(&[one, one, two]),
        "gra-1-of-3 and gra-1-of-3 are both part 1/3"
    );

    let other_size = part(dir, "gra", Check::Closure { up_to: 8 }, 3, 4);
    assert_eq!(
        message(&[one, two, &other_size]),
        "gra-1-of-3 and gra-3-of-4 are parts of different sweeps: \
         gra, closure up to size 9, 3 parts, and gra, closure up to size 8, 4 parts"
    );
    // Parts of another cut overlap.
    let other_cut = part(dir, "gra", check, 2, 2);
    assert!(message(&[one, &other_cut]).contains("gra, closure up to size 9, 2 parts"));
    let other_game = part(dir, "kamyki", check, 3, 3);
    assert!(message(&[one, two, &other_game]).contains("kamyki, closure up to size 9, 3 parts"));

    let unfinished = dir.join("unfinished");
    let stop = AtomicBool::new(true);
    let run = Run {
        keep: Some(&unfinished),
        stop: &stop,
        ..UNDISTURBED
    };
    let shard = Shard::new(3, 3).unwrap();
    let gra = &*grundy_games::find("gra").unwrap();
    let stopped = sweep(gra, SweepPlan { check, shard }, run);
    assert!(matches!(stopped, Err(SweepError::Stopped { .. })));
    assert_eq!(
        message(&[one, two, &unfinished]),
        "parts of 3 that are not finished: 3"
    );

    let (name, check) = ("gra", Check::Closure { up_to: 2 });
    let all = part(dir, name, check, 1, 1);
    forge(&all, "\"next\": 1", "\"next\": 0");
    forge(&all, "\"positions\": 1", "\"positions\": 0");
    assert_eq!(message(&[&all]), "parts of 1 that are not finished: 1");
    let text = String::from_utf8(fs::read(&all).unwrap()).unwrap();
    let (parts, _) = text.split_once("\"parts\"").unwrap();
    let (_, parts) = text.split_at(parts.len());
    forge(&all, parts, "\"parts\": []\n}\n");
    assert!(message(&[&all]).contains("the file is damaged"));

    let text = String::from_utf8(Checkpoint::read(three, VERSION).unwrap().to_bytes()).unwrap();
    for (what, instead, says) in [
        ("\"losing\": 0", "\"losing\": 1", "the file is damaged"),
        (
            "grundy checkpoint",
            "grundy record",
            "not a checkpoint of a sweep",
        ),
    ] {
        let spoilt = dir.join("spoilt");
        assert!(text.contains(what));
        fs::write(&spoilt, text.replacen(what, instead, 1)).unwrap();
        let message = message(&[one, two, &spoilt]);
        assert!(message.starts_with(&format!("spoilt: {says}")), "{message}");
    }
}

/// Replaces a piece of a checkpoint's content, and mends the hash in its first line.
fn forge(path: &Path, what: &str, instead: &str) {
    let file = fs::read(path).unwrap();
    fs::write(path, forged(&file, what, instead)).unwrap();
}

#[test]
fn a_part_made_by_other_code_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = part(dir.path(), "gra", Check::Closure { up_to: 9 }, 1, 1);
    forge(&path, VERSION, "0.0.1+0");
    let message = merge(None, &[path]).err().unwrap().to_string();
    let expected = format!("made by grundy 0.0.1+0, and this is {VERSION}");
    assert!(message.ends_with(&expected), "{message}");
}

/// Sizes without end would take memory for each of them before anything was looked at.
#[test]
fn sizes_that_no_sweep_has_are_refused_at_once() {
    let dir = tempfile::tempdir().unwrap();
    for up_to in ["0", "65", "4294967295"] {
        let path = part(dir.path(), "gra", Check::Closure { up_to: 9 }, 1, 1);
        forge(&path, "\"up_to\": 9", &format!("\"up_to\": {up_to}"));
        let message = merge(None, std::slice::from_ref(&path))
            .err()
            .unwrap()
            .to_string();
        assert!(message.contains("the file is damaged"), "{message}");
        fs::remove_file(path).unwrap();
    }
}
