//! Positions as texts: sums, misère play, cycles, memory. Their values are compared in [`solvers`](crate::solvers).

use std::collections::HashMap;

use grundy_brute::interned::{Interned, InternedError, OptionLists};
use grundy_brute::solver::{Play, Solved};
use grundy_brute::{Outcome, Space};

/// A game whose positions and options are `Debug` texts of the typed ones, closed under moves. The sizes
/// come in the order that is given.
pub fn interned<S: Space>(space: &S, sizes: impl Iterator<Item = u32>) -> Interned {
    let mut game = Interned::new(Play::Normal, false, None);
    let mut positions: HashMap<String, S::Position> = HashMap::new();
    for size in sizes {
        for position in space.of_size(size) {
            let text = format!("{position:?}");
            game.add_all([&*text]).unwrap();
            positions.insert(text, position);
        }
    }
    // In batches of several sizes.
    let mut batches = (1..).step_by(7);
    while !game.unanswered().is_empty() {
        let mut answers = OptionLists::default();
        for next in game.unanswered().take(batches.next().unwrap()) {
            for (_, option) in space.moves(&positions[game.text(next)]) {
                let text = format!("{option:?}");
                answers.option(&[&text]).unwrap();
                positions.entry(text).or_insert(option);
            }
            answers.end();
        }
        game.answer(&answers).unwrap();
    }
    game.solve().unwrap();
    game
}

/// Answers the next position: its options stand in one line, a sum as parts with `+` between them.
fn answer(game: &mut Interned, line: &str) -> Result<(), InternedError> {
    game.answer(&lists_of(&[line])?)
}

/// The options of a position for each line.
fn lists_of(lines: &[&str]) -> Result<OptionLists, InternedError> {
    let mut lists = OptionLists::default();
    for line in lines {
        for option in line.split_whitespace() {
            let parts: Vec<&str> = option.split('+').collect();
            lists.option(&parts)?;
        }
        lists.end();
    }
    Ok(lists)
}

/// Solves a game by a table: lines of a position, a colon and its options. Positions are numbered in the order of the
/// lines.
pub fn solved(play: Play, table: &str) -> Result<Interned, InternedError> {
    let rows = table
        .lines()
        .map(|line| line.trim().split_once(':').unwrap());
    let (positions, lines): (Vec<&str>, Vec<&str>) = rows.unzip();
    let mut game = Interned::new(play, false, None);
    game.add_all(positions)?;
    lines.iter().try_for_each(|line| answer(&mut game, line))?;
    game.solve()?;
    Ok(game)
}

/// Kayles: rows of pins, one or two neighbours are knocked down, and two rows are left.
#[test]
fn sums_have_the_nim_sum_of_their_parts() {
    let row = |pins: u32| {
        let left = (1..=2.min(pins)).map(|down| pins - down);
        let options = left.flat_map(|left| (0..=left).map(move |a| format!("{a}+{}", left - a)));
        format!("{pins}: {}", options.collect::<Vec<_>>().join(" "))
    };
    let table = (0..=12).map(row).collect::<Vec<_>>().join("\n");
    let game = solved(Play::Normal, &table).unwrap();
    let values: Vec<_> = (0..=12).map(|pins| game.value(pins).unwrap()).collect();
    let grundy: Vec<_> = values.iter().map(|value| value.grundy.unwrap()).collect();
    // OEIS A002186.
    assert_eq!(grundy, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    // The parts determine the remoteness where all sums have one part with moves left.
    let remoteness: Vec<_> = values.iter().map(|value| value.length).collect();
    assert_eq!(remoteness[..3], [Some(0), Some(1), Some(1)]);
    assert_eq!(remoteness[12], None);
}

#[test]
fn equal_parts_cancel_in_pairs() {
    let mut game = Interned::new(Play::Normal, false, None);
    game.add_all(["a", "b", "1"]).unwrap();
    let mut lists = OptionLists::default();
    // Three equal parts are one, and four none; what only cancels is no position.
    for parts in [&["1", "1", "1"][..], &["2", "2"], &["1", "2", "1", "2"]] {
        lists.option_of_unpaired(parts).unwrap();
    }
    lists.end();
    lists.option_of_unpaired(&["0", "2", "1", "2"]).unwrap();
    lists.end();
    lists.option_of_unpaired(&["0"]).unwrap();
    lists.end();
    game.answer(&lists).unwrap();
    assert_eq!((game.positions(), game.find("2")), (4, None));
    game.answer(&lists_of(&[""]).unwrap()).unwrap();
    game.solve().unwrap();
    let options = |position| game.options(position).map(Iterator::collect).collect();
    let (of_a, of_b): (Vec<Vec<u32>>, Vec<Vec<u32>>) = (options(0), options(1));
    assert_eq!(
        (of_a, of_b),
        (vec![vec![2], vec![], vec![]], vec![vec![3, 2]])
    );
    let value = |position| game.value(position).unwrap();
    let of = |value: Solved| (value.grundy, value.length, value.winning);
    assert_eq!(of(value(0)), (Some(2), None, 2));
    assert_eq!(of(value(1)), (Some(0), None, 0));
    assert_eq!(of(value(2)), (Some(1), Some(1), 1));
}

#[test]
fn misere_play() {
    let game = solved(Play::Misere, "0:\n1: 0\n2: 0 1\n3: 0 1 2+0").unwrap();
    let value = |id| game.value(id).unwrap();
    // No move: the player to move wins, and no move does.
    let over = Solved {
        outcome: Outcome::N,
        grundy: None,
        length: Some(0),
        winning: 0,
    };
    assert_eq!(value(0), over);
    let outcomes: Vec<_> = (0..4).map(|id| value(id).outcome).collect();
    assert_eq!(outcomes, [Outcome::N, Outcome::P, Outcome::N, Outcome::N]);
    assert_eq!((value(2).winning, value(2).length), (1, Some(2)));
    // A part without moves adds nothing.
    let sums = "0:\n1: 0+0\n2: 1+1";
    let error = solved(Play::Misere, sums).unwrap_err();
    let said = "2: an option is a sum, 1 + 1: under misère play the parts of a sum do not say who wins it; \
                write the sum as one position";
    assert_eq!(error.to_string(), said);
    let normal = solved(Play::Normal, sums).unwrap();
    assert_eq!(normal.value(2).unwrap().winning, 1);
}

#[test]
fn a_shortest_cycle_is_shown() {
    for (table, cycle) in [
        ("a: b\nb: c\nc: a", "a -> b -> c -> a"),
        ("a: a", "a -> a"),
        // A way round, ways into and out of it, and through a part of a sum.
        ("a: z b\nb: c z\nc: d\nd: z+b\ne: a\nz:", "b -> c -> d -> b"),
        // A shorter one behind it.
        ("a: z b\nb: c z\nc: d b\nd: z+b\ne: a\nz:", "b -> c -> b"),
    ] {
        let error = solved(Play::Normal, table).unwrap_err().to_string();
        assert_eq!(error, format!("play never ends: {cycle}"));
    }
    // One of ten thousand positions, of which the error shows the ends.
    let mut game = Interned::new(Play::Normal, false, None);
    game.add_all(["0000"]).unwrap();
    for i in 1..=10_000 {
        answer(&mut game, &format!("{:04}", i % 10_000)).unwrap();
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
    let mut game = Interned::new(Play::Normal, false, None);
    game.add_all(["2"]).unwrap();
    answer(&mut game, "1").unwrap();
    assert_eq!(game.unanswered(), 1..2);
    assert_eq!(game.value(0), None);
    assert_eq!(game.value(1), None);
    assert_eq!(game.options(1).count(), 0);
}

/// An error in the middle of answers, and an answer that did not end, leave the others as they are.
#[test]
fn an_error_or_an_open_list_leaves_the_others() {
    let mut game = Interned::new(Play::Misere, false, None);
    game.add_all(["0", "1", "2", "3", "4"]).unwrap();
    let mut answers = lists_of(&["", "0", "1+1", "1"]).unwrap();
    answers.option(&["0"]).unwrap();
    let sum = game.answer(&answers).unwrap_err();
    assert!(matches!(sum, InternedError::Sum(_)), "{sum}");
    assert_eq!(game.unanswered(), 4..5);
    answer(&mut game, "1 3").unwrap();
    let options = |position| game.options(position).map(Iterator::count).sum::<usize>();
    assert_eq!([0, 1, 2, 3, 4].map(options), [0, 1, 2, 1, 2]);
    assert_eq!(game.solve(), Err(sum));
}

/// Beside its text and its options, a position takes at most 64 bytes, whatever their number. Its value takes 16 bytes, the
/// places where its options and its text end take 8 each, and its number in a hash table that is full takes more than 5.
#[test]
fn memory_is_small() {
    let mut game = Interned::new(Play::Normal, false, None);
    let mut text = 0;
    game.add_all(["0"]).unwrap();
    for i in 1..=1_000_000_u64 {
        text += game.text(i as u32 - 1).len() as u64;
        answer(&mut game, &i.to_string()).unwrap();
        let beside = game.bytes() - text - 4 * i;
        assert!(
            i < 1000 || (37 * i..=64 * (i + 1)).contains(&beside),
            "{beside} bytes beside {i}"
        );
    }
}

/// Many positions, and few positions with very many options, that need more than a MiB.
#[test]
fn memory_that_is_not_there_is_said() {
    let many: Vec<String> = (1..10_000).map(|i| i.to_string()).collect();
    let many = many.join(" ");
    let next = |i: u32| i.to_string();
    let same = |_: u32| many.clone();
    let lines: [(&dyn Fn(u32) -> String, u32); 2] = [(&next, 50_000), (&same, 50)];
    for (line, most) in lines {
        let mut game = Interned::new(Play::Normal, false, Some(1 << 20));
        game.add_all(["0"]).unwrap();
        let errors = (1..most).filter_map(|i| Some((i, answer(&mut game, &line(i)).err()?)));
        let (last, error) = { errors }.next().expect("a MiB is not enough");
        let problem = error.to_string();
        assert!(matches!(error, InternedError::Memory(_)), "{problem}");
        let said = format!("{last} of them with their moves, take 1.");
        assert!(problem.contains(&said), "{problem}");
        assert!(problem.ends_with(", expected at most 1.0 MiB"), "{problem}");
    }
}
