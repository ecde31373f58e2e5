//! Nim with forbidden moves (`AtCoder` ABC255 G): its rules.
//!
//! A move takes any positive number of stones from one heap, except that each of some given pairs (X, Y)
//! forbids to take exactly Y stones from a heap of exactly X. A player who cannot move loses. An empty
//! heap leaves the row.

mod pairs;

use std::sync::LazyLock;

pub use self::pairs::Pairs;
use self::pairs::{LARGEST, sets_up_to};
use crate::{Limited, RowGame, Space};

/// The rules of constrained Nim, for every set of forbidden pairs.
///
/// The size of a position is the largest number that occurs among its heaps and the Xs of its
/// pairs. The space holds, with every set of pairs 1 <= Y <= X <= size, every row of one to three
/// heaps, none of them empty; the order of the heaps matters. A row without heaps is a finished game
/// and outside the space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Constrained;

/// Heaps, and the pairs that forbid moves.
pub type Position = Limited<Pairs>;

impl RowGame for Constrained {
    type Position = Position;

    #[inline]
    fn is_allowed(position: &Position, heap: usize, stones: u64) -> bool {
        !position.limit.forbid(position.heaps[heap], stones)
    }

    #[inline]
    fn take(position: &Position, heap: usize, stones: u64, next: &mut Position) {
        if next.heaps.len() < position.heaps.len() {
            next.heaps.clone_from(&position.heaps);
        }
        match position.heaps[heap] - stones {
            0 => _ = next.heaps.remove(heap),
            left => next.heaps[heap] = left,
        }
    }
}

/// The rows of the space: one to three heaps from 1 to [`LARGEST`], as the digits of a number.
struct Rows {
    /// By the largest heap, then by the number of stones: a move leads to an earlier row.
    rows: Vec<Vec<u64>>,
    /// By the number whose digits are the heaps, the place among the rows.
    places: Vec<u64>,
}

static ROWS: LazyLock<Rows> = LazyLock::new(|| {
    let digits = |number: u64| -> Vec<u64> {
        let text = number.to_string();
        text.bytes().map(|digit| u64::from(digit - b'0')).collect()
    };
    let mut rows: Vec<Vec<u64>> = (1..1000).map(digits).collect();
    rows.retain(|row| !row.contains(&0));
    rows.sort_by_key(|row| (row.iter().copied().max(), row.iter().sum::<u64>()));
    let mut places = vec![0; 1000];
    for (place, row) in (0..).zip(&rows) {
        places[as_digits(row)] = place;
    }
    Rows { rows, places }
});

#[inline]
fn as_digits(row: &[u64]) -> usize {
    row.iter().fold(0, |number, &heap| 10 * number + heap) as usize
}

/// How many rows have no heap beyond `largest`.
#[inline]
const fn rows_up_to(largest: u32) -> u64 {
    let largest = largest as u64;
    largest + largest.pow(2) + largest.pow(3)
}

/// How many rows a set of pairs leaves out at this size, the first ones: a row of a set without X = size must have
/// a heap of this size.
#[inline]
const fn left_out(size: u32, set: u64) -> u64 {
    match set.checked_sub(sets_up_to(size - 1)) {
        None => rows_up_to(size - 1),
        Some(_) => 0,
    }
}

/// How many positions of this size have sets of pairs before this one.
#[inline]
fn before(size: u32, set: u64) -> u64 {
    let old_sets = set.min(sets_up_to(size - 1));
    set * rows_up_to(size) - old_sets * rows_up_to(size - 1)
}

// Within a size: first the sets of pairs without X = size, whose rows must have a heap of this size, then
// the other sets with all rows. A move changes only the row, to an earlier one.
impl Space for Constrained {
    const LARGEST_SIZE: u32 = LARGEST;

    fn positions(&self, size: u32) -> u64 {
        match size {
            0 => 0,
            1..=LARGEST => before(size, sets_up_to(size)),
            _ => u64::MAX,
        }
    }

    fn position(&self, size: u32, index: u64) -> Position {
        assert!(
            size <= LARGEST && index < self.positions(size),
            "no position {index} of size {size}"
        );
        let old_sets = sets_up_to(size - 1);
        let is_old = index < before(size, old_sets);
        let first_set = if is_old { 0 } else { old_sets };
        let (index, left_out) = (index - before(size, first_set), left_out(size, first_set));
        let rows = rows_up_to(size) - left_out;
        let row = left_out + index % rows;
        Position {
            limit: Pairs::of_bits(first_set + index / rows),
            heaps: ROWS.rows[row as usize].clone(),
        }
    }

    #[inline]
    fn index(&self, position: &Position) -> Option<(u32, u64)> {
        let Position { limit, heaps } = position;
        let set = limit.bits()?;
        let sizes = 1..=LARGEST.into();
        if heaps.len() > 3 || !heaps.iter().all(|heap| sizes.contains(heap)) {
            return None;
        }
        let mut size = *heaps.iter().max()? as u32;
        while set >= sets_up_to(size) {
            size += 1;
        }
        let row = ROWS.places[as_digits(heaps)];
        Some((size, before(size, set) + row - left_out(size, set)))
    }
}
