//! Options and values through the eyes of the rest of the workspace, against each other and against
//! the answers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_games::{Choice, Draw, Error, Evaluated};

/// Positions of a game that are evaluated, at least.
const POSITIONS: usize = 500;

#[test]
fn options_lead_where_the_values_say() {
    for game in grundy_games::all() {
        let name = &game.about().name;
        let mut positions = 0;
        let up_to = (game.about().smallest..=game.largest_size()).find(|&size| {
            positions += game.positions(size).unwrap();
            positions >= POSITIONS as u64
        });
        let up_to = up_to.unwrap();
        let mut all: BTreeMap<String, Evaluated> = BTreeMap::new();
        game.values(up_to, &mut |evaluated| {
            all.insert(evaluated.position.clone(), evaluated);
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(all.len() as u64, positions, "{name}");
        let mut followed = 0;
        for (position, evaluated) in &all {
            let options = game.options(position.as_bytes()).unwrap();
            let wins = options
                .iter()
                .filter(|option| option.wins == Some(true))
                .count();
            assert_eq!(wins as u64, evaluated.winning_moves, "{name} {position}");
            assert_eq!(wins > 0, evaluated.wins);
            let mut remoteness = Vec::new();
            for option in &options {
                let lost = option.leads_to.iter().all(|next| !all[next].wins);
                assert_eq!(option.wins, Some(lost), "{name} {position} {option:?}");
                let played = game.play(position.as_bytes(), option.name.as_deref().unwrap());
                assert_eq!(played.unwrap(), option.leads_to);
                let next = option
                    .leads_to
                    .first()
                    .map(|next| all[next].remoteness.unwrap());
                remoteness.extend((lost == evaluated.wins).then_some(next.unwrap_or(0) + 1));
                followed += 1;
            }
            let shortest_or_longest = if evaluated.wins {
                remoteness.into_iter().min()
            } else {
                remoteness.into_iter().max()
            };
            assert_eq!(evaluated.remoteness, Some(shortest_or_longest.unwrap_or(0)));
            // The rules alone: the same moves, and nobody says which of them win.
            let moves = game.moves(position.as_bytes()).unwrap();
            assert!(moves.iter().all(|choice| choice.wins.is_none()));
            let names = |choices: &[Choice]| {
                let names = choices.iter().map(|choice| choice.name.clone());
                names.collect::<Vec<_>>()
            };
            assert_eq!(names(&moves), names(&options));
            let some = game.random_moves(position.as_bytes(), 2, 1).unwrap();
            assert!(some.iter().all(|choice| moves.contains(choice)));
            assert_eq!(some.is_empty(), moves.is_empty(), "{name} {position}");
        }
        assert!(followed > POSITIONS, "{name}: {followed}");
        assert!(matches!(
            game.play(all.keys().next().unwrap().as_bytes(), "castling"),
            Err(Error::NoMove(_))
        ));
    }
}

/// A random move of every large position that has one. A game may have a single move in most of them.
#[test]
fn large_positions_have_random_moves() {
    let one_move = (grundy_games::find("subtract:1").unwrap(), 1000, 1);
    let listed = grundy_games::all().iter().map(|game| {
        let limit = game.limits()[0];
        (Arc::clone(game), limit.m, limit.n.min(5000))
    });
    for (game, m, n) in listed.chain([one_move]) {
        let name = &game.about().name;
        let draw = Draw { m, n, seed: 1 };
        let mut moved = 0;
        for number in 0..8 {
            let input = game.random_position(&draw, number).unwrap();
            assert_eq!(game.random_position(&draw, number).unwrap(), input);
            let moves = game.random_moves(input.as_bytes(), 5, number).unwrap();
            for choice in &moves {
                assert!(choice.wins.is_none());
                for next in &choice.leads_to {
                    assert_ne!(*next, input);
                    game.solve(next.as_bytes()).unwrap();
                }
            }
            moved += moves.len();
            let has_none = match game.moves(input.as_bytes()) {
                Ok(all) => all.is_empty(),
                Err(Error::TooManyMoves(1000..)) => false,
                other => panic!("{name}: {other:?}"),
            };
            assert_eq!(moves.is_empty(), has_none, "{name}: random moves: {input}");
        }
        assert!(
            moved > 0,
            "{name}: 8 positions of -m {m} -n {n} have no move"
        );
    }
}

#[test]
fn options_are_of_one_position() {
    let kamyki = grundy_games::find("kamyki").unwrap();
    let error = kamyki.options(b"2\n1\n5\n1\n4\n").unwrap_err().to_string();
    assert_eq!(error, "1:1: found 2 positions, expected one");
    assert_eq!(kamyki.moves(b"1\n1\n5\n").unwrap().len(), 5);
    let error = kamyki.moves(b"x").unwrap_err().to_string();
    assert!(error.starts_with("1:1: found `x`"), "{error}");
}
