//! One sweep in one process or in several.
//!
//! Several processes (ranks) check each block together; a block has as many batches as the slowest rank checks in
//! some tenths of a second. If each rank stores a part of the oracle, the oracle decides which rank checks which
//! positions. Otherwise a rank takes the batches whose index in the block modulo the number of ranks is its own
//! number. After each block every rank has the sum of all tallies. All ranks therefore always have the same state;
//! rank 0 writes it to the checkpoint, and the checkpoint does not depend on the number of ranks.

use std::ops::Range;
use std::time::Duration;

use grundy_games::ranks::{Ranks, RanksError};
use grundy_games::{Error, Game, Place, Tally};
use grundy_records::checkpoint::Checkpoint;
use grundy_records::plan::SweepPlan;
use serde::{Deserialize, Serialize};

use crate::stage::FETCHED;
use crate::{SweepError, VERSION, keep};

/// The processes that carry out a sweep.
#[derive(Clone, Copy)]
pub(crate) enum Team<'a> {
    /// This process alone.
    Alone,
    /// This process and others.
    Ranks(&'a dyn Ranks),
}

/// A rank's result of a block; `None` after a stop request.
pub(crate) type Found = Result<Option<Tally>, Error>;

impl<'a> Team<'a> {
    /// Returns the processes that share an oracle in this place.
    pub(crate) fn of(place: &'a Place) -> Self {
        place.ranks().map_or(Self::Alone, Self::Ranks)
    }

    /// Returns the batches of a block that this process checks.
    pub(crate) fn share_of(self, batches: impl Iterator<Item = Range<u64>>) -> Vec<Range<u64>> {
        match self {
            Self::Alone => batches.collect(),
            Self::Ranks(ranks) => batches.skip(ranks.rank()).step_by(ranks.size()).collect(),
        }
    }

    /// Returns the number of threads of all processes.
    pub(crate) fn threads(self) -> Result<u64, RanksError> {
        let here = rayon::current_num_threads();
        let Self::Ranks(ranks) = self else {
            return Ok(here as u64);
        };
        let messages = ranks.share(&to_bytes(&here))?;
        let threads = messages
            .iter()
            .map(|message| from_bytes::<u64>(ranks, message));
        threads.sum()
    }

    /// Returns the most batches that a block may have if their oracle values are read from this place.
    pub(crate) fn most_batches(self, place: &Place) -> u64 {
        match (self, place) {
            (Self::Ranks(ranks), _) => FETCHED * ranks.size() as u64,
            (Self::Alone, Place::Disk(_)) => FETCHED,
            (Self::Alone, _) => u64::MAX,
        }
    }

    /// Returns the sum of all processes' tallies of a block and the time of the slowest process. This process found
    /// `found` in `took`.
    pub(crate) fn add(self, found: Found, took: Duration) -> Result<(Found, Duration), SweepError> {
        let Self::Ranks(ranks) = self else {
            return Ok((found, took));
        };
        let result = found.as_ref().map_err(ToString::to_string);
        let messages = ranks.share(&to_bytes(&(result, took)))?;
        let mut sum = Some(Tally::default());
        let mut failed = None;
        let mut longest = took;
        for (rank, message) in messages.iter().enumerate() {
            let (result, took) =
                from_bytes::<(Result<Option<Tally>, String>, Duration)>(ranks, message)?;
            longest = longest.max(took);
            match result {
                Ok(tally) => sum = sum.zip(tally).map(|(sum, tally)| sum.merge(tally)),
                Err(what) => failed = failed.or(Some(SweepError::Elsewhere { rank, what })),
            }
        }
        match (found, failed) {
            (Err(error), _) => Ok((Err(error), longest)),
            (Ok(_), Some(elsewhere)) => Err(elsewhere),
            (Ok(_), None) => Ok((Ok(sum), longest)),
        }
    }

    /// Returns this process's value once all processes have one. If a process failed or was stopped, all processes
    /// return an error.
    pub(crate) fn agree<T>(self, mine: Result<T, SweepError>) -> Result<T, SweepError> {
        match self {
            Self::Alone => mine,
            Self::Ranks(ranks) => agree(ranks, mine),
        }
    }

    /// Returns the initial state. Rank 0 makes it with `first` and sends it to the other ranks. All ranks must have
    /// the same game, positions and plan.
    pub(crate) fn begin<T>(
        self,
        game: &dyn Game,
        plan: SweepPlan,
        first: impl FnOnce() -> Result<(Checkpoint, Option<T>), SweepError>,
    ) -> Result<(Checkpoint, Option<T>), SweepError> {
        let Self::Ranks(ranks) = self else {
            return first();
        };
        let begun = of_first(ranks, first)?;
        let is_same = if ranks.rank() == 0 {
            Ok(())
        } else {
            keep::check(&begun.0, game, plan).map_err(SweepError::Differs)
        };
        agree(ranks, is_same)?;
        Ok(begun)
    }

    /// Wraps an error that occurred only in this process, so that the other processes are informed.
    pub(crate) fn alone(self, error: SweepError) -> SweepError {
        match self {
            Self::Alone => error,
            Self::Ranks(ranks) => RanksError::alone(ranks, &error).into(),
        }
    }
}

/// The outcome of a step in one rank.
#[derive(Serialize, Deserialize)]
enum RankOutcome {
    Well,
    Stopped { checked: u64 },
    Wrong(String),
}

fn agree<T>(ranks: &dyn Ranks, mine: Result<T, SweepError>) -> Result<T, SweepError> {
    let outcome = match &mine {
        Ok(_) => RankOutcome::Well,
        Err(SweepError::Stopped { checked }) => RankOutcome::Stopped { checked: *checked },
        // The other ranks may be at any point of their work and do not receive messages now.
        Err(error) if error.is_of_one_rank() => return mine,
        Err(error) => RankOutcome::Wrong(error.to_string()),
    };
    let messages = ranks.share(&to_bytes(&outcome))?;
    let mine = mine?;
    let mut stopped = None;
    for (rank, message) in messages.iter().enumerate() {
        match from_bytes(ranks, message)? {
            RankOutcome::Well => {}
            RankOutcome::Stopped { checked } => stopped = Some(SweepError::Stopped { checked }),
            RankOutcome::Wrong(what) => return Err(SweepError::Elsewhere { rank, what }),
        }
    }
    stopped.map_or(Ok(mine), Err)
}

/// Returns the state that rank 0 makes.
fn of_first<T>(
    ranks: &dyn Ranks,
    first: impl FnOnce() -> Result<(Checkpoint, Option<T>), SweepError>,
) -> Result<(Checkpoint, Option<T>), SweepError> {
    let begun = (ranks.rank() == 0).then(first);
    let message = begun.as_ref().map(|begun| match begun {
        Ok((state, _)) => Ok(state.to_bytes()),
        Err(error) => Err(error.to_string()),
    });
    let messages = ranks.share(&to_bytes(&message))?;
    if let Some(begun) = begun {
        return begun;
    }
    let message = messages.first().map(Vec::as_slice).unwrap_or_default();
    match from_bytes::<Option<Result<Vec<u8>, String>>>(ranks, message)? {
        Some(Ok(state)) => {
            let state = Checkpoint::from_bytes(&state, VERSION);
            let state = state.map_err(|error| RanksError::alone(ranks, &error))?;
            Ok((state, None))
        }
        Some(Err(what)) => Err(SweepError::Elsewhere { rank: 0, what }),
        None => Err(RanksError::alone(ranks, "rank 0 says nothing").into()),
    }
}

fn to_bytes(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("what ranks say has a form in JSON")
}

fn from_bytes<'a, T: Deserialize<'a>>(
    ranks: &dyn Ranks,
    message: &'a [u8],
) -> Result<T, RanksError> {
    serde_json::from_slice(message).map_err(|error| RanksError::alone(ranks, &error))
}
