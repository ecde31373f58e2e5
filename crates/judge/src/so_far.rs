//! The failure that tells most while a program is judged: it is reported at once, and kept for a report before the end.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::JudgeError;
use crate::plan::JudgeProgress;

/// The failure with the lowest rank so far, the first one of those.
pub(crate) struct SoFar<R, F>(pub Mutex<Option<(R, F)>>);

impl<R: PartialOrd, F: Clone> SoFar<R, F> {
    /// Stores a failure of a test and reports why it failed, unless the stored one has at most its rank.
    pub fn add(
        &self,
        progress: &dyn Fn(JudgeProgress),
        (test, why): (String, String),
        (rank, failure): (R, F),
    ) {
        let mut so_far = self.lock();
        if so_far.as_ref().is_none_or(|(best, _)| rank < *best) {
            progress(JudgeProgress::Failed { test, why });
            *so_far = Some((rank, failure));
        }
    }

    /// Returns the error of a result together with the failure, and the error alone if there is no failure.
    pub fn or<T>(
        &self,
        result: Result<T, JudgeError>,
    ) -> Result<Result<T, (JudgeError, F)>, JudgeError> {
        match (result, &*self.lock()) {
            (Err(error), Some((_, failure))) => Ok(Err((error, failure.clone()))),
            (result, _) => result.map(Ok),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<(R, F)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
