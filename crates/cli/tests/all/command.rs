//! The basic commands: inputs, messages, exit codes, files.

use std::fs;

use crate::support::{Ended, Folder, all_refused, grundy, holds, json, refused, shows, stdout};

/// Of bad usage, and of files and folders that cannot be read or made.
const REFUSED: &str = "\
=> Usage: grundy [OPTIONS] <COMMAND>
solve -g Kayle => no game `Kayle`: the games are gra, nim, bounded, staircase, constrained, kamyki; and codes, as \
0.77 or subtract:1,3,4, some by their names: kayles, dawson, officers, grundy, lasker; a rules program
solve -g no-such.py => expected a game's code, as in 0.77 or subtract:1,3,4; a rules program is named by a path with \
a `/` in it, as ./no-such.py
solve -g ./no/such/file => cannot start ./no/such/file
solve --quickly => unexpected argument '--quickly'
solve . => error: cannot read .:
solve missing.in => error: cannot read missing.in:
solve input.in => error: input.in:2:3: pawn on square 3 after a pawn on square 5: squares must increase\\n
gen => error: one of these is needed:\\n  --shape SHAPE
gen --suite poi => --out <DIR>
gen --shape sparse -m 10 => -n <N>
gen --shape round -m 10 -n 3 => error:
gen --shape sparse -m 10 -n 10 => error:
gen --suite poi --out input.in/x => error: cannot make input.in/x
gen -g nim --suite poi --out x => error: nim has no test set of its own; --suite shapes
gen --package zip --out x => invalid value 'zip'
completions tcsh => invalid value 'tcsh'
man input.in/man1 => error: cannot make input.in/man1:
values -g 0.7g => `0.7g` is not the code of a heap game: column 4: found `g`
values -g 0.6 --up-to 4294967294 --format json => heaps to 4,294,967,294: needs
values -g 0.6 --up-to 4294967294 --format json => are free
values -g 0.7 --resume /no/such/file => cannot write /no/such/file
values -g nim --summary => --summary is not for a game without a code
values -g nim --up-to 0 => nim has no positions up to size 0: the smallest size is 1
values -g 0.77 --csv z --resume ./z => cannot write ./z: this command writes something else to it";

/// Even for root, reading one's own memory at address 0 and making files in /proc fail.
const REFUSED_BY_LINUX: &str = "\
solve /proc/self/mem => error: cannot read /proc/self/mem:
man /proc/self => error: cannot write to /proc/self:";

#[test]
fn what_is_refused_has_exit_code_2() {
    let folder = Folder::new();
    folder.write("input.in", "7 2\n5 3\n");
    all_refused(&folder, "", REFUSED);
    #[cfg(target_os = "linux")]
    all_refused(&folder, "", REFUSED_BY_LINUX);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
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
