//! Gra, the strip game: `grundy_core::gra` against `grundy_brute::gra`.

mod explain;
mod shapes;

use grundy_brute::gra::{PlainTable, squares_of};
use grundy_core::gra::{Board, Move};

use crate::{About, Claim, Explanation, Game, InputError, NoShape, Request, Shape, TestInput};

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
};

/// The mask of the oracle for the board with number `index`: the empty mask is no board.
const fn mask(index: u64) -> u64 {
    index + 1
}

impl Game for Gra {
    type Position = Board;
    type Move = Move;
    type Oracle = PlainTable;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<Board>, InputError> {
        Ok(vec![Board::parse(text)?])
    }

    fn input(&self, positions: &[Board]) -> String {
        positions.iter().map(ToString::to_string).collect()
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

    fn explain(&self, board: &Board) -> Explanation {
        explain::explain(board)
    }

    fn positions(&self, size: u32) -> u64 {
        if size < ABOUT.smallest {
            0
        } else {
            (1 << (size - 1)) - 1
        }
    }

    fn oracle_bytes(&self, up_to: u32) -> u64 {
        1 << up_to.saturating_sub(1)
    }

    fn oracle(&self, up_to: u32) -> PlainTable {
        PlainTable::build(up_to)
    }

    fn position(&self, size: u32, index: u64) -> Board {
        Board::new(size, squares_of(size, mask(index)))
            .expect("a non-empty set of squares left of square m is a board")
    }

    fn truth(&self, oracle: &PlainTable, size: u32, index: u64) -> (Claim, Vec<Move>) {
        let mask = mask(index);
        let winning = oracle.winning_moves(mask);
        let moves: Vec<Move> = squares_of(size, winning)
            .into_iter()
            .map(|from| Move {
                from,
                to: first_free(size, mask, from),
            })
            .collect();
        let claim = Claim {
            wins: oracle.outcome(mask).is_win(),
            winning_moves: u64::from(winning.count_ones()),
            grundy: None,
        };
        (claim, moves)
    }

    fn rank(&self, board: &Board) -> Vec<u64> {
        let n = board.squares().len() as u64;
        let squares = board.squares().iter().map(|&square| u64::from(square));
        std::iter::once(n).chain(squares).collect()
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
}

/// The first free square beyond `from`, read off the mask: square s has bit m - 1 - s, and square m
/// is always free.
fn first_free(m: u32, mask: u64, from: u32) -> u32 {
    (from + 1..m)
        .find(|&square| mask >> (m - 1 - square) & 1 == 0)
        .unwrap_or(m)
}
