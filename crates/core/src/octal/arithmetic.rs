//! Whether values that rise with a period rise for ever, in games whose moves leave three heaps.
//!
//! *Theorem* (8.9 in docs/theory.md; after S. Howse and R. J. Nowakowski, *Periodicity and arithmetic-periodicity in
//! hexadecimal games*, 2004, who have another condition). Let no move take more than t stones, and let no heaps have to
//! differ. Let the saltus s be a power of 2, let heaps from e on have the period p and the saltus s up to a heap that
//! [`needed`] names. Write a value as s u + r with r < s, and call u its *height*. A move *hits* a value when it leaves it.
//! Heights of several large heaps can be chosen freely as long as their sum stays the same, so which values moves hit
//! depends on few numbers: [`Moves`] lists them for each residue of the heap's size. If for each residue no move hits the
//! value that the next heap should have, and moves hit all smaller ones, the values rise for ever.

use super::Code;

/// The largest number of steps that the check of a period may take; most checks take a small part of it.
const MOST_STEPS: usize = 1 << 33;

/// A period with its saltus, and the values as height and rest.
struct Rising<'a> {
    code: &'a Code,
    /// t: the most stones that a move takes.
    reach: usize,
    /// e: the smallest heap of the period, at least 1.
    start: usize,
    length: usize,
    saltus: usize,
    /// Of the heaps 0 to start + length - 1.
    values: Vec<(usize, usize)>,
    /// A power of 2 above all heights in `values`.
    above: usize,
    /// From heights on that are smaller by more than this, three heaps hit what their rest and parity allow.
    near: usize,
}

/// Moves from heaps of one residue. The sum is that of the heights which the large heaps have to have together, for
/// one heap of that residue.
#[derive(Default)]
struct Moves {
    /// Leave three large heaps: the sum, the rest, the least and the middle height.
    three: Vec<(usize, usize, usize, usize)>,
    /// Leave two large heaps: the sum, the rest, the nim-sum of the heights of small heaps, the smaller height.
    two: Vec<(usize, usize, usize, usize)>,
    /// Leave one: the sum, the rest, the nim-sum of the heights of small heaps.
    one: Vec<(usize, usize, usize)>,
}

/// The largest heap whose value has to be known for the theorem, if it proves that these values rise for ever: with this
/// period and saltus from heap `start` on. `value` returns the values of heaps to `start + length - 1`, `last` is the largest
/// heap whose value is known.
pub(super) fn prove(
    code: &Code,
    start: usize,
    length: usize,
    saltus: u64,
    value: impl Fn(usize) -> u64,
    last: usize,
) -> Option<usize> {
    let reach = usize::try_from(code.reach()?).ok()?;
    if code.is_unequal() || code.parts() != 3 || !saltus.is_power_of_two() {
        return None;
    }
    let start = start.max(1);
    if 3 * (start + length) > last {
        return None;
    }
    let saltus = usize::try_from(saltus).ok()?;
    let values = (0..start + length)
        .map(|heap| (value(heap) as usize / saltus, value(heap) as usize % saltus))
        .collect();
    let rising = Rising::new(code, reach, (start, length, saltus), values);
    let needed = rising.needed();
    (needed <= last && rising.is_for_ever(needed)).then_some(needed)
}

impl<'a> Rising<'a> {
    fn new(
        code: &'a Code,
        reach: usize,
        (start, length, saltus): (usize, usize, usize),
        values: Vec<(usize, usize)>,
    ) -> Self {
        let highest = values.iter().map(|value| value.0).max().unwrap_or(0);
        let above = (highest + 1).next_power_of_two();
        Self {
            code,
            reach,
            start,
            length,
            saltus,
            values,
            above,
            near: 3 * above + (reach + 2 * start) / length + 6,
        }
    }

    /// The largest heap whose value has to be known.
    const fn needed(&self) -> usize {
        let periods = 3 * self.above + self.near + 2;
        self.reach + 3 * (self.start + self.length) + self.length * periods
    }

    /// How many heaps in a row have all residues that make a difference.
    fn residues(&self) -> usize {
        let low_bits = (4 * self.above + self.near + 2).next_power_of_two();
        self.length.saturating_mul(low_bits)
    }

    /// Checks one heap beyond `needed` of each residue that makes a difference.
    fn is_for_ever(&self, needed: usize) -> bool {
        let heaps = self.residues();
        let digits = self.code.moves(self.reach as u64).count();
        let parts = self.length * self.length + (self.start + self.length) * self.start;
        let values = self.saltus.saturating_mul(self.near);
        let steps = heaps.saturating_mul(digits * parts).saturating_mul(values);
        steps <= MOST_STEPS && (needed + 1..=needed + heaps).all(|heap| self.rises_at(heap))
    }

    /// The height and the rest that a large heap should have.
    fn expected(&self, heap: usize) -> (usize, usize) {
        let beyond = heap - self.start;
        let (height, rest) = self.values[self.start + beyond % self.length];
        (height + beyond / self.length, rest)
    }

    fn rises_at(&self, heap: usize) -> bool {
        let (height, rest) = self.expected(heap);
        let moves = self.moves(heap);
        if moves.may_hit(height, rest) {
            return false;
        }
        (0..self.saltus).all(|other| {
            // With the same height a smaller rest has to be hit.
            let first = usize::from(other >= rest);
            let highest = (first..=self.near).all(|less| moves.hits(height - less, other));
            let between = [0, 1].iter().all(|parity| {
                let mut three = moves.three.iter();
                three.any(|&(sum, of, ..)| of == other && sum % 2 == *parity)
            });
            let lowest = (0..self.above).all(|low| moves.hits_low(low, other));
            highest && between && lowest
        })
    }

    /// The moves that leave large heaps.
    fn moves(&self, heap: usize) -> Moves {
        let mut moves = Moves::default();
        let classes = || self.values[self.start..].iter().copied().enumerate();
        let values = self.values.iter().copied().enumerate();
        let small = || values.clone().take(self.start).skip(1);
        for (stones, digit) in self.code.moves(heap as u64) {
            let left = heap - stones as usize;
            // The large heap that is left beside others, and the sum of heights that goes with its class.
            let last_class = |taken: usize, others: usize| {
                let beyond = left - taken - (others + 1) * self.start;
                let (height, rest) = self.values[self.start + beyond % self.length];
                (height, rest, height + beyond / self.length)
            };
            let mut one = |taken: usize, (low, of): (usize, usize)| {
                let (_, rest, sum) = last_class(taken, 0);
                moves.one.push((sum, rest ^ of, low));
            };
            let mut two = |taken: usize, (low, of): (usize, usize)| {
                for (class, (height, rest)) in classes() {
                    let (other, last, sum) = last_class(taken + class, 1);
                    let (rest, least) = (rest ^ last ^ of, height.min(other));
                    moves.two.push((sum + height, rest, low, least));
                }
            };
            if digit.allows(1) {
                one(0, (0, 0));
            }
            if digit.allows(2) {
                two(0, (0, 0));
                small().for_each(|(a, value)| one(a, value));
            }
            if digit.allows(3) {
                for (a, value) in small() {
                    two(a, value);
                    for (b, other) in small().take(a) {
                        one(a + b, (value.0 ^ other.0, value.1 ^ other.1));
                    }
                }
                for (class, one) in classes() {
                    for (other_class, other) in classes().take(class + 1) {
                        let (height, rest, sum) = last_class(class + other_class, 2);
                        let mut heights = [one.0, other.0, height];
                        heights.sort_unstable();
                        let (sum, rest) = (sum + one.0 + other.0, one.1 ^ other.1 ^ rest);
                        moves.three.push((sum, rest, heights[0], heights[1]));
                    }
                }
            }
        }
        moves
    }
}

impl Moves {
    /// Whether a move may hit a height with a rest, however heights are bounded from below.
    fn may_hit(&self, height: usize, rest: usize) -> bool {
        let shares = |sum: usize, height: usize| sum >= height && (sum - height).is_multiple_of(2);
        let shared = |sum: usize, height: usize| ((sum - height) / 2) & height == 0;
        (self.three.iter()).any(|&(sum, of, ..)| of == rest && shares(sum, height))
            || self.two.iter().any(|&(sum, of, low, _)| {
                of == rest && shares(sum, height ^ low) && shared(sum, height ^ low)
            })
            || (self.one.iter()).any(|&(sum, of, low)| of == rest && sum == height ^ low)
    }

    /// Whether a move hits a height, larger than those of the first period, with a rest.
    fn hits(&self, height: usize, rest: usize) -> bool {
        let shared = |sum: usize, height: usize| {
            let twice = sum.checked_sub(height)?;
            twice.is_multiple_of(2).then_some(twice / 2)
        };
        self.three.iter().any(|&(sum, of, _, middle)| {
            of == rest && shared(sum, height).is_some_and(|shared| shared >= middle)
        }) || self.two.iter().any(|&(sum, of, low, least)| {
            let height = height ^ low;
            let fits = |shared: usize| shared >= least && shared & height == 0;
            of == rest && shared(sum, height).is_some_and(fits)
        }) || (self.one.iter()).any(|&(sum, of, low)| of == rest && sum == height ^ low)
    }

    /// Whether a move hits a height as those of the first period with a rest, from every larger heap of the residue.
    fn hits_low(&self, height: usize, rest: usize) -> bool {
        (self.three.iter()).any(|&(sum, of, least, _)| {
            of == rest && least <= height && (sum - height).is_multiple_of(2)
        }) || (self.two.iter())
            .any(|&(sum, of, low, _)| of == rest && low == height && sum.is_multiple_of(2))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    /// Heights and rests that the moves from a heap leave, each move made.
    fn left(rising: &Rising<'_>, heap: usize) -> HashSet<(usize, usize)> {
        let value = |heap: usize| match rising.values.get(heap) {
            Some(&value) => value,
            None => rising.expected(heap),
        };
        let sum = |a: (usize, usize), b: (usize, usize)| (a.0 ^ b.0, a.1 ^ b.1);
        let mut found = HashSet::new();
        for (stones, digit) in rising.code.moves(heap as u64) {
            let left = heap - stones as usize;
            if digit.allows(1) {
                found.insert(value(left));
            }
            for a in 1..=left / 2 {
                if digit.allows(2) {
                    found.insert(sum(value(a), value(left - a)));
                }
                if digit.allows(3) {
                    let pair = |b| sum(value(b), value(left - a - b));
                    found.extend((a..=(left - a) / 2).map(|b| sum(value(a), pair(b))));
                }
            }
        }
        found
    }

    /// The highest and the lowest heights below that of the heap are hit, but one in between is not: no proof may come of it.
    #[test]
    fn a_height_in_between_is_not_hit() {
        let (low, high) = ((0, 0), (0, 1));
        let one = vec![low, low, high, low, low];
        let three = vec![low, low, low, high, high, high, low];
        for (code, period, values, heap) in [
            ("0.44008", (2, 3, 2), one, 108),
            ("0.48", (4, 3, 2), three, 87),
        ] {
            let code: Code = code.parse().unwrap();
            let reach = code.reach().unwrap() as usize;
            let rising = Rising::new(&code, reach, period, values);
            assert!(heap > rising.needed());
            let (left, (highest, rest)) = (left(&rising, heap), rising.expected(heap));
            assert!(!left.contains(&(highest, rest)));
            let mut between =
                (rising.above..highest - rising.near).flat_map(|height| [(height, 0), (height, 1)]);
            assert!(between.any(|value| !left.contains(&value)));
            assert!(!rising.rises_at(heap));
        }
    }

    proptest! {
        /// What the lists say of a large heap against its moves, with any values in the first period.
        #[test]
        fn what_moves_hit_is_what_they_leave(
            digits in (0..4_usize, 8..16_u8, 0..16_u8),
            saltus in 0..3_u32,
            (start, length) in (1..5_usize, 1..5_usize),
            heights in proptest::collection::vec(0..4_usize, 8),
            rests in proptest::collection::vec(0..4_usize, 8),
            beyond in 1..40_usize,
        ) {
            let (zeros, least, last) = digits;
            let code = format!("0.{}{least:x}{last:x}", "0".repeat(zeros));
            let code: Code = code.parse().unwrap();
            let saltus = 1 << saltus;
            let rests = rests.iter().map(|rest| rest % saltus);
            let mut values: Vec<_> = heights.into_iter().zip(rests).take(start + length).collect();
            values[0] = (0, 0);
            let reach = code.reach().unwrap() as usize;
            let rising = Rising::new(&code, reach, (start, length, saltus), values);
            let heap = rising.needed() + beyond;
            let (moves, left) = (rising.moves(heap), left(&rising, heap));
            let (highest, _) = rising.expected(heap);
            let later = heap + rising.residues();
            let (moves_later, (highest_later, _)) = (rising.moves(later), rising.expected(later));
            prop_assert_eq!(rising.rises_at(heap), rising.rises_at(later));
            for rest in 0..saltus {
                let is_left = |height: usize| left.contains(&(height, rest));
                for height in 0..=highest {
                    prop_assert!(!is_left(height) || moves.may_hit(height, rest), "{height} {rest}");
                }
                for height in highest - rising.near..=highest {
                    prop_assert!(!moves.hits(height, rest) || is_left(height), "{height} {rest}");
                    let height_later = height + highest_later - highest;
                    let (now, then) = (moves.hits(height, rest), moves_later.hits(height_later, rest));
                    prop_assert_eq!(now, then);
                    let now = moves.may_hit(height, rest);
                    prop_assert_eq!(now, moves_later.may_hit(height_later, rest));
                }
                for height in 0..rising.above {
                    prop_assert!(!moves.hits_low(height, rest) || is_left(height), "{height} {rest}");
                }
                for height in rising.above..highest - rising.near {
                    let mut three = moves.three.iter();
                    let hits = three.any(|&(sum, of, ..)| of == rest && sum % 2 == height % 2);
                    prop_assert!(!hits || is_left(height), "{height} {rest}");
                }
            }
        }
    }
}
