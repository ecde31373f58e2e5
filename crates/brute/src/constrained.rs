//! Nim with forbidden moves (`AtCoder` ABC255 G): its rules.
//!
//! A move takes any positive number of stones from one heap, except that each of some given pairs (X, Y)
//! forbids to take exactly Y stones from a heap of exactly X. A player who cannot move loses. An empty
//! heap leaves the row.

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
    /// The forbidden moves, the same all through the play.
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
        /// After this number of forbidden moves in a row there is hardly an allowed one.
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
const MOST_HEAPS: u32 = 3;

/// The rows of a size: heaps from 1 to `largest`. They are numbered by length, then as in a dictionary.
#[derive(Clone, Copy)]
struct Rows {
    largest: u64,
}

impl Rows {
    /// How many rows of that many heaps there are; unless the largest heap size was already `seen`, only
    /// those in which it occurs count.
    const fn of(self, heaps: u32, seen: bool) -> u64 {
        let all = self.largest.pow(heaps);
        if seen {
            all
        } else {
            all - (self.largest - 1).pow(heaps)
        }
    }

    /// How many rows of 1 to [`MOST_HEAPS`] heaps there are.
    fn of_any_number(self, seen: bool) -> u64 {
        (1..=MOST_HEAPS).map(|heaps| self.of(heaps, seen)).sum()
    }

    /// How many positions of this size have sets of pairs before this one. Rows of sets without X = size
    /// count only with a heap of this size.
    fn before(self, set: u64) -> u64 {
        let without = set.min(self.sets_without_largest());
        without * self.of_any_number(false) + (set - without) * self.of_any_number(true)
    }

    const fn sets_without_largest(self) -> u64 {
        1 << Set::pairs_up_to(self.largest as u32 - 1)
    }

    /// The row of this number.
    fn row(self, mut number: u64, mut seen: bool) -> Vec<u64> {
        let mut heaps = 1;
        while number >= self.of(heaps, seen) {
            number -= self.of(heaps, seen);
            heaps += 1;
        }
        let mut row = Vec::with_capacity(heaps as usize);
        for right in (0..heaps).rev() {
            // As many rows begin with each heap below the largest; if none does, the heap is the largest.
            let behind = self.of(right, seen);
            let heap = number.checked_div(behind).map_or(u64::MAX, |heap| heap + 1);
            let heap = heap.min(self.largest);
            number -= (heap - 1) * behind;
            seen |= heap == self.largest;
            row.push(heap);
        }
        row
    }

    /// The number of a row, as [`row`](Self::row) counts.
    fn number(self, row: &[u64], mut seen: bool) -> u64 {
        let heaps = row.len() as u32;
        let mut number: u64 = (1..heaps).map(|heaps| self.of(heaps, seen)).sum();
        for (right, &heap) in (0..heaps).rev().zip(row) {
            number += (heap - 1) * self.of(right, seen);
            seen |= heap == self.largest;
        }
        number
    }
}

// Within a size: first the sets of pairs without X = size, whose rows must have a heap of this size, then
// the other sets with all rows. A move changes only the row, and makes its number smaller: fewer heaps, or
// one heap smaller.
impl Space for Constrained {
    const LARGEST_SIZE: u32 = Set::LARGEST;

    fn positions(&self, size: u32) -> u64 {
        match size {
            0 => 0,
            1..=Self::LARGEST_SIZE => {
                let largest = size.into();
                Rows { largest }.before(1 << Set::pairs_up_to(size))
            }
            _ => u64::MAX,
        }
    }

    fn position(&self, size: u32, index: u64) -> Position {
        assert!(
            size <= Self::LARGEST_SIZE && index < self.positions(size),
            "no position {index} of size {size}"
        );
        let largest = size.into();
        let rows = Rows { largest };
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
        let sizes = 1..=Self::LARGEST_SIZE.into();
        if heaps.len() > MOST_HEAPS as usize || !heaps.iter().all(|heap| sizes.contains(heap)) {
            return None;
        }
        let largest = (*heaps.iter().max()?).max(largest.into());
        let rows = Rows { largest };
        let seen = set >= rows.sets_without_largest();
        Some((largest as u32, rows.before(set) + rows.number(heaps, seen)))
    }
}
