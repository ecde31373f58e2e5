//! A program held against itself, on positions far too large for any oracle.
//!
//! The program is asked about a position and about positions that its moves lead to. Whatever the game, a
//! position called lost has no move to one called lost, one called won has such a move, and the number of
//! winning moves is the number of those. Nothing is known of the game but its rules: no closed form is
//! asked, neither for answers nor for positions. Where a position has more than [`MOVES`] moves, so many
//! are drawn at random, and only what they show by themselves counts.
//!
//! It is the argument of [`grundy_games::closure`], in which a program takes the place of our closed form:
//! a program that agrees with itself on *every* position below one is right about that one. Agreement on
//! some shows no more than that these answers do not contradict each other.

use crate::JudgeError;
use crate::batch::alone;
use crate::shrink::{Budget, shrink};
use crate::task::Task;
use crate::tests::{any_length, draws};
use crate::verdict::Verdict;
use crate::workers::{Until, in_order};
use grundy_games::generate::Random;
use grundy_games::{Answers, Choice, Draw, Error, Position, Request};
use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox};
use serde::Serialize;
use std::iter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// At most so many moves of a position are followed.
pub const MOVES: usize = 32;
/// Kinds of sizes, which come by turns.
const KINDS: u64 = 3;
/// The extent and the number of parts of a small position, at most.
const SMALL: u64 = 40;

/// What to hold against itself, and how thoroughly.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program.
    pub program: Program,
    /// How sandboxes are started.
    pub launcher: Launcher,
    /// What the program may use on one position.
    pub limits: Limits,
    /// How many positions to draw.
    pub positions: u64,
    /// What they are drawn from.
    pub seed: u64,
    /// How many are looked at at the same time, at least 1.
    pub jobs: usize,
    /// How long to make a contradiction smaller.
    pub shrinking: Budget,
}

/// All that came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game's name.
    pub game: String,
    /// Whether no answer contradicts another, and each has the form of one.
    pub consistent: bool,
    /// How many positions were drawn and looked at.
    pub positions: u64,
    /// Of how many of them every move was followed.
    pub whole: u64,
    /// How many of them the program called lost.
    pub lost: u64,
    /// How many moves were followed.
    pub moves: u64,
    /// The most bytes that one of the positions has.
    pub longest: usize,
    /// A position about which the program contradicts itself, as small as could be found.
    pub contradiction: Option<Contradiction>,
    /// What the sandbox cannot guarantee on this machine.
    pub shortcomings: Vec<&'static str>,
    /// How long it all took.
    pub seconds: f64,
}

/// A position and its moves, of which the program does not say the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The input.
    pub input: String,
    /// The position, where the input is something else.
    pub position: Option<String>,
    /// What the program says of it.
    pub answer: String,
    /// What cannot be.
    pub why: String,
    /// Moves that show it, with what the program says of the positions that they lead to.
    pub moves: Vec<Followed>,
    /// The verdict, where the program did not answer at all.
    pub verdict: Option<Verdict>,
    /// Whether no position one step simpler has a contradiction of its own.
    pub minimal: bool,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Followed {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The position that it leads to, in the game's own text; nothing where the game is over and has none.
    pub leads_to: Option<String>,
    /// What the program says of that.
    pub answer: Option<String>,
    /// Whether the program calls that lost, so that the move wins.
    pub wins: bool,
    /// The Grundy value of that, where the answers are Grundy values.
    pub grundy: Option<u64>,
}

/// What came of one position.
struct Examined {
    length: usize,
    moves: usize,
    /// Whether these are all moves, and each could be followed.
    whole: bool,
    lost: bool,
    contradiction: Option<Contradiction>,
}

/// An answer: winning moves, where they are counted, and who wins.
struct Answer {
    text: String,
    count: Option<u64>,
    grundy: Option<u64>,
    lost: bool,
}

/// Holds a program against itself.
///
/// # Errors
/// When the sandbox or the game fails, no position has the sizes that were asked for, or `stop` becomes
/// true.
pub fn closure(
    task: &Task<'_>,
    plan: &Plan,
    stop: &AtomicBool,
    done: &(dyn Fn() + Sync),
) -> Result<Report, JudgeError> {
    let begin = Instant::now();
    task.has_inputs(plan.seed)?;
    task.game.check_inputs()?;
    let start = |_| {
        Sandbox::start(
            &plan.launcher,
            &plan.program,
            plan.limits,
            Isolation::Namespace,
        )
    };
    let mut sandboxes = (0..plan.jobs).map(start).collect::<Result<Vec<_>, _>>()?;
    let first = sandboxes.first().ok_or(JudgeError::NoSandbox)?;
    let shortcomings = first.shortcomings();
    let count = plan.positions as usize;
    let examined = in_order(&mut sandboxes, count, Until::FirstFailure, |sandbox, i| {
        let position = position(task, plan.seed, i as u64)?;
        let examined = match position {
            Some(position) => Some(examine(task, sandbox, &position, plan.seed, stop)?),
            None => None,
        };
        done();
        Ok(examined.map(|examined| {
            let failed = examined.contradiction.is_some();
            (examined, failed)
        }))
    })?;
    let examined: Vec<Examined> = examined.into_iter().map(|(_, one)| one).collect();
    let says_something = |one: &Examined| one.whole || one.moves > 0 || one.contradiction.is_some();
    if examined.is_empty() {
        return Err(JudgeError::NoPositions);
    }
    if !examined.iter().any(says_something) {
        let game = task.game.about().name.to_string();
        return Err(JudgeError::Sums { game });
    }
    let sum = |of: fn(&Examined) -> u64| examined.iter().map(of).sum();
    let mut report = Report {
        game: task.game.about().name.to_string(),
        consistent: true,
        positions: examined.len() as u64,
        whole: sum(|one| one.whole.into()),
        lost: sum(|one| one.lost.into()),
        moves: sum(|one| one.moves as u64),
        longest: examined.iter().map(|one| one.length).max().unwrap_or(0),
        contradiction: None,
        shortcomings,
        seconds: 0.0,
    };
    let found = examined.into_iter().find_map(|one| one.contradiction);
    if let (Some(found), Some(sandbox)) = (found, sandboxes.first_mut()) {
        report.consistent = false;
        report.contradiction = Some(simplest(task, plan, sandbox, found, stop)?);
    }
    report.seconds = begin.elapsed().as_secs_f64();
    Ok(report)
}

/// The same kind of contradiction on the simplest position that can be found.
fn simplest(
    task: &Task<'_>,
    plan: &Plan,
    sandbox: &mut Sandbox,
    found: Contradiction,
    stop: &AtomicBool,
) -> Result<Contradiction, JudgeError> {
    // Each try would take as long as the limit; and what is simpler is only known of positions that the
    // oracle knows.
    if matches!(found.verdict, Some(Verdict::TimeLimit { .. })) || task.draws_itself() {
        return Ok(found);
    }
    let mut last = found;
    let kind = last.verdict.as_ref().map(Verdict::name);
    let shrunk = shrink(
        task.only_of(last.position.as_ref().unwrap_or(&last.input))?,
        |position: &Arc<dyn Position>| position.simpler().into_iter().flatten(),
        |position| {
            let examined = examine(task, sandbox, position, plan.seed, stop)?;
            let found = examined.contradiction;
            let found = found.filter(|one| one.verdict.as_ref().map(Verdict::name) == kind);
            let fails = found.is_some();
            last = found.unwrap_or_else(|| last.clone());
            Ok::<_, JudgeError>(fails)
        },
        plan.shrinking,
    )?;
    last.minimal = shrunk.minimal;
    Ok(last)
}

/// The position of this number: by turns a small one, one as large as may be, and one of sizes
/// with any number of digits, so that of some all moves can be made.
fn position(
    task: &Task<'_>,
    seed: u64,
    number: u64,
) -> Result<Option<Arc<dyn Position>>, JudgeError> {
    let shapes = task.game.about().shapes.iter();
    let shapes: Vec<&str> = shapes
        .filter(|shape| !shape.by_closed_form)
        .map(|shape| shape.name)
        .collect();
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
        let position = match shapes.get((number / KINDS) as usize % shapes.len().max(1)) {
            Some(shape) if !task.draws_itself() => task.game.draw(&Request { shape, m, n, seed }),
            _ => task.game.drawn(&Draw { m, n, seed }, 0),
        };
        match position {
            Ok(position) => return Ok(Some(position)),
            Err(Error::NoShape(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(None)
}

/// The moves to follow, whether they are all, and the most that there can be.
fn moves(position: &dyn Position, seed: u64) -> Result<(Vec<Choice>, bool, u64), Error> {
    let most = match position.moves() {
        Ok(moves) if moves.len() <= MOVES => {
            let most = moves.len() as u64;
            return Ok((moves, true, most));
        }
        Ok(moves) => moves.len() as u64,
        Err(Error::TooManyMoves(bound)) => bound,
        Err(error) => return Err(error),
    };
    let moves = position.random_moves(MOVES, seed)?;
    Ok((moves, false, most))
}

fn examine(
    task: &Task<'_>,
    sandbox: &mut Sandbox,
    position: &Arc<dyn Position>,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Examined, JudgeError> {
    let (mut choices, mut whole, most) = moves(&**position, seed)?;
    let is_over = whole && choices.is_empty();
    if task.answer_form() != Answers::Grundy {
        // Of a sum a program that is asked about single positions says something only by Grundy values.
        let all = choices.len();
        choices.retain(|choice| choice.leads_to.len() <= 1);
        whole &= choices.len() == all;
    }
    let parts = choices.iter().flat_map(|choice| &choice.leads_to);
    let positions: Vec<&Arc<dyn Position>> = iter::once(position).chain(parts).collect();
    let inputs = positions.iter().map(|position| position.input());
    let inputs: Vec<String> = inputs.collect::<Result<_, Error>>()?;
    let input = |at: usize| inputs[at].as_str();
    let contradiction = |at: usize, answer: String, why: String| Contradiction {
        input: input(at).to_owned(),
        position: Some(positions[at].to_string()).filter(|text| *text != inputs[at]),
        answer,
        why,
        moves: Vec::new(),
        verdict: None,
        minimal: false,
    };
    let broke_down = |at: usize, verdict: Verdict| Contradiction {
        verdict: Some(verdict.clone()),
        ..contradiction(at, String::new(), verdict.to_string())
    };
    let mut examined = Examined {
        length: input(0).len(),
        moves: 0,
        whole: false,
        lost: false,
        contradiction: None,
    };
    let mut answer = match ask(task, sandbox, input(0), stop)? {
        Ok(answer) => answer,
        Err(verdict) => {
            examined.contradiction = Some(broke_down(0, verdict));
            return Ok(examined);
        }
    };
    // Under misère play an answer that no move wins is right as well where the game is over, and won.
    let is_open = task.game.about().misere && !matches!(task.answer_form(), Answers::Words { .. });
    answer.lost &= !(is_open && is_over);
    examined.lost = answer.lost;
    let mut at = 0;
    let mut followed = Vec::new();
    for choice in &choices {
        let mut said = Vec::new();
        for next in &choice.leads_to {
            at += 1;
            match ask(task, sandbox, input(at), stop)? {
                Ok(mut answer) => {
                    if is_open && answer.lost {
                        answer.lost = !next.moves()?.is_empty();
                    }
                    said.push(answer);
                }
                Err(verdict) => {
                    examined.contradiction = Some(broke_down(at, verdict));
                    return Ok(examined);
                }
            }
        }
        let texts: Vec<&str> = said.iter().map(|next| next.text.as_str()).collect();
        let grundy = said.iter().filter_map(|next| next.grundy);
        let grundy = answer
            .grundy
            .map(|_| grundy.fold(0, |sum, value| sum ^ value));
        followed.push(Followed {
            name: choice.name.clone(),
            // Whose turn it is when the game is over has lost.
            wins: match grundy {
                Some(value) => value == 0,
                None => said.first().is_none_or(|next| next.lost),
            },
            leads_to: (!choice.leads_to.is_empty()).then(|| choice.target() + "\n"),
            answer: (!texts.is_empty()).then(|| texts.join(" + ")),
            grundy,
        });
    }
    let why = if is_over {
        over(task, &**position, &answer)?
    } else {
        why(&answer, &followed, whole, most).or_else(|| named(task, &answer, &followed, whole))
    };
    examined.whole = whole;
    examined.moves = followed.len();
    examined.contradiction = why.map(|why| {
        // That none wins, or how many do, all of them show together.
        let together = whole && (answer.count.is_some() || answer.grundy.is_some() || !answer.lost);
        followed.retain(|one| together || one.wins);
        Contradiction {
            moves: followed,
            ..contradiction(0, answer.text.clone(), why)
        }
    });
    Ok(examined)
}

/// What is wrong about a finished game.
fn over(
    task: &Task<'_>,
    position: &dyn Position,
    answer: &Answer,
) -> Result<Option<String>, JudgeError> {
    // Who has lost then is a rule, too, and no theory.
    let right = task.answer(position)?.trim().to_owned();
    let said = format!("the game is over here, and the answer is {right}");
    Ok((answer.text != right).then_some(said))
}

/// What is wrong with a move that the program names.
fn named(task: &Task<'_>, answer: &Answer, followed: &[Followed], whole: bool) -> Option<String> {
    if answer.lost || !matches!(task.answer_form(), Answers::Move { .. }) {
        return None;
    }
    let words = str::split_ascii_whitespace;
    let is_it = |text: &Option<String>| {
        text.as_deref()
            .is_some_and(|text| words(text).eq(words(&answer.text)))
    };
    let its_move = |one: &&Followed| is_it(&one.name) || is_it(&one.leads_to);
    match followed.iter().find(its_move) {
        Some(one) if one.wins => None,
        Some(_) => Some("the move that it names leads to a position called won".to_owned()),
        None => whole.then(|| "no legal move, and not the word for a loss".to_owned()),
    }
}

/// What cannot be, if something cannot.
fn why(answer: &Answer, followed: &[Followed], whole: bool, most: u64) -> Option<String> {
    let winning = followed.iter().filter(|one| one.wins).count() as u64;
    let others = followed.len() as u64 - winning;
    let made = followed.len();
    if let Some(grundy) = answer.grundy {
        let mut values: Vec<u64> = followed.iter().filter_map(|one| one.grundy).collect();
        values.sort_unstable();
        values.dedup();
        let mex = (0..).zip(&values).take_while(|&(i, &value)| i == value);
        let mex = mex.count() as u64;
        return if values.contains(&grundy) {
            Some(format!(
                "Grundy value {grundy}, and a move leads to that value"
            ))
        } else if whole && mex != grundy {
            Some(format!(
                "Grundy value {grundy}, and the least that its {made} moves leave out is {mex}"
            ))
        } else {
            None
        };
    }
    match answer.count {
        None if answer.lost && winning > 0 => {
            Some("called lost, and a move leads to a position called lost".to_owned())
        }
        None if !answer.lost && whole && winning == 0 => Some(format!(
            "called won, and none of its {made} moves leads to a position called lost"
        )),
        Some(count) if whole && count != winning => Some(format!(
            "{count} winning moves, and {winning} of its {made} moves lead to positions without one"
        )),
        Some(count) if count < winning => Some(format!(
            "{count} winning moves, and of {made} moves {winning} lead to positions without one"
        )),
        Some(count) if count > most.saturating_sub(others) => Some(format!(
            "{count} winning moves, and there are at most {} that could win",
            most.saturating_sub(others)
        )),
        _ => None,
    }
}

/// What the program says of a position, or how it breaks down.
fn ask(
    task: &Task<'_>,
    sandbox: &mut Sandbox,
    input: &str,
    stop: &AtomicBool,
) -> Result<Result<Answer, Verdict>, JudgeError> {
    let form = task.answer_form();
    let text = match alone(&form, sandbox, input, stop)? {
        Ok(text) => text,
        Err(verdict) => return Ok(Err(verdict)),
    };
    let answer = match &form {
        Answers::Number | Answers::Grundy => {
            let count: u64 = match text.parse() {
                Ok(count) => count,
                Err(_) => {
                    let why = "a number beyond all that can be".to_owned();
                    return Ok(Err(Verdict::Malformed { why, got: text }));
                }
            };
            let grundy = (form == Answers::Grundy).then_some(count);
            Answer {
                text,
                lost: count == 0,
                count: grundy.is_none().then_some(count),
                grundy,
            }
        }
        Answers::Words { loss, .. } | Answers::Move { loss } => Answer {
            lost: text == *loss,
            count: None,
            grundy: None,
            text,
        },
    };
    Ok(Ok(answer))
}
