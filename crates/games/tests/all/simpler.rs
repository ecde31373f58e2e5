//! Simpler positions can be read, are simpler, and leave nothing out.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_game::{Place, Position, rank, simpler_inputs, unwatched};

use crate::{answer, read};

/// Fewer numbers first, then a smaller sum of them.
fn measure(input: &str) -> (usize, u64) {
    let numbers = rank(input);
    (numbers.len(), numbers.iter().sum())
}

#[test]
fn every_step_is_an_input_and_simpler() {
    for game in grundy_games::all() {
        let (mut size, mut positions, mut steps) = (game.about().smallest, 0, 0);
        while positions < 100 {
            let solved = game.solved(size, &Place::Memory, &mut unwatched).unwrap();
            for case in solved.cases(size).unwrap() {
                let position = read(&**game, &case.input);
                positions += 1;
                let moves = position.moves().unwrap();
                let targets: Vec<String> = (moves.iter())
                    .filter_map(|choice| Some(choice.leads_to.first()?.to_string()))
                    .collect();
                for simpler in position.simpler().unwrap() {
                    let simpler = simpler.to_string();
                    // A move brings the end nearer, whatever it does to the numbers.
                    let moved = targets.contains(&simpler);
                    let smaller = measure(&simpler) < measure(&case.input);
                    assert!(smaller || moved, "{} to {simpler}", case.input);
                    assert!(answer(&**game, &simpler).is_ok(), "{simpler}");
                    steps += 1;
                }
            }
            size += 1;
        }
        assert!(steps > positions, "{positions} positions, {steps} steps");
    }
}

/// The chains of steps from one position down reach every position that holds a part of its pieces.
#[test]
fn all_that_is_simpler_can_be_reached() {
    for (game, input, reached) in [
        // Rows (a), (a, b) and (a, b, c) below a part of (2, 1, 2): 3 + 9 + 3 * 2 * 3. And (3), in place of (2, 1).
        ("nim", "3\n2 1 2\n", 31),
        ("staircase", "2\n1 3\n", 12),
        ("bounded", "2 2\n1 1\n", 12),
        ("kamyki", "1\n2\n1 3\n", 11),
        ("constrained", "1 1\n2\n2 1\n", 6),
        // One pawn anywhere on 2 to 5 squares: 10. Two pawns, none further right than these: 9.
        ("gra", "5 2\n2 4\n", 19),
    ] {
        let game = &*grundy_games::find(game).unwrap();
        let mut seen = BTreeSet::from([input.to_owned()]);
        let mut next = vec![read(game, input)];
        while let Some(position) = next.pop() {
            for simpler in position.simpler().unwrap() {
                if seen.insert(simpler.to_string()) {
                    next.push(simpler);
                }
            }
        }
        assert_eq!(seen.len(), reached, "{}: {seen:?}", game.about().name);
    }
}

#[test]
fn several_positions_become_fewer_first() {
    let kamyki = &*grundy_games::find("kamyki").unwrap();
    let positions = kamyki.read(b"2\n1\n5\n2\n1 2\n").unwrap();
    let write = |positions: Vec<Arc<dyn Position>>| kamyki.write(&positions);
    let mut simpler = simpler_inputs(&positions).unwrap().map(write);
    assert_eq!(simpler.next().as_deref(), Some("1\n1\n5\n"));
    assert_eq!(simpler.next().as_deref(), Some("1\n2\n1 2\n"));
    assert!(simpler.all(|input| input.starts_with("2\n")));
}
