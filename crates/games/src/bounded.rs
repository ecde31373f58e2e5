//! Bounded Nim: `grundy_core::bounded` against `grundy_brute::bounded`.

use std::borrow::Cow::Borrowed;
use std::rc::Rc;

use grundy_brute::bounded as rules;
use grundy_core::Outcome;
use grundy_core::bounded::{self, Move, Position};
use grundy_core::text::{Numbers, Source};
use serde_json::json;

use crate::explain::heaps::Heaps;
use crate::game::{Facts, facts};
use crate::generate::{self, Random};
use crate::simpler::{self, reductions};
use crate::{
    About, Answers, Claim, Explanation, Game, InputError, Limit, Line, NoShape, Request, Shape,
    Simpler,
};

/// Bounded Nim. A size is k, heaps and stones together, and every k and every row of heaps is a
/// position.
#[derive(Clone, Copy, Debug)]
pub struct Bounded;

static ABOUT: About = About {
    name: Borrowed("bounded"),
    title: Borrowed("Bounded Nim"),
    original: Borrowed("C. G. Bachet, 1612, with one heap"),
    size: Borrowed(
        "k, heaps and stones together: 2^(size-1) - 1 rows of heaps, for every k from 1",
    ),
    smallest: 2,
    sweep_to: 21,
    m: Borrowed("the size of the largest heap, at most"),
    n: Borrowed("the number of heaps"),
    tests: 0,
};

const SHAPES: &[Shape] = &[
    Shape {
        name: "random",
        about: "k from 1 to m, heaps of 0 to m stones, each equally likely",
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
        about: "a P-position less the highest bit of one value: that bit is the nim-sum",
    },
    Shape {
        name: "multiples",
        about: "k from 1 to 15, heaps next to multiples of k + 1, where values rise",
    },
];

/// There is no original; these are those of the tasks that contestants
/// know (`AcWing` 891, 892 and their like).
const LIMITS: &[Limit] = &[Limit {
    m: 1_000_000_000,
    n: 100_000,
}];

impl Game for Bounded {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Bounded;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> Self::Rules {
        rules::Bounded
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
        Ok(vec![bounded::read_outcome(input)?])
    }

    fn position(&self, of_rules: &rules::Position) -> Position {
        position(of_rules.k, of_rules.heaps.clone())
    }

    fn rules_position(&self, position: &Position) -> rules::Position {
        let (k, heaps) = (position.k(), position.heaps().to_vec());
        rules::Position { k, heaps }
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
        let k = position.k();
        let period = u128::from(k) + 1;
        Heaps {
            title: "Bounded Nim",
            bound: format!(", at most {k} a move"),
            sizes: position.heaps(),
            values: Some(position.heap_values().collect()),
            theory: vec![Line::plain(format!(
                "The Grundy value of a heap is what remains when it is divided by k + 1 = {period}."
            ))],
            note: &|size| match u128::from(size) / period {
                0 => String::new(),
                times => format!(
                    "{size} = {times} * {period} + {}",
                    u128::from(size) % period
                ),
            },
            count: position.count_winning_moves(),
        }
        .page(position.winning_moves())
    }

    fn facts(&self, position: &Position) -> Facts {
        facts([
            ("k", json!(position.k())),
            ("heaps", json!(position.heaps())),
            ("values", position.heap_values().collect()),
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
            "random" => Ok(any(&mut random, n, m)),
            "lost" => Ok(lost(&mut random, n, m)),
            "nearly" => generate::search(request, || {
                let lost = lost(&mut random, n, m);
                let mut heaps = lost.heaps().to_vec();
                let heap = random.below(n as u64) as usize;
                (heaps[heap] < m).then(|| {
                    heaps[heap] += 1;
                    position(lost.k(), heaps)
                })
            }),
            "high" => generate::search(request, || {
                let lost = lost(&mut random, n, m);
                let values: Vec<u64> = lost.heap_values().collect();
                let (heap, bit) = random.place_of_highest_bit(&values)?;
                let mut heaps = lost.heaps().to_vec();
                heaps[heap] -= bit;
                Some(position(lost.k(), heaps))
            }),
            "multiples" => {
                let k = random.between(1, 15);
                let heaps = (0..n).map(|_| {
                    let multiple = random.between(0, m / (k + 1)) * (k + 1);
                    let beside = random.between(0, 2);
                    (multiple + beside).saturating_sub(1).min(m)
                });
                Ok(position(k, heaps.collect()))
            }
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
        let k = position.k();
        let row: Rc<[u64]> = position.heaps().into();
        let heaps = Rc::clone(&row);
        let ks = reductions(k - 1).map(move |amount| self::position(k - amount, heaps.to_vec()));
        let one_heap = move |_, heaps: &[u64]| {
            let part = self::position(k, heaps.to_vec());
            simpler::one_heap(0, &part.heap_values().collect::<Vec<_>>())
        };
        let fewer = simpler::fewer_or_merged(Rc::clone(&row), one_heap);
        let rows = fewer.chain(simpler::lower(row, 0));
        Box::new(rows.map(move |row| self::position(k, row)).chain(ks))
    }
}

fn any(random: &mut Random, n: usize, m: u64) -> Position {
    let k = random.between(1, m.max(1));
    position(k, random.row(n, 0, m))
}

/// A random P-position: a random position after a winning move, if there is one.
fn lost(random: &mut Random, n: usize, m: u64) -> Position {
    let drawn = any(random, n, m);
    let winning: Vec<Move> = drawn.winning_moves().collect();
    let mut heaps = drawn.heaps().to_vec();
    if let Some(a_move) = random.choose(&winning) {
        heaps[a_move.heap - 1] -= a_move.stones;
    }
    position(drawn.k(), heaps)
}

fn position(k: u64, heaps: Vec<u64>) -> Position {
    Position::new(k, heaps).expect("k of at least 1 and a row of at least one heap are a position")
}
