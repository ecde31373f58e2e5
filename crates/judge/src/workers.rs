//! Numbered work on several sandboxes at once.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use grundy_sandbox::Sandbox;

use crate::JudgeError;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// To the end.
    All,
    /// To the first failure in order. Everything before it is done, whatever the number of sandboxes, and
    /// some of what comes after it.
    FirstFailure,
}

/// Calls `work` with the numbers below `count`, each on one of the sandboxes. `work` returns a result and whether
/// that is a failure, or `None` where there was nothing to do. Returns the results with their numbers, in order, and
/// with [`Until::FirstFailure`] none after the first failure.
///
/// # Errors
/// The first of `work`, and when the system gives no more threads.
pub(crate) fn in_order<T: Send>(
    sandboxes: &mut [Sandbox],
    count: usize,
    until: Until,
    work: impl Fn(&mut Sandbox, usize) -> Result<Option<(T, bool)>, JudgeError> + Sync,
) -> Result<Vec<(usize, T)>, JudgeError> {
    let next = AtomicUsize::new(0);
    let first_failure = AtomicUsize::new(usize::MAX);
    let jobs = sandboxes.len();
    let work = |sandbox: &mut Sandbox| -> Result<Vec<(usize, T)>, JudgeError> {
        let mut done = Vec::new();
        loop {
            // Numbers are given out in order, so the work on everything before a failure has begun already.
            let i = next.fetch_add(1, Ordering::SeqCst);
            let end = until == Until::FirstFailure && i > first_failure.load(Ordering::SeqCst);
            if i >= count || end {
                return Ok(done);
            }
            let result = work(sandbox, i).inspect_err(|_| {
                // No worker needs to start on another number.
                next.store(count, Ordering::SeqCst);
            })?;
            if let Some((result, failed)) = result {
                if failed {
                    first_failure.fetch_min(i, Ordering::SeqCst);
                }
                done.push((i, result));
            }
        }
    };
    let work = &work;
    let parts: Vec<_> = thread::scope(|scope| {
        let workers = sandboxes
            .iter_mut()
            .map(|sandbox| thread::Builder::new().spawn_scoped(scope, move || work(sandbox)))
            .collect::<io::Result<Vec<_>>>()
            .inspect_err(|_| next.store(count, Ordering::SeqCst))
            .map_err(|source| JudgeError::Threads { jobs, source })?;
        let join = thread::ScopedJoinHandle::join;
        Ok::<_, JudgeError>(workers.into_iter().map(join).collect())
    })?;
    let mut done = Vec::new();
    for part in parts {
        done.extend(part.map_err(|_| JudgeError::Panicked)??);
    }
    done.sort_unstable_by_key(|&(i, _)| i);
    let last = match until {
        Until::All => usize::MAX,
        Until::FirstFailure => first_failure.into_inner(),
    };
    done.retain(|&(i, _)| i <= last);
    Ok(done)
}
