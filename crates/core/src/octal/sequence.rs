//! [`Sequence`]: the values of the heaps 0, 1, 2, ... of a game: computed one after the other until a theorem proves
//! that they repeat, and copied from then on if a machine has checked the proof of the theorem.

#[cfg(test)]
mod tests;

use super::cells::{Cell, Cells, with_cells};
use super::search::Search;
use super::{Code, Period, period};

/// The largest heap whose value is given where a period is proved.
const LARGEST: u64 = 1_000_000_000_000_000_000;
/// The first search for a period is at this number of heaps; the next ones are each time that there are twice as many.
const FIRST_SEARCH: usize = 128;

/// The values of the heaps 0, 1, 2, ... of one game, as far as they were computed. Once a theorem proves that they
/// repeat, the value of every heap to 10^18 is known.
///
/// ```
/// use grundy_core::octal::Sequence;
/// let mut officers = Sequence::new("0.6".parse()?);
/// officers.extend(100_000);
/// assert_eq!(officers.cells().get(12), 0);
/// assert_eq!(officers.largest(), Some((285, 89_634)));
///
/// let kayles = Sequence::to("0.77".parse()?, 1000);
/// assert_eq!(kayles.get(1_000_000_000_000_000_000), 1);
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    code: Code,
    cells: Cells,
    /// The largest value, and the first heap that has it.
    largest: Option<(u32, usize)>,
    search: Search,
    /// The period, once it is proved.
    proved: Option<Period>,
    /// The number of heaps at which to look for a period next.
    prove_next: usize,
}

impl Sequence {
    /// The most threads that a sequence uses. More would wait for the one that finds the values.
    pub const MOST_THREADS: usize = 4;

    /// No values yet.
    pub fn new(code: Code) -> Self {
        let search = Search::new(&code);
        Self {
            code,
            cells: Cells::Bytes(Vec::new()),
            largest: None,
            search,
            proved: None,
            prove_next: FIRST_SEARCH,
        }
    }

    /// The values of all heaps up to `up_to`, and a period if these prove one. The cost is that of
    /// [`extend`](Self::extend) and of one [`look`](Self::look).
    pub fn to(code: Code, up_to: usize) -> Self {
        let mut sequence = Self::new(code);
        sequence.extend(up_to);
        sequence.look();
        sequence
    }

    /// A sequence that continues `values`. O(values).
    ///
    /// The values are not checked, and wrong ones lead to more wrong ones. See
    /// [`spot_check`](super::naive::spot_check).
    pub fn resume(code: Code, values: impl IntoIterator<Item = u32>) -> Self {
        let mut sequence = Self::new(code);
        for value in values {
            sequence.put(value);
        }
        let largest = sequence.largest.map_or(0, |(largest, _)| largest);
        let width = (largest as usize + 1).next_power_of_two().max(8);
        sequence.search.tabulate(width);
        sequence.search.learn_next = 0;
        sequence.prove_next = 0;
        sequence
    }

    /// The game.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The largest heap whose value is known: 10^18 where a period is proved, else the last one that was found; 0 for
    /// none.
    #[inline]
    pub fn up_to(&self) -> u64 {
        match self.proved {
            Some(_) => LARGEST,
            None => self.cells.len().saturating_sub(1) as u64,
        }
    }

    /// The value of a heap. O(1).
    ///
    /// # Panics
    /// When the heap is larger than [`up_to`](Self::up_to).
    #[inline]
    pub fn get(&self, heap: u64) -> u64 {
        let (same, periods, saltus) = match self.proved {
            Some(period) if heap >= self.cells.len() as u64 => {
                assert!(heap <= LARGEST, "heaps are given to 10^18");
                let (start, length) = (period.start as u64, period.length as u64);
                let beyond = heap - start;
                (start + beyond % length, beyond / length, period.saltus)
            }
            _ => (heap, 0, 0),
        };
        u64::from(self.cells.get(same as usize)) + periods * saltus
    }

    /// The period, if it was proved while values were computed: after at most twice as many as the theorem needs, and at
    /// each [`look`](Self::look).
    pub const fn proved(&self) -> Option<Period> {
        self.proved
    }

    /// The period of the values found so far: the proved one, or else what [`period::find`] finds. O(1) or O(heaps).
    pub fn period(&self) -> Option<Period> {
        self.proved
            .or_else(|| period::find(&self.code, &self.cells))
    }

    /// The values found or copied so far.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The values alone, without what was kept to find more of them.
    pub fn into_cells(self) -> Cells {
        self.cells
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

    /// Has [`extend`](Self::extend) use up to `threads` threads where it looks at many heaps together:
    /// [`MOST_THREADS`](Self::MOST_THREADS) at most, and one without this call. The values are the same, and
    /// [`work`](Self::work) may differ. Each thread keeps two bytes for each heap to which moves lead from the next ones.
    pub fn use_threads(&mut self, threads: usize) {
        self.search.threads = threads.clamp(1, Self::MOST_THREADS);
    }

    /// Finds the values of all heaps up to `up_to`. The cost is that of [`work`](Self::work), and from the proof of a
    /// period on O(1) a heap.
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
            if self.cells.len() >= self.prove_next {
                self.look();
            }
            if let Some(Period { length, saltus, .. }) = self.proved {
                for heap in self.cells.len()..=up_to {
                    let before = u64::from(self.cells.get(heap - length));
                    self.put((before + saltus) as u32);
                }
                return;
            }
            if self.cells.len() >= self.search.learn_next {
                self.search.learn(&self.cells);
            }
            self.find((up_to + 1).min(self.prove_next));
        }
    }

    /// Finds the values of the next heaps, those below `stop` at most, until there is a reason to learn again.
    fn find(&mut self, stop: usize) {
        let stop = stop.min(self.search.learn_next);
        let team = self.search.team(self.cells.len(), stop);
        while self.cells.len() < stop.min(self.search.learn_next) {
            let heap = self.cells.len();
            let value = with_cells!(&self.cells, cells => self.search.value(cells, team.as_ref()));
            self.put(value);
            self.search.found(heap, value);
        }
    }

    /// Looks for a period that the values found so far prove, which [`extend`](Self::extend) does only each time that their
    /// number has doubled. O(1) once a period is proved, else that of [`period::find`].
    pub fn look(&mut self) {
        // Values are copied only where a machine has checked why.
        self.proved = self.period().filter(Period::is_checked);
        self.prove_next = (2 * self.cells.len()).max(FIRST_SEARCH);
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
