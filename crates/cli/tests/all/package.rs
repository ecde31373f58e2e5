//! `grundy gen --package`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Folder, all_refused, quoted, run, shows, skipped};

const FORMATS: [&str; 4] = ["legacy", "icpc", "polygon", "sinol"];

/// Every game with a statement of its own, a code, and two rules programs: one whose answers are words, and one whose answer
/// is a move.
pub const GAMES: [&str; 9] = [
    "gra",
    "nim",
    "bounded",
    "staircase",
    "constrained",
    "kamyki",
    "0.77",
    "WYTHOFF",
    "MOVE",
];

/// Nim with two heaps: the answer is any winning move. It has a claim and limits.
pub const MOVE: &str = r#"#!/usr/bin/env python3
import random
import sys
verb = sys.argv[1]
if verb == "about":
    print("title: A move & 100% of <it>\nrules: Take from one heap.\nsize: stones\nsweep-to: 12\nanswer: move lost\nlimits: 100 2")
    print("story: Alice and Bob have two heaps.\nstory: They play.\ninput: Two numbers a_i up to 1000.\noutput: A move.")
elif verb == "positions":
    for a in range(int(sys.argv[2]) + 1):
        print(a, int(sys.argv[2]) - a)
elif verb == "random":
    for line in [" ".join(sys.argv[2:])] if len(sys.argv) > 2 else sys.stdin:
        m, n, seed = map(int, line.split())
        source = random.Random(seed * 1000003 + m * 7 + n)
        print(m, source.randint(0, m))
elif verb in ("moves", "claim"):
    for line in sys.stdin:
        a, b = map(int, line.split())
        if verb == "moves":
            print(" ; ".join([f"{i} {b}" for i in range(a)] + [f"{a} {i}" for i in range(b)]))
        else:
            print("lost" if a == b else f"{min(a, b)} {min(a, b)}")
else:
    sys.exit(2)
"#;

pub fn is_rules(game: &str) -> bool {
    game.chars().all(|letter| letter.is_ascii_uppercase())
}

/// The option of a game; `MOVE` comes into the folder, with a name that a file of packages has as well.
fn option(folder: &Folder, game: &str) -> String {
    match game {
        "WYTHOFF" => {
            let wythoff =
                Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules/wythoff.py");
            quoted(wythoff.to_str().unwrap())
        }
        "MOVE" => folder.program("gen.py", MOVE),
        game => game.to_owned(),
    }
}

/// Writes the package of a game into a folder of its own there; the result is the output of the command.
pub fn package(folder: &Folder, game: &str, format: &str, name: &str) -> String {
    let (game, out) = (option(folder, game), folder.name(name));
    run(&format!("gen -g {game} --package {format} --out {out}")).with(0)
}

#[test]
fn a_package_is_whole_and_the_same_for_a_seed() {
    for (game, tests, made) in [
        ("kamyki", 14, "with the original's sizes"),
        ("nim", 15, "made from its shapes"),
    ] {
        let folder = Folder::new();
        for format in FORMATS {
            let [one, again] = ["one", "again"].map(|name| format!("{name}/{format}"));
            let out = folder.path(&one);
            let expected = format!("{tests} tests of {game}, {made}, in {}\n", out.display());
            assert_eq!(package(&folder, game, format, &one), expected);
            package(&folder, game, format, &again);
        }
        // What differs, the number of inputs, the answers that are not those of `solve`, the inputs that `check` refuses,
        // and those that are not what their command makes.
        let script = format!(
            "diff -r one again; cd one/icpc/data/secret; ls *.in | wc -l; \
             for input in *.in; do grundy solve -g {game} $input | cmp - ${{input%in}}ans; done; \
             grundy check -g {game} *.in; \
             for input in *.in; do sh ../../../legacy/data/secret/${{input%in}}desc | cmp - $input; done"
        );
        let compared = folder.shell(&script);
        assert_eq!(
            (compared.out.trim(), &*compared.err),
            (&*tests.to_string(), "")
        );
        let files = "legacy/domjudge-problem.ini legacy/problem_statement/problem.html legacy/problem_statement/problem.txt \
            legacy/problem_statement/problem.en.tex icpc/statement/problem.en.tex icpc/generators/generators.yaml \
            polygon/problem.xml polygon/doall.sh sinol/config.yml";
        for file in files.split(' ') {
            assert!(!folder.read(&format!("one/{file}")).is_empty());
        }
    }
}

/// Shapes that need larger positions, and the samples of the original, are left out. Words may change places.
#[test]
fn what_is_in_a_package_is_within_its_limits() {
    let folder = Folder::new();
    for (number, task) in (0..).zip([
        "nim -m 1",
        "gra -m 3 -n 1",
        "bounded -m 5",
        "staircase -m 1",
        "constrained -m 9 -n 3",
        "kamyki -m 1000 -n 100 --words NIE,TAK",
        "0.77 -m 3 -n 1",
    ]) {
        let line = format!("gen -g {task} --package legacy --out p{number}");
        folder.run(&line).with(0);
        let check =
            format!("check -g {task} p{number}/data/sample/*.in p{number}/data/secret/*.in");
        folder.shell(&format!("grundy {check}")).with(0);
        assert!(
            folder.path(&format!("p{number}/data/sample/1.in")).exists(),
            "{task}"
        );
    }
    let solution = folder.read("p5/submissions/accepted/solution.cpp");
    shows(&solution, "? \"NIE\" : \"TAK\"");
    let statement = folder.read("p5/problem_statement/problem.txt");
    assert!(
        statement.contains("TAK") && statement.contains("NIE"),
        "{statement}"
    );
}

#[test]
fn limits_words_and_time_of_a_package_are_those_of_the_options() {
    let folder = Folder::new();
    let out = folder.name("nim");
    let options = "-m 50 -n 7 --words TAK,NIE --time-limit 500ms --seed 3";
    run(&format!(
        "gen -g nim --package legacy --out {out} {options}"
    ))
    .with(0);
    let mut answers = String::new();
    for answer in fs::read_dir(folder.path("nim/data/secret")).unwrap() {
        let path = answer.unwrap().path();
        if path.extension().is_some_and(|end| end == "ans") {
            answers += &fs::read_to_string(path).unwrap();
        }
    }
    assert!(
        answers.lines().all(|line| ["TAK", "NIE"].contains(&line)),
        "{answers}"
    );
    shows(
        &folder.read("nim/domjudge-problem.ini"),
        "timelimit = 0.5\n",
    );
    let statement = folder.read("nim/problem_statement/problem.txt");
    shows(
        &statement,
        "TAK if the player to move wins when both play as well as they can, otherwise NIE.",
    );
    shows(&statement, "(1 <= n <= 7)");
    shows(
        &folder.read("nim/input_validators/validator.cpp"),
        "M = 50ULL, N = 7ULL",
    );
    shows(
        &folder.read("nim/submissions/accepted/solution.cpp"),
        "\"TAK\" : \"NIE\"",
    );
}

#[test]
fn the_statement_of_a_rules_program_is_what_it_says_and_a_draft_of_the_rest() {
    let folder = Folder::new();
    package(&folder, "MOVE", "legacy", "move");
    let statement = folder.read("move/problem_statement/problem.txt");
    let expected = "A move & 100% of <it>\n\nAlice and Bob have two heaps.\n\nThey play.\n\nTake from one heap.\n\n\
        Input\n\nTwo numbers a_i up to 1000.\n\nOutput\n\nA move.\n";
    assert!(statement.starts_with(expected), "{statement}");
    shows(
        &folder.read("move/problem_statement/problem.html"),
        "<h1>A move &amp; 100% of &lt;it&gt;</h1>",
    );
    shows(
        &folder.read("move/problem_statement/problem.en.tex"),
        "\\problemname{A move \\& 100\\% of <it>}",
    );

    package(&folder, "WYTHOFF", "legacy", "wythoff");
    let statement = folder.read("wythoff/problem_statement/problem.txt");
    let expected =
        "DRAFT: the form of the input. A position of size at most 60 (stones in both heaps).";
    shows(&statement, expected);
    shows(&statement, "Stones lie in two heaps. A move takes");

    let silent = MOVE.replace(r"rules: Take from one heap.\n", "");
    let game = folder.program(
        "silent.py",
        &silent.replace("print(\"story", "_ = (\"story"),
    );
    run(&format!(
        "gen -g {game} --package legacy --out {}",
        folder.name("silent")
    ))
    .with(0);
    let statement = folder.read("silent/problem_statement/problem.txt");
    shows(&statement, "DRAFT: the moves.");
    shows(
        &statement,
        "A position of extent at most 100 with at most 2 parts.",
    );
}

/// `grundy check` and the validators of packages say the same about spoilt samples.
#[test]
fn validators_and_check_agree() {
    if Command::new("g++").arg("--version").output().is_err() {
        skipped("validators_and_check_agree", "g++ is not installed");
        return;
    }
    let spoil: [fn(&str) -> String; 12] = [
        str::to_owned,
        |text| text.replacen(' ', "  ", 1),
        |text| text.replacen('\n', " \n", 1),
        |text| text.trim_end().to_owned(),
        |text| format!("{text}\n"),
        |text| text.replace('\n', "\r\n"),
        |text| format!("0{text}"),
        |text| text.replacen('\n', " ", 1),
        |text| text.replacen('1', "-1", 1),
        |text| text.replacen('2', "18446744073709551615", 1),
        |text| format!("{text}1\n"),
        |_| String::new(),
    ];
    for game in &GAMES[..7] {
        let folder = Folder::new();
        package(&folder, game, "legacy", "task");
        let mut script = "g++ -O1 -o validator task/input_validators/validator.cpp\n".to_owned();
        let sample = folder.read("task/data/sample/1.in");
        for (number, spoil) in spoil.iter().enumerate() {
            folder.write(&format!("{number}.in"), spoil(&sample));
            _ = writeln!(
                script,
                "./validator <{number}.in >/dev/null; one=$?; grundy check --kattis -g {game} {number}.in >/dev/null; \
                 echo {number} $one $?"
            );
        }
        let codes = folder.shell(&script).with(0);
        for (number, line) in codes.lines().enumerate() {
            let is_right = spoil[number](&sample) == sample;
            let code = if is_right { 42 } else { 43 };
            assert_eq!(
                line,
                format!("{number} {code} {code}"),
                "{game}: {:?}",
                spoil[number](&sample)
            );
        }
        assert_eq!(codes.lines().count(), spoil.len());
    }
}

#[test]
fn a_folder_that_is_not_empty_is_refused() {
    let folder = Folder::new();
    folder.write("file", "mine");
    let refusals = "--out . => is not empty: expected an empty
--out file/tests => error: cannot make ";
    for kind in ["--package icpc", "--suite shapes", "--up-to 2"] {
        all_refused(&folder, &format!("gen -g nim {kind}"), refusals);
        assert_eq!(folder.read("file"), "mine");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    }
}
