//! Compares the examples with known results. Numbers of sequences are those of the OEIS.

use std::ops::ControlFlow;

use grundy_games::rules::RulesGame;
use grundy_games::{Evaluated, Game as _, Sizes as _, unwatched};

use super::{example, program, settings};

/// What is kept of a position: its text, whether the player to move wins, the Grundy value.
type Row = (String, bool, Option<u32>);

fn rows(game: &RulesGame, up_to: u32) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut take = |evaluated: Evaluated| {
        let position = evaluated.position.trim_end().to_owned();
        let grundy = evaluated.grundy.map(|grundy| grundy as u32);
        rows.push((position, evaluated.wins, grundy));
        ControlFlow::Continue(())
    };
    game.values(up_to, &mut unwatched, &mut take).unwrap();
    assert!(!rows.is_empty());
    rows
}

/// The Grundy values of the positions up to a size; none when the example cannot be run here.
fn values(file: &str, up_to: u32) -> Option<Vec<u32>> {
    let rows = rows(&example(file)?, up_to).into_iter();
    Some(rows.map(|(_, _, grundy)| grundy.unwrap()).collect())
}

fn lost(file: &str, up_to: u32) -> Option<Vec<String>> {
    let rows = rows(&example(file)?, up_to).into_iter();
    Some(
        rows.filter(|(_, wins, _)| !wins)
            .map(|(position, ..)| position)
            .collect(),
    )
}

/// The numbers of a position.
fn numbers(position: &str) -> Vec<u32> {
    position
        .split_ascii_whitespace()
        .map(|number| number.parse().unwrap())
        .collect()
}

/// Compares every position up to a size with a rule; gives how many those are.
fn follows(file: &str, up_to: u32, rule: impl Fn(&str) -> bool) -> usize {
    let Some(game) = example(file) else {
        return 0;
    };
    let rows = rows(&game, up_to);
    for (position, wins, _) in &rows {
        assert_eq!(*wins, rule(position), "{file}: {position}");
    }
    rows.len()
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
    let Some(values) = values("kayles.awk", 160) else {
        return;
    };
    // A002186: R. K. Guy and C. A. B. Smith, 1956.
    assert_eq!(values[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    // Period 12, from 71 on.
    assert!((71..=148).all(|n| values[n] == values[n + 12]));
    assert_ne!(values[70], values[82]);
}

/// A002187, the values of Dawson's Chess from one pawn on, up to the end of the first period.
const DAWSON: [u32; 34] = [
    1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7,
    4, 0,
];

#[test]
fn dawsons_kayles() {
    let Some(values) = values("dawsons-kayles.pl", 160) else {
        return;
    };
    // A row of pins is a pawn longer than the row of Dawson's Chess.
    assert_eq!(values[..2], [0, 0]);
    assert_eq!(values[2..36], DAWSON);
    assert!((53..=126).all(|n| values[n] == values[n + 34]));
    assert_ne!(values[52], values[86]);
}

#[test]
fn grundys_game() {
    if let Some(values) = values("grundys-game.sh", 19) {
        // A002188, from one stone on: P. M. Grundy, 1939.
        assert_eq!(
            values,
            [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]
        );
    }
}

#[test]
fn subtraction() {
    if let Some(values) = values("subtraction.awk", 100) {
        // Period 7: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4.
        assert!(
            values
                .iter()
                .zip([0, 1, 0, 1, 2, 3, 2].iter().cycle())
                .all(|(a, b)| a == b)
        );
        assert_eq!(values.len(), 101);
    }
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
    let compared = follows("moores-nim.rs", 14, |position| {
        let heaps = numbers(position);
        (0..32).any(|bit| heaps.iter().map(|heap| heap >> bit & 1).sum::<u32>() % 3 != 0)
    });
    assert!(compared == 0 || compared == 147, "{compared}");
}

#[test]
fn nim_game_2() {
    let Some(game) = example("cses-1098.cpp") else {
        return;
    };
    for (heaps, _, grundy) in rows(&game, 30) {
        // A heap of which up to three stones may be taken is worth what it leaves when divided by four.
        let expected = numbers(&heaps).iter().fold(0, |sum, heap| sum ^ (heap % 4));
        assert_eq!(grundy, Some(expected), "{heaps}");
    }
    let case = game.read(b"2 5 5 7").unwrap()[0].case().unwrap();
    assert_eq!(
        (&*case.input, &*case.answer),
        ("1\n4\n2 5 5 7\n", "first\n")
    );
}

#[test]
fn misere_nim() {
    // C. L. Bouton, 1901: as Nim where a heap has two stones or more, and the other way round where none has.
    let compared = follows("misere-nim.pl", 12, |position| {
        let heaps = numbers(position);
        let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        if heaps.iter().any(|&heap| heap > 1) {
            nim_sum != 0
        } else {
            nim_sum == 0
        }
    });
    assert!(compared == 0 || compared > 200, "{compared}");
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
            assert_eq!(
                (tally.positions, tally.mismatches),
                (1, 0),
                "{answer}: {tally:?}"
            );
        }
    }
}

#[test]
fn turning_turtles() {
    let Some(game) = example("turning-turtles.js") else {
        return;
    };
    for (row, _, grundy) in rows(&game, 8) {
        // A turtle on its feet is a heap of as many stones as its number: H. W. Lenstra.
        let feet = row.bytes().zip(1..).filter(|&(turtle, _)| turtle == b'O');
        assert_eq!(
            grundy,
            Some(feet.fold(0, |sum, (_, place)| sum ^ place)),
            "{row}"
        );
    }
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
    assert!(
        bars.iter()
            .filter(is_l)
            .all(|bar| bar[0] as usize == bar.len())
    );
    assert_eq!(bars.iter().filter(is_l).count(), 6);
    // Every rectangle but the smallest is won.
    assert!(
        bars.iter()
            .all(|bar| bar[..] == [1] || bar.first() != bar.last())
    );
}

#[test]
fn cram() {
    let Some(game) = example("cram.cpp") else {
        return;
    };
    for (board, _, grundy) in rows(&game, 12) {
        let rows: Vec<&str> = board.split('/').collect();
        let (m, n) = (rows.len(), rows[0].len());
        let expected = match (m, n) {
            // A row is Dawson's Kayles, A002187.
            (1, n) => n.checked_sub(2).map_or(0, |n| DAWSON[n]),
            // By symmetry, M. Gardner, 1974: even boards are lost, and even by odd ones won.
            (2, n) => n as u32 % 2,
            // Winning Ways, chapter 15: 3 by 3 is 0, and 3 by 4 is 1.
            (3, 3) => 0,
            (3, 4) => 1,
            _ => panic!("no board of {m} by {n} has up to 12 squares"),
        };
        assert_eq!(grundy, Some(expected), "{m} by {n}");
    }
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
    let Some(game) = example("hackenbush.py") else {
        return;
    };
    let rows = rows(&game, 7);
    // Catalan numbers, A000108.
    assert_eq!(rows.len(), 1 + 1 + 2 + 5 + 14 + 42 + 132 + 429);
    for (forest, _, grundy) in rows {
        assert_eq!(grundy, Some(value(forest.as_bytes(), &mut 0)), "{forest}");
    }
}

#[test]
fn geography() {
    // A. S. Fraenkel, E. R. Scheinerman, D. Ullman, 1993: won exactly when every maximum matching covers the
    // token's vertex, which is when without it the matching is smaller.
    fn matching(edges: &[&str]) -> u32 {
        let Some((edge, rest)) = edges.split_first() else {
            return 0;
        };
        let apart: Vec<&str> = rest
            .iter()
            .copied()
            .filter(|other| !other.chars().any(|v| edge.contains(v)))
            .collect();
        matching(rest).max(1 + matching(&apart))
    }
    let compared = follows("geography.py", 5, |position| {
        let (token, edges) = position.split_once(' ').unwrap_or((position, ""));
        let edges: Vec<&str> = edges.split_ascii_whitespace().collect();
        let without: Vec<&str> = edges
            .iter()
            .copied()
            .filter(|edge| !edge.contains(token))
            .collect();
        matching(&without) < matching(&edges)
    });
    assert!(compared == 0 || compared > 700, "{compared}");
}

#[test]
fn contest_tasks() {
    // The samples of the tasks: positions, inputs as they are given there, and answers.
    for (file, samples) in [
        // AtCoder, Educational DP Contest K.
        (
            "atcoder-dp-k.py",
            &[
                ("4 2 3", "2 4\n2 3\n", "First\n"),
                ("5 2 3", "2 5\n2 3\n", "Second\n"),
                ("7 2 3", "2 7\n2 3\n", "First\n"),
            ][..],
        ),
        // Codeforces 1382B, tests of its first sample one by one.
        (
            "codeforces-1382b.cpp",
            &[
                ("2 5 4", "1\n3\n2 5 4\n", "First\n"),
                ("1 1 1 1 1 1", "1\n6\n1 1 1 1 1 1\n", "Second\n"),
            ],
        ),
        // HDU 1850.
        ("hdu-1850.pl", &[("5 7 9", "3\n5 7 9\n0\n", "1\n")]),
    ] {
        let Some(game) = example(file) else {
            continue;
        };
        for &(position, input, answer) in samples {
            let case = game.read(position.as_bytes()).unwrap()[0].case().unwrap();
            assert_eq!(
                (&*case.input, &*case.answer),
                (input, answer),
                "{file}: {position}"
            );
        }
    }
    // Codeforces 1382B: the player to move at the first pile that is not 1 wins.
    let compared = follows("codeforces-1382b.cpp", 9, |position| {
        let piles = numbers(position);
        let ones = piles.iter().take_while(|&&pile| pile == 1).count();
        (ones % 2 == 0) != (ones == piles.len())
    });
    assert!(compared == 0 || compared == 511, "{compared}");
}
