//! Moves on positions of the closed form, against the rules.

use std::collections::BTreeSet;

use grundy_brute::{Rules, Space};
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::generate::Random;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::octal::Octal;
use grundy_games::staircase::Staircase;
use grundy_games::{Next, TypedGame};

/// Moves drawn from each position.
const DRAWN: usize = 40;

/// On every position up to a size: a move leads where the rules say, other moves are refused, who wins
/// after it is what the closed form says of the position it leads to, and a random move is one of the
/// legal ones. Returns how many moves were made, and how many positions had each of their moves drawn.
fn moves_are_those_of_the_rules<G: TypedGame>(game: &G, up_to: u32) -> (u64, u64) {
    let rules = game.rules();
    let (mut made, mut all_drawn) = (0, 0);
    let mut random = Random::new(1);
    let mut before: Vec<G::Move> = Vec::new();
    for of_rules in (0..=up_to).flat_map(|size| rules.of_size(size)) {
        let position = game.position(&of_rules);
        let legal = rules.moves(&of_rules);
        let mut moves = BTreeSet::new();
        for (of_rules, next) in &legal {
            let a_move = game.move_of(of_rules);
            let wins = game.wins_after(&position, std::slice::from_ref(&a_move));
            let over = rules.index(next).is_none();
            match game.play(&position, &a_move) {
                Some(Next::Over) => {
                    assert!(over && rules.moves(next).is_empty(), "{next:?}");
                    assert_eq!(wins, [Some(false)]);
                }
                Some(Next::Position(got)) => {
                    assert!(!over);
                    let expected = game.position(next);
                    let text = |position| game.input(std::slice::from_ref(position));
                    assert_eq!(text(&got), text(&expected), "{next:?}");
                    assert_eq!(wins, [Some(game.claim(&expected).wins)]);
                }
                None => panic!("{a_move} on {}", game.input(&[position])),
            }
            moves.insert(a_move);
            made += 1;
        }
        // Moves of another position, and so likely illegal ones.
        for a_move in before.iter().filter(|a_move| !moves.contains(a_move)) {
            let played = game.play(&position, a_move).is_some();
            assert!(!played, "{a_move} on {}", game.input(&[position]));
            assert_eq!(
                game.wins_after(&position, std::slice::from_ref(a_move)),
                [None]
            );
        }
        let drawn = (0..DRAWN).filter_map(|_| game.random_move(&position, &mut random));
        let drawn: BTreeSet<G::Move> = drawn.collect();
        assert!(drawn.is_subset(&moves), "{}", game.input(&[position]));
        all_drawn += u64::from(drawn == moves);
        assert!(drawn.is_empty() == moves.is_empty());
        before = moves.into_iter().collect();
    }
    (made, all_drawn)
}

#[test]
fn moves_of_every_game_are_those_of_the_rules() {
    // Every size s of nim has (s + 1) 2^s / 4 moves or so; what counts is that there are many.
    let check = |(made, all_drawn): (u64, u64), positions: u64| {
        assert!(made > 2 * positions, "{made} of {positions}");
        assert!(all_drawn > positions / 2, "{all_drawn} of {positions}");
    };
    check(moves_are_those_of_the_rules(&Gra, 11), 2036);
    check(moves_are_those_of_the_rules(&Nim, 11), 2047);
    check(moves_are_those_of_the_rules(&Bounded, 11), 2036);
    check(moves_are_those_of_the_rules(&Staircase, 11), 2047);
    check(moves_are_those_of_the_rules(&Kamyki, 11), 2047);
    check(moves_are_those_of_the_rules(&Constrained, 3), 64 * 39);
    for code in ["0.77", "4.37", "c!.[3]"] {
        let octal = Octal::new(code).unwrap();
        check(moves_are_those_of_the_rules(&octal, 8), 255);
    }
}

/// The bulk of counts and the scope of gra, against one board after the other.
#[test]
fn counts_in_bulk_are_those_of_single_boards() {
    let rules = grundy_brute::gra::Gra;
    let mut compared = 0;
    for m in [2, 7, 8, 13, 30, 40] {
        let positions = rules.positions(m);
        for start in [
            0,
            1,
            positions / 2,
            positions / 3 * 2,
            positions.saturating_sub(300),
        ] {
            let indices = start.min(positions)..(start + 300).min(positions);
            let mut counts = Vec::new();
            Gra.counts(m, indices.clone(), &mut counts);
            let single = indices.map(|index| {
                let board = Gra.position(&rules.position(m, index));
                Gra.claim(&board).winning_moves as u32
            });
            assert_eq!(counts, single.collect::<Vec<_>>());
            compared += counts.len();
        }
    }
    assert!(compared > 5000, "{compared}");
}

#[test]
fn scopes_hold_every_position_once() {
    for game in grundy_games::all() {
        let about = game.about();
        for size in about.smallest..=about.largest {
            let scope = game.scope(size).unwrap();
            assert_eq!(scope.indices.end, game.positions(size).unwrap());
            let left_out = scope.indices.start;
            assert!(left_out == 0 || left_out == game.positions(size - 1).unwrap());
        }
        assert_eq!(game.scope(about.sweep_to).unwrap().indices.start, 0);
    }
}
