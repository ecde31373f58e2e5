//! Rules programs: what docs/own-game.md promises, and errors.
#![cfg(unix)]

use std::fs;
use std::process::Command;

use grundy_games::Evaluated;
use serde_json::Value;

use crate::support::{
    Ended, Folder, GRUNDY, grundy, kill, quoted, refused, run, run_with, stdout, wait_until,
};

fn example(name: &str) -> String {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/");
    quoted(&format!("{examples}{name}"))
}

/// Wythoff's game in awk, which starts faster than most languages; `about` is added to its properties.
fn wythoff(folder: &Folder, about: &str) -> String {
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
    folder.program("wythoff.awk", &text.replace('@', about))
}

/// An awk program that answers Wythoff's game, wrongly for positions for which `wrong` is true.
fn answers(wrong: &str) -> String {
    let lost = format!("int(($2 - $1) * g) == $1 || {wrong}");
    let program =
        format!("BEGIN {{ g = (1 + sqrt(5)) / 2 }} {{ print ({lost} ? \"No\" : \"Yes\") }}");
    format!("awk {}", quoted(&program))
}

/// A game in awk whose inputs need not be its positions: `about`, the positions of size `n`, the options of a
/// position as `line`, and its input.
fn rules(folder: &Folder, name: &str, [about, positions, moves, input]: [&str; 4]) -> String {
    let text = format!(
        "#!/usr/bin/awk -f\nBEGIN {{ verb = ARGV[1]; n = ARGV[2]; ARGC = 1\n\
         if (verb == \"about\") {{ print \"{about}\"; exit }}\n\
         if (verb == \"positions\") {{ {positions}; exit }}\n\
         if (verb == \"random\") {{ print n; exit }}\n\
         if (verb != \"moves\" && verb != \"input\") exit 2 }}\n\
         verb == \"input\" {{ print {input}; next }}\n\
         {{ line = \"\"; {moves}; print substr(line, 4) }}\n"
    );
    folder.program(name, &text)
}

/// Take one to three; an input is the number of games, 1, and the stones.
fn take(folder: &Folder, about: &str) -> String {
    let moves = "for (i = 1; i <= 3 && i <= $1; i++) line = line \" ; \" $1 - i";
    rules(folder, "take", [about, "print n", moves, "\"1 / \" $1"])
}

/// Judges a program, with time for a busy machine.
fn judge(game: &str, options: &str, program: &str) -> Ended {
    run(&format!(
        "judge -g {game} --time-limit 60s {options} -- {program}"
    ))
}

/// As [`judge`], for an awk program.
fn judge_awk(game: &str, options: &str, program: &str) -> Ended {
    judge(game, options, &format!("awk {}", quoted(program)))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

#[test]
fn values_of_the_examples() {
    let values = |name: &str, more: &str| {
        let game = example(name);
        run(&format!("values -g {game} --rules-time-limit 600s {more}")).with(0)
    };
    let page = values("wythoff.py", "--up-to 21");
    let lost = "  0 0\n  1 2\n  3 5\n  4 7\n  6 10\n  8 13\n";
    assert!(page.ends_with(lost), "{page}");
    let page = values("kayles.awk", "--up-to 160");
    assert!(page.contains("    0  0 1 2 3 1 4 3 2 1 4 2 6 "), "{page}");
    let period = "Period 12 from size 71, as far as this goes: an observation";
    assert!(page.contains(period), "{page}");
    let facts = json(&values("fibonacci-nim.js", "--up-to 21 --format json"));
    let rows = facts["positions"].as_array().unwrap().iter();
    let lost = rows
        .filter(|row| row["wins"] == false)
        .map(|row| &row["size"]);
    assert_eq!(lost.collect::<Vec<_>>(), [1, 2, 3, 5, 8, 13, 21]);
    assert_eq!(facts["period"], Value::Null);
}

#[test]
fn values_of_built_in_games() {
    let folder = Folder::new();
    let csv = folder.name("nim.csv");
    let page = stdout(&format!("values -g nim --up-to 3 --csv {csv}"), "");
    assert!(page.contains("7 positions, 3 of them lost"), "{page}");
    let expected = "size,position,wins,winning_moves,grundy,remoteness\n1,1 0,false,0,0,0\n\
                    2,1 1,true,1,1,1\n2,2 0 0,false,0,0,0\n3,1 2,true,1,2,1\n3,2 1 0,true,1,1,1\n\
                    3,2 0 1,true,1,1,1\n3,3 0 0 0,false,0,0,0\n";
    assert_eq!(folder.read("nim.csv"), expected);
}

/// Positions with blanks, commas, quotes and tabs are read as they were written.
#[test]
fn tables_of_values_are_read_back() {
    let folder = Folder::new();
    let text = "#!/usr/bin/awk -f\nBEGIN { if (ARGV[1] == \"positions\") { print \" \" ARGV[2] \",  \\t\\\"ż\\\" \"; exit }\n\
                if (ARGV[1] != \"moves\") exit 2; ARGC = 1 }\n\
                { if ($1 + 0 > 0) print $1 - 1 \",  \\t\\\"ż\\\"\"; else print \"\" }\n";
    let game = folder.program("odd", text);
    stdout(
        &format!(
            "values -g {game} --up-to 2 --csv {}",
            folder.name("odd.csv")
        ),
        "",
    );
    let mut reader = csv::Reader::from_path(folder.path("odd.csv")).unwrap();
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
    let folder = Folder::new();
    let game = wythoff(&folder, "answer: Yes No");
    let sweep = |more: &str| run(&format!("sweep -g {game} {more}"));
    let equal = "#!/usr/bin/awk -f\n{ print ($1 == $2 ? \"No\" : \"Yes\") }\n";
    let claim = folder.program("claim", equal);
    let page = sweep(&format!("--up-to 9 --claim {claim}")).with(1);
    let shown = "6 of 30 positions differ; the smallest:\n  input        1 1\n  \
                 oracle       N-position, Grundy value 2, 1 winning move: both 1 -> 0 0\n  \
                 claim        says No\n";
    assert!(page.contains(shown), "{page}");
    // The claim contradicts itself as well, which needs no oracle.
    let page = sweep(&format!("--up-to 9 --claim {claim} --check closure")).with(1);
    assert!(page.contains("input        1 1\n"), "{page}");
    let right = quoted(&answers("0"));
    for check in ["oracle", "closure"] {
        let page = sweep(&format!("--up-to 20 --claim {right} --check {check}")).with(0);
        assert!(
            page.contains("all 121 positions confirmed, 0 mismatches"),
            "{page}"
        );
    }
    refused(sweep("--up-to 9"), "claim: exit code 2 and no output");
}

#[test]
fn claims_are_words_as_in_a_shell() {
    let folder = Folder::new();
    let game = wythoff(&folder, "sweep-to: 3");
    let sweep = |claim: &str| run(&format!("sweep -g {game} --claim {}", quoted(claim)));
    sweep("awk '{ print ($1 * 2 == $2 ? \"No\" : \"Yes\") }'").with(0);
    for (claim, message) in [
        ("awk 'print", "--claim: a quote is not closed"),
        ("", "error: --claim is empty\n"),
        (" ", "error: --claim is empty\n"),
        (
            "nope 'a b'",
            "error: cannot start --claim nope 'a b': No such file",
        ),
        (
            "awk '{ print 1, 2 }'",
            ", about 0 0: expected 1 word, found 2: \"1 2\"\n",
        ),
        // A claim that ends early has the name of the position, and not that of a verb.
        (
            "awk '$1 == 1 { exit 3 } { print \"Yes\" }'",
            ": exit code 3, about 1 1\n",
        ),
    ] {
        refused(sweep(claim), message);
    }
}

#[test]
fn the_judge_finds_the_smallest_position() {
    let folder = Folder::new();
    let game = wythoff(&folder, "sweep-to: 16");
    let options = format!("--random 9 --save {}", folder.name("kept"));
    // Right to size 12, and wrong at 13.
    let wrong = answers("$0 == \"5 8\"");
    let page = judge(&game, &options, &wrong).with(1);
    let shown = "The smallest position on which it fails: all 54 before it, in order of size,\n\
                 were answered correctly.\n\n  input     5 8\n  expected  Yes\n  got       No\n";
    assert!(page.contains(shown), "{page}");
    assert!(page.contains("P-position: this move wins"), "{page}");
    assert_eq!(folder.read("kept/in/wyt0s1.in"), "5 8\n");
    // The next run tries it first.
    let page = judge(&game, &options, &wrong).with(1);
    assert!(page.contains("wyt0s1"), "{page}");
    let page = judge(&game, &options, &answers("0")).with(0);
    assert!(page.contains("accepted to size 16: all "), "{page}");
    // Only positions larger than those of the first phase fail: the judge shrinks them by sizes.
    let page = judge(&game, "--up-to 3", &answers("$1 + $2 > 9")).with(1);
    assert!(page.contains("Shrunk from "), "{page}");
    assert!(page.contains("  input     0 10\n"), "{page}");
}

#[test]
fn answers_that_are_moves() {
    let folder = Folder::new();
    let game = wythoff(&folder, r"sweep-to: 4\nanswer: move lost");
    let says = |program: &str| judge_awk(&game, "--up-to 4 --random 0", program);
    // Equal heaps and single heaps can be taken as a whole; 1 3 leads to 1 2, which is lost.
    let good = "$0 == \"0 0\" || $0 == \"1 2\" { print \"lost\"; next } \
                $1 == $2 { print \"both \" $1; next } $1 == 0 { print \"0 0\"; next } { print \"1 2\" }";
    says(good).with(0);
    let page = says("$1 == 0 && $2 > 0 { print \"second 1\"; next } { print \"lost\" }").with(1);
    let is_wrong = page.contains("lost instead of") || page.contains("a move that loses");
    assert!(is_wrong, "{page}");
    let page = says("{ print \"resign\" }").with(1);
    assert!(
        page.contains("resign (no legal move) instead of lost"),
        "{page}"
    );
    // A move is named by its position, although the program's input is another text; not only the first one that
    // wins is right.
    let text = fs::read_to_string(&game).unwrap();
    let text = text.replace(
        r#"if (verb != "moves")"#,
        r#"if (verb != "moves" && verb != "input")"#,
    );
    let text = text.replace(
        "\n{\n",
        "\nverb == \"input\" { print \"2 / \" $0; next }\n{\n",
    );
    let game = folder.program("two", &text);
    let last = "NR == 1 { next } $0 == \"0 0\" || $0 == \"1 2\" { print \"lost\"; next } \
                $1 == $2 || $1 == 0 { print \"0 0\"; next } { print \"1 2\" }";
    judge_awk(&game, "--up-to 4 --random 3", last).with(0);
    judge_awk(&game, "--check closure --random 9", last).with(0);
}

#[test]
fn answers_that_are_numbers() {
    let folder = Folder::new();
    // By position: the number of winning moves, the Grundy value.
    for (answer, numbers) in [
        ("count", "0 1 1 1 1 0 1 1 3"),
        ("grundy", "0 1 2 2 3 0 4 4 1"),
    ] {
        let game = wythoff(&folder, &format!(r"sweep-to: 4\nanswer: {answer}"));
        let says = format!(
            "BEGIN {{ split(\"{numbers}\", n, \" \"); split(\"0 0;0 1;0 2;1 1;0 3;1 2;0 4;1 3;2 2\", p, \";\"); \
             for (i in p) of[p[i]] = n[i] }} {{ print of[$0] }}"
        );
        let judge = |says: &str| judge_awk(&game, "--random 3", says);
        judge(&says).with(0);
        let wrong = says.replace("print of[$0]", "print of[$0] + ($0 == \"1 3\")");
        let page = judge(&wrong).with(1);
        assert!(page.contains("  input     1 3\n"), "{answer}: {page}");
        let page = judge("{ print \"many\" }").with(1);
        assert!(page.contains("many"), "{answer}: {page}");
    }
}

/// Under misère play the player who cannot move wins, without a winning move.
#[test]
fn answers_under_misere_play() {
    let folder = Folder::new();
    for (answer, says) in [
        ("count", "NR == 2 { print ($1 % 4 != 1 && $1 > 0) + 0 }"),
        (
            "move None",
            "NR == 2 { print ($1 % 4 == 1 || $1 == 0 ? \"None\" : $1 - ($1 + 3) % 4) }",
        ),
    ] {
        let about = format!("sweep-to: 7\\nplay: misere\\nanswer: {answer}");
        let game = take(&folder, &about);
        judge_awk(&game, "--up-to 7 --random 3", says).with(0);
        judge_awk(&game, "--check closure --random 12", says).with(0);
        let page = judge_awk(&game, "--check closure", &says.replace('4', "5")).with(1);
        assert!(page.contains("\ncontradiction: "), "{answer}: {page}");
    }
}

/// The task's input is the stones alone, and a position is the stones and the largest move: an input does not
/// determine what its moves lead to.
#[test]
fn positions_are_shrunk_and_kept_and_inputs_are_not() {
    let folder = Folder::new();
    let moves = "for (t = 1; t <= $1 && t <= $2; t++) \
                 line = line \" ; \" $1 - t \" \" ($1 - t < 2 * t ? $1 - t : 2 * t)";
    let about = "title: Fibonacci Nim\\nsmallest: 1\\nsweep-to: 30";
    let game = rules(&folder, "fib", [about, "print n, n - 1", moves, "$1"]);
    let right = "{ a = 1; b = 2; while (b < $1) { c = a + b; a = b; b = c } \
                 print ($1 == a || $1 == b ? \"No\" : \"Yes\") }";
    let wrong = right.replace("$1 == a ||", "$1 > 21 || $1 == a ||");
    let save = format!("--up-to 8 --random 20 --save {}", folder.name("kept"));
    let page = judge_awk(&game, &save, &wrong).with(1);
    let shown = "  input     22\n  position  22 21\n  expected  Yes\n  got       No\n";
    assert!(page.contains(shown), "{page}");
    assert_eq!(folder.read("kept/position/fib0s1.position"), "22 21\n");
    assert_eq!(folder.read("kept/in/fib0s1.in"), "22\n");
    assert_eq!(folder.read("kept/out/fib0s1.out"), "Yes\n");
    let page = judge_awk(&game, &save, right).with(0);
    let accepted = "\naccepted to size 30: all 30 tests passed in ";
    assert!(page.contains(accepted), "{page}");
    assert!(page.contains("; not tested beyond size 30\n"), "{page}");
    // Two positions have one input: their answers cannot be compared.
    let closure = judge_awk(&game, "--check closure", right);
    refused(closure, "is the input of two positions");
}

#[test]
fn one_input_with_two_answers_is_an_error() {
    let folder = Folder::new();
    // Take 1 or 2 from a heap of the first kind, 1 or 3 from one of the second.
    let moves = "for (t = 1; t <= 3 && t <= substr($1, 2); t++) if (t == 1 || t == ($1 ~ /a/ ? 2 : 3)) \
                 line = line \" ; \" substr($1, 1, 1) substr($1, 2) - t";
    let positions = "print \"a\" n; print \"b\" n";
    let about = ["sweep-to: 6", positions, moves, "substr($1, 2)"];
    let game = rules(&folder, "twice", about);
    let message = "input: \"2\" is the input of two positions with different answers: of a2, Yes; and of b2, No";
    // The program is wrong on a position before this one.
    refused(run(&format!("judge -g {game} -- echo ?")), message);
    refused(run(&format!("gen -g {game} --up-to 4 --out o")), message);
}

/// Saved positions may be larger than all that `sweep-to` lists.
#[test]
fn positions_beyond_the_list() {
    let folder = Folder::new();
    let game = take(&folder, "sweep-to: 10");
    let right = "NR == 2 { print ($1 % 4 ? \"Yes\" : \"No\") }";
    let wrong = right.replace("$1 % 4", "$1 % 4 && $1 != 13");
    let save = format!(
        "--up-to 14 --random 0 --format json --save {}",
        folder.name("kept")
    );
    let report = json(&judge_awk(&game, &save, &wrong).with(1));
    let found = &report["counterexample"];
    assert_eq!([&found["input"], &found["position"]], ["1\n13\n", "13\n"]);
    let report = json(&judge_awk(&game, &save, right).with(0));
    assert_eq!(report["not_tested_beyond"], 14);
    assert_eq!(report["phases"][0]["phase"], "saved");
    judge_awk(&game, "--check closure -m 1000 --random 9", right).with(0);
    // An input without its position, and a position without its input.
    fs::remove_dir_all(folder.path("kept/position")).unwrap();
    let message = "position/tak0s1.position: no such file";
    refused(judge_awk(&game, &save, right), message);
    fs::create_dir(folder.path("kept/position")).unwrap();
    folder.write("kept/position/tak0s1.position", "1\n");
    fs::remove_file(folder.path("kept/in/tak0s1.in")).unwrap();
    let message = "in/tak0s1.in: no such file; it has to hold the input of";
    refused(judge_awk(&game, &save, right), message);
}

#[test]
fn nothing_is_accepted_without_a_test() {
    let folder = Folder::new();
    let game = take(&folder, "smallest: 8\\nsweep-to: 3");
    for (line, message) in [
        ("judge", "no test was run"),
        ("judge --check closure", "nothing was compared"),
        ("race", "no test was run"),
    ] {
        refused(
            run(&format!("{line} -g {game} -- ./no-such-program")),
            message,
        );
    }
    for set in ["--up-to 3", "--suite shapes"] {
        let gen_set = format!("gen -g {game} {set} --out {}", folder.name("tests"));
        refused(run(&gen_set), "so there is no test to write");
        assert!(!folder.path("tests").exists(), "{set}");
    }
    let halves = "if ($1 > 0) line = \" ; 0 + \" $1 - 1";
    let sums = rules(
        &folder,
        "sums",
        ["sweep-to: 9", "if (n) print n", halves, "$1"],
    );
    let ended = run(&format!(
        "judge -g {sums} --check closure --random 4 -- echo Yes"
    ));
    assert!(ended.err.contains(" lead to sums"), "{ended:?}");
    refused(ended, "nothing was compared: moves of ");
    // A size far too large is refused at once.
    let game = take(&folder, "sweep-to: 10");
    for command in ["judge", "race"] {
        let line = format!("{command} -g {game} -m 1000000000000000000 -n 1 -- echo Yes");
        refused(run(&line), "positions of size 1000000000000000000 of ");
    }
}

/// On the largest positions up to `sweep-to`, and without `grundy` itself.
#[test]
fn races() {
    let folder = Folder::new();
    let game = wythoff(&folder, "sweep-to: 12");
    let right = answers("0");
    let race = |programs: &str| {
        let options = "--samples 1 --time-limit 60s --format json";
        run(&format!("race -g {game} {options} -- {programs}"))
    };
    let heats = json(&race(&right).with(0));
    let heats = heats.as_array().unwrap();
    assert!((2..=5).contains(&heats.len()), "{} inputs", heats.len());
    for heat in heats {
        assert_eq!(heat["workload"], "listed");
        assert_eq!(heat["m"], 12);
        let programs = heat["programs"].as_array().unwrap();
        assert_eq!(programs.len(), 2, "{heat}");
        assert_eq!(programs[0]["name"], "floor-cat");
    }
    let heats = json(&race(&format!("{right} -- awk '{{ print \"No\" }}'")).with(1));
    let verdict = &heats[0]["programs"][2]["verdict"]["verdict"];
    assert_eq!(verdict, "wrong answer", "{heats}");
}

#[test]
fn tests_of_all_small_positions() {
    let folder = Folder::new();
    let game = wythoff(&folder, "sweep-to: 16");
    let out = folder.name("tests");
    let page = run(&format!("gen -g {game} --up-to 4 --out {out}")).with(0);
    assert!(page.starts_with("9 tests of "), "{page}");
    assert_eq!(folder.read("tests/in/3-2.in"), "1 2\n");
    assert_eq!(folder.read("tests/out/3-2.out"), "No\n");
    let one = || stdout(&format!("gen -g {game} --size 40 --seed 3"), "");
    assert_eq!(one(), one());
    let numbers = one();
    let numbers = numbers
        .split_whitespace()
        .map(|number| number.parse::<u32>().unwrap());
    assert_eq!(numbers.sum::<u32>(), 40);
}

#[test]
fn solve_and_explain() {
    let kayles = example("kayles.awk");
    let page = stdout(&format!("explain -g {kayles}"), "5\n");
    let wins = "-> 2 + 2  P-position: this move wins, Grundy value 2 xor 2 = 0";
    assert!(page.contains(wins), "{page}");
    let solve = format!("solve -g {kayles}");
    assert_eq!(stdout(&solve, "5\n12\n"), "4\n4\n");
    refused(run(&solve), "1:1: the input ends here, expected a position");
    refused(run_with(&solve, "3 + 4\n"), "1:1: expected one position");
    // `explain` reads positions, and `solve` inputs.
    let folder = Folder::new();
    let moves = "for (i = 1; i <= $1; i++) line = line \" ; \" $1 - i \" \" $2";
    let swapped = "for (a = 0; a <= n; a++) print a, n - a";
    let swapped = rules(&folder, "swap", ["sweep-to: 4", swapped, moves, "$2, $1"]);
    let page = run_with(&format!("explain -g {swapped}"), "2 1\n").out;
    assert!(page.starts_with("swap: 2 1\n"), "{page}");
    let solved = run_with(&format!("solve -g {swapped}"), "2 0\n0 2\n").out;
    assert_eq!(solved, "Yes\nNo\n");
}

/// A text that no size lists, and to which no move leads, may be no position.
#[test]
fn unlisted_positions_are_marked() {
    let folder = Folder::new();
    let text = "#!/bin/sh\ncase $1 in\nabout) echo 'sweep-to: 9' ;;\n\
                positions) test $(($2 % 4)) = 1 && echo $2 || : ;;\n\
                moves) awk '$1 !~ /^[0-9]+$/ { exit 3 } { print ($1 > 1 ? $1 - 2 : \"\") }' ;;\n\
                *) exit 2 ;;\nesac\n";
    let explain = format!("explain -g {}", folder.program("odd", text));
    let said = "unchecked: no size up to 9 lists this position, and no move from those leads to it";
    for (position, is_known) in [("5", true), ("7", true), ("8", false), ("11", false)] {
        let page = run_with(&explain, position).with(0);
        assert!(page.contains("-position"), "{page}");
        assert_eq!(!page.contains(said), is_known, "{page}");
    }
    refused(run_with(&explain, "x"), "moves: exit code 3, about x");
}

#[test]
fn games_that_are_no_games() {
    let folder = Folder::new();
    let cycle = "#!/bin/sh\ncase $1 in\npositions) echo a ;;\n\
                 moves) while read p; do case $p in a) echo b ;; b) echo c ;; c) echo a ;; esac; done ;;\n\
                 *) exit 2 ;;\nesac\n";
    let cycle = folder.program("cycle", cycle);
    let message = "cycle: play never ends: a -> b -> c -> a";
    refused(run(&format!("values -g {cycle} --up-to 0")), message);
    let game = wythoff(&folder, "size: stones");
    let message = "size 4294967295: sizes go to 1073741824";
    refused(
        run(&format!("values -g {game} --up-to 4294967295")),
        message,
    );
    let game = wythoff(&folder, "smallest: 4294967295");
    let message = "smallest: expected a number up to 1073741824";
    refused(run(&format!("values -g {game}")), message);
    // Moves to ever new positions are an error before they fill the memory.
    let endless = "#!/usr/bin/awk -f\nBEGIN { if (ARGV[1] == \"positions\") { print 1; exit }\n\
                   if (ARGV[1] != \"moves\") exit 2; ARGC = 1 }\n{ print 2 * $1 \" ; \" 2 * $1 + 1 }\n";
    let endless = folder.program("endless", endless);
    let script = format!("ulimit -v 500000 && exec {GRUNDY} values -g {endless} --up-to 0");
    let ended = Ended::of(Command::new("sh").args(["-c", &script]).output().unwrap());
    refused(ended, "a game with moves to ever new positions never ends");
    // A program has to refuse verbs that it does not know.
    let text = "#!/bin/sh\ncase $1 in\nabout) echo 'sweep-to: 30' ;;\npositions) echo $2 ;;\n\
                moves) while read -r p; do test $p -gt 0 && echo $((p - 1)) || echo; done ;;\nesac\n";
    let game = folder.program("refuses-none", text);
    let page = run(&format!("values -g {game}")).with(0);
    assert!(page.contains("31 positions, 16 of them lost"), "{page}");
    let message =
        "; for a verb that it does not offer, a rules program ends with an exit code other than 0";
    refused(run(&format!("sweep -g {game}")), message);
}

/// Ctrl-C ends the command and the rules program.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_everything() {
    let folder = Folder::new();
    // Other tests have no process with this name.
    let sleep = format!("9876{}", std::process::id());
    let text = format!(
        "#!/bin/sh\ncase $1 in\npositions) echo $2 ;;\nmoves) sleep {sleep} ;;\n*) exit 2 ;;\nesac\n"
    );
    let game = folder.program("hang", &text);
    let line = format!("values -g {game} --up-to 3 --rules-time-limit 600s");
    let child = grundy(&line).spawn().unwrap();
    let sleeps = || {
        fs::read_dir("/proc").unwrap().flatten().any(|process| {
            let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
            words.starts_with(format!("sleep\0{sleep}").as_bytes())
        })
    };
    wait_until("it sleeps", sleeps);
    kill("INT", &child);
    let ended = Ended::of(child.wait_with_output().unwrap());
    assert!(ended.err.contains("stopped"), "{ended:?}");
    ended.with(130);
    wait_until("it is gone", || !sleeps());
}

/// A game with one position of each size, which logs its verbs; `more` are verbs.
fn logged(folder: &Folder, about: &str, more: &str) -> String {
    let text = format!(
        "#!/bin/sh\necho \"$*\" >> {}\ncase $1 in\nabout) echo '{about}' ;;\n\
         positions) test $2 -le 60 && echo $2 ;;\nsizes) seq $2 $3 | sed 's/.*/& &/' ;;\n\
         moves) awk '{{ print ($1 > 0 ? $1 - 1 : \"\") ($1 > 1 ? \" ; \" $1 - 2 : \"\") }}' ;;\n\
         {more}\n*) exit 2 ;;\nesac\n",
        folder.name("log")
    );
    folder.program("logged", &text)
}

/// A folder to which programs in a sandbox write: not in `/tmp`, since each has its own.
fn logs() -> Folder {
    let target = env!("CARGO_TARGET_TMPDIR").to_owned();
    let home = std::env::var("HOME").unwrap_or_default();
    let mut places = [target, home].into_iter();
    let place = places.find(|place| !place.starts_with("/tmp")).unwrap();
    Folder(tempfile::tempdir_in(place).unwrap())
}

#[test]
fn programs_are_not_started_for_each_size_or_test() {
    let folder = logs();
    let verbs = "claim) awk '{ print ($1 % 3 ? \"Yes\" : \"No\") }' ;;\ninput) sed 's/$/ \\/ /' ;;";
    let game = logged(&folder, "sweep-to: 60", verbs);
    // How often these verbs are in the log.
    let starts = |verbs: &[&str]| {
        let log = folder.read("log");
        let asked = log
            .lines()
            .filter(|line| verbs.contains(&line.split(' ').next().unwrap()));
        asked.count()
    };
    run(&format!("sweep -g {game}")).with(0);
    assert_eq!(starts(&["claim"]), 1);
    assert!(
        starts(&["positions", "sizes"]) <= 12,
        "{}",
        folder.read("log")
    );
    fs::remove_file(folder.path("log")).unwrap();
    let right = "NR == 1 { print ($1 % 3 ? \"Yes\" : \"No\") } END { if (NR != 2) print NR }";
    judge_awk(&game, "--random 3", right).with(0);
    assert!(
        (1..=4).contains(&starts(&["input"])),
        "{}",
        folder.read("log")
    );
    fs::remove_file(folder.path("log")).unwrap();
    run(&format!("play -g {game}")).with(0);
    // Refused with five parts and with one: the program has no such verb, and is not asked again.
    assert_eq!(starts(&["random"]), 2, "{}", folder.read("log"));
}

#[test]
fn no_size_beyond_up_to_is_listed() {
    let folder = logs();
    let game = logged(&folder, "title: one or two", "claim) sed 's/.*/Yes/' ;;");
    let largest = || {
        let log = folder.read("log");
        fs::remove_file(folder.path("log")).unwrap();
        let numbers = log.lines().flat_map(|line| line.split(' ').skip(1));
        numbers.filter_map(|word| word.parse::<u32>().ok()).max()
    };
    run(&format!("sweep -g {game} --up-to 8")).with(1);
    assert_eq!(largest(), Some(8));
    let right = "{ print ($1 % 3 ? \"Yes\" : \"No\") }";
    let page = judge_awk(&game, "--up-to 8 --random 0", right).with(0);
    assert_eq!(largest(), Some(8));
    // The test at the limits is one of size 8.
    assert!(!page.contains("-m 0"), "{page}");
}
