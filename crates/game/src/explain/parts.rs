//! The text about a position that is a nim-sum of parts.

use super::row::{Row, Winning, and_more, counted, key};
use super::strip;
use crate::{Line, Reduction, Role};

/// Rows of numbers are drawn when they have at most `PARTS_DRAWN` numbers,
const PARTS_DRAWN: usize = 24;
/// and none of them is larger than this.
const PIECES_DRAWN: u64 = 40;
/// Forbidden moves that an explanation lists, at most.
pub(super) const SOME_PAIRS: usize = 8;
/// And a page that has only the position.
pub(super) const MOST_PAIRS: usize = 200;

/// What every move does where the nim-sum is 0.
pub(super) const AGAIN: [&str; 1] =
    ["Every move makes it another number, and the opponent can make it 0 again."];

impl Reduction {
    /// The headings of the table. The first one names a part, the last one what goes into the nim-sum.
    pub const fn columns(&self) -> &'static [&'static str] {
        match self {
            Self::Strip { .. } => &["group", "squares", "pawns"],
            Self::Stairs { .. } => &["step", "coins"],
            Self::Piles { .. } => &["pile", "stones", "excess"],
            Self::Heaps { values: None, .. } => &["heap", "stones"],
            Self::Heaps { .. } => &["heap", "stones", "value"],
        }
    }

    /// What the numbers of a row count.
    fn piece(&self) -> &'static str {
        self.columns()[1].trim_end_matches('s')
    }

    /// The numbers of a row; none of a strip.
    pub fn numbers(&self) -> &[u64] {
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
        let row = self.numbers();
        // The sum may exceed 64 bits.
        let total: u128 = row.iter().map(|&size| u128::from(size)).sum();
        let parts = counted(row.len() as u64, self.columns()[0]);
        let mut title = format!("{game}: {parts} with {}", counted(total, self.piece()));
        if let Self::Heaps { k, pairs, .. } = self {
            let bound = k.map(|k| format!(", at most {k} a move"));
            let forbidden = pairs.as_ref().map(|pairs| pairs.len() as u64);
            let forbidden = forbidden.map(|count| counted(count, "forbidden pair"));
            title.extend(bound);
            title.extend(forbidden.map(|forbidden| format!(", {forbidden}")));
        }
        title
    }

    /// The position drawn, with the pieces that winning moves take marked; empty where it is too large.
    pub(super) fn drawing(&self, moves: &[Winning]) -> Vec<Line> {
        if let Self::Strip { m, groups, .. } = self {
            return strip::drawing(*m, groups, moves);
        }
        let row = self.numbers();
        if row.len() > PARTS_DRAWN || row.iter().any(|&size| size > PIECES_DRAWN) {
            return Vec::new();
        }
        let part = self.columns()[0];
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
        let mut signs = format!("  o {}", self.piece());
        match self {
            Self::Stairs { .. } => lines.reverse(),
            Self::Piles { .. } => signs += "   : stone that has to stay",
            _ => {}
        }
        let signs = Line::of(Role::Faint, signs);
        lines.push(key(signs, !moves.is_empty(), "what a winning move takes"));
        lines
    }

    /// What replaces a drawing of a large position: its numbers, at most `most`.
    pub(super) fn listed(&self, most: usize) -> Vec<Line> {
        let (thing, numbers) = match self {
            Self::Strip { groups, .. } => {
                let groups = groups.iter().rev();
                let squares = groups.flat_map(|group| group.first..=group.last);
                ("square", squares.collect())
            }
            _ => (self.columns()[0], self.numbers().to_vec()),
        };
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let shown = &numbers[..numbers.len().min(most)];
        let rows = shown
            .chunks(8)
            .map(|row| Line::plain(format!("    {}", row.join(" "))));
        let mut lines = vec![Line::of(Role::Faint, format!("  {thing}s"))];
        lines.extend(rows);
        let more = numbers.len() - shown.len();
        if more > 0 {
            lines.push(Line::of(Role::Faint, format!("    ... and {more} more")));
        }
        lines
    }

    /// The moves that no player may make: at most `most` of them.
    pub(super) fn forbidden(&self, most: usize) -> Vec<Line> {
        let pairs = match self {
            Self::Heaps {
                pairs: Some(pairs), ..
            } if !pairs.is_empty() => pairs,
            _ => return Vec::new(),
        };
        let shown = pairs.iter().take(most);
        let mut lines = vec![Line::plain("Forbidden moves")];
        lines.extend(shown.map(|[x, y]| Line::plain(format!("  {y} from a heap of {x}"))));
        lines.extend(and_more(pairs.len().saturating_sub(most) as u64));
        lines
    }

    /// What decides, and why: `usual` is what the game has about most positions.
    pub(super) fn theory(&self, usual: &[String]) -> Vec<Line> {
        match self {
            Self::Strip { nim_sum: None, .. } => strip::AT_THE_GOAL.map(Line::plain).into(),
            _ => usual.iter().map(Line::plain).collect(),
        }
    }

    /// What every move does where the nim-sum is 0.
    pub(super) fn why_lost(&self) -> &'static [&'static str] {
        match self {
            Self::Strip { groups, .. } if groups.iter().all(|group| group.number == 2) => {
                &strip::BESIDE_THE_GOAL
            }
            Self::Strip { .. } => &strip::AGAIN,
            _ => &AGAIN,
        }
    }

    /// The number of rows of the table.
    pub(super) fn rows(&self) -> usize {
        match self {
            Self::Strip { groups, .. } => groups.len(),
            _ => self.numbers().len(),
        }
    }

    /// A row of the table, counted from 0.
    pub(super) fn row(&self, at: usize) -> Row {
        let number = at as u64 + 1;
        match self {
            Self::Strip { groups, .. } => strip::row(&groups[at]),
            Self::Stairs { coins, .. } => Row::of_stair(&[number, coins[at]], number),
            Self::Piles { piles, stairs, .. } => {
                let stair = piles.len() - at;
                Row::of_stair(&[number, piles[at], stairs[stair - 1]], stair as u64)
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

    /// Why a move wins: what of the nim-sum it changes, and into what.
    pub(super) fn reason(&self, winning: &Winning) -> String {
        let at = self.row_of(winning);
        let Some(x) = self.nim_sum() else {
            return "reaches the goal".to_owned();
        };
        // Out of an even stair a move fills the odd stair below it.
        let (number, value) = match self {
            Self::Strip { groups, .. } => strip::odd_group(groups, at),
            Self::Stairs { coins, .. } => {
                let odd = at / 2 * 2;
                (odd + 1, coins[odd])
            }
            Self::Piles { stairs, .. } => {
                let odd = (stairs.len() - 1 - at) / 2 * 2;
                (stairs.len() - odd, stairs[odd])
            }
            Self::Heaps { heaps, values, .. } => (at + 1, values.as_deref().unwrap_or(heaps)[at]),
        };
        let columns = self.columns();
        let (part, column) = (columns[0], columns[columns.len() - 1]);
        format!(
            "{column} of {part} {number}: {value} xor {x} = {}",
            value ^ x
        )
    }
}
