//! What a position looks like: a strip of squares with pawns, or rows of stones; and what of it counts in the nim-sum.

use grundy_games::Reduction;

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
    /// The number of the square.
    pub number: u64,
    pub piece: Option<Piece>,
    pub is_goal: bool,
}

/// A pawn or a stone.
pub struct Piece {
    /// The number of its group or row.
    pub group: u64,
    /// What is written on it.
    pub text: String,
    /// The name of the move that it makes, where that is legal. A stone takes those to its right as well.
    pub name: String,
}

/// Returns the nim-sum; `None` where it does not decide.
pub const fn nim_sum(reduction: &Reduction) -> Option<u64> {
    match *reduction {
        Reduction::Strip { nim_sum, .. } => nim_sum,
        Reduction::Stairs { nim_sum, .. }
        | Reduction::Piles { nim_sum, .. }
        | Reduction::Heaps { nim_sum, .. } => Some(nim_sum),
    }
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
    let (sizes, is_staircase) = match reduction {
        Reduction::Strip { m, .. } if *m > SQUARES => return Vec::new(),
        Reduction::Strip { m, groups, .. } => {
            let square = |number: u64| {
                let mut groups = groups.iter();
                let group = groups.find(|group| (group.first..=group.last).contains(&number));
                let pawn = group.map(|group| Piece {
                    group: group.number,
                    text: group.number.to_string(),
                    // A pawn moves to the next free square, behind its group.
                    name: format!("{number} -> {}", group.last + 1),
                });
                Cell {
                    number,
                    piece: pawn,
                    is_goal: number == *m,
                }
            };
            return vec![Row {
                label: String::new(),
                indent: 0,
                cells: (1..=*m).map(square).collect(),
            }];
        }
        Reduction::Stairs { coins, .. } => (coins, true),
        Reduction::Piles { piles, .. } => (piles, false),
        Reduction::Heaps { heaps, .. } => (heaps, false),
    };
    if sizes.len() > ROWS || sizes.iter().any(|&size| size > STONES) {
        return Vec::new();
    }
    let row = |(group, &size): (u64, &u64)| {
        let label = format!("{} {group}", thing(reduction));
        let stone = |taken: u64| Cell {
            number: taken,
            piece: Some(Piece {
                group,
                text: String::new(),
                name: format!("{taken} from {label}"),
            }),
            is_goal: false,
        };
        Row {
            indent: if is_staircase { group - 1 } else { 0 },
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
