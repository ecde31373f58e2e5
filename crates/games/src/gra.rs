//! Gra, the strip game: `grundy_core::gra` against `grundy_brute::gra`.

mod explain;
mod shapes;
mod simpler;

use grundy_brute::gra::{self as rules, PlainTable, mask_of};
use grundy_brute::memory;
use grundy_brute::{RetrogradeError, Space};
use grundy_core::gra::{Board, Move};
use serde_json::json;

use crate::game::{Facts, facts};
use crate::{
    About, Answers, Claim, Explanation, Game, InputError, Limit, NoShape, Oracle, Request, Shape,
    Simpler, TestInput, Truth,
};

/// The strip game. A size is m, and every non-empty set of pawns left of square m is a board.
#[derive(Clone, Copy, Debug)]
pub struct Gra;

static ABOUT: About = About {
    name: "gra",
    title: "Gra, the strip game",
    original: "POI XI (2004), Gra",
    size: "m, the number of squares: 2^(m-1) - 1 boards, every set of at least one pawn",
    smallest: 2,
    sweep_to: 20,
    m: "the number of squares",
    n: "the number of pawns",
    tests: shapes::TESTS,
};

/// Of the original; then full strips, and one pawn alone.
const LIMITS: &[Limit] = &[
    Limit {
        m: 1_000_000_000,
        n: 1_000_000,
    },
    Limit {
        m: 1_999_999,
        n: 1_000_000,
    },
    Limit {
        m: 1_000_001,
        n: 1_000_000,
    },
    Limit {
        m: 1_000_000_000,
        n: 1,
    },
];

impl Game for Gra {
    type Position = Board;
    type Move = Move;
    type Rules = rules::Gra;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<Board>, InputError> {
        Ok(vec![Board::parse(text)?])
    }

    fn claim(&self, board: &Board) -> Claim {
        Claim::new(board.outcome(), u64::from(board.count_winning_moves()))
    }

    fn winning_moves(&self, board: &Board) -> Vec<Move> {
        board.winning_moves().collect()
    }

    fn answer(&self, claim: &Claim) -> String {
        claim.winning_moves.to_string()
    }

    fn position(&self, of_rules: &rules::Position) -> Board {
        Board::new(of_rules.m, of_rules.squares.clone())
            .expect("a non-empty set of squares left of square m is a board")
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        Move {
            from: of_rules.from,
            to: of_rules.to,
        }
    }

    /// One table of masks for every m at once.
    fn oracle(&self, up_to: u32) -> Result<Box<dyn Oracle<rules::Gra>>, RetrogradeError> {
        let largest = rules::Gra::LARGEST_SIZE;
        if up_to > largest {
            let size = up_to;
            return Err(RetrogradeError::TooLarge { size, largest });
        }
        memory::check(1 << up_to.saturating_sub(1))
            .map_err(|error| RetrogradeError::Memory { size: up_to, error })?;
        Ok(Box::new(PlainTable::build(up_to)))
    }

    fn explain(&self, board: &Board) -> Explanation {
        explain::explain(board)
    }

    fn facts(&self, board: &Board) -> Facts {
        let groups = board.groups().map(|group| {
            json!({
                "number": group.number,
                "first": group.first(),
                "last": group.last,
                "size": group.size,
                "stair": group.number.checked_sub(2),
            })
        });
        facts([
            ("m", json!(board.m())),
            ("n", json!(board.squares().len())),
            ("groups", groups.collect()),
            ("nim_sum", json!(board.nim_sum())),
        ])
    }

    fn shapes(&self) -> &'static [Shape] {
        shapes::SHAPES
    }

    fn generate(&self, request: &Request<'_>) -> Result<Board, NoShape> {
        shapes::generate(request)
    }

    fn suite(&self, seed: u64) -> Vec<TestInput<Board>> {
        shapes::suite(seed)
    }

    fn answers(&self) -> Answers {
        Answers::Number
    }

    fn limits(&self) -> &'static [Limit] {
        LIMITS
    }

    fn simpler(&self, board: &Board) -> Simpler<Board> {
        simpler::simpler(board)
    }
}

/// The table over masks knows outcomes alone. The Grundy value of a strip is not the nim-sum of its
/// groups, so the closed form has none to compare, either.
impl Oracle<rules::Gra> for PlainTable {
    fn truth(&self, position: &rules::Position) -> Option<Truth<rules::Move>> {
        let &rules::Position { m, ref squares } = position;
        let mask = mask_of(m, squares).filter(|&mask| mask < self.masks())?;
        let winning = self.winning_moves(mask);
        // Square s has bit m - 1 - s; square m has none and is always free.
        let is_free = |square: u32| square == m || mask >> (m - 1 - square) & 1 == 0;
        let wins = |square: u32| winning >> (m - 1 - square) & 1 == 1;
        let moves = squares.iter().filter(|&&from| wins(from));
        Some(Truth {
            outcome: self.outcome(mask),
            grundy: None,
            winning_moves: moves
                .filter_map(|&from| {
                    let to = (from + 1..=m).find(|&square| is_free(square))?;
                    Some(rules::Move { from, to })
                })
                .collect(),
        })
    }
}
