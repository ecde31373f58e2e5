//! Progress reports of solvers to their callers, and requests to stop.

use std::ops::ControlFlow;

use crate::SolveError;

/// How far a solver has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions solved.
    pub boards: u64,
    /// Positions to be solved in all.
    pub of: u64,
}

/// Lets the work go on, whatever the progress.
pub const fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Counts solved positions, and reports them to the caller, who may stop the work.
pub(crate) struct Reporter<'a> {
    progress: Progress,
    report: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
}

impl<'a> Reporter<'a> {
    pub fn new(of: u64, report: &'a mut dyn FnMut(Progress) -> ControlFlow<()>) -> Self {
        let progress = Progress { boards: 0, of };
        Self { progress, report }
    }

    /// Reports that `solved` more positions are solved.
    ///
    /// # Errors
    /// When the caller stops the work.
    pub fn add(&mut self, solved: u64) -> Result<(), SolveError> {
        self.progress.boards += solved;
        match (self.report)(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(self.stopped()),
        }
    }

    pub const fn stopped(&self) -> SolveError {
        SolveError::Stopped {
            positions: self.progress.boards,
        }
    }
}
