//! The pages.

use std::sync::Arc;

use anyhow::Result;
use clap::ValueEnum as _;
use grundy_games::Game;
use maud::{DOCTYPE, Markup, html};

use super::address::Address;
use super::parts::View;
use crate::play::game::Match;
use crate::play::players::{Players, Seats};

/// Returns the page of a game in progress; `notice` is what was wrong with the last request, `games` are all games.
pub fn page(
    games: &[Arc<dyn Game>],
    address: &Address,
    game: &Match,
    notice: Option<&str>,
) -> Result<String> {
    let view = &View::new(address, game);
    let body = html! {
        @if let Some(notice) = notice {
            p.notice role="alert" { (notice) }
        }
        p #status.status tabindex="-1" { (status(address.players.seats, game)) }
        div.columns {
            div.table {
                form.board #board method="post" action="/" { (view.hidden()) (view.board()?) }
                (tools(view))
                @if view.is_persons {
                    (view.moves())
                    form.typed method="post" action="/" {
                        (view.hidden())
                        label for="play" { "Or type a move" }
                        input #play name="play" required autocomplete="off" autocapitalize="off" spellcheck="false";
                        button.button { "Move" }
                    }
                }
            }
            div.side { (view.nim_sum()) (view.history()) (view.why()?) }
        }
        (another(view))
    };
    let about = game.game.about();
    Ok(frame(games, Some(&about.name), &about.title, &body))
}

/// Returns a page that tells what is wrong.
pub fn wrong(games: &[Arc<dyn Game>], text: &str) -> String {
    let body = html! {
        p #status.status tabindex="-1" role="alert" { (text) }
        p { a.button href="/" { "Another position" } }
    };
    frame(games, None, "That is no game", &body)
}

fn frame(games: &[Arc<dyn Game>], current: Option<&str>, title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " - grundy play" }
                link rel="icon" href="data:,";
                link rel="stylesheet" href="/play.css";
                script src="/play.js" defer {}
            }
            body {
                header {
                    nav aria-label="Games" {
                        @for game in games {
                            @let name = &*game.about().name;
                            @let address = Address { game: Some(name.to_owned()), ..Address::default() };
                            @let is_here = (current == Some(name)).then_some("page");
                            a href=(address.link()) aria-current=[is_here] { (name) }
                        }
                    }
                    // Screen readers read what the script writes here after each move.
                    p #said.unseen aria-live="polite" {}
                }
                main {
                    h1 { (title) }
                    (body)
                }
            }
        }
    };
    page.into_string()
}

/// Returns the last move, and whose turn it is.
fn status(seats: Seats, game: &Match) -> String {
    let last = game.turns.last().map(|turn| {
        let player = seats.name(turn.player).replace("you", "You");
        format!("{player} moved {}. ", turn.name())
    });
    let last = last.unwrap_or_default();
    match (game.winner(), seats) {
        (Some(winner), _) => format!("{last}{}", seats.outcome(winner)),
        (None, Seats::Both) => format!("{last}It is the {} player's move.", game.to_move().name()),
        (None, _) if seats.is_person(game.to_move()) => format!("{last}Your move."),
        (None, _) => format!("{last}It is my move."),
    }
}

/// The links below the board: take back, begin again, show what wins; and a button for the opponent's move where it is
/// the opponent's turn.
fn tools(view: &View<'_>) -> Markup {
    let (address, game) = (view.address, view.game);
    let is_over = game.winner().is_some();
    let last = game.last_turn(|player| address.players.seats.is_person(player));
    let drawn = Address {
        start: None,
        ..address.with_moves([])
    };
    let shows_winning = !address.shows_winning;
    let shown = Address {
        shows_winning,
        ..address.clone()
    };
    html! {
        div.tools {
            @if !is_over && !view.is_persons {
                form method="post" action="/" {
                    (view.hidden())
                    button #answer.button.first { "Let me move" }
                }
            }
            @if let Some(turn) = last {
                a.button href=(view.link(turn.number - 1)) { "Take back" }
            }
            @if !game.turns.is_empty() {
                a.button href=(view.link(0)) { "Begin again" }
            }
            a.button href=(drawn.link()) { "Another position" }
            @if !is_over {
                a.button href=(shown.link()) {
                    @if shows_winning { "Show winning moves" } @else { "Hide winning moves" }
                }
            }
        }
    }
}

/// A form for a new game: its position, who begins, how well the opponent plays.
fn another(view: &View<'_>) -> Markup {
    let Players { seats, level } = view.address.players;
    let about = view.game.game.about();
    html! {
        section.new aria-labelledby="new" {
            h2 #new { "Another game" }
            form method="get" action="/" {
                input type="hidden" name="game" value=(about.name);
                label for="start" { "Position, none for one drawn at random" }
                input #start name="start" value=(view.game.start())
                    autocomplete="off" spellcheck="false" aria-describedby="start-form";
                p #start-form.note {
                    "As in the input of the task, " code { "/" } " between blanks for the end of a line. "
                    (about.original) "."
                }
                div.choices {
                    label for="seats" { "Your seat" }
                    select #seats name="seats" {
                        @for &one in Seats::value_variants() {
                            option value=(one) selected[one == seats] { (one) }
                        }
                    }
                    label for="level" { "How well I play: perfect, or the share of random moves, as 30%" }
                    input #level name="level" value=(level);
                    button.button { "Begin" }
                }
            }
        }
    }
}
