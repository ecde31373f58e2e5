//! Regularities of values that no theorem proves: found by looking, and called conjectures.

use super::Cells;
use super::cells::with_cells;

/// Values that repeat with a period at some heaps and rise by a saltus at others, by the heap modulo the period: *sapp*
/// regular, for split arithmetic-periodic and periodic (D. G. Horrocks and R. J. Nowakowski, 2003). It holds from `start` on
/// as far as values are known; nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Split {
    /// The smallest heap from which on it holds.
    pub start: usize,
    /// The period.
    pub length: usize,
    /// What is added after each period where values rise.
    pub saltus: u64,
    /// Heaps of these residues modulo the period rise; increasing.
    pub rising: Vec<usize>,
}

/// The shortest period by which the values split as [`Split`] says, over at least half of all heaps and four periods.
/// Near O(heaps) where values vary.
///
/// ```
/// use grundy_core::octal::{Sequence, conjecture::split};
/// // With a period for all heaps nothing is split.
/// assert_eq!(split(Sequence::to("0.77".parse()?, 1000).cells()), None);
/// let values = (0..40).map(|heap| if heap % 3 == 0 { heap / 3 } else { 1 });
/// let found = split(Sequence::resume("0.1".parse()?, values).cells()).unwrap();
/// assert_eq!((found.start, found.length, found.saltus, found.rising), (0, 3, 1, vec![0]));
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
pub fn split(cells: &Cells) -> Option<Split> {
    with_cells!(cells, cells => (1..=cells.len() / 4).find_map(|length| split_by(cells, length)))
}

fn split_by<T: Copy + Into<u64>>(values: &[T], length: usize) -> Option<Split> {
    let at = |heap: usize| -> u64 { values[heap].into() };
    let step = |heap: usize| at(heap + length).checked_sub(at(heap));
    let heaps = values.len() - length;
    // What the last period adds to the one before it: nothing, or the one saltus.
    let mut saltus = 0;
    for heap in heaps - length..heaps {
        match step(heap)? {
            0 => {}
            rise if saltus == 0 || saltus == rise => saltus = rise,
            _ => return None,
        }
    }
    let rising = (heaps - length..heaps).filter(|&heap| step(heap) != Some(0));
    let mut rising: Vec<usize> = rising.map(|heap| heap % length).collect();
    if rising.is_empty() || rising.len() == length {
        return None;
    }
    let holds = |heap: &usize| *heap + length >= heaps || step(*heap) == step(*heap + length);
    let start = heaps - (0..heaps).rev().take_while(holds).count();
    rising.sort_unstable();
    let long_enough = values.len() - start >= (4 * length).max(values.len() / 2);
    long_enough.then_some(Split {
        start,
        length,
        saltus,
        rising,
    })
}

/// Values that rise by a saltus after each period but at some residues, where a multiple of the *ruler sequence* 1, 2, 1, 4, 1,
/// 2, 1, 8, ... is missing: *ruler* regular (J. P. Grossman and R. J. Nowakowski, 2015). It holds from `start` on as far as
/// values are known; nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Ruler {
    /// The smallest heap from which on it holds.
    pub start: usize,
    /// The period.
    pub length: usize,
    /// What is added after each period; 1 or more.
    pub saltus: u64,
    /// The residues with a ruler.
    pub marks: Vec<Marks>,
}

/// The values of heaps with one residue modulo the period of a [`Ruler`]. With 2^v the largest power of two that divides k,
/// the heap of `origin` + k length has the value `base` + saltus k - `step` 2^v; where that is negative, saltus k + `rest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Marks {
    /// The heap from which periods are counted.
    pub origin: usize,
    /// What the value would be there without a ruler.
    pub base: i64,
    /// What is missing one period later; 1 or more.
    pub step: i64,
    /// The value there where the ruler would reach below 0.
    pub rest: i64,
}

/// The shortest period with a ruler, over at least half of all heaps and 32 periods, and with no ruler at three residues in
/// four. Near O(heaps) where values vary.
///
/// ```
/// use grundy_core::octal::{Sequence, conjecture::ruler};
/// let found = ruler(Sequence::to("0.2048".parse()?, 1000).cells()).unwrap();
/// assert_eq!((found.length, found.saltus, found.marks.len()), (13, 4, 1));
/// assert_eq!(ruler(Sequence::to("0.77".parse()?, 1000).cells()), None);
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
pub fn ruler(cells: &Cells) -> Option<Ruler> {
    with_cells!(cells, cells => (1..=cells.len() / 32).find_map(|length| ruler_by(cells, length)))
}

fn ruler_by<T: Copy + Into<i64>>(values: &[T], length: usize) -> Option<Ruler> {
    let at = |heap: usize| -> i64 { values[heap].into() };
    let last = values.len() - length;
    // Heaps that rise by the same are at least three in four, so they have the middle place among neighbours.
    let rise = |heap: usize| at(heap + length) - at(heap);
    let mut rises: Vec<i64> = (last - length.min(64)..last).map(rise).collect();
    rises.sort_unstable();
    let saltus = rises[rises.len() / 2];
    // Nearly always these few neighbours are enough to see that there is no such saltus.
    if saltus <= 0 || 2 * rises.iter().filter(|&&rise| rise != saltus).count() > rises.len() {
        return None;
    }
    let others = (last - length..last).filter(|&heap| rise(heap) != saltus);
    if others.count() > length / 4 {
        return None;
    }
    let (mut start, mut marks) = (0, Vec::new());
    for residue in 0..length {
        let heaps = (residue..values.len()).step_by(length);
        // What is left without the rise.
        let left = heaps.zip(0..).map(|(heap, k)| at(heap) - saltus * k);
        let left: Vec<i64> = left.collect();
        let last = left.last();
        let same = left.iter().rev().take_while(|&value| Some(value) == last);
        let constant = left.len() - same.count();
        let from = if constant <= left.len() / 2 {
            constant
        } else {
            let (found, from) = marks_of(&left, saltus)?;
            marks.push(Marks {
                origin: residue + length * found.origin,
                ..found
            });
            from
        };
        if from > 0 {
            start = start.max(residue + length * (from - 1) + 1);
        }
    }
    // Each residue holds for half of its heaps, so all do from half of the heaps on.
    (!marks.is_empty()).then_some(Ruler {
        start,
        length,
        saltus: saltus.unsigned_abs(),
        marks,
    })
}

/// The ruler of the values of one residue less their rise, with its origin as a number of periods; and from which period on it
/// holds.
fn marks_of(left: &[i64], saltus: i64) -> Option<(Marks, usize)> {
    // The marks of each height: every second, every fourth period and so on, in the second half.
    let (mut origin, mut every, mut heights) = (0, 1, Vec::new());
    while 8 * every <= left.len() {
        let same = |first: usize| {
            let first = first + (left.len() / 2).next_multiple_of(2 * every);
            let mut class = left[first..].iter().step_by(2 * every);
            let height = class.next()?;
            class.all(|other| other == height).then_some(*height)
        };
        let (mark, other) = match (same(origin), same(origin + every)) {
            (Some(height), None) => (height, origin + every),
            (None, Some(height)) => (height, origin),
            _ => break,
        };
        // Where the ruler would reach below 0, heights may be the same by chance.
        if let [first, second, ..] = heights[..]
            && mark != first + (second - first) * (signed(every) - 1)
        {
            break;
        }
        heights.push(mark);
        origin = other;
        every *= 2;
    }
    let [first, second, _, ..] = heights[..] else {
        return None;
    };
    let step = first - second;
    let base = first + step + saltus * signed(origin);
    let of_ruler = |k: usize| {
        let from_origin = signed(k) - signed(origin);
        let missing = step.checked_shl(from_origin.trailing_zeros())?;
        let value = base + saltus * from_origin - missing;
        (value >= 0).then_some(value)
    };
    let is_rest = |k: &usize| of_ruler(*k).is_none();
    let rest = (0..left.len()).rev().find(is_rest).map_or(0, |k| left[k]);
    let differs = |k: &usize| match of_ruler(*k) {
        Some(value) => left[*k] + saltus * signed(*k) != value,
        None => left[*k] != rest,
    };
    let from = (0..left.len()).rev().find(differs).map_or(0, |k| k + 1);
    let marks = Marks {
        origin,
        base,
        step,
        rest: rest + saltus * signed(origin),
    };
    (step > 0 && 2 * from <= left.len()).then_some((marks, from))
}

/// A number of heaps or periods, as a number that can be negative.
fn signed(count: usize) -> i64 {
    count.cast_signed() as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As [`split`] is documented, each period and each heap looked at.
    fn split_by_definition(values: &[u32]) -> Option<Split> {
        let heaps = values.len();
        (1..=heaps / 4).find_map(|length| {
            let rise = |heap: usize| i64::from(values[heap + length]) - i64::from(values[heap]);
            let last_rises: Vec<i64> = (heaps - 2 * length..heaps - length).map(rise).collect();
            let saltus = *last_rises.iter().max()?;
            let is_split = last_rises.contains(&0) && saltus > 0;
            if !is_split || last_rises.iter().any(|&rise| rise != 0 && rise != saltus) {
                return None;
            }
            let rises = |residue: usize| {
                last_rises[(residue + 2 * length - heaps % length) % length] == saltus
            };
            let fits = |heap: usize| rise(heap) == if rises(heap % length) { saltus } else { 0 };
            let start = (0..=heaps).find(|&start| (start..heaps - length).all(fits))?;
            let holds = heaps - start;
            (holds >= 4 * length && holds >= heaps / 2).then(|| Split {
                start,
                length,
                saltus: saltus.unsigned_abs(),
                rising: (0..length).filter(|&residue| rises(residue)).collect(),
            })
        })
    }

    /// What [`Marks`] says of a value: 2^v is infinite at the origin. `None` where the ruler reaches below 0.
    fn of_marks(marks: &Marks, saltus: i64, periods: i64) -> Option<i64> {
        let power = (periods != 0).then(|| 1 << periods.trailing_zeros());
        let value = marks.base + saltus * periods - marks.step * power?;
        (value >= 0).then_some(value)
    }

    /// The residue's ruler, if it has one, and the number of periods from the origin to the heap.
    fn marks_at(ruler: &Ruler, heap: usize) -> Option<(&Marks, i64)> {
        let is_own = |marks: &&Marks| marks.origin % ruler.length == heap % ruler.length;
        let marks = ruler.marks.iter().find(is_own)?;
        let periods = (signed(heap) - signed(marks.origin)) / signed(ruler.length);
        Some((marks, periods))
    }

    /// The values of a ruler, with `bases` for the residues without one.
    fn of_ruler(ruler: &Ruler, bases: &[i64], heaps: usize) -> Vec<u32> {
        let saltus = ruler.saltus.cast_signed();
        let value = |heap: usize| {
            let value = match marks_at(ruler, heap) {
                Some((marks, periods)) => {
                    of_marks(marks, saltus, periods).unwrap_or(saltus * periods + marks.rest)
                }
                None => bases[heap % ruler.length] + saltus * signed(heap / ruler.length),
            };
            u32::try_from(value).expect("a value of 0 or more")
        };
        (0..heaps).map(value).collect()
    }

    proptest! {
        #[test]
        fn splits_are_those_of_the_definition(
            (length, heaps, start) in (1..6_usize, 0..60_usize, 0..40_usize),
            saltus in 1..4_u32,
            rising in proptest::collection::vec(any::<bool>(), 6),
            odd in 0..12_usize,
            bases in proptest::collection::vec(0..9_u32, 6),
            before in proptest::collection::vec(0..9_u32, 40),
        ) {
            let value = |heap: usize| {
                let residue = heap % length;
                // One residue may rise by another number, which is no split.
                let rise = u32::from(rising[residue]) * (saltus + u32::from(residue == odd));
                bases[residue] + rise * (heap / length) as u32
            };
            let values: Vec<u32> = (0..heaps)
                .map(|heap| if heap < start { before[heap] } else { value(heap) })
                .collect();
            prop_assert_eq!(split(&Cells::Longs(values.clone())), split_by_definition(&values));
        }

        /// Values that fall, or rise by different numbers, are not split.
        #[test]
        fn no_split_of_any_values(values in proptest::collection::vec(0..4_u32, 0..24)) {
            prop_assert_eq!(split(&Cells::Longs(values.clone())), split_by_definition(&values));
        }

        /// What the values are made of is found again: from the smallest heap on, and with any values before it.
        #[test]
        fn rulers_are_found(
            (length, periods, more) in (4..14_usize, 64..90_usize, 0..13_usize),
            saltus in 1..6_u32,
            origins in proptest::collection::vec((0..13_usize, 0..8_usize), 1..4),
            numbers in proptest::collection::vec((0..30_i64, 1..7_i64, 0..9_i64), 3),
            bases in proptest::collection::vec(0..30_i64, 13),
            (start, wrong) in (0..400_usize, 1..5_u32),
        ) {
            let mut marks: Vec<Marks> = Vec::new();
            for (&(residue, period), &(base, step, rest)) in origins.iter().zip(&numbers) {
                let residue = residue % length;
                let is_new = marks.iter().all(|other| other.origin % length != residue);
                if is_new && marks.len() < length / 4 {
                    let rest = rest + i64::from(saltus) * signed(period);
                    marks.push(Marks { origin: residue + length * period, base, step, rest });
                }
            }
            marks.sort_by_key(|marks| marks.origin % length);
            let heaps = length * periods + more % length;
            let start = start.min(heaps / 2 - 2 * length);
            let ruler = Ruler { start, length, saltus: saltus.into(), marks };
            // Another value where the ruler reaches below 0 is another `rest`.
            let is_rest = |heap: usize| marks_at(&ruler, heap)
                .is_some_and(|(marks, periods)| of_marks(marks, saltus.into(), periods).is_none());
            prop_assume!(start == 0 || !is_rest(start - 1));
            let mut values = of_ruler(&ruler, &bases, heaps);
            if let Some(before) = start.checked_sub(1) {
                values[before] += wrong;
            }
            let found = super::ruler(&Cells::Longs(values));
            prop_assert!(found.as_ref().is_some_and(|found| found.length <= length), "{found:?} {ruler:?}");
            let found = found.unwrap();
            prop_assume!(found.length == length);
            prop_assert_eq!(found, ruler);
        }
    }

    /// At most one residue in four has a ruler, and it has to hold for half of the heaps. Saltus and step are 1 or more.
    #[test]
    fn no_ruler() {
        let marks = |origin| Marks {
            origin,
            base: 7,
            step: 3,
            rest: 2,
        };
        let ruler = |length, marks: &[Marks]| Ruler {
            start: 0,
            length,
            saltus: 2,
            marks: marks.to_vec(),
        };
        let found = |values: &[u32]| super::ruler(&Cells::Longs(values.to_vec()));
        // Too few for a period twice as long, which has half as many residues with a ruler.
        let values = |ruler: &Ruler| of_ruler(ruler, &[5, 1, 9, 4, 0, 3, 8, 2], 48 * ruler.length);
        let two = ruler(8, &[marks(1), marks(2)]);
        assert_eq!(found(&values(&two)), Some(two.clone()));
        assert_eq!(found(&values(&ruler(7, &[marks(1), marks(2)]))), None);
        assert_eq!(found(&values(&ruler(8, &[]))), None);
        for wrong in 176..192 {
            let late = |wrong| {
                let mut values = values(&two);
                values[wrong] += 1;
                found(&values)
            };
            let holds = late(wrong).is_some_and(|found| found.start == wrong + 1);
            assert!(holds, "{wrong}");
            assert_eq!(late(wrong + 16), None, "{wrong}");
        }
        let high = Marks {
            base: 700,
            ..marks(1)
        };
        let level = Ruler {
            saltus: 0,
            ..ruler(8, &[high])
        };
        assert_eq!(found(&values(&level)), None);
        let falling: Vec<u32> = (0..)
            .zip(values(&level))
            .map(|(heap, value)| 700 + value - heap / 8)
            .collect();
        assert_eq!(found(&falling), None);
        let up = Marks {
            step: -3,
            ..marks(1)
        };
        assert_eq!(found(&values(&ruler(8, &[up]))), None);
    }
}
