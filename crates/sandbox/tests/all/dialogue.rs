//! Dialogues: what programs do to them, and that nothing outlives one.

#![cfg(target_os = "linux")]

use grundy_sandbox::{End, Isolation, Limits, Program, Reply, RunReport, Sandbox, SandboxError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::processes::{example, program};
use crate::common::{OF_PROGRAM, are_gone, marker, start, tight_isolations};

static NEVER: AtomicBool = AtomicBool::new(false);
/// The longest line of a program.
const LINE: usize = 100;
const LIMITS: Limits = Limits {
    wall: Duration::from_secs(20),
    stretch: 10,
    cpu: Duration::from_secs(20),
    memory: 64 << 20,
    processes: 20,
    output: 1 << 20,
};
/// A turn that is long enough for a program on a busy machine.
const LONG: Duration = Duration::from_secs(20);
/// A turn for programs that take all of it.
const SHORT: Duration = Duration::from_millis(300);

fn shell(text: &str, marker: &str) -> Program {
    let hostile = format!("hostile={}", example("hostile").display());
    program("env", &[&hostile, &format!("M={marker}"), "sh", "-c", text])
}

fn ended(reply: Reply) -> (End, String) {
    let Reply::Ended(RunReport { end, .. }, text) = reply else {
        panic!("{reply:?}");
    };
    (end, text)
}

fn line(text: &str) -> Reply {
    Reply::Line(text.to_owned())
}

#[test]
fn lines_go_to_and_fro_game_after_game() {
    for isolation in [Isolation::Namespace, Isolation::Subreaper, Isolation::Group] {
        let echo = program("cat", &[]);
        let mut sandbox = start(&echo, LIMITS, isolation);
        for game in 0..20 {
            let mut dialogue = sandbox.dialogue(LONG, &NEVER).unwrap();
            for turn in 0..game {
                let text = format!("{game} {turn}");
                let reply = dialogue.exchange(&format!("{text}\n"), LINE).unwrap();
                assert_eq!(reply, line(&text));
                assert_eq!(dialogue.written_ahead(), b"");
            }
            let (run, rest) = dialogue.finish("the end\n", LINE).unwrap();
            assert_eq!((run.end, &*rest), (End::Code(0), "the end\n"));
        }
        // The sandbox still does ordinary runs, of the same program.
        assert_eq!(sandbox.run(b"1", &NEVER).unwrap().end, End::Code(0));
    }
}

/// More than a pipe holds, to a program that reads it at last, and from one that writes before it reads.
#[test]
fn long_inputs_wait_for_no_one() {
    let long = "x".repeat(1 << 20) + "\n";
    for (text, first) in [
        ("sleep 0.1; head -c 1048577 | wc -c", "1048577"),
        ("echo early; head -c 1048577 | wc -c", "early"),
    ] {
        let mut sandbox = start(&shell(text, ""), LIMITS, Isolation::Namespace);
        let mut dialogue = sandbox.dialogue(LONG, &NEVER).unwrap();
        assert_eq!(dialogue.exchange(&long, LINE).unwrap(), line(first));
        let (run, rest) = dialogue.finish("", LINE).unwrap();
        let left = if first == "early" { "1048577\n" } else { "" };
        assert_eq!((run.end, &*rest), (End::Code(0), left), "{text}");
    }
}

/// A misbehaving program, how its first turn ends, and that no process of it is left.
#[test]
fn every_misbehaviour_ends_the_dialogue_and_nothing_else() {
    type Check = fn(Reply) -> bool;
    let is_over_time: Check = |reply| ended(reply).0 == End::TimeLimit;
    let cases: [(&str, Duration, Check); 17] = [
        // It stalls: silent, with a line that is not finished, stopped, waiting for input that does not come.
        ("exec sleep 15", SHORT, is_over_time),
        ("printf half; exec sleep 15", SHORT, |reply| {
            ended(reply) == (End::TimeLimit, "half".to_owned())
        }),
        ("kill -STOP $$", SHORT, is_over_time),
        ("cat >/dev/null; echo 1", SHORT, is_over_time),
        ("ulimit -t 15; while :; do :; done", SHORT, is_over_time),
        ("$hostile spin-threads 1", SHORT, is_over_time),
        ("(setsid sleep 15 &) ; sleep 15", SHORT, is_over_time),
        // It floods.
        ("timeout 15 yes | tr -d '\\n'", LONG, |reply| {
            matches!(reply, Reply::TooLong(_))
        }),
        ("exec head -c 3000000 /dev/zero >&2", LONG, |reply| {
            ended(reply).0 == End::OutputLimit
        }),
        // It takes too much.
        ("$hostile allocate 4096", LONG, |reply| {
            ended(reply).0 == End::MemoryLimit
        }),
        ("$hostile sleep-threads 100", LONG, |reply| {
            ended(reply).0 == End::ProcessLimit
        }),
        // It closes one side, or both, or ends.
        ("exec <&-; echo 1; sleep 15", LONG, |reply| {
            reply == line("1")
        }),
        ("exec >&-; sleep 15", LONG, |reply| reply == Reply::Closed),
        ("exec >&- <&- 2>&-; exit 3", LONG, |reply| {
            ended(reply).0 == End::Code(3)
        }),
        ("exit 0", LONG, |reply| ended(reply).0 == End::Code(0)),
        ("printf part; kill -SEGV $$", LONG, |reply| {
            ended(reply) == (End::Signal(11), "part".to_owned())
        }),
        // It leaves a process that keeps the pipes open.
        ("(setsid sleep 15 &); exit 4", LONG, |reply| {
            ended(reply).0 == End::Code(4)
        }),
    ];
    let check = |(text, turn, is_right): &(&str, Duration, Check), isolation| {
        let marker = marker();
        let mut sandbox = start(&shell(text, &marker), LIMITS, isolation);
        for _ in 0..2 {
            let mut dialogue = sandbox.dialogue(*turn, &NEVER).unwrap();
            let begin = Instant::now();
            let reply = dialogue.exchange("2\n1 3\n", LINE).unwrap();
            let said = format!("{text} under {isolation:?}: {reply:?}");
            assert!(is_right(reply), "{said}");
            drop(dialogue);
            assert!(begin.elapsed() < Duration::from_secs(12), "{text}");
            assert!(are_gone(&marker, OF_PROGRAM, Duration::ZERO), "{text}");
        }
    };
    std::thread::scope(|scope| {
        for isolation in tight_isolations() {
            let (cases, check) = (&cases, &check);
            scope.spawn(move || cases.iter().for_each(|case| check(case, isolation)));
        }
    });
}

/// What is written without being asked for stays, and a program that does not end is ended.
#[test]
fn what_comes_too_early_and_after_the_end() {
    let mut sandbox = start(
        &shell("printf '1\\n2\\n'; cat", ""),
        LIMITS,
        Isolation::Namespace,
    );
    let mut dialogue = sandbox.dialogue(LONG, &NEVER).unwrap();
    assert_eq!(dialogue.exchange("", LINE).unwrap(), line("1"));
    assert_eq!(dialogue.written_ahead(), b"2\n");
    drop(dialogue);
    for (text, turn, end, rest) in [
        ("echo 1; cat", LONG, End::Code(0), "over\n"),
        ("echo 1; read over; exit 5", LONG, End::Code(5), ""),
        ("echo 1; exec sleep 15", SHORT, End::TimeLimit, ""),
        ("echo 1; while :; do echo; done", LONG, End::TimeLimit, "\n"),
    ] {
        let mut sandbox = start(&shell(text, ""), LIMITS, Isolation::Namespace);
        let mut dialogue = sandbox.dialogue(turn, &NEVER).unwrap();
        // A shell may take longer to start than a short turn, on a busy machine.
        if let Reply::Line(first) = dialogue.exchange("", LINE).unwrap() {
            assert_eq!(first, "1");
            let (run, written) = dialogue.finish("over\n", LINE).unwrap();
            assert_eq!(run.end, end, "{text}: {run:?}");
            assert_eq!(&written[..rest.len()], rest, "{text}");
        }
    }
}

/// The time in which the caller thinks is not the program's. That of all turns has a limit as well.
#[test]
fn only_the_programs_turns_count() {
    let limits = Limits {
        wall: Duration::from_millis(1500),
        ..LIMITS
    };
    let mut sandbox = start(&program("cat", &[]), limits, Isolation::Namespace);
    let mut dialogue = sandbox.dialogue(LONG, &NEVER).unwrap();
    for _ in 0..4 {
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(dialogue.exchange("1\n", LINE).unwrap(), line("1"));
    }
    let (run, _) = dialogue.finish("", LINE).unwrap();
    assert_eq!(run.end, End::Code(0));
    assert!(run.wall < limits.wall, "{run:?}");
    let slow = shell("while read line; do sleep 0.4; echo $line; done", "");
    let mut sandbox = start(&slow, limits, Isolation::Namespace);
    let mut dialogue = sandbox.dialogue(LONG, &NEVER).unwrap();
    let replies = (0..9).map(|_| dialogue.exchange("1\n", LINE).unwrap());
    let last = replies
        .into_iter()
        .find(|reply| *reply != line("1"))
        .unwrap();
    assert_eq!(ended(last).0, End::TimeLimit);
}

#[test]
fn a_stop_ends_a_dialogue() {
    let marker = marker();
    let mut sandbox: Sandbox = start(
        &shell("exec sleep 15", &marker),
        LIMITS,
        Isolation::Namespace,
    );
    let stop = AtomicBool::new(false);
    let mut dialogue = sandbox.dialogue(LONG, &stop).unwrap();
    stop.store(true, Ordering::Relaxed);
    let stopped = dialogue.exchange("", LINE);
    assert!(matches!(stopped, Err(SandboxError::Stopped)), "{stopped:?}");
    drop(dialogue);
    assert!(are_gone(&marker, OF_PROGRAM, Duration::from_secs(3)));
}
