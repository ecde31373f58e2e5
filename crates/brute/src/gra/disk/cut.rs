//! How a table is cut into segments and chunks, and what it takes in memory and on disk.

use std::ops::RangeInclusive;

use crate::SolveError;
use crate::gra::exchange::Layout;
use crate::gra::needs::above_word;
use crate::memory::NotEnoughMemory;

/// A chunk has at most 2^17 words: a MiB.
const IN_CHUNK: u32 = 17;
/// The first bytes of the file, which say what it is.
pub(super) const HEADER: u64 = 4096;
/// The bytes in front of each chunk, which hold its hash.
pub(super) const HASH: u64 = 8;

/// What a table on disk takes, in bytes; `u64::MAX` for more than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// A segment, of which one at a time is in memory.
    pub segment: u64,
    /// Memory: the segment, and what it takes to solve, read and write it.
    pub memory: u64,
    /// The file.
    pub disk: u64,
}

/// How a table is cut, by bits of the number of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// All bits.
    pub(super) words: u32,
    /// The bits that are the word's place in a segment.
    pub(super) segment: u32,
    /// The bits that are the word's place in a chunk. A segment of several words has several chunks.
    pub(super) chunk: u32,
}

impl Cut {
    pub(super) fn new(m: u32, segment: u32) -> Self {
        Self {
            words: above_word(m),
            segment,
            chunk: segment.saturating_sub(1).min(IN_CHUNK),
        }
    }

    /// The largest segments that fit into `memory` bytes.
    pub(super) fn within(m: u32, memory: u64) -> Result<Self, SolveError> {
        let mut needed = u64::MAX;
        // A mask holds at most 64 squares.
        if m <= u64::BITS {
            for segment in Self::segment_bits(m).rev() {
                let cut = Self::new(m, segment);
                if cut.memory() <= memory {
                    return Ok(cut);
                }
                needed = needed.min(cut.memory());
            }
        }
        let free = memory;
        let up_to = SolveError::memory(format!("m = {m}"));
        Err(up_to(NotEnoughMemory { needed, free }))
    }

    /// The sizes that segments may have: two words at least, unless the table has one.
    pub(super) fn segment_bits(m: u32) -> RangeInclusive<u32> {
        above_word(m).min(1)..=above_word(m)
    }

    pub(super) fn memory(self) -> u64 {
        // While segments are built, each thread has up to three copies of a chunk. While boards are viewed,
        // there are two chunks and what these need of others.
        let threads = 24 * rayon::current_num_threads() as u64;
        let others = 16 * (1 + u64::from(self.words - self.segment));
        let solving = Layout::of_words(self.segment).memory();
        solving.saturating_add((threads + others) << self.chunk)
    }

    pub(super) const fn chunks_a_segment(self) -> u64 {
        1 << (self.segment - self.chunk)
    }

    pub(super) const fn segments(self) -> u64 {
        1 << (self.words - self.segment)
    }

    /// Where a chunk with its hash begins in the file; the file ends where one chunk more would begin.
    pub(super) const fn place(self, chunk: u64) -> u64 {
        HEADER + chunk * (HASH + (8 << self.chunk))
    }

    /// The length of the file.
    pub(super) const fn file(self) -> u64 {
        self.place(1 << (self.words - self.chunk))
    }

    pub(super) fn estimate(self) -> Estimate {
        Estimate {
            segment: 8 << self.segment,
            memory: self.memory(),
            disk: self.file(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2^17 words in segments of 2^10 and chunks of 2^9 words.
    #[test]
    fn memory_is_that_of_all_parts() {
        let chunk = 8 << 9;
        let segment = Layout::of_words(10).memory();
        // Three chunks for each thread; two for the boards that are viewed, and two for each of the 7 bits of a segment's number.
        let threads = 3 * rayon::current_num_threads() as u64;
        assert_eq!(
            Cut::new(24, 10).memory(),
            segment + (threads + 2 * 8) * chunk
        );
    }
}
