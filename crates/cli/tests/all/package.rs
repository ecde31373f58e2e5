//! `grundy gen --package`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use grundy_features::tier;

use crate::support::{Folder, ROW, kill, quoted, run, shows, skipped, wait_until};

const FORMATS: [&str; 4] = ["legacy", "icpc", "polygon", "sinol"];

/// Every built-in game that has a statement.
pub fn built_in() -> Vec<&'static str> {
    let all = grundy_games::all().iter();
    let stated = all.filter(|game| game.about().problem.is_some());
    stated.map(|game| &*game.about().name).collect()
}

/// Games with a solution by others: built-in ones, a code, and two rules programs: one whose answers are words, and one whose
/// answer is a move.
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
    game.starts_with(|letter: char| letter.is_ascii_uppercase())
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
///
/// Several positions are in an input where the game is `GAME:CASES`, and answers have a prefix where it is `GAME:CASES:WORD`.
pub fn package(folder: &Folder, game: &str, format: &str, name: &str) -> String {
    let out = folder.name(name);
    let (game, cases) = game.split_once(':').unwrap_or((game, ""));
    let (cases, prefix) = cases.split_once(':').unwrap_or((cases, ""));
    let mut game = option(folder, game);
    if !cases.is_empty() {
        game += &format!(" --cases {cases}:100,500");
    }
    if !prefix.is_empty() {
        game += &format!(" --case-prefix '{prefix} #%d: '");
    }
    run(&format!("gen -g {game} --package {format} --out {out}")).with(0)
}

/// A row from which a move takes one to three: games are so long that recursion would be too deep. The claim is wrong, and without
/// `limits` it is not compared with the oracle.
const LONG: &str = r#"#!/usr/bin/env PYTHON
import sys
verb, *words = sys.argv[1:]
if verb == "about":
    print("sweep-to: 1500")
elif verb == "positions":
    print(words[0])
elif verb == "sizes":
    for n in range(int(words[0]), int(words[1]) + 1):
        print(n, n)
elif verb == "moves":
    for line in sys.stdin.buffer:
        print(" ; ".join(str(int(line) - k) for k in (1, 2, 3) if k <= int(line)))
elif verb == "claim":
    for line in sys.stdin:
        print("Yes" if int(line) % 3 else "No")
else:
    sys.exit(2)
"#;

/// A claim that is itself a program of another language, started by one in Python.
const STARTER: &str = "import os, sys\nos.execvp('awk', ['awk', '-f', sys.argv[1]])\n";

#[test]
fn right_solutions_of_rules_programs_have_the_answers_of_the_oracle() {
    let folder = Folder::new();
    for python in ["python3", "pypy3"] {
        if Command::new(python).arg("--version").output().is_err() {
            let is_needed = std::env::var_os("GRUNDY_ALL_LANGUAGES").is_some();
            assert!(!is_needed, "{python} is not installed");
            skipped("right_solutions_of_rules_programs", python);
            continue;
        }
        let game = folder.program(python, &LONG.replace("PYTHON", python));
        let line = format!("gen -g {game} --package legacy --out of-{python}");
        folder.run(&line).with(0);
        let compared = folder.shell(&format!(
            "cd of-{python}/data/secret; ls *.in | wc -l; for input in *.in; do \
             {python} ../../submissions/accepted/solution.py <$input | cmp - ${{input%in}}ans; done"
        ));
        assert_eq!((compared.out.trim(), &*compared.err), ("15", ""));
        let statement = folder.read(&format!("of-{python}/problem_statement/problem.txt"));
        shows(&statement, "A position of size at most 1500.\n");
    }
    let line = "gen -g ./python3 --package legacy --interactive --out play";
    folder.run(line).with(0);
    let interactor = folder.read("play/output_validators/interactor.py");
    shows(&interactor, "\nLOST = None\n");

    folder.program("move", MOVE);
    folder.write("start.py", STARTER);
    folder.write(
        "right.awk",
        "{ print $1 == $2 ? \"lost\" : $1 < $2 ? $1 \" \" $1 : $2 \" \" $2 }",
    );
    let claim = "--claim 'python3 start.py right.awk'";
    let made = folder.run(&format!(
        "gen -g ./move {claim} --package legacy --out claimed"
    ));
    made.says("add one (the program that answers is no script in Python)")
        .with(0);
    assert!(!folder.path("claimed/submissions/accepted").exists());
}

/// A row from which a move takes one to three, with what `about` prints.
const TAKE: &str = r#"#!/usr/bin/env python3
import sys
verb = sys.argv[1]
if verb == "about":
    print("sweep-to: 40\n@")
elif verb == "positions":
    print(sys.argv[2])
elif verb == "random":
    for line in [" ".join(sys.argv[2:])] if len(sys.argv) > 2 else sys.stdin:
        m, n, seed = map(int, line.split())
        print(m - seed * 7919 % (m // 2 + 1))
elif verb == "input" and "hidden" in __file__:
    for line in sys.stdin:
        print("row", line.strip())
elif verb == "moves":
    for line in sys.stdin:
        print(" ; ".join(str(int(line) - k) for k in (1, 2, 3) if k <= int(line)))
else:
    sys.exit(2)
"#;

/// Solutions in both languages give the answers of all tests; beyond the oracle these are the formula's own.
#[test]
fn solutions_by_a_formula_have_the_answers_of_the_tests() {
    if !has_compiler("solutions_by_a_formula") {
        return;
    }
    let folder = Folder::new();
    let take = |name: &str, about: &str| folder.program(name, &TAKE.replace('@', about));
    take("words.py", "formula: lost iff a mod 4 = 0");
    take("swapped.py", "answer: 1 0");
    take(
        "value.py",
        "answer: grundy\\nformula: value = a mod 4\\nlimits: 1000000000000000000 1",
    );
    let games = include_str!("../formulas/games.py");
    let small = games.replace("print(\"title:\", name)", "print(\"sweep-to: 7\")");
    folder.program("mock-turtles.py", &small);
    let tasks = [
        ("./words.py --words A,B", 12),
        ("./swapped.py --words 0,1 --formula 'value = a mod 4'", 12),
        ("./value.py", 50),
        (
            "./mock-turtles.py --formula \"value = nimsum(places 'H': odious(x - 1))\"",
            21,
        ),
    ];
    for (number, (task, tests)) in tasks.iter().enumerate() {
        let line = format!("gen -g {task} --package legacy --out of-{number}");
        let made = folder.run(&line);
        assert!(!made.err.contains("solution"), "{}", made.err);
        made.with(0);
        let compared = folder.shell(&format!(
            "cd of-{number}; g++ -std=c++17 -O1 -Wall -Wextra -Werror -o cpp submissions/accepted/solution.cpp; \
             for input in data/*/*.in; do ./cpp <$input | cmp - ${{input%in}}ans; \
             python3 submissions/accepted/solution2.py <$input | cmp - ${{input%in}}ans; done; ls data/*/*.in | wc -l"
        ));
        // Beside those of the shapes there are tests that are added for mutants.
        assert_eq!(compared.err, "", "{task}");
        assert!(
            compared.out.trim().parse::<u32>().unwrap() >= *tests,
            "{task}"
        );
    }
    // Which moves win follows from the formula one move further.
    for (form, right) in [
        ("count", "str(min(n % 4, 1))"),
        (
            "A B then first-move",
            "f'A\\n{n - n % 4}' if n % 4 else 'B'",
        ),
    ] {
        let about = "formula: lost iff a mod 4 = 0\\nlimits: 1000000000000000000 1";
        take("moves.py", &format!("answer: {form}\\n{about}"));
        folder
            .shell("rm -rf of; grundy gen -g ./moves.py --package legacy --out of")
            .with(0);
        folder.write(
            "check.py",
            format!(
                "import glob\nsizes = []\nfor name in glob.glob('of/data/*/*.in'):\n    n = int(open(name).read())\n    \
                 sizes.append(n)\n    assert open(name[:-2] + 'ans').read() == ({right}) + '\\n', name\nprint(max(sizes) > 10**17)\n"
            ),
        );
        let compared = folder.shell(
            "python3 check.py; for input in of/data/*/*.in; do \
             python3 of/submissions/accepted/solution.py <$input | cmp - ${input%in}ans; done",
        );
        assert_eq!((&*compared.out, &*compared.err), ("True\n", ""), "{form}");
    }
    // The commands that make the tests again have the formula.
    let line = "gen -g ./swapped.py --formula 'value = a mod 4' --package polygon --out polygon";
    folder.run(line).with(0);
    let made = folder
        .shell("cp -r polygon again; rm again/tests/0[4-9]; again/doall.sh; diff -r polygon again");
    assert_eq!((&*made.out, &*made.err), ("", ""));
}

/// The right solution gives the answers of the tests, which the validator or the checker accepts, and a wrong answer neither.
#[test]
fn programs_of_a_package_know_each_form_of_answers() {
    if !has_compiler("each_form_of_answers") {
        return;
    }
    let folder = Folder::new();
    let forms = [
        "count mod 2",
        "remoteness",
        "'I win.' 'You win.'",
        "all-moves none any-order",
        "A B then count mod 2",
        "A B then first-move",
        "A B then move",
        "A B then all-moves any-order",
        "'A won' B then remoteness",
    ];
    let inputs = ["", "\\ncases: end 9\\ncase-prefix: Case #%d:"].into_iter();
    let all = inputs.flat_map(|cases| {
        let first = if cases.is_empty() { 0 } else { tier(6, 0) };
        forms[first..].iter().map(move |form| (form, cases))
    });
    for (number, (form, cases)) in all.enumerate() {
        let about = format!("answer: {}{cases}", form.replace('\'', "\\\""));
        folder.program(&format!("{number}.py"), &TAKE.replace('@', &about));
        folder
            .run(&format!(
                "gen -g ./{number}.py --package icpc --out of-{number}"
            ))
            .with(0);
        let codes = folder.shell(&format!(
            "cd of-{number}; program=$(ls output_validator/checker.cpp answer_validators/validator.cpp 2>/dev/null); \
             g++ -std=c++17 -Wall -Wextra -Werror -o accepts $program; for input in data/secret/*.in; do answer=${{input%in}}ans; \
             python3 submissions/accepted/solution.py <$input >out; if [ -e output_validator ]; \
             then awk '{{ first = $1 == \"Case\" ? 2 : 0; for (i = 1; i <= first; i++) printf \"%s \", $i; \
             for (i = NF; i > first; i--) printf \"%s \", $i; print \"\" }}' out >turned; ./accepts $input $answer . <turned; \
             else cmp out $answer; ./accepts $input <$answer; fi; echo right $?; \
             echo A | ./accepts $input $answer .; echo wrong $?; done | sort -u"
        ));
        assert_eq!(
            (&*codes.out, &*codes.err),
            ("right 42\nwrong 43\n", ""),
            "{form}{cases}"
        );
    }
}

#[test]
fn where_a_formula_gives_no_solution_a_note_says_why() {
    let folder = Folder::new();
    let take = |name: &str, about: &str| folder.program(name, &TAKE.replace('@', about));
    take("large.py", "limits: 9223372036854775808 1");
    take("hidden.py", "");
    take("word.py", "");
    let make = |game: &str, formula: &str| {
        let formula = quoted(formula);
        folder.run(&format!(
            "gen -g {game} --formula {formula} --package legacy --out of{}",
            &game[1..]
        ))
    };
    let right = "lost iff a mod 4 = 0";
    make("./large.py", right)
        .says("no solution .cpp by the formula: m is 9223372036854775808")
        .with(0);
    assert!(
        folder
            .path("of/large.py/submissions/accepted/solution.py")
            .exists()
    );
    make("./hidden.py", right)
        .says("no right solution: add one (inputs are not positions")
        .with(0);
    make("./word.py", "lost iff a mod 3 = 0")
        .says("'lost iff a mod 3 = 0' is wrong about 3: it says No")
        .with(2);
    // The interactor asks the rules program for moves, since it has no claim.
    let line = "gen -g ./large.py --formula 'lost iff a mod 4 = 0' --package legacy --interactive --out play";
    folder.run(line).with(0);
    shows(
        &folder.read("play/output_validators/interactor.py"),
        "\nLOST = None\n",
    );
}

/// `grundy check` and the validators of packages say the same about spoilt samples.
#[test]
fn validators_and_check_agree() {
    if !has_compiler("validators_and_check_agree") {
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
    let all = [built_in(), vec!["0.77"]].concat();
    for game in tier(vec!["gra", "0.77"], all) {
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

/// Solutions answer all positions of an input, a checker accepts one right line for each, and validators count positions and parts
/// as `grundy check` does.
#[test]
fn programs_of_a_package_read_several_positions() {
    if !has_compiler("programs_of_a_package_read_several") {
        return;
    }
    let games = [
        "nim",
        "constrained",
        "MOVE",
        "gra",
        "bounded",
        "staircase",
        "0.77",
    ];
    for game in &games[..tier(3, games.len())] {
        for cases in ["count", "end", "zero"] {
            let folder = Folder::new();
            let prefix = if cases == "count" { ":Case" } else { "" };
            package(&folder, &format!("{game}:{cases}{prefix}"), "icpc", "task");
            let compiled = folder.shell(
                "cd task; for file in *_validator*/*.cpp submissions/*/*.cpp; do \
                 [ ! -e $file ] || g++ -std=c++17 -O1 -Wall -Werror -o ${file%.cpp} $file; done; \
                 cp submissions/accepted/solution cpp 2>/dev/null || ls submissions/accepted/solution.py >/dev/null",
            );
            let script = "cd task; for input in data/*/*.in; do answer=${input%in}ans; input_validators/validator <$input; echo $?; \
                [ ! -e answer_validators ] || { answer_validators/validator $input <$answer; echo $?; }; \
                for run in ./cpp 'python3 submissions/accepted/solution.py' 'python3 submissions/accepted/solution2.py'; do \
                [ -e ${run##* } ] || continue; $run <$input >out; \
                if [ -e output_validator ]; then output_validator/checker $input $answer . <out; echo $?; \
                sed 1d out | output_validator/checker $input $answer .; echo $((85 - $?)); else cmp out $answer; fi; done; done | sort -u";
            assert_eq!(
                (&*compiled.err, &*folder.shell(script).with(0)),
                ("", "42\n"),
                "{game}, {cases}"
            );
            if *game != "nim" {
                continue;
            }
            let count = |number: usize| {
                if cases == "count" {
                    format!("{number}\n")
                } else {
                    String::new()
                }
            };
            let position = |heaps: usize| format!("{heaps}\n{}\n", vec!["1"; heaps].join(" "));
            for (number, heaps, code) in [
                (100, 5, 42),
                (101, 1, 43),
                (2, 251, 43),
                (1, 500, 42),
                (0, 1, 43),
            ] {
                let ends = if cases == "zero" { "0\n" } else { "" };
                let positions = position(heaps).repeat(number);
                folder.write("in", count(number) + &positions + ends);
                let line = format!(
                    "task/input_validators/validator <in >out; echo $?; grundy check --kattis -g nim --cases {cases}:100,500 in >out; echo $?"
                );
                assert_eq!(
                    folder.shell(&line).out,
                    format!("{code}\n{code}\n"),
                    "{number} {heaps}"
                );
            }
            folder.write("in", format!("{}{}1", count(1), position(1)));
            assert_eq!(
                folder
                    .shell("task/input_validators/validator <in >out; echo $?")
                    .out,
                "43\n"
            );
        }
    }
}

/// A compiler of C++, or a note that there is none.
fn has_compiler(test: &str) -> bool {
    let has = Command::new("g++").arg("--version").output().is_ok();
    if !has {
        skipped(test, "g++ is not installed");
    }
    has
}

/// Where a period is proved, the solution of a code uses it, and heaps may be larger than any table.
#[test]
fn right_solutions_of_codes_reach_the_limits() {
    if !has_compiler("right_solutions_of_codes") {
        return;
    }
    let tasks = [
        "0.77 -m 1000000000000000000 -n 1000",
        "0.137 -m 1000000000000 -n 5",
        "0.[3] -m 30000 -n 100",
        "4.[3] -m 1000 -n 100",
        "4!.0 -m 10000 -n 100",
        "subtract:2,5,7 -m 1000000000 -n 9",
    ];
    for task in &tasks[..tier(2, tasks.len())] {
        let folder = Folder::new();
        folder
            .run(&format!("gen -g {task} --package legacy --out task"))
            .with(0);
        let compared = folder.shell(
            "g++ -O2 -Wall -Wextra -Werror -o solution task/submissions/accepted/solution.cpp; cd task/data/secret; \
             for input in *.in; do timeout 20 ../../../solution <$input | cmp - ${input%in}ans; done; ls *.in | wc -l",
        );
        // There are 12 tests of the shapes, and those that are added for mutants.
        assert_eq!(compared.err, "", "{task}");
        assert!(compared.out.trim().parse::<u32>().unwrap() >= 12, "{task}");
    }
}

/// A judge stops a program for its memory as soon as for its time, and its verdict is then another one.
#[test]
fn slow_solutions_need_no_memory() {
    if !has_compiler("slow_solutions_need_no_memory") {
        return;
    }
    for task in &["constrained", "0.[3] -m 30000 -n 100"][tier(1, 0)..] {
        let folder = Folder::new();
        folder
            .run(&format!("gen -g {task} --package icpc --out task"))
            .with(0);
        let ran = folder.shell(
            "g++ -O2 -o slow task/submissions/time_limit_exceeded/slow.cpp; input=$(ls -S task/data/secret/*.in | head -n 1); \
             ulimit -s unlimited; ulimit -v 65536; timeout 2 ./slow <$input; echo $?",
        );
        assert_eq!((ran.out.trim(), &*ran.err), ("124", ""), "{task}");
    }
}

/// Wythoff's game, whose positions mostly have several winning moves; a word behind the numbers is not ASCII, and an empty line is
/// the end of the game.
const SEVERAL: &str = r#"#!/usr/bin/env python3
import sys
verb = sys.argv[1]
name = lambda a, b: f"{a} {b} \u017c\u00f3\u0142w"
if verb == "about":
    print("size: stones\nsmallest: 1\nsweep-to: 9\nanswer: move lost")
elif verb == "positions":
    for a in range(int(sys.argv[2]) + 1):
        print(name(a, int(sys.argv[2]) - a))
elif verb == "moves":
    for line in sys.stdin:
        a, b = map(int, line.split()[:2])
        moves = [(i, b) for i in range(a)] + [(a, i) for i in range(b)] + [(a - k, b - k) for k in range(1, min(a, b) + 1)]
        print(" ; ".join(name(*move) for move in moves))
elif verb == "input":
    for line in sys.stdin:
        print(line.strip(), "/")
else:
    sys.exit(2)
"#;

/// The draft of a validator accepts the inputs of the tests, and a checker one right move.
#[test]
fn programs_of_a_package_accept_what_its_tests_have() {
    if !has_compiler("programs_of_a_package") {
        return;
    }
    let folder = Folder::new();
    let game = folder.program("several.py", SEVERAL);
    folder
        .run(&format!("gen -g {game} --package legacy --out task"))
        .with(0);
    let script = "g++ -o validator task/input_validators/validator.cpp; g++ -o checker task/output_validators/checker.cpp; \
        for input in task/data/*/*.in; do ./validator <$input >/dev/null; echo $?; done | sort -u; \
        for input in '1 2\\tx\\001' '1 02 x' '01 2 x' '1 00' '1 2.05 x02 0'; do \
        printf \"$input\\n\\n\" | ./validator >/dev/null; echo $?; done";
    let codes = "42\n43\n43\n43\n43\n42\n";
    assert_eq!(folder.shell(script).with(0), codes);
    let several = folder
        .shell("grep -l ';' task/data/secret/*.ans | head -n 1")
        .with(0);
    let answers = folder.read(several.trim());
    let all = answers.trim_end().strip_prefix("any of: ").unwrap();
    let checked = |output: &str| {
        folder.write("output", output);
        let line = format!("./checker {0} {0} . <output; echo $?", several.trim());
        folder.shell(&line).with(0)
    };
    for one in all.split(" ; ") {
        assert_eq!(checked(one), "42\n", "{one}");
    }
    // Some systems check that the answer file is accepted.
    assert_eq!(checked(&answers), "42\n");
    for wrong in [all, "lost", "", "any of:"] {
        assert_eq!(checked(wrong), "43\n", "{wrong}");
    }
    // Samples are whole in the file of BAPCtools, and their empty lines have no blanks.
    folder
        .run(&format!("gen -g {game} --package icpc --out icpc"))
        .with(0);
    shows(
        &folder.read("icpc/generators/generators.yaml"),
        "        in: |2+\n          0 1 \u{17c}\u{f3}\u{142}w\n\n        ans: |2+\n",
    );
    assert!(
        !folder
            .read("task/problem_statement/problem.txt")
            .contains("any of")
    );
}

/// Letters are compared as `--case` says, moves count by their names alone, and a byte order mark before the output is
/// skipped, by every checker that a package brings.
#[test]
fn checkers_compare_letters_as_the_judge_does() {
    let folder = Folder::new();
    let named = MOVE.replace("f\"{i} {b}\"", "f\"L{i} -> {i} {b}\"");
    let named = named.replace("f\"{a} {i}\"", "f\"R{i} -> {a} {i}\"");
    let named = named.replace(
        "f\"{min(a, b)} {min(a, b)}\"",
        "f\"{'LR'[a < b]}{min(a, b)}\"",
    );
    let game = folder.program("named.py", &named);
    for (case, code) in [("fold", 42), ("exact", 43)] {
        for (game, format) in [
            (&*game, "legacy"),
            ("nim", "legacy"),
            ("nim", "icpc"),
            ("nim", "sinol"),
            ("nim", "polygon"),
        ] {
            let line =
                format!("gen -g {game} --case {case} --package {format} --out {case}-{format}");
            if game == "nim" || has_compiler("checkers_compare_letters") {
                folder
                    .run(&line.replace("-legacy", if game == "nim" { "-legacy" } else { "-moves" }))
                    .with(0);
            }
        }
        let is_there = |file: &str| folder.path(&format!("{case}-{file}")).exists();
        let says = |file: &str, text| folder.read(&format!("{case}-{file}")).contains(text);
        let is_exact = case == "exact";
        assert_eq!(
            says("legacy/problem.yaml", "validator_flags: case_sensitive\n"),
            is_exact
        );
        assert_eq!(is_there("icpc/data/test_group.yaml"), is_exact);
        let generators = "test_group.yaml:\n  output_validator_args: [case_sensitive]\ndata:\n";
        assert_eq!(
            says("icpc/generators/generators.yaml", generators),
            is_exact
        );
        assert_eq!(is_there("sinol/prog/nimchk.cpp"), !is_exact);
        assert!(says(
            "polygon/files/check.cpp",
            &*format!("FOLD = {};", !is_exact)
        ));
        if !is_there("moves") {
            continue;
        }
        let script = format!(
            "g++ -o checker {case}-moves/output_validators/checker.cpp; echo L3 >right; for out in L3 '\\357\\273\\277L3' l3 \
             '3 3' R3; do printf \"$out\" | ./checker right right .; echo $?; done"
        );
        let codes = format!("42\n42\n{code}\n43\n43\n");
        assert_eq!(folder.shell(&script).with(0), codes, "{case}");
    }
}

/// The rules program is one that no package can hold, in a folder whose name has a blank; the claim is in Python.
#[test]
fn commands_name_programs_outside_of_the_package_from_every_folder() {
    let folder = Folder::new();
    fs::create_dir(folder.path("my rules")).unwrap();
    let row = ROW.replace(
        "title: A row' ;;",
        "sweep-to: 20'; echo 'limits: 1000 1' ;;\nrandom) echo $2 ;;",
    );
    let rules = [b"#!/bin/sh\n# \xff\n", row.as_bytes()].concat();
    folder.write("my rules/row", rules);
    folder.shell("chmod +x 'my rules/row'").with(0);
    folder.write(
        "claim.py",
        "import sys\nfor line in sys.stdin:\n    print('Yes' if int(line) % 3 else 'No')\n",
    );
    for format in FORMATS {
        let line = format!(
            "gen -g './my rules/row' --claim 'python3 claim.py' --package {format} --out {format}"
        );
        folder.run(&line).with(0);
    }
    let script = "cd legacy/data/secret; few=$(ls *.in | head -n 4); for input in $few; do sh ${input%in}desc | cmp - $input; done; \
        for input in $few; do python3 ../../submissions/accepted/solution.py <$input | cmp - ${input%in}ans; done; \
        cd ../../../; mkdir made; cd made; sh ../sinol/prog/*ingen.sh; \
        for input in *.in; do cmp $input ../sinol/in/$input; done; ls | wc -l; \
        cd ..; cp -r polygon again; again/doall.sh; diff -r polygon again";
    let made = folder.shell(script);
    assert_eq!((made.out.trim(), &*made.err), ("12", ""));

    let folder = Folder::new();
    folder
        .run("gen -g '0.[3]' --package sinol --out sinol")
        .with(0);
    folder.write(
        "0.3",
        "a file that the shell must not put in the place of the code",
    );
    let script = "mkdir made; cd made; touch 0.3; sh ../sinol/prog/*ingen.sh; for input in *.in; do cmp $input ../sinol/in/$input; done";
    let made = folder.shell(script);
    assert_eq!((made.out.trim(), &*made.err), ("", ""));
}

/// Both took more than minutes: all moves of many large heaps were counted, and samples were looked for among all graphs with
/// eight vertices.
#[test]
fn packages_of_games_with_very_many_moves_or_positions_are_made_in_seconds() {
    let geography = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/rules/geography.py"
    );
    for game in ["0.[f]", geography] {
        let folder = Folder::new();
        let line = format!(
            "timeout 60 grundy gen -g {} --package legacy --out task",
            quoted(game)
        );
        folder.shell(&line).with(0);
    }
}

/// Files come to their place when all of them are written. After a crash they are in a folder of another name.
#[test]
fn nothing_remains_of_a_package_that_is_stopped() {
    for (is_there, signal) in [
        (false, "INT"),
        (true, "INT"),
        (false, "KILL"),
        (true, "KILL"),
    ] {
        let folder = Folder::new();
        let out = if is_there { "task" } else { "new/task" };
        if is_there {
            fs::create_dir(folder.path(out)).unwrap();
        }
        let mut child = folder
            .grundy(&format!("gen -g gra --package legacy --out {out}"))
            .spawn()
            .unwrap();
        let within = if is_there { "task" } else { "." };
        let part = folder.path(&format!("{within}/.grundy-{}", child.id()));
        wait_until("the first test", || part.join("data/secret").exists());
        kill(signal, child.id());
        let code = (signal == "INT").then_some(130);
        assert_eq!(child.wait().unwrap().code(), code);
        fs::remove_dir_all(part).unwrap_or_else(|_| assert_eq!(signal, "INT"));
        assert_eq!(folder.path(out).exists(), is_there);
        assert_eq!(fs::read_dir(folder.path(within)).unwrap().count(), 0);
    }
}
