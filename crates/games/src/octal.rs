//! Heap games by their codes: `grundy_core::octal` against `grundy_brute::octal`.

mod shapes;
mod words;

use std::sync::{Arc, Mutex, PoisonError};

use grundy_brute::Space as _;
use grundy_brute::octal as rules;
use grundy_core::octal::{Code, CodeError, Move, Position, Sequence};
use grundy_core::text::Numbers;

use crate::generate::Random;
use crate::simpler;
use crate::{About, Claim, Drawn, InputError, Limit, NoShape, Reduction, Simpler, TypedGame};

/// The heap game of a code. A size is the number of stones, and every row of heaps that are not empty is
/// a position.
#[derive(Clone, Debug)]
pub struct Octal(Arc<Known>);

/// The game, and the values of its heaps.
#[derive(Debug)]
struct Known {
    about: About,
    code: Code,
    rules: rules::Octal,
    /// The values of single heaps computed so far.
    values: Mutex<Arc<Sequence>>,
}

/// Codes with their names for people, and on the command line where they have one.
pub(crate) const NAMES: [(&str, &str, Option<&str>); 8] = [
    ("0.77", "Kayles", Some("kayles")),
    ("0.137", "Dawson's Chess", Some("dawson")),
    ("0.6", "Officers", Some("officers")),
    ("4!.0", "Grundy's game", Some("grundy")),
    ("4.[3]", "Lasker's Nim", Some("lasker")),
    ("0.[3]", "Nim", None),
    ("0.07", "Dawson's Kayles", None),
    ("0.007", "Treblecross", None),
];

impl Octal {
    /// The game of a code.
    ///
    /// ```
    /// use grundy_games::{Game, octal::Octal};
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

    /// Pairs the closed form of a code with the rules of another: the effect of a code that one of them reads
    /// wrongly.
    pub fn pair(code: Code, rules: rules::Octal) -> Self {
        let name = code.to_string();
        let title = match NAMES.iter().find(|(code, ..)| *code == name) {
            Some((_, title, _)) => format!("{title}, the heap game {name}"),
            None => format!("The heap game {name}"),
        };
        let largest = largest_heap(&code);
        let about = About {
            name: name.into(),
            title: title.into(),
            largest: rules::Octal::LARGEST_SIZE,
            limits: vec![Limit::new(largest.min(10_000), 10_000)].into(),
            rules: words::rules(&code),
            code: Some(code.clone()),
            ..About::built_in(include_str!("octal/about.json"))
        };
        let values = Mutex::new(Arc::new(Sequence::to(code.clone(), 64)));
        Self(Arc::new(Known {
            about,
            code,
            rules,
            values,
        }))
    }

    /// Returns the values of all heaps up to `heap` at least.
    fn values(&self, heap: u64) -> Arc<Sequence> {
        let mut values = self.0.values.lock().unwrap_or_else(PoisonError::into_inner);
        if values.up_to() < heap {
            let up_to = (2 * values.up_to()).clamp(heap, heap.max(largest_heap(&self.0.code)));
            *values = Arc::new(Sequence::to(self.0.code.clone(), up_to as usize));
        }
        Arc::clone(&values)
    }

    fn read_position(&self, input: &mut Numbers<'_>) -> Result<Position, InputError> {
        let heaps = grundy_core::heaps::read(input, largest_heap(&self.0.code))?;
        Ok(self.position_of(heaps))
    }

    fn position_of(&self, heaps: Vec<u64>) -> Position {
        let largest = heaps.iter().max().copied().unwrap_or(0);
        Position::new(self.values(largest), heaps)
            .expect("at least one heap, none larger than what is known")
    }
}

/// The largest heap of a position: larger ones take more than seconds to solve.
fn largest_heap(code: &Code) -> u64 {
    match (code.reach(), code.parts()) {
        (Some(_), 0..=2) => 100_000,
        (None, 0..=1) => 30_000,
        _ => 1000,
    }
}

impl TypedGame for Octal {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Octal;

    fn about(&self) -> &About {
        &self.0.about
    }

    fn rules(&self) -> rules::Octal {
        self.0.rules.clone()
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<Position>, InputError> {
        Ok(vec![self.read_position(&mut Numbers::new(text))?])
    }

    fn answers(&self, input: &mut Numbers<'_>) -> Result<Vec<String>, InputError> {
        let outcome = self.read_position(input)?.outcome();
        Ok(vec![self.about().answers.word(outcome)])
    }

    fn claim(&self, position: &Position) -> Claim {
        Claim::new(position.outcome(), position.count_winning_moves())
            .with_grundy(position.grundy_value())
    }

    fn winning_moves(&self, position: &Position) -> Vec<Move> {
        position.winning_moves()
    }

    /// An empty row is a finished game that no input holds.
    fn position(&self, heaps: &Vec<u64>) -> Option<Position> {
        (!heaps.is_empty()).then(|| self.position_of(heaps.clone()))
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.heaps().to_vec()
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

    fn lowered(a_move: &Move) -> (usize, u64) {
        (a_move.heap - 1, a_move.stones)
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        let values = Some(position.heap_values().collect());
        Some(Reduction::heaps(None, position.heaps(), values, None))
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        Some(self.position_of(random.row(n, 0, m.min(largest_heap(&self.0.code)))))
    }

    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Position> {
        let largest = largest_heap(&self.0.code);
        if m > largest {
            return Err(NoShape(format!(
                "m is {m}: a heap of {} has at most {largest} stones",
                self.0.about.name
            )));
        }
        let heaps = shapes::heaps(shape, &self.values(m), random, m, n);
        Ok(heaps.map(|heaps| self.position_of(heaps)))
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        let values = Arc::clone(position.values());
        let rows = simpler::rows(position.heaps(), 0);
        Box::new(rows.map(move |heaps| {
            Position::new(Arc::clone(&values), heaps).expect("fewer and smaller heaps are known")
        }))
    }
}
