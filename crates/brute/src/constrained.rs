//! Nim with forbidden moves (`AtCoder` ABC255 G): its rules.
//!
//! A move takes any positive number of stones from one heap, except that for each of some given
//! pairs (X, Y) nobody may take exactly Y stones from a heap of exactly X. A player who cannot move
//! loses. A heap that has been emptied leaves the row.

mod pairs;

pub use self::pairs::Pairs;
use self::pairs::Set;
pub use crate::nim::Move;
use crate::{Below, Rules, See, Space, rows};

/// The rules of constrained Nim, for every set of forbidden pairs.
///
/// The size of a position is the largest number that occurs among its heaps and the Xs of its
/// pairs. The space holds, with every set of pairs 1 <= Y <= X <= size, every row of one to three
/// heaps, none of them empty; the order of the heaps matters. A row without heaps is a finished game
/// and outside the space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Constrained;

/// Heaps, and the pairs that forbid moves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// What moves are forbidden, the same all through the play.
    pub forbidden: Pairs,
    /// The heap sizes.
    pub heaps: Vec<u64>,
}

impl Rules for Constrained {
    type Position = Position;
    type Move = Move;

    /// The moves by heap, fewer stones first. O(heaps * stones), times O(pairs) when an X is beyond 9.
    ///
    /// ```
    /// use grundy_brute::{Rules, constrained::{Constrained, Move, Position}};
    /// let forbidden = [(3, 1), (3, 2)].into();
    /// let moves = Constrained.moves(&Position { forbidden, heaps: vec![3, 1] });
    /// let moves: Vec<_> = moves.into_iter().map(|(m, next)| (m.heap, m.taken, next.heaps)).collect();
    /// assert_eq!(moves, [(0, 3, vec![1]), (1, 1, vec![3])]);
    /// ```
    fn each_move(&self, position: &Position, see: See<'_, Self>) {
        let Position { forbidden, heaps } = position;
        let mut next = position.clone();
        for (heap, &stones) in heaps.iter().enumerate() {
            for taken in (1..=stones).filter(|&taken| !forbidden.forbid(stones, taken)) {
                if taken < stones {
                    next.heaps[heap] = stones - taken;
                } else {
                    next.heaps.remove(heap);
                }
                see(Move { heap, taken }, &next);
            }
            next.heaps.clone_from(heaps);
        }
    }

    fn play(&self, position: &Position, &Move { heap, taken }: &Move) -> Option<Position> {
        let Position { forbidden, heaps } = position;
        if forbidden.forbid(*heaps.get(heap)?, taken) {
            return None;
        }
        let mut heaps = rows::less(heaps, heap, taken)?;
        if heaps[heap] == 0 {
            heaps.remove(heap);
        }
        let forbidden = forbidden.clone();
        Some(Position { forbidden, heaps })
    }

    fn random_move(&self, position: &Position, below: Below<'_>) -> Option<Move> {
        /// Where so many moves in a row are forbidden there is hardly one that is not.
        const TRIES: usize = 64;
        let Position { forbidden, heaps } = position;
        (0..TRIES).find_map(|_| {
            let heap = below(heaps.len() as u64) as usize;
            let stones = *heaps.get(heap)?;
            let taken = 1 + below(stones);
            let allowed = !forbidden.forbid(stones, taken);
            allowed.then_some(Move { heap, taken })
        })
    }

    fn moves_at_most(&self, position: &Position) -> u64 {
        rows::total(&position.heaps)
    }
}

/// Rows of at most this many heaps are in the space.
const MOST_HEAPS: usize = 3;

/// How many rows of so many heaps from 1 to `largest` there are.
#[derive(Clone, Copy)]
struct Rows {
    largest: u32,
    /// By the number of heaps: all rows, and those in which the largest does not occur.
    all: [u64; MOST_HEAPS + 1],
    without: [u64; MOST_HEAPS + 1],
}

/// For each size the rows up to it; none for size 0.
static ROWS: [Rows; Set::LARGEST as usize + 1] = {
    let mut all = [Rows::up_to(0); Set::LARGEST as usize + 1];
    let mut largest = 1;
    while largest <= Set::LARGEST {
        all[largest as usize] = Rows::up_to(largest);
        largest += 1;
    }
    all
};

impl Rows {
    const fn up_to(largest: u32) -> Self {
        let mut rows = Self {
            largest,
            all: [1; MOST_HEAPS + 1],
            without: [1; MOST_HEAPS + 1],
        };
        let mut heaps = 1;
        while heaps <= MOST_HEAPS {
            rows.all[heaps] = rows.all[heaps - 1] * largest as u64;
            rows.without[heaps] = rows.without[heaps - 1] * largest.saturating_sub(1) as u64;
            heaps += 1;
        }
        rows
    }

    /// Rows of so many heaps; when the largest has not been `seen` yet, only those in which it occurs.
    fn of(&self, heaps: usize, seen: bool) -> u64 {
        let not_shown = if seen { 0 } else { self.without[heaps] };
        self.all[heaps] - not_shown
    }

    /// Rows of 1 to [`MOST_HEAPS`] heaps.
    fn of_any_number(&self, seen: bool) -> u64 {
        (1..=MOST_HEAPS).map(|heaps| self.of(heaps, seen)).sum()
    }

    /// Positions with the sets of pairs before this one, of this size: those without X = size have only rows that
    /// show the size.
    fn before(&self, set: u64) -> u64 {
        let hidden = set.min(self.sets_without_largest());
        hidden * self.of_any_number(false) + (set - hidden) * self.of_any_number(true)
    }

    fn sets_without_largest(&self) -> u64 {
        1 << Set::pairs_up_to(self.largest - 1)
    }

    /// The row of this number among those of 1 to [`MOST_HEAPS`] heaps.
    fn row(&self, mut number: u64, mut seen: bool) -> Vec<u64> {
        let mut heaps = 1;
        while number >= self.of(heaps, seen) {
            number -= self.of(heaps, seen);
            heaps += 1;
        }
        let mut row = Vec::with_capacity(heaps);
        for right in (0..heaps).rev() {
            // As many rows go on behind each heap that is not the largest; where none does, it is.
            let behind = self.of(right, seen);
            let heap = number.checked_div(behind).map_or(u64::MAX, |heap| heap + 1);
            let heap = heap.min(self.largest.into());
            number -= (heap - 1) * behind;
            seen |= heap == u64::from(self.largest);
            row.push(heap);
        }
        row
    }

    /// The number of a row, as [`row`](Self::row) counts.
    fn number(&self, row: &[u64], mut seen: bool) -> u64 {
        let shorter = (1..row.len()).map(|heaps| self.of(heaps, seen));
        let mut number = shorter.sum::<u64>();
        for (right, &heap) in (0..row.len()).rev().zip(row) {
            number += (heap - 1) * self.of(right, seen);
            seen |= heap == u64::from(self.largest);
        }
        number
    }
}

// Within a size: first the sets of pairs without X = size, whose rows must show the size, then the
// others with all rows; then by set; then by number of heaps; then as in a dictionary. A move
// changes only the row, and the row only downwards: fewer heaps, or one heap smaller.
impl Space for Constrained {
    const LARGEST_SIZE: u32 = Set::LARGEST;

    fn positions(&self, size: u32) -> u64 {
        match size {
            0 => 0,
            1..=Self::LARGEST_SIZE => ROWS[size as usize].before(1 << Set::pairs_up_to(size)),
            _ => u64::MAX,
        }
    }

    fn position(&self, size: u32, index: u64) -> Position {
        assert!(
            size <= Self::LARGEST_SIZE && index < self.positions(size),
            "no position {index} of size {size}"
        );
        let rows = &ROWS[size as usize];
        let without = rows.sets_without_largest();
        let (index, first_set, seen) = match index.checked_sub(rows.before(without)) {
            None => (index, 0, false),
            Some(index) => (index, without, true),
        };
        let rows_a_set = rows.of_any_number(seen);
        Position {
            forbidden: Pairs::of_bits(first_set + index / rows_a_set),
            heaps: rows.row(index % rows_a_set, seen),
        }
    }

    fn index(&self, position: &Position) -> Option<(u32, u64)> {
        let Position { forbidden, heaps } = position;
        let Set { bits: set, largest } = forbidden.set()?;
        let mut size = largest;
        if !(1..=MOST_HEAPS).contains(&heaps.len()) {
            return None;
        }
        for &heap in heaps {
            if !(1..=Self::LARGEST_SIZE.into()).contains(&heap) {
                return None;
            }
            size = size.max(heap as u32);
        }
        let rows = &ROWS[size as usize];
        let seen = set >= rows.sets_without_largest();
        Some((size, rows.before(set) + rows.number(heaps, seen)))
    }
}
