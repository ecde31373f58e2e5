//! Games as rules programs, through the command: what docs/own-game.md promises, and what goes wrong.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use grundy_games::Evaluated;
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
    let mut reader = csv::Reader::from_path(&csv).unwrap();
    let rows: Vec<Evaluated> = reader.deserialize().map(Result::unwrap).collect();
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
    assert!(
        code == 0 && page.contains("accepted to size 16: all "),
        "{err}{page}"
    );
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
    // By the position that it leads to, though the program reads another text, and not the first that wins.
    let text = fs::read_to_string(&game).unwrap();
    let text = text.replace(
        r#"if (verb != "moves")"#,
        r#"if (verb != "moves" && verb != "input")"#,
    );
    let text = text.replace(
        "\n{\n",
        "\nverb == \"input\" { print \"2 / \" $0; next }\n{\n",
    );
    let game = program(&dir, "two", &text);
    let last = "NR == 1 { next } $0 == \"0 0\" || $0 == \"1 2\" { print \"lost\"; next } \
                $1 == $2 || $1 == 0 { print \"0 0\"; next } { print \"1 2\" }";
    for check in [
        &["--up-to", "4", "--random", "3"][..],
        &["--check", "closure", "--random", "9"],
    ] {
        let judge = ["judge", "-g", &game, "--time-limit", "60s"];
        let (code, page, err) = run(&[&judge, check, &["--", "awk", last]].concat());
        assert_eq!(code, 0, "{err}{page}");
    }
}

/// A game whose inputs need not be its positions, in awk: `about`, the positions of size `n`, the options of a
/// position as `line`, and its input.
fn rules(dir: &TempDir, name: &str, [about, positions, moves, input]: [&str; 4]) -> String {
    let text = format!(
        "#!/usr/bin/awk -f\nBEGIN {{ verb = ARGV[1]; n = ARGV[2]; ARGC = 1\n\
         if (verb == \"about\") {{ print \"{about}\"; exit }}\n\
         if (verb == \"positions\") {{ {positions}; exit }}\n\
         if (verb == \"random\") {{ print n; exit }}\n\
         if (verb != \"moves\" && verb != \"input\") exit 2 }}\n\
         verb == \"input\" {{ print {input}; next }}\n\
         {{ line = \"\"; {moves}; print substr(line, 4) }}\n"
    );
    program(dir, name, &text)
}

/// Take one to three; the input is the number of games, one, and the stones.
fn take(dir: &TempDir, about: &str) -> String {
    let moves = "for (i = 1; i <= 3 && i <= $1; i++) line = line \" ; \" $1 - i";
    rules(dir, "take", [about, "print n", moves, "\"1 / \" $1"])
}

fn judge(game: &str, more: &[&str], says: &str) -> (i32, String, String) {
    let judge = ["judge", "-g", game, "--time-limit", "60s"];
    run(&[&judge, more, &["--", "awk", says]].concat())
}

/// The task gives the stones alone, and a position is the stones and the most that may be taken: of positions
/// that the moves lead to a program knows nothing.
#[test]
fn positions_are_shrunk_and_kept_and_inputs_are_not() {
    let dir = tempfile::tempdir().unwrap();
    let moves = "for (t = 1; t <= $1 && t <= $2; t++) \
                 line = line \" ; \" $1 - t \" \" ($1 - t < 2 * t ? $1 - t : 2 * t)";
    let about = "title: Fibonacci Nim\\nsmallest: 1\\nsweep-to: 30";
    let game = rules(&dir, "fib", [about, "print n, n - 1", moves, "$1"]);
    let right = "{ a = 1; b = 2; while (b < $1) { c = a + b; a = b; b = c } \
                 print ($1 == a || $1 == b ? \"No\" : \"Yes\") }";
    let wrong = right.replace("$1 == a ||", "$1 > 21 || $1 == a ||");
    let kept = dir.path().join("kept");
    let save = [
        "--up-to",
        "8",
        "--random",
        "20",
        "--save",
        kept.to_str().unwrap(),
    ];
    let (code, page, err) = judge(&game, &save, &wrong);
    assert_eq!(code, 1, "{err}");
    let shown = "  input     22\n  position  22 21\n  expected  Yes\n  got       No\n";
    assert!(page.contains(shown), "{page}");
    let file = |path: &str| fs::read_to_string(kept.join(path)).unwrap();
    assert_eq!(file("position/fib0s1.position"), "22 21\n");
    assert_eq!(
        (file("in/fib0s1.in"), file("out/fib0s1.out")),
        ("22\n".into(), "Yes\n".into())
    );
    let (code, page, err) = judge(&game, &save, right);
    assert_eq!(code, 0, "{err}{page}");
    assert!(
        page.contains("\naccepted to size 30: all 30 tests passed in "),
        "{page}"
    );
    assert!(page.contains("; not tested beyond size 30\n"), "{page}");
    // What the input does not say cannot be held against a program.
    let (code, _, err) = judge(&game, &["--check", "closure"], right);
    assert!(
        code == 2 && err.contains("is the input of two positions"),
        "{err}"
    );
}

#[test]
fn one_input_with_two_answers_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    // Take 1 or 2 from a heap of the first kind, 1 or 3 from one of the second.
    let moves = "for (t = 1; t <= 3 && t <= substr($1, 2); t++) if (t == 1 || t == ($1 ~ /a/ ? 2 : 3)) \
                 line = line \" ; \" substr($1, 1, 1) substr($1, 2) - t";
    let positions = "print \"a\" n; print \"b\" n";
    let game = rules(
        &dir,
        "twice",
        ["sweep-to: 6", positions, moves, "substr($1, 2)"],
    );
    // Wrong on a position that comes before.
    for args in [
        &["judge", "--", "echo", "?"][..],
        &["gen", "--up-to", "4", "--out", "o"],
    ] {
        let game = ["-g", &game];
        let (code, out, err) = run(&[&args[..1], &game, &args[1..]].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        let said = "input: \"2\" is the input of two positions with different answers: of a2, Yes; and of b2, No";
        assert!(err.contains(said), "{err}");
    }
}

/// Where the game is over, whoever is to move has won, and no move wins.
#[test]
fn answers_under_misere_play() {
    let dir = tempfile::tempdir().unwrap();
    for (answer, says) in [
        ("count", "NR == 2 { print ($1 % 4 != 1 && $1 > 0) + 0 }"),
        (
            "move None",
            "NR == 2 { print ($1 % 4 == 1 || $1 == 0 ? \"None\" : $1 - ($1 + 3) % 4) }",
        ),
    ] {
        let about = format!("sweep-to: 7\\nplay: misere\\nanswer: {answer}");
        let game = take(&dir, &about);
        for check in [
            &["--up-to", "7", "--random", "3"][..],
            &["--check", "closure", "--random", "12"],
        ] {
            let (code, page, err) = judge(&game, check, says);
            assert_eq!(code, 0, "{answer}: {err}{page}");
        }
        let (code, page, _) = judge(&game, &["--check", "closure"], &says.replace('4', "5"));
        assert!(
            code == 1 && page.contains("\ncontradiction: "),
            "{answer}: {page}"
        );
    }
}

/// Positions that no size up to `sweep-to` lists are kept, tried again, and held against each other.
#[test]
fn positions_beyond_the_list() {
    let dir = tempfile::tempdir().unwrap();
    let game = take(&dir, "sweep-to: 10");
    let right = "NR == 2 { print ($1 % 4 ? \"Yes\" : \"No\") }";
    let wrong = right.replace("$1 % 4", "$1 % 4 && $1 != 13");
    let kept = dir.path().join("kept");
    let save = [
        "--up-to",
        "14",
        "--random",
        "0",
        "--format",
        "json",
        "--save",
        kept.to_str().unwrap(),
    ];
    let (code, report, err) = judge(&game, &save, &wrong);
    assert_eq!(code, 1, "{err}");
    let report: Value = serde_json::from_str(&report).unwrap();
    let found = &report["counterexample"];
    assert_eq!(
        (&found["input"], &found["position"]),
        (&"1\n13\n".into(), &"13\n".into())
    );
    let (code, report, err) = judge(&game, &save, right);
    assert_eq!(code, 0, "{err}");
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["not_tested_beyond"], 14);
    assert_eq!(report["phases"][0]["phase"], "saved");
    let (code, page, err) = judge(
        &game,
        &["--check", "closure", "-m", "1000", "--random", "9"],
        right,
    );
    assert_eq!(code, 0, "{err}{page}");
    // An input alone does not say its position.
    fs::remove_dir_all(kept.join("position")).unwrap();
    let (code, _, err) = judge(&game, &save, right);
    assert!(
        code == 2 && err.contains("position/tak0s1.position: no such file"),
        "{err}"
    );
    fs::create_dir(kept.join("position")).unwrap();
    fs::write(kept.join("position/tak0s1.position"), "1\n").unwrap();
    fs::remove_file(kept.join("in/tak0s1.in")).unwrap();
    let (code, _, err) = judge(&game, &save, right);
    assert!(
        code == 2 && err.contains("in/tak0s1.in: no such file; it has to hold the input of"),
        "{err}"
    );
}

#[test]
fn nothing_is_accepted_without_a_test() {
    let dir = tempfile::tempdir().unwrap();
    let game = take(&dir, "smallest: 8\\nsweep-to: 3");
    for command in [&["judge"][..], &["judge", "--check", "closure"], &["race"]] {
        let (code, out, err) = run(&[command, &["-g", &game, "--", "./no-such-program"]].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{command:?}: {err}");
        let said = err.contains("no test was run") || err.contains("nothing was compared");
        assert!(said, "{command:?}: {err}");
    }
    let folder = dir.path().join("tests");
    let out = ["--out", folder.to_str().unwrap()];
    for set in [&["--up-to", "3"][..], &["--suite", "shapes"]] {
        let (code, _, err) = run(&[&["gen", "-g", &game], set, &out].concat());
        assert!(
            code == 2 && err.contains("so there is no test to write"),
            "{set:?}: {err}"
        );
        assert!(!folder.exists(), "{set:?}");
    }
    let halves = "if ($1 > 0) line = \" ; 0 + \" $1 - 1";
    let sums = rules(
        &dir,
        "sums",
        ["sweep-to: 9", "if (n) print n", halves, "$1"],
    );
    let closure = ["judge", "-g", &sums, "--check", "closure", "--random", "4"];
    let (code, _, err) = run(&[&closure[..], &["--", "echo", "Yes"]].concat());
    assert!(
        code == 2
            && err.contains("nothing was compared: moves of ")
            && err.contains(" lead to sums"),
        "{err}"
    );
    let game = take(&dir, "sweep-to: 10");
    for command in ["judge", "race"] {
        let begin = Instant::now();
        let args = [
            command,
            "-g",
            &game,
            "-m",
            "1000000000000000000",
            "-n",
            "1",
            "--",
            "echo",
            "Yes",
        ];
        let (code, _, err) = run(&args);
        let said = "positions of size 1000000000000000000 of ";
        assert!(code == 2 && err.contains(said), "{err}");
        assert!(
            begin.elapsed() < Duration::from_secs(30),
            "{:?}",
            begin.elapsed()
        );
    }
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
    // Positions, and not inputs that read like others of them.
    let dir = tempfile::tempdir().unwrap();
    let moves = "for (i = 1; i <= $1; i++) line = line \" ; \" $1 - i \" \" $2";
    let swapped = "for (a = 0; a <= n; a++) print a, n - a";
    let swapped = rules(&dir, "swap", ["sweep-to: 4", swapped, moves, "$2, $1"]);
    let (_, page, err) = ask(&["explain", "-g", &swapped], "2 1\n");
    assert!(page.starts_with("swap: 2 1\n"), "{page}{err}");
    assert_eq!(ask(&["solve", "-g", &swapped], "2 0\n0 2\n").1, "Yes\nNo\n");
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

/// What no size lists, and no move leads to, is perhaps no position.
#[test]
fn positions_that_nothing_vouches_for() {
    let dir = tempfile::tempdir().unwrap();
    let text = "#!/bin/sh\ncase $1 in\nabout) echo 'sweep-to: 9' ;;\n\
                positions) test $(($2 % 4)) = 1 && echo $2 || : ;;\n\
                moves) awk '$1 !~ /^[0-9]+$/ { exit 3 } { print ($1 > 1 ? $1 - 2 : \"\") }' ;;\n\
                *) exit 2 ;;\nesac\n";
    let game = program(&dir, "odd", text);
    let explain = |position: &str| {
        let file = dir.path().join("position");
        fs::write(&file, position).unwrap();
        run(&["explain", "-g", &game, file.to_str().unwrap()])
    };
    let said = "unchecked: no size up to 9 lists this position, and no move from those leads to it";
    for (position, is_known) in [("5", true), ("7", true), ("8", false), ("11", false)] {
        let (code, page, err) = explain(position);
        assert!(code == 0 && page.contains("-position"), "{page}{err}");
        assert_eq!(!page.contains(said), is_known, "{page}");
    }
    let (code, _, err) = explain("x");
    assert!(
        code == 2 && err.contains("moves: exit code 3, about x"),
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

/// One position of each size; each start of it is a line of a log. `more` are verbs.
fn logged(dir: &TempDir, log: &Path, about: &str, more: &str) -> String {
    let text = format!(
        "#!/bin/sh\necho \"$*\" >> {}\ncase $1 in\nabout) echo '{about}' ;;\n\
         positions) test $2 -le 60 && echo $2 ;;\nsizes) seq $2 $3 | sed 's/.*/& &/' ;;\n\
         moves) awk '{{ print ($1 > 0 ? $1 - 1 : \"\") ($1 > 1 ? \" ; \" $1 - 2 : \"\") }}' ;;\n\
         {more}\n*) exit 2 ;;\nesac\n",
        log.display()
    );
    program(dir, "logged", &text)
}

/// A folder that programs in a sandbox write to: each has a `/tmp` of its own.
fn logs() -> TempDir {
    let target = env!("CARGO_TARGET_TMPDIR").to_owned();
    let home = std::env::var("HOME").unwrap_or_default();
    let mut places = [target, home].into_iter();
    let place = places.find(|place| !place.starts_with("/tmp")).unwrap();
    tempfile::tempdir_in(place).unwrap()
}

/// How often the program was started with that verb.
fn starts(log: &str, verb: &str) -> usize {
    log.lines()
        .filter(|line| line.split(' ').next() == Some(verb))
        .count()
}

#[test]
fn programs_are_not_started_for_each_size_or_test() {
    let (dir, folder) = (logs(), logs());
    let log = folder.path().join("log");
    let verbs = "claim) awk '{ print ($1 % 3 ? \"Yes\" : \"No\") }' ;;\ninput) sed 's/$/ \\/ /' ;;";
    let game = logged(&dir, &log, "sweep-to: 60", verbs);
    let (code, page, err) = run(&["sweep", "-g", &game]);
    assert_eq!(code, 0, "{page}{err}");
    let asked = fs::read_to_string(&log).unwrap();
    assert_eq!(starts(&asked, "claim"), 1, "{asked}");
    assert!(
        starts(&asked, "positions") + starts(&asked, "sizes") <= 12,
        "{asked}"
    );
    fs::remove_file(&log).unwrap();
    let right = "NR == 1 { print ($1 % 3 ? \"Yes\" : \"No\") } END { if (NR != 2) print NR }";
    let judge = [
        "judge",
        "-g",
        &game,
        "--random",
        "3",
        "--time-limit",
        "60s",
        "--",
        "awk",
        right,
    ];
    let (code, page, err) = run(&judge);
    assert_eq!(code, 0, "{page}{err}");
    let asked = fs::read_to_string(&log).unwrap();
    assert!((1..=4).contains(&starts(&asked, "input")), "{asked}");
    fs::remove_file(&log).unwrap();
    let (code, page, err) = run(&["play", "-g", &game]);
    assert_eq!(code, 0, "{page}{err}");
    let asked = fs::read_to_string(&log).unwrap();
    // Refused with five parts and with one: the program has no such verb, and is not asked again.
    assert_eq!(starts(&asked, "random"), 2, "{asked}");
}

#[test]
fn no_size_beyond_what_was_asked_for() {
    let (dir, folder) = (logs(), logs());
    let log = folder.path().join("log");
    let game = logged(&dir, &log, "title: one or two", "claim) sed 's/.*/Yes/' ;;");
    let largest = |args: &[&str]| {
        let (code, page, err) = run(args);
        let asked = fs::read_to_string(&log).unwrap();
        fs::remove_file(&log).unwrap();
        let numbers = asked.lines().flat_map(|line| line.split(' ').skip(1));
        let largest = numbers.filter_map(|word| word.parse::<u32>().ok()).max();
        (largest, code, page + &err)
    };
    let (asked, code, said) = largest(&["sweep", "-g", &game, "--up-to", "8"]);
    assert_eq!((asked, code), (Some(8), 1), "{said}");
    let judge = [
        "judge",
        "-g",
        &game,
        "--up-to",
        "8",
        "--random",
        "0",
        "--time-limit",
        "60s",
        "--",
    ];
    let right = ["awk", "{ print ($1 % 3 ? \"Yes\" : \"No\") }"];
    let (asked, code, said) = largest(&[&judge[..], &right].concat());
    assert_eq!((asked, code), (Some(8), 0), "{said}");
    // The test at the limits is one of size 8.
    assert!(!said.contains("-m 0"), "{said}");
}

#[test]
fn a_program_that_refuses_no_verb() {
    let dir = tempfile::tempdir().unwrap();
    let text = "#!/bin/sh\ncase $1 in\nabout) echo 'sweep-to: 30' ;;\npositions) echo $2 ;;\n\
                moves) while read -r p; do test $p -gt 0 && echo $((p - 1)) || echo; done ;;\nesac\n";
    let game = program(&dir, "refuses-none", text);
    let (code, page, err) = run(&["values", "-g", &game]);
    assert!(
        code == 0 && page.contains("31 positions, 16 of them lost"),
        "{page}{err}"
    );
    let (code, _, err) = run(&["sweep", "-g", &game]);
    let said =
        "; for a verb that it does not offer, a rules program ends with an exit code other than 0";
    assert!(code == 2 && err.contains(said), "{err}");
}

#[test]
fn claims_are_words_as_in_a_shell() {
    let dir = tempfile::tempdir().unwrap();
    let game = wythoff(&dir, "sweep-to: 3");
    let sweep = |claim: &str| run(&["sweep", "-g", &game, "--claim", claim]);
    let (code, page, err) = sweep("awk '{ print ($1 * 2 == $2 ? \"No\" : \"Yes\") }'");
    assert_eq!((code, err.as_str()), (0, ""), "{page}");
    let (code, _, err) = sweep("awk 'print");
    assert!(
        code == 2 && err.contains("--claim: a quote is not closed"),
        "{err}"
    );
    for empty in ["", " "] {
        let (code, _, err) = sweep(empty);
        assert_eq!((code, err.as_str()), (2, "error: --claim is empty\n"));
    }
    let (code, _, err) = sweep("nope 'a b'");
    let blamed = err.starts_with("error: cannot start --claim nope 'a b': No such file");
    assert!(code == 2 && blamed, "{err}");
    let (code, _, err) = sweep("awk '{ print 1, 2 }'");
    let said = "line 1, about 0 0: expected 1 word, found 2: \"1 2\"\n";
    assert!(code == 2 && err.ends_with(said), "{err}");
    // One that ends on a position is known by it, and no verb is spoken of.
    let (code, _, err) = sweep("awk '$1 == 1 { exit 3 } { print \"Yes\" }'");
    assert!(
        code == 2 && err.ends_with(": exit code 3, about 1 1\n"),
        "{err}"
    );
}

/// Rules that lead on for ever come to the memory that there is, which is said before it is taken.
#[test]
fn play_that_comes_to_ever_new_positions() {
    let dir = tempfile::tempdir().unwrap();
    let text = "#!/usr/bin/awk -f\nBEGIN { if (ARGV[1] == \"positions\") { print 1; exit }\n\
                if (ARGV[1] != \"moves\") exit 2; ARGC = 1 }\n{ print 2 * $1 \" ; \" 2 * $1 + 1 }\n";
    let game = program(&dir, "endless", text);
    let command = format!(
        "ulimit -v 500000 && exec {} values -g {game} --up-to 0",
        env!("CARGO_BIN_EXE_grundy")
    );
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    let (code, _, err) = end(output);
    assert!(
        code == 2 && err.contains("a game with moves to ever new positions never ends"),
        "{err}"
    );
}
