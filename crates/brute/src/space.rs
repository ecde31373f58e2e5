//! Finite spaces: all positions of a game up to a size, numbered.

use crate::Rules;

/// A numbering of every position of a game by its *size* and, within the size, an index.
///
/// Each game defines the size of its positions. The numbering is a bijection: every position of the
/// space has one size and one index below [`positions`](Self::positions)`(size)`, and every such index is
/// a position.
///
/// **Order.** A move leads to a position that comes earlier: smaller in size, or of the same size
/// with a smaller index. The one exception is a finished game, a position without moves, which may
/// lie outside the space. Retrograde analysis depends on this order and checks it on every move.
///
/// ```
/// use grundy_brute::{Space, nim::Nim};
/// // Heaps and stones together are 3: one heap of 2, two heaps with a stone in one of them, and
/// // three empty heaps.
/// assert_eq!(Nim.positions(3), 4);
/// let all: Vec<Vec<u64>> = (0..4).map(|index| Nim.position(3, index)).collect();
/// assert_eq!(all, [vec![2], vec![1, 0], vec![0, 1], vec![0, 0, 0]]);
/// assert_eq!(Nim.index(&vec![0, 1]), Some((3, 2)));
/// ```
pub trait Space: Rules {
    /// The largest size whose positions a `u64` can number.
    const LARGEST_SIZE: u32;

    /// How many positions have this size; `u64::MAX` beyond [`LARGEST_SIZE`](Self::LARGEST_SIZE).
    /// O(1).
    fn positions(&self, size: u32) -> u64;

    /// The position of this size and index. O(size).
    ///
    /// # Panics
    /// When `index` is not below [`positions`](Self::positions)`(size)`, or `size` is beyond
    /// [`LARGEST_SIZE`](Self::LARGEST_SIZE).
    fn position(&self, size: u32, index: u64) -> Self::Position;

    /// The size and the index of a position, `None` for one outside the space. O(size).
    fn index(&self, position: &Self::Position) -> Option<(u32, u64)>;

    /// Every position of a size, in the order of their indices.
    ///
    /// # Panics
    /// When `size` is beyond [`LARGEST_SIZE`](Self::LARGEST_SIZE).
    fn of_size(&self, size: u32) -> impl Iterator<Item = Self::Position> {
        assert!(size <= Self::LARGEST_SIZE, "size {size} has no numbering");
        (0..self.positions(size)).map(move |index| self.position(size, index))
    }
}
