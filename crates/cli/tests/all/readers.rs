//! Nobody reads, or nobody can: what is printed may change by that, how a command ends never does.

#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::io::{Write, pipe};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

/// The exit code of a command whose output and errors nobody reads.
fn unread(folder: &Path, arguments: &[&str], input: &str) -> Option<i32> {
    let gone = || {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        writer
    };
    let mut child = Command::new(GRUNDY)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(gone())
        .stderr(gone())
        .spawn()
        .unwrap();
    // A command that reads nothing may have ended already.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait().unwrap().code()
}

fn lines(file: PathBuf) -> usize {
    fs::read_to_string(file).unwrap().lines().count()
}

#[test]
fn a_reader_who_has_gone_changes_no_exit_code_and_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let unread = |arguments: &[&str]| unread(dir.path(), arguments, "5 2\n1 3\n");
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/bench");
    let record = |name: &str| bench.join(name).to_str().unwrap().to_owned();
    let old = record("2026-11-21T105342Z-96fc407b1840.csv");
    let new = record("2026-11-21T113704Z-cab429d50ac9.csv");

    assert_eq!(
        unread(&["sweep", "--up-to", "10", "--csv", "a.csv"]),
        Some(0)
    );
    assert_eq!(lines(dir.path().join("a.csv")), 10);
    let json = [
        "sweep", "--up-to", "4", "--csv", "b.csv", "--format", "json",
    ];
    assert_eq!(unread(&json), Some(0));
    assert_eq!(lines(dir.path().join("b.csv")), 4);
    let all = ["sweep", "-g", "all", "--up-to", "3", "--csv", "all.csv"];
    assert_eq!(unread(&all), Some(0));
    assert!(lines(dir.path().join("all.csv")) > 15);
    assert_eq!(unread(&["compare", &old, &old]), Some(0));
    // The newer core is faster; so the other way round it is slower.
    assert_eq!(unread(&["compare", &new, &old]), Some(1));
    assert_eq!(
        unread(&["compare", &new, &old, "--format", "json"]),
        Some(1)
    );
    assert_eq!(unread(&["compare", "--solvers", &old]), Some(0));
    for command in ["solve", "explain"] {
        assert_eq!(unread(&[command]), Some(0));
        assert_eq!(unread(&[command, "none.in"]), Some(2));
    }
    assert_eq!(
        unread(&["gen", "--shape", "runs", "-m", "90000", "-n", "70000"]),
        Some(0)
    );
    assert_eq!(
        unread(&["gen", "--suite", "poi", "--out", "tests", "-g", "kamyki"]),
        Some(0)
    );
    assert_eq!(
        fs::read_dir(dir.path().join("tests/in")).unwrap().count(),
        14
    );
    fs::create_dir(dir.path().join("results")).unwrap();
    assert_eq!(unread(&["report"]), Some(0));
    assert!(dir.path().join("report.html").is_file());
    assert_eq!(unread(&["sweep", "--up-to", "none"]), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_verdict_that_nobody_reads_is_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let judge = [
        "judge", "--up-to", "4", "--random", "0", "--save", "tests", "--",
    ];
    let judge = |program: &[&str]| unread(dir.path(), &[&judge[..], program].concat(), "");
    assert_eq!(judge(&["echo", "0"]), Some(1));
    assert!(dir.path().join("tests/in/gra0s1.in").is_file());
}

/// Who throws an answer away may open `/dev/null` for reading, too, as Python, Node and daemons do; where there
/// is no standard output at all, that is what stands in its place.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_nobody_wants_is_no_error() {
    for thrown_away in [">/dev/null", "1<>/dev/null", ">&-"] {
        for arguments in [
            "solve",
            "explain",
            "gen --shape sparse -m 9 -n 2",
            "sweep --up-to 4",
        ] {
            let script = format!("printf '5 2\\n1 3\\n' | '{GRUNDY}' {arguments} {thrown_away}");
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!((output.status.code(), &*said), (Some(0), ""), "{script}");
        }
    }
}

/// Whoever asks for nothing is told of everything that can be asked for.
#[test]
fn gen_with_nothing_says_what_there_is() {
    let output = Command::new(GRUNDY).arg("gen").output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    for way in ["--shape", "--size", "--up-to", "--suite", "--package"] {
        assert!(message.contains(&format!("\n  {way} ")), "{way}: {message}");
    }
}

#[test]
fn names_of_files_move_no_cursor() {
    let dir = tempfile::tempdir().unwrap();
    let name = "a\u{1b}[2J\nerror: b";
    fs::write(dir.path().join(name), "7 2\n5 3\n").unwrap();
    for (arguments, said) in [
        (
            &["solve", name][..],
            "a\\u{1b}[2J\\nerror: b:2:3: pawn on square 3",
        ),
        (
            &["compare", "--solvers", name],
            "a\\u{1b}[2J\\nerror: b:1: ",
        ),
        (
            &["sweep", "merge", name],
            "a\\u{1b}[2J\\nerror: b: not a checkpoint",
        ),
        (
            &["sweep", "--csv", "a\u{1b}/b"],
            "cannot write a\\u{1b}/b: No such",
        ),
    ] {
        let output = Command::new(GRUNDY)
            .args(arguments)
            .current_dir(dir.path())
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), message.lines().count()),
            (Some(2), 1),
            "{message}"
        );
        assert!(message.starts_with(&format!("error: {said}")), "{message}");
        assert!(!message.contains('\u{1b}'), "{message}");
    }
}

/// A record does not take the place of what it was made from.
#[cfg(unix)]
#[test]
fn nothing_is_written_over_what_is_read() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let dir = tempfile::tempdir().unwrap();
    let rules = "#!/bin/sh\ncase $1 in\nabout) echo 'answer: Yes No' ;;\npositions) echo $2 ;;\n\
                 moves) awk '{ print ($1 > 0 ? $1 - 1 : \"\") }' ;;\n*) exit 2 ;;\nesac\n";
    let file = |name: &str| dir.path().join(name);
    fs::write(file("rules"), rules).unwrap();
    fs::set_permissions(file("rules"), fs::Permissions::from_mode(0o755)).unwrap();
    symlink("rules", file("link")).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(GRUNDY);
        let output = command.args(arguments).current_dir(dir.path()).output();
        output.unwrap()
    };
    for part in ["1/2", "2/2"] {
        let options = ["sweep", "--up-to", "6", "--shard", part, "--checkpoint"];
        let output = run(&[&options[..], &[&part[..1]]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let heaps = [
        "values",
        "-g",
        "0.77",
        "--up-to",
        "50",
        "--checkpoint",
        "heaps",
    ];
    assert_eq!(run(&heaps).status.code(), Some(0));
    let race = ["race", "-g", "./rules", "--csv", "rules", "--", "cat"];
    for arguments in [
        &["sweep", "merge", "--csv", "1", "1", "2"][..],
        &["sweep", "-g", "./rules", "--csv", "rules"],
        &["values", "-g", "./rules", "--up-to", "3", "--csv", "rules"],
        &["values", "-g", "./rules", "--up-to", "3", "--csv", "link"],
        &["values", "-g", "./link", "--up-to", "3", "--csv", "rules"],
        &[&heaps[..], &["--csv", "./heaps"]].concat(),
        &[&heaps[..], &["--certificate", "heaps"]].concat(),
        &["sweep", "--up-to", "3", "--checkpoint", "x", "--csv", "x"],
        &race,
    ] {
        let before: Vec<_> = ["1", "rules", "heaps"]
            .map(|name| fs::read(file(name)).unwrap())
            .into();
        let output = run(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        let why = ["it is what this reads", "are one file"];
        assert!(why.iter().any(|why| message.contains(why)), "{message}");
        let after: Vec<_> = ["1", "rules", "heaps"]
            .map(|name| fs::read(file(name)).unwrap())
            .into();
        assert!(before == after, "{arguments:?}");
    }
    assert!(!file("x").exists());
    let output = run(&["sweep", "merge", "--csv", "3", "1", "2"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// A checkpoint may have any name that the system allows, also when the sweep is stopped.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_with_a_checkpoint_that_is_no_text() {
    let dir = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"gra\xff it's");
    let started = || {
        let mut command = Command::new(GRUNDY);
        command
            .args(["sweep", "--up-to", "22", "--checkpoint"])
            .arg(name);
        command.current_dir(dir.path()).stdout(Stdio::null());
        command
    };
    let child = started().stderr(Stdio::piped()).spawn().unwrap();
    let patience = Instant::now();
    while !dir.path().join(name).exists() {
        assert!(patience.elapsed() < Duration::from_mins(1));
        sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{message}");
    let (_, command) = message.split_once("to go on:\n").unwrap();
    let output = Command::new("bash")
        .args(["-c", command.trim()])
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// A user who may have no more threads gets an answer or an error.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_processes_is_no_panic() {
    let dir = tempfile::tempdir().unwrap();
    // Where anybody may go: root has no such limit, and the test goes on as somebody else then.
    let grundy = dir.path().join("grundy");
    fs::copy(GRUNDY, &grundy).unwrap();
    for open in [dir.path(), &grundy] {
        let mut mode = fs::metadata(open).unwrap().permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
        fs::set_permissions(open, mode).unwrap();
    }
    let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    let user = if is_root {
        "setpriv --reuid=65533 --regid=65533 --clear-groups"
    } else {
        ""
    };
    for limit in [1, 3, 6] {
        for command in [
            "sweep --up-to 8",
            "sweep -g kamyki --check closure --up-to 6",
            "judge --up-to 4 --random 0 -- echo 0",
        ] {
            let script = format!(
                "{user} bash -c 'ulimit -u {limit}; exec {} {command}'",
                grundy.display()
            );
            let output = Command::new("bash")
                .args(["-c", &script])
                .current_dir("/")
                .output();
            let output = output.unwrap();
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let code = output.status.code();
            assert!(
                !message.contains("panicked"),
                "{limit}: {command}: {message}"
            );
            assert!(
                matches!(code, Some(0..=2)),
                "{limit}: {command}: {code:?} {message}"
            );
        }
    }
}
