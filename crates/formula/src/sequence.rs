//! Regularities of sequences, found by looking at as many values as are known; nothing here is proved.
//!
//! Functions take the number of known values and a function that returns the value of an index. They look at each period in turn, which
//! takes near O(values) where values vary.

use std::collections::{BTreeMap, BTreeSet};

use crate::expr::{self, Expr, Scope};
use crate::formula::Formula;
use crate::number::length;
use crate::position::Position;

/// A period by which values rise by a saltus at some indices and repeat at the others, by the index modulo the period. With both, values
/// are *sapp* regular, for split arithmetic-periodic and periodic (D. G. Horrocks and R. J. Nowakowski, 2003).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Split {
    /// The smallest index from which on it holds.
    pub start: usize,
    /// The period.
    pub length: usize,
    /// What is added after each period where values rise.
    pub saltus: i64,
    /// Values rise at indices of these residues modulo the period; increasing.
    pub rising: Vec<usize>,
}

impl Split {
    /// Whether all values rise, or all repeat.
    pub const fn is_period(&self) -> bool {
        self.rising.is_empty() || self.rising.len() == self.length
    }

    fn by(count: usize, at: &impl Fn(usize) -> i64, length: usize) -> Option<Self> {
        let (last, mut saltus, mut rising) = (count - length, 0, Vec::new());
        let step = |index: usize| at(index + length) - at(index);
        // What the last period adds to the one before it: nothing, or the one saltus.
        for index in last - length..last {
            match step(index) {
                0 => {}
                rise if rise > 0 && (saltus == 0 || saltus == rise) => {
                    saltus = rise;
                    rising.push(index % length);
                }
                _ => return None,
            }
        }
        rising.sort_unstable();
        let start = holds_from(last - length, |index| step(index) == step(index + length));
        Some(Self {
            start,
            length,
            saltus,
            rising,
        })
    }
}

/// The smallest index from which on something holds, of those below `end`.
fn holds_from(end: usize, holds: impl Fn(usize) -> bool) -> usize {
    (0..end)
        .rev()
        .take_while(|index| holds(*index))
        .last()
        .unwrap_or(end)
}

/// Returns all periods that hold for at least half of the values and so many times, the shortest first.
fn splits<F: Fn(usize) -> i64>(count: usize, at: F, times: usize) -> impl Iterator<Item = Split> {
    let found = (1..=count / times).filter_map(move |length| Split::by(count, &at, length));
    found.filter(move |of| count - of.start >= (times * of.length).max(count / 2))
}

/// Returns the shortest period by which some values rise and others do not, over at least half of all values and four periods.
///
/// ```
/// use grundy_formula::sequence::split;
/// let found = split(40, |index| if index % 3 == 0 { index as i64 / 3 } else { 1 }).unwrap();
/// assert_eq!((found.start, found.length, found.saltus, found.rising), (0, 3, 1, vec![0]));
/// // With a period for all values nothing is split.
/// assert_eq!(split(40, |index| index as i64 / 3), None);
/// ```
pub fn split(count: usize, at: impl Fn(usize) -> i64) -> Option<Split> {
    splits(count, at, 4).find(|of| !of.is_period())
}

/// Returns the shortest period of all values that at least half of them show, at least ten of them and three times over.
///
/// ```
/// use grundy_formula::sequence::period;
/// let values = [5, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1];
/// let found = period(values.len(), |index| values[index]).unwrap();
/// assert_eq!((found.start, found.length, found.saltus), (1, 2, 0));
/// assert_eq!(period(5, |index| values[index]), None);
/// ```
pub fn period(count: usize, at: impl Fn(usize) -> i64) -> Option<Split> {
    splits(count, at, 3).find(|of| of.is_period() && count - of.start >= 10)
}

/// Returns the shortest period of the values behind the first `from`, seen three times at least, where what is in front of its
/// second time is at most half of them.
pub(crate) fn periodic(values: &[i64], from: usize) -> Option<expr::Sequence> {
    let known = &values[from..];
    let mut found = splits(known.len(), |index| known[index], 3);
    let is_half = |of: &Split| 2 * (of.start + of.length) <= known.len();
    let found = found.find(|of| of.is_period() && is_half(of))?;
    let (before, rest) = values.split_at(from + found.start);
    Some(expr::Sequence::Periodic {
        before: before.to_vec(),
        period: rest[..found.length].to_vec(),
        saltus: found.saltus,
    })
}

/// Values that rise by a saltus after each period but at some residues, where a multiple of the *ruler sequence* 1, 2, 1, 4, 1,
/// 2, 1, 8, ... is missing: *ruler* regular (J. P. Grossman and R. J. Nowakowski, 2015).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Ruler {
    /// The smallest index from which on it holds.
    pub start: usize,
    /// The period.
    pub length: usize,
    /// What is added after each period; 1 or more.
    pub saltus: i64,
    /// The residues with a ruler.
    pub marks: Vec<Marks>,
}

/// The values of indices with one residue modulo the period of a [`Ruler`]. With 2^v the largest power of two that divides k,
/// the index of `origin` + k length has the value `base` + saltus k - `step` 2^v; where that is negative, saltus k + `rest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Marks {
    /// The index from which periods are counted.
    pub origin: usize,
    /// What the value would be there without a ruler.
    pub base: i64,
    /// What is missing one period later; 1 or more.
    pub step: i64,
    /// The value there where the ruler would reach below 0.
    pub rest: i64,
}

impl Marks {
    /// Finds the ruler of the values of one residue, numbered by periods from 0 on as the origin, in the second half of them.
    fn of(count: usize, value: impl Fn(usize) -> i64, saltus: i64) -> Option<Self> {
        (0..count / 4).find_map(|origin| {
            let left = |period: usize| value(period) - saltus * (signed(period) - signed(origin));
            let eighth = origin + (count / 2 - origin).next_multiple_of(8);
            let [one, two, four] = [1, 2, 4].map(|more| left(eighth + more));
            let step = one - two;
            let mut marks = Self {
                origin,
                base: one + step,
                step,
                rest: 0,
            };
            if step <= 0 || four != two - 2 * step {
                return None;
            }
            let mut periods = (0..count).rev();
            let is_rest = |period: &usize| marks.ruled(saltus, *period).is_none();
            marks.rest = periods.find(is_rest).map(left)?;
            let mut tail = count / 2..count;
            let holds = |period| marks.value(saltus, period) == value(period);
            tail.all(holds).then_some(marks)
        })
    }

    /// The value by the ruler; `None` where it would be negative.
    fn ruled(&self, saltus: i64, period: usize) -> Option<i64> {
        let periods = signed(period) - signed(self.origin);
        let missing = self.step.checked_shl(periods.trailing_zeros())?;
        Some(self.base + saltus * periods - missing).filter(|value| *value >= 0)
    }

    fn value(&self, saltus: i64, period: usize) -> i64 {
        let rest = || saltus * (signed(period) - signed(self.origin)) + self.rest;
        self.ruled(saltus, period).unwrap_or_else(rest)
    }
}

fn signed(count: usize) -> i64 {
    count.cast_signed() as i64
}

/// Returns the shortest period with a ruler, over at least half of all values and 32 periods, and with no ruler at three residues in
/// four.
///
/// ```
/// use grundy_formula::sequence::ruler;
/// // Each fourth value lacks the largest power of 2 that divides its number of periods.
/// let values = |index: usize| match (index as i64 % 4, index as i64 / 4) {
///     (0, k) if k > 0 => k - (k & -k),
///     (_, k) => k,
/// };
/// let found = ruler(400, values).unwrap();
/// assert_eq!((found.start, found.length, found.saltus, found.marks[0].step), (0, 4, 1, 1));
/// assert_eq!(ruler(400, |index| index as i64 / 4), None);
/// ```
pub fn ruler(count: usize, at: impl Fn(usize) -> i64) -> Option<Ruler> {
    (1..=count / 32).find_map(|length| ruler_by(count, &at, length))
}

fn ruler_by(count: usize, at: &impl Fn(usize) -> i64, length: usize) -> Option<Ruler> {
    let last = count - length;
    // Indices that rise by the same are at least three in four, so they have the middle place among neighbours.
    let rise = |index: usize| at(index + length) - at(index);
    let mut rises: Vec<i64> = (last - length.min(64)..last).map(rise).collect();
    let middle = rises.len() / 2;
    let saltus = *rises.select_nth_unstable(middle).1;
    // Nearly always these few neighbours are enough to see that there is no such saltus.
    if saltus <= 0 || 2 * rises.iter().filter(|&&rise| rise != saltus).count() > rises.len() {
        return None;
    }
    // Where the ruler would reach below 0, rises may be the others' by chance, but not four in a row.
    let others = (last - 4 * length..last).filter(|&index| rise(index) != saltus);
    let others: BTreeSet<usize> = others.map(|index| index % length).collect();
    if others.len() > length / 4 {
        return None;
    }
    let marks = others.into_iter().map(|residue| {
        let periods = (count - residue).div_ceil(length);
        let value = |period: usize| at(residue + length * period);
        Some((residue, Marks::of(periods, value, saltus)?))
    });
    let mut marks = marks.collect::<Option<BTreeMap<usize, Marks>>>()?;
    let start = holds_from(count, |index| match marks.get(&(index % length)) {
        Some(marks) => marks.value(saltus, index / length) == at(index),
        None => index >= last || rise(index) == saltus,
    });
    for (residue, marks) in &mut marks {
        marks.origin = residue + length * marks.origin;
    }
    (!marks.is_empty() && count - start >= count / 2).then(|| Ruler {
        start,
        length,
        saltus,
        marks: marks.into_values().collect(),
    })
}

/// Returns a recursion over binary or ternary digits: the value of `kn + r` is a number, `n` or `f(n)` with a small constant more, or
/// `2n` or `2f(n)` likewise. `from` is the first index whose value is known. O(length).
pub(crate) fn digits(values: &[i64], from: usize) -> Option<expr::Sequence> {
    const RULES: &str = "0,1,2,n,n+1,n-1,2*n,2*n+1,2*n-1,f,f+1,f-1,2*f,2*f+1,2*f-1,f xor 1";
    let n = values.len();
    let read = |rule: &str| Some(format!("value = {rule}").parse::<Formula>().ok()?.expr);
    let rules: Vec<Expr> = RULES.split(',').filter_map(read).collect();
    let nowhere = &Position::Numbers(Vec::new());
    let apply = |rule: &Expr, n: usize, f: i64| {
        let n: i64 = length(n);
        rule.value(Scope {
            position: nowhere,
            names: Some((&n, &f)),
            whole: rule,
        })
    };
    for base in [2, 3] {
        let mut chosen = Vec::new();
        for digit in 0..base {
            let rests = (1..n).filter(|rest| *rest >= from && base * rest + digit < n);
            if rests.clone().count() < 6 {
                return None;
            }
            let fits = |rule: &&Expr| {
                let value = |rest| apply(rule, rest, values[rest]);
                { rests.clone() }.all(|rest| value(rest) == Some(values[base * rest + digit]))
            };
            chosen.extend(rules.iter().find(fits).cloned());
        }
        if chosen.len() == base {
            let first = values[..base.max(from)].to_vec();
            let rules = chosen;
            return Some(expr::Sequence::Digits { first, rules });
        }
    }
    None
}
