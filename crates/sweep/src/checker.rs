//! How positions are checked.

use std::ops::Range;

use grundy_games::{Closure, Draw, Error, Game, Place, Solved, Tally};

use crate::stage::Stage;
use crate::together;

/// How a batch of positions is checked.
pub(crate) enum Checker<'a> {
    Oracle(Box<dyn Solved + 'a>),
    /// Of the size that was turned to last, if any.
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

    /// Gets ready to check a block, and says which of its positions are to be checked here, in batches.
    pub(crate) fn turn_to(
        &mut self,
        stage: &Stage,
        indices: Range<u64>,
        place: &Place,
    ) -> Result<Vec<Range<u64>>, Error> {
        let here = match self {
            Self::Oracle(space) => space.turn_to(stage.size, indices.clone())?,
            Self::Closure(game, check) => {
                if check.as_ref().is_none_or(|(size, _)| *size != stage.size) {
                    // What was said of the size before is not needed any more.
                    *check = None;
                    *check = Some((stage.size, game.closure(stage.size)?));
                }
                None
            }
            Self::Random(..) => None,
        };
        Ok(match (here, place.ranks()) {
            (Some(here), _) => here
                .into_iter()
                .flat_map(|part| stage.batches(part))
                .collect(),
            (None, Some(ranks)) => together::mine(ranks, stage.batches(indices).collect()),
            (None, None) => stage.batches(indices).collect(),
        })
    }
}
