//! A program that plays: it has to win from every position that it can win, whatever its opponent does, and to make legal
//! moves from all others.
//!
//! From small positions, in order of size, every line of replies is played, so that the first position on which the
//! program fails is the smallest, and its shortest line the shortest. From large ones several
//! [opponents](opponents::Opponent) play. The oracle gives the values of small positions, the closed form or the claim of a
//! rules program those of others.

mod game;
mod large;
mod lines;
pub mod opponents;
mod partner;
pub mod saved;
mod small;
mod state;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use grundy_games::{Position, Starts};
use grundy_sandbox::Sandbox;
use serde::Serialize;

pub use game::{Player, Ply};
pub use large::LONGEST;
pub use partner::Partner;

use crate::JudgeError;
use crate::cases::default_up_to;
use crate::interactive::game::{Cut, Played, Table, Turn};
use crate::interactive::saved::SavedGame;
use crate::interactive::state::{State, Values};
use crate::plan::{JudgePlan, JudgeProgress, Phase};
use crate::report::Minimality;
use crate::so_far::SoFar;
use crate::task::Task;
use crate::verdict::Verdict;

/// What to judge, and how thoroughly.
#[derive(Clone, Debug)]
pub struct InteractivePlan {
    /// The program, its limits for a game, and the number of tests. The phase of the original's tests is passed over.
    pub judge: JudgePlan,
    /// Who makes the first move; the player that the game names by default.
    pub starts: Option<Starts>,
    /// The longest time for one line of the program; that of the game by default.
    pub turn: Option<Duration>,
    /// Games to play before all others.
    pub saved: Vec<SavedGame>,
}

/// What came of the games of a phase.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GamesReport {
    /// Which one.
    pub phase: Phase,
    /// The number of games that were played; of small positions the number of lines.
    pub games: u64,
    /// The number of positions from which they began.
    pub positions: u64,
    /// Of small positions, the largest size of which every line from every position was played.
    pub up_to: Option<u32>,
    /// Of small positions, the size in which time was over.
    pub partly: Option<Partly>,
    /// The number of games that the judge broke off while the program could still give a win away: they decide nothing.
    pub unfinished: u64,
    /// The number of games that the judge broke off when the program could not win them any more.
    pub cut_short: u64,
    /// The number of games that were left out because time was over.
    pub left_out: u64,
    /// The number of saved games in which a reply that was kept was no legal move any more, so that the judge made another.
    pub other_replies: u64,
    /// The longest time of the program in a game, in seconds.
    pub slowest: f64,
    /// The largest memory of the program in a game, in bytes.
    pub memory: u64,
    /// The games that the program failed; of small positions the first one.
    pub failed: Vec<GameOutcome>,
    /// How long the phase took, in seconds.
    #[serde(skip)]
    pub seconds: f64,
}

/// A size of which not every line was played.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Partly {
    /// The size.
    pub size: u32,
    /// The number of its positions from which every line was played.
    pub positions: u64,
    /// The number of its positions.
    pub of: u64,
}

/// What came of one game.
#[derive(Clone, Debug, Serialize)]
pub struct GameOutcome {
    /// The start of the game: the name of the saved game, the position in one line, or the options of `grundy gen` that
    /// make it, and the opponent.
    pub test: String,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The time of the program in seconds.
    pub seconds: f64,
    /// Its memory in bytes.
    pub memory: u64,
}

/// A game that the program failed.
#[derive(Clone, Debug, Serialize)]
pub struct LostGame {
    /// The phase of the game.
    pub phase: Phase,
    /// The name of the game that it is or was made from.
    pub test: String,
    /// What the program read at the beginning.
    pub input: String,
    /// The position where the game began.
    pub position: String,
    /// Whether the player to move wins it.
    pub wins: bool,
    /// The word with which the program chose its seat.
    pub seat: Option<String>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The line that the judge wrote when the game was over.
    pub over: Option<String>,
    /// What the program made of it.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// How small the position is.
    pub size: Minimality,
    /// Whether all lines from this position were played, so that none on which the program fails is shorter.
    pub is_shortest: bool,
    /// Whether the program made the same moves when the judge made the same replies once more; `None` if that was not tried.
    pub came_again: Option<bool>,
}

impl LostGame {
    /// Returns the lines of the judge, each with its end.
    pub fn replies(&self) -> Vec<String> {
        replies(&self.plies)
    }
}

fn replies(plies: &[Ply]) -> Vec<String> {
    let replies = plies.iter().filter(|ply| ply.player == Player::Judge);
    replies.map(|ply| ply.line.clone()).collect()
}

/// All that came of judging a program that plays.
#[derive(Clone, Debug, Serialize)]
pub struct InteractiveReport {
    /// The game's name.
    pub game: String,
    /// Who made the first move.
    pub starts: Starts,
    /// Whether all games were passed.
    pub accepted: bool,
    /// Accepted, undecided, or the verdict about the game below.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The phases that were begun.
    pub phases: Vec<GamesReport>,
    /// Phases that were left out, because there was nothing more to learn.
    pub left_out: Vec<Phase>,
    /// A game that the program failed, as small and short as could be found.
    pub lost: Option<LostGame>,
    /// Whether the program made different moves after the same lines.
    pub is_random: bool,
    /// Why judging ended after a failure and before all games were played: an error of the game, or a request to stop.
    pub ended_by: Option<String>,
    /// What the sandbox cannot guarantee on this machine.
    pub shortcomings: Vec<&'static str>,
    /// How long it all took.
    pub seconds: f64,
}

/// The positions of a lost game with at most this many moves are reported.
const DRAWN: usize = 1000;

/// What all phases have in common.
struct Judging<'a> {
    plan: &'a InteractivePlan,
    table: Table<'a>,
    progress: &'a (dyn Fn(JudgeProgress) + Sync),
    so_far: SoFar<large::Telling, (Phase, Failed)>,
}

/// What came of a phase: its report, and the game that tells most.
struct Found {
    report: GamesReport,
    failed: Option<Failed>,
    is_random: bool,
}

/// A game that the program failed, and where it began.
#[derive(Clone)]
struct Failed {
    test: String,
    start: State,
    played: Played,
    size: Minimality,
    is_shortest: bool,
}

/// Judges a program that plays, phase by phase. After a failed saved game, and after a failure from a small position,
/// nothing more is played: no failure from a larger position tells more.
///
/// # Errors
/// As [`judge`](crate::judge::judge), and when a small position has too many moves for all of them to be played.
pub fn judge_interactive(
    task: &Task<'_>,
    plan: &InteractivePlan,
    stop: &AtomicBool,
    progress: &(dyn Fn(JudgeProgress) + Sync),
) -> Result<InteractiveReport, JudgeError> {
    let begin = Instant::now();
    task.has_answers(plan.judge.seed, plan.judge.up_to)?;
    let up_to = match plan.judge.up_to {
        Some(up_to) => up_to,
        None => default_up_to(task.game)?,
    };
    let values = Values::up_to(task, up_to)?;
    let starts = plan.starts.as_ref();
    let starts = starts.unwrap_or(&task.game.about().starts);
    if let Starts::Choose { first, second } = starts {
        task.tells_apart(first, second)?;
    }
    let judging = Judging {
        plan,
        table: Table {
            task,
            values: &values,
            starts,
            turn: plan.turn.unwrap_or(plan.judge.limits.wall),
            cpu: plan.judge.limits.cpu,
            stop,
        },
        progress,
        so_far: SoFar::new(),
    };
    let mut sandboxes = plan.judge.sandboxes()?;
    let (mut phases, mut left_out) = (Vec::new(), Vec::new());
    let (mut failed, mut is_random, mut ended_by) = (None, false, None);
    for phase in [Phase::Saved, Phase::Every, Phase::Limits, Phase::Random] {
        if !plan.judge.phases.contains(&phase) {
            continue;
        }
        let first = plan.judge.first;
        let ends = |(phase, _): &_| first || matches!(phase, Phase::Saved | Phase::Every);
        if failed.as_ref().is_some_and(ends) {
            left_out.push(phase);
            continue;
        }
        let start = Instant::now();
        let found = match phase {
            Phase::Saved => judging.saved(&mut sandboxes),
            Phase::Every => judging.every(&mut sandboxes, up_to).map(Some),
            _ => judging.large(&mut sandboxes, phase),
        };
        let found = match judging.so_far.or(found)? {
            Ok(found) => found,
            Err((error, so_far)) => {
                (failed, ended_by) = (Some(so_far), Some(error));
                break;
            }
        };
        let Some(mut found) = found else { continue };
        found.report.seconds = start.elapsed().as_secs_f64();
        phases.push(found.report);
        is_random |= found.is_random;
        if let Some(new) = found.failed
            && failed
                .as_ref()
                .is_none_or(|(_, old)| large::telling(&new) < large::telling(old))
        {
            failed = Some((phase, new));
        }
    }
    if ended_by.is_none() && phases.iter().all(|report| report.games == 0) {
        return Err(task.no_tests());
    }
    let lost = match failed {
        Some((phase, failed)) => Some(judging.lost(&mut sandboxes[0], phase, failed)?),
        None => None,
    };
    let unfinished = phases.iter().map(|report| report.unfinished).sum();
    let verdict = match &lost {
        Some(lost) => lost.verdict.clone(),
        None if unfinished > 0 => {
            let games = phases.iter().map(|report| report.games).sum();
            Verdict::Undecided { unfinished, games }
        }
        None => Verdict::Accepted,
    };
    Ok(InteractiveReport {
        game: task.game.about().name.to_string(),
        starts: starts.clone(),
        accepted: verdict.is_accepted(),
        verdict,
        phases,
        left_out,
        is_random: is_random
            || lost
                .as_ref()
                .is_some_and(|lost| lost.came_again == Some(false)),
        lost,
        ended_by: ended_by.map(|error| error.to_string()),
        shortcomings: sandboxes[0].shortcomings(),
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// A game against a program that writes these lines, whatever it reads, without a sandbox: its seat, the moves and the
/// verdict. For tests.
///
/// # Errors
/// When the game fails.
#[doc(hidden)]
pub fn play_lines(
    task: &Task<'_>,
    starts: &Starts,
    start: &Arc<dyn Position>,
    lines: &[&str],
    opponent: opponents::Opponent,
) -> Result<(Option<String>, Vec<Ply>, Verdict), JudgeError> {
    let values = Values::of(task);
    let table = Table {
        task,
        values: &values,
        starts,
        turn: Duration::MAX,
        cpu: Duration::MAX,
        stop: &AtomicBool::new(false),
    };
    let mut random = grundy_games::generate::Random::new(1);
    let mut reply = |turn: &Turn<'_>| opponent.reply(&values, turn, &mut random);
    let start = State::new(Arc::clone(start), task.case);
    let played = table.play_lines(&start, &mut lines.iter().copied(), &mut reply)?;
    Ok((played.seat, played.plies, played.verdict))
}

impl Judging<'_> {
    /// Reports and stores a game if the program failed it and no failure so far tells more.
    fn found(&self, phase: Phase, test: String, start: &State, played: &Played) {
        if !played.has_failed() {
            return;
        }
        let shown = (test.clone(), played.verdict.to_string());
        let failed = Failed::new(test, start, played.clone());
        let rank = large::telling(&failed);
        self.so_far
            .add(self.progress, shown, (rank, (phase, failed)));
    }

    /// Plays the saved games; `None` if there are none.
    fn saved(&self, sandboxes: &mut [Sandbox]) -> Result<Option<Found>, JudgeError> {
        let saved = &self.plan.saved;
        if saved.is_empty() {
            return Ok(None);
        }
        (self.progress)(JudgeProgress::Begin(Phase::Saved, saved.len() as u64, None));
        let mut report = GamesReport::new(Phase::Saved);
        let mut failed = None;
        for game in saved {
            let start = self.table.values.state(&game.position)?;
            let played = self.again(&mut sandboxes[0], &start, &game.replies)?;
            (self.progress)(JudgeProgress::Test);
            self.found(Phase::Saved, game.name.clone(), &start, &played);
            report.count(&game.name, &played);
            report.positions += 1;
            let made = replies(&played.plies);
            let is_kept = made
                .iter()
                .zip(&game.replies)
                .all(|(made, kept)| made == kept);
            report.other_replies += u64::from(!is_kept);
            if failed.is_none() && played.has_failed() {
                failed = Some(Failed::new(game.name.clone(), &start, played));
            }
            if self.plan.judge.first && failed.is_some() {
                break;
            }
        }
        Ok(Some(Found {
            report,
            failed,
            is_random: false,
        }))
    }

    /// Plays with these replies of the judge, and then as an opponent that resists.
    fn again(
        &self,
        sandbox: &mut Sandbox,
        start: &State,
        replies: &[String],
    ) -> Result<Played, JudgeError> {
        let mut random = grundy_games::generate::Random::new(self.plan.judge.seed);
        let opponent = opponents::Opponent::Resisting;
        let values = self.table.values;
        let mut resist = |turn: &Turn<'_>| opponent.reply(values, turn, &mut random);
        lines::again(&self.table, sandbox, start, replies, &mut resist)
    }

    /// Describes the game that the program failed, and plays it once more if that is still possible.
    fn lost(
        &self,
        sandbox: &mut Sandbox,
        phase: Phase,
        failed: Failed,
    ) -> Result<LostGame, JudgeError> {
        let (start, played) = (failed.start, failed.played);
        let mut lost = LostGame {
            phase,
            test: failed.test,
            input: start.input()?,
            position: start.text(),
            wins: self.table.values.wins(&start)?,
            seat: played.seat,
            plies: played.plies,
            over: played.over,
            verdict: played.verdict,
            size: failed.size,
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
        let Ok(again) = self.again(sandbox, &start, &lost.replies()) else {
            return Ok(lost);
        };
        let is_same = again.verdict.name() == lost.verdict.name();
        let lines = |plies: &[Ply]| plies.iter().map(|ply| ply.line.clone()).collect::<Vec<_>>();
        let is_same = is_same && again.seat == lost.seat;
        let is_same = is_same && lines(&again.plies) == lines(&lost.plies);
        lost.came_again = Some(is_same);
        lost.is_shortest &= is_same;
        Ok(lost)
    }
}

impl Failed {
    /// A game that may be made smaller.
    fn new(test: String, start: &State, played: Played) -> Self {
        Self {
            test,
            start: start.clone(),
            played,
            size: Minimality::AsIs,
            is_shortest: false,
        }
    }
}

impl GamesReport {
    fn new(phase: Phase) -> Self {
        Self {
            phase,
            ..Self::default()
        }
    }

    /// Counts a game.
    fn count(&mut self, test: &str, played: &Played) {
        self.games += 1;
        self.unfinished += u64::from(played.cut == Some(Cut::Undecided));
        self.cut_short += u64::from(played.cut == Some(Cut::Lost) && !played.has_failed());
        self.slowest = self.slowest.max(played.seconds);
        self.memory = self.memory.max(played.memory);
        if played.has_failed() {
            self.failed.push(GameOutcome {
                test: test.to_owned(),
                verdict: played.verdict.clone(),
                seconds: played.seconds,
                memory: played.memory,
            });
        }
    }
}
