//! Heap games by their codes: `grundy_core::octal` against `grundy_brute::octal`.

mod problem;
mod shapes;
mod words;

use std::sync::{Arc, Mutex, PoisonError};

use grundy_brute::octal as rules;
use grundy_brute::{Rules as _, Space as _};
use grundy_core::octal::{Code, CodeError, Move, Position, Sequence};
use grundy_core::text::{Numbers, OUT_OF_MEMORY};
use grundy_game::generate::Random;
use grundy_game::simpler;
use grundy_game::{
    About, Bounds, Drawn, Error, Example, Failed, InputError, Known, Limit, NoShape, Problem,
    Reduction, Simpler, TypedGame,
};

use self::problem::heaps_of_code;
use crate::built_in;

/// The heap game of a code. A size is the number of stones, and every row of heaps that are not empty is
/// a position.
#[derive(Clone, Debug)]
pub struct Octal(Arc<OfCode>);

/// The game, and the values of its heaps.
#[derive(Debug)]
struct OfCode {
    about: About,
    code: Code,
    rules: rules::Octal,
    /// The values of single heaps computed so far.
    values: Mutex<Arc<Sequence>>,
}

/// Codes with their names for people, and on the command line where they have one.
pub const NAMES: [(&str, &str, Option<&str>); 8] = [
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
    /// use grundy_game::Game;
    /// use grundy_games::octal::Octal;
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
        let largest = computed_to(&code);
        let rules_in_words = words::rules(&code);
        let about = About {
            name: name.into(),
            title: title.into(),
            largest: rules::Octal::LARGEST_SIZE,
            limits: vec![Limit::new(largest.min(10_000), 10_000)].into(),
            interactive: vec![Limit::new(30, 5)].into(),
            rules: rules_in_words.into(),
            example: example(&rules),
            allowed: words::allowed(&code),
            code: Some(code.clone()),
            ..built_in::data(include_str!("octal/about.json"))
        };
        let values = Mutex::new(Arc::new(Sequence::to(code.clone(), 64)));
        Self(Arc::new(OfCode {
            about,
            code,
            rules,
            values,
        }))
    }

    /// Returns the values of all heaps up to `heap` at least. Where a period is proved on the way, those to 10^18.
    fn values(&self, heap: u64) -> Arc<Sequence> {
        let mut values = self.0.values.lock().unwrap_or_else(PoisonError::into_inner);
        if values.up_to() < heap {
            let up_to = (2 * values.up_to()).clamp(heap, heap.max(computed_to(&self.0.code)));
            *values = Arc::new(Sequence::to(self.0.code.clone(), up_to as usize));
        }
        Arc::clone(&values)
    }

    /// The largest heap of an input whose outcome is asked for: 10^18 where a period is proved.
    fn largest_value(&self) -> u64 {
        self.values(computed_to(&self.0.code)).up_to()
    }

    /// The largest heap of a position, at least `m` if it may be: heaps as large as those of
    /// [`largest_value`](Self::largest_value) where moves that differ by whole periods are counted together.
    fn largest_heap(&self, m: u64) -> u64 {
        let code = &self.0.code;
        let computed = computed_to(code);
        if m > computed && code.reach().is_some() && code.parts() <= 2 {
            return self.largest_value();
        }
        computed
    }

    /// Reads heaps of at most `computed_to` stones, or of at most `largest` stones, which is asked for when one is larger.
    fn read_heaps(
        &self,
        text: &mut Numbers<'_>,
        largest: impl Fn() -> u64,
    ) -> Result<Vec<u64>, InputError> {
        text.keep();
        let heaps = grundy_core::heaps::read(text, u64::MAX);
        let read = |largest| grundy_core::heaps::read(&mut text.again(), largest);
        let computed = computed_to(&self.0.code);
        match heaps {
            Ok(heaps) if heaps.iter().all(|&heap| heap <= computed) => Ok(heaps),
            // It is wrong however large a heap may be, and to find that out takes seconds.
            Err(error)
                if error.message == OUT_OF_MEMORY || read(computed).as_ref() == Err(&error) =>
            {
                Err(error)
            }
            _ => read(largest()),
        }
    }

    fn position_of(&self, heaps: Vec<u64>) -> Position {
        let largest = heaps.iter().max().copied().unwrap_or(0);
        Position::new(self.values(largest), heaps)
            .expect("at least one heap, none larger than what is known")
    }
}

/// In a package a period is used that the values of heaps up to this one prove: its solution computes those of one period.
const SOLVED_IN_PACKAGE: u64 = 20_000;
/// The right solution of a package looks at this many moves within the time limit,
const RIGHT_MOVES: u64 = 1_000_000_000;
/// and the slow one at too many from these limits on.
const SLOW_FROM: Limit = Limit::new(10, 20);

/// A move in one heap that leaves the most heaps, in the first of some heaps that has a move.
fn example(rules: &rules::Octal) -> Option<Example> {
    let in_heap = |heap: u64| {
        let moves = rules.moves(&vec![heap]).into_iter();
        let shown = moves
            .map(|(a_move, _)| a_move)
            .max_by_key(|a_move| a_move.left.len())?;
        let shown = Move {
            heap: 1,
            stones: shown.taken,
            left: shown.left.into(),
        };
        Some(Example {
            position: format!("1\n{heap}\n"),
            name: shown.to_string(),
        })
    };
    (5..=12).chain(1..5).find_map(in_heap)
}

/// To this heap values are computed for a position: larger ones take more than seconds.
fn computed_to(code: &Code) -> u64 {
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

    fn problem(&self) -> Option<Problem> {
        let OfCode { about, code, .. } = &*self.0;
        let computed = computed_to(code);
        let values = self.values(computed.min(SOLVED_IN_PACKAGE));
        let with_moves = (0..values.up_to()).find(|&heap| values.get(heap) > 0);
        // The right solution looks at about a quarter of heap^2 moves for each number of stones that may be taken.
        let moves = code.moves(computed).count().max(1) as u64;
        let right_to = match values.proved() {
            Some(_) => u64::MAX,
            None => (RIGHT_MOVES / moves * 4).isqrt(),
        };
        let bounds = Bounds {
            right_to,
            wrong_from: Limit::new(with_moves.unwrap_or(u64::MAX), 1),
            slow_from: SLOW_FROM,
            ..Bounds::default()
        };
        let (rules, period) = (&about.rules, values.proved());
        Some(heaps_of_code(code, rules, computed, period, bounds))
    }

    fn rules(&self) -> rules::Octal {
        self.0.rules.clone()
    }

    fn parse(&self, text: &mut Numbers<'_>) -> Result<Vec<Position>, InputError> {
        let heaps = self.read_heaps(text, || self.largest_heap(u64::MAX))?;
        Ok(vec![self.position_of(heaps)])
    }

    fn answers(&self, input: &mut Numbers<'_>) -> Result<Vec<String>, Error> {
        let heaps = self.read_heaps(input, || self.largest_value())?;
        Ok(vec![TypedGame::answer(self, &self.position_of(heaps))?])
    }

    fn answer(&self, position: &Position) -> Result<String, Failed> {
        let outcome = position.outcome();
        Ok(self.about().answers.right(&outcome.into(), &[]))
    }

    fn claim(&self, position: &Position) -> Result<Known, Failed> {
        let known = Known::new(position.outcome(), position.count_winning_moves());
        Ok(known.with_grundy(position.grundy_value()))
    }

    fn winning_moves(&self, position: &Position) -> Result<Vec<Move>, Failed> {
        Ok(position.winning_moves())
    }

    fn first_winning_moves(&self, position: &Position, most: usize) -> Result<Vec<Move>, Failed> {
        Ok(position.first_winning_moves(most))
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
            left: of_rules.left.as_slice().into(),
        }
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        Some(rules::Move {
            heap: a_move.heap.checked_sub(1)?,
            taken: a_move.stones,
            left: a_move.left.to_vec(),
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
        Some(self.position_of(random.row(n, 0, m.min(self.largest_heap(m)))))
    }

    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Position> {
        let largest = self.largest_heap(m);
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
