//! How a table is cut into segments and chunks, and what it takes in memory and on disk.

use crate::SolveError;
use crate::gra::blocks::{self, above_word};
use crate::memory::NotEnoughMemory;

/// A chunk has at most 2^17 words: a MiB.
const IN_CHUNK: u32 = 17;

/// The header of a file and the hashes in it each take a multiple of this many bytes.
pub(super) const PAGE: u64 = 4096;

/// What a table on disk takes, in bytes; `u64::MAX` for more than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// A segment, of which one at a time is in memory.
    pub segment: u64,
    /// Memory: the segment, and what it takes to solve, read and write it.
    pub memory: u64,
    /// The file.
    pub disk: u64,
    /// Read from the file until all boards are solved.
    pub to_build: u64,
    /// Read from the file, at most, when every board is viewed once, in order.
    pub to_view: u64,
}

/// How a table is cut, by bits of the number of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// All bits.
    pub(super) words: u32,
    /// The bits that are the word's place in a segment.
    pub(super) segment: u32,
    /// The bits that are the word's place in a chunk.
    pub(super) chunk: u32,
}

impl Cut {
    pub(super) fn new(m: u32, segment: u32) -> Self {
        Self {
            words: above_word(m),
            segment,
            chunk: segment.min(IN_CHUNK),
        }
    }

    /// The largest segments that fit into `memory` bytes.
    pub(super) fn within(m: u32, memory: u64) -> Result<Self, SolveError> {
        let mut needed = u64::MAX;
        // A mask holds at most 64 squares.
        if m <= u64::BITS {
            for segment in (0..=above_word(m)).rev() {
                let cut = Self::new(m, segment);
                if cut.memory() <= memory {
                    return Ok(cut);
                }
                needed = needed.min(cut.memory());
            }
        }
        let free = memory;
        Err(SolveError::Memory {
            up_to: format!("m = {m}"),
            error: NotEnoughMemory { needed, free },
        })
    }

    pub(super) fn memory(self) -> u64 {
        // While segments are built, each thread has three chunks: as bytes, as words, and what comes down
        // from others. While boards are viewed, there are two chunks and what these need of others.
        let threads = 24 * rayon::current_num_threads() as u64;
        let others = 16 * (1 + u64::from(self.words - self.segment));
        let hashes = 8 * self.chunks();
        blocks::bytes_needed(self.segment)
            .saturating_add(hashes)
            .saturating_add((threads + others) << self.chunk)
    }

    pub(super) const fn chunks(self) -> u64 {
        1 << (self.words - self.chunk)
    }

    pub(super) const fn chunks_a_segment(self) -> u64 {
        1 << (self.segment - self.chunk)
    }

    pub(super) const fn segments(self) -> u64 {
        1 << (self.words - self.segment)
    }

    /// Where a chunk begins in the file; the file ends where one chunk more would begin.
    pub(super) fn place(self, chunk: u64) -> u64 {
        PAGE + (8 * self.chunks()).next_multiple_of(PAGE) + ((8 * chunk) << self.chunk)
    }

    pub(super) fn estimate(self) -> Estimate {
        let segment = 8_u64 << self.segment;
        // Half of a segment, and never less than a chunk.
        let half = (segment / 2).max(8 << self.chunk);
        // Of all numbers of s bits: s/2 pawns on average; and without a free bit below them one pawn in
        // every second number, two in every fourth, and so on.
        let bits = u64::from(self.words - self.segment);
        let pawns = bits.saturating_mul(self.segments()) / 2;
        let down = self.segments() - 1;
        let across = pawns - down;
        Estimate {
            segment,
            memory: self.memory(),
            disk: self.place(self.chunks()),
            to_build: across
                .saturating_mul(segment)
                .saturating_add(down.saturating_mul(half)),
            to_view: (self.segments() + pawns).saturating_mul(segment),
        }
    }
}
