//! Problem packages, as `BAPCtools` sees them: `pip install bapctools`, whose command is `bt`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Folder, all_refused, both, quoted, run, shows, skipped};

/// Lines of `bt validate` that are no complaints, and steps that it reports.
const KNOWN: [&str; 3] = [
    "PROBLEM ",
    "LOG: ",
    "WARNING: No dedicated answer validators found.",
];
const STEPS: [&str; 5] = [
    "Input",
    "Answer",
    "Overrides",
    "Generic Invalidation",
    "Generic output",
];

/// Writes the package of a game; the result is the output of the command.
fn package(game: &str, out: &Path) -> String {
    let out = quoted(out.to_str().unwrap());
    run(&format!("gen -g {game} --package icpc --out {out}")).with(0)
}

/// The folder in which `BAPCtools` works, away from other packages that it has seen.
struct Tool(Folder);

impl Tool {
    /// `BAPCtools`, or a note that it is missing.
    fn find(test: &str) -> Option<Self> {
        let tool = Self(Folder::new());
        // It requires PyPy, but its own scripts run with any Python.
        // Its name `python3` for PyPy must not lead back here.
        let python = tool.0.shell("command -v python3").out;
        let stand_in = format!("#!/bin/sh\nexec {} \"$@\"\n", quoted(python.trim()));
        tool.0.program("pypy3", &stand_in);
        let version = tool.command().arg("-v").output();
        if version.is_ok_and(|version| both(&version).contains("BAPCtools version")) {
            return Some(tool);
        }
        skipped(test, "BAPCtools is not installed (pip install bapctools)");
        None
    }

    fn command(&self) -> Command {
        let mut path = env::var_os("PATH").unwrap_or_default();
        path.push(":");
        path.push(self.0.path(""));
        let mut command = Command::new("bt");
        command
            .env("PATH", path)
            // With either set, its output has colours even in a pipe.
            .env_remove("CI")
            .env_remove("GITLAB_CI")
            .env("TMPDIR", self.0.path(""))
            .env("XDG_CONFIG_HOME", self.0.path(""));
        command
    }

    /// Whether the tool succeeds on a package, and its output.
    fn run(&self, package: &Path, arguments: &str) -> (bool, String) {
        let mut command = self.command();
        command.args(arguments.split(' ')).arg("--no-bar");
        let output = command.current_dir(package).output().unwrap();
        (output.status.success(), both(&output))
    }

    /// The errors and warnings of `bt validate` about a package, and about spoilt copies of its samples. It always
    /// warns that there is no validator for answers alone; the solutions are compared with the answers anyway.
    fn validate(&self, package: &Path) -> Vec<String> {
        let (_, said) = self.run(package, "validate");
        shows(&said, "Input validation:");
        let is_fine = |line: &&str| {
            let is_step = STEPS.iter().any(|step| line.starts_with(step));
            line.is_empty()
                || KNOWN.iter().any(|known| line.starts_with(known))
                || is_step && (line.ends_with(": Done") || line.contains("Generated "))
        };
        let lines = said.lines().map(str::trim);
        lines
            .filter(|line| !is_fine(line))
            .map(str::to_owned)
            .collect()
    }
}

#[test]
fn bapctools_accepts_the_package_of_every_game() {
    let Some(tool) = Tool::find("bapctools_accepts") else {
        return;
    };
    let games = grundy_games::all().iter().map(|game| game.about());
    let games: Vec<_> = games.filter(|about| about.problem.is_some()).collect();
    assert!(games.len() >= 6, "{}", games.len());
    for about in games {
        let folder = Folder::new();
        let out = folder.path("package");
        package(&about.name, &out);
        assert_eq!(tool.validate(&out), [""; 0], "{}", about.name);

        // A busy machine may take long.
        let (succeeds, said) = tool.run(&out, "run --time-limit 20 -S");
        assert!(succeeds, "{}: {said}", about.name);
        for (solution, verdict) in [
            ("accepted/solution.cpp", " AC "),
            ("wrong_answer/wrong.cpp", " WA "),
        ] {
            let is_judged = |line: &str| line.contains(solution) && line.contains(verdict);
            assert!(said.lines().any(is_judged), "{solution}: {said}");
        }
    }
}

#[test]
fn bapctools_refuses_what_has_been_spoilt() {
    let Some(tool) = Tool::find("bapctools_refuses") else {
        return;
    };
    let folder = Folder::new();
    let out = folder.path("kamyki");
    package("kamyki", &out);
    let input = out.join("data/secret/kam1.in");
    let kept = fs::read_to_string(&input).unwrap();
    fs::write(&input, kept.replacen(' ', "  ", 1)).unwrap();
    shows(&tool.validate(&out).join("\n"), "rejected");
    fs::write(&input, kept).unwrap();

    let right = out.join("submissions/accepted/solution.cpp");
    fs::copy(out.join("submissions/wrong_answer/wrong.cpp"), &right).unwrap();
    assert!(!tool.run(&out, "run").0);
}

#[test]
fn a_package_is_whole_and_the_same_for_a_seed() {
    for (game, tests, made) in [
        ("kamyki", 14, "with the original's sizes"),
        ("nim", 15, "made from its shapes"),
    ] {
        let folder = Folder::new();
        let [out, again] = ["one", "again"].map(|name| folder.path(name));
        let expected = format!("{tests} tests of {game}, {made}, in {}\n", out.display());
        assert_eq!(package(game, &out), expected);
        package(game, &again);
        // What differs, the number of inputs, and the answers that are not those of `solve`.
        let script = format!(
            "diff -r one again; cd one/data/secret; ls *.in | wc -l; \
             for input in *.in; do grundy solve -g {game} $input | cmp - ${{input%in}}ans; done"
        );
        let compared = folder.shell(&script);
        assert_eq!(
            (compared.out.trim(), &*compared.err),
            (&*tests.to_string(), "")
        );
        for file in [
            "problem.yaml",
            "statement/problem.en.tex",
            "input_validators/validator.cpp",
            "submissions/accepted/solution.cpp",
            "submissions/wrong_answer/wrong.cpp",
        ] {
            assert!(!folder.read(&format!("one/{file}")).is_empty());
        }
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
