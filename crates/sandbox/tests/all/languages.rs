//! Programs in the languages of this machine behave in the sandbox as outside, several at a time: each reads
//! numbers and prints only their sum.

#![cfg(target_os = "linux")]

use crate::common;

use common::processes::program;
use common::{installed, run, start};
use grundy_features::tier;
use grundy_sandbox::{End, Isolation, Limits, Program};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How many sandboxes run the program at a time.
const SIDE_BY_SIDE: u32 = 4;
/// What prints a language's version, and how its program among those of `tests/programs/sums.txt` is built and run in a folder
/// with all of them.
const LANGUAGES: [[&str; 4]; 7] = [
    ["javac", "-version", "javac Sum.java", "java Sum"],
    ["node", "--version", ":", "node sum.js"],
    ["python3", "--version", ":", "python3 sum.py"],
    ["perl", "-v", ":", "perl sum.pl"],
    ["ruby", "--version", ":", "ruby sum.rb"],
    ["go", "version", "go build -o sum sum.go", "./sum"],
    [
        "dotnet",
        "--version",
        "dotnet build sum.csproj -o out",
        "dotnet out/sum.dll",
    ],
];

/// Runs the program side by side with itself. Nothing but the sum may come of it: no warning on
/// standard output, nor any on standard error.
fn adds_up(program: &Program) {
    let limits = Limits {
        wall: Duration::from_mins(1),
        cpu: Duration::from_mins(1),
        memory: 1 << 30,
        ..Limits::default()
    };
    std::thread::scope(|scope| {
        for i in 0..SIDE_BY_SIDE {
            scope.spawn(move || {
                let mut sandbox = start(program, limits, Isolation::Namespace);
                for j in 0..tier(2, 5) {
                    let input = format!("{i} {j} 1000\n");
                    let (run, printed) = run(&mut sandbox, input.as_bytes());
                    let errors = String::from_utf8_lossy(&run.stderr_tail);
                    assert_eq!(run.end, End::Code(0), "{program:?}: {errors}");
                    let expected = format!("{}\n", i + j + 1000);
                    assert_eq!((&*printed, &*errors), (&*expected, ""), "{program:?}");
                }
            });
        }
    });
}

#[test]
fn programs_in_every_language_add_up() {
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/sums.txt");
    for [command, version, build, run] in LANGUAGES {
        if installed(command, version).is_none() {
            continue;
        }
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(command);
        std::fs::create_dir_all(&dir).unwrap();
        let dir = dir.to_str().unwrap();
        let build = format!(
            "cd \"$0\" && awk '/^== /{{ file = $2; next }} {{ print > file }}' \"$1\" && {build}"
        );
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &build, dir, sources]).output().unwrap();
        assert!(output.status.success(), "{build}: {output:?}");
        let run = format!("cd \"$0\" && exec {run}");
        adds_up(&program("sh", &["-c", &run, dir]));
    }
}
