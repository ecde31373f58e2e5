//! One sweep in one process or in several.
//!
//! Several processes (ranks) check each block together; a block has as many batches as the slowest rank checks in
//! some tenths of a second. If each rank stores a part of the oracle, the oracle decides which rank checks which
//! positions. Otherwise a rank takes the batches whose index in the block modulo the number of ranks is its own
//! number. After each block every rank has the sum of all tallies. All ranks therefore always have the same state;
//! rank 0 writes it to the checkpoint, and the checkpoint does not depend on the number of ranks.

use std::ops::Range;

use grundy_game::Place;
use grundy_game::ranks::{Ranks, RanksError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::{CheckError, Problem};

/// The processes that carry out a check; `None` is this process alone.
#[derive(Clone, Copy)]
pub struct Team<'a>(Option<&'a dyn Ranks>);

/// Why a rank cannot go on.
#[derive(Serialize, Deserialize)]
enum Failure {
    Stopped { checked: u64 },
    Wrong(String),
}

impl<'a> Team<'a> {
    /// This process alone.
    pub const ALONE: Self = Self(None);

    /// Returns the processes that share an oracle in this place.
    pub(crate) fn of(place: &'a Place) -> Self {
        Self(place.ranks())
    }

    pub(crate) const fn is_alone(self) -> bool {
        self.0.is_none()
    }

    /// Returns whether this process makes the checkpoint.
    pub(crate) fn is_first(self) -> bool {
        self.0.is_none_or(|ranks| ranks.rank() == 0)
    }

    /// Returns the number of processes, if they are several.
    pub(crate) fn size(self) -> Option<u64> {
        self.0.map(|ranks| ranks.size() as u64)
    }

    /// Returns the batches of a block that this process compares.
    pub(crate) fn share_of(self, batches: Vec<Range<u64>>) -> Vec<Range<u64>> {
        let Some(ranks) = self.0 else {
            return batches;
        };
        let mine = batches.into_iter().skip(ranks.rank());
        mine.step_by(ranks.size()).collect()
    }

    /// Returns this process's value once all processes have one, and what each tells the others about its value, by
    /// rank. If a process failed or was stopped, all processes return an error.
    pub(crate) fn agree<T, S: Serialize + DeserializeOwned, E: Problem>(
        self,
        mine: Result<T, CheckError<E>>,
        tell: impl Fn(&T) -> S,
    ) -> Result<(T, Vec<S>), CheckError<E>> {
        let Some(ranks) = self.0 else {
            let mine = mine?;
            let told = vec![tell(&mine)];
            return Ok((mine, told));
        };
        // The other ranks may be at any point of their work and do not receive messages now.
        if let Err(error) = &mine
            && error.is_of_one_rank()
        {
            return mine.map(|mine| (mine, Vec::new()));
        }
        let message = mine.as_ref().map(&tell).map_err(|error| match error {
            CheckError::Stopped { checked } => Failure::Stopped { checked: *checked },
            error => Failure::Wrong(error.to_string()),
        });
        let message = serde_json::to_vec(&message).expect("what ranks say has a form in JSON");
        let messages = ranks.share(&message)?;
        let mine = mine?;
        let (mut told, mut stopped) = (Vec::new(), None);
        for (rank, message) in messages.iter().enumerate() {
            let message = serde_json::from_slice(message);
            match message.map_err(|error| RanksError::alone(ranks, &error))? {
                Ok(value) => told.push(value),
                Err(Failure::Stopped { checked }) => stopped = Some(checked),
                Err(Failure::Wrong(what)) => return Err(CheckError::Elsewhere { rank, what }),
            }
        }
        match stopped {
            None => Ok((mine, told)),
            Some(checked) => Err(CheckError::Stopped { checked }),
        }
    }

    /// Wraps an error that occurred only in this process, so that the other processes are informed.
    pub(crate) fn alone<E: Problem>(self, error: CheckError<E>) -> CheckError<E> {
        match self.0 {
            None => error,
            Some(ranks) => CheckError::Ranks(RanksError::alone(ranks, &error)),
        }
    }
}
