//! Closure of a formula on large positions: those of the next sizes, and small ones whose numbers are made larger.

use std::collections::HashSet;
use std::ops::ControlFlow;

use cpu_time::ProcessTime;
use grundy_formula::expr::{Expr, Sequence};
use grundy_formula::{Formula, Position as Read, with_numbers};
use grundy_game::closure::{self, Moves};
use grundy_game::generate::Random;
use grundy_game::{Choice, Error, Failed, Form, Game, Known, LetterCase, Position, Request, Shape};
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
    /// The positions that were left out, because the formula says nothing of them or of what a move leads to.
    pub unsaid: usize,
    /// Why no larger ones were taken: the game failed, took too long, or refused them.
    pub failure: Option<String>,
}

/// How many sizes beyond the solved ones are taken, and how many positions of each.
const SIZES: u32 = 2;
const OF_A_SIZE: u64 = 200;
/// A size with more positions is left out.
const MOST_POSITIONS: u64 = 50_000;
/// Powers of 2 around which the numbers of large positions are. A rules program is asked about those of one group together.
const POWERS: [&[u32]; 8] = [
    &[2],
    &[4, 6],
    &[8, 10],
    &[13, 16],
    &[20],
    &[26],
    &[31, 32],
    &[45, 53, 60],
];
/// Moves of longer words count several times.
const SHORT_WORD: usize = 100;
/// The largest power for the runs of words.
const LONGEST_WORD: u32 = 10;
/// Positions are not made larger where one is expected to have more moves.
const MOST_MOVES: f64 = ENOUGH / FEWEST as f64;
/// Positions are not made larger if the game is expected to need so many seconds of computing longer for them than for the quickest ones,
/// or has needed as many for those of the next sizes.
const LONGEST: f64 = 1.0;
const TOO_LONG: &str = "would take the game too long";
/// A position is expected to take the game at most so many times as long as those before.
const SLOWER: f64 = 16.0;
/// Where there are at most so many moves, many positions are taken.
const FEW_MOVES: f64 = 32.0;
/// So many positions of a power are taken.
const POSITIONS: usize = 40;
/// So many neighbouring ones of positions with few moves, around these powers.
const IN_A_ROW: i64 = 1000;
const ROWS: [u32; 2] = [10, 60];
/// A game is asked about at least so many positions at a time, and about more while they are expected to have not so many moves
/// together.
const FEWEST: usize = 4;
const ENOUGH: f64 = 20_000.0;

/// Holds what a formula says of large positions against what it says of all moves from them, until `go_on` ends that.
/// Numbers grow and keep their order; positions that the game refuses are left out, and so are powers of 2 around which positions
/// have too many moves. A game that fails on positions of the next sizes ends it, too.
///
/// # Errors
/// A contradiction, or one of the `rivals` that agrees with all that was compared.
pub(super) fn close(
    game: &dyn Game,
    formula: &Formula,
    rivals: Vec<Formula>,
    gathered: &Gathered,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Closed, Refuted> {
    let begun = ProcessTime::now();
    // A busy machine makes a game look slow, but the game hardly computes longer on it.
    let computed = || {
        game.computed()
            .unwrap_or_else(|| begun.elapsed())
            .as_secs_f64()
    };
    let mut examining = Examining {
        game,
        formula,
        rivals,
        closed: Closed::default(),
        most_moves: 1.0,
        go_on,
    };
    // The smallest positions, of which this is known, have fewer moves.
    let smallest = 4.0 * gathered.most_moves.max(1) as f64;
    let mut longest = if gathered.data.shape().are_words() {
        LONGEST_WORD
    } else {
        u32::MAX
    };
    examining.next_sizes(gathered, smallest, &computed, &mut longest)?;
    let is_over = examining.closed.failure.is_some();
    if let Some(last) = gathered.ends() {
        let why = format!("no size after {last} has a position");
        examining.closed.failure = Some(why);
        return Ok(examining.closed);
    }
    let mut random = Random::new(1);
    let (mut from, mut moves, mut growth) = (0, 1.0_f64, 2.0_f64);
    let (mut shortest, mut longer) = (f64::INFINITY, 0.0_f64);
    for powers in POWERS {
        let power = powers[powers.len() - 1];
        let reached = examining.closed.largest.max(1).ilog2().max(from);
        let more = f64::from(power.saturating_sub(reached));
        // The number of moves grows as it did before, at first with the numbers. The time grows with the numbers, if more of it than
        // that of starts is known.
        let expected = moves * growth.powf(more);
        let is_slow = longer > 2.0 * shortest && longer * more.exp2() > LONGEST;
        if is_over || power > longest || expected > MOST_MOVES {
            break;
        }
        let first = gathered.data.shape().fixed;
        let mut large =
            |power, count| grown(gathered, [formula; 2], power, first, count, &mut random);
        if is_slow {
            examining.ends(power, TOO_LONG);
            break;
        }
        let some = powers.iter().flat_map(|power| large(*power, 0));
        let some: Vec<String> = some.collect();
        let row = if expected <= FEW_MOVES && ROWS.contains(&power) {
            large(power, IN_A_ROW)
        } else {
            Vec::new()
        };
        let (before, positions) = (computed(), examining.closed.positions);
        examining.most_moves = 1.0;
        let mut examined = examining.examine(&some, if from == 0 { smallest } else { expected });
        let took = computed() - before;
        if let Ok(Ok(true)) = examined {
            examined = examining.examine(&row, expected);
        }
        match examined {
            Ok(Ok(true)) if examining.closed.positions > positions => {}
            Ok(Ok(true)) => {
                examining.ends(
                    power,
                    "are none of the game's, or the formula says nothing of them",
                );
                longest = from;
                break;
            }
            Ok(Ok(false)) => break,
            Ok(Err(refuted)) => return Err(refuted),
            // A game may fail on positions that are none of its own, or too large.
            Err(error) => {
                examining.closed.failure = Some(error.to_string());
                longest = from;
                break;
            }
        }
        // For the smallest ones the program may not have been started, since answers are stored.
        if from > 0 {
            shortest = shortest.min(took);
            longer = took - shortest;
            growth = (examining.most_moves / moves)
                .max(1.0)
                .powf(1.0 / more.max(1.0));
        }
        (from, moves) = (power, examining.most_moves);
    }
    match examining.rival(gathered, longest) {
        Some(died) => Err(Box::new((died, None))),
        None => Ok(examining.closed),
    }
}

/// Returns the formulas that leave something out of this one and agree with it on all solved positions.
pub(super) fn rivals(formula: &Formula, gathered: &Gathered) -> Vec<Formula> {
    let weight = formula.expr.weight();
    let shorter = formula.mutants().into_iter().map(|mutant| mutant.formula);
    let shorter = shorter.filter(|rival| rival.expr.weight() < weight);
    let rows = gathered.data.rows();
    let agrees = |rival: &Formula| {
        rows.iter()
            .all(|row| rival.at(&row.position) == formula.at(&row.position))
    };
    let mut rivals: Vec<Formula> = shorter.filter(agrees).collect();
    rivals.sort_by_key(|rival| rival.expr.weight());
    rivals
}

/// Whether two formulas say the same of a position.
fn agree(one: &Formula, other: &Formula, text: &str) -> bool {
    one.of(text).ok() == other.of(text).ok()
}

impl Closed {
    fn add(&mut self, large: &Large) {
        self.positions += 1;
        self.moves += large.choices.len() as u64;
        self.largest = self.largest.max(large.largest());
    }
}

/// Positions of the next sizes, drawn at random, of a game that draws those.
fn listed(game: &dyn Game, up_to: u32) -> Result<Vec<String>, Error> {
    let mut texts = Vec::new();
    let shapes = &game.about().shapes;
    if shapes.iter().any(|shape| shape.name == Shape::LISTED) {
        let largest = up_to.saturating_add(SIZES).min(game.about().largest);
        let sizes = up_to + 1..=largest;
        // The largest first: a rules program then lists all of them together.
        game.positions(largest)?;
        for size in sizes {
            if game.positions(size)? > MOST_POSITIONS {
                break;
            }
            let draw = |seed| Request {
                shape: Shape::LISTED,
                m: size.into(),
                n: 0,
                seed,
            };
            texts.extend(
                (0..OF_A_SIZE).filter_map(|seed| Some(game.draw(&draw(seed)).ok()?.to_string())),
            );
        }
    }
    let mut seen = HashSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    Ok(texts)
}

/// Small positions whose numbers are made larger, to about a power of 2: beside it, random, or beside multiples of the
/// formula's own numbers; or, `in_a_row`, so many neighbours of a single one. Every other one is lost, as the second formula says, if there
/// is such a position beside it, and every other two have one of the formula's own numbers at a place from `first` on.
fn grown(
    gathered: &Gathered,
    [formula, by]: [&Formula; 2],
    power: u32,
    first: usize,
    in_a_row: i64,
    random: &mut Random,
) -> Vec<String> {
    let shape = gathered.data.shape();
    let from = gathered.rated.len() / 3;
    let seeds = &gathered.rated[from..];
    let near = 1_i64 << power;
    let constants = constants(formula);
    let fitting = constants.iter().copied();
    let fitting: Vec<i64> = fitting.filter(|constant| *constant <= 2 * near).collect();
    let own = fitting
        .iter()
        .chain([&near])
        .flat_map(|own| [own - 1, *own, own + 1]);
    let own: Vec<i64> = own.collect();
    let mut texts = Vec::new();
    let mut make = |text: &str, more: &[i64]| {
        texts.push(match Read::read(text)? {
            Read::Word(word) => shape.stretched(&word, more)? + "\n",
            Read::Numbers(numbers) => {
                let large = shape.grown(&numbers, more)?;
                let turn = texts.len();
                // Each power begins with others.
                let number = turn / 4 + (power as usize) * POSITIONS / 4;
                let at = first + number / own.len() % (large.len() - first);
                let with_own = || shape.with(&large, at, own[number % own.len()]);
                let changed = match turn % 4 {
                    0 => None,
                    1 => shape.lost_beside(&large, by, turn / 2),
                    2 => with_own(),
                    // The place with its number is the last one to be changed.
                    _ => with_own().and_then(|large| {
                        shape.lost_beside(&large, by, (at + 1).saturating_sub(shape.fixed))
                    }),
                };
                with_numbers(text, &changed.unwrap_or(large))?
            }
        });
        Some(())
    };
    let positions = if in_a_row == 0 { POSITIONS } else { 1 };
    for number in 0..positions {
        let Some(seed) = seeds.get(number * seeds.len() / positions) else {
            break;
        };
        let beside = random.below(3).cast_signed() - 1;
        let mut more = || match random.below(7) {
            0 => 0,
            // The number itself, where positions are as large.
            6 => (random.choose(&fitting).unwrap_or(1) + beside).max(0),
            1 => random.below(7).cast_signed(),
            2 => near + beside,
            3 => {
                let constant = random.choose(&constants).unwrap_or(1).max(1);
                (near / constant * constant + beside).max(0)
            }
            _ => random.below(near.cast_unsigned()).cast_signed(),
        };
        let more: Vec<i64> = (0..64).map(|_| more()).collect();
        make(&seed.position, &more);
        for further in 1..=in_a_row {
            let last = [&more[..63], &[more[63] + further]].concat();
            make(&seed.position, &last);
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

/// What is wrong with a formula, and the position that shows it where one does.
type Refuted = Box<(Died, Option<Large>)>;

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

    /// The number of moves, each as many times as the position is longer than a short word.
    fn weight(&self) -> f64 {
        let length = match Read::<i64>::read(&self.text) {
            Some(Read::Word(word)) => word.len(),
            _ => 0,
        };
        self.choices.len() as f64 * (1 + length / SHORT_WORD) as f64
    }

    fn largest(&self) -> i64 {
        match Read::<i64>::read(&self.text) {
            Some(Read::Numbers(numbers)) => {
                let sizes = numbers.into_iter().map(i64::saturating_abs);
                sizes.max().unwrap_or(0)
            }
            Some(Read::Word(word)) => word.len().try_into().unwrap_or(0),
            None => 0,
        }
    }
}

/// A formula under examination.
struct Examining<'a> {
    game: &'a dyn Game,
    formula: &'a Formula,
    /// Shorter formulas that have agreed with it so far.
    rivals: Vec<Formula>,
    closed: Closed,
    /// The most moves from one of the positions, by their [weight](Large::weight).
    most_moves: f64,
    go_on: &'a mut dyn FnMut() -> ControlFlow<()>,
}

impl Examining<'_> {
    /// Stores why positions around a power of 2 were not examined.
    fn ends(&mut self, power: u32, why: &str) {
        self.closed.failure = Some(format!("positions around 2^{power} {why}"));
    }

    /// Examines positions of the next sizes: some of them first, and no others if the game needs long for these. Stores why no larger
    /// positions are to be examined, if the game needs too long or fails; where it fails, the `longest` power for rivals is 0.
    fn next_sizes(
        &mut self,
        gathered: &Gathered,
        smallest: f64,
        computed: &dyn Fn() -> f64,
        longest: &mut u32,
    ) -> Result<(), Refuted> {
        let before = computed();
        let quickly = (LONGEST * gathered.rated.len() as f64 / (SLOWER * before)) as usize;
        let examined = listed(self.game, gathered.up_to).and_then(|next| {
            let (some, others) = next.split_at(quickly.max(FEWEST).min(next.len()));
            for some in [some, others] {
                if computed() - before > LONGEST {
                    self.closed.failure = Some(format!("positions of larger sizes {TOO_LONG}"));
                    break;
                }
                if let Err(refuted) = self.examine(some, smallest)? {
                    return Ok(Err(refuted));
                }
            }
            Ok(Ok(()))
        });
        examined.unwrap_or_else(|error: Error| {
            (self.closed.failure, *longest) = (Some(error.to_string()), 0);
            Ok(())
        })
    }

    /// Returns why nothing shows that the formula is right, and not a shorter one that agrees with it so far: a position around a power
    /// of 2 up to the `longest` of which they say different things, if the game takes it.
    fn rival(&mut self, gathered: &Gathered, longest: u32) -> Option<Died> {
        let mut random = Random::new(2);
        for &power in POWERS.into_iter().flatten() {
            let is_over = self.rivals.is_empty() || (self.go_on)().is_break();
            if is_over || power > longest {
                break;
            }
            for by in self.rivals.iter().chain([self.formula]) {
                let formulas = [self.formula, by];
                let mut large = |count| grown(gathered, formulas, power, 0, count, &mut random);
                for text in [large(0), large(IN_A_ROW)].concat() {
                    let mut rivals = self.rivals.iter();
                    let rival = rivals.find(|rival| !agree(rival, self.formula, &text));
                    let Some(rival) = rival.filter(|_| self.game.read(text.as_bytes()).is_ok())
                    else {
                        continue;
                    };
                    let position = text.trim_end().replace('\n', " / ");
                    return Some(Died {
                        formula: self.formula.to_string(),
                        position: String::new(),
                        expected: "a position that needs all of the formula".to_owned(),
                        says: format!(
                            "a shorter one, {rival}, agrees with it on all positions compared and not on {position}"
                        ),
                    });
                }
            }
        }
        None
    }

    /// Holds what the formula says of positions against what it says of all moves from them, as long as these are not very many. One
    /// position is `expected` to have so many moves. Positions of which the formula says nothing are left out. The inner
    /// error is the first contradiction, and the inner result whether all were compared.
    fn examine(
        &mut self,
        texts: &[String],
        mut expected: f64,
    ) -> Result<Result<bool, Refuted>, Error> {
        let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (misere, most) = (self.game.about().misere, self.closed.moves + ENOUGH as u64);
        while !texts.is_empty() && self.closed.moves < most && (self.go_on)().is_continue() {
            let at_a_time = ((ENOUGH / expected) as usize).max(FEWEST);
            let rest = texts.split_off(at_a_time.min(texts.len()));
            for position in read_all(self.game, &texts).into_iter().flatten() {
                let large = Large::of(&*position)?;
                match large.refutes(self.formula, misere) {
                    Err(_) => {
                        self.closed.unsaid += 1;
                        continue;
                    }
                    Ok(Some(died)) => return Ok(Err(Box::new((died, Some(large))))),
                    Ok(None) => {}
                }
                self.rivals.retain(|rival| {
                    let options = large.choices.iter().flat_map(|choice| &choice.leads_to);
                    let mut texts = options.chain([&large.text]);
                    texts.all(|text| agree(rival, self.formula, text))
                });
                self.closed.add(&large);
                self.most_moves = self.most_moves.max(large.weight());
            }
            texts = rest;
            expected = self.most_moves;
        }
        Ok(Ok(texts.is_empty()))
    }
}
