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
fn an_expected_failure_is_a_success() {
    // A crash ends the judging at once.
    let page = run("judge --expect wrong -- sh -c 'echo oh >&2; exit 3'").with(0);
    assert!(
        page.contains("got       runtime error: exit code 3"),
        "{page}"
    );
    assert!(page.contains("stderr    oh"), "{page}");
    assert!(page.contains("as expected"), "{page}");
    let right = format!("-- {GRUNDY} solve -g kamyki");
    let line = format!("judge -g kamyki --up-to 3 --random 0 --expect wrong {right}");
    assert!(
        run(&line)
            .with(1)
            .contains("the program is right after all")
    );
}

#[test]
fn what_cannot_be_judged_is_an_error() {
    for (line, message) in [
        (
            "judge -- ./no-such-program",
            "error: cannot start ./no-such-program: ",
        ),
        // There is a file of this name here.
        (
            "judge -- Cargo.toml",
            "error: cannot start Cargo.toml: No such file or directory (os error 2); the file here is ./Cargo.toml",
        ),
        (
            "judge -- ./Cargo.toml",
            "error: cannot start ./Cargo.toml: Permission denied (os error 13); a file to be started",
        ),
        (
            "judge -- ./src",
            "error: cannot start ./src: Permission denied (os error 13); it is a folder",
        ),
        (
            "judge -- 'cat a.txt'",
            "error: cannot start cat a.txt: No such file or directory (os error 2); a command and its arguments are",
        ),
        (
            "judge --up-to 99 -- cat",
            "error: every position up to size 99: ",
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
            "judge --time-factor 0 -- cat",
            "expected a number from 0.01 to 1000",
        ),
        (
            "judge --words A,B -- cat",
            "gra's answer is not one of two words",
        ),
        (
            "judge -g nim --words A -- cat",
            "expected two words with a comma",
        ),
        (
            "judge -g nim --words A,B,C -- cat",
            "expected two words with a comma",
        ),
        ("judge -n 0 -m 0 -- cat", "no input as large as -m 0 -n 0"),
        ("judge", "error: the following required arguments"),
        ("race -g nim --words A,A -- cat", "not two different words"),
        (
            "race -- cat --",
            "error: no program between one `--` and the next",
        ),
        // A command creates no folder for its record.
        (
            "race --csv /nowhere/to/be/found.csv -- cat",
            "error: cannot write /nowhere/to/be/found.csv: No such file",
        ),
        (
            "race -g kamyki -- ./no-such-program",
            "error: cannot start the program: ./no",
        ),
    ] {
        refused(run(line), message);
    }
    // A reason is printed once.
    let ended = run("judge --up-to 40 -- cat");
    assert_eq!(ended.err.matches("m = 40 needs").count(), 1, "{ended:?}");
    // The interpreter of a script is missing.
    let folder = Folder::new();
    for (line, message) in [
        (
            "#!/bin/sh\r\n",
            "\"/bin/sh\\r\" runs it, which is not there: the line ends with a carriage return",
        ),
        (
            "#!/no/such/shell -e\n",
            "\"/no/such/shell\" runs it, which is not there\n",
        ),
    ] {
        let path = folder.program("script", line);
        refused(run(&format!("judge -g nim -- {path}")), message);
        refused(run(&format!("values -g {path}")), message);
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
    for name in [
        "grundy ",
        "floor-cat ",
        &format!("{GRUNDY} solve -g kamyki"),
        "echo TAK ",
    ] {
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
    // The revision is that of the build; there need not be a repository.
    assert!(
        rows.iter()
            .all(|row| row.revision == grundy_sweep::REVISION)
    );

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

#[test]
fn a_phase_without_a_test_accepts_nothing() {
    let page = run(&format!(
        "judge -g nim --up-to 0 --random 0 -- {GRUNDY} solve -g nim"
    ))
    .out;
    let mut rows = page.lines();
    let row = rows.find_map(|line| line.strip_prefix("every small position: 0"));
    let verdict = row.and_then(|row| row.split_whitespace().next());
    assert_eq!(verdict, Some("none"), "{page}");
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
    for game in [
        "gra",
        "nim",
        "bounded",
        "staircase",
        "constrained",
        "kamyki",
        "0.77",
    ] {
        for limits in [
            "-m 0 -n 0",
            "-m 0 -n 1",
            "-m 1 -n 0",
            "-m 1 -n 1",
            "-m 2 -n 1",
            "-m 0 -n 2",
        ] {
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
    let line = line.split(", which keeps").next().unwrap();
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
    // A large input that the judge has made: it fails for more than 200 pawns only.
    let script = quoted(&format!(
        "read m n; read rest; if [ $n -gt 200 ]; then echo x; else \
         printf '%s %s\\n%s\\n' $m $n \"$rest\" | {GRUNDY} solve; fi"
    ));
    let options = "--up-to 2 --random 20 --time-limit 20s -m 3000 -n 300";
    let page = folder
        .run(&format!("judge {options} -- sh -c {script}"))
        .out;
    assert!(page.contains("Shrunk from"), "{page}");
    assert!(page.contains("--save tests"), "{page}");
    tried(&page, &folder).with(1);
    let kept = folder.read("tests/in/gra0s1.in");
    assert_eq!(kept.split_whitespace().nth(1), Some("201"), "{kept}");
}

/// The line to try generates the original's test set, and gives the failed test to the program.
#[test]
fn a_test_of_the_original_is_generated_again() {
    let folder = Folder::new();
    // Hangs on gra13 alone.
    let script = quoted(&format!(
        "read m n; if [ $m = 940238451 ]; then echo gra13 >&2; sleep 9; exit; fi; \
         {{ echo $m $n; cat; }} | '{GRUNDY}' solve"
    ));
    let options = "--up-to 2 --random 0 --time-limit 8s --seed 3";
    let page = folder
        .run(&format!("judge {options} -- sh -c {script}"))
        .out;
    assert!(page.contains("\nFails on gra13.\n"), "{page}");
    assert_eq!(tried(&page, &folder).err, "gra13\n", "{page}");
    let input = folder.read("tests/in/gra13.in");
    assert!(input.starts_with("940238451 997643\n"), "{page}");
}

/// A random input that cannot be made smaller in time: its options for `grundy gen` are its name.
#[test]
fn an_input_at_the_limits_is_generated_again() {
    let folder = Folder::new();
    let script = quoted(&format!(
        "read m n; if [ $n = 77777 ]; then echo $n >&2; sleep 9; exit; fi; \
         {{ echo $m $n; cat; }} | '{GRUNDY}' solve"
    ));
    let options = "--up-to 2 --random 0 --time-limit 4s -m 1000000 -n 77777";
    let page = folder
        .run(&format!("judge {options} -- sh -c {script}"))
        .out;
    assert!(
        page.contains("try it    grundy gen -g gra --shape "),
        "{page}"
    );
    assert_eq!(tried(&page, &folder).err, "77777\n", "{page}");
}

#[test]
fn a_folder_whose_name_is_not_unicode() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new();
    let kept = folder.0.path().join(std::ffi::OsStr::from_bytes(b"\xff"));
    let mut command = grundy("judge --up-to 2 --random 0 --format json --save");
    command.arg(&kept).args(["--", "sh", "-c", "exit 3"]);
    let report = json(&Ended::of(command.output().unwrap()).with(1));
    assert!(report["saved"].as_str().unwrap().ends_with("in/gra0s1.in"));
    assert!(kept.join("in/gra0s1.in").exists());
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
        let options =
            "--check closure -m 1000000 -n 1000 --random 20 --time-limit 5s --time-factor 4";
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
    let report = json(&judge("--expect wrong --format json", awk).with(0));
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
        (
            little,
            &format!("{zeros} | tr '\\0' ' '"),
            "malformed output: no output",
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

/// Take one to three, in positions far beyond any oracle.
#[test]
fn a_program_for_a_rules_program_is_compared_with_itself() {
    let folder = Folder::new();
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
        let script = format!(
            "#!/bin/sh\ncase $1 in\nabout) echo 'answer: {answer}' ;;\npositions) echo $2 ;;\n\
             moves) awk '{{ s = \"\"; for (i = 1; i <= 3 && i <= $1; i++) s = s (i > 1 ? \" ; \" : \"\") \
             $1 - i; print s }}' ;;\nrandom) echo $(($2 + $4 % 8)) ;;\n*) exit 2 ;;\nesac\n"
        );
        let rules = folder.program("take", &script);
        let judge = |program: &str| {
            let options = "--check closure -m 1000000 -n 1 --random 6 --time-limit 20s";
            run(&format!(
                "judge -g {rules} {options} -- sh -c {}",
                quoted(program)
            ))
        };
        let page = judge(right).with(0);
        assert!(
            page.contains("6 with every move followed"),
            "{answer}: {page}"
        );
        let page = judge(wrong).with(1);
        assert!(page.contains("\ncontradiction: "), "{answer}: {page}");
    }
}
