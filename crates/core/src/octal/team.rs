//! Threads that survey blocks while the values of the heaps before them are found.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crossbeam_utils::Backoff;

use super::cells::Cell;
use super::survey::{Block, Survey};
use super::window::LANES;

/// The number of blocks that may be surveyed at the same time. The pairs of the some 90 rare heaps of Officers below
/// `64 * DELAY` are left to the thread that finds the values.
pub(super) const DELAY: usize = 8;

/// The threads besides the one that finds the values. They end when this is dropped.
#[derive(Debug)]
pub(super) struct Team {
    board: Arc<Board>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads share. Blocks are numbered from 0 on.
#[derive(Debug)]
struct Board {
    /// The first heap that was not known when the threads started.
    first: usize,
    /// The first heap of the first block.
    start: usize,
    /// The number of blocks that may be surveyed at the same time.
    delay: usize,
    /// The values of the heaps from `first` on that were found since.
    values: Mutex<Vec<u32>>,
    /// The first block whose survey needs values that are not found yet.
    end: AtomicUsize,
    /// The first block that no thread has taken.
    next: AtomicUsize,
    /// The blocks that were surveyed and not used yet: block k at k modulo `delay`.
    surveyed: Vec<Mutex<Option<Block>>>,
    /// Whether the threads are to end.
    is_over: AtomicBool,
}

impl Team {
    /// With blocks from heap `start` on and as many more threads, where the next heap to find is `first`.
    pub(super) fn new(survey: &Survey, first: usize, start: usize, threads: usize) -> Self {
        let board = Arc::new(Board {
            first,
            start,
            delay: survey.delay,
            values: Mutex::default(),
            end: AtomicUsize::new(0),
            next: AtomicUsize::new(0),
            surveyed: (0..survey.delay).map(|_| Mutex::default()).collect(),
            is_over: AtomicBool::new(false),
        });
        let spawn = || {
            let (board, survey) = (Arc::clone(&board), survey.clone());
            thread::Builder::new().spawn(move || board.serve(survey))
        };
        // Where the system has no thread left, the others do its work.
        let threads = (0..threads).map_while(|_| spawn().ok()).collect();
        Self { board, threads }
    }

    /// What is known of the block from the first heap on that is not `known`. The calling thread surveys other blocks until
    /// this one is there.
    pub(super) fn block<T: Cell>(&self, survey: &Survey, known: &[T]) -> Block {
        let board = &*self.board;
        let block = board.publish(known);
        let pause = Backoff::new();
        loop {
            let mut surveyed = lock(&board.surveyed[block % board.delay]);
            if let Some(block) = surveyed.take() {
                return block;
            }
            drop(surveyed);
            let has_failed = self.threads.iter().any(JoinHandle::is_finished);
            assert!(!has_failed, "a thread failed");
            match board.take() {
                Some(next) => board.survey(survey, next),
                None => pause.snooze(),
            }
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.board.is_over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A panic was reported by the thread.
            drop(thread.join());
        }
    }
}

impl Board {
    /// Adds the values that were found, those of whole blocks. Returns the number of these blocks.
    fn publish<T: Cell>(&self, known: &[T]) -> usize {
        let finished = (known.len() - self.start) / LANES;
        let mut values = lock(&self.values);
        let new = known.len() - self.first - values.len();
        values.extend(known[known.len() - new..].iter().map(|cell| cell.value()));
        drop(values);
        self.end.store(finished + self.delay, Ordering::Release);
        finished
    }

    /// Surveys blocks until the threads are to end.
    fn serve(&self, mut survey: Survey) {
        let mut taken = 0;
        let pause = Backoff::new();
        while !self.is_over.load(Ordering::Relaxed) {
            let Some(block) = self.take() else {
                pause.snooze();
                continue;
            };
            pause.reset();
            let values = lock(&self.values);
            let new = values[taken..].to_vec();
            drop(values);
            for value in new {
                survey.push(self.first + taken, value);
                taken += 1;
            }
            survey.sort_in();
            self.survey(&survey, block);
        }
    }

    /// The next block, if the values are found that its survey needs.
    fn take(&self) -> Option<usize> {
        let end = self.end.load(Ordering::Acquire);
        let next = |next: usize| (next < end).then_some(next + 1);
        (self.next)
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next)
            .ok()
    }

    fn survey(&self, survey: &Survey, block: usize) {
        let surveyed = survey.block(self.start + block * LANES);
        *lock(&self.surveyed[block % self.delay]) = Some(surveyed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
