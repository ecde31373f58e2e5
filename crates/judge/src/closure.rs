//! A program checked against itself, on positions far too large for any oracle.
//!
//! The program is asked about a position and about positions that its moves lead to. Whatever the game, a
//! position called lost has no move to one called lost, one called won has such a move, and the number of
//! winning moves is the number of those. The rules alone are used, for answers and for positions: no closed form.
//! Where a position has more than [`MOVES`] moves, that number of them is drawn at random, and only what they show
//! by themselves counts.
//!
//! It is the argument of [`grundy_games::closure`], in which a program takes the place of our closed form:
//! a program that agrees with itself on *every* position below one is right about that one. Agreement on
//! some shows no more than that these answers do not contradict each other.

use std::collections::BTreeSet;
use std::iter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use grundy_games::generate::Random;
use grundy_games::{Answers, Choice, Draw, Error, Position, Request};
use grundy_sandbox::Sandbox;
use serde::Serialize;

use crate::JudgeError;
use crate::cases::{any_length, draws};
use crate::plan::Candidate;
use crate::shrink::shrink;
use crate::task::{Task, if_any};
use crate::verdict::{self, Verdict};
use crate::workers::in_order;

/// The most moves of a position that are followed.
pub const MOVES: usize = 32;
/// Kinds of sizes, which come by turns.
const KINDS: u64 = 3;
/// The largest extent and number of parts of a small position.
const SMALL: u64 = 40;
/// An answer is at most this many bytes longer than the text that a verdict keeps.
const ANSWER: usize = 1;

/// What came of checking a program against itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClosureReport {
    /// The game's name.
    pub game: String,
    /// Whether no answer contradicts another, and each has the form of an answer.
    pub consistent: bool,
    /// The number of positions that were examined.
    pub positions: u64,
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
    /// What the sandbox cannot guarantee on this machine.
    pub shortcomings: Vec<&'static str>,
    /// How long it all took.
    pub seconds: f64,
}

/// A position and its moves, about which the program's answers contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The input.
    pub input: String,
    /// The position, where the input is another text.
    pub position: Option<String>,
    /// The program's answer.
    pub answer: String,
    /// What cannot be.
    pub why: String,
    /// Moves that show it, with the program's answers to the positions that they lead to.
    pub moves: Vec<FollowedMove>,
    /// The verdict, where the program did not answer at all.
    pub verdict: Option<Verdict>,
    /// Whether no position one step simpler has a contradiction of its own.
    pub minimal: bool,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FollowedMove {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The position that it leads to, in the game's own text; `None` where the game is over and has none.
    pub leads_to: Option<String>,
    /// The program's answer to that position.
    pub answer: Option<String>,
    /// Whether the program calls that position lost, so that the move wins.
    pub wins: bool,
    /// The Grundy value of that position, where the answers are Grundy values.
    pub grundy: Option<u64>,
}

/// Checks a program against itself on this number of random positions. `done` is called after each.
///
/// # Errors
/// When the sandbox or the game fails, no position has the sizes that were asked for, or `stop` becomes
/// true.
pub fn closure(
    task: &Task<'_>,
    candidate: &Candidate,
    positions: u64,
    stop: &AtomicBool,
    done: &(dyn Fn() + Sync),
) -> Result<ClosureReport, JudgeError> {
    let begin = Instant::now();
    let seed = candidate.seed;
    task.has_inputs(seed)?;
    task.game.check_inputs()?;
    let mut sandboxes = candidate.sandboxes()?;
    let examiner = Examiner { task, seed, stop };
    let has_failed = |examined: &Option<Examined>| {
        let examined = examined.as_ref();
        examined.is_some_and(|one| one.contradiction.is_some())
    };
    let examined = in_order(
        &mut sandboxes,
        positions as usize,
        has_failed,
        |sandbox, i| {
            let position = drawn(task, seed, i as u64)?;
            let examined = position.map(|position| examiner.examine(sandbox, &position));
            done();
            examined.transpose()
        },
    )?;
    let examined: Vec<Examined> = examined.into_iter().flatten().collect();
    if examined.is_empty() {
        return Err(JudgeError::Task(
            "nothing was compared: no position was asked for, or none has the sizes that were"
                .to_owned(),
        ));
    }
    let mut report = ClosureReport {
        game: task.game.about().name.to_string(),
        positions: examined.len() as u64,
        shortcomings: sandboxes[0].shortcomings(),
        ..ClosureReport::default()
    };
    for one in examined {
        report.whole += u64::from(one.whole);
        report.lost += u64::from(one.lost);
        report.moves += one.moves;
        report.longest = report.longest.max(one.length);
        report.contradiction = report.contradiction.or(one.contradiction);
    }
    report.consistent = report.contradiction.is_none();
    if report.consistent && report.whole == 0 && report.moves == 0 {
        return Err(JudgeError::Task(format!(
            "nothing was compared: moves of {} lead to sums, and a program whose answer is a word, a move or a \
             count cannot be asked about a sum; with `answer: grundy` it can",
            report.game
        )));
    }
    if let Some(found) = report.contradiction.take() {
        let simplest = simplest(&examiner, candidate, &mut sandboxes[0], found)?;
        report.contradiction = Some(simplest);
    }
    report.seconds = begin.elapsed().as_secs_f64();
    Ok(report)
}

/// The same kind of contradiction on the simplest position that can be found.
fn simplest(
    examiner: &Examiner<'_>,
    candidate: &Candidate,
    sandbox: &mut Sandbox,
    found: Contradiction,
) -> Result<Contradiction, JudgeError> {
    // Each try would take as long as the limit; and a game that draws its positions itself has simpler positions
    // only of those that its oracle has solved.
    let is_out_of_time = matches!(found.verdict, Some(Verdict::TimeLimit { .. }));
    if is_out_of_time || examiner.task.draws_itself() {
        return Ok(found);
    }
    let kind = |found: &Contradiction| found.verdict.as_ref().map(Verdict::name);
    let position = found.position.as_ref().unwrap_or(&found.input);
    let position = examiner.task.position(position)?;
    let mut simplest = found;
    let shrunk = shrink(
        position,
        |position| position.simpler().into_iter().flatten(),
        |position| {
            let found = examiner.examine(sandbox, position)?.contradiction;
            let Some(found) = found.filter(|found| kind(found) == kind(&simplest)) else {
                return Ok(false);
            };
            simplest = found;
            Ok::<_, JudgeError>(true)
        },
        candidate.shrinking,
    )?;
    simplest.minimal = shrunk.minimal;
    Ok(simplest)
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

/// What came of one position.
#[derive(Default)]
struct Examined {
    /// The length of its input in bytes.
    length: usize,
    /// The number of moves that were followed.
    moves: u64,
    /// Whether these are all moves.
    whole: bool,
    lost: bool,
    contradiction: Option<Contradiction>,
}

/// The moves of a position to follow.
struct Moves {
    choices: Vec<Choice>,
    /// Whether these are all moves.
    whole: bool,
    /// The largest number of moves that the position can have.
    most: u64,
}

/// An answer of the program.
struct Answer {
    text: String,
    /// Whether the program calls the position lost.
    lost: bool,
    number: Number,
}

/// The number that an answer is.
#[derive(Clone, Copy)]
enum Number {
    None,
    WinningMoves(u64),
    Grundy(u64),
}

struct Examiner<'a> {
    task: &'a Task<'a>,
    seed: u64,
    stop: &'a AtomicBool,
}

impl Examiner<'_> {
    /// Asks the program about a position and about what its moves lead to, and compares the answers.
    fn examine(
        &self,
        sandbox: &mut Sandbox,
        position: &Arc<dyn Position>,
    ) -> Result<Examined, JudgeError> {
        let moves = self.moves(&**position)?;
        let mut examined = Examined::default();
        let parts = moves.choices.iter().flat_map(|choice| &choice.leads_to);
        let mut answers = Vec::new();
        for asked in iter::once(position).chain(parts) {
            let input = asked.input()?;
            if answers.is_empty() {
                examined.length = input.len();
            }
            match self.ask(sandbox, &**asked, &input)? {
                Ok(answer) => answers.push(answer),
                Err(verdict) => {
                    let why = verdict.to_string();
                    let found = Contradiction::new(&**asked, input, why);
                    examined.contradiction = Some(Contradiction {
                        verdict: Some(verdict),
                        ..found
                    });
                    break;
                }
            }
        }
        let mut answers = answers.into_iter();
        let Some(answer) = answers.next() else {
            return Ok(examined);
        };
        examined.lost = answer.lost;
        if examined.contradiction.is_some() {
            return Ok(examined);
        }
        let choices = moves.choices.iter();
        let mut followed: Vec<FollowedMove> = choices
            .map(|choice| self.followed(choice, answers.by_ref()))
            .collect();
        examined.whole = moves.whole;
        examined.moves = followed.len() as u64;
        let why = if moves.most == 0 {
            self.wrong_at_the_end(&**position, &answer)?
        } else {
            wrong(&answer, &followed, &moves)
                .or_else(|| self.wrong_move(&answer, &followed, &moves))
        };
        if let Some(why) = why {
            // Together all moves show that none wins, or how many do; one move shows that a position is not lost.
            let is_lost = answer.lost && matches!(answer.number, Number::None);
            followed.retain(|one| moves.whole && !is_lost || one.wins);
            examined.contradiction = Some(Contradiction {
                moves: followed,
                answer: answer.text,
                ..Contradiction::new(&**position, position.input()?, why)
            });
        }
        Ok(examined)
    }

    /// Returns the moves to follow: all, or some at random where there are many.
    fn moves(&self, position: &dyn Position) -> Result<Moves, Error> {
        let (mut choices, most) = match position.moves() {
            Ok(moves) => {
                let most = moves.len() as u64;
                (moves, most)
            }
            Err(Error::TooManyMoves(bound)) => (Vec::new(), bound),
            Err(error) => return Err(error),
        };
        let mut whole = most <= MOVES as u64;
        if !whole {
            choices = position.random_moves(MOVES, self.seed)?;
        }
        if self.task.answers != Answers::Grundy {
            // A program that is asked about the parts of a sum says something about the sum only by Grundy values.
            let all = choices.len();
            choices.retain(|choice| choice.leads_to.len() <= 1);
            whole &= choices.len() == all;
        }
        Ok(Moves {
            choices,
            whole,
            most,
        })
    }

    /// Makes a move, of which the next answers are those to what it leads to.
    fn followed(
        &self,
        choice: &Choice,
        answers: &mut impl Iterator<Item = Answer>,
    ) -> FollowedMove {
        let parts: Vec<Answer> = answers.take(choice.leads_to.len()).collect();
        let values = parts.iter().filter_map(|answer| match answer.number {
            Number::Grundy(value) => Some(value),
            Number::None | Number::WinningMoves(_) => None,
        });
        let grundy = values.fold(0, |sum, value| sum ^ value);
        let grundy = (self.task.answers == Answers::Grundy).then_some(grundy);
        let texts: Vec<&str> = parts.iter().map(|answer| &*answer.text).collect();
        let goes_on = !choice.leads_to.is_empty();
        FollowedMove {
            name: choice.name.clone(),
            leads_to: goes_on.then(|| choice.target() + "\n"),
            answer: goes_on.then(|| texts.join(" + ")),
            wins: match grundy {
                Some(value) => value == 0,
                // When the game is over, the player whose turn it is has lost.
                None => parts.first().is_none_or(|next| next.lost),
            },
            grundy,
        }
    }

    /// Asks the program about a position; the verdict when it does not answer.
    fn ask(
        &self,
        sandbox: &mut Sandbox,
        position: &dyn Position,
        input: &str,
    ) -> Result<Result<Answer, Verdict>, JudgeError> {
        let answers = &self.task.answers;
        let run = sandbox.run(input.as_bytes(), self.stop)?;
        let printed = verdict::answer(&run, sandbox.stdout(), 1, ANSWER, answers);
        let text = match printed.map_err(JudgeError::Output)? {
            Ok(text) => text,
            Err(Verdict::NotStarted { why }) => return Err(JudgeError::NotStarted { why }),
            Err(verdict) => return Ok(Err(verdict)),
        };
        let (mut lost, number) = match answers {
            Answers::Words { loss, .. } | Answers::Move { loss } => (text == *loss, Number::None),
            Answers::Number | Answers::Grundy => match text.parse() {
                Ok(number) if *answers == Answers::Grundy => (number == 0, Number::Grundy(number)),
                Ok(number) => (number == 0, Number::WinningMoves(number)),
                Err(_) => {
                    let why = "a number beyond all that can be".to_owned();
                    return Ok(Err(Verdict::Malformed { why, got: text }));
                }
            },
        };
        // Under misère play the answer that no move wins is right as well where the game is over, and won.
        if lost && self.task.game.about().misere && !matches!(answers, Answers::Words { .. }) {
            lost = self.moves(position)?.most > 0;
        }
        Ok(Ok(Answer { text, lost, number }))
    }

    /// What is wrong about a finished game.
    fn wrong_at_the_end(
        &self,
        position: &dyn Position,
        answer: &Answer,
    ) -> Result<Option<String>, JudgeError> {
        // Which player has lost then is a rule, too, and no theory.
        let right = self.task.in_task_words(position.solve()?.answer);
        let right = right.trim();
        let why = format!("the game is over here, and the answer is {right}");
        Ok((answer.text != right).then_some(why))
    }

    /// What is wrong with a move that the program names.
    fn wrong_move(
        &self,
        answer: &Answer,
        followed: &[FollowedMove],
        moves: &Moves,
    ) -> Option<String> {
        if answer.lost || !matches!(self.task.answers, Answers::Move { .. }) {
            return None;
        }
        let mut made = moves.choices.iter().zip(followed);
        match made.find(|(choice, _)| choice.is_named(&answer.text)) {
            Some((_, one)) if one.wins => None,
            Some(_) => Some("the move that it names leads to a position called won".to_owned()),
            None => (moves.whole).then(|| "no legal move, and not the word for a loss".to_owned()),
        }
    }
}

impl Contradiction {
    fn new(position: &dyn Position, input: String, why: String) -> Self {
        Self {
            position: Some(position.to_string()).filter(|text| *text != input),
            input,
            answer: String::new(),
            why,
            moves: Vec::new(),
            verdict: None,
            minimal: false,
        }
    }
}

/// What cannot be, if an answer contradicts those to the positions that the moves lead to.
fn wrong(answer: &Answer, followed: &[FollowedMove], moves: &Moves) -> Option<String> {
    let made = followed.len() as u64;
    let winning = followed.iter().filter(|one| one.wins).count() as u64;
    match answer.number {
        Number::None if answer.lost => (winning > 0)
            .then(|| "called lost, and a move leads to a position called lost".to_owned()),
        Number::None => (moves.whole && winning == 0).then(|| {
            format!("called won, and none of its {made} moves leads to a position called lost")
        }),
        Number::WinningMoves(count) if moves.whole => (count != winning).then(|| {
            format!(
                "{count} winning moves, and {winning} of its {made} moves lead to positions without one"
            )
        }),
        Number::WinningMoves(count) if count < winning => Some(format!(
            "{count} winning moves, and of {made} moves {winning} lead to positions without one"
        )),
        Number::WinningMoves(count) => {
            let most = moves.most.saturating_sub(made - winning);
            (count > most).then(|| {
                format!("{count} winning moves, and there are at most {most} that could win")
            })
        }
        Number::Grundy(value) => {
            let values: BTreeSet<u64> = followed.iter().filter_map(|one| one.grundy).collect();
            if values.contains(&value) {
                return Some(format!(
                    "Grundy value {value}, and a move leads to that value"
                ));
            }
            let mex = (0..).zip(&values).take_while(|&(i, &value)| i == value);
            let mex = mex.count() as u64;
            (moves.whole && mex != value).then(|| {
                format!(
                    "Grundy value {value}, and the least that its {made} moves leave out is {mex}"
                )
            })
        }
    }
}
