//! The basic commands: inputs, messages, exit codes, files.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde_json::Value;

use crate::support::{Ended, Folder, GRUNDY, grundy, refused, run, run_with, stdout};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadInputs {
    bad: Vec<BadInput>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadInput {
    name: String,
    #[serde(default)]
    input: String,
    bytes: Option<Vec<u8>>,
    error: String,
}

#[test]
fn every_bad_input_has_its_own_message() {
    let inputs: BadInputs = toml::from_str(include_str!("../data/bad_gra.toml")).unwrap();
    assert!(inputs.bad.len() > 30, "{} rows", inputs.bad.len());
    for command in ["solve", "explain"] {
        for bad in &inputs.bad {
            let input = bad.bytes.clone().unwrap_or(bad.input.clone().into_bytes());
            let ended = run_with(command, input);
            assert_eq!(
                ended.err,
                format!("error: stdin:{}\n", bad.error),
                "{}",
                bad.name
            );
            assert_eq!(ended.with(2), "", "{}", bad.name);
        }
    }
}

#[test]
fn any_white_space_separates_numbers() {
    for input in [
        "5 2\n1 3\n",
        "5 2 1 3",
        "\n\n5\t2\r\n1 \t 3\r\n\r\n",
        "  5 2\n1\n3",
        "05 002 1 3",
    ] {
        assert_eq!(stdout("solve", input), "1\n", "{input:?}");
    }
    assert_eq!(stdout("solve -", "5 2\n2 3\n"), "0\n");
    assert_eq!(stdout("solve -g gra", "7 3\n2 3 6\n"), "1\n");
}

#[test]
fn unreadable_files_are_named() {
    let folder = Folder::new();
    let missing = folder.name("missing.in");
    for path in [&folder.name(""), &missing] {
        let message = format!("error: cannot read {path}: ");
        refused(run(&format!("solve {path}")), &message);
    }
    // Even for root, reading one's own memory at address 0 fails.
    #[cfg(target_os = "linux")]
    refused(
        run("solve /proc/self/mem"),
        "error: cannot read /proc/self/mem: ",
    );
    let bad = folder.write("input.in", "7 2\n5 3\n");
    let message = format!(
        "error: {bad}:2:3: pawn on square 3 after a pawn on square 5: squares must increase\n"
    );
    refused(run(&format!("solve {bad}")), &message);
}

#[test]
fn bad_usage_has_exit_code_2() {
    let games = ": the games are gra, nim, bounded, staircase, constrained, kamyki; and codes, as 0.77 or \
                 subtract:1,3,4, some by their names: kayles, dawson, officers, grundy, lasker; a rules program";
    for (line, message) in [
        ("", "Usage: grundy <COMMAND>"),
        ("solve -g Kayles", &format!("no game `Kayles`{games}")),
        (
            "solve -g ''",
            &format!("the name of the game is empty{games}"),
        ),
        ("solve --quickly", "unexpected argument '--quickly'"),
        ("sweep --up-to x", "invalid value 'x'"),
        ("sweep --up-to 1", "error: "),
        ("sweep --up-to 4294967295", "error: "),
        ("sweep -g nim --up-to 64", "error: "),
        (
            "sweep -g constrained --up-to 12",
            "constrained: size 12: positions are numbered up to size 9\n",
        ),
        (
            "sweep -g kamyki --up-to 50",
            "error: kamyki: size 50 needs 20480.0 TiB, ",
        ),
        ("sweep --jobs 0", "invalid value '0'"),
        (
            "sweep --csv /nowhere/to/be/found.csv",
            "error: cannot write /nowhere/to/be/found.csv",
        ),
        ("sweep --csv /", "error: cannot write /"),
        (
            "sweep --up-to 9 --resume T --table T",
            "error: --resume and --table are one file: T\n",
        ),
        ("gen", "error: one of these is needed:\n  --shape SHAPE"),
        ("gen", "\n  --size N "),
        ("gen", "\n  --up-to N "),
        ("gen", "\n  --suite poi|shapes "),
        ("gen", "\n  --package icpc "),
        ("gen --suite poi", "--out <DIR>"),
        ("gen --shape sparse", "-m <M>"),
        ("gen --shape sparse -m 10", "-n <N>"),
        ("gen --shape round -m 10 -n 3", "error: "),
        ("gen --shape sparse -m 10 -n 10", "error: "),
        (
            "gen --suite poi --out /dev/null/x",
            "error: cannot make /dev/null/x",
        ),
        (
            "gen -g nim --suite poi --out x",
            "error: nim has no test set of its own; --suite shapes",
        ),
        (
            "gen -g nim --size 3",
            "error: --size is for rules programs: --shape, -m and -n draw a position of nim",
        ),
        (
            "gen -g nim --package icpc",
            "error: the following required arguments",
        ),
        (
            "gen --package sinol --out x",
            "error: invalid value 'sinol'",
        ),
    ] {
        let folder = Folder::new();
        refused(folder.run(line), message);
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "{line}");
    }
}

/// The result of a command is an answer, or help, or a version.
#[cfg(target_os = "linux")]
#[test]
fn output_on_a_full_disk_is_an_error() {
    for line in [
        "gen --shape sparse -m 9 -n 2",
        "--help",
        "help sweep",
        "sweep --help",
        "--version",
        "completions zsh",
    ] {
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
    assert!(ended.err.contains("File too large"), "{ended:?}");
    ended.with(2);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

/// A closed pipe ends a command in the middle of a large output, without a message.
#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let folder = Folder::new();
    let block = stdout("gen --shape block -m 200000 -n 100000", "");
    let path = folder.write("block.in", block);
    let mut child = grundy(&format!("explain --format json {path}"))
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ended = Ended::of(child.wait_with_output().unwrap());
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
}

#[test]
fn one_position_is_singular() {
    for (line, said) in [
        ("sweep -g nim --up-to 1", "\n1 position confirmed, "),
        (
            "sweep -g nim --up-to 1 --check closure",
            "\n1 position confirmed, ",
        ),
        ("values -g nim --up-to 1", "\n1 position, 1 of them lost\n"),
    ] {
        let shown = stdout(line, "");
        assert!(shown.contains(said), "{line}: {shown}");
    }
}

/// A device or a pipe is written to, and not replaced by a file.
#[cfg(target_os = "linux")]
#[test]
fn a_record_goes_into_pipes_and_devices() {
    let folder = Folder::new();
    let sweep = |target: &str| {
        // Through a link, so that a defect replaces the link and not the device.
        let link = folder.path("link");
        std::os::unix::fs::symlink(target, &link).unwrap();
        let ended = folder.run("sweep --up-to 3 --format json --csv link");
        assert!(link.is_symlink());
        fs::remove_file(link).unwrap();
        ended
    };
    assert!(
        sweep("/dev/stdout")
            .with(0)
            .starts_with("game,size,positions,")
    );
    let full = sweep("/dev/full");
    assert!(
        full.err
            .ends_with("link: No space left on device (os error 28)\n"),
        "{full:?}"
    );
    full.with(2);
}

#[test]
fn a_sweep_confirms_counts_and_records() {
    let folder = Folder::new();
    let csv = folder.name("sweep.csv");
    let shown = stdout(&format!("sweep --up-to 12 --jobs 2 --csv {csv}"), "");
    assert!(
        shown.contains("all 4,083 positions confirmed, 0 mismatches"),
        "{shown}"
    );
    let rows = folder.read("sweep.csv");
    let mut lines = rows.lines();
    let header = "game,size,positions,losing,winning_moves,mismatches,seconds";
    assert_eq!(lines.next(), Some(header));
    for (m, line) in (2..=12_u32).zip(lines.by_ref()) {
        let positions = 2_u64.pow(m - 1) - 1;
        assert!(line.starts_with(&format!("gra,{m},{positions},")), "{line}");
    }
    assert_eq!(lines.next(), None);
    assert!(rows.contains("\ngra,7,63,13,82,0,"), "{rows}");
    // A second record replaces the first one and leaves nothing else in the folder.
    stdout(&format!("sweep --up-to 3 --csv {csv}"), "");
    assert_eq!(folder.read("sweep.csv").lines().count(), 3);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn every_game_sweeps_in_one_go() {
    let games = grundy_games::all();
    let shown = stdout("sweep -g all --up-to 4", "");
    let summary = shown.lines().last().unwrap();
    assert!(
        summary.starts_with(&format!("{} games: ", games.len())),
        "{shown}"
    );
    assert!(summary.ends_with(" positions, 0 mismatches"), "{shown}");
    for game in games {
        let head = format!("{}: closed form against oracle", game.about().title);
        assert_eq!(
            shown.lines().filter(|line| *line == head).count(),
            1,
            "{shown}"
        );
    }
    let json = stdout("sweep -g all --up-to 3 --format json", "");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["confirmed"], true);
    assert_eq!(
        json["oracle_seconds"].as_object().unwrap().len(),
        games.len()
    );
    assert_eq!(json["smallest"], serde_json::json!([]));
}

#[test]
fn json_has_the_same_facts() {
    let json = |line, input| -> Value { serde_json::from_str(&stdout(line, input)).unwrap() };
    let solved = json("solve --format json", "5 2 1 3");
    assert_eq!(solved["solutions"][0]["answer"], "1");
    assert_eq!(solved["solutions"][0]["winning_moves"][0]["from"], 1);
    let swept = json("sweep --up-to 5 --format json", "");
    assert_eq!(swept["rows"][3]["positions"], 15);
    let explained = json("explain --format json", "7 3 2 3 6");
    assert_eq!(explained[0]["winning_moves"][0]["to"], 7);
    assert_eq!(explained[0]["groups"][1]["number"], 3);
    // In a pipe there are no colours.
    let page = stdout("explain", "7 3 2 3 6");
    assert!(
        page.contains("6 -> 7") && !page.contains('\u{1b}'),
        "{page:?}"
    );
}

#[test]
fn generated_inputs_are_solved() {
    for shape in ["sparse", "block"] {
        let line = format!("gen --shape {shape} -m 5000 -n 700 --seed 9");
        let input = stdout(&line, "");
        assert!(input.starts_with("5000 700\n"), "{shape}");
        assert_eq!(input, stdout(&line, ""), "same seed, same bytes: {shape}");
        let answer = stdout("solve", input);
        assert!(answer.trim().parse::<u32>().is_ok(), "{shape}: {answer}");
    }
}

#[test]
fn a_test_set_has_the_answers_of_solve() {
    for (game, tests) in [("gra", 18), ("kamyki", 14)] {
        let folder = Folder::new();
        let out = folder.path("made/for/it");
        let line = format!("gen -g {game} --suite poi --out {}", out.display());
        let told = stdout(&line, "");
        assert!(
            told.starts_with(&format!("{tests} tests of {game} in ")),
            "{told}"
        );
        assert_eq!(fs::read_dir(out.join("out")).unwrap().count(), tests);
        let inputs = fs::read_dir(out.join("in")).unwrap();
        let inputs: Vec<_> = inputs.map(|input| input.unwrap().path()).collect();
        assert_eq!(inputs.len(), tests);
        for input in inputs {
            let answer = out
                .join("out")
                .join(input.with_extension("out").file_name().unwrap());
            let solved = stdout(&format!("solve -g {game} {}", input.display()), "");
            assert_eq!(
                solved,
                fs::read_to_string(answer).unwrap(),
                "{}",
                input.display()
            );
        }
    }
}

/// Problems of the standard streams: a missing one, or `/dev/null` opened for reading as well.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_without_a_reader_is_no_error() {
    for discarded in [">/dev/null", "1<>/dev/null", ">&-"] {
        for arguments in [
            "solve",
            "explain",
            "gen --shape sparse -m 9 -n 2",
            "sweep --up-to 4",
        ] {
            let script = format!("printf '5 2\\n1 3\\n' | '{GRUNDY}' {arguments} {discarded}");
            let mut shell = Command::new("sh");
            let ended = Ended::of(
                shell
                    .args(["-c", &script])
                    .stdin(Stdio::null())
                    .output()
                    .unwrap(),
            );
            assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{script}");
        }
    }
}

#[test]
fn a_path_is_a_rules_program_and_a_file_name_is_not() {
    assert!(Path::new("Cargo.toml").exists());
    refused(
        run("solve -g Cargo.toml"),
        "a rules program is named by a path with a `/` in it: ./Cargo.toml",
    );
    refused(
        run("solve -g no-such.py"),
        "error: invalid value 'no-such.py' for '--game <GAME>': `no-such.py` is not the code of a heap game: \
         column 1: found `n`, expected a game's code, as in 0.77 or subtract:1,3,4; a rules program is named by a \
         path with a `/` in it, as ./no-such.py",
    );
    refused(
        run("solve -g ./no/such/file"),
        "cannot start ./no/such/file",
    );
}
