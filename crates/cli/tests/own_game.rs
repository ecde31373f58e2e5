//! Games as rules programs, through the command: what docs/own-game.md promises, and what goes wrong.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use grundy_games::Evaluated;
use grundy_records::table;
use serde_json::Value;
use tempfile::TempDir;

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/rules")
        .join(name);
    path.to_str().unwrap().to_owned()
}

fn grundy(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args);
    command
}

/// The command's end: exit code, standard output, standard error.
fn run(args: &[&str]) -> (i32, String, String) {
    end(grundy(args).stdin(Stdio::null()).output().unwrap())
}

fn end(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A program in a folder, its path.
fn program(dir: &TempDir, name: &str, text: &str) -> String {
    let path: PathBuf = dir.path().join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Wythoff's game in awk, which starts faster than most; `about` has these lines more.
fn wythoff(dir: &TempDir, about: &str) -> String {
    let text = r#"#!/usr/bin/awk -f
function pair(a, b) { return a < b ? a " " b : b " " a }
BEGIN {
    verb = ARGV[1]
    if (verb == "about") { print "title: Wythoff\n@"; exit }
    if (verb == "positions") { for (a = 0; 2 * a <= ARGV[2]; a++) print a, ARGV[2] - a; exit }
    if (verb != "moves") exit 2
    ARGC = 1
}
{
    line = ""
    for (i = 0; i < $1; i++) line = line " ; first " $1 - i " -> " pair(i, $2)
    for (i = 0; i < $2; i++) line = line " ; second " $2 - i " -> " pair($1, i)
    for (k = 1; k <= $1 && k <= $2; k++) line = line " ; both " k " -> " pair($1 - k, $2 - k)
    print substr(line, 4)
}
"#;
    program(dir, "wythoff.awk", &text.replace('@', about))
}

#[test]
fn values_of_the_examples() {
    // A busy machine may take its time to start a script.
    let values = |name: &str, more: &[&str]| {
        let game = example(name);
        let args = ["values", "-g", &game, "--rules-time-limit", "600s"];
        let (code, out, err) = run(&[&args, more].concat());
        assert_eq!(code, 0, "{err}");
        out
    };
    let page = values("wythoff.py", &["--up-to", "21"]);
    let lost = "  0 0\n  1 2\n  3 5\n  4 7\n  6 10\n  8 13\n";
    assert!(page.ends_with(lost), "{page}");
    let page = values("kayles.awk", &["--up-to", "160"]);
    assert!(page.contains("   0:  0 1 2 3 1 4 3 2 1 4 2 6 "), "{page}");
    let period = "Period 12 from size 71, as far as this goes: an observation";
    assert!(page.contains(period), "{page}");
    let facts = values("fibonacci-nim.js", &["--up-to", "21", "--format", "json"]);
    let facts: Value = serde_json::from_str(&facts).unwrap();
    let rows = facts["positions"].as_array().unwrap().iter();
    let lost: Vec<&Value> = rows
        .filter(|row| row["wins"] == false)
        .map(|row| &row["size"])
        .collect();
    assert_eq!(lost, [1, 2, 3, 5, 8, 13, 21]);
    assert_eq!(facts["period"], Value::Null);
}

/// Built-in games have values, too.
#[test]
fn values_of_built_in_games() {
    let dir = tempfile::tempdir().unwrap();
    let csv = dir.path().join("nim.csv");
    let (code, page, err) = run(&[
        "values",
        "-g",
        "nim",
        "--up-to",
        "3",
        "--csv",
        csv.to_str().unwrap(),
    ]);
    assert_eq!(code, 0, "{err}");
    assert!(page.contains("7 positions, 3 of them lost"), "{page}");
    let expected = "size,position,wins,winning_moves,grundy,remoteness\n1,1 0,false,0,0,0\n\
                    2,1 1,true,1,1,1\n2,2 0 0,false,0,0,0\n3,1 2,true,1,2,1\n3,2 1 0,true,1,1,1\n\
                    3,2 0 1,true,1,1,1\n3,3 0 0 0,false,0,0,0\n";
    assert_eq!(fs::read_to_string(&csv).unwrap(), expected);
    // No bar where there is no terminal.
    assert_eq!(err, "");
}

/// What is written is read back, as it is in the program's words: blanks, commas and tabs are its own.
#[test]
fn tables_of_values_are_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let csv = dir.path().join("odd.csv");
    let text = "#!/usr/bin/awk -f\nBEGIN { if (ARGV[1] == \"positions\") { print \" \" ARGV[2] \",  \\t\\\"ż\\\" \"; exit }\n\
                if (ARGV[1] != \"moves\") exit 2; ARGC = 1 }\n\
                { if ($1 + 0 > 0) print $1 - 1 \",  \\t\\\"ż\\\"\"; else print \"\" }\n";
    let game = program(&dir, "odd", text);
    let path = csv.to_str().unwrap();
    let (code, _, err) = run(&["values", "-g", &game, "--up-to", "2", "--csv", path]);
    assert_eq!((code, err.as_str()), (0, ""));
    let rows: Vec<Evaluated> = table::read(&csv).unwrap();
    let row = |size: u32| Evaluated {
        size,
        position: format!("{size},  \t\"ż\""),
        wins: size % 2 == 1,
        winning_moves: u64::from(size % 2),
        grundy: Some(u64::from(size % 2)),
        remoteness: Some(size),
    };
    assert_eq!(rows, [row(0), row(1), row(2)]);
}

#[test]
fn a_wrong_claim_has_a_smallest_counterexample() {
    let dir = tempfile::tempdir().unwrap();
    let game = wythoff(&dir, "answer: Yes No");
    let claim = program(
        &dir,
        "claim",
        "#!/usr/bin/awk -f\n{ print ($1 == $2 ? \"No\" : \"Yes\") }\n",
    );
    let (code, page, err) = run(&["sweep", "-g", &game, "--up-to", "9", "--claim", &claim]);
    assert_eq!(code, 1, "{err}");
    let shown = "6 of 30 positions differ; the smallest:\n  input        1 1\n  \
                 oracle       N-position, Grundy value 2, 1 winning move: both 1 -> 0 0\n  \
                 claim        says No\n";
    assert!(page.contains(shown), "{page}");
    // Held against itself, the same claim contradicts itself, and needs no oracle for it.
    let (code, page, _) = run(&[
        "sweep", "-g", &game, "--up-to", "9", "--claim", &claim, "--check", "closure",
    ]);
    assert_eq!(code, 1);
    assert!(page.contains("input        1 1\n"), "{page}");
    let right = program(
        &dir,
        "right",
        "#!/usr/bin/awk -f\n{ print (int(($2 - $1) * (1 + sqrt(5)) / 2) == $1 ? \"No\" : \"Yes\") }\n",
    );
    for check in ["oracle", "closure"] {
        let (code, page, err) = run(&[
            "sweep", "-g", &game, "--up-to", "20", "--claim", &right, "--check", check,
        ]);
        assert_eq!(code, 0, "{err}{page}");
        assert!(
            page.contains("all 121 positions confirmed, 0 mismatches"),
            "{page}"
        );
    }
    let (code, _, err) = run(&["sweep", "-g", &game, "--up-to", "9"]);
    assert!(
        code == 2 && err.contains("claim: exit code 2 and no output"),
        "{err}"
    );
}

#[test]
fn the_judge_names_the_smallest_position() {
    let dir = tempfile::tempdir().unwrap();
    let game = wythoff(&dir, "sweep-to: 16");
    // Right to size 12, and wrong at 13.
    let says = "BEGIN { g = (1 + sqrt(5)) / 2 } { print (int(($2 - $1) * g) == $1 || $0 == \"5 8\" ? \"No\" : \"Yes\") }";
    let save = dir.path().join("kept");
    let save = save.to_str().unwrap();
    let judge = [
        "judge",
        "-g",
        &game,
        "--random",
        "9",
        "--time-limit",
        "60s",
        "--save",
        save,
        "--",
    ];
    let (code, page, err) = run(&[&judge[..], &["awk", says]].concat());
    assert_eq!(code, 1, "{err}");
    let shown = "The smallest position on which it fails: all 54 before it, in order of size,\n\
                 were answered correctly.\n\n  input     5 8\n  expected  Yes\n  got       No\n";
    assert!(page.contains(shown), "{page}");
    assert!(page.contains("P-position: this move wins"), "{page}");
    assert_eq!(
        fs::read_to_string(dir.path().join("kept/in/wyt0s1.in")).unwrap(),
        "5 8\n"
    );
    // The next time it is tried first; and the right program is accepted.
    let (code, page, _) = run(&[&judge[..], &["awk", says]].concat());
    assert!(code == 1 && page.contains("wyt0s1"), "{page}");
    let right = says.replace(" || $0 == \"5 8\"", "");
    let (code, page, err) = run(&[&judge[..], &["awk", &right]].concat());
    assert!(code == 0 && page.contains("accepted: all "), "{err}{page}");
}

/// Where only larger positions fail, the first phase does not see it, and shrinking goes by sizes.
#[test]
fn larger_failures_are_shrunk() {
    let dir = tempfile::tempdir().unwrap();
    let game = wythoff(&dir, "sweep-to: 16");
    let says = "BEGIN { g = (1 + sqrt(5)) / 2 } { print (int(($2 - $1) * g) == $1 || $1 + $2 > 9 ? \"No\" : \"Yes\") }";
    let args = [
        "judge",
        "-g",
        &game,
        "--up-to",
        "3",
        "--time-limit",
        "60s",
        "--",
        "awk",
        says,
    ];
    let (code, page, err) = run(&args);
    assert_eq!(code, 1, "{err}");
    assert!(page.contains("Shrunk from "), "{page}");
    // Of size 10 is the smallest.
    assert!(page.contains("  input     0 10\n"), "{page}");
}

#[test]
fn answers_that_are_moves() {
    let dir = tempfile::tempdir().unwrap();
    let game = wythoff(&dir, r"sweep-to: 4\nanswer: move lost");
    let judge = |says: &str| {
        run(&[
            "judge",
            "-g",
            &game,
            "--up-to",
            "4",
            "--random",
            "0",
            "--time-limit",
            "60s",
            "--",
            "awk",
            says,
        ])
    };
    // Equal heaps are taken at once, one heap as well, and 1 3 goes to 1 2; 1 2 is lost.
    let good = "$0 == \"0 0\" || $0 == \"1 2\" { print \"lost\"; next } \
                $1 == $2 { print \"both \" $1; next } $1 == 0 { print \"0 0\"; next } { print \"1 2\" }";
    let (code, page, err) = judge(good);
    assert_eq!(code, 0, "{err}{page}");
    let (_, page, _) = judge("$1 == 0 && $2 > 0 { print \"second 1\"; next } { print \"lost\" }");
    assert!(
        page.contains("lost instead of") || page.contains("a move that loses"),
        "{page}"
    );
    let (_, page, _) = judge("{ print \"resign\" }");
    assert!(
        page.contains("resign (no legal move) instead of lost"),
        "{page}"
    );
}

#[test]
fn answers_that_are_numbers() {
    let dir = tempfile::tempdir().unwrap();
    // By position, which has a character that no other has: the number of winning moves, the Grundy value.
    for (answer, numbers) in [
        ("count", "0 1 1 1 1 0 1 1 3"),
        ("grundy", "0 1 2 2 3 0 4 4 1"),
    ] {
        let game = wythoff(&dir, &format!(r"sweep-to: 4\nanswer: {answer}"));
        let says = format!(
            "BEGIN {{ split(\"{numbers}\", n, \" \"); split(\"0 0;0 1;0 2;1 1;0 3;1 2;0 4;1 3;2 2\", p, \";\"); \
             for (i in p) of[p[i]] = n[i] }} {{ print of[$0] }}"
        );
        let judge = |says: &str| {
            let judge = ["judge", "-g", &game, "--random", "3", "--time-limit", "60s"];
            run(&[&judge[..], &["--", "awk", says]].concat())
        };
        let (code, page, err) = judge(&says);
        assert_eq!(code, 0, "{answer}: {err}{page}");
        let (code, page, _) =
            judge(&says.replace("print of[$0]", "print of[$0] + ($0 == \"1 3\")"));
        assert!(
            code == 1 && page.contains("  input     1 3\n"),
            "{answer}: {page}"
        );
        let (code, page, _) = judge("{ print \"many\" }");
        assert!(code == 1 && page.contains("many"), "{answer}: {page}");
    }
}

/// On the largest positions that the oracle is asked for, and without the oracle, which is no racer.
#[test]
fn races() {
    let dir = tempfile::tempdir().unwrap();
    let game = wythoff(&dir, "sweep-to: 12");
    let right = "{ g = (1 + sqrt(5)) / 2; print (int(($2 - $1) * g) == $1 ? \"No\" : \"Yes\") }";
    let race = |programs: &[&str]| {
        let race = [
            "race",
            "-g",
            &game,
            "--samples",
            "1",
            "--time-limit",
            "60s",
            "--format",
            "json",
            "--",
        ];
        let (code, page, err) = run(&[&race[..], programs].concat());
        let heats: Value = serde_json::from_str(&page).unwrap_or_else(|_| panic!("{page}{err}"));
        (code, heats)
    };
    let (code, heats) = race(&["awk", right]);
    assert_eq!(code, 0, "{heats}");
    let heats = heats.as_array().unwrap();
    assert!((2..=5).contains(&heats.len()), "{} inputs", heats.len());
    for heat in heats {
        assert_eq!(
            (&heat["workload"], &heat["m"]),
            (&"listed".into(), &12.into())
        );
        let names: Vec<&Value> = heat["programs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|program| &program["name"])
            .collect();
        assert_eq!(
            (names.len(), names[0]),
            (2, &"floor-cat".into()),
            "{names:?}"
        );
    }
    let (code, heats) = race(&["awk", right, "--", "awk", "{ print \"No\" }"]);
    assert_eq!(code, 1, "{heats}");
    assert_eq!(
        heats[0]["programs"][2]["verdict"]["verdict"], "wrong answer",
        "{heats}"
    );
}

#[test]
fn sizes_beyond_all() {
    let dir = tempfile::tempdir().unwrap();
    let game = wythoff(&dir, "size: stones");
    let (code, _, err) = run(&["values", "-g", &game, "--up-to", "4294967295"]);
    assert!(
        code == 2 && err.contains("size 4294967295: sizes go to 1073741824"),
        "{err}"
    );
    let game = wythoff(&dir, "smallest: 4294967295");
    let (code, _, err) = run(&["values", "-g", &game]);
    assert!(
        code == 2 && err.contains("smallest: expected a number up to 1073741824"),
        "{err}"
    );
}

#[test]
fn tests_of_all_small_positions() {
    let dir = tempfile::tempdir().unwrap();
    let game = wythoff(&dir, "sweep-to: 16");
    let out = dir.path().join("tests");
    let (code, page, err) = run(&[
        "gen",
        "-g",
        &game,
        "--up-to",
        "4",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(code, 0, "{err}");
    assert!(page.starts_with("9 tests of "), "{page}");
    assert_eq!(fs::read_to_string(out.join("in/3-2.in")).unwrap(), "1 2\n");
    assert_eq!(fs::read_to_string(out.join("out/3-2.out")).unwrap(), "No\n");
    let one = |seed| run(&["gen", "-g", &game, "--size", "40", "--seed", seed]).1;
    assert_eq!(one("3"), one("3"));
    let numbers: u32 = one("3")
        .split_whitespace()
        .map(|number| number.parse::<u32>().unwrap())
        .sum();
    assert_eq!(numbers, 40);
}

#[test]
fn solve_and_explain() {
    let ask = |args: &[&str], input: &str| {
        use std::io::Write as _;
        let mut child = grundy(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(input.as_bytes())
            .unwrap();
        end(child.wait_with_output().unwrap())
    };
    let kayles = example("kayles.awk");
    let (code, page, err) = ask(&["explain", "-g", &kayles], "5\n");
    assert_eq!(code, 0, "{err}");
    assert!(
        page.contains("-> 2 + 2  P-position: this move wins, Grundy value 2 xor 2 = 0"),
        "{page}"
    );
    assert_eq!(ask(&["solve", "-g", &kayles], "5\n12\n").1, "4\n4\n");
    let (code, _, err) = ask(&["solve", "-g", &kayles], "");
    assert!(
        code == 2 && err.contains("1:1: the input ends here, expected a position"),
        "{err}"
    );
    let (code, _, err) = ask(&["solve", "-g", &kayles], "3 + 4\n");
    assert!(
        code == 2 && err.contains("1:1: expected one position"),
        "{err}"
    );
    let (code, _, err) = ask(&["solve", "-g", "./no/such/file"], "3\n");
    assert!(
        code == 2 && err.contains("cannot start ./no/such/file"),
        "{err}"
    );
}

#[test]
fn play_that_never_ends() {
    let dir = tempfile::tempdir().unwrap();
    let text = "#!/bin/sh\ncase $1 in\npositions) echo a ;;\n\
                moves) while read p; do case $p in a) echo b ;; b) echo c ;; c) echo a ;; esac; done ;;\n\
                *) exit 2 ;;\nesac\n";
    let game = program(&dir, "cycle", text);
    let (code, out, err) = run(&["values", "-g", &game, "--up-to", "0"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("cycle: play never ends: a -> b -> c -> a"),
        "{err}"
    );
}

/// Ctrl-C ends everything, soon, with the exit code of something that was stopped.
#[test]
fn ctrl_c_ends_everything() {
    let dir = tempfile::tempdir().unwrap();
    // The name of a process that is nobody else's.
    let sleep = format!("9876{}", std::process::id());
    let text = format!(
        "#!/bin/sh\ncase $1 in\npositions) echo $2 ;;\nmoves) sleep {sleep} ;;\n*) exit 2 ;;\nesac\n"
    );
    let game = program(&dir, "hang", &text);
    let mut command = grundy(&[
        "values",
        "-g",
        &game,
        "--up-to",
        "3",
        "--rules-time-limit",
        "600s",
    ]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let sleeps = || {
        fs::read_dir("/proc").unwrap().flatten().any(|process| {
            let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
            words.starts_with(format!("sleep\0{sleep}").as_bytes())
        })
    };
    let begin = Instant::now();
    while !sleeps() {
        assert!(
            begin.elapsed() < Duration::from_mins(5),
            "it was never asked"
        );
        thread::sleep(Duration::from_millis(50));
    }
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(interrupt.success());
    let (code, _, err) = end(child.wait_with_output().unwrap());
    assert_eq!(code, 130, "{err}");
    assert!(err.contains("stopped"), "{err}");
    let begin = Instant::now();
    while sleeps() {
        assert!(begin.elapsed() < Duration::from_secs(20), "it still sleeps");
        thread::sleep(Duration::from_millis(50));
    }
}
