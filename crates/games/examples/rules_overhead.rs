//! How long it takes to know all values of a rules program, beside the program's own time.
//!
//! `cargo run --release --example rules_overhead -- PROGRAM UP_TO [ROUNDS]` times two things by turns, on the
//! same positions: `PROGRAM moves < positions > /dev/null`, and everything from the start of the program to
//! the value of the last position. The first is what nobody can do without; the positions are those up to
//! `UP_TO` and all that can be reached from them, since the second asks about these as well. It prints the medians, their
//! ratio, positions per second, the largest memory that this process has had, and the processor time of a
//! round, of this process and of what runs in its sandboxes: on a busy machine only that means anything.

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use grundy_games::rules::{Asked, RulesGame, Settings};
use grundy_games::{Sizes as _, unwatched};
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
        [program, up_to] => (program, up_to.parse()?, 5_u32),
        [program, up_to, rounds] => (program, up_to.parse()?, rounds.parse()?),
        _ => return Err("expected PROGRAM UP_TO [ROUNDS]".into()),
    };
    let mut found = values(program, up_to)?;
    let file = env::temp_dir().join(format!("positions-{}", std::process::id()));
    let asked = reachable(program, mem::take(&mut found.positions), &file)?;
    fs::write(&file, &asked)?;
    println!("{} positions asked about", asked.lines().count());
    drop(asked);
    let (mut alone, mut all) = (Vec::new(), Vec::new());
    let mut used = (0.0, 0.0);
    for _ in 0..rounds {
        let begin = Instant::now();
        let status = Command::new(program)
            .arg("moves")
            .stdin(File::open(&file)?)
            .stdout(Stdio::null())
            .status()?;
        assert!(status.success(), "{program} moves: {status}");
        alone.push(begin.elapsed());
        let (begin, before) = (Instant::now(), processor_time()?);
        let again = values(program, up_to)?;
        all.push(begin.elapsed());
        let after = processor_time()?;
        used.0 += (after.0 - before.0) / f64::from(rounds);
        used.1 += (after.1 - before.1) / f64::from(rounds);
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
    println!(
        "processor time: {:.2} s here, {:.2} s in sandboxes",
        used.0, used.1
    );
    if let Some(peak) = fs::read_to_string("/proc/self/status")?
        .lines()
        .find(|line| line.starts_with("VmHWM"))
    {
        println!("{peak}");
    }
    Ok(ExitCode::SUCCESS)
}

/// The positions, a line each, with all that the program leads to from them. FILE is overwritten.
fn reachable(program: &str, positions: String, file: &Path) -> Result<String, Box<dyn Error>> {
    let mut known: HashSet<String> = positions.lines().map(str::to_owned).collect();
    let (mut all, mut new) = (String::new(), positions);
    while !new.is_empty() {
        fs::write(file, &new)?;
        all += &mem::take(&mut new);
        let moves = Command::new(program)
            .arg("moves")
            .stdin(File::open(file)?)
            .output()?;
        let moves = String::from_utf8(moves.stdout)?;
        let options = moves.lines().flat_map(|line| line.split(';'));
        let ends = options.map(|option| option.rsplit("->").next().unwrap_or(option));
        for position in ends.flat_map(|sum| sum.split(" + ")).map(str::trim) {
            if !position.is_empty() && !known.contains(position) {
                known.insert(position.to_owned());
                new = new + position + "\n";
            }
        }
    }
    Ok(all)
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
    let game = RulesGame::open(program, Asked::default(), settings)?;
    let (mut count, mut lost, mut positions) = (0, 0, String::new());
    game.values(up_to, &mut unwatched, &mut |evaluated| {
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

/// Seconds on a processor: of this process, and of its children that have ended and theirs.
fn processor_time() -> Result<(f64, f64), Box<dyn Error>> {
    // In hundredths of a second, after the name, which ends with the last `)`.
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    let times: Result<Vec<f64>, _> = fields.skip(11).take(4).map(str::parse).collect();
    let times = times?;
    Ok(((times[0] + times[1]) / 100.0, (times[2] + times[3]) / 100.0))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
