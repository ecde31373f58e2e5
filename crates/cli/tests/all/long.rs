//! Long sweeps as their users meet them: killed, interrupted, resumed, in parts, and refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

/// A sweep long enough to be killed in the middle, several blocks of positions long.
const LONG: [&str; 5] = ["sweep", "--up-to", "22", "--jobs", "2"];

fn grundy(arguments: &[&str]) -> Command {
    let mut command = Command::new(GRUNDY);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the command writes UTF-8")
}

/// A record without its seconds.
fn record(path: &Path) -> String {
    let record = fs::read_to_string(path).unwrap();
    let rows = record.lines().map(|row| row.rsplit_once(',').unwrap().0);
    rows.fold(String::new(), |text, row| text + row + "\n")
}

/// Where a sweep keeps its files.
struct Files {
    _dir: tempfile::TempDir,
    checkpoint: PathBuf,
    csv: PathBuf,
}

impl Files {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self {
            checkpoint: dir.path().join("sweep.checkpoint"),
            csv: dir.path().join("sweep.csv"),
            _dir: dir,
        }
    }

    /// One and the same command, whatever has happened.
    fn start(&self) -> Child {
        let mut command = grundy(&LONG);
        command.arg("--resume").arg(&self.checkpoint);
        command.arg("--csv").arg(&self.csv);
        command.spawn().unwrap()
    }
}

/// The record that nobody has disturbed, and how long it took.
fn undisturbed() -> (String, Duration) {
    let files = Files::new();
    let started = Instant::now();
    let output = files.start().wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    (record(&files.csv), started.elapsed())
}

#[test]
fn ten_runs_killed_at_random_moments_end_with_one_record() {
    let (expected, mut whole) = undisturbed();
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    // Any moments will do, as long as they differ from one test to the next.
    let mut state = clock.as_nanos() as u64 | 1;
    let (mut killed, mut resumed) = (0, 0);
    for run in 0..10 {
        let files = Files::new();
        for _ in 0..2 {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let moment = whole.mul_f64((state >> 32) as f64 / f64::from(u32::MAX));
            let mut child = files.start();
            sleep(moment);
            // On Unix this is SIGKILL: nothing of the process runs after it.
            child.kill().unwrap();
            if child.wait().unwrap().code().is_none() {
                killed += 1;
            } else {
                // Too late: the machine was busier when the time was taken.
                whole = whole.mul_f64(0.7);
            }
            resumed += u32::from(files.checkpoint.exists());
        }
        let output = files.start().wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(record(&files.csv), expected, "run {run}");
    }
    println!("{killed} kills, {resumed} of them left a checkpoint");
    assert!(
        killed >= 5 && resumed >= 5,
        "{killed} kills, {resumed} checkpoints"
    );
}

/// Ctrl-C, and what job schedulers send before they kill.
#[cfg(unix)]
#[test]
fn whoever_says_stop_hears_how_to_go_on() {
    let (expected, whole) = undisturbed();
    for signal in ["-INT", "-TERM"] {
        stopped_and_gone_on(signal, &expected, whole / 3);
    }
}

#[cfg(unix)]
fn stopped_and_gone_on(signal: &str, expected: &str, moment: Duration) {
    let files = Files::new();
    let child = files.start();
    while !files.checkpoint.exists() {
        sleep(Duration::from_millis(5));
    }
    sleep(moment);
    let interrupted = Instant::now();
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args([signal, &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    // A second, and as much again for a busy machine.
    assert!(
        interrupted.elapsed() < Duration::from_secs(2),
        "{:?}",
        interrupted.elapsed()
    );
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert_eq!(text(&output.stdout), "");
    assert!(!files.csv.exists());
    let (stopped, command) = message.split_once("to go on:\n").unwrap();
    assert!(stopped.starts_with("stopped"), "{message}");
    assert!(command.contains(" --resume "), "{message}");
    // What it says is what one can do.
    let output = Command::new("sh")
        .args(["-c", command.trim()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(record(&files.csv), expected);
    let goes_on = ": goes on after ";
    assert!(text(&output.stderr).contains(goes_on), "{output:?}");
    // And again: the record is read from the checkpoint.
    fs::remove_file(&files.csv).unwrap();
    let output = files.start().wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(record(&files.csv), expected);
    let finished = ": finished before, all 4,194,281 positions\n";
    assert!(text(&output.stderr).ends_with(finished), "{output:?}");
}

#[test]
fn parts_are_put_together() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let closure = [
        "sweep",
        "-g",
        "staircase",
        "--check",
        "closure",
        "--up-to",
        "12",
    ];
    let run = |more: &[&str]| {
        let output = grundy(&[&closure[..], more].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let whole = run(&["--csv", &file("whole.csv")]);
    assert!(whole.contains("all 4,095 positions confirmed"), "{whole}");
    for part in 1..=3 {
        let shown = run(&[
            "--shard",
            &format!("{part}/3"),
            "--resume",
            &file(&part.to_string()),
        ]);
        assert!(shown.contains(&format!(", part {part}/3\n")), "{shown}");
    }
    let merge = |files: &[&str]| {
        let csv = file("merged.csv");
        let files: Vec<String> = files.iter().map(|name| file(name)).collect();
        let mut command = grundy(&["sweep", "merge", "--csv", &csv]);
        command.args(files).output().unwrap()
    };
    let output = merge(&["3", "1", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("all 4,095 positions confirmed"));
    let (merged, whole) = (dir.path().join("merged.csv"), dir.path().join("whole.csv"));
    assert_eq!(record(&merged), record(&whole));
    let output = merge(&["3", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("parts of 3 that are missing: 2\n"));
}

#[test]
fn what_cannot_be_is_refused_before_it_starts() {
    let dir = tempfile::tempdir().unwrap();
    let mine = dir.path().join("mine");
    fs::write(&mine, "mine").unwrap();
    let mine = mine.to_str().unwrap();
    for (arguments, message) in [
        (
            &["--up-to", "52"][..],
            "error: gra: m = 52 needs 256.2 TiB, ",
        ),
        (&["--up-to", "65"], "positions are numbered up to size 64"),
        (
            &["--check", "closure", "--up-to", "65"],
            "positions are numbered up to size 64",
        ),
        (&["--resume"], "a value is required for '--resume <FILE>'"),
        (&["--shard", "1/3"], "--resume"),
        (&["--shard", "4/3", "--resume", "x"], "`4/3` is no part"),
        (&["--resume", mine], "not a checkpoint of a sweep"),
        (&["--checkpoint", mine], "not a checkpoint of a sweep"),
        (&["--resume", "/dev/null"], "not an ordinary file"),
        (&["-g", "all", "--resume", "x"], "--resume is for one game"),
        (&["--random", "5"], "--m"),
        (
            &["--random", "5", "-n", "3", "-m", "9"],
            "--random needs --check closure",
        ),
        (
            &["--check", "closure", "--random", "5", "-n", "9", "-m", "9"],
            "a strip of 9 squares holds 1 to 8 pawns",
        ),
        (
            &[
                "--check", "closure", "--random", "5", "-n", "3", "-m", "9", "--csv", "x",
            ],
            "cannot be used with",
        ),
        (&["--check", "faith"], "invalid value"),
        (&["merge"], "<FILES>"),
        (&["merge", mine], "not a checkpoint of a sweep"),
        (&["merge", "/nowhere/at/all"], "No such file"),
    ] {
        let output = grundy(&[&["sweep"], arguments].concat()).output().unwrap();
        let got = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {got}");
        assert!(got.contains(message), "{arguments:?}: {got}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(mine).unwrap(), "mine");
}

#[test]
fn random_positions_are_the_same_for_the_same_seed() {
    let random = |seed| {
        let arguments = [
            "sweep", "--check", "closure", "--random", "90", "-n", "700", "-m", "90000", "--seed",
            seed,
        ];
        let output = grundy(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let shown = text(&output.stdout);
        assert!(
            shown.contains("90 positions without a contradiction, 0 mismatches"),
            "{shown}"
        );
        shown
            .split_once('\n')
            .unwrap()
            .1
            .split_once('\n')
            .unwrap()
            .1
            .to_owned()
    };
    assert_eq!(random("1"), random("1"));
    assert_ne!(random("1"), random("2"));
}

/// As large as a number can be: a sum of two has no room in one, and no move makes it.
#[test]
fn the_largest_numbers_are_confirmed() {
    for game in ["nim", "bounded", "staircase", "kamyki"] {
        let arguments = [
            "sweep",
            "-g",
            game,
            "--check",
            "closure",
            "--random",
            "60",
            "-n",
            "3",
            "-m",
            "18446744073709551615",
        ];
        let output = grundy(&arguments).output().unwrap();
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{shown}");
        assert!(
            shown.contains("60 positions without a contradiction"),
            "{shown}"
        );
    }
}

/// Two sweeps cannot both keep what they find in one file.
#[cfg(unix)]
#[test]
fn a_checkpoint_is_one_sweeps() {
    let files = Files::new();
    let both = [files.start(), files.start()].map(|child| child.wait_with_output().unwrap());
    let mut codes = both.each_ref().map(|output| output.status.code());
    codes.sort_unstable();
    // On a machine that is busy with something else one may have ended before the other began.
    assert!(
        codes == [Some(0), Some(2)] || both.iter().any(is_read),
        "{both:?}"
    );

    // Nor go on with what another is at.
    fs::remove_file(&files.checkpoint).unwrap();
    let mut first = files.start();
    while !files.checkpoint.exists() {
        sleep(Duration::from_millis(1));
    }
    let second = files.start().wait_with_output().unwrap();
    if first.try_wait().unwrap().is_none() || !is_read(&second) {
        let checkpoint = files.checkpoint.display();
        let said = format!("error: {checkpoint}: another process is at work on it\n");
        assert_eq!(text(&second.stderr), said);
        assert_eq!(second.status.code(), Some(2));
    }
    assert!(first.wait().unwrap().success());
}

/// Whether a sweep had nothing left to do.
#[cfg(unix)]
fn is_read(output: &Output) -> bool {
    text(&output.stderr).contains(": finished before")
}
