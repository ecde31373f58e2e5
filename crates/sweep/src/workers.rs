//! Batches of cases on several workers at once.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// Calls `work` with each batch, each on one of the workers. Returns the results in order, up to and with the first
/// that `ends` the work; `None` if `stop` became true before that. Everything before the end is done, whatever the
/// number of workers; what is done of the rest is dropped.
///
/// Threads of rayon's pool serve the workers, each at most one at a time. (Tasks of a scope in their place made two threads
/// wait for each other's memory: a sweep took 2.7 times as long.)
///
/// # Errors
/// The first of `work`.
pub fn in_order<W: Send, T: Send, E: Send>(
    workers: &mut [W],
    batches: &[Range<u64>],
    stop: &AtomicBool,
    ends: impl Fn(&T) -> bool + Sync,
    work: impl Fn(&mut W, Range<u64>) -> Result<T, E> + Sync,
) -> Result<Option<Vec<T>>, E> {
    let next = AtomicUsize::new(0);
    let end = AtomicUsize::new(batches.len());
    let done = Mutex::new(Vec::new());
    let serve = |worker: &mut W| {
        loop {
            // Batches are given out in order, so the work on everything before the end has begun already.
            let i = next.fetch_add(1, Ordering::SeqCst);
            if i >= end.load(Ordering::SeqCst) || stop.load(Ordering::Relaxed) {
                return;
            }
            let result = work(worker, batches[i].clone());
            if result.as_ref().map_or(true, &ends) {
                end.fetch_min(i + 1, Ordering::SeqCst);
            }
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((i, result));
        }
    };
    workers.par_iter_mut().with_max_len(1).for_each(serve);
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|&(i, _)| i);
    let end = end.into_inner();
    let results = done.into_iter().take_while(|&(i, _)| i < end);
    let results = results.map(|(_, result)| result);
    let results = results.collect::<Result<Vec<T>, E>>()?;
    Ok((results.len() == end).then_some(results))
}
