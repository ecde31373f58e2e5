//! Positions as texts: the same values as the typed solvers, sums, misère play, cycles, memory.

use std::collections::HashMap;

use grundy_brute::interned::{Interned, InternedError, InternedValue, OptionLists, Play};
use grundy_brute::{
    Outcome, Retrograde, Space, bounded::Bounded, constrained::Constrained, gra::Gra,
    kamyki::Kamyki, nim::Nim, staircase::Staircase,
};

/// A game whose positions and options are `Debug` texts of the typed ones, closed under moves. The sizes
/// come in the order that is given.
fn interned<S: Space>(space: &S, sizes: impl Iterator<Item = u32>) -> Interned {
    let mut game = Interned::new(Play::Normal, None);
    let mut positions: HashMap<String, S::Position> = HashMap::new();
    for size in sizes {
        for position in space.of_size(size) {
            let text = format!("{position:?}");
            game.add(&text).unwrap();
            positions.insert(text, position);
        }
    }
    // In batches of several sizes.
    for most in (1..).step_by(7) {
        let mut answers = OptionLists::default();
        for next in game.unanswered().take(most) {
            for (_, option) in space.moves(&positions[game.text(next)]) {
                let text = format!("{option:?}");
                answers.option(&[&text]).unwrap();
                positions.entry(text).or_insert(option);
            }
            answers.end();
        }
        if answers.is_empty() {
            break;
        }
        game.answer(&answers).unwrap();
    }
    game.solve().unwrap();
    game
}

fn agrees<S: Space + Copy + Sync>(space: S, up_to: u32) -> u64 {
    let table = Retrograde::build(space, up_to).unwrap();
    // In both orders: with every option known, and with none.
    let games = [
        interned(&space, 0..=up_to),
        interned(&space, (0..=up_to).rev()),
    ];
    let mut compared = 0;
    for size in 0..=up_to {
        for (position, expected) in space.of_size(size).zip(table.values(size)) {
            let winning = table.solve(&position).unwrap().winning_moves;
            let moves = space.moves(&position);
            let text = format!("{position:?}");
            for game in &games {
                let id = game.find(&text).unwrap();
                assert_eq!(game.text(id), text);
                let value = InternedValue {
                    outcome: expected.outcome,
                    grundy: Some(expected.grundy),
                    remoteness: Some(expected.remoteness),
                    options: moves.len() as u32,
                    winning: winning.len() as u32,
                };
                assert_eq!(game.value(id), Some(value), "{text}");
                let wins = game.outcomes(id).zip(&moves);
                let mut found: Vec<_> = wins
                    .filter(|(outcome, _)| *outcome == Some(Outcome::P))
                    .map(|(_, (a_move, _))| a_move.clone())
                    .collect();
                found.sort_unstable();
                assert_eq!(found, winning, "{text}");
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn as_the_typed_solvers_say() {
    assert_eq!(agrees(Gra, 11), 2 * 2036);
    assert_eq!(agrees(Nim, 11), 2 * 2047);
    assert_eq!(agrees(Bounded, 11), 2 * 2036);
    assert_eq!(agrees(Staircase, 11), 2 * 2047);
    assert_eq!(agrees(Kamyki, 11), 2 * 2047);
    assert_eq!(agrees(Constrained, 3), 2 * 64 * 39);
}

/// The options of the next position, with the parts of each.
fn answer(game: &mut Interned, options: &[&[&str]]) -> Result<(), InternedError> {
    let mut answers = OptionLists::default();
    options.iter().try_for_each(|parts| answers.option(parts))?;
    answers.end();
    game.answer(&answers)
}

/// A game by a table: a position, and its options with the parts of each.
fn table(play: Play, rows: &[(&str, &[&[&str]])]) -> Result<Interned, InternedError> {
    let rows: HashMap<&str, &[&[&str]]> = rows.iter().copied().collect();
    let mut game = Interned::new(play, None);
    let mut names: Vec<_> = rows.keys().collect();
    names.sort_unstable();
    for name in names {
        game.add(name)?;
    }
    while let Some(next) = game.unanswered().next() {
        let options = rows[game.text(next)];
        answer(&mut game, options)?;
    }
    game.solve()?;
    Ok(game)
}

/// A heap that may be split into any two, and lowered: whether sums are taken by their nim-sum or each
/// written as one position is the same.
#[test]
fn sums_have_the_nim_sum_of_their_parts() {
    // Kayles: rows of pins, one or two neighbours knocked down.
    let mut game = Interned::new(Play::Normal, None);
    for pins in 0..=12 {
        game.add(&pins.to_string()).unwrap();
    }
    while let Some(next) = game.unanswered().next() {
        let pins: u32 = game.text(next).parse().unwrap();
        let mut answers = OptionLists::default();
        for down in 1..=2.min(pins) {
            for left in 0..=pins - down {
                let parts = [left.to_string(), (pins - down - left).to_string()];
                answers.option(&[&parts[0], &parts[1]]).unwrap();
            }
        }
        answers.end();
        game.answer(&answers).unwrap();
    }
    game.solve().unwrap();
    let values: Vec<_> = (0..=12).map(|pins| game.value(pins).unwrap()).collect();
    let grundy: Vec<_> = values.iter().map(|value| value.grundy.unwrap()).collect();
    // OEIS A002186.
    assert_eq!(grundy, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    // Only where all sums have one part with moves left do the parts say how long it goes on.
    let remoteness: Vec<_> = values.iter().map(|value| value.remoteness).collect();
    assert_eq!(remoteness[..3], [Some(0), Some(1), Some(1)]);
    assert_eq!(remoteness[12], None);
}

#[test]
fn misere_play() {
    let heap: &[(&str, &[&[&str]])] = &[
        ("0", &[]),
        ("1", &[&["0"]]),
        ("2", &[&["0"], &["1"]]),
        ("3", &[&["0"], &["1"], &["2", "0"]]),
    ];
    let game = table(Play::Misere, heap).unwrap();
    let value = |id| game.value(id).unwrap();
    // No move: the player to move wins, and no move does.
    let over = InternedValue {
        outcome: Outcome::N,
        grundy: None,
        remoteness: Some(0),
        options: 0,
        winning: 0,
    };
    assert_eq!(value(0), over);
    let outcomes: Vec<_> = (0..4).map(|id| value(id).outcome).collect();
    assert_eq!(outcomes, [Outcome::N, Outcome::P, Outcome::N, Outcome::N]);
    assert_eq!((value(2).winning, value(2).remoteness), (1, Some(2)));
    // A part without moves adds nothing.
    let sums = [
        ("0", &[][..]),
        ("1", &[&["0", "0"][..]]),
        ("2", &[&["1", "1"]]),
    ];
    let error = table(Play::Misere, &sums).unwrap_err();
    let said = "2: an option is a sum, 1 + 1: under misère play the parts of a sum do not say who wins it; \
                write the sum as one position";
    assert_eq!(error.to_string(), said);
    let normal = table(Play::Normal, &sums).unwrap();
    assert_eq!(normal.value(2).unwrap().winning, 1);
}

#[test]
fn a_shortest_cycle_is_shown() {
    let cycle = |rows: &[(&str, &[&[&str]])]| table(Play::Normal, rows).unwrap_err().to_string();
    let three = &[("a", &[&["b"][..]][..]), ("b", &[&["c"]]), ("c", &[&["a"]])];
    assert_eq!(cycle(three), "play never ends: a -> b -> c -> a");
    assert_eq!(cycle(&[("a", &[&["a"]])]), "play never ends: a -> a");
    // A way round and a shorter one behind it, ways into and out of both; and through a part of a sum.
    let rows: &[(&str, &[&[&str]])] = &[
        ("a", &[&["z"], &["b"]]),
        ("b", &[&["c"], &["z"]]),
        ("c", &[&["d"]]),
        ("d", &[&["z", "b"]]),
        ("e", &[&["a"]]),
        ("z", &[]),
    ];
    assert_eq!(cycle(rows), "play never ends: b -> c -> d -> b");
    let both = [&rows[..2], &[("c", &[&["d"], &["b"]])], &rows[3..]].concat();
    assert_eq!(cycle(&both), "play never ends: b -> c -> b");
    // One of ten thousand positions, of which the error shows the ends.
    let names: Vec<String> = (0..10_000).map(|i| format!("{i:04}")).collect();
    let mut game = Interned::new(Play::Normal, None);
    game.add(&names[0]).unwrap();
    for i in 0..names.len() {
        answer(&mut game, &[&[&names[(i + 1) % names.len()]]]).unwrap();
    }
    let said = "play never ends: 0000 -> 0001 -> 0002 -> 0003 -> 0004 -> 0005 -> 0006 -> 0007 -> 0008 -> 0009 \
                -> (9989 more) -> 9999 -> 0000";
    // The error does not depend on an earlier one.
    for _ in 0..2 {
        assert_eq!(game.solve().unwrap_err().to_string(), said);
    }
}

#[test]
fn what_is_unanswered_has_no_value() {
    let mut game = Interned::new(Play::Normal, None);
    game.add("2").unwrap();
    answer(&mut game, &[&["1"]]).unwrap();
    assert_eq!(game.unanswered(), 1..2);
    assert_eq!(game.value(0), None);
    assert_eq!(game.outcomes(0).collect::<Vec<_>>(), [None]);
    assert_eq!(game.options(1).count(), 0);
}

/// An error in the middle of answers, and an answer that did not end, leave the others as they are.
#[test]
fn an_error_or_an_open_list_leaves_the_others() {
    let mut game = Interned::new(Play::Misere, None);
    game.add_all(["0", "1", "2", "3", "4"]).unwrap();
    let mut answers = OptionLists::default();
    answers.end();
    answers.option(&["0"]).unwrap();
    answers.end();
    answers.option(&["1", "1"]).unwrap();
    answers.end();
    answers.option(&["1"]).unwrap();
    answers.end();
    answers.option(&["0"]).unwrap();
    let sum = game.answer(&answers).unwrap_err();
    assert!(matches!(sum, InternedError::MisereSum(_)), "{sum}");
    assert_eq!(game.unanswered(), 4..5);
    answer(&mut game, &[&["1"], &["3"]]).unwrap();
    let options = |position| game.options(position).map(Iterator::count).sum::<usize>();
    assert_eq!([0, 1, 2, 3, 4].map(options), [0, 1, 2, 1, 2]);
    assert_eq!(game.solve(), Err(sum));
}

/// Beside its text and its options, a position takes at most 64 bytes, whatever their number.
#[test]
fn memory_is_small_and_bounded() {
    let mut game = Interned::new(Play::Normal, None);
    let mut text = 0;
    game.add("0").unwrap();
    for i in 1..=1_000_000_u64 {
        text += game.text(i as u32 - 1).len() as u64;
        answer(&mut game, &[&[&i.to_string()]]).unwrap();
        let beside = game.bytes() - text - 4 * i;
        assert!(
            i < 1000 || beside <= 64 * (i + 1),
            "{beside} bytes beside {i}"
        );
    }
}

/// The error comes before the memory is allocated.
#[test]
fn memory_that_is_not_there_is_said() {
    let mut game = Interned::new(Play::Normal, Some(1 << 20));
    game.add("0").unwrap();
    let mut last = 0;
    let error = (1..1_000_000_u64).find_map(|i| {
        last = i;
        answer(&mut game, &[&[&i.to_string()]]).err()
    });
    let Some(InternedError::Memory(problem)) = error else {
        panic!("a megabyte is enough for {last} positions");
    };
    assert!(last < 50_000, "{last}");
    let begin = format!(
        "{} positions so far, {last} of them with their moves: needs 1.",
        last + 1
    );
    assert!(
        problem.starts_with(&begin) && problem.ends_with(" 1.0 MiB are free"),
        "{problem}"
    );
    // Few positions with very many options are noticed as well.
    let mut game = Interned::new(Play::Normal, Some(1 << 20));
    game.add("0").unwrap();
    let names: Vec<String> = (1..10_000).map(|i| i.to_string()).collect();
    let parts: Vec<[&str; 1]> = names.iter().map(|name| [&**name]).collect();
    let options: Vec<&[&str]> = parts.iter().map(|part| &part[..]).collect();
    let many = (0..50).find_map(|_| answer(&mut game, &options).err());
    assert!(matches!(many, Some(InternedError::Memory { .. })));
}
