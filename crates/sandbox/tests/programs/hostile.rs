//! What a shell script cannot do, for the sandbox's tests: `hostile MODE NUMBER`.
//!
//! Every mode ends by itself after some seconds at the latest, in case no sandbox is around it.

use std::net::TcpStream;
use std::process::Command;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

/// No process of this program lives longer.
const LIFE: Duration = Duration::from_secs(15);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number: usize = args[1].parse().expect("a number");
    let end = Instant::now() + LIFE;
    let threads = |work: fn(Instant)| {
        scope(|scope| {
            for _ in 0..number {
                scope.spawn(|| work(end));
            }
        });
    };
    match &*args[0] {
        "spin-threads" => threads(|end| while Instant::now() < end {}),
        "sleep-threads" => threads(|_| sleep(LIFE)),
        // Memory that is written to. Without a destructor the largest size is there for a moment only.
        "allocate" => println!("{}", vec![1_u8; number << 20].leak().len()),
        "allocate-and-sleep" => {
            let all = vec![1_u8; number << 20];
            sleep(LIFE);
            println!("{}", all.len());
        }
        "allocate-and-start" => {
            // Until it executes its own program, a child shares all memory of this process.
            let all = vec![1_u8; number << 20];
            for _ in 0..200 {
                let child = Command::new("true").status();
                assert!(child.is_ok_and(|status| status.success()), "no `true`");
            }
            println!("{}", all.len());
        }
        // Memory that is never touched.
        "promise" => println!("{}", Vec::<u8>::with_capacity(number << 20).capacity()),
        "connect" => print!(
            "{}",
            TcpStream::connect(("127.0.0.1", number as u16)).is_ok()
        ),
        mode => panic!("no mode {mode:?}"),
    }
}
