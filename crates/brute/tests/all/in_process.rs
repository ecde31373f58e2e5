//! Ranks that are threads of one process, for the tests of this crate and of others.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use grundy_brute::ranks::{Ranks, RanksError};

/// Ranks that are threads of one process.
#[derive(Debug)]
pub struct InProcess {
    rank: usize,
    /// By receiver.
    to: Vec<Sender<Message>>,
    /// By sender.
    from: Vec<Mutex<Receiver<Message>>>,
}

/// The method of [`Ranks`] that sends it, and its words; a word for each byte of [`Ranks::share`].
type Message = (&'static str, Vec<u64>);

impl InProcess {
    /// `size` ranks, for as many threads.
    pub fn several(size: usize) -> Vec<Self> {
        let rank = |rank| Self {
            rank,
            to: Vec::new(),
            from: Vec::new(),
        };
        let mut ranks: Vec<Self> = (0..size).map(rank).collect();
        for sender in 0..size {
            for receiver in 0..size {
                let (to, from) = mpsc::channel();
                ranks[sender].to.push(to);
                ranks[receiver].from.push(Mutex::new(from));
            }
        }
        ranks
    }

    /// Sends words to each rank, and receives words that the same method sends from each.
    fn swap(
        &self,
        method: &'static str,
        words: impl Iterator<Item = Vec<u64>>,
    ) -> Result<Vec<Vec<u64>>, RanksError> {
        let ended = |rank| RanksError::alone(self, &format!("rank {rank} has ended"));
        for (to, words) in words.enumerate() {
            self.to[to].send((method, words)).map_err(|_| ended(to))?;
        }
        let received = self.from.iter().enumerate().map(|(from, receiver)| {
            let receiver = receiver.lock().map_err(|_| ended(from))?;
            let (theirs, words) = receiver.recv().map_err(|_| ended(from))?;
            assert_eq!(theirs, method, "of rank {from}");
            Ok(words)
        });
        received.collect()
    }
}

impl Ranks for InProcess {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn host(&self) -> String {
        "this process".to_owned()
    }

    fn exchange(&self, outgoing: &[Vec<u64>], incoming: &mut [Vec<u64>]) -> Result<(), RanksError> {
        let received = self.swap("exchange", outgoing.iter().cloned())?;
        for (words, sent) in incoming.iter_mut().zip(received) {
            assert_eq!(words.len(), sent.len(), "rank {}", self.rank);
            *words = sent;
        }
        Ok(())
    }

    fn share(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, RanksError> {
        let words: Vec<u64> = bytes.iter().copied().map(u64::from).collect();
        let received = self.swap("share", self.to.iter().map(|_| words.clone()))?;
        let bytes = |words: Vec<u64>| words.into_iter().map(|word| word as u8).collect();
        Ok(received.into_iter().map(bytes).collect())
    }
}

/// Calls a function on each of `size` ranks, and returns what each returned.
pub fn on_ranks<T: Send>(size: usize, each: impl Fn(Arc<dyn Ranks>) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let each = &each;
        let ranks = InProcess::several(size).into_iter();
        let started: Vec<_> = ranks
            .map(|rank| scope.spawn(move || each(Arc::new(rank))))
            .collect();
        let ended = started.into_iter().map(|rank| rank.join().unwrap());
        ended.collect()
    })
}
