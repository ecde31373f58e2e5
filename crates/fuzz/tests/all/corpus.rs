//! Every input of the corpus, and everything that a fuzz target once crashed on, replayed.

use std::fs;
use std::path::{Path, PathBuf};

use grundy_fuzz::records::behind_a_hash;
use grundy_fuzz::targets::{
    BENCH_RECORD, CHECKPOINT, FuzzTarget, READERS, SOLVERS, SWEEP_RECORD, TARGETS,
};
use grundy_records::benchmark::Record;
use grundy_records::checkpoint::Checkpoint;
use grundy_records::sweep::SweepRow;
use grundy_records::table;
use grundy_sweep::VERSION;

fn corpus(target: &FuzzTarget) -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target.name);
    let entries = fs::read_dir(&dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Replays the corpus of a target whole and cut short after every byte, and says how many inputs
/// that were.
fn replay(target: &FuzzTarget) -> usize {
    let mut inputs = 0;
    for file in corpus(target) {
        let data = fs::read(&file).unwrap();
        if let Err(finding) = (target.check)(&data) {
            panic!("{}: {finding}", file.display());
        }
        inputs += 1;
        // Long inputs are cut in fewer places: each is as long as all before it together.
        for end in (0..data.len()).step_by(data.len() / 64 + 1) {
            if let Err(finding) = (target.check)(&data[..end]) {
                panic!("{}, cut to {end} bytes: {finding}", file.display());
            }
            inputs += 1;
        }
    }
    inputs
}

#[test]
fn readers() {
    assert!(replay(&READERS) > 500);
}

#[test]
fn solvers() {
    assert!(replay(&SOLVERS) > 1000);
}

#[test]
fn sweep_records() {
    assert!(replay(&SWEEP_RECORD) > 500);
}

#[test]
fn bench_records() {
    assert!(replay(&BENCH_RECORD) > 500);
}

#[test]
fn checkpoints() {
    assert!(replay(&CHECKPOINT) > 300);
}

/// A target that has no corpus, or a corpus that has no target, would go unnoticed.
#[test]
fn every_target_has_a_corpus() {
    let mut dirs: Vec<String> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    dirs.sort();
    let mut targets = TARGETS.map(|target| target.name);
    targets.sort_unstable();
    assert_eq!(dirs, targets);
}

/// What the good inputs of the corpora are for: they have to be accepted, not refused.
#[test]
fn good_inputs_are_accepted() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let read = |file: &str| fs::read(dir.join("readers").join(file)).unwrap();
    for (game, file) in [
        ("gra", "gra-sample-won"),
        ("gra", "gra-full-strip"),
        ("gra", "gra-largest-m"),
        ("gra", "crlf-and-tabs"),
        ("gra", "leading-zeros"),
        ("nim", "nim-largest-heap"),
        ("bounded", "bounded-largest-k"),
        ("staircase", "staircase-largest-sum"),
        ("constrained", "constrained-all-forbidden"),
        ("kamyki", "kamyki-sample"),
        ("kamyki", "kamyki-largest-pile"),
    ] {
        let game = &*grundy_games::find(game).unwrap();
        assert!(game.answer(&mut &read(file)[..]).is_ok(), "{file}");
    }
    let sweep = dir.join("sweep-record").join("two-rows");
    assert_eq!(table::read::<SweepRow>(&sweep).unwrap().len(), 2);
    let bench = dir.join("bench-record").join("two-rows");
    assert_eq!(table::read::<Record>(&bench).unwrap().len(), 2);
    for (file, parts) in [("two-parts", 2), ("random", 0), ("rules-program", 0)] {
        let content = fs::read(dir.join("checkpoint").join(file)).unwrap();
        let file = behind_a_hash(&String::from_utf8(content).unwrap());
        let checkpoint = Checkpoint::from_bytes(&file, VERSION).unwrap();
        assert_eq!(checkpoint.parts.len(), parts);
    }
}
