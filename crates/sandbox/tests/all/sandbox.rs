//! Every misbehaving program ends in time with a verdict and leaves no process or file behind.

#![cfg(target_os = "linux")]

use crate::common;

use common::processes::{example, program};
use common::{
    ALL, NEVER, OF_PROGRAM, are_gone, installed, launcher, marked, marker, run, start,
    tight_isolations,
};
use grundy_features::tier;
use grundy_sandbox::{End, Isolation, Launcher, Limits, Program, RunReport, Sandbox, SandboxError};
use std::ffi::OsString;
use std::io::Read as _;
use std::net::TcpListener;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits for programs that break a limit other than time; the time is long because the machine may be busy.
const AMPLE: Limits = Limits {
    wall: Duration::from_secs(8),
    stretch: 10,
    cpu: Duration::from_secs(8),
    memory: 64 << 20,
    processes: 20,
    output: 1 << 20,
};
/// Limits for programs with many processes, which wait for a processor one after the other.
const PATIENT: Limits = Limits {
    wall: Duration::from_mins(1),
    ..AMPLE
};
/// Limits for programs that take all the time they get.
const SHORT: Limits = Limits {
    wall: Duration::from_millis(400),
    cpu: Duration::from_millis(400),
    ..AMPLE
};
/// Defines a shell function that starts two processes for every process, down to a last generation that sleeps: `f 8`
/// makes 511 shells.
const BOMB: &str = "f() { [ $1 -gt 0 ] && { f $(($1-1)) & f $(($1-1)) & }; sleep 15; };";

/// A shell script that calls the example `hostile` as `$hostile`. All its processes have the marker in their
/// environment.
fn script(text: &str, marker: &str) -> Program {
    let hostile = format!("hostile={}", example("hostile").display());
    program("env", &[&hostile, &format!("M={marker}"), "sh", "-c", text])
}

/// Runs a script once, and checks that it took no longer than it may and left nothing. On a busy machine the supervisor
/// may come late, so a run that took too long may be repeated.
fn shell(text: &str, limits: Limits, isolation: Isolation) -> (RunReport, String) {
    // Of a process group the sandbox waits for the first process only; the kernel still frees the memory of others.
    let patience = match isolation {
        Isolation::Group => Duration::from_secs(2),
        _ => Duration::ZERO,
    };
    let mut took = Duration::ZERO;
    for _ in 0..4 {
        let marker = marker();
        let mut sandbox = start(&script(text, &marker), limits, isolation);
        let begin = Instant::now();
        let run = run(&mut sandbox, b"5 2\n1 3\n");
        took = begin.elapsed();
        let are_gone = are_gone(&marker, OF_PROGRAM, patience);
        assert!(are_gone, "{text} under {isolation:?}");
        if took < limits.wall + run.0.starved * 2 + Duration::from_secs(3) {
            return run;
        }
    }
    panic!("{text} under {isolation:?} took {took:?}");
}

#[test]
fn every_misbehaviour_has_its_end() {
    std::thread::scope(|scope| {
        for isolation in [Isolation::Namespace, Isolation::Subreaper, Isolation::Group] {
            scope.spawn(move || every_misbehaviour_has_its_end_under(isolation));
        }
    });
}

/// Checks the ends of scripts. The first ones of each end need nothing but a process group.
fn every_misbehaviour_has_its_end_under(isolation: Isolation) {
    let bomb = format!("{BOMB} f 8");
    let cases: [(End, &[&str], &[&str]); 8] = [
        (
            End::TimeLimit,
            &["exec sleep 15", "ulimit -t 15; while :; do :; done"],
            &[
                "kill -STOP $$",
                "sh -c 'ulimit -t 15; while :; do :; done' & sleep 15",
                "trap '' TERM INT HUP QUIT XCPU XFSZ ALRM; ulimit -t 15; while :; do :; done",
                "$hostile spin-threads 8",
                "(setsid sleep 15 &) ; sleep 15",
            ],
        ),
        (
            End::OutputLimit,
            &[
                "exec head -c 3000000 /dev/zero",
                "exec head -c 3000000 /dev/zero >&2",
            ],
            &[
                "timeout 15 yes",
                "f=$(mktemp); exec 3>$f; rm $f; exec head -c 3000000 /dev/zero >&3",
            ],
        ),
        (
            End::MemoryLimit,
            &["$hostile allocate 4096"],
            &["for i in 1 2 3 4; do $hostile allocate-and-sleep 100 & done; wait"],
        ),
        (
            End::ProcessLimit,
            &[],
            &["$hostile sleep-threads 100", &bomb],
        ),
        (End::Code(3), &["exit 3"], &[]),
        (End::Code(127), &["exit 127"], &[]),
        (End::Signal(11), &["kill -SEGV $$"], &[]),
        (
            End::Code(0),
            &[],
            &[
                "cat; echo 1",
                "read line; sleep 0.1; cat",
                "$hostile promise 4096",
                "(setsid sleep 15 &) ; echo 1",
                "sleep 15 & echo 1",
                "exec >&- 2>&- <&-; exit 0",
                "(setsid sleep 15 &) ; kill -KILL $PPID; sleep 0.1; echo 1",
                "i=0; while [ $i -lt 200 ]; do (true &); i=$((i + 1)); done",
            ],
        ),
    ];
    for (end, of_all, of_tight) in cases {
        let limits = if end == End::TimeLimit { SHORT } else { AMPLE };
        let of_tight = of_tight.iter().filter(|_| isolation != Isolation::Group);
        for text in of_all.iter().chain(of_tight) {
            let (run, _) = shell(text, limits, isolation);
            assert_eq!(run.end, end, "{text} under {isolation:?}: {run:?}");
        }
    }
}

/// Where a process group is all there is, processes left in it are killed, although no process waits for them.
#[test]
fn a_process_group_is_enough_for_most() {
    let (run, _) = shell("sleep 15 & echo 1", AMPLE, Isolation::Group);
    assert_eq!(run.end, End::Code(0));
    let sandbox = start(&program("true", &[]), AMPLE, Isolation::Group);
    assert_eq!(sandbox.isolation(), Isolation::Group);
    assert_eq!(sandbox.shortcomings().len(), 2);
}

/// Processes that do nothing but fork, with what is theirs locked most of the time. Before Linux 6.14 the kernel does
/// not limit the processes of root.
#[test]
fn a_fork_bomb_is_too_many_processes() {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split('.').map(|number| number.parse().unwrap_or(0));
    if (numbers.next(), numbers.next()) < (Some(6), Some(14)) {
        println!("*** SKIPPED a fork bomb: the kernel is older than 6.14 ***");
    } else if let Some(bomb) = interpreted("perl", "fork while 1") {
        let (run, _) = run(&mut start(&bomb, AMPLE, Isolation::Namespace), b"");
        assert_eq!(run.end, End::ProcessLimit, "{run:?}");
    }
}

/// Some two hundred processes in the end, none of which is stopped by a limit on their number.
#[test]
fn bombs_that_are_let_go_end_with_the_time() {
    let limits = Limits {
        processes: 1 << 20,
        memory: 4 << 30,
        wall: Duration::from_secs(1),
        ..SHORT
    };
    let detached = "export b='[ $1 -gt 0 ] || exec sleep 15; for i in 1 2; do setsid sh -c \"$b\" sh $(($1-1)) & \
                    done'; exec sh -c \"$b\" sh 7";
    for isolation in tight_isolations() {
        let (run, _) = shell(&format!("{BOMB} f 6"), limits, isolation);
        assert_eq!(run.end, End::TimeLimit, "under {isolation:?}");
        // Its first process leaves at once, and with it the run is over, unless a look comes first.
        let (run, _) = shell(detached, AMPLE, isolation);
        assert!(
            matches!(run.end, End::Code(0) | End::ProcessLimit),
            "{run:?} under {isolation:?}"
        );
    }
}

#[test]
fn figures_are_plausible() {
    for isolation in tight_isolations() {
        let of = |text: &str, limits| shell(text, limits, isolation);
        // Each run has figures of its own.
        let program = script("read n; exec $hostile allocate $n", "");
        let mut sandbox = start(&program, AMPLE, isolation);
        let mut peak = |input: &str, bytes: &str| {
            let (run, printed) = run(&mut sandbox, input.as_bytes());
            assert_eq!((run.end, &*printed), (End::Code(0), bytes));
            run.peak_memory
        };
        let large = peak("50\n", "52428800\n");
        assert!((50 << 20..60 << 20).contains(&large), "{large} bytes");
        let small = peak("1\n", "1048576\n");
        assert!(small < 16 << 20, "{small} bytes");
        // A little more than the limit is more than the limit, and too short for a look while the program runs.
        let memory = large - (512 << 10);
        let (run, _) = of("exec $hostile allocate 50", Limits { memory, ..AMPLE });
        assert_eq!(run.end, End::MemoryLimit, "{run:?}");
        // Memory that children share for a moment counts once.
        let memory = 90 << 20;
        let limits = Limits { memory, ..PATIENT };
        for _ in 0..3 {
            let (run, _) = of("exec $hostile allocate-and-start 50", limits);
            assert_eq!(run.end, End::Code(0), "{run:?}");
        }
        let (run, _) = of("exec $hostile promise 4096", AMPLE);
        assert!(run.peak_memory < 16 << 20, "{run:?}");

        let (run, _) = of("exec sleep 15", SHORT);
        assert!(
            run.wall >= SHORT.wall && run.cpu < SHORT.wall / 4,
            "{run:?}"
        );
        let cpu = Duration::from_millis(300);
        for text in ["while :; do :; done", "(while :; do :; done)"] {
            let (run, _) = of(&format!("ulimit -t 15; {text}"), Limits { cpu, ..AMPLE });
            assert_eq!(run.end, End::TimeLimit, "{text}");
            let by_itself = run.wall.saturating_sub(run.starved * 3 / 2);
            assert!(run.cpu >= cpu && by_itself < AMPLE.wall, "{text}: {run:?}");
        }
        // Fifteen shells, which share most of their megabyte each.
        let limits = Limits {
            memory: 12 << 20,
            processes: 40,
            ..SHORT
        };
        let (run, _) = of(&format!("{BOMB} f 3"), limits);
        assert_eq!(run.end, End::TimeLimit, "{run:?}");
    }
}

#[test]
fn output_at_the_limit_is_fine_and_beyond_is_not() {
    let output = 1000;
    let limits = Limits { output, ..AMPLE };
    for (bytes, end, kept) in [
        (1000, End::Code(0), 1000),
        (1001, End::OutputLimit, 1001),
        (100_000, End::OutputLimit, 1001),
    ] {
        let text = format!("exec head -c {bytes} /dev/zero");
        let (run, printed) = shell(&text, limits, Isolation::Namespace);
        assert_eq!((run.end, printed.len()), (end, kept));
    }
}

#[test]
fn the_tail_of_standard_error_is_kept() {
    let text = "seq -f 'line %g' 5000 >&2; exit 1";
    let (run, _) = shell(text, AMPLE, Isolation::Namespace);
    assert_eq!((run.end, run.stderr_tail.len()), (End::Code(1), 4096));
    assert!(run.stderr_tail.ends_with(b"line 4999\nline 5000\n"));
    let text = "printf 'about \\377' >&2; kill -ABRT $$";
    let (run, _) = shell(text, AMPLE, Isolation::Namespace);
    assert_eq!(
        (run.end, &*run.stderr_tail),
        (End::Signal(6), &b"about \xff"[..])
    );
}

#[test]
fn what_cannot_be_started_is_told_from_what_ends_with_such_a_code() {
    let dir = env!("CARGO_MANIFEST_DIR");
    for command in [
        "/nonexistent/program",
        "no-program-has-this-name",
        dir,
        &format!("{dir}/Cargo.toml"),
    ] {
        for isolation in [Isolation::Namespace, Isolation::Subreaper, Isolation::Group] {
            let mut sandbox = start(&program(command, &[]), AMPLE, isolation);
            for _ in 0..2 {
                let (run, _) = run(&mut sandbox, b"");
                assert!(matches!(run.end, End::NotStarted(_)), "{command}: {run:?}");
            }
        }
    }
}

#[test]
fn each_run_sees_its_own_input_and_all_of_it() {
    let inputs = ["x".repeat(10 << 20), "short\n".into(), String::new()];
    let limits = Limits {
        output: 16 << 20,
        ..AMPLE
    };
    for isolation in tight_isolations() {
        let mut sandbox = start(&program("cat", &[]), limits, isolation);
        for input in inputs.iter().chain(&inputs) {
            let (run, printed) = run(&mut sandbox, input.as_bytes());
            assert_eq!(run.end, End::Code(0));
            assert!(printed == *input, "{} bytes", input.len());
        }
        // A program that writes to its standard input spoils it for itself only.
        let program = script("cat; echo spoilt >&0; cat /dev/stdin", "");
        let mut sandbox = start(&program, limits, isolation);
        for _ in 0..3 {
            let (_, printed) = run(&mut sandbox, b"whole\n");
            assert_eq!(printed, "whole\nwhole\nspoilt\n");
        }
    }
}

#[test]
fn a_stop_ends_a_run_promptly() {
    for isolation in tight_isolations() {
        // The machine may be busy at the wrong moment, but not each time.
        let mut times = (0..4).map(|_| stopped(isolation));
        let is_prompt = times.any(|took| took < Duration::from_millis(500));
        assert!(is_prompt, "{isolation:?}");
    }
}

/// Stops a run, checks what is left, and returns how long that took.
fn stopped(isolation: Isolation) -> Duration {
    let marker = marker();
    let program = script("(setsid sleep 15 &) ; sleep 15", &marker);
    let mut sandbox = start(&program, AMPLE, isolation);
    let stop = AtomicBool::new(false);
    let (result, took) = std::thread::scope(|scope| {
        let run = scope.spawn(|| sandbox.run(b"", &stop));
        wait_for_two(&marker);
        stop.store(true, Ordering::Relaxed);
        let begin = Instant::now();
        (run.join().unwrap(), begin.elapsed())
    });
    assert!(matches!(result, Err(SandboxError::Stopped)), "{result:?}");
    assert!(are_gone(&marker, ALL, Duration::ZERO));
    let again = sandbox.run(b"", &NEVER);
    assert!(matches!(again, Err(SandboxError::Failed(_))), "{again:?}");
    took
}

fn wait_for_two(marker: &str) {
    let begin = Instant::now();
    while marked(marker, OF_PROGRAM) < 2 {
        assert!(begin.elapsed() < Duration::from_mins(1), "not running");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The caller is killed, as by a Ctrl-C without a handler.
#[test]
fn nothing_outlives_a_caller_that_is_killed() {
    for isolation in ["namespace", "subreaper"] {
        let marker = marker();
        let program = script("(setsid sleep 15 &) ; sleep 15", &marker);
        let mut caller = Command::new(example("run"))
            .arg(isolation)
            .arg(program.command)
            .args(program.args)
            .spawn()
            .unwrap();
        wait_for_two(&marker);
        caller.kill().unwrap();
        caller.wait().unwrap();
        assert!(
            are_gone(&marker, ALL, Duration::from_secs(3)),
            "{isolation}"
        );
    }
}

#[test]
fn many_runs_leave_nothing_open() {
    let open = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    let marker = marker();
    let program = program("true", &[&marker]);
    let mut sandbox = start(&program, AMPLE, Isolation::Namespace);
    let before = open();
    for _ in 0..tier(100, 500) {
        assert_eq!(run(&mut sandbox, b"1").0.end, End::Code(0));
    }
    // Other tests of this process open and close files meanwhile.
    assert!(open() < before + 100);
    drop(sandbox);
    assert!(are_gone(&marker, ALL, Duration::ZERO));
}

#[test]
fn what_is_no_launcher_is_found_out() {
    let program = program("true", &[]);
    let start = |exe: &str, args: &[&str]| {
        let launcher = Launcher {
            exe: exe.into(),
            args: args.iter().map(Into::into).collect(),
            env: Vec::new(),
        };
        Sandbox::start(&launcher, &program, SHORT, Isolation::Namespace).unwrap_err()
    };
    let error = start("/nonexistent/launcher", &[]);
    assert!(matches!(error, SandboxError::Launcher { .. }), "{error}");
    let error = start("sh", &["-c", "echo not me >&2"]);
    assert_eq!(error.to_string(), "the sandbox ended unexpectedly: not me");
    // The launcher itself, started by hand.
    let output = Command::new(launcher().exe).output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("started by the sandbox only"));
}

/// Arguments may be empty or of several lines, and need not be text.
#[test]
fn a_run_may_have_arguments_of_its_own() {
    let mut printf = program("printf", &["%s,", "", "own\nline"]);
    printf.args.push(OsString::from_vec(b"\xff".to_vec()));
    let mut sandbox = start(&printf, AMPLE, Isolation::Namespace);
    for (args, printed) in [
        (&["moves"][..], &b",own\nline,\xff,moves,"[..]),
        (&["", "two words"], b",own\nline,\xff,,two words,"),
        (&[], b",own\nline,\xff,"),
    ] {
        let args: Vec<_> = args.iter().map(Into::into).collect();
        sandbox.run_with(&args, b"", &NEVER).unwrap();
        let mut bytes = Vec::new();
        sandbox.stdout().read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, printed);
    }
    let nul = ["with\0nul".into()];
    let report = sandbox.run_with(&nul, b"", &NEVER).unwrap();
    assert!(matches!(report.end, End::NotStarted(_)), "{report:?}");
    assert_eq!(sandbox.run(b"", &NEVER).unwrap().end, End::Code(0));
}

/// Programs see the files that are in the folders for temporary files, but what they write there is private and
/// ends with the run. A program may lie in such a folder, and be started from there.
#[test]
fn temporary_files_are_private_and_end_with_the_run() {
    let outside = tempfile::tempdir().unwrap();
    let there = outside.path().join("there");
    std::fs::write(&there, "there\n").unwrap();
    let text = format!(
        "cd {} && cat there && for d in . /tmp /var/tmp /dev/shm; do \
         test -e $d/grundy-left && echo \"left in $d\"; echo mine > $d/grundy-left; done; \
         cat grundy-left; rm there; chmod 700 /tmp; ls",
        outside.path().display()
    );
    let mut sandbox = start(&script(&text, ""), AMPLE, Isolation::Namespace);
    assert_eq!(sandbox.shortcomings(), [""; 0]);
    for _ in 0..3 {
        let (run, printed) = run(&mut sandbox, b"");
        assert_eq!(run.end, End::Code(0), "{run:?}");
        assert_eq!(printed, "there\nmine\ngrundy-left\n");
    }
    assert_eq!(std::fs::read_to_string(there).unwrap(), "there\n");
    for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
        assert!(!Path::new(folder).join("grundy-left").exists(), "{folder}");
    }
    std::fs::copy("/bin/true", outside.path().join("mine")).unwrap();
    let output = Command::new(example("run"))
        .current_dir(outside.path())
        .args(["namespace", "./mine"])
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"Code(0)\n", "{output:?}");
}

/// A program in Python or Perl; `None` where that is not installed.
fn interpreted(command: &str, text: &str) -> Option<Program> {
    let option = if command == "perl" { "-e" } else { "-c" };
    installed(command, "--version").map(|command| program(command, &[option, text]))
}

/// The program runs once, in each isolation that leaves nothing behind.
fn in_each(program: &Program, limits: Limits) -> Vec<(RunReport, String)> {
    let isolations = tight_isolations().into_iter();
    isolations
        .map(|isolation| run(&mut start(program, limits, isolation), b""))
        .collect()
}

/// Ten children that have 20 MiB each; ten that share a file in memory; and memory that is in no process's resident set:
/// shared memory of which a page is still mapped, pipes, and data in sockets, which is counted only where programs have a
/// network of their own.
#[test]
fn all_memory_counts_and_shared_memory_counts_once() {
    let memory = 100 << 20;
    let children = |before: &str, after: &str| {
        format!(
            "import mmap, os, tempfile, time\nn = 20 << 20\n\
             def fill(m):\n    m.write(b'x' * len(m))\n    return m\n\
             {before}\nfor i in range(9):\n    if os.fork() == 0: break\n\
             {after}\ntime.sleep(2)\n"
        )
    };
    let own = "m = fill(mmap.mmap(-1, n, mmap.MAP_PRIVATE))";
    let shared = "f = tempfile.TemporaryFile()\nf.truncate(n)\nm = fill(mmap.mmap(f.fileno(), n))";
    let unmapped = "import ctypes, time\nc = ctypes.CDLL(None)\nc.mmap.restype = ctypes.c_void_p\n\
                    n = 10 << 20\nwith open('/dev/zero', 'r+b') as zero:\n    \
                    for i in range(15):\n        p = c.mmap(0, n, 3, 1, zero.fileno(), 0)\n        \
                    ctypes.memset(p, 1, n)\n        c.munmap(ctypes.c_void_p(p + 4096), n - 4096)\n\
                    time.sleep(2)";
    let sockets = "import socket, time\nall = []\nfor i in range(300):\n    \
                   all += (pair := socket.socketpair())\n    for s in pair:\n        s.setblocking(False)\n        \
                   s.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 26)\n        try:\n            \
                   while True: s.send(bytes(1 << 16))\n        except BlockingIOError: pass\ntime.sleep(2)";
    let pipes = "import os, time\nm = b'x' * (60 << 20)\nfor i in range(15):\n    if os.fork() == 0: break\n\
                 for i in range(500): os.pipe()\ntime.sleep(2)";
    for (text, end) in [
        (pipes.to_owned(), End::MemoryLimit),
        (children("", own), End::MemoryLimit),
        (children(shared, "sum(m[::4096])"), End::Code(0)),
        (unmapped.to_owned(), End::MemoryLimit),
        (sockets.to_owned(), End::MemoryLimit),
    ] {
        let Some(program) = interpreted("python3", &text) else {
            return;
        };
        let mut isolations = tight_isolations();
        isolations.retain(|&isolation| isolation == Isolation::Namespace || text != sockets);
        for isolation in isolations {
            let limits = Limits {
                memory,
                output: 64 << 20,
                ..AMPLE
            };
            let (run, _) = run(&mut start(&program, limits, isolation), b"");
            assert_eq!(run.end, end, "{text}: {run:?}");
            let is_plausible = (20 << 20..90 << 20).contains(&run.peak_memory);
            assert!(is_plausible || end == End::MemoryLimit, "{run:?}");
        }
    }
}

/// System calls that the filter refuses, by their numbers.
#[test]
#[cfg(target_arch = "x86_64")]
fn what_cannot_be_counted_and_what_reaches_the_supervisor_is_refused() {
    for (text, refused) in [
        // Files in memory without a name, which might be open in a socket alone; keys, which outlive all processes;
        // and user namespaces, in which a program has all powers: memfd_create, add_key to the user's keyring,
        // io_uring_setup, vmsplice, unshare.
        (
            "my $room = \"\\0\" x 200; my $key = 'grundy-test'; my $user = 'user'; print join ' ', \
             syscall(319, $key, 0), syscall(248, $user, $key, $key, 5, -4), \
             syscall(425, 8, $room), syscall(278, 1, $room, 0, 0), syscall(272, 0x10000000)",
            5,
        ),
        // Memory without a process or a file: shmget, semget, msgget, mmap of shared memory and of huge pages. Servers of
        // this machine: socket, and socketpair of datagrams. Memory on a disk: madvise(MADV_PAGEOUT), process_madvise.
        (
            "my $room = \"\\0\" x 200; print join ' ', syscall(29, 0, 4096, 0600), syscall(64, 0, 1, 0600), syscall(68, 0, 0600), \
             syscall(9, 0, 4096, 3, 0x21, -1, 0), syscall(9, 0, 1 << 21, 3, 0x40022, -1, 0), \
             syscall(41, 1, 1, 0), syscall(53, 1, 2, 0, $room), \
             syscall(28, 0, 0, 21), syscall(440, -1, 0, 0, 21, 0)",
            9,
        ),
        // A supervisor without files or without a processor sees nothing: prlimit64 of its files, sched_setscheduler
        // to SCHED_IDLE, setpriority and ioprio_set of it and of its user's, and prctl(PR_SET_DUMPABLE).
        (
            "my $it = getppid(); my $few = pack 'Q2', 3, 1000; my $none = pack 'i', 0; print join ' ', \
             syscall(302, $it, 7, $few, 0), syscall(144, $it, 5, $none), syscall(141, 0, $it, 19), \
             syscall(141, 2, $<, 19), syscall(251, 1, $it, 0x6000), syscall(251, 3, $<, 0x6000), \
             syscall(157, 4, 0)",
            7,
        ),
        // Its memory and its files: ptrace(PTRACE_ATTACH) and pidfd_open with pidfd_getfd.
        (
            "my $parent = getppid(); my $open = syscall(434, $parent, 0); \
             print join ' ', syscall(101, 16, $parent, 0, 0), syscall(438, $open, 2, 0); \
             kill 9, $$ if $open < 0;",
            2,
        ),
    ] {
        let Some(program) = interpreted("perl", text) else {
            return;
        };
        for (run, printed) in in_each(&program, AMPLE) {
            assert_eq!(printed, vec!["-1"; refused].join(" "), "{run:?}");
            assert_eq!(run.end, End::Code(0));
        }
    }
    // Locks seem to succeed, also where another process has the lock, and none is taken: flock, fcntl with F_SETLK and
    // F_SETLEASE.
    let file = tempfile::NamedTempFile::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let name = file.path().display();
    let locks = interpreted(
        "perl",
        &format!(
            "open F, '+<', '{name}'; my $lock = pack 's2x4q2l', 1; \
         print flock(F, 6), ' ', fcntl(F, 6, $lock), ' ', fcntl(F, 1024, 1)"
        ),
    );
    for _ in 0..2 {
        for (run, printed) in locks.iter().flat_map(|locks| in_each(locks, AMPLE)) {
            assert_eq!(printed, "1 0 but true 0 but true", "{run:?}");
        }
        file.as_file().lock().unwrap();
    }
}

/// Parts of files that are taken and not written, and what orphans have written before they ended. Each run has files
/// of its own: the kernel does not count again what an earlier run has written to the same file.
#[test]
fn reserved_parts_of_files_and_files_of_processes_that_have_ended_count() {
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let dir = dir.path().display();
    let reserves = format!(
        "import os, tempfile\nfor i in range(8):\n    f, _ = tempfile.mkstemp(dir='{dir}')\n    \
         os.posix_fallocate(f, 0, 1 << 20)"
    );
    let writes = format!(
        "for i in 1 2 3 4 5; do (head -c 300000 /dev/zero >$(mktemp -p {dir}) &); sleep 0.1; done"
    );
    let programs = [interpreted("python3", &reserves), Some(script(&writes, ""))];
    for program in programs.iter().flatten() {
        for (run, _) in in_each(program, AMPLE) {
            assert_eq!(run.end, End::OutputLimit, "{program:?}: {run:?}");
        }
    }
}

/// A machine that is busy is no fault of the program; that it sleeps is. The kernel shares processors out among
/// sessions, so each process that keeps them busy has a session of its own. It cannot count the time that a virtual
/// machine did not get, so a run that is too long may be repeated. Without the allowance none would be short enough: the
/// program needs 0.2 seconds of a processor of which it gets about a fifth.
#[test]
fn time_without_a_processor_does_not_count() {
    let text = "do { ($user, $system) = times } while $user + $system < 0.2";
    let Some(works) = interpreted("perl", text) else {
        return;
    };
    let limits = Limits {
        wall: Duration::from_millis(300),
        cpu: Duration::from_millis(300),
        ..AMPLE
    };
    let processors = std::thread::available_parallelism().unwrap().get();
    let mut busy: Vec<Child> = (0..3 * processors)
        .map(|_| {
            let mut command = Command::new("setsid");
            command.args(["perl", "-e", "alarm 60; 1 while 1"]);
            command.spawn().unwrap()
        })
        .collect();
    let all_work = || {
        let runs = in_each(&works, limits);
        runs.iter().all(|(run, _)| run.end == End::Code(0))
    };
    let has_worked = (0..5).any(|_| all_work());
    let sleeps = in_each(&program("sleep", &["5"]), limits);
    let short = Limits {
        wall: Duration::from_millis(150),
        stretch: 3,
        ..AMPLE
    };
    let spins = in_each(&interpreted("perl", "1 while 1").unwrap(), short);
    for busy in &mut busy {
        busy.kill().unwrap();
        busy.wait().unwrap();
    }
    assert!(has_worked);
    for (spins, _) in spins {
        assert_eq!(spins.end, End::TimeLimit, "{spins:?}");
        assert!(spins.wall < 6 * short.wall, "{spins:?}");
    }
    for (sleeps, _) in sleeps {
        assert_eq!(sleeps.end, End::TimeLimit, "{sleeps:?}");
        assert!(sleeps.wall < 3 * limits.wall, "{sleeps:?}");
    }
}

/// A POSIX message queue remains after all processes that used it have ended. The program creates one by `mq_open` with
/// `O_EXCL`.
#[test]
#[cfg(target_arch = "x86_64")]
fn message_queues_end_with_the_run() {
    let text = "my $name = 'grundy-left'; exit(syscall(240, $name, 0xc2, 0600, 0) < 0)";
    let Some(program) = interpreted("perl", text) else {
        return;
    };
    let mut sandbox = start(&program, AMPLE, Isolation::Namespace);
    if sandbox.isolation() != Isolation::Namespace {
        eprintln!("*** SKIPPED: there are no namespaces");
        return;
    }
    for _ in 0..3 {
        let (run, _) = run(&mut sandbox, b"");
        assert_eq!(run.end, End::Code(0), "{run:?}");
    }
}

/// Programs get four variables, whatever the caller has, and those that the launcher adds. What is written to the folder
/// of two of them is gone in the next run, and files in memory are nowhere else.
#[test]
fn programs_have_a_small_environment_and_a_folder_of_their_own() {
    let added = [("LANG", "C"), ("NEW", "1 2")].map(|(name, value)| (name.into(), value.into()));
    let launcher = Launcher {
        env: added.to_vec(),
        ..launcher()
    };
    let path = std::env::var("PATH").unwrap();
    let text = "ls -A $TMPDIR $HOME; echo >$HOME/left; echo >/dev/grundy-left || ls -d $HOME";
    for isolation in [Isolation::Namespace, Isolation::Subreaper, Isolation::Group] {
        let outside = std::env::temp_dir().display().to_string();
        let has_folder = isolation == Isolation::Namespace;
        let home = if has_folder {
            "/tmp/grundy-0"
        } else {
            &outside
        };
        let begin = |program| Sandbox::start(&launcher, &program, AMPLE, isolation).unwrap();
        let (_, printed) = run(&mut begin(program("env", &[])), b"");
        let mut lines: Vec<&str> = printed.lines().collect();
        lines.sort_unstable();
        let expected = format!("HOME={home}\nLANG=C\nNEW=1 2\nPATH={path}\nTMPDIR={home}");
        assert_eq!(lines.join("\n"), expected, "{isolation:?}");
        let mut sandbox = begin(program("sh", &["-c", text]));
        for _ in 0..if has_folder { 2 } else { 0 } {
            let (run, printed) = run(&mut sandbox, b"");
            assert_eq!(printed, format!("{home}:\n\n{home}:\n{home}\n"), "{run:?}");
        }
    }
}

/// A process that ignores the end of its children does not inherit their times.
#[test]
fn time_of_children_that_nobody_waits_for_counts() {
    let limits = Limits {
        cpu: Duration::from_secs(1),
        ..PATIENT
    };
    let text = "$SIG{CHLD} = 'IGNORE'; for (1 .. 12) { if (!fork) { 1 while (times)[0] < 0.15; exit } wait }";
    if let Some(program) = interpreted("perl", text) {
        for (run, _) in in_each(&program, limits) {
            assert_eq!(run.end, End::TimeLimit, "{run:?}");
            assert!(run.cpu >= limits.cpu, "{run:?}");
        }
    }
}

/// The program ignores the signal, and the file does not exceed the limit.
#[test]
fn files_that_would_be_too_long_are_found_out() {
    let place = env!("CARGO_TARGET_TMPDIR");
    for (folder, isolation) in [
        (place, Isolation::Namespace),
        (place, Isolation::Subreaper),
        ("/tmp", Isolation::Namespace),
    ] {
        let file = format!("{folder}/grundy-long-{}", std::process::id());
        let text = format!("trap '' XFSZ; head -c 3000000 /dev/zero > {file}; echo 1");
        let (run, _) = shell(&text, AMPLE, isolation);
        assert_eq!(run.end, End::OutputLimit, "{run:?} in {folder}");
        let length = std::fs::metadata(&file).map_or(0, |data| data.len());
        assert!(length <= AMPLE.output + 1);
        let _ = std::fs::remove_file(&file);
    }
}

/// From the first instruction on, and still when the supervisor has its own priority again.
#[test]
fn programs_run_at_the_callers_priority() {
    let outside = Command::new("nice").output().unwrap().stdout;
    let outside = String::from_utf8(outside).unwrap();
    let text = "for i in 1 2 3 4 5 6 7 8; do nice & done; nice; wait; sleep 0.05; nice";
    for _ in 0..tier(4, 20) {
        for (run, printed) in in_each(&script(text, ""), AMPLE) {
            assert_eq!(printed, outside.repeat(10), "{run:?}");
        }
    }
}

/// Programs cannot read the supervisor's memory and files.
#[test]
fn programs_cannot_look_into_their_supervisor() {
    let text = "readlink /proc/$PPID/fd/2 && echo files; head -c 1 /proc/$PPID/environ && echo \
                memory; readlink /proc/$PPID/exe && echo name; echo end";
    let (_, printed) = shell(text, AMPLE, Isolation::Namespace);
    assert_eq!(printed, "end\n");
}

/// Root's own programs, too, cannot lift what is imposed on them.
#[test]
fn limits_and_priority_stay_as_they_are() {
    let text = "renice -n -5 $$ >&2 && echo first; ulimit -Hf unlimited && echo long; ulimit -Hc; \
                grep NoNewPrivs /proc/self/status; grep CapEff /proc/self/status";
    for (run, printed) in in_each(&script(text, ""), AMPLE) {
        let ["0", "NoNewPrivs:\t1", line] = printed.lines().collect::<Vec<_>>()[..] else {
            panic!("{printed} {run:?}")
        };
        let powers = u64::from_str_radix(line.split_whitespace().last().unwrap(), 16).unwrap();
        // For networks, modules, to trace, to administer, to boot, to come first, to lift limits, to set the
        // clock, as linux/capability.h numbers them.
        for power in [12, 16, 19, 21, 22, 23, 24, 25] {
            assert_eq!(powers >> power & 1, 0, "{power}: {line}");
        }
    }
}

/// A program without a terminal can neither write to the caller's terminal nor wait for a line from it. The
/// supervisor's own session has no terminal.
#[test]
fn programs_have_no_terminal() {
    let text =
        "echo $PPID; cut -d ' ' -f 6,7 /proc/self/stat; (echo there >/dev/tty) 2>&-; echo end";
    for (_, printed) in in_each(&script(text, ""), AMPLE) {
        let lines: Vec<&str> = printed.lines().collect();
        let session = format!("{} 0", lines[0]);
        assert_eq!(lines[1..], [&session, "end"]);
    }
}

/// A shell opens files for the caller, which are none of the program's.
#[test]
fn programs_get_three_streams_and_no_other_file() {
    let run = example("run");
    let text = format!(
        "exec 3</dev/null 7</dev/null; {} namespace ls /proc/self/fd",
        run.display()
    );
    let output = Command::new("sh").args(["-c", &text]).output().unwrap();
    // The fourth is the folder that is being read.
    assert_eq!(output.stdout, b"0\n1\n2\n3\nCode(0)\n", "{output:?}");
}

/// A program cannot reach any server, not even on this machine.
#[test]
fn nobody_is_on_its_network() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    for isolation in tight_isolations() {
        let (run, printed) = shell(&format!("$hostile connect {port}"), AMPLE, isolation);
        assert_eq!(run.end, End::Code(0));
        assert_eq!(printed, "false", "{isolation:?}");
    }
}
