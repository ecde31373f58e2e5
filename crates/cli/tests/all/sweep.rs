//! Long sweeps from the command line: killed, stopped, resumed, in parts, and refused. What checkpoints, parts and
//! tables hold is tested in `grundy-sweep` and `grundy-brute`.
#![cfg(unix)]

use std::fs;
use std::process::Child;
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use grundy_features::tier;

use crate::support::{Ended, Folder, kill, record, refused, wait_until, wythoff};

/// A sweep of several blocks, long enough to be killed in the middle.
const LONG: &str = "sweep --up-to 20 --jobs 2 --resume state --csv sweep.csv";

/// The record of the long sweep, and how long it took.
static UNDISTURBED: LazyLock<(String, Duration)> = LazyLock::new(|| {
    let folder = Folder::new();
    let begin = Instant::now();
    folder.run(LONG).with(0);
    (record(&folder.path("sweep.csv")), begin.elapsed())
});

fn started(folder: &Folder, line: &str, file: &str) -> Child {
    let child = folder.grundy(line).spawn().unwrap();
    wait_until(file, || folder.path(file).exists());
    child
}

#[test]
fn a_sweep_killed_at_any_moment_ends_with_the_same_record() {
    let (expected, whole) = &*UNDISTURBED;
    let (mut killed, mut resumed) = (0, 0);
    for run in 1..=tier(2, 3) {
        let folder = Folder::new();
        for share in [0.1, 0.3] {
            let mut child = folder.grundy(LONG).spawn().unwrap();
            sleep(whole.mul_f64(share * f64::from(run) / 2.0));
            // SIGKILL: nothing of the process runs after it.
            child.kill().unwrap();
            killed += u32::from(child.wait().unwrap().code().is_none());
            resumed += u32::from(folder.path("state").exists());
        }
        folder.run(LONG).with(0);
        assert_eq!(&record(&folder.path("sweep.csv")), expected, "run {run}");
    }
    let counts = format!("{killed} kills, {resumed} checkpoints");
    assert!(killed >= 2 && resumed >= 2, "{counts}");
}

/// Ctrl-C, and the signal of job schedulers before they kill.
#[test]
fn a_stopped_sweep_says_how_to_go_on() {
    let (expected, whole) = &*UNDISTURBED;
    for signal in ["INT", "TERM"] {
        let folder = Folder::new();
        let child = started(&folder, LONG, "state");
        sleep(*whole / 6);
        let interrupted = Instant::now();
        kill(signal, child.id());
        let ended = Ended::of(child.wait_with_output().unwrap());
        // A second, and another one for a busy machine.
        assert!(interrupted.elapsed() < Duration::from_secs(2), "{signal}");
        assert!(ended.err.starts_with("stopped"), "{ended:?}");
        let ended = ended.says("; the same command goes on");
        assert_eq!(ended.with(130), "");
        assert!(!folder.path("sweep.csv").exists());
        folder.run(LONG).says(": goes on after ").with(0);
        assert_eq!(&record(&folder.path("sweep.csv")), expected);
    }
}

#[cfg(not(feature = "mpi"))]
#[test]
fn without_mpi_there_is_none() {
    let refused = "--mpi => this grundy was built without MPI";
    crate::support::all_refused(&Folder::new(), "sweep", refused);
}

#[test]
fn a_table_on_disk_survives_kills() {
    let folder = Folder::new();
    let line = "sweep --up-to 20 --memory 60KiB --table table";
    for run in 1..=2 {
        let mut child = started(&folder, line, "table");
        sleep(Duration::from_millis(8 * run));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // A table that takes seconds, in a file that is made after the sweep handles interrupts.
    let long = "sweep --up-to 26 --memory 2MiB --table long";
    let child = started(&folder, long, "long");
    kill("INT", child.id());
    let stopped = Ended::of(child.wait_with_output().unwrap());
    let kept = "nothing but the table is kept without --resume FILE";
    stopped.says(kept).with(130);
    let ended = folder.run(&format!("{line} --csv sweep.csv"));
    assert!(ended.err.starts_with("gra: segments of "), "{ended:?}");
    ended.with(0);
    assert_eq!(record(&folder.path("sweep.csv")), UNDISTURBED.0);
}

/// A program that is changed during the sweep invalidates its later answers.
#[test]
fn a_program_that_changes_under_way_is_reported() {
    let folder = wythoff("smallest: 0");
    let right = folder.read("right.awk");
    let slow = "BEGIN { system(\"sleep 0.3\") }\n";
    folder.write("slow.awk", slow.to_owned() + &right);
    let line = "sweep -g ./wythoff --claim 'awk -f slow.awk' --up-to 19 --resume one";
    // The file is there when the game has been opened, and twenty sizes take some seconds.
    let child = started(&folder, line, "one");
    folder.write("slow.awk", right);
    let ended = Ended::of(child.wait_with_output().unwrap());
    let message = "awk -f slow.awk has been changed since it was opened\n";
    refused(ended, message);
}

/// A user with a low limit of threads gets an answer or an error.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_processes_is_no_panic() {
    use std::os::unix::fs::PermissionsExt as _;
    // Root has no such limit, so the test continues as another user, who may read this copy.
    let folder = Folder::new();
    fs::copy(crate::support::GRUNDY, folder.path("grundy")).unwrap();
    for open in ["", "grundy"] {
        fs::set_permissions(folder.path(open), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let user = "$([ $(id -u) = 0 ] && echo setpriv --reuid=65533 --regid=65533 --clear-groups)";
    let exe = folder.name("grundy");
    for limit in [1, 4] {
        for line in ["sweep --up-to 8", "judge --up-to 4 --random 0 -- echo 0"] {
            let script = format!("cd /; {user} bash -c 'ulimit -u {limit}; exec {exe} {line}'");
            let ended = folder.shell(&script);
            let is_fine = matches!(ended.code, Some(0..=2)) && !ended.err.contains("panicked");
            assert!(is_fine, "{limit}: {line}: {ended:?}");
        }
    }
}

/// The binary of a game in Rust names itself where it says what repeats a command.
#[cfg(unix)]
#[test]
fn a_binary_with_another_name_says_its_own() {
    let exe = crate::support::GRUNDY;
    let line = format!("bash -c 'exec -a ./bin/own.x {exe} sweep -g nim --up-to 2'");
    let ended = Folder::new().shell(&line);
    assert!(ended.out.contains("again: own again sweep/"), "{ended:?}");
}
