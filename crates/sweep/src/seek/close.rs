//! Closure of a formula on large positions: those of the next sizes, and small ones whose numbers are made larger.

use std::collections::BTreeSet;

use std::time::{Duration, Instant};

use grundy_formula::expr::{Expr, Sequence};
use grundy_formula::{Formula, Position as Read, with_numbers};
use grundy_game::closure::{self, Moves};
use grundy_game::generate::Random;
use grundy_game::{Choice, Error, Failed, Form, Game, Known, LetterCase, Position, Request};
use serde::Serialize;

use super::Died;
use super::gather::{Gathered, read_all};

/// On how many large positions a formula agreed with itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Closed {
    /// The positions.
    pub positions: usize,
    /// The moves from them that were followed.
    pub moves: u64,
    /// The largest number in them, or the length of the longest word.
    pub largest: i64,
    /// Why no larger ones were taken, where the game failed.
    pub failure: Option<String>,
}

/// How many sizes beyond the solved ones are taken, and how many positions of each.
const SIZES: u32 = 2;
const OF_A_SIZE: u64 = 200;
/// The shape of listed positions.
const LISTED: &str = "listed";
/// A size with more positions is left out.
const MOST_POSITIONS: u64 = 50_000;
/// Powers of 2 around which the numbers of large positions are.
const POWERS: [u32; 12] = [4, 6, 8, 10, 13, 16, 20, 31, 32, 45, 53, 60];
/// The largest power for the runs of words.
const LONGEST_WORD: u32 = 8;
/// The largest mean number of moves from the positions of one power.
const MOST_MOVES: f64 = 3000.0;
/// Positions of a power are not made if a rules program is expected to list their moves in a longer time.
const LONGEST: Duration = Duration::from_secs(1);
/// Where there are at most so many moves, many positions are taken.
const FEW_MOVES: f64 = 32.0;
/// So many positions of a power are taken.
const POSITIONS: usize = 40;
/// So many neighbouring ones of positions with few moves.
const IN_A_ROW: i64 = 1000;
/// How many positions a game is asked about at first, and after how many moves it is asked no more.
const FIRST: usize = 40;
const ENOUGH: u64 = 20_000;

/// Holds what a formula says of large positions against what it says of all moves from them. Numbers grow and keep their order;
/// positions that the game refuses are left out, and so are powers of 2 around which positions have too many moves. The inner
/// error is a contradiction.
///
/// # Errors
/// When the game fails on positions that it lists.
pub(super) fn close(
    game: &dyn Game,
    formula: &Formula,
    gathered: &Gathered,
) -> Result<Result<Closed, Refuted>, Error> {
    let mut closed = Closed::default();
    for size in gathered.up_to + 1..=gathered.up_to.saturating_add(SIZES) {
        if size > game.about().largest || game.positions(size)? > MOST_POSITIONS {
            break;
        }
        match examine(game, formula, &listed(game, size))? {
            Err(refuted) => return Ok(Err(refuted)),
            Ok(of_size) => closed.add(&of_size),
        }
    }
    let (mut random, numbers) = (Random::new(1), constants(formula));
    let mut last: Option<Cost> = None;
    let mut before: Option<Cost> = None;
    let longest = if gathered.data.shape().are_words() {
        LONGEST_WORD
    } else {
        u32::MAX
    };
    for power in POWERS.into_iter().filter(|power| *power <= longest) {
        let expected = last.map(|last| last.expected(before, power));
        if expected.is_some_and(|cost| cost.moves > MOST_MOVES || cost.time > LONGEST.as_secs_f64())
        {
            break;
        }
        let has_row = expected.is_some_and(|cost| cost.moves <= FEW_MOVES);
        let texts = grown(gathered, power, &numbers, has_row, &mut random);
        let start = Instant::now();
        let found = match examine(game, formula, &texts) {
            Ok(Ok(found)) => found,
            Ok(Err(refuted)) => return Ok(Err(refuted)),
            // A game may fail on positions that are none of its own, or too large.
            Err(error) => {
                closed.failure = Some(error.to_string());
                break;
            }
        };
        if found.positions == 0 {
            break;
        }
        before = last;
        let moves = found.moves as f64 / found.positions as f64;
        last = Some(Cost {
            power,
            moves,
            time: start.elapsed().as_secs_f64(),
        });
        closed.add(&found);
    }
    Ok(Ok(closed))
}

/// What the positions of a power cost: the mean number of moves, and all their time in seconds.
#[derive(Clone, Copy)]
struct Cost {
    power: u32,
    moves: f64,
    time: f64,
}

impl Cost {
    /// What the positions of a larger power are expected to cost: both grow as they did, at least twofold with the numbers while
    /// nothing is known. A short time is mostly that of a start.
    fn expected(self, before: Option<Self>, power: u32) -> Self {
        const SHORT: f64 = 0.2;
        let growth =
            |now: f64, then: f64, known: u32| (now / then).max(1.0).powf(1.0 / f64::from(known));
        let [moves, time] = match before {
            Some(before) => {
                let known = self.power - before.power;
                let time = growth(self.time.max(SHORT), before.time.max(SHORT), known);
                [
                    growth(self.moves.max(1.0), before.moves.max(1.0), known),
                    time,
                ]
            }
            None => [2.0, 2.0],
        };
        let larger = f64::from(power - self.power);
        Self {
            power,
            moves: self.moves * moves.powf(larger),
            time: self.time * time.powf(larger),
        }
    }
}

impl Closed {
    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.largest = self.largest.max(other.largest);
    }
}

/// Positions of one size, drawn at random, of a game that draws those.
fn listed(game: &dyn Game, size: u32) -> Vec<String> {
    let shapes = &game.about().shapes;
    let Some(shape) = shapes.iter().find(|shape| shape.name == LISTED) else {
        return Vec::new();
    };
    let draw = |seed| Request {
        shape: shape.name,
        m: size.into(),
        n: 0,
        seed,
    };
    let texts = (0..OF_A_SIZE).filter_map(|seed| Some(game.draw(&draw(seed)).ok()?.to_string()));
    texts.collect::<BTreeSet<String>>().into_iter().collect()
}

/// Small positions whose numbers are made larger, to about a power of 2: beside it, random, or beside multiples of the
/// formula's own numbers.
fn grown(
    gathered: &Gathered,
    power: u32,
    constants: &[i64],
    has_row: bool,
    random: &mut Random,
) -> Vec<String> {
    let shape = gathered.data.shape();
    let from = gathered.rated.len() / 3;
    let seeds = &gathered.rated[from..];
    let near = 1_i64 << power;
    let mut texts = Vec::new();
    let mut make = |text: &str, more: &[i64]| {
        texts.push(match Read::read(text)? {
            Read::Word(word) => shape.stretched(&word, more)? + "\n",
            Read::Numbers(numbers) => with_numbers(text, &shape.grown(&numbers, more)?)?,
        });
        Some(())
    };
    for number in 0..POSITIONS {
        let Some(seed) = seeds.get(number * seeds.len() / POSITIONS) else {
            break;
        };
        let beside = random.below(3).cast_signed() - 1;
        let mut more = || match random.below(6) {
            0 => 0,
            1 => random.below(7).cast_signed(),
            2 => near + beside,
            3 => {
                let constant = random.choose(constants).unwrap_or(1).max(1);
                near / constant * constant + beside
            }
            _ => random.below(near.cast_unsigned()).cast_signed(),
        };
        let more: Vec<i64> = (0..64).map(|_| more()).collect();
        make(&seed.text, &more);
        if has_row && number == 0 {
            for further in 1..=IN_A_ROW {
                let last = [&more[..63], &[more[63] + further]].concat();
                make(&seed.text, &last);
            }
        }
    }
    texts
}

/// The numbers in a formula, and the lengths of its periods.
fn constants(formula: &Formula) -> Vec<i64> {
    let mut numbers = Vec::new();
    formula.expr.visit(&mut |expr| match expr {
        Expr::Number(number) if *number > 1 => numbers.push(*number),
        Expr::Sequence(sequence, _) => {
            if let Sequence::Periodic { period, .. } = &**sequence {
                numbers.push(period.len().try_into().unwrap_or(1));
            }
        }
        _ => {}
    });
    numbers
}

/// A contradiction, and the position that shows it.
type Refuted = (Died, Large);

/// A position with what its moves lead to.
pub(super) struct Large {
    text: String,
    choices: Vec<Choice<String>>,
}

impl Large {
    /// How a formula contradicts itself about the position and what its moves lead to; the error is that it says nothing of some.
    pub fn refutes(&self, formula: &Formula, misere: bool) -> Result<Option<Died>, Failed> {
        let moves = Moves {
            choices: self.choices.clone(),
            unseen: 0,
        };
        let form = (&Form::default(), LetterCase::Exact);
        let examined = closure::compare(form, misere, &self.text, moves, |text: &String| {
            let verdict = formula
                .of(text)
                .map_err(|error| Failed(error.to_string()))?;
            Ok((String::new(), Known::from(verdict)))
        })?;
        Ok(examined.contradiction.map(|expected| Died {
            formula: formula.to_string(),
            position: self.text.trim_end().to_owned(),
            expected: format!("{expected}, from what it says one move further"),
            says: examined.claim.to_string(),
        }))
    }

    /// A position of a game.
    fn of(position: &dyn Position) -> Result<Self, Error> {
        let choices = position.moves()?.into_iter().map(|choice| Choice {
            leads_to: choice.leads_to.iter().map(ToString::to_string).collect(),
            name: None,
            numbers: None,
            outcome: None,
        });
        Ok(Self {
            text: position.to_string(),
            choices: choices.collect(),
        })
    }

    fn largest(&self) -> i64 {
        match Read::<i64>::read(&self.text) {
            Some(Read::Numbers(numbers)) => numbers.into_iter().max().unwrap_or(0),
            Some(Read::Word(word)) => word.len().try_into().unwrap_or(0),
            None => 0,
        }
    }
}

/// Holds what a formula says of positions against what it says of all moves from them, up to some ten thousand moves. Positions of
/// which it says nothing are left out. The inner error is the first contradiction.
fn examine(
    game: &dyn Game,
    formula: &Formula,
    texts: &[String],
) -> Result<Result<Closed, Refuted>, Error> {
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (mut closed, mut at_a_time) = (Closed::default(), FIRST);
    // A rules program is asked about more and more positions at a time, but not about many with very many moves.
    while !texts.is_empty() && closed.moves < ENOUGH {
        let rest = texts.split_off(at_a_time.min(texts.len()));
        for position in read_all(game, &texts).into_iter().flatten() {
            let large = Large::of(&*position)?;
            match large.refutes(formula, game.about().misere) {
                Err(_) => continue,
                Ok(Some(died)) => return Ok(Err((died, large))),
                Ok(None) => {}
            }
            closed.positions += 1;
            closed.moves += large.choices.len() as u64;
            closed.largest = closed.largest.max(large.largest());
        }
        texts = rest;
        at_a_time *= 2;
    }
    Ok(Ok(closed))
}
