//! Every misbehaving program ends in time with a verdict and leaves no process or file behind.

#![cfg(target_os = "linux")]

use crate::common;

use common::processes::{all_gone, example, marker, program};
use common::{launcher, marked, start, tight_isolations};
use grundy_sandbox::{End, Isolation, Launcher, Limits, RunReport, Sandbox, SandboxError};
use std::io::Read as _;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Limits for programs that break a limit other than time; the time is long because the machine may be busy.
const AMPLE: Limits = Limits {
    wall: Duration::from_secs(8),
    cpu: Duration::from_secs(8),
    memory: 64 << 20,
    processes: 20,
    output: 1 << 20,
};
/// Limits for programs that take all the time they get.
const SHORT: Limits = Limits {
    wall: Duration::from_millis(400),
    cpu: Duration::from_millis(400),
    ..AMPLE
};

/// One run without a stop, and what it printed.
fn run_once(sandbox: &mut Sandbox, input: &[u8]) -> (RunReport, Vec<u8>) {
    let run = sandbox.run(input, &NEVER).unwrap();
    let mut printed = Vec::new();
    sandbox.stdout().read_to_end(&mut printed).unwrap();
    (run, printed)
}

/// Runs the example `hostile` once, and sees that it took no longer than it may and left nothing.
fn hostile(mode: &str, number: u32, limits: Limits, isolation: Isolation) -> RunReport {
    hostile_and_printed(mode, number, limits, isolation).0
}

fn hostile_and_printed(
    mode: &str,
    number: u32,
    limits: Limits,
    isolation: Isolation,
) -> (RunReport, Vec<u8>) {
    let marker = marker();
    let args = [mode, &number.to_string(), &marker];
    let program = program(example("hostile"), &args);
    let mut sandbox = start(&program, limits, isolation);
    let begin = Instant::now();
    let run = run_once(&mut sandbox, b"5 2\n1 3\n");
    let took = begin.elapsed();
    assert_eq!(marked(&marker), [""; 0], "{mode} under {isolation:?}");
    assert!(
        took < limits.wall + Duration::from_secs(3),
        "{mode} under {isolation:?} took {took:?}"
    );
    run
}

fn every_misbehaviour_has_its_end(isolation: Isolation) {
    let cases = [
        ("sleep", 0, End::TimeLimit),
        ("stop", 0, End::TimeLimit),
        ("spin", 0, End::TimeLimit),
        ("spin-child", 0, End::TimeLimit),
        ("spin-threads", 8, End::TimeLimit),
        ("detach-and-wait", 0, End::TimeLimit),
        ("print", 0, End::OutputLimit),
        ("stderr", 0, End::OutputLimit),
        ("big-file", 0, End::OutputLimit),
        ("allocate", 4096, End::MemoryLimit),
        ("allocate-children", 400, End::MemoryLimit),
        ("sleep-threads", 100, End::ProcessLimit),
        ("bomb", 0, End::ProcessLimit),
        ("abort", 0, End::Signal(6)),
        ("overflow-stack", 0, End::Signal(6)),
        ("segv", 0, End::Signal(11)),
        ("kill", 0, End::Signal(9)),
        ("panic", 0, End::Code(101)),
        ("code", 3, End::Code(3)),
        ("code", 126, End::Code(126)),
        ("code", 127, End::Code(127)),
        ("deaf", 1, End::Code(0)),
        ("slow-reader", 0, End::Code(0)),
        ("garbage", 0, End::Code(0)),
        ("promise", 4096, End::Code(0)),
        ("detach", 0, End::Code(0)),
        ("background", 0, End::Code(0)),
    ];
    for (mode, number, end) in cases {
        let limits = if end == End::TimeLimit { SHORT } else { AMPLE };
        let run = hostile(mode, number, limits, isolation);
        assert_eq!(run.end, end, "{mode} {number} under {isolation:?}: {run:?}");
    }
}

#[test]
fn every_misbehaviour_has_its_end_in_a_namespace() {
    every_misbehaviour_has_its_end(Isolation::Namespace);
}

#[test]
fn every_misbehaviour_has_its_end_under_a_subreaper() {
    every_misbehaviour_has_its_end(Isolation::Subreaper);
}

/// Some thousand processes in the end, none of which is stopped by a limit on their number.
#[test]
fn bombs_that_are_let_go_end_with_the_time() {
    let limits = Limits {
        processes: 1 << 20,
        memory: 4 << 30,
        wall: Duration::from_secs(1),
        ..SHORT
    };
    for isolation in tight_isolations() {
        let run = hostile("bomb", 0, limits, isolation);
        assert_eq!(run.end, End::TimeLimit, "under {isolation:?}");
        // Its first process leaves at once, and with it the run is over, unless a look comes first.
        let run = hostile("detached-bomb", 0, AMPLE, isolation);
        assert!(
            matches!(run.end, End::Code(0) | End::ProcessLimit),
            "{run:?} under {isolation:?}"
        );
    }
}

/// A shell forks faster than a program that has to be started; of 511 shells most never come to be.
#[test]
fn a_shells_bomb_is_stopped_early() {
    let script = "f() { [ $1 -gt 0 ] && { f $(($1-1)) & f $(($1-1)) & }; sleep 15; }; f 8";
    for isolation in tight_isolations() {
        let marker = marker();
        let program = program("sh", &["-c", script, &marker]);
        let begin = Instant::now();
        let run = start(&program, AMPLE, isolation).run(b"", &NEVER).unwrap();
        assert_eq!(run.end, End::ProcessLimit, "under {isolation:?}");
        assert!(begin.elapsed() < Duration::from_secs(3));
        assert_eq!(marked(&marker), [""; 0]);
    }
}

/// Where a process group is all there is, programs that stay in it are ended all the same.
#[test]
fn a_process_group_is_enough_for_most() {
    for (mode, number, end) in [
        ("sleep", 0, End::TimeLimit),
        ("print", 0, End::OutputLimit),
        ("allocate", 4096, End::MemoryLimit),
        ("code", 3, End::Code(3)),
    ] {
        let limits = if end == End::TimeLimit { SHORT } else { AMPLE };
        let run = hostile(mode, number, limits, Isolation::Group);
        assert_eq!(run.end, end, "{mode}");
    }
    // Processes left in the group are killed, although no process waits for them.
    let marker = marker();
    let program = program(example("hostile"), &["background", "0", &marker]);
    let mut sandbox = start(&program, AMPLE, Isolation::Group);
    assert_eq!(sandbox.run(b"", &NEVER).unwrap().end, End::Code(0));
    let begin = Instant::now();
    while !marked(&marker).is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(2), "still there");
    }
    assert_eq!(sandbox.isolation(), Isolation::Group);
    assert_eq!(sandbox.shortcomings().len(), 2);
}

#[test]
fn figures_are_plausible() {
    for isolation in tight_isolations() {
        let (run, printed) = hostile_and_printed("allocate", 50, AMPLE, isolation);
        assert_eq!(run.end, End::Code(0));
        assert_eq!(printed, b"52428800\n");
        assert!(
            (50 << 20..60 << 20).contains(&run.peak_memory),
            "{} bytes",
            run.peak_memory
        );
        // Memory that children share for a moment counts once.
        let limits = Limits {
            memory: 90 << 20,
            ..AMPLE
        };
        for _ in 0..3 {
            let run = hostile("allocate-and-start", 50, limits, isolation);
            assert_eq!(run.end, End::Code(0), "{run:?}");
        }

        let run = hostile("promise", 4096, AMPLE, isolation);
        assert!(run.peak_memory < 16 << 20, "{} bytes", run.peak_memory);

        let run = hostile("sleep", 0, SHORT, isolation);
        assert!(run.wall >= SHORT.wall, "{:?}", run.wall);
        assert!(run.cpu < SHORT.wall / 4, "{:?}", run.cpu);

        // Fifteen processes, which share most of their two megabytes each.
        let limits = Limits {
            memory: 20 << 20,
            ..SHORT
        };
        let run = hostile("bomb", 6, limits, isolation);
        assert_eq!(run.end, End::TimeLimit, "{run:?}");

        let cpu = Duration::from_millis(300);
        let limits = Limits { cpu, ..AMPLE };
        for mode in ["spin", "spin-child"] {
            let run = hostile(mode, 0, limits, isolation);
            assert_eq!(run.end, End::TimeLimit, "{mode}");
            assert!(run.cpu >= cpu && run.wall < limits.wall, "{mode}: {run:?}");
        }
    }
}

#[test]
fn each_run_has_its_own_figures() {
    let hostile = example("hostile");
    let script = format!("read n; exec '{}' allocate $n", hostile.display());
    for isolation in tight_isolations() {
        let mut sandbox = start(&program("sh", &["-c", &script]), AMPLE, isolation);
        let run = sandbox.run(b"50\n", &NEVER).unwrap();
        assert!(run.peak_memory > 50 << 20, "{run:?}");
        let (run, printed) = run_once(&mut sandbox, b"1\n");
        assert_eq!(printed, b"1048576\n");
        assert!(run.peak_memory < 16 << 20, "{run:?}");
        // A little more than the limit is more than the limit.
        let memory = 45 << 20;
        let limits = Limits { memory, ..AMPLE };
        let mut sandbox = start(&program("sh", &["-c", &script]), limits, isolation);
        let run = sandbox.run(b"50\n", &NEVER).unwrap();
        assert_eq!(run.end, End::MemoryLimit, "{run:?}");
    }
}

#[test]
fn output_at_the_limit_is_fine_and_beyond_is_not() {
    let limits = Limits {
        output: 1000,
        ..AMPLE
    };
    let (run, printed) = hostile_and_printed("print-bytes", 1000, limits, Isolation::Namespace);
    assert_eq!((run.end, printed.len()), (End::Code(0), 1000));
    let (run, printed) = hostile_and_printed("print-bytes", 1001, limits, Isolation::Namespace);
    assert_eq!((run.end, printed.len()), (End::OutputLimit, 1001));
    let (run, printed) = hostile_and_printed("print-bytes", 100_000, limits, Isolation::Namespace);
    assert_eq!((run.end, printed.len()), (End::OutputLimit, 1001));
}

#[test]
fn the_tail_of_standard_error_is_kept() {
    let run = hostile("long-stderr", 5000, AMPLE, Isolation::Namespace);
    assert_eq!(run.end, End::Code(1));
    assert_eq!(run.stderr_tail.len(), 4096);
    assert!(run.stderr_tail.ends_with(b"line 4999\nline 5000\n"));
    let run = hostile("abort", 0, AMPLE, Isolation::Namespace);
    assert_eq!(run.stderr_tail, b"about to abort\n");
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
                let run = sandbox.run(b"", &NEVER).unwrap();
                assert!(matches!(run.end, End::NotStarted(_)), "{command}: {run:?}");
            }
        }
    }
}

#[test]
fn each_run_sees_its_own_input_and_all_of_it() {
    let inputs = [
        vec![b'x'; 10 << 20],
        b"short\n".to_vec(),
        Vec::new(),
        (0..=255).collect(),
    ];
    let limits = Limits {
        output: 16 << 20,
        ..AMPLE
    };
    for isolation in tight_isolations() {
        let mut sandbox = start(&program("cat", &[]), limits, isolation);
        for input in inputs.iter().chain(&inputs) {
            let (run, printed) = run_once(&mut sandbox, input);
            assert_eq!(run.end, End::Code(0));
            assert!(printed == *input, "{} bytes", input.len());
        }
        // A program that writes to its standard input spoils it for itself only.
        let script = "cat; echo spoilt >&0; cat /dev/stdin";
        let mut sandbox = start(&program("sh", &["-c", script]), limits, isolation);
        for _ in 0..3 {
            let (_, printed) = run_once(&mut sandbox, b"whole\n");
            assert_eq!(printed, b"whole\nwhole\nspoilt\n");
        }
    }
}

/// Closing standard output, in the language in which one can.
#[test]
fn a_closed_standard_output_is_an_empty_one() {
    let mut sandbox = start(
        &program("sh", &["-c", "exec >&- 2>&- <&-; exit 0"]),
        AMPLE,
        Isolation::Namespace,
    );
    let (run, printed) = run_once(&mut sandbox, &vec![b'1'; 1 << 20]);
    assert_eq!((run.end, printed), (End::Code(0), Vec::new()));
}

#[test]
fn programs_that_catch_signals_end_all_the_same() {
    let marker = marker();
    let script = "trap '' TERM INT HUP QUIT XCPU XFSZ ALRM; while :; do :; done";
    for isolation in tight_isolations() {
        let program = program("sh", &["-c", script, &marker]);
        let run = start(&program, SHORT, isolation).run(b"", &NEVER).unwrap();
        assert_eq!(run.end, End::TimeLimit);
        assert_eq!(marked(&marker), [""; 0]);
    }
}

#[test]
fn a_crash_leaves_no_core_and_privileges_are_not_gained() {
    let script = "ulimit -Hc; grep NoNewPrivs /proc/self/status";
    let mut sandbox = start(&program("sh", &["-c", script]), AMPLE, Isolation::Namespace);
    let (_, printed) = run_once(&mut sandbox, b"");
    assert_eq!(printed, b"0\nNoNewPrivs:\t1\n");
}

#[test]
fn programs_run_at_the_callers_priority() {
    let niceness = |command: &mut Command| {
        let output = command.stderr(Stdio::null()).output().unwrap();
        output.stdout
    };
    let outside = niceness(&mut Command::new("nice"));
    for isolation in [Isolation::Namespace, Isolation::Subreaper] {
        let script = "sleep 0.05; nice";
        let mut sandbox = start(&program("sh", &["-c", script]), AMPLE, isolation);
        let (_, printed) = run_once(&mut sandbox, b"");
        assert_eq!(printed, outside);
    }
}

/// Nor anything else above it.
#[test]
fn a_program_cannot_kill_its_parent() {
    for isolation in tight_isolations() {
        let run = hostile("kill-parent", 0, AMPLE, isolation);
        assert_eq!(run.end, End::Code(0), "{run:?} under {isolation:?}");
    }
}

#[test]
fn a_stop_ends_a_run_promptly() {
    for isolation in tight_isolations() {
        let marker = marker();
        let program = program(example("hostile"), &["detach-and-wait", "0", &marker]);
        let mut sandbox = start(&program, AMPLE, isolation);
        let stop = AtomicBool::new(false);
        let (result, took) = std::thread::scope(|scope| {
            let run = scope.spawn(|| sandbox.run(b"", &stop));
            let begin = Instant::now();
            while marked(&marker).is_empty() {
                assert!(begin.elapsed() < Duration::from_secs(5), "not running");
            }
            stop.store(true, Ordering::Relaxed);
            let begin = Instant::now();
            (run.join().unwrap(), begin.elapsed())
        });
        assert!(matches!(result, Err(SandboxError::Stopped)), "{result:?}");
        assert!(took < Duration::from_millis(500), "{took:?}");
        assert!(all_gone(&marker, Duration::ZERO), "{:?}", marked(&marker));
        let again = sandbox.run(b"", &NEVER);
        assert!(matches!(again, Err(SandboxError::Failed(_))), "{again:?}");
    }
}

/// The caller is killed, as by a Ctrl-C without a handler.
#[test]
fn nothing_outlives_a_caller_that_is_killed() {
    for option in ["--namespace", "--subreaper"] {
        let marker = marker();
        let mut caller = Command::new(example("run"));
        if option == "--subreaper" {
            caller.arg(option);
        }
        let mut caller = caller
            .arg(example("hostile"))
            .args(["detach-and-wait", "0", &marker])
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        // The caller, the two processes of the sandbox, the program, and what has left it.
        while marked(&marker).len() < 3 {
            assert!(begin.elapsed() < Duration::from_secs(5), "not running");
            std::thread::sleep(Duration::from_millis(5));
        }
        caller.kill().unwrap();
        caller.wait().unwrap();
        assert!(
            all_gone(&marker, Duration::from_secs(1)),
            "{option}: {:?}",
            marked(&marker)
        );
    }
}

#[test]
fn many_runs_leave_nothing_open() {
    let open = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    let marker = marker();
    let program = program("true", &[&marker]);
    let mut sandbox = start(&program, AMPLE, Isolation::Namespace);
    sandbox.run(b"1", &NEVER).unwrap();
    let before = open();
    for _ in 0..500 {
        let run = sandbox.run(b"1", &NEVER).unwrap();
        assert_eq!(run.end, End::Code(0));
    }
    // Other tests of this process open and close files meanwhile.
    assert!(open() < before + 100);
    drop(sandbox);
    assert!(all_gone(&marker, Duration::ZERO));
}

#[test]
fn sandboxes_do_not_disturb_each_other() {
    std::thread::scope(|scope| {
        for i in 0..4_u32 {
            scope.spawn(move || {
                let mut sandbox = start(&program("cat", &[]), AMPLE, Isolation::Namespace);
                for j in 0..50 {
                    let input = format!("{i} {j}\n");
                    let (_, printed) = run_once(&mut sandbox, input.as_bytes());
                    assert_eq!(printed, input.as_bytes());
                    if j % 10 == 0 {
                        // A bomb next door.
                        let run = hostile("bomb", 7, SHORT, Isolation::Namespace);
                        assert!(
                            matches!(run.end, End::TimeLimit | End::ProcessLimit),
                            "{run:?}"
                        );
                    }
                }
            });
        }
    });
}

#[test]
fn what_is_no_launcher_is_found_out() {
    let program = program("true", &[]);
    let no_such = Launcher {
        exe: "/nonexistent/launcher".into(),
        args: Vec::new(),
    };
    let error = Sandbox::start(&no_such, &program, SHORT, Isolation::Namespace).unwrap_err();
    assert!(matches!(error, SandboxError::Launcher { .. }), "{error}");
    let other = Launcher {
        exe: "sh".into(),
        args: vec!["-c".into(), "echo not me >&2".into()],
    };
    let error = Sandbox::start(&other, &program, SHORT, Isolation::Namespace).unwrap_err();
    assert_eq!(error.to_string(), "the sandbox ended unexpectedly: not me");
    // The launcher itself, started by hand.
    let output = Command::new(launcher().exe).output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("started by the sandbox only"));
}

#[test]
fn a_run_may_have_arguments_of_its_own() {
    for isolation in tight_isolations() {
        let mut sandbox = start(&program("printf", &["%s,"]), AMPLE, isolation);
        for (args, printed) in [
            (&["moves"][..], "moves,"),
            (&["", "two words", "two\nlines"], ",two words,two\nlines,"),
            (&[], ","),
        ] {
            let args: Vec<_> = args.iter().map(Into::into).collect();
            sandbox.run_with(&args, b"", &NEVER).unwrap();
            let mut said = String::new();
            sandbox.stdout().read_to_string(&mut said).unwrap();
            assert_eq!(said, printed);
        }
        let nul = ["with\0nul".into()];
        let run = sandbox.run_with(&nul, b"", &NEVER).unwrap();
        assert!(matches!(run.end, End::NotStarted(_)), "{run:?}");
        assert_eq!(run_once(&mut sandbox, b"").1, b",");
    }
}

/// What a shell script prints in a sandbox, with limits for programs that behave.
fn said(isolation: Isolation, limits: Limits, script: &str) -> (RunReport, String) {
    let mut sandbox = start(&program("sh", &["-c", script]), limits, isolation);
    let (run, printed) = run_once(&mut sandbox, b"");
    (run, String::from_utf8(printed).unwrap())
}

/// Returns the command; `None`, with a message, if it is not installed.
fn installed(command: &str) -> Option<&str> {
    let found = Command::new(command)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .is_ok();
    if !found {
        eprintln!("*** SKIPPED: {command} is not installed");
    }
    found.then_some(command)
}

/// Programs see the files that are in the folders for temporary files, but what they write there is private and
/// ends with the run.
#[test]
fn temporary_files_are_private_and_end_with_the_run() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("there"), "there\n").unwrap();
    let dir = outside.path().display();
    let script = format!(
        "cd {dir} && cat there && for d in . /tmp /var/tmp /dev/shm; do \
         test -e $d/grundy-left && echo \"left in $d\"; echo mine > $d/grundy-left; done; \
         cat grundy-left; rm there; chmod 700 /tmp; ls"
    );
    let mut sandbox = start(
        &program("sh", &["-c", &script]),
        AMPLE,
        Isolation::Namespace,
    );
    assert_eq!(sandbox.shortcomings(), [""; 0]);
    for _ in 0..3 {
        let (run, printed) = run_once(&mut sandbox, b"");
        assert_eq!(run.end, End::Code(0), "{run:?}");
        assert_eq!(
            String::from_utf8(printed).unwrap(),
            "there\nmine\ngrundy-left\n"
        );
    }
    assert_eq!(
        std::fs::read_to_string(outside.path().join("there")).unwrap(),
        "there\n"
    );
    for left in [
        "/tmp/grundy-left",
        "/var/tmp/grundy-left",
        "/dev/shm/grundy-left",
    ] {
        assert!(!std::path::Path::new(left).exists(), "{left}");
    }
}

/// A program may lie in such a folder, and be started from there.
#[test]
fn programs_in_temporary_folders_are_found() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::copy("/bin/cat", dir.path().join("mine")).unwrap();
    let mut command = Command::new(example("run"));
    command
        .current_dir(dir.path())
        .arg("./mine")
        .stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("Code(0)"),
        "{output:?}"
    );
}

/// Ten children that have 20 MiB each, in mappings that could be shared and are not; and ten that do
/// share one.
#[test]
fn shared_memory_counts_once_and_all_of_it() {
    let limits = Limits {
        memory: 100 << 20,
        ..AMPLE
    };
    let script = |before: &str, after: &str| {
        format!(
            "import mmap, os, time\n\
             def fill(n):\n    m = mmap.mmap(-1, n << 20)\n    m.write(b'x' * (n << 20))\n    return m\n\
             {before}\nfor i in range(9):\n    if os.fork() == 0: break\n\
             {after}\ntime.sleep(0.5)\n"
        )
    };
    let Some(python) = installed("python3") else {
        return;
    };
    for isolation in tight_isolations() {
        let run = |script: String| {
            let program = program(python, &["-c", &script]);
            start(&program, limits, isolation).run(b"", &NEVER).unwrap()
        };
        let run_apart = run(script("", "m = fill(20)"));
        assert_eq!(run_apart.end, End::MemoryLimit, "{run_apart:?}");
        let run = run(script("m = fill(20)", "sum(m[::4096])"));
        assert_eq!(run.end, End::Code(0), "{run:?} under {isolation:?}");
        assert!(
            (20 << 20..90 << 20).contains(&run.peak_memory),
            "{} bytes under {isolation:?}",
            run.peak_memory
        );
    }
}

/// Memory that is in no process's resident set: shared memory without a mapping, or data in a socket.
#[test]
fn memory_that_no_process_has_mapped_is_limited() {
    let limits = Limits {
        memory: 100 << 20,
        ..AMPLE
    };
    let Some(python) = installed("python3") else {
        return;
    };
    let shared = "import mmap, time\nall = []\nfor i in range(15):\n    m = mmap.mmap(-1, 10 << 20)\n    \
                  m.write(b'x' * (10 << 20))\n    m.madvise(mmap.MADV_DONTNEED)\n    all.append(m)\n\
                  time.sleep(0.3)";
    let sockets = "import socket, time\nall = []\nfor i in range(300):\n    \
                   all += (pair := socket.socketpair())\n    for s in pair:\n        s.setblocking(False)\n        \
                   s.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 26)\n        try:\n            \
                   while True: s.send(bytes(1 << 16))\n        except BlockingIOError: pass\ntime.sleep(0.3)";
    for (isolation, script) in [
        (Isolation::Namespace, shared),
        (Isolation::Subreaper, shared),
        (Isolation::Namespace, sockets),
    ] {
        let mut sandbox = start(&program(python, &["-c", script]), limits, isolation);
        if script == sockets && sandbox.isolation() != Isolation::Namespace {
            continue;
        }
        let run = sandbox.run(b"", &NEVER).unwrap();
        assert_eq!(run.end, End::MemoryLimit, "{run:?} under {isolation:?}");
    }
}

/// Files in memory without a name, which might be open in a socket alone; keys, which outlive all processes;
/// and user namespaces, in which a program has all powers.
#[test]
fn what_cannot_be_counted_is_refused() {
    let Some(perl) = installed("perl") else {
        return;
    };
    if cfg!(not(target_arch = "x86_64")) {
        eprintln!("*** SKIPPED: system calls by their numbers, on another processor than x86-64");
        return;
    }
    // memfd_create, add_key to the user's keyring, io_uring_setup, vmsplice, unshare.
    let script = "my $room = \"\\0\" x 200; my $key = 'grundy-test'; my $user = 'user'; print join ' ', \
                  syscall(319, $key, 0), syscall(248, $user, $key, $key, 5, -4), \
                  syscall(425, 8, $room), syscall(278, 1, $room, 0, 0), syscall(272, 0x10000000)";
    for isolation in tight_isolations() {
        let mut sandbox = start(&program(perl, &["-e", script]), AMPLE, isolation);
        let (run, printed) = run_once(&mut sandbox, b"");
        let printed = String::from_utf8(printed).unwrap();
        assert_eq!(printed, "-1 -1 -1 -1 -1", "{run:?} under {isolation:?}");
    }
}

/// Parts of files that are taken and not written.
#[test]
fn reserved_parts_of_files_count() {
    let Some(python) = installed("python3") else {
        return;
    };
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let script = "import os, sys\nfor i in range(8):\n    \
                  f = os.open(f'{sys.argv[1]}/{i}', os.O_CREAT | os.O_RDWR)\n    \
                  os.posix_fallocate(f, 0, 1 << 20)";
    let args = ["-c", script, dir.path().to_str().unwrap()];
    for isolation in tight_isolations() {
        let mut sandbox = start(&program(python, &args), AMPLE, isolation);
        let run = sandbox.run(b"", &NEVER).unwrap();
        assert_eq!(run.end, End::OutputLimit, "{run:?} under {isolation:?}");
    }
}

/// A machine that is busy is no fault of the program; that it sleeps is.
#[test]
fn time_without_a_processor_does_not_count() {
    let Some(perl) = installed("perl") else {
        return;
    };
    let limits = Limits {
        wall: Duration::from_millis(600),
        cpu: Duration::from_millis(600),
        ..AMPLE
    };
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 * std::thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let works = program(
            perl,
            &[
                "-e",
                "do { ($user, $system) = times } while $user + $system < 0.4",
            ],
        );
        let runs: Vec<RunReport> = tight_isolations()
            .into_iter()
            .flat_map(|isolation| {
                let sleeps = program("sleep", &["5"]);
                [&works, &sleeps].map(|program| {
                    let mut sandbox = start(program, limits, isolation);
                    sandbox.run(b"", &NEVER).unwrap()
                })
            })
            .collect();
        stop.store(true, Ordering::Relaxed);
        for runs in runs.chunks(2) {
            assert_eq!(runs[0].end, End::Code(0), "{runs:?}");
            assert_eq!(runs[1].end, End::TimeLimit, "{runs:?}");
            assert!(runs[1].wall < 3 * limits.wall, "{runs:?}");
        }
    });
}

/// System V shared memory remains after all processes that used it have ended.
#[test]
fn shared_memory_ends_with_the_run() {
    if Command::new("ipcmk").arg("--version").output().is_err() {
        eprintln!("*** SKIPPED: ipcmk is not installed");
        return;
    }
    let there = || String::from_utf8(Command::new("ipcs").output().unwrap().stdout).unwrap();
    let script = "ipcmk -M 12345 -S 3 -Q && ipcs | grep -c '^0x'";
    let mut sandbox = start(&program("sh", &["-c", script]), AMPLE, Isolation::Namespace);
    if sandbox.isolation() != Isolation::Namespace {
        eprintln!("*** SKIPPED: there are no namespaces");
        return;
    }
    let before = there();
    for _ in 0..3 {
        let (run, printed) = run_once(&mut sandbox, b"");
        assert_eq!(run.end, End::Code(0), "{run:?}");
        let printed = String::from_utf8(printed).unwrap();
        assert_eq!(printed.lines().last(), Some("3"), "{printed}");
        assert_eq!(there(), before);
    }
}

#[test]
fn who_has_ended_is_no_process() {
    let script = "i=0; while [ $i -lt 200 ]; do (true &); i=$((i + 1)); done; echo 1";
    for isolation in tight_isolations() {
        let (run, printed) = said(isolation, AMPLE, script);
        assert_eq!((run.end, &*printed), (End::Code(0), "1\n"), "{isolation:?}");
    }
}

/// A process that ignores the end of its children does not inherit their times.
#[test]
fn time_of_children_that_nobody_waits_for_counts() {
    let cpu = Duration::from_secs(1);
    let limits = Limits { cpu, ..AMPLE };
    let Some(perl) = installed("perl") else {
        return;
    };
    let script = "$SIG{CHLD} = 'IGNORE'; for (1 .. 12) { if (!fork) { 1 while (times)[0] < 0.15; \
                  exit } wait }";
    for isolation in tight_isolations() {
        let mut sandbox = start(&program(perl, &["-e", script]), limits, isolation);
        let run = sandbox.run(b"", &NEVER).unwrap();
        assert_eq!(run.end, End::TimeLimit, "{run:?} under {isolation:?}");
        assert!(run.cpu >= cpu, "{run:?} under {isolation:?}");
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
        let script = format!("trap '' XFSZ; head -c 3000000 /dev/zero > {file}; echo 1");
        let (run, _) = said(isolation, AMPLE, &script);
        assert_eq!(run.end, End::OutputLimit, "{run:?} in {folder}");
        let length = std::fs::metadata(&file).map_or(0, |data| data.len());
        assert!(length <= AMPLE.output + 1);
        let _ = std::fs::remove_file(&file);
    }
}

/// Children run at the caller's priority from their first instruction on.
#[test]
fn children_run_at_the_callers_priority() {
    let outside = Command::new("nice").output().unwrap().stdout;
    let outside = String::from_utf8(outside).unwrap();
    let script = "for i in 1 2 3 4 5 6 7 8 9; do nice & done; nice; wait";
    for isolation in tight_isolations() {
        for _ in 0..20 {
            let (run, printed) = said(isolation, AMPLE, script);
            assert_eq!(printed, outside.repeat(10), "{run:?} under {isolation:?}");
        }
    }
}

/// Programs cannot read the supervisor's memory and files.
#[test]
fn programs_cannot_look_into_their_supervisor() {
    let script = "readlink /proc/$PPID/fd/2 >&2 && echo files; head -c 1 /proc/$PPID/environ >&2 && echo \
                  memory; readlink /proc/$PPID/exe >&2 && echo name; echo end";
    let (run, printed) = said(Isolation::Namespace, AMPLE, script);
    assert_eq!(
        printed,
        "end\n",
        "{}",
        String::from_utf8_lossy(&run.stderr_tail)
    );
    // ptrace(PTRACE_ATTACH) and pidfd_open with pidfd_getfd, by their numbers on x86-64.
    if cfg!(not(target_arch = "x86_64")) {
        eprintln!("*** SKIPPED: attaching, on another processor than x86-64");
        return;
    }
    let Some(perl) = installed("perl") else {
        return;
    };
    let script = "my $parent = getppid(); my $attached = syscall(101, 16, $parent, 0, 0); \
                  my $open = syscall(434, $parent, 0); my $taken = syscall(438, $open, 2, 0); \
                  print \"$attached $taken\\n\"; kill 9, $$ if $open < 0;";
    for isolation in tight_isolations() {
        let mut sandbox = start(&program(perl, &["-e", script]), AMPLE, isolation);
        let (run, printed) = run_once(&mut sandbox, b"");
        assert_eq!(run.end, End::Code(0), "{run:?}");
        assert_eq!(
            String::from_utf8(printed).unwrap(),
            "-1 -1\n",
            "{isolation:?}"
        );
    }
}

/// Limits and priority, of the supervisor itself or of all processes of its user: a supervisor without files or
/// without a processor sees nothing.
#[test]
fn programs_cannot_set_their_supervisors_limits() {
    let Some(perl) = installed("perl") else {
        return;
    };
    if cfg!(not(target_arch = "x86_64")) {
        eprintln!("*** SKIPPED: system calls by their numbers, on another processor than x86-64");
        return;
    }
    // prlimit64 of its files, sched_setscheduler to SCHED_IDLE, setpriority and ioprio_set of it and of its
    // user's, and prctl(PR_SET_DUMPABLE).
    let script = "my $it = getppid(); my $few = pack 'Q2', 3, 1000; my $none = pack 'i', 0; print join ' ', \
                  syscall(302, $it, 7, $few, 0), syscall(144, $it, 5, $none), syscall(141, 0, $it, 19), \
                  syscall(141, 2, $<, 19), syscall(251, 1, $it, 0x6000), syscall(251, 3, $<, 0x6000), \
                  syscall(157, 4, 0)";
    for isolation in tight_isolations() {
        let mut sandbox = start(&program(perl, &["-e", script]), AMPLE, isolation);
        let (run, printed) = run_once(&mut sandbox, b"");
        let printed = String::from_utf8(printed).unwrap();
        assert_eq!(printed, ["-1"; 7].join(" "), "{run:?} under {isolation:?}");
    }
}

/// Root's own programs, too, cannot lift what is imposed on them.
#[test]
fn limits_and_priority_stay_as_they_are() {
    let script = "renice -n -5 $$ >&2 && echo first; ulimit -Hf unlimited && echo long; \
                  grep CapEff /proc/self/status";
    for isolation in tight_isolations() {
        let (run, printed) = said(isolation, AMPLE, script);
        let [line] = printed.lines().collect::<Vec<_>>()[..] else {
            panic!("{printed} {run:?}")
        };
        let powers = u64::from_str_radix(line.split_whitespace().last().unwrap(), 16).unwrap();
        // For networks, modules, to trace, to administer, to boot, to come first, to lift limits, to set the
        // clock, as linux/capability.h numbers them.
        for power in [12, 16, 19, 21, 22, 23, 24, 25] {
            assert_eq!(
                powers >> power & 1,
                0,
                "{power}: {line} under {isolation:?}"
            );
        }
    }
}

/// A program without a terminal can neither write to the caller's terminal nor wait for a line from it. The
/// supervisor's own session has no terminal.
#[test]
fn programs_have_no_terminal() {
    let script =
        "echo $PPID; cut -d ' ' -f 6,7 /proc/self/stat; (echo there >/dev/tty) 2>&-; echo end";
    for isolation in tight_isolations() {
        let (_, printed) = said(isolation, AMPLE, script);
        let lines: Vec<&str> = printed.lines().collect();
        let session = format!("{} 0", lines[0]);
        assert_eq!(lines[1..], [&session, "end"], "{isolation:?}");
    }
}

/// A shell opens files for the caller, which are none of the program's.
#[test]
fn programs_get_three_streams_and_no_other_file() {
    let run = example("run");
    let script = format!(
        "exec 3</dev/null 7</dev/null; {} ls /proc/self/fd",
        run.display()
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    // The fourth is the folder that is being read.
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "0\n1\n2\n3\n",
        "{output:?}"
    );
}

/// With namespaces, a program cannot reach any server, not even on this machine.
#[test]
fn nobody_is_on_its_network() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port().into();
    for isolation in tight_isolations() {
        let (run, printed) = hostile_and_printed("connect", port, AMPLE, isolation);
        assert_eq!(run.end, End::Code(0));
        let reached = isolation != Isolation::Namespace;
        assert_eq!(printed, reached.to_string().as_bytes(), "{isolation:?}");
    }
}
