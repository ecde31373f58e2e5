//! Several processes that do one thing together.
//!
//! Each has a number, its *rank*, and all run the same code: they call the same functions of [`Ranks`] in
//! the same order, and none goes on before the others have called, too. Who needs something of another
//! does not ask for it: both know.
//!
//! [`InProcess`] does it with the threads of one process. A cluster has something else for it, which is
//! none of this crate's business.
//!
//! ```
//! use grundy_brute::ranks::{InProcess, Ranks};
//! let told = std::thread::scope(|scope| {
//!     let ranks = InProcess::several(3).into_iter();
//!     let started: Vec<_> = ranks
//!         .map(|rank| scope.spawn(move || rank.share(format!("I am {}", rank.rank()).as_bytes())))
//!         .collect();
//!     started.into_iter().map(|rank| rank.join().unwrap()).collect::<Vec<_>>()
//! });
//! for heard in told {
//!     assert_eq!(heard?[2], b"I am 2");
//! }
//! # Ok::<(), grundy_brute::ranks::RanksError>(())
//! ```

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};

use crate::memory::{self, NotEnoughMemory};

/// One of several processes that do one thing together.
pub trait Ranks: Send + Sync {
    /// The number of this one, from 0 on.
    fn rank(&self) -> usize;

    /// How many there are.
    fn size(&self) -> usize;

    /// The name of the machine that this one runs on: whoever has the same one shares its memory.
    fn host(&self) -> String;

    /// Sends words to every rank, and takes what every rank sends: `outgoing` by receiver, `incoming` by
    /// sender. Both sides know how much that is: what comes in has the lengths that `incoming` had.
    ///
    /// # Errors
    /// When another rank has ended, or sends something else.
    fn exchange(&self, outgoing: &[Vec<u64>], incoming: &mut [Vec<u64>]) -> Result<(), RanksError>;

    /// Tells all ranks something, and hears what each of them tells, by rank.
    ///
    /// # Errors
    /// When another rank has ended.
    fn share(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, RanksError>;
}

/// The ranks cannot go on together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RanksError {
    /// The ranks of one machine need more memory than it has. All ranks say the same.
    #[error("{host}, with {ranks} of the ranks, {error}")]
    Memory {
        /// The machine.
        host: String,
        /// How many ranks it has.
        ranks: u64,
        /// What is needed and what is free.
        error: NotEnoughMemory,
    },
    /// Something has happened to one of the ranks, of which others need not know.
    #[error("rank {rank} of {size} on {host}: {what}")]
    Alone {
        /// Who says so.
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
    /// That has happened to one of the ranks.
    pub fn alone(ranks: &(impl Ranks + ?Sized), what: &(impl ToString + ?Sized)) -> Self {
        Self::Alone {
            rank: ranks.rank(),
            size: ranks.size(),
            host: ranks.host(),
            what: what.to_string(),
        }
    }
}

/// Whether every machine has the memory that its ranks need together, each so much; asked by all ranks
/// before any of them takes it.
///
/// # Errors
/// When one has not: all ranks get the same error. When a rank has ended.
pub fn check_memory(needed: u64, ranks: &dyn Ranks) -> Result<(), RanksError> {
    let free = memory::free_bytes().unwrap_or(u64::MAX);
    let heard = ranks.share(format!("{free} {}", ranks.host()).as_bytes())?;
    // By name: how many ranks, and the least that any of them sees free.
    let mut hosts: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for said in heard {
        let said = String::from_utf8_lossy(&said);
        let (free, host) = said.split_once(' ').unwrap_or(("", &said));
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
    /// So many ranks, for as many threads.
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

    fn send(&self, to: usize, message: Message) -> Result<(), RanksError> {
        self.to[to].send(message).map_err(|_| self.ended(to))
    }

    fn receive(&self, from: usize) -> Result<Message, RanksError> {
        let receiver = self.from[from].lock();
        let receiver = receiver.map_err(|_| self.ended(from))?;
        receiver.recv().map_err(|_| self.ended(from))
    }

    fn ended(&self, rank: usize) -> RanksError {
        RanksError::alone(self, &format!("rank {rank} has ended"))
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
        for (to, words) in outgoing.iter().enumerate() {
            self.send(to, Message::Words(words.clone()))?;
        }
        for (from, words) in incoming.iter_mut().enumerate() {
            match self.receive(from)? {
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
        for to in 0..self.size() {
            self.send(to, Message::Bytes(bytes.to_owned()))?;
        }
        let heard = (0..self.size()).map(|from| match self.receive(from)? {
            Message::Bytes(bytes) => Ok(bytes),
            Message::Words(_) => Err(RanksError::alone(self, &format!("rank {from} sends words"))),
        });
        heard.collect()
    }
}
