//! What the recipes reach: a property that holds on dull positions says little.

use grundy_core::gra::Board;
use grundy_fuzz::{Reach, position, recipes};
use grundy_games::TypedGame;
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::staircase::Staircase;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

const CASES: usize = 1000;

/// The same thousand positions on every run.
fn positions<G: TypedGame>(game: &G, reach: Reach) -> Vec<G::Position> {
    let mut runner = TestRunner::deterministic();
    (0..CASES)
        .map(|_| {
            let recipe = recipes().new_tree(&mut runner).unwrap().current();
            position(game, &recipe, reach)
        })
        .collect()
}

/// How many of the positions are like that.
fn count<P>(positions: &[P], like: impl Fn(&P) -> bool) -> usize {
    positions.iter().filter(|position| like(position)).count()
}

/// A quarter at least of all positions are lost, and a quarter won, at any size.
fn balanced<G: TypedGame>(game: &G) {
    for reach in [Reach::Tiny, Reach::Small, Reach::Large] {
        let positions = positions(game, reach);
        let won = count(&positions, |position| game.claim(position).wins);
        let name = &game.about().name;
        println!("{name}, {reach:?}: {won} of {CASES} won");
        assert!(
            (CASES / 4..CASES * 3 / 4).contains(&won),
            "{name}, {reach:?}: {won}"
        );
    }
}

#[test]
fn won_and_lost_positions_of_every_game() {
    balanced(&Gra);
    balanced(&Nim);
    balanced(&Bounded);
    balanced(&Staircase);
    balanced(&Constrained);
    balanced(&Kamyki);
}

#[test]
fn boards_are_hard() {
    let boards = positions(&Gra, Reach::Large);
    let groups = |board: &Board| board.groups().collect::<Vec<_>>();
    let at_least = |least: usize, what: &str, like: &dyn Fn(&Board) -> bool| {
        let found = count(&boards, like);
        println!("{found} boards {what}");
        assert!(found >= least, "{found} boards {what}");
    };
    at_least(50, "with pawns next to the goal", &|board| {
        groups(board)[0].number == 1
    });
    at_least(50, "with pawns in group 2", &|board| {
        groups(board)[0].number == 2
    });
    at_least(50, "with an empty group below an even one", &|board| {
        let groups = groups(board);
        let has = |number: u32| groups.iter().any(|group| group.number == number);
        groups
            .iter()
            .any(|group| group.number > 2 && group.number % 2 == 0 && !has(group.number - 1))
    });
    at_least(50, "with neighbouring groups", &|board| {
        groups(board)
            .windows(2)
            .any(|pair| pair[1].number == pair[0].number + 1)
    });
    at_least(50, "wider than a word", &|board| {
        let squares = board.squares();
        squares[squares.len() - 1] - squares[0] >= 64
    });
    at_least(50, "with 512 pawns or more", &|board| {
        board.squares().len() >= 512
    });
    at_least(20, "with the largest m", &|board| board.m() >= u32::MAX - 3);
    at_least(5, "full but for the goal", &|board| {
        board.squares().len() == board.m() as usize - 1
    });
    at_least(50, "with many winning moves", &|board| {
        board.count_winning_moves() >= 3
    });
}

#[test]
fn heaps_are_hard() {
    let rows = positions(&Nim, Reach::Large);
    assert!(
        count(&rows, |row| row
            .heaps()
            .iter()
            .any(|&heap| heap >= u64::MAX - 3))
            >= 50
    );
    assert!(count(&rows, |row| row.heaps().iter().any(|&heap| heap > 1 << 32)) >= 100);
    assert!(count(&rows, |row| row.heaps().len() > 16) >= 50);
    let rows = positions(&Bounded, Reach::Large);
    assert!(count(&rows, |row| row.k() == u64::MAX) >= 5);
    let rises = |row: &grundy_core::bounded::Position| {
        let residues: Vec<u64> = row.heap_values().collect();
        let mut winning = row.winning_moves();
        winning.any(|winning| winning.stones > residues[winning.heap - 1])
    };
    assert!(count(&rows, rises) >= 50);
    let rows = positions(&Staircase, Reach::Large);
    let up = |row: &grundy_core::staircase::Position| {
        let coins = row.coins();
        row.winning_moves()
            .any(|winning| winning.step % 2 == 0 && coins[winning.step - 2] == 0)
    };
    assert!(count(&rows, up) >= 20);
}

#[test]
fn forbidden_pairs_matter() {
    let rows = positions(&Constrained, Reach::Large);
    let otherwise = count(&rows, |row| {
        row.heaps()
            .iter()
            .zip(row.heap_values())
            .any(|(&size, value)| value != size)
    });
    let several = count(&rows, |row| {
        let mut heaps: Vec<usize> = row.winning_moves().map(|winning| winning.heap).collect();
        let all = heaps.len();
        heaps.dedup();
        heaps.len() < all
    });
    println!(
        "{otherwise} rows with values that are not sizes, {several} with a heap that wins twice"
    );
    assert!(otherwise >= 200);
    assert!(several >= 20);
}
