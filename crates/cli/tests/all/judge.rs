//! `grundy judge` and `grundy race`.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

use grundy_features::{is_exhaustive, tier};
use grundy_records::benchmark::Record;
use grundy_records::table;

use crate::support::{
    Ended, Folder, GRUNDY, ROW, grundy, holds, json, kill, quoted, run, shows, skipped, wait_until,
};

/// Rules programs and judged programs get no variable of the caller unless it is named.
#[test]
fn only_named_variables_reach_programs() {
    let folder = Folder::new();
    let title = "\"title: A row of $STONES.$MORE\"";
    folder.program("rules", &ROW.replace("'title: A row'", title));
    let with = |line: &str, options: &str| {
        let words = quoted("echo ${STONES-none}:${MORE-none}");
        let line = format!("{line} -g ./rules {options} -- sh -c {words}");
        let mut command = folder.grundy(&line);
        Ended::of(command.env("STONES", "pebbles").output().unwrap()).with(1)
    };
    let (named, added) = (
        "--env STONES --env MORE=1 --env MORE=2",
        "environment: with MORE, STONES\n",
    );
    for line in ["judge --up-to 1 --random 0", "race --samples 1"] {
        let page = with(line, "");
        shows(&page, "A row of .");
        shows(&page, "none:none");
        assert!(!page.contains("environment"), "{page}");
        let page = with(line, named);
        for text in ["A row of pebbles.2", "pebbles:2", added] {
            shows(&page, text);
        }
    }
    let options = format!("{named} --isolation --format json");
    let report = with("judge --up-to 1 --random 0", &options);
    holds(&json(&report), "/env [\"MORE\",\"STONES\"]");
    shows(&report, "Programs share processors with grundy: jobs ");
}

/// After Ctrl-C, and even if it is killed, the judge leaves no process.
#[test]
fn nothing_is_left_after_ctrl_c() {
    // The command lines of all processes.
    let processes = || {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let lines = processes.flat_map(|process| fs::read(process.path().join("cmdline")));
        lines.collect::<Vec<_>>()
    };
    for (signal, code) in [("INT", Some(130)), ("TERM", Some(130)), ("KILL", None)] {
        let marker = format!("1{}.{}", signal.len(), 1_000_000 + std::process::id());
        let mut command = grundy(&format!("judge --time-limit 60s -- sleep {marker}"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut judge = command.spawn().unwrap();
        let sleeper = format!("sleep\0{marker}\0").into_bytes();
        wait_until("the program starts", || processes().contains(&sleeper));
        let begin = Instant::now();
        kill(signal, judge.id());
        assert_eq!(judge.wait().unwrap().code(), code, "{signal}");
        // The judge and the sandboxes have the marker among their arguments as well.
        let is_marked = |line: &Vec<u8>| String::from_utf8_lossy(line).contains(&marker);
        wait_until("all processes end", || !processes().iter().any(is_marked));
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(3), "{signal}: {took:?}");
    }
}

#[test]
fn a_stopped_judge_says_how_to_go_on() {
    let kept = "stopped; the same command goes on from there\n";
    for (options, said) in [("", "stopped\n"), ("--resume kept", kept)] {
        let folder = Folder::new();
        let line = format!("judge -g nim --time-limit 60s {options} -- sleep 99");
        let mut command = folder.grundy(&line);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let judge = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(700));
        kill("INT", judge.id());
        let ended = Ended::of(judge.wait_with_output().unwrap());
        assert_eq!(ended.err, said, "{options}");
        ended.with(130);
    }
}

/// On a terminal a failure is shown while other tests run, and Ctrl-C ends the judge with a report about it.
#[test]
fn a_failure_is_shown_as_soon_as_it_is_known() {
    let folder = Folder::new();
    // Wrong about one heap of one stone, and without an answer to any larger input.
    let wrong =
        "#!/bin/sh\nread n; read a b; case $n$a in 10 | 11) echo No ;; *) sleep 99 ;; esac\n";
    folder.program("wrong", wrong);
    folder.program("slow", "#!/bin/sh\nsleep 0.2; exec grundy solve -g nim\n");
    for (program, shown) in [
        (
            "wrong",
            "so far: 1 / 1 fails: wrong answer: No instead of Yes",
        ),
        ("slow", " left"),
    ] {
        let judge = format!("exec grundy judge -g nim --time-limit 60s -j 2 -- ./{program}");
        let mut terminal = folder.command("script");
        terminal.args(["-qefc", &judge, "/dev/null"]);
        let Ok(mut judge) = terminal.spawn() else {
            return skipped("a failure on a terminal", "script is not installed");
        };
        let (mut out, mut all) = (judge.stdout.take().unwrap(), Vec::new());
        let mut chunk = [0; 4096];
        let begin = Instant::now();
        let is_shown = |all: &[u8]| String::from_utf8_lossy(all).contains(shown);
        let least = Duration::from_secs(3);
        while !(is_shown(&all) && (program == "wrong" || begin.elapsed() > least)) {
            let read = out.read(&mut chunk).unwrap();
            assert_ne!(read, 0, "{}", String::from_utf8_lossy(&all));
            all.extend_from_slice(&chunk[..read]);
        }
        judge.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
        out.read_to_end(&mut all).unwrap();
        let all = String::from_utf8_lossy(&all);
        assert_eq!(judge.wait().unwrap().code(), Some(130), "{all}");
        assert!(!all.contains("0/0 "), "{all}");
        // A minute is the most that this phase takes.
        assert!(!all.contains("m left"), "{all}");
        if program == "wrong" {
            shows(&all, ": so far, after ");
            shows(&all, "  input     1 / 1\r\n");
        }
    }
}

#[test]
fn a_race_is_a_benchmark_record() {
    let folder = Folder::new();
    // For some of the inputs the answer is NIE: there the last program has no time.
    let racers = format!("{GRUNDY} solve -g kamyki -- echo TAK");
    let race = format!("race -g kamyki --samples 3 --csv race.csv -- {racers}");
    let page = folder.run(&race).with(1);
    shows(&page, "wrong answer: TAK instead of NIE");
    for name in ["grundy ", "floor-cat ", "echo TAK "] {
        let rows = page.lines().map(str::trim_start);
        let count = rows.filter(|row| row.starts_with(name)).count();
        assert_eq!(count, 5, "{name}: {page}");
    }
    let rows = table::read::<Record>(&folder.path("race.csv")).unwrap();
    let wrong = page.matches("wrong answer").count();
    assert_eq!(rows.len(), 4 * 5 - wrong, "{page}");
    assert_eq!(rows[0].solver.to_string(), "process/grundy");
    let is_of_race = |row: &Record| row.game == "kamyki" && row.samples == 3;
    let is_of_build = |row: &Record| row.revision == grundy_sweep::REVISION;
    assert!(rows.iter().all(|row| is_of_race(row) && is_of_build(row)));
}

/// The smallest limits allow some input, or there is an error.
#[test]
fn the_smallest_limits_are_limits() {
    let games = grundy_games::all().iter().map(|game| &*game.about().name);
    for game in games.chain(["0.77"]) {
        for limits in ["-m 0 -n 0", "-m 1 -n 1"] {
            for more in ["--up-to 2", "--check closure"] {
                let line = format!("judge -g {game} {limits} --random 3 {more} -- echo ?");
                let Ended { code, err, .. } = run(&line);
                assert!(matches!(code, Some(1 | 2)), "{line}: {code:?} {err}");
                assert_eq!(code == Some(2), err.starts_with("error: "), "{line}: {err}");
                assert!(!err.contains("panicked"), "{line}: {err}");
            }
        }
    }
}

#[test]
fn the_line_to_try_works_in_a_shell() {
    let folder = Folder::new();
    // Judges, and runs the command after `try it`.
    let tried = |line: &str| {
        let page = folder.run(&format!("judge {line}")).out;
        let mut lines = page.lines();
        let line = lines.find_map(|line| line.strip_prefix("  try it    "));
        folder.shell(line.unwrap_or_else(|| panic!("{page}")))
    };
    // Words that need quotes.
    let awk = quoted("NR == 1 { print \"it's \" 0 * $1 }");
    let said = tried(&format!("-g nim --up-to 3 --random 0 -- awk {awk}"));
    assert_eq!(said.out, "it's 0\n");
    // A large saved test, whose name needs quotes as well.
    let large = run("gen --shape sparse -m 5000 -n 400").with(0);
    fs::create_dir_all(folder.path("kept/in")).unwrap();
    folder.write("kept/in/a b.in", &large);
    let said = tried("--save kept -- sh -c 'wc -c; exit 1'");
    assert_eq!(said.out.trim(), large.len().to_string());
    // An input at the limits that takes too long is not made smaller: the command draws it again.
    let script = "read n; [ $n = 777 ] || { echo No; exit; }; echo $n >&2; exec sleep 3";
    let limits = "-g nim --up-to 1 --random 0 --time-limit 2s -j 8 -m 9000 -n 777";
    let said = tried(&format!("{limits} -- sh -c {}", quoted(script)));
    assert_eq!(said.err, "777\n");
}

/// The judge reads at most as much output as an answer can have; and of the original's tests, some ten megabytes
/// each, it holds one for each job.
#[test]
fn the_judge_stays_small() {
    let folder = Folder::new();
    let little = "-g nim --up-to 1 --random 0 -n 10";
    let zeros = "exec head -c 63000000 /dev/zero";
    let spaces = "yes '1 ' | tr -d '\\n' | head -c 63000000";
    let all = "--up-to 2 --random 0";
    let saved = format!("{all} --save .");
    let runs = [
        (little, spaces, "malformed output"),
        (all, "echo 7", "\ngra15 "),
        (little, zeros, "malformed output"),
        (&saved, "exec grundy solve", "\naccepted: all "),
    ];
    if is_exhaustive() {
        folder.run("gen --suite poi --out .").with(0);
    }
    for (judge, script, text) in &runs[..tier(2, 4)] {
        let ended = folder.shell(&format!(
            "grundy judge {judge} -j 1 --time-limit 30s -- sh -c {} >&2 &
             while p=$(grep VmHWM /proc/$!/status); do peak=$p; sleep 0.1; done; echo $peak",
            quoted(script)
        ));
        shows(&ended.err, text);
        let peak = ended.out.split_whitespace().nth(1).unwrap();
        let kibibytes: u64 = peak.parse().unwrap();
        assert!(kibibytes < 64 << 10, "{script}: {kibibytes} KiB");
    }
}
