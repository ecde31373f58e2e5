//! Programs in the languages of this machine behave in the sandbox as outside, several at a time: each reads
//! numbers and prints only their sum.

#![cfg(target_os = "linux")]

use crate::common;

use common::processes::program;
use common::start;
use grundy_sandbox::{End, Isolation, Limits, Program};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How many sandboxes run the program at a time.
const SIDE_BY_SIDE: u32 = 4;
/// How many times each of them runs it.
const RUNS: u32 = 5;

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
                    let never = AtomicBool::new(false);
                    let run = sandbox.run(input.as_bytes(), &never).unwrap();
                    let mut printed = String::new();
                    sandbox.stdout().read_to_string(&mut printed).unwrap();
                    let errors = String::from_utf8_lossy(&run.stderr_tail);
                    assert_eq!(run.end, End::Code(0), "{program:?}: {errors}");
                    let expected = format!("{}\n", i + j + 1000);
                    assert_eq!((&*printed, &*errors), (&*expected, ""), "{program:?}");
                }
            });
        }
    });
}

/// Returns the command's path; `None`, with a message, if it does not run with these arguments, which make it print
/// its version.
fn installed(command: &str, version: &[&str]) -> Option<PathBuf> {
    let output = Command::new(command)
        .args(version)
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) if output.status.success() => Some(command.into()),
        _ => {
            eprintln!("*** SKIPPED: {command} is not installed");
            None
        }
    }
}

/// A source file in a folder of its own.
fn source(name: &str, text: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn built(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
}

#[test]
fn java() {
    let (Some(java), Some(javac)) = (
        installed("java", &["-version"]),
        installed("javac", &["-version"]),
    ) else {
        return;
    };
    let text = "import java.util.*; public class Sum { public static void main(String[] a) { Scanner s = \
                new Scanner(System.in); int n = 0; while (s.hasNextInt()) n += s.nextInt(); \
                System.out.println(n); } }";
    let path = source("Sum.java", text);
    let dir = path.parent().unwrap().to_str().unwrap();
    built(Command::new(javac).arg("-d").arg(dir).arg(&path));
    adds_up(&program(java, &["-cp", dir, "Sum"]));
}

#[test]
fn node() {
    let Some(node) = installed("node", &["--version"]) else {
        return;
    };
    let text = "const s = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/); \
                console.log(s.map(Number).reduce((a, b) => a + b))";
    adds_up(&program(node, &["-e", text]));
}

#[test]
fn python() {
    let Some(python) = installed("python3", &["--version"]) else {
        return;
    };
    let text = "import sys, tempfile, multiprocessing as m\n\
                with tempfile.NamedTemporaryFile() as f, m.Lock():\n    \
                print(sum(map(int, sys.stdin.read().split())))";
    adds_up(&program(python, &["-c", text]));
}

#[test]
fn perl() {
    let Some(perl) = installed("perl", &["-v"]) else {
        return;
    };
    let text = "my $n = 0; $n += $_ for split ' ', join '', <STDIN>; print \"$n\\n\"";
    adds_up(&program(perl, &["-e", text]));
}

#[test]
fn ruby() {
    let Some(ruby) = installed("ruby", &["--version"]) else {
        return;
    };
    adds_up(&program(
        ruby,
        &["-e", "puts STDIN.read.split.map(&:to_i).sum"],
    ));
}

#[test]
fn go() {
    let Some(go) = installed("go", &["version"]) else {
        return;
    };
    let text = "package main\nimport \"fmt\"\nfunc main() { var n, x int; for { _, err := fmt.Scan(&x); \
                if err != nil { break }; n += x }; fmt.Println(n) }";
    let path = source("sum.go", text);
    let program_path = path.with_extension("out");
    built(
        Command::new(go)
            .arg("build")
            .arg("-o")
            .arg(&program_path)
            .arg(&path),
    );
    adds_up(&program(program_path, &[]));
}

#[test]
fn dotnet() {
    let Some(dotnet) = installed("dotnet", &["--version"]) else {
        return;
    };
    let project = "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType>\
                   <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>\
                   <ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>";
    let path = source("sum.csproj", project);
    let text = "Console.WriteLine(Console.In.ReadToEnd().Split((char[]?)null, \
                StringSplitOptions.RemoveEmptyEntries).Sum(int.Parse));";
    std::fs::write(path.with_file_name("Sum.cs"), text).unwrap();
    let out = path.with_file_name("out");
    built(
        Command::new(&dotnet)
            .arg("build")
            .arg(&path)
            .arg("-o")
            .arg(&out),
    );
    let library = out.join("sum.dll");
    adds_up(&program(dotnet, &[library.to_str().unwrap()]));
}
