//! The values of single heaps of a game with a code, and their periods.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

pub use grundy_brute::memory::NotEnoughMemory;
pub use grundy_core::octal::{
    Cells, Code, Genus, Misere, MisereKnown, Period, Sequence, naive, period,
};
/// Regularities of values that no theorem proves.
pub use grundy_formula::sequence as conjecture;

use grundy_brute::memory;

/// Returns a bound on the bytes that the values of heaps up to `up_to` take.
///
/// A heap's value is below its number of moves, and where moves take a bounded number of stones and leave
/// two heaps at most, no known value reaches 2^16; the bound assumes two bytes there. To find
/// values 64 at a time takes two more for each of the last 2^25 heaps at most, and as much again as they grow, on
/// each thread; where digits repeat, values grow with the heaps, and what moves reach is kept.
pub fn bytes(code: &Code, up_to: u32) -> u64 {
    let heaps = u64::from(up_to) + 1;
    let ahead = match code.parts() {
        2 => 4 * heaps.min(1 << 25) * threads() as u64,
        _ => 0,
    };
    let width = match code.reach() {
        Some(_) if code.parts() <= 2 => 2,
        _ => 4,
    };
    // A set of values for each digit that repeats, and eight bytes more for each value.
    let sets = match code.repeated().1.len() as u64 {
        0 => 0,
        repeated => 2 * heaps * (repeated.min(64) + 8),
    };
    heaps * width + ahead + sets
}

/// The number of threads that find the values of one game.
fn threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.min(Sequence::MOST_THREADS)
}

/// Checks that there is memory for the values of heaps up to `up_to`, and for `more` bytes.
///
/// # Errors
/// When more is needed than is free.
pub fn check_memory(code: &Code, up_to: u32, more: u64) -> Result<(), NotEnoughMemory> {
    memory::check(bytes(code, up_to).saturating_add(more))
}

/// Checks, each time that their number has doubled, that there is memory for as many heaps and rows of misère play again.
///
/// # Errors
/// When more is needed than is free.
pub fn check_rows(rows: usize) -> Result<(), NotEnoughMemory> {
    /// Bytes of a row, about, and of its place in the table; a heap takes less.
    const ROW: u64 = 300;
    if rows.is_power_of_two() {
        return memory::check(rows as u64 * ROW);
    }
    Ok(())
}

/// Computes the values of heaps up to `up_to` on the cores of this machine, and calls `watch` some times a second. When `watch` breaks, the
/// sequence keeps the values computed so far. Looks for a period as often as that takes a hundredth of the time.
pub fn extend(
    sequence: &mut Sequence,
    up_to: u32,
    mut watch: impl FnMut(&Sequence) -> ControlFlow<()>,
) -> ControlFlow<()> {
    const BEAT: Duration = Duration::from_millis(50);
    let up_to = up_to as usize;
    let mut step = 256;
    // The time that the last search for a period took, and the time of the values computed since.
    let (mut search, mut since) = (Duration::ZERO, Duration::ZERO);
    sequence.reserve(up_to);
    sequence.use_threads(threads());
    while sequence.cells().len() <= up_to {
        let begun = Instant::now();
        sequence.extend((sequence.cells().len() + step - 1).min(up_to));
        let took = begun.elapsed();
        if took < BEAT {
            step *= 2;
        } else if took > 4 * BEAT {
            step = (step / 2).max(1);
        }
        since += took;
        if since >= 99 * search {
            let begun = Instant::now();
            sequence.look();
            (search, since) = (begun.elapsed(), Duration::ZERO);
        }
        watch(sequence)?;
    }
    ControlFlow::Continue(())
}
