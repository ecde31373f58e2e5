//! How a table is cut into segments, and what that takes.

use crate::gra::TableError;
use crate::gra::blocks::{self, above_word};
use crate::memory::NotEnoughMemory;

use super::file::TableFile;

/// A chunk has at most 2^17 words: a MiB.
const IN_CHUNK: u32 = 17;

/// What a table on disk will take. All in bytes; `u64::MAX` for more than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// A segment, of which one at a time is in memory.
    pub segment: u64,
    /// Memory: the segment, and what it takes to solve, read and write it.
    pub memory: u64,
    /// The file.
    pub disk: u64,
    /// To be read from the file until all boards are solved.
    pub to_build: u64,
    /// To be read from the file, at most, when every board is looked at once, in order.
    pub to_view: u64,
}

/// How a table is cut: the bits of the number of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// All of them.
    pub(super) words: u32,
    /// Those that are its place in a segment.
    pub(super) segment: u32,
    /// Those that are its place in a chunk.
    pub(super) chunk: u32,
}

impl Cut {
    pub(super) const fn new(m: u32, segment: u32) -> Self {
        Self {
            words: above_word(m),
            segment,
            chunk: if segment < IN_CHUNK {
                segment
            } else {
                IN_CHUNK
            },
        }
    }

    /// The largest segments that so much memory allows.
    pub(super) fn within(m: u32, memory: u64) -> Result<Self, TableError> {
        // None where a mask does not hold the boards.
        let largest = (m <= u64::BITS).then(|| above_word(m));
        let cuts = largest
            .into_iter()
            .flat_map(|largest| (0..=largest).map(|segment| Self::new(m, segment)));
        let fitting = cuts.clone().rfind(|cut| cut.memory() <= memory);
        fitting.ok_or_else(|| {
            let error = NotEnoughMemory {
                needed: cuts.map(Self::memory).min().unwrap_or(u64::MAX),
                free: memory,
            };
            TableError::Memory { m, error }
        })
    }

    pub(super) fn memory(self) -> u64 {
        // Each thread has a chunk as words and as bytes; those who look at boards have two chunks and what
        // these need of others.
        let threads = rayon::current_num_threads() as u64;
        let others = 1 + u64::from(self.words - self.segment);
        let hashes = 8 * self.chunks();
        blocks::bytes_needed(self.segment)
            .saturating_add(hashes)
            .saturating_add((16 * (threads + others)) << self.chunk)
    }

    /// Chunks of the table.
    pub(super) const fn chunks(self) -> u64 {
        1 << (self.words - self.chunk)
    }

    /// Chunks of a segment.
    pub(super) const fn chunks_a_segment(self) -> u64 {
        1 << (self.segment - self.chunk)
    }

    pub(super) const fn segments(self) -> u64 {
        1 << (self.words - self.segment)
    }

    pub(super) fn estimate(self) -> Estimate {
        let segment = 8_u64 << self.segment;
        // Half of a segment, and never less than a chunk.
        let half = (segment / 2).max(8 << self.chunk);
        // Over all numbers of s bits: their pawns are s/2 of 2^s on average, and those with no free bit
        // below them one of each second, two of each fourth number, and so on.
        let bits = u64::from(self.words - self.segment);
        let pawns = bits.saturating_mul(self.segments()) / 2;
        let down = self.segments() - 1;
        let across = pawns - down;
        Estimate {
            segment,
            memory: self.memory(),
            disk: TableFile::bytes(self.chunks(), 1 << self.chunk),
            to_build: across
                .saturating_mul(segment)
                .saturating_add(down.saturating_mul(half)),
            to_view: (self.segments() + pawns).saturating_mul(segment),
        }
    }
}
