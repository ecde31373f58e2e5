//! Regularities of sequences, found by looking at as many values as are known; nothing here is proved.
//!
//! Functions take the number of known values and a function that returns the value of an index. They look at each period in turn, which
//! takes near O(values) where values vary.

use std::collections::BTreeMap;

use crate::expr::{self, Expr, Name, Scope};
use crate::number::{Operator, length};
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
    rises.sort_unstable();
    let saltus = rises[rises.len() / 2];
    // Nearly always these few neighbours are enough to see that there is no such saltus.
    if saltus <= 0 || 2 * rises.iter().filter(|&&rise| rise != saltus).count() > rises.len() {
        return None;
    }
    let others = (last - length..last).filter(|&index| rise(index) != saltus);
    if others.clone().count() > length / 4 {
        return None;
    }
    let marks = others.map(|index| {
        let residue = index % length;
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
    let n = values.len();
    let number = Expr::Number;
    let plus = |expr: Expr, more: i64| match more {
        0 => expr,
        -1 => Expr::binary(Operator::Minus, expr, number(1)),
        more => Expr::binary(Operator::Plus, expr, number(more)),
    };
    let names = [Expr::Name(Name::Rest), Expr::Name(Name::Value)];
    let twice = |name: &Expr| Expr::binary(Operator::Times, number(2), name.clone());
    let of_names = names.iter().flat_map(|name| [name.clone(), twice(name)]);
    let of_names = of_names.flat_map(|expr| [0, 1, -1].map(|more| plus(expr.clone(), more)));
    let flipped = Expr::binary(Operator::Xor, names[1].clone(), number(1));
    let rules: Vec<Expr> = (0..3)
        .map(number)
        .chain(of_names)
        .chain([flipped])
        .collect();
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
                let mut rests = rests.clone();
                rests.all(|rest| {
                    apply(rule, rest, values[rest]) == Some(values[base * rest + digit])
                })
            };
            match rules.iter().find(fits) {
                Some(rule) => chosen.push(rule.clone()),
                None => break,
            }
        }
        if chosen.len() == base {
            let first = values[..base.max(from)].to_vec();
            return Some(expr::Sequence::Digits {
                first,
                rules: chosen,
            });
        }
    }
    None
}
