//! Random rows of piles, and the fourteen tests of the original.

use grundy_core::kamyki::{Move, Position};

use grundy_game::Original;
use grundy_game::generate::Random;

/// A position of a shape; `None` when this try found none.
pub(super) fn shaped(shape: &str, random: &mut Random, m: u64, n: usize) -> Option<Position> {
    let piles = match shape {
        "lost" => return Some(lost(random, n, m)),
        "nearly" => {
            let mut piles = lost(random, n, m.saturating_sub(1)).piles().to_vec();
            piles[n - 1] = piles[n - 1].checked_add(1).filter(|&more| more <= m)?;
            piles
        }
        "high" => {
            let lost = lost(random, n, m);
            let odd: Vec<u64> = lost.stairs().step_by(2).map(|stair| stair.size).collect();
            let (place, bit) = random.place_of_highest_bit(&odd)?;
            // Stair 1 lies on the last pile, stair 3 on all from the last but two on, and so on.
            let mut piles = lost.piles().to_vec();
            for pile in &mut piles[n - 1 - 2 * place..] {
                *pile -= bit;
            }
            piles
        }
        "flat" => {
            let sizes = random.row(8, 0, m);
            let piles = (0..n).filter_map(|_| random.choose(&sizes));
            piles.collect()
        }
        _ => random.row(n, 0, m),
    };
    Some(sorted(piles))
}

/// A random P-position: a random position with a last pile of `m`, after a winning move if there is one, on another
/// pile if possible.
fn lost(random: &mut Random, n: usize, m: u64) -> Position {
    let mut piles = random.row(n - 1, 0, m.saturating_sub(1));
    piles.push(m);
    let drawn = sorted(piles);
    let winning: Vec<Move> = drawn.winning_moves().collect();
    let mut piles = drawn.piles().to_vec();
    if let Some(a_move) = random.choose_but(&winning, |a_move| a_move.pile == n) {
        piles[a_move.pile - 1] -= a_move.stones;
    }
    sorted(piles)
}

pub(super) fn sorted(mut piles: Vec<u64>) -> Position {
    piles.sort_unstable();
    Position::new(piles).expect("sorted piles do not decrease")
}

/// The tests of the original by name, largest n and largest number of stones of a position.
const POI: &[(&str, usize, u32)] = &[
    ("kam1", 5, 10),
    ("kam2", 7, 25),
    ("kam3", 12, 47),
    ("kam4", 15, 74),
    ("kam5", 17, 121),
    ("kam6", 80, 10_000),
    ("kam7", 153, 155),
    ("kam8", 302, 4582),
    ("kam9", 450, 8812),
    ("kam10", 545, 10_000),
    ("kam11", 767, 4364),
    ("kam12", 930, 10_000),
    ("kam13", 1000, 7690),
    ("kam14", 1000, 10_000),
];

/// Positions in a test: half of them won, half of them lost.
const ROWS: usize = 10;

pub(super) fn original_test(number: usize, random: &mut Random) -> Original<Position> {
    let &(name, n, stones) = POI.get(number)?;
    Some((name, rows(random, n, stones)))
}

/// Ten positions in random order. One N-position has exactly the largest sizes, one P-position comes as close to them
/// as possible, the others are smaller.
///
/// A position with an odd number of stones is never lost: each stone of a stair stands for as many stones as the
/// stair's number, so the number of stones is odd exactly when the sizes of the odd stairs have an odd sum, and so an
/// odd nim-sum.
fn rows(random: &mut Random, largest_n: usize, most_stones: u32) -> Vec<Position> {
    let mut rows: Vec<Position> = (0..ROWS)
        .map(|row| {
            let wins = row % 2 == 0;
            loop {
                let (n, stones) = if row < 2 {
                    (largest_n, most_stones)
                } else {
                    let n = random.between(largest_n as u64 / 2, largest_n as u64) as usize;
                    let stones = random.between(u64::from(most_stones) / 2, most_stones.into());
                    (n, stones as u32)
                };
                let stones = if wins { stones } else { stones & !1 };
                let piles = random.split(stones, n).into_iter().map(u64::from);
                let position = sorted(piles.collect());
                if position.outcome().is_win() == wins {
                    break position;
                }
            }
        })
        .collect();
    random.shuffle(&mut rows);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_has_the_sizes_of_the_original() {
        let mut orders = std::collections::BTreeSet::new();
        for seed in 1..4 {
            let mut random = Random::new(seed);
            assert!(original_test(POI.len(), &mut random).is_none());
            for (number, (name, n, stones)) in POI.iter().copied().enumerate() {
                let (got, rows) = original_test(number, &mut random).unwrap();
                assert_eq!((got, rows.len()), (name, 10));
                let largest_n = rows.iter().map(|row| row.piles().len()).max();
                assert_eq!(largest_n, Some(n), "{name}");
                let sums = rows.iter().map(|row| row.piles().iter().sum::<u64>());
                assert_eq!(sums.max(), Some(u64::from(stones)), "{name}");
                let wins = rows.iter().map(|row| row.outcome().is_win());
                let wins: Vec<bool> = wins.collect();
                assert_eq!(wins.iter().filter(|&&wins| wins).count(), 5, "{name}");
                orders.insert(wins);
            }
        }
        assert!(orders.len() > 20, "won and lost rows come in any order");
    }
}
