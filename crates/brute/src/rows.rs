//! Rows of heaps, steps or piles, of any size.

use crate::rules::Below;

/// The row after `taken` things, at least one, have left the place; `None` when that cannot be.
pub fn less(row: &[u64], place: usize, taken: u64) -> Option<Vec<u64>> {
    let left = row.get(place)?.checked_sub(taken)?;
    (taken > 0).then(|| {
        let mut row = row.to_vec();
        row[place] = left;
        row
    })
}

/// The place of a number that is not 0 and another one from 1 to that number, all equally likely;
/// `None` when all are 0. `at` gives the numbers of `places` places. O(1) where most numbers are not
/// 0, otherwise O(places).
pub fn draw(places: usize, at: impl Fn(usize) -> u64, below: Below<'_>) -> Option<(usize, u64)> {
    const TRIES: usize = 8;
    let mut draw = |of: usize| below(of as u64) as usize;
    let tried = (0..TRIES)
        .map(|_| draw(places))
        .find(|&place| place < places && at(place) > 0);
    let place = tried.or_else(|| {
        let some: Vec<usize> = (0..places).filter(|&place| at(place) > 0).collect();
        some.get(draw(some.len())).copied()
    })?;
    Some((place, 1 + below(at(place))))
}

/// The sum of a row, `u64::MAX` where a `u64` does not hold it.
pub fn total(row: &[u64]) -> u64 {
    row.iter()
        .fold(0, |sum, &number| sum.saturating_add(number))
}
