//! Regularities of values that no theorem proves: found by looking, and called conjectures.

use super::Cells;
use super::cells::with_cells;

/// Values that repeat with a period at some heaps and rise by a saltus at others, by the heap modulo the period: *sapp*
/// regular, for split arithmetic-periodic and periodic (D. G. Horrocks and R. J. Nowakowski, 2003). It holds from `start` on
/// as far as values are known; nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    let step = |heap: usize| {
        values[heap + length]
            .into()
            .checked_sub(values[heap].into())
    };
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
    let mut rising: Vec<usize> = (heaps - length..heaps)
        .filter(|&heap| step(heap) != Some(0))
        .map(|heap| heap % length)
        .collect();
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let left: Vec<i64> = heaps
            .zip(0..)
            .map(|(heap, k)| at(heap) - saltus * k)
            .collect();
        let constant = left.len()
            - left
                .iter()
                .rev()
                .take_while(|&value| value == left.last().unwrap())
                .count();
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
    let long_enough = 2 * start <= values.len() && !marks.is_empty();
    long_enough.then_some(Ruler {
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
        let missing = step.checked_shl(from_origin.trailing_zeros());
        let value = base + saltus * from_origin - missing.filter(|missing| *missing > 0)?;
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
