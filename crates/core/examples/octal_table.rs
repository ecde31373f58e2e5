//! The periods of all octal codes of up to three digits, as rows of a table:
//!
//! ```sh
//! cargo run --release -p grundy-core --example octal_table -- 0 > results/octal/0.csv
//! cargo run --release -p grundy-core --example octal_table -- 4 > results/octal/4.csv
//! ```
//!
//! The first argument is the digit in front of the point; a second one, the largest heap that is looked
//! at (2^25 when it is left out); a third, how many sums of two heaps are looked at for a code at most, in
//! millions (2,000; for some codes 50 times as many). What a row holds depends on these and nothing else.

use std::env;

use grundy_core::octal::{Code, Sequence, period};

/// How far to look at first: most periods show there.
const FIRST: usize = 1 << 10;
/// Codes whose values are known to repeat, but late.
const LATE: &[&str] = &["0.354", "0.376"];
const LATE_TIMES: u64 = 50;

fn main() {
    let mut arguments = env::args().skip(1);
    let first = arguments
        .next()
        .filter(|first| ["0", "4"].contains(&&first[..]));
    let Some(first) = first else {
        eprintln!("the digit in front of the point is missing: 0 or 4");
        std::process::exit(2);
    };
    let mut number = |default: u64| {
        arguments
            .next()
            .map_or(Some(default), |text| text.parse().ok())
    };
    let (Some(up_to), Some(millions)) = (number(1 << 25), number(2000)) else {
        eprintln!("the largest heap and millions of sums are whole numbers");
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
        println!(
            "{}",
            row(code, up_to as usize, times * millions * 1_000_000)
        );
    }
}

fn row(code: Code, up_to: usize, work: u64) -> String {
    let mut sequence = Sequence::new(code);
    let mut to = FIRST;
    loop {
        // In steps, since work is looked at between them.
        while sequence.cells().len() <= to && sequence.work() < work {
            sequence.extend((sequence.cells().len() + 255).min(to));
        }
        let found = period::find(sequence.code(), sequence.cells());
        let proved = found.filter(period::Period::is_proved);
        let is_done = proved.is_some() || to >= up_to || sequence.work() >= work;
        if is_done {
            let (largest, at) = sequence.largest().unwrap_or((0, 0));
            let (status, start, length) = match proved {
                Some(period) => (
                    "proved",
                    period.start.to_string(),
                    period.length.to_string(),
                ),
                None => ("open", String::new(), String::new()),
            };
            return format!(
                "{},{},{status},{start},{length},{largest},{at},{},{}",
                sequence.code(),
                sequence.cells().len() - 1,
                sequence.rare(),
                sequence.work(),
            );
        }
        to = (2 * to).min(up_to);
    }
}
