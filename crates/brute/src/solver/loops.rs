//! Games whose positions may repeat, solved backwards from the positions without moves.
//!
//! A position is won when an option is lost, and lost when all options are won. What these two rules never decide is a draw:
//! each of its options is won or a draw, and one at least is a draw. Positions are decided in the order of their remoteness,
//! so the first lost option of a position, or the last of its won ones, tells its own remoteness.

use std::collections::BTreeMap;
use std::iter;

use super::{Found, MORE, Solver, Unsolved, options};
use crate::Outcome;
use crate::value::UNKNOWN;

impl Solver {
    /// Solves the positions up to `last` and all that can be reached from them. `list` adds the options of a position.
    pub(super) fn solve_listed<E>(
        &mut self,
        mut last: u32,
        list: &mut impl FnMut(&mut Self, u32) -> Result<(), E>,
    ) -> Result<(), Unsolved<E>> {
        while self.answered() <= last {
            // The options of a position that could not be listed are left out.
            let from = self.starts[self.values.len()] as usize;
            self.parts.truncate(from);
            list(self, self.answered()).map_err(Unsolved::Listing)?;
            let parts = self.parts[from..].iter().map(|part| part & !MORE);
            last = parts.fold(last, u32::max);
            self.answer(iter::empty(), &[0])?;
        }
        self.solve_backwards()
    }

    /// Finds the outcome of every position without one; the options of all are stored. O(positions and their options).
    pub(super) fn solve_backwards<E>(&mut self) -> Result<(), Unsolved<E>> {
        let is_new = |found: &Found| matches!(found, Found::Unknown);
        let all = self.values.len();
        let first = self.values.iter().position(is_new).unwrap_or(all);
        for position in first..all {
            if let Some(sum) = options(self.stored(position)).find(|parts| parts.len() > 1) {
                let sum = sum.iter().map(|part| part & !MORE).collect();
                return Err(Unsolved::Sum(position as u32, sum));
            }
        }
        let (before, starts) = self.reversed(first);
        // How many options of each new position are not known to be won.
        let mut left = vec![0; all - first];
        // The decided positions that others may lead to, by remoteness. All others are draws so far.
        let mut decided: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for position in 0..all {
            if let Some(new) = position.checked_sub(first) {
                left[new] = self.stored(position).len();
                let mut value = self.over();
                if left[new] > 0 {
                    (value.outcome, value.remoteness) = (Outcome::Draw, UNKNOWN);
                }
                self.values[position] = Found::Known(value, 0);
            }
            if let Some(value) = self.known(position as u32)
                && value.outcome != Outcome::Draw
            {
                let same = decided.entry(value.remoteness).or_default();
                same.push(position as u32);
            }
        }
        while let Some((remoteness, positions)) = decided.pop_first() {
            for position in positions {
                let is_lost = self.known(position).map(|value| value.outcome) == Some(Outcome::P);
                let range = starts[position as usize]..starts[position as usize + 1];
                for &earlier in &before[range] {
                    let left = &mut left[earlier as usize - first];
                    *left -= 1;
                    if let Found::Known(value, winning) = &mut self.values[earlier as usize] {
                        *winning += u32::from(is_lost);
                        if value.outcome == Outcome::Draw && (is_lost || *left == 0) {
                            value.outcome = Outcome::of(is_lost);
                            value.remoteness = remoteness + 1;
                            let next = decided.entry(remoteness + 1).or_default();
                            next.push(earlier);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The positions from `first` on that have a move to each position, and where those of each position begin.
    fn reversed(&self, first: usize) -> (Vec<u32>, Vec<usize>) {
        let parts = &self.parts[self.starts[first] as usize..];
        let mut starts = vec![0; self.values.len() + 2];
        for &part in parts {
            starts[part as usize + 2] += 1;
        }
        for position in 2..starts.len() {
            starts[position] += starts[position - 1];
        }
        let mut before = vec![0; parts.len()];
        for position in first..self.values.len() {
            for &part in self.stored(position) {
                let place = &mut starts[part as usize + 1];
                before[*place] = position as u32;
                *place += 1;
            }
        }
        (before, starts)
    }

    fn stored(&self, position: usize) -> &[u32] {
        &self.parts[self.starts[position] as usize..self.starts[position + 1] as usize]
    }
}
