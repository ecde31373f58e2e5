//! Simpler positions: what is left of a failing input when one thing is taken away.
//!
//! A game returns the positions one step simpler than another
//! ([`TypedGame::simpler`](crate::TypedGame::simpler)), the boldest step first; the judge takes the first that still
//! fails, and continues from there. Two kinds of steps serve every game: [`removals`] from a list, and
//! [`reductions`] of a number; a nim-sum is first tried as a single heap. Positions may have a million parts, so the steps
//! are made one at a time.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use crate::{Error, Position, Simpler};

/// Returns the parts of a list of `length` elements to leave out: both halves, then all quarters,
/// and so on down to every single element; within one size from the right. At most 3 * `length`
/// ranges, and the first ones cut deep: a list of a million of which four elements matter shrinks to
/// these in a few hundred tries, and ends with no single element to spare. (A. Zeller and
/// R. Hildebrandt, *Simplifying and isolating failure-inducing input*, 2002, call this order *delta
/// debugging*.)
///
/// ```
/// use grundy_game::removals;
/// let ranges: Vec<_> = removals(5).collect();
/// assert_eq!(ranges, [3..5, 0..3, 4..5, 2..4, 0..2, 4..5, 3..4, 2..3, 1..2, 0..1]);
/// ```
pub fn removals(length: usize) -> impl Iterator<Item = Range<usize>> {
    let sizes = std::iter::successors(Some(length.div_ceil(2)), |&size| {
        (size > 1).then(|| size.div_ceil(2))
    });
    sizes.filter(move |_| length > 0).flat_map(move |size| {
        (0..length)
            .step_by(size)
            .rev()
            .map(move |start| start..length.min(start + size))
    })
}

/// Returns the amounts by which to lower a number: all of it, a half, a quarter, and so on down to 1; and the even
/// amount below each odd one, because the outcome often depends on parity. There are at most two per bit, so that a
/// number of thirty bits is lowered to any bound in some hundred tries.
///
/// ```
/// use grundy_game::reductions;
/// assert_eq!(reductions(9).collect::<Vec<_>>(), [9, 8, 4, 2, 1]);
/// assert_eq!(reductions(0).count(), 0);
/// ```
pub fn reductions(number: u64) -> impl Iterator<Item = u64> {
    let halves = std::iter::successors(Some(number), |&amount| Some(amount / 2));
    let halves = halves.take_while(|&amount| amount > 0);
    let mut last = 0;
    let amounts = halves.flat_map(|amount| match amount {
        // 3 would be followed by 2 and 1: yield each once.
        1 => [2, 1],
        _ => [amount, amount & !1],
    });
    amounts.filter(move |&amount| {
        let new = amount != last && amount <= number;
        last = amount;
        new
    })
}

/// The list without each of its [`removals`] that leaves something, in their order.
pub fn fewer<T: Clone + 'static>(list: Rc<[T]>) -> impl Iterator<Item = Vec<T>> {
    removals(list.len())
        .map(move |range| [&list[..range.start], &list[range.end..]].concat())
        .filter(|left| !left.is_empty())
}

/// The list with one element after the other, the first one first, replaced by each that `simpler` returns of its place and of
/// itself.
pub fn one_by_one<T: Clone, I: IntoIterator<Item = T>>(
    list: Rc<[T]>,
    mut simpler: impl FnMut(usize, &T) -> I,
) -> impl Iterator<Item = Vec<T>> {
    (0..list.len()).flat_map(move |place| {
        let all = Rc::clone(&list);
        simpler(place, &all[place]).into_iter().map(move |simpler| {
            let mut list = all.to_vec();
            list[place] = simpler;
            list
        })
    })
}

/// The list with all its numbers halved, but none below `least`; then with one number after the
/// other lowered by its [`reductions`], the first number first.
pub fn lower(list: Rc<[u64]>, least: u64) -> impl Iterator<Item = Vec<u64>> {
    let halved: Vec<u64> = list.iter().map(|&number| least.max(number / 2)).collect();
    let differs = halved[..] != list[..];
    let one_by_one = one_by_one(list, move |_, &number| {
        let amounts = reductions(number.saturating_sub(least));
        amounts.map(move |amount| number - amount)
    });
    differs.then_some(halved).into_iter().chain(one_by_one)
}

/// The steps of a game whose position is a row of numbers from 0: one number in place of all, fewer numbers, lower ones.
///
/// A failure often depends on the nim-sum `x` alone. Then few numbers can be left out, but one may replace all.
pub fn rows(row: &[u64], x: u64) -> impl Iterator<Item = Vec<u64>> + 'static {
    let row: Rc<[u64]> = row.into();
    let one = (row.len() > 1 && x > 0).then(|| vec![x]);
    let steps = fewer(Rc::clone(&row)).chain(lower(row, 0));
    one.into_iter().chain(steps)
}

/// Returns simpler inputs of several positions: with fewer of them, and then with one of them
/// [simpler](Position::simpler).
///
/// # Errors
/// When the game fails.
pub fn simpler_inputs(
    positions: &[Arc<dyn Position>],
) -> Result<Simpler<Vec<Arc<dyn Position>>>, Error> {
    let all: Rc<[Arc<dyn Position>]> = positions.into();
    let simpler = positions.iter().map(|position| position.simpler());
    let simpler = simpler.collect::<Result<Vec<_>, Error>>()?;
    let fewer = fewer(Rc::clone(&all));
    let mut simpler = simpler.into_iter();
    let one_by_one = one_by_one(all, move |_, _| simpler.next().into_iter().flatten());
    Ok(Box::new(fewer.chain(one_by_one)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removals_cover_the_list_once_for_each_size() {
        for length in 0..200 {
            let ranges: Vec<Range<usize>> = removals(length).collect();
            assert!(ranges.len() <= 3 * length);
            let mut i = 0;
            let mut last = usize::MAX;
            while i < ranges.len() {
                let mut end = length;
                while end > 0 {
                    assert_eq!(ranges[i].end, end);
                    end = ranges[i].start;
                    i += 1;
                }
                let size = ranges[i - 1].len();
                assert!(size < last);
                last = size;
            }
            assert!(length == 0 || last == 1);
        }
    }

    #[test]
    fn reductions_fall_from_all_to_one() {
        for number in (0..3000).chain([u64::MAX, u64::MAX - 1, 1 << 63]) {
            let amounts: Vec<u64> = reductions(number).collect();
            assert!(amounts.len() <= 128);
            assert!(amounts.windows(2).all(|pair| pair[0] > pair[1]), "{number}");
            assert_eq!(amounts.first().copied().unwrap_or(0), number);
            assert_eq!(amounts.last().copied().unwrap_or(1), 1);
            assert!(number < 2 || amounts.contains(&2), "{number}: {amounts:?}");
        }
    }

    /// Any bound on a number is found in some hundred tries, of either parity.
    #[test]
    fn reductions_find_bounds_quickly() {
        for bound in [0, 1, 2, 3, 77, 536_870_913, 999_999_999] {
            for parity in [None, Some(0), Some(1)] {
                let fails = |n: u64| n >= bound && parity.is_none_or(|parity| n % 2 == parity);
                let mut number = 1_000_000_000 - parity.unwrap_or(0);
                let mut tries = 0;
                while let Some(lower) = reductions(number)
                    .inspect(|_| tries += 1)
                    .map(|amount| number - amount)
                    .find(|&lower| fails(lower))
                {
                    number = lower;
                }
                let least = (bound..bound + 2).find(|&n| fails(n));
                assert_eq!(Some(number), least, "from {bound}, parity {parity:?}");
                assert!(tries < 1500, "{tries} tries");
            }
        }
    }
}
