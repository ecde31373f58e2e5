//! Games that chance draws: those whose lost positions a formula names, and those of random rules.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::ops::ControlFlow;

use grundy_features::is_exhaustive;
use grundy_formula::search::{Data, Row, Search};
use grundy_formula::{Formula, Position, Says};

use crate::write::Random;

/// From how many positions values are learnt, and outcomes, as the command does.
const LEARN: [(Says, &[usize]); 2] = [
    (Says::Value, &[30, 60, 120, 250, 500, 1000]),
    (Says::Lost, &[120, 250, 500, 1000]),
];
/// So many formulas may fail for one number of positions.
const FAILURES: usize = 200;

fn is_right(formula: &Formula, row: &Row) -> bool {
    formula.at(&row.position).is_some_and(|verdict| {
        let value = verdict.value.map(|value| i64::try_from(value).ok());
        verdict.is_lost == row.is_lost && value.is_none_or(|value| row.value == value)
    })
}

/// The first formula that agrees with all positions and is no coincidence. It also agrees with the `next` ones, as the command has it
/// by closure.
fn found(rows: Vec<Row>, next: &[Row], moves: &[(Position, Position)]) -> Option<Formula> {
    let data = Data::new(rows, moves.iter().map(|(from, to)| (from, to)))?;
    let search = Search::new(&data, 9, &|| ControlFlow::Continue(()));
    let has_values = data.rows().iter().all(|row| row.value.is_some());
    for (says, learn) in LEARN.into_iter().skip(usize::from(!has_values)) {
        let half = data.rows().len().div_ceil(2);
        let mut learn: Vec<usize> = learn.iter().map(|learn| half.min(*learn)).collect();
        learn.dedup();
        for learn in learn {
            let (mut found, mut failed) = (None, 0);
            let _ = search.candidates(says, learn, &mut |candidate| {
                let is_enough = data.rows().len() >= 2 * candidate.absorbed + 16;
                let mut all = data.rows().iter().chain(next);
                if is_enough && all.all(|row| is_right(&candidate.formula, row)) {
                    found = Some(candidate.formula);
                    return ControlFlow::Break(());
                }
                failed += 1;
                if failed < FAILURES {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// All rows of so many numbers with this sum.
fn rows_of(count: usize, sum: i64) -> Vec<Vec<i64>> {
    if count == 1 {
        return vec![vec![sum]];
    }
    let first = 0..=sum;
    let rows = first.flat_map(|first| {
        let rest = rows_of(count - 1, sum - first).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    });
    rows.collect()
}

fn one_of<'a>(random: &mut Random, all: &[&'a str]) -> &'a str {
    all[random.below(all.len() as u64) as usize]
}

/// A random expression of the numbers of a position.
fn atom(random: &mut Random, names: &[&str], depth: u32) -> String {
    if depth == 0 || random.below(3) == 0 {
        let constant = (1 + random.below(3)).to_string();
        return if random.below(4) == 0 {
            constant
        } else {
            one_of(random, names).to_owned()
        };
    }
    let x = atom(random, names, depth - 1);
    let small = 2 + random.below(3);
    match random.below(12) {
        0 | 1 => format!("({x}) mod {small}"),
        2 => format!("({x}) div {}", small.min(3)),
        3 => format!(
            "{}({x})",
            one_of(random, &["ones", "v2", "lowbit", "length"])
        ),
        4 => {
            let function = one_of(random, &["min", "max"]);
            format!("{function}({x}, {})", atom(random, names, depth - 1))
        }
        5 => format!("(({x}) xor ({}))", atom(random, names, depth - 1)),
        6 | 7 => format!("(({x}) + ({}))", atom(random, names, depth - 1)),
        8 => format!("2 * ({x})"),
        9 => format!("phi({x})"),
        10 => format!("(({x}) + {})", small - 1),
        _ => x,
    }
}

/// A random comparison, or two of them.
fn condition(random: &mut Random, names: &[&str]) -> String {
    let mut one = || {
        let operator = one_of(random, &["=", "=", "=", "<", "<=", "!="]);
        let left = atom(random, names, 2);
        format!("{left} {operator} {}", atom(random, names, 1))
    };
    let (left, right) = (one(), one());
    match random.below(4) {
        0 => format!("({left}) and ({right})"),
        1 => format!("({left}) or ({right})"),
        _ => left,
    }
}

#[test]
fn drawn_formulas_are_found_again() {
    let count = if is_exhaustive() { 100 } else { 5 };
    let (mut random, mut games, mut same) = (Random(1), 0, 0);
    while games < count {
        let names = if random.below(2) == 0 {
            &["a", "b"][..]
        } else {
            &["a", "b", "c"]
        };
        let text = format!("lost iff {}", condition(&mut random, names));
        let formula: Formula = text.parse().unwrap();
        let of = |numbers: &[i64]| Position::Numbers(numbers.to_vec());
        let is_lost = |numbers: &[i64]| formula.at(&of(numbers)).map(|verdict| verdict.is_lost);
        let sizes = 0..=if names.len() == 2 { 62 } else { 21 };
        let all: Vec<Vec<i64>> = sizes.flat_map(|size| rows_of(names.len(), size)).collect();
        let lost: Option<Vec<bool>> = all.iter().map(|numbers| is_lost(numbers)).collect();
        // A game needs a lost position at its end; one in which a number does not matter, or nearly all are alike, is none.
        let has_all = names.iter().all(|name| text.contains(name));
        let lost = lost.filter(|lost| {
            let count = lost.iter().filter(|lost| **lost).count();
            lost[0] && 20 <= count && count <= lost.len() * 3 / 4 && has_all
        });
        let Some(lost) = lost else { continue };
        games += 1;
        let mut moves = Vec::new();
        for at in 1..all.len().min(400) {
            for _ in 0..3 {
                let to = random.below(at as u64) as usize;
                if !(lost[at] && lost[to]) {
                    moves.push((of(&all[at]), of(&all[to])));
                }
            }
        }
        let rows = all.iter().zip(&lost).map(|(numbers, lost)| Row {
            position: of(numbers),
            value: None,
            is_lost: *lost,
        });
        let again = found(rows.collect(), &[], &moves);
        let is_same = again.is_some_and(|again| {
            (0..3000).all(|_| {
                let mut large = || {
                    let bits = 1 + random.below(12);
                    random.below(1 << bits).cast_signed()
                };
                let numbers: Vec<i64> = names.iter().map(|_| large()).collect();
                let right = is_lost(&numbers);
                right.is_none() || right == again.at(&of(&numbers)).map(|again| again.is_lost)
            })
        });
        same += usize::from(is_same);
    }
    assert!(
        same * 10 >= games * 8,
        "{same} of {games} formulas are found again"
    );
}

type Listed = Box<dyn Fn(i64) -> Vec<Position>>;
type Moves = Box<dyn Fn(&Position) -> Vec<Position>>;
/// A random game: its positions of a size, what moves lead to, and the size to which a formula is sought.
type Game = (Listed, Moves, i64);

fn numbers(moves: impl Fn(&[i64]) -> Vec<Vec<i64>> + 'static) -> Moves {
    Box::new(move |position| {
        moves(position.numbers())
            .into_iter()
            .map(Position::Numbers)
            .collect()
    })
}

/// Numbers that may be taken from a heap.
fn take(random: &mut Random) -> Game {
    let set: Vec<i64> = (0..2 + random.below(3))
        .map(|_| 1 + random.below(12).cast_signed())
        .collect();
    let moves = move |heap: &[i64]| {
        let taken = set.iter().map(|number| heap[0] - number);
        taken
            .filter(|left| *left >= 0)
            .map(|left| vec![left])
            .collect()
    };
    (
        Box::new(|size| vec![Position::Numbers(vec![size])]),
        numbers(moves),
        300,
    )
}

/// Two heaps, from which numbers are taken that a number divides or bounds, from one or from both.
fn two_heaps(random: &mut Random) -> Game {
    let kinds: Vec<(i64, u64)> = (0..3)
        .map(|_| (random.below(4).cast_signed(), random.below(3)))
        .collect();
    let moves = move |heaps: &[i64]| {
        let mut left = Vec::new();
        for ((number, kind), [x, y]) in kinds.iter().zip([[1, 0], [0, 1], [1, 1]]) {
            let most = [heaps[0], heaps[1], heaps[0].min(heaps[1])][(x + 2 * y - 1) as usize];
            let may = |taken: &i64| match kind {
                0 => taken <= number,
                1 => *number > 0 && taken % number == 0,
                _ => *number > 0,
            };
            left.extend(
                (1..=most)
                    .filter(may)
                    .map(|taken| vec![heaps[0] - x * taken, heaps[1] - y * taken]),
            );
        }
        left
    };
    let listed = |size| {
        rows_of(2, size)
            .into_iter()
            .map(Position::Numbers)
            .collect()
    };
    (Box::new(listed), numbers(moves), 62)
}

/// The length of the longest strip of which all positions are listed.
const STRIP: i64 = 9;

/// A strip of coins: a move turns heads to tails, and with it maybe coins at some distances on its left.
fn strip(random: &mut Random) -> Game {
    let distances: Vec<usize> = (1..6).filter(|_| random.below(3) == 0).collect();
    let must = random.below(4) == 0;
    let moves = move |position: &Position| {
        let Position::Word(word) = position else {
            return Vec::new();
        };
        let mut turned = Vec::new();
        for at in (0..word.len()).filter(|at| word.as_bytes()[*at] == b'H') {
            let mut coins = word.clone().into_bytes();
            coins[at] = b'T';
            if !must {
                turned.push(coins.clone());
            }
            for with in distances
                .iter()
                .filter_map(|distance| at.checked_sub(*distance))
            {
                let mut both = coins.clone();
                both[with] ^= b'H' ^ b'T';
                turned.push(both);
            }
        }
        turned
            .into_iter()
            .map(|coins| Position::Word(String::from_utf8(coins).unwrap()))
            .collect()
    };
    // Of longer strips those with at most two heads: no move makes them more.
    let listed = |size: i64| {
        let few = (0..size).flat_map(|one| (0..=one).map(move |other| 1_u32 << one | 1 << other));
        let mut heads: Vec<u32> = if size <= STRIP {
            (0..1 << size).collect()
        } else {
            iter::once(0).chain(few).collect()
        };
        heads.sort_unstable();
        let coin = |heads: u32, at| if heads >> at & 1 == 1 { 'H' } else { 'T' };
        let word = |heads| Position::Word((0..size).map(|at| coin(heads, at)).collect());
        heads.into_iter().map(word).collect()
    };
    (Box::new(listed), Box::new(moves), STRIP)
}

#[test]
fn formulas_of_random_rules_are_right_to_twice_the_size() {
    let count = if is_exhaustive() { 60 } else { 6 };
    let (mut random, mut all) = (Random(2), 0);
    for number in 0..count {
        let game = [take, two_heaps, strip][number % 3];
        let (listed, moves, size) = game(&mut random);
        let (mut known, mut rows, mut pairs) = (HashMap::new(), Vec::new(), Vec::new());
        for position in (0..=2 * size).flat_map(&listed) {
            let after = moves(&position);
            let values: HashSet<i64> = after.iter().map(|after| known[after]).collect();
            let value = (0..=1000).find(|value| !values.contains(value)).unwrap();
            known.insert(position.clone(), value);
            pairs.extend(after.into_iter().map(|after| (position.clone(), after)));
            rows.push(Row {
                position,
                value: Some(value),
                is_lost: value == 0,
            });
        }
        let small = (0..=size).flat_map(&listed).count();
        let next = (0..=size + 2).flat_map(&listed).count();
        // The command makes runs of words longer, and so knows longer words with one head.
        let is_stretched = |row: &&Row| matches!(&row.position, Position::Word(word) if word.matches('H').count() == 1);
        let longer = rows[next..].iter().filter(is_stretched).cloned();
        let next: Vec<Row> = rows[small..next].iter().cloned().chain(longer).collect();
        let from: HashSet<&Position> = rows[..small.min(400)]
            .iter()
            .map(|row| &row.position)
            .collect();
        let pairs: Vec<_> = pairs
            .iter()
            .filter(|(position, _)| from.contains(position))
            .cloned()
            .collect();
        if let Some(formula) = found(rows[..small].to_vec(), &next, &pairs) {
            all += 1;
            let wrong = rows.iter().find(|row| !is_right(&formula, row));
            assert!(
                wrong.is_none(),
                "game {number}: {formula} is wrong about {wrong:?}"
            );
        }
    }
    assert!(all * 2 > count, "{all} of {count} games have formulas");
}
