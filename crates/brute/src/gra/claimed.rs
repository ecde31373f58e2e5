//! Boards whose outcomes the caller claims, computed when they are first needed.

use std::sync::OnceLock;

use super::boards::View;
use super::needs::{Need, above_word};
use super::words::IN_WORD;

/// The bits of a mask that are the place of a word in its block: small blocks, so that a look at a few
/// boards does not compute the claims for many others.
const IN_BLOCK: u32 = 6;

/// Claimed outcomes for all boards of gra up to some number of squares, and what the rules make of them:
/// which moves lead to claimed P-positions. The claim for each word of 64 boards is computed at most once,
/// when a view first needs it.
///
/// Boards are masks as in [`mask_of`](super::mask_of).
///
/// ```
/// use grundy_brute::gra::{Claimed, mask_of};
/// // The claim that all boards of up to 7 squares are P-positions.
/// let claimed = Claimed::new(7, |_| u64::MAX);
/// let mask = mask_of(7, &[2, 3, 6]).unwrap();
/// assert_eq!(claimed.view(mask).winning_moves(mask), mask);
/// ```
#[derive(Debug)]
pub struct Claimed<F> {
    claim: F,
    in_block: u32,
    blocks: Box<[OnceLock<Box<[u64]>>]>,
}

impl<F: Fn(u64) -> u64> Claimed<F> {
    /// Boards of up to `m` squares, claimed 64 at a time: bit i of `claim(word)` is set when board
    /// 64 `word` + i is claimed to be a P-position. The bits of the empty mask and of masks beyond m squares
    /// do not matter. 24 bytes for each 2^12 boards, and a bit for each board whose claim was computed.
    pub fn new(m: u32, claim: F) -> Self {
        let above_word = above_word(m);
        let in_block = IN_BLOCK.min(above_word);
        let blocks = (0..1_u64 << (above_word - in_block)).map(|_| OnceLock::new());
        Self {
            claim,
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
        let part = |need: &Need| Some(need.step.part(self.block(need.block)));
        View::of(number, self.block(number), part).expect("every block can be computed")
    }

    fn block(&self, number: u64) -> &[u64] {
        self.blocks[number as usize].get_or_init(|| {
            let first = number << self.in_block;
            let words = first..first + (1 << self.in_block);
            words.map(&self.claim).collect()
        })
    }
}
