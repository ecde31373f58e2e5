//! The pages.

use std::sync::Arc;

use grundy_game::sum::one_line;
use grundy_game::{About, Game};
use grundy_games::octal;
use grundy_report::html::document;
use maud::{Markup, html};

use super::address::Address;
use super::board::{View, notice};
use super::lesson::{explanation, get, how_to_play, last_move, over, terms, words};
use crate::error::Result;
use crate::game::{Match, Program};
use crate::history::worth;
use crate::players::{LEVELS, Players, SEATS, Seats};

/// The largest number of moves of a game that are listed at a time.
const LISTED: usize = 120;

/// What every page offers.
pub struct Offer {
    /// The games, the one first that an address without a game leads to.
    pub games: Vec<Arc<dyn Game>>,
    /// Where the first one begins; without it at a random position.
    pub start: Option<String>,
    /// Who plays where an address does not say it.
    pub players: Players,
    /// The command that starts the server; [`Server`](super::Server) adds its port.
    pub command: String,
    /// The program that plays in place of the built-in opponent.
    pub program: Option<Arc<Program>>,
}

/// Returns the page of a game in progress; `wrong` is what was wrong with the last request.
pub fn page(offer: &Offer, address: &Address, game: &Match, wrong: Option<&str>) -> Result<String> {
    let shown = match address.at {
        Some(at) => &game.first(at)?,
        None => game,
    };
    let view = &View::new(address, game, shown);
    // What is wrong with a typed move stands beside its field.
    let typed = address.play.as_deref().filter(|_| view.is_persons);
    let typed = typed.zip(wrong);
    let seats = address.players.seats;
    let is_won =
        game.winner().is_some_and(|winner| seats.is_person(winner)) && address.at.is_none();
    let about = game.game.about();
    let body = html! {
        form #game method="post" action="/" {
            @for (name, value) in address.hidden() { input type="hidden" name=(name) value=(value); }
        }
        h1 { (about.title) }
        (terms(view))
        (how_to_play(view)?)
        @if let Some(wrong) = wrong.filter(|_| typed.is_none()) { (notice(wrong)) }
        p #status.status.won[is_won && seats.is_against_opponent()] tabindex="-1" { (status(view)) }
        section #board.board aria-label="Board" { (view.board()?) }
        (over(view)?)
        (tools(view))
        (history(view))
        @if view.is_persons { (view.moves(typed)) }
        (explanation(view)?)
        (last_move(view)?)
        (words())
        (another(offer, address, about, &game.start().to_string(), false))
    };
    Ok(frame(offer, address, Some(about), &body))
}

/// Returns a page that tells what is wrong, with what was asked for: of a game that is there the position can be mended,
/// otherwise the game.
pub fn wrong(offer: &Offer, asked: &Address, about: Option<&About>, text: &str) -> String {
    let start = asked.start.as_deref().unwrap_or_default();
    let body = html! {
        h1 { (title(about)) }
        p #status.status tabindex="-1" role="alert" { (text) }
        @if let Some(about) = about {
            (another(offer, asked, about, start, true))
            p { a.button href=(asked.of_game(&about.name).link()) { "Another position" } }
        }
    };
    frame(offer, asked, about, &body)
}

fn title(about: Option<&About>) -> &str {
    about.map_or("That is no game", |about| &about.title)
}

/// The page around `body`, which is about a game, or about what is no game.
fn frame(offer: &Offer, address: &Address, about: Option<&About>, body: &Markup) -> String {
    let head = html! {
        link rel="stylesheet" href="/play.css";
        script src="/play.js" defer {}
    };
    let body = html! {
        header { (chooser(&offer.games, address, about.map(|about| &*about.name))) }
        // Screen readers read what the script writes here after each move.
        p #said.unseen aria-live="polite" {}
        section #lost.notice role="alert" aria-label="The server" hidden {
            p.while-lost {
                "The program that serves this page has ended. Your game is in the address of this page; go on after you have started the program again:"
                code { (offer.command) }
            }
            p.while-back { "The program is back." }
            button #resume.button { "Go on" }
        }
        main { (body) }
    };
    document(&format!("{} - grundy play", title(about)), &head, &body)
}

/// The games: those on offer, the codes with names, and any code.
fn chooser(games: &[Arc<dyn Game>], address: &Address, current: Option<&str>) -> Markup {
    let link = |name: &str, title: &str| {
        let is_here = (current == Some(name)).then_some("page");
        html! { li { a href=(address.of_game(name).link()) aria-current=[is_here] { (title) } } }
    };
    // What was asked for and is no game stays, so that it can be mended.
    let asked = address.game.as_deref().filter(|_| current.is_none());
    html! {
        details #choose open[asked.is_some()] {
            summary { "Choose a game" }
            nav aria-label="Games" {
                ul { @for game in games { (link(&game.about().name, &game.about().title)) } }
                h2 { "Heap games by their codes" }
                ul { @for (code, title, _) in octal::NAMES { (link(code, &format!("{title}, {code}"))) } }
                form method="get" action="/" {
                    @for (name, value) in address.of_game("").fields() {
                        @if name != "game" { input type="hidden" name=(name) value=(value); }
                    }
                    label for="code" { "Another code, as 0.07 or subtract:1,3,4" }
                    div.line {
                        input #code name="game" required value=[asked] maxlength="40" autocomplete="off" spellcheck="false";
                        button.button { "Play" }
                    }
                }
            }
        }
    }
}

/// Returns the last move, and whose turn it is.
fn status(view: &View<'_>) -> String {
    let (seats, shown) = (view.address.players.seats, view.shown);
    let last = shown.turns.last().map(|turn| {
        let (first, rest) = shown.name(seats, turn.player).split_at(1);
        format!("{}{rest} moved {}. ", first.to_ascii_uppercase(), turn.name)
    });
    let last = last.unwrap_or_default();
    if let Some(at) = view.address.at {
        let moves = view.game.turns.len();
        return match at {
            0 => "The position at the beginning.".to_owned(),
            _ => format!("After move {at} of {moves}. {last}"),
        };
    }
    if let Some(winner) = shown.winner() {
        return format!("{last}{}", shown.outcome(seats, winner));
    }
    match shown.name(seats, shown.to_move()) {
        "you" => format!("{last}Your move."),
        name @ ("the opponent" | "the program") => format!("{last}It is {name}'s move."),
        player => format!("{last}It is the {player} player's move."),
    }
}

/// What is below the board: a button for the opponent's move where it is the opponent's turn; play on, take back, show what
/// wins.
fn tools(view: &View<'_>) -> Markup {
    let (address, game) = (view.address, view.game);
    if let Some(at) = address.at {
        let moves = game.turns.len();
        return html! {
            div.tools {
                (get("Play on from here", "keep", at))
                @if at > 0 { (get("‹ Move before", "at", at - 1)) }
                @if at < moves { (get("Next move ›", "at", at + 1)) }
                button.button form="game" formmethod="get" { "Back to the game" }
            }
        };
    }
    let is_over = game.winner().is_some();
    let last = game.last_turn(|player| address.players.seats.is_person(player));
    let drawn = address.of_game(&game.game.about().name);
    html! {
        div.tools {
            @if !is_over && !view.is_persons {
                button #answer.button.first form="game" {
                    @match game.name(address.players.seats, game.to_move()) {
                        name @ ("the opponent" | "the program") => { "Let " (name) " move" }
                        player => { "Let the " (player) " player move" }
                    }
                }
            }
            @if view.pick.is_some() {
                button.button form="game" formmethod="get" { "Take another number" }
            }
            @if let Some(turn) = last { (get("Take back", "keep", turn.number - 1)) }
            @if !game.turns.is_empty() { (get("Begin again", "keep", 0)) }
            @if !is_over {
                @if game.turns.is_empty() { a.button href=(drawn.link()) { "Another position" } }
                @if address.shows_winning { (get("Hide winning moves", "show", "nothing")) }
                @else { (get("Show winning moves", "show", "winning")) }
            }
        }
    }
}

/// The moves so far; a press on one shows the position after it. Mistakes are marked when the game is over or winning moves
/// are shown. Of a long game the list has the moves around the position on the page.
fn history(view: &View<'_>) -> Markup {
    let turns = &view.game.turns;
    if turns.is_empty() {
        return html! {};
    }
    let seats = view.address.players.seats;
    let are_marked = view.game.winner().is_some() || view.address.shows_winning;
    let first = view.game.first_mistake().map(|turn| turn.number);
    let at = view.address.at.unwrap_or(turns.len());
    let from = at
        .saturating_sub(LISTED / 2)
        .min(turns.len().saturating_sub(LISTED));
    let to = turns.len().min(from + LISTED);
    let show = |at: usize, text: &str| {
        html! { button.plain form="game" formmethod="get" name="at" value=(at) { (text) } }
    };
    html! {
        details #history open[view.address.at.is_some()] {
            summary { "Moves so far: " (turns.len()) }
            p { (show(0, "The position at the beginning")) }
            @if from > 0 { p { (show(from, "Earlier moves")) } }
            ol.history start=(from + 1) {
                @for turn in &turns[from..to] {
                    @let is_first = are_marked && first == Some(turn.number);
                    li.mistake[is_first].here[view.address.at == Some(turn.number)] {
                        (view.game.name(seats, turn.player)) " " (show(turn.number, &turn.name))
                        @if are_marked { " " span.worth { (worth(turn)) } }
                        @if is_first { " " strong { "The first mistake." } }
                    }
                }
            }
            @if to < turns.len() { p { (show(to + 1, "Later moves")) } }
            @if are_marked && first.is_none() { p.note { "Neither player made a mistake." } }
        }
    }
}

/// A form for a new game of the game of an address: its position, who begins, how well the opponent plays.
fn another(offer: &Offer, address: &Address, about: &About, start: &str, is_wrong: bool) -> Markup {
    let example = about.example.as_ref();
    let example = example.map(|example| one_line(&example.position));
    let Players { seats, level } = address.players;
    let named = LEVELS.iter().find(|named| named.1 == level);
    let has_level = seats == Seats::None || offer.program.is_none();
    let opponent = match (seats, named) {
        (Seats::None, _) => "two opponents play".to_owned(),
        (Seats::Both, _) => "you play against another person".to_owned(),
        _ if !has_level => "you play against the program".to_owned(),
        (_, Some(("perfect", ..))) => "you play against a perfect opponent".to_owned(),
        (_, Some((.., about))) => {
            let name = about.split(':').next().unwrap_or_default();
            format!("you play against {name}")
        }
        (_, None) => format!("you play against level {level}"),
    };
    let name = address.game.as_deref().unwrap_or(&about.name);
    html! {
        details #new open[is_wrong] {
            summary { "Another game: " (opponent) }
            form method="get" action="/" {
                input type="hidden" name="game" value=(name);
                (choices(address.players, has_level))
                label for="start" { "Position; empty for one drawn at random" }
                input #start name="start" value=(start) autocomplete="off" spellcheck="false"
                    autofocus[is_wrong] aria-invalid=[(is_wrong && !start.is_empty()).then_some("true")] aria-describedby="start-form";
                p #start-form.note {
                    "The numbers of the task's input"
                    @if let Some(example) = example { ", as " code { (example) } }
                    "; " code { "/" } " stands for the end of a line."
                    @if about.is_counted_row() { " The first line may be left out, as in " code { "3 5" } "." }
                }
                button.button.first { "Begin" }
            }
        }
    }
}

/// Returns the choice of who begins, and of how well the opponent plays where it has a level.
pub fn choices(Players { seats, level }: Players, has_level: bool) -> Markup {
    let radio = |name: &str, value: &str, is_checked: bool, text: &str| {
        let id = format!("{name}-{value}");
        html! {
            div.choice {
                input type="radio" id=(id) name=(name) value=(value) checked[is_checked];
                label for=(id) { (text) }
            }
        }
    };
    let is_named = LEVELS.iter().any(|named| named.1 == level);
    html! {
        @if has_level {
            fieldset {
                legend { "The opponent" }
                @for (name, one, about) in LEVELS { (radio("level", name, one == level, about)) }
                @if !is_named { (radio("level", &level.to_string(), true, &format!("{level} of the moves are made at random"))) }
            }
        }
        fieldset {
            legend { "Who begins" }
            // Two opponents cannot be chosen anew.
            @for (name, one, text) in SEATS {
                @if one != Seats::None || one == seats { (radio("seats", name, one == seats, text)) }
            }
        }
    }
}
