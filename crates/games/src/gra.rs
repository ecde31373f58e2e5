//! Gra, the strip game: `grundy_core::gra` against `grundy_brute::gra`.

mod bulk;
mod closure;
mod explain;
mod groups;
mod oracle;
mod shapes;
mod simpler;

use std::borrow::Cow::Borrowed;
use std::ops::Range;
use std::sync::Arc;

use grundy_brute::gra as rules;
use grundy_brute::{SolveError, Space};
use grundy_core::gra::{self, Board, Move};
use grundy_core::text::{Numbers, Source};
use serde_json::json;

use crate::closure::exhaust;
use crate::game::{Facts, facts};
use crate::generate::Random;
use crate::package::{Problem, problem};
use crate::{
    About, Answers, Claim, Depth, Explanation, Game, InputError, Limit, NoShape, Oracle,
    OracleError, Place, Request, Scope, Shape, Simpler, Tally, TestInput, Watch,
};

/// The strip game. A size is m, and every non-empty set of pawns left of square m is a board.
#[derive(Clone, Copy, Debug)]
pub struct Gra;

static ABOUT: About = About {
    name: Borrowed("gra"),
    title: Borrowed("Gra, the strip game"),
    original: Borrowed("POI XI (2004), Gra"),
    size: Borrowed("m, the number of squares: 2^(m-1) - 1 boards, every set of at least one pawn"),
    smallest: 2,
    sweep_to: 20,
    m: Borrowed("the number of squares"),
    n: Borrowed("the number of pawns"),
    tests: shapes::TESTS,
};

/// Up to this size a sweep compares outcome, count and set of winning moves of every board: some
/// seconds. Beyond, counts, and the rest on a sample.
const IN_FULL_TO: u32 = 24;
/// Up to this size a sweep compares every board of every size: about a minute. Beyond, each mask once.
const EVERY_BOARD_TO: u32 = 32;
/// Up to this size closure keeps what is said of every board: 290 MiB. Beyond, it asks again for every move.
const SAID_TO: u32 = 32;
/// Of the original; then full strips, and one pawn alone.
const LIMITS: &[Limit] = &[
    Limit::new(1_000_000_000, 1_000_000),
    Limit::new(1_999_999, 1_000_000),
    Limit::new(1_000_001, 1_000_000),
    Limit::new(1_000_000_000, 1),
];

impl Game for Gra {
    type Position = Board;
    type Move = Move;
    type Rules = rules::Gra;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> Self::Rules {
        rules::Gra
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

    fn answers<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<String>, InputError> {
        Ok(vec![gra::read_and_count(input)?.to_string()])
    }

    fn position(&self, of_rules: &rules::Position) -> Board {
        Board::new(of_rules.m, of_rules.squares.clone())
            .expect("a non-empty set of squares left of square m is a board")
    }

    fn rules_position(&self, board: &Board) -> rules::Position {
        let (m, squares) = (board.m(), board.squares().to_vec());
        rules::Position { m, squares }
    }

    fn next(&self, of_rules: &rules::Position) -> Option<Board> {
        (of_rules.squares.last() != Some(&of_rules.m)).then(|| self.position(of_rules))
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        Move {
            from: of_rules.from,
            to: of_rules.to,
        }
    }

    /// One table of masks for every m at once, a bit a board, wherever it is to be.
    fn oracle(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Oracle<rules::Gra>>, OracleError> {
        let largest = rules::Gra::LARGEST_SIZE;
        if up_to > largest {
            let size = up_to;
            return Err(SolveError::TooLarge { size, largest }.into());
        }
        let boards: Box<dyn rules::Boards> = match place {
            Place::Memory => Box::new(rules::Table::build(up_to, watch)?),
            Place::Disk(place) => Box::new(rules::DiskTable::build(up_to, place, watch)?),
            Place::Ranks(ranks) => {
                Box::new(rules::SpreadTable::build(up_to, Arc::clone(ranks), watch)?)
            }
        };
        Ok(Box::new(oracle::Outcomes(boards)))
    }

    fn oracle_takes(&self, up_to: u32, place: &Place) -> Result<Option<String>, OracleError> {
        Ok(match place {
            Place::Memory => None,
            Place::Disk(place) => Some(oracle::on_disk(up_to, place)?),
            Place::Ranks(ranks) => Some(oracle::over_ranks(up_to, ranks.size())?),
        })
    }

    /// To `IN_FULL_TO` squares every board in full, to `EVERY_BOARD_TO` squares the count of every
    /// board. Beyond, the boards with a pawn on square 1: all others are boards of a shorter strip with
    /// a free square put before them, which no rule sees, and have been compared there.
    fn scope(&self, m: u32) -> Scope {
        let positions = |m| rules::Gra.positions(m);
        let first = if m <= EVERY_BOARD_TO {
            0
        } else {
            positions(m - 1)
        };
        Scope {
            indices: first..positions(m),
            depth: if m <= IN_FULL_TO {
                Depth::Moves
            } else {
                Depth::Counts
            },
        }
    }

    fn counts(&self, _: u32, indices: Range<u64>, counts: &mut Vec<u32>) {
        bulk::counts_of_masks(indices, counts);
    }

    fn closure(&self, m: u32) -> Box<dyn Fn(Range<u64>) -> Tally + Send + Sync + '_> {
        if (ABOUT.smallest..=SAID_TO).contains(&m) {
            Box::new(closure::checker(self, m))
        } else {
            Box::new(move |indices| exhaust(self, m, indices))
        }
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        let &Move { from, to } = a_move;
        Some(rules::Move { from, to })
    }

    fn explain(&self, board: &Board) -> Explanation {
        explain::explain(board)
    }

    fn picture(&self, board: &Board) -> Explanation {
        explain::picture(board)
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

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Board> {
        shapes::sparse(random, m.try_into().ok()?, n.try_into().ok()?)
    }

    fn shapes(&self) -> &[Shape] {
        shapes::SHAPES
    }

    fn generate(&self, request: &Request<'_>) -> Result<Board, NoShape> {
        shapes::generate(request)
    }

    fn original_test(&self, number: usize, random: &mut Random) -> Option<TestInput<Board>> {
        shapes::original_test(number, random)
    }

    fn answer_form(&self) -> Answers {
        Answers::Number
    }

    fn problem(&self) -> Option<Problem> {
        Some(problem!("gra", &["5 2\n1 3\n", "5 2\n2 3\n"]))
    }

    fn limits(&self) -> &[Limit] {
        LIMITS
    }

    fn simpler(&self, board: &Board) -> Simpler<Board> {
        simpler::simpler(board)
    }
}

impl closure::ClosedForm for Gra {
    fn name(&self) -> &str {
        &ABOUT.name
    }

    fn wins(&self, board: &Board) -> bool {
        board.outcome().is_win()
    }

    fn count(&self, board: &Board) -> u32 {
        board.count_winning_moves()
    }

    fn list(&self, board: &Board) -> impl Iterator<Item = Move> {
        board.winning_moves()
    }
}
