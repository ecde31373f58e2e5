//! What blocks of words need of each other.
//!
//! The bits of a mask are read in three parts: the low six are the place in a word, some more the place
//! of the word in its *block*, and the rest, the upper bits, number the block. A block may have any
//! number of words that is a power of two, and the others may lie anywhere: in one vector, in a file, or
//! in other processes.
//!
//! A move of a pawn in the upper bits takes a whole block [across](Step::Across) to a whole block, or,
//! when no upper bit below it is free, [down](Step::Down) into the upper half of a block. Either way that
//! is another block with a lower number.

use super::words::{IN_WORD, pawns};

/// The bits that number the words of a table of boards of at most `m` squares.
pub(super) const fn above_word(m: u32) -> u32 {
    m.saturating_sub(1 + IN_WORD)
}

/// What a pawn in the upper bits does to the boards of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// It goes to a free upper bit: every board to the same place of another block.
    Across,
    /// No upper bit below it is free: it goes to the highest free bit of the lower ones, in another
    /// block, and so into the upper half of it.
    Down,
}

impl Step {
    /// The words of the other block that are needed: all, or the upper half. The half of one word is
    /// that word.
    #[inline]
    pub(super) fn part(self, block: &[u64]) -> &[u64] {
        match self {
            Self::Across => block,
            Self::Down => &block[block.len() / 2..],
        }
    }
}

/// What a block needs of another one, for a move of one pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    /// The pawn's place among the upper bits.
    pub(super) pawn: u32,
    /// The number of the other block.
    pub(super) block: u64,
    pub(super) step: Step,
}

/// What the block of that number needs of others, one for each pawn in the upper bits.
#[inline]
pub(super) fn needs(number: u64) -> impl Iterator<Item = Need> {
    pawns(number).map(move |(pawn, free)| {
        let without = number - (1 << pawn);
        let (block, step) = match free {
            Some(free) => (without + (1 << free), Step::Across),
            None => (without, Step::Down),
        };
        Need { pawn, block, step }
    })
}
