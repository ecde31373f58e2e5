//! What a position looks like: a strip of squares with pawns, or rows of stones; and what of it counts in the nim-sum.

use grundy_games::{Group, Reduction};

/// The largest number of squares of a strip that is drawn.
const SQUARES: u64 = 100;
/// The largest number of rows that are drawn,
const ROWS: usize = 24;
/// and the largest number of stones in one of them.
const STONES: u64 = 40;

/// A strip, or a row of stones.
pub struct Row {
    pub label: String,
    /// How far it is moved to the right, in stones.
    pub indent: u64,
    pub cells: Vec<Cell>,
}

/// A square of the strip, or the place of a stone.
pub struct Cell {
    /// The group of the pawn, or the row of the stone; `None` of an empty square.
    pub group: Option<u64>,
    /// The name of the move that the piece makes, where that is legal. A stone takes those to its right as well.
    pub name: String,
}

/// Returns the parts that count in the nim-sum: the name of each, and what it counts.
pub fn counting(reduction: &Reduction) -> Vec<(String, u64)> {
    let numbered: Vec<(u64, u64)> = match reduction {
        Reduction::Strip { groups, .. } => {
            let is_odd = |stair: u64| stair % 2 == 1;
            let counting = groups.iter();
            let counting = counting.filter(|group| group.stair.is_some_and(is_odd));
            counting.map(|group| (group.number, group.size)).collect()
        }
        Reduction::Stairs { coins, .. } => (1..).zip(coins.clone()).step_by(2).collect(),
        Reduction::Piles { stairs, .. } => {
            // The steps are numbered from the right, the piles from the left.
            let numbers = (1..=stairs.len() as u64).rev();
            numbers.zip(stairs.clone()).step_by(2).collect()
        }
        Reduction::Heaps { heaps, values, .. } => {
            let values = values.as_ref().unwrap_or(heaps);
            (1..).zip(values.clone()).collect()
        }
    };
    let named = numbered.into_iter();
    let named = named.map(|(number, counts)| (format!("{} {number}", thing(reduction)), counts));
    named.collect()
}

/// Returns what a part is called.
const fn thing(reduction: &Reduction) -> &'static str {
    match reduction {
        Reduction::Strip { .. } => "group",
        Reduction::Stairs { .. } => "step",
        Reduction::Piles { .. } => "pile",
        Reduction::Heaps { .. } => "heap",
    }
}

/// Returns the drawing, the topmost row first; none of a position that is too large for one.
pub fn drawing(reduction: &Reduction) -> Vec<Row> {
    let sizes = match reduction {
        Reduction::Strip { m, groups, .. } => return strip(*m, groups),
        Reduction::Stairs { coins, .. } => coins,
        Reduction::Piles { piles, .. } => piles,
        Reduction::Heaps { heaps, .. } => heaps,
    };
    if sizes.len() > ROWS || sizes.iter().any(|&size| size > STONES) {
        return Vec::new();
    }
    let is_staircase = matches!(reduction, Reduction::Stairs { .. });
    let row = |(number, &size): (u64, &u64)| {
        let label = format!("{} {number}", thing(reduction));
        let stone = |taken: u64| Cell {
            group: Some(number),
            name: format!("{taken} from {label}"),
        };
        Row {
            indent: if is_staircase { number - 1 } else { 0 },
            cells: (1..=size).rev().map(stone).collect(),
            label,
        }
    };
    let mut rows: Vec<Row> = (1..).zip(sizes).map(row).collect();
    if is_staircase {
        rows.reverse();
    }
    rows
}

fn strip(m: u64, groups: &[Group]) -> Vec<Row> {
    if m > SQUARES {
        return Vec::new();
    }
    let square = |number: u64| {
        let mut groups = groups.iter();
        let group = groups.find(|group| (group.first..=group.last).contains(&number));
        Cell {
            group: group.map(|group| group.number),
            // A pawn moves to the next free square, behind its group.
            name: group.map_or_else(String::new, |group| {
                format!("{number} -> {}", group.last + 1)
            }),
        }
    };
    vec![Row {
        label: String::new(),
        indent: 0,
        cells: (1..=m).map(square).collect(),
    }]
}
