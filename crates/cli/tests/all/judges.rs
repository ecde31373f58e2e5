//! Problem packages, as the tools of judges see them: `pip install bapctools problemtools p2d sinol-make`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::package::{GAMES, is_rules, package};
use crate::solutions::by_somebody_else;
use crate::support::{Folder, both, shows, skipped};

/// What the usual tests look at: answers that are words, a code, and a rules program whose answer is a move; inputs with one position
/// and with several. All games take
/// some minutes: `cargo test -p grundy --test all judges -- --ignored`.
const SOME: [&str; 5] = ["nim", "0.77", "MOVE", "nim:end", "MOVE:count"];

/// Lines of `bt validate` that are no complaints, and steps that it reports.
const KNOWN: [&str; 2] = ["PROBLEM ", "LOG: "];
const STEPS: [&str; 6] = [
    "Input",
    "Answer",
    "Overrides",
    "Generic Invalidation",
    "Generic output",
    "Output validator checks",
];

/// A tool of judges, and the folder in which it works, away from other packages that it has seen.
pub struct Tool {
    name: &'static str,
    folder: Folder,
}

impl Tool {
    /// The tool, or a note that it is missing.
    pub fn find(name: &'static str, test: &str) -> Option<Self> {
        let tool = Self {
            name,
            folder: Folder::new(),
        };
        // Kattis runs Python by PyPy.
        let needed = ["g++", "pypy3"].map(|needed| Command::new(needed).arg("--version").output());
        let is_there = needed.iter().all(Result::is_ok);
        if is_there && tool.command().arg("--help").output().is_ok() {
            return Some(tool);
        }
        skipped(test, &format!("{name}, g++ or pypy3 is not installed"));
        None
    }

    fn command(&self) -> Command {
        // The generators of packages call `grundy`.
        let grundy = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap();
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::split_paths(&path).chain([grundy.to_owned()]);
        let path = env::join_paths(path).unwrap();
        let mut command = Command::new(self.name);
        command
            .env("PATH", path)
            // With either set, BAPCtools has colours even in a pipe.
            .env_remove("CI")
            .env_remove("GITLAB_CI")
            .env("TMPDIR", self.folder.path(""))
            .env("XDG_CONFIG_HOME", self.folder.path(""))
            .env("XDG_CACHE_HOME", self.folder.path(".cache"));
        command
    }

    /// Whether the tool succeeds in a folder, and its output.
    pub fn run(&self, folder: &Path, arguments: &str) -> (bool, String) {
        let mut command = self.command();
        command.args(arguments.split(' '));
        let output = command.current_dir(folder).output().unwrap();
        (output.status.success(), both(&output))
    }

    /// The errors and warnings of `bt validate` about a package, and about spoilt copies of its samples.
    pub fn complaints(&self, package: &Path) -> Vec<String> {
        let (_, said) = self.run(package, "validate --no-bar");
        shows(&said, "Input validation:");
        let is_fine = |line: &&str| {
            let is_step = STEPS.iter().any(|step| line.starts_with(step));
            line.is_empty()
                || KNOWN.iter().any(|known| line.starts_with(known))
                || is_step
                    && [": Done", "Generated ", "using test case"]
                        .iter()
                        .any(|word| line.contains(word))
        };
        let lines = said.lines().map(str::trim);
        lines
            .filter(|line| !is_fine(line))
            .map(str::to_owned)
            .collect()
    }
}

/// The name of a game's package, which some tools require to be short.
pub fn id(game: &str) -> String {
    let letters = game.chars().filter(char::is_ascii_alphanumeric);
    letters.collect::<String>().to_lowercase()
}

/// Adds solutions written by others.
fn add_others(package: &Path, game: &str) {
    for (folder, is_right) in [("accepted", true), ("wrong_answer", false)] {
        let file = package.join(format!("submissions/{folder}/other.py"));
        fs::write(file, by_somebody_else(game, is_right)).unwrap();
    }
}

/// The solutions of a package, with a part of the verdict that a tool has to give.
pub const VERDICTS: [(&str, &str); 5] = [
    ("accepted/solution.", "AC"),
    ("accepted/other.", "AC"),
    ("wrong_answer/wrong.", "WA"),
    ("wrong_answer/other.", "WA"),
    ("time_limit_exceeded/slow.", "TLE"),
];

/// Leaves the first tests: `BAPCtools` makes each of them twice, which takes long with a rules program.
fn shorten(package: &Path) {
    let is_kept = |name: &str| name < "09";
    let list = package.join("generators/generators.yaml");
    let text = fs::read_to_string(&list).unwrap();
    let lines = text.split_inclusive('\n');
    let kept = lines.filter(|line| !line.contains(": gen --") || is_kept(line.trim_start()));
    fs::write(&list, kept.collect::<String>()).unwrap();
    for test in fs::read_dir(package.join("data/secret")).unwrap() {
        let test = test.unwrap();
        if !is_kept(test.file_name().to_str().unwrap()) {
            fs::remove_file(test.path()).unwrap();
        }
    }
}

fn bapctools_accepts(games: &[&str]) {
    let Some(tool) = Tool::find("bt", "bapctools_accepts") else {
        return;
    };
    for &game in games {
        let folder = Folder::new();
        package(&folder, game, "icpc", "package");
        let out = folder.path("package");
        if is_rules(game) {
            shorten(&out);
        }
        let mut complaints = tool.complaints(&out);
        if is_rules(game) {
            // The validator is a draft, and a move is not always one word in two cases; each of several is on a line of its own.
            let known = [
                "was not properly rejected",
                "swap_case",
                "valid_output/0/all_",
            ];
            complaints.retain(|line| !known.iter().any(|known| line.contains(known)));
        }
        assert_eq!(complaints, [""; 0], "{game}");
        add_others(&out, game);
        // It makes the tests again by the generators, and runs all solutions. Of the tests that are made, none may differ.
        let (succeeds, said) = tool.run(&out, "run --no-bar");
        assert!(succeeds, "{game}: {said}");
        for (solution, verdict) in VERDICTS {
            let is_judged = |line: &str| line.contains(solution) && line.contains(verdict);
            assert!(said.lines().any(is_judged), "{game}, {solution}: {said}");
        }
        assert!(!said.contains("CHANGED"), "{said}");
    }
}

#[test]
fn bapctools_accepts_packages() {
    bapctools_accepts(&SOME);
}

#[test]
fn bapctools_refuses_what_has_been_spoilt() {
    let Some(tool) = Tool::find("bt", "bapctools_refuses") else {
        return;
    };
    let folder = Folder::new();
    package(&folder, "kamyki", "icpc", "kamyki");
    let out = folder.path("kamyki");
    fs::remove_dir_all(out.join("generators")).unwrap();
    let spoilt = [
        ("01-kam1.in", " ", "  ", "rejected"),
        ("01-kam1.ans", "TAK", "Tak", "rejected"),
    ];
    for (name, from, to, message) in spoilt {
        let file = out.join("data/secret").join(name);
        let kept = fs::read_to_string(&file).unwrap();
        fs::write(&file, kept.replacen(from, to, 1)).unwrap();
        shows(&tool.complaints(&out).join("\n"), message);
        fs::write(&file, kept).unwrap();
    }
    let right = out.join("submissions/accepted/solution.cpp");
    fs::copy(out.join("submissions/wrong_answer/wrong.cpp"), &right).unwrap();
    assert!(!tool.run(&out, "run --no-bar").0);
}

/// Checks that `verifyproblem` has no error, `warnings` warnings, and gave every solution its verdict.
fn is_verified(said: &str, name: &str, warnings: &str) {
    shows(said, &format!("{name} tested: 0 errors, {warnings}"));
    for (solution, _) in VERDICTS {
        shows(said, solution);
    }
}

fn problemtools_accepts(games: &[&str]) {
    let Some(tool) = Tool::find("verifyproblem", "problemtools_accepts") else {
        return;
    };
    let folder = Folder::new();
    for &game in games {
        let id = id(game);
        package(&folder, game, "legacy", &id);
        add_others(&folder.path(&id), game);
        // The statement needs LaTeX.
        let parts = format!("-p config data validators submissions -- {id}");
        let (_, said) = tool.run(folder.0.path(), &parts);
        is_verified(&said, &id, "0 warning");
    }
}

#[test]
fn problemtools_accepts_legacy_packages() {
    // The solution of the last one asks no claim and plays every game to its end.
    problemtools_accepts(&["nim", "MOVE", "WYTHOFF", "nim:count", "MOVE:end"]);
}

/// What the statements of packages are compiled by, and into: `.ci/statements` installs it.
#[test]
#[ignore = "needs LaTeX, and takes some minutes"]
fn statements_are_compiled() {
    let Some(tool) = Tool::find("verifyproblem", "statements_are_compiled") else {
        return;
    };
    let compiled = |packages: &Folder, id: &str| {
        tool.run(packages.0.path(), &format!("-p statement -- {id}"))
            .1
    };
    let folder = Folder::new();
    let others = [
        "nim:end",
        "MOVE:count",
        "nim --interactive",
        "0.77 --interactive",
    ];
    for game in GAMES.into_iter().chain(others) {
        let id = id(game);
        package(&folder, game, "legacy", &id);
        shows(
            &compiled(&folder, &id),
            &format!("{id} tested: 0 errors, 0 warnings"),
        );
    }
    // A statement that LaTeX refuses is noticed.
    let statement = "nim/problem_statement/problem.en.tex";
    let spoilt = folder.read(statement).replace("{itemize}", "{itemise}");
    folder.write(statement, spoilt);
    shows(&compiled(&folder, "nim"), "Could not compile");
}

/// Puts the command in the place of the validators of a package; positions of a rules program that are not listed it cannot validate.
fn by_grundy(package: &Path, game: &str, output_validator: &str) {
    _ = fs::remove_dir_all(package.join("answer_validators"));
    let options = [
        (output_validator, "\"--output\", *sys.argv[1:4]]"),
        ("input_validators", "\"--kattis\"]"),
    ];
    for (folder, options) in &options[..2 - usize::from(game.contains('/'))] {
        let folder = package.join(folder);
        _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let command = format!("[\"grundy\", \"check\", \"-g\", {game:?}, {options}");
        let script = format!("import os, sys\nos.execvp(\"grundy\", {command})\n");
        fs::write(folder.join("check.py"), script).unwrap();
    }
}

#[test]
fn the_command_is_validator_and_checker_of_packages() {
    let test = "the_command_is_validator";
    let tools = [
        ("bt", "icpc", "output_validator"),
        ("verifyproblem", "legacy", "output_validators"),
    ];
    for (name, format, validator) in tools {
        let Some(tool) = Tool::find(name, test) else {
            return;
        };
        for game in ["nim", "MOVE"] {
            let (folder, id) = (Folder::new(), id(game));
            package(&folder, game, format, &id);
            let out = folder.path(&id);
            let rules = folder.name("gen.py");
            by_grundy(&out, if is_rules(game) { &rules } else { game }, validator);
            let yaml = folder.read(&format!("{id}/problem.yaml"));
            let yaml = yaml.replace("validation: default", "validation: custom");
            folder.write(&format!("{id}/problem.yaml"), yaml);
            add_others(&out, game);
            if name == "bt" {
                if is_rules(game) {
                    shorten(&out);
                }
                let (succeeds, said) = tool.run(&out, "run --no-bar");
                assert!(succeeds, "{said}");
                for (solution, verdict) in VERDICTS {
                    let is_judged = |line: &str| line.contains(solution) && line.contains(verdict);
                    assert!(said.lines().any(is_judged), "{game}, {solution}: {said}");
                }
            } else {
                let parts = format!("-p config data validators submissions -- {id}");
                let (_, said) = tool.run(folder.0.path(), &parts);
                is_verified(&said, &id, "");
            }
        }
    }
}

#[test]
fn problemtools_refuses_a_wrong_solution_as_a_right_one() {
    let Some(tool) = Tool::find("verifyproblem", "problemtools_refuses") else {
        return;
    };
    let folder = Folder::new();
    package(&folder, "nim", "legacy", "nim");
    let wrong = folder.read("nim/submissions/wrong_answer/wrong.cpp");
    folder.write("nim/submissions/accepted/solution.cpp", wrong);
    fs::remove_dir_all(folder.path("nim/submissions/time_limit_exceeded")).unwrap();
    let (_, said) = tool.run(folder.0.path(), "-p submissions -- nim");
    shows(&said, "ERROR");
}

/// p2d reads a package of Polygon and writes one for `DOMjudge`, with neither validator nor statement.
fn a_polygon_package_is_converted(games: &[&str]) {
    let (Some(converter), Some(judge)) = (
        Tool::find("p2d", "a_polygon_package_is_converted"),
        Tool::find("verifyproblem", "a_polygon_package_is_converted"),
    ) else {
        return;
    };
    for &game in games {
        let folder = Folder::new();
        package(&folder, game, "polygon", "package");
        let (succeeds, said) = converter.run(
            folder.0.path(),
            "--yes --code task --output converted package",
        );
        assert!(succeeds, "{said}");
        folder
            .shell("python3 -m zipfile -e converted/task.zip task")
            .with(0);
        add_others(&folder.path("task"), game);
        let (_, said) = judge.run(folder.0.path(), "-p data submissions -- task");
        is_verified(&said, "task", "");
        // The validator for testlib, and the script that makes the tests again.
        let script = "testlib=$(dirname \"$(find task -name testlib.h)\"); \
            g++ -O1 -I\"$testlib\" -o validator package/files/validator.cpp; \
            for test in package/tests/??; do ./validator <$test || echo \"$test refused\"; done; \
            (cat package/tests/01; echo) >spoilt; ./validator <spoilt 2>/dev/null && echo accepted; \
            cp -r package again; again/doall.sh; diff -r package again";
        assert_eq!(folder.shell(script).with(0), "", "{game}");
    }
}

#[test]
fn polygon_packages_are_converted_and_accepted() {
    a_polygon_package_is_converted(&SOME);
}

/// sinol-make without what it downloads: a program that compares outputs, and one that measures.
const SINOL: &str = "import sys
import sinol_make
from sinol_make.helpers import oicompare
oicompare.compare = lambda a, b: open(a).read().split() == open(b).read().split()
oicompare.check_and_download = sinol_make.check_sio2jail = lambda: None
sinol_make.main_exn()
";

fn sinol_make_accepts(games: &[&str], options: &str) {
    if Tool::find("sinol-make", "sinol_make_accepts").is_none() {
        return;
    }
    if !Path::new("/usr/bin/time").exists() {
        skipped("sinol_make_accepts", "/usr/bin/time is not installed");
        return;
    }
    for &game in games {
        let folder = Folder::new();
        folder.write("sinol.py", SINOL);
        package(&folder, game, "sinol", "task");
        let config = folder.read("task/config.yml");
        let id = config.split_once("sinol_task_id: ").unwrap().1;
        let id = &id[..3];
        for (name, is_right) in [("2", true), ("b2", false)] {
            folder.write(
                &format!("task/prog/{id}{name}.py"),
                by_somebody_else(game, is_right),
            );
        }
        let script = format!(
            "python=$(head -n 1 \"$(command -v sinol-make)\" | cut -c 3-); cd task; $python ../sinol.py inwer; \
             $python ../sinol.py run -T time --python-interpreter-path python3 {}",
            options.replace("ID", id)
        );
        let said = folder.shell(&script).out;
        shows(&said, "Verification successful");
        for (name, verdict) in [
            ("", "OK"),
            ("2", "OK"),
            ("b1", "WA"),
            ("b2", "WA"),
            ("s1", "TL"),
        ] {
            let found = verdicts(&said, &format!("{id}{name}."));
            let is_right = |found: &&str| *found == "OK" || *found == verdict;
            assert!(
                found.contains(&verdict) && found.iter().all(is_right),
                "{game}, {name}: {said}"
            );
        }
    }
}

/// The verdicts of a solution in the table of sinol-make, which has a column for each solution and a row for each group.
fn verdicts<'a>(said: &'a str, solution: &str) -> Vec<&'a str> {
    let mut column = None;
    let mut found = Vec::new();
    for line in said.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if cells[0] == "groups" {
            column = cells.iter().position(|cell| cell.starts_with(solution));
        } else if let Some(cell) = column.and_then(|column| cells.get(column))
            && cells[0].parse::<u32>().is_ok()
        {
            found.extend(
                ["OK", "WA", "TL", "RE", "ML", "CE"]
                    .iter()
                    .filter(|name| cell.contains(**name)),
            );
        }
    }
    found
}

#[test]
fn sinol_make_accepts_packages() {
    sinol_make_accepts(&SOME, "--tl 1 -t in/ID[015]*.in");
}

#[test]
#[ignore = "takes half an hour"]
fn the_package_of_every_game_is_accepted() {
    bapctools_accepts(&GAMES);
    problemtools_accepts(&GAMES);
    a_polygon_package_is_converted(&GAMES);
    sinol_make_accepts(&GAMES, "");
}
