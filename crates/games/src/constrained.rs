//! Constrained Nim: `grundy_core::constrained` against `grundy_brute::constrained`.

mod shapes;
mod simpler;

use std::cell::RefCell;
use std::sync::LazyLock;

use grundy_brute::Space as _;
use grundy_brute::constrained as rules;
use grundy_core::constrained::{self, Move, Pair, Position};
use grundy_core::text::{Numbers, Source};

use crate::about::problem;
use crate::generate::Random;
use crate::rows::row_game;
use crate::{About, Answers, Drawn, InputError, Limit, Reduction, Simpler, TypedGame};

/// Constrained Nim. A size is the largest heap or X, and every set of pairs with every row of one to
/// three heaps is a position.
#[derive(Clone, Copy, Debug)]
pub struct Constrained;

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    name: "constrained".into(),
    title: "Constrained Nim".into(),
    original: "AtCoder ABC255 (2022), G".into(),
    size: "the largest heap or X: every set of pairs with every row of 1 to 3 heaps".into(),
    smallest: 1,
    sweep_to: 5,
    m: "the largest heap and X, at most".into(),
    n: "the number of heaps, and of forbidden pairs".into(),
    largest: rules::Constrained::LARGEST_SIZE,
    answers: Answers::words("Takahashi", "Aoki"),
    shapes: shapes::SHAPES.into(),
    limits: LIMITS.into(),
    problem: problem!(
        "constrained",
        &["3 4\n1 2 4\n2 1\n3 3\n3 1\n1 1\n", "1 1\n1\n1 1\n"]
    ),
    ..About::default()
});

/// Of the original; the second pair brings heaps and forbidden pairs close together.
const LIMITS: &[Limit] = &[
    Limit::new(1_000_000_000_000_000_000, 200_000),
    Limit::new(400_000, 200_000),
];

thread_local! {
    /// A position made before. A sweep and the closure check make many positions with the
    /// same pairs one after the other, and those share the Grundy values of single heaps.
    static LAST: RefCell<Option<Position>> = const { RefCell::new(None) };
}

impl TypedGame for Constrained {
    row_game!(heap: stones);
    type Rules = rules::Constrained;

    fn parse(&self, text: &[u8]) -> Result<Vec<Position>, InputError> {
        Ok(vec![Position::parse(text)?])
    }

    fn answers<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<String>, InputError> {
        Ok(vec![ABOUT.answers.word(constrained::read_outcome(input)?)])
    }

    fn position(&self, of_rules: &rules::Position) -> Option<Position> {
        if of_rules.heaps.is_empty() {
            return None;
        }
        let pairs = || of_rules.forbidden.iter();
        let heaps = of_rules.heaps.clone();
        LAST.with_borrow_mut(|last| {
            let has_the_pairs =
                |last: &&Position| last.pairs().iter().map(|pair| (pair.x, pair.y)).eq(pairs());
            if let Some(last) = last.as_ref().filter(has_the_pairs) {
                let position = last.with_heaps(heaps);
                return Some(position.expect("heaps of the rules are small"));
            }
            let pairs = pairs().map(|(x, y)| Pair { x, y }).collect();
            let position = Position::new(heaps, pairs);
            let position = position.expect("heaps of the rules are small, and pairs are different");
            *last = Some(position.clone());
            Some(position)
        })
    }

    fn rules_position(&self, position: &Position) -> rules::Position {
        let pairs = position.pairs().iter().map(|pair| (pair.x, pair.y));
        rules::Position {
            forbidden: pairs.collect(),
            heaps: position.heaps().to_vec(),
        }
    }

    fn first_winning_moves(&self, position: &Position, most: usize) -> Vec<Move> {
        position.winning_moves().take(most).collect()
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        let pairs = position.pairs().iter();
        Some(Reduction::Heaps {
            k: None,
            heaps: position.heaps().to_vec(),
            values: Some(position.heap_values().collect()),
            pairs: Some(pairs.map(|pair| [pair.x, pair.y]).collect()),
            nim_sum: position.grundy_value(),
        })
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        Some(shapes::any(random, n, m))
    }

    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Position> {
        shapes::shaped(shape, random, m, n)
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        simpler::simpler(position)
    }
}
