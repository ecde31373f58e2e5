//! Sweeps of one path through the closed form of gra, and of all of them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the command in a folder; its exit code, and what it wrote to standard output and standard error.
fn run(folder: &Path, words: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .current_dir(folder)
        .args(words.split(' '))
        .stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code().unwrap(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// The rows of a record without their seconds, by the game that they are of.
fn rows(record: &Path, game: &str) -> Vec<String> {
    let text = fs::read_to_string(record).unwrap();
    let rows = text.lines().skip(1).filter_map(|row| {
        let (name, row) = row.split_once(',').unwrap();
        let without_seconds = row.rsplit_once(',').unwrap().0;
        (name == game).then(|| without_seconds.to_owned())
    });
    rows.collect()
}

#[test]
fn every_path_has_rows_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (code, page, said) = run(folder, "sweep --path wide --up-to 14 --csv wide.csv");
    assert_eq!(code, 0, "{said}");
    let (code, ..) = run(folder, "sweep --up-to 14 --csv chosen.csv");
    assert_eq!(code, 0);
    let chosen = rows(&folder.join("chosen.csv"), "gra");
    assert_eq!(chosen.len(), 13);
    let mut swept = 0;
    for path in ["portable", "avx2", "avx512"] {
        let game = format!("gra:{path}");
        let found = rows(&folder.join("wide.csv"), &game);
        if grundy_games::find(&game).is_err() {
            assert!(said.contains(&format!("{game}: not on this machine, left out")));
            assert!(found.is_empty());
            println!("*** SKIPPED {game}: not on this machine");
            continue;
        }
        swept += 1;
        assert_eq!(found, chosen, "{game}");
        // One path by itself, and by closure, finds the same.
        for check in ["oracle", "closure"] {
            let words = format!("sweep --path {path} --check {check} --up-to 14 --csv one.csv");
            let (code, ..) = run(folder, &words);
            assert_eq!(code, 0, "{words}");
            assert_eq!(rows(&folder.join("one.csv"), &game), chosen, "{words}");
        }
    }
    assert!(swept >= 1);
    let all = format!("\n{swept} games: {} positions, 0 mismatches\n", {
        let positions = swept * 16_369;
        format!("{},{:03}", positions / 1000, positions % 1000)
    });
    assert!(swept == 1 || page.ends_with(&all), "{page}");
}

#[test]
fn what_has_no_such_path_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (words, expected) in [
        (
            "sweep --path small",
            "gra has no path `small`: the paths are portable, avx2, avx512",
        ),
        (
            "sweep -g nim --path wide",
            "--path is for gra: nim has no paths to choose from",
        ),
        (
            "sweep -g all --path portable",
            "--path is for gra: nim has no paths to choose from",
        ),
        (
            "sweep -g gra:portable --path wide",
            "--path is for gra: gra:portable has no paths to choose from",
        ),
        (
            "solve -g gra:small input",
            "gra has no path `small`: the paths are portable, avx2, avx512",
        ),
    ] {
        let (code, page, said) = run(folder.path(), words);
        assert_eq!((code, page.as_str()), (2, ""), "{words}");
        assert!(said.contains(expected), "{words}: {said}");
    }
    if grundy_games::find("gra:avx2").is_err() {
        let (code, _, said) = run(folder.path(), "sweep --path avx2");
        assert_eq!(code, 2);
        assert!(
            said.contains("the processor has not the instructions"),
            "{said}"
        );
        return;
    }
    let (code, _, said) = run(folder.path(), "sweep --path wide --resume kept");
    assert_eq!(code, 2);
    let expected = "--resume is for one path: name it with --path";
    assert!(said.contains(expected), "{said}");
}

/// Parts of one path make a whole; parts of two paths do not.
#[test]
fn parts_are_of_one_path() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (path, part) in [("portable", 1), ("portable", 2), ("chosen", 2)] {
        let option = match path {
            "chosen" => String::new(),
            path => format!(" --path {path}"),
        };
        let words = format!("sweep --up-to 14{option} --shard {part}/2 --resume {path}-{part}");
        let (code, _, said) = run(folder, &words);
        assert_eq!(code, 0, "{words}: {said}");
    }
    let (code, page, said) = run(folder, "sweep merge portable-1 portable-2 --csv merged.csv");
    assert_eq!(code, 0, "{said}");
    assert!(page.contains("all 16,369 positions confirmed"), "{page}");
    assert_eq!(rows(&folder.join("merged.csv"), "gra:portable").len(), 13);
    let (code, _, said) = run(folder, "sweep merge portable-1 chosen-2");
    assert_eq!(code, 2);
    let expected = "are parts of different sweeps: gra:portable, oracle up to size 14, 2 parts, and gra, \
                    oracle up to size 14, 2 parts";
    assert!(said.contains(expected), "{said}");
    // Nor does one go on with the other.
    let (code, _, said) = run(folder, "sweep --up-to 14 --shard 1/2 --resume portable-1");
    assert_eq!(code, 2);
    assert!(
        said.contains("made for gra:portable, not for gra"),
        "{said}"
    );
}
