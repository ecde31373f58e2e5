//! The pages, as HTML.

mod parts;

use std::sync::Arc;

use grundy_games::Entry;
use maud::{DOCTYPE, Markup, html};

use super::address::Address;
use super::picture::picture;
use crate::dialogue::outcome;
use crate::{Level, Match, PlayError, Seats};
use parts::{board, history, moves, nim_sum, why};

/// The page of a game in progress; `notice` is what went wrong with the last request.
pub(super) fn table(
    games: &[Arc<dyn Entry>],
    address: &Address,
    game: &Match,
    notice: Option<&str>,
) -> Result<String, PlayError> {
    let about = game.game().about();
    let picture = picture(game.game(), game.position(), game.choices())?;
    let is_persons = address.seats.is_person(game.to_move()) && game.winner().is_none();
    let listed = moves(address, game, picture.as_ref())?;
    let body = html! {
        @if let Some(notice) = notice {
            p.notice role="alert" { (notice) }
        }
        p #status.status tabindex="-1" { (status(address, game)) }
        div.columns {
            div.table {
                form.board #board method="post" action="/" {
                    (hidden(address))
                    (board(address, game, picture.as_ref(), is_persons)?)
                }
                (tools(address, game))
                @if is_persons { (listed) }
                @if is_persons { (typed(address)) }
            }
            div.side {
                @if let Some(picture) = &picture { (nim_sum(picture)) }
                (history(address, game)?)
                (why(address, game)?)
            }
        }
        (another(games, address))
    };
    Ok(page(games, Some(&about.name), &about.title, &body))
}

/// A page that says what is wrong, and where to go on.
pub(super) fn wrong(games: &[Arc<dyn Entry>], text: &str, instead: Option<&Address>) -> String {
    let link = instead.map_or_else(|| "/".to_owned(), Address::link);
    let body = html! {
        p #status.status tabindex="-1" role="alert" { (text) }
        p { a.button href=(link) { "Go on from here" } }
    };
    page(games, None, "That is no game", &body)
}

fn page(games: &[Arc<dyn Entry>], current: Option<&str>, title: &str, body: &Markup) -> String {
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
                    // What has just happened, for those who listen: it stays when the rest is replaced.
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

/// What has happened, and whose turn it is.
fn status(address: &Address, game: &Match) -> String {
    let seats = address.seats;
    let last = game.turns().next_back().map(|turn| {
        let name = if seats.is_person(turn.player) && seats != Seats::Both {
            "You"
        } else if seats == Seats::Both {
            turn.player.name()
        } else {
            "I"
        };
        format!("{name} moved {}. ", turn.name())
    });
    let last = last.unwrap_or_default();
    match (game.winner(), seats) {
        (Some(winner), _) => format!("{last}{}", outcome(winner, seats)),
        (None, Seats::Both) => format!("{last}It is the {} player's move.", game.to_move().name()),
        (None, _) if seats.is_person(game.to_move()) => format!("{last}Your move."),
        (None, _) => format!("{last}It is my move."),
    }
}

/// The address as fields of a form.
fn hidden(address: &Address) -> Markup {
    html! {
        @for (name, value) in address.fields() {
            input type="hidden" name=(name) value=(value);
        }
    }
}

/// Undo, again, what wins; and the opponent's move where it is the opponent's turn.
fn tools(address: &Address, game: &Match) -> Markup {
    let is_opponents = game.winner().is_none() && !address.seats.is_person(game.to_move());
    let again = Address {
        moves: Vec::new(),
        ..address.clone()
    };
    let drawn = Address {
        start: None,
        ..again.clone()
    };
    let undone = undone(address, game);
    let shown = Address {
        shows_winning: !address.shows_winning,
        ..address.clone()
    };
    html! {
        div.tools {
            @if is_opponents {
                form method="post" action="/" {
                    (hidden(address))
                    button #answer.button.first { "Let me move" }
                }
            }
            @if let Some(undone) = &undone {
                a.button href=(undone.link()) { "Take back" }
            }
            @if game.turns().len() > 0 {
                a.button href=(again.link()) { "Begin again" }
            }
            a.button href=(drawn.link()) { "Another position" }
            @if game.winner().is_none() {
                a.button href=(shown.link()) {
                    @if address.shows_winning { "Hide winning moves" } @else { "Show winning moves" }
                }
            }
        }
    }
}

/// The address before the last move of a person.
fn undone(address: &Address, game: &Match) -> Option<Address> {
    let mut turns = game.turns().rev();
    let last = turns.find(|turn| address.seats.is_person(turn.player))?;
    let moves = address.moves[..last.number - 1].to_vec();
    Some(Address {
        moves,
        ..address.clone()
    })
}

fn typed(address: &Address) -> Markup {
    html! {
        form.typed method="post" action="/" {
            (hidden(address))
            label for="play" { "Or type a move" }
            input #play name="play" required autocomplete="off" autocapitalize="off" spellcheck="false";
            button.button { "Move" }
        }
    }
}

/// A new game: its position, who begins, how well the opponent plays.
fn another(games: &[Arc<dyn Entry>], address: &Address) -> Markup {
    let game = address.game.as_deref().unwrap_or_default();
    let entry = games.iter().find(|entry| *entry.about().name == *game);
    let seats = |seats: Seats| match seats {
        Seats::First => "You begin",
        Seats::Second => "I begin",
        Seats::Both => "Two people at one board",
    };
    let level = |level: Level| match level.percent() {
        0 => "I make no mistake".to_owned(),
        100 => "I move at random".to_owned(),
        percent => format!("{percent} % of my moves are random"),
    };
    html! {
        section.new aria-labelledby="new" {
            h2 #new { "Another game" }
            form method="get" action="/" {
                input type="hidden" name="game" value=(game);
                label for="start" { "Position, none for one drawn at random" }
                input #start name="start" value=(address.start.as_deref().unwrap_or_default())
                    autocomplete="off" spellcheck="false" aria-describedby="start-form";
                p #start-form.note {
                    "As in the input of the task, " code { "/" } " between blanks for the end of a line"
                    @if let Some(entry) = entry { ". " (entry.about().original) }
                    "."
                }
                div.choices {
                    label for="seats" { "Who begins" }
                    select #seats name="seats" {
                        @for one in Seats::ALL {
                            option value=(one) selected[one == address.seats] { (seats(one)) }
                        }
                    }
                    label for="level" { "How well I play" }
                    select #level name="level" {
                        @for one in levels(address.level) {
                            option value=(one) selected[one == address.level] { (level(one)) }
                        }
                    }
                    button.button { "Begin" }
                }
            }
        }
    }
}

/// Those on offer, and the one that is played.
fn levels(played: Level) -> Vec<Level> {
    let mut levels = Level::OFFERED.to_vec();
    if !levels.contains(&played) {
        levels.push(played);
    }
    levels
}
