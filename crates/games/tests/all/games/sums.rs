//! The theorem of Sprague and Grundy on sums of different games, confirmed and not used: the oracle
//! plays the two games side by side and takes the mex over all moves in either of them; the closed
//! forms give the nim-sum.

use grundy_brute::{Memo, Space as _, Sum};
use grundy_games::{
    RulesPosition, TypedGame, bounded::Bounded, constrained::Constrained, gra::Gra, kamyki::Kamyki,
    nim::Nim, staircase::Staircase,
};

/// Every position up to a size, with its Grundy value: the closed form's, or, for a game of which that
/// knows none, the oracle's.
fn positions<G: TypedGame>(game: &G, up_to: u32) -> Vec<(RulesPosition<G>, u64)> {
    let rules = game.rules();
    let mut memo = Memo::new(game.rules());
    (0..=up_to)
        .flat_map(|size| rules.of_size(size).collect::<Vec<_>>())
        .map(|position| {
            let claim = game.claim(&game.position(&position).unwrap());
            let by_mex = || u64::from(memo.value(&position).grundy);
            let value = claim.grundy.unwrap_or_else(by_mex);
            (position, value)
        })
        .collect()
}

/// Plays every position of one game beside every position of another. Returns how many sums there
/// were.
fn sums<A: TypedGame, B: TypedGame>(a: (&A, u32), b: (&B, u32)) -> u64 {
    let mut memo = Memo::new(Sum(a.0.rules(), b.0.rules()));
    let (a, b) = (positions(a.0, a.1), positions(b.0, b.1));
    let mut compared = 0;
    for (first, first_value) in &a {
        for (second, second_value) in &b {
            let sum = (first.clone(), second.clone());
            let value = memo.value(&sum);
            let expected = first_value ^ second_value;
            assert_eq!(u64::from(value.grundy), expected, "{sum:?}");
            assert_eq!(value.outcome.is_win(), expected != 0, "{sum:?}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn pebbles_beside_constrained_heaps() {
    let constrained_to_3 = 6 + 106 + 2384;
    assert_eq!(sums((&Kamyki, 9), (&Constrained, 2)), 511 * (6 + 106));
    assert_eq!(sums((&Kamyki, 5), (&Constrained, 3)), 31 * constrained_to_3);
}

#[test]
fn heaps_beside_stairs() {
    assert_eq!(sums((&Nim, 8), (&Staircase, 8)), 255 * 255);
    assert_eq!(sums((&Bounded, 8), (&Kamyki, 8)), 247 * 255);
    assert_eq!(sums((&Bounded, 8), (&Constrained, 2)), 247 * (6 + 106));
}

#[test]
fn the_strip_beside_others() {
    assert_eq!(sums((&Gra, 8), (&Nim, 8)), 247 * 255);
    assert_eq!(sums((&Gra, 8), (&Constrained, 2)), 247 * (6 + 106));
    assert_eq!(sums((&Gra, 8), (&Staircase, 7)), 247 * 127);
}
