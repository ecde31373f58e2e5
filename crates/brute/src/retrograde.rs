//! Retrograde analysis: every position of a finite space, the smallest first.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use rayon::prelude::*;

use crate::gra::Progress;
use crate::memory::{self, NotEnoughMemory};
use crate::value::{FromMoves, Gathered};
use crate::{Solution, Space, Value};

/// The value of every position of a space up to a size, in dense tables.
///
/// ```
/// use grundy_brute::{Outcome, Retrograde, staircase::{Move, Staircase}};
/// let table = Retrograde::build(Staircase, 10)?;
/// assert_eq!(table.positions(), (1 << 10) - 1);
/// let solution = table.solve(&vec![0, 2, 1]).unwrap();
/// assert_eq!(solution.winning_moves, [Move { step: 2, coins: 1 }, Move { step: 3, coins: 1 }]);
/// assert_eq!(table.solve(&vec![11]), None);
/// # Ok::<(), grundy_brute::RetrogradeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Retrograde<S> {
    space: S,
    /// By size, then by index.
    values: Vec<Vec<Value>>,
}

/// Why a space could not be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RetrogradeError {
    /// The indices of such a size do not fit.
    #[error("size {size}: positions are numbered up to size {largest}")]
    TooLarge {
        /// The size asked for.
        size: u32,
        /// The largest size that the space numbers.
        largest: u32,
    },
    /// The tables do not fit into memory.
    #[error("size {size} {error}")]
    Memory {
        /// The size asked for.
        size: u32,
        /// What is needed and what is free.
        error: NotEnoughMemory,
    },
    /// A space breaks its promise that moves lead to earlier positions.
    #[error("the move from {position} to {next} leads to no earlier position")]
    OutOfOrder {
        /// The position, as `Debug` writes it.
        position: String,
        /// Where the move leads.
        next: String,
    },
    /// The caller's progress report ended the work.
    #[error("stopped after {positions} positions")]
    Stopped {
        /// Positions solved until then.
        positions: u64,
    },
}

/// Between two reports of progress so many positions are solved: some tenths of a second.
const A_REPORT: usize = 1 << 16;

impl<S: Space> Retrograde<S> {
    /// How many bytes it takes to solve every position up to a size; `u64::MAX` when a `u64` does not hold the
    /// number.
    pub fn bytes_needed(space: &S, up_to: u32) -> u64 {
        let sizes = 0..=up_to.min(S::LARGEST_SIZE);
        let sizes = sizes.map(|size| space.positions(size));
        let (all, most) = sizes.fold((0_u64, 0), |(all, most), positions| {
            (all.saturating_add(positions), positions.max(most))
        });
        let kept = all.saturating_mul(size_of::<Value>() as u64);
        let under_way = most.saturating_mul(size_of::<OnceLock<Value>>() as u64);
        kept.saturating_add(under_way)
    }
}

impl<S: Space + Sync> Retrograde<S> {
    /// Solves every position up to a size, on all threads of the current rayon pool.
    /// O(positions * moves) time, 12 bytes a position and 16 more for each of the size under way.
    ///
    /// # Errors
    /// When the size is beyond the space's numbering or the tables beyond memory, and when a move
    /// leads to a position that does not come earlier in the space.
    pub fn build(space: S, up_to: u32) -> Result<Self, RetrogradeError> {
        Self::build_watched(space, up_to, |_| ControlFlow::Continue(()))
    }

    /// As [`build`](Self::build); `watch` is called again and again, some times a second, and may end the work.
    ///
    /// # Errors
    /// As [`build`](Self::build), and when `watch` says so.
    pub fn build_watched(
        space: S,
        up_to: u32,
        mut watch: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, RetrogradeError> {
        if up_to > S::LARGEST_SIZE {
            return Err(RetrogradeError::TooLarge {
                size: up_to,
                largest: S::LARGEST_SIZE,
            });
        }
        memory::check(Self::bytes_needed(&space, up_to))
            .map_err(|error| RetrogradeError::Memory { size: up_to, error })?;
        let of = (0..=up_to).map(|size| space.positions(size)).sum();
        let mut solved = 0;
        let mut watch = |more| {
            solved += more;
            match watch(Progress { boards: solved, of }) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(RetrogradeError::Stopped { positions: solved }),
            }
        };
        let mut table = Self {
            space,
            values: Vec::with_capacity(up_to as usize + 1),
        };
        for size in 0..=up_to {
            let values = UnderWay::new(&table, size).solve(&mut watch)?;
            table.values.push(values);
        }
        Ok(table)
    }
}

/// The positions of one size while they are solved; those of smaller sizes have been.
struct UnderWay<'a, S> {
    smaller: &'a Retrograde<S>,
    size: u32,
    values: Vec<OnceLock<Value>>,
}

impl<'a, S: Space + Sync> UnderWay<'a, S> {
    fn new(smaller: &'a Retrograde<S>, size: u32) -> Self {
        let positions = smaller.space.positions(size) as usize;
        Self {
            smaller,
            size,
            values: (0..positions).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The values of all of them, in the order of their indices. `watch` hears how many more have been solved.
    fn solve(
        self,
        mut watch: impl FnMut(u64) -> Result<(), RetrogradeError>,
    ) -> Result<Vec<Value>, RetrogradeError> {
        let all = self.values.len();
        for from in (0..all).step_by(A_REPORT) {
            let indices = from..all.min(from + A_REPORT);
            let solved = indices.len() as u64;
            let indices = indices.into_par_iter();
            indices.try_for_each(|index| self.value(index).map(|_| ()))?;
            watch(solved)?;
        }
        let values = self.values.into_iter();
        Ok(values
            .map(|value| value.into_inner().expect("each of them was solved"))
            .collect())
    }

    /// The value of the position with this index. A move within the size leads to a smaller index, which
    /// may be in the part of a thread that has not come to it yet: then it is solved here and now, and
    /// the other finds it done.
    fn value(&self, index: usize) -> Result<Value, RetrogradeError> {
        let of_index = &self.values[index];
        if let Some(&value) = of_index.get() {
            return Ok(value);
        }
        let space = &self.smaller.space;
        let position = space.position(self.size, index as u64);
        let mut value = FromMoves::default();
        let mut failed = None;
        space.each_move(&position, &mut |_, next| {
            let earlier = match space.index(next) {
                Some((size, next)) if size == self.size => (next < index as u64)
                    .then(|| self.value(next as usize))
                    .transpose(),
                _ => Ok(self.smaller.value(next)),
            };
            let out_of_order = || RetrogradeError::OutOfOrder {
                position: format!("{position:?}"),
                next: format!("{next:?}"),
            };
            match earlier.and_then(|value| value.ok_or_else(out_of_order)) {
                Ok(next) => value.add(next),
                Err(error) => _ = failed.get_or_insert(error),
            }
        });
        match failed {
            None => Ok(*of_index.get_or_init(|| value.value())),
            Some(error) => Err(error),
        }
    }
}

impl<S: Space> Retrograde<S> {
    /// The space that was solved.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The largest size solved.
    pub fn up_to(&self) -> u32 {
        self.values.len() as u32 - 1
    }

    /// How many positions were solved.
    pub fn positions(&self) -> u64 {
        self.values.iter().map(|values| values.len() as u64).sum()
    }

    /// The values of all positions of a size, in the order of their indices; none when the size is
    /// beyond the table.
    pub fn values(&self, size: u32) -> &[Value] {
        self.values
            .get(size as usize)
            .map_or(&[], |values| values.as_slice())
    }

    /// The value of a position: `None` when it is not in the table and not a finished game either.
    pub fn value(&self, position: &S::Position) -> Option<Value> {
        match self.space.index(position) {
            Some((size, index)) => self
                .values
                .get(size as usize)?
                .get(usize::try_from(index).ok()?)
                .copied(),
            None => self
                .space
                .moves(position)
                .is_empty()
                .then(|| Value::from_moves(&[])),
        }
    }

    /// The value of a position and its winning moves, as [`value`](Self::value).
    pub fn solve(&self, position: &S::Position) -> Option<Solution<S::Move>> {
        let mut gathered = Gathered::default();
        let mut is_known = true;
        let see = &mut |a_move, next: &S::Position| match self.value(next) {
            Some(value) => gathered.add(a_move, value),
            None => is_known = false,
        };
        self.space.each_move(position, see);
        is_known.then(|| gathered.solution())
    }
}
