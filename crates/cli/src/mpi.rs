//! Processes that `mpirun` has started, as [`Ranks`].
//!
//! This module makes only collective calls of MPI, one at a time, from any thread. It sends data in pieces, since
//! counts and places in MPI's buffers are 32 bits wide.

use std::sync::Arc;

use anyhow::{Result, bail};
use ferrompi::{Communicator, Mpi, ReduceOp, ThreadLevel};
use grundy_game::ranks::{Ranks, RanksError};

/// Words that a rank sends at a time: to all ranks together, and at least to each of many.
const WORDS: usize = 1 << 18;
const WORDS_TO_EACH: usize = 1 << 12;

/// Starts MPI, and returns it with this process and the others. Without `mpirun` there is one rank. Dropping `Mpi`
/// waits until the other processes do the same.
pub fn start() -> Result<(Mpi, Arc<dyn Ranks>)> {
    let mpi = Mpi::init_thread(ThreadLevel::Serialized)?;
    if mpi.thread_level() < ThreadLevel::Serialized {
        bail!("this MPI is for processes with one thread");
    }
    let world = mpi.world();
    let rank = Rank {
        number: usize::try_from(world.rank())?,
        size: usize::try_from(world.size())?,
        host: world.processor_name()?,
        world,
    };
    Ok((mpi, Arc::new(rank)))
}

struct Rank {
    number: usize,
    size: usize,
    host: String,
    world: Communicator,
}

impl Ranks for Rank {
    fn rank(&self) -> usize {
        self.number
    }

    fn size(&self) -> usize {
        self.size
    }

    fn host(&self) -> String {
        self.host.clone()
    }

    fn exchange(&self, outgoing: &[Vec<u64>], incoming: &mut [Vec<u64>]) -> Result<(), RanksError> {
        let most = (WORDS / self.size).max(WORDS_TO_EACH);
        let lengths = outgoing.iter().chain(&*incoming).map(Vec::len);
        let rounds = lengths.max().unwrap_or(0).div_ceil(most) as u64;
        let rounds = self.world.allreduce_scalar(rounds, ReduceOp::Max);
        for round in 0..rounds.map_err(|error| self.failed(&error))? as usize {
            let part = |words: &Vec<u64>| {
                let start = words.len().min(round * most);
                start..words.len().min(start + most)
            };
            let parts = outgoing.iter().flat_map(|words| &words[part(words)]);
            let send: Vec<u64> = parts.copied().collect();
            let (sent, from) = places(outgoing.iter().map(|words| part(words).len()));
            let (received, to) = places(incoming.iter().map(|words| part(words).len()));
            let mut receive = vec![0; received.iter().sum::<i32>() as usize];
            let moved = self
                .world
                .alltoallv(&send, &sent, &from, &mut receive, &received, &to);
            moved.map_err(|error| self.failed(&error))?;
            for (words, start) in incoming.iter_mut().zip(to) {
                let part = part(words);
                let there = &receive[start as usize..][..part.len()];
                words[part].copy_from_slice(there);
            }
        }
        Ok(())
    }

    fn share(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, RanksError> {
        let mut lengths = vec![0_u64; self.size];
        let shared = self.world.allgather(&[bytes.len() as u64], &mut lengths);
        shared.map_err(|error| self.failed(&error))?;
        let all: u64 = lengths.iter().sum();
        if i32::try_from(all).is_err() {
            return Err(self.failed(&format!("{all} bytes are too much to be sent at a time")));
        }
        let (counts, starts) = places(lengths.iter().map(|&length| length as usize));
        let mut received = vec![0; all as usize];
        let shared = self
            .world
            .allgatherv(bytes, &mut received, &counts, &starts);
        shared.map_err(|error| self.failed(&error))?;
        let parts = starts.iter().zip(&counts);
        Ok(parts
            .map(|(&start, &count)| received[start as usize..][..count as usize].to_vec())
            .collect())
    }
}

/// The lengths of the parts of a buffer, and where they begin. The sum of the lengths is below 2^31.
fn places(lengths: impl Iterator<Item = usize>) -> (Vec<i32>, Vec<i32>) {
    let mut end = 0;
    lengths
        .map(|length| {
            let length = i32::try_from(length).expect("a part is below 2^31");
            let start = end;
            end += length;
            (length, start)
        })
        .unzip()
}

impl Rank {
    fn failed(&self, what: &impl ToString) -> RanksError {
        RanksError::alone(self, what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without `mpirun` there is one rank, which sends to itself.
    #[test]
    fn whatever_is_sent_arrives() {
        let (_mpi, ranks) = start().unwrap();
        assert_eq!((ranks.rank(), ranks.size()), (0, 1));
        for length in [0, 1, WORDS - 1, WORDS, WORDS + 1, 3 * WORDS + 5] {
            let sent: Vec<u64> = (0..length as u64).map(|word| word * 0x9e37_79b9).collect();
            let mut received = [vec![0; length]];
            ranks
                .exchange(std::slice::from_ref(&sent), &mut received)
                .unwrap();
            assert!(received == [sent], "{length} words");
            let said = vec![7; length];
            assert!(ranks.share(&said).unwrap() == [said]);
        }
    }
}
