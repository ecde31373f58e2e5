//! Values of heaps, in as little memory as they need.

use std::ops::BitXor;

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

/// Calls the same code for the cells of each width.
macro_rules! with_cells {
    ($all:expr, $cells:ident => $code:expr) => {
        match $all {
            Cells::Bytes($cells) => $code,
            Cells::Words($cells) => $code,
            Cells::Longs($cells) => $code,
        }
    };
}
pub(super) use with_cells;

impl Cells {
    /// How many heaps there are.
    #[inline]
    pub fn len(&self) -> usize {
        with_cells!(self, cells => cells.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap.
    ///
    /// # Panics
    /// When there is no such heap.
    #[inline]
    pub fn get(&self, heap: usize) -> u32 {
        with_cells!(self, cells => cells[heap].value())
    }

    /// All values, from heap 0 on.
    #[inline]
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
    pub(super) fn widen(&mut self) {
        fn wider<A: Copy, B: From<A>>(cells: &mut Vec<A>) -> Vec<B> {
            let room = cells.capacity();
            // Both are there for a moment: the narrow ones with no room to grow.
            cells.shrink_to_fit();
            let mut wide = Vec::with_capacity(room);
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

/// A type of cells.
pub(super) trait Cell: Copy + Eq + BitXor<Output = Self> + Into<u32> + TryFrom<u32> {
    #[inline]
    fn value(self) -> u32 {
        self.into()
    }
}

impl Cell for u8 {}
impl Cell for u16 {}
impl Cell for u32 {}
