//! The command as its users meet it: real files, pipes, exit codes, messages.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;

fn grundy(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments);
    command
}

fn stdout_of(arguments: &[&str], input: impl Into<Vec<u8>>) -> String {
    let output = grundy(arguments).write_stdin(input).assert().success();
    assert_eq!(text(&output.get_output().stderr), "");
    text(&output.get_output().stdout)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the command writes UTF-8")
}

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
    let mut failures = Vec::new();
    for command in ["solve", "explain"] {
        for bad in &inputs.bad {
            let input = bad.bytes.clone().unwrap_or(bad.input.clone().into_bytes());
            let output = grundy(&[command]).write_stdin(input).output().unwrap();
            let expected = format!("error: stdin:{}\n", bad.error);
            let got = text(&output.stderr);
            if (output.status.code(), got.as_str(), &output.stdout[..])
                != (Some(2), expected.as_str(), &[])
            {
                failures.push(format!("{command} {}: {} {got}", bad.name, output.status));
            }
        }
    }
    assert!(
        inputs.bad.len() > 30,
        "the table has {} rows",
        inputs.bad.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn white_space_of_every_kind_is_fine() {
    for input in [
        "5 2\n1 3\n",
        "5 2 1 3",
        "\n\n5\t2\r\n1 \t 3\r\n\r\n",
        "  5 2\n1\n3",
        "05 002 1 3",
    ] {
        assert_eq!(stdout_of(&["solve"], input), "1\n", "{input:?}");
    }
    assert_eq!(stdout_of(&["solve", "-"], "5 2\n2 3\n"), "0\n");
    assert_eq!(stdout_of(&["solve", "-g", "gra"], "7 3\n2 3 6\n"), "1\n");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("missing.in");
    // Even for the superuser: reading one's own memory at address 0 fails.
    let unreadable = Path::new("/proc/self/mem");
    for path in [dir.path(), &missing, unreadable] {
        if path == unreadable && !cfg!(target_os = "linux") {
            continue;
        }
        let path = path.to_str().unwrap();
        let output = grundy(&["solve", path]).assert().code(2).stdout("");
        let message = text(&output.get_output().stderr);
        assert!(
            message.starts_with(&format!("error: cannot read {path}: ")),
            "{message}"
        );
    }
    let bad = dir.path().join("input.in");
    fs::write(&bad, "7 2\n5 3\n").unwrap();
    let expected = format!(
        "error: {}:2:3: pawn on square 3 after a pawn on square 5: squares must increase\n",
        bad.display()
    );
    grundy(&["solve", bad.to_str().unwrap()])
        .assert()
        .code(2)
        .stdout("")
        .stderr(expected);
}

#[test]
fn bad_usage_is_told_with_exit_code_2() {
    for arguments in [
        &[][..],
        &["solve", "-g", "chess"],
        &["solve", "--quickly"],
        &["sweep", "--up-to", "x"],
        &["sweep", "--up-to", "1"],
        &["sweep", "--up-to", "65"],
        &["sweep", "--up-to", "4294967295"],
        &["sweep", "-g", "nim", "--up-to", "64"],
        &["sweep", "-g", "constrained", "--up-to", "9"],
        &["sweep", "--jobs", "0"],
        &["sweep", "--csv", "/nowhere/to/be/found.csv"],
        &["sweep", "--csv", "/"],
        &["gen"],
        &["gen", "--suite", "poi"],
        &["gen", "--shape", "sparse"],
        &["gen", "--shape", "sparse", "-m", "10"],
        &["gen", "--shape", "round", "-m", "10", "-n", "3"],
        &["gen", "--shape", "sparse", "-m", "10", "-n", "10"],
        &["gen", "--suite", "poi", "--out", "/dev/null/x"],
        &["gen", "-g", "nim", "--suite", "poi", "--out", "/dev/null/x"],
    ] {
        let output = grundy(arguments).assert().code(2).stdout("");
        let message = text(&output.get_output().stderr);
        assert!(
            message.contains("error: ") || arguments.is_empty(),
            "{arguments:?}: {message}"
        );
    }
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("block.in");
    let block = stdout_of(
        &["gen", "--shape", "block", "-m", "200000", "-n", "100000"],
        "",
    );
    fs::write(&path, block).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["explain", "--format", "json", path.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Nobody reads.
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(0), String::new())
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .arg("solve")
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"5 2 1 3").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(
        message.starts_with("error: cannot write to standard output: "),
        "{message}"
    );
}

/// Help is what was asked for, and so are the names of the versions.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for words in [
        &["--help"][..],
        &["help", "sweep"],
        &["sweep", "--help"],
        &["--version"],
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let output = command.args(words).stdout(full).output().unwrap();
        let message = text(&output.stderr);
        let expected = "error: cannot write to standard output: ";
        assert!(message.starts_with(expected), "{words:?}: {message}");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
    }
}

/// A write beyond `ulimit -f` fails as one to a full disk does: the process is not ended by a signal.
#[test]
fn a_file_beyond_its_limit_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let script = "ulimit -f 1; exec \"$0\" values -g nim --up-to 12 --csv values.csv";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_grundy")]);
    let output = command.current_dir(dir.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let message = text(&output.stderr);
    assert!(message.contains("File too large"), "{message}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn one_position_is_not_several() {
    for (words, said) in [
        (
            &["sweep", "-g", "nim", "--up-to", "1"][..],
            "\n1 position confirmed, ",
        ),
        (
            &["sweep", "-g", "nim", "--up-to", "1", "--check", "closure"],
            "\n1 position confirmed, ",
        ),
        (
            &["values", "-g", "nim", "--up-to", "1"],
            "\n1 position, 1 of them lost\n",
        ),
    ] {
        let shown = stdout_of(words, "");
        assert!(shown.contains(said), "{words:?}: {shown}");
    }
}

#[test]
fn two_files_of_a_sweep_are_not_one() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = grundy(&["sweep", "--up-to", "9", "--resume", "T", "--table", "T"]);
    let output = command.current_dir(dir.path()).output().unwrap();
    let expected = "error: --resume and --table are one file: T\n";
    assert_eq!(
        (output.status.code(), text(&output.stderr).as_str()),
        (Some(2), expected)
    );
}

/// A record goes into what is no file, and does not take its place.
#[cfg(target_os = "linux")]
#[test]
fn a_record_goes_into_pipes_and_devices() {
    let dir = tempfile::tempdir().unwrap();
    let sweep = |target: &str| {
        // A link, so that nothing happens to the device if it is replaced after all.
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(target, &link).unwrap();
        let mut command = grundy(&["sweep", "--up-to", "3", "--format", "json", "--csv"]);
        let output = command.arg(&link).output().unwrap();
        assert!(link.is_symlink());
        fs::remove_file(link).unwrap();
        output
    };
    let output = sweep("/dev/stdout");
    assert_eq!(output.status.code(), Some(0));
    assert!(
        text(&output.stdout).starts_with("game,size,positions,"),
        "{output:?}"
    );
    let output = sweep("/dev/full");
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(
        message.ends_with("link: No space left on device (os error 28)\n"),
        "{message}"
    );
}

#[test]
fn a_sweep_confirms_counts_and_records() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("sweep.csv");
    let record = path.to_str().unwrap();
    let shown = stdout_of(
        &["sweep", "--up-to", "12", "--jobs", "2", "--csv", record],
        "",
    );
    assert!(
        shown.contains("all 4,083 positions confirmed, 0 mismatches"),
        "{shown}"
    );
    let rows = fs::read_to_string(&path).unwrap();
    let mut lines = rows.lines();
    assert_eq!(
        lines.next(),
        Some("game,size,positions,losing,winning_moves,mismatches,seconds")
    );
    for (m, line) in (2..=12_u32).zip(lines.by_ref()) {
        let positions = 2_u64.pow(m - 1) - 1;
        assert!(line.starts_with(&format!("gra,{m},{positions},")), "{line}");
    }
    assert_eq!(lines.next(), None);
    assert!(rows.contains("\ngra,7,63,13,82,0,"), "{rows}");
    // A second run takes the record's place, and nothing else is left in the directory.
    stdout_of(&["sweep", "--up-to", "3", "--csv", record], "");
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 3);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn json_can_be_parsed_and_says_the_same() {
    let solved: serde_json::Value =
        serde_json::from_str(&stdout_of(&["solve", "--format", "json"], "5 2 1 3")).unwrap();
    assert_eq!(solved["solutions"][0]["answer"], "1");
    assert_eq!(solved["solutions"][0]["winning_moves"][0]["from"], 1);
    let swept: serde_json::Value = serde_json::from_str(&stdout_of(
        &["sweep", "--up-to", "5", "--format", "json"],
        "",
    ))
    .unwrap();
    assert_eq!(swept["confirmed"], true);
    assert_eq!(swept["rows"][3]["positions"], 15);
    let explained: serde_json::Value =
        serde_json::from_str(&stdout_of(&["explain", "--format", "json"], "7 3 2 3 6")).unwrap();
    assert_eq!(explained[0]["winning_moves"][0]["to"], 7);
    assert_eq!(explained[0]["groups"][1]["number"], 3);
}

#[test]
fn a_pipe_gets_no_colours() {
    let page = stdout_of(&["explain"], "7 3 2 3 6");
    assert!(!page.contains('\u{1b}'), "{page:?}");
    assert!(page.contains("6 -> 7"), "{page}");
}

#[test]
fn generated_inputs_are_read_back() {
    for shape in ["sparse", "dense", "runs", "alternating", "block"] {
        let order = [
            "gen", "--shape", shape, "-m", "5000", "-n", "700", "--seed", "9",
        ];
        let input = stdout_of(&order, "");
        assert!(input.starts_with("5000 700\n"), "{shape}");
        assert_eq!(
            input,
            stdout_of(&order, ""),
            "same seed, same bytes: {shape}"
        );
        let answer = stdout_of(&["solve"], input);
        assert!(answer.trim().parse::<u32>().is_ok(), "{shape}: {answer}");
    }
}

#[test]
fn the_test_set_of_the_original_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("made/on/the/way");
    stdout_of(
        &["gen", "--suite", "poi", "--out", out.to_str().unwrap()],
        "",
    );
    let mut answers = Vec::new();
    for file in fs::read_dir(out.join("in")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let answer = fs::read_to_string(out.join("out").join(format!("{name}.out"))).unwrap();
        let path = path.to_str().unwrap();
        assert_eq!(stdout_of(&["solve", path], ""), answer, "{name}");
        answers.push(answer);
    }
    assert_eq!(answers.len(), 18);
    assert_eq!(fs::read_dir(out.join("out")).unwrap().count(), 18);
    let lost = answers.iter().filter(|answer| *answer == "0\n").count();
    assert!((4..=14).contains(&lost), "{lost} of 18 are lost");
}

#[test]
fn an_oracle_too_large_says_what_it_needs() {
    let output = grundy(&["sweep", "-g", "kamyki", "--up-to", "50"])
        .assert()
        .code(2);
    let message = text(&output.get_output().stderr);
    assert!(
        message.starts_with("error: kamyki: size 50 needs 20480.0 TiB, "),
        "{message}"
    );
    grundy(&["sweep", "-g", "constrained", "--up-to", "12"])
        .assert()
        .code(2)
        .stderr("error: constrained: size 12: positions are numbered up to size 9\n");
}

#[test]
fn a_game_without_a_test_set_makes_no_directory() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("tests");
    for game in ["nim", "bounded", "staircase", "constrained"] {
        grundy(&["gen", "-g", game, "--suite", "poi", "--out"])
            .arg(&out)
            .assert()
            .code(2)
            .stdout("")
            .stderr(format!(
                "error: {game} has no test set to make anew; --suite shapes makes one from its shapes\n"
            ));
    }
    assert!(!out.exists());
}

#[test]
fn the_test_set_of_the_pebbles_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let told = stdout_of(&["gen", "-g", "kamyki", "--suite", "poi", "--out", out], "");
    assert!(told.starts_with("14 tests of kamyki in "), "{told}");
    for test in 1..=14 {
        let input = dir.path().join(format!("in/kam{test}.in"));
        let answer = fs::read_to_string(dir.path().join(format!("out/kam{test}.out"))).unwrap();
        let solved = stdout_of(&["solve", "-g", "kamyki", input.to_str().unwrap()], "");
        assert_eq!(solved, answer);
        assert_eq!(answer.lines().count(), 10);
    }
    assert_eq!(fs::read_dir(dir.path().join("in")).unwrap().count(), 14);
    assert_eq!(fs::read_dir(dir.path().join("out")).unwrap().count(), 14);
}

#[test]
fn every_game_sweeps_in_one_go() {
    let games = grundy_games::all();
    let shown = stdout_of(&["sweep", "-g", "all", "--up-to", "4"], "");
    let summary = shown.lines().last().unwrap();
    assert!(
        summary.starts_with(&format!("{} games: ", games.len())),
        "{shown}"
    );
    assert!(summary.ends_with(" positions, 0 mismatches"), "{shown}");
    for game in games {
        let head = format!("{}: closed form against oracle", game.about().title);
        let heads = shown.lines().filter(|line| *line == head);
        assert_eq!(heads.count(), 1, "{shown}");
    }
    let json = stdout_of(
        &["sweep", "-g", "all", "--up-to", "3", "--format", "json"],
        "",
    );
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["confirmed"], true);
    let oracle_seconds = json["oracle_seconds"].as_object().unwrap();
    assert_eq!(oracle_seconds.len(), games.len());
    assert_eq!(json["smallest"], serde_json::json!([]));
}
