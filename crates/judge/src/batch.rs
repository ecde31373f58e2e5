//! Many tests on several sandboxes at once.

use crate::error::JudgeError;
use crate::report::{Judged, Outcome};
use crate::tests::Test;
use crate::verdict::Verdict;
use grundy_games::{Case, Entry};
use grundy_sandbox::{Run, Sandbox};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// All tests. Those that ran out of time by the clock without having worked for most of it are run
    /// a second time, after all others and one by one: on a busy machine the first time says nothing
    /// about the program. When one runs out of time alone as well, the program waits by itself, and the
    /// rest of them count as they are.
    All,
    /// To the first test, in their order, that is not passed. All tests before it are run to their
    /// end, whatever the number of sandboxes; of those behind it some may be.
    FirstFailure,
}

/// Where tests are run, and what is told meanwhile.
pub(crate) struct Bench<'a> {
    pub game: &'a dyn Entry,
    pub sandboxes: Vec<Sandbox>,
    pub stop: &'a AtomicBool,
    pub done: &'a (dyn Fn() + Sync),
}

impl Bench<'_> {
    /// Runs the tests and gives what came of each, in their order; tests without an input are left
    /// out, and so are, after a first failure, all tests behind it.
    pub fn run(&mut self, tests: &[Test], until: Until) -> Result<Vec<Judged>, JudgeError> {
        let next = AtomicUsize::new(0);
        let first_failure = AtomicUsize::new(usize::MAX);
        let (game, stop, done) = (self.game, self.stop, self.done);
        let work = |sandbox: &mut Sandbox| -> Result<Vec<(usize, Judged)>, JudgeError> {
            let mut judged = Vec::new();
            loop {
                // Numbers are given out in order, so everything before a failure is in work already.
                let i = next.fetch_add(1, Ordering::SeqCst);
                let end = until == Until::FirstFailure && i > first_failure.load(Ordering::SeqCst);
                let Some(test) = tests.get(i).filter(|_| !end) else {
                    return Ok(judged);
                };
                let Some((name, case)) = test.make(game) else {
                    done();
                    continue;
                };
                let one = match judge_one(game, sandbox, &name, case, stop) {
                    Ok(one) => one,
                    Err(error) => {
                        // Nobody needs to start on another.
                        next.store(tests.len(), Ordering::SeqCst);
                        return Err(error);
                    }
                };
                if one.failed.is_some() {
                    first_failure.fetch_min(i, Ordering::SeqCst);
                }
                judged.push((i, one));
                done();
            }
        };
        let work = &work;
        let parts: Vec<_> = thread::scope(|scope| {
            let workers: Vec<_> = self
                .sandboxes
                .iter_mut()
                .map(|sandbox| scope.spawn(move || work(sandbox)))
                .collect();
            workers
                .into_iter()
                .map(thread::ScopedJoinHandle::join)
                .collect()
        });
        let mut judged = Vec::new();
        for part in parts {
            judged.extend(part.map_err(|_| JudgeError::Panicked)??);
        }
        judged.sort_unstable_by_key(|&(i, _)| i);
        let last = match until {
            Until::All => usize::MAX,
            Until::FirstFailure => first_failure.into_inner(),
        };
        let mut judged: Vec<Judged> = judged
            .into_iter()
            .take_while(|&(i, _)| i <= last)
            .map(|(_, judged)| judged)
            .collect();
        if until == Until::All {
            self.run_again(&mut judged)?;
        }
        Ok(judged)
    }

    /// A second time, alone, for those whose first says nothing.
    fn run_again(&mut self, judged: &mut [Judged]) -> Result<(), JudgeError> {
        for one in judged.iter_mut().filter(|one| one.outcome.has_waited()) {
            let Some(case) = one.failed.clone() else {
                continue;
            };
            *one = self.run_one(&one.outcome.test, case)?;
            if one.outcome.has_waited() {
                break;
            }
        }
        Ok(())
    }

    /// Runs the program once on the first sandbox.
    pub fn run_one(&mut self, name: &str, case: Case) -> Result<Judged, JudgeError> {
        let sandbox = self.sandboxes.first_mut().ok_or(JudgeError::NoSandbox)?;
        judge_one(self.game, sandbox, name, case, self.stop)
    }
}

fn judge_one(
    game: &dyn Entry,
    sandbox: &mut Sandbox,
    name: &str,
    case: Case,
    stop: &AtomicBool,
) -> Result<Judged, JudgeError> {
    let run = sandbox.run(case.input.as_bytes(), stop)?;
    let verdict = verdict(game, &run, &case);
    if let Verdict::NotStarted { why } = verdict {
        return Err(JudgeError::NotStarted { why });
    }
    let failed = (!verdict.is_accepted()).then_some(case);
    let outcome = Outcome {
        test: name.to_owned(),
        verdict,
        seconds: run.wall.as_secs_f64(),
        cpu_seconds: run.cpu.as_secs_f64(),
        memory: run.peak_memory,
    };
    Ok(Judged { outcome, failed })
}

impl Outcome {
    /// Whether it ran out of time, and was at work for less than half of it.
    fn has_waited(&self) -> bool {
        self.verdict == Verdict::TimeLimit && self.cpu_seconds < self.seconds / 2.0
    }
}

/// The verdict about a run on a case.
pub(crate) fn verdict(game: &dyn Entry, run: &Run, case: &Case) -> Verdict {
    let positions = case.answer.split_ascii_whitespace().count();
    Verdict::new(run, &case.answer, |text| {
        game.answer_form().form(positions, text)
    })
}
