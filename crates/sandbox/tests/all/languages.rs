//! Programs in the languages of this machine behave in the sandbox as outside, several at a time: each reads
//! numbers and prints only their sum.

#![cfg(target_os = "linux")]

use crate::common;

use common::processes::program;
use common::{installed, run, start};
use grundy_sandbox::{End, Isolation, Limits, Program};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How many sandboxes run the program at a time.
const SIDE_BY_SIDE: u32 = 4;
/// How many times each of them runs it.
const RUNS: u32 = 5;

/// What prints a language's version, a program's files, and how it is built and run in their folder.
type Language = (
    [&'static str; 2],
    &'static [(&'static str, &'static str)],
    &'static str,
    &'static str,
);

const LANGUAGES: [Language; 7] = [
    (
        ["javac", "-version"],
        &[(
            "Sum.java",
            "import java.util.*; public class Sum { public static void main(String[] a) { Scanner s = \
             new Scanner(System.in); int n = 0; while (s.hasNextInt()) n += s.nextInt(); \
             System.out.println(n); } }",
        )],
        "javac Sum.java",
        "java Sum",
    ),
    (
        ["node", "--version"],
        &[],
        ":",
        "node -e 'const s = require(\"fs\").readFileSync(0, \"utf8\").trim().split(/\\s+/); \
         console.log(s.map(Number).reduce((a, b) => a + b))'",
    ),
    (
        ["python3", "--version"],
        &[],
        ":",
        "python3 -c 'import sys, tempfile, multiprocessing as m\n\
         with tempfile.NamedTemporaryFile() as f, m.Lock():\n    \
         print(sum(map(int, sys.stdin.read().split())))'",
    ),
    (
        ["perl", "-v"],
        &[],
        ":",
        "perl -e '$n += $_ for split \" \", join \"\", <STDIN>; print \"$n\\n\"'",
    ),
    (
        ["ruby", "--version"],
        &[],
        ":",
        "ruby -e 'puts STDIN.read.split.map(&:to_i).sum'",
    ),
    (
        ["go", "version"],
        &[(
            "sum.go",
            "package main\nimport \"fmt\"\nfunc main() { var n, x int; for { _, err := fmt.Scan(&x); \
             if err != nil { break }; n += x }; fmt.Println(n) }",
        )],
        "go build -o sum sum.go",
        "./sum",
    ),
    (
        ["dotnet", "--version"],
        &[
            (
                "sum.csproj",
                "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType>\
                 <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>\
                 <ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>",
            ),
            (
                "Sum.cs",
                "Console.WriteLine(Console.In.ReadToEnd().Split((char[]?)null, \
                 StringSplitOptions.RemoveEmptyEntries).Sum(int.Parse));",
            ),
        ],
        "dotnet build sum.csproj -o out",
        "dotnet out/sum.dll",
    ),
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
                for j in 0..RUNS {
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
    for ([command, version], files, build, run) in LANGUAGES {
        if installed(command, version).is_none() {
            continue;
        }
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(command);
        std::fs::create_dir_all(&dir).unwrap();
        for (name, text) in files {
            std::fs::write(dir.join(name), text).unwrap();
        }
        let dir = dir.to_str().unwrap();
        let build = format!("cd \"$0\" && {build}");
        let output = Command::new("sh").args(["-c", &build, dir]).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{build}: {output:?}");
        adds_up(&program(
            "sh",
            &["-c", &format!("cd \"$0\" && exec {run}"), dir],
        ));
    }
}
