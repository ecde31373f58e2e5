//! How long it takes to know all values of a rules program, beside the program's own time.
//!
//! `cargo run --release --example rules_overhead -- PROGRAM UP_TO [ROUNDS]` times two things by turns, on the
//! same positions: `PROGRAM moves < positions > /dev/null`, and everything from the start of the program to
//! the value of the last position. The first is what nobody can do without. It prints the medians, their
//! ratio, positions and options per second, and the largest memory that this process has had.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use grundy_games::Entry as _;
use grundy_rules::{Settings, open};
use grundy_sandbox::{Launcher, launch_main};

/// The word that makes this executable a launcher of sandboxes.
const LAUNCHER: &str = "sandbox";
static NEVER: AtomicBool = AtomicBool::new(false);

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = env::args_os().skip(1).peekable();
    if args.next_if(|arg| arg == LAUNCHER).is_some() {
        return Ok(launch_main(args));
    }
    let args: Vec<String> = env::args().skip(1).collect();
    let (program, up_to, rounds) = match &args[..] {
        [program, up_to] => (program, up_to.parse()?, 5),
        [program, up_to, rounds] => (program, up_to.parse()?, rounds.parse()?),
        _ => return Err("expected PROGRAM UP_TO [ROUNDS]".into()),
    };
    let mut found = values(program, up_to)?;
    let file = env::temp_dir().join(format!("positions-{}", std::process::id()));
    fs::write(&file, &found.positions)?;
    found.positions = String::new();
    let (mut alone, mut all) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let begin = Instant::now();
        let status = Command::new(program)
            .arg("moves")
            .stdin(File::open(&file)?)
            .stdout(Stdio::null())
            .status()?;
        assert!(status.success(), "{program} moves: {status}");
        alone.push(begin.elapsed());
        let begin = Instant::now();
        let again = values(program, up_to)?;
        all.push(begin.elapsed());
        assert_eq!((again.count, again.lost), (found.count, found.lost));
    }
    fs::remove_file(&file)?;
    let (alone, all) = (median(alone), median(all));
    let rate = found.count as f64 / all.as_secs_f64();
    println!("{} positions, {} of them lost", found.count, found.lost);
    println!("{program} moves alone: {:.3} s", alone.as_secs_f64());
    println!(
        "all values: {:.3} s, {rate:.0} positions a second",
        all.as_secs_f64()
    );
    println!("ratio {:.2}", all.as_secs_f64() / alone.as_secs_f64());
    if let Some(peak) = fs::read_to_string("/proc/self/status")?
        .lines()
        .find(|line| line.starts_with("VmHWM"))
    {
        println!("{peak}");
    }
    Ok(ExitCode::SUCCESS)
}

/// What is found, and the positions, a line each.
struct Found {
    count: u64,
    lost: u64,
    positions: String,
}

fn values(program: &str, up_to: u32) -> Result<Found, Box<dyn Error>> {
    let settings = Settings {
        launcher: Launcher {
            exe: env::current_exe()?,
            args: vec![LAUNCHER.into()],
        },
        time: Duration::from_mins(10),
        jobs: thread::available_parallelism()?.get(),
        memory: None,
        stop: &NEVER,
    };
    let game = open(program, settings)?;
    let (mut count, mut lost, mut positions) = (0, 0, String::new());
    game.values(up_to, &mut |evaluated| {
        count += 1;
        lost += u64::from(!evaluated.wins);
        positions += &evaluated.position;
        ControlFlow::Continue(())
    })?;
    Ok(Found {
        count,
        lost,
        positions,
    })
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
