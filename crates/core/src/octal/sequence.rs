//! The values of single heaps of a game, as many as have been asked for.

#[cfg(test)]
mod tests;

use super::Code;
use super::cells::{Cell, Cells};
use super::search::Search;

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
    /// They are taken as they are: wrong ones lead to wrong ones. See
    /// [`spot_check`](super::certificate::spot_check).
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
