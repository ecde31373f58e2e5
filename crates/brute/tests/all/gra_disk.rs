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
    let mut sizes = (10..40).flat_map(|bits| (16..32).map(move |part| part << (bits - 4)));
    sizes
        .find(|&memory| {
            DiskTable::estimate(m, &place(Path::new("none"), memory))
                .is_ok_and(|it| it.segment == segment)
        })
        .expect("some memory makes such segments")
}

/// Compares every mask with a table in memory, `at_a_time` of them at a time.
fn compare(disk: &mut DiskTable, m: u32, at_a_time: u64) -> u64 {
    let table = Table::build(m, GO_ON).unwrap();
    let table = table.view();
    assert_eq!(disk.masks(), table.words().end * 64);
    let mut compared = 0;
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
            compared += 64;
        }
        next = end + 1;
    }
    compared
}

#[test]
fn every_board_in_segments_of_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let m = 20;
    for bits in [16, 14, 12, 10, 8] {
        let memory = memory_for(m, 1 << bits);
        let estimate = DiskTable::estimate(m, &place(Path::new("none"), memory)).unwrap();
        let path = folder.path().join(bits.to_string());
        let mut reported = 0;
        let mut table = DiskTable::build(m, &place(&path, memory), |progress| {
            assert_eq!(progress.of, 1 << 19);
            assert!(reported <= progress.boards);
            reported = progress.boards;
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(reported, 1 << 19);
        assert_eq!(fs::metadata(&path).unwrap().len(), estimate.disk);
        assert_eq!(table.moved(), (estimate.to_build, 1 << 16), "2^{bits}");
        for at_a_time in [1 << 12, 1 << 15, 1 << 19] {
            let before = table.moved().0;
            assert!(compare(&mut table, m, at_a_time) >= 1 << 19);
            let read = table.moved().0 - before;
            assert!(
                bits < 10 || read <= 3 * estimate.to_view,
                "2^{bits}: {read}"
            );
        }
    }
}

#[test]
fn large_chunks_in_few_segments() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    // 16 MiB in segments of 4: chunks of a MiB. Pawns go across and come down between segments.
    let m = 28;
    let memory = memory_for(m, 1 << 22);
    let estimate = DiskTable::estimate(m, &place(Path::new("none"), memory)).unwrap();
    let mut table = DiskTable::build(m, &place(&path, memory), GO_ON).unwrap();
    assert_eq!(table.moved(), (10 << 20, 1 << 24));
    assert_eq!(estimate.to_build, 10 << 20);
    assert!(compare(&mut table, m, 1 << 20) >= 1 << 27);
    let read = table.moved().0 - (10 << 20);
    assert!((17 << 20..=estimate.to_view).contains(&read), "{read}");
}

#[test]
fn stopped_anywhere_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let m = 24;
    let memory = memory_for(m, 1 << 17);
    let (mut stopped, mut reports) = (0, 0_u32);
    let mut table = loop {
        let mut seen = 0;
        let built = DiskTable::build(m, &place(&path, memory), |_| {
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
    // What the runs before it finished was not done again.
    assert!(table.moved().1 < 1 << 20, "{:?}", table.moved());
    assert!(compare(&mut table, m, 1 << 20) >= 1 << 23);
    drop(table);
    // Finished, it is only read.
    let table = DiskTable::build(m, &place(&path, memory), GO_ON).unwrap();
    assert_eq!(table.moved(), (1 << 20, 0));
}

#[test]
fn what_is_torn_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let m = 24;
    let memory = memory_for(m, 1 << 17);
    let mut table = DiskTable::build(m, &place(&path, memory), GO_ON).unwrap();
    let whole = fs::read(&path).unwrap();
    let data = whole.len() - (1 << 20);
    // A bit in the sixth of eight segments.
    let mut torn = whole.clone();
    torn[data + 5 * (1 << 17) + 77] ^= 4;
    fs::write(&path, &torn).unwrap();
    table.turn_to(0..64).unwrap();
    let error = table.turn_to((5 << 20)..(5 << 20) + 64).unwrap_err();
    assert!(error.to_string().contains("table: segment 6 is damaged"));
    // All that follow need it.
    let next = table.turn_to((6 << 20)..(6 << 20) + 64).unwrap_err();
    assert_eq!(next, error);
    drop(table);
    let mut table = DiskTable::build(m, &place(&path, memory), GO_ON).unwrap();
    // Three segments were built anew.
    assert_eq!(table.moved().1, 3 << 17);
    assert_eq!(fs::read(&path).unwrap(), whole);
    assert!(compare(&mut table, m, 1 << 20) >= 1 << 23);
    drop(table);

    // A segment where another one belongs is none.
    let mut swapped = whole.clone();
    swapped.copy_within(data..data + (1 << 17), data + (1 << 17));
    fs::write(&path, &swapped).unwrap();
    let table = DiskTable::build(m, &place(&path, memory), GO_ON).unwrap();
    assert_eq!(table.moved().1, 7 << 17);
    assert_eq!(fs::read(&path).unwrap(), whole);
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
    assert_eq!(refusal(m, &other), "made by grundy 1, and this is 2");
    let whole = fs::read(&path).unwrap();
    let foreign = "not a table of gra";
    let damaged = "the table is damaged: its beginning or its length is not what was written";
    for (what, message) in [
        (b"game,size,positions\n".to_vec(), foreign),
        (vec![0; 10_000], foreign),
        (whole[..whole.len() - 1].to_vec(), damaged),
        (whole[..5000].to_vec(), damaged),
        ([&whole[..], b"x"].concat(), damaged),
        (changed(&whole, "m 20", "m 21"), damaged),
        (changed(&whole, "segment 2^10", "segment 2^11"), damaged),
        (changed(&whole, "version 1", "version 2"), damaged),
        (changed(&whole, "format 1", "format 2"), foreign),
    ] {
        fs::write(&path, what).unwrap();
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

/// The bytes with the first `what` replaced by something as long.
fn changed(bytes: &[u8], what: &str, instead: &str) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut windows = bytes.windows(what.len());
    let at = windows.position(|there| there == what.as_bytes()).unwrap();
    bytes[at..at + instead.len()].copy_from_slice(instead.as_bytes());
    bytes
}

#[test]
fn refused_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    // The last ones need more of both than there is.
    for (m, memory) in [(20, 100), (65, 1 << 30), (u32::MAX, 1 << 30), (60, 1 << 60)] {
        let error = DiskTable::build(m, &place(&path, memory), GO_ON).unwrap_err();
        let begin = format!("m = {m} needs ");
        assert!(error.to_string().starts_with(&begin), "{error}");
    }
    let error = DiskTable::build(50, &place(&path, 1 << 30), GO_ON).unwrap_err();
    let message = error.to_string();
    if cfg!(unix) {
        let needs = "needs 64.0 TiB on the disk, ";
        assert!(message.contains(needs), "{message}");
        assert!(message.ends_with(" are free"), "{message}");
    }
    assert!(!path.exists());
}

/// Where the test below runs once more, with a small file system of its own at this place.
#[cfg(target_os = "linux")]
const SMALL_DISK: &str = "GRUNDY_SMALL_DISK";

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_work_and_spoils_nothing() {
    let Some(disk) = std::env::var_os(SMALL_DISK) else {
        let folder = tempfile::tempdir().unwrap();
        let test = "gra_disk::a_full_disk_ends_the_work_and_spoils_nothing";
        let script = r#"mount -t tmpfs -o size=2m none "$1" && exec "$0" --exact "$2" --nocapture"#;
        let unshared = std::process::Command::new("unshare")
            .args(["--user", "--map-root-user", "--mount", "sh", "-c", script])
            .arg(std::env::current_exe().unwrap())
            .arg(folder.path())
            .arg(test)
            .env(SMALL_DISK, folder.path())
            .output();
        let (said, passed) = match unshared {
            Ok(output) => {
                let said = [output.stdout, output.stderr].concat();
                let said = String::from_utf8_lossy(&said).into_owned();
                (said, output.status.success())
            }
            Err(error) => (error.to_string(), false),
        };
        if passed && said.contains("it was full") {
            return;
        }
        assert!(!said.contains("running 1 test"), "{said}");
        eprintln!("\n*** SKIPPED {test}: no file system of its own: {said} ***\n");
        return;
    };
    let disk = Path::new(&disk);
    let (path, filler) = (disk.join("table"), disk.join("filler"));
    let m = 24;
    let memory = memory_for(m, 1 << 17);
    // No room from the beginning: nothing is made.
    fs::write(&filler, vec![1; 1 << 20]).unwrap();
    let error = DiskTable::build(m, &place(&path, memory), GO_ON).unwrap_err();
    let needs = "needs 1.0 MiB on the disk, ";
    assert!(error.to_string().contains(needs), "{error}");
    assert!(!path.exists());
    fs::remove_file(&filler).unwrap();
    // Another program takes the room in the middle.
    let error = DiskTable::build(m, &place(&path, memory), |progress| {
        if progress.boards >= 1 << 22 && !filler.exists() {
            let full = fs::write(&filler, vec![1; 2 << 20]);
            assert!(full.is_err());
        }
        ControlFlow::Continue(())
    });
    let error = error.unwrap_err().to_string();
    assert!(error.contains("table: No space left on device"), "{error}");
    println!("it was full");
    let error = DiskTable::build(m, &place(&path, memory), GO_ON).unwrap_err();
    assert!(error.to_string().contains("on the disk, "), "{error}");
    fs::remove_file(&filler).unwrap();
    let mut table = DiskTable::build(m, &place(&path, memory), GO_ON).unwrap();
    assert!(table.moved().1 <= 5 << 17, "{:?}", table.moved());
    assert!(compare(&mut table, m, 1 << 20) >= 1 << 23);
}
