//! The basic commands: inputs, messages, exit codes, files.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Ended, Folder, GRUNDY, all_refused, grundy, json, refused, shows, stdout};

#[test]
fn unreadable_files_are_named() {
    let folder = Folder::new();
    folder.write("input.in", "7 2\n5 3\n");
    let refusals = r". => error: cannot read .:
missing.in => error: cannot read missing.in:
input.in => error: input.in:2:3: pawn on square 3 after a pawn on square 5: squares must increase\n";
    all_refused(&folder, "solve", refusals);
    // Even for root, reading one's own memory at address 0 fails.
    #[cfg(target_os = "linux")]
    all_refused(
        &folder,
        "solve",
        "/proc/self/mem => error: cannot read /proc/self/mem:",
    );
}

const USAGE: &str = "\
=> Usage: grundy <COMMAND>
solve -g Kayles => no game `Kayles`: the games are gra, nim, bounded, staircase, constrained, kamyki; and codes, as \
0.77 or subtract:1,3,4, some by their names: kayles, dawson, officers, grundy, lasker; a rules program
solve -g no-such.py => expected a game's code, as in 0.77 or subtract:1,3,4; a rules program is named by a path with \
a `/` in it, as ./no-such.py
solve -g ./no/such/file => cannot start ./no/such/file
solve --quickly => unexpected argument '--quickly'
gen => error: one of these is needed:\\n  --shape SHAPE
gen --suite poi => --out <DIR>
gen --shape sparse -m 10 => -n <N>
gen --shape round -m 10 -n 3 => error:
gen --shape sparse -m 10 -n 10 => error:
gen --suite poi --out /dev/null/x => error: cannot make /dev/null/x
gen -g nim --suite poi --out x => error: nim has no test set of its own; --suite shapes
gen --package sinol --out x => invalid value 'sinol'";

#[test]
fn bad_usage_has_exit_code_2() {
    let folder = Folder::new();
    all_refused(&folder, "", USAGE);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
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

/// A write beyond `ulimit -f` fails like one to a full disk: no signal ends the process.
#[cfg(unix)]
#[test]
fn a_file_beyond_its_limit_is_an_error() {
    let folder = Folder::new();
    let script = "ulimit -f 1; exec \"$0\" values -g nim --up-to 12 --csv values.csv";
    let mut command = Command::new("sh");
    command.args(["-c", script, GRUNDY]).current_dir(&folder.0);
    let ended = Ended::of(command.output().unwrap());
    refused(ended, "File too large");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn a_sweep_confirms_counts_and_records() {
    let folder = Folder::new();
    let page = folder
        .run("sweep --up-to 12 --jobs 2 --csv sweep.csv")
        .with(0);
    shows(&page, "all 4,083 positions confirmed, 0 mismatches");
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

#[test]
fn json_has_the_same_facts() {
    for (line, input, place, value) in [
        ("solve", "5 2 1 3", "/solutions/0/answer", "1".into()),
        (
            "solve",
            "5 2 1 3",
            "/solutions/0/winning_moves/0/from",
            1.into(),
        ),
        ("sweep --up-to 5", "", "/rows/3/positions", 15.into()),
        ("explain", "7 3 2 3 6", "/0/winning_moves/0/to", 7.into()),
        ("explain", "7 3 2 3 6", "/0/groups/1/number", Value::from(3)),
    ] {
        let facts = json(&stdout(&format!("{line} --format json"), input));
        assert_eq!(facts.pointer(place), Some(&value), "{line}: {facts}");
    }
    // In a pipe there are no colours.
    let page = stdout("explain", "7 3 2 3 6");
    let is_plain = page.contains("6 -> 7") && !page.contains('\u{1b}');
    assert!(is_plain, "{page:?}");
}

#[test]
fn a_test_set_has_the_answers_of_solve() {
    let folder = Folder::new();
    let page = folder
        .run("gen -g kamyki --suite poi --out made/for/it")
        .with(0);
    let expected = "14 tests of kamyki, with the original's sizes, in made/for/it\n";
    assert_eq!(page, expected);
    let solved = folder.run("solve -g kamyki made/for/it/in/kam14.in");
    assert_eq!(solved.with(0), folder.read("made/for/it/out/kam14.out"));
}

/// Problems of the standard streams: a missing one, or `/dev/null` opened for reading as well.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_without_a_reader_is_no_error() {
    for discarded in [">/dev/null", "1<>/dev/null", ">&-"] {
        for arguments in ["solve", "sweep --up-to 4"] {
            let script = format!("printf '5 2\\n1 3\\n' | '{GRUNDY}' {arguments} {discarded}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).stdin(Stdio::null());
            let ended = Ended::of(shell.output().unwrap());
            assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{script}");
        }
    }
}
