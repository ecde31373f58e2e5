//! Moves of the closed form's types, against the rules.

use std::collections::BTreeSet;

use grundy_brute::{Rules, Space};
use grundy_game::TypedGame;
use grundy_game::generate::Random;
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::octal::Octal;
use grundy_games::staircase::Staircase;

/// Moves drawn from each position.
const DRAWN: usize = 40;

/// On every position up to a size: a move leads where the rules play it, other moves are refused, a position that
/// has no text is a finished game, and listed winning moves and random moves are legal ones. Returns how many moves
/// were made, how many were listed as winning, and how many positions had each of their moves drawn.
fn moves_are_those_of_the_rules<G: TypedGame>(game: &G, up_to: u32) -> (u64, u64, u64) {
    let rules = game.rules();
    let (mut made, mut listed, mut all_drawn) = (0, 0, 0);
    let mut random = Random::new(1);
    let mut before: Vec<G::Move> = Vec::new();
    for of_rules in (0..=up_to).flat_map(|size| rules.of_size(size)) {
        let position = game.position(&of_rules).unwrap();
        assert_eq!(game.rules_position(&position), of_rules);
        let mut moves = BTreeSet::new();
        for (of_rules, next) in rules.moves(&of_rules) {
            let a_move = game.move_of(&of_rules);
            assert_eq!(game.play(&position, &a_move).as_ref(), Some(&next));
            let is_over = rules.index(&next).is_none();
            assert_eq!(game.position(&next).is_none(), is_over, "{next:?}");
            assert!(!is_over || rules.moves(&next).is_empty(), "{next:?}");
            moves.insert(a_move);
            made += 1;
        }
        // Moves of another position, and so likely illegal ones.
        for a_move in before.iter().filter(|a_move| !moves.contains(a_move)) {
            let next = game.play(&position, a_move);
            assert_eq!(next, None, "{a_move} on {position}");
        }
        let winning = game.winning_moves(&position).unwrap();
        listed += winning.len() as u64;
        let different: BTreeSet<G::Move> = winning.into_iter().collect();
        assert!(different.is_subset(&moves), "{position}");
        let drawn = (0..DRAWN).filter_map(|_| game.random_move(&position, &mut random));
        let drawn: BTreeSet<G::Move> = drawn.collect();
        assert!(drawn.is_subset(&moves), "{position}");
        all_drawn += u64::from(drawn == moves);
        assert_eq!(drawn.is_empty(), moves.is_empty());
        before = moves.into_iter().collect();
    }
    (made, listed, all_drawn)
}

#[test]
fn moves_of_every_game_are_those_of_the_rules() {
    // Every size s of nim has (s + 1) 2^s / 4 moves or so; what counts is that there are many.
    let check = |(made, listed, all_drawn): (u64, u64, u64), positions: u64, winning: u64| {
        assert!(made > 2 * positions, "{made} of {positions}");
        assert_eq!(listed, winning);
        assert!(all_drawn > positions / 2, "{all_drawn} of {positions}");
    };
    check(moves_are_those_of_the_rules(&Gra, 10), 1013, 1407);
    check(moves_are_those_of_the_rules(&Nim, 10), 1023, 992);
    check(moves_are_those_of_the_rules(&Bounded, 10), 1013, 930);
    check(moves_are_those_of_the_rules(&Staircase, 10), 1023, 1036);
    check(moves_are_those_of_the_rules(&Kamyki, 10), 1023, 1036);
    let (positions, winning) = (64 * 39, 4 + 100 + 2630);
    check(
        moves_are_those_of_the_rules(&Constrained, 3),
        positions,
        winning,
    );
    for code in ["0.77", "4.37", "c!.[3]"] {
        let counted = moves_are_those_of_the_rules(&Octal::new(code).unwrap(), 8);
        check(counted, 255, counted.1);
    }
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
