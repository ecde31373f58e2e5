//! Heap games by their code: `grundy_core::octal` against `grundy_brute::octal`.

mod explain;
mod shapes;

use std::borrow::Cow::{Borrowed, Owned};
use std::sync::{Arc, Mutex, PoisonError};

use grundy_brute::octal as rules;
use grundy_core::Outcome;
use grundy_core::octal::{Code, CodeError, Move, Position, Values};
use grundy_core::text::{Numbers, Source};
use serde_json::json;

use crate::game::{Facts, facts};
use crate::generate::Random;
use crate::simpler;
use crate::{About, Claim, Explanation, Game, InputError, Limit, NoShape, Request, Shape, Simpler};

/// The heap game of a code. A size is the number of stones, and every row of heaps that are not empty is
/// a position.
#[derive(Debug)]
pub struct Octal {
    about: About,
    code: Code,
    rules: rules::Octal,
    limits: [Limit; 1],
    /// What is known of the values of single heaps so far.
    values: Mutex<Arc<Values>>,
}

/// Games that have names, by their codes.
const NAMES: &[(&str, &str)] = &[
    ("0.[3]", "Nim"),
    ("0.77", "Kayles"),
    ("0.07", "Dawson's Kayles"),
    ("0.137", "Dawson's Chess"),
    ("0.6", "Officers"),
    ("0.007", "Treblecross"),
    ("4!.0", "Grundy's game"),
    ("4.[3]", "Lasker's Nim"),
];

impl Octal {
    /// The game of a code.
    ///
    /// ```
    /// use grundy_games::{Entry, octal::Octal};
    /// assert_eq!(Octal::new("0.77")?.about().title, "Kayles, the heap game 0.77");
    /// # Ok::<(), grundy_core::octal::CodeError>(())
    /// ```
    ///
    /// # Errors
    /// When the text is no code.
    ///
    /// # Panics
    /// Never: core and brute read the same codes.
    pub fn new(code: &str) -> Result<Self, CodeError> {
        let code: Code = code.parse()?;
        let rules = rules::Octal::read(&code.to_string());
        let rules = rules.expect("core and brute read the same codes");
        Ok(Self::pair(code, rules))
    }

    /// The closed form of a code with the rules of another: what a code that was read wrongly is.
    pub fn pair(code: Code, rules: rules::Octal) -> Self {
        let name = code.to_string();
        let title = match NAMES.iter().find(|(known, _)| *known == name) {
            Some((_, title)) => format!("{title}, the heap game {name}"),
            None => format!("The heap game {name}"),
        };
        let about = About {
            name: Owned(name),
            title: Owned(title),
            original: Borrowed("R. K. Guy and C. A. B. Smith, 1956"),
            size: Borrowed("stones: 2^(size-1) rows of heaps that are not empty"),
            smallest: 1,
            sweep_to: 16,
            m: Borrowed("the size of the largest heap, at most"),
            n: Borrowed("the number of heaps"),
            tests: 0,
        };
        let limits = [Limit {
            m: largest_heap(&code).min(10_000),
            n: 10_000,
        }];
        let values = Mutex::new(Arc::new(Values::new(code.clone(), 64)));
        Self {
            about,
            code,
            rules,
            limits,
            values,
        }
    }

    /// The values of all heaps up to `heap` at least.
    fn values(&self, heap: u64) -> Arc<Values> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if values.up_to() < heap {
            let up_to = heap
                .max(2 * values.up_to())
                .min(largest_heap(&self.code).max(heap));
            *values = Arc::new(Values::new(self.code.clone(), up_to as usize));
        }
        Arc::clone(&values)
    }

    fn position_of(&self, heaps: Vec<u64>) -> Position {
        let largest = heaps.iter().max().copied().unwrap_or(0);
        Position::new(self.values(largest), heaps)
            .expect("at least one heap, none larger than what is known")
    }
}

/// Heaps of a position hold at most so many stones: what takes seconds to solve.
fn largest_heap(code: &Code) -> u64 {
    match (code.reach(), code.parts()) {
        (Some(_), 0..=2) => 100_000,
        (None, 0..=1) => 30_000,
        _ => 1000,
    }
}

impl Game for Octal {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Octal;

    fn about(&self) -> &About {
        &self.about
    }

    fn code(&self) -> Option<&Code> {
        Some(&self.code)
    }

    fn rules(&self) -> rules::Octal {
        self.rules.clone()
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<Position>, InputError> {
        let heaps = grundy_core::heaps::read(&mut Numbers::new(text), largest_heap(&self.code))?;
        Ok(vec![self.position_of(heaps)])
    }

    fn outcomes<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<Outcome>, InputError> {
        let heaps = grundy_core::heaps::read(input, largest_heap(&self.code))?;
        Ok(vec![self.position_of(heaps).outcome()])
    }

    fn claim(&self, position: &Position) -> Claim {
        Claim::new(position.outcome(), position.count_winning_moves())
            .with_grundy(position.grundy_value())
    }

    fn winning_moves(&self, position: &Position) -> Vec<Move> {
        position.winning_moves()
    }

    fn position(&self, heaps: &Vec<u64>) -> Position {
        self.position_of(heaps.clone())
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.heaps().to_vec()
    }

    /// An empty row is a finished game that no input says.
    fn next(&self, heaps: &Vec<u64>) -> Option<Position> {
        (!heaps.is_empty()).then(|| self.position_of(heaps.clone()))
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        Move {
            heap: of_rules.heap + 1,
            stones: of_rules.taken,
            left: of_rules.left.clone(),
        }
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        Some(rules::Move {
            heap: a_move.heap.checked_sub(1)?,
            taken: a_move.stones,
            left: a_move.left.clone(),
        })
    }

    fn explain(&self, position: &Position) -> Explanation {
        explain::page(&self.about.title, position)
    }

    fn picture(&self, position: &Position) -> Explanation {
        explain::picture(&self.about.title, position)
    }

    fn facts(&self, position: &Position) -> Facts {
        let values: Vec<u64> = position.heap_values().collect();
        facts([
            ("heaps", json!(position.heaps())),
            ("values", json!(values)),
            ("nim_sum", json!(position.grundy_value())),
        ])
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        let m = m.min(largest_heap(&self.code));
        Some(self.position_of(random.row(n, 0, m)))
    }

    fn shapes(&self) -> &[Shape] {
        shapes::SHAPES
    }

    fn generate(&self, request: &Request<'_>) -> Result<Position, NoShape> {
        let largest = largest_heap(&self.code);
        if request.m > largest {
            return Err(NoShape(format!(
                "m is {}: a heap of {} has at most {largest} stones",
                request.m, self.about.name
            )));
        }
        let heaps = shapes::generate(self, &self.values(request.m), request)?;
        Ok(self.position_of(heaps))
    }

    fn limits(&self) -> &[Limit] {
        &self.limits
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        let values = Arc::clone(position.values());
        simpler::rows(
            position.heaps(),
            |_, _| None,
            move |heaps| {
                Position::new(Arc::clone(&values), heaps)
                    .expect("fewer and smaller heaps are known")
            },
        )
    }
}
