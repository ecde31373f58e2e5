//! Numbered work on several sandboxes at once.

use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

use grundy_sandbox::Sandbox;

use crate::JudgeError;

/// Calls `work` with the numbers below `count`, each on one of the sandboxes. Returns the results in order, up to and
/// with the first that `ends` the work. Everything before that one is done, whatever the number of sandboxes; what is
/// done of the rest is dropped.
///
/// # Errors
/// The first of `work`, and when the system gives no more threads.
pub(crate) fn in_order<T: Send>(
    sandboxes: &mut [Sandbox],
    count: usize,
    ends: impl Fn(&T) -> bool + Sync,
    work: impl Fn(&mut Sandbox, usize) -> Result<T, JudgeError> + Sync,
) -> Result<Vec<T>, JudgeError> {
    let next = AtomicUsize::new(0);
    let last = AtomicUsize::new(usize::MAX);
    let work = |sandbox: &mut Sandbox| -> Result<Vec<(usize, T)>, JudgeError> {
        let mut done = Vec::new();
        loop {
            // Numbers are given out in order, so the work on everything before the last has begun already.
            let i = next.fetch_add(1, Ordering::SeqCst);
            if i >= count || i > last.load(Ordering::SeqCst) {
                return Ok(done);
            }
            let result = work(sandbox, i).inspect_err(|_| {
                // No worker needs to start on another number.
                next.store(count, Ordering::SeqCst);
            })?;
            if ends(&result) {
                last.fetch_min(i, Ordering::SeqCst);
            }
            done.push((i, result));
        }
    };
    let work = &work;
    let parts = thread::scope(|scope| {
        let workers = sandboxes
            .iter_mut()
            .map(|sandbox| thread::Builder::new().spawn_scoped(scope, move || work(sandbox)))
            .collect::<io::Result<Vec<_>>>()
            .inspect_err(|_| next.store(count, Ordering::SeqCst))
            .map_err(JudgeError::Threads)?;
        let ended = |worker: ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        workers
            .into_iter()
            .map(ended)
            .collect::<Result<Vec<_>, JudgeError>>()
    })?;
    let mut done: Vec<(usize, T)> = parts.into_iter().flatten().collect();
    done.sort_unstable_by_key(|&(i, _)| i);
    let last = last.into_inner();
    let results = done.into_iter().take_while(|&(i, _)| i <= last);
    Ok(results.map(|(_, result)| result).collect())
}
