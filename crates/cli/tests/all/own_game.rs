//! Rules programs at the command line: options, exit codes, and what docs/own-game.md does not show.
#![cfg(unix)]

use std::process::Command;
use std::{env, fs};

use grundy_features::tier;

use crate::support::{Ended, Folder, holds, json, quoted, refused, skipped, wythoff};

/// Judges an awk program, with time for a busy machine.
fn judge(folder: &Folder, options: &str, program: &str) -> Ended {
    let program = quoted(program);
    folder.run(&format!(
        "judge --time-limit 60s -g {options} -- awk {program}"
    ))
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
    let home = env::var("HOME").unwrap_or_default();
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
    // More positions than are kept at a time.
    let draws = "random) awk '{ print $1 - ($1 > 2 ? $3 % 3 : 0) }' ;;\n*) exit";
    folder.program("drawn", &text.replace("*) exit", draws));
    let options = "--suite shapes -m 1000000 -n 1 --cases count:1000 --out tests";
    folder.run(&format!("gen -g ./drawn {options}")).with(0);
    let draws = starts(&["random"]);
    assert!((1..=30).contains(&draws), "{draws}");
}

/// The rules that `grundy new` writes pass the test beside them, which fails where they are spoilt.
#[test]
fn rules_to_start_from() {
    const LANGUAGES: [(&str, &str, &str); 4] = [
        ("python", "python3", "rules.py"),
        ("javascript", "node", "rules.js"),
        ("cpp", "g++", "rules.cpp"),
        ("rust", "rustc", "rules.rs"),
    ];
    let shapes = ["heaps", "numbers", "strip", "graph", "board"];
    let folder = Folder::new();
    for (language, program, file) in LANGUAGES {
        if Command::new(program).arg("--version").output().is_err() {
            let is_needed = env::var_os("GRUNDY_ALL_LANGUAGES").is_some();
            assert!(!is_needed, "{program} is not installed");
            skipped(
                "rules_to_start_from",
                &format!("{program} is not installed"),
            );
            continue;
        }
        for shape in &shapes[..tier(1, shapes.len())] {
            let name = format!("{language}-{shape}");
            let is_judged = ["python", "rust"].contains(&language);
            let task = if is_judged { " --task" } else { "" };
            let new = format!("new {name} --shape {shape} --language {language}{task}");
            assert_eq!(folder.run(&new).code, Some(0), "{new}");
            let test = format!("sh {name}/test.sh");
            let ended = folder.shell(&test);
            assert_eq!(ended.code, Some(0), "{name}: {}{}", ended.out, ended.err);
            let said = [
                "The known answers are right; to size ",
                &format!("{name}: python3 wrong.py"),
            ];
            let said = said.map(|words| ended.out.contains(words));
            assert_eq!(said, [true, is_judged], "{}", ended.out);
            assert!(!ended.err.contains("warning: "), "{}", ended.err);
            // The position whose answer the test knows is another one's then.
            let spoilt = folder.read(&format!("{name}/{file}"));
            let spoilt = spoilt.replace("First Second", "Second First");
            folder.write(&format!("{name}/{file}"), spoilt);
            assert_ne!(folder.shell(&test).code, Some(0), "{name}");
        }
    }
    let again = folder.run("new python-heaps");
    refused(
        again,
        "error: cannot make python-heaps: it is not empty: expected an empty folder or none\n",
    );
    for name in ["a/b\"c", "a/ "] {
        let error = "expected a folder whose name has letters, digits, `-`, `_` and blanks only";
        refused(
            folder.run(&format!("new '{name}'")),
            &format!("error: {name}: {error}\n"),
        );
    }
    let said = folder.run("new 'my NAME of ABOUT/'").err;
    assert_eq!(
        said,
        "my NAME of ABOUT/rules.py has the rules; my NAME of ABOUT/test.sh tries them\n"
    );
    let rules = folder.read("my NAME of ABOUT/rules.py");
    assert!(
        rules.contains("# The rules of my NAME of ABOUT. `about`"),
        "{rules}"
    );
    assert!(rules.contains("title: my NAME of ABOUT\n"), "{rules}");
}

/// Tasks of public judges in `examples/rules/`: positions of samples, their answers, and an awk program with a mistake.
const TASKS: [[&str; 4]; 10] = [
    [
        "atcoder-dp-k.py",
        "4 2 3\n5 2 3\n7 2 3\n20 1 2 3\n21 1 2 3\n",
        "First\nSecond\nFirst\nSecond\nFirst\n",
        "NR == 1 { k = $2 } NR == 2 { print (k % ($1 + $NF) < $1 ? \"Second\" : \"First\") }",
    ],
    [
        "codeforces-1382b.py",
        "6\n2 5 4\n1 1 1 1 1 1 1 1\n1 2 3 4 5 6\n1 1 2 1 2 2\n1 2 2 1 1\n1 1 1\n",
        "First\nSecond\nSecond\nFirst\nSecond\nFirst\n",
        "NR > 1 && NR % 2 { print ($1 == 1 ? \"Second\" : \"First\") }",
    ],
    [
        "codeforces-787c.py",
        "5 | 2 3 | 1 2 3 | 2 1\n5 | 2 3 | 1 2 3 | 4 1\n5 | 2 3 | 1 2 3 | 5 1\n",
        "Lose\nWin\nLoop\n",
        "{ print \"Win\" }",
    ],
    [
        "cses-1098.cpp",
        "1\n2 5 5 7\n",
        "first\n",
        "NR > 1 && NR % 2 { print (($1 + $2 + $3 + $4) % 4 ? \"first\" : \"second\") }",
    ],
    [
        "hdu-1850.pl",
        "5 7 9\n0 0 0\n",
        "1\n",
        "NR % 2 == 0 { print 1 }",
    ],
    [
        "codingame-misere-nim.py",
        "3\n5\n1\n7\n",
        "1:4\nCONCEDE\n1:6\n",
        "NR > 1 { print (NF == 1 ? \"1:\" $1 : \"CONCEDE\") }",
    ],
    [
        "uva-847.py",
        "162\n17\n34012226\n",
        "Stan wins.\nOllie wins.\nStan wins.\n",
        "{ print ($1 > 9 && $1 <= 18 ? \"Ollie wins.\" : \"Stan wins.\") }",
    ],
    [
        "timus-1180.py",
        "8\n",
        "1\n2\n",
        "{ print ($1 % 3 ? \"1\\n1\" : 2) }",
    ],
    [
        "codeforces-87c.py",
        "3\n6\n100\n",
        "2\n-1\n8\n",
        "{ print ($1 > 2 && $1 % 2 ? 2 : -1) }",
    ],
    [
        "leetcode-913.py",
        "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]] 1 2 mouse\n[[1,3],[0],[3],[0,2]] 1 2 mouse\n",
        "0\n1\n",
        "{ split($0, near, \"]\"); print (near[2] ~ /[[,]0/ ? 1 : 2) }",
    ],
];

/// Samples of judges come out right, a wrong program is rejected, and a package is made, of which the validator accepts the tests, and
/// where it knows how many positions there are, refuses them without their last lines.
#[test]
fn tasks_of_judges() {
    if Command::new("g++").arg("--version").output().is_err() {
        skipped("tasks_of_judges", "g++ is not installed");
        return;
    }
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/");
    for [file, positions, answers, wrong] in TASKS {
        let folder = Folder::new();
        let mut game = quoted(&format!("{examples}{file}"));
        if file.strip_suffix(".cpp").is_some() {
            folder.shell(&format!("g++ -O1 -o game {game}")).with(0);
            game = "./game".to_owned();
        }
        folder.write("positions", positions);
        let solved = folder.shell(&format!("grundy solve -g {game} <positions"));
        assert_eq!(solved.with(0), answers, "{file}");
        judge(&folder, &format!("{game} --first"), wrong).with(1);
        let package = format!("gen -g {game} --package legacy --tests 4 --out task");
        folder.run(&package).with(0);
        let script = "g++ -O1 -o valid task/input_validators/*.cpp; for test in task/data/secret/*.in; do \
            ./valid <$test >said; all=$?; head -n -1 $test | ./valid >said; echo $all $?; done | sort -u";
        let codes = folder.shell(script).with(0);
        let is_numbered = [
            "hdu-1850.pl",
            "cses-1098.cpp",
            "codeforces-1382b.py",
            "codingame-misere-nim.py",
        ]
        .contains(&file);
        let is_right = |line: &str| line.starts_with("42 ") && (!is_numbered || line == "42 43");
        assert!(
            codes.lines().all(is_right) && !codes.is_empty(),
            "{file}: {codes}"
        );
    }
}

/// Berzerk, Codeforces 787C, by retrograde analysis.
const BERZERK: &str = r#"
n, *steps = [list(map(int, input().split())) for _ in range(3)]
n, steps = n[0], [own[1:] for own in steps]
known, left = {(player, 0): "Lose" for player in (0, 1)}, {}
todo = list(known)
for player, planet in todo:
    for step in steps[1 - player]:
        before = 1 - player, (planet - step) % n
        left[before] = left.get(before, len(steps[1 - player])) - 1
        if before not in known and (known[player, planet] == "Lose" or left[before] == EARLY):
            known[before] = "Win" if known[player, planet] == "Lose" else "Lose"
            todo.append(before)
for player in (0, 1):
    print(*(known.get((player, planet), "Loop") for planet in range(1, n)))
"#;

/// An input asks about all starts: a program answers them in its order, each input is a test once, and packages have such tests.
#[test]
fn an_input_asks_about_several_positions() {
    if Command::new("python3").arg("--version").output().is_err() {
        skipped(
            "an_input_asks_about_several_positions",
            "python3 is not installed",
        );
        return;
    }
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/rules/codeforces-787c.py"
    );
    let (game, folder) = (quoted(file), Folder::new());
    folder.write("right.py", BERZERK.replace("EARLY", "0"));
    folder.write("wrong.py", BERZERK.replace("EARLY", "1"));
    let judge = |options: &str, program: &str| {
        let line = format!("judge -g {game} {options} -- python3 {program}");
        folder.run(&line)
    };
    let page = judge("--up-to 3 --random 5", "right.py").with(0);
    assert!(page.contains("every position up to size 3: 38 "), "{page}");
    let page = judge("--up-to 3 --first", "wrong.py").with(1);
    assert!(page.contains("  input     3 / 1 1 / 1 1\n"), "{page}");
    for options in ["--check closure", "--interactive"] {
        let needed = "asks about several positions, and here one is needed";
        refused(judge(options, "right.py"), needed);
    }
    let package = format!("gen -g {game} --package icpc --out task --solution right.py");
    folder.run(&package).with(0);
    // A line of its answers has several words.
    assert!(!folder.path("task/answer_validators").exists());
    let same = "for test in task/data/*/*.in; do python3 right.py <$test | cmp - ${test%in}ans || exit 1; done";
    folder.shell(same).with(0);
}

/// Misère Nim in awk: all winning moves of each position, behind a line with the number of heaps and that of positions.
const MISERE: &str = r#"function xor(a, b,   p, x) { for (p = 1; p <= a || p <= b; p *= 2) if (int(a / p) % 2 != int(b / p) % 2) x += p; return x + 0 }
NR == 1 { heaps = $1; next }
{ if (!KEEPS) said = ""
  for (i = 1; i <= heaps; i++) for (k = 1; k <= $i; k++) {
    sum = 0; large = NORMAL
    for (j = 1; j <= heaps; j++) { left = $j - (i == j ? k : 0); sum = xor(sum, left); if (left > 1) large = 1 }
    if ((large ? sum == 0 : sum == 1) && !(FIRST && said != "")) said = said " " i ":" k
  }
  print (said == "" ? "CONCEDE" : substr(said, 2)) }
"#;

/// All positions of an input share its first line: the sample of the task is a test, a right program is accepted and wrong ones are
/// rejected, also one that keeps what it said about the position before, which passes where each is alone.
#[test]
fn positions_share_a_first_line() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/rules/codingame-misere-nim.py"
    );
    let (game, folder) = (quoted(file), Folder::new());
    folder
        .shell("mkdir -p sample/in sample/out sample/position")
        .with(0);
    folder.write("sample/position/1.position", "3\n5\n1\n7\n");
    folder.write("sample/in/1.in", "1 3\n5\n1\n7\n");
    folder.write("sample/out/1.out", "1:4\nCONCEDE\n1:6\n");
    folder.run(&format!("check -g {game} sample")).with(0);
    folder.write("sample/in/1.in", "1 2\n5\n1\n7\n");
    folder.run(&format!("check -g {game} sample")).with(1);
    folder.write("misere.awk", MISERE);
    let judge = |mistake: &str| {
        let options = "--jobs 1 --up-to 8 --random 40 --time-limit 60s";
        let line = format!("judge -g {game} {options} -- awk {mistake} -f misere.awk");
        folder.run(&line)
    };
    judge("").with(0);
    for (mistake, input) in [
        ("-v NORMAL=1", "input     1 1 / 1\n"),
        ("-v FIRST=1", "input     2 1 / 1 1\n"),
        (
            "-v KEEPS=1",
            "input     2 2 / 1 3 / 2 2\n  position  2 / 1 3 / 2 2\n",
        ),
    ] {
        let page = judge(mistake).with(1);
        assert!(page.contains(input), "{mistake}: {page}");
    }
}
