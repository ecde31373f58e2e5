//! The value or the outcome of a single position that is too large to solve all positions below it.
//!
//! A [`Search`] splits positions into their parts, takes positions with one canonical form for one, and asks questions that few
//! options answer: whether a value is some number. It finds what exhaustive play finds, which tests compare on all small
//! positions; docs/theory.md has the theorems.
//!
//! ```
//! use grundy_brute::{Memo, nim::Nim};
//! use grundy_search::{Search, Table, unwatched};
//! let search = Search { rules: &Nim, table: &Table::new(1 << 20), jobs: 1 };
//! let heaps = vec![3, 5, 9];
//! assert_eq!(search.value(&heaps, &mut unwatched)?, Memo::new(Nim).value(&heaps).grundy);
//! # Ok::<(), grundy_search::Unfinished>(())
//! ```

mod table;
mod worker;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use grundy_brute::{Outcome, Rules};

use table::Keys;
pub use table::Table;
use worker::{Reach, Worker};

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// `watch` ended it. The table keeps what was found.
    #[error("the search was stopped")]
    Stopped,
    /// A line of play has 100,000 moves or more, or does not end.
    #[error("a line of play is longer than 100,000 moves, or does not end")]
    TooDeep,
    /// The system did not start any thread.
    #[error("no thread could be started")]
    NoThread,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many positions have been listed.
    pub listed: u64,
    /// The value that is asked for is at least this, once that is known of a position that is no sum.
    pub at_least: u32,
}

/// Is called a few times a second; [`Break`](ControlFlow::Break) stops the search.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// A [`Watch`] that lets the search go on.
pub fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Searches positions of a game, and keeps what it finds in a table.
pub struct Search<'a, R> {
    /// The rules, with their [canonical forms](Rules::canonical) and [weights](Rules::weight).
    pub rules: &'a R,
    /// What is known of positions of this game, and of no other.
    pub table: &'a Table,
    /// The number of threads; one begins, and after a moment the others help.
    pub jobs: usize,
}

/// The bytes of the stack of a thread, of which the system provides those that are used. A level takes some 1,200 of them.
const STACK: usize = 1 << 28;
/// How far a thread goes,
const FAR: Reach = Reach {
    depth: 100_000,
    listed: u64::MAX,
};
/// and the caller's own, which has a smaller stack.
const NEAR: Reach = Reach {
    depth: 50,
    listed: 500,
};
/// The time between two calls of a [`Watch`].
const A_LOOK: Duration = Duration::from_millis(200);

impl<R> Search<'_, R>
where
    R: Rules<Position: Ord + Send + Sync> + Sync,
{
    /// Returns the Grundy value of a position or a sum, the same for any number of threads and any size of the table.
    ///
    /// # Errors
    /// When `watch` stops the search, at play that is too long or without an end, and when a thread cannot be started.
    pub fn value(&self, position: &R::Position, watch: Watch<'_>) -> Result<u32, Unfinished> {
        self.run(position, watch, |worker| worker.value(position))
    }

    /// Returns the outcome of a position or a sum, for which fewer values are needed than for its value.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn outcome(&self, position: &R::Position, watch: Watch<'_>) -> Result<Outcome, Unfinished> {
        let is_lost = self.run(position, watch, |worker| worker.is_lost(position))?;
        Ok(Outcome::of(!is_lost))
    }

    /// Has threads look for one answer.
    fn run<T: Send>(
        &self,
        position: &R::Position,
        watch: Watch<'_>,
        ask: impl Fn(&mut Worker<'_, R>) -> Result<T, Unfinished> + Sync,
    ) -> Result<T, Unfinished> {
        let (ends, listed) = (AtomicBool::new(false), AtomicU64::new(0));
        let of_all = (&ends, &listed);
        let worker = |number, reach| Worker::new((self.rules, self.table), of_all, number, reach);
        if let Ok(answer) = ask(&mut worker(0, NEAR)) {
            return Ok(answer);
        }
        let (sender, answers) = mpsc::channel();
        let key = Keys::default().of(&self.rules.canonical(position));
        thread::scope(|scope| {
            let start = |number| {
                let (worker, ends, ask, sender) = (&worker, &ends, &ask, sender.clone());
                let thread = thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, move || {
                    let answer = ask(&mut worker(number, FAR));
                    // The first answer counts, which ends the other threads.
                    _ = sender.send(answer);
                    ends.store(true, Ordering::Relaxed);
                })
            };
            let mut threads: Vec<_> = start(0).into_iter().collect();
            // Without an answer they end when rules panic, and the scope panics as well.
            while !threads.iter().all(ScopedJoinHandle::is_finished) {
                if let Ok(answer) = answers.recv_timeout(A_LOOK) {
                    return answer;
                }
                threads.extend((threads.len()..self.jobs).map_while(|number| start(number).ok()));
                let progress = Progress {
                    listed: listed.load(Ordering::Relaxed),
                    at_least: self.table.get(key).ruled_out.trailing_ones(),
                };
                if watch(progress).is_break() {
                    ends.store(true, Ordering::Relaxed);
                }
            }
            answers.try_recv().unwrap_or(Err(Unfinished::NoThread))
        })
    }
}
