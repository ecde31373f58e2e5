//! Retrograde analysis of gra, 64 boards a word: a bit a board, and word operations.
//!
//! Boards are masks as in [`PlainTable`](super::PlainTable), which is this table's naive twin in the
//! tests. The bits of a mask are read in three parts: the low six are the place in a word, some more
//! the place of the word in its *block*, and the rest, the upper bits, number the block.
//!
//! A move of a pawn in the upper bits takes a whole block to a whole block, or, when there is no
//! free bit left for it there, down into it. Either way the block it leads to is another one, which
//! is solved before if blocks are taken in the order of their *distance*: the sum of the distances
//! of all pawns in the upper bits from the lower ones. Every move of such a pawn makes it smaller.
//! So blocks of one distance do not depend on each other, and all of them are solved at once.

use std::mem;
use std::ops::ControlFlow;

use rayon::prelude::*;

use super::counts::Counts;
use super::words::{self, Inside, come_down, come_down_into, inside, pawns};
use crate::Outcome;
use crate::memory::{self, NotEnoughMemory};

/// The bits of a mask that are the place in a word.
const IN_WORD: u32 = words::IN_WORD as u32;
/// The bits of a mask that are the place of a word in its block: blocks of 32 KiB, of which the second
/// cache of a core holds many.
const IN_BLOCK: u32 = 12;
/// Between two reports of progress at most so many blocks are solved: some hundredths of a second.
const BLOCKS_A_REPORT: usize = 512;

/// The outcome of every board of gra with at most m squares, a bit a board.
///
/// ```
/// use grundy_brute::{Outcome, gra::{Table, mask_of}};
/// use std::ops::ControlFlow;
/// let table = Table::build(20, |_| ControlFlow::Continue(()))?;
/// let mask = mask_of(7, &[2, 3, 6]).unwrap();
/// assert_eq!(table.outcome(mask), Outcome::N);
/// assert_eq!(table.winning_moves(mask), mask_of(7, &[6]).unwrap());
/// # Ok::<(), grundy_brute::gra::TableError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    m: u32,
    /// A flag is set for a P-position.
    words: Vec<u64>,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Boards solved.
    pub boards: u64,
    /// Boards of the whole table.
    pub of: u64,
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// More memory is needed than there is.
    #[error("m = {m} {error}")]
    Memory {
        /// The number of squares asked for.
        m: u32,
        /// What is needed and what is free.
        error: NotEnoughMemory,
    },
    /// The caller's progress report ended the work.
    #[error("stopped after {boards} boards")]
    Stopped {
        /// Boards solved until then.
        boards: u64,
    },
}

/// How the bits of the masks of a table are divided.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Bits for the place of a word in its block.
    in_block: u32,
    /// Bits that number the block.
    upper: u32,
}

impl Shape {
    const fn of(m: u32) -> Self {
        let above_word = m.saturating_sub(1 + IN_WORD);
        let in_block = if above_word < IN_BLOCK {
            above_word
        } else {
            IN_BLOCK
        };
        Self {
            in_block,
            upper: above_word - in_block,
        }
    }
}

impl Table {
    /// How many bytes the table for boards of at most `m` squares takes: a bit for each of 2^(m-1)
    /// masks and a little for each block. `u64::MAX` when a `u64` does not hold the number.
    ///
    /// ```
    /// use grundy_brute::gra::Table;
    /// assert!(Table::bytes_needed(36).abs_diff(4 << 30) < 32 << 20);
    /// ```
    pub fn bytes_needed(m: u32) -> u64 {
        let Shape { in_block, upper } = Shape::of(m);
        // A block, the pointer to it and its length, its place in order.
        let block = (8_u64 << in_block) + 16 + 4;
        1_u64
            .checked_shl(upper)
            .and_then(|blocks| blocks.checked_mul(block))
            .unwrap_or(u64::MAX)
    }

    /// Solves every board of at most `m` squares, on all threads of the current rayon pool.
    /// O(m 2^m / 64) word operations.
    ///
    /// `progress` is called again and again, some times a second, and may end the work.
    ///
    /// # Errors
    /// Before anything is allocated, when the table needs more memory than is free; and when
    /// `progress` says so.
    pub fn build(
        m: u32,
        progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, TableError> {
        memory::check(Self::bytes_needed(m)).map_err(|error| TableError::Memory { m, error })?;
        Self::build_in(m, Shape::of(m), progress)
    }

    fn build_in(
        m: u32,
        shape: Shape,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, TableError> {
        let Shape { in_block, upper } = shape;
        let threads = rayon::current_num_threads();
        let boards_a_block = 1_u64 << (IN_WORD + in_block);
        let inside = Inside::new();
        let mut words = vec![0; 1 << (upper + in_block)];
        touch(&mut words);
        let mut blocks: Vec<&mut [u64]> = words.chunks_mut(1 << in_block).collect();
        let mut solved = 0;
        for wave in waves(upper) {
            for numbers in wave.chunks(BLOCKS_A_REPORT) {
                let mut taken: Vec<(u32, &mut [u64])> = numbers
                    .iter()
                    .map(|&number| (number, mem::take(&mut blocks[number as usize])))
                    .collect();
                // Two blocks a time, but a thread without one waits for longer than that saves.
                let together = numbers.len().div_ceil(threads).clamp(1, 2);
                taken
                    .par_chunks_mut(together)
                    .for_each_init(Vec::new, |below, taken| {
                        solve_blocks(taken, &blocks, below, &inside);
                    });
                for (number, block) in taken {
                    blocks[number as usize] = block;
                }
                solved += numbers.len() as u64;
                let report = Progress {
                    boards: solved * boards_a_block,
                    of: boards_a_block << upper,
                };
                if progress(report).is_break() {
                    return Err(TableError::Stopped {
                        boards: report.boards,
                    });
                }
            }
        }
        Ok(Self { m, words })
    }

    /// The number of squares of the largest boards in the table.
    pub fn m(&self) -> u32 {
        self.m
    }

    /// The number of words: word number w holds the boards with masks from 64 w to 64 w + 63. Of a
    /// table for m < 7 the only word holds more boards than were asked for.
    pub fn words(&self) -> u64 {
        self.words.len() as u64
    }

    /// The flags of the 64 boards of a word: bit i is set when board 64 `word` + i is a P-position.
    /// The empty mask, which is no board, has its flag set. O(1).
    ///
    /// # Panics
    /// When `word` is not below [`words`](Self::words).
    pub fn losing(&self, word: u64) -> u64 {
        self.words[word as usize]
    }

    /// Who wins the board `mask`. O(1).
    ///
    /// # Panics
    /// When the mask is not in the table.
    pub fn outcome(&self, mask: u64) -> Outcome {
        if self.losing(mask >> IN_WORD) >> (mask % 64) & 1 == 1 {
            Outcome::P
        } else {
            Outcome::N
        }
    }

    /// For each pawn of the 64 boards of a word, the boards in which its move wins, as flags: the
    /// pawn's bit in the mask and the flags. O(number of squares).
    ///
    /// # Panics
    /// When `word` is not below [`words`](Self::words).
    pub fn winning_flags(&self, word: u64) -> impl Iterator<Item = (u32, u64)> {
        let above = pawns(word).map(move |(pawn, free)| {
            let without = word - (1 << pawn);
            let flags = match free {
                Some(free) => self.losing(without + (1 << free)),
                None => come_down(self.losing(without)),
            };
            (IN_WORD + pawn, flags)
        });
        (0..).zip(inside(self.losing(word))).chain(above)
    }

    /// How many winning moves each of the 64 boards of a word has. O(number of squares).
    ///
    /// ```
    /// use grundy_brute::gra::{Table, mask_of};
    /// use std::ops::ControlFlow;
    /// let table = Table::build(7, |_| ControlFlow::Continue(()))?;
    /// let counts = table.counts(0).to_bytes();
    /// assert_eq!(counts[mask_of(5, &[1, 3]).unwrap() as usize], 1);
    /// # Ok::<(), grundy_brute::gra::TableError>(())
    /// ```
    ///
    /// # Panics
    /// When `word` is not below [`words`](Self::words).
    pub fn counts(&self, word: u64) -> Counts {
        let mut counts = Counts::default();
        self.winning_flags(word)
            .for_each(|(_, flags)| counts.add(flags));
        counts
    }

    /// The pawns of the board `mask` whose move wins, as a mask. O(number of squares).
    ///
    /// # Panics
    /// When the mask is not in the table.
    pub fn winning_moves(&self, mask: u64) -> u64 {
        self.winning_flags(mask >> IN_WORD)
            .filter(|(_, flags)| flags >> (mask % 64) & 1 == 1)
            .fold(0, |winning, (pawn, _)| winning | 1 << pawn)
    }
}

/// All numbers of `upper` bits, by the sum of the distances of their pawns; bit 0 has distance 1.
fn waves(upper: u32) -> Vec<Vec<u32>> {
    let mut waves = vec![Vec::new(); (upper * (upper + 1) / 2) as usize + 1];
    for number in 0..1_u32 << upper {
        let pawns = (0..upper).filter(|bit| number >> bit & 1 == 1);
        let distance: u32 = pawns.map(|bit| bit + 1).sum();
        waves[distance as usize].push(number);
    }
    waves
}

/// Writes to all of the memory, far apart on each thread. The system hands out pages when they are
/// first written to, and threads that ask for neighbouring ones wait for each other: with the blocks
/// of a wave that took as much time as solving them.
fn touch(words: &mut [u64]) {
    let share = words.len().div_ceil(rayon::current_num_threads());
    words.par_chunks_mut(share).for_each(|part| part.fill(0));
}

/// Solves one block or two that do not depend on each other, given by number and, filled with zeros,
/// as words. `below` is memory to work in.
fn solve_blocks(
    taken: &mut [(u32, &mut [u64])],
    blocks: &[&mut [u64]],
    below: &mut Vec<u64>,
    inside: &Inside,
) {
    for (number, block) in &mut *taken {
        moves_to_other_blocks(*number, block, blocks, below);
    }
    match taken {
        [(_, a)] => solve_words([a], inside),
        [(_, a), (_, b)] => solve_words([a, b], inside),
        _ => {}
    }
}

/// Flags the boards of the block `number` that win by a move of a pawn in the upper bits, which
/// leads to another block.
fn moves_to_other_blocks(
    number: u32,
    block: &mut [u64],
    blocks: &[&mut [u64]],
    below: &mut Vec<u64>,
) {
    below.clear();
    for (pawn, free) in pawns(u64::from(number)) {
        let without = number - (1 << pawn);
        if let Some(free) = free {
            merge(block, blocks[(without + (1 << free)) as usize]);
        } else {
            below.resize(block.len(), 0);
            merge(below, blocks[without as usize]);
        }
    }
    if !below.is_empty() {
        come_down_into(below, block);
    }
}

fn merge(into: &mut [u64], from: &[u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}

/// Solves the words of blocks that do not depend on each other. On the way in the words flag the
/// boards with a winning move of a pawn in the upper bits, on the way out the P-positions.
///
/// Within a block, the half without a pawn on the highest bit does not depend on the other one; then
/// that pawn comes down into it. So each word has to wait for the one before it: a second block,
/// solved in step, makes use of the wait (by about a third of the whole time).
fn solve_words<const N: usize>(blocks: [&mut [u64]; N], inside: &Inside) {
    if blocks[0].len() == 1 {
        for block in blocks {
            block[0] = inside.solve(block[0]);
        }
        return;
    }
    let mut halves = blocks.map(|words| words.split_at_mut(words.len() / 2));
    solve_words(halves.each_mut().map(|(without, _)| &mut **without), inside);
    for (without, with) in &mut halves {
        come_down_into(without, with);
    }
    solve_words(halves.map(|(_, with)| with), inside);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gra::PlainTable;

    /// Blocks of every size, down to a single word, so that moves of every kind cross every border.
    #[test]
    fn the_division_into_blocks_does_not_matter() {
        let m = 18;
        let plain = PlainTable::build(m);
        let mut compared = 0;
        for in_block in 0..=11 {
            let shape = Shape {
                in_block,
                upper: m - 1 - IN_WORD - in_block,
            };
            let table = Table::build_in(m, shape, |_| ControlFlow::Continue(())).unwrap();
            for mask in 0..plain.masks() {
                assert_eq!(table.outcome(mask), plain.outcome(mask), "{mask:b}");
                compared += 1;
            }
            for word in 0..table.words() {
                for (pawn, flags) in table.winning_flags(word) {
                    for board in 0..64 {
                        let expected = plain.winning_moves(word * 64 + board) >> pawn & 1;
                        assert_eq!(flags >> board & 1, expected);
                    }
                }
            }
        }
        assert_eq!(compared, 12 << 17);
    }

    #[test]
    fn waves_hold_every_number_once_and_moves_leave_them() {
        for upper in 0..=10 {
            let waves = waves(upper);
            let mut seen: Vec<u32> = waves.iter().flatten().copied().collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..1 << upper));
            let mut solved = vec![false; 1 << upper];
            for wave in &waves {
                for &number in wave {
                    for (pawn, free) in pawns(u64::from(number)) {
                        let without = number - (1 << pawn);
                        let next = without + free.map_or(0, |free| 1 << free);
                        assert!(solved[next as usize], "{number:b} to {next:b}");
                    }
                }
                for &number in wave {
                    solved[number as usize] = true;
                }
            }
        }
    }
}
