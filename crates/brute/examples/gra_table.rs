//! Times the table of gra: `cargo run --release -p grundy-brute --example gra_table -- M [THREADS]`.
//!
//! Builds the table for boards of at most M squares, on all cores or on THREADS threads, then counts the
//! winning moves of every board in it, and prints boards a second for both.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use grundy_brute::gra::Table;
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let m = arguments.next().ok_or("usage: gra_table M [THREADS]")?;
    let m: u32 = m.parse()?;
    let threads = arguments.next().map_or(Ok(0), |threads| threads.parse())?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build_global()?;
    let mebibytes = Table::bytes_needed(m) as f64 / f64::from(1 << 20);
    println!(
        "m = {m}, {} threads, {mebibytes:.1} MiB",
        rayon::current_num_threads()
    );

    let start = Instant::now();
    let table = Table::build(m, |_| ControlFlow::Continue(()))?;
    let table = table.view();
    let words = table.words().end;
    report("outcomes", words, start);

    let start = Instant::now();
    let counts = |word| {
        let counts = table.counts(word as u64).to_bytes();
        counts.iter().map(|&count| u64::from(count)).sum::<u64>()
    };
    let words_in_parallel = (0..words as usize).into_par_iter().with_min_len(1024);
    let winning: u64 = words_in_parallel.map(counts).sum();
    report("counts of winning moves", words, start);
    println!("{winning} winning moves");
    Ok(())
}

fn report(what: &str, words: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let billions = words as f64 * 64.0 / seconds / 1e9;
    println!("{what}: {seconds:.3} s, {billions:.2} billion boards a second");
}
