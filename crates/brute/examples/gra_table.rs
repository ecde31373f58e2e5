//! Times the table of gra: `cargo run --release -p grundy-brute --example gra_table -- M [THREADS]`.
//!
//! Builds the table for boards of at most M squares, on all cores unless THREADS says otherwise, and
//! then counts the winning moves of every board in it, and prints boards a second for both.

use std::error::Error;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use grundy_brute::gra::Table;
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let m = arguments.next().ok_or("usage: gra_table M [THREADS]")?;
    let m: u32 = m.parse()?;
    let threads = arguments.next().map_or(Ok(0), |threads| threads.parse())?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "m = {m}, {} threads, {:.1} MiB",
        pool.current_num_threads(),
        Table::bytes_needed(m) as f64 / f64::from(1 << 20)
    )?;

    let start = Instant::now();
    let table = pool.install(|| Table::build(m, |_| ControlFlow::Continue(())))?;
    let table = table.view();
    let in_all = table.words().end;
    report(&mut out, "outcomes", in_all, start)?;

    let start = Instant::now();
    let words = (0..in_all as usize).into_par_iter().with_min_len(1024);
    let losing: u64 = pool.install(|| {
        words
            .clone()
            .map(|word| u64::from(table.losing(word as u64).count_ones()))
            .sum()
    });
    report(&mut out, "counting P-positions", in_all, start)?;

    let start = Instant::now();
    let winning: u64 = pool.install(|| {
        words
            .clone()
            .map(|word| table.counts(word as u64).total())
            .sum()
    });
    report(&mut out, "counts, their total", in_all, start)?;

    let start = Instant::now();
    let sum: u64 = pool.install(|| {
        words
            .map(|word| {
                let counts = table.counts(word as u64).to_bytes();
                counts.iter().map(|&count| u64::from(count)).sum::<u64>()
            })
            .sum()
    });
    report(&mut out, "counts, one by one", in_all, start)?;
    assert_eq!(sum, winning);
    // The empty mask is flagged as a P-position and is no board.
    writeln!(out, "{} P-positions, {winning} winning moves", losing - 1)?;
    Ok(())
}

fn report(out: &mut impl Write, what: &str, words: u64, start: Instant) -> std::io::Result<()> {
    let seconds = start.elapsed().as_secs_f64();
    let boards = words as f64 * 64.0;
    writeln!(
        out,
        "{what}: {seconds:.3} s, {:.2} billion boards a second",
        boards / seconds / 1e9
    )
}
