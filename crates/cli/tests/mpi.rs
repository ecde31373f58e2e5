//! Sweeps in the processes of `mpirun`. They are part of a build with the feature `mpi` alone, which needs
//! MPI: `cargo test -p grundy --features mpi --test mpi`.
#![cfg(feature = "mpi")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

/// The command in so many processes, whoever the user is, and however few cores there are.
fn mpirun(ranks: u32, arguments: &[&str]) -> Command {
    let mut command = Command::new("mpirun");
    command
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
        .args(["-n", &ranks.to_string(), GRUNDY, "sweep", "--mpi"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> String {
    let all = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&all).into_owned()
}

/// A record without its seconds.
fn record(path: &Path) -> String {
    let record = fs::read_to_string(path).unwrap();
    let rows = record.lines().map(|row| row.rsplit_once(',').unwrap().0);
    rows.fold(String::new(), |text, row| text + row + "\n")
}

/// The record of the plain sweep.
fn plain(folder: &Path, arguments: &[&str]) -> String {
    let csv = folder.join("plain.csv");
    let output = Command::new(GRUNDY)
        .args(["sweep", "--csv"])
        .arg(&csv)
        .args(arguments)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    record(&csv)
}

#[test]
fn one_record_whatever_the_number_of_ranks() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, ranks) in [
        (&["--up-to", "22"][..], &[1, 2, 4][..]),
        (&["--up-to", "3"], &[4]),
        (&["--up-to", "16", "--check", "closure"], &[3]),
        (&["--up-to", "14", "--game", "nim"], &[3]),
    ] {
        let expected = plain(folder.path(), arguments);
        for &ranks in ranks {
            let csv = folder.path().join("sweep.csv");
            let output = mpirun(ranks, arguments).arg("--csv").arg(&csv).output();
            let output = output.unwrap();
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            assert_eq!(record(&csv), expected, "{ranks} ranks");
            // One of them speaks.
            let confirmed = said(&output).matches(" positions confirmed").count();
            assert_eq!(confirmed, 1, "{}", said(&output));
        }
    }
}

#[test]
fn what_is_refused_is_told_once() {
    let reason =
        "3 ranks: a table is shared out by the lowest bits of numbers, so their number has to be";
    for (ranks, arguments, message) in [
        (3, &["--up-to", "20"][..], reason),
        (2, &["--up-to", "62"], "with 2 of the ranks, needs "),
        (
            2,
            &["--up-to", "9", "--resume", "/no/such/folder/state"],
            "No such file",
        ),
        (
            2,
            &["--up-to", "9", "--csv", "/no/such/folder/state"],
            "No such file",
        ),
        (
            2,
            &["--up-to", "9", "--random", "5", "-m", "5", "-n", "2"],
            "cannot be used",
        ),
    ] {
        let output = mpirun(ranks, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        let told = said(&output);
        let times = told.matches(message).count();
        let by_clap = if message == "cannot be used" { 2 } else { 1 };
        assert!((1..=by_clap).contains(&times), "{told}");
    }
}

/// Starts a sweep that takes long, and waits until something of it is kept.
fn start(ranks: u32, checkpoint: &Path) -> Child {
    let mut command = mpirun(ranks, &["--up-to", "23"]);
    command.arg("--resume").arg(checkpoint);
    let child = command.spawn().unwrap();
    let before = fs::read(checkpoint).unwrap_or_default();
    let started = Instant::now();
    while fs::read(checkpoint).map_or(0, |now| now.len()) < 2000
        || fs::read(checkpoint).unwrap() == before
    {
        assert!(started.elapsed() < Duration::from_mins(2));
        sleep(Duration::from_millis(20));
    }
    child
}

/// The processes whose command line has this in it.
fn processes_with(text: &str) -> Vec<u32> {
    let all = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let is_grundy =
            fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe == Path::new(GRUNDY));
        is_grundy && String::from_utf8_lossy(&line).contains(text)
    })
    .collect()
}

#[test]
fn a_rank_killed_ends_the_job_and_the_checkpoint_goes_on_with_any_number() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint: PathBuf = folder.path().join("state");
    let name = checkpoint.to_str().unwrap();
    let child = start(4, &checkpoint);
    let ranks = processes_with(name);
    assert_eq!(ranks.len(), 4);
    let killed = Instant::now();
    let kill = Command::new("kill")
        .args(["-9", &ranks[2].to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(
        killed.elapsed() < Duration::from_secs(20),
        "{:?}",
        killed.elapsed()
    );
    assert!(!output.status.success());
    let told = said(&output);
    assert!(
        told.contains("rank ") && told.contains("signal 9"),
        "{told}"
    );
    sleep(Duration::from_secs(1));
    assert_eq!(processes_with(name), []);

    // Stopped on two ranks, by the signal that comes before a job's time is over; ended on one.
    let child = start(2, &checkpoint);
    let term = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(term.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success(), "{}", said(&output));
    assert_eq!(processes_with(name), []);

    let csv = folder.path().join("sweep.csv");
    let mut last = mpirun(1, &["--up-to", "23", "--resume", name]);
    let output = last.arg("--csv").arg(&csv).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(record(&csv), plain(folder.path(), &["--up-to", "23"]));
}
