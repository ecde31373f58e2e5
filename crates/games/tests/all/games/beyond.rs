//! Random positions beyond the sizes of the sweep, against the oracle that remembers positions.

use std::cell::RefCell;
use std::collections::BTreeSet;

use grundy_brute::{Memo, bounded, constrained, gra};
use grundy_games::{
    Claim, RulesPosition, TypedGame, bounded::Bounded, constrained::Constrained, gra::Gra,
    kamyki::Kamyki, nim::Nim, staircase::Staircase,
};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Compares closed form and oracle on random positions of the rules.
fn agree<G: TypedGame>(game: &G, cases: u32, positions: impl Strategy<Value = RulesPosition<G>>) {
    let memo = RefCell::new(Memo::new(game.rules()));
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let result = TestRunner::new(config).run(&positions, |of_rules| {
        let solution = memo.borrow_mut().solve(&of_rules);
        let position = game.position(&of_rules);
        let claim = game.claim(&position);
        let truth = Claim {
            wins: solution.value.outcome.is_win(),
            winning_moves: solution.winning_moves.len() as u64,
            // Not known to the closed form of every game.
            grundy: claim.grundy.map(|_| u64::from(solution.value.grundy)),
        };
        prop_assert_eq!(claim, truth);
        let expected = solution.winning_moves.iter();
        let expected: BTreeSet<_> = expected.map(|m| game.move_of(m)).collect();
        let got: BTreeSet<_> = game.winning_moves(&position).into_iter().collect();
        prop_assert_eq!(got, expected);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{}: {error}", TypedGame::about(game).name);
    }
}

#[test]
fn nim() {
    agree(&Nim, 64, vec(0..=20_u64, 1..=3));
    agree(&Nim, 64, vec(0..=5_u64, 1..=6));
}

#[test]
fn bounded() {
    let heaps = vec(0..=25_u64, 1..=3);
    let positions = (1..=12_u64, heaps);
    let positions = positions.prop_map(|(k, heaps)| bounded::Position { k, heaps });
    agree(&Bounded, 48, positions);
}

#[test]
fn staircase() {
    agree(&Staircase, 64, vec(0..=4_u64, 1..=5));
    agree(&Staircase, 64, vec(0..=40_u64, 1..=2));
}

#[test]
fn kamyki() {
    let sorted = |mut piles: Vec<u64>| {
        piles.sort_unstable();
        piles
    };
    agree(&Kamyki, 64, vec(0..=12_u64, 1..=6).prop_map(sorted));
    agree(&Kamyki, 64, vec(0..=60_u64, 1..=2).prop_map(sorted));
}

/// Up to 80 pairs with X up to 16 forbid much of what there is.
#[test]
fn constrained() {
    let pair = (1..=16_u64).prop_flat_map(|x| (Just(x), 1..=x));
    let positions = (btree_set(pair, 0..=80), vec(1..=18_u64, 1..=3));
    let positions = positions.prop_map(|(pairs, heaps)| constrained::Position {
        forbidden: pairs.into_iter().collect(),
        heaps,
    });
    agree(&Constrained, 64, positions);
}

/// Few pawns far from the goal on strips of up to 64 squares, and more on shorter ones.
#[test]
fn gra() {
    let strip = |(m, squares): (u32, BTreeSet<u32>)| gra::Position {
        m,
        squares: squares.into_iter().filter(|&square| square < m).collect(),
    };
    let few = (32..=64_u32).prop_flat_map(|m| (Just(m), btree_set(1..m, 1..=3)));
    agree(&Gra, 48, few.prop_map(strip));
    let more = (21..=26_u32).prop_flat_map(|m| (Just(m), btree_set(1..m, 1..=5)));
    agree(&Gra, 24, more.prop_map(strip));
}
