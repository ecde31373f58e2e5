//! Solved boards as an oracle.

use std::ops::Range;

use grundy_brute::SolveError;
use grundy_brute::gra::{Boards, DiskTable, Gra, Move, OnDisk, Position, Table, mask_of};
use grundy_brute::memory::ByteSize;

use grundy_game::{Known, Loaded, Oracle, Outcome};

/// The boards of a word.
const WORD: u64 = 64;

/// The outcome of every board, wherever it is stored. There are no Grundy values: that of a strip is not the nim-sum
/// of its groups, so that the closed form has none to compare, either.
pub(super) struct Outcomes(pub(super) Box<dyn Boards>);

impl Oracle<Gra> for Outcomes {
    /// The index of a board is its mask less 1.
    fn turn_to(&mut self, _: u32, indices: Range<u64>) -> Result<Loaded, SolveError> {
        let here = self.0.turn_to(indices.start + 1..indices.end + 1)?;
        Ok(here.map(|masks| {
            let indices = |masks: Range<u64>| masks.start - 1..masks.end - 1;
            masks.into_iter().map(indices).collect()
        }))
    }

    fn truth(&self, position: &Position) -> Option<(Known, Vec<Move>)> {
        let &Position { m, ref squares } = position;
        let mask = mask_of(m, squares).filter(|&mask| mask < self.0.masks())?;
        let view = self.0.view(mask)?;
        let winning = view.winning_moves(mask);
        // Square s has bit m - 1 - s; square m has none and is always free.
        let is_free = |square: u32| square == m || mask >> (m - 1 - square) & 1 == 0;
        let wins = |square: u32| winning >> (m - 1 - square) & 1 == 1;
        let moves = squares.iter().filter(|&&from| wins(from));
        let moves = moves.filter_map(|&from| {
            let to = (from + 1..=m).find(|&square| is_free(square))?;
            Some(Move { from, to })
        });
        let moves: Vec<Move> = moves.collect();
        let outcome = Outcome::of(view.outcome(mask).is_win());
        Some((Known::new(outcome, moves.len() as u64), moves))
    }

    /// A word of 64 boards at a time.
    fn counts(&self, _: &Gra, _: u32, indices: Range<u64>, counts: &mut Vec<u32>) {
        let masks = indices.start + 1..(indices.end + 1).min(self.0.masks());
        let mut next = masks.start;
        while next < masks.end {
            let Some(view) = self.0.view(next) else {
                break;
            };
            let end = masks.end.min(view.words().end * WORD);
            for word in next / WORD..end.div_ceil(WORD) {
                let first = word * WORD;
                let from = next.saturating_sub(first).min(WORD) as usize;
                let to = (end - first).min(WORD) as usize;
                let of_word = view.counts(word).to_bytes();
                counts.extend(of_word[from..to].iter().map(|&count| u32::from(count)));
            }
            next = end;
        }
    }
}

/// Describes what a table on disk takes.
pub(super) fn on_disk(m: u32, place: &OnDisk) -> Result<String, SolveError> {
    let needs = DiskTable::estimate(m, place)?;
    let [segment, memory, disk] = [needs.segment, needs.memory, needs.disk].map(ByteSize);
    Ok(format!(
        "segments of {segment}, {memory} of memory, {disk} on disk"
    ))
}

/// Describes what a table over several processes takes.
pub(super) fn over_ranks(m: u32, ranks: usize) -> Result<String, SolveError> {
    let memory = ByteSize(Table::bytes_needed(m, ranks)?);
    Ok(format!("{ranks} ranks, {memory} of memory each"))
}
