//! Several processes that do one task together.
//!
//! Each has a number, its *rank*, and all run the same code: they call the same functions of [`Ranks`] in
//! the same order, and each call waits for the other ranks to make it, too. No rank requests data: sender
//! and receiver both know what is to be sent.
//!
//! [`InProcess`] does it with the threads of one process. For the processes of a cluster the caller
//! implements [`Ranks`].
//!
//! ```
//! use grundy_brute::ranks::{InProcess, Ranks};
//! let shared = std::thread::scope(|scope| {
//!     let ranks = InProcess::several(3).into_iter();
//!     let started: Vec<_> = ranks
//!         .map(|rank| scope.spawn(move || rank.share(format!("I am {}", rank.rank()).as_bytes())))
//!         .collect();
//!     started.into_iter().map(|rank| rank.join().unwrap()).collect::<Vec<_>>()
//! });
//! for all in shared {
//!     assert_eq!(all?[2], b"I am 2");
//! }
//! # Ok::<(), grundy_brute::ranks::RanksError>(())
//! ```

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};

use crate::memory::{self, NotEnoughMemory};

/// One of several processes that do one task together.
pub trait Ranks: Send + Sync {
    /// The number of this one, from 0 on.
    fn rank(&self) -> usize;

    /// How many there are.
    fn size(&self) -> usize;

    /// The name of the machine that this rank runs on: ranks with the same name share its memory.
    fn host(&self) -> String;

    /// Sends words to every rank, and receives words from every rank: `outgoing` by receiver, `incoming` by
    /// sender. Both sides know the lengths: each vector of `incoming` has the length of what is received.
    ///
    /// # Errors
    /// When another rank has ended, or sends something else.
    fn exchange(&self, outgoing: &[Vec<u64>], incoming: &mut [Vec<u64>]) -> Result<(), RanksError>;

    /// Sends bytes to all ranks, and returns the bytes of each rank, by rank.
    ///
    /// # Errors
    /// When another rank has ended.
    fn share(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, RanksError>;
}

/// The ranks cannot go on together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RanksError {
    /// The ranks of one machine need more memory than it has. All ranks get this error.
    #[error("{host}, with {ranks} of the ranks, {error}")]
    Memory {
        /// The machine.
        host: String,
        /// How many ranks it has.
        ranks: u64,
        /// What is needed and what is free.
        error: NotEnoughMemory,
    },
    /// Something has happened to one of the ranks, of which the others may not have been told.
    #[error("rank {rank} of {size} on {host}: {what}")]
    Alone {
        /// The rank that reports it.
        rank: usize,
        /// How many there are.
        size: usize,
        /// Its machine.
        host: String,
        /// What has happened.
        what: String,
    },
}

impl RanksError {
    /// The error that something has happened to this rank.
    pub fn alone(ranks: &(impl Ranks + ?Sized), what: &(impl ToString + ?Sized)) -> Self {
        Self::Alone {
            rank: ranks.rank(),
            size: ranks.size(),
            host: ranks.host(),
            what: what.to_string(),
        }
    }
}

/// Checks that every machine has the memory that its ranks need together, `needed` bytes each. All ranks
/// call this before any of them allocates it.
///
/// # Errors
/// When a machine has not enough: all ranks get the same error. When a rank has ended.
pub fn check_memory(needed: u64, ranks: &dyn Ranks) -> Result<(), RanksError> {
    let free = memory::free_bytes().unwrap_or(u64::MAX);
    let shared = ranks.share(format!("{free} {}", ranks.host()).as_bytes())?;
    // By name of the machine: how many ranks, and the least that any of them finds free.
    let mut hosts: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for bytes in shared {
        let text = String::from_utf8_lossy(&bytes);
        let (free, host) = text.split_once(' ').unwrap_or(("", &text));
        let (ranks, least) = hosts.entry(host.to_owned()).or_insert((0, u64::MAX));
        *ranks += 1;
        *least = free.parse().unwrap_or(u64::MAX).min(*least);
    }
    for (host, (ranks, free)) in hosts {
        let needed = needed.saturating_mul(ranks);
        if needed > free {
            let error = NotEnoughMemory { needed, free };
            return Err(RanksError::Memory { host, ranks, error });
        }
    }
    Ok(())
}

/// Ranks that are threads of one process.
#[derive(Debug)]
pub struct InProcess {
    rank: usize,
    /// By receiver.
    to: Vec<Sender<Message>>,
    /// By sender.
    from: Vec<Mutex<Receiver<Message>>>,
}

#[derive(Debug)]
enum Message {
    Words(Vec<u64>),
    Bytes(Vec<u8>),
}

impl InProcess {
    /// That number of ranks, for as many threads.
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

    /// Sends a message to each rank, and receives one from each.
    fn swap(&self, messages: impl Iterator<Item = Message>) -> Result<Vec<Message>, RanksError> {
        let ended = |rank| RanksError::alone(self, &format!("rank {rank} has ended"));
        for (to, message) in messages.enumerate() {
            self.to[to].send(message).map_err(|_| ended(to))?;
        }
        let received = self.from.iter().enumerate().map(|(from, receiver)| {
            let receiver = receiver.lock().map_err(|_| ended(from))?;
            receiver.recv().map_err(|_| ended(from))
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
        let received = self.swap(outgoing.iter().cloned().map(Message::Words))?;
        for ((from, words), message) in incoming.iter_mut().enumerate().zip(received) {
            match message {
                Message::Words(sent) if sent.len() == words.len() => *words = sent,
                other => {
                    let what = format!("rank {from} sends {other:?} and not {} words", words.len());
                    return Err(RanksError::alone(self, &what));
                }
            }
        }
        Ok(())
    }

    fn share(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, RanksError> {
        let messages = self.to.iter().map(|_| Message::Bytes(bytes.to_owned()));
        let received = self.swap(messages)?.into_iter().enumerate();
        let shared = received.map(|(from, message)| match message {
            Message::Bytes(bytes) => Ok(bytes),
            Message::Words(_) => Err(RanksError::alone(self, &format!("rank {from} sends words"))),
        });
        shared.collect()
    }
}
