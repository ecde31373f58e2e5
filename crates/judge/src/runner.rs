//! The tests of a program as a check: its answers are compared with the right ones.

use std::io::Read;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy_game::simpler::fewer;
use grundy_game::sum::one_line;
use grundy_game::{Case, Position};
use grundy_package::{SameAnswer, one_of_each};
use grundy_records::checkpoint::{Found as _, Part};
use grundy_sandbox::{End, RunReport, Sandbox};
use grundy_sweep::CheckError;
use grundy_sweep::compare::{Check, Ready};
use grundy_sweep::shrink::shrink;

use crate::JudgeError;
use crate::kept::verify;
use crate::phases::Phases;
use crate::plan::{JudgeProgress, Phase};
use crate::report::{Counterexample, Minimality, PhaseReport, TestOutcome, Tried};
use crate::saved::SavedTest;
use crate::task::{Task, are_inputs};
use crate::verdict::Verdict;

/// How much a failure tells, the most telling first: it is not about time, is of a small position, and has a short input, which is
/// soonest made simpler.
pub(crate) type Telling = (bool, bool, usize);

/// Returns how much a failed test tells.
pub(crate) fn telling(phase: Phase, failed: &TestOutcome) -> Telling {
    let is_late = matches!(failed.verdict, Verdict::TimeLimit { .. });
    let is_large = !is_late && phase != Phase::Every;
    (is_late, is_large, failed.input_bytes)
}

/// The tests of a program.
pub(crate) type Runner<'a> = Phases<'a, SavedTest, Telling, Counterexample>;

/// The large tests of a rules program that are run at a time: these are many, and a program that is too slow fails on
/// most of them.
const TOGETHER: u64 = 8;

/// A test that was made.
struct Made {
    number: u64,
    name: String,
    case: Case,
    /// Whether it is one position, which may share a run with others.
    holds_one: bool,
}

/// The most small positions in a run: as many as most tasks allow, for a program that fails after many. A run that fails is repeated
/// with fewer.
pub(crate) const TOGETHER_SMALL: u64 = 1000;

/// What came of a run on some tests.
struct Ran {
    report: RunReport,
    verdict: Verdict,
    /// The number of the first tests that pass; the next one fails, if there is one.
    right: usize,
    /// The tests that have to come before that one for it to fail; none if it fails alone.
    after: Vec<usize>,
}

impl Runner<'_> {
    /// Makes the input of a failed test once more, with the tests that come before it in its run: its name and its case; `None`
    /// if it has no input.
    pub fn input(
        &mut self,
        phase: Phase,
        failed: &TestOutcome,
    ) -> Result<Option<(String, Case)>, JudgeError> {
        let mut cases = Vec::new();
        for &number in failed.after.iter().chain([&failed.number]) {
            if let (Phase::Every, Some(small)) = (phase, &mut self.small) {
                small.again(number)?;
            }
            cases.extend(self.made(phase, number)?);
        }
        let all: Vec<&Made> = cases.iter().collect();
        let last = cases.last().map(|made| made.name.clone());
        Ok(last.map(|name| (name, self.input_of(&all))))
    }

    /// Returns the case of a run on these tests.
    fn input_of(&self, tests: &[&Made]) -> Case {
        match tests {
            [whole] if !whole.holds_one => whole.case.clone(),
            tests => {
                let cases: Vec<&Case> = tests.iter().map(|made| &made.case).collect();
                self.task.joined(&cases)
            }
        }
    }

    fn made(&self, phase: Phase, number: u64) -> Result<Option<Made>, JudgeError> {
        let _test = tracing::info_span!("making a test").entered();
        let (made, holds_one) = if phase == Phase::Every {
            let small = self.small.as_ref();
            let case = small.and_then(|small| small.get(number));
            let name = |case: &Case| one_line(&case.input);
            (case.map(|case| (name(case), case.clone())), true)
        } else {
            let test = self.test(phase, number);
            (test.make(self.task)?, test.holds_one())
        };
        Ok(made.map(|(name, case)| Made {
            number,
            name,
            case,
            holds_one,
        }))
    }

    /// Runs the program on some tests: each on its own, or as many in a run as an input of the task holds.
    fn run_tests(
        &self,
        sandbox: &mut Sandbox,
        phase: Phase,
        tests: Range<u64>,
        is_second: bool,
    ) -> Result<Tried, JudgeError> {
        let mut sum = self.nothing(phase);
        let mut next = tests.start;
        while next < tests.end && !sum.ends() {
            let (mut run, mut parts, mut is_whole) = (Vec::new(), 0, false);
            let cases = &self.task.game.about().cases;
            let most = match phase {
                Phase::Every => cases.most.min(TOGETHER_SMALL),
                _ => cases.most,
            };
            let begin = next;
            while next < tests.end && (run.len() as u64) < most && !is_whole {
                if let Some(made) = self.made(phase, next)? {
                    parts += self.parts(phase, &made);
                    let header = cases.header(&made.case.input);
                    let is_other = |first: &Made| cases.header(&first.case.input) != header;
                    is_whole = !made.holds_one;
                    let is_full = parts > cases.parts || is_whole;
                    if run.first().is_some_and(|first| is_full || is_other(first)) {
                        break;
                    }
                    run.push(made);
                }
                next += 1;
            }
            let mut one = self.run_together(sandbox, phase, &run, is_second)?;
            if let Some(failed) = one.report.failed().next() {
                next = failed.number + 1;
            }
            one.cases = next - begin;
            sum.add(one);
        }
        sum.tests = tests;
        Ok(sum)
    }

    /// What is known before a test.
    fn nothing(&self, phase: Phase) -> Tried {
        let mut tried = Tried {
            only_first: self.plan.first,
            until_late: phase != Phase::Every && self.task.is_claimed(),
            ..Tried::default()
        };
        tried.report.phase = phase;
        tried
    }

    /// Returns at most how many parts the position of a test has.
    fn parts(&self, phase: Phase, made: &Made) -> u64 {
        let words = || made.case.input.split_ascii_whitespace().count() as u64;
        if phase == Phase::Every || !made.holds_one {
            return words();
        }
        let mut requests = self.test(phase, made.number).requests(self.task);
        requests.next().map_or_else(words, |request| request.n)
    }

    /// Runs the program on these tests in one run, and counts those that pass up to the first that fails. Reports a
    /// failure that tells more than all before it, unless the test is to be run a second time.
    fn run_together(
        &self,
        sandbox: &mut Sandbox,
        phase: Phase,
        tests: &[Made],
        is_second: bool,
    ) -> Result<Tried, JudgeError> {
        let mut tried = self.nothing(phase);
        let Some(Made { number, name, .. }) = tests.last() else {
            return Ok(tried);
        };
        let cases: Vec<&Made> = tests.iter().collect();
        let Ran {
            report,
            verdict,
            right,
            after,
        } = self.ran(sandbox, &cases)?;
        let after = after.into_iter().map(|at| tests[at].number).collect();
        let (number, test) = match (tests.get(right), tests) {
            (Some(failed), _) => (failed.number, failed.name.clone()),
            (None, [_, _, ..]) => {
                let more = tests.len() - 1;
                (*number, format!("{} and {more} more", tests[0].name))
            }
            (None, _) => (*number, name.clone()),
        };
        let bytes = cases.iter().map(|made| made.case.input.len());
        let outcome = TestOutcome {
            input_bytes: if verdict.is_accepted() {
                bytes.sum()
            } else {
                cases[right].case.input.len()
            },
            test,
            verdict,
            seconds: report.wall.as_secs_f64(),
            counted_seconds: report.counted().as_secs_f64(),
            cpu_seconds: report.cpu.as_secs_f64(),
            memory: report.peak_memory,
            number,
            after,
        };
        let judged = cases[..(right + 1).min(cases.len())].iter();
        let judged: Vec<&Case> = judged.map(|made| &made.case).collect();
        for case in &judged {
            tried.answer.add(&SameAnswer::of(&case.answer));
        }
        let small = self.small.as_ref().filter(|_| phase == Phase::Every);
        tried.report = PhaseReport {
            phase,
            tests: judged.len() as u64,
            accepted: right as u64,
            up_to: small.and_then(|small| small.whole_size(number)),
            largest: judged.iter().filter_map(|case| case.size).max(),
            by_claim: judged.iter().filter(|case| case.by_claim).count() as u64,
            slowest: Some(outcome.clone()),
            memory: outcome.memory,
            ..PhaseReport::default()
        };
        if outcome.has_failed() && (is_second || !self.has_waited(&outcome)) {
            let all = outcome.after.iter().chain([&number]);
            let all = all.filter_map(|number| tests.iter().find(|made| made.number == *number));
            let case = self.input_of(&all.collect::<Vec<_>>());
            let found = Counterexample {
                phase,
                test: outcome.test.clone(),
                case,
                verdict: outcome.verdict.clone(),
                size: Minimality::of(&outcome),
            };
            let shown = (found.test.clone(), found.verdict.to_string());
            let rank = telling(phase, &outcome);
            self.so_far.add(self.progress, shown, (rank, found));
        }
        if phase != Phase::Every || outcome.has_failed() {
            tried.report.outcomes = vec![outcome];
        }
        Ok(tried)
    }

    /// Runs the program on these tests together; when that fails, on fewer of them, until it is known on which.
    fn ran(&self, sandbox: &mut Sandbox, tests: &[&Made]) -> Result<Ran, JudgeError> {
        let mut run =
            |tests: &[&Made]| run_case(self.task, sandbox, &self.input_of(tests), self.stop);
        let (mut report, mut verdict) = run(tests)?;
        // The first tests of this number pass, and with one more they fail.
        let (mut right, mut fail) = (0, tests.len());
        let mut after = Vec::new();
        if verdict.is_accepted() {
            right = fail;
        } else if tests.len() > 1 {
            while right + 1 < fail {
                let middle = usize::midpoint(right, fail);
                let tried = run(&tests[..middle])?;
                if tried.1.is_accepted() {
                    right = middle;
                } else {
                    fail = middle;
                    (report, verdict) = tried;
                }
            }
            let alone = run(&[tests[right]])?;
            if alone.1.is_accepted() {
                let fails = |before: &Vec<usize>| {
                    let list = before.iter().chain([&right]).map(|&at| tests[at]);
                    let tried = run(&list.collect::<Vec<_>>())?;
                    let fails = !tried.1.is_accepted();
                    if fails {
                        (report, verdict) = tried;
                    }
                    Ok::<_, JudgeError>(fails)
                };
                let all: Vec<usize> = (0..right).collect();
                (after, _) = shrink(
                    all,
                    |list| fewer(list[..].into()),
                    fails,
                    self.plan.shrinking,
                )?;
            } else {
                (report, verdict) = alone;
            }
        }
        Ok(Ran {
            report,
            verdict,
            right,
            after,
        })
    }

    fn has_waited(&self, one: &TestOutcome) -> bool {
        let limit = self.plan.limits.cpu.as_secs_f64();
        has_waited(&one.verdict, one.cpu_seconds, limit)
    }
}

impl Check for Runner<'_> {
    type Worker = Sandbox;
    type Found = Tried;
    type Error = JudgeError;

    fn prepare(&mut self, part: &Part<Tried>, to: u64) -> Result<Ready, CheckError<JudgeError>> {
        let is_every = Phase::ALL[part.stage as usize] == Phase::Every;
        let small = self.small.as_ref().filter(|_| is_every);
        let most = small.and_then(|small| small.most);
        let is_slow = self.task.is_claimed() && !is_every && !self.task.has_many();
        let together = if is_slow { TOGETHER } else { u64::MAX };
        let to = to.min(part.next.saturating_add(together));
        let before = part.found.report.tests;
        self.ready(part, to, (most, before))
    }

    fn compare(
        &self,
        sandbox: &mut Sandbox,
        stage: u32,
        tests: Range<u64>,
    ) -> Result<Tried, JudgeError> {
        self.run_tests(sandbox, Phase::ALL[stage as usize], tests, false)
    }

    /// Runs tests that ran out of time by the clock, with less processor time than the limit, a second time, after all
    /// others and one by one: on a busy machine the first time proves nothing about the program. When one runs out of
    /// time alone as well, the program waits by itself, and the rest of them count as they are. So a program that hangs
    /// costs its time once more, and not twice as much.
    fn again(&self, sandbox: &mut Sandbox, found: &mut [Tried]) -> Result<(), JudgeError> {
        let waited = |tried: &Tried| tried.report.failed().any(|one| self.has_waited(one));
        for tried in found {
            if waited(tried) {
                let (phase, tests) = (tried.report.phase, tried.tests.clone());
                *tried = self.run_tests(sandbox, phase, tests, true)?;
                if waited(tried) {
                    break;
                }
            }
        }
        Ok(())
    }

    fn progress(&self, tests: u64) {
        (self.progress)(JudgeProgress::Tests(tests));
    }

    fn verify(&self, rules: &str) -> Result<(), JudgeError> {
        verify(self.task, self.plan, rules)
    }
}

/// Runs the program on the input of a case of this task.
pub(crate) fn run_case(
    task: &Task<'_>,
    sandbox: &mut Sandbox,
    case: &Case,
    stop: &AtomicBool,
) -> Result<(RunReport, Verdict), JudgeError> {
    let run = sandbox.run(case.input.as_bytes(), stop)?;
    let positions = || Ok(task.game.read(case.position().as_bytes())?);
    let verdict = verdict(task, &run, sandbox.stdout(), &case.answer, positions)?;
    Ok((run, verdict))
}

/// Compares what a run printed with the right answers; `positions` are those of the input, which are read where answers other than
/// these may be right as well.
fn verdict(
    task: &Task<'_>,
    run: &RunReport,
    stdout: impl Read,
    right: &str,
    positions: impl Fn() -> Result<Vec<Arc<dyn Position>>, JudgeError>,
) -> Result<Verdict, JudgeError> {
    let mut read = None;
    let fault = |at: usize, got: &str| {
        fault(task, got, || {
            let positions = match &mut read {
                Some(positions) => positions,
                none => none.insert(positions()?),
            };
            let none = || "there are more right answers than positions".to_owned();
            Ok(positions.get(at).map(Arc::clone).ok_or_else(none)?)
        })
    };
    Verdict::new(run, stdout, right, task.form(), fault)
}

impl Task<'_> {
    /// Returns the verdict on what a program printed for an input, as an output validator: `right` is the answer file of a test, which
    /// may list all right answers. O(output), and the game is asked about moves only.
    ///
    /// # Errors
    /// When `right` is no answer of the task; where several moves may be right, when the input cannot be read, or is not its
    /// positions.
    pub fn verdict(
        &self,
        input: &[u8],
        right: &str,
        printed: &[u8],
    ) -> Result<Verdict, JudgeError> {
        let one = one_of_each(right);
        // Tools check that the answer file itself is accepted.
        let printed = if printed == right.as_bytes() {
            one.as_bytes()
        } else {
            printed
        };
        let run = RunReport {
            end: End::Code(0),
            stderr_tail: Vec::new(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            starved: Duration::ZERO,
            peak_memory: 0,
        };
        verdict(self, &run, printed, &one, || {
            let positions = self.game.read(input)?;
            are_inputs(self.game, &positions, "a move is not known from them")?;
            Ok(positions)
        })
    }
}

/// Returns what is wrong with an answer to a position that is not the known right one; `None` if it is right as well.
pub(crate) fn fault(
    task: &Task<'_>,
    got: &str,
    position: impl FnOnce() -> Result<Arc<dyn Position>, JudgeError>,
) -> Result<Option<&'static str>, JudgeError> {
    task.answers.fault(got, |name| {
        let named = position()?.named(name, task.case)?;
        Ok::<_, JudgeError>(named.and_then(|choice| choice.outcome))
    })
}

/// Returns whether a run took too long by the clock and had processor time left, of which `limit` seconds were allowed.
fn has_waited(verdict: &Verdict, cpu_seconds: f64, limit: f64) -> bool {
    matches!(verdict, Verdict::TimeLimit { .. }) && cpu_seconds < limit
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn a_program_with_processor_time_left_is_run_again() {
        let limit = Verdict::TimeLimit { why: String::new() };
        assert!(has_waited(&limit, 0.7, 1.0));
        assert!(!has_waited(&limit, 1.01, 1.0));
        assert!(!has_waited(&Verdict::Accepted, 0.7, 1.0));
    }
}
