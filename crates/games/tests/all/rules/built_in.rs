//! A built-in game and the same game as a rules program have equal positions, options and values.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use grundy_game::{Evaluated, Game, unwatched};
use grundy_games::find;

use super::example;

fn values(game: &dyn Game, up_to: u32) -> BTreeMap<String, Evaluated> {
    let mut rows = BTreeMap::new();
    let mut take = |mut evaluated: Evaluated| {
        let position = evaluated.on_one_line();
        evaluated.position.clone_from(&position);
        let before = rows.insert(position, evaluated);
        assert_eq!(before, None, "a position is there twice");
        ControlFlow::Continue(())
    };
    game.values(up_to, &mut unwatched, &mut take).unwrap();
    rows
}

/// Compares both on every position up to a size; gives how many those are.
fn compared(name: &str, file: &str, up_to: u32) -> Option<usize> {
    let program = example(file)?;
    let built_in = values(&*find(name).unwrap(), up_to);
    let rows = values(&program, up_to);
    assert_eq!(rows.len(), built_in.len());
    for (position, row) in &rows {
        assert_eq!(Some(row), built_in.get(position), "{name}: {position}");
    }
    Some(rows.len())
}

#[test]
fn the_same_positions_and_values() {
    for (name, file, up_to, positions) in [
        ("gra", "built-in/gra.py", 9, 502),
        ("nim", "built-in/nim.awk", 9, 511),
        ("bounded", "built-in/bounded.js", 9, 502),
        ("staircase", "built-in/staircase.pl", 9, 511),
        ("constrained", "built-in/constrained.py", 2, 112),
        ("kamyki", "built-in/kamyki.cpp", 9, 511),
    ] {
        if let Some(compared) = compared(name, file, up_to) {
            assert_eq!(compared, positions, "{name}");
        }
    }
}
