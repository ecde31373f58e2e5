//! Oracles: every position of a game up to some size, solved from the rules alone.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use grundy_brute::ranks::{Ranks, check_memory};
use grundy_brute::solver;
use grundy_brute::{self as brute, Retrograde, SolveError, Space};

use crate::{Known, Outcome};

pub use grundy_brute::Progress;
pub use grundy_brute::gra::OnDisk;

/// The indices of the positions that can be looked up in this process; `None` for all that were asked for.
pub type Loaded = Option<Vec<Range<u64>>>;

/// An oracle that has solved every position of a game up to some size.
pub trait Oracle<R: Space>: Send + Sync {
    /// Loads the positions of a size with these indices, and returns which of them can be looked up in this
    /// process: by default all. Where each process has a part, all processes must turn to the same positions at the
    /// same time.
    ///
    /// # Errors
    /// When the outcomes cannot be read.
    fn turn_to(&mut self, _size: u32, _indices: Range<u64>) -> Result<Loaded, SolveError> {
        Ok(None)
    }

    /// Returns what the rules say of a position, and the exact set of winning moves in any order; `None` when it is larger than
    /// the sizes that were solved.
    fn truth(&self, position: &R::Position) -> Option<(Known, Vec<R::Move>)>;

    /// Appends the number of winning moves of each of the positions of a size with these indices, and ends before
    /// the first position that is not solved. An oracle overrides this where it can count for many positions at
    /// once.
    ///
    /// # Panics
    /// When the positions of this size are not numbered.
    fn counts(&self, rules: &R, size: u32, indices: Range<u64>, counts: &mut Vec<u32>) {
        counts.extend(indices.map_while(|index| {
            let (_, winning) = self.truth(&rules.position(size, index))?;
            Some(winning.len() as u32)
        }));
    }
}

/// Where an oracle stores the outcomes.
#[derive(Clone, Default)]
pub enum Place {
    /// In memory.
    #[default]
    Memory,
    /// In a file, with a part in memory: a [table of gra](grundy_brute::gra::DiskTable).
    Disk(OnDisk),
    /// In several processes, each of which creates this oracle. A [table of
    /// gra](grundy_brute::gra::Table) is divided among them; every other oracle is whole in each.
    Ranks(Arc<dyn Ranks>),
}

impl Place {
    /// Returns the processes, where there are several.
    pub fn ranks(&self) -> Option<&dyn Ranks> {
        match self {
            Self::Ranks(ranks) => Some(&**ranks),
            Self::Memory | Self::Disk(_) => None,
        }
    }
}

/// Solves every position up to a size by retrograde analysis: the oracle of a game without a better one.
///
/// # Errors
/// As [`TypedGame::oracle`](crate::TypedGame::oracle).
pub(crate) fn retrograde<R: Space + Send + Sync + 'static>(
    rules: R,
    up_to: u32,
    place: &Place,
    watch: Watch<'_>,
) -> Result<Box<dyn Oracle<R>>, SolveError> {
    let is_alone = match place {
        Place::Memory => true,
        Place::Disk(_) => return Err(SolveError::in_memory()),
        Place::Ranks(ranks) => {
            check_memory(Retrograde::bytes_needed(&rules, up_to), &**ranks)?;
            false
        }
    };
    let table = Retrograde::build(rules, up_to, |progress| match watch(progress) {
        ControlFlow::Break(()) if is_alone => ControlFlow::Break(()),
        // The other processes would wait for this one.
        _ => ControlFlow::Continue(()),
    });
    Ok(Box::new(table?))
}

impl From<solver::Solved> for Known {
    fn from(value: solver::Solved) -> Self {
        Self {
            outcome: match value.outcome {
                brute::Outcome::Draw => Outcome::Draw,
                decided => Outcome::of(decided.is_win()),
            },
            winning_moves: Some(value.winning.into()),
            grundy: value.grundy.map(u64::from),
            remoteness: value.length.map(u64::from),
        }
    }
}

/// Called with an oracle's progress; may end its work.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Retrograde analysis is an oracle of every game whose rules have a numbered space.
impl<R: Space + Send + Sync> Oracle<R> for Retrograde<R> {
    fn truth(&self, position: &R::Position) -> Option<(Known, Vec<R::Move>)> {
        let solution = self.solve(position)?;
        let value = solution.value;
        let known = Known {
            outcome: Outcome::of(value.outcome.is_win()),
            winning_moves: Some(solution.winning_moves.len() as u64),
            grundy: Some(value.grundy.into()),
            remoteness: Some(value.remoteness.into()),
        };
        Some((known, solution.winning_moves))
    }
}
