//! The threads that oracles share.

use anyhow::{Context, Result};
use rayon::ThreadPoolBuilder;

/// Runs `work` in a pool of one thread for each core; where the system allows no more threads, in this one.
///
/// Without a pool, rayon starts threads at the first call and ends the process if it cannot.
///
/// # Errors
/// When even a pool of this thread alone cannot be made.
pub fn with<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T> {
    let alone = || {
        let builder = ThreadPoolBuilder::new().num_threads(1);
        builder.use_current_thread().build()
    };
    let pool = ThreadPoolBuilder::new().build().or_else(|_| alone());
    Ok(pool.context("cannot start the threads")?.install(work))
}
