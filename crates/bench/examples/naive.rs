//! A process that solves gra one of the usual ways, to be measured beside `grundy solve`.
//!
//! Takes the name of the way, `READER+COUNTER`, and reads standard input.

use std::env;
use std::io::{self, Read};
use std::process::ExitCode;

use grundy_bench::contest::way;

fn main() -> ExitCode {
    let name = env::args().nth(1).unwrap_or_default();
    let Some(solve) = way(&name) else {
        eprintln!("error: found `{name}`, expected READER+COUNTER");
        return ExitCode::from(2);
    };
    let mut text = Vec::new();
    let answer = io::stdin()
        .lock()
        .read_to_end(&mut text)
        .map_err(|error| error.to_string())
        .and_then(|_| solve(&text));
    match answer {
        Ok(count) => {
            println!("{count}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
