//! The page of a game that is a sum of heaps from which stones are taken.

use grundy_core::heaps::{Move, nim_sum};

use super::page::{Page, Row, counted_with, key, xor};
use crate::{Detail, Explanation, Line, Role};

/// Heaps are drawn when there are at most `HEAPS_DRAWN` of them,
const HEAPS_DRAWN: usize = 16;
/// and none holds more stones than this.
const STONES_DRAWN: u64 = 40;
/// Winning moves that a page looks at: all of a position that is drawn.
const MOVES: usize = HEAPS_DRAWN * STONES_DRAWN as usize;

/// What a page shows of a position.
pub(crate) struct Heaps<'a> {
    /// The game, as a title begins.
    pub(crate) title: &'a str,
    /// The end of the title, after the numbers of heaps and stones.
    pub(crate) bound: String,
    /// The sizes of the heaps.
    pub(crate) sizes: &'a [u64],
    /// Their Grundy values, where these are not the sizes.
    pub(crate) values: Option<Vec<u64>>,
    /// How the values follow from the sizes.
    pub(crate) theory: Vec<Line>,
    /// Returns a remark on a heap of some size.
    pub(crate) note: &'a dyn Fn(u64) -> String,
    /// The number of winning moves.
    pub(crate) count: u64,
}

impl Heaps<'_> {
    pub(crate) fn page(self, detail: Detail, winning: impl Iterator<Item = Move>) -> Explanation {
        let (sizes, has_values) = (self.sizes, self.values.is_some());
        let moves = detail.shown(winning.take(MOVES));
        let values = self.values.as_deref().unwrap_or(sizes);
        let x = nim_sum(values.iter().copied());
        let row = |at: usize| {
            let mut cells = vec![(at + 1).to_string(), sizes[at].to_string()];
            cells.extend(has_values.then(|| values[at].to_string()));
            Row {
                cells,
                counts: Some(values[at]),
                note: (Role::Faint, (self.note)(sizes[at])),
            }
        };
        let reason = |winning: &Move| {
            let at = winning.heap - 1;
            let reason = if has_values {
                let left = sizes[at] - winning.stones;
                format!("leaves {left}, of value {}", xor(values[at], x))
            } else {
                format!("leaves {}", xor(sizes[at], x))
            };
            (winning.to_string(), reason)
        };
        let columns = ["heap", "stones", "value"];
        Page {
            title: format!(
                "{}: {}{}",
                self.title,
                counted_with(sizes, "heap", "stone"),
                self.bound
            ),
            rules: Vec::new(),
            drawing: drawing(sizes, &moves),
            listed: ("heaps", sizes),
            theory: self.theory,
            columns: if has_values { &columns } else { &columns[..2] },
            rows: sizes.len(),
            row: &row,
            judgement: Vec::new(),
            nim_sum: Some(x),
            count: self.count,
            moves: &moves,
            row_of: &|winning| winning.heap - 1,
            reason: &reason,
        }
        .show(detail)
    }
}

/// A line of stones for every heap, with those that a winning move takes marked.
pub(crate) fn drawing(sizes: &[u64], moves: &[Move]) -> Vec<Line> {
    let small = sizes.iter().all(|&size| size <= STONES_DRAWN);
    if sizes.len() > HEAPS_DRAWN || !small {
        return Vec::new();
    }
    let width = sizes.len().to_string().len();
    let mut lines = Vec::new();
    for (heap, &size) in (1..).zip(sizes) {
        let of_heap = moves.iter().filter(|winning| winning.heap == heap);
        let taken = of_heap.map(|winning| winning.stones).max().unwrap_or(0);
        let line = Line::of(Role::Faint, format!("  heap {heap:>width$}  "))
            .and(Role::Piece, "o".repeat((size - taken) as usize))
            .and(Role::Winning, "O".repeat(taken as usize));
        lines.push(line);
    }
    lines.push(key(
        Line::of(Role::Faint, "  o stone"),
        !moves.is_empty(),
        "stone that a winning move takes",
    ));
    lines
}
