//! A built-in game and the same game as a rules program have equal positions, options and values.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use grundy_brute::{
    Rules, bounded::Bounded, constrained::Constrained, gra::Gra, kamyki::Kamyki, nim::Nim,
    staircase::Staircase,
};
use grundy_games::{Detail, Evaluated, Game, find, unwatched};

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
        ("constrained", "built-in/constrained.py", 3, 64 * 39),
        ("kamyki", "built-in/kamyki.cpp", 9, 511),
    ] {
        if let Some(compared) = compared(name, file, up_to) {
            assert_eq!(compared, positions, "{name}");
        }
    }
}

/// The options of a position by the rules of brute and by the program, as sorted texts.
fn same_options<R: Rules>(
    rules: &R,
    file: &str,
    positions: &[R::Position],
    write: impl Fn(&R::Position) -> String,
) {
    let Some(program) = example(file) else {
        return;
    };
    let input: String = positions
        .iter()
        .map(|position| write(position) + "\n")
        .collect();
    let read = program.read(input.as_bytes()).unwrap();
    assert_eq!(read.len(), positions.len());
    for (position, read) in positions.iter().zip(read) {
        let facts = read.facts(Detail::Full).unwrap();
        let moves = rules.moves(position);
        let mut expected: Vec<String> = moves.iter().map(|(_, next)| write(next)).collect();
        expected.sort_unstable();
        let moves = facts["moves"].as_array().unwrap().iter();
        let mut found: Vec<&str> = moves
            .map(|a_move| a_move["to"][0].as_str().unwrap())
            .collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{file}: {position:?}");
    }
}

fn row(numbers: &[u64]) -> String {
    numbers
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_same_options() {
    let rows = [vec![3], vec![0, 2], vec![1, 2, 4], vec![2, 2, 5]];
    let with_count = |heaps: &Vec<u64>| format!("{} {}", heaps.len(), row(heaps));
    same_options(&Nim, "built-in/nim.awk", &rows, with_count);
    same_options(&Staircase, "built-in/staircase.pl", &rows, with_count);
    same_options(&Kamyki, "built-in/kamyki.cpp", &rows, |piles| {
        format!("1 {}", with_count(piles))
    });
    let bounded: Vec<_> = rows
        .iter()
        .map(|heaps| grundy_brute::bounded::Position {
            k: 2,
            heaps: heaps.clone(),
        })
        .collect();
    same_options(&Bounded, "built-in/bounded.js", &bounded, |position| {
        format!(
            "{} {} {}",
            position.heaps.len(),
            position.k,
            row(&position.heaps)
        )
    });
    let strips = [(5, vec![1, 3]), (7, vec![2, 3, 6]), (4, vec![3])];
    let strips = strips.map(|(m, squares)| grundy_brute::gra::Position { m, squares });
    same_options(&Gra, "built-in/gra.py", &strips, |strip| {
        let squares: Vec<u64> = strip.squares.iter().copied().map(u64::from).collect();
        format!("{} {} {}", strip.m, squares.len(), row(&squares))
    });
    let pairs = [vec![], vec![(3, 1), (3, 2)], vec![(2, 2), (4, 1)]];
    let constrained: Vec<_> = pairs
        .iter()
        .flat_map(|pairs| {
            [vec![3, 1], vec![4, 2, 3]].map(|heaps| grundy_brute::constrained::Position {
                forbidden: pairs.iter().copied().collect(),
                heaps,
            })
        })
        .collect();
    same_options(
        &Constrained,
        "built-in/constrained.py",
        &constrained,
        |position| {
            let pairs = position.forbidden.iter().flat_map(|&(x, y)| [x, y]);
            let numbers: Vec<u64> = position.heaps.iter().copied().chain(pairs).collect();
            let (n, m) = (position.heaps.len(), position.forbidden.len());
            format!("{n} {m} {}", row(&numbers))
        },
    );
}
