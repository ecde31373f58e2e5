//! The periods of all octal codes of up to three digits, as rows of a table:
//!
//! ```sh
//! cargo run --release -p grundy-core --example octal_table -- 0 > results/octal/0.csv
//! cargo run --release -p grundy-core --example octal_table -- 4 > results/octal/4.csv
//! ```
//!
//! The argument is the digit in front of the point. What a row holds depends on it and on the limits below, and on
//! nothing else.

use std::env;

use grundy_core::octal::{Code, Sequence, period};

/// The first attempt ends at this heap: most periods show there.
const FIRST: usize = 1 << 10;
/// Codes whose values repeat, but late: they have `LATE_TIMES` as much work.
const LATE: &[&str] = &["0.354", "0.376"];
const LATE_TIMES: u64 = 50;
/// The largest heap of which the value is computed.
const UP_TO: usize = 1 << 25;
/// A code is open when its values have taken this number of sums of two heaps without a period.
const WORK: u64 = 2_000_000_000;

fn main() {
    let first = env::args()
        .nth(1)
        .filter(|first| ["0", "4"].contains(&&first[..]));
    let Some(first) = first else {
        eprintln!("the digit in front of the point is missing: 0 or 4");
        std::process::exit(2);
    };
    println!("game,up_to,status,start,length,largest,largest_at,rare,work");
    for digits in 0..512_u32 {
        // 0.100 is 0.1, and comes once.
        let code: Code = format!("{first}.{digits:03o}")
            .parse()
            .expect("three octal digits");
        let is_late = LATE.contains(&&code.to_string()[..]);
        let times = if is_late { LATE_TIMES } else { 1 };
        println!("{}", row(code, times * WORK));
    }
}

fn row(code: Code, work: u64) -> String {
    let mut sequence = Sequence::new(code);
    let mut to = FIRST;
    loop {
        // In steps: the work done is compared with the limit between them.
        while sequence.cells().len() <= to && sequence.work() < work {
            sequence.extend((sequence.cells().len() + 255).min(to));
        }
        let found = period::find(sequence.code(), sequence.cells());
        let proved = found.filter(period::Period::is_proved);
        let is_done = proved.is_some() || to >= UP_TO || sequence.work() >= work;
        if is_done {
            let (largest, at) = sequence.largest().unwrap_or((0, 0));
            let status = if proved.is_some() { "proved" } else { "open" };
            let (start, length) = proved
                .map(|period| (period.start.to_string(), period.length.to_string()))
                .unwrap_or_default();
            return format!(
                "{},{},{status},{start},{length},{largest},{at},{},{}",
                sequence.code(),
                sequence.cells().len() - 1,
                sequence.rare(),
                sequence.work(),
            );
        }
        to = (2 * to).min(UP_TO);
    }
}
