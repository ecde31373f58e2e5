//! The sizes of the batches in which positions are sent to a program.

use std::time::Duration;

use crate::rules::program::Runner;

/// The number of positions in the first batch. Each batch may have at most `GROWTH` times as many as the one
/// before.
pub(crate) const FIRST: u32 = 64;
const GROWTH: u32 = 4;
/// The intended upper bounds of the time and of the answer's bytes for a batch, so that results arrive steadily and
/// little memory is used.
const LONG: Duration = Duration::from_millis(400);
const LARGE: u64 = 4 << 20;

/// Returns the number of positions for the next batch, after a batch of `positions` took `took` and returned
/// `bytes` bytes.
///
/// The time to start the program does not depend on the positions. If it is long, batches become so large that it
/// hardly matters, but stay far from the time limit.
pub(crate) fn next_batch(
    runner: &Runner,
    batch: u32,
    positions: u32,
    bytes: u64,
    took: Duration,
) -> u32 {
    let share = |full: f64, used: f64| f64::from(positions) * full / used;
    let start = runner.start();
    let long = LONG
        .max(start.saturating_mul(10))
        .min(runner.settings().time / 4);
    let used = took.saturating_sub(start).as_secs_f64();
    let by_time = share(long.as_secs_f64(), used.max(1e-6));
    let by_bytes = share(LARGE as f64, bytes.max(1) as f64);
    let most = f64::from(batch.saturating_mul(GROWTH));
    (by_time.min(by_bytes).min(most) as u32)
        .max(batch / 2)
        .max(1)
}
