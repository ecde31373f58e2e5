//! Options and values of the erased games, against each other and against the answers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_game::{Choice, Draw, Error, Evaluated, unwatched};

use crate::{answer, read};

/// Positions of a game that are evaluated, at least.
const POSITIONS: usize = 500;

#[test]
fn options_lead_where_the_values_say() {
    for game in grundy_games::all() {
        let name = &game.about().name;
        let mut positions = 0;
        let up_to = (game.about().smallest..=game.about().largest).find(|&size| {
            positions += game.positions(size).unwrap();
            positions >= POSITIONS as u64
        });
        let mut all: BTreeMap<String, Evaluated> = BTreeMap::new();
        game.values(up_to.unwrap(), &mut unwatched, &mut |evaluated| {
            all.insert(evaluated.position.clone(), evaluated);
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(all.len() as u64, positions, "{name}");
        let mut followed = 0;
        for (text, evaluated) in &all {
            let position = read(&**game, text);
            let options = position.options().unwrap();
            let wins = options.iter().filter(|option| option.is_winning());
            let wins = wins.count();
            assert_eq!(
                Some(wins as u64),
                evaluated.known.winning_moves,
                "{name} {text}"
            );
            assert_eq!(wins > 0, evaluated.known.wins());
            let mut remoteness = Vec::new();
            for option in &options {
                let next = option.leads_to.first();
                let next = next.map(|next| &all[&game.write(std::slice::from_ref(next))]);
                let lost = next.is_none_or(|next| !next.known.wins());
                assert_eq!(
                    option.wins(),
                    Some(lost),
                    "{name} {text} {}",
                    option.target()
                );
                let next = next.map_or(0, |next| next.known.remoteness.unwrap());
                remoteness.extend((lost == evaluated.known.wins()).then_some(next + 1));
                followed += 1;
            }
            let remoteness = remoteness.into_iter();
            let expected = if evaluated.known.wins() {
                remoteness.min()
            } else {
                remoteness.max()
            };
            assert_eq!(evaluated.known.remoteness, expected.or(Some(0)));
            // The rules alone: the same moves, without whether they win.
            let moves = position.moves().unwrap();
            assert!(moves.iter().all(|choice| choice.outcome.is_none()));
            assert_eq!(names(&moves), names(&options));
            let some = position.random_moves(2, 1).unwrap();
            assert!(names(&some).is_subset(&names(&moves)));
            assert_eq!(some.is_empty(), moves.is_empty(), "{name} {text}");
        }
        assert!(followed > POSITIONS, "{name}: {followed}");
    }
}

fn names(choices: &[Choice]) -> std::collections::BTreeSet<(Option<String>, String)> {
    let name = |choice: &Choice| (choice.name.clone(), choice.target());
    choices.iter().map(name).collect()
}

/// Constrained Nim with one heap of 20,000 stones, of which any number from 1 on that is listed may not be taken.
#[test]
fn few_moves_of_many_candidates() {
    let game = grundy_games::find("constrained").unwrap();
    for legal in [0, 1] {
        let forbidden: Vec<String> = (1 + legal..=20_000).map(|x| format!("20000 {x}")).collect();
        let input = format!("1 {}\n20000\n{}\n", 20_000 - legal, forbidden.join("\n"));
        let position = game.read(input.as_bytes()).unwrap().remove(0);
        assert_eq!(position.random_moves(3, 1).unwrap().len(), legal);
        match position.moves() {
            Err(Error::TooManyMoves(20_000)) if legal == 1 => (),
            moves => assert_eq!(moves.unwrap().len(), 0),
        }
    }
}

/// A random move of every large position that has one. A game may have a single move in most of them.
#[test]
fn large_positions_have_random_moves() {
    let one_move = (grundy_games::find("subtract:1").unwrap(), 1000, 1);
    let listed = grundy_games::all().iter().map(|game| {
        let limit = game.about().limits[0];
        (Arc::clone(game), limit.m, limit.n.min(5000))
    });
    for (game, m, n) in listed.chain([one_move]) {
        let name = &game.about().name;
        let draw = Draw { m, n, seed: 1 };
        let mut moved = 0;
        for number in 0..8 {
            let position = game.drawn(&draw, number).unwrap();
            let input = position.to_string();
            assert_eq!(game.drawn(&draw, number).unwrap().to_string(), input);
            let moves = position.random_moves(5, number).unwrap();
            for choice in &moves {
                assert!(choice.outcome.is_none());
                for next in &choice.leads_to {
                    let next = next.to_string();
                    assert_ne!(next, input);
                    answer(&*game, &next).unwrap();
                }
            }
            moved += moves.len();
            let has_none = match position.moves() {
                Ok(all) => all.is_empty(),
                Err(Error::TooManyMoves(1000..)) => false,
                Err(other) => panic!("{name}: {other}"),
            };
            assert_eq!(moves.is_empty(), has_none, "{name}: random moves: {input}");
        }
        assert!(moved > 0, "{name}: 8 of -m {m} -n {n} have no move");
    }
}
