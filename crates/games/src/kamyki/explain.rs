//! The page of a row of piles.

use grundy_core::kamyki::{Move, Position};

use crate::explain::page::{Page, counted_with, key, stair_row, xor};
use crate::{Detail, Explanation, Line, Role};

/// Rows are drawn when they have at most `PILES_DRAWN` piles,
const PILES_DRAWN: usize = 24;
/// and no pile holds more stones than this.
const STONES_DRAWN: u64 = 24;

pub(super) fn page(position: &Position, detail: Detail) -> Explanation {
    let piles = position.piles();
    let x = position.grundy_value();
    let moves = detail.shown(position.winning_moves());
    let row = |at: usize| {
        let more = more(piles, at + 1);
        let cells = vec![
            (at + 1).to_string(),
            piles[at].to_string(),
            more.to_string(),
        ];
        stair_row(cells, (piles.len() - at) as u64, more)
    };
    Page {
        title: format!("A row of {}", counted_with(piles, "pile", "stone")),
        rules: Vec::new(),
        drawing: drawing(piles, &moves),
        listed: ("piles", piles),
        theory: vec![
            Line::plain(
                "Taking stones from a pile lowers what it has more than its left neighbour, and",
            ),
            Line::plain(
                "raises by as many what its right neighbour has more: Staircase Nim, where the",
            ),
            Line::plain(
                "last pile is stair 1, the one before it stair 2, and so on. Odd stairs count.",
            ),
        ],
        columns: &["pile", "stones", "more"],
        rows: piles.len(),
        row: &row,
        judgement: Vec::new(),
        nim_sum: Some(x),
        count: moves.len() as u64,
        moves: &moves,
        row_of: &|winning| winning.pile - 1,
        reason: &|winning| (winning.to_string(), reason(piles, winning.pile, x)),
    }
    .show(detail)
}

/// By how much the pile with this number, counted from 1, exceeds its left neighbour.
fn more(piles: &[u64], pile: usize) -> u64 {
    match pile {
        1 => piles[0],
        _ => piles[pile - 1] - piles[pile - 2],
    }
}

fn reason(piles: &[u64], pile: usize, x: u64) -> String {
    if !(piles.len() - pile).is_multiple_of(2) {
        let more = xor(more(piles, pile + 1), x);
        return format!("gives pile {} {more} more than pile {pile}", pile + 1);
    }
    let more = xor(more(piles, pile), x);
    match pile {
        1 => format!("leaves {more}"),
        _ => format!("leaves {more} more than pile {}", pile - 1),
    }
}

/// The piles upright, side by side. Stones that a move may take have another sign than those below the height of
/// the left neighbour.
fn drawing(piles: &[u64], moves: &[Move]) -> Vec<Line> {
    let tallest = piles.last().copied().unwrap_or(0);
    if piles.len() > PILES_DRAWN || tallest > STONES_DRAWN {
        return Vec::new();
    }
    let width = piles.len().to_string().len() + 1;
    let mut lines = Vec::new();
    for height in (1..=tallest).rev() {
        let mut line = Line::plain("       ");
        for (pile, &stones) in (1..).zip(piles) {
            let of_pile = moves.iter().find(|winning| winning.pile == pile);
            let taken = of_pile.map_or(0, |winning| winning.stones);
            let (sign, role) = match height {
                _ if height > stones => (" ", Role::Plain),
                _ if height > stones - taken => ("O", Role::Winning),
                _ if height > stones - more(piles, pile) => ("o", Role::Piece),
                _ => (":", Role::Faint),
            };
            line = line.and(role, format!("{sign:>width$}"));
        }
        lines.push(line);
    }
    let mut numbers = Line::of(Role::Faint, "   pile");
    for pile in 1..=piles.len() {
        numbers = numbers.and(Role::Faint, format!("{pile:>width$}"));
    }
    lines.push(numbers);
    let signs = Line::plain("        o stone that a move may take")
        .and(Role::Faint, "   : stone that has to stay");
    let has_winning = !moves.is_empty();
    lines.push(key(signs, has_winning, "stone that a winning move takes"));
    lines
}
