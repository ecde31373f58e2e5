//! Many tests on several sandboxes at once.

use crate::error::JudgeError;
use crate::report::{Judged, Outcome};
use crate::task::Task;
use crate::tests::Test;
use crate::verdict::Verdict;
use crate::workers::{Until, in_order};
use grundy_games::{Answers, Case};
use grundy_sandbox::{Run, Sandbox};
use std::sync::atomic::AtomicBool;

/// Where tests are run, and what is told meanwhile.
pub(crate) struct Bench<'a> {
    pub task: &'a Task<'a>,
    pub sandboxes: Vec<Sandbox>,
    pub stop: &'a AtomicBool,
    pub done: &'a (dyn Fn() + Sync),
}

impl Bench<'_> {
    /// Runs the tests and gives what came of each, in their order; tests without an input are left
    /// out, and so are, after a first failure that ends it, all tests behind it.
    ///
    /// Those that ran out of time by the clock, with less processor time than the limit, are run a second time,
    /// after all others and one by one: on a busy machine the first time says nothing about the program.
    /// When one runs out of time alone as well, the program waits by itself, and the rest of them count as
    /// they are. So a program that hangs costs its time once more, and not twice as much.
    pub fn run(&mut self, tests: &[Test], until: Until) -> Result<Vec<Judged>, JudgeError> {
        let mut judged = Vec::new();
        let mut from = 0;
        loop {
            let mut part = self.run_once(&tests[from..], until)?;
            self.run_again(&mut part)?;
            let last = part.last().map(|(i, last)| (*i, last.has_failed()));
            judged.extend(part.into_iter().map(|(_, one)| one));
            match (until, last) {
                // What is behind it is still to be done.
                (Until::FirstFailure, Some((i, false))) if from + i + 1 < tests.len() => {
                    from += i + 1;
                }
                _ => return Ok(judged),
            }
        }
    }

    fn run_once(
        &mut self,
        tests: &[Test],
        until: Until,
    ) -> Result<Vec<(usize, Judged)>, JudgeError> {
        let (task, stop, done) = (self.task, self.stop, self.done);
        in_order(&mut self.sandboxes, tests.len(), until, |sandbox, i| {
            let judged = judge_test(task, sandbox, &tests[i], stop)?;
            done();
            Ok(judged.map(|one| {
                let failed = one.has_failed();
                (one, failed)
            }))
        })
    }

    /// A second time, alone, for those whose first says nothing.
    fn run_again(&mut self, judged: &mut [(usize, Judged)]) -> Result<(), JudgeError> {
        let sandbox = self.sandboxes.first_mut().ok_or(JudgeError::NoSandbox)?;
        let limit = sandbox.limits().cpu.as_secs_f64();
        for (_, one) in judged
            .iter_mut()
            .filter(|(_, one)| one.outcome.has_waited(limit))
        {
            if let Some(again) = judge_test(self.task, sandbox, &one.test, self.stop)? {
                *one = again;
            }
            if one.outcome.has_waited(limit) {
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
    let size = if task.is_program() {
        task.only(&case)?.solve()?.size
    } else {
        None
    };
    Ok(Some(Judged {
        outcome,
        test,
        length,
        size,
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
    let form = task.answer_form();
    let verdict = verdict(&form, sandbox, &run, &case.answer)?;
    let verdict = of_move(task, &form, case.position(), verdict)?;
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
    /// Whether it ran out of time, and not out of the processor time that it has.
    fn has_waited(&self, limit: f64) -> bool {
        matches!(self.verdict, Verdict::TimeLimit { .. }) && self.cpu_seconds < limit
    }
}

/// A word that is no answer of any game.
const NO_ANSWER: &str = "?";

/// What the program says of an input about which nobody knows the right answer, its words separated by single
/// spaces; or the verdict when that is no answer to one position.
pub(crate) fn alone(
    form: &Answers,
    sandbox: &mut Sandbox,
    input: &str,
    stop: &AtomicBool,
) -> Result<Result<String, Verdict>, JudgeError> {
    let run = sandbox.run(input.as_bytes(), stop)?;
    match verdict(form, sandbox, &run, NO_ANSWER)? {
        Verdict::NotStarted { why } => Err(JudgeError::NotStarted { why }),
        // Nothing is right here, so that everything of the right form is this.
        Verdict::WrongAnswer { got, .. } => Ok(Ok(got)),
        Verdict::Accepted => Ok(Err(Verdict::Malformed {
            why: "no answer".to_owned(),
            got: NO_ANSWER.to_owned(),
        })),
        verdict => Ok(Err(verdict)),
    }
}

/// The verdict where answers are moves: any move that wins is right.
pub(crate) fn of_move(
    task: &Task<'_>,
    form: &Answers,
    position: &str,
    verdict: Verdict,
) -> Result<Verdict, JudgeError> {
    match (form, verdict) {
        (Answers::Move { loss }, Verdict::WrongAnswer { expected, got }) if *loss != got => {
            let mut options = task.only_of(position)?.options()?.into_iter();
            let played = options.find(|choice| choice.is_named(&got));
            let why = match played.and_then(|choice| choice.wins) {
                Some(true) => return Ok(Verdict::Accepted),
                Some(false) => "a move that loses",
                None => "no legal move",
            };
            let got = format!("{got} ({why})");
            Ok(Verdict::WrongAnswer { expected, got })
        }
        (_, verdict) => Ok(verdict),
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

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn who_has_processor_time_left_is_asked_again() {
        let outcome = |cpu_seconds| Outcome {
            test: "one".into(),
            verdict: Verdict::TimeLimit { why: String::new() },
            seconds: 1.3,
            cpu_seconds,
            memory: 0,
        };
        assert!(outcome(0.7).has_waited(1.0));
        assert!(!outcome(1.01).has_waited(1.0));
        let accepted = Outcome {
            verdict: Verdict::Accepted,
            ..outcome(0.7)
        };
        assert!(!accepted.has_waited(1.0));
    }
}
