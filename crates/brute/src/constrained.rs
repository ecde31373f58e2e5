//! Nim with forbidden moves (`AtCoder` ABC255 G): its rules.
//!
//! A move takes any positive number of stones from one heap, except that for each of some given
//! pairs (X, Y) nobody may take exactly Y stones from a heap of exactly X. A player who cannot move
//! loses. A heap that has been emptied leaves the row.

use std::sync::Arc;

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
    /// The pairs (X, Y), each once, in the same order all through the play.
    pub forbidden: Arc<[(u64, u64)]>,
    /// The heap sizes.
    pub heaps: Vec<u64>,
}

impl Rules for Constrained {
    type Position = Position;
    type Move = Move;

    /// The moves by heap, fewer stones first. O(heaps * stones * pairs).
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
            for taken in (1..=stones).filter(|&taken| !forbidden.contains(&(stones, taken))) {
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
        if forbidden.contains(&(*heaps.get(heap)?, taken)) {
            return None;
        }
        let mut heaps = rows::less(heaps, heap, taken)?;
        if heaps[heap] == 0 {
            heaps.remove(heap);
        }
        let forbidden = Arc::clone(forbidden);
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
            let allowed = !forbidden.contains(&(stones, taken));
            allowed.then_some(Move { heap, taken })
        })
    }

    fn moves_at_most(&self, position: &Position) -> u64 {
        rows::total(&position.heaps)
    }
}

/// Rows of at most this many heaps are in the space.
const MOST_HEAPS: u32 = 3;

/// How many pairs 1 <= Y <= X <= x there are: the pairs of one X stand together, in the order of X.
const fn pairs_up_to(x: u32) -> u32 {
    x * (x + 1) / 2
}

/// How many rows of `heaps` heaps from 1 to `largest` there are; of those, when the largest has not
/// been `seen` yet, only the rows in which it occurs.
const fn rows(heaps: u32, largest: u32, seen: bool) -> u64 {
    let all = (largest as u64).pow(heaps);
    if seen {
        all
    } else {
        all - (largest as u64 - 1).pow(heaps)
    }
}

/// How many rows of 1 to [`MOST_HEAPS`] heaps there are, as [`rows`] counts them.
fn all_rows(largest: u32, seen: bool) -> u64 {
    (1..=MOST_HEAPS)
        .map(|heaps| rows(heaps, largest, seen))
        .sum()
}

// Within a size: first the sets of pairs without X = size, whose rows must show the size, then the
// others with all rows; then by set; then by number of heaps; then as in a dictionary. A move
// changes only the row, and the row only downwards: fewer heaps, or one heap smaller.
impl Space for Constrained {
    const LARGEST_SIZE: u32 = 9;

    fn positions(&self, size: u32) -> u64 {
        match size {
            0 => 0,
            1..=Self::LARGEST_SIZE => {
                let without = 1_u64 << pairs_up_to(size - 1);
                let sets = 1_u64 << pairs_up_to(size);
                without * all_rows(size, false) + (sets - without) * all_rows(size, true)
            }
            _ => u64::MAX,
        }
    }

    fn position(&self, size: u32, index: u64) -> Position {
        assert!(
            size <= Self::LARGEST_SIZE && index < self.positions(size),
            "no position {index} of size {size}"
        );
        let without = 1_u64 << pairs_up_to(size - 1);
        let show_size = without * all_rows(size, false);
        let (set, mut rest, mut seen) = if index < show_size {
            let rows = all_rows(size, false);
            (index / rows, index % rows, false)
        } else {
            let (index, rows) = (index - show_size, all_rows(size, true));
            (without + index / rows, index % rows, true)
        };
        let mut heaps = 1;
        while rest >= rows(heaps, size, seen) {
            rest -= rows(heaps, size, seen);
            heaps += 1;
        }
        let mut row = Vec::with_capacity(heaps as usize);
        for right in (0..heaps).rev() {
            let mut heap = 1;
            while rest >= rows(right, size, seen || heap == size) {
                rest -= rows(right, size, seen || heap == size);
                heap += 1;
            }
            seen |= heap == size;
            row.push(u64::from(heap));
        }
        let pairs = (1..=size).flat_map(|x| (1..=x).map(move |y| (u64::from(x), u64::from(y))));
        Position {
            forbidden: pairs
                .enumerate()
                .filter(|(bit, _)| set >> bit & 1 == 1)
                .map(|(_, pair)| pair)
                .collect(),
            heaps: row,
        }
    }

    fn index(&self, position: &Position) -> Option<(u32, u64)> {
        let Position { forbidden, heaps } = position;
        let largest_x = forbidden.iter().map(|&(x, _)| x).max().unwrap_or(0);
        let size = u32::try_from(heaps.iter().copied().max()?.max(largest_x)).ok()?;
        let length = u32::try_from(heaps.len()).ok()?;
        if size > Self::LARGEST_SIZE || length > MOST_HEAPS || heaps.contains(&0) {
            return None;
        }
        let mut set = 0_u64;
        for &(x, y) in forbidden.iter() {
            if !(1..=x).contains(&y) {
                return None;
            }
            set |= 1 << (u64::from(pairs_up_to(x as u32 - 1)) + y - 1);
        }
        let without = 1_u64 << pairs_up_to(size - 1);
        let mut seen = set >= without;
        let mut index = if seen {
            without * all_rows(size, false) + (set - without) * all_rows(size, true)
        } else {
            set * all_rows(size, false)
        };
        index += (1..length)
            .map(|heaps| rows(heaps, size, seen))
            .sum::<u64>();
        for (right, &heap) in (0..length).rev().zip(heaps) {
            index += (1..heap).map(|_| rows(right, size, seen)).sum::<u64>();
            seen |= heap == u64::from(size);
        }
        Some((size, index))
    }
}
