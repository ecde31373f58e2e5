//! A program that plays: it has to win from every position that it can win, whatever its opponent does, and to make legal
//! moves from all others.
//!
//! From small positions, in order of size, every line of replies is played, so that the first position on which the
//! program fails is the smallest, and its shortest line the shortest. From large ones several
//! [opponents](opponents::Opponent) play. The oracle gives the values of small positions, the closed form or the claim of a
//! rules program those of others.

mod game;
mod games;
mod lines;
pub mod opponents;
mod partner;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use grundy_game::generate::Random;
use grundy_game::sum::{Sum, Values};
use grundy_game::{Outcome, Position, Starts};
use serde::{Deserialize, Serialize};

pub use game::Ply;
pub use games::LONGEST;
pub use grundy_game::sum::DRAWN;
pub use partner::Partner;

use crate::JudgeError;
use crate::cases::default_up_to;
use crate::interactive::game::{Match, Played, Table};
use crate::interactive::games::{Games, telling};
use crate::interactive::opponents::Opponent;
use crate::kept::{self, compared};
use crate::phases::Phases;
use crate::plan::{JudgePlan, JudgeProgress, Phase};
use crate::report::Minimality;
use crate::saved::SavedGame;
use crate::task::Task;
use crate::verdict::{Ended, Verdict};

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
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
    /// Whether the program made different moves after the same lines.
    pub is_random: bool,
    /// How long the phase took, in seconds.
    #[serde(skip)]
    pub seconds: f64,
}

/// A size of which not every line was played.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Partly {
    /// The size.
    pub size: u32,
    /// The number of its positions from which every line was played.
    pub positions: u64,
    /// The number of its positions.
    pub of: u64,
}

/// What came of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// Its outcome.
    #[serde(rename = "wins", with = "crate::outcome")]
    pub outcome: Outcome,
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

    /// Returns what is kept of the game in a file.
    pub fn to_save(&self) -> SavedGame {
        SavedGame {
            name: String::new(),
            position: self.position.clone(),
            replies: self.replies(),
        }
    }
}

fn replies(plies: &[Ply]) -> Vec<String> {
    let replies = plies.iter().filter(|ply| !ply.by_program);
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

/// A game that the program failed, and where it began.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Failed {
    test: String,
    position: String,
    played: Played,
    /// The number of the case.
    number: u64,
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
    task.game.about().asks_one()?;
    task.has_answers(plan.judge.seed, plan.judge.up_to)?;
    let up_to = plan.judge.up_to;
    let up_to = up_to.map_or_else(|| default_up_to(task.game), Ok)?;
    let values = Values::up_to(task.game, up_to)?;
    let starts = plan.starts.as_ref();
    let starts = starts.unwrap_or(&task.game.about().starts);
    if let Starts::Choose { first, second } = starts {
        task.tells_apart(first, second)?;
    }
    let mut judge = plan.judge.clone();
    // Dialogues have no such tests.
    judge.phases.retain(|phase| *phase != Phase::Original);
    let table = Table {
        task,
        values: &values,
        starts,
        turn: plan.turn.unwrap_or(judge.limits.wall),
        cpu: judge.limits.cpu,
        stop,
    };
    let saved = (&*plan.saved, Opponent::ALL.len());
    let phases = Phases::new((task, &judge), (stop, progress), saved, false)?;
    let mut check = Games { phases, table };
    let mut sandboxes = judge.sandboxes()?;
    let names = plan.saved.iter().map(|game| &*game.name);
    let names = names.collect::<Vec<_>>().join(" ");
    let turn = table.turn;
    let dialogues = format!("dialogues, {starts:?} starts, {turn:?} a line, saved {names}");
    let planned = check.phases.planned(&dialogues)?;
    let (parts, end) = compared(&mut check, &judge, planned, (&mut sandboxes, 1), stop)?;
    let (ended_by, so_far) = check.phases.so_far.or(end)?.err().unzip();
    let (played, left_out) = kept::phases(parts, &judge);
    let (mut phases, mut failed) = (Vec::new(), so_far);
    for (phase, mut found, seconds) in played {
        (found.report.phase, found.report.seconds) = (phase, seconds);
        phases.push(found.report);
        let old = failed.as_ref().map(|(_, old)| telling(old));
        let tells_more = |new: &Failed| old.is_none_or(|old| telling(new) < old);
        let new = found
            .failed
            .filter(|new| ended_by.is_none() && tells_more(new));
        failed = new.map(|new| (phase, new)).or(failed);
    }
    let games = phases.iter().map(|report| report.games).sum();
    if ended_by.is_none() && plan.judge.shard.is_whole() && games == 0 {
        return Err(task.no_tests());
    }
    let lost = match failed {
        Some((phase, failed)) => {
            let report = phases.iter().find(|report| report.phase == phase);
            let is_smallest = phase == Phase::Every && plan.judge.shard.is_whole();
            let before = report.filter(|_| is_smallest);
            let before = before.map(|report| report.positions - 1);
            let has_time = ended_by.is_none();
            Some(check.lost(&mut sandboxes[0], phase, failed, before, has_time)?)
        }
        None => None,
    };
    let unfinished = phases.iter().map(|report| report.unfinished).sum();
    let verdict = match &lost {
        Some(lost) => lost.verdict.clone(),
        None if unfinished > 0 => Verdict::Undecided { unfinished, games },
        None => Verdict::Accepted,
    };
    let is_other = lost.as_ref().and_then(|lost| lost.came_again) == Some(false);
    Ok(InteractiveReport {
        game: task.game.about().name.to_string(),
        starts: starts.clone(),
        accepted: verdict.is_accepted(),
        verdict,
        is_random: is_other || phases.iter().any(|report| report.is_random),
        phases,
        left_out,
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
    opponent: Opponent,
) -> Result<(Option<String>, Vec<Ply>, Verdict), JudgeError> {
    let values = Values::of(task.game);
    let table = Table {
        task,
        values: &values,
        starts,
        turn: Duration::MAX,
        cpu: Duration::MAX,
        stop: &AtomicBool::new(false),
    };
    let mut random = Random::new(1);
    let mut reply = |game: &Match| opponent.reply(&values, game, &mut random);
    let start = Sum::new(Arc::clone(start), task.case);
    let mut lines = lines.iter().copied();
    let mut exchange = |_: &str, longest, _| match lines.next() {
        Some(line) if line.len() > longest => Err(Ended::malformed("no line ends", line)),
        Some(line) => Ok(line.to_owned()),
        None => Err(Ended::By(Verdict::OutputEnded)),
    };
    let (mut played, last) = table.turns(&start, usize::MAX, &mut exchange, &mut reply)?;
    if last.is_some() {
        played.ends_with(lines.next().unwrap_or_default(), task.case);
    }
    Ok((played.seat, played.plies, played.verdict))
}

impl GamesReport {
    /// Adds other games.
    fn add(&mut self, later: Self) {
        self.phase = later.phase;
        self.games += later.games;
        self.positions += later.positions;
        self.up_to = self.up_to.max(later.up_to);
        self.partly = self.partly.take().or(later.partly);
        self.unfinished += later.unfinished;
        self.cut_short += later.cut_short;
        self.left_out += later.left_out;
        self.other_replies += later.other_replies;
        self.slowest = self.slowest.max(later.slowest);
        self.memory = self.memory.max(later.memory);
        self.failed.extend(later.failed);
        self.is_random |= later.is_random;
    }

    /// Counts a game.
    fn count(&mut self, test: &str, played: &Played) {
        self.games += 1;
        self.unfinished += u64::from(played.cut == Some(true));
        self.cut_short += u64::from(played.cut == Some(false) && !played.has_failed());
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
