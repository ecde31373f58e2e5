//! A row of piles drawn, the stairs that its differences are, its winning moves with their reasons.

use grundy_core::kamyki::{Move, Position};

use crate::explain::page::{
    Page, Table, counted, drawn_or_listed, list_moves, stair_row, total, verdict, xor,
};
use crate::{Explanation, Line, Role};

/// Rows are drawn when they have at most so many piles,
const PILES_DRAWN: usize = 24;
/// and no pile holds more stones than this.
const STONES_DRAWN: u64 = 24;

pub(super) fn explain(position: &Position) -> Explanation {
    let piles = position.piles();
    let x = position.grundy_value();
    let moves: Vec<Move> = position.winning_moves().collect();
    titled(piles)
        .section(drawing(piles, &moves))
        .section([
            Line::plain(
                "Taking stones from a pile lowers what it has more than its left neighbour, and",
            ),
            Line::plain(
                "raises by as many what its right neighbour has more: Staircase Nim, where the",
            ),
            Line::plain(
                "last pile is stair 1, the one before it stair 2, and so on. Odd stairs count.",
            ),
        ])
        .section(table(piles, x, &moves))
        .section([verdict(x)])
        .section(list_moves(
            moves.len() as u64,
            moves
                .iter()
                .map(|winning| (winning.to_string(), reason(piles, winning.pile, x))),
        ))
        .end()
}

pub(super) fn picture(position: &Position) -> Explanation {
    let piles = position.piles();
    titled(piles)
        .section(drawn_or_listed(drawing(piles, &[]), "piles", piles))
        .end()
}

fn titled(piles: &[u64]) -> Page {
    Page::new(format!(
        "A row of {} with {}",
        counted(piles.len() as u64, "pile"),
        counted(total(piles), "stone")
    ))
}

/// What the pile with this number, counted from 1, has more than its left neighbour.
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

/// The piles upright, side by side. Stones that a move may take stand out against those that no move
/// may take as long as the left neighbour is so large.
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
    let mut key = Line::plain("        o stone that a move may take");
    key = key.and(Role::Faint, "   : stone that has to stay");
    if !moves.is_empty() {
        key = key
            .and(Role::Plain, "   ")
            .and(Role::Winning, "O")
            .and(Role::Plain, " stone that a winning move takes");
    }
    lines.push(key);
    lines
}

fn table(piles: &[u64], x: u64, moves: &[Move]) -> Vec<Line> {
    let row = |at: usize| {
        let pile = at + 1;
        let more = more(piles, pile);
        let cells = vec![pile.to_string(), piles[at].to_string(), more.to_string()];
        stair_row(cells, (piles.len() - at) as u64, more)
    };
    let winning: Vec<usize> = moves.iter().map(|winning| winning.pile - 1).collect();
    Table {
        thing: "pile",
        columns: &["pile", "stones", "more"],
        rows: piles.len(),
        row: &row,
        first_of_all: &winning,
        nim_sum: Some(x),
    }
    .lines()
}
