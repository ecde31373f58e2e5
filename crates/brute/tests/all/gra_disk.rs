//! Tables on disk: the same boards as in memory, whatever happens to the process or the file.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use grundy_brute::gra::{Boards, DiskTable, OnDisk, Table};
use grundy_brute::{Progress, SolveError};

const GO_ON: fn(Progress) -> ControlFlow<()> = |_| ControlFlow::Continue(());

fn place(path: &Path, memory: u64) -> OnDisk {
    OnDisk {
        path: path.to_owned(),
        memory: Some(memory),
        version: "1".to_owned(),
    }
}

/// How much memory makes segments of that many bytes.
fn memory_for(m: u32, segment: u64) -> u64 {
    let mut sizes = (6..40).flat_map(|bits| (16..32).map(move |part| part << (bits - 4)));
    sizes
        .find(|&memory| {
            DiskTable::estimate(m, &place(Path::new("none"), memory))
                .is_ok_and(|it| it.segment == segment)
        })
        .expect("some memory makes such segments")
}

/// Compares every mask with a table in memory, `at_a_time` of them at a time.
fn compare(disk: &mut DiskTable, table: &Table, at_a_time: u64) {
    let table = table.view();
    assert_eq!(disk.masks(), table.words().end * 64);
    let mut next = 0;
    while next < disk.masks() {
        // As a sweep does it: a mask more than whole words.
        let end = (next + at_a_time).min(disk.masks());
        assert_eq!(disk.turn_to(next..end).unwrap(), None);
        let mut word = next / 64;
        while word * 64 < end {
            let view = disk.view(word * 64).unwrap();
            assert_eq!(view.losing(word), table.losing(word), "word {word:b}");
            let counts = view.counts(word);
            assert_eq!(counts, table.counts(word), "word {word:b}");
            word += 1;
        }
        next = end + 1;
    }
}

/// Builds a table of m = 24 in eight segments, and returns how many of them were solved and not read.
fn build_24(place: &OnDisk) -> Result<u64, SolveError> {
    let (mut before, mut solved) = (0, 0);
    DiskTable::build(24, place, |progress| {
        let boards = progress.boards - before;
        before = progress.boards;
        // A segment of four blocks is reported as a whole when it is read.
        solved += if boards < 1 << 20 { boards } else { 0 };
        ControlFlow::Continue(())
    })?;
    Ok(solved >> 20)
}

/// Small chunks, and chunks of a MiB: pawns go across and come down between segments.
#[test]
fn every_board_in_segments_of_any_size() {
    let folder = tempfile::tempdir().unwrap();
    for (m, all_bits) in [(7, &[3][..]), (20, &[16, 14, 12, 10, 8, 4]), (28, &[22])] {
        let plain = Table::build(m, GO_ON).unwrap();
        for bits in all_bits {
            let memory = memory_for(m, 1 << bits);
            let path = folder.path().join(format!("{m} {bits}"));
            let place = place(&path, memory);
            let estimate = DiskTable::estimate(m, &place).unwrap();
            let mut reported = 0;
            let mut table = DiskTable::build(m, &place, |progress| {
                assert_eq!(progress.of, plain.masks());
                assert!(reported <= progress.boards);
                reported = progress.boards;
                ControlFlow::Continue(())
            })
            .unwrap();
            assert_eq!(reported, plain.masks());
            assert_eq!(fs::metadata(&path).unwrap().len(), estimate.disk);
            for at_a_time in [1 << 12, 1 << 15, 1 << 20] {
                compare(&mut table, &plain, at_a_time);
            }
        }
    }
}

#[test]
fn stopped_anywhere_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(&folder.path().join("table"), memory_for(24, 1 << 17));
    let (mut stopped, mut reports) = (0, 0_u32);
    let mut table = loop {
        let mut seen = 0;
        let built = DiskTable::build(24, &place, |_| {
            seen += 1;
            if seen > reports {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match built {
            Ok(table) => break table,
            Err(error) => assert!(matches!(error, SolveError::Stopped { .. }), "{error}"),
        }
        stopped += 1;
        reports += 3;
    };
    assert!(stopped >= 5, "{stopped}");
    compare(&mut table, &Table::build(24, GO_ON).unwrap(), 1 << 20);
    drop(table);
    // Finished, it is only read.
    assert_eq!(build_24(&place), Ok(0));
}

#[test]
fn what_is_torn_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(&folder.path().join("table"), memory_for(24, 1 << 17));
    assert_eq!(build_24(&place), Ok(8));
    let mut table = DiskTable::build(24, &place, GO_ON).unwrap();
    let whole = fs::read(&place.path).unwrap();
    // Each segment has two chunks with their hashes.
    let (header, segment) = (1 << 12, (1 << 17) + 2 * 8);
    // A bit in the sixth of eight segments.
    let mut torn = whole.clone();
    torn[header + 5 * segment + 77] ^= 4;
    fs::write(&place.path, &torn).unwrap();
    table.turn_to(0..64).unwrap();
    let error = table.turn_to((5 << 20)..(5 << 20) + 64).unwrap_err();
    assert!(error.to_string().contains("table: segment 6 is damaged"));
    // All that follow need it.
    for _ in 0..2 {
        let next = table.turn_to((6 << 20)..(6 << 20) + 64).unwrap_err();
        assert_eq!(next, error);
    }
    drop(table);
    assert_eq!(build_24(&place), Ok(3));
    assert_eq!(fs::read(&place.path).unwrap(), whole);

    // A segment where another one belongs is none, and neither is one that the file ends in.
    let mut swapped = whole.clone();
    swapped.copy_within(header..header + segment, header + segment);
    for (content, solved) in [(&swapped[..], 7), (&whole[..whole.len() - 1], 1)] {
        fs::write(&place.path, content).unwrap();
        assert_eq!(build_24(&place), Ok(solved));
        assert_eq!(fs::read(&place.path).unwrap(), whole);
    }
}

#[test]
fn files_that_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let m = 20;
    let memory = memory_for(m, 1 << 13);
    let refusal = |m: u32, place: &OnDisk| match DiskTable::build(m, place, GO_ON) {
        Err(SolveError::File { problem, .. }) => problem,
        other => panic!("{other:?}"),
    };
    let here = place(&path, memory);
    let table = DiskTable::build(m, &here, GO_ON).unwrap();
    assert_eq!(refusal(m, &here), "another process is at work on it");
    drop(table);
    assert_eq!(refusal(21, &here), "made for m = 20, not for m = 21");
    let other = OnDisk {
        version: "2".to_owned(),
        ..here.clone()
    };
    assert_eq!(refusal(m, &other), "made for version 1, not for version 2");
    let whole = fs::read(&path).unwrap();
    let changed = |what: &str, instead: &str| {
        let text = String::from_utf8_lossy(&whole[..4096]);
        assert!(text.contains(what));
        text.replacen(what, instead, 1).into_bytes()
    };
    let foreign = "not a table of gra";
    let damaged = "the table is damaged: its header is not what was written";
    for (content, message) in [
        (b"game,size,positions\n".to_vec(), foreign),
        (vec![0; 10_000], foreign),
        (changed("format 2", "format 1"), foreign),
        (changed("2^10", "2^14"), damaged),
        (changed("2^10", "2^0"), damaged),
        (changed("2^10 words", "2^10 wor"), damaged),
    ] {
        fs::write(&path, content).unwrap();
        assert_eq!(refusal(m, &here), message);
    }
    // What a process leaves that ends before anything is solved.
    for begun in [&[], &whole[..4096]] {
        fs::write(&path, begun).unwrap();
        drop(DiskTable::build(m, &here, GO_ON).unwrap());
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
    let nowhere = folder.path().join("no/such/folder");
    assert!(refusal(m, &place(&nowhere, memory)).contains("No such file"));
}

#[test]
fn refused_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    // The last one needs more of both than there is.
    let cases = [(20, 100), (65, 1 << 30), (u32::MAX, 1 << 30), (60, 1 << 60)];
    for (m, memory) in cases {
        let error = DiskTable::build(m, &place(&path, memory), GO_ON).unwrap_err();
        let begin = format!("m = {m} needs ");
        assert!(error.to_string().starts_with(&begin), "{error}");
    }
    if cfg!(unix) {
        let error = DiskTable::build(50, &place(&path, 1 << 30), GO_ON).unwrap_err();
        let message = error.to_string();
        let needs = "needs 64.0 TiB on the disk, ";
        assert!(message.contains(needs), "{message}");
        assert!(message.ends_with(" are free"), "{message}");
    }
    assert!(!path.exists());
}
