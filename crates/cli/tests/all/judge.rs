//! `grundy judge` and `grundy race` as their users meet them.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use grundy_records::benchmark::Record;
use grundy_records::table;
use serde_json::Value;

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

fn grundy(arguments: &[&str]) -> Output {
    Command::new(GRUNDY).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Says 0 to everything.
const ZERO: [&str; 3] = ["--", "echo", "0"];

#[test]
fn a_right_program_of_another_game_is_accepted() {
    let arguments = ["judge", "-g", "kamyki", "--up-to", "8", "--random", "20"];
    let ours = ["--", GRUNDY, "solve", "-g", "kamyki"];
    let output = grundy(&[&arguments[..], &ours].concat());
    let page = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{page}");
    assert!(page.contains("every position up to size 8: 255"), "{page}");
    for row in [
        "kam14 ",
        "flat -m 10000 -n 1 --seed 1 ",
        "random tests: 20 ",
    ] {
        assert!(
            page.lines().any(|line| line.starts_with(row)),
            "{row}: {page}"
        );
    }
    assert!(page.contains("\naccepted: all 308 tests passed"), "{page}");
    assert!(!page.contains('\u{1b}'), "a pipe gets no colours: {page}");
    assert_eq!(text(&output.stderr), "", "nor does it get a bar");
}

#[test]
fn json_says_all_that_the_page_says() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("tests");
    let folder = folder.to_str().unwrap();
    let options = ["judge", "--up-to", "4", "--random", "0", "--format", "json"];
    let save = ["--save", folder];
    let output = grundy(&[&options[..], &save, &ZERO].concat());
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["game"], "gra");
    assert_eq!(report["accepted"], false);
    assert_eq!(report["verdict"], "wrong answer");
    assert_eq!(report["command"][0], "echo");
    let found = &report["counterexample"];
    assert_eq!(found["input"], "2 1\n1\n");
    // Of a game that is built in the input is the position, and tests are as large as the task allows.
    assert_eq!(
        (&found["position"], &report["not_tested_beyond"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (&found["expected"], &found["got"]),
        (&"1".into(), &"0".into())
    );
    assert_eq!(found["size"]["kind"], "smallest");
    assert_eq!(found["size"]["before"], 0);
    assert_eq!(
        report["phases"][1]["outcomes"].as_array().unwrap().len(),
        18
    );
    // Kept, and the first thing to be tried the next time.
    assert!(report["saved"].as_str().unwrap().ends_with("in/gra0s1.in"));
    let output = grundy(&[&options[..], &save, &ZERO].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["phases"].as_array().unwrap().len(), 1);
    assert_eq!(report["phases"][0]["phase"], "saved");
    assert_eq!(report["left_out"][0], "every");
    // Not kept a second time.
    assert_eq!(
        fs::read_dir(Path::new(folder).join("in")).unwrap().count(),
        1
    );
}

#[test]
fn expectations_turn_the_exit_code_round() {
    // A crash ends the judging at once.
    let wrong = grundy(&[
        "judge",
        "--expect",
        "wrong",
        "--",
        "sh",
        "-c",
        "echo oh >&2; exit 3",
    ]);
    let page = text(&wrong.stdout);
    assert_eq!(wrong.status.code(), Some(0), "{page}");
    assert!(
        page.contains("got       runtime error: exit code 3"),
        "{page}"
    );
    assert!(page.contains("stderr    oh"), "{page}");
    assert!(page.contains("as expected"), "{page}");
    let options = ["judge", "-g", "kamyki", "--up-to", "3", "--random", "0"];
    let right = ["--expect", "wrong", "--", GRUNDY, "solve", "-g", "kamyki"];
    let right = grundy(&[&options[..], &right].concat());
    assert_eq!(right.status.code(), Some(1));
    assert!(text(&right.stdout).contains("the program is right after all"));
}

#[test]
fn unknown_games_are_told_which_there_are() {
    let games = ": the games are gra, nim, bounded, staircase, constrained, kamyki; and codes, as 0.77 or \
                 subtract:1,3,4, some by their names: kayles, dawson, officers, grundy, lasker; a rules program";
    for (name, begin) in [
        ("Kayles", "no game `Kayles`"),
        ("", "the name of the game is empty"),
    ] {
        let output = grundy(&["solve", "-g", name]);
        let said = text(&output.stderr);
        assert!(said.contains(&format!("{begin}{games}")), "{said}");
        assert_eq!(output.status.code(), Some(2), "{said}");
    }
}

#[test]
fn what_cannot_be_judged_is_said() {
    for (arguments, message) in [
        (
            &["judge", "--", "./no-such-program"][..],
            "error: cannot start ./no-such-program: ",
        ),
        // What to do about it is said where it can be told; there is a file of that name here.
        (
            &["judge", "--", "Cargo.toml"],
            "error: cannot start Cargo.toml: No such file or directory (os error 2); the file here is ./Cargo.toml",
        ),
        (
            &["judge", "--", "./Cargo.toml"],
            "error: cannot start ./Cargo.toml: Permission denied (os error 13); a file to be started",
        ),
        (
            &["judge", "--", "./src"],
            "error: cannot start ./src: Permission denied (os error 13); it is a folder",
        ),
        (
            &["judge", "--", "cat a.txt"],
            "error: cannot start cat a.txt: No such file or directory (os error 2); a command and its arguments are",
        ),
        (
            &["judge", "-g", "Cargo.toml", "--", "cat"],
            "error: invalid value 'Cargo.toml' for '--game <GAME>': a rules program is named by a path with a `/` \
             in it: ./Cargo.toml",
        ),
        (
            &["judge", "-g", "no-such.py", "--", "cat"],
            "error: invalid value 'no-such.py' for '--game <GAME>': `no-such.py` is not the code of a heap game: \
             column 1: found `n`, expected a game's code, as in 0.77 or subtract:1,3,4; a rules program is named by a \
             path with a `/` in it, as ./no-such.py",
        ),
        (
            &["gen", "-g", "nim", "--size", "3"],
            "error: --size is for rules programs: --shape, -m and -n draw a position of nim",
        ),
        (
            &["judge", "--up-to", "99", "--", "cat"],
            "error: every position up to size 99: ",
        ),
        (
            &["judge", "--time-limit", "2", "--", "cat"],
            "error: invalid value '2' for '--time-limit",
        ),
        (
            &["judge", "--memory-limit", "1TB", "--", "cat"],
            "error: invalid value '1TB'",
        ),
        (&["judge"], "error: the following required arguments"),
        (
            &["race", "--", "cat", "--"],
            "error: no program between one `--` and the next",
        ),
        // Nobody makes folders for a record.
        (
            &["race", "--csv", "/nowhere/to/be/found.csv", "--", "cat"],
            "error: cannot write /nowhere/to/be/found.csv: No such file",
        ),
        (
            &["race", "-g", "kamyki", "--", "./no-such-program"],
            "error: cannot start the program: ./no",
        ),
    ] {
        let output = grundy(arguments);
        let said = text(&output.stderr);
        assert!(said.starts_with(message), "{arguments:?}: {said}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
    }
    // What a `#!` line names is not there.
    let dir = tempfile::tempdir().unwrap();
    for (line, said) in [
        (
            "#!/bin/sh\r\n",
            "\"/bin/sh\\r\" runs it, which is not there: the line ends with a carriage return",
        ),
        (
            "#!/no/such/shell -e\n",
            "\"/no/such/shell\" runs it, which is not there\n",
        ),
    ] {
        let path = dir.path().join("script");
        fs::write(&path, line).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let path = path.to_str().unwrap();
        for arguments in [
            &["judge", "-g", "nim", "--", path][..],
            &["values", "-g", path],
        ] {
            let output = grundy(arguments);
            let err = text(&output.stderr);
            assert!(
                output.status.code() == Some(2) && err.contains(said),
                "{err}"
            );
        }
    }
    // The hidden mode is for the sandbox alone.
    assert_ne!(grundy(&["__sandbox"]).status.code(), Some(0));
}

/// Whether a process has this among its arguments.
fn is_there(marker: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .any(|arguments| String::from_utf8_lossy(&arguments).contains(marker))
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(10), "{what}");
        sleep(Duration::from_millis(5));
    }
}

/// On Ctrl-C, and even when it is killed, nothing is left.
#[test]
fn nothing_is_left_after_ctrl_c() {
    for (signal, code) in [("INT", Some(130)), ("TERM", Some(130)), ("KILL", None)] {
        let marker = format!("1{}.{}", signal.len(), 1_000_000 + std::process::id());
        let mut judge = Command::new(GRUNDY)
            .args(["judge", "--time-limit", "60s", "--", "sleep", &marker])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let pid = judge.id().to_string();
        let is_running = || {
            // The judge has the marker among its arguments, too, and so have the sandboxes.
            let processes = fs::read_dir("/proc").unwrap().flatten();
            let named = |name: &Path| fs::read(name.join("cmdline")).unwrap_or_default();
            let sleeper = format!("sleep\0{marker}\0");
            processes
                .filter(|process| named(&process.path()) == sleeper.as_bytes())
                .count()
                > 0
        };
        wait_until("the program starts", is_running);
        let begin = Instant::now();
        let kill = Command::new("kill")
            .args(["-s", signal, &pid])
            .status()
            .unwrap();
        assert!(kill.success());
        assert_eq!(judge.wait().unwrap().code(), code, "{signal}");
        wait_until("all processes end", || !is_there(&marker));
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(3), "{signal}: {took:?}");
    }
}

#[test]
fn a_race_is_a_benchmark_record() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("race.csv");
    let csv = ["--csv", file.to_str().unwrap()];
    let options = ["race", "-g", "kamyki", "--samples", "3"];
    let racers = ["--", GRUNDY, "solve", "-g", "kamyki", "--", "echo", "TAK"];
    let output = grundy(&[&options[..], &csv, &racers].concat());
    let page = text(&output.stdout);
    // Some of the inputs are lost: there the last program has no time.
    assert_eq!(
        output.status.code(),
        Some(1),
        "{page}{}",
        text(&output.stderr)
    );
    assert!(page.contains("wrong answer: TAK instead of NIE"), "{page}");
    let other = format!("{GRUNDY} solve -g kamyki");
    for name in ["grundy ", "floor-cat ", &other, "echo TAK "] {
        let rows = page
            .lines()
            .filter(|line| line.trim_start().starts_with(name));
        assert!(rows.count() == 5, "{name}: {page}");
    }
    let rows = table::read::<Record>(&file).unwrap();
    let wrong = page.matches("wrong answer").count();
    assert_eq!(rows.len(), 4 * 5 - wrong, "{page}");
    assert!(
        rows.iter()
            .all(|row| row.game == "kamyki" && row.samples == 3)
    );
    assert_eq!(rows[0].solver.to_string(), "process/grundy");
    // No repository is asked: there need not be one.
    assert!(
        rows.iter()
            .all(|row| row.revision == grundy_sweep::REVISION)
    );
}

#[test]
fn a_race_is_told_to_machines() {
    let options = ["race", "-g", "kamyki", "--samples", "3", "--format", "json"];
    let racers = ["--", "echo", "TAK"];
    let output = grundy(&[&options[..], &racers].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let heats: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(heats.as_array().unwrap().len(), 5);
    for heat in heats.as_array().unwrap() {
        assert!(heat["input_bytes"].as_u64().unwrap() > 0, "{heat}");
        for program in heat["programs"].as_array().unwrap() {
            let right = program["name"] != "echo TAK" || heat["answer"] == "TAK";
            let timed = program["median_ns"].as_f64().is_some_and(|ns| ns > 0.0);
            assert_eq!(timed, right, "{heat}");
            assert_eq!(program["verdict"].is_null(), right, "{heat}");
        }
    }
}

/// On a terminal, too, where escape codes are not taken out.
#[test]
fn what_a_program_says_moves_no_cursor() {
    let dir = tempfile::tempdir().unwrap();
    let rules = dir.path().join("rules");
    let script = "#!/bin/sh\ncase $1 in\nabout) echo 'answer: move No' ;;\npositions) echo $2 ;;\n\
                  moves) awk '{ print ($1 > 0 ? $1 - 1 : \"\") }' ;;\n*) exit 2 ;;\nesac\n";
    fs::write(&rules, script).unwrap();
    fs::set_permissions(&rules, fs::Permissions::from_mode(0o755)).unwrap();
    let rules = rules.to_str().unwrap();
    let kept = dir.path().join("kept");
    fs::create_dir_all(kept.join("in")).unwrap();
    fs::write(kept.join("in/a\u{1b}[2Jb.in"), "2\n").unwrap();
    let kept = kept.to_str().unwrap();
    let clears = ["printf", "\\033[2Jx"];
    for arguments in [
        &["judge", "-g", rules, "--up-to", "3", "--random", "2", "--"][..],
        &["judge", "-g", rules, "--save", kept, "--"],
        &[
            "judge", "-g", rules, "--check", "closure", "--random", "4", "--",
        ],
        &["race", "-g", rules, "--samples", "1", "--"],
    ] {
        let mut command = Command::new(GRUNDY);
        command
            .args(arguments)
            .args(clears)
            .env("CLICOLOR_FORCE", "1");
        let output = command.output().unwrap();
        let page = text(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{page}{}",
            text(&output.stderr)
        );
        assert!(page.contains("\u{1b}["), "colours: {page}");
        assert!(page.contains("\\u{1b}[2J"), "{page}");
        assert!(!page.contains("\u{1b}[2J"), "{page:?}");
    }
}

#[test]
fn a_phase_without_a_test_accepts_nothing() {
    let options = ["judge", "-g", "nim", "--up-to", "0", "--random", "0"];
    let ours = ["--", GRUNDY, "solve", "-g", "nim"];
    let output = grundy(&[&options[..], &ours].concat());
    let page = text(&output.stdout);
    let mut rows = page.lines();
    let row = rows.find_map(|line| line.strip_prefix("every small position: 0"));
    let verdict = row.and_then(|row| row.split_whitespace().next());
    assert_eq!(verdict, Some("none"), "{page}");
}

/// What was found in an hour is told, whatever becomes of the file.
#[test]
fn a_verdict_that_cannot_be_kept_is_told() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("out"), "in the way of a folder").unwrap();
    let dir = dir.path().to_str().unwrap();
    let options = ["judge", "--up-to", "2", "--random", "0", "--save", dir];
    for (format, said) in [
        ("text", "\nwrong answer: "),
        ("json", "\"verdict\":\"wrong answer\""),
    ] {
        let output = grundy(&[&options[..], &["--format", format], &ZERO].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stdout).contains(said), "{output:?}");
        assert!(text(&output.stderr).contains("gra0s1.out: "), "{output:?}");
    }
}

/// However small a task is, its limits are those of some input, or that is said.
#[test]
fn the_smallest_limits_are_limits() {
    for game in [
        "gra",
        "nim",
        "bounded",
        "staircase",
        "constrained",
        "kamyki",
        "0.77",
    ] {
        for (m, n) in [
            ("0", "0"),
            ("0", "1"),
            ("1", "0"),
            ("1", "1"),
            ("2", "1"),
            ("0", "2"),
        ] {
            for more in [&["--up-to", "2"][..], &["--check", "closure"]] {
                let limits = ["judge", "-g", game, "-m", m, "-n", n, "--random", "3"];
                let output = grundy(&[&limits[..], more, &["--", "echo", "?"]].concat());
                let (page, said) = (text(&output.stdout), text(&output.stderr));
                assert!(!said.contains("panicked"), "{game} {m} {n}: {said}");
                let code = output.status.code();
                assert!(
                    matches!(code, Some(1 | 2)),
                    "{game} {m} {n}: {code:?} {page}"
                );
                assert_eq!(
                    code == Some(2),
                    said.starts_with("error: "),
                    "{game} {m} {n}: {said}"
                );
            }
        }
    }
}

/// The line behind `try it`, run by a shell in a folder where `grundy` and the program are found.
fn tried(page: &str, dir: &Path) -> Output {
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix("  try it    "));
    let line = line.unwrap_or_else(|| panic!("{page}"));
    let line = line.split(", which keeps").next().unwrap();
    let folder = Path::new(GRUNDY).parent().unwrap().display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", path).current_dir(dir);
    shell.output().unwrap()
}

#[test]
fn what_is_to_be_tried_works_in_a_shell() {
    let dir = tempfile::tempdir().unwrap();
    let judge = |arguments: &[&str]| {
        let mut command = Command::new(GRUNDY);
        let output = command.args(arguments).current_dir(dir.path()).output();
        text(&output.unwrap().stdout).to_owned()
    };
    // Words that a shell would take apart.
    let awk = "NR == 1 { print \"it's \" 0 * $1 }";
    let page = judge(&["judge", "--up-to", "3", "--random", "0", "--", "awk", awk]);
    assert_eq!(text(&tried(&page, dir.path()).stdout), "it's 0\n", "{page}");
    // A large saved test, whose name is no plain word either.
    let large = grundy(&["gen", "--shape", "sparse", "-m", "5000", "-n", "400"]).stdout;
    fs::create_dir_all(dir.path().join("kept/in")).unwrap();
    fs::write(dir.path().join("kept/in/a b.in"), &large).unwrap();
    let page = judge(&["judge", "--save", "kept", "--", "sh", "-c", "wc -c; exit 1"]);
    assert!(page.contains("try it    sh -c"), "{page}");
    assert_eq!(
        text(&tried(&page, dir.path()).stdout).trim(),
        large.len().to_string(),
        "{page}"
    );
}

/// A test of the original that fails is one of a whole set, and the line gives that one to the program.
#[test]
fn a_test_of_the_original_can_be_had_again() {
    let dir = tempfile::tempdir().unwrap();
    // Never ends on gra13 alone.
    let script = format!(
        "read m n; if [ $m = 940238451 ]; then echo gra13 >&2; sleep 9; exit; fi; \
         {{ echo $m $n; cat; }} | '{GRUNDY}' solve"
    );
    let options = [
        "judge",
        "--up-to",
        "2",
        "--random",
        "0",
        "--time-limit",
        "8s",
    ];
    let program = ["--seed", "3", "--", "sh", "-c", &script];
    let mut command = Command::new(GRUNDY);
    let output = command
        .args(options)
        .args(program)
        .current_dir(dir.path())
        .output();
    let page = text(&output.unwrap().stdout).to_owned();
    assert!(page.contains("\nFails on gra13.\n"), "{page}");
    let again = tried(&page, dir.path());
    assert_eq!(text(&again.stderr), "gra13\n", "{page}");
    let input = fs::read_to_string(dir.path().join("tests/in/gra13.in")).unwrap();
    assert!(input.starts_with("940238451 997643\n"), "{page}");
}

#[test]
fn a_large_counterexample_can_be_had_again() {
    let dir = tempfile::tempdir().unwrap();
    // Wrong where there are more than 200 pawns, so that not much can be left out.
    let script = format!(
        "read m n; read rest; if [ $n -gt 200 ]; then echo x; else \
                          printf '%s %s\\n%s\\n' $m $n \"$rest\" | {GRUNDY} solve; fi"
    );
    let options = [
        "judge",
        "--up-to",
        "2",
        "--random",
        "20",
        "--time-limit",
        "20s",
    ];
    let small = ["-m", "3000", "-n", "300", "--", "sh", "-c", &script];
    let mut command = Command::new(GRUNDY);
    command.args(options).args(small).current_dir(dir.path());
    let page = text(&command.output().unwrap().stdout).to_owned();
    assert!(page.contains("Shrunk from"), "{page}");
    assert!(page.contains("--save tests"), "{page}");
    assert_eq!(tried(&page, dir.path()).status.code(), Some(1), "{page}");
    let kept = fs::read_to_string(dir.path().join("tests/in/gra0s1.in")).unwrap();
    assert_eq!(kept.split_whitespace().nth(1), Some("201"), "{kept}");
}

#[test]
fn a_folder_whose_name_is_no_text_is_a_folder() {
    use std::os::unix::ffi::OsStrExt as _;
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join(std::ffi::OsStr::from_bytes(b"\xff"));
    let mut command = Command::new(GRUNDY);
    command.args(["judge", "--up-to", "2", "--random", "0", "--format", "json"]);
    command
        .arg("--save")
        .arg(&folder)
        .args(["--", "sh", "-c", "exit 3"]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["saved"].as_str().unwrap().ends_with("in/gra0s1.in"));
    assert!(folder.join("in/gra0s1.in").exists());
}

/// The Nim program that every contestant writes first.
#[test]
fn a_program_with_ints_is_right_unless_more_is_asked() {
    if Command::new("c++").arg("--version").output().is_err() {
        eprintln!("*** SKIPPED: there is no C++ compiler");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let source = "#include <cstdio>\nint main() { int n, x, s = 0; scanf(\"%d\", &n); \
                  while (n--) { scanf(\"%d\", &x); s ^= x; } puts(s ? \"first\" : \"second\"); }\n";
    fs::write(dir.path().join("nim.cpp"), source).unwrap();
    let mut compiler = Command::new("c++");
    compiler
        .args(["-w", "-O1", "-o", "nim", "nim.cpp"])
        .current_dir(dir.path());
    assert!(compiler.status().unwrap().success());
    let program = dir.path().join("nim");
    let options = [
        "judge",
        "-g",
        "nim",
        "--up-to",
        "6",
        "--random",
        "100",
        "--time-limit",
        "20s",
    ];
    let words = ["--words", "first,second"];
    let judge = |more: &[&str]| {
        let program = ["--", program.to_str().unwrap()];
        grundy(&[&options[..], &words, more, &program].concat())
    };
    let output = judge(&[]);
    let page = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{page}");
    assert!(page.contains("-m 1000000000 -n 100000 "), "{page}");
    assert!(page.contains("\ncat: "), "{page}");
    let output = judge(&["-m", "18446744073709551615"]);
    let page = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{page}");
    assert!(page.contains("input     1 / 4294967296\n"), "{page}");
    assert!(
        page.contains("expected  first\n  got       second\n"),
        "{page}"
    );
    // In its own words nothing else is right.
    let output = grundy(&["judge", "-g", "nim", "--", program.to_str().unwrap()]);
    assert!(
        text(&output.stdout).contains("malformed output"),
        "{output:?}"
    );
}

#[test]
fn a_program_is_held_against_itself() {
    let options = [
        "judge", "--check", "closure", "-m", "1000000", "-n", "1000", "--random", "20",
    ];
    let slow = ["--time-limit", "5s", "--time-factor", "4"];
    let right = grundy(&[&options[..], &slow, &["--", GRUNDY, "solve"]].concat());
    let page = text(&right.stdout);
    assert_eq!(right.status.code(), Some(0), "{page}");
    assert!(page.contains("\nno contradiction\n"), "{page}");
    // Those that win at once and nothing else.
    let awk = "NR == 1 { m = $1 } NR == 2 { while ($(NF - c) == m - 1 - c) c++; print c + 0 }";
    let wrong = grundy(&[&options[..], &slow, &["--", "awk", awk]].concat());
    let page = text(&wrong.stdout);
    assert_eq!(wrong.status.code(), Some(1), "{page}");
    assert!(
        page.contains("contradiction: 0 winning moves, and "),
        "{page}"
    );
    let expected = grundy(
        &[
            &options[..],
            &slow,
            &["--expect", "wrong", "--format", "json", "--", "awk", awk],
        ]
        .concat(),
    );
    assert_eq!(expected.status.code(), Some(0));
    let report: Value = serde_json::from_slice(&expected.stdout).unwrap();
    assert_eq!(report["consistent"], false);
    assert!(
        report["contradiction"]["moves"][0]["wins"]
            .as_bool()
            .unwrap()
    );
}

/// The most memory that the judge itself had, in KiB, and what it said.
fn peak(judge: &str, script: &str) -> (u64, String) {
    let mut command = Command::new("sh");
    let order = format!(
        "'{GRUNDY}' judge {judge} -j 1 --time-limit 30s -- sh -c \"$1\" >&2 & \
         while p=$(grep VmHWM /proc/$!/status); do peak=$p; sleep 0.02; done; echo $peak"
    );
    let output = command.args(["-c", &order, "sh", script]).output().unwrap();
    let said = text(&output.stdout);
    let kibibytes = said
        .split_whitespace()
        .nth(1)
        .and_then(|word| word.parse().ok());
    let kibibytes = kibibytes.unwrap_or_else(|| panic!("{said}"));
    (kibibytes, text(&output.stderr).to_owned())
}

/// Whatever a program prints, the judge reads no more than an answer can have; and of the original's tests,
/// some ten megabytes each, it has one for each job.
#[test]
fn the_judge_stays_small() {
    let numbers = "yes '1 ' | tr -d '\\n' | head -c 63000000";
    let blanks = "head -c 63000000 /dev/zero | tr '\\0' ' '";
    let zeros = "exec head -c 63000000 /dev/zero";
    let ours = format!("exec '{GRUNDY}' solve");
    let dir = tempfile::tempdir().unwrap();
    let kept = dir.path().to_str().unwrap();
    grundy(&["gen", "--suite", "poi", "--out", kept]);
    let kept = format!("--save '{kept}' --up-to 2 --random 0");
    let little = "-g nim --up-to 1 --random 0 -n 10";
    for (judge, script, verdict) in [
        (little, numbers, "malformed output"),
        (little, blanks, "malformed output: no output"),
        ("-g gra --up-to 2 --random 0", zeros, "malformed output"),
        ("-g gra --up-to 2 --random 0", &ours, "\naccepted: all "),
        (&kept, &ours, "\naccepted: all "),
    ] {
        let (kibibytes, page) = peak(judge, script);
        assert!(page.contains(verdict), "{script}: {page}");
        let whole = judge == little || page.contains("\ngra15 ");
        assert!(whole, "{script}: {page}");
        assert!(kibibytes < 64 << 10, "{script}: {kibibytes} KiB");
    }
}

#[test]
fn tasks_that_cannot_be_are_said() {
    for (arguments, message) in [
        (
            &["judge", "--words", "A,B", "--", "cat"][..],
            "gra's answer is not one of two words",
        ),
        (
            &["judge", "-g", "nim", "--words", "A", "--", "cat"],
            "expected two words with a comma",
        ),
        (
            &["judge", "-g", "nim", "--words", "A,B,C", "--", "cat"],
            "expected two words with a comma",
        ),
        (
            &["race", "-g", "nim", "--words", "A,A", "--", "cat"],
            "not two different words",
        ),
        (
            &["judge", "-n", "0", "-m", "0", "--", "cat"],
            "no input as large as -m 0 -n 0",
        ),
        (
            &["judge", "--random", "99999999999", "--", "cat"],
            "99999999999 is not in 0..=1000000",
        ),
        (
            &["judge", "--time-factor", "0", "--", "cat"],
            "expected a number from 0.01 to 1000",
        ),
    ] {
        let output = grundy(arguments);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
    // Each reason once.
    let output = grundy(&["judge", "--up-to", "40", "--", "cat"]);
    let errors = text(&output.stderr);
    assert_eq!(errors.matches("m = 40 needs").count(), 1, "{errors}");
}

/// Rules in awk, far beyond what an oracle has solved: take one to three; and programs for it.
#[test]
fn a_program_for_rules_of_ones_own_is_held_against_itself() {
    let dir = tempfile::tempdir().unwrap();
    let rules = dir.path().join("take");
    let about = |answer: &str| {
        let script = format!(
            "#!/bin/sh\ncase $1 in\nabout) echo 'answer: {answer}' ;;\npositions) echo $2 ;;\n\
             moves) awk '{{ s = \"\"; for (i = 1; i <= 3 && i <= $1; i++) s = s (i > 1 ? \" ; \" : \"\") \
             $1 - i; print s }}' ;;\nrandom) echo $(($2 + $4 % 8)) ;;\n*) exit 2 ;;\nesac\n"
        );
        fs::write(&rules, script).unwrap();
        fs::set_permissions(&rules, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let judge = |program: &str| {
        let rules = rules.to_str().unwrap();
        let options = [
            "judge", "-g", rules, "--check", "closure", "-m", "1000000", "-n", "1",
        ];
        let more = [
            "--random",
            "6",
            "--time-limit",
            "20s",
            "--",
            "sh",
            "-c",
            program,
        ];
        grundy(&[&options[..], &more].concat())
    };
    for (answer, right, wrong) in [
        (
            "Yes No",
            "read n; [ $((n % 4)) = 0 ] && echo No || echo Yes",
            "echo Yes",
        ),
        (
            "grundy",
            "read n; echo $((n % 4))",
            "read n; echo $((n % 5))",
        ),
        (
            "move No",
            "read n; [ $((n % 4)) = 0 ] && echo No || echo $((n / 4 * 4))",
            "echo 7",
        ),
    ] {
        about(answer);
        let output = judge(right);
        let page = text(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{answer}: {page}{}",
            text(&output.stderr)
        );
        assert!(
            page.contains("6 with every move followed"),
            "{answer}: {page}"
        );
        let output = judge(wrong);
        let page = text(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{answer}: {page}{}",
            text(&output.stderr)
        );
        assert!(page.contains("\ncontradiction: "), "{answer}: {page}");
    }
}
