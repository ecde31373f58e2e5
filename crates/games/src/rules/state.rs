//! The positions of a game by size, and all positions reachable from them.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::{Progress, Watch};
use grundy_brute::interned::{Interned, InternedValue, Play};
use grundy_brute::memory::free_bytes;

use crate::rules::about::LARGEST;
use crate::rules::error::{RulesError, shown};
use crate::rules::explore;
use crate::rules::line;
use crate::rules::program::Runner;

/// Marks a position without a known size.
const NONE: u32 = u32::MAX;
/// The most sizes that are listed before they are stored.
const SIZES: u32 = 64;
/// If the program lists several sizes at a time, each call lists this many times as many as the one before, as long
/// as calls write fewer than `ENOUGH` bytes.
const MORE_SIZES: u32 = 4;
/// Address space in bytes that threads and their allocators reserve.
const RESERVED: u64 = 128 << 20;
/// The fewest sizes for which it pays to find out whether the program has the verb `sizes`.
const WORTH: u32 = 8;
const ENOUGH: usize = 1 << 16;

/// All positions that were listed or reached, by number and by size.
#[derive(Debug)]
pub(crate) struct State {
    pub game: Interned,
    smallest: u32,
    /// The positions of each size from the smallest on, in the program's order.
    sizes: Vec<Vec<u32>>,
    /// The size of each position, [`NONE`] if the position was not listed.
    size_of: Vec<u32>,
    /// Whether the program has the verb `sizes`; `None` before that was tried.
    lists_sizes: Option<bool>,
    /// How many sizes the next call lists.
    at_a_time: u32,
    /// Whether the verb `sizes` has listed any position: a program that accepts every verb succeeds and lists
    /// nothing.
    has_listed_sizes: bool,
}

impl State {
    pub fn new(smallest: u32, play: Play, memory: Option<u64>) -> Self {
        Self {
            // The other half is for tables that grow and for the programs.
            game: Interned::new(
                play,
                memory.or_else(|| Some(free_bytes()?.saturating_sub(RESERVED) / 2)),
            ),
            smallest,
            sizes: Vec::new(),
            size_of: Vec::new(),
            lists_sizes: None,
            at_a_time: 1,
            has_listed_sizes: false,
        }
    }

    /// Returns the positions of a size; none if the size was not listed.
    pub fn of_size(&self, size: u32) -> &[u32] {
        let place = size.checked_sub(self.smallest);
        place
            .and_then(|place| self.sizes.get(place as usize))
            .map_or(&[], Vec::as_slice)
    }

    /// Returns the size of a position if it was listed.
    pub fn size(&self, position: u32) -> Option<u32> {
        let size = self.size_of.get(position as usize).copied();
        size.filter(|&size| size != NONE)
    }

    /// Returns the value of a position if it was solved.
    pub fn value(&self, position: u32) -> Option<InternedValue> {
        self.game.value(position)
    }

    /// Returns the listed positions with a larger number than this one, in increasing order.
    pub fn listed_behind(&self, position: u32) -> impl Iterator<Item = u32> {
        let behind = self.size_of.iter().enumerate().skip(position as usize + 1);
        behind
            .filter(|(_, size)| **size != NONE)
            .map(|(number, _)| number as u32)
    }

    /// Returns whether a position is listed or reachable from a listed position by known moves. O(options).
    pub fn comes_to(&self, position: u32) -> bool {
        let mut met = vec![false; self.game.positions() as usize];
        let mut open: Vec<u32> = self.sizes.iter().flatten().copied().collect();
        while let Some(number) = open.pop() {
            if number == position {
                return true;
            }
            if !std::mem::replace(&mut met[number as usize], true) {
                open.extend(self.game.options(number).flatten());
            }
        }
        false
    }

    /// Returns whether every position up to a size has been listed and solved.
    pub fn reaches(&self, up_to: u32) -> bool {
        self.next_size() > up_to && self.game.unanswered().is_empty()
    }

    fn next_size(&self) -> u32 {
        self.smallest.saturating_add(self.sizes.len() as u32)
    }

    /// Returns whether every position up to a size has been listed.
    pub fn is_listed(&self, up_to: u32) -> bool {
        self.next_size() > up_to
    }

    /// Lists every position up to a size.
    pub fn list(
        &mut self,
        runner: &Runner,
        up_to: u32,
        watch: Watch<'_>,
    ) -> Result<(), RulesError> {
        if up_to > LARGEST {
            return Err(RulesError::Wrong(format!(
                "size {up_to}: sizes go to {LARGEST}"
            )));
        }
        while self.next_size() <= up_to {
            let first = self.next_size();
            if up_to - first >= WORTH && self.lists_sizes.is_none() {
                self.lists_sizes = Some(runner.offers(&["sizes", "1", "0"])?);
            }
            if first < up_to && self.lists_sizes == Some(true) {
                let last = up_to.min(first.saturating_add(self.at_a_time - 1));
                let written = self.list_sizes(runner, first..last + 1)?;
                if written < ENOUGH {
                    self.at_a_time = self.at_a_time.saturating_mul(MORE_SIZES);
                }
            } else {
                let last = up_to.min(first.saturating_add(SIZES - 1));
                self.list_one_by_one(runner, first..last + 1)?;
            }
            let progress = Progress {
                boards: self.game.unanswered().start.into(),
                of: self.game.positions().into(),
            };
            if watch(progress).is_break() {
                return Err(RulesError::Stopped);
            }
        }
        Ok(())
    }

    /// Lists sizes with `sizes A B`, which writes lines of a size and a position.
    fn list_sizes(&mut self, runner: &Runner, sizes: Range<u32>) -> Result<usize, RulesError> {
        let (first, last) = (sizes.start.to_string(), (sizes.end - 1).to_string());
        let words: &[&str] = &["sizes", &first, &last];
        let (text, _) = runner.run(words, "")?;
        if !self.has_listed_sizes && text.trim_ascii().is_empty() {
            let before = self.game.positions();
            self.list_one_by_one(runner, sizes)?;
            if self.game.positions() > before {
                self.lists_sizes = Some(false);
            }
            return Ok(0);
        }
        self.has_listed_sizes = true;
        let mut positions = Vec::new();
        let mut of_sizes = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let read = || {
                let (size, position) = line.trim_ascii().split_once(' ').ok_or_else(|| {
                    format!("expected a size and a position, found {:?}", shown(line))
                })?;
                let in_range = |size: &u32| sizes.contains(size);
                let size = size.parse().ok().filter(in_range).ok_or_else(|| {
                    format!(
                        "expected a size from {first} to {last}, found {:?}",
                        shown(size)
                    )
                })?;
                Ok((size, line::single(position)?))
            };
            let (size, position) =
                read().map_err(|what: String| runner.wrong_line(words, i + 1, None, &what))?;
            of_sizes.push(size);
            positions.push(position);
        }
        let numbers = self.add(runner, words, &positions, &of_sizes)?;
        let mut lists = vec![Vec::new(); sizes.len()];
        for (number, size) in numbers.into_iter().zip(of_sizes) {
            lists[(size - sizes.start) as usize].push(number);
        }
        self.sizes.extend(lists);
        Ok(text.len())
    }

    /// Lists sizes with one call of `positions N` per size, several in parallel.
    fn list_one_by_one(&mut self, runner: &Runner, sizes: Range<u32>) -> Result<(), RulesError> {
        let next = AtomicUsize::new(0);
        let lists: Mutex<Vec<Option<Result<String, RulesError>>>> =
            Mutex::new(sizes.clone().map(|_| None).collect());
        let jobs = runner.settings().jobs.clamp(1, sizes.len());
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        if i >= sizes.len() {
                            return;
                        }
                        let size = (sizes.start + i as u32).to_string();
                        let list = runner.run(&["positions", &size], "").map(|(text, _)| text);
                        if list.is_err() {
                            next.store(sizes.len(), Ordering::Relaxed);
                        }
                        let mut lists = lists.lock().unwrap_or_else(PoisonError::into_inner);
                        lists[i] = Some(list);
                    }
                });
            }
        });
        let lists = lists.into_inner().unwrap_or_else(PoisonError::into_inner);
        // After an error, some larger sizes may be missing, but all smaller ones are present.
        for (size, text) in sizes.zip(lists.into_iter().flatten()) {
            let text = text?;
            let words = ["positions", &size.to_string()];
            let mut positions = Vec::new();
            for (i, line) in text.lines().enumerate() {
                let position = line::single(line);
                positions.push(
                    position
                        .map_err(|what: String| runner.wrong_line(&words, i + 1, None, &what))?,
                );
            }
            let of_sizes = vec![size; positions.len()];
            let list = self.add(runner, &words, &positions, &of_sizes)?;
            self.sizes.push(list);
        }
        Ok(())
    }

    /// Adds listed positions, one per line, with these sizes.
    fn add(
        &mut self,
        runner: &Runner,
        words: &[&str],
        positions: &[&str],
        sizes: &[u32],
    ) -> Result<Vec<u32>, RulesError> {
        let numbers = self.game.add_all(positions.iter().copied());
        let numbers = numbers.map_err(|error| RulesError::unsolved(runner.name(), &error))?;
        self.size_of.resize(self.game.positions() as usize, NONE);
        for (i, (&number, &size)) in numbers.iter().zip(sizes).enumerate() {
            let known = &mut self.size_of[number as usize];
            if *known != NONE {
                let position = shown(positions[i]);
                let what = format!("{position} is there twice: it was listed with size {known}");
                return Err(runner.wrong_line(words, i + 1, None, &what));
            }
            *known = size;
        }
        Ok(numbers)
    }

    /// Lists and solves every position up to a size, and all that can be reached from them.
    pub fn reach(
        &mut self,
        runner: &Runner,
        up_to: u32,
        watch: Watch<'_>,
    ) -> Result<(), RulesError> {
        self.list(runner, up_to, watch)?;
        if self.sizes.iter().all(Vec::is_empty) {
            return Err(RulesError::Wrong(format!(
                "{}: no position of size {} to {up_to}",
                runner.name(),
                self.smallest
            )));
        }
        explore::close(runner, &mut self.game, watch)
    }
}
