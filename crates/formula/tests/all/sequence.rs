//! Regularities of sequences.

use grundy_formula::sequence::{self, Marks, Ruler, Split};
use proptest::prelude::*;

fn period(values: &[i64]) -> Option<Split> {
    sequence::period(values.len(), |index| values[index])
}

fn split(values: &[i64]) -> Option<Split> {
    sequence::split(values.len(), |index| values[index])
}

fn ruler(values: &[i64]) -> Option<Ruler> {
    sequence::ruler(values.len(), |index| values[index])
}

/// A number of indices or periods, as a number that can be negative.
fn signed(count: usize) -> i64 {
    count.cast_signed() as i64
}

#[test]
fn periods_of_any_values() {
    let of = |values: &[i64]| period(values).map(|found| (found.start, found.length, found.saltus));
    assert_eq!(of(&[0, 1, 0, 1, 0, 1, 0, 1, 0, 1]), Some((0, 2, 0)));
    assert_eq!(of(&[5, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]), Some((1, 2, 0)));
    let rising: Vec<i64> = (0..10).collect();
    assert_eq!(of(&rising), Some((0, 1, 1)));
    assert_eq!(of(&rising[..9]), None);
    // 4.[3], Lasker's Nim.
    assert_eq!(
        of(&[0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11]),
        Some((1, 4, 4))
    );
    assert_eq!(of(&[0, 1, 2, 3, 2]), None);
    assert_eq!(of(&[0, 1, 5, 3, 2, 8, 9, 9, 9, 9]), None);
    assert_eq!(of(&[3, 2, 1, 0]), None);
    assert_eq!(of(&[7]), None);
    assert_eq!(of(&[]), None);
    assert_eq!(of(&[3; 10]), Some((0, 1, 0)));
}

/// As [`period`] and [`split`] are documented, each period and each index looked at.
fn by_definition(values: &[i64], has_period: bool) -> Option<Split> {
    let count = values.len();
    let (times, least) = if has_period { (3, 10) } else { (4, 0) };
    (1..=count / times).find_map(|length| {
        let rise = |index: usize| values[index + length] - values[index];
        let last_rises: Vec<i64> = (count - 2 * length..count - length).map(rise).collect();
        let saltus = *last_rises.iter().max()?;
        if last_rises.iter().any(|&rise| rise != 0 && rise != saltus) || saltus < 0 {
            return None;
        }
        let rises = |residue: usize| {
            saltus > 0 && last_rises[(residue + 2 * length - count % length) % length] == saltus
        };
        let fits = |index: usize| rise(index) == if rises(index % length) { saltus } else { 0 };
        let start = (0..=count).find(|&start| (start..count - length).all(fits))?;
        let rising: Vec<usize> = (0..length).filter(|&residue| rises(residue)).collect();
        let is_period = rising.is_empty() || rising.len() == length;
        let is_seen = count - start >= (times * length).max(count / 2).max(least);
        (is_period == has_period && is_seen).then_some(Split {
            start,
            length,
            saltus,
            rising,
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
fn of_ruler(ruler: &Ruler, bases: &[i64], heaps: usize) -> Vec<i64> {
    let saltus = ruler.saltus;
    let value = |heap: usize| {
        let value = match marks_at(ruler, heap) {
            Some((marks, periods)) => {
                of_marks(marks, saltus, periods).unwrap_or(saltus * periods + marks.rest)
            }
            None => bases[heap % ruler.length] + saltus * signed(heap / ruler.length),
        };
        assert!(value >= 0);
        value
    };
    (0..heaps).map(value).collect()
}

proptest! {
    #[test]
    fn splits_and_periods_are_those_of_the_definition(
        (length, count, start) in (1..6_usize, 0..60_usize, 0..40_usize),
        saltus in 1..4_i64,
        rising in prop_oneof![Just(vec![true; 6]), proptest::collection::vec(any::<bool>(), 6)],
        odd in 0..12_usize,
        bases in proptest::collection::vec(0..9_i64, 6),
        before in proptest::collection::vec(0..9_i64, 40),
    ) {
        let value = |index: usize| {
            let residue = index % length;
            // One residue may rise by another number, which is no split.
            let rise = i64::from(rising[residue]) * (saltus + i64::from(residue == odd));
            bases[residue] + rise * signed(index / length)
        };
        let values = (0..count).map(|index| if index < start { before[index] } else { value(index) });
        let values: Vec<i64> = values.collect();
        prop_assert_eq!(split(&values), by_definition(&values, false));
        prop_assert_eq!(period(&values), by_definition(&values, true));
    }

    /// Values that fall, or rise by different numbers, are not split.
    #[test]
    fn no_regularity_of_any_values(values in proptest::collection::vec(0..4_i64, 0..24)) {
        prop_assert_eq!(split(&values), by_definition(&values, false));
        prop_assert_eq!(period(&values), by_definition(&values, true));
    }

    /// What the values are made of is found again: from the smallest heap on, and with any values before it.
    #[test]
    fn rulers_are_found(
        (length, periods, more) in (4..14_usize, 64..90_usize, 0..13_usize),
        saltus in 1..6_i64,
        origins in proptest::collection::vec((0..13_usize, 0..8_usize), 1..4),
        numbers in proptest::collection::vec((0..30_i64, 1..7_i64, 0..9_i64), 3),
        bases in proptest::collection::vec(0..30_i64, 13),
        (start, wrong) in (0..400_usize, 1..5_i64),
    ) {
        let mut marks: Vec<Marks> = Vec::new();
        for (&(residue, period), &(base, step, rest)) in origins.iter().zip(&numbers) {
            let residue = residue % length;
            let is_new = marks.iter().all(|other| other.origin % length != residue);
            if is_new && marks.len() < length / 4 {
                let rest = rest + saltus * signed(period);
                marks.push(Marks { origin: residue + length * period, base, step, rest });
            }
        }
        marks.sort_by_key(|marks| marks.origin % length);
        let heaps = length * periods + more % length;
        let start = start.min(heaps / 2 - 2 * length);
        let ruler = Ruler { start, length, saltus, marks };
        // Another value where the ruler reaches below 0 is another `rest`.
        let is_rest = |heap: usize| marks_at(&ruler, heap)
            .is_some_and(|(marks, periods)| of_marks(marks, saltus, periods).is_none());
        prop_assume!(start == 0 || !is_rest(start - 1));
        let mut values = of_ruler(&ruler, &bases, heaps);
        if let Some(before) = start.checked_sub(1) {
            values[before] += wrong;
        }
        let found = self::ruler(&values);
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
    let found = self::ruler;
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
    let falling: Vec<i64> = (0..)
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
