//! Programs that behave badly, for the sandbox's tests: `hostile MODE [NUMBER] [MARKER]`.
//!
//! Every mode ends by itself after some seconds at the latest, in case no sandbox is around it:
//! time is bounded by [`LIFE`], and the number of processes by [`GENERATIONS`]. A marker is ignored;
//! a test gives one to find the processes again.

use rustix::process::Signal;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, ExitCode};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// No process of this program lives longer.
const LIFE: Duration = Duration::from_secs(15);
/// A bomb of binary generations has at most 2^GENERATIONS processes.
const GENERATIONS: u32 = 9;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let task = Task {
        mode: args.first().map_or("", String::as_str),
        number: args.get(1).and_then(|n| n.parse().ok()).unwrap_or(0),
        marker: args.get(2).map_or("", String::as_str),
        end: Instant::now() + LIFE,
    };
    let known = task.time() || task.streams() || task.memory() || task.processes();
    match task.mode {
        "code" => ExitCode::from(task.number as u8),
        "long-stderr" => ExitCode::FAILURE,
        _ if known || task.ends_badly() => ExitCode::SUCCESS,
        mode => {
            eprintln!("hostile: no mode {mode:?}");
            ExitCode::from(99)
        }
    }
}

/// What this process does. Each method handles some modes, and returns whether this was one of them.
struct Task<'a> {
    mode: &'a str,
    number: u32,
    marker: &'a str,
    end: Instant,
}

impl Task<'_> {
    fn time(&self) -> bool {
        let threads = |work: fn(Instant)| {
            std::thread::scope(|scope| {
                for _ in 0..self.number {
                    scope.spawn(|| work(self.end));
                }
            });
        };
        match self.mode {
            "sleep" => sleep(LIFE),
            "spin" => while Instant::now() < self.end {},
            "spin-threads" => threads(|end| while Instant::now() < end {}),
            "sleep-threads" => threads(|_| sleep(LIFE)),
            "spin-child" => {
                spawn("spin", self.number, self.marker);
                sleep(LIFE);
            }
            "stop" => signal_self(Signal::STOP),
            _ => return false,
        }
        true
    }

    fn streams(&self) -> bool {
        match self.mode {
            "connect" => {
                let port = self.number as u16;
                print!("{}", TcpStream::connect(("127.0.0.1", port)).is_ok());
            }
            "print" => flood(&mut std::io::stdout(), self.end),
            "print-bytes" => print!("{}", "7".repeat(self.number as usize)),
            "stderr" => flood(&mut std::io::stderr(), self.end),
            "long-stderr" => {
                for line in 1..=self.number {
                    eprintln!("line {line}");
                }
            }
            "big-file" => {
                // A file of its own, removed at once; the limit holds for it as well.
                let name = std::env::temp_dir().join(format!("hostile-{}", std::process::id()));
                if let Ok(mut file) = std::fs::File::create(&name) {
                    let _ = std::fs::remove_file(&name);
                    flood(&mut file, self.end);
                }
            }
            "deaf" => println!("{}", self.number),
            "slow-reader" => {
                let mut stdin = std::io::stdin().lock();
                let mut byte = [0];
                let mut sum = 0;
                while stdin.read(&mut byte).is_ok_and(|n| n == 1) && Instant::now() < self.end {
                    sum += u32::from(byte[0]);
                    sleep(Duration::from_millis(10));
                }
                println!("{sum}");
            }
            "garbage" => {
                let _ = std::io::stdout().write_all(b"\xff\x00\xfe garbage \x80\n");
            }
            _ => return false,
        }
        true
    }

    fn memory(&self) -> bool {
        match self.mode {
            "allocate" => {
                // A megabyte at a time and written to, so that it is there and not only promised.
                let mut all: Vec<Vec<u8>> = Vec::new();
                for _ in 0..self.number {
                    all.push(vec![1; 1 << 20]);
                }
                println!("{}", all.iter().map(Vec::len).sum::<usize>());
            }
            "allocate-and-start" => {
                // Until it executes its own program, a child shares all memory of this process.
                let all = vec![1_u8; (self.number as usize) << 20];
                for _ in 0..200 {
                    let child = Command::new("true").status();
                    assert!(child.is_ok_and(|status| status.success()), "no `true`");
                }
                println!("{}", all.len());
            }
            "promise" => {
                // Asked for, and never touched.
                let all: Vec<u8> = Vec::with_capacity((self.number as usize) << 20);
                println!("{}", all.capacity());
            }
            "allocate-children" => {
                for _ in 0..4 {
                    spawn("allocate-and-sleep", self.number / 4, self.marker);
                }
                sleep(LIFE);
            }
            "allocate-and-sleep" => {
                let all = vec![1_u8; (self.number as usize) << 20];
                sleep(LIFE);
                println!("{}", all.len());
            }
            _ => return false,
        }
        true
    }

    fn processes(&self) -> bool {
        match self.mode {
            "bomb" => bomb(self.number, self.marker, self.end, false),
            "detached-bomb" => bomb(self.number, self.marker, self.end, true),
            "detach" => {
                // A double fork with a session of its own, and the first process leaves at once.
                spawn("detach-second", self.number, self.marker);
                println!("1");
            }
            "detach-and-wait" => {
                spawn("detach-second", self.number, self.marker);
                sleep(LIFE);
            }
            "detach-second" => {
                let _ = rustix::process::setsid();
                spawn("sleep", self.number, self.marker);
            }
            "background" => {
                spawn("sleep", self.number, self.marker);
                println!("1");
            }
            "kill-parent" => {
                spawn("detach-second", self.number, self.marker);
                if let Some(parent) = rustix::process::getppid() {
                    let _ = rustix::process::kill_process(parent, Signal::KILL);
                }
                sleep(Duration::from_millis(100));
                println!("1");
            }
            _ => return false,
        }
        true
    }

    fn ends_badly(&self) -> bool {
        match self.mode {
            "abort" => {
                eprintln!("about to abort");
                std::process::abort();
            }
            "panic" => panic!("on purpose"),
            "segv" => {
                // The first one only meets the handler that the standard library has installed.
                signal_self(Signal::SEGV);
                signal_self(Signal::SEGV);
            }
            "kill" => signal_self(Signal::KILL),
            "overflow-stack" => println!("{}", deep(self.number.into(), self.end)),
            _ => return false,
        }
        true
    }
}

fn signal_self(signal: Signal) {
    let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
}

/// Starts this program in another mode and does not wait for it.
fn spawn(mode: &str, number: u32, marker: &str) {
    let Ok(exe) = std::env::current_exe() else {
        return;
    };
    let _ = Command::new(exe)
        .args([mode, &number.to_string(), marker])
        .spawn();
}

/// Two children for every process, down to a last generation that sleeps. Detached processes have
/// sessions of their own, and parents that have left.
fn bomb(generation: u32, marker: &str, end: Instant, detached: bool) {
    let mode = if detached {
        let _ = rustix::process::setsid();
        "detached-bomb"
    } else {
        "bomb"
    };
    if generation < GENERATIONS {
        spawn(mode, generation + 1, marker);
        spawn(mode, generation + 1, marker);
    }
    if !detached || generation >= GENERATIONS {
        sleep(end.saturating_duration_since(Instant::now()));
    }
}

/// Writes until `end` or until a write fails.
fn flood(to: &mut dyn std::io::Write, end: Instant) {
    let line = "no end\n".repeat(1000);
    while Instant::now() < end && to.write_all(line.as_bytes()).is_ok() {}
}

/// Recursion that the optimiser cannot turn into a loop.
fn deep(n: u64, end: Instant) -> u64 {
    let here = std::hint::black_box([n; 64]);
    if Instant::now() > end {
        return 0;
    }
    deep(n + 1, end) + here[(n % 64) as usize]
}
