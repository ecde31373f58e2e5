//! The basic commands: inputs, messages, exit codes, files.

use std::fs;

use crate::support::{Ended, Folder, all_refused, grundy, holds, json, refused, shows, stdout};

/// Even for root, reading one's own memory at address 0 and making files in /proc fail.
const REFUSED_BY_LINUX: &str = "\
solve /proc/self/mem => error: cannot read /proc/self/mem:
man /proc/self => error: cannot write to /proc/self:";

#[cfg(target_os = "linux")]
#[test]
fn what_linux_refuses_has_exit_code_2() {
    all_refused(&Folder::new(), "", REFUSED_BY_LINUX);
}

/// The result of a command is an answer, or help, or a version.
#[cfg(target_os = "linux")]
#[test]
fn output_on_a_full_disk_is_an_error() {
    for line in ["gen --shape sparse -m 9 -n 2", "sweep --help", "--version"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let ended = Ended::of(grundy(line).stdout(full.unwrap()).output().unwrap());
        let error =
            "error: cannot write to standard output: No space left on device (os error 28)\n";
        assert_eq!((ended.code, ended.err.as_str()), (Some(2), error), "{line}");
    }
}

/// A write beyond `ulimit -f` fails like one to a full disk: no signal ends the process. The limit of memory counts as
/// well as the memory of the machine.
#[cfg(unix)]
#[test]
fn limits_of_the_process_are_errors() {
    let folder = Folder::new();
    for (limit, line, message) in [
        (
            "-f 1",
            "values -g nim --up-to 12 --csv values.csv",
            "File too large",
        ),
        (
            "-f 0",
            "values -g 0.77 --up-to 50 --resume kept",
            "kept: File too large",
        ),
        (
            "-f 0",
            "values -g '0.?' --up-to 50 --resume rows.csv",
            "rows.csv: File too large",
        ),
        (
            "-f 0",
            "sweep --up-to 5 --resume state",
            "state: File too large",
        ),
        // Smaller files of the package have been written before.
        (
            "-f 4",
            "gen -g nim --package legacy --out package",
            "File too large",
        ),
        #[cfg(target_os = "linux")]
        (
            "-v 400000",
            "values -g '0.[3]' --up-to 90000000",
            "heaps to 90,000,000: needs ",
        ),
        #[cfg(target_os = "linux")]
        (
            "-v 200000",
            "values -g subtract:1,2 --misere --up-to 4000000000",
            "after heap ",
        ),
    ] {
        let ended = folder.shell(&format!("ulimit {limit}; exec grundy {line}"));
        refused(ended, message);
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
    }
}

/// The page of a sweep is in docs/tour.md.
#[test]
fn a_sweep_is_recorded() {
    let folder = Folder::new();
    let line = "sweep --up-to 12 --jobs 2 --csv sweep.csv";
    folder.run(line).with(0);
    let rows = folder.read("sweep.csv");
    let header = "game,size,positions,losing,winning_moves,mismatches,seconds\ngra,2,1,0,1,0,";
    assert!(rows.starts_with(header), "{rows}");
    shows(&rows, "\ngra,7,63,13,82,0,");
    assert_eq!(rows.lines().count(), 12);
    // A second record replaces the first one and leaves nothing else in the folder.
    folder.run("sweep --up-to 3 --csv sweep.csv").with(0);
    assert_eq!(folder.read("sweep.csv").lines().count(), 3);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn every_game_sweeps_in_one_go() {
    let games = grundy_games::all();
    let page = stdout("sweep -g all --up-to 4", "");
    for game in games {
        let head = format!("{}: closed form against oracle", game.about().title);
        let heads = page.lines().filter(|line| *line == head);
        assert_eq!(heads.count(), 1, "{page}");
    }
    shows(&page, &format!("\n{} games: ", games.len()));
    assert!(page.ends_with(" positions, 0 mismatches\n"), "{page}");
    let found = json(&stdout("sweep -g all --up-to 3 --format json", ""));
    assert_eq!(found["confirmed"], true);
    assert_eq!(found["plan"].as_object().unwrap().len(), games.len());
}

const SOLVED: &str = r#"/solutions/0/answer "1"
/solutions/0/winning_moves/0/from 1"#;
const EXPLAINED: &str = "/0/winning_moves/0/to 7\n/0/groups/1/number 3";
const PLAYED: &str = r#"/game "gra"
/moves/0/move "2 -> 4"
/moves/0/winning_moves/0 "6 -> 7"
/moves/0/mistake true
/moves/1/player "second"
/first_mistake 1
/winner null
/to_move "first""#;

#[test]
fn json_has_the_same_facts() {
    for (line, input, places) in [
        ("solve", "5 2 1 3", SOLVED),
        ("sweep --up-to 5", "", "/rows/3/positions 15"),
        ("explain", "7 3 2 3 6", EXPLAINED),
        ("play --moves '2 -> 4, 3 -> 5'", "7 3 2 3 6", PLAYED),
    ] {
        let facts = json(&stdout(&format!("{line} --format json"), input));
        holds(&facts, places);
    }
}

#[test]
fn a_test_set_is_two_folders() {
    let folder = Folder::new();
    let page = folder.run("gen -g kamyki --suite poi --out made/for/it");
    let expected = "14 tests of kamyki, with the original's sizes, in made/for/it\n";
    assert_eq!(page.with(0), expected);
    let solved = folder.run("solve -g kamyki made/for/it/in/kam14.in");
    assert_eq!(solved.with(0), folder.read("made/for/it/out/kam14.out"));
}

/// Problems of the standard streams: a missing one, or `/dev/null` opened for reading as well.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_without_a_reader_is_no_error() {
    for discarded in [">/dev/null", "1<>/dev/null", ">&-"] {
        for line in ["solve", "sweep --up-to 4"] {
            let script = format!("printf '5 2\\n1 3\\n' | grundy {line} {discarded}");
            let ended = Folder::new().shell(&script);
            assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{script}");
        }
    }
}
