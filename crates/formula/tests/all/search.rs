//! The search finds formulas in the values of small positions, and none where there is none.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use grundy_formula::search::{Data, Row, Search};
use grundy_formula::{Formula, Position, Says};

type Moves = fn(&[i64]) -> Vec<Vec<i64>>;

/// The Grundy value of a position by exhaustive play.
fn value(position: &[i64], moves: Moves, known: &mut HashMap<Vec<i64>, i64>) -> i64 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let options: HashSet<i64> = moves(position)
        .iter()
        .map(|next| value(next, moves, known))
        .collect();
    let mex = (0..=options.len())
        .map(|n| i64::try_from(n).unwrap())
        .find(|n| !options.contains(n))
        .unwrap();
    known.insert(position.to_vec(), mex);
    mex
}

/// The first formula of that kind that agrees with all positions, learnt from the first half of them.
fn found(positions: &[Vec<i64>], moves: Moves, says: Says) -> Option<String> {
    let (mut known, mut rows, mut pairs) = (HashMap::new(), Vec::new(), Vec::new());
    for position in positions {
        let value = value(position, moves, &mut known);
        let of = |numbers: &[i64]| Position::Numbers(numbers.to_vec());
        pairs.extend(moves(position).iter().map(|next| (of(position), of(next))));
        rows.push(Row {
            position: of(position),
            value: Some(value),
            is_lost: value == 0,
        });
    }
    let data = Data::new(rows, pairs.iter().map(|(from, to)| (from, to))).unwrap();
    let is_right = |formula: &Formula| {
        data.rows().iter().all(|row| {
            let verdict = formula.at(&row.position).unwrap();
            verdict.is_lost == row.is_lost
                && verdict
                    .value
                    .is_none_or(|value| row.value == value.try_into().ok())
        })
    };
    let mut found = None;
    let half = positions.len() / 2;
    let _ = Search::new(&data, 9, &|| ControlFlow::Continue(())).candidates(
        says,
        half,
        &mut |candidate| {
            if is_right(&candidate.formula) {
                found = Some(candidate.formula.to_string());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        },
    );
    found
}

/// Rows of heaps in descending order with at most so many stones, by their number.
fn heaps(stones: i64) -> Vec<Vec<i64>> {
    fn of(stones: i64, most: i64) -> Vec<Vec<i64>> {
        if stones == 0 {
            return vec![Vec::new()];
        }
        let first = (1..=stones.min(most)).rev();
        first
            .flat_map(|first| {
                of(stones - first, first)
                    .into_iter()
                    .map(move |rest| [vec![first], rest].concat())
            })
            .collect()
    }
    (0..=stones).flat_map(|stones| of(stones, stones)).collect()
}

fn tidy(mut heaps: Vec<i64>) -> Vec<i64> {
    heaps.retain(|heap| *heap > 0);
    heaps.sort_unstable_by_key(|heap| -heap);
    heaps
}

/// What replaces one number of a row by a smaller one.
fn smaller(row: &[i64]) -> Vec<Vec<i64>> {
    let at = 0..row.len();
    at.flat_map(|at| (0..row[at]).map(move |less| [&row[..at], &[less], &row[at + 1..]].concat()))
        .collect()
}

fn nim(row: &[i64]) -> Vec<Vec<i64>> {
    smaller(row).into_iter().map(tidy).collect()
}

fn moore(row: &[i64]) -> Vec<Vec<i64>> {
    let once = nim(row);
    let twice: Vec<Vec<i64>> = once.iter().flat_map(|next| nim(next)).collect();
    [once, twice].concat()
}

fn wythoff(row: &[i64]) -> Vec<Vec<i64>> {
    let both = (1..=row[0].min(row[1])).map(|less| vec![row[0] - less, row[1] - less]);
    let mut moves: Vec<Vec<i64>> = smaller(row).into_iter().chain(both).collect();
    for next in &mut moves {
        next.sort_unstable();
    }
    moves
}

/// A number of stones is taken of which 1, 3 or 4 are one.
fn subtract(row: &[i64]) -> Vec<Vec<i64>> {
    [1, 3, 4]
        .into_iter()
        .filter(|less| *less <= row[0])
        .map(|less| vec![row[0] - less])
        .collect()
}

/// The same number is taken from one number, or from some of two.
fn same<const LESS: i64>(row: &[i64]) -> Vec<Vec<i64>> {
    let mut moves = Vec::new();
    for taken in [[LESS, 0], [0, LESS], [LESS, LESS]] {
        let mut next: Vec<i64> = row.iter().zip(taken).map(|(x, less)| x - less).collect();
        next.sort_unstable();
        if next[0] >= 0 && next != row {
            moves.push(next);
        }
    }
    moves
}

/// No formula is known.
fn take_a_square(row: &[i64]) -> Vec<Vec<i64>> {
    (1..=row[0])
        .map(|root| row[0] - root * root)
        .take_while(|rest| *rest >= 0)
        .map(|rest| vec![rest])
        .collect()
}

fn pairs(sum: i64) -> Vec<Vec<i64>> {
    (0..=sum)
        .flat_map(|sum| (0..=sum / 2).map(move |a| vec![a, sum - a]))
        .collect()
}

#[test]
fn formulas_are_found_in_the_values_of_small_positions() {
    let one = |most: i64| (0..=most).map(|n| vec![n]).collect::<Vec<_>>();
    let cases: [(&str, Vec<Vec<i64>>, Moves, Says); 6] = [
        ("value = nimsum(parts)", heaps(13), nim, Says::Value),
        ("lost iff nimsum3(parts) = 0", heaps(13), moore, Says::Lost),
        ("lost iff a = phi(b - a)", pairs(40), wythoff, Says::Lost),
        (
            "value = periodic(a, [], [0, 1, 0, 1, 2, 3, 2])",
            one(120),
            subtract,
            Says::Value,
        ),
        // What a person finds shorter, and not `odious(3)` for 7, or the golden ratio times 2 for 3.
        ("value = a div 7 mod 2", one(120), same::<7>, Says::Value),
        (
            "value = 3 * (a mod 4 div 2) xor b mod 4 div 2",
            pairs(40),
            same::<2>,
            Says::Value,
        ),
    ];
    for (formula, positions, moves, says) in &cases {
        assert_eq!(found(positions, *moves, *says).as_deref(), Some(*formula));
    }
    assert_eq!(found(&one(200), take_a_square, Says::Value), None);
    assert_eq!(found(&one(200), take_a_square, Says::Lost), None);
}
