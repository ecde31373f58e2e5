//! Sweeps in the processes of `mpirun`, for builds with the feature `mpi`, which needs MPI:
//! `cargo test -p grundy --features mpi --test all mpi`.
#![cfg(feature = "mpi")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Folder, GRUNDY, both, kill, record, wait_until, wythoff};

/// Wythoff's game and the claim in the folder of [`wythoff`].
const OF_WYTHOFF: &str = "-g ./wythoff --claim 'awk -f right.awk'";

/// MPI's own command, for any user and any number of cores.
fn mpi() -> Command {
    let mut command = Command::new("mpirun");
    command
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
        if !both(&output).contains(" with PID 0 on") {
            return output;
        }
        eprintln!("*** run again: {}", both(&output));
    }
    panic!("{command:?} ends improperly every time");
}

/// Both outputs of a job that ends with this exit code.
#[track_caller]
fn with(output: &Output, code: i32) -> String {
    let said = both(output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    said
}

#[test]
fn the_number_of_ranks_does_not_change_the_record() {
    let folder = wythoff("smallest: 0");
    let closure = format!("{OF_WYTHOFF} --up-to 20 --check closure");
    for (line, ranks) in [
        ("--up-to 22", &[1, 2, 4][..]),
        ("--up-to 14 --game nim", &[3]),
        ("--up-to 12 --game 0.77 --check closure", &[3]),
        (&closure, &[4]),
    ] {
        let line = format!("{line} --csv sweep.csv");
        folder.run(&format!("sweep {line}")).with(0);
        let expected = record(&folder.path("sweep.csv"));
        for &ranks in ranks {
            let told = with(&ended(mpirun(ranks, &line).current_dir(&folder.0)), 0);
            assert_eq!(record(&folder.path("sweep.csv")), expected, "{ranks} ranks");
            // One of them prints.
            assert_eq!(told.matches(" positions confirmed").count(), 1, "{told}");
        }
    }
}

/// The number of ranks, the line, and the message.
const ERRORS: &str = "\
3 --up-to 20 => 3 ranks: a table is shared out by the lowest bits of numbers, so
2 --up-to 62 => with 2 of the ranks, needs
2 --up-to 9 --resume /no/such/folder/state => No such file
2 --up-to 9 --csv /no/such/folder/state => No such file";

#[test]
fn an_error_is_printed_once() {
    for row in ERRORS.lines() {
        let (ranks, row) = row.split_once(' ').unwrap();
        let (line, message) = row.split_once(" => ").unwrap();
        let told = with(&ended(&mut mpirun(ranks.parse().unwrap(), line)), 2);
        assert_eq!(told.matches(message).count(), 1, "{told}");
    }
    // Each rank reads the arguments.
    let told = with(&ended(&mut mpirun(2, "--random 5 -m 5 -n 2 --up-to 9")), 2);
    let count = told.matches("cannot be used").count();
    assert!((1..=2).contains(&count), "{told}");
}

/// Two ranks with different files: neither continues with the other's work.
#[test]
fn ranks_with_different_rules_are_an_error() {
    let places = [(); 2].map(|()| wythoff("smallest: 0"));
    let run = |line: &str, code| {
        let rank = |place: &Folder| {
            let place = format!("-n 1 --wdir {}", place.name(""));
            format!("{place} {GRUNDY} sweep --mpi {OF_WYTHOFF} {line}")
        };
        let mut command = mpi();
        let ranks = places.each_ref().map(rank).join(" : ");
        command.args(shlex::split(&ranks).unwrap());
        let begun = Instant::now();
        let told = with(&ended(&mut command), code);
        assert!(begun.elapsed() < Duration::from_mins(1), "{told}");
        told
    };
    run("--up-to 9", 0);

    let rules = places[1].read("wythoff");
    places[1].write("wythoff", rules + "# changed\n");
    let reason =
        "error: rank 1: not the sweep of rank 0: made with other rules or programs: ./wythoff ";
    for more in ["", "--check closure", "--resume state"] {
        let told = run(&format!("--up-to 9 {more}"), 2);
        assert_eq!(told.matches(reason).count(), 1, "{told}");
    }
    fs::remove_file(places[1].path("wythoff")).unwrap();
    let told = run("--up-to 9", 2);
    let is_named = told.contains("error: rank 1 of 2 on ") && told.contains("./wythoff");
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
    let number = |line: &str| {
        let number = line.strip_prefix("gra: ")?.split(' ').next()?;
        number.replace(',', "").parse::<u64>().ok()
    };
    let checked: Vec<u64> = lines.map(|line| number(line).unwrap()).collect();
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
    kill("KILL", ranks[2]);
    let output = child.wait_with_output().unwrap();
    let took = killed.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
    let told = both(&output);
    let is_told = told.contains("rank ") && told.contains("signal 9");
    assert!(is_told && !output.status.success(), "{told}");
    sleep(Duration::from_secs(1));
    assert_eq!(processes_with(&name), [0_u32; 0]);

    // Stopped on two ranks, by the signal of job schedulers; finished on one.
    let child = start(2, &checkpoint);
    kill("TERM", child.id());
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success(), "{}", both(&output));
    assert_eq!(processes_with(&name), [0_u32; 0]);
    let csv = || record(&folder.path("sweep.csv"));
    let line = format!("--up-to 23 --csv {}", folder.name("sweep.csv"));
    let resumed = format!("{line} --resume {name}");
    with(&ended(&mut mpirun(1, &resumed)), 0);
    let resumed = csv();
    folder.run(&format!("sweep {line}")).with(0);
    assert_eq!(resumed, csv());
}
