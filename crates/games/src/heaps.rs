//! Single heaps of a game that is said by a code: their values, as far as memory goes, and where these
//! repeat.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub use grundy_brute::memory::NotEnoughMemory;
pub use grundy_core::octal::{Cells, Code, Digit, Period, Sequence, certificate, period};

use grundy_brute::memory;

/// How many bytes the values of heaps up to `up_to` take at most.
///
/// A heap's value is below its number of moves, and where moves take a bounded number of stones and leave
/// two heaps at most, no value as large as 2^16 has ever been seen; there, two bytes are reckoned. To find
/// values 64 at a time takes two more for each of the last 2^25 heaps at most, and as much again as they grow;
/// where digits repeat, values grow with the heaps, and what moves reach is kept.
pub fn bytes(code: &Code, up_to: u32) -> u64 {
    let heaps = u64::from(up_to) + 1;
    let ahead = if code.parts() == 2 {
        4 * heaps.min(1 << 25)
    } else {
        0
    };
    let width = if code.reach().is_some() && code.parts() <= 2 {
        2
    } else {
        4
    };
    // A set of values for each digit that repeats, and eight bytes more for each value.
    let repeated = code.repeated().1.len() as u64;
    let sets = if repeated > 0 {
        2 * heaps * (repeated.min(64) + 8)
    } else {
        0
    };
    heaps * width + ahead + sets
}

/// Whether there is room for the values of heaps up to `up_to`, and for `more` bytes.
///
/// # Errors
/// When more is needed than is free.
pub fn check_memory(code: &Code, up_to: u32, more: u64) -> Result<(), NotEnoughMemory> {
    memory::check(bytes(code, up_to).saturating_add(more))
}

/// Finds the values of heaps up to `up_to`, and lets `watch` know some times a second how many there are.
/// Ends when it says stop: then the sequence has the values found so far.
pub fn extend(
    sequence: &mut Sequence,
    up_to: u32,
    mut watch: impl FnMut(&Sequence) -> ControlFlow<()>,
) -> ControlFlow<()> {
    const BEAT: Duration = Duration::from_millis(50);
    let up_to = up_to as usize;
    let mut step = 256;
    sequence.reserve(up_to);
    while sequence.cells().len() <= up_to {
        let begun = Instant::now();
        sequence.extend((sequence.cells().len() + step - 1).min(up_to));
        let took = begun.elapsed();
        if took < BEAT {
            step *= 2;
        } else if took > 4 * BEAT {
            step = (step / 2).max(1);
        }
        watch(sequence)?;
    }
    ControlFlow::Continue(())
}
