//! What a position looks like, read off the facts that `explain` gives for machines: a strip with its
//! groups, or rows of stones; what of it counts, and the nim-sum.

use serde::Deserialize;
use serde_json::Value;

use crate::{Choices, PlayError, Position};
use grundy_games::Entry;

/// Strips are drawn up to so many squares,
const SQUARES: u64 = 100;
/// rows up to so many,
const ROWS: usize = 24;
/// of so many stones each.
const STONES: u64 = 40;

/// The facts of the games that can be drawn.
#[derive(Deserialize)]
#[serde(untagged)]
enum Facts {
    Strip {
        m: u64,
        groups: Vec<Group>,
        nim_sum: Option<u64>,
    },
    Stairs {
        coins: Vec<u64>,
        nim_sum: u64,
    },
    Piles {
        piles: Vec<u64>,
        nim_sum: u64,
    },
    Heaps {
        heaps: Vec<u64>,
        values: Option<Vec<u64>>,
        nim_sum: u64,
    },
}

/// Pawns that stand together.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Group {
    pub number: u64,
    first: u64,
    last: u64,
    size: u64,
}

/// A position to be drawn.
pub(super) struct Picture {
    /// The drawing; `None` where the position is too large for it.
    pub drawing: Option<Drawing>,
    /// Whether every move is that of a piece of the drawing.
    pub is_bound: bool,
    /// What a part is called: `heap`.
    pub thing: &'static str,
    /// What its size is counted in, in the plural: `stones`.
    pub pieces: &'static str,
    /// The parts, with what of them counts.
    pub parts: Vec<Part>,
    /// The nim-sum; `None` where it does not decide.
    pub nim_sum: Option<u64>,
}

/// A drawing.
pub(super) enum Drawing {
    /// A strip of so many squares.
    Strip(Vec<Square>),
    /// Rows of stones, the topmost first.
    Rows(Vec<Row>),
}

/// A square of a strip.
pub(super) struct Square {
    pub number: u64,
    /// The group of the pawn that stands there.
    pub group: Option<u64>,
    /// The place of its move among the choices.
    pub at: Option<usize>,
}

/// A row of stones.
pub(super) struct Row {
    /// Its number, counted from 1.
    pub number: u64,
    /// How far it is moved to the right.
    pub indent: u64,
    /// For each stone, from the left, the place of the move that takes it and those to its right.
    pub stones: Vec<Option<usize>>,
}

/// A group, heap, step or pile.
pub(super) struct Part {
    pub number: u64,
    pub size: u64,
    /// What goes into the nim-sum; `None` where nothing does.
    pub counts: Option<u64>,
}

/// The numbers in a move's name, in their order.
fn numbers(name: &str) -> Vec<u64> {
    let words = name.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// The nim-sum of a position where its game tells one.
pub(super) fn nim_sum(game: &dyn Entry, position: &Position) -> Result<Option<u64>, PlayError> {
    Ok(facts(game, position)?.and_then(|facts| match facts {
        Facts::Strip { nim_sum, .. } => nim_sum,
        Facts::Stairs { nim_sum, .. }
        | Facts::Piles { nim_sum, .. }
        | Facts::Heaps { nim_sum, .. } => Some(nim_sum),
    }))
}

/// Whether anybody here can draw the game of this position.
pub(super) fn is_drawn(game: &dyn Entry, position: &Position) -> Result<bool, PlayError> {
    Ok(facts(game, position)?.is_some())
}

fn facts(game: &dyn Entry, position: &Position) -> Result<Option<Facts>, PlayError> {
    let [part] = &position.0[..] else {
        return Ok(None);
    };
    let facts = match game.explain_json(part.as_bytes())? {
        Value::Array(mut all) if all.len() == 1 => all.remove(0),
        facts => facts,
    };
    // Facts of another form are those of a game that nobody here can draw.
    Ok(serde_json::from_value(facts).ok())
}

/// The picture of a position, its pieces bound to the moves that they make; `None` for a game that
/// nobody here can draw.
pub(super) fn picture(
    game: &dyn Entry,
    position: &Position,
    choices: &Choices,
) -> Result<Option<Picture>, PlayError> {
    let Some(facts) = facts(game, position)? else {
        return Ok(None);
    };
    let mut picture = drawn(&facts);
    if let Some(drawing) = &mut picture.drawing {
        let moves = choices.moves.iter().map(|choice| numbers(&choice.name));
        picture.is_bound = drawing.bind(&moves.collect::<Vec<_>>());
    }
    Ok(Some(picture))
}

/// A picture whose pieces stand for no move yet.
fn drawn(facts: &Facts) -> Picture {
    let part = |number, size, counts| Part {
        number,
        size,
        counts,
    };
    let (drawing, thing, pieces, parts, nim_sum): (_, _, _, Vec<Part>, _) = match facts {
        Facts::Strip { m, groups, nim_sum } => {
            let parts = groups.iter().map(|&Group { number, size, .. }| {
                let counts = number >= 3 && number % 2 == 1;
                part(number, size, counts.then_some(size))
            });
            (
                strip(*m, groups),
                "group",
                "pawns",
                parts.collect(),
                *nim_sum,
            )
        }
        Facts::Stairs { coins, nim_sum } => {
            let drawing = rows(coins, |number| number - 1).map(|mut rows| {
                rows.reverse();
                Drawing::Rows(rows)
            });
            let parts = (1..)
                .zip(coins)
                .map(|(number, &size)| part(number, size, (number % 2 == 1).then_some(size)));
            (drawing, "step", "coins", parts.collect(), Some(*nim_sum))
        }
        Facts::Piles { piles, nim_sum } => {
            let drawing = rows(piles, |_| 0).map(Drawing::Rows);
            let before = [0].into_iter().chain(piles.iter().copied());
            let more = piles
                .iter()
                .zip(before)
                .map(|(pile, left)| pile.saturating_sub(left));
            let last = piles.len() as u64;
            let parts = (1..).zip(more).map(|(number, more)| {
                let counts = (last - number).is_multiple_of(2);
                part(number, more, counts.then_some(more))
            });
            let pieces = "more than its left neighbour";
            (drawing, "pile", pieces, parts.collect(), Some(*nim_sum))
        }
        Facts::Heaps {
            heaps,
            values,
            nim_sum,
        } => {
            let drawing = rows(heaps, |_| 0).map(Drawing::Rows);
            let values = values.as_deref().unwrap_or(heaps);
            let parts = (1..).zip(heaps.iter().zip(values));
            let parts = parts.map(|(number, (&size, &value))| part(number, size, Some(value)));
            (drawing, "heap", "stones", parts.collect(), Some(*nim_sum))
        }
    };
    let is_bound = false;
    Picture {
        drawing,
        is_bound,
        thing,
        pieces,
        parts,
        nim_sum,
    }
}

/// A strip of m squares, if it can be drawn.
fn strip(m: u64, groups: &[Group]) -> Option<Drawing> {
    let group = |number| {
        let mut groups = groups.iter();
        groups.find(|group| (group.first..=group.last).contains(&number))
    };
    let squares = (1..=m.min(SQUARES)).map(|number| Square {
        number,
        group: group(number).map(|group| group.number),
        at: None,
    });
    (m <= SQUARES).then(|| Drawing::Strip(squares.collect()))
}

/// Rows of so many stones, if they can be drawn.
fn rows(sizes: &[u64], indent: impl Fn(u64) -> u64) -> Option<Vec<Row>> {
    let is_small = sizes.len() <= ROWS && sizes.iter().all(|&size| size <= STONES);
    let row = |(number, &size): (u64, &u64)| Row {
        number,
        indent: indent(number),
        stones: vec![None; size as usize],
    };
    is_small.then(|| (1..).zip(sizes).map(row).collect())
}

impl Drawing {
    /// Binds each piece to the move it makes, of those whose names have these numbers: a pawn's square
    /// first, or stones and their row. Where that does not serve for every move it is done for none,
    /// since all are to be found in one place; true when every move has its piece.
    fn bind(&mut self, moves: &[Vec<u64>]) -> bool {
        let mut bound = vec![0; moves.len()];
        let mut place = |is_meant: &dyn Fn(&[u64]) -> bool| {
            let at = moves.iter().position(|numbers| is_meant(numbers))?;
            bound[at] += 1;
            Some(at)
        };
        match self {
            Self::Strip(squares) => {
                for square in squares {
                    let number = square.number;
                    square.at = place(&|numbers| numbers.first() == Some(&number));
                }
            }
            Self::Rows(rows) => {
                for Row { number, stones, .. } in rows {
                    let size = stones.len();
                    for (left, stone) in stones.iter_mut().enumerate() {
                        let taken = (size - left) as u64;
                        *stone = place(&|numbers| *numbers == [taken, *number]);
                    }
                }
            }
        }
        let is_bound = bound.iter().all(|&pieces| pieces == 1);
        if !is_bound {
            self.unbind();
        }
        is_bound
    }

    fn unbind(&mut self) {
        match self {
            Self::Strip(squares) => squares.iter_mut().for_each(|square| square.at = None),
            Self::Rows(rows) => rows.iter_mut().for_each(|row| row.stones.fill(None)),
        }
    }
}
