//! What the page teaches: how to play, what decides a position and why, and what a finished game shows.

use std::sync::Arc;

use grundy_game::{Detail, Game, Line, Reduction, Role};
use maud::{Markup, Render, html};

use super::board::{View, WORDS, class, rows, told};
use super::picture::Shown;
use crate::error::Result;
use crate::game;
use crate::history::review;
use crate::players::LEVELS;

/// The largest number of forbidden moves that are listed.
const PAIRS: usize = 200;

/// How to play: the rules, and a move drawn. It is open before the first move.
pub fn how_to_play(view: &View<'_>) -> Result<Markup> {
    let about = view.game.game.about();
    let rules = match &*about.rules {
        "" => "The game does not say how it is played. The list of all moves shows what is legal.",
        rules => rules,
    };
    Ok(html! {
        details #how open[view.game.turns.is_empty()] {
            summary { "How to play" }
            div.how {
                p { (rules) }
                (example(&view.game.game)?)
            }
        }
    })
}

/// A small position before and after a move.
fn example(game: &Arc<dyn Game>) -> Result<Markup> {
    let example = game::example(&**game)?;
    let example =
        example.and_then(|(name, [was, now])| Some((name, was.reduction()?, now.reduction()?)));
    let drawn = |now: &Reduction, before: Option<&Reduction>| {
        let shown = Shown {
            before,
            ..Shown::default()
        };
        let piece = |cell: &_| html! { span class=(class(cell)) {} };
        rows(&shown.picture(now), &piece)
    };
    Ok(html! {
        @if let Some((name, was, now)) = &example {
            figure.example {
                (drawn(was, None))
                figcaption { "the move " b { (name) } }
                (drawn(now, Some(was)))
            }
        }
    })
}

/// What belongs to the position beside its pieces: the bound of a move, and the forbidden moves.
pub fn terms(view: &View<'_>) -> Markup {
    let Some(Reduction::Heaps { k, pairs, .. }) = view.shown.now.position.reduction() else {
        return html! {};
    };
    html! {
        @if let Some(k) = k { p.terms { "k = " (k) ": a move takes at most " b { (k) } "." } }
        @if let Some(pairs) = pairs {
            p.terms {
                @if pairs.is_empty() { "Nothing is forbidden here." } @else { "Forbidden: " }
                @for (at, [x, y]) in pairs.iter().take(PAIRS).enumerate() {
                    @if at > 0 { ", " }
                    b { (y) } " from a heap of " b { (x) }
                }
                @if pairs.len() > PAIRS { ", and " (pairs.len() - PAIRS) " more" }
            }
        }
    }
}

/// Why the player to move wins or loses: folded until it is asked for.
pub fn explanation(view: &View<'_>) -> Result<Markup> {
    Ok(html! {
        @if view.shown.winner().is_none() {
            details #why {
                summary { "Who can win here, and why?" }
                (told(&view.shown.now.position.lines(Detail::Full)?, "The position, explained", true))
            }
        }
    })
}

/// The position before the opponent's last move, explained.
pub fn last_move(view: &View<'_>) -> Result<Markup> {
    let seats = view.address.players.seats;
    Ok(html! {
        @if let Some(turn) = view.shown.last_turn(|player| seats.is_explained(player)) {
            details #last {
                summary { "Why " (turn.name) "?" }
                p.note { "The position before that move:" }
                (told(&turn.before.lines(Detail::Full)?, "That position, explained", true))
            }
        }
    })
}

/// What the words of the explanations mean; a link to it opens it.
pub fn words() -> Markup {
    html! {
        details {
            summary { "What the words mean" }
            dl #words {
                @for (word, meaning) in WORDS { dt { b { (word) } } dd { (meaning) } }
            }
        }
    }
}

/// What a finished game teaches, and what to play next.
pub fn over(view: &View<'_>) -> Result<Markup> {
    let (address, game) = (view.address, view.game);
    let seats = address.players.seats;
    let Some(winner) = game.winner().filter(|_| address.at.is_none()) else {
        return Ok(html! {});
    };
    let review = review(game, seats)?;
    let is_counted = seats.is_against_opponent() && winner != game::Player::Neither;
    let is_won = is_counted && seats.is_person(winner);
    let mut next = address.of_game(&game.game.about().name);
    let level = address.players.level;
    let harder = LEVELS.iter().find(|(_, harder, _)| harder.0 < level.0);
    let harder = harder.filter(|_| is_won && game.program.is_none());
    let result = if is_won { "won" } else { "lost" };
    Ok(html! {
        section #over.over aria-label="What the game shows"
            data-result=[is_counted.then_some(result)] data-game=(address.fingerprint()) {
            @if !game.turns.is_empty() { p { (review.turned) } }
            @if let Some(line) = review.remember {
                p.remember { span.note { "The move to remember" } br; (spans(&line)) }
            }
            p #record.note hidden {}
            div.tools {
                @if let Some(again) = review.again {
                    (get("Try again from there", "keep", again))
                }
                a.button href=(next.link()) { "Another position" }
                @if let Some((name, level, _)) = harder {
                    @let () = next.players.level = *level;
                    a.button href=(next.link()) { "Play the " (name) @if *name == "club" { " player" } @if *name == "perfect" { " opponent" } }
                }
            }
        }
    })
}

/// A button that leads to the address with a field more.
pub fn get(text: &str, name: &str, value: impl Render) -> Markup {
    html! { button.button form="game" formmethod="get" name=(name) value=(value) { (text) } }
}

fn spans(line: &Line) -> Markup {
    html! {
        @for span in &line.0 {
            @if span.role == Role::Winning { b { (span.text.trim()) } ": " } @else { (span.text.trim()) }
        }
    }
}
