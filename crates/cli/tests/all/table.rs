//! The oracle's table in a file, as users meet it: the record of any sweep, killed, stopped, damaged, refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

struct Files {
    dir: tempfile::TempDir,
}

impl Files {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A sweep to 22 squares, in segments of 32 KiB or so of 256.
    fn sweep(&self, more: &[&str]) -> Command {
        let mut command = Command::new(GRUNDY);
        command
            .args(["sweep", "--up-to", "22", "--memory", "200KiB", "--table"])
            .arg(self.path("table"))
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

fn refused(output: &Output, message: &str) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(message), "{said}");
    assert_eq!(text(&output.stdout), "");
}

/// A record without its seconds.
fn record(path: &Path) -> String {
    let record = fs::read_to_string(path).unwrap();
    let rows = record.lines().map(|row| row.rsplit_once(',').unwrap().0);
    rows.fold(String::new(), |text, row| text + row + "\n")
}

#[test]
fn killed_again_and_again_it_ends_with_the_record_of_any_sweep() {
    let files = Files::new();
    let (table, csv, plain) = (
        files.path("table"),
        files.path("sweep.csv"),
        files.path("plain.csv"),
    );
    let mut killed = 0;
    for run in 1..=6 {
        let mut child = files.sweep(&[]).spawn().unwrap();
        while !table.exists() {
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_millis(4 * run));
        // On Unix this is SIGKILL: nothing of the process runs after it.
        child.kill().unwrap();
        killed += u32::from(child.wait().unwrap().code().is_none());
    }
    assert!(killed >= 3, "{killed}");
    let output = files
        .sweep(&["--csv", csv.to_str().unwrap()])
        .output()
        .unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.starts_with("gra: segments of "), "{said}");
    assert!(
        said.contains(" to read ") && said.contains(" to compare"),
        "{said}"
    );
    let output = Command::new(GRUNDY)
        .args(["sweep", "--up-to", "22", "--csv"])
        .arg(&plain)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(record(&csv), record(&plain));

    // A bit of the last segment: it is found, and built anew.
    let mut bytes = fs::read(&table).unwrap();
    let whole = bytes.clone();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&table, bytes).unwrap();
    let output = files.sweep(&["--jobs", "1"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read(&table).unwrap(), whole);

    // What the table is not for, and what is none.
    let other = Command::new(GRUNDY)
        .args(["sweep", "--up-to", "21", "--table"])
        .arg(&table)
        .output()
        .unwrap();
    refused(&other, "table: made for m = 22, not for m = 21");
    fs::write(&table, "mine\n").unwrap();
    let output = files.sweep(&[]).output().unwrap();
    refused(&output, "table: not a table of gra");
    assert_eq!(fs::read_to_string(&table).unwrap(), "mine\n");
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_made() {
    let files = Files::new();
    let table = files.path("table");
    let table = table.to_str().unwrap();
    for (arguments, message) in [
        (
            &["--up-to", "24", "--memory", "10B"][..],
            "gra: m = 24 needs ",
        ),
        (&["--up-to", "48", "--memory", "1GiB"], " on the disk, "),
        (&["--up-to", "64"], " are free"),
        (
            &["--up-to", "20", "--game", "nim"],
            "nim: only the oracle of gra",
        ),
        (
            &["--up-to", "9", "--game", "all"],
            "--table is for one game",
        ),
        (
            &["--up-to", "9", "--check", "closure"],
            "--table is for the oracle",
        ),
        (&["--up-to", "9", "--mpi"], "cannot be used with"),
    ] {
        let output = Command::new(GRUNDY)
            .args(["sweep", "--table", table])
            .args(arguments)
            .output()
            .unwrap();
        refused(&output, message);
        assert!(!Path::new(table).exists());
    }
}

#[cfg(not(feature = "mpi"))]
#[test]
fn without_mpi_in_it_the_command_says_so() {
    let output = Command::new(GRUNDY).args(["sweep", "--mpi"]).output();
    refused(&output.unwrap(), "this grundy was built without MPI");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_table() {
    let files = Files::new();
    let child = files.sweep(&[]).spawn().unwrap();
    while !files.path("table").exists() {
        sleep(Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    let interrupted = Command::new("kill").args(["-INT", &pid]).status();
    assert!(interrupted.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    let kept = "nothing but the table is kept without --resume FILE";
    assert!(said.contains(kept), "{said}");
}
