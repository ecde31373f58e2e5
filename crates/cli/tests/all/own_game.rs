//! Rules programs at the command line: options, exit codes, and what docs/own-game.md does not show.
#![cfg(unix)]

use std::fs;

use crate::support::{Ended, Folder, holds, json, quoted, refused, run_with, shows, wythoff};

/// Writes a game in awk whose inputs need not be its positions: `about`, the positions of size `n`, the options of a
/// position as `line`, and its input.
fn rules(name: &str, [about, positions, moves, input]: [&str; 4]) -> Folder {
    let folder = Folder::new();
    let text = format!(
        "#!/usr/bin/awk -f\nBEGIN {{ verb = ARGV[1]; n = ARGV[2]; ARGC = 1\n\
         if (verb == \"about\") {{ print \"{about}\"; exit }}\n\
         if (verb == \"positions\") {{ {positions}; exit }}\n\
         if (verb == \"random\") {{ print n; exit }}\n\
         if (verb != \"moves\" && verb != \"input\") exit 2 }}\n\
         verb == \"input\" {{ print {input}; next }}\n\
         {{ line = \"\"; {moves}; print substr(line, 4) }}\n"
    );
    folder.program(name, &text);
    folder
}

/// Take one to three; an input is the number of games, 1, and the stones.
fn take(about: &str) -> Folder {
    let moves = "for (i = 1; i <= 3 && i <= $1; i++) line = line \" ; \" $1 - i";
    rules("take", [about, "print n", moves, "\"1 / \" $1"])
}

/// Judges an awk program, with time for a busy machine.
fn judge(folder: &Folder, options: &str, program: &str) -> Ended {
    let program = quoted(program);
    folder.run(&format!(
        "judge --time-limit 60s -g {options} -- awk {program}"
    ))
}

/// A program that is right, and programs that are wrong, with a text on the page.
fn told_apart(folder: &Folder, options: &str, right: &str, wrong: &[(&str, &str)]) {
    judge(folder, options, right).with(0);
    for (program, text) in wrong {
        shows(&judge(folder, options, program).with(1), text);
    }
}

#[test]
fn answers_that_are_moves() {
    let folder = wythoff("sweep-to: 4\\nanswer: move lost");
    // Equal heaps and single heaps can be taken as a whole; 1 3 leads to 1 2, which is lost.
    let right = "$0 == \"0 0\" || $0 == \"1 2\" { print \"Lost\"; next } \
                 $1 == $2 { print \"Both \" $1; next } { print \"second \" ($1 ? 1 : $2) }";
    let wrong = [
        (
            "$2 { print \"second 1\"; next } { print \"lost\" }",
            "second 1 (a move that loses)",
        ),
        (
            "$2 { print \"0 0\"; next } { print \"lost\" }",
            "  expected  second 1\n  got       0 0 (no legal move)\n",
        ),
        (
            "{ print \"resign\" }",
            "  expected  lost\n  got       resign (no legal move)\n",
        ),
    ];
    told_apart(&folder, "./wythoff --up-to 4 --random 0", right, &wrong);
    judge(
        &folder,
        "./wythoff --case exact --up-to 4 --random 0",
        right,
    )
    .with(1);
    let solved = run_with(&format!("solve -g {}", folder.name("wythoff")), "0 4").with(0);
    assert_eq!(solved, "second 4\n");
    // Earlier commands saved the position that the move leads to.
    fs::create_dir_all(folder.path("kept/in")).unwrap();
    fs::create_dir_all(folder.path("kept/out")).unwrap();
    folder.write("kept/in/1.in", "\u{feff}0 4\n");
    folder.write("kept/out/1.out", "0 0\n");
    judge(&folder, "./wythoff --save kept --up-to 1 --random 0", right).with(0);
    let player = "read a b; case $a,$b in 0,0) ;; 0,*) echo Second $b ;; *) echo BOTH 1 ;; esac; read end; exit 0";
    let folder = wythoff("sweep-to: 2\\nanswer: move lost");
    for (case, code) in [("fold", 0), ("exact", 1)] {
        let options = format!("--interactive --case {case} --up-to 2 --random 0 --time-limit 60s");
        let line = format!("judge -g ./wythoff {options} -- sh -c {}", quoted(player));
        folder.run(&line).with(code);
    }
}

/// By position: the number of winning moves, the Grundy value.
#[test]
fn answers_that_are_numbers() {
    for (answer, numbers) in [
        ("count", "0 1 1 1 1 0 1 1 3"),
        ("grundy", "0 1 2 2 3 0 4 4 1"),
    ] {
        let folder = wythoff(&format!("sweep-to: 4\\nanswer: {answer}"));
        let right = format!(
            "BEGIN {{ split(\"{numbers}\", n, \" \"); split(\"0 0;0 1;0 2;1 1;0 3;1 2;0 4;1 3;2 2\", p, \";\"); \
             for (i in p) of[p[i]] = n[i] }} {{ print of[$0] }}"
        );
        let wrong = right.replace("print of[$0]", "print of[$0] + ($0 == \"1 3\")");
        let wrong = [(&*wrong, "  input     1 3\n")];
        told_apart(&folder, "./wythoff --random 3", &right, &wrong);
    }
}

/// Under misère play the player who cannot move wins, without a winning move.
#[test]
fn answers_under_misere_play() {
    let folder = take("sweep-to: 7\\nplay: misere\\nanswer: move None");
    let right = "NR == 2 { print ($1 % 4 == 1 || $1 == 0 ? \"None\" : $1 - ($1 + 3) % 4) }";
    judge(&folder, "./take --up-to 7 --random 3", right).with(0);
    let wrong = [(&*right.replace('4', "5"), "\ncontradiction: ")];
    told_apart(&folder, "./take --check closure --random 12", right, &wrong);
}

/// The task's input is the stones alone, and a position is the stones and the largest move: an input does not
/// determine what its moves lead to.
#[test]
fn positions_are_shrunk_and_kept_and_inputs_are_not() {
    let moves = "for (t = 1; t <= $1 && t <= $2; t++) \
                 line = line \" ; \" $1 - t \" \" ($1 - t < 2 * t ? $1 - t : 2 * t)";
    let about = "title: Fibonacci Nim\\nsmallest: 1\\nsweep-to: 30";
    let folder = rules("fib", [about, "print n, n - 1", moves, "$1"]);
    let right = "{ a = 1; b = 2; while (b < $1) { c = a + b; a = b; b = c } \
                 print ($1 == a || $1 == b ? \"No\" : \"Yes\") }";
    let wrong = right.replace("$1 == a ||", "$1 > 21 || $1 == a ||");
    let save = "./fib --up-to 8 --random 20 --save kept";
    let page = judge(&folder, save, &wrong).with(1);
    let shown = "  input     22\n  position  22 21\n  expected  Yes\n  got       No\n";
    shows(&page, shown);
    shows(&page, "P-position: this move wins");
    for (file, content) in [
        ("kept/position/fib0s1.position", "22 21\n"),
        ("kept/in/fib0s1.in", "22\n"),
        ("kept/out/fib0s1.out", "Yes\n"),
    ] {
        assert_eq!(folder.read(file), content);
    }
    let page = judge(&folder, save, right).with(0);
    shows(&page, "\naccepted to size 30: all 30 tests passed in ");
    shows(&page, "; not tested beyond size 30\n");
    // Two positions have one input: their answers cannot be compared.
    let closure = judge(&folder, "./fib --check closure", right);
    refused(closure, "is the input of two positions");
}

#[test]
fn one_input_with_two_answers_is_an_error() {
    // Take 1 or 2 from a heap of the first kind, 1 or 3 from one of the second.
    let moves = "for (t = 1; t <= 3 && t <= substr($1, 2); t++) if (t == 1 || t == ($1 ~ /a/ ? 2 : 3)) \
                 line = line \" ; \" substr($1, 1, 1) substr($1, 2) - t";
    let positions = "print \"a\" n; print \"b\" n";
    let about = ["sweep-to: 6", positions, moves, "substr($1, 2)"];
    let folder = rules("twice", about);
    let message = "input: \"2\" is the input of two positions with different answers: of a2, Yes; and of b2, No";
    // The program is wrong on a position before this one.
    refused(folder.run("judge -g ./twice -- echo ?"), message);
    refused(folder.run("gen -g ./twice --up-to 4 --out o"), message);
}

/// Saved positions may be larger than all that `sweep-to` lists.
#[test]
fn positions_beyond_the_list() {
    let folder = take("sweep-to: 10");
    let right = "NR == 2 { print ($1 % 4 ? \"Yes\" : \"No\") }";
    let wrong = right.replace("$1 % 4", "$1 % 4 && $1 != 13");
    let save = "./take --up-to 14 --random 0 --format json --save kept";
    let report = json(&judge(&folder, save, &wrong).with(1));
    let found = r#"/counterexample/input "1\n13\n"
/counterexample/position "13\n""#;
    holds(&report, found);
    let report = json(&judge(&folder, save, right).with(0));
    holds(&report, "/not_tested_beyond 14\n/phases/0/phase \"saved\"");
    judge(&folder, "./take --check closure -m 1000 --random 9", right).with(0);
}

/// On the largest positions up to `sweep-to`, and without `grundy` itself.
#[test]
fn races() {
    let folder = wythoff("sweep-to: 12");
    let options = "--samples 1 --time-limit 60s --format json";
    let race = format!("race -g ./wythoff {options} -- awk -f right.awk");
    folder.run(&race).with(0);
    let wrong = format!("{race} -- awk '{{ print \"No\" }}'");
    let heats = json(&folder.run(&wrong).with(1));
    let first = r#"/0/workload "listed"
/0/m 12
/0/programs/0/name "floor-cat""#;
    holds(&heats, first);
    let heats = heats.as_array().unwrap();
    assert!((2..=5).contains(&heats.len()), "{} inputs", heats.len());
    for heat in heats {
        assert!(heat["input_bytes"].as_u64().unwrap() > 0, "{heat}");
        for (i, program) in heat["programs"].as_array().unwrap().iter().enumerate() {
            let is_right = i < 2 || heat["answer"] == "No";
            let is_timed = program["median_ns"].as_f64().is_some_and(|ns| ns > 0.0);
            assert_eq!(is_timed, is_right, "{heat}");
            let verdict = &program["verdict"]["verdict"];
            assert_eq!(verdict == "wrong answer", !is_right, "{heat}");
        }
    }
}

/// A game with one position of each size logs its verbs.
#[test]
fn programs_are_not_started_for_each_size_or_test() {
    // A folder to which programs in a sandbox write: not in `/tmp`, since each has its own.
    let target = env!("CARGO_TARGET_TMPDIR").to_owned();
    let home = std::env::var("HOME").unwrap_or_default();
    let mut places = [target, home].into_iter();
    let place = places.find(|place| !place.starts_with("/tmp")).unwrap();
    let folder = Folder(tempfile::tempdir_in(place).unwrap());
    let text = format!(
        "#!/bin/sh\necho \"$*\" >> {}\ncase $1 in\nabout) echo 'sweep-to: 60' ;;\n\
         positions) test $2 -le 60 && echo $2 ;;\nsizes) seq $2 $3 | sed 's/.*/& &/' ;;\n\
         moves) awk '{{ print ($1 > 0 ? $1 - 1 : \"\") ($1 > 1 ? \" ; \" $1 - 2 : \"\") }}' ;;\n\
         claim) awk '{{ print ($1 % 3 ? \"Yes\" : \"No\") }}' ;;\ninput) sed 's/$/ \\/ /' ;;\n\
         *) exit 2 ;;\nesac\n",
        folder.name("log")
    );
    folder.program("logged", &text);
    // How often these verbs are in the log.
    let starts = |verbs: &[&str]| {
        let log = folder.read("log");
        let begun = log.lines().filter_map(|line| line.split(' ').next());
        begun.filter(|verb| verbs.contains(verb)).count()
    };
    folder.run("sweep -g ./logged").with(0);
    let counts = (starts(&["claim"]), starts(&["positions", "sizes"]));
    assert!(counts.0 == 1 && counts.1 <= 12, "{counts:?}");
    fs::remove_file(folder.path("log")).unwrap();
    let right = "NR == 1 { print ($1 % 3 ? \"Yes\" : \"No\") } END { if (NR != 2) print NR }";
    judge(&folder, "./logged --random 3", right).with(0);
    let inputs = starts(&["input"]);
    assert!((1..=4).contains(&inputs), "{inputs}");
}
