//! The parts of the page that show the game: board, moves, nim-sum, history.

use anyhow::Result;
use grundy_games::{Detail, Reduction, Role};
use maud::{Markup, html};

use super::address::Address;
use super::picture::{self, Cell, Row};
use crate::play::game::{Match, Turn};
use crate::play::history::worth;
use crate::play::sum::{LegalMove, PositionSum};

/// The largest number of moves that are listed.
const LISTED: usize = 200;
/// The number of colours. Groups with larger numbers get the same colours again.
const COLOURS: u64 = 6;

/// A game in progress, as a page shows it.
pub struct View<'a> {
    pub address: &'a Address,
    pub game: &'a Match,
    /// Whether it is a person's turn.
    pub is_persons: bool,
    reduction: Option<Reduction>,
    drawing: Vec<Row>,
    /// Whether every move has its piece in the drawing. Otherwise all moves are made in one place: on the list.
    is_bound: bool,
}

impl<'a> View<'a> {
    pub fn new(address: &'a Address, game: &'a Match) -> Self {
        let reduction = game.now.position.reduction();
        let drawing = reduction.as_ref().map_or_else(Vec::new, picture::drawing);
        let cells = drawing.iter().flat_map(|row| &row.cells);
        let bound = cells.filter(|cell| game.now.named(&cell.name).is_some());
        Self {
            is_persons: address.players.seats.is_person(game.to_move()) && game.winner().is_none(),
            is_bound: !drawing.is_empty() && bound.count() == game.now.moves.len(),
            address,
            game,
            reduction,
            drawing,
        }
    }

    /// The address as fields of a form.
    pub fn hidden(&self) -> Markup {
        html! {
            @for (name, value) in self.address.fields() {
                input type="hidden" name=(name) value=(value);
            }
        }
    }

    /// Returns the link to the position after the first moves.
    pub fn link(&self, moves: usize) -> String {
        let names = self.game.turns.iter().map(Turn::name);
        self.address.with_moves(names.take(moves)).link()
    }

    /// Returns whether the move is marked as winning.
    fn is_marked(&self, choice: &LegalMove) -> bool {
        self.address.shows_winning && choice.wins
    }

    /// The position; its pieces are buttons where it is a person's turn.
    pub fn board(&self) -> Result<Markup> {
        if self.drawing.is_empty() {
            return explained(&self.game.now.position, Detail::Brief, "The position");
        }
        let is_strip = matches!(self.reduction, Some(Reduction::Strip { .. }));
        let hint = match (is_strip, self.is_bound) {
            (true, _) => "The number on a pawn is its group; ★ is the goal.",
            (false, true) => "A press on a piece takes it and those to its right.",
            (false, false) => "The moves are on the list below.",
        };
        Ok(html! {
            ol.rows aria-label="The position" {
                @for row in &self.drawing {
                    li {
                        @if is_strip {
                            @for (number, cell) in (1..).zip(&row.cells) {
                                (self.square(number, cell, row.cells.len()))
                            }
                        } @else {
                            span.label { (row.label) }
                            @for _ in 0..row.indent { span.air {} }
                            @for cell in &row.cells { span { (self.piece("stone", cell, "")) } }
                            span.number { (row.cells.len()) }
                        }
                    }
                }
            }
            p.key { (hint) }
        })
    }

    /// Returns the square with this number of a strip of `squares` squares, of which the last one is the goal.
    fn square(&self, number: usize, cell: &Cell, squares: usize) -> Markup {
        html! {
            span.square {
                span.number { (number) }
                @if let Some(group) = cell.group {
                    (self.piece("pawn", cell, &group.to_string()))
                } @else if number == squares {
                    span.goal { span.unseen { "the goal" } "★" }
                } @else {
                    span.free { span.unseen { "free" } }
                }
            }
        }
    }

    /// Returns a piece with its text: a button that makes its move, or a mark where no person can make it.
    fn piece(&self, class: &str, cell: &Cell, text: &str) -> Markup {
        let class = format!("{class} c{}", cell.group.unwrap_or(0) % COLOURS);
        let at = self.game.now.named(&cell.name);
        let Some(at) = at.filter(|_| self.is_bound && self.is_persons) else {
            return html! { span class={ (class) " fixed" } { (text) } };
        };
        let wins = self.is_marked(&self.game.now.moves[at]);
        let name = &cell.name;
        html! {
            button class=(class) name="play" value=(name) title=(name)
                aria-label={ (name) @if !text.is_empty() { ", group " (text) } @if wins { ", wins" } } {
                (text)
                @if wins { span.win { "✓" } }
            }
        }
    }

    /// Every legal move as a button.
    pub fn moves(&self) -> Markup {
        let all = &self.game.now.moves;
        let more = all.len().saturating_sub(LISTED);
        html! {
            form.moves method="post" action="/" {
                (self.hidden())
                details #moves open[!self.is_bound || self.address.shows_winning] {
                    summary { "All moves: " (all.len()) }
                    ul {
                        @for choice in all.iter().take(LISTED) {
                            @let wins = self.is_marked(choice);
                            li {
                                button.button.wins[wins] name="play" value=(choice.name) { (choice.name) }
                                @if wins { " " span.win { "✓ wins" } }
                            }
                        }
                    }
                    @if more > 0 { p.note { "... and " (more) " more: type one of them." } }
                }
            }
        }
    }

    /// What counts, in binary, and its nim-sum; nothing of a game without a reduction.
    pub fn nim_sum(&self) -> Markup {
        let Some(reduction) = &self.reduction else {
            return html! {};
        };
        let mut rows = picture::counting(reduction);
        rows.truncate(LISTED);
        let sum = reduction.nim_sum();
        rows.extend(sum.map(|sum| ("nim-sum".to_owned(), sum)));
        let widest = rows.iter().map(|(_, counts)| *counts).max();
        let width = format!("{:b}", widest.unwrap_or(0)).len();
        html! {
            section aria-labelledby="sum" {
                h2 #sum { "The nim-sum" }
                table {
                    thead {
                        tr { th scope="col" { "what counts" } th.n scope="col" { "decimal" } th.n scope="col" { "binary" } }
                    }
                    tbody {
                        @for (what, counts) in rows {
                            tr { th scope="row" { (what) } td.n { (counts) } td.n.bits { (format!("{counts:0width$b}")) } }
                        }
                    }
                }
                @if sum.is_none() {
                    p.note { "Group 1 holds pawns: whoever moves one of them wins at once, and the nim-sum decides nothing." }
                }
            }
        }
    }

    /// Every move so far, each a link to the position after it. Mistakes are marked when the game is over or winning moves
    /// are shown.
    pub fn history(&self) -> Markup {
        let turns = &self.game.turns;
        let are_marked = self.game.winner().is_some() || self.address.shows_winning;
        let first = self.game.first_mistake().map(|turn| turn.number);
        let stages = turns.iter().map(|turn| &turn.before);
        let reductions = stages
            .chain([&self.game.now])
            .map(|stage| stage.position.reduction());
        let sums: Vec<Option<u64>> = reductions.map(|of| of?.nim_sum()).collect();
        html! {
            section aria-labelledby="history" {
                h2 #history { "The game so far" }
                @if turns.is_empty() {
                    p.note { "No move yet." }
                } @else {
                    p { a href=(self.link(0)) { "The position at the beginning" } }
                    ol.history {
                        @for (turn, sums) in turns.iter().zip(sums.windows(2)) {
                            @let is_first = are_marked && first == Some(turn.number);
                            li.mistake[is_first] {
                                (self.address.players.seats.name(turn.player)) " "
                                a href=(self.link(turn.number)) { (turn.name()) }
                                // Where the nim-sum decides before and after the move.
                                @if let [Some(before), Some(after)] = sums {
                                    " " span.sums { (format!("nim-sum {before:b} → {after:b}")) }
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
    pub fn why(&self) -> Result<Markup> {
        let seats = self.address.players.seats;
        let Some(turn) = self.game.last_turn(|player| seats.is_explained(player)) else {
            return Ok(html! {});
        };
        let label = "The position before, explained";
        Ok(html! {
            section {
                details #why {
                    summary { "Why " (turn.name()) "?" }
                    (explained(&turn.before.position, Detail::Full, label)?)
                }
            }
        })
    }
}

/// The lines about a position, with their roles.
fn explained(position: &PositionSum, detail: Detail, label: &str) -> Result<Markup> {
    let lines = position.lines(detail)?;
    Ok(html! {
        pre.lines tabindex="0" aria-label=(label) {
            @for line in lines {
                @for span in line.0 { span class=(class(span.role)) { (span.text) } }
                "\n"
            }
        }
    })
}

const fn class(role: Role) -> &'static str {
    match role {
        Role::Plain => "plain",
        Role::Heading => "heading",
        Role::Piece => "piece",
        Role::Counts => "counts",
        Role::Winning => "winning",
        Role::Faint => "faint",
    }
}
