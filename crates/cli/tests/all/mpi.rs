//! Sweeps in the processes of `mpirun`, for builds with the feature `mpi`, which needs MPI:
//! `cargo test -p grundy --features mpi --test all mpi`.
#![cfg(feature = "mpi")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Folder, GRUNDY, grundy, kill, record, wait_until};

/// The working directory, with Wythoff's game in a shell and awk, and a right claim about it.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
const OF_WYTHOFF: &str = "-g ./wythoff.sh --claim 'awk -f wythoff.awk'";

/// MPI's own command, for any user and any number of cores.
fn mpi() -> Command {
    let mut command = Command::new("mpirun");
    command
        .current_dir(DATA)
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A sweep in this number of processes.
fn mpirun(ranks: u32, line: &str) -> Command {
    let mut command = mpi();
    command.args(["-n", &ranks.to_string(), GRUNDY, "sweep", "--mpi"]);
    command.args(shlex::split(line).unwrap());
    command
}

/// The end of a job. On a busy machine Open MPI 4 sometimes reports a job as improper whose processes have all ended
/// well (open-mpi/ompi, issue 9389): such a job is run again.
fn ended(command: &mut Command) -> Output {
    for _ in 0..5 {
        let output = command.output().unwrap();
        if !said(&output).contains(" with PID 0 on") {
            return output;
        }
        eprintln!("*** run again: {}", said(&output));
    }
    panic!("{command:?} ends improperly every time");
}

fn said(output: &Output) -> String {
    let all = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&all).into_owned()
}

/// Both outputs of a job that ends with this exit code.
#[track_caller]
fn with(output: &Output, code: i32) -> String {
    let said = said(output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    said
}

/// The plain sweep.
fn alone(line: &str) -> Command {
    let mut command = grundy(&format!("sweep {line}"));
    command.current_dir(DATA);
    command
}

#[test]
fn the_number_of_ranks_does_not_change_the_record() {
    let folder = Folder::new();
    let csv = folder.name("sweep.csv");
    let closure = format!("{OF_WYTHOFF} --up-to 20 --check closure");
    for (line, ranks) in [
        ("--up-to 22", &[1, 2, 4][..]),
        ("--up-to 14 --game nim", &[3]),
        ("--up-to 12 --game 0.77 --check closure", &[3]),
        (&closure, &[4]),
    ] {
        let line = format!("{line} --csv {csv}");
        with(&alone(&line).output().unwrap(), 0);
        let expected = record(&folder.path("sweep.csv"));
        for &ranks in ranks {
            let told = with(&ended(&mut mpirun(ranks, &line)), 0);
            assert_eq!(record(&folder.path("sweep.csv")), expected, "{ranks} ranks");
            // One of them prints.
            assert_eq!(told.matches(" positions confirmed").count(), 1, "{told}");
        }
    }
}

#[test]
fn an_error_is_printed_once() {
    let reason =
        "3 ranks: a table is shared out by the lowest bits of numbers, so their number has to be";
    let clap = "cannot be used";
    for (ranks, line, message) in [
        (3, "--up-to 20", reason),
        (2, "--up-to 62", "with 2 of the ranks, needs "),
        (
            2,
            "--up-to 9 --resume /no/such/folder/state",
            "No such file",
        ),
        (2, "--up-to 9 --csv /no/such/folder/state", "No such file"),
        (2, "--up-to 9 --random 5 -m 5 -n 2", clap),
    ] {
        let told = with(&ended(&mut mpirun(ranks, line)), 2);
        let most = if message == clap { 2 } else { 1 };
        assert!(
            (1..=most).contains(&told.matches(message).count()),
            "{told}"
        );
    }
}

/// Two ranks with different files: neither continues with the other's work.
#[test]
fn ranks_with_different_rules_are_an_error() {
    let folder = Folder::new();
    for number in 0..=1 {
        fs::create_dir(folder.path(&number.to_string())).unwrap();
        for file in ["wythoff.sh", "wythoff.awk"] {
            let copy = folder.path(&format!("{number}/{file}"));
            fs::copy(Path::new(DATA).join(file), copy).unwrap();
        }
    }
    let run = |line: &str, code| {
        let mut command = mpi();
        for number in 0..=1 {
            command.args([":"].iter().skip(1 - number));
            command
                .args(["-n", "1", "--wdir"])
                .arg(folder.path(&number.to_string()));
            command.args([GRUNDY, "sweep", "--mpi"]);
            command.args(shlex::split(&format!("{OF_WYTHOFF} {line}")).unwrap());
        }
        let begun = Instant::now();
        let told = with(&ended(&mut command), code);
        assert!(begun.elapsed() < Duration::from_mins(1), "{told}");
        told
    };
    run("--up-to 9", 0);

    let there = folder.path("1/wythoff.sh");
    let rules = fs::read_to_string(&there).unwrap();
    fs::write(&there, rules + "# changed\n").unwrap();
    for more in ["", "--check closure", "--resume state"] {
        let told = run(&format!("--up-to 9 {more}"), 2);
        let reason = "error: rank 1: not the sweep of rank 0: made with other rules: ./wythoff.sh ";
        assert_eq!(told.matches(reason).count(), 1, "{told}");
    }
    fs::remove_file(&there).unwrap();
    let told = run("--up-to 9", 2);
    let is_named = told.contains("error: rank 1 of 2 on ") && told.contains("wythoff.sh");
    assert!(is_named, "{told}");
}

/// The output of ranks passes through `mpirun`, so there are lines instead of a bar.
#[test]
fn the_first_rank_prints_progress() {
    let output = ended(&mut mpirun(2, "--up-to 24 --jobs 1"));
    with(&output, 0);
    let told = String::from_utf8(output.stderr).unwrap();
    let is_progress = |line: &&str| line.contains(" of 16,777,191 positions, about ");
    let lines = told.lines().filter(is_progress);
    let checked: Vec<u64> = lines
        .map(|line| {
            let number = line.strip_prefix("gra: ").unwrap().split(' ').next();
            number.unwrap().replace(',', "").parse().unwrap()
        })
        .collect();
    assert!(!checked.is_empty() && checked.len() < 12, "{told}");
    assert!(checked.is_sorted_by(|one, other| one < other), "{told}");
}

/// Starts a long sweep, and waits until its checkpoint has grown.
fn start(ranks: u32, checkpoint: &Path) -> Child {
    let line = format!("--up-to 23 --resume {}", checkpoint.display());
    let child = mpirun(ranks, &line).spawn().unwrap();
    let before = fs::read(checkpoint).unwrap_or_default();
    wait_until("a checkpoint", || {
        fs::read(checkpoint).is_ok_and(|now| now.len() >= 2000 && now != before)
    });
    child
}

/// The processes of the command whose arguments contain this text.
fn processes_with(text: &str) -> Vec<u32> {
    let all = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let exe = fs::read_link(format!("/proc/{pid}/exe"));
        exe.is_ok_and(|exe| exe == Path::new(GRUNDY))
            && String::from_utf8_lossy(&line).contains(text)
    })
    .collect()
}

#[test]
fn a_killed_rank_ends_the_job_and_any_number_goes_on() {
    let folder = Folder::new();
    let checkpoint = folder.path("state");
    let name = folder.name("state");
    let child = start(4, &checkpoint);
    let ranks = processes_with(&name);
    assert_eq!(ranks.len(), 4);
    let killed = Instant::now();
    let third = ranks[2].to_string();
    assert!(
        Command::new("kill")
            .args(["-9", &third])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert!(
        killed.elapsed() < Duration::from_secs(20),
        "{:?}",
        killed.elapsed()
    );
    let told = said(&output);
    assert!(!output.status.success(), "{told}");
    assert!(
        told.contains("rank ") && told.contains("signal 9"),
        "{told}"
    );
    sleep(Duration::from_secs(1));
    assert_eq!(processes_with(&name), [0_u32; 0]);

    // Stopped on two ranks, by the signal of job schedulers; finished on one.
    let child = start(2, &checkpoint);
    kill("TERM", &child);
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success(), "{}", said(&output));
    assert_eq!(processes_with(&name), [0_u32; 0]);
    let [csv, plain] = ["sweep.csv", "plain.csv"].map(|name| folder.name(name));
    let last = format!("--up-to 23 --resume {name} --csv {csv}");
    with(&ended(&mut mpirun(1, &last)), 0);
    with(
        &alone(&format!("--up-to 23 --csv {plain}"))
            .output()
            .unwrap(),
        0,
    );
    let [found, plain] = ["sweep.csv", "plain.csv"].map(|name| record(&folder.path(name)));
    assert_eq!(found, plain);
}
