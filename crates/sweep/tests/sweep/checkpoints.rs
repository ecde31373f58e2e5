//! Sweeps that are stopped and continued, and checkpoints that a sweep must reject.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use grundy_features::tier;
use grundy_game::Game;
use grundy_records::RecordError;
use grundy_records::checkpoint::SweepCheckpoint;
use grundy_records::plan::SweepPlan;
use grundy_records::sealed::seal;
use grundy_sweep::{Report, Run, SweepError, SweepProgress, VERSION, sweep};

use crate::{by_closure, by_oracle, found, game, kept, part_of, plain, random};

/// Runs a plan in pieces: stops each run after `piece` positions and continues until the plan is finished. Returns
/// the results and the number of runs.
fn in_pieces(game: &dyn Game, plan: SweepPlan, path: &Path, piece: u64) -> (String, u32) {
    let mut runs = 0;
    loop {
        let (stop, checked) = (AtomicBool::new(false), AtomicU64::new(0));
        let run = Run {
            stop: &stop,
            progress: &|progress| {
                if let SweepProgress::Checked { positions } = progress
                    && checked.fetch_add(positions, Ordering::Relaxed) + positions >= piece
                {
                    stop.store(true, Ordering::Relaxed);
                }
            },
            ..kept(path)
        };
        runs += 1;
        match sweep(game, plan, run) {
            Ok(report) => return (found(&report), runs),
            Err(SweepError::Stopped { checked }) => {
                let written = SweepCheckpoint::read(path, VERSION).unwrap();
                assert_eq!(written.cases(), checked);
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_sweep_in_pieces_finds_what_a_whole_one_finds() {
    let dir = tempfile::tempdir().unwrap();
    // A block is not finished in less than its positions: no piece is shorter than a block.
    let large = [
        ("gra", by_oracle(22), 1_300_000),
        ("gra", part_of(by_oracle(25), 3, 16), 1_200_000),
        ("gra", random(9000, 2000, 60_000), 26_000),
    ];
    let usual = [
        ("kamyki", by_closure(16), 33_000),
        ("gra", random(900, 200, 12_000), 5200),
    ];
    let plans = usual.iter().chain(tier(&large[..0], &large));
    for (number, &(name, plan, piece)) in plans.enumerate() {
        let game = &*game(name);
        let whole = found(&plain(game, plan).unwrap());
        let path = dir.path().join(format!("{number}.checkpoint"));
        let (pieces, runs) = in_pieces(game, plan, &path, piece);
        assert_eq!(pieces, whole);
        assert!(runs > 1, "{} took {runs} runs", plan.check);
        // A finished one is just read.
        let again = AtomicU64::new(0);
        let run = Run {
            progress: &|progress| match progress {
                SweepProgress::Resumed { positions } => {
                    assert_eq!(positions, grundy_sweep::positions(game, plan).unwrap());
                }
                _ => _ = again.fetch_add(1, Ordering::Relaxed),
            },
            ..kept(&path)
        };
        assert_eq!(found(&sweep(game, plan, run).unwrap()), whole);
        assert_eq!(again.into_inner(), 0, "something was checked again");
    }
}

/// Only what is in the file outlives a process that is killed.
#[test]
fn the_file_is_written_while_the_sweep_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("gra.checkpoint");
    let seen = Mutex::new(Vec::new());
    let run = Run {
        progress: &|progress| {
            if let SweepProgress::Checked { positions } = progress {
                let written = SweepCheckpoint::read(&path, VERSION).unwrap().cases();
                seen.lock().unwrap().push((positions, written));
                std::thread::sleep(Duration::from_millis(300));
            }
        },
        ..kept(&path)
    };
    let report = sweep(&*game("gra"), by_closure(5), run).unwrap();
    assert!(report.is_confirmed());
    let (checked, written): (Vec<u64>, Vec<u64>) = seen.into_inner().unwrap().into_iter().unzip();
    assert_eq!(checked, [1, 3, 7, 15]);
    // What is written is one stage behind, and more where writing takes long.
    let mut most = written.iter().zip([0, 1, 4, 11]);
    assert!(
        written.is_sorted() && most.all(|(&written, most)| written <= most),
        "{written:?}"
    );
    assert!(written[3] > 0, "{written:?}");
    assert_eq!(SweepCheckpoint::read(&path, VERSION).unwrap().cases(), 26);
}

/// A sweep of nim that has been stopped somewhere, and its file.
fn stopped(path: &Path) -> (SweepPlan, Vec<u8>) {
    let (plan, stop) = (by_oracle(14), AtomicBool::new(false));
    let run = Run {
        stop: &stop,
        progress: &|progress| {
            if let SweepProgress::Checked { positions: 4096 } = progress {
                stop.store(true, Ordering::Relaxed);
            }
        },
        ..kept(path)
    };
    let error = sweep(&*game("nim"), plan, run).unwrap_err();
    let is_stopped = matches!(error, SweepError::Stopped { checked: 4095.. });
    assert!(is_stopped, "{error}");
    (plan, fs::read(path).unwrap())
}

fn resume(path: &Path, game: &dyn Game, plan: SweepPlan) -> Result<Report, SweepError> {
    sweep(game, plan, kept(path))
}

fn refusal(path: &Path, game: &dyn Game, plan: SweepPlan) -> RecordError {
    match resume(path, game, plan) {
        Err(SweepError::Checkpoint { error, .. }) => error,
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("folder/state");
    fs::create_dir(dir.path().join("folder")).unwrap();
    let run = Run {
        // The file is there when the sweep begins, and its folder is not when it ends.
        progress: &|_| _ = fs::remove_dir_all(dir.path().join("folder")),
        ..kept(&path)
    };
    let error = sweep(&*game("nim"), by_oracle(5), run).unwrap_err();
    let named = format!("cannot write {}: ", path.display());
    assert!(error.to_string().starts_with(&named), "{error}");
}

#[test]
fn every_damaged_checkpoint_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("nim.checkpoint");
    let (plan, whole) = stopped(&path);
    let nim = &*game("nim");
    let every = tier(5, 1);
    let cut = (1..whole.len()).step_by(every);
    let cut = cut.map(|length| whole[..length].to_vec());
    let flipped = (0..whole.len()).step_by(every).map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        bytes
    });
    let others = [[&whole[..], b"\n"].concat(), b"game,size\n".to_vec()];
    for bytes in cut.chain(flipped).chain(others) {
        fs::write(&path, &bytes).unwrap();
        let error = refusal(&path, nim, plan);
        let is_foreign = matches!(error, RecordError::Damaged | RecordError::Foreign(_));
        assert!(is_foreign, "{error}");
        let left = fs::read(&path).unwrap();
        assert_eq!(left, bytes, "a refused file was changed");
    }
    // The file as it was is good.
    fs::write(&path, whole).unwrap();
    assert!(resume(&path, nim, plan).unwrap().is_confirmed());
}

/// The file with another content, and the hash that belongs to it.
pub fn forged(file: &[u8], what: &str, instead: &str) -> Vec<u8> {
    let text = String::from_utf8(file.to_vec()).unwrap();
    let (_, body) = text.split_once('\n').unwrap();
    assert!(body.contains(what), "{body}");
    seal("checkpoint", body.replacen(what, instead, 1).as_bytes())
}

#[test]
fn checkpoints_of_something_else_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("nim.checkpoint");
    let (plan, whole) = stopped(&path);
    let message = refusal(&path, &*game("kamyki"), plan).to_string();
    assert_eq!(message, "made for nim, not for kamyki");
    let random = (
        random(9, 3, 5),
        "oracle up to size 14, part 1/1, and not closure of 5 random positions, m = 9, n = 3, seed 1, part 1/1",
    );
    for (plan, ours) in [
        (
            by_oracle(15),
            "oracle up to size 14, and not oracle up to size 15",
        ),
        (
            by_closure(14),
            "oracle up to size 14, and not closure up to size 14",
        ),
        random,
        (part_of(plan, 1, 2), "part 1/1, and not part 1/2"),
    ] {
        let message = refusal(&path, &*game("nim"), plan).to_string();
        assert_eq!(message, format!("made for another sweep: {ours}"));
    }
    let other = format!("{VERSION}0");
    let of_other = format!("made by grundy {other}, and this is {VERSION}");
    let damaged = "the file is damaged: it is not what was written";
    for (what, instead, message) in [
        (VERSION, other.as_str(), of_other.as_str()),
        ("\"size\": 3", "\"size\": 4", damaged),
        ("\"positions\": 4", "\"positions\": 3", damaged),
        ("\"next\": 4", "\"next\": 3", damaged),
        ("\"game\"", "\"name\"", damaged),
    ] {
        fs::write(&path, forged(&whole, what, instead)).unwrap();
        let error = refusal(&path, &*game("nim"), plan);
        assert_eq!(error.to_string(), message, "{what}");
    }
    // The forger's hash is not what was refused.
    fs::write(&path, forged(&whole, "", "")).unwrap();
    assert!(resume(&path, &*game("nim"), plan).unwrap().is_confirmed());
}

/// The same call starts a sweep if there is an empty file, and continues an unfinished one. What is no file is refused.
#[test]
fn one_call_begins_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let nim = &*game("nim");
    let expected = found(&plain(nim, by_oracle(14)).unwrap());
    let path = dir.path().join("nim.checkpoint");
    fs::write(&path, "").unwrap();
    for before in ["an empty file", "a beginning"] {
        let report = resume(&path, nim, by_oracle(14)).unwrap();
        assert_eq!(found(&report), expected, "after {before}");
        fs::remove_file(&path).unwrap();
        stopped(&path);
    }
    // Nothing was checked for another plan: no work is lost.
    let stop = AtomicBool::new(true);
    let run = Run {
        stop: &stop,
        ..kept(&path)
    };
    fs::remove_file(&path).unwrap();
    assert!(sweep(nim, by_closure(9), run).is_err());
    assert!(path.exists());
    let report = resume(&path, nim, by_oracle(14)).unwrap();
    assert_eq!(found(&report), expected, "after another plan");
    // A part without positions is finished.
    let empty = part_of(by_oracle(1), 1, 7);
    let file = dir.path().join("empty.checkpoint");
    assert_eq!(resume(&file, nim, empty).unwrap().positions(), 0);
    refusal(&file, nim, by_oracle(14));
    let directory = refusal(dir.path(), nim, by_oracle(14)).to_string();
    assert!(directory.contains("directory"), "{directory}");
}
