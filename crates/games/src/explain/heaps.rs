//! The page of a game that is a sum of heaps: the heaps drawn, their Grundy values, their nim-sum.

use grundy_core::heaps::{Move, nim_sum};

use super::page::{Page, Row, Table, counted, drawn_or_listed, list_moves, total, verdict, xor};
use crate::{Explanation, Line, Role, TypedGame};

/// Heaps are drawn when there are at most so many of them,
const HEAPS_DRAWN: usize = 16;
/// and none holds more stones than this.
const STONES_DRAWN: u64 = 40;
/// Winning moves that a page looks at: all of a position that is drawn.
const MOVES: usize = HEAPS_DRAWN * STONES_DRAWN as usize;

/// What a page says about a position.
pub(crate) struct Heaps<'a> {
    /// The game, as a title begins.
    pub(crate) title: &'a str,
    /// What the title says after the numbers of heaps and stones.
    pub(crate) bound: String,
    /// The sizes of the heaps.
    pub(crate) sizes: &'a [u64],
    /// Their Grundy values, where these are not the sizes.
    pub(crate) values: Option<Vec<u64>>,
    /// Where the values come from.
    pub(crate) theory: Vec<Line>,
    /// What there is to say about a heap of some size.
    pub(crate) note: &'a dyn Fn(u64) -> String,
    /// How many winning moves there are.
    pub(crate) count: u64,
}

impl<'a> Heaps<'a> {
    /// A position of a game whose heaps are Nim heaps of their sizes.
    pub(crate) fn of<G: TypedGame>(game: &'a G, position: &G::Position, sizes: &'a [u64]) -> Self {
        Self {
            title: &game.about().title,
            bound: String::new(),
            sizes,
            values: None,
            theory: Vec::new(),
            note: &|_| String::new(),
            count: game.claim(position).winning_moves,
        }
    }

    /// The heaps as they stand, and nothing that has to be found out.
    pub(crate) fn picture(&self) -> Explanation {
        let drawing = drawing(self.sizes, &[]);
        self.titled()
            .section(drawn_or_listed(drawing, "heaps", self.sizes))
            .end()
    }

    fn titled(&self) -> Page {
        Page::new(format!(
            "{}: {} with {}{}",
            self.title,
            counted(self.sizes.len() as u64, "heap"),
            counted(total(self.sizes), "stone"),
            self.bound
        ))
    }

    pub(crate) fn page(&self, winning: impl Iterator<Item = Move>) -> Explanation {
        let moves: Vec<Move> = winning.take(MOVES).collect();
        let values = self.values.as_deref().unwrap_or(self.sizes);
        let x = nim_sum(values.iter().copied());
        self.titled()
            .section(drawing(self.sizes, &moves))
            .section(self.theory.iter().cloned())
            .section(self.table(values, x, &moves))
            .section([verdict(x)])
            .section(list_moves(
                self.count,
                moves.iter().map(|winning| {
                    let at = winning.heap - 1;
                    let (size, value) = (self.sizes[at], values[at]);
                    let reason = if self.values.is_none() {
                        format!("leaves {}", xor(size, x))
                    } else {
                        let left = size - winning.stones;
                        format!("leaves {left}, of value {}", xor(value, x))
                    };
                    (winning.to_string(), reason)
                }),
            ))
            .end()
    }

    fn table(&self, values: &[u64], x: u64, moves: &[Move]) -> Vec<Line> {
        let columns: &[&str] = match self.values {
            Some(_) => &["heap", "stones", "value"],
            None => &["heap", "stones"],
        };
        let row = |at: usize| {
            let mut cells = vec![(at + 1).to_string(), self.sizes[at].to_string()];
            if self.values.is_some() {
                cells.push(values[at].to_string());
            }
            Row {
                cells,
                counts: Some(values[at]),
                note: (Role::Faint, (self.note)(self.sizes[at])),
            }
        };
        let winning: Vec<usize> = moves.iter().map(|winning| winning.heap - 1).collect();
        Table {
            thing: "heap",
            columns,
            rows: self.sizes.len(),
            row: &row,
            first_of_all: &winning,
            nim_sum: Some(x),
        }
        .lines()
    }
}

/// A line of stones for every heap, those at the end that a winning move takes set apart.
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
    let mut key = Line::of(Role::Faint, "  o stone");
    if !moves.is_empty() {
        key = key
            .and(Role::Plain, "   ")
            .and(Role::Winning, "O")
            .and(Role::Plain, " stone that a winning move takes");
    }
    lines.push(key);
    lines
}
