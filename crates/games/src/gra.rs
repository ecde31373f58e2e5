//! Gra, the strip game: `grundy_core::gra` against `grundy_brute::gra`.

mod bulk;
mod closure;
mod groups;
mod oracle;
mod shapes;
mod simpler;

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use grundy_brute::gra as rules;
use grundy_brute::{SolveError, Space};
use grundy_core::gra::{self, Board, Move};
use grundy_core::text::Numbers;
use grundy_game::closure::exhaust;
use grundy_game::generate::Random;
use grundy_game::{
    About, Amount, Closure, Depth, Drawn, Error, Failed, Group, InputError, Known, MoveNumbers,
    Oracle, Original, Place, Reduction, Scope, Simpler, TypedGame, Variation, Watch,
};

use crate::built_in::built_in;

/// The strip game. A size is m, and every non-empty set of pawns left of square m is a board.
#[derive(Clone, Copy, Debug)]
pub struct Gra;

/// The first limit is the original's; the others are full strips and a single pawn.
static ABOUT: LazyLock<About> = LazyLock::new(|| built_in!("gra", rules::Gra));

/// Up to this size a sweep compares outcome, count and set of winning moves of every board, in some seconds.
/// Beyond, it compares counts, and the rest on a sample.
const IN_FULL_TO: u32 = 24;
/// Up to this size a sweep compares every board of every size, in about a minute. Beyond, each mask once.
const EVERY_BOARD_TO: u32 = 32;
/// Up to this size the closure check keeps the outcome of every board: 290 MiB. Beyond, it computes the outcome
/// after each move again.
const KEPT_TO: u32 = 32;

impl TypedGame for Gra {
    type Position = Board;
    type Move = Move;
    type Rules = rules::Gra;
    const NUMBERED: bool = true;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> Self::Rules {
        rules::Gra
    }

    fn parse(&self, text: &mut Numbers<'_>) -> Result<Vec<Board>, InputError> {
        Ok(vec![Board::read(text)?])
    }

    fn claim(&self, board: &Board) -> Result<Known, Failed> {
        let winning = board.count_winning_moves().into();
        Ok(Known::new(board.outcome(), winning))
    }

    fn winning_moves(&self, board: &Board) -> Result<Vec<Move>, Failed> {
        Ok(board.winning_moves().collect())
    }

    fn answers(&self, input: &mut Numbers<'_>) -> Result<Vec<String>, Error> {
        Ok(vec![gra::read_and_count(input)?.to_string()])
    }

    /// A pawn on square m ends the game.
    fn position(&self, of_rules: &rules::Position) -> Option<Board> {
        let (m, squares) = (of_rules.m, &of_rules.squares);
        let goes_on = squares.last() != Some(&m);
        goes_on.then(|| {
            Board::new(m, squares.clone())
                .expect("a non-empty set of squares left of square m is a board")
        })
    }

    fn rules_position(&self, board: &Board) -> rules::Position {
        let (m, squares) = (board.m(), board.squares().to_vec());
        rules::Position { m, squares }
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        Move {
            from: of_rules.from,
            to: of_rules.to,
        }
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        let &Move { from, to } = a_move;
        Some(rules::Move { from, to })
    }

    fn numbers(&self, _: &Board, a_move: &Move) -> MoveNumbers {
        let (from, to) = (u64::from(a_move.from), u64::from(a_move.to));
        MoveNumbers {
            number: to,
            ..MoveNumbers::of_take(from, to - from)
        }
    }

    fn numbered(&self, _: &Board, [from, to]: [u64; 2]) -> Option<Move> {
        let (from, to) = (from.try_into().ok()?, to.try_into().ok()?);
        Some(Move { from, to })
    }

    fn lowered(a_move: &Move) -> (usize, u64) {
        (a_move.from as usize, 0)
    }

    fn reduction(&self, board: &Board) -> Option<Reduction> {
        let groups = board.groups().map(|group| Group {
            number: group.number.into(),
            first: group.first().into(),
            last: group.last.into(),
            size: group.size.into(),
            stair: group.number.checked_sub(2).map(u64::from),
        });
        Some(Reduction::Strip {
            m: board.m().into(),
            n: board.squares().len(),
            groups: groups.collect(),
            nim_sum: board.nim_sum(),
        })
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Board> {
        shapes::shaped("sparse", random, m, n).ok()?
    }

    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Board> {
        shapes::shaped(shape, random, m, n)
    }

    fn original_test(&self, number: usize, random: &mut Random) -> Original<Board> {
        shapes::original_test(number, random)
    }

    fn simpler(&self, board: &Board) -> Simpler<Board> {
        simpler::simpler(board)
    }

    /// One table of masks for every m at once, a bit a board, wherever it is kept.
    fn oracle(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Oracle<rules::Gra>>, SolveError> {
        let largest = rules::Gra::LARGEST_SIZE;
        if up_to > largest {
            return Err(SolveError::too_large(up_to, largest));
        }
        let boards: Box<dyn rules::Boards> = match place {
            Place::Memory => Box::new(rules::Table::build(up_to, None, watch)?),
            Place::Disk(place) => Box::new(rules::DiskTable::build(up_to, place, watch)?),
            Place::Ranks(ranks) => {
                Box::new(rules::Table::build(up_to, Some(Arc::clone(ranks)), watch)?)
            }
        };
        Ok(Box::new(oracle::Outcomes(boards)))
    }

    fn oracle_needs(&self, up_to: u32, place: &Place) -> Result<Option<String>, SolveError> {
        Ok(match place {
            Place::Memory => None,
            Place::Disk(place) => Some(oracle::on_disk(up_to, place)?),
            Place::Ranks(ranks) => Some(oracle::over_ranks(up_to, ranks.size())?),
        })
    }

    /// Up to `IN_FULL_TO` squares every board in full, up to `EVERY_BOARD_TO` squares the count of every
    /// board. Beyond, the boards with a pawn on square 1: every other board is one of a shorter strip with
    /// a free square before it, which changes no move, and is compared there.
    fn compared(&self, m: u32) -> Scope {
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

    /// The same boards have the same counts on strips of any length.
    fn counts(&self, _: u32, indices: Range<u64>, counts: &mut Vec<u32>) {
        bulk::counts_of_masks(indices, counts);
    }

    fn bulk_closure(&self, m: u32) -> Option<Closure<'_>> {
        if !(ABOUT.smallest..=KEPT_TO).contains(&m) {
            return None;
        }
        let alone = move |index| exhaust(self, m, index..index + 1);
        let check = closure::checker(m, move |index| alone(index).expect("it has a closed form"));
        Some(Box::new(move |indices| Ok(check(indices))))
    }

    fn variations(&self, input: &[u64], at: usize, amount: Amount<'_>) -> Vec<Variation> {
        let &[m, n, ref squares @ ..] = input else {
            return Vec::new();
        };
        let most = u64::from(u32::MAX) - m;
        let right = amount(most, &[]);
        let all = squares.iter().map(|square| square + right);
        let shifted = [m + right, n].into_iter().chain(all).collect();
        let mut variations = vec![("more empty squares on the left", shifted)];
        // The first pawn behind a free square other than the goal: blocks stay where they are from the goal.
        let pawn = at % squares.len();
        let behind = (pawn + 1..squares.len()).find(|&i| squares[i] > squares[i - 1] + 1);
        let goal_is_next = behind.is_none() && squares[squares.len() - 1] + 1 == m;
        if most >= 2 && !goal_is_next {
            let (left, right) = squares.split_at(behind.unwrap_or(squares.len()));
            let right = right.iter().map(|square| square + 2);
            let squares = left.iter().copied().chain(right);
            let numbers = [m + 2, n].into_iter().chain(squares).collect();
            variations.push(("two free squares beside a free square", numbers));
        }
        variations
    }
}
