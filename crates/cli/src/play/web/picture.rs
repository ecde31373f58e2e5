//! What a position looks like: a strip of squares with pawns, or rows of stones; and what of it counts in the nim-sum.

use grundy_games::Reduction;

/// The largest number of squares of a strip that is drawn.
const SQUARES: u64 = 100;
/// The largest number of rows that are drawn,
const ROWS: usize = 24;
/// and the largest number of stones in one of them.
const STONES: u64 = 40;

/// A drawing. Its pieces have the names of the moves that they make, where these are legal.
pub enum Drawing {
    /// The squares of a strip, from square 1 on.
    Strip(Vec<Option<Pawn>>),
    /// Rows of stones, the topmost first.
    Rows(Vec<Row>),
}

/// A pawn on a square of the strip.
pub struct Pawn {
    /// The number of its group.
    pub group: u64,
    pub name: String,
}

/// A row of stones.
pub struct Row {
    /// Its number, counted from 1.
    pub number: u64,
    /// How far it is moved to the right, in stones.
    pub indent: u64,
    /// For each stone, from the left, the name of the move that takes it and those to its right.
    pub names: Vec<String>,
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

/// Returns what a part is called.
pub const fn thing(reduction: &Reduction) -> &'static str {
    match reduction {
        Reduction::Strip { .. } => "group",
        Reduction::Stairs { .. } => "step",
        Reduction::Piles { .. } => "pile",
        Reduction::Heaps { .. } => "heap",
    }
}

/// Returns the parts that count in the nim-sum: the number of each, and what it counts.
pub fn counting(reduction: &Reduction) -> Vec<(u64, u64)> {
    match reduction {
        Reduction::Strip { groups, .. } => {
            let is_odd = |stair: u64| stair % 2 == 1;
            let counting = groups.iter();
            let counting = counting.filter(|group| group.stair.is_some_and(is_odd));
            counting.map(|group| (group.number, group.size)).collect()
        }
        Reduction::Stairs { coins, .. } => (1..).zip(coins.to_owned()).step_by(2).collect(),
        Reduction::Piles { stairs, .. } => {
            // The steps are numbered from the right, the piles from the left.
            let numbers = (1..=stairs.len() as u64).rev();
            numbers.zip(stairs.to_owned()).step_by(2).collect()
        }
        Reduction::Heaps { heaps, values, .. } => {
            let values = values.as_ref().unwrap_or(heaps);
            (1..).zip(values.to_owned()).collect()
        }
    }
}

/// Returns the drawing; `None` of a position that is too large for one.
pub fn drawing(reduction: &Reduction) -> Option<Drawing> {
    let thing = thing(reduction);
    let (sizes, is_staircase) = match reduction {
        Reduction::Strip { m, groups, .. } => {
            let square = |number: u64| {
                let mut groups = groups.iter();
                let group = groups.find(|group| (group.first..=group.last).contains(&number))?;
                Some(Pawn {
                    group: group.number,
                    // A pawn moves to the next free square, behind its group.
                    name: format!("{number} -> {}", group.last + 1),
                })
            };
            let is_small = *m <= SQUARES;
            return is_small.then(|| Drawing::Strip((1..=*m).map(square).collect()));
        }
        Reduction::Stairs { coins, .. } => (coins, true),
        Reduction::Piles { piles, .. } => (piles, false),
        Reduction::Heaps { heaps, .. } => (heaps, false),
    };
    if sizes.len() > ROWS || sizes.iter().any(|&size| size > STONES) {
        return None;
    }
    let row = |(number, &size): (u64, &u64)| Row {
        number,
        indent: if is_staircase { number - 1 } else { 0 },
        names: (1..=size)
            .rev()
            .map(|taken| format!("{taken} from {thing} {number}"))
            .collect(),
    };
    let mut rows: Vec<Row> = (1..).zip(sizes).map(row).collect();
    if is_staircase {
        rows.reverse();
    }
    Some(Drawing::Rows(rows))
}

impl Drawing {
    /// Returns the names of the moves that the pieces make.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Strip(squares) => {
                let pawns = squares.iter().flatten();
                pawns.map(|pawn| pawn.name.as_str()).collect()
            }
            Self::Rows(rows) => {
                let stones = rows.iter().flat_map(|row| &row.names);
                stones.map(String::as_str).collect()
            }
        }
    }
}
