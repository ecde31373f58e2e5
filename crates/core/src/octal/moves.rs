//! The moves of a game by how many heaps they leave of one.

use super::Code;
use super::cells::Cell;

/// How many stones the moves take that leave no heap, one, two or three. For two and three heaps, also whether they
/// must be of different sizes.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveList {
    pub(super) ends: Vec<usize>,
    pub(super) takes: Vec<usize>,
    pub(super) splits: Vec<(usize, bool)>,
    pub(super) triples: Vec<(usize, bool)>,
    /// All moves that take fewer stones are listed.
    listed: usize,
}

impl MoveList {
    /// Adds the moves that take up to `up_to` stones.
    pub(super) fn extend(&mut self, code: &Code, up_to: usize) {
        let moves = code.moves(up_to as u64);
        for (k, digit) in moves.filter(|&(k, _)| k >= self.listed as u64) {
            let (k, unequal) = (k as usize, digit.is_unequal());
            if digit.allows(0) {
                self.ends.push(k);
            }
            if digit.allows(1) {
                self.takes.push(k);
            }
            if digit.allows(2) {
                self.splits.push((k, unequal));
            }
            if digit.allows(3) {
                self.triples.push((k, unequal));
            }
        }
        self.listed = self.listed.max(up_to + 1);
    }

    /// Whether a move that leaves one heap or none of the first heap that is not `known` has this value.
    pub(super) fn leave_one_of<T: Cell>(&self, known: &[T], value: u32) -> bool {
        let heap = known.len();
        let mut takes = self.takes.iter().filter(|&&taken| taken < heap);
        takes.any(|&taken| known[heap - taken].value() == value)
            || value == 0 && self.ends.contains(&heap)
    }

    /// The most stones that a listed move takes which leaves at most two heaps.
    pub(super) fn most_taken(&self) -> Option<usize> {
        let splits = self.splits.iter().map(|(taken, _)| taken);
        splits.chain(&self.takes).chain(&self.ends).max().copied()
    }

    /// The parity of the stones that moves take which leave two heaps, if all of them have the same.
    pub(super) fn parity_of_splits(&self) -> Option<usize> {
        let mut parities = self.splits.iter().map(|(taken, _)| taken & 1);
        let first = parities.next()?;
        parities.all(|other| other == first).then_some(first)
    }
}
