//! Numbered work on several sandboxes at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use grundy_sandbox::Sandbox;

use crate::JudgeError;

/// Calls `work` with the numbers below `count`, each on one of the sandboxes. Returns the results in order, up to and
/// with the first that `ends` the work. Everything before that one is done, whatever the number of sandboxes; what is
/// done of the rest is dropped.
///
/// The calling thread serves the first sandbox. Large inputs are made in this thread at other times as well, and the
/// allocator keeps much of the memory that a thread has freed for that thread: one more thread takes as much again.
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
    let end = AtomicUsize::new(count);
    let done = Mutex::new(Vec::new());
    let work = |sandbox: &mut Sandbox| {
        loop {
            // Numbers are given out in order, so the work on everything before the end has begun already.
            let i = next.fetch_add(1, Ordering::SeqCst);
            if i >= end.load(Ordering::SeqCst) {
                return;
            }
            let result = work(sandbox, i);
            if result.as_ref().map_or(true, &ends) {
                end.fetch_min(i + 1, Ordering::SeqCst);
            }
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((i, result));
        }
    };
    let work = &work;
    thread::scope(|scope| {
        let Some((first, others)) = sandboxes.split_first_mut() else {
            return Ok(());
        };
        for sandbox in others {
            let started = thread::Builder::new().spawn_scoped(scope, move || work(sandbox));
            if let Err(error) = started {
                end.store(0, Ordering::SeqCst);
                return Err(JudgeError::Threads(error));
            }
        }
        work(first);
        Ok(())
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|&(i, _)| i);
    let end = end.into_inner();
    let results = done.into_iter().take_while(|&(i, _)| i < end);
    results.map(|(_, result)| result).collect()
}
