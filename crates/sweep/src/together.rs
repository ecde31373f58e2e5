//! One sweep in several processes.
//!
//! All of them go from block to block together; a block has as many batches as the slowest of them does in
//! some tenths of a second. What is checked where says the oracle, where each rank has a part of it; otherwise
//! every rank takes the batches whose place in the block, divided by the number of ranks, leaves its own
//! number. After each block everybody knows what came of it. So all ranks have the same state at any time,
//! the first one keeps it, and it says nothing of how many they were.

use std::ops::Range;
use std::time::Duration;

use grundy_games::ranks::{Ranks, RanksError};
use grundy_games::{Entry, Error, Tally};
use grundy_records::checkpoint::Checkpoint;
use grundy_records::plan::SweepPlan;
use serde::{Deserialize, Serialize};

use crate::{SweepError, VERSION, keep};

/// The batches of a block that are this rank's.
pub(crate) fn mine(ranks: &dyn Ranks, batches: Vec<Range<u64>>) -> Vec<Range<u64>> {
    let of_rank = batches.into_iter().skip(ranks.rank());
    of_rank.step_by(ranks.size()).collect()
}

/// The threads of all ranks.
pub(crate) fn threads(ranks: &dyn Ranks) -> Result<u64, RanksError> {
    let heard = ranks.share(&to_bytes(&rayon::current_num_threads()))?;
    let threads = heard.iter().map(|said| from_bytes::<u64>(ranks, said));
    threads.sum()
}

/// What all ranks have found in a block, and how long the slowest of them took, when this one has found that
/// in so long; `None` when any of them was told to stop.
pub(crate) fn add(
    ranks: &dyn Ranks,
    found: Result<Option<Tally>, Error>,
    took: Duration,
) -> Result<(Result<Option<Tally>, Error>, Duration), SweepError> {
    let said = match &found {
        Ok(tally) => Ok(tally),
        Err(error) => Err(error.to_string()),
    };
    let heard = ranks.share(&to_bytes(&(said, took)))?;
    let mut sum = Some(Tally::default());
    let mut failed = None;
    let mut longest = took;
    for (rank, said) in heard.iter().enumerate() {
        let (said, took) = from_bytes::<(Result<Option<Tally>, String>, Duration)>(ranks, said)?;
        longest = longest.max(took);
        match said {
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

/// How something has gone in one rank.
#[derive(Serialize, Deserialize)]
enum Gone {
    Well,
    Stopped { checked: u64 },
    Wrong(String),
}

/// What this rank has, where all ranks have theirs. Where one of them has failed or was told to stop, and the others
/// would go on, all of them end.
pub(crate) fn agree<T>(ranks: &dyn Ranks, mine: Result<T, SweepError>) -> Result<T, SweepError> {
    let gone = match &mine {
        Ok(_) => Gone::Well,
        Err(SweepError::Stopped { checked }) => Gone::Stopped { checked: *checked },
        // The others may be anywhere: nobody hears.
        Err(error) if error.is_of_one_rank() => return mine,
        Err(error) => Gone::Wrong(error.to_string()),
    };
    let heard = ranks.share(&to_bytes(&gone))?;
    let mine = mine?;
    let mut stopped = None;
    for (rank, said) in heard.iter().enumerate() {
        match from_bytes(ranks, said)? {
            Gone::Well => {}
            Gone::Stopped { checked } => stopped = Some(SweepError::Stopped { checked }),
            Gone::Wrong(what) => return Err(SweepError::Elsewhere { rank, what }),
        }
    }
    stopped.map_or(Ok(mine), Err)
}

/// The state that the first rank begins with, which says it, or why there is none. All ranks have to have the
/// same game, positions and plan.
pub(crate) fn begin<T>(
    ranks: &dyn Ranks,
    game: &dyn Entry,
    plan: SweepPlan,
    first: impl FnOnce() -> Result<(Checkpoint, Option<T>), SweepError>,
) -> Result<(Checkpoint, Option<T>), SweepError> {
    let begun = of_first(ranks, first)?;
    let is_same = if ranks.rank() == 0 {
        Ok(())
    } else {
        keep::check(&begun.0, game, plan).map_err(SweepError::Differs)
    };
    agree(ranks, is_same)?;
    Ok(begun)
}

fn of_first<T>(
    ranks: &dyn Ranks,
    first: impl FnOnce() -> Result<(Checkpoint, Option<T>), SweepError>,
) -> Result<(Checkpoint, Option<T>), SweepError> {
    let begun = (ranks.rank() == 0).then(first);
    let said = begun.as_ref().map(|begun| match begun {
        Ok((state, _)) => Ok(state.to_bytes()),
        Err(error) => Err(error.to_string()),
    });
    let heard = ranks.share(&to_bytes(&said))?;
    if let Some(begun) = begun {
        return begun;
    }
    let said = heard.first().map(Vec::as_slice).unwrap_or_default();
    match from_bytes::<Option<Result<Vec<u8>, String>>>(ranks, said)? {
        Some(Ok(state)) => {
            let state = Checkpoint::from_bytes(&state, VERSION);
            let state = state.map_err(|error| RanksError::alone(ranks, &error))?;
            Ok((state, None))
        }
        Some(Err(what)) => Err(SweepError::Elsewhere { rank: 0, what }),
        None => Err(RanksError::alone(ranks, "rank 0 says nothing").into()),
    }
}

fn to_bytes(said: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(said).expect("what ranks say has a form in JSON")
}

fn from_bytes<'a, T: Deserialize<'a>>(ranks: &dyn Ranks, said: &'a [u8]) -> Result<T, RanksError> {
    serde_json::from_slice(said).map_err(|error| RanksError::alone(ranks, &error))
}
