//! The threads that oracles share.

use anyhow::{Context, Result};
use rayon::ThreadPoolBuilder;

/// Does some work with as many threads as there are cores, for whatever in it asks for them. Where the
/// system allows no more threads, this one has to do: it takes longer, and is no reason to end.
///
/// Left to itself, the library starts threads at the first call, and ends the process when it cannot.
///
/// # Errors
/// When not even this thread can be used.
pub fn with<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T> {
    let alone = || {
        let builder = ThreadPoolBuilder::new().num_threads(1);
        builder.use_current_thread().build()
    };
    let pool = ThreadPoolBuilder::new().build().or_else(|_| alone());
    Ok(pool.context("cannot start the threads")?.install(work))
}
