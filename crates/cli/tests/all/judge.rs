//! `grundy judge` and `grundy race`.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use grundy_records::benchmark::Record;
use grundy_records::table;
use serde_json::Value;

use crate::support::{
    Ended, Folder, GRUNDY, grundy, kill, quoted, refused, run, skipped, wait_until,
};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

#[test]
fn a_right_program_of_another_game_is_accepted() {
    let ended = run(&format!(
        "judge -g kamyki --up-to 8 --random 20 -- {GRUNDY} solve -g kamyki"
    ));
    assert_eq!(ended.err, "", "no progress bar in a pipe");
    let page = ended.with(0);
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
    assert!(!page.contains('\u{1b}'), "no colours in a pipe: {page}");
}

#[test]
fn json_has_the_facts_of_the_page() {
    let folder = Folder::new();
    let line = "judge --up-to 4 --random 0 --format json --save tests -- echo 0";
    let report = json(&folder.run(line).with(1));
    assert_eq!(report["game"], "gra");
    assert_eq!(report["accepted"], false);
    assert_eq!(report["verdict"], "wrong answer");
    assert_eq!(report["command"][0], "echo");
    // The input of a built-in game is the position, and tests are as large as the task allows.
    assert_eq!(report["not_tested_beyond"], Value::Null);
    let found = &report["counterexample"];
    assert_eq!(found["input"], "2 1\n1\n");
    assert_eq!(found["position"], Value::Null);
    assert_eq!([&found["expected"], &found["got"]], ["1", "0"]);
    assert_eq!(found["size"]["kind"], "smallest");
    assert_eq!(found["size"]["before"], 0);
    assert_eq!(
        report["phases"][1]["outcomes"].as_array().unwrap().len(),
        18
    );
    // The next run tries it first, and does not save it again.
    assert!(report["saved"].as_str().unwrap().ends_with("in/gra0s1.in"));
    let report = json(&folder.run(line).with(1));
    assert_eq!(report["phases"].as_array().unwrap().len(), 1);
    assert_eq!(report["phases"][0]["phase"], "saved");
    assert_eq!(report["left_out"][0], "every");
    assert_eq!(fs::read_dir(folder.path("tests/in")).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_judged_is_an_error() {
    for (line, message) in [
        (
            "judge -- ./no-such-program",
            "error: cannot start ./no-such-program: No such file or directory",
        ),
        (
            "judge --up-to 99 -- cat",
            "error: every position up to size 99: ",
        ),
        (
            "judge --up-to 40 -- cat",
            "error: every position up to size 40: m = 40 needs ",
        ),
        (
            "judge --time-limit 2 -- cat",
            "error: invalid value '2' for '--time-limit",
        ),
        (
            "judge --memory-limit 1TB -- cat",
            "error: invalid value '1TB'",
        ),
        (
            "judge --random 99999999999 -- cat",
            "99999999999 is not in 0..=1000000",
        ),
        (
            "judge --words A,B -- cat",
            "gra's answer is not one of two words",
        ),
        (
            "judge -g nim --words A,B,C -- cat",
            "expected two words with a comma",
        ),
        ("judge -n 0 -m 0 -- cat", "no input as large as -m 0 -n 0"),
        ("judge", "error: the following required arguments"),
        (
            "race -- cat --",
            "error: no program between one `--` and the next",
        ),
        (
            "race --csv /nowhere/found.csv -- cat",
            "error: cannot write /nowhere/found.csv: No such file",
        ),
        (
            "race -g kamyki -- ./no-such-program",
            "error: cannot start the program: ./no",
        ),
    ] {
        refused(run(line), message);
    }
    // The sandbox uses this mode; the user cannot.
    assert_ne!(run("__sandbox").code, Some(0));
}

/// The command lines of all processes.
fn processes() -> Vec<Vec<u8>> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .collect()
}

/// After Ctrl-C, and even if it is killed, the judge leaves no process.
#[test]
fn nothing_is_left_after_ctrl_c() {
    for (signal, code) in [("INT", Some(130)), ("TERM", Some(130)), ("KILL", None)] {
        let marker = format!("1{}.{}", signal.len(), 1_000_000 + std::process::id());
        let mut command = grundy(&format!("judge --time-limit 60s -- sleep {marker}"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut judge = command.spawn().unwrap();
        let sleeper = format!("sleep\0{marker}\0").into_bytes();
        wait_until("the program starts", || processes().contains(&sleeper));
        let begin = Instant::now();
        kill(signal, &judge);
        assert_eq!(judge.wait().unwrap().code(), code, "{signal}");
        // The judge and the sandboxes have the marker among their arguments as well.
        let is_marked = |line: &Vec<u8>| String::from_utf8_lossy(line).contains(&marker);
        wait_until("all processes end", || !processes().iter().any(is_marked));
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(3), "{signal}: {took:?}");
    }
}

#[test]
fn a_race_is_a_benchmark_record() {
    let folder = Folder::new();
    let csv = folder.name("race.csv");
    let race = "race -g kamyki --samples 3";
    let racers = format!("{GRUNDY} solve -g kamyki -- echo TAK");
    // For some of the inputs the answer is NIE: there the last program has no time.
    let page = run(&format!("{race} --csv {csv} -- {racers}")).with(1);
    assert!(page.contains("wrong answer: TAK instead of NIE"), "{page}");
    for name in ["grundy ", "floor-cat ", "echo TAK "] {
        let rows = page
            .lines()
            .filter(|line| line.trim_start().starts_with(name));
        assert!(rows.count() == 5, "{name}: {page}");
    }
    let rows = table::read::<Record>(&folder.path("race.csv")).unwrap();
    let wrong = page.matches("wrong answer").count();
    assert_eq!(rows.len(), 4 * 5 - wrong, "{page}");
    assert!(
        rows.iter()
            .all(|row| row.game == "kamyki" && row.samples == 3)
    );
    assert_eq!(rows[0].solver.to_string(), "process/grundy");
    let is_of_build = |row: &Record| row.revision == grundy_sweep::REVISION;
    assert!(rows.iter().all(is_of_build));

    let heats = json(&run(&format!("{race} --format json -- echo TAK")).with(1));
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

/// Also on a terminal, where the colours stay in the output.
#[test]
fn control_characters_of_a_program_are_escaped() {
    let folder = Folder::new();
    let script = "#!/bin/sh\ncase $1 in\nabout) echo 'answer: move No' ;;\npositions) echo $2 ;;\n\
                  moves) awk '{ print ($1 > 0 ? $1 - 1 : \"\") }' ;;\n*) exit 2 ;;\nesac\n";
    let rules = folder.program("rules", script);
    fs::create_dir_all(folder.path("kept/in")).unwrap();
    folder.write("kept/in/a\u{1b}[2Jb.in", "2\n");
    for line in [
        "judge --up-to 3 --random 2",
        "judge --save kept",
        "judge --check closure --random 4",
        "race --samples 1",
    ] {
        let line = format!("{line} -g {rules} -- printf '\\033[2Jx'");
        let mut command = folder.grundy(&line);
        command.env("CLICOLOR_FORCE", "1");
        let page = Ended::of(command.output().unwrap()).with(1);
        assert!(page.contains("\u{1b}["), "colours: {page}");
        assert!(page.contains("\\u{1b}[2J"), "{page}");
        assert!(!page.contains("\u{1b}[2J"), "{page:?}");
    }
}

/// Judging may take an hour: its result is printed even if the counterexample cannot be saved.
#[test]
fn a_verdict_that_cannot_be_saved_is_printed() {
    let folder = Folder::new();
    folder.write("out", "in the way of a folder");
    for (format, said) in [
        ("text", "\nwrong answer: "),
        ("json", "\"verdict\":\"wrong answer\""),
    ] {
        let judge = "judge --up-to 2 --random 0 --save .";
        let ended = folder.run(&format!("{judge} --format {format} -- echo 0"));
        assert!(ended.err.contains("gra0s1.out: "), "{ended:?}");
        assert!(ended.with(2).contains(said));
    }
}

/// The smallest limits allow some input, or there is an error.
#[test]
fn the_smallest_limits_are_limits() {
    let games = grundy_games::all().iter().map(|game| &*game.about().name);
    for game in games.chain(["0.77"]) {
        for limits in ["-m 0 -n 0", "-m 1 -n 1"] {
            for more in ["--up-to 2", "--check closure"] {
                let line = format!("judge -g {game} {limits} --random 3 {more} -- echo ?");
                let Ended { code, out, err } = run(&line);
                assert!(!err.contains("panicked"), "{line}: {err}");
                assert!(matches!(code, Some(1 | 2)), "{line}: {code:?} {out}");
                assert_eq!(code == Some(2), err.starts_with("error: "), "{line}: {err}");
            }
        }
    }
}

/// The command after `try it`, run by a shell in a folder, with `grundy` in its path.
fn tried(page: &str, folder: &Folder) -> Ended {
    let mut lines = page.lines();
    let line = lines.find_map(|line| line.strip_prefix("  try it    "));
    let line = line.unwrap_or_else(|| panic!("{page}"));
    let bin = Path::new(GRUNDY).parent().unwrap().display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", line])
        .env("PATH", path)
        .current_dir(&folder.0);
    Ended::of(shell.output().unwrap())
}

#[test]
fn the_line_to_try_works_in_a_shell() {
    let folder = Folder::new();
    // Words that need quotes.
    let awk = quoted("NR == 1 { print \"it's \" 0 * $1 }");
    let page = folder
        .run(&format!("judge --up-to 3 --random 0 -- awk {awk}"))
        .out;
    assert_eq!(tried(&page, &folder).out, "it's 0\n", "{page}");
    // A large saved test, whose name needs quotes as well.
    let large = run("gen --shape sparse -m 5000 -n 400").with(0);
    fs::create_dir_all(folder.path("kept/in")).unwrap();
    folder.write("kept/in/a b.in", &large);
    let page = folder.run("judge --save kept -- sh -c 'wc -c; exit 1'").out;
    assert!(page.contains("try it    sh -c"), "{page}");
    assert_eq!(
        tried(&page, &folder).out.trim(),
        large.len().to_string(),
        "{page}"
    );
    // An input at the limits, and no time to make it smaller.
    let script = quoted(&format!(
        "read m n; if [ $n = 777 ]; then echo $n >&2; sleep 9; exit; fi; \
         {{ echo $m $n; cat; }} | '{GRUNDY}' solve"
    ));
    let page = folder
        .run(&format!(
            "judge --up-to 2 --random 0 --time-limit 4s -m 9000 -n 777 -- sh -c {script}"
        ))
        .out;
    assert!(
        page.contains("try it    grundy gen -g gra --shape "),
        "{page}"
    );
    assert_eq!(tried(&page, &folder).err, "777\n", "{page}");
}

#[test]
fn a_crash_is_shown_with_its_last_words() {
    let page = run("judge -- sh -c 'echo oh >&2; exit 3'").with(1);
    let got = "  got       runtime error: exit code 3\n  stderr    oh\n";
    assert!(page.contains(got), "{page}");
}

/// The usual Nim program in C++.
#[test]
fn a_program_with_ints_is_right_for_small_limits() {
    let folder = Folder::new();
    let source = "#include <cstdio>\nint main() { int n, x, s = 0; scanf(\"%d\", &n); \
                  while (n--) { scanf(\"%d\", &x); s ^= x; } puts(s ? \"first\" : \"second\"); }\n";
    folder.write("nim.cpp", source);
    let mut compiler = Command::new("c++");
    compiler
        .args(["-w", "-O1", "-o", "nim", "nim.cpp"])
        .current_dir(&folder.0);
    let Ok(compiled) = compiler.status() else {
        skipped("a_program_with_ints", "there is no C++ compiler");
        return;
    };
    assert!(compiled.success());
    let judge = |more: &str| {
        let options = "--up-to 6 --random 100 --time-limit 20s";
        folder.run(&format!("judge -g nim {options} {more} -- ./nim"))
    };
    let page = judge("--words first,second").with(0);
    assert!(page.contains("-m 1000000000 -n 100000 "), "{page}");
    assert!(page.contains("\ncat: "), "{page}");
    let page = judge("--words first,second -m 18446744073709551615").with(1);
    assert!(page.contains("input     1 / 4294967296\n"), "{page}");
    assert!(
        page.contains("expected  first\n  got       second\n"),
        "{page}"
    );
    // Without --words, these words are no answers.
    let page = judge("").with(1);
    assert!(page.contains("malformed output"), "{page}");
}

#[test]
fn a_program_is_compared_with_itself() {
    let judge = |more: &str, program: &str| {
        let options = "--check closure -m 1000000 -n 1000 --random 20 --time-limit 20s";
        run(&format!("judge {options} {more} -- {program}"))
    };
    let page = judge("", &format!("{GRUNDY} solve")).with(0);
    assert!(page.contains("\nno contradiction\n"), "{page}");
    // Counts only moves that win at once.
    let awk =
        "awk 'NR == 1 { m = $1 } NR == 2 { while ($(NF - c) == m - 1 - c) c++; print c + 0 }'";
    let page = judge("", awk).with(1);
    assert!(
        page.contains("contradiction: by the answers one move further: N-position, "),
        "{page}"
    );
    let report = json(&judge("--format json", awk).with(1));
    assert_eq!(report["consistent"], false);
    assert_eq!(report["contradiction"]["moves"][0]["wins"], true);
}

/// The peak memory of the judge itself, in KiB, and its page.
fn peak(judge: &str, script: &str) -> (u64, String) {
    let order = format!(
        "'{GRUNDY}' judge {judge} -j 1 --time-limit 30s -- sh -c \"$1\" >&2 & \
         while p=$(grep VmHWM /proc/$!/status); do peak=$p; sleep 0.02; done; echo $peak"
    );
    let mut shell = Command::new("sh");
    let ended = Ended::of(shell.args(["-c", &order, "sh", script]).output().unwrap());
    let kibibytes = ended.out.split_whitespace().nth(1);
    (kibibytes.unwrap().parse().unwrap(), ended.err)
}

/// The judge reads at most as much output as an answer can have; and of the original's tests, some ten megabytes
/// each, it holds one for each job.
#[test]
fn the_judge_stays_small() {
    let folder = Folder::new();
    run(&format!("gen --suite poi --out {}", folder.name(""))).with(0);
    let ours = format!("exec '{GRUNDY}' solve");
    let zeros = "exec head -c 63000000 /dev/zero";
    let little = "-g nim --up-to 1 --random 0 -n 10";
    let all = "-g gra --up-to 2 --random 0";
    let saved = format!("{all} --save {}", folder.name(""));
    for (judge, script, verdict) in [
        (
            little,
            "yes '1 ' | tr -d '\\n' | head -c 63000000",
            "malformed output",
        ),
        (all, zeros, "malformed output"),
        (all, &ours, "\naccepted: all "),
        (&saved, &ours, "\naccepted: all "),
    ] {
        let (kibibytes, page) = peak(judge, script);
        assert!(page.contains(verdict), "{script}: {page}");
        let has_originals = judge == little || page.contains("\ngra15 ");
        assert!(has_originals, "{script}: {page}");
        assert!(kibibytes < 64 << 10, "{script}: {kibibytes} KiB");
    }
}
