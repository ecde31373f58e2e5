//! The pages.

use maud::{DOCTYPE, Markup, html};

use super::address::Address;
use super::parts::{board, hidden, history, moves, nim_sum, why};
use super::picture::picture;
use crate::play::{Level, Match, PlayError, Seats};

/// Returns the page of a game in progress; `notice` is what was wrong with the last request, `offered` the names of all
/// games.
pub(super) fn page<'a>(
    offered: impl Iterator<Item = &'a str>,
    address: &Address,
    game: &Match,
    notice: Option<&str>,
) -> Result<String, PlayError> {
    let about = game.game().about();
    let picture = picture(game.position(), game.choices());
    let is_persons = address.seats.is_person(game.to_move()) && game.winner().is_none();
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
                @if is_persons {
                    (moves(address, game, picture.as_ref()))
                    (typed(address))
                }
            }
            div.side {
                @if let Some(picture) = &picture { (nim_sum(picture)) }
                (history(address, game))
                (why(address, game)?)
            }
        }
        (another(address, &about.original))
    };
    Ok(frame(offered, Some(&about.name), &about.title, &body))
}

/// Returns a page that tells what is wrong, with a link to go on with.
pub(super) fn wrong<'a>(
    offered: impl Iterator<Item = &'a str>,
    text: &str,
    instead: Option<&Address>,
) -> String {
    let link = instead.map_or_else(|| "/".to_owned(), Address::link);
    let body = html! {
        p #status.status tabindex="-1" role="alert" { (text) }
        p { a.button href=(link) { "Go on from here" } }
    };
    frame(offered, None, "That is no game", &body)
}

fn frame<'a>(
    offered: impl Iterator<Item = &'a str>,
    current: Option<&str>,
    title: &str,
    body: &Markup,
) -> String {
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
                        @for name in offered {
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
fn status(address: &Address, game: &Match) -> String {
    let seats = address.seats;
    let last = game.turns().last().map(|turn| {
        let name = match seats.name(turn.player) {
            "you" => "You",
            name => name,
        };
        format!("{name} moved {}. ", turn.name)
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
fn tools(address: &Address, game: &Match) -> Markup {
    let is_opponents = game.winner().is_none() && !address.seats.is_person(game.to_move());
    let again = address.with_moves(0);
    let drawn = Address {
        start: None,
        ..again.clone()
    };
    let mut turns = game.turns().iter();
    let last = turns.rfind(|turn| address.seats.is_person(turn.player));
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
            @if let Some(turn) = last {
                a.button href=(address.with_moves(turn.number - 1).link()) { "Take back" }
            }
            @if !game.turns().is_empty() {
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

/// A form for a new game: its position, who begins, how well the opponent plays.
fn another(address: &Address, original: &str) -> Markup {
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
    let mut levels = Level::OFFERED.to_vec();
    if !levels.contains(&address.level) {
        levels.push(address.level);
    }
    html! {
        section.new aria-labelledby="new" {
            h2 #new { "Another game" }
            form method="get" action="/" {
                input type="hidden" name="game" value=(address.game.as_deref().unwrap_or_default());
                label for="start" { "Position, none for one drawn at random" }
                input #start name="start" value=(address.start.as_deref().unwrap_or_default())
                    autocomplete="off" spellcheck="false" aria-describedby="start-form";
                p #start-form.note {
                    "As in the input of the task, " code { "/" } " between blanks for the end of a line. "
                    (original) "."
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
                        @for one in levels {
                            option value=(one) selected[one == address.level] { (level(one)) }
                        }
                    }
                    button.button { "Begin" }
                }
            }
        }
    }
}
