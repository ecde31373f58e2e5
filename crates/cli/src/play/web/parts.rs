//! The parts of the page that show the game: board, moves, nim-sum, history.

use grundy_games::{Detail, Line, Role};
use maud::{Markup, html};

use super::address::Address;
use super::picture::{self, Drawing, Picture, Row, Square};
use crate::play::board::lines;
use crate::play::history::worth;
use crate::play::{Match, PlayError};

/// The largest number of moves that are listed.
const LISTED: usize = 200;
/// The number of colours. Groups with larger numbers get the same colours again.
const COLOURS: u64 = 6;

/// The address as fields of a form.
pub(super) fn hidden(address: &Address) -> Markup {
    html! {
        @for (name, value) in address.fields() {
            input type="hidden" name=(name) value=(value);
        }
    }
}

/// Returns a number in binary, with the width of another number.
fn binary(number: u64, widest: u64) -> String {
    let width = (u64::BITS - widest.leading_zeros()).max(1) as usize;
    format!("{number:0>width$b}")
}

/// A piece with a move, as the board shows it.
struct Piece<'a> {
    name: &'a str,
    /// Whether it is marked as winning.
    wins: bool,
}

impl Piece<'_> {
    /// Returns a button that makes the move of the piece.
    fn button(&self, class: &str, colour: u64, before: &str, text: Option<u64>) -> Markup {
        let label = format!(
            "{before}{}{}",
            self.name,
            if self.wins { ", wins" } else { "" }
        );
        html! {
            button class={ (class) " c" (colour % COLOURS) } name="play" value=(self.name) aria-label=(label) title=(self.name) {
                @if let Some(text) = text { (text) }
                @if self.wins { span.win { "✓" } }
            }
        }
    }
}

/// The position; its pieces are buttons where it is a person's turn.
pub(super) fn board(
    address: &Address,
    game: &Match,
    picture: Option<&Picture>,
    is_persons: bool,
) -> Result<Markup, PlayError> {
    let piece = |at: Option<usize>| {
        let choice = &game.choices().moves[at.filter(|_| is_persons)?];
        Some(Piece {
            name: &choice.name,
            wins: address.shows_winning && choice.wins,
        })
    };
    let drawing = picture.and_then(|picture| Some((picture, picture.drawing.as_ref()?)));
    Ok(match drawing {
        Some((_, Drawing::Strip(squares))) => html! {
            ol.strip aria-label="The strip" {
                @for (number, square) in (1..).zip(squares) {
                    (strip_square(number, square, piece(square.at), number == squares.len() as u64))
                }
            }
            p.key {
                "The number on a pawn is its group; " span.goal { "★" } " is the goal"
                @if address.shows_winning { "; " span.win { "✓" } " a pawn with a winning move" }
                "."
            }
        },
        Some((picture, Drawing::Rows(rows))) => html! {
            ol.rows aria-label="The position" {
                @for row in rows { (stones(row, picture.thing, &piece)) }
            }
            @if is_persons { p.key {
                @if !picture.is_bound { "The moves are on the list below" }
                @else { "A press on a piece takes it and those to its right" }
                @if picture.is_bound && address.shows_winning { "; " span.win { "✓" } " marks what wins" }
                "."
            } }
        },
        None => {
            let lines = lines(game.position(), Detail::Brief)?;
            html! { pre.lines tabindex="0" aria-label="The position" { (text(&lines)) } }
        }
    })
}

fn strip_square(number: u64, square: &Square, piece: Option<Piece<'_>>, is_goal: bool) -> Markup {
    html! {
        li {
            span.number { (number) }
            @match (square.group, piece) {
                (Some(group), Some(piece)) => {
                    @let before = format!("Pawn on square {number}, group {group}: ");
                    (piece.button("pawn", group, &before, Some(group)))
                }
                (Some(group), None) => {
                    span class={ "pawn c" (group % COLOURS) } { span.unseen { "pawn of group " } (group) }
                }
                (None, _) if is_goal => {
                    span.goal { span.unseen { "the goal" } span aria-hidden="true" { "★" } }
                }
                (None, _) => span.free { span.unseen { "free" } },
            }
        }
    }
}

fn stones<'a>(
    row: &Row,
    thing: &str,
    piece: &dyn Fn(Option<usize>) -> Option<Piece<'a>>,
) -> Markup {
    html! {
        li {
            span.label { (thing) " " (row.number) }
            @for _ in 0..row.indent { span.air {} }
            @for &stone in &row.stones {
                @match piece(stone) {
                    Some(piece) => (piece.button("stone", row.number, "", None)),
                    None => span class={ "stone fixed c" (row.number % COLOURS) } {},
                }
            }
            span.number { (row.stones.len()) }
        }
    }
}

/// Every legal move as a button, with what it does to the nim-sum where winning moves are shown.
pub(super) fn moves(address: &Address, game: &Match, picture: Option<&Picture>) -> Markup {
    let all = &game.choices().moves;
    let now = picture.and_then(|picture| picture.nim_sum);
    let now = now.filter(|_| address.shows_winning);
    let listed = all.iter().take(LISTED).map(|choice| {
        let sums = now.and_then(|now| {
            let then = picture::nim_sum(&game.position().after(choice))?;
            Some((now, then))
        });
        (choice, sums)
    });
    let listed: Vec<_> = listed.collect();
    let more = all.len() - listed.len();
    let sums = listed.iter().filter_map(|(_, sums)| *sums);
    let widest = sums.map(|(now, then)| now.max(then)).max().unwrap_or(0);
    let is_bound = picture.is_some_and(|picture| picture.is_bound);
    html! {
        form.moves method="post" action="/" {
            (hidden(address))
            details #moves open[!is_bound || address.shows_winning] {
                summary { "All moves: " (all.len()) }
                ul {
                    @for (choice, sums) in &listed {
                        @let wins = address.shows_winning && choice.wins;
                        li {
                            button.button.wins[wins] name="play" value=(choice.name) { (choice.name) }
                            @if wins { " " span.win { "✓ wins" } }
                            @if let Some((now, then)) = sums { (change(*now, *then, widest)) }
                        }
                    }
                }
                @if more > 0 { p.note { "... and " (more) " more: type one of them." } }
            }
        }
    }
}

/// What a move does to the nim-sum.
fn change(before: u64, after: u64, widest: u64) -> Markup {
    html! { " " span.sums { "nim-sum " (binary(before, widest)) " → " (binary(after, widest)) } }
}

/// What counts, in binary, and its nim-sum.
pub(super) fn nim_sum(picture: &Picture) -> Markup {
    let counting = picture.parts.iter().filter_map(|part| part.counts);
    let widest = counting.chain(picture.nim_sum).max().unwrap_or(0);
    let shown = picture.parts.iter().take(LISTED);
    html! {
        section aria-labelledby="sum" {
            h2 #sum { "The nim-sum" }
            table {
                thead {
                    tr { th scope="col" { (picture.thing) } th.n scope="col" { (picture.pieces) } th.n scope="col" { "binary" } }
                }
                tbody {
                    @for part in shown {
                        tr {
                            th.group scope="row" { span class={ "dot c" (part.number % COLOURS) } {} (part.number) }
                            td.n { (part.size) }
                            @match part.counts {
                                Some(counts) => td.n.bits { (binary(counts, widest)) },
                                None => td.n.note { "does not count" },
                            }
                        }
                    }
                }
                @if let Some(sum) = picture.nim_sum {
                    tfoot {
                        tr { th scope="row" { "nim-sum" } td.n { (sum) } td.n.bits { (binary(sum, widest)) } }
                    }
                }
            }
            @if picture.nim_sum.is_none() {
                p.note { "Group 1 holds pawns: whoever moves one of them wins at once, and the nim-sum decides nothing." }
            }
        }
    }
}

/// Every move so far, each a link to the position after it. Mistakes are marked when the game is over or winning moves are
/// shown.
pub(super) fn history(address: &Address, game: &Match) -> Markup {
    let turns = game.turns();
    let are_marked = game.winner().is_some() || address.shows_winning;
    let first = game.first_mistake().map(|turn| turn.number);
    let positions = turns.iter().map(|turn| &turn.position);
    let sums = positions.chain([game.position()]).map(picture::nim_sum);
    let sums: Vec<Option<u64>> = sums.collect();
    html! {
        section aria-labelledby="history" {
            h2 #history { "The game so far" }
            @if turns.is_empty() {
                p.note { "No move yet." }
            } @else {
                p { a href=(address.with_moves(0).link()) { "The position at the beginning" } }
                ol.history {
                    @for (turn, sums) in turns.iter().zip(sums.windows(2)) {
                        @let then = address.with_moves(turn.number);
                        @let is_first = are_marked && first == Some(turn.number);
                        li.mistake[is_first] {
                            (address.seats.name(turn.player)) " "
                            a href=(then.link()) { (turn.name) }
                            @if let [Some(before), Some(after)] = *sums {
                                (change(before, after, before.max(after)))
                            }
                            @if are_marked { " " span.worth { (worth(turn)) } }
                            @if is_first { " " strong { "The first mistake." } }
                        }
                    }
                }
                @if are_marked && first.is_none() { p.note { "Nobody has made a mistake." } }
            }
        }
    }
}

/// The explanation of the position before the opponent's last move, folded.
pub(super) fn why(address: &Address, game: &Match) -> Result<Markup, PlayError> {
    let mut turns = game.turns().iter();
    let Some(turn) = turns.rfind(|turn| address.seats.is_explained(turn.player)) else {
        return Ok(html! {});
    };
    let lines = lines(&turn.position, Detail::Full)?;
    Ok(html! {
        section {
            details #why {
                summary { "Why " (turn.name) "?" }
                pre.lines tabindex="0" aria-label="The position before, explained" { (text(&lines)) }
            }
        }
    })
}

/// Lines with their roles.
fn text(lines: &[Line]) -> Markup {
    html! {
        @for line in lines {
            @for span in &line.0 {
                @match class(span.role) {
                    Some(class) => span class=(class) { (span.text) },
                    None => (span.text),
                }
            }
            "\n"
        }
    }
}

const fn class(role: Role) -> Option<&'static str> {
    match role {
        Role::Plain => None,
        Role::Heading => Some("heading"),
        Role::Piece => Some("piece"),
        Role::Counts => Some("counts"),
        Role::Winning => Some("winning"),
        Role::Faint => Some("faint"),
    }
}
