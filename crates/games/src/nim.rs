//! Nim: `grundy_core::nim` against `grundy_brute::nim`.

use std::borrow::Cow::Borrowed;

use grundy_brute::nim as rules;
use grundy_core::Outcome;
use grundy_core::nim::{self, Move, Position};
use grundy_core::text::{Numbers, Source};
use serde_json::json;

use crate::explain::heaps::Heaps;
use crate::game::{Facts, facts};
use crate::generate::{self, Random};
use crate::simpler;
use crate::{
    About, Answers, Claim, Explanation, Game, InputError, Limit, NoShape, Request, Shape, Simpler,
};

/// Nim. A size is heaps and stones together, and every row of heaps is a position.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

static ABOUT: About = About {
    name: Borrowed("nim"),
    title: Borrowed("Nim"),
    original: Borrowed("C. L. Bouton, 1901"),
    size: Borrowed("heaps and stones together: 2^(size-1) rows of heaps, empty heaps among them"),
    smallest: 1,
    sweep_to: 21,
    m: Borrowed("the size of the largest heap, at most"),
    n: Borrowed("the number of heaps"),
    tests: 0,
};

const SHAPES: &[Shape] = &[
    Shape {
        name: "random",
        about: "heaps of 0 to m stones, each equally likely",
    },
    Shape {
        name: "lost",
        about: "a P-position: a random one after a winning move",
    },
    Shape {
        name: "nearly",
        about: "a P-position with one stone more on one heap",
    },
    Shape {
        name: "high",
        about: "a P-position less the highest bit of one heap: that bit is the nim-sum",
    },
    Shape {
        name: "equal",
        about: "n heaps of m stones: every heap wins if n is odd, none if it is even",
    },
];

/// Bouton set no limits; these are those of the tasks that contestants know
/// (`AcWing` 891 and its like).
const LIMITS: &[Limit] = &[Limit {
    m: 1_000_000_000,
    n: 100_000,
}];

impl Game for Nim {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Nim;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> Self::Rules {
        rules::Nim
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<Position>, InputError> {
        Ok(vec![Position::parse(text)?])
    }

    fn claim(&self, position: &Position) -> Claim {
        Claim::new(position.outcome(), position.count_winning_moves())
            .with_grundy(position.grundy_value())
    }

    fn winning_moves(&self, position: &Position) -> Vec<Move> {
        position.winning_moves().collect()
    }

    fn outcomes<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<Outcome>, InputError> {
        Ok(vec![nim::read_outcome(input)?])
    }

    fn position(&self, heaps: &Vec<u64>) -> Position {
        position(heaps.clone())
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.heaps().to_vec()
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        Move {
            heap: of_rules.heap + 1,
            stones: of_rules.taken,
        }
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        Some(rules::Move {
            heap: a_move.heap.checked_sub(1)?,
            taken: a_move.stones,
        })
    }

    fn explain(&self, position: &Position) -> Explanation {
        Heaps {
            title: "Nim",
            bound: String::new(),
            sizes: position.heaps(),
            values: None,
            theory: Vec::new(),
            note: &|_| String::new(),
            count: position.count_winning_moves(),
        }
        .page(position.winning_moves())
    }

    fn facts(&self, position: &Position) -> Facts {
        facts([
            ("heaps", json!(position.heaps())),
            ("nim_sum", json!(position.grundy_value())),
        ])
    }

    fn shapes(&self) -> &[Shape] {
        SHAPES
    }

    fn generate(&self, request: &Request<'_>) -> Result<Position, NoShape> {
        let n = generate::count(request, "heaps")?;
        let m = request.m;
        let mut random = Random::new(request.seed);
        match request.shape {
            "random" => Ok(position(random.row(n, 0, m))),
            "lost" => Ok(lost(&mut random, n, m)),
            "nearly" => generate::search(request, || {
                let mut heaps = lost(&mut random, n, m).heaps().to_vec();
                let heap = random.below(n as u64) as usize;
                (heaps[heap] < m).then(|| {
                    heaps[heap] += 1;
                    position(heaps)
                })
            }),
            "high" => generate::search(request, || {
                let mut heaps = lost(&mut random, n, m).heaps().to_vec();
                let (heap, bit) = random.place_of_highest_bit(&heaps)?;
                heaps[heap] -= bit;
                Some(position(heaps))
            }),
            "equal" => Ok(position(vec![m; n])),
            other => Err(generate::unknown(&ABOUT, SHAPES, other)),
        }
    }

    fn answer_form(&self) -> Answers {
        Answers::words("Yes", "No")
    }

    fn limits(&self) -> &[Limit] {
        LIMITS
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        simpler::rows(position.heaps(), simpler::one_heap, self::position)
    }
}

/// A random P-position: random heaps after a winning move, if there is one.
fn lost(random: &mut Random, n: usize, m: u64) -> Position {
    let drawn = position(random.row(n, 0, m));
    let winning: Vec<Move> = drawn.winning_moves().collect();
    let mut heaps = drawn.heaps().to_vec();
    if let Some(a_move) = random.choose(&winning) {
        heaps[a_move.heap - 1] -= a_move.stones;
    }
    position(heaps)
}

fn position(heaps: Vec<u64>) -> Position {
    Position::new(heaps).expect("a row of at least one heap is a position")
}
