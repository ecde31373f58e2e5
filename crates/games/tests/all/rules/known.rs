//! Compares the examples with known results. Numbers of sequences are those of the OEIS.

use std::collections::HashMap;
use std::ops::{ControlFlow, RangeBounds};

use grundy_game::{Evaluated, Game as _, Sizes as _, unwatched};
use grundy_program::RulesGame;

use super::{example, example_with, program, settings};

/// What is kept of a position: its text, whether the player to move wins, the Grundy value.
type Row = (String, bool, Option<u32>);

/// The positions of an example up to a size; none when the example cannot be run here.
fn rows(file: &str, up_to: u32) -> Option<Vec<Row>> {
    let game = example(file)?;
    let mut rows = Vec::new();
    let mut take = |evaluated: Evaluated| {
        let position = evaluated.position.trim_end().to_owned();
        let grundy = evaluated.known.grundy.map(|grundy| grundy as u32);
        rows.push((position, evaluated.known.wins(), grundy));
        ControlFlow::Continue(())
    };
    game.values(up_to, &mut unwatched, &mut take).unwrap();
    assert!(!rows.is_empty());
    Some(rows)
}

/// The Grundy values of the positions up to a size.
fn values(file: &str, up_to: u32) -> Option<Vec<u32>> {
    let rows = rows(file, up_to)?.into_iter();
    Some(rows.map(|(_, _, grundy)| grundy.unwrap()).collect())
}

fn lost(file: &str, up_to: u32) -> Option<Vec<String>> {
    let lost = rows(file, up_to)?.into_iter().filter(|(_, wins, _)| !wins);
    Some(lost.map(|(position, ..)| position).collect())
}

/// Checks the positions of an example up to a size, one by one.
fn each(file: &str, up_to: u32, number: impl RangeBounds<usize>, is_right: impl Fn(&Row) -> bool) {
    let rows = rows(file, up_to).unwrap_or_default();
    for row in &rows {
        assert!(is_right(row), "{file}: {row:?}");
    }
    let found = rows.len();
    assert!(found == 0 || number.contains(&found), "{file}: {found}");
}

/// Checks that the player to move wins exactly the positions up to a size for which `rule` is true.
fn wins(file: &str, up_to: u32, number: impl RangeBounds<usize>, rule: impl Fn(&str) -> bool) {
    each(file, up_to, number, |(position, wins, _)| {
        *wins == rule(position)
    });
}

/// Checks that `rule` returns the Grundy value of every position up to a size.
fn worth(file: &str, up_to: u32, number: impl RangeBounds<usize>, rule: impl Fn(&str) -> u32) {
    each(file, up_to, number, |(position, _, grundy)| {
        *grundy == Some(rule(position))
    });
}

/// The nim-sum of some values.
fn nim_sum(values: impl IntoIterator<Item = u32>) -> u32 {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// The numbers of a position.
fn numbers(position: &str) -> Vec<u32> {
    position
        .split_ascii_whitespace()
        .map(|number| number.parse().unwrap())
        .collect()
}

#[test]
fn wythoff() {
    // A000201 and A001950, the lower and the upper Wythoff sequence: W. A. Wythoff, 1907.
    let golden = f64::midpoint(1.0, 5_f64.sqrt());
    let expected: Vec<String> = (0..8_u32)
        .map(|n| ((f64::from(n) * golden) as u32, n))
        .map(|(a, n)| format!("{a} {}", a + n))
        .collect();
    assert_eq!(expected[..6], ["0 0", "1 2", "3 5", "4 7", "6 10", "8 13"]);
    if let Some(lost) = lost("wythoff.py", 30) {
        assert_eq!(lost, expected);
    }
}

#[test]
fn kayles() {
    if let Some(values) = values("kayles.awk", 160) {
        // A002186: R. K. Guy and C. A. B. Smith, 1956.
        assert_eq!(values[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
        // Period 12, from 71 on.
        assert!((71..=148).all(|n| values[n] == values[n + 12]));
        assert_ne!(values[70], values[82]);
    }
}

/// A002187, the values of Dawson's Chess from one pawn on, up to the end of the first period.
const DAWSON: [u32; 34] = [
    1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7,
    4, 0,
];

#[test]
fn dawsons_kayles() {
    if let Some(values) = values("dawsons-kayles.pl", 160) {
        // A row of pins is a pawn longer than the row of Dawson's Chess.
        assert_eq!(values[..2], [0, 0]);
        assert_eq!(values[2..36], DAWSON);
        assert!((53..=126).all(|n| values[n] == values[n + 34]));
        assert_ne!(values[52], values[86]);
    }
}

#[test]
fn grundys_game() {
    if let Some(values) = values("grundys-game.sh", 19) {
        // A002188, from one stone on: P. M. Grundy, 1939.
        let expected = [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3];
        assert_eq!(values, expected);
    }
}

#[test]
fn subtraction() {
    // Period 7: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4.
    worth("subtraction.awk", 100, 101..=101, |heap| {
        [0, 1, 0, 1, 2, 3, 2][heap.parse::<usize>().unwrap() % 7]
    });
}

#[test]
fn fibonacci_nim() {
    if let Some(lost) = lost("fibonacci-nim.js", 60) {
        // A000045: M. J. Whinihan, 1963.
        let stones: Vec<u32> = lost.iter().map(|position| numbers(position)[0]).collect();
        assert_eq!(stones, [1, 2, 3, 5, 8, 13, 21, 34, 55]);
    }
}

#[test]
fn moores_nim() {
    // Lost when in every place the binary digits add up to a multiple of k + 1 = 3: E. H. Moore, 1910.
    wins("moores-nim.rs", 14, 147..=147, |position| {
        let heaps = numbers(position);
        (0..32).any(|bit| heaps.iter().map(|heap| heap >> bit & 1).sum::<u32>() % 3 != 0)
    });
}

#[test]
fn nim_game_2() {
    // A heap of which up to three stones may be taken is worth what it leaves when divided by four.
    worth("cses-1098.cpp", 30, 1000.., |heaps| {
        nim_sum(numbers(heaps).iter().map(|heap| heap % 4))
    });
}

#[test]
fn misere_nim() {
    // C. L. Bouton, 1901: as Nim where a heap has two stones or more, and the other way round where none has.
    wins("misere-nim.pl", 12, 201.., |position| {
        let heaps = numbers(position);
        let is_as_nim = heaps.iter().any(|&heap| heap > 1);
        is_as_nim == (nim_sum(heaps) != 0)
    });
}

/// Take one or two stones; a player who cannot move wins. A heap is lost if its remainder modulo 3 is 1. The claim
/// about a finished game is "no move wins", and not that it is lost.
#[test]
fn misere_claims_held_against_themselves() {
    for (answer, claim) in [
        ("count", "($1 > 0 && $1 % 3 != 1) + 0"),
        (
            "move None",
            "$1 == 0 || $1 % 3 == 1 ? \"None\" : $1 - ($1 + 2) % 3",
        ),
    ] {
        let text = format!(
            "#!/usr/bin/awk -f\nBEGIN {{ verb = ARGV[1]; n = ARGV[2]; ARGC = 1\n\
             if (verb == \"about\") {{ print \"play: misere\\nanswer: {answer}\"; exit }}\n\
             if (verb == \"positions\") {{ print n; exit }}\n\
             if (verb != \"moves\" && verb != \"claim\") exit 2 }}\n\
             verb == \"claim\" {{ print {claim}; next }}\n\
             {{ print ($1 > 0 ? $1 - 1 : \"\") ($1 > 1 ? \" ; \" $1 - 2 : \"\") }}\n"
        );
        let game = program(&answer[..4], &text, settings()).unwrap();
        for size in 0..8 {
            let tally = game.closure(size).unwrap()(0..1).unwrap();
            let counted = (tally.positions, tally.mismatches);
            assert_eq!(counted, (1, 0), "{answer}: {tally:?}");
        }
    }
}

#[test]
fn turning_turtles() {
    // A turtle on its feet is a heap of as many stones as its number: H. W. Lenstra.
    worth("turning-turtles.js", 8, 256.., |row| {
        let feet = row.bytes().zip(1..).filter(|&(turtle, _)| turtle == b'O');
        nim_sum(feet.map(|(_, place)| place))
    });
}

#[test]
fn chomp() {
    let Some(lost) = lost("chomp.py", 15) else {
        return;
    };
    // D. Gale, 1974: of bars of two rows exactly (n, n-1) is lost, of Ls exactly those with equal arms.
    let bars: Vec<Vec<u32>> = lost.iter().map(|bar| numbers(bar)).collect();
    let two: Vec<&Vec<u32>> = bars.iter().filter(|bar| bar.len() == 2).collect();
    let expected: Vec<Vec<u32>> = (2..=8).map(|n| vec![n, n - 1]).collect();
    assert_eq!(two, expected.iter().collect::<Vec<_>>());
    let is_l = |bar: &&Vec<u32>| bar.len() > 2 && bar[1] == 1;
    let ls: Vec<&Vec<u32>> = bars.iter().filter(is_l).collect();
    assert!(ls.iter().all(|l| l[0] as usize == l.len()));
    assert_eq!(ls.len(), 6);
    // Every rectangle but the smallest is won.
    let is_won = |bar: &Vec<u32>| bar[..] == [1] || bar.first() != bar.last();
    assert!(bars.iter().all(is_won));
}

#[test]
fn cram() {
    worth("cram.cpp", 12, 10.., |board| {
        let rows: Vec<&str> = board.split('/').collect();
        match (rows.len(), rows[0].len()) {
            // A row is Dawson's Kayles, A002187.
            (1, n) => n.checked_sub(2).map_or(0, |n| DAWSON[n]),
            // By symmetry, M. Gardner, 1974: even boards are lost, and even by odd ones won.
            (2, n) => n as u32 % 2,
            // Winning Ways, chapter 15: 3 by 3 is 0, and 3 by 4 is 1.
            (3, 3) => 0,
            (3, 4) => 1,
            (m, n) => panic!("no board of {m} by {n} has up to 12 squares"),
        }
    });
}

/// The Grundy values of positions, each solved alone.
fn single_values(game: &RulesGame, texts: &[String]) -> Vec<u32> {
    let positions = game.read(texts.join("\n").as_bytes()).unwrap().into_iter();
    let values = positions.map(|position| position.solve().unwrap().claim.grundy);
    values.map(|value| value.unwrap() as u32).collect()
}

/// The text of a board of some columns whose free squares are bits.
fn board(free: u32, rows: u32, columns: u32) -> String {
    let square = |i: u32| if free >> i & 1 == 1 { '.' } else { '#' };
    let row = |row: u32| (0..columns).map(|i| square(row * columns + i)).collect();
    (0..rows).map(row).collect::<Vec<String>>().join("/")
}

#[test]
fn cram_with_parts_that_cancel_and_played_out() {
    let Some(game) = example("cram.cpp") else {
        return;
    };
    for (rows, columns) in [(1, 12), (2, 6), (3, 4), (4, 3)] {
        // Without parts: every domino on the whole board.
        let mut values: Vec<u32> = Vec::new();
        for free in 0..1_u32 << (rows * columns) {
            let square = |i: u32| free >> i & 1 == 1;
            let lying = (0..rows * columns)
                .filter(|i| i % columns + 1 < columns)
                .map(|i| (i, i + 1));
            let upright = (columns..rows * columns).map(|i| (i - columns, i));
            let dominoes = lying
                .chain(upright)
                .filter(|&(a, b)| square(a) && square(b));
            let left = dominoes.map(|(a, b)| values[(free ^ 1 << a ^ 1 << b) as usize]);
            let value = grundy_brute::mex(left);
            values.push(value);
        }
        let boards = (0..values.len() as u32).map(|free| board(free, rows, columns));
        assert_eq!(single_values(&game, &boards.collect::<Vec<_>>()), values);
    }
}

#[test]
fn node_kayles_with_and_without_symmetry() {
    let mut plain = settings();
    plain.launcher.env.push(("PLAIN".into(), "1".into()));
    let games = [settings(), plain].map(|settings| example_with("node-kayles.cpp", settings));
    let [Some(game), Some(plain)] = games else {
        return;
    };
    let grids = [(1, 20), (3, 11), (4, 5), (5, 5)];
    let grids = grids.map(|(rows, columns)| vec![".".repeat(columns); rows].join("/"));
    assert_eq!(single_values(&game, &grids), single_values(&plain, &grids));
    assert_eq!(single_values(&game, &grids[1..2]), [3]); // A316632
}

/// The Grundy value of Node Kayles on the vertices in `free` of a grid, played out on the whole grid.
fn node_kayles_value(free: u32, columns: u32, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&value) = known.get(&free) {
        return value;
    }
    let apart =
        |i: u32, j: u32| (i / columns).abs_diff(j / columns) + (i % columns).abs_diff(j % columns);
    let vertices = |kept: &dyn Fn(u32) -> bool| {
        (0..u32::BITS)
            .filter(|&i| kept(i))
            .fold(0, |all, i| all | 1 << i)
    };
    let taken = (0..u32::BITS).filter(|i| free >> i & 1 == 1);
    let left: Vec<u32> = taken
        .map(|i| free & vertices(&|j| apart(i, j) > 1))
        .collect();
    let value = grundy_brute::mex(
        left.into_iter()
            .map(|left| node_kayles_value(left, columns, known)),
    );
    known.insert(free, value);
    value
}

#[test]
fn node_kayles() {
    worth("node-kayles.cpp", 18, 30.., |grid| {
        let rows: Vec<&str> = grid.split('/').collect();
        match (rows.len(), rows[0].len()) {
            // A row is Dawson's Chess, A002187.
            (1, n) => DAWSON[n - 1],
            (3, n) => [2, 1, 1, 0, 3, 3, 2, 2][n - 1], // A316632
            (m, n) => node_kayles_value((1 << (m * n)) - 1, n as u32, &mut HashMap::new()),
        }
    });
}

#[test]
fn hackenbush() {
    /// The colon principle, Winning Ways, chapter 7: branches at a vertex are a stalk as long as their nim-sum.
    fn value(forest: &[u8], i: &mut usize) -> u32 {
        let mut sum = 0;
        while forest.get(*i) == Some(&b'(') {
            *i += 1;
            sum ^= 1 + value(forest, i);
            *i += 1;
        }
        sum
    }
    // The positions of a size are counted by the Catalan numbers, A000108.
    let positions = 1 + 1 + 2 + 5 + 14 + 42 + 132 + 429;
    worth("hackenbush.py", 7, positions..=positions, |forest| {
        value(forest.as_bytes(), &mut 0)
    });
}

#[test]
fn geography() {
    // A. S. Fraenkel, E. R. Scheinerman, D. Ullman, 1993: won exactly when every maximum matching covers the
    // token's vertex, which is when without it the matching is smaller.
    fn matching(edges: &[&str]) -> u32 {
        let Some((edge, rest)) = edges.split_first() else {
            return 0;
        };
        let mut apart = rest.to_vec();
        apart.retain(|other| !other.chars().any(|v| edge.contains(v)));
        matching(rest).max(1 + matching(&apart))
    }
    wins("geography.py", 5, 701.., |position| {
        let (token, edges) = position.split_once(' ').unwrap_or((position, ""));
        let edges: Vec<&str> = edges.split_ascii_whitespace().collect();
        let mut without = edges.clone();
        without.retain(|edge| !edge.contains(token));
        matching(&without) < matching(&edges)
    });
}

/// Compares inputs and answers of positions with the samples of a task.
fn samples(file: &str, samples: &[[&str; 3]]) {
    let Some(game) = example(file) else {
        return;
    };
    for &[position, input, answer] in samples {
        let case = game.read(position.as_bytes()).unwrap()[0].case().unwrap();
        assert_eq!(
            [&*case.input, &*case.answer],
            [input, answer],
            "{file}: {position}"
        );
    }
}

#[test]
fn contest_tasks() {
    // AtCoder, Educational DP Contest K.
    let dp_k = [
        ["4 2 3", "2 4\n2 3\n", "First\n"],
        ["5 2 3", "2 5\n2 3\n", "Second\n"],
        ["7 2 3", "2 7\n2 3\n", "First\n"],
    ];
    samples("atcoder-dp-k.py", &dp_k);
    // Codeforces 1382B, tests of its first sample one by one.
    let sequential = [
        ["2 5 4", "3\n2 5 4\n", "First\n"],
        ["1 1 1 1 1 1", "6\n1 1 1 1 1 1\n", "Second\n"],
    ];
    samples("codeforces-1382b.py", &sequential);
    samples("cses-1098.cpp", &[["2 5 5 7", "4\n2 5 5 7\n", "first\n"]]);
    samples("hdu-1850.pl", &[["5 7 9", "3\n5 7 9\n", "1\n"]]);
    // Codeforces 1382B: the player to move at the first pile that is not 1 wins.
    wins("codeforces-1382b.py", 9, 511..=511, |position| {
        let piles = numbers(position);
        let ones = piles.iter().take_while(|&&pile| pile == 1).count();
        (ones % 2 == 0) != (ones == piles.len())
    });
}
