//! The text about a position that is a nim-sum of parts.

use super::row::{Row, Winning, counted, key, xor};
use super::strip;
use crate::{Line, Reduction, Role};

/// Rows of numbers are drawn when they have at most `PARTS_DRAWN` numbers,
const PARTS_DRAWN: usize = 24;
/// and none of them is larger than this.
const PIECES_DRAWN: u64 = 40;
/// Forbidden moves that a page lists, at most.
const PAIRS_LISTED: usize = 16;

impl Reduction {
    /// The words for a part and for what it consists of.
    const fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::Strip { .. } => ("group", "pawn"),
            Self::Stairs { .. } => ("step", "coin"),
            Self::Piles { .. } => ("pile", "stone"),
            Self::Heaps { .. } => ("heap", "stone"),
        }
    }

    /// The numbers of a row; none of a strip.
    fn row_of_numbers(&self) -> &[u64] {
        match self {
            Self::Strip { .. } => &[],
            Self::Stairs { coins: row, .. }
            | Self::Piles { piles: row, .. }
            | Self::Heaps { heaps: row, .. } => row,
        }
    }

    /// The title of a page: the game and the size of the position.
    pub(super) fn title(&self, game: &str) -> String {
        if let Self::Strip { m, n, .. } = self {
            let (squares, pawns) = (counted(*m, "square"), counted(*n as u64, "pawn"));
            return format!("A strip of {squares} with {pawns}");
        }
        let (part, piece) = self.words();
        let row = self.row_of_numbers();
        // The sum may exceed 64 bits.
        let total: u128 = row.iter().map(|&size| u128::from(size)).sum();
        let (parts, pieces) = (counted(row.len() as u64, part), counted(total, piece));
        let bound = match self {
            Self::Heaps { k: Some(k), .. } => format!(", at most {k} a move"),
            Self::Heaps {
                pairs: Some(pairs), ..
            } => {
                format!(", {}", counted(pairs.len() as u64, "forbidden pair"))
            }
            _ => String::new(),
        };
        format!("{game}: {parts} with {pieces}{bound}")
    }

    /// The position drawn, with the pieces that winning moves take marked; empty where it is too large.
    pub(super) fn drawing(&self, moves: &[Winning]) -> Vec<Line> {
        if let Self::Strip { m, groups, .. } = self {
            return strip::drawing(*m, groups, moves);
        }
        let (part, piece) = self.words();
        let row = self.row_of_numbers();
        if row.len() > PARTS_DRAWN || row.iter().any(|&size| size > PIECES_DRAWN) {
            return Vec::new();
        }
        let width = row.len().to_string().len();
        let pieces = |sign: &str, count: u64| sign.repeat(count as usize);
        let mut lines = Vec::new();
        for (at, &size) in row.iter().enumerate() {
            let of_part = moves.iter().filter(|winning| winning.place == at);
            let taken = of_part.map(|winning| winning.amount).max().unwrap_or(0);
            let (indent, stay) = match self {
                Self::Stairs { .. } => (2 * at + 2, 0),
                Self::Piles { stairs, .. } => (2, size - stairs[row.len() - 1 - at]),
                _ => (2, 0),
            };
            let name = format!("  {part} {:>width$}{}", at + 1, " ".repeat(indent));
            let line = Line::of(Role::Faint, name + &pieces(":", stay))
                .and(Role::Piece, pieces("o", size - stay - taken))
                .and(Role::Winning, pieces("O", taken));
            lines.push(line);
        }
        let mut signs = Line::of(Role::Faint, format!("  o {piece}"));
        match self {
            Self::Stairs { .. } => lines.reverse(),
            Self::Piles { .. } => signs = signs.and(Role::Faint, "   : stone that has to stay"),
            _ => {}
        }
        let winning = format!("{piece} that a winning move takes");
        lines.push(key(signs, !moves.is_empty(), &winning));
        lines
    }

    /// What replaces a drawing of a large position: a heading and numbers.
    pub(super) fn listed(&self) -> (String, Vec<u64>) {
        match self {
            Self::Strip { groups, .. } => {
                let groups = groups.iter().rev();
                let squares = groups.flat_map(|group| group.first..=group.last);
                ("squares".to_owned(), squares.collect())
            }
            _ => (
                format!("{}s", self.words().0),
                self.row_of_numbers().to_vec(),
            ),
        }
    }

    /// The moves that no player may make.
    pub(super) fn forbidden(&self) -> Vec<Line> {
        let Self::Heaps {
            pairs: Some(pairs), ..
        } = self
        else {
            return Vec::new();
        };
        let shown = pairs.iter().take(PAIRS_LISTED);
        let forbidden = shown.map(|[x, y]| format!("  {y} from a heap of {x}"));
        let heading = (!pairs.is_empty()).then(|| "Forbidden moves".to_owned());
        let more = pairs.len().saturating_sub(PAIRS_LISTED);
        let more = (more > 0).then(|| format!("  ... and {more} more"));
        let lines = heading.into_iter().chain(forbidden).chain(more);
        lines.map(Line::plain).collect()
    }

    /// What decides, and why.
    pub(super) fn theory(&self) -> Vec<Line> {
        let period;
        let lines: &[&str] = match self {
            Self::Strip { nim_sum, .. } => strip::theory(*nim_sum),
            Self::Stairs { .. } => &[
                "Coins on even steps do not count: however many of them come down to an odd step,",
                "the opponent moves as many one step further. The odd steps are Nim heaps.",
            ],
            Self::Piles { .. } => &[
                "Taking stones from a pile lowers what it has more than its left neighbour, and",
                "raises by as many what its right neighbour has more: Staircase Nim, where the",
                "last pile is stair 1, the one before it stair 2, and so on. Odd stairs count.",
            ],
            Self::Heaps { k: Some(k), .. } => {
                period = format!(
                    "The Grundy value of a heap is what remains when it is divided by k + 1 = {}.",
                    u128::from(*k) + 1
                );
                &[&period]
            }
            Self::Heaps { pairs: Some(_), .. } => &[
                "The Grundy value of a heap is the mex of those its allowed moves lead to: the",
                "smallest number from 0 on that is not among them.",
            ],
            Self::Heaps { .. } => &[],
        };
        lines.iter().copied().map(Line::plain).collect()
    }

    /// The headings of the table. The first one names a row, the last one the numbers that count.
    pub(super) const fn columns(&self) -> &'static [&'static str] {
        match self {
            Self::Strip { .. } => &["group", "squares", "pawns"],
            Self::Stairs { .. } => &["step", "coins"],
            Self::Piles { .. } => &["pile", "stones", "more"],
            Self::Heaps { values: None, .. } => &["heap", "stones"],
            Self::Heaps { .. } => &["heap", "stones", "value"],
        }
    }

    /// The number of rows of the table.
    pub(super) fn rows(&self) -> usize {
        match self {
            Self::Strip { groups, .. } => groups.len(),
            _ => self.row_of_numbers().len(),
        }
    }

    /// A row of the table, counted from 0.
    pub(super) fn row(&self, at: usize) -> Row {
        let number = at as u64 + 1;
        match self {
            Self::Strip { groups, .. } => strip::row(&groups[at]),
            Self::Stairs { coins, .. } => Row::of_stair(&[number, coins[at]], number, coins[at]),
            Self::Piles { piles, stairs, .. } => {
                let stair = piles.len() - at;
                let more = stairs[stair - 1];
                Row::of_stair(&[number, piles[at], more], stair as u64, more)
            }
            Self::Heaps { heaps, values, .. } => {
                let mut numbers = vec![number, heaps[at]];
                numbers.extend(values.as_ref().map(|values| values[at]));
                Row::new(&numbers, numbers.last().copied(), String::new())
            }
        }
    }

    /// The row of the table that a winning move changes.
    pub(super) fn row_of(&self, winning: &Winning) -> usize {
        match self {
            Self::Strip { groups, .. } => strip::group_at(groups, winning.place),
            _ => winning.place,
        }
    }

    /// Why a move wins.
    pub(super) fn reason(&self, winning: &Winning) -> String {
        let at = winning.place;
        match *self {
            Self::Strip {
                ref groups,
                nim_sum,
                ..
            } => strip::reason(groups, at, nim_sum),
            Self::Stairs { ref coins, nim_sum } if at % 2 == 0 => {
                format!("leaves {}", xor(coins[at], nim_sum))
            }
            Self::Stairs { ref coins, nim_sum } => {
                format!("brings step {at} to {}", xor(coins[at - 1], nim_sum))
            }
            Self::Piles {
                ref stairs,
                nim_sum,
                ..
            } => {
                let stair = stairs.len() - at;
                if stair % 2 == 0 {
                    let more = xor(stairs[stair - 2], nim_sum);
                    return format!("gives pile {} {more} more than pile {}", at + 2, at + 1);
                }
                let more = xor(stairs[stair - 1], nim_sum);
                match at {
                    0 => format!("leaves {more}"),
                    _ => format!("leaves {more} more than pile {at}"),
                }
            }
            Self::Heaps {
                ref heaps,
                values: None,
                nim_sum,
                ..
            } => {
                format!("leaves {}", xor(heaps[at], nim_sum))
            }
            Self::Heaps {
                values: Some(ref values),
                nim_sum,
                ..
            } => {
                format!("the heap's value becomes {}", xor(values[at], nim_sum))
            }
        }
    }
}
