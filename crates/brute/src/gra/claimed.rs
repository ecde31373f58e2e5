//! Boards that nobody has solved: somebody says who wins them.

use std::sync::OnceLock;

use super::blocks::{IN_WORD, Need, above_word};
use super::boards::View;

/// The bits of a mask that are the place of a word in its block: so few that whoever looks at a handful of
/// boards does not have many others asked about.
const IN_BLOCK: u32 = 6;

/// What somebody says of every board of gra with at most so many squares, and what the moves on a board lead
/// to if that is believed. He is asked when somebody looks at a board, or at one that leads there in one move,
/// and of no board twice.
///
/// Boards are masks as in [`PlainTable`](super::PlainTable).
///
/// ```
/// use grundy_brute::gra::{Claimed, mask_of};
/// // That all boards of up to 7 squares are lost.
/// let claimed = Claimed::new(7, |_| u64::MAX);
/// let mask = mask_of(7, &[2, 3, 6]).unwrap();
/// assert_eq!(claimed.view(mask).winning_moves(mask), mask);
/// ```
#[derive(Debug)]
pub struct Claimed<F> {
    says: F,
    in_block: u32,
    /// Each in turn as it is needed.
    blocks: Box<[OnceLock<Box<[u64]>>]>,
}

impl<F: Fn(u64) -> u64> Claimed<F> {
    /// What `says` tells of the boards of up to `m` squares, 64 at a time: bit i of what it gives for a word
    /// is set when board 64 `word` + i is said to be a P-position. What it says of masks beyond, and of the
    /// empty one, which are no boards, nobody looks at. 24 bytes for each 2^12 boards, and as they are asked
    /// about a bit a board.
    pub fn new(m: u32, says: F) -> Self {
        let above_word = above_word(m);
        let in_block = IN_BLOCK.min(above_word);
        let blocks = (0..1_u64 << (above_word - in_block)).map(|_| OnceLock::new());
        Self {
            says,
            in_block,
            blocks: blocks.collect(),
        }
    }

    /// The boards around `mask`, and what their moves lead to.
    ///
    /// # Panics
    /// When the mask is beyond the boards of m squares.
    pub fn view(&self, mask: u64) -> View<'_> {
        let number = mask >> IN_WORD >> self.in_block;
        let part = |need: &Need| Some(need.part(self.block(need.block)));
        View::of(number, self.block(number), part).expect("every block can be asked for")
    }

    fn block(&self, number: u64) -> &[u64] {
        self.blocks[number as usize].get_or_init(|| {
            let first = number << self.in_block;
            (first..first + (1 << self.in_block))
                .map(&self.says)
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::gra::{Gra, PlainTable, Table, mask_of, squares_of};
    use crate::{Outcome, Rules, Space};

    /// What is said is all that is known, right or wrong; moves are those of the rules.
    #[test]
    fn moves_lead_to_what_is_said() {
        let is_said_lost = |mask: u64| mask.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62 == 0;
        let mut compared = 0;
        for m in [2, 5, 7, 8, 13, 15] {
            let says = |word: u64| {
                let flags = (0..64).map(|i| u64::from(is_said_lost(64 * word + i)) << i);
                flags.sum()
            };
            let claimed = Claimed::new(m, says);
            for mask in 1..1_u64 << (m - 1) {
                let view = claimed.view(mask);
                let said = if is_said_lost(mask) {
                    Outcome::P
                } else {
                    Outcome::N
                };
                assert_eq!(view.outcome(mask), said);
                let board = Gra.position(m, mask - 1);
                let winning = Gra.moves(&board).into_iter().filter(|(_, next)| {
                    let next = next.squares.iter().filter(|&&square| square < m);
                    let next: Vec<u32> = next.copied().collect();
                    let is_over = next.len() < board.squares.len();
                    is_over || is_said_lost(mask_of(m, &next).unwrap())
                });
                let winning: Vec<u32> = winning.map(|(a_move, _)| a_move.from).collect();
                assert_eq!(squares_of(m, view.winning_moves(mask)), winning, "{mask:b}");
                compared += 1;
            }
        }
        assert_eq!(compared, 1 + 15 + 63 + 127 + 4095 + 16_383);
    }

    /// Somebody who is right is believed, and asked about each word once, when it is needed.
    #[test]
    fn nobody_is_asked_twice() {
        let m = 20;
        let table = Table::build(m, |_| ControlFlow::Continue(())).unwrap();
        let plain = PlainTable::build(m);
        let asked = AtomicU32::new(0);
        let claimed = Claimed::new(m, |word| {
            asked.fetch_add(1, Ordering::Relaxed);
            table.view().losing(word)
        });
        // The lowest block leads to no other.
        claimed.view(1);
        assert_eq!(asked.load(Ordering::Relaxed), 64);
        for mask in 1..1 << (m - 1) {
            let winning = claimed.view(mask).winning_moves(mask);
            assert_eq!(winning, plain.winning_moves(mask));
        }
        assert_eq!(asked.into_inner(), 1 << (m - 1 - 6));
    }
}
