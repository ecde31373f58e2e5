//! The values of single heaps, fast: by rare and common heaps.
//!
//! **Theory** (E. R. Berlekamp, in *Winning Ways*, 1982: the *sparse space*; A. Gangolli and T.
//! Plambeck, 1989). Call the values of a linear space of bit vectors *rare* and those of its other coset
//! *common*: see [`Space`]. A sum of two heaps has a common value only if one of them is rare. So, to
//! know which common values the moves from a heap reach that leave two, it is enough to go through the
//! rare heaps for the smaller part. Let c be the smallest common value that no move reaches. The heap's
//! value is c unless a smaller rare value is not reached either. That each of them is reached is
//! shown by going through all pairs until every one has been seen, which with many heaps is after a few
//! hundred; where that fails all pairs have been looked at, and the smallest value missing is known.
//!
//! Nothing here rests on how well values and space fit: with any space the values are right, and only
//! the time changes. For most games of this kind some space leaves few heaps rare. It is found as the
//! values come, each time that there are twice as many: of all masks the one that makes fewest
//! heaps rare, by a Walsh-Hadamard transform of how often each value occurs.

use super::Code;
use super::space::Space;

/// The values of heaps 0, 1, 2, ... in cells as narrow as the largest of them allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// All values below 2^8.
    Bytes(Vec<u8>),
    /// All below 2^16.
    Words(Vec<u16>),
    /// All below 2^32.
    Longs(Vec<u32>),
}

impl Cells {
    /// How many heaps there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Bytes(cells) => cells.len(),
            Self::Words(cells) => cells.len(),
            Self::Longs(cells) => cells.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap.
    ///
    /// # Panics
    /// When there is no such heap.
    pub fn get(&self, heap: usize) -> u32 {
        match self {
            Self::Bytes(cells) => u32::from(cells[heap]),
            Self::Words(cells) => u32::from(cells[heap]),
            Self::Longs(cells) => cells[heap],
        }
    }

    /// All values, from heap 0 on.
    pub fn iter(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        (0..self.len()).map(|heap| self.get(heap))
    }

    /// Bytes that a value takes.
    pub fn width(&self) -> usize {
        match self {
            Self::Bytes(_) => 1,
            Self::Words(_) => 2,
            Self::Longs(_) => 4,
        }
    }

    /// The same values in wider cells, with room for as many as now.
    fn widen(&mut self) {
        fn wider<A: Copy, B: From<A>>(cells: &Vec<A>) -> Vec<B> {
            let mut wide = Vec::with_capacity(cells.capacity());
            wide.extend(cells.iter().map(|&cell| B::from(cell)));
            wide
        }
        *self = match self {
            Self::Bytes(cells) => Self::Words(wider(cells)),
            Self::Words(cells) => Self::Longs(wider(cells)),
            Self::Longs(_) => unreachable!("values are below 2^32"),
        };
    }
}

/// What a cell has to be able to do.
trait Cell: Copy {
    fn read(self) -> u32;
    fn write(value: u32) -> Option<Self>;
}

macro_rules! cell {
    ($($type:ty),*) => {$(
        impl Cell for $type {
            #[inline]
            fn read(self) -> u32 {
                u32::from(self)
            }

            #[inline]
            fn write(value: u32) -> Option<Self> {
                Self::try_from(value).ok()
            }
        }
    )*};
}
cell!(u8, u16, u32);

/// The values of single heaps of one game, as many as have been asked for.
///
/// ```
/// use grundy_core::octal::Sequence;
/// let mut officers = Sequence::new("0.6".parse()?);
/// officers.extend(100_000);
/// assert_eq!(officers.cells().get(12), 0);
/// assert_eq!(officers.largest(), Some((285, 89_634)));
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    code: Code,
    cells: Cells,
    /// The largest value, and the first heap that has it.
    largest: Option<(u32, usize)>,
    search: Search,
}

impl Sequence {
    /// No values yet.
    pub fn new(code: Code) -> Self {
        let search = Search::new();
        Self {
            code,
            cells: Cells::Bytes(Vec::new()),
            largest: None,
            search,
        }
    }

    /// A sequence that goes on behind values which are known already. O(values).
    ///
    /// They are taken as they are: wrong ones lead to wrong ones.
    pub fn resume(code: Code, values: impl IntoIterator<Item = u32>) -> Self {
        let mut sequence = Self::new(code);
        for value in values {
            sequence.put(value);
        }
        sequence.search.width = sequence
            .largest
            .map_or(8, |(largest, _)| largest as usize + 1)
            .next_power_of_two()
            .max(8);
        sequence.search.learn_next = 0;
        sequence
    }

    /// The game.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The values found so far.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The largest value so far, and the smallest heap that has it.
    pub fn largest(&self) -> Option<(u32, usize)> {
        self.largest
    }

    /// How many sums of two heaps have been looked at, and moves that leave one: a measure of time that
    /// is the same on every machine.
    pub fn work(&self) -> u64 {
        self.search.work
    }

    /// How many heaps are rare in the space that is used now, 0 where none is.
    pub fn rare(&self) -> usize {
        self.search.rare.len()
    }

    /// Makes room for the values of heaps up to `up_to`, and no more: who extends a sequence in steps does
    /// this before.
    pub fn reserve(&mut self, up_to: usize) {
        let missing = (up_to + 1).saturating_sub(self.cells.len());
        match &mut self.cells {
            Cells::Bytes(cells) => cells.reserve_exact(missing),
            Cells::Words(cells) => cells.reserve_exact(missing),
            Cells::Longs(cells) => cells.reserve_exact(missing),
        }
    }

    /// Finds the values of all heaps up to `up_to`. The cost is that of [`work`](Self::work).
    ///
    /// # Panics
    /// When `up_to` is 2^32 or more.
    pub fn extend(&mut self, up_to: usize) {
        assert!(
            u32::try_from(up_to).is_ok(),
            "heaps are numbered in 32 bits"
        );
        self.reserve(up_to);
        self.search.prepare(&self.code, up_to);
        while self.cells.len() <= up_to {
            if self.cells.len() >= self.search.learn_next {
                self.search.learn(&self.cells);
            }
            let heap = self.cells.len();
            let value = match &self.cells {
                Cells::Bytes(cells) => self.search.value(cells),
                Cells::Words(cells) => self.search.value(cells),
                Cells::Longs(cells) => self.search.value(cells),
            };
            self.put(value);
            self.search.found(heap, value);
        }
    }

    fn put(&mut self, value: u32) {
        fn push<T: Cell>(cells: &mut Vec<T>, value: u32) -> bool {
            T::write(value).map(|cell| cells.push(cell)).is_some()
        }
        let heap = self.cells.len();
        while !match &mut self.cells {
            Cells::Bytes(cells) => push(cells, value),
            Cells::Words(cells) => push(cells, value),
            Cells::Longs(cells) => push(cells, value),
        } {
            self.cells.widen();
        }
        if self.largest.is_none_or(|(largest, _)| value > largest) {
            self.largest = Some((value, heap));
        }
    }
}

/// A heap whose value is rare.
#[derive(Clone, Copy, Debug)]
struct Rare {
    heap: u32,
    value: u32,
}

/// What is needed to find the next value.
#[derive(Clone, Debug)]
struct Search {
    /// Moves that take a whole heap, that leave one, two and three heaps: how many stones they take, and
    /// whether the heaps that are left must differ. Up to `prepared` stones.
    ends: Vec<usize>,
    takes: Vec<usize>,
    splits: Vec<(usize, bool)>,
    triples: Vec<(usize, bool)>,
    prepared: Option<usize>,
    space: Space,
    /// Increasing.
    rare: Vec<Rare>,
    /// A power of 2 above all values so far.
    width: usize,
    /// For each value below `width` whether a move has been found that reaches it.
    seen: Vec<u8>,
    /// For even and odd heaps, by value: 1 for what is rare.
    is_rare: [Vec<u8>; 2],
    /// The number of heaps at which to look for a better space.
    learn_next: usize,
    work: u64,
}

/// With fewer heaps than this no space is looked for.
const FIRST_GUESS: usize = 64;

impl Search {
    fn new() -> Self {
        Self {
            ends: Vec::new(),
            takes: Vec::new(),
            splits: Vec::new(),
            triples: Vec::new(),
            prepared: None,
            space: Space::default(),
            rare: Vec::new(),
            width: 8,
            seen: vec![0; 8],
            is_rare: [vec![1; 8], vec![1; 8]],
            learn_next: FIRST_GUESS,
            work: 0,
        }
    }

    /// Lists the moves that there are from heaps up to `up_to`.
    fn prepare(&mut self, code: &Code, up_to: usize) {
        if self.prepared.is_some_and(|prepared| prepared >= up_to) {
            return;
        }
        let from = self.prepared.map_or(0, |prepared| prepared as u64 + 1);
        for (k, digit) in code.moves(up_to as u64).filter(|&(k, _)| k >= from) {
            let (k, unequal) = (k as usize, digit.is_unequal());
            if digit.allows(0) {
                self.ends.push(k);
            }
            if digit.allows(1) {
                self.takes.push(k);
            }
            if digit.allows(2) {
                self.splits.push((k, unequal));
            }
            if digit.allows(3) {
                self.triples.push((k, unequal));
            }
        }
        self.prepared = Some(up_to);
    }

    /// Looks for a better space, by the second half of the heaps: what comes will be like them.
    fn learn(&mut self, cells: &Cells) {
        self.learn_next = (2 * cells.len()).max(FIRST_GUESS);
        if self.splits.is_empty() || cells.len() < FIRST_GUESS {
            return;
        }
        // A heap's size can count only where all moves that part one take an even number, or all an odd.
        let parity = self.splits[0].0 & 1;
        let parities = self.splits.iter().map(|(k, _)| k & 1);
        let taken = parities
            .clone()
            .all(|other| other == parity)
            .then_some(parity);
        let half = cells.len() / 2;
        let (space, rare) = Space::guess(half, &cells.iter().skip(half), taken);
        // With nearly half of them rare, all pairs are looked at anyway.
        self.space = if 5 * rare < 2 * (cells.len() - half) {
            space
        } else {
            Space::default()
        };
        self.rare.clear();
        if self.space != Space::default() {
            let heaps = cells.iter().enumerate().skip(1);
            let rare = heaps.filter(|&(heap, value)| !self.space.is_common(heap, value));
            self.rare.extend(rare.map(|(heap, value)| Rare {
                heap: heap as u32,
                value,
            }));
        }
        self.tabulate();
    }

    fn tabulate(&mut self) {
        self.seen.resize(self.width, 0);
        for (parity, table) in self.is_rare.iter_mut().enumerate() {
            table.clear();
            let values = 0..self.width as u32;
            table.extend(values.map(|value| u8::from(!self.space.is_common(parity, value))));
        }
    }

    /// Takes note of a value.
    fn found(&mut self, heap: usize, value: u32) {
        if value as usize >= self.width {
            self.width = (value as usize + 1).next_power_of_two();
            self.tabulate();
        }
        if heap > 0 && self.space != Space::default() && !self.space.is_common(heap, value) {
            let heap = heap as u32;
            self.rare.push(Rare { heap, value });
        }
    }

    /// The value of the heap behind all those whose values are `known`.
    fn value<T: Cell>(&mut self, known: &[T]) -> u32 {
        let heap = known.len();
        if self.seen.len() != self.width {
            self.tabulate();
        }
        let seen = &mut self.seen[..];
        seen.fill(0);
        if self.ends.binary_search(&heap).is_ok() {
            seen[0] = 1;
        }
        for &taken in &self.takes {
            if taken >= heap {
                break;
            }
            seen[known[heap - taken].read() as usize] = 1;
            self.work += 1;
        }
        for &(taken, unequal) in &self.triples {
            let left = heap.saturating_sub(taken);
            let apart = usize::from(unequal);
            for a in (1..left).take_while(|a| 3 * a + 3 * apart <= left) {
                let rest = left - a;
                for b in (a + apart..rest).take_while(|b| 2 * b + apart <= rest) {
                    let value = known[a].read() ^ known[b].read() ^ known[rest - b].read();
                    seen[value as usize] = 1;
                    self.work += 1;
                }
            }
        }
        // The common values that are reached.
        for &(taken, unequal) in &self.splits {
            let left = heap.saturating_sub(taken);
            let smaller = self
                .rare
                .partition_point(|rare| (rare.heap as usize) < left);
            mark(&self.rare[..smaller], known, left, unequal, seen);
            self.work += smaller as u64;
        }
        // The smallest common value that is not; no value from `width` on is reached at all.
        let is_rare = &self.is_rare[heap & 1][..];
        let missing = |value: &usize| seen[*value] | is_rare[*value] == 0;
        let common = (0..seen.len()).find(missing).unwrap_or(seen.len());
        // Smaller ones that are not reached yet: all of them rare.
        let mut open = seen[..common]
            .iter()
            .map(|&seen| usize::from(seen == 0))
            .sum::<usize>();
        'all: for &(taken, unequal) in &self.splits {
            let left = heap.saturating_sub(taken);
            let pairs = (left.saturating_sub(usize::from(unequal))) / 2;
            if left < 2 || open == 0 {
                continue;
            }
            let (small, large) = (&known[1..=pairs], &known[left - pairs..left]);
            for (looked, (a, b)) in small.iter().zip(large.iter().rev()).enumerate() {
                let value = (a.read() ^ b.read()) as usize;
                if value < common && seen[value] == 0 {
                    seen[value] = 1;
                    open -= 1;
                    if open == 0 {
                        self.work += looked as u64 + 1;
                        break 'all;
                    }
                }
            }
            self.work += pairs as u64;
        }
        let value = if open == 0 {
            common
        } else {
            let missing = seen.iter().position(|&seen| seen == 0);
            missing.expect("some value is open")
        };
        value as u32
    }
}

/// Marks the values of sums of a rare heap and another one, `left` stones together.
#[inline]
fn mark<T: Cell>(rare: &[Rare], known: &[T], left: usize, unequal: bool, seen: &mut [u8]) {
    // Values are below the length, a power of 2: that needs not be asked each time.
    let mask = seen.len() - 1;
    let mut mark = |part: &Rare| {
        let other = left - part.heap as usize;
        seen[(known[other].read() ^ part.value) as usize & mask] = 1;
    };
    if unequal && left.is_multiple_of(2) {
        rare.iter()
            .filter(|part| 2 * part.heap as usize != left)
            .for_each(mark);
    } else {
        rare.iter().for_each(&mut mark);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octal::naive;

    /// Whatever is called rare: the values are the same. Wrong guesses from the first heap on, and
    /// others in the middle.
    #[test]
    fn no_guess_makes_a_value_wrong() {
        let mut compared = 0;
        let codes = [
            "0.77", "0.6", "0.16", "4!.0", "4.[3]", "0.051", "0.356", "4.47!", "0.0f", "0.8",
        ];
        for code in codes.map(|code| code.parse::<Code>().unwrap()) {
            let up_to = if code.parts() == 3 { 80 } else { 300 };
            let right = naive::values(&code, up_to);
            for mask in 0..32 {
                for taken in [None, Some(0), Some(1)] {
                    let parity = |&(k, _): &(usize, bool)| Some(k & 1) == taken;
                    let mut sequence = Sequence::new(code.clone());
                    sequence.search.prepare(&code, up_to);
                    let place = taken.filter(|_| sequence.search.splits.iter().all(parity));
                    sequence.search.space = Space { mask, place };
                    sequence.search.tabulate();
                    sequence.search.learn_next = if mask % 2 == 0 { usize::MAX } else { 100 };
                    sequence.extend(up_to);
                    assert!(
                        sequence.cells.iter().eq(right.iter().copied()),
                        "{code}, {mask}"
                    );
                    compared += right.len();
                }
            }
        }
        assert_eq!(compared, 96 * (8 * 301 + 2 * 81));
    }

    /// A sequence that was stopped anywhere goes on as if it had not been.
    #[test]
    fn resumes() {
        for code in ["0.6", "0.16", "4!.0", "0.[3]"] {
            let mut whole = Sequence::new(code.parse().unwrap());
            whole.extend(2000);
            for stop in [0, 1, 63, 64, 65, 500, 1999, 2001] {
                let start = whole.cells.iter().take(stop);
                let mut resumed = Sequence::resume(whole.code.clone(), start);
                resumed.extend(2000);
                assert_eq!(resumed.cells, whole.cells);
                assert_eq!(resumed.largest, whole.largest);
            }
        }
    }

    #[test]
    fn cells_widen() {
        let mut nim = Sequence::new("0.[3]".parse().unwrap());
        nim.extend(255);
        assert_eq!(nim.cells.width(), 1);
        nim.extend(256);
        assert_eq!(nim.cells.width(), 2);
        assert!(nim.cells.iter().eq(0..=256));
        let wide = Sequence::resume(nim.code.clone(), 0..=65_536);
        assert_eq!(wide.cells.width(), 4);
        assert!(wide.cells.iter().eq(0..=65_536));
    }
}
