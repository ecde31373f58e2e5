//! Retrograde analysis: every position of a finite space, the smallest first.

use crate::memory::{self, NotEnoughMemory};
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
}

impl<S: Space> Retrograde<S> {
    /// How many bytes the tables take; `u64::MAX` when a `u64` does not hold the number.
    pub fn bytes_needed(space: &S, up_to: u32) -> u64 {
        let sizes = 0..=up_to.min(S::LARGEST_SIZE);
        let positions = sizes.fold(0, |sum: u64, size| {
            sum.saturating_add(space.positions(size))
        });
        positions.saturating_mul(size_of::<Value>() as u64)
    }

    /// Solves every position up to a size. O(positions * moves) time, 12 bytes a position.
    ///
    /// # Errors
    /// When the size is beyond the space's numbering or the tables beyond memory, and when a move
    /// leads to a position that does not come earlier in the space.
    pub fn build(space: S, up_to: u32) -> Result<Self, RetrogradeError> {
        if up_to > S::LARGEST_SIZE {
            return Err(RetrogradeError::TooLarge {
                size: up_to,
                largest: S::LARGEST_SIZE,
            });
        }
        memory::check(Self::bytes_needed(&space, up_to))
            .map_err(|error| RetrogradeError::Memory { size: up_to, error })?;
        let mut table = Self {
            space,
            values: Vec::with_capacity(up_to as usize + 1),
        };
        for size in 0..=up_to {
            table.add(size)?;
        }
        Ok(table)
    }

    fn add(&mut self, size: u32) -> Result<(), RetrogradeError> {
        let positions = self.space.positions(size);
        self.values.push(Vec::with_capacity(positions as usize));
        let mut values = Vec::new();
        for index in 0..positions {
            let position = self.space.position(size, index);
            values.clear();
            for (_, next) in self.space.moves(&position) {
                // What comes earlier is there already.
                let value = self
                    .value(&next)
                    .ok_or_else(|| RetrogradeError::OutOfOrder {
                        position: format!("{position:?}"),
                        next: format!("{next:?}"),
                    })?;
                values.push(value);
            }
            self.values[size as usize].push(Value::from_moves(&values));
        }
        Ok(())
    }

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
        let moves = self.space.moves(position).into_iter();
        let values: Option<Vec<_>> = moves
            .map(|(a_move, next)| Some((a_move, self.value(&next)?)))
            .collect();
        Some(Solution::from_moves(values?))
    }
}
