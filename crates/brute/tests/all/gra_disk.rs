//! Tables on disk: the same boards as in memory, whatever happens to the process or the file.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use grundy_brute::gra::{Boards, DiskTable, OnDisk, Table};
use grundy_brute::{SolveError, unwatched};
use grundy_features::tier;

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
    let table = table.view(0).unwrap();
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
    let usual = [(7, &[3][..]), (18, &[14, 12, 8, 4])];
    let exhaustive = [(20, &[16, 14, 12, 10, 8, 4][..]), (28, &[22])];
    for &(m, all_bits) in usual.iter().chain(tier(&exhaustive[..0], &exhaustive)) {
        let plain = Table::build(m, None, unwatched).unwrap();
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
    let mut stopped = 0;
    let mut table = loop {
        // Each time three reports later.
        let mut reports = 0..3 * stopped;
        let built = DiskTable::build(24, &place, |_| match reports.next() {
            None => ControlFlow::Break(()),
            Some(_) => ControlFlow::Continue(()),
        });
        match built {
            Ok(table) => break table,
            Err(error) => assert!(matches!(error, SolveError::Stopped { .. }), "{error}"),
        }
        stopped += 1;
    };
    assert!(stopped >= 5, "{stopped}");
    compare(
        &mut table,
        &Table::build(24, None, unwatched).unwrap(),
        1 << 20,
    );
    drop(table);
    // Finished, it is only read.
    assert_eq!(build_24(&place), Ok(0));
}

#[test]
fn what_is_torn_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(&folder.path().join("table"), memory_for(24, 1 << 17));
    assert_eq!(build_24(&place), Ok(8));
    let mut table = DiskTable::build(24, &place, unwatched).unwrap();
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
    let here = place(&path, memory);
    let refusal = |m: u32, place: &OnDisk| match DiskTable::build(m, place, unwatched) {
        Err(SolveError::File { problem, .. }) => problem,
        other => panic!("{other:?}"),
    };
    let table = DiskTable::build(m, &here, unwatched).unwrap();
    assert_eq!(refusal(m, &here), "another process is at work on it");
    drop(table);
    let whole = fs::read(&path).unwrap();
    let begins = "it begins with \"grundy table of gra, format 2, m = 20, version 1\"";
    let other = OnDisk {
        version: "2".to_owned(),
        ..here.clone()
    };
    for (m, place, wanted) in [
        (21, &here, "m = 21 and version 1"),
        (m, &other, "m = 20 and version 2"),
    ] {
        let message = format!("not a table of gra for {wanted}: {begins}");
        assert_eq!(refusal(m, place), message);
    }
    let changed = |what: &str, instead: &str| {
        let text = String::from_utf8_lossy(&whole[..4096]);
        assert!(text.contains(what));
        text.replacen(what, instead, 1).into_bytes()
    };
    for content in [
        b"game,size,positions\n".to_vec(),
        vec![0; 10_000],
        changed("format 2", "format 1"),
        changed("2^10", "2^14"),
        changed("2^10", "2^0"),
        changed("2^10 words", "2^10 wor"),
        whole[..4095].to_vec(),
    ] {
        fs::write(&path, content).unwrap();
        let message = refusal(m, &here);
        assert!(message.starts_with("not a table of gra for "), "{message}");
    }
    // What a process leaves that ends before anything is solved.
    for begun in [&[], &whole[..4096]] {
        fs::write(&path, begun).unwrap();
        drop(DiskTable::build(m, &here, unwatched).unwrap());
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
    let nowhere = folder.path().join("no/such/folder");
    assert!(refusal(m, &place(&nowhere, memory)).contains("No such file"));
}

/// The test starts itself in a process whose files have at most 512 KiB.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_leaves_whole_segments() {
    const PATH: &str = "GRUNDY_TEST_TABLE";
    const LIMITED: &str = "trap '' XFSZ; ulimit -f 1024; \
                           exec \"$0\" --exact gra_disk::a_disk_that_fills_leaves_whole_segments";
    let folder = tempfile::tempdir().unwrap();
    let path = std::env::var_os(PATH).map_or_else(|| folder.path().join("table"), Into::into);
    let place = place(&path, memory_for(24, 1 << 17));
    if std::env::var_os(PATH).is_some() {
        let error = build_24(&place).unwrap_err().to_string();
        assert!(error.contains("table: File too large"), "{error}");
        return;
    }
    let mut limited = std::process::Command::new("sh");
    limited
        .args(["-c", LIMITED])
        .arg(std::env::current_exe().unwrap());
    let ended = limited.env(PATH, &path).output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    // Three segments of 128 KiB and their hashes have room.
    assert_eq!(build_24(&place), Ok(5));
}

#[test]
fn refused_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    // The last one needs more of both than there is.
    let cases = [(20, 100), (65, 1 << 30), (u32::MAX, 1 << 30), (60, 1 << 60)];
    for (m, memory) in cases {
        let error = DiskTable::build(m, &place(&path, memory), unwatched).unwrap_err();
        let begin = format!("m = {m} needs ");
        assert!(error.to_string().starts_with(&begin), "{error}");
    }
    if cfg!(unix) {
        let error = DiskTable::build(50, &place(&path, 1 << 30), unwatched).unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("needs 64.0 TiB on the disk, "),
            "{message}"
        );
    }
    assert!(!path.exists());
}
