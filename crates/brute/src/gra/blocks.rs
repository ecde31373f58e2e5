//! Blocks of words: what each needs of the others, and how it is solved.
//!
//! The bits of a mask are read in three parts: the low six are the place in a word, some more the place
//! of the word in its *block*, and the rest, the upper bits, number the block. A block may have any
//! number of words that is a power of two, and the others may lie anywhere: in one vector, in a file, or
//! in other processes.
//!
//! A move of a pawn in the upper bits takes a whole block [across](Step::Across) to a whole block, or,
//! when no upper bit below it is free, [down](Step::Down) into the upper half of a block. Either way that
//! is another block, which is solved before if blocks are taken in the order of their numbers, or of their
//! *distance*: the sum of the distances of all pawns in the upper bits from the lower bits. Every move of
//! such a pawn makes both smaller. So blocks of one distance do not depend on each other, and all of them
//! are solved at once.

use std::mem;

use rayon::prelude::*;

use super::words::{IN_WORD, WordSolver, come_down_into, merge, pawns};
use crate::SolveError;
use crate::progress::Reporter;

/// The bits of a mask that are the place of a word in its block, unless the caller needs other blocks:
/// blocks of 32 KiB, of which the second cache of a core holds many.
pub(super) const IN_BLOCK: u32 = 12;
/// The number of blocks solved between two progress reports: some hundredths of a second.
const BLOCKS_A_REPORT: usize = 512;

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

/// All numbers of `upper` bits, by the sum of the distances of their pawns; bit 0 has distance 1.
pub(super) fn waves(upper: u32) -> Vec<Vec<u64>> {
    let mut waves = vec![Vec::new(); (upper * (upper + 1) / 2) as usize + 1];
    for number in 0..1_u64 << upper {
        let distance: u32 = pawns(number).map(|(pawn, _)| pawn + 1).sum();
        waves[distance as usize].push(number);
    }
    waves
}

/// How many bytes 2^`above_word` words take while they are [solved](solve), with what is kept for each
/// block. `u64::MAX` when a `u64` does not hold the number.
pub(super) fn bytes_needed(above_word: u32) -> u64 {
    let in_block = above_word.min(IN_BLOCK);
    // A block, the pointer to it and its length, its number in a wave.
    let block = (8_u64 << in_block) + 16 + 8;
    1_u64
        .checked_shl(above_word - in_block)
        .and_then(|blocks| blocks.checked_mul(block))
        .unwrap_or(u64::MAX)
}

/// Fills `words` with zeros, far apart on each thread.
///
/// The system hands out pages when they are first written to, and threads that ask for neighbouring ones
/// wait for each other. In the order of waves that took as much time as solving the blocks.
pub(super) fn clear(words: &mut [u64]) {
    let share = words.len().div_ceil(rayon::current_num_threads()).max(1);
    words.par_chunks_mut(share).for_each(|part| part.fill(0));
}

/// Solves words that depend on no others but themselves, in blocks of 2^`in_block`. On entry they
/// flag the boards with a winning move that leads out of these words, on return the P-positions.
pub(super) fn solve(
    words: &mut [u64],
    in_block: u32,
    reporter: &mut Reporter<'_>,
) -> Result<(), SolveError> {
    let solver = WordSolver::new();
    let mut blocks: Vec<&mut [u64]> = words.chunks_mut(1 << in_block).collect();
    for wave in waves(blocks.len().ilog2()) {
        for numbers in wave.chunks(BLOCKS_A_REPORT) {
            let place = |number| number as usize;
            solve_some(&mut blocks, numbers, place, |_| None, &solver);
            reporter.add((numbers.len() as u64) << (in_block + IN_WORD))?;
        }
    }
    Ok(())
}

/// Solves some of `blocks` that do not depend on each other, on all threads. `place` gives the index of
/// a block number in `blocks`; `elsewhere` gives what is needed of blocks that are not among them.
pub(super) fn solve_some<'a>(
    blocks: &mut [&mut [u64]],
    numbers: &[u64],
    place: impl Fn(u64) -> usize + Sync,
    elsewhere: impl Fn(&Need) -> Option<&'a [u64]> + Sync,
    solver: &WordSolver,
) {
    let mut taken: Vec<(u64, &mut [u64])> = numbers
        .iter()
        .map(|&number| (number, mem::take(&mut blocks[place(number)])))
        .collect();
    // Two blocks at a time, unless that leaves a thread without work.
    let threads = rayon::current_num_threads();
    let together = taken.len().div_ceil(threads).clamp(1, 2);
    let solved = &*blocks;
    let part = |need: &Need| match elsewhere(need) {
        Some(part) => part,
        None => need.step.part(&*solved[place(need.block)]),
    };
    taken
        .par_chunks_mut(together)
        .for_each_init(Vec::new, |below, taken| {
            for (number, block) in &mut *taken {
                add_moves_out(*number, block, part, below);
            }
            match taken {
                [(_, a)] => solve_words([a], solver),
                [(_, a), (_, b)] => solve_words([a, b], solver),
                _ => {}
            }
        });
    for (number, block) in taken {
        blocks[place(number)] = block;
    }
}

/// Flags the boards of the block `number` that win by a move of a pawn in the upper bits; `part` gives
/// what is needed of another block. `below` is a buffer.
fn add_moves_out<'a>(
    number: u64,
    block: &mut [u64],
    part: impl Fn(&Need) -> &'a [u64],
    below: &mut Vec<u64>,
) {
    below.clear();
    for need in needs(number) {
        let part = part(&need);
        match need.step {
            Step::Across => merge(block, part),
            // All pawns that come down do so in the same way: once for all of them.
            Step::Down => {
                below.resize(part.len(), 0);
                merge(below, part);
            }
        }
    }
    if !below.is_empty() {
        come_down_into(below, block);
    }
}

/// Solves the words of blocks that do not depend on each other. On entry the words flag the
/// boards with a winning move of a pawn in the upper bits, on return the P-positions.
///
/// Within a block, the half without a pawn on the highest bit does not depend on the other one; then
/// that pawn comes down into it. So each word has to wait for the one before it: a second block,
/// solved in step, makes use of the wait (by about a third of the whole time).
fn solve_words<const N: usize>(blocks: [&mut [u64]; N], solver: &WordSolver) {
    if blocks[0].len() == 1 {
        for block in blocks {
            block[0] = solver.solve(block[0]);
        }
        return;
    }
    let mut halves = blocks.map(|words| words.split_at_mut(words.len() / 2));
    solve_words(halves.each_mut().map(|(without, _)| &mut **without), solver);
    for (without, with) in &mut halves {
        come_down_into(&without[without.len() / 2..], with);
    }
    solve_words(halves.map(|(_, with)| with), solver);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_hold_every_number_once_and_moves_leave_them() {
        for upper in 0..=10 {
            let waves = waves(upper);
            let mut seen: Vec<u64> = waves.iter().flatten().copied().collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..1 << upper));
            let mut solved = vec![false; 1 << upper];
            for wave in &waves {
                for &number in wave {
                    for need in needs(number) {
                        let other = need.block;
                        assert!(other < number);
                        assert!(solved[other as usize], "{number:b} to {other:b}");
                    }
                }
                for &number in wave {
                    solved[number as usize] = true;
                }
            }
        }
    }
}
