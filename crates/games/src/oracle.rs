//! Oracles: every position of a game up to some size, solved from the rules alone.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use grundy_brute::ranks::{Ranks, RanksError};
use grundy_brute::{Outcome, Retrograde, SolveError, Space};

pub use grundy_brute::Progress;
pub use grundy_brute::gra::OnDisk;

/// What the rules say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth<M> {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, where the oracle knows it.
    pub grundy: Option<u64>,
    /// The exact set of winning moves, in any order.
    pub winning_moves: Vec<M>,
}

/// An oracle that has solved every position of a game up to some size.
pub trait Oracle<R: Space>: Send + Sync {
    /// Gets ready for questions about the positions of a size with these indices, and says which of them
    /// can be asked about here; `None`, unless the oracle says something else, for all of them, in every
    /// process that has this oracle. Where each has a part, all have to turn to the same ones at the same
    /// time.
    ///
    /// # Errors
    /// When what it knows cannot be had from where it lies.
    fn turn_to(
        &mut self,
        _size: u32,
        _indices: Range<u64>,
    ) -> Result<Option<Vec<Range<u64>>>, OracleError> {
        Ok(None)
    }

    /// What it knows of a position; `None` when the position is beyond the sizes that were solved.
    fn truth(&self, position: &R::Position) -> Option<Truth<R::Move>>;

    /// How many moves win on each of the positions of a size with these indices, in their order;
    /// ends before the first position that is beyond the sizes that were solved. Appended to
    /// `counts`.
    ///
    /// An oracle that knows this of many positions at once has a faster way than asking for each.
    ///
    /// # Panics
    /// When there is no numbering for this size.
    fn counts(&self, rules: &R, size: u32, indices: Range<u64>, counts: &mut Vec<u32>) {
        counts.extend(indices.map_while(|index| {
            let truth = self.truth(&rules.position(size, index))?;
            Some(truth.winning_moves.len() as u32)
        }));
    }
}

/// Where an oracle keeps what it knows.
#[derive(Clone, Default)]
pub enum Place {
    /// In memory, all of it.
    #[default]
    Memory,
    /// In a file, and a part of it in memory: a [table of gra](grundy_brute::gra::DiskTable).
    Disk(OnDisk),
    /// In several processes, each of which asks for this oracle. A [table of
    /// gra](grundy_brute::gra::SpreadTable) is shared out; of any other oracle each has all.
    Ranks(Arc<dyn Ranks>),
}

impl Place {
    /// The processes, where there are several.
    pub fn ranks(&self) -> Option<&dyn Ranks> {
        match self {
            Self::Ranks(ranks) => Some(&**ranks),
            Self::Memory | Self::Disk(_) => None,
        }
    }
}

/// Why there is no oracle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OracleError {
    /// The positions could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The oracle cannot be on disk.
    #[error("only the oracle of gra is a table that can be kept in a file")]
    InMemory,
    /// The processes cannot go on together.
    #[error(transparent)]
    Ranks(#[from] RanksError),
}

impl OracleError {
    /// Whether there is none because somebody said stop.
    pub const fn is_stopped(&self) -> bool {
        matches!(self, Self::Solve(SolveError::Stopped { .. }))
    }

    /// Whether one process of several ended with this, and the others need not have heard of it.
    pub const fn is_of_one_rank(&self) -> bool {
        matches!(
            self,
            Self::Ranks(RanksError::Alone { .. })
                | Self::Solve(SolveError::Ranks(RanksError::Alone { .. }))
        )
    }
}

/// Hears how far an oracle has come, and may end its work.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Retrograde analysis serves every game whose rules have a numbered space.
impl<R: Space + Send + Sync> Oracle<R> for Retrograde<R> {
    fn truth(&self, position: &R::Position) -> Option<Truth<R::Move>> {
        let solution = self.solve(position)?;
        Some(Truth {
            outcome: solution.value.outcome,
            grundy: Some(u64::from(solution.value.grundy)),
            winning_moves: solution.winning_moves,
        })
    }
}
