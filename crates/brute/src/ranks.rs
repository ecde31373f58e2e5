//! Several processes that do one task together.
//!
//! Each has a number, its *rank*, and all run the same code: they call the same functions of [`Ranks`] in
//! the same order, and each call waits for the other ranks to make it, too. No rank requests data: sender
//! and receiver both know what is to be sent.
//!
//! How the processes talk is up to the caller, who implements [`Ranks`].

use std::collections::BTreeMap;

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
    #[error("{0}")]
    Memory(String),
    /// Something has happened to one of the ranks, of which the others may not have been told.
    #[error("{0}")]
    Alone(String),
}

impl RanksError {
    /// The error that something has happened to this rank.
    pub fn alone(ranks: &(impl Ranks + ?Sized), what: &(impl ToString + ?Sized)) -> Self {
        let (rank, size, host) = (ranks.rank(), ranks.size(), ranks.host());
        let what = what.to_string();
        Self::Alone(format!("rank {rank} of {size} on {host}: {what}"))
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
            let problem = format!("{host}, with {ranks} of the ranks, {error}");
            return Err(RanksError::Memory(problem));
        }
    }
    Ok(())
}
