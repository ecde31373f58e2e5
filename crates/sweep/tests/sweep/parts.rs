//! Sweeps in parts, and their merge.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use grundy_records::plan::SweepPlan;
use grundy_sweep::{Report, Run, SweepError, VERSION, merge, sweep};

use crate::checkpoints::forged;
use crate::{by_closure, by_oracle, found, game, kept, part_of, plain, random};

/// Carries out one part of several, and returns its file and its report.
fn swept(dir: &Path, name: &str, plan: SweepPlan, index: u32, count: u32) -> (PathBuf, Report) {
    let path = dir.join(format!("{name}-{index}-of-{count}"));
    let report = sweep(&*game(name), part_of(plan, index, count), kept(&path)).unwrap();
    (path, report)
}

fn part(dir: &Path, name: &str, plan: SweepPlan, index: u32, count: u32) -> PathBuf {
    swept(dir, name, plan, index, count).0
}

#[test]
fn parts_make_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    for (name, plan) in [
        ("gra", by_closure(14)),
        ("gra", by_oracle(15)),
        ("constrained", by_closure(3)),
        ("nim", random(99, 9, 1000)),
    ] {
        let whole = plain(&*game(name), plan).unwrap();
        for count in [1, 2, 7, 40] {
            let parts = tempfile::tempdir_in(&dir).unwrap();
            let swept = |index| swept(parts.path(), name, plan, index, count);
            let (files, swept): (Vec<_>, Vec<_>) = (1..=count).rev().map(swept).unzip();
            let (merged, report) = merge(None, &files).unwrap();
            let seconds: f64 = swept.iter().map(|part| part.seconds).sum();
            assert!((report.seconds - seconds).abs() < seconds / 1e9);
            assert_eq!(merged.about().name, name);
            assert_eq!(
                found(&report),
                found(&whole),
                "{name}, {} in {count}",
                plan.check
            );
            assert!(report.is_confirmed());
        }
    }
}

#[test]
fn parts_that_make_no_whole_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let plan = by_closure(9);
    let part_of_3 = |index| part(dir, "gra", plan, index, 3);
    let [one, two, three] = &[1, 2, 3].map(part_of_3);
    let message = |files: &[&PathBuf]| {
        let files: Vec<PathBuf> = files.iter().map(|&path| path.clone()).collect();
        let text = merge(None, &files).err().unwrap().to_string();
        text.replace(&format!("{}/", dir.display()), "")
    };
    for (files, missing) in [
        (&[one, three][..], "2"),
        (&[two], "1,3"),
        (&[one, two], "3"),
        (&[one], "2-3"),
        (&[three], "1-2"),
    ] {
        let expected = format!("parts of 3 that are missing: {missing}");
        assert_eq!(message(files), expected);
    }
    assert_eq!(message(&[]), "no parts to put together");
    assert_eq!(
        message(&[one, two, three, two]),
        "gra-2-of-3 and gra-2-of-3 are both part 2/3"
    );
    // Another size, another number of parts, another game.
    for (name, up_to, index, count) in [("gra", 8, 3, 4), ("gra", 9, 2, 2), ("kamyki", 9, 3, 3)] {
        let other = part(dir, name, by_closure(up_to), index, count);
        let expected = format!(
            "gra-1-of-3 and {name}-{index}-of-{count} are parts of different sweeps: gra, closure up to size 9, \
             3 parts, and {name}, closure up to size {up_to}, {count} parts"
        );
        assert_eq!(message(&[one, two, &other]), expected);
    }

    let unfinished = dir.join("unfinished");
    let stop = AtomicBool::new(true);
    let run = Run {
        stop: &stop,
        ..kept(&unfinished)
    };
    let stopped = sweep(&*game("gra"), part_of(plan, 3, 3), run);
    assert!(matches!(stopped, Err(SweepError::Stopped { .. })));
    let expected = "parts of 3 that are missing: 2; not finished: 3";
    assert_eq!(message(&[one, &unfinished]), expected);

    // One that lacks sizes.
    let spoilt = dir.join("spoilt");
    let text = fs::read_to_string(three).unwrap();
    let (_, parts) = text.split_at(text.find("\"parts\"").unwrap());
    fs::write(
        &spoilt,
        forged(text.as_bytes(), parts, "\"parts\": []\n}\n"),
    )
    .unwrap();
    assert!(message(&[one, two, &spoilt]).contains("the file is damaged"));
    fs::write(&spoilt, text.replacen("\"losing\": 0", "\"losing\": 1", 1)).unwrap();
    let message = message(&[one, two, &spoilt]);
    assert!(
        message.starts_with("spoilt: the file is damaged"),
        "{message}"
    );
}

/// Files of other code; sizes without end would take memory for each of them before anything was looked at.
#[test]
fn forged_parts_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = part(dir.path(), "gra", by_closure(9), 1, 1);
    let file = fs::read(&path).unwrap();
    for (what, instead, message) in [
        (VERSION, "0.0.1+0", "made by grundy 0.0.1+0, and this is "),
        ("\"up_to\": 9", "\"up_to\": 0", "the file is damaged"),
        ("\"up_to\": 9", "\"up_to\": 65", "the file is damaged"),
        (
            "\"up_to\": 9",
            "\"up_to\": 4294967295",
            "the file is damaged",
        ),
    ] {
        fs::write(&path, forged(&file, what, instead)).unwrap();
        let error = merge(None, std::slice::from_ref(&path)).err().unwrap();
        assert!(error.to_string().contains(message), "{error}");
    }
}
