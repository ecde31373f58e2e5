//! How one thread finds a value: it asks whether the value is some number, which needs few of the options' values.

use std::ops::{ControlFlow, Range};
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grundy_brute::Rules;

use crate::Unfinished;
use crate::table::{Bounds, Key, Keys, Table};

/// One thread of a search.
pub struct Worker<'a, R: Rules> {
    rules: &'a R,
    table: &'a Table,
    /// Set once the question is answered, or the search is to stop.
    ends: &'a AtomicBool,
    /// How many positions all threads have listed.
    all_listed: &'a AtomicU64,
    keys: Keys,
    /// The thread's number: each thread begins with other options.
    number: usize,
    reach: Reach,
    /// How many positions this thread has listed.
    listed: u64,
    depth: u32,
    /// Empty lists, with the memory that they had.
    spare: Vec<Options<R::Position>>,
}

/// A position that is no sum, in its canonical form, with its key.
#[derive(Clone)]
struct Part<P> {
    key: Key,
    weight: u64,
    position: P,
}

/// Options of one position; those with a value are only in `values`.
struct Options<P> {
    parts: Vec<Part<P>>,
    open: Vec<Open>,
    /// By number, whether an option has this value.
    values: Numbers,
}

impl<P> Default for Options<P> {
    fn default() -> Self {
        Self {
            parts: Vec::new(),
            open: Vec::new(),
            values: Numbers::default(),
        }
    }
}

impl<P> Options<P> {
    fn clear(&mut self) {
        self.parts.clear();
        self.open.clear();
        self.values.0.clear();
    }

    /// Adds to the bounds of a position that the mex of so many numbers is no larger.
    fn limit(&self, bounds: &mut Bounds) {
        bounds.limit(self.values.count_with(bounds.ruled_out) + self.open.len() as u32);
    }
}

/// An option without a value: the nim-sum of `known` and the values of some parts, a range, smaller parts first.
#[derive(Clone, Copy)]
struct Open {
    /// That of the largest part.
    weight: u64,
    /// All keys of the parts in one: with `known` it tells options apart.
    key: Key,
    begin: u32,
    end: u32,
    known: u32,
}

impl Open {
    fn range(self) -> Range<usize> {
        self.begin as usize..self.end as usize
    }
}

/// A set of numbers.
#[derive(Default)]
struct Numbers(Vec<u64>);

impl Numbers {
    fn insert(&mut self, number: u32) {
        let (at, bit) = (number as usize / 64, number % 64);
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << bit;
    }

    fn contains(&self, number: u32) -> bool {
        let word = self.0.get(number as usize / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Returns how many numbers there are, with those below 64 in `small`.
    fn count_with(&self, small: u64) -> u32 {
        let first = self.0.first().copied().unwrap_or(0);
        let others = self.0.iter().skip(1).map(|word| word.count_ones());
        (first | small).count_ones() + others.sum::<u32>()
    }
}

/// How far a worker goes.
#[derive(Clone, Copy)]
pub struct Reach {
    /// Calls nest this deep at most.
    pub depth: u32,
    /// The most positions that are listed.
    pub listed: u64,
}

/// Returns whether the bounds answer what is `asked`: whether the value is that number, or else the value itself.
fn is_answered(bounds: Bounds, asked: Option<u32>) -> bool {
    match asked {
        Some(number) => bounds.is(number).is_some(),
        None => bounds.is_exact,
    }
}

type Found<T> = Result<T, Unfinished>;

impl<'a, R: Rules<Position: Ord>> Worker<'a, R> {
    /// A thread of a search in these rules and this table, with what says that the search ends, and how many positions all
    /// threads have listed.
    pub fn new(
        (rules, table): (&'a R, &'a Table),
        (ends, all_listed): (&'a AtomicBool, &'a AtomicU64),
        number: usize,
        reach: Reach,
    ) -> Self {
        Self {
            rules,
            table,
            ends,
            all_listed,
            keys: Keys::default(),
            number,
            reach,
            listed: 0,
            depth: 0,
            spare: Vec::new(),
        }
    }

    /// Returns the Grundy value of a position or a sum.
    pub fn value(&mut self, position: &R::Position) -> Found<u32> {
        let mut parts = Vec::new();
        let known = self.add_parts(position, &mut parts);
        parts
            .iter()
            .try_fold(known, |sum, part| Ok(sum ^ self.value_of(part)?))
    }

    /// Returns whether the value of a position or a sum is 0: it is a P-position.
    pub fn is_lost(&mut self, position: &R::Position) -> Found<bool> {
        let mut parts = Vec::new();
        let mut known = self.add_parts(position, &mut parts);
        let mut begin = 0;
        self.is_sum(&parts, &mut begin, &mut known, 0)
    }

    /// Adds the canonical parts of a position without a value, those with small weights first; two that are equal cancel.
    /// Returns the nim-sum of the values of the others.
    fn add_parts(&mut self, position: &R::Position, parts: &mut Vec<Part<R::Position>>) -> u32 {
        let rules = self.rules;
        let (first, mut known) = (parts.len(), 0);
        let of_sum = rules.parts(position);
        let positions = if of_sum.is_empty() {
            slice::from_ref(position)
        } else {
            &of_sum
        };
        for position in positions {
            let position = rules.canonical(position);
            let key = self.keys.of(&position);
            if let Some(value) = self.table.get(key).value() {
                known ^= value;
            } else if let Some(equal) = parts[first..].iter().position(|part| part.key == key) {
                // G + G = 0.
                parts.remove(first + equal);
            } else {
                let weight = rules.weight(&position);
                parts.push(Part {
                    key,
                    weight,
                    position,
                });
            }
        }
        parts[first..].sort_unstable_by_key(|part| (part.weight, part.key));
        known
    }

    /// Returns the options of a position, those first whose largest part has the smallest weight, as far as they are needed to
    /// answer what is `asked`; what their values say of the position is added to `bounds`.
    fn list(
        &mut self,
        position: &R::Position,
        bounds: &mut Bounds,
        asked: Option<u32>,
    ) -> Found<Options<R::Position>> {
        if self.ends.load(Ordering::Relaxed) {
            return Err(Unfinished::Stopped);
        }
        self.listed += 1;
        self.all_listed.fetch_add(1, Ordering::Relaxed);
        let mut options = self.spare.pop().unwrap_or_default();
        let Options {
            parts,
            open,
            values,
        } = &mut options;
        let rules = self.rules;
        rules.each_option(position, &mut |next| {
            let begin = parts.len();
            let known = self.add_parts(next, parts);
            let Some(largest) = parts[begin..].last() else {
                values.insert(known);
                bounds.rule_out(known);
                return if is_answered(*bounds, asked) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                };
            };
            open.push(Open {
                weight: largest.weight,
                key: parts[begin..].iter().fold(0, |key, part| key ^ part.key),
                begin: begin as u32,
                end: parts.len() as u32,
                known,
            });
            ControlFlow::Continue(())
        });
        open.sort_unstable_by_key(|option| (option.weight, option.key, option.known));
        open.dedup_by_key(|option| (option.key, option.known));
        // Otherwise not all options are there.
        if !is_answered(*bounds, asked) {
            options.limit(bounds);
        }
        Ok(options)
    }

    /// Returns the value of a part.
    fn value_of(&mut self, part: &Part<R::Position>) -> Found<u32> {
        let bounds = self.table.get(part.key);
        match bounds.value() {
            Some(value) => Ok(value),
            None => self.settle(part, bounds, None).map(|bounds| bounds.at_most),
        }
    }

    /// Returns whether the value of a part is `number`.
    fn is(&mut self, part: &Part<R::Position>, number: u32) -> Found<bool> {
        let bounds = self.table.get(part.key);
        if let Some(answer) = bounds.is(number) {
            return Ok(answer);
        }
        // Larger numbers cannot be ruled out one by one: the table has no place for them.
        let asked = (number < u64::BITS).then_some(number);
        let bounds = self.settle(part, bounds, asked)?;
        Ok(bounds.is(number).expect("it was settled"))
    }

    /// Finds out whether the value of a part is the number that is `asked`, or else the value itself.
    fn settle(
        &mut self,
        part: &Part<R::Position>,
        mut known: Bounds,
        asked: Option<u32>,
    ) -> Found<Bounds> {
        if self.depth == self.reach.depth || self.listed == self.reach.listed {
            return Err(Unfinished::TooDeep);
        }
        self.depth += 1;
        let before = self.listed;
        let mut options = self.list(&part.position, &mut known, asked)?;
        // All smaller numbers are values of options.
        let mut smallest = 0;
        while !is_answered(known, asked) {
            while options.values.contains(smallest) || known.is(smallest) == Some(false) {
                smallest += 1;
            }
            // The number that is asked comes first. If no option has it, the value is no larger, and the smaller ones decide.
            let next = asked.filter(|&number| number < known.at_most);
            let next = next.unwrap_or(smallest);
            let has_option = self.has_option(&mut options, next);
            match has_option {
                Ok(true) => {
                    options.values.insert(next);
                    known.rule_out(next);
                }
                Ok(false) if next == smallest => known.set(next),
                Ok(false) => known.limit(next),
                Err(_) => {}
            }
            self.store(part, known, before);
            has_option?;
            known.add(self.table.get(part.key));
            if !is_answered(known, asked) {
                self.fold(&mut options, &mut known);
            }
        }
        self.depth -= 1;
        options.clear();
        self.spare.push(options);
        self.store(part, known, before);
        Ok(known)
    }

    /// Adds to the table what is known of a part; `before` is how many positions were listed before it.
    fn store(&self, part: &Part<R::Position>, mut known: Bounds, before: u64) {
        let listed = self.listed - before;
        known.work = (u64::BITS - listed.leading_zeros()) as u8;
        self.table.add(part.key, known);
    }

    /// Removes the parts of options whose values the table knows, and the options of which nothing is left.
    fn fold(&self, options: &mut Options<R::Position>, known: &mut Bounds) {
        let Options {
            parts,
            open,
            values,
        } = options;
        open.retain_mut(|option| {
            let mut left = option.begin as usize;
            for at in option.range() {
                match self.table.get(parts[at].key).value() {
                    Some(value) => option.known ^= value,
                    None => {
                        parts.swap(left, at);
                        left += 1;
                    }
                }
            }
            option.end = left as u32;
            if option.range().is_empty() {
                values.insert(option.known);
                known.rule_out(option.known);
            }
            !option.range().is_empty()
        });
        options.limit(known);
    }

    /// Returns whether an option has this value.
    fn has_option(&mut self, options: &mut Options<R::Position>, value: u32) -> Found<bool> {
        // Each thread begins elsewhere.
        let open = options.open.len();
        let first = self.number * open / (self.number + 1);
        for at in (first..open).chain(0..first) {
            let option = &mut options.open[at];
            let parts = &options.parts[option.range()];
            let (mut begin, mut known) = (0, option.known);
            let is_value = self.is_sum(parts, &mut begin, &mut known, value)?;
            (option.begin, option.known) = (option.begin + begin, known);
            if is_value {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether `value` is the nim-sum of `known` and the values of some parts. The values of all but the last part
    /// are found and added to `known`, and `begin` counts these parts.
    fn is_sum(
        &mut self,
        parts: &[Part<R::Position>],
        begin: &mut u32,
        known: &mut u32,
        value: u32,
    ) -> Found<bool> {
        let Some((last, smaller)) = parts.split_last() else {
            return Ok(*known == value);
        };
        for part in smaller {
            *known ^= self.value_of(part)?;
            *begin += 1;
        }
        self.is(last, value ^ *known)
    }
}
