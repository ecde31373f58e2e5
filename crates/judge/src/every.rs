//! Every small position, in order of size; and where a program takes too long for that, some of each size.
//!
//! All programs get the same sizes. A program whose start alone takes a tenth of a second has no time for the
//! thousands of positions of the largest sizes. It gets every position of the smaller sizes and a sample of each
//! of the larger ones, spread evenly over the order in which they come.

use std::time::{Duration, Instant};

use grundy_game::generate::Random;
use grundy_game::{Case, Place, Solved, unwatched};

use crate::JudgeError;
use crate::cases::default_up_to;
use crate::plan::JudgePlan;
use crate::report::Sampled;
use crate::task::Task;

/// A size is tried as a whole when time is left for this number of positions of each larger size.
const SAMPLE: u64 = 100;
/// The number of positions that are ready at a time.
const BLOCK: u64 = 4096;
/// Whole sizes are run together until they have this many tests, or take this long one after the other, so that a size
/// with a single position does not leave sandboxes idle.
const POOL: usize = 64;
const POOLED: Duration = Duration::from_secs(2);

/// The small positions, numbered through all sizes.
pub(crate) struct Small<'a> {
    task: &'a Task<'a>,
    solved: Box<dyn Solved + 'a>,
    random: Random,
    /// How long trying them is to take, if not all are tried.
    pub most: Option<Duration>,
    begin: Instant,
    smallest: u32,
    up_to: u32,
    /// The number of positions of each size.
    counts: Vec<u64>,
    /// The size that was listed last, and those of its positions that are to be tried and are not ready.
    listed: (Option<u32>, Vec<Option<Case>>),
    /// The number of the first position that is ready.
    first: u64,
    /// The positions that are ready with their sizes; `None` for those that are left out.
    ready: Vec<(u32, Option<Case>)>,
    /// The first size that is not tried as a whole, and what is tried of it and of larger ones.
    sampled: Option<(u32, Sampled)>,
}

impl<'a> Small<'a> {
    /// Has the oracle solve every position. Where time is short, some positions of the large sizes are left out if it
    /// `samples`.
    ///
    /// # Errors
    /// It does not reach so far.
    pub fn new(task: &'a Task<'a>, plan: &JudgePlan, samples: bool) -> Result<Self, JudgeError> {
        let _oracle = tracing::info_span!("oracle").entered();
        let game = task.game;
        let up_to = plan.up_to.map_or_else(|| default_up_to(game), Ok)?;
        let solved = game.solved(up_to, &Place::Memory, &mut unwatched);
        let too_large = |error| format!("every position up to size {up_to}: {error}");
        let smallest = game.about().smallest;
        let counts = (smallest..=up_to).map(|size| game.positions(size));
        Ok(Self {
            task,
            solved: solved.map_err(too_large)?,
            random: Random::new(plan.seed),
            most: (samples && plan.is_timed()).then_some(plan.every_time),
            begin: Instant::now(),
            smallest,
            up_to,
            counts: counts.collect::<Result<_, _>>()?,
            listed: (None, Vec::new()),
            first: 0,
            ready: Vec::new(),
            sampled: None,
        })
    }

    /// The number of all positions.
    pub fn all(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The position with this number, which must be ready; `None` if it is left out.
    pub fn get(&self, number: u64) -> Option<&Case> {
        self.ready[(number - self.first) as usize].1.as_ref()
    }

    /// The size of the position with this number, which must be ready, if every position of that size is tried.
    pub fn whole_size(&self, number: u64) -> Option<u32> {
        let size = self.ready[(number - self.first) as usize].0;
        let is_whole = self.sampled.is_none_or(|(first, _)| size < first);
        is_whole.then_some(size)
    }

    /// The size of the position with this number, its index among the positions of that size, and the number of these.
    pub fn place(&self, number: u64) -> (u32, u64, u64) {
        let (mut size, mut index) = (self.smallest, number);
        for &count in &self.counts {
            if index < count {
                return (size, index, count);
            }
            (size, index) = (size + 1, index - count);
        }
        (size, index, 0)
    }

    /// Makes a single position ready.
    pub fn again(&mut self, number: u64) -> Result<(), JudgeError> {
        (self.most, self.listed) = (None, (None, Vec::new()));
        self.prepare(number, number + 1, 0).map(|_| ())
    }

    /// Returns the first positions, at most this number of them, with their numbers, also those that were in no sample. An input that is
    /// read as the end of all has no case.
    pub fn first(&mut self, most: u64) -> Result<Vec<(u64, Case)>, JudgeError> {
        (self.most, self.listed) = (None, (None, Vec::new()));
        let (mut cases, mut next, to) = (Vec::new(), 0, self.all().min(most));
        while next < to {
            let end = self.prepare(next, to, 0)?;
            let ready = (next..).zip(self.ready.drain(..));
            cases.extend(ready.filter_map(|(number, (_, case))| Some((number, case?))));
            next = end;
        }
        Ok(cases)
    }

    /// The largest size of which every position was tried, if the program passed, and what was tried of larger ones in
    /// this number of tests.
    pub fn reached(&self, tests: u64) -> (Option<u32>, Option<Sampled>) {
        let Some((first, sampled)) = self.sampled else {
            return (Some(self.up_to), None);
        };
        let seconds_each = self.begin.elapsed().as_secs_f64() / tests.max(1) as f64;
        let whole = first.checked_sub(1).filter(|&size| size >= self.smallest);
        let sampled = Sampled {
            seconds_each,
            ..sampled
        };
        (whole, Some(sampled))
    }

    /// Makes positions from number `next` on ready, at most up to `to`, after this number of tests. Returns the end of
    /// those that are.
    pub fn prepare(&mut self, next: u64, to: u64, tests: u64) -> Result<u64, JudgeError> {
        self.first = next;
        self.ready.clear();
        let to = to.min(next.saturating_add(BLOCK));
        let each = self.begin.elapsed().checked_div(tests as u32);
        let mut end = 0;
        for i in 0..self.counts.len() {
            let (size, begin) = (self.smallest + i as u32, end);
            end += self.counts[i];
            let at = next + self.ready.len() as u64;
            if at >= end {
                continue;
            }
            let mut is_whole = true;
            if let Some(most) = self.most
                && at == begin
            {
                let left = most.saturating_sub(self.begin.elapsed());
                let left = each.map_or(u64::MAX, |each| in_time(left, each));
                let share = share_of(&self.counts[i..], left, self.sampled.is_some());
                is_whole = share == self.counts[i] && self.sampled.is_none();
                if !is_whole {
                    if !self.ready.is_empty() {
                        break;
                    }
                    self.list(size, self.counts[i])?;
                    self.sample(i, share);
                }
            }
            self.list(size, self.counts[i])?;
            let places = (at - begin) as usize..(end.min(to) - begin) as usize;
            let ready = self.listed.1[places].iter_mut();
            self.ready.extend(ready.map(|case| (size, case.take())));
            let time = each.map(|each| each.saturating_mul(self.ready.len() as u32));
            let is_long = self.ready.len() >= POOL || time.is_none_or(|time| time >= POOLED);
            if end >= to || self.most.is_some() && (is_long || !is_whole) {
                break;
            }
        }
        Ok(next + self.ready.len() as u64)
    }

    /// Lists the positions of a size, unless that is done.
    fn list(&mut self, size: u32, count: u64) -> Result<(), JudgeError> {
        if self.listed.0 != Some(size) {
            let cases = self.solved.cases(size)?.into_iter();
            let layout = &self.task.game.about().cases;
            let in_words = |case| self.task.in_our_words(case);
            let cases = cases.map(|case| (!layout.is_end(&case.input)).then(|| in_words(case)));
            self.listed = (Some(size), cases.collect());
            self.listed.1.resize(count as usize, None);
        }
        Ok(())
    }

    /// Leaves out all but `share` of the positions of the listed size, which is the one with this index.
    fn sample(&mut self, i: usize, share: u64) {
        let new = Sampled {
            up_to: self.up_to,
            tests: 0,
            positions: self.counts[i..].iter().sum(),
            seconds_each: 0.0,
        };
        let (_, sampled) = self.sampled.get_or_insert((self.smallest + i as u32, new));
        sampled.tests += share;
        let mut chosen = spread(self.counts[i], share, &mut self.random).peekable();
        for (number, case) in (0..).zip(&mut self.listed.1) {
            case.take_if(|_| chosen.next_if_eq(&number).is_none());
        }
    }
}

/// Returns how many positions of a size to try when there is time for `left` positions in all, where `counts` are the
/// numbers of positions of this size and each larger one: all, as long as they take half of the time that is left or
/// there is time for a sample of each larger size as well; and then as many as fit in an equal part of the time for
/// each size, one at least.
fn share_of(counts: &[u64], left: u64, sampled: bool) -> u64 {
    let Some((&all, larger)) = counts.split_first() else {
        return 0;
    };
    let samples: u64 = larger.iter().map(|&positions| positions.min(SAMPLE)).sum();
    if !sampled && (all <= left / 2 || all.saturating_add(samples) <= left) {
        return all;
    }
    (left / counts.len() as u64).max(1).min(all)
}

/// Returns how many tests fit in a time when each takes `each`.
fn in_time(time: Duration, each: Duration) -> u64 {
    let number = time.as_nanos() / each.as_nanos().max(1);
    number.try_into().unwrap_or(u64::MAX)
}

/// Returns `count` of the numbers below `all` in their order: one at random of each of `count` equal parts.
fn spread(all: u64, count: u64, random: &mut Random) -> impl Iterator<Item = u64> {
    let begin = move |part: u64| (u128::from(all) * u128::from(part) / u128::from(count)) as u64;
    (0..count).map(move |part| random.between(begin(part), begin(part + 1) - 1))
}

#[cfg(test)]
mod unit {
    use super::*;

    /// The shares of gra for a program that takes this number of milliseconds each time.
    fn shares(milliseconds: u64) -> Vec<u64> {
        let counts: Vec<u64> = (2..=12).map(|m| (1 << (m - 1)) - 1).collect();
        let (mut left, mut sampled) = (60_000 / milliseconds, false);
        let mut share = |i: usize| {
            let share = share_of(&counts[i..], left, sampled);
            sampled |= share < counts[i];
            left -= share;
            share
        };
        (0..counts.len()).map(&mut share).collect()
    }

    #[test]
    fn every_program_gets_every_size() {
        let all = [1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047];
        assert_eq!(shares(14), all);
        // Those of Java and of Node, on two processors.
        assert_eq!(shares(40), [&all[..9], &[243, 244]].concat());
        assert_eq!(shares(100), [&all[..7], &[88, 88, 88, 89]].concat());
        // Two seconds each, one after the other.
        assert_eq!(shares(2000), [1, 3, 7, 2, 2, 2, 2, 2, 3, 3, 3]);
        for milliseconds in 1..3000 {
            let shares = shares(milliseconds);
            assert!(shares.iter().all(|&share| share > 0), "{shares:?}");
            assert!(shares.iter().sum::<u64>() * milliseconds <= 60_000);
        }
    }

    #[test]
    fn samples_are_spread_and_in_order() {
        for all in 1..40 {
            for count in 1..=all {
                let some: Vec<u64> = spread(all, count, &mut Random::new(1)).collect();
                assert_eq!(some.len() as u64, count);
                for (part, i) in (0..).zip(some) {
                    assert!((part * all / count..(part + 1) * all / count).contains(&i));
                }
            }
        }
        let draw = |seed| spread(1000, 50, &mut Random::new(seed)).collect::<Vec<u64>>();
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
}
