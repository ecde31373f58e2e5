//! The table of a game: its positions by size, and all positions reachable from them, with their values.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use grundy_brute::interned::Interned;
use grundy_brute::memory::{ByteSize, free_bytes, quarter};
use grundy_brute::solver::{Play, Solved};
use grundy_game::explain::best_play::best_play;
use grundy_game::explain::row::counted;
use grundy_game::line::{self, quoted, shown};
use grundy_game::{About, Error, Progress, Watch};

use crate::about::LARGEST;
use crate::program::{CallError, Runner, failed, side_by_side};

/// Marks a position without a known size.
const NONE: u32 = u32::MAX;
/// The most sizes that are listed before they are stored.
const SIZES: u32 = 64;
/// If a call for several sizes breaks a limit, the next one lists this part of them.
const FEWER_SIZES: u32 = 4;
/// Address space in bytes that threads and their allocators reserve.
const RESERVED: u64 = 128 << 20;

/// All positions that were listed or reached, by number and by size.
#[derive(Debug)]
pub(crate) struct Table {
    pub game: Interned,
    smallest: u32,
    /// The first size that has not been listed.
    next_size: u32,
    /// The positions of each listed size that has any, in the program's order. A program may list a billion sizes at a time.
    sizes: BTreeMap<u32, Vec<u32>>,
    /// The size of each position, [`NONE`] if the position was not listed.
    size_of: Vec<u32>,
    /// The most sizes that a call of `sizes` lists; 1 for a program without that verb.
    at_a_time: u32,
    /// Whether the program has listed several sizes together.
    has_sizes: bool,
    /// The number of starts that listed one size each; `None` after the user was told.
    starts: Option<u32>,
    /// The time of all work on the table, and the number of notes about it.
    busy: Duration,
    notes: u32,
    /// When work on the table began or was last counted.
    pub last: Instant,
}

impl Table {
    pub fn new(about: &About, memory: Option<u64>) -> Self {
        let play = if about.misere {
            Play::Misere
        } else {
            Play::Normal
        };
        // The rest is for tables that grow, for the programs, and for the other processes of the machine.
        let some = || Some(quarter()?.min(free_bytes()?.saturating_sub(RESERVED) / 2));
        Self {
            game: Interned::new(play, about.loops, memory.or_else(some)),
            smallest: about.smallest,
            next_size: about.smallest,
            sizes: BTreeMap::new(),
            size_of: Vec::new(),
            at_a_time: LARGEST,
            has_sizes: false,
            starts: Some(0),
            busy: Duration::ZERO,
            last: Instant::now(),
            notes: 0,
        }
    }

    /// Work on the table goes on: calls `watch` with the number of positions that are answered, and writes a note if one is
    /// due. Fails if `watch` ends the work.
    pub fn proceed(&mut self, runner: &Runner, rounds: u32, watch: Watch<'_>) -> Result<(), Error> {
        self.busy += std::mem::replace(&mut self.last, Instant::now()).elapsed();
        if let Some(notes) = runner.settings.notes
            && self.busy >= notes.after * (1 << self.notes.min(20))
        {
            self.notes += 1;
            let (name, reached) = (runner.name(), self.reached(rounds));
            let (positions, bytes) = (self.game.positions(), ByteSize(self.game.bytes()));
            let open = self.game.unanswered();
            let seconds =
                self.busy.as_secs_f64() * open.len() as f64 / f64::from(open.start.max(1));
            let waiting = match open.len() {
                0 => String::new(),
                _ if rounds == 0 => String::new(),
                open => format!(", {open} not examined yet ({seconds:.0} s or more)"),
            };
            let line = format!("{name}: {positions} positions ({bytes}){waiting}, {reached}");
            (notes.progress)(&line);
        }
        let progress = Progress {
            boards: self.game.unanswered().start.into(),
            of: self.game.positions().into(),
        };
        if watch(progress).is_break() {
            return Err(failed("stopped"));
        }
        Ok(())
    }

    /// Returns how far the search for positions has come, after some rounds of moves, for errors and progress.
    pub fn reached(&self, rounds: u32) -> String {
        let mut reached = Vec::new();
        if self.next_size > self.smallest {
            reached.push(format!("sizes to {} are listed", self.next_size - 1));
        }
        if let Some(newest) = self.game.positions().checked_sub(1)
            && rounds > 0
        {
            let (rounds, newest) = (counted(rounds, "round"), shown(self.game.text(newest)));
            let moves = format!("{rounds} of moves, the newest `{newest}`: does play end?");
            reached.push(moves);
        }
        reached.join(", ")
    }

    /// Returns the positions of a size; none if the size was not listed.
    pub fn of_size(&self, size: u32) -> &[u32] {
        self.sizes.get(&size).map_or(&[], Vec::as_slice)
    }

    fn size_of_number(&self, position: u32) -> Option<u32> {
        let size = self.size_of.get(position as usize).copied();
        size.filter(|&size| size != NONE)
    }

    /// Returns the size of a position if it was listed.
    pub fn size(&self, position: &str) -> Option<u32> {
        self.size_of_number(self.game.find(position)?)
    }

    /// Returns the value of a position if it was solved.
    pub fn value_of(&self, position: &str) -> Option<Solved> {
        self.game.value(self.game.find(position)?)
    }

    /// Returns the positions of best play from a position that was solved, where its remoteness is known.
    pub fn best_play(&self, position: &str) -> Option<Vec<String>> {
        let length = |text: &String| self.value_of(text)?.length;
        let options = |text: &String| {
            let number = self.game.find(text);
            let options = number.into_iter().flat_map(|at| self.game.options(at));
            options.map(|parts| self.texts(parts)).collect()
        };
        best_play(position.to_owned(), length, options)
    }

    /// Returns the texts of some positions.
    pub fn texts(&self, positions: impl IntoIterator<Item = u32>) -> Vec<String> {
        let texts = positions.into_iter().map(|number| self.game.text(number));
        texts.map(str::to_owned).collect()
    }

    /// Returns at most `most` listed positions with larger numbers than this one, in increasing order.
    pub fn listed_behind(&self, position: &str, most: usize) -> Vec<String> {
        let Some(number) = self.game.find(position) else {
            return Vec::new();
        };
        let behind = number + 1..self.size_of.len() as u32;
        let listed = behind.filter(|&number| self.size_of_number(number).is_some());
        self.texts(listed.take(most))
    }

    /// Returns whether a position is listed or reachable from a listed position by known moves. O(options).
    pub fn comes_to(&self, position: &str) -> bool {
        let position = self.game.find(position);
        let mut met = vec![false; self.game.positions() as usize];
        let mut open: Vec<u32> = self.sizes.values().flatten().copied().collect();
        while let Some(number) = open.pop() {
            if Some(number) == position {
                return true;
            }
            if !std::mem::replace(&mut met[number as usize], true) {
                open.extend(self.game.options(number).flatten());
            }
        }
        false
    }

    /// Returns whether every position that can be reached is listed. O(positions).
    pub fn is_closed(&self) -> bool {
        let numbers = 0..self.game.positions();
        numbers
            .into_iter()
            .all(|number| self.size_of_number(number).is_some())
    }

    /// Returns whether a known move leads to a sum. O(options).
    pub fn has_sums(&self) -> bool {
        let numbers = 0..self.game.positions();
        let mut options = numbers
            .into_iter()
            .flat_map(|number| self.game.options(number));
        options.any(|parts| parts.count() > 1)
    }

    /// Returns whether every position up to a size has been listed and solved.
    pub fn reaches(&self, up_to: u32) -> bool {
        self.is_listed(up_to) && self.game.unanswered().is_empty()
    }

    /// Returns whether every position up to a size has been listed.
    pub fn is_listed(&self, up_to: u32) -> bool {
        self.next_size > up_to
    }

    /// Lists every position up to a size, and up to `wanted` as well if the program lists several sizes in one call.
    pub fn list(
        &mut self,
        runner: &Runner,
        up_to: u32,
        wanted: u32,
        watch: Watch<'_>,
    ) -> Result<(), Error> {
        if up_to > LARGEST {
            return Err(failed(format!("size {up_to}: sizes go to {LARGEST}")));
        }
        self.last = Instant::now();
        while self.next_size <= up_to {
            let first = self.next_size;
            let last = wanted.min(first.saturating_add(self.at_a_time - 1));
            if last <= first || !self.list_together(runner, first..=last)? {
                let last = up_to.min(first.saturating_add(SIZES - 1));
                self.list_one_by_one(runner, first..=last, watch)?;
            }
            self.proceed(runner, 0, watch)?;
        }
        if self.at_a_time == 1 {
            self.starts = (self.starts).filter(|&starts| !runner.suggests_sizes(starts));
        }
        Ok(())
    }

    /// Returns whether the program lists several sizes at a time, as far as that is known.
    pub fn lists_together(&self) -> bool {
        self.at_a_time > 1
    }

    /// Lists sizes with `sizes A B`, which writes lines of a size and a position. Returns false if the program does not
    /// have this verb. If the sizes have too many positions for one call, none is listed, and the next call lists fewer.
    fn list_together(
        &mut self,
        runner: &Runner,
        sizes: RangeInclusive<u32>,
    ) -> Result<bool, Error> {
        let (first, last) = (sizes.start().to_string(), sizes.end().to_string());
        let words: &[&str] = &["sizes", &first, &last];
        let text = match runner.run(words, "") {
            Ok((text, _)) => Some(text),
            Err(CallError::Exceeded(error)) => {
                self.at_a_time = (sizes.end() - sizes.start()) / FEWER_SIZES;
                return if self.at_a_time > 1 {
                    Ok(true)
                } else {
                    Err(error)
                };
            }
            Err(CallError::Ended { .. }) => None,
            Err(CallError::Failed(error)) => return Err(error),
        };
        // A program may accept every verb and write nothing: sizes are listed one by one, if it has listed none together before.
        let is_listing = |text: &String| self.has_sizes || !text.trim_ascii().is_empty();
        let Some(text) = text.filter(is_listing) else {
            self.at_a_time = 1;
            return Ok(false);
        };
        self.has_sizes = true;
        let wrong = |what, found| format!("expected {what}, found {}", quoted(found));
        let range = format!("a size from {first} to {last}");
        self.add(runner, words, &text, &sizes, |line| {
            let pair = line.trim_ascii().split_once(' ');
            let (size, position) = pair.ok_or_else(|| wrong("a size and a position", line))?;
            let in_range = size.parse().ok().filter(|size| sizes.contains(size));
            Ok((in_range.ok_or_else(|| wrong(&range, size))?, position))
        })?;
        Ok(true)
    }

    /// Lists sizes with one call of `positions N` per size, several in parallel.
    fn list_one_by_one(
        &mut self,
        runner: &Runner,
        sizes: RangeInclusive<u32>,
        watch: Watch<'_>,
    ) -> Result<(), Error> {
        let words: Vec<(u32, String)> = sizes.map(|size| (size, size.to_string())).collect();
        self.starts = self.starts.map(|starts| starts + words.len() as u32);
        for words in words.chunks(runner.settings.jobs.max(1)) {
            let list = |(_, size): &(u32, String)| runner.run(&["positions", size], "");
            let texts = side_by_side(words, list);
            for (&(size, ref word), text) in words.iter().zip(texts) {
                let (text, _) = text?;
                let words = ["positions", word];
                self.add(runner, &words, &text, &(size..=size), |line| {
                    Ok((size, line))
                })?;
            }
            self.proceed(runner, 0, watch)?;
        }
        Ok(())
    }

    /// Adds the positions that the program listed for the next sizes, one per line. `read` splits a line into size and
    /// position.
    fn add<'a>(
        &mut self,
        runner: &Runner,
        words: &[&str],
        text: &'a str,
        sizes: &RangeInclusive<u32>,
        read: impl Fn(&'a str) -> Result<(u32, &'a str), String>,
    ) -> Result<(), Error> {
        let mut of_sizes = Vec::new();
        let mut positions = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let found = read(line).and_then(|(size, text)| Ok((size, line::single(text)?)));
            let (size, position) = found.map_err(|what| runner.wrong_line(words, number, &what))?;
            of_sizes.push(size);
            positions.push(position);
        }
        let numbers = self.game.add_all(positions.iter().copied());
        let numbers = numbers.map_err(|error| runner.unsolved(&error, &self.reached(0)))?;
        self.size_of.resize(self.game.positions() as usize, NONE);
        self.next_size = sizes.end() + 1;
        for (i, (number, size)) in numbers.into_iter().zip(of_sizes).enumerate() {
            let known = &mut self.size_of[number as usize];
            if *known != NONE {
                let position = shown(positions[i]);
                let what = format!("{position} is there twice: it was listed with size {known}");
                return Err(runner.wrong_line(words, i + 1, &what));
            }
            *known = size;
            self.sizes.entry(size).or_default().push(number);
        }
        Ok(())
    }

    /// Lists every position up to a size. Fails if there is none.
    pub fn list_to(&mut self, runner: &Runner, up_to: u32, watch: Watch<'_>) -> Result<(), Error> {
        self.list(runner, up_to, up_to, watch)?;
        if self.sizes.is_empty() {
            let what = format!("no position of size {} to {up_to}", self.smallest);
            return Err(runner.wrong(&[], &what));
        }
        Ok(())
    }
}
