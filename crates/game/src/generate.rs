//! Random choices that are the same on every machine: same seed, same bytes.
//!
//! `ChaCha8` is a fixed, documented generator. The conversion of its words into numbers is written here, because a
//! library may change its own.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::{About, Draw, Limit, NoShape, Request, Shape};

/// A random position of a shape; `None` when this try found none.
pub type Drawn<P> = Result<Option<P>, NoShape>;

/// Heaps, steps or piles of a generated input, at most: more than any task needs, and less than memory holds.
const MOST: u64 = 100_000_000;

/// How many times a position of a rare kind is drawn before the request fails.
const TRIES: usize = 1000;

/// A source of random choices.
///
/// ```
/// use grundy_game::generate::Random;
/// let mut random = Random::new(7);
/// assert!(random.below(10) < 10);
/// assert_eq!(Random::new(7).below(1000), Random::new(7).below(1000));
/// ```
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Clone for Random {
    fn clone(&self) -> Self {
        Self(ChaCha8Rng::deserialize_state(&self.0.serialize_state()))
    }
}

impl Random {
    /// A source that depends on nothing but `seed`.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a number from 0 to `bound - 1`, each equally likely. `bound` 0 counts as 1.
    ///
    /// Source of the method: D. Lemire, *Fast random integer generation in an interval*, 2019.
    pub fn below(&mut self, bound: u64) -> u64 {
        let bound = bound.max(1);
        let reject_below = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            if product as u64 >= reject_below {
                return (product >> 64) as u64;
            }
        }
    }

    /// Returns a number from `low` to `high`, both included, each equally likely.
    ///
    /// # Panics
    /// When `low > high`.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        assert!(low <= high, "an empty range of numbers: {low} to {high}");
        match (high - low).checked_add(1) {
            Some(span) => low + self.below(span),
            None => self.0.next_u64(),
        }
    }

    /// Returns `n` numbers from `low` to `high`, both included, each equally likely and independent.
    ///
    /// # Panics
    /// When `low > high`.
    pub fn row(&mut self, n: usize, low: u64, high: u64) -> Vec<u64> {
        (0..n).map(|_| self.between(low, high)).collect()
    }

    /// Returns one of `several`, each equally likely; `None` when there is none.
    pub fn choose<T: Copy>(&mut self, several: &[T]) -> Option<T> {
        let at = self.below(several.len() as u64);
        several.get(at as usize).copied()
    }

    /// Returns one of `several` that is not `rare`, each equally likely; if all are rare, one of all.
    pub fn choose_but<T: Copy>(&mut self, several: &[T], rare: impl Fn(&T) -> bool) -> Option<T> {
        let others: Vec<T> = several.iter().copied().filter(|one| !rare(one)).collect();
        self.choose(if others.is_empty() { several } else { &others })
    }

    /// Returns the place of a value with the highest bit of all `values`, each equally likely, and that bit;
    /// `None` when all are 0. O(values).
    pub fn place_of_highest_bit(&mut self, values: &[u64]) -> Option<(usize, u64)> {
        let bit = values.iter().max()?.checked_ilog2()?;
        let places: Vec<usize> = (0..values.len())
            .filter(|&place| values[place] >> bit == 1)
            .collect();
        Some((self.choose(&places)?, 1 << bit))
    }

    /// Puts `things` in random order, every order equally likely. O(things).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for unplaced in (2..=things.len()).rev() {
            things.swap(self.below(unplaced as u64) as usize, unplaced - 1);
        }
    }

    /// Returns `n` different numbers from 0 to `bound - 1`, increasing; every set is equally likely.
    /// O(n log n) where at most half of the numbers are chosen, O(bound log bound) otherwise.
    ///
    /// # Panics
    /// When there are not that many numbers.
    pub fn distinct(&mut self, n: usize, bound: u32) -> Vec<u32> {
        assert!(n <= bound as usize, "{n} different numbers below {bound}");
        let left_out = bound as usize - n;
        if left_out < n {
            let left_out = self.distinct(left_out, bound);
            let mut next = left_out.into_iter().peekable();
            return (0..bound)
                .filter(|&number| next.next_if_eq(&number).is_none())
                .collect();
        }
        let mut chosen = Vec::with_capacity(n);
        while chosen.len() < n {
            // Drawing again for each repeated number keeps every set equally likely.
            let missing = n - chosen.len();
            chosen.extend((0..missing).map(|_| self.below(u64::from(bound)) as u32));
            chosen.sort_unstable();
            chosen.dedup();
        }
        chosen
    }

    /// Splits `total` into `parts` parts, every way equally likely. O(parts log parts).
    ///
    /// # Panics
    /// When `total` with `parts` is beyond 32 bits.
    pub fn split(&mut self, total: u32, parts: usize) -> Vec<u32> {
        if parts == 0 {
            return Vec::new();
        }
        let bars = self.distinct(parts - 1, total + parts as u32 - 1);
        let mut split = Vec::with_capacity(parts);
        let mut previous = 0;
        for (i, &bar) in bars.iter().enumerate() {
            // A bar's number less the bars before it is the number of stars before it.
            let stars = bar - i as u32;
            split.push(stars - previous);
            previous = stars;
        }
        split.push(total - previous);
        split
    }
}

/// Bits of the numbers that programs compute with: signed and unsigned integers, and integers in binary64.
const WORDS: [u32; 4] = [31, 32, 53, 63];

/// Returns an extent and its neighbours, and those of the ends of the ranges of machine numbers below it, the largest
/// first.
///
/// ```
/// use grundy_game::generate::extents;
/// assert_eq!(extents(7), [7, 6, 5]);
/// assert_eq!(extents(1 << 32)[..2], [1 << 32, (1 << 32) - 1]);
/// assert_eq!(extents(1 << 32)[3..], [(1 << 31) + 1, 1 << 31, (1 << 31) - 1]);
/// ```
pub fn extents(most: u64) -> Vec<u64> {
    let powers = WORDS.iter().rev().map(|&bits| 1_u64 << bits);
    let beside = powers.flat_map(|power| [power + 1, power, power - 1]);
    let below = (0..3).map_while(|less| most.checked_sub(less));
    let mut extents: Vec<u64> = below.chain(beside).collect();
    extents.retain(|extent| (1..=most).contains(extent));
    extents.sort_unstable_by(|a, b| b.cmp(a));
    extents.dedup();
    extents
}

/// How many positions of a rules program are drawn with the sizes of a limit: with few parts, and with all.
const AT_LIMIT: u64 = 8;
const AT_LIMIT_WHOLE: u64 = 2;
/// Positions of a rules program with extents near the limits have at most this many parts.
const FEW: u64 = 8;

/// Returns which large positions of a rules program are tests of each shape: several at the limits of the task, and one for
/// each extent near the limits and near the ends of the ranges of machine numbers.
pub fn draws_at_limits(limits: &[Limit], seed: u64) -> Vec<Draw> {
    let draws = limits.iter().flat_map(|&Limit { m, n }| {
        let few = n.min(FEW);
        let whole = if n > few { AT_LIMIT_WHOLE } else { 0 };
        let sizes = (0..AT_LIMIT).map(move |i| (few, i));
        let sizes = sizes.chain((0..whole).map(move |i| (n, i)));
        let at_limit = sizes.map(move |(n, i)| Draw {
            m,
            n,
            seed: seed.wrapping_add(i),
        });
        let beside = extents(m).into_iter().filter(move |&extent| extent < m);
        at_limit.chain(beside.map(move |m| Draw { m, n: few, seed }))
    });
    draws.collect()
}

/// Returns the shape of a request.
///
/// # Errors
/// When the game does not have the shape.
pub fn shape<'a>(request: &Request<'_>, about: &'a About) -> Result<&'a Shape, NoShape> {
    let mut shapes = about.shapes.iter();
    let found = shapes.find(|shape| shape.name == request.shape);
    found.ok_or_else(|| {
        let known: Vec<_> = about.shapes.iter().map(|shape| shape.name).collect();
        NoShape(format!(
            "no shape `{}` for {}, expected one of {}",
            request.shape,
            about.name,
            known.join(", ")
        ))
    })
}

/// Returns the number of parts of a request.
///
/// # Errors
/// When it is 0 or more than [`MOST`], when the game does not have the shape, and when the sizes are below the shape's
/// smallest ones.
pub(crate) fn parts(request: &Request<'_>, about: &About) -> Result<usize, NoShape> {
    let Shape { name, least, .. } = shape(request, about)?;
    let &Request { m, n, .. } = request;
    if !(1..=MOST).contains(&n) {
        return Err(NoShape(format!(
            "n is {n}: {} of a generated input is from 1 to {MOST}",
            about.n
        )));
    }
    if m < least.m || n < least.n {
        return Err(NoShape(format!(
            "m is {m} and n is {n}: shape `{name}` needs m and n of at least {} and {}",
            least.m, least.n
        )));
    }
    Ok(n as usize)
}

/// Returns the first position that `draw` finds, within a fixed number of tries.
///
/// # Errors
/// When it finds none, and when `draw` fails.
pub fn search<P>(request: &Request<'_>, mut draw: impl FnMut() -> Drawn<P>) -> Result<P, NoShape> {
    for _ in 0..TRIES {
        if let Some(found) = draw()? {
            return Ok(found);
        }
    }
    let Request { shape, m, n, .. } = request;
    Err(NoShape(format!(
        "found no position of shape `{shape}` with m = {m} and n = {n} in {TRIES} tries"
    )))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Debug;

    use super::Random;

    #[test]
    fn same_seed_same_numbers() {
        // These numbers must not change: every generated test set depends on them.
        let mut random = Random::new(1);
        let drawn: Vec<u64> = (0..4).map(|_| random.below(1000)).collect();
        assert_eq!(drawn, [402, 80, 596, 219]);
    }

    /// Draws often, and checks that each of `kinds` results comes up about as often as the others.
    fn comes_up_equally<T: Ord + Debug>(kinds: usize, mut draw: impl FnMut() -> T) {
        let mut seen = BTreeMap::new();
        for _ in 0..1000 * kinds {
            *seen.entry(draw()).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), kinds);
        let mut counts = seen.values();
        assert!(counts.all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn sets_orders_and_splits_come_up_equally_often() {
        let mut random = Random::new(3);
        comes_up_equally(10, || random.distinct(3, 5));
        let mut random = Random::new(5);
        comes_up_equally(6, || {
            let mut things = [1, 2, 3];
            random.shuffle(&mut things);
            things
        });
        // The ways to split 3 into 3 parts.
        let mut random = Random::new(4);
        comes_up_equally(10, || {
            let split = random.split(3, 3);
            assert_eq!(split.iter().sum::<u32>(), 3);
            split
        });
    }
}
