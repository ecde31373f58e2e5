//! The table of outcomes as an oracle.

use std::ops::Range;

use grundy_brute::gra::{Gra, Move, Position, Table, mask_of};

use crate::{Oracle, Truth};

/// The boards of a word of the table.
const WORD: u64 = 64;

/// The table over masks knows outcomes alone. The Grundy value of a strip is not the nim-sum of its
/// groups, so the closed form has none to compare, either.
impl Oracle<Gra> for Table {
    fn truth(&self, position: &Position) -> Option<Truth<Move>> {
        let &Position { m, ref squares } = position;
        let mask = mask_of(m, squares).filter(|&mask| mask < self.words() * WORD)?;
        let winning = self.winning_moves(mask);
        // Square s has bit m - 1 - s; square m has none and is always free.
        let is_free = |square: u32| square == m || mask >> (m - 1 - square) & 1 == 0;
        let wins = |square: u32| winning >> (m - 1 - square) & 1 == 1;
        let moves = squares.iter().filter(|&&from| wins(from));
        Some(Truth {
            outcome: self.outcome(mask),
            grundy: None,
            winning_moves: moves
                .filter_map(|&from| {
                    let to = (from + 1..=m).find(|&square| is_free(square))?;
                    Some(Move { from, to })
                })
                .collect(),
        })
    }

    /// A word of 64 boards at a time. The index of a board is its mask less 1.
    fn counts(&self, _: &Gra, _: u32, indices: Range<u64>, counts: &mut Vec<u32>) {
        let masks = indices.start + 1..(indices.end + 1).min(self.words() * WORD);
        for word in masks.start / WORD..masks.end.div_ceil(WORD) {
            let first = word * WORD;
            let from = masks.start.saturating_sub(first).min(WORD) as usize;
            let to = masks.end.saturating_sub(first).min(WORD) as usize;
            let of_word = self.counts(word).to_bytes();
            counts.extend(of_word[from..to].iter().map(|&count| u32::from(count)));
        }
    }
}
