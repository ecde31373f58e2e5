//! Sweeps in the processes of `mpirun`. They are part of a build with the feature `mpi` alone, which needs
//! MPI: `cargo test -p grundy --features mpi --test all mpi`.
#![cfg(feature = "mpi")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{GRUNDY, record};

/// Where the tests run: there are Wythoff's game in a shell and awk, and a program that is right about it.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
const WYTHOFF: &str = "./wythoff.sh";
const RIGHT: &str = "awk -f wythoff.awk";

/// MPI's own command, whoever the user is, and however few cores there are.
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

/// The command in so many processes.
fn mpirun(ranks: u32, arguments: &[&str]) -> Command {
    let mut command = mpi();
    command
        .args(["-n", &ranks.to_string(), GRUNDY, "sweep", "--mpi"])
        .args(arguments);
    command
}

/// What a job ends with. On a busy machine Open MPI 4 now and then calls one improper whose processes have all ended
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

/// The plain sweep.
fn alone(arguments: &[&str]) -> Command {
    let mut command = Command::new(GRUNDY);
    command.current_dir(DATA).arg("sweep").args(arguments);
    command
}

/// The record of the plain sweep.
fn plain(folder: &Path, arguments: &[&str]) -> String {
    let csv = folder.join("plain.csv");
    let output = alone(arguments).arg("--csv").arg(&csv).output().unwrap();
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
        (&["--up-to", "12", "--game", "0.77"], &[2]),
        (
            &["--up-to", "12", "--game", "0.77", "--check", "closure"],
            &[3],
        ),
        (&["--up-to", "20", "-g", WYTHOFF, "--claim", RIGHT], &[2, 3]),
        (
            &[
                "--up-to", "20", "-g", WYTHOFF, "--claim", RIGHT, "--check", "closure",
            ],
            &[4],
        ),
    ] {
        let expected = plain(folder.path(), arguments);
        for &ranks in ranks {
            let csv = folder.path().join("sweep.csv");
            let output = ended(mpirun(ranks, arguments).arg("--csv").arg(&csv));
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
        let output = ended(&mut mpirun(ranks, arguments));
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        let told = said(&output);
        let times = told.matches(message).count();
        let by_clap = if message == "cannot be used" { 2 } else { 1 };
        assert!((1..=by_clap).contains(&times), "{told}");
    }
}

/// Random positions make no record: what is told of them is the same.
#[test]
fn random_positions_are_shared_out() {
    let found = |output: Output| {
        let told = said(&output);
        assert_eq!(output.status.code(), Some(0), "{told}");
        let line = told
            .lines()
            .find(|line| line.contains(" without a contradiction"));
        let line = line.unwrap_or_else(|| panic!("{told}"));
        let followed = told.lines().filter(|line| line.starts_with("  "));
        let (found, _) = line.split_once(" in ").unwrap();
        format!("{found}\n{}", followed.collect::<String>())
    };
    for game in [
        &["-g", "0.77"][..],
        &["-g", WYTHOFF, "--claim", RIGHT],
        &["-g", "kamyki"],
    ] {
        let words = "--check closure --random 500 -m 40 -n 2".split(' ');
        let words: Vec<&str> = game.iter().copied().chain(words).collect();
        let shared = ended(&mut mpirun(3, &words));
        let expected = found(alone(&words).output().unwrap());
        assert_eq!(found(shared), expected, "{game:?}");
    }
}

/// The record of a wrong claim, and the position that shows it, do not depend on who has found it.
#[test]
fn a_wrong_claim_is_found_in_whichever_rank() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = folder.path().join("wrong.awk");
    let right = fs::read_to_string(Path::new(DATA).join("wythoff.awk")).unwrap();
    fs::write(&wrong, right.replace("== a ?", "== a && a != 3 ?")).unwrap();
    let claim = format!("awk -f {}", wrong.display());
    for check in ["oracle", "closure"] {
        let csv = folder.path().join("sweep.csv");
        let words = [
            "--up-to", "9", "-g", WYTHOFF, "--claim", &claim, "--check", check,
        ];
        let output = ended(mpirun(3, &words).arg("--csv").arg(&csv));
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert_eq!(
            said(&output).matches("  input        3 5\n").count(),
            1,
            "{}",
            said(&output)
        );
        let shared = record(&csv);
        let output = alone(&words).arg("--csv").arg(&csv).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert_eq!(shared, record(&csv));
    }
}

/// Two ranks that do not see the same files: neither goes on with what it takes for the other's.
#[test]
fn ranks_with_different_rules_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let machine = |number: u32| folder.path().join(number.to_string());
    for number in [0, 1] {
        fs::create_dir(machine(number)).unwrap();
        for file in ["wythoff.sh", "wythoff.awk"] {
            fs::copy(Path::new(DATA).join(file), machine(number).join(file)).unwrap();
        }
    }
    let run = |words: &[&str]| {
        let mut command = mpi();
        for number in [0, 1] {
            command.args([":"].iter().skip(1 - number as usize));
            command.args(["-n", "1", "--wdir"]).arg(machine(number));
            command.args([GRUNDY, "sweep", "--mpi", "-g", WYTHOFF]);
            command.args(["--claim", RIGHT]).args(words);
        }
        let begun = Instant::now();
        let output = ended(&mut command);
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "{}",
            said(&output)
        );
        output
    };
    let output = run(&["--up-to", "9"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));

    let there = machine(1).join("wythoff.sh");
    let rules = fs::read_to_string(&there).unwrap();
    fs::write(&there, rules.clone() + "# changed\n").unwrap();
    for more in [&[][..], &["--check", "closure"], &["--resume", "state"]] {
        let output = run(&[&["--up-to", "9"], more].concat());
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        let reason = "error: rank 1: not the sweep of rank 0: made with other rules: ./wythoff.sh ";
        assert_eq!(
            said(&output).matches(reason).count(),
            1,
            "{}",
            said(&output)
        );
    }
    // A program that fails in one of them, and one that is not there.
    let changed = rules.replace(
        "for (i = 1; i <= $1; i++)",
        "if ($1 == 7) exit 3; for (i = 1; i <= $1; i++)",
    );
    assert_ne!(changed, rules);
    fs::write(&there, changed).unwrap();
    fs::remove_file(machine(0).join("state")).unwrap();
    let output = run(&["--up-to", "9"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    fs::remove_file(&there).unwrap();
    let output = run(&["--up-to", "9"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let told = said(&output);
    assert!(
        told.contains("error: rank 1 of 2 on ") && told.contains("wythoff.sh"),
        "{told}"
    );
}

/// What ranks print passes through `mpirun`: there is no terminal for a bar.
#[test]
fn the_first_rank_says_how_far_it_is() {
    let output = ended(&mut mpirun(2, &["--up-to", "24", "--jobs", "1"]));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let told = String::from_utf8(output.stderr).unwrap();
    let lines = told
        .lines()
        .filter(|line| line.contains(" of 16,777,191 positions, about "));
    let checked: Vec<u64> = lines
        .map(|line| {
            let number = line.strip_prefix("gra: ").unwrap().split(' ').next();
            number.unwrap().replace(',', "").parse().unwrap()
        })
        .collect();
    assert!(!checked.is_empty() && checked.len() < 12, "{told}");
    assert!(checked.is_sorted_by(|one, other| one < other), "{told}");
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
    assert_eq!(processes_with(name), [0_u32; 0]);

    // Stopped on two ranks, by the signal that comes before a job's time is over; ended on one.
    let child = start(2, &checkpoint);
    let term = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(term.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success(), "{}", said(&output));
    assert_eq!(processes_with(name), [0_u32; 0]);

    let csv = folder.path().join("sweep.csv");
    let mut last = mpirun(1, &["--up-to", "23", "--resume", name]);
    let output = ended(last.arg("--csv").arg(&csv));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(record(&csv), plain(folder.path(), &["--up-to", "23"]));
}
