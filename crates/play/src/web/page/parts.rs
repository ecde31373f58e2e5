//! What stands on the page of a game in progress.

use grundy_games::{Line, Role};
use maud::{Markup, html};

use super::super::address::Address;
use super::super::picture::{self, Drawing, Picture, Row, Square};
use crate::history::worth;
use crate::{Match, PlayError, Seats, board as lines};

/// So many moves are listed.
const LISTED: usize = 200;
/// Colours of groups; numbers beyond the last start again.
const COLOURS: u64 = 6;

/// A number in binary, as wide as another.
fn binary(number: u64, widest: u64) -> String {
    let width = (u64::BITS - widest.leading_zeros()).max(1) as usize;
    format!("{number:0>width$b}")
}

/// The position; its pieces are buttons where it is a person's turn.
pub(super) fn board(
    address: &Address,
    game: &Match,
    picture: Option<&Picture>,
    is_persons: bool,
) -> Result<Markup, PlayError> {
    let drawing = picture.and_then(|picture| picture.drawing.as_ref());
    let piece = |at: Option<usize>| at.filter(|_| is_persons);
    let wins = |at: usize| address.shows_winning && game.choices().moves[at].wins;
    let name = |at: usize| game.choices().moves[at].name.as_str();
    Ok(match (drawing, picture) {
        (Some(Drawing::Strip(squares)), _) => html! {
            ol.strip aria-label="The strip" {
                @for square in squares { (strip_square(square, piece(square.at), &name, &wins, squares.len())) }
            }
            p.key {
                "The number on a pawn is its group; " span.goal { "★" } " is the goal"
                @if address.shows_winning { "; " span.win { "✓" } " a pawn with a winning move" }
                "."
            }
        },
        (Some(Drawing::Rows(rows)), Some(picture)) => html! {
            ol.rows aria-label="The position" {
                @for row in rows { (stones(row, picture.thing, &piece, &name, &wins)) }
            }
            @if is_persons { p.key {
                @if !picture.is_bound { "The moves are on the list below" }
                @else { "A press on a piece takes it and those to its right" }
                @if picture.is_bound && address.shows_winning { "; " span.win { "✓" } " marks what wins" }
                "."
            } }
        },
        _ => {
            let lines = lines::lines(game.game(), game.position())?;
            html! { pre.lines tabindex="0" aria-label="The position" { (text(&lines)) } }
        }
    })
}

fn strip_square<'a>(
    square: &Square,
    at: Option<usize>,
    name: &dyn Fn(usize) -> &'a str,
    wins: &dyn Fn(usize) -> bool,
    last: usize,
) -> Markup {
    let number = square.number;
    html! {
        li {
            span.number { (number) }
            @match (square.group, at) {
                (Some(group), Some(at)) => {
                    @let winning = wins(at);
                    @let label = format!(
                        "Pawn on square {number}, group {group}: {}{}", name(at), if winning { ", wins" } else { "" }
                    );
                    button class={ "pawn c" (group % COLOURS) } name="play" value=(name(at)) aria-label=(label) title=(name(at)) {
                        (group)
                        @if winning { span.win { "✓" } }
                    }
                }
                (Some(group), None) => {
                    span class={ "pawn c" (group % COLOURS) } { span.unseen { "pawn of group " } (group) }
                }
                (None, _) if number == last as u64 => {
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
    piece: &dyn Fn(Option<usize>) -> Option<usize>,
    name: &dyn Fn(usize) -> &'a str,
    wins: &dyn Fn(usize) -> bool,
) -> Markup {
    let Row {
        number,
        indent,
        stones,
    } = row;
    let all = stones.len();
    html! {
        li {
            span.label { (thing) " " (number) }
            @for _ in 0..*indent { span.air {} }
            @for &stone in stones {
                @match piece(stone) {
                    Some(at) => {
                        @let winning = wins(at);
                        @let label = format!("{}{}", name(at), if winning { ", wins" } else { "" });
                        button class={ "stone c" (number % COLOURS) } name="play" value=(name(at)) aria-label=(label) title=(name(at)) {
                            @if winning { span.win { "✓" } }
                        }
                    }
                    None => span class={ "stone fixed c" (number % COLOURS) } {},
                }
            }
            span.number { (all) }
        }
    }
}

/// Every legal move as a button, with what it does to the nim-sum where winning moves are shown.
pub(super) fn moves(
    address: &Address,
    game: &Match,
    picture: Option<&Picture>,
) -> Result<Markup, PlayError> {
    let all = &game.choices().moves;
    let now = picture.and_then(|picture| picture.nim_sum);
    let is_bound = picture.is_some_and(|picture| picture.is_bound);
    let listed: Vec<(&crate::Choice, Option<(u64, u64)>)> = all
        .iter()
        .take(LISTED)
        .map(|choice| {
            let then = match now {
                Some(now) if address.shows_winning => {
                    picture::nim_sum(game.game(), &game.position().after(choice))?
                        .map(|then| (now, then))
                }
                _ => None,
            };
            Ok((choice, then))
        })
        .collect::<Result<_, PlayError>>()?;
    let more = all.len() - listed.len();
    let sums = listed.iter().filter_map(|(_, sums)| *sums);
    let widest = sums.map(|(now, then)| now.max(then)).max().unwrap_or(0);
    Ok(html! {
        form.moves method="post" action="/" {
            (super::hidden(address))
            details #moves open[!is_bound || address.shows_winning] {
                summary { "All moves: " (all.len()) }
                ul {
                    @for (choice, sums) in &listed {
                        @let wins = address.shows_winning && choice.wins;
                        li {
                            button.button.wins[wins] name="play" value=(choice.name) { (choice.name) }
                            @if wins { " " span.win { "✓ wins" } }
                            @if let Some((now, then)) = sums {
                                " " span.sums { "nim-sum " (binary(*now, widest)) " → " (binary(*then, widest)) }
                            }
                        }
                    }
                }
                @if more > 0 { p.note { "... and " (more) " more: type one of them." } }
            }
        }
    })
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

/// Every move so far, each a link to the position after it; mistakes marked when the game is over or
/// winning moves are shown.
pub(super) fn history(address: &Address, game: &Match) -> Result<Markup, PlayError> {
    let tells = game.winner().is_some() || address.shows_winning;
    let first = game.first_mistake().map(|turn| turn.number);
    let rules = game.game();
    let mut positions: Vec<_> = game.turns().map(|turn| turn.position).collect();
    positions.push(game.position());
    // Not asked again and again where there is none: the game may be a program.
    let has_sums = picture::is_drawn(rules, game.start())?;
    let sums = positions.into_iter().map(|position| {
        if has_sums {
            picture::nim_sum(rules, position)
        } else {
            Ok(None)
        }
    });
    let sums: Vec<Option<u64>> = sums.collect::<Result<_, _>>()?;
    let begin = Address {
        moves: Vec::new(),
        ..address.clone()
    };
    Ok(html! {
        section aria-labelledby="history" {
            h2 #history { "The game so far" }
            @if game.turns().len() == 0 {
                p.note { "No move yet." }
            } @else {
                p { a href=(begin.link()) { "The position at the beginning" } }
                ol.history {
                    @for (turn, sums) in game.turns().zip(sums.windows(2)) {
                        @let moves = address.moves[..turn.number].to_vec();
                        @let then = Address { moves, ..address.clone() };
                        @let is_first = tells && first == Some(turn.number);
                        li.mistake[is_first] {
                            (address.seats.name(turn.player)) " "
                            a href=(then.link()) { (turn.name()) }
                            @if let [Some(before), Some(after)] = sums {
                                @let widest = *before.max(after);
                                " " span.sums { "nim-sum " (binary(*before, widest)) " → " (binary(*after, widest)) }
                            }
                            @if tells { " " span.worth { (worth(turn)) } }
                            @if is_first { " " strong { "The first mistake." } }
                        }
                    }
                }
                @if tells && first.is_none() { p.note { "Nobody has made a mistake." } }
            }
        }
    })
}

/// The position before the last answer explained, folded.
pub(super) fn why(address: &Address, game: &Match) -> Result<Markup, PlayError> {
    let mut answers = game.turns().rev();
    let seats = address.seats;
    let answer = answers.find(|turn| seats == Seats::Both || !seats.is_person(turn.player));
    let Some(turn) = answer else {
        return Ok(html! {});
    };
    let page = lines::explained(game.game(), turn.position)?;
    Ok(html! {
        section {
            details #why {
                summary { "Why " (turn.name()) "?" }
                pre.lines tabindex="0" aria-label="The position before, explained" { (text(&page)) }
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
