//! The checks of a sweep behind one interface.

use std::ops::Range;

use grundy_games::{Closure, Draw, Error, Game, Solved, Tally};

use crate::stage::Batches;
use crate::team::Team;

/// A check of batches of positions.
pub(crate) enum Checker<'a> {
    Oracle(Box<dyn Solved + 'a>),
    /// Also stores the check of the current size.
    Closure(&'a dyn Game, Option<(u32, Closure<'a>)>),
    Random(&'a dyn Game, Draw),
}

impl Checker<'_> {
    pub(crate) fn check(&self, size: u32, batch: Range<u64>) -> Result<Tally, Error> {
        match self {
            Self::Oracle(space) => space.check(size, batch),
            Self::Closure(_, Some((_, check))) => check(batch),
            Self::Closure(game, None) => game.closure(size)?(batch),
            Self::Random(game, draw) => game.random_closure(draw, batch),
        }
    }

    /// Prepares the check of a block and returns the batches that this process checks.
    pub(crate) fn turn_to(
        &mut self,
        size: u32,
        indices: Range<u64>,
        batches: Batches,
        team: Team<'_>,
    ) -> Result<Vec<Range<u64>>, Error> {
        let here = match self {
            Self::Oracle(space) => space.turn_to(size, indices.clone())?,
            Self::Closure(game, check) => {
                if check.as_ref().is_none_or(|(of, _)| *of != size) {
                    // Frees the claims of the previous size first.
                    *check = None;
                    *check = Some((size, game.closure(size)?));
                }
                None
            }
            Self::Random(..) => None,
        };
        Ok(match here {
            Some(here) => here.into_iter().flat_map(|part| batches.of(part)).collect(),
            None => team.share_of(batches.of(indices)),
        })
    }
}
