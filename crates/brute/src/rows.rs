//! Rows of heaps, steps or piles, of any size.

use crate::rules::Below;

/// The row with `taken` things less at a place; `None` when `taken` is 0 or more than there are.
pub fn less(row: &[u64], place: usize, taken: u64) -> Option<Vec<u64>> {
    let left = row.get(place)?.checked_sub(taken)?;
    (taken > 0).then(|| {
        let mut row = row.to_vec();
        row[place] = left;
        row
    })
}

/// A random place whose number is not 0, and a random number from 1 to that number; `None` when all
/// numbers are 0. `at` returns the number of a place. O(1) when most numbers are not 0, otherwise
/// O(places).
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
