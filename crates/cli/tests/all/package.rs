//! Problem packages, as `BAPCtools` sees them: `pip install bapctools`, whose command is `bt`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{Folder, quoted, refused, run, skipped, stdout};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Writes the package of a game; the result is the output of the command.
fn package(game: &str, out: &Path) -> String {
    let out = quoted(out.to_str().unwrap());
    run(&format!("gen -g {game} --package icpc --out {out}")).with(0)
}

/// The built-in games that bring what a package needs.
fn games() -> Vec<String> {
    let with_problem = grundy_games::all()
        .iter()
        .filter(|game| game.about().problem.is_some());
    with_problem
        .map(|game| game.about().name.to_string())
        .collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// The folder in which `BAPCtools` works, away from other packages that it has seen.
struct Tool {
    dir: tempfile::TempDir,
    path: std::ffi::OsString,
}

impl Tool {
    /// `BAPCtools`, or a note that it is missing.
    fn find(test: &str) -> Option<Self> {
        let dir = tempfile::tempdir().unwrap();
        let mut path =
            env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
        // It requires PyPy, but its own scripts run with any Python.
        if !path.iter().any(|folder| folder.join("pypy3").is_file()) {
            let stand_in = dir.path().join("pypy3");
            fs::write(&stand_in, "#!/bin/sh\nexec python3 \"$@\"\n").unwrap();
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                fs::set_permissions(&stand_in, fs::Permissions::from_mode(0o755)).unwrap();
            }
            path.push(dir.path().to_owned());
        }
        let tool = Self {
            path: env::join_paths(path).unwrap(),
            dir,
        };
        let version = tool.command("bt").arg("-v").output();
        if version.is_ok_and(|version| text(&version.stdout).contains("BAPCtools version")) {
            return Some(tool);
        }
        skipped(test, "BAPCtools is not installed (pip install bapctools)");
        None
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env("PATH", &self.path)
            // With either set, its output has colours even in a pipe.
            .env_remove("CI")
            .env_remove("GITLAB_CI")
            .env("TMPDIR", self.dir.path())
            .env("XDG_CONFIG_HOME", self.dir.path());
        command
    }

    fn run(&self, package: &Path, arguments: &[&str]) -> Output {
        let mut command = self.command("bt");
        command.args(arguments).arg("--no-bar").current_dir(package);
        command.output().unwrap()
    }

    /// The errors and warnings of `bt validate` about a package, and about spoilt copies of its samples. It always
    /// warns that there is no validator for answers alone; the solutions are compared with the answers anyway.
    fn validate(&self, package: &Path) -> Vec<String> {
        let output = self.run(package, &["validate"]);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(said.contains("Input validation:"), "{said}");
        let fine = |line: &&str| {
            let known = [
                "PROBLEM ",
                "LOG: ",
                "WARNING: No dedicated answer validators found.",
            ];
            let steps = [
                "Input",
                "Answer",
                "Overrides",
                "Generic Invalidation",
                "Generic output",
            ];
            let is_step = steps.iter().any(|step| line.starts_with(step));
            let made = "Generated ";
            line.is_empty()
                || known.iter().any(|known| line.starts_with(known))
                || is_step && (line.ends_with(": Done") || line.contains(made))
        };
        let lines = said.lines().map(str::trim).filter(|line| !fine(line));
        lines.map(str::to_owned).collect()
    }
}

#[test]
fn bapctools_accepts_the_package_of_every_game() {
    let Some(tool) = Tool::find("bapctools_accepts") else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let games = games();
    assert!(games.len() >= 6, "{games:?}");
    for game in games {
        let out = dir.path().join(&game);
        package(&game, &out);
        assert_eq!(tool.validate(&out), [""; 0], "{game}");

        // A busy machine may take long.
        let run = tool.run(&out, &["run", "--time-limit", "20", "-S"]);
        let said = text(&run.stdout) + &text(&run.stderr);
        assert!(run.status.success(), "{game}: {said}");
        for (solution, verdict) in [
            ("accepted/solution.cpp", " AC "),
            ("wrong_answer/wrong.cpp", " WA "),
        ] {
            let judged = said
                .lines()
                .any(|line| line.contains(solution) && line.contains(verdict));
            assert!(judged, "{game}: {solution} is not{verdict}in: {said}");
        }
    }
}

#[test]
fn bapctools_refuses_what_has_been_spoilt() {
    let Some(tool) = Tool::find("bapctools_refuses") else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("kamyki");
    package("kamyki", &out);
    let input = out.join("data/secret/kam1.in");
    let kept = fs::read_to_string(&input).unwrap();
    let (first, rest) = kept.split_once(' ').unwrap();
    fs::write(&input, format!("{first}  {rest}")).unwrap();
    let said = tool.validate(&out).join("\n");
    assert!(said.contains("rejected"), "{said}");
    fs::write(&input, kept).unwrap();

    let right = out.join("submissions/accepted/solution.cpp");
    fs::copy(out.join("submissions/wrong_answer/wrong.cpp"), &right).unwrap();
    assert!(!tool.run(&out, &["run"]).status.success());
}

#[test]
fn a_package_is_whole_and_the_same_for_a_seed() {
    let dir = tempfile::tempdir().unwrap();
    for (game, tests, made) in [
        ("kamyki", 14, "with the original's sizes"),
        ("nim", 15, "made from its shapes"),
    ] {
        let [out, again] = ["one", "again"].map(|name| dir.path().join(game).join(name));
        let expected = format!("{tests} tests of {game}, {made}, in {}\n", out.display());
        assert_eq!(package(game, &out), expected);
        package(game, &again);
        let secret = files(&out.join("data/secret"));
        assert_eq!(secret.len(), 2 * tests);
        for (one, other) in secret.iter().zip(files(&again.join("data/secret"))) {
            assert_eq!(fs::read(one).unwrap(), fs::read(other).unwrap());
        }
        for input in secret
            .iter()
            .filter(|file| file.extension().is_some_and(|e| e == "in"))
        {
            let path = quoted(input.to_str().unwrap());
            let answer = fs::read_to_string(input.with_extension("ans")).unwrap();
            let solved = stdout(&format!("solve -g {game} {path}"), "");
            assert_eq!(solved, answer, "{path}");
        }
        for file in [
            "problem.yaml",
            "statement/problem.en.tex",
            "input_validators/validator.cpp",
            "submissions/accepted/solution.cpp",
            "submissions/wrong_answer/wrong.cpp",
        ] {
            assert!(!fs::read_to_string(out.join(file)).unwrap().is_empty());
        }
    }
}

#[test]
fn a_folder_that_is_not_empty_is_refused() {
    for kind in ["--package icpc", "--suite shapes", "--up-to 2"] {
        let folder = Folder::new();
        let file = folder.write("file", "mine");
        let make = |out: &str| run(&format!("gen -g nim {kind} --out {out}"));
        refused(make(&folder.name("")), " is not empty: expected an empty");
        refused(make(&format!("{file}/tests")), "error: cannot make ");
        assert_eq!(folder.read("file"), "mine");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    }
}
