//! A whole game told afterwards: for each move who was winning, and what would have won.

use grundy_games::{Line, Role};
use serde_json::{Value, json};

use crate::dialogue::outcome;
use crate::{Match, PlayError, Seats, Turn, board};

/// Winning moves that are named, at most.
const NAMED: usize = 4;

/// Every move so far with what it was worth, the first mistake marked.
pub fn history(game: &Match, seats: Seats) -> Vec<Line> {
    let rows: Vec<[String; 3]> = game
        .turns()
        .map(|turn| {
            let player = seats.name(turn.player).to_owned();
            [turn.number.to_string(), player, turn.name().to_owned()]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let first = game.first_mistake().map(|turn| turn.number);
    let mut lines = Vec::new();
    for (turn, [number, player, name]) in game.turns().zip(&rows) {
        let [w0, w1, w2] = widths;
        let line = Line::of(Role::Faint, format!("  {number:>w0$}"))
            .and(Role::Plain, format!("  {player:<w1$}  {name:<w2$}  "));
        let line = line.and(role(turn), worth(turn));
        lines.push(if first == Some(turn.number) {
            line.and(Role::Heading, "   <- the first mistake")
        } else {
            line
        });
    }
    if lines.is_empty() {
        lines.push(Line::of(Role::Faint, "  no move yet"));
    }
    lines
}

fn role(turn: Turn<'_>) -> Role {
    match (turn.is_mistake(), turn.wins()) {
        (true, _) => Role::Counts,
        (_, true) => Role::Winning,
        (_, false) => Role::Faint,
    }
}

/// What a move was worth, in words.
pub(crate) fn worth(turn: Turn<'_>) -> String {
    if turn.wins() {
        return "wins".to_owned();
    }
    if !turn.is_mistake() {
        return "no move wins".to_owned();
    }
    let winning = turn.winning();
    let named = winning[..winning.len().min(NAMED)].join(", ");
    match winning.len().saturating_sub(NAMED) {
        0 => format!("a mistake: {named} would have won"),
        more => format!("a mistake: {named} and {more} more would have won"),
    }
}

/// A game as JSON: what was played from where, for each move who was winning before it and what would
/// have won, who has won, and the number of the first mistake.
pub fn json(game: &Match) -> Value {
    let turns = game.turns().map(|turn| {
        let winner = if turn.winning().is_empty() {
            turn.player.other()
        } else {
            turn.player
        };
        json!({
            "number": turn.number,
            "player": turn.player.name(),
            "position": turn.position.0,
            "move": turn.name(),
            "winning": winner.name(),
            "winning_moves": turn.winning(),
            "wins": turn.wins(),
            "mistake": turn.is_mistake(),
        })
    });
    let choices = game.choices();
    let to_move = game.to_move();
    let winning = if choices.wins {
        to_move
    } else {
        to_move.other()
    };
    json!({
        "game": game.game().about().name,
        "start": game.start().0,
        "moves": turns.collect::<Vec<_>>(),
        "position": game.position().0,
        "to_move": game.winner().is_none().then(|| to_move.name()),
        "winning": winning.name(),
        "winner": game.winner().map(crate::Player::name),
        "first_mistake": game.first_mistake().map(|turn| turn.number),
    })
}

/// A whole game for people: where it began, its [`history`], and who has won or is winning.
///
/// # Errors
/// When the game fails.
pub fn told(game: &Match, seats: Seats) -> Result<Vec<Line>, PlayError> {
    let mut lines = board::lines(game.game(), game.start())?;
    lines.push(Line::default());
    lines.extend(history(game, seats));
    lines.push(Line::default());
    let (to_move, wins) = (game.to_move(), game.choices().wins);
    let winning = if wins { to_move } else { to_move.other() };
    lines.push(match game.winner() {
        Some(winner) => Line::of(Role::Heading, outcome(winner, seats)),
        None => Line::plain(format!("Not over: {} can win.", seats.name(winning))),
    });
    Ok(lines)
}
