//! What the recipes reach: a property that holds on dull positions says little.

use grundy_core::gra::Board;
use grundy_core::nim;
use grundy_fuzz::position;
use grundy_game::TypedGame;
use grundy_games::Visitor;
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::nim::Nim;
use grundy_games::staircase::Staircase;

use crate::drawn::recipe;

const CASES: u64 = 1000;

/// The same thousand positions on every run.
fn positions<G: TypedGame>(game: &G) -> Vec<G::Position> {
    let recipes = (0..CASES).map(recipe);
    recipes.map(|recipe| position(game, &recipe)).collect()
}

/// Fails unless at least this many of the positions are like that.
fn at_least<P>(least: usize, positions: &[P], what: &str, like: impl Fn(&P) -> bool) {
    let found = positions.iter().filter(|position| like(position)).count();
    println!("{found} {what}");
    assert!(found >= least, "{found} {what}");
}

/// A quarter at least of all positions are lost, and a quarter won.
struct Balanced;

impl Visitor for Balanced {
    fn visit<G: TypedGame>(&mut self, game: &G) {
        let positions = positions(game);
        let name = &game.about().name;
        for wins in [true, false] {
            let what = format!("of {name}, won: {wins}");
            at_least(250, &positions, &what, |of| {
                game.claim(of).unwrap().wins() == wins
            });
        }
    }
}

#[test]
fn won_and_lost_positions_of_every_game() {
    grundy_games::visit(&mut Balanced);
}

#[test]
fn boards_are_hard() {
    let boards = &positions(&Gra)[..];
    let numbers = |board: &Board| board.groups().map(|group| group.number).collect::<Vec<_>>();
    let begins = |first| move |board: &Board| numbers(board)[0] == first;
    at_least(50, boards, "with pawns next to the goal", begins(1));
    at_least(50, boards, "with pawns in group 2", begins(2));
    let has_empty = |board: &Board| {
        let numbers = numbers(board);
        let is_alone = |number: u32| number.is_multiple_of(2) && !numbers.contains(&(number - 1));
        numbers.iter().any(|&number| number > 2 && is_alone(number))
    };
    let what = "with an empty group below an even one";
    at_least(50, boards, what, has_empty);
    at_least(50, boards, "with neighbouring groups", |board| {
        numbers(board).windows(2).any(|pair| pair[1] == pair[0] + 1)
    });
    let width = |board: &Board| board.squares()[board.squares().len() - 1] - board.squares()[0];
    at_least(50, boards, "wider than a word", |board| width(board) >= 64);
    let pawns = |board: &Board| board.squares().len();
    at_least(50, boards, "with many pawns", |board| pawns(board) >= 512);
    let has_largest = |board: &Board| board.m() >= u32::MAX - 3;
    at_least(20, boards, "with the largest m", has_largest);
    let is_full = |board: &Board| pawns(board) == board.m() as usize - 1;
    at_least(5, boards, "full but for the goal", is_full);
    let wins_often = |board: &Board| board.count_winning_moves() >= 3;
    at_least(50, boards, "with many winning moves", wins_often);
}

#[test]
fn heaps_are_hard() {
    let rows = &positions(&Nim)[..];
    let largest = |row: &nim::Position| row.heaps().iter().copied().max().unwrap_or(0);
    let has_largest = |row: &nim::Position| largest(row) >= u64::MAX - 3;
    at_least(50, rows, "with the largest heap", has_largest);
    at_least(100, rows, "beyond 32 bits", |row| largest(row) > 1 << 32);
    at_least(50, rows, "with many heaps", |row| row.heaps().len() > 16);
    let rows = &positions(&Bounded)[..];
    at_least(5, rows, "with the largest k", |row| row.k() == u64::MAX);
    at_least(50, rows, "with a residue that rises", |row| {
        let residues: Vec<u64> = row.heap_values().collect();
        let mut winning = row.winning_moves();
        winning.any(|winning| winning.stones > residues[winning.heap - 1])
    });
    let rows = &positions(&Staircase)[..];
    let what = "with a winning move down to an empty step";
    at_least(20, rows, what, |row| {
        let mut winning = row.winning_moves();
        winning.any(|winning| winning.step % 2 == 0 && row.coins()[winning.step - 2] == 0)
    });
    let rows = &positions(&Constrained)[..];
    at_least(200, rows, "with values that are not sizes", |row| {
        let mut values = row.heaps().iter().zip(row.heap_values());
        values.any(|(&size, value)| value != size)
    });
    at_least(20, rows, "with a heap that wins twice", |row| {
        let mut heaps: Vec<usize> = row.winning_moves().map(|winning| winning.heap).collect();
        let all = heaps.len();
        heaps.dedup();
        heaps.len() < all
    });
}
