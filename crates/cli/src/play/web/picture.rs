//! What a position looks like: a strip with its groups or rows of stones, what of it counts, and the nim-sum.

use std::collections::HashMap;

use grundy_games::Reduction;

use crate::play::{Choices, PositionSum};

/// The largest number of squares of a strip that is drawn.
const SQUARES: u64 = 100;
/// The largest number of rows that are drawn,
const ROWS: usize = 24;
/// and the largest number of stones in one of them.
const STONES: u64 = 40;

/// The picture of a position.
pub(super) struct Picture {
    /// The drawing; `None` where the position is too large for it.
    pub drawing: Option<Drawing>,
    /// Whether every move has its piece in the drawing.
    pub is_bound: bool,
    /// What a part is called: `heap`.
    pub thing: &'static str,
    /// What its size counts, in the plural: `stones`.
    pub pieces: &'static str,
    /// The parts, with what of them counts.
    pub parts: Vec<Part>,
    /// The nim-sum; `None` where it does not decide.
    pub nim_sum: Option<u64>,
}

/// A drawing.
pub(super) enum Drawing {
    /// The squares of a strip, from square 1 on.
    Strip(Vec<Square>),
    /// Rows of stones, the topmost first.
    Rows(Vec<Row>),
}

/// A square of a strip.
pub(super) struct Square {
    /// The number of the group of the pawn on it.
    pub group: Option<u64>,
    /// The index of the pawn's move among the choices.
    pub at: Option<usize>,
}

/// A row of stones.
pub(super) struct Row {
    /// Its number, counted from 1.
    pub number: u64,
    /// How far it is moved to the right, in stones.
    pub indent: u64,
    /// For each stone, from the left, the index of the move that takes it and those to its right.
    pub stones: Vec<Option<usize>>,
}

/// A group, heap, step or pile.
pub(super) struct Part {
    pub number: u64,
    pub size: u64,
    /// What goes into the nim-sum; `None` where nothing does.
    pub counts: Option<u64>,
}

/// Returns the nim-sum that decides a position, where there is one.
pub(super) fn nim_sum(position: &PositionSum) -> Option<u64> {
    match reduction(position)? {
        Reduction::Strip { nim_sum, .. } => nim_sum,
        Reduction::Stairs { nim_sum, .. }
        | Reduction::Piles { nim_sum, .. }
        | Reduction::Heaps { nim_sum, .. } => Some(nim_sum),
    }
}

fn reduction(position: &PositionSum) -> Option<Reduction> {
    match position.parts() {
        [part] => part.reduction(),
        _ => None,
    }
}

/// Returns the picture of a position, its pieces bound to the moves that they make; `None` for a sum, and for a game
/// without a reduction.
pub(super) fn picture(position: &PositionSum, choices: &Choices) -> Option<Picture> {
    let reduction = reduction(position)?;
    let names = choices.moves.iter().map(|choice| choice.name.as_str());
    let moves: HashMap<&str, usize> = names.zip(0..).collect();
    let mut drawing = drawing(&reduction, &moves);
    let bound = drawing.as_ref().map_or(0, Drawing::bound);
    let is_bound = drawing.is_some() && bound == choices.moves.len();
    if !is_bound {
        // All moves are made in one place: on the list.
        drawing = self::drawing(&reduction, &HashMap::new());
    }
    let (thing, pieces) = words(&reduction);
    Some(Picture {
        drawing,
        is_bound,
        thing,
        pieces,
        parts: parts(&reduction),
        nim_sum: nim_sum(position),
    })
}

/// Returns what a part is called, and what its size counts.
const fn words(reduction: &Reduction) -> (&'static str, &'static str) {
    match reduction {
        Reduction::Strip { .. } => ("group", "pawns"),
        Reduction::Stairs { .. } => ("step", "coins"),
        Reduction::Piles { .. } => ("pile", "more than its left neighbour"),
        Reduction::Heaps { .. } => ("heap", "stones"),
    }
}

fn parts(reduction: &Reduction) -> Vec<Part> {
    let numbered = |sizes: &[u64], counts: &dyn Fn(u64, u64) -> Option<u64>| {
        let parts = (1..).zip(sizes).map(|(number, &size)| Part {
            number,
            size,
            counts: counts(number, size),
        });
        parts.collect()
    };
    match reduction {
        Reduction::Strip { groups, .. } => {
            let parts = groups.iter().map(|group| Part {
                number: group.number,
                size: group.size,
                counts: group
                    .stair
                    .filter(|stair| stair % 2 == 1)
                    .and(Some(group.size)),
            });
            parts.collect()
        }
        Reduction::Stairs { coins, .. } => {
            numbered(coins, &|number, size| (number % 2 == 1).then_some(size))
        }
        Reduction::Piles { stairs, .. } => {
            let last = stairs.len() as u64;
            let from_left: Vec<u64> = stairs.iter().rev().copied().collect();
            numbered(&from_left, &|number, size| {
                (last - number).is_multiple_of(2).then_some(size)
            })
        }
        Reduction::Heaps { heaps, values, .. } => {
            let values = values.as_ref().unwrap_or(heaps);
            numbered(heaps, &|number, _| Some(values[number as usize - 1]))
        }
    }
}

/// Returns the drawing, each piece with the index of its move: `moves` has the indices by name.
fn drawing(reduction: &Reduction, moves: &HashMap<&str, usize>) -> Option<Drawing> {
    let (thing, _) = words(reduction);
    let rows = |sizes: &[u64], indent: &dyn Fn(u64) -> u64| {
        let is_small = sizes.len() <= ROWS && sizes.iter().all(|&size| size <= STONES);
        let row = |(number, &size): (u64, &u64)| Row {
            number,
            indent: indent(number),
            stones: (1..=size)
                .rev()
                .map(|taken| moves.get(&*format!("{taken} from {thing} {number}")))
                .map(Option::<&usize>::copied)
                .collect(),
        };
        is_small.then(|| (1..).zip(sizes).map(row).collect::<Vec<_>>())
    };
    match reduction {
        Reduction::Strip { m, groups, .. } => (*m <= SQUARES).then(|| {
            let squares = (1..=*m).map(|number| {
                let mut groups = groups.iter();
                let group = groups.find(|group| (group.first..=group.last).contains(&number));
                // A pawn moves to the next free square, behind its group.
                let name = group.map(|group| format!("{number} -> {}", group.last + 1));
                Square {
                    group: group.map(|group| group.number),
                    at: name.and_then(|name| moves.get(&*name).copied()),
                }
            });
            Drawing::Strip(squares.collect())
        }),
        Reduction::Stairs { coins, .. } => {
            let mut rows = rows(coins, &|number| number - 1)?;
            rows.reverse();
            Some(Drawing::Rows(rows))
        }
        Reduction::Piles { piles: sizes, .. } | Reduction::Heaps { heaps: sizes, .. } => {
            rows(sizes, &|_| 0).map(Drawing::Rows)
        }
    }
}

impl Drawing {
    /// Returns how many pieces have a move.
    fn bound(&self) -> usize {
        match self {
            Self::Strip(squares) => squares.iter().filter_map(|square| square.at).count(),
            Self::Rows(rows) => rows.iter().flat_map(|row| &row.stones).flatten().count(),
        }
    }
}
