//! A program checked against itself, on positions far too large for any oracle.
//!
//! The program is asked about a position and about positions that its moves lead to. Whatever the game, a
//! position called lost has no move to one called lost, one called won has such a move, and the number of
//! winning moves is the number of those. The rules alone are used, for answers and for positions: no closed form.
//! Where a position has more than [`MOVES`] moves, that number of them is drawn at random, and only what they show
//! by themselves counts.
//!
//! It is the argument of [`grundy_game::closure`], in which a program takes the place of our closed form:
//! a program that agrees with itself on *every* position below one is right about that one. Agreement on
//! some shows no more than that these answers do not contradict each other.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use grundy_game::closure::{Moves, examine};
use grundy_game::generate::Random;
use grundy_game::sum::one_line;
use grundy_game::{Choice, Draw, Error, Form, Outcome, Position, Request};
use grundy_records::checkpoint::Found;
use grundy_sandbox::Sandbox;
use grundy_sweep::compare::Check;
use grundy_sweep::shrink::shrink;
use serde::{Deserialize, Serialize};

use crate::JudgeError;
use crate::cases::{any_length, draws};
use crate::kept::{compared, planned, verify};
use crate::phases::SoFar;
use crate::plan::{JudgePlan, JudgeProgress};
use crate::report::Tried;
use crate::task::{Task, if_any};
use crate::verdict::{self, Ended, Verdict};

/// The most moves of a position that are followed.
pub const MOVES: usize = 32;
/// Kinds of sizes, which come by turns.
const KINDS: u64 = 3;
/// The largest extent and number of parts of a small position.
const SMALL: u64 = 40;
/// The most bytes of an answer.
const ANSWER: usize = 1001;

/// What came of checking a program against itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClosureReport {
    /// The game's name.
    pub game: String,
    /// Whether no answer contradicts another, and each has the form of an answer.
    pub consistent: bool,
    /// The number of different positions that were examined.
    pub positions: u64,
    /// The number of draws of a position that was examined before.
    pub repeated: u64,
    /// The number of positions of which every move was followed.
    pub whole: u64,
    /// The number of positions that the program called lost.
    pub lost: u64,
    /// The number of moves that were followed.
    pub moves: u64,
    /// The length of the longest input of an examined position, in bytes.
    pub longest: usize,
    /// A position about which the program contradicts itself, as small as could be found.
    pub contradiction: Option<Contradiction>,
    /// Why the check ended after a contradiction was found and before it was as small as could be: an error of the game, or a
    /// request to stop.
    pub ended_by: Option<String>,
    /// What the sandbox cannot guarantee on this machine.
    #[serde(skip_deserializing)]
    pub shortcomings: Vec<&'static str>,
    /// How long it all took.
    pub seconds: f64,
}

/// A position and its moves, about which the program's answers contradict each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// The input.
    pub input: String,
    /// The position, where the input is another text.
    pub position: Option<String>,
    /// The program's answer.
    pub answer: String,
    /// What cannot be.
    pub why: String,
    /// The moves that were followed, with the program's answers to the positions that they lead to; winning moves first.
    pub moves: Vec<FollowedMove>,
    /// The verdict, where the program did not answer at all.
    pub verdict: Option<Verdict>,
    /// Whether no position one step simpler has a contradiction of its own.
    pub minimal: bool,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowedMove {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The position that it leads to, in the game's own text; `None` where the game is over and has none.
    pub leads_to: Option<String>,
    /// The program's answer to that position.
    pub answer: Option<String>,
    /// What the player who makes it reaches by that answer.
    #[serde(rename = "wins", with = "crate::outcome")]
    pub reached: Outcome,
}

/// Checks a program against itself on as many random positions as the plan has random tests. `progress` is called
/// after each.
///
/// # Errors
/// When the sandbox or the game fails, `plan.random` is 0, no position has the sizes that were asked for, or `stop`
/// becomes true.
pub fn closure(
    task: &Task<'_>,
    plan: &JudgePlan,
    stop: &AtomicBool,
    progress: &(dyn Fn(JudgeProgress) + Sync),
) -> Result<ClosureReport, JudgeError> {
    let begin = Instant::now();
    if plan.random == 0 {
        let message = "--random 0 leaves no position to check; --random has to be at least 1";
        return Err(JudgeError::Task(message.to_owned()));
    }
    if !task.answers.tells_outcome() {
        let why = "which does not tell who wins, so answers cannot be compared with each other";
        Err(format!("the answer is `{}`, {why}", task.answers))?;
    }
    task.game.about().asks_one()?;
    task.has_inputs(plan.seed)?;
    task.game.check_inputs()?;
    let mut sandboxes = plan.sandboxes()?;
    let mut check = OwnAnswers {
        of: (task, plan, stop),
        progress,
        so_far: SoFar(Mutex::default()),
    };
    let planned = planned(task, plan, "closure", [plan.random])?;
    let (parts, end) = compared(&mut check, plan, planned, (&mut sandboxes, 1), stop)?;
    let (mut report, mut ended_by) = match check.so_far.or(end)? {
        Ok(()) => {
            let found = parts.into_iter().map(|part| part.found.report());
            (found.reduce(|_, last| last).unwrap_or_default(), None)
        }
        Err((error, so_far)) => (so_far, Some(error)),
    };
    report.game = task.game.about().name.to_string();
    report.shortcomings = sandboxes[0].shortcomings();
    report.consistent = report.contradiction.is_none();
    if plan.shard.is_whole() && report.positions == 0 {
        return Err(task.no_tests());
    }
    if plan.shard.is_whole() && report.consistent && report.whole == 0 && report.moves == 0 {
        return Err(JudgeError::Task(format!(
            "nothing was compared: moves of {} lead to sums, and a program whose answer is a word, a move or a count \
             cannot be asked about a sum (with `answer: grundy` it can)",
            report.game
        )));
    }
    if let Some(found) = &mut report.contradiction
        && ended_by.is_none()
    {
        progress(JudgeProgress::Shrink);
        ended_by = simplify((task, plan, stop), &mut sandboxes[0], found).err();
    }
    report.ended_by = ended_by.map(|error| error.to_string());
    report.seconds = begin.elapsed().as_secs_f64();
    Ok(report)
}

/// The random positions as a check: the program's answer about each is compared with its answers one move further.
struct OwnAnswers<'a> {
    of: Checked<'a>,
    progress: &'a (dyn Fn(JudgeProgress) + Sync),
    so_far: SoFar<(), ClosureReport>,
}

/// What came of some positions, as the judge's checkpoint has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Followed {
    cases: u64,
    /// The number of draws that gave a position.
    draws: u64,
    /// What came of each different position, by a hash of its text.
    positions: BTreeMap<u64, ClosureReport>,
    contradiction: Option<Contradiction>,
}

impl Followed {
    /// Returns the sum over the different positions.
    fn report(self) -> ClosureReport {
        let repeated = self.draws - self.positions.len() as u64;
        let mut sum = ClosureReport {
            repeated,
            contradiction: self.contradiction,
            ..ClosureReport::default()
        };
        for one in self.positions.into_values() {
            sum.positions += one.positions;
            sum.whole += one.whole;
            sum.lost += one.lost;
            sum.moves += one.moves;
            sum.longest = sum.longest.max(one.longest);
        }
        sum
    }
}

impl Found for Followed {
    const KIND: [&'static str; 2] = Tried::KIND;
    const WHAT: &'static str = Tried::WHAT;

    fn add(&mut self, later: Self) {
        self.cases += later.cases;
        self.draws += later.draws;
        self.positions.extend(later.positions);
        self.contradiction = self.contradiction.take().or(later.contradiction);
    }

    fn cases(&self) -> u64 {
        self.cases
    }

    fn ends(&self) -> bool {
        self.contradiction.is_some()
    }
}

impl Check for OwnAnswers<'_> {
    type Worker = Sandbox;
    type Found = Followed;
    type Error = JudgeError;

    fn compare(
        &self,
        sandbox: &mut Sandbox,
        _: u32,
        number: Range<u64>,
    ) -> Result<Followed, JudgeError> {
        let mut found = Followed {
            cases: 1,
            ..Followed::default()
        };
        let (task, plan, _) = self.of;
        if let Some(position) = drawn(task, plan.seed, number.start)? {
            let mut hash = DefaultHasher::new();
            position.to_string().hash(&mut hash);
            let mut report = examined(self.of, sandbox, &position)?;
            if let Some(shown) = &report.contradiction {
                let test = one_line(&shown.input);
                let shown = (test, shown.why.clone());
                self.so_far.add(self.progress, shown, ((), report.clone()));
            }
            found.draws = 1;
            found.contradiction = report.contradiction.take();
            found.positions.insert(hash.finish(), report);
        }
        Ok(found)
    }

    /// A batch is one test.
    fn progress(&self, _: u64) {
        (self.progress)(JudgeProgress::Tests(1));
    }

    fn verify(&self, rules: &str) -> Result<(), JudgeError> {
        verify(self.of.0, self.of.1, rules)
    }
}

/// The task, how it is checked, and what stops it.
type Checked<'a> = (&'a Task<'a>, &'a JudgePlan, &'a AtomicBool);

/// Replaces a contradiction by one of the same kind on the simplest position that can be found.
fn simplify(
    of: Checked<'_>,
    sandbox: &mut Sandbox,
    simplest: &mut Contradiction,
) -> Result<(), JudgeError> {
    // Each try would take as long as the limit; and a game that draws its positions itself has simpler positions
    // only of those that its oracle has solved.
    let is_out_of_time = matches!(simplest.verdict, Some(Verdict::TimeLimit { .. }));
    if is_out_of_time || of.0.draws_itself() {
        return Ok(());
    }
    let kind = |found: &Contradiction| found.verdict.as_ref().map(Verdict::name);
    let position = simplest.position.as_ref().unwrap_or(&simplest.input);
    let position = of.0.position(position)?;
    let (_, shrunk) = shrink(
        position,
        |position| position.simpler().into_iter().flatten(),
        |position| {
            let found = examined(of, sandbox, position)?.contradiction;
            let Some(found) = found.filter(|found| kind(found) == kind(simplest)) else {
                return Ok(false);
            };
            *simplest = found;
            Ok::<_, JudgeError>(true)
        },
        of.1.shrinking,
    )?;
    simplest.minimal = shrunk.minimal;
    Ok(())
}

/// Draws the position of this number: by turns a small one, one as large as may be, and one of sizes
/// with any number of digits, so that of some all moves can be made.
fn drawn(task: &Task<'_>, seed: u64, number: u64) -> Result<Option<Arc<dyn Position>>, JudgeError> {
    let shapes = task.game.about().shapes.iter();
    // Shapes that the closed form makes would rest on it.
    let shapes = shapes.filter(|shape| !shape.by_closed_form && !task.draws_itself());
    let shapes: Vec<&str> = shapes.map(|shape| shape.name).collect();
    let shape = shapes.get((number / KINDS) as usize % shapes.len().max(1));
    let Some(&limit) = task.limits().first() else {
        return Ok(None);
    };
    for (draw, seed) in (0..).zip(draws(seed, number)) {
        let mut random = Random::new(seed);
        let mut up_to = |m: u64, n: u64| (any_length(&mut random, m), any_length(&mut random, n));
        let (m, n) = match number % KINDS {
            0 => up_to(limit.m.min(SMALL), limit.n.min(SMALL)),
            1 if draw == 0 => (limit.m, limit.n),
            _ => up_to(limit.m, limit.n),
        };
        let position = if_any(match shape {
            Some(shape) => task.game.draw(&Request { shape, m, n, seed }),
            None => task.game.drawn(&Draw { m, n, seed }, 0),
        })?;
        if position.is_some() {
            return Ok(position);
        }
    }
    Ok(None)
}

/// Asks the program about a position and about what its moves lead to, and compares the answers.
fn examined(
    (task, plan, stop): Checked<'_>,
    sandbox: &mut Sandbox,
    position: &Arc<dyn Position>,
) -> Result<ClosureReport, JudgeError> {
    let cases = &task.game.about().cases;
    let input = |position: &dyn Position| Ok::<_, Error>(cases.join(&[&position.input()?]));
    let own = input(&**position)?;
    let moves = moves(&**position, &task.answers, plan.seed)?;
    let mut report = ClosureReport {
        positions: 1,
        whole: (moves.unseen == 0).into(),
        longest: own.len(),
        ..ClosureReport::default()
    };
    let misere = task.game.about().misere;
    let form = task.form();
    let examined = examine((form.0, form.1), misere, position, moves, |asked| {
        let run = sandbox.run(input(&**asked)?.as_bytes(), stop)?;
        let printed = verdict::printed(&run, sandbox.stdout(), ANSWER)?;
        let read = printed.and_then(|text| verdict::read(&text, 1, form));
        read.map(|mut answers| answers.remove(0))
            .map_err(|verdict| Ended::By((Arc::clone(asked), verdict)))
    });
    match examined {
        Ok(examined) => {
            report.lost = examined.claim.loses().into();
            report.moves = examined.moves.len() as u64;
            report.contradiction = examined.contradiction.map(|shown| Contradiction {
                answer: examined.answer,
                why: match examined.moves[..] {
                    [] => format!("the game is over here: {shown}"),
                    _ => format!("by the answers to what the moves lead to: {shown}"),
                },
                moves: followed(examined.moves),
                ..Contradiction::new(&**position, own)
            });
        }
        Err(Ended::Failed(error)) => return Err(error),
        // The program broke down on this position, or its answer has no form of an answer.
        Err(Ended::By((asked, verdict))) => {
            report.contradiction = Some(Contradiction {
                why: verdict.to_string(),
                verdict: Some(verdict),
                ..Contradiction::new(&*asked, input(&*asked)?)
            });
        }
    }
    Ok(report)
}

/// Returns the moves to follow: all, or some at random where there are many.
fn moves(position: &dyn Position, form: &Form, seed: u64) -> Result<Moves, Error> {
    let drawn = || position.random_moves(MOVES, seed);
    let (mut choices, most) = match position.moves() {
        Ok(moves) if moves.len() <= MOVES => {
            let most = moves.len() as u64;
            (moves, most)
        }
        Ok(moves) => (drawn()?, moves.len() as u64),
        Err(Error::TooManyMoves(most)) => (drawn()?, most),
        Err(error) => return Err(error),
    };
    if !form.adds_up() {
        // A program that is asked about the parts of a sum says something about the sum only by Grundy values.
        choices.retain(|choice| choice.leads_to.len() <= 1);
    }
    let unseen = most.saturating_sub(choices.len() as u64);
    Ok(Moves { choices, unseen })
}

impl Contradiction {
    fn new(position: &dyn Position, input: String) -> Self {
        Self {
            position: Some(position.to_string()).filter(|text| *text != input),
            input,
            ..Self::default()
        }
    }
}

/// Returns the moves that were followed, winning ones first, with the answers to the parts of what each leads to.
fn followed(moves: Vec<(Choice, Vec<String>)>) -> Vec<FollowedMove> {
    let moves = moves.into_iter().map(|(choice, answers)| {
        let goes_on = !choice.leads_to.is_empty();
        FollowedMove {
            leads_to: goes_on.then(|| choice.target() + "\n"),
            answer: goes_on.then(|| answers.join(" + ")),
            reached: choice.outcome.map_or(Outcome::P, Outcome::reversed),
            name: choice.name,
        }
    });
    let mut moves: Vec<FollowedMove> = moves.collect();
    moves.sort_by_key(|one| Reverse(one.reached));
    moves
}
