//! Retrograde analysis: every position of a finite space, the smallest first.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use rayon::prelude::*;

use crate::progress::{Progress, Reporter};
use crate::value::Options;
use crate::{Solution, SolveError, Space, Value, memory};

/// The value of every position of a space up to a size, in dense tables.
///
/// ```
/// use grundy_brute::{Retrograde, RowMove, staircase::Staircase, unwatched};
/// let table = Retrograde::build(Staircase, 10, unwatched)?;
/// let solution = table.solve(&vec![0, 2, 1]).unwrap();
/// let move_of = |place, amount| RowMove { place, amount };
/// assert_eq!(solution.winning_moves, [move_of(1, 1), move_of(2, 1)]);
/// assert_eq!(table.solve(&vec![11]), None);
/// # Ok::<(), grundy_brute::SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Retrograde<S> {
    space: S,
    /// By size, then by index.
    values: Vec<Vec<Value>>,
}

/// The number of positions solved between two progress reports: some tenths of a second.
const POSITIONS_A_REPORT: usize = 1 << 16;

impl<S: Space> Retrograde<S> {
    /// How many bytes it takes to solve every position up to a size; `u64::MAX` when a `u64` does not
    /// hold the number.
    pub fn bytes_needed(space: &S, up_to: u32) -> u64 {
        let sizes = 0..=up_to.min(S::LARGEST_SIZE);
        let positions = sizes.map(|size| space.positions(size));
        let (all, most) = positions.fold((0_u64, 0), |(all, most), positions| {
            (all.saturating_add(positions), positions.max(most))
        });
        let solved = all.saturating_mul(size_of::<Value>() as u64);
        let being_solved = most.saturating_mul(size_of::<OnceLock<Value>>() as u64);
        solved.saturating_add(being_solved)
    }

    /// The values of all positions of a size, in the order of their indices; none when the size is
    /// beyond the table.
    #[inline]
    pub fn values(&self, size: u32) -> &[Value] {
        let values = self.values.get(size as usize);
        values.map_or(&[], Vec::as_slice)
    }

    /// The value of a position: `None` when it is not in the table and not a finished game either.
    #[inline]
    pub fn value(&self, position: &S::Position) -> Option<Value> {
        match self.space.index(position) {
            Some((size, index)) => {
                let index = usize::try_from(index).ok()?;
                self.values(size).get(index).copied()
            }
            None => {
                let is_over = self.space.moves(position).is_empty();
                is_over.then(|| Options::default().value())
            }
        }
    }

    /// The value of a position and its winning moves; `None` as for [`value`](Self::value).
    pub fn solve(&self, position: &S::Position) -> Option<Solution<S::Move>> {
        Solution::of(&self.space, position, |next| self.value(next))
    }
}

impl<S: Space + Sync> Retrograde<S> {
    /// Solves every position up to a size, on all threads of the current rayon pool.
    /// O(positions * moves) time, 12 bytes a position and 16 more for each of the size being solved.
    ///
    /// `watch` is called several times a second and may stop the work.
    ///
    /// # Errors
    /// When the size is beyond the space's numbering or the tables beyond memory, when a move leads to a position
    /// that does not come earlier in the space, and when `watch` stops the work.
    pub fn build(
        space: S,
        up_to: u32,
        mut watch: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        if up_to > S::LARGEST_SIZE {
            return Err(SolveError::too_large(up_to, S::LARGEST_SIZE));
        }
        memory::check(Self::bytes_needed(&space, up_to))
            .map_err(SolveError::memory(format!("size {up_to}")))?;
        let of = (0..=up_to).map(|size| space.positions(size)).sum();
        let mut reporter = Reporter::new(of, &mut watch);
        let values = Vec::with_capacity(up_to as usize + 1);
        let mut table = Self { space, values };
        for size in 0..=up_to {
            let values = table.solve_size(size, &mut reporter)?;
            table.values.push(values);
        }
        Ok(table)
    }

    /// The values of all positions of a size; the smaller sizes are solved.
    fn solve_size(&self, size: u32, reporter: &mut Reporter<'_>) -> Result<Vec<Value>, SolveError> {
        let positions = self.space.positions(size) as usize;
        let values: Vec<_> = (0..positions).map(|_| OnceLock::new()).collect();
        for first in (0..positions).step_by(POSITIONS_A_REPORT) {
            let indices = first..positions.min(first + POSITIONS_A_REPORT);
            let solved = indices.len() as u64;
            let solve = |index| self.solve_index(size, &values, index).map(drop);
            indices.into_par_iter().try_for_each(solve)?;
            reporter.add(solved)?;
        }
        let solved = |value: OnceLock<_>| value.into_inner().expect("every index was solved");
        Ok(values.into_iter().map(solved).collect())
    }

    /// The value of the position with this index among the `values` of the size being solved.
    ///
    /// A move within the size leads to a smaller index, which another thread may not have solved yet.
    /// Then it is solved here, and the other thread finds it solved.
    fn solve_index(
        &self,
        size: u32,
        values: &[OnceLock<Value>],
        index: usize,
    ) -> Result<Value, SolveError> {
        if let Some(&value) = values[index].get() {
            return Ok(value);
        }
        let position = self.space.position(size, index as u64);
        let mut options = Options::default();
        let mut failed = None;
        self.space.each_move(&position, &mut |_, next| {
            let value = match self.space.index(next) {
                Some((same, next)) if same == size => (next < index as u64)
                    .then(|| self.solve_index(size, values, next as usize))
                    .transpose(),
                _ => Ok(self.value(next)),
            };
            let out_of_order = || {
                let problem =
                    format!("the move from {position:?} to {next:?} leads to no earlier position");
                SolveError::Refused(problem)
            };
            match value.and_then(|value| value.ok_or_else(out_of_order)) {
                Ok(value) => options.add(value),
                Err(error) => _ = failed.get_or_insert(error),
            }
        });
        match failed {
            None => Ok(*values[index].get_or_init(|| options.value())),
            Some(error) => Err(error),
        }
    }
}
