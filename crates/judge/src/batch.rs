//! Many tests on several sandboxes at once.

use crate::error::JudgeError;
use crate::report::{Judged, Outcome};
use crate::task::Task;
use crate::tests::Test;
use crate::verdict::Verdict;
use grundy_games::{Answers, Case};
use grundy_sandbox::{Run, Sandbox};
use std::io;
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
    pub task: &'a Task<'a>,
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
        let (task, stop, done) = (self.task, self.stop, self.done);
        let jobs = self.sandboxes.len();
        let work = |sandbox: &mut Sandbox| -> Result<Vec<(usize, Judged)>, JudgeError> {
            let mut judged = Vec::new();
            loop {
                // Numbers are given out in order, so everything before a failure is in work already.
                let i = next.fetch_add(1, Ordering::SeqCst);
                let end = until == Until::FirstFailure && i > first_failure.load(Ordering::SeqCst);
                let Some(test) = tests.get(i).filter(|_| !end) else {
                    return Ok(judged);
                };
                let one = match judge_test(task, sandbox, test, stop) {
                    Ok(Some(one)) => one,
                    Ok(None) => {
                        done();
                        continue;
                    }
                    Err(error) => {
                        // Nobody needs to start on another.
                        next.store(tests.len(), Ordering::SeqCst);
                        return Err(error);
                    }
                };
                if !one.outcome.verdict.is_accepted() {
                    first_failure.fetch_min(i, Ordering::SeqCst);
                }
                judged.push((i, one));
                done();
            }
        };
        let work = &work;
        let parts: Vec<_> = thread::scope(|scope| {
            let workers = self
                .sandboxes
                .iter_mut()
                .map(|sandbox| thread::Builder::new().spawn_scoped(scope, move || work(sandbox)))
                .collect::<io::Result<Vec<_>>>()
                .inspect_err(|_| next.store(tests.len(), Ordering::SeqCst))
                .map_err(|source| JudgeError::Threads { jobs, source })?;
            let join = thread::ScopedJoinHandle::join;
            Ok::<_, JudgeError>(workers.into_iter().map(join).collect())
        })?;
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
            let sandbox = self.sandboxes.first_mut().ok_or(JudgeError::NoSandbox)?;
            if let Some(again) = judge_test(self.task, sandbox, &one.test, self.stop)? {
                *one = again;
            }
            if one.outcome.has_waited() {
                break;
            }
        }
        Ok(())
    }

    /// Runs the program once on the first sandbox.
    pub fn run_one(&mut self, name: &str, case: &Case) -> Result<Outcome, JudgeError> {
        let sandbox = self.sandboxes.first_mut().ok_or(JudgeError::NoSandbox)?;
        judge_one(self.task, sandbox, name, case, self.stop)
    }
}

/// Runs the program on a test; `None` when the test has no input.
fn judge_test(
    task: &Task<'_>,
    sandbox: &mut Sandbox,
    test: &Test,
    stop: &AtomicBool,
) -> Result<Option<Judged>, JudgeError> {
    let Some((name, case)) = test.make(task)? else {
        return Ok(None);
    };
    let outcome = judge_one(task, sandbox, &name, &case, stop)?;
    let (test, length) = (test.clone(), case.input.len());
    Ok(Some(Judged {
        outcome,
        test,
        length,
    }))
}

fn judge_one(
    task: &Task<'_>,
    sandbox: &mut Sandbox,
    name: &str,
    case: &Case,
    stop: &AtomicBool,
) -> Result<Outcome, JudgeError> {
    let run = sandbox.run(case.input.as_bytes(), stop)?;
    let verdict = verdict(&task.answer_form(), sandbox, &run, &case.answer)?;
    if let Verdict::NotStarted { why } = verdict {
        return Err(JudgeError::NotStarted { why });
    }
    Ok(Outcome {
        test: name.to_owned(),
        verdict,
        seconds: run.wall.as_secs_f64(),
        cpu_seconds: run.cpu.as_secs_f64(),
        memory: run.peak_memory,
    })
}

impl Outcome {
    /// Whether it ran out of time, and was at work for less than half of it.
    fn has_waited(&self) -> bool {
        self.verdict == Verdict::TimeLimit && self.cpu_seconds < self.seconds / 2.0
    }
}

/// The verdict about the run that the sandbox has just done.
pub(crate) fn verdict(
    form: &Answers,
    sandbox: &Sandbox,
    run: &Run,
    answer: &str,
) -> Result<Verdict, JudgeError> {
    let positions = answer.split_ascii_whitespace().count();
    let of = |text: &str| form.form(positions, text);
    Verdict::new(run, sandbox.stdout(), answer, of).map_err(JudgeError::Output)
}
