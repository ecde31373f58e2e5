//! The games of a program as a check: saved games, every line from small positions, and games against several opponents from
//! positions up to the limits of the task; and a failure among these made smaller.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy_game::generate::Random;
use grundy_game::sum::{Step, Sum, one_line};
use grundy_game::{Position, Request};
use grundy_records::checkpoint::{Found, Part};
use grundy_sandbox::Sandbox;
use grundy_sweep::CheckError;
use grundy_sweep::compare::{Check, Ready};
use grundy_sweep::shrink::shrink;
use serde::{Deserialize, Serialize};

use crate::JudgeError;
use crate::cases::{Test, options};
use crate::interactive::game::{Played, Table};
use crate::interactive::lines::lines;
use crate::interactive::opponents::Opponent;
use crate::interactive::{Failed, GamesReport, LostGame, Partly, Ply, replies};
use crate::kept::verify;
use crate::phases::Phases;
use crate::plan::{JudgeProgress, Keep, Phase};
use crate::report::{Minimality, Tried};
use crate::saved::SavedGame;
use crate::task::{Task, if_any};

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

/// The positions of a lost game with at most this many moves are reported.
const DRAWN: usize = 1000;

/// The games of a program. From each position at the limits all opponents play.
pub(super) struct Games<'a> {
    pub phases: Phases<'a, SavedGame, Telling, (Phase, Failed)>,
    pub table: Table<'a>,
}

/// A game to be played.
struct Game<'a> {
    name: String,
    start: Sum,
    /// The first replies of the judge, of a saved game.
    kept: Option<&'a [String]>,
    opponent: Opponent,
}

/// What came of some games, as the judge's checkpoint has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tally {
    cases: u64,
    pub report: GamesReport,
    /// The game that tells most: of saved ones and from small positions the first one.
    pub failed: Option<Failed>,
    only_first: bool,
    /// Whether time was over before all lines from a small position were played.
    is_cut: bool,
}

impl Tally {
    const fn is_first(&self) -> bool {
        self.only_first || matches!(self.report.phase, Phase::Saved | Phase::Every)
    }
}

impl Found for Tally {
    const KIND: [&'static str; 2] = Tried::KIND;
    const WHAT: &'static str = Tried::WHAT;

    fn add(&mut self, later: Self) {
        self.cases += later.cases;
        self.report.add(later.report);
        self.only_first = later.only_first;
        self.is_cut |= later.is_cut;
        let is_first = self.is_first();
        let old = self.failed.as_ref().map(telling);
        let tells_more = |new: &Failed| old.is_none_or(|old| !is_first && telling(new) < old);
        if let Some(new) = later.failed.filter(tells_more) {
            self.failed = Some(new);
        }
    }

    fn cases(&self) -> u64 {
        self.cases
    }

    fn ends(&self) -> bool {
        let until_failure = self.only_first || self.report.phase == Phase::Every;
        self.is_cut || until_failure && self.failed.is_some()
    }

    fn ends_all(&self) -> bool {
        self.failed.is_some() && self.is_first()
    }
}

impl Check for Games<'_> {
    type Worker = Sandbox;
    type Found = Tally;
    type Error = JudgeError;

    fn prepare(&mut self, part: &Part<Tally>, to: u64) -> Result<Ready, CheckError<JudgeError>> {
        let plan = self.phases.plan;
        let is_timed = match Phase::ALL[part.stage as usize] {
            Phase::Saved => false,
            Phase::Every => plan.is_timed(),
            _ => matches!(plan.keep, Keep::Nothing),
        };
        let most = is_timed.then_some(plan.every_time);
        self.phases.ready(part, to, (most, 0))
    }

    fn compare(
        &self,
        sandbox: &mut Sandbox,
        stage: u32,
        cases: Range<u64>,
    ) -> Result<Tally, JudgeError> {
        let (phase, number) = (Phase::ALL[stage as usize], cases.start);
        let mut tally = Tally {
            cases: 1,
            only_first: self.phases.plan.first,
            ..Tally::default()
        };
        tally.report.phase = phase;
        let deadline = self.phases.deadline();
        if phase == Phase::Every {
            self.every(sandbox, number, deadline, &mut tally)?;
        } else if deadline.is_some_and(|deadline| Instant::now() > deadline) {
            tally.report.left_out = 1;
        } else if let Some(test) = self.test(phase, number)? {
            let played = self.game(sandbox, &test.start, test.kept, test.opponent)?;
            let made = replies(&played.plies);
            let mut kept = made.iter().zip(test.kept.unwrap_or_default());
            let is_kept = kept.all(|(made, kept)| made == kept);
            tally.report.positions = 1;
            tally.report.other_replies = u64::from(!is_kept);
            tally.report.count(&test.name, &played);
            tally.failed = self.found(phase, number, test.name, &test.start, played);
        }
        Ok(tally)
    }

    /// A batch is one test.
    fn progress(&self, _: u64) {
        (self.phases.progress)(JudgeProgress::Tests(1));
    }

    fn verify(&self, rules: &str) -> Result<(), JudgeError> {
        verify(self.table.task, self.phases.plan, rules)
    }
}

impl Games<'_> {
    /// Returns the game of this number; `None` if there is no such position.
    fn test(&self, phase: Phase, number: u64) -> Result<Option<Game<'_>>, JudgeError> {
        let test = self.phases.test(phase, number);
        if let Test::Saved(game) = test {
            return Ok(Some(Game {
                name: game.name.clone(),
                start: self.table.start(&game.position)?,
                kept: Some(&game.replies),
                opponent: Opponent::Resisting,
            }));
        }
        let opponent = Opponent::ALL[number as usize % Opponent::ALL.len()];
        let requests = test.requests(self.table.task);
        let mut drawn = requests.map(|request| fitting(self.table.task, request));
        let drawn = drawn.find_map(Result::transpose).transpose()?;
        Ok(drawn.map(|(request, start)| Game {
            name: format!("{}, {opponent}", options(&request)),
            start,
            kept: None,
            opponent,
        }))
    }

    /// Plays every line from a small position.
    fn every(
        &self,
        sandbox: &mut Sandbox,
        number: u64,
        deadline: Option<Instant>,
        tally: &mut Tally,
    ) -> Result<(), JudgeError> {
        let small = self.phases.small.as_ref();
        let Some((small, case)) = small.and_then(|small| Some((small, small.get(number)?))) else {
            return Ok(());
        };
        let start = self.table.start(case.position())?;
        let lines = lines(&self.table, sandbox, &start, deadline)?;
        let (size, index, of) = small.place(number);
        tally.report.add(lines.report);
        let report = &mut tally.report;
        (report.phase, report.positions) = (Phase::Every, 1);
        if let Some(played) = lines.failed {
            let test = one_line(&case.input);
            // The game has been counted as a line.
            report.count(&test, &played);
            report.games -= 1;
            tally.failed = self.found(Phase::Every, number, test, &start, played);
            if let Some(failed) = &mut tally.failed {
                failed.is_shortest = lines.is_complete;
            }
        } else if lines.is_cut {
            tally.is_cut = true;
            report.partly = Some(Partly {
                size,
                positions: index,
                of,
            });
        } else if index + 1 == of {
            report.up_to = Some(size);
        }
        Ok(())
    }

    /// Reports a game, if the program failed it, and no failure so far tells more. Returns it.
    fn found(
        &self,
        phase: Phase,
        number: u64,
        test: String,
        start: &Sum,
        played: Played,
    ) -> Option<Failed> {
        let shown = (test.clone(), played.verdict.to_string());
        let has_failed = played.has_failed();
        let failed = Failed {
            test,
            position: start.text(),
            played,
            number,
            is_shortest: false,
        };
        if !has_failed {
            return None;
        }
        let found = (telling(&failed), (phase, failed.clone()));
        self.phases.so_far.add(self.phases.progress, shown, found);
        Some(failed)
    }

    /// Describes the game that the program failed, made smaller if there is time, and plays it once more if that is still
    /// possible. `before` is the number of smaller positions, all of which it passed.
    pub fn lost(
        &self,
        sandbox: &mut Sandbox,
        phase: Phase,
        mut failed: Failed,
        before: Option<u64>,
        has_time: bool,
    ) -> Result<LostGame, JudgeError> {
        let mut start = self.table.start(&failed.position)?;
        let size = match before {
            Some(before) => Minimality::Smallest { before },
            None if has_time && phase != Phase::Saved => {
                self.smaller(sandbox, phase, &mut start, &mut failed)?
            }
            None => Minimality::AsIs,
        };
        let played = failed.played;
        let mut lost = LostGame {
            phase,
            test: failed.test,
            input: start.input()?,
            position: start.text(),
            outcome: self.table.values.outcome(&start)?,
            seat: played.seat,
            plies: played.plies,
            over: played.over,
            verdict: played.verdict,
            size,
            is_shortest: failed.is_shortest,
            came_again: None,
        };
        if lost.plies.len() <= DRAWN {
            let mut state = start.clone();
            for ply in &mut lost.plies {
                let Ok(next) = state.after_line(&ply.line) else {
                    return Ok(lost);
                };
                state = next;
                ply.position = Some(state.text());
            }
        }
        let replies = lost.replies();
        let Ok(again) = self.game(sandbox, &start, Some(&replies), Opponent::Resisting) else {
            return Ok(lost);
        };
        let lines = |plies: &[Ply]| plies.iter().map(|ply| ply.line.clone()).collect::<Vec<_>>();
        let is_same = again.verdict.name() == lost.verdict.name()
            && again.seat == lost.seat
            && lines(&again.plies) == lines(&lost.plies);
        lost.came_again = Some(is_same);
        lost.is_shortest &= is_same;
        Ok(lost)
    }

    /// Plays a game against an opponent; a second time, if the program took too long. Of a game that was played before, the
    /// judge makes the same replies for as long as they are legal.
    fn game(
        &self,
        sandbox: &mut Sandbox,
        start: &Sum,
        kept: Option<&[String]>,
        opponent: Opponent,
    ) -> Result<Played, JudgeError> {
        let mut play = || {
            let mut random = Random::new(self.phases.plan.seed);
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
        phase: Phase,
        start: &mut Sum,
        failed: &mut Failed,
    ) -> Result<Minimality, JudgeError> {
        let Some(position) = start.position().cloned() else {
            return Ok(Minimality::AsIs);
        };
        if failed.played.verdict.is_about_time() {
            return Ok(Minimality::AsIs);
        }
        (self.phases.progress)(JudgeProgress::Shrink);
        let kind = failed.played.verdict.name();
        let opponent = match phase {
            Phase::Every => Opponent::Resisting,
            _ => Opponent::ALL[failed.number as usize % Opponent::ALL.len()],
        };
        let (_, shrunk) = shrink(
            position,
            |position: &Arc<dyn Position>| position.simpler().into_iter().flatten(),
            |position| {
                let simpler = Sum::new(Arc::clone(position), self.table.task.case);
                let played = self.game(sandbox, &simpler, None, opponent)?;
                let fails = played.verdict.name() == kind;
                if fails {
                    (*start, failed.played) = (simpler, played);
                }
                Ok::<_, JudgeError>(fails)
            },
            self.phases.plan.shrinking,
        )?;
        if start.listed()?.is_some() {
            let deadline = Instant::now() + SHORTER;
            let all = lines(&self.table, sandbox, start, Some(deadline))?;
            if let Some(played) = all.failed {
                failed.played = played;
                failed.is_shortest = all.is_complete;
            }
        }
        Ok(Minimality::Shrunk(shrunk))
    }
}

/// How much a failure tells, the most telling first: a short input that is not just about time.
pub(super) type Telling = (bool, usize, usize);

/// Returns how much a failure tells.
pub(super) fn telling(failed: &Failed) -> Telling {
    let Played { verdict, plies, .. } = &failed.played;
    (verdict.is_about_time(), failed.position.len(), plies.len())
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
        let loops = task.game.about().loops;
        if task.has_own_limits || task.is_program() || loops || is_short(&state)? {
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
