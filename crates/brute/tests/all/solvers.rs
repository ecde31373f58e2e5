//! The solvers against each other on every small position of a strip, of rows and of heaps with forbidden moves, and on
//! sums of games. That the values of all games are right is tested in `grundy-games`.

use std::ops::ControlFlow;

use grundy_brute::interned::Interned;
use grundy_brute::solver::Solved;
use grundy_brute::{
    Memo, Outcome, Retrograde, RowMove, Rules, See, Solution, SolveError, Space,
    constrained::Constrained,
    gra::{self, Gra, mask_of, squares_of},
    nim::Nim,
    staircase::Staircase,
    unwatched,
};

use crate::interned::interned;
use crate::naive::{self, Sum};
use crate::plain::PlainTable;

/// Plain recursion to one size, memo, retrograde and positions as texts to a larger one. Returns how many
/// positions were compared with plain recursion and how many without.
fn agree<S: Space + Copy + Sync>(space: S, recursion_to: u32, up_to: u32) -> (u64, u64) {
    let retrograde = Retrograde::build(space, up_to, unwatched).unwrap();
    let mut memo = Memo::new(space);
    // In both orders: with every option known, and with none.
    let texts = [
        interned(&space, 0..=up_to),
        interned(&space, (0..=up_to).rev()),
    ];
    let (mut by_recursion, mut by_all) = (0, 0);
    for size in 0..=up_to {
        assert_eq!(retrograde.values(size).len() as u64, space.positions(size));
        for (position, &value) in space.of_size(size).zip(retrograde.values(size)) {
            let expected = memo.solve(&position);
            let found = retrograde.solve(&position);
            assert_eq!(found.as_ref(), Some(&expected), "{position:?}");
            assert_eq!(value, expected.value, "{position:?}");
            assert_eq!(memo.value(&position), value, "{position:?}");
            assert_eq!(value.outcome.is_win(), value.grundy > 0, "{position:?}");
            let wins = !expected.winning_moves.is_empty();
            assert_eq!(value.outcome.is_win(), wins, "{position:?}");
            for game in &texts {
                check_text(&space, game, &position, &expected);
            }
            by_all += 1;
            if size <= recursion_to {
                let solution = naive::solve(&space, &position);
                assert_eq!(solution, expected, "{position:?}");
                by_recursion += 1;
            }
        }
    }
    (by_recursion, by_all)
}

/// Compares a position as a text with its solution.
fn check_text<S: Space>(
    space: &S,
    game: &Interned,
    position: &S::Position,
    expected: &Solution<S::Move>,
) {
    let moves = space.moves(position);
    let text = format!("{position:?}");
    let id = game.find(&text).unwrap();
    assert_eq!(game.text(id), text);
    let value = Solved {
        outcome: expected.value.outcome,
        grundy: Some(expected.value.grundy),
        length: Some(expected.value.remoteness),
        winning: expected.winning_moves.len() as u32,
    };
    assert_eq!(game.value(id), Some(value), "{text}");
    let options: Vec<u32> = game.options(id).flatten().collect();
    assert_eq!(options.len(), moves.len(), "{text}");
    let wins = options.into_iter().zip(moves);
    let wins = wins.filter(|(option, _)| game.value(*option).unwrap().outcome == Outcome::P);
    let mut wins: Vec<_> = wins.map(|(_, (a_move, _))| a_move).collect();
    wins.sort_unstable();
    assert_eq!(wins, expected.winning_moves, "{text}");
}

#[test]
fn solvers_agree() {
    assert_eq!(agree(Gra, 8, 12), (247, 4083));
    assert_eq!(agree(Staircase, 8, 12), (255, 4095));
    assert_eq!(agree(Constrained, 2, 3), (8 * 14, 64 * 39));
}

/// The naive twin of the tables of gra against the solvers that know nothing of masks.
#[test]
fn the_plain_table_of_gra_agrees() {
    let table = PlainTable::build(14);
    let retrograde = Retrograde::build(Gra, 14, unwatched).unwrap();
    let mut compared = 0;
    for m in 2..=14 {
        for position in Gra.of_size(m) {
            let mask = mask_of(m, &position.squares).unwrap();
            let solution = retrograde.solve(&position).unwrap();
            assert_eq!(table.outcome(mask), solution.value.outcome);
            let winning: Vec<u32> = solution.winning_moves.iter().map(|m| m.from).collect();
            assert_eq!(squares_of(m, table.winning_moves(mask)), winning);
            compared += 1;
        }
    }
    assert_eq!(compared, 16_369);
}

fn strip(m: u32, squares: &[u32]) -> gra::Position {
    let squares = squares.to_vec();
    gra::Position { m, squares }
}

/// The Grundy value of a sum is the nim-sum of the Grundy values (Sprague 1935, Grundy 1939): here
/// not used but confirmed. Returns how many sums there were.
fn check_sums<A: Space + Copy + Sync, B: Space + Copy + Sync>(
    a: A,
    a_to: u32,
    b: B,
    b_to: u32,
) -> u64 {
    let of_a = Retrograde::build(a, a_to, unwatched).unwrap();
    let of_b = Retrograde::build(b, b_to, unwatched).unwrap();
    let mut sum = Memo::new(Sum(a, b));
    let mut compared = 0;
    for first in (0..=a_to).flat_map(|size| a.of_size(size)) {
        for second in (0..=b_to).flat_map(|size| b.of_size(size)) {
            let expected = of_a.value(&first).unwrap().grundy ^ of_b.value(&second).unwrap().grundy;
            let position = (first.clone(), second);
            assert_eq!(sum.value(&position).grundy, expected, "{position:?}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn sprague_grundy_on_sums_of_different_games() {
    assert_eq!(check_sums(Gra, 7, Nim, 5), 120 * 31);
}

/// A space that numbers its positions the wrong way round: larger heaps first.
#[derive(Clone, Copy, Debug)]
struct Backwards;

impl Rules for Backwards {
    type Position = Vec<u64>;
    type Move = RowMove;

    fn each_move(&self, heaps: &Vec<u64>, see: See<'_, Self>) {
        Nim.each_move(heaps, see);
    }
}

impl Space for Backwards {
    const LARGEST_SIZE: u32 = 1;

    fn positions(&self, size: u32) -> u64 {
        if size == 1 { 3 } else { 0 }
    }

    fn position(&self, _: u32, index: u64) -> Vec<u64> {
        vec![2 - index]
    }

    fn index(&self, heaps: &Vec<u64>) -> Option<(u32, u64)> {
        Some((1, 2 - heaps[0]))
    }
}

#[test]
fn refusals() {
    let error = Retrograde::build(Backwards, 1, unwatched).unwrap_err();
    let expected = "the move from [2] to [1] leads to no earlier position";
    assert_eq!(error.to_string(), expected);
    let error = Retrograde::build(Nim, 65, unwatched).unwrap_err();
    assert_eq!(error, SolveError::too_large(65, 64));
    let error = Retrograde::build(Nim, 64, unwatched)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("size 64 needs "), "{error}");
    let error = Retrograde::build(Constrained, 9, unwatched)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("size 9 needs "), "{error}");

    let table = Retrograde::build(Gra, 5, unwatched).unwrap();
    assert!(table.value(&strip(6, &[1])).is_none());
    assert!(table.solve(&strip(70, &[1])).is_none());
    assert_eq!(table.value(&strip(9, &[9])).unwrap().remoteness, 0);
    assert!(table.values(6).is_empty());
}

#[test]
fn retrograde_analysis_reports_and_stops() {
    let mut reports = Vec::new();
    let whole = Retrograde::build(Nim, 18, |progress| {
        reports.push((progress.boards, progress.of));
        ControlFlow::Continue(())
    });
    assert!(whole.is_ok());
    assert!(reports.is_sorted() && reports.len() > 18, "{reports:?}");
    assert_eq!(reports.last(), Some(&((1 << 18) - 1, (1 << 18) - 1)));
    // In the middle of the largest size.
    let stopped = Retrograde::build(Nim, 18, |progress| match progress.boards {
        ..150_000 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    });
    let positions = (1 << 17) - 1 + (1 << 16);
    assert_eq!(stopped.unwrap_err(), SolveError::Stopped { positions });
}
