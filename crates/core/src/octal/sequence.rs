//! [`Sequence`]: the values of the heaps 0, 1, 2, ... of a game, as far as they were computed.

#[cfg(test)]
mod tests;

use super::Code;
use super::cells::{Cell, Cells, with_cells};
use super::search::Search;

/// The values of the heaps 0, 1, 2, ... of one game, as far as they were computed.
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
        let search = Search::new(&code);
        Self {
            code,
            cells: Cells::Bytes(Vec::new()),
            largest: None,
            search,
        }
    }

    /// The values of all heaps up to `up_to`. The cost is that of [`extend`](Self::extend).
    pub fn to(code: Code, up_to: usize) -> Self {
        let mut sequence = Self::new(code);
        sequence.extend(up_to);
        sequence
    }

    /// A sequence that continues `values`. O(values).
    ///
    /// The values are not checked, and wrong ones lead to more wrong ones. See
    /// [`spot_check`](super::certificate::spot_check).
    pub fn resume(code: Code, values: impl IntoIterator<Item = u32>) -> Self {
        let mut sequence = Self::new(code);
        for value in values {
            sequence.put(value);
        }
        let largest = sequence.largest.map_or(0, |(largest, _)| largest);
        let width = (largest as usize + 1).next_power_of_two().max(8);
        sequence.search.tabulate(width);
        sequence.search.learn_next = 0;
        sequence
    }

    /// The game.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The largest heap whose value was found; 0 for none.
    #[inline]
    pub fn up_to(&self) -> u64 {
        self.cells.len().saturating_sub(1) as u64
    }

    /// The value of a heap.
    ///
    /// # Panics
    /// When the heap is larger than [`up_to`](Self::up_to).
    #[inline]
    pub fn get(&self, heap: u64) -> u64 {
        u64::from(self.cells.get(heap as usize))
    }

    /// The values found so far.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The largest value so far, and the smallest heap that has it.
    pub fn largest(&self) -> Option<(u32, usize)> {
        self.largest
    }

    /// The number of sums of two heaps looked at, and of moves that leave one: a measure of time that
    /// is the same on every machine.
    pub fn work(&self) -> u64 {
        self.search.work
    }

    /// The number of rare heaps; 0 while no space is used. See docs/experiments.md.
    pub fn rare(&self) -> usize {
        self.search.rare.len()
    }

    /// Makes room for the values of heaps up to `up_to`, and no more. A caller that extends a sequence in steps calls
    /// this first.
    pub fn reserve(&mut self, up_to: usize) {
        let missing = (up_to + 1).saturating_sub(self.cells.len());
        with_cells!(&mut self.cells, cells => cells.reserve_exact(missing));
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
            let value = with_cells!(&self.cells, cells => self.search.value(cells));
            self.put(value);
            self.search.found(heap, value);
        }
    }

    fn put(&mut self, value: u32) {
        fn push<T: Cell>(cells: &mut Vec<T>, value: u32) -> bool {
            T::try_from(value).map(|cell| cells.push(cell)).is_ok()
        }
        let heap = self.cells.len();
        while !with_cells!(&mut self.cells, cells => push(cells, value)) {
            self.cells.widen();
        }
        if self.largest.is_none_or(|(largest, _)| value > largest) {
            self.largest = Some((value, heap));
        }
    }
}
