//! The phases of a judge: the tests of each, and what is made ready of them; and the failure that tells most while a program is
//! judged, which is reported at once, and kept for a report before the end.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy_records::checkpoint::{Checkpoint, Found, Part};
use grundy_sweep::CheckError;
use grundy_sweep::compare::Ready;

use crate::JudgeError;
use crate::cases::{self, Test};
use crate::every::Small;
use crate::kept;
use crate::plan::{JudgePlan, JudgeProgress, Phase};
use crate::task::Task;

/// What a program is tried on. The stages of the check are phases, by their indices in [`Phase::ALL`], and the cases are the
/// tests of each. `S` is a saved test, and `F` a failure with its rank `R`.
pub(crate) struct Phases<'a, S, R, F> {
    pub task: &'a Task<'a>,
    pub plan: &'a JudgePlan,
    pub progress: &'a (dyn Fn(JudgeProgress) + Sync),
    pub stop: &'a AtomicBool,
    pub so_far: SoFar<R, F>,
    pub small: Option<Small<'a>>,
    /// The tests of all phases but that of small positions.
    tests: [Vec<Test<S>>; Phase::ALL.len()],
    begun: Option<Begun>,
}

/// The phase that was begun.
#[derive(Clone, Copy)]
struct Begun {
    stage: u32,
    /// The number of its tests whose positions are drawn.
    drawn: u64,
    /// When no further tests are begun.
    deadline: Option<Instant>,
}

impl<'a, S: Clone, R: PartialOrd, F: Clone> Phases<'a, S, R, F> {
    /// The phases of the plan, with each input at the limits this number of times. Where time is short, some small positions
    /// are left out if it `samples`.
    pub fn new(
        (task, plan): (&'a Task<'a>, &'a JudgePlan),
        (stop, progress): (&'a AtomicBool, &'a (dyn Fn(JudgeProgress) + Sync)),
        (saved, at_limits): (&[S], usize),
        samples: bool,
    ) -> Result<Self, JudgeError> {
        let is_tried = |phase| plan.phases.contains(&phase);
        let small = is_tried(Phase::Every).then(|| Small::new(task, plan, samples));
        Ok(Self {
            task,
            plan,
            progress,
            stop,
            so_far: SoFar(Mutex::default()),
            small: small.transpose()?,
            tests: Phase::ALL.map(|phase| {
                let tests = is_tried(phase).then(|| cases::tests(phase, task, plan, saved));
                let times = if phase == Phase::Limits { at_limits } else { 1 };
                let tests = tests.into_iter().flatten();
                tests.flat_map(|test| vec![test; times]).collect()
            }),
            begun: None,
        })
    }

    /// Returns the checkpoint of a check in which nothing is finished.
    pub fn planned<T: Found>(&self, check: &str) -> Result<Checkpoint<String, T>, JudgeError> {
        let all = Phase::ALL.map(|phase| match (phase, &self.small) {
            (Phase::Every, Some(small)) => small.all(),
            _ => self.tests[phase as usize].len() as u64,
        });
        kept::planned(self.task, self.plan, check, all)
    }

    /// Returns the test of a phase but that of small positions.
    pub fn test(&self, phase: Phase, number: u64) -> &Test<S> {
        &self.tests[phase as usize][number as usize]
    }

    /// Returns when no further tests are begun.
    pub fn deadline(&self) -> Option<Instant> {
        self.begun?.deadline
    }

    /// Makes the next tests of a part ready, at most up to `to`, and reports a phase that begins. It is to take at most this
    /// time; this number of tests were run before.
    pub fn ready<T>(
        &mut self,
        part: &Part<T>,
        to: u64,
        (most, tests): (Option<Duration>, u64),
    ) -> Result<Ready, CheckError<JudgeError>> {
        let (phase, next) = (Phase::ALL[part.stage as usize], part.next);
        let same = self.begun.filter(|begun| begun.stage == part.stage);
        let mut begun = same.unwrap_or_else(|| {
            (self.progress)(JudgeProgress::Begin(phase, part.to - next, most));
            Begun {
                stage: part.stage,
                drawn: next,
                deadline: most.map(|most| Instant::now() + most),
            }
        });
        let end = if let (Phase::Every, Some(small)) = (phase, &mut self.small) {
            small.prepare(next, to, tests)?
        } else {
            if begun.drawn <= next {
                let tests = &self.tests[phase as usize][next as usize..part.to as usize];
                let ahead = cases::draw_ahead(self.task, tests).map_err(JudgeError::from)?;
                begun.drawn = next + ahead as u64;
            }
            to.min(begun.drawn)
        };
        self.begun = Some(begun);
        Ok(Ready { end, mine: None })
    }
}

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
