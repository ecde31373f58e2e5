//! Saved games, and games against several opponents from positions up to the limits of the task, and a failure among these
//! made smaller.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy_games::generate::Random;
use grundy_games::sum::{Step, Sum};
use grundy_games::{Position, Request};
use grundy_sandbox::Sandbox;

use crate::JudgeError;
use crate::cases::{limits, options, random_requests};
use crate::interactive::game::Played;
use crate::interactive::lines::lines;
use crate::interactive::opponents::Opponent;
use crate::interactive::{Failed, Found, GamesReport, Judging, replies};
use crate::plan::{JudgeProgress, Phase};
use crate::report::Minimality;
use crate::task::{Task, if_any};
use crate::workers::in_order;
use grundy_sweep::shrink::shrink;

/// Positions have at most this many parts, unless the caller named limits: a longer input takes longer than the game.
const PARTS: u64 = 1000;
/// A game that two players who take as much as they can do not end in this number of moves is too long.
const SHORT: usize = 2000;
/// The judge breaks off a game after this number of moves, unless the numbers of its position add up to at most `SUM`: with
/// large numbers a player who takes little makes it endless, and a program may run out of time in it without a fault. Each
/// move of a rules program takes the judge some hundredths of a second, so that `SUM` moves would take hours.
pub const LONGEST: usize = 5000;
const SUM: i128 = 200_000;
/// How long to look for a shorter line from a position that was made smaller.
const SHORTER: Duration = Duration::from_secs(5);

/// A game to be played.
struct Test<'a> {
    name: String,
    start: Sum,
    /// The first replies of the judge, of a saved game.
    kept: Option<&'a [String]>,
    opponent: Opponent,
}

impl Judging<'_> {
    /// Plays the saved games, or from positions at the limits, or from random ones; `None` if there are none.
    pub(super) fn large(
        &self,
        sandboxes: &mut [Sandbox],
        phase: Phase,
    ) -> Result<Option<Found>, JudgeError> {
        let tests = self.tests(phase)?;
        if tests.is_empty() {
            return Ok(None);
        }
        let first = self.plan.judge.first;
        let most = (phase != Phase::Saved).then_some(self.plan.judge.every_time);
        (self.progress)(JudgeProgress::Begin(phase, tests.len() as u64, most));
        let deadline = most.map(|most| Instant::now() + most);
        let played = in_order(
            sandboxes,
            tests.len(),
            |played: &Option<(Played, bool)>| {
                first && played.as_ref().is_some_and(|(game, _)| game.has_failed())
            },
            |sandbox, i| {
                if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                    return Ok(None);
                }
                let test = &tests[i];
                let mut played = self.game(sandbox, &test.start, test.kept, test.opponent)?;
                self.found(phase, test.name.clone(), &test.start, &played);
                let made = replies(&played.plies);
                let mut kept = made.iter().zip(test.kept.unwrap_or_default());
                let is_kept = kept.all(|(made, kept)| made == kept);
                if !played.has_failed() {
                    played.plies = Vec::new();
                }
                (self.progress)(JudgeProgress::Test);
                Ok(Some((played, is_kept)))
            },
        )?;
        let mut report = GamesReport::new(phase);
        let mut failed = Vec::new();
        for (test, played) in tests.iter().zip(played) {
            let Some((played, is_kept)) = played else {
                report.left_out += 1;
                continue;
            };
            report.count(&test.name, &played);
            report.other_replies += u64::from(!is_kept);
            if played.has_failed() {
                failed.push((test, Failed::new(test.name.clone(), &test.start, played)));
            }
        }
        report.positions = report.games;
        let mut failed = failed.into_iter();
        let failed = match phase {
            Phase::Saved => failed.next().map(|(_, first)| first),
            _ => match failed.min_by_key(|(_, one)| telling(one)) {
                Some((test, one)) => Some(self.smaller(&mut sandboxes[0], test, one)?),
                None => None,
            },
        };
        Ok(Some((report, failed)))
    }

    /// Returns the games of a phase: the saved ones, from each position at the limits against all opponents, or from each
    /// random one against one of them.
    fn tests(&self, phase: Phase) -> Result<Vec<Test<'_>>, JudgeError> {
        let (task, plan) = (self.table.task, &self.plan.judge);
        if phase == Phase::Saved {
            let saved = self.plan.saved.iter().map(|game| {
                Ok(Test {
                    name: game.name.clone(),
                    start: self.table.start(&game.position)?,
                    kept: Some(&game.replies),
                    opponent: Opponent::Resisting,
                })
            });
            return saved.collect();
        }
        let requests: Vec<Vec<Request<'static>>> = match phase {
            Phase::Limits => limits(task, plan.seed)
                .map(|request| vec![request])
                .collect(),
            _ => (1..=plan.random)
                .map(|number| random_requests(task, number, plan.seed).collect())
                .collect(),
        };
        task.game.draw_ahead(&requests.concat())?;
        let mut tests = Vec::new();
        for (i, requests) in requests.into_iter().enumerate() {
            let mut drawn = requests.into_iter().map(|request| fitting(task, request));
            let Some((request, start)) = drawn.find_map(Result::transpose).transpose()? else {
                continue;
            };
            let opponents = match phase {
                Phase::Limits => &Opponent::ALL[..],
                _ => &Opponent::ALL[i % Opponent::ALL.len()..][..1],
            };
            tests.extend(opponents.iter().map(|&opponent| Test {
                name: format!("{}, {opponent}", options(&request)),
                start: start.clone(),
                kept: None,
                opponent,
            }));
        }
        Ok(tests)
    }

    /// Plays a game against an opponent; a second time, if the program took too long. Of a game that was played before, the
    /// judge makes the same replies for as long as they are legal.
    pub(super) fn game(
        &self,
        sandbox: &mut Sandbox,
        start: &Sum,
        kept: Option<&[String]>,
        opponent: Opponent,
    ) -> Result<Played, JudgeError> {
        let mut play = || {
            let mut random = Random::new(self.plan.judge.seed);
            let is_long = self.table.task.is_program() || start.total() > SUM;
            let is_cut = kept.is_none() && is_long;
            let most = if is_cut { LONGEST } else { usize::MAX };
            let mut kept = kept.unwrap_or_default().iter();
            self.table.play(sandbox, start, most, &mut |game| {
                let kept = kept.next().map(|line| game.now.played(line));
                match kept.transpose()?.flatten() {
                    Some(step) => Ok(step),
                    None => opponent.reply(self.table.values, game, &mut random),
                }
            })
        };
        let played = play()?;
        if played.verdict.is_about_time() && kept.is_none() {
            return play();
        }
        Ok(played)
    }

    /// Looks for a smaller position on which the program fails in the same way, and then for the shortest line from it.
    fn smaller(
        &self,
        sandbox: &mut Sandbox,
        test: &Test<'_>,
        mut failed: Failed,
    ) -> Result<Failed, JudgeError> {
        let Some(position) = failed.start.position().cloned() else {
            return Ok(failed);
        };
        if failed.played.verdict.is_about_time() {
            return Ok(failed);
        }
        (self.progress)(JudgeProgress::Shrink);
        let kind = failed.played.verdict.name();
        let (_, shrunk) = shrink(
            position,
            |position: &Arc<dyn Position>| position.simpler().into_iter().flatten(),
            |position| {
                let start = Sum::new(Arc::clone(position), self.table.task.case);
                let played = self.game(sandbox, &start, None, test.opponent)?;
                let fails = played.verdict.name() == kind;
                if fails {
                    (failed.start, failed.played) = (start, played);
                }
                Ok::<_, JudgeError>(fails)
            },
            self.plan.judge.shrinking,
        )?;
        failed.size = Minimality::Shrunk(shrunk);
        if failed.start.listed()?.is_none() {
            return Ok(failed);
        }
        let deadline = Instant::now() + SHORTER;
        let all = lines(&self.table, sandbox, &failed.start, Some(deadline))?;
        if let Some(played) = all.failed {
            failed.played = played;
            failed.is_shortest = all.is_complete;
        }
        Ok(failed)
    }
}

/// How much a failure tells, the most telling first: a short input that is not just about time.
pub(super) type Telling = (bool, usize, usize);

/// Returns how much a failure tells.
pub(super) fn telling(failed: &Failed) -> Telling {
    let is_about_time = failed.played.verdict.is_about_time();
    (
        is_about_time,
        failed.start.text().len(),
        failed.played.plies.len(),
    )
}

/// Draws a position. Unless the caller named limits, its numbers are as small as it takes for a game that ends.
fn fitting(
    task: &Task<'_>,
    mut request: Request<'static>,
) -> Result<Option<(Request<'static>, Sum)>, JudgeError> {
    if !task.has_own_limits && !task.is_program() {
        request.n = request.n.min(PARTS);
    }
    loop {
        let Some(position) = if_any(task.game.draw(&request))? else {
            return Ok(None);
        };
        let state = Sum::new(position, task.case);
        if task.has_own_limits || task.is_program() || is_short(&state)? {
            return Ok(Some((request, state)));
        }
        if request.m <= 1 && request.n <= 1 {
            return Ok(None);
        }
        (request.m, request.n) = (request.m.div_ceil(4), request.n.div_ceil(2));
    }
}

/// Returns whether a game from a position can be played: its moves can be found by their lines, and it ends soon if both
/// players take as much as they can.
fn is_short(start: &Sum) -> Result<bool, JudgeError> {
    const DRAWN: usize = 4;
    let drawn = start.some_moves(1, 0)?;
    let is_numbered = drawn.iter().all(Step::is_numbered);
    if !is_numbered && start.moves().is_err() {
        return Ok(false);
    }
    let mut state = start.clone();
    for seed in 0..SHORT as u64 {
        let drawn = state.some_moves(DRAWN, seed)?;
        let most = drawn.iter().max_by_key(|step| step.taken());
        match most {
            Some(step) => state = state.after(step),
            None => return Ok(true),
        }
    }
    Ok(false)
}
