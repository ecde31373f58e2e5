//! Problem packages, as `BAPCtools` sees them: `pip install bapctools`, whose command is `bt`.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn grundy(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The package of a game, and what the command says of it.
fn package(game: &str, out: &Path) -> String {
    let out = out.to_str().unwrap();
    let arguments = [
        "gen",
        "-g",
        game,
        "--suite",
        "poi",
        "--package",
        "icpc",
        "--out",
        out,
    ];
    text(&grundy(&arguments).assert().success().get_output().stdout)
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
    /// `BAPCtools`, or a note that nobody can overlook: printed past the test harness, which keeps to
    /// itself what passing tests print.
    fn find(test: &str) -> Option<Self> {
        let dir = tempfile::tempdir().unwrap();
        let mut path =
            env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
        // It asks for PyPy. Its own scripts run with any Python, and it has no other use for it here.
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
        let note = format!(
            "\n*** SKIPPED {test}: BAPCtools is not installed (pip install bapctools) ***\n"
        );
        std::io::stderr().write_all(note.as_bytes()).unwrap();
        None
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env("PATH", &self.path)
            // With either set, what it says is in colour even where nobody sees it.
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

    /// What is wrong with a package as it stands, and with what is made of its samples by spoiling
    /// them: `bt validate`. Nothing but that there is no validator for answers alone, which is a thing
    /// of `BAPCtools`; the solutions are held to the answers anyway.
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

        // Time is not what is tested, on a machine that does other things as well.
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
        let out = dir.path().join(game);
        let said = package(game, &out);
        let expected = format!("{tests} tests of {game}, {made}, in {}\n", out.display());
        assert_eq!(said, expected);
        let secret = files(&out.join("data/secret"));
        assert_eq!(secret.len(), 2 * tests);
        for input in secret
            .iter()
            .filter(|file| file.extension().is_some_and(|e| e == "in"))
        {
            let solved = grundy(&["solve", "-g", game, input.to_str().unwrap()])
                .assert()
                .success();
            let answer = fs::read(input.with_extension("ans")).unwrap();
            assert_eq!(solved.get_output().stdout, answer, "{}", input.display());
        }
        assert!(files(&out.join("data/sample")).len() >= 2);
        for file in [
            "problem.yaml",
            "statement/problem.en.tex",
            "input_validators/validator.cpp",
            "submissions/accepted/solution.cpp",
            "submissions/wrong_answer/wrong.cpp",
        ] {
            assert!(!fs::read_to_string(out.join(file)).unwrap().is_empty());
        }
        let again = dir.path().join("again");
        package(game, &again);
        for file in ["problem.yaml", "data/secret"] {
            let (one, other) = (out.join(file), again.join(file));
            if one.is_dir() {
                for (one, other) in files(&one).iter().zip(files(&other)) {
                    assert_eq!(fs::read(one).unwrap(), fs::read(other).unwrap());
                }
            } else {
                assert_eq!(fs::read(one).unwrap(), fs::read(other).unwrap());
            }
        }
        fs::remove_dir_all(again).unwrap();
    }
}

/// What a folder holds is replaced only when that is asked for, and then by name.
#[test]
fn a_folder_that_is_not_empty_is_refused() {
    for (kind, test, edited) in [
        ("--package=icpc", "data/secret/old.in", "problem.yaml"),
        ("--suite=shapes", "in/old.in", "out/random-1.out"),
        ("--up-to=2", "in/old.in", "out/2-1.out"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().to_str().unwrap();
        let make = |more: &[&str]| {
            let arguments = [&["gen", "-g", "nim", kind, "--out", out], more].concat();
            grundy(&arguments).assert()
        };
        make(&[]).success().stderr("");
        for file in [test, edited] {
            fs::write(dir.path().join(file), "mine").unwrap();
        }
        let refused = make(&[]).code(2).stdout("");
        let said = text(&refused.get_output().stderr);
        let expected = format!("error: {out} is not empty, it has `");
        assert!(said.starts_with(&expected), "{said}");
        assert_eq!(fs::read(dir.path().join(edited)).unwrap(), b"mine");

        let forced = make(&["--force"]).success();
        let said = text(&forced.get_output().stderr);
        let expected = format!(
            "replaced: {out}/{edited}\nleft there: {out}/{test}, which is not of this set\n"
        );
        assert_eq!(said, expected);
        assert_ne!(fs::read(dir.path().join(edited)).unwrap(), b"mine");
        assert_eq!(fs::read(dir.path().join(test)).unwrap(), b"mine");
    }
}

#[test]
fn a_package_that_cannot_be_written_is_told() {
    let told = |arguments: &[&str], message: &str| {
        let output = grundy(arguments).assert().code(2).stdout("");
        let got = text(&output.get_output().stderr);
        assert!(got.starts_with(message), "{got}");
    };
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let within = file.join("package");
    let arguments = ["gen", "-g", "nim", "--package", "icpc", "--out"];
    told(
        &[&arguments[..], &[within.to_str().unwrap()]].concat(),
        &format!("error: cannot make {}: ", within.display()),
    );
    told(
        &["gen", "-g", "nim", "--package", "icpc"],
        "error: the following required arguments",
    );
    told(
        &["gen", "--package", "sinol", "--out", "x"],
        "error: invalid value 'sinol'",
    );
    #[cfg(target_os = "linux")]
    {
        let full = dir.path().join("problem.yaml");
        std::os::unix::fs::symlink("/dev/full", &full).unwrap();
        told(
            &[&arguments[..], &[dir.path().to_str().unwrap(), "--force"]].concat(),
            &format!(
                "error: cannot write {}: No space left on device",
                full.display()
            ),
        );
    }
}
