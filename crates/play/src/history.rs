//! A whole game told afterwards: for each move who was winning, and what would have won.

use grundy_game::sum::Sum;
use grundy_game::{Detail, Line, Role, Span};
use serde_json::{Value, json};

use crate::error::Result;
use crate::game::{Match, Player, Turn};
use crate::players::Seats;

/// The largest number of winning moves that are named.
const NAMED: usize = 4;

/// Returns every move so far with what it was worth, the first mistake marked.
pub(crate) fn history(game: &Match, seats: Seats) -> Vec<Line> {
    let turns = &game.turns;
    if turns.is_empty() {
        return vec![Line::of(Role::Faint, "  no move yet")];
    }
    let numbers = turns.len().to_string().len();
    let players = game.widest_name(seats);
    let names = turns.iter().map(|turn| turn.name.len());
    let names = names.max().unwrap_or(0);
    let first = game.first_mistake().map(|turn| turn.number);
    let lines = turns.iter().map(|turn| {
        let (player, name) = (game.name(seats, turn.player), turn.name.as_str());
        let role = match (turn.is_mistake(), turn.wins) {
            (true, _) => Role::Counts,
            (_, true) => Role::Winning,
            (_, false) => Role::Faint,
        };
        let line = Line::of(Role::Faint, format!("  {:>numbers$}", turn.number))
            .and(
                Role::Plain,
                format!("  {player:<players$}  {name:<names$}  "),
            )
            .and(role, worth(turn));
        if first == Some(turn.number) {
            return line.and(Role::Heading, "   <- the first mistake");
        }
        line
    });
    lines.collect()
}

/// Returns what a move was worth, in words.
pub(crate) fn worth(turn: &Turn) -> String {
    if turn.wins {
        return "wins".to_owned();
    }
    if !turn.is_mistake() {
        return "no move wins".to_owned();
    }
    let winning = &turn.winning;
    let named = winning[..winning.len().min(NAMED)].join(", ");
    match winning.len().saturating_sub(NAMED) {
        0 => format!("a mistake: {named} would have won"),
        more => format!("a mistake: {named} and {more} more would have won"),
    }
}

/// What a finished game teaches.
pub(crate) struct Review {
    /// Where it turned.
    pub turned: String,
    /// The one move to remember, with its reason.
    pub remember: Option<Line>,
    /// After how many moves the loser can try again: before the mistake that lost the game.
    pub again: Option<usize>,
}

/// Reviews a finished game.
pub(crate) fn review(game: &Match, seats: Seats) -> Result<Review> {
    let Some(turn) = game.turning_point() else {
        let turned = "Neither player made a mistake: the first position decided the game";
        // The first move of the winner shows how it was won.
        let kept = game.turns.iter().find(|turn| turn.wins);
        let by = kept.map(|turn| {
            format!(
                ", which {} won by {}",
                game.name(seats, turn.player),
                turn.name
            )
        });
        return Ok(Review {
            turned: format!("{turned}{}.", by.unwrap_or_default()),
            remember: kept
                .map(|turn| reason(&turn.before, &turn.name))
                .transpose()?,
            again: None,
        });
    };
    let (number, name, winning) = (turn.number, &turn.name, &turn.winning[0]);
    let player = game.name(seats, turn.player);
    // What the opponent loses by, a person has found.
    let answer = game.turns.get(number);
    let found = answer.filter(|answer| !seats.is_person(turn.player) && answer.wins);
    let (outcome, before, remembered) = match found {
        Some(answer) => {
            let finder = game.name(seats, answer.player);
            let outcome = format!("{finder} found {}", answer.name);
            (outcome, &answer.before, &answer.name)
        }
        None => (format!("{winning} would have won"), &turn.before, winning),
    };
    Ok(Review {
        turned: format!("It turned at move {number}: {player} moved {name}, and {outcome}."),
        remember: Some(reason(before, remembered)?),
        again: found.is_none().then_some(number - 1),
    })
}

/// Returns a winning move and why it wins: the line about it in the explanation of its position.
pub(crate) fn reason(position: &Sum, name: &str) -> Result<Line> {
    let is_named = |span: &Span| span.role == Role::Winning && span.text.trim() == name;
    let mut explained = position.lines(Detail::Full)?.into_iter();
    let line = explained.find(|line| line.0.iter().any(is_named));
    Ok(line.unwrap_or_else(|| Line::plain("  ").and(Role::Winning, name)))
}

/// Returns a game as JSON: where it began, every move with who was winning before it and which moves would have won, the
/// winner, and the number of the first mistake.
pub fn json(game: &Match) -> Value {
    let texts = |position: &Sum| {
        let texts = position.parts.iter().map(ToString::to_string);
        texts.collect::<Vec<_>>()
    };
    let turns = game.turns.iter().map(|turn| {
        json!({
            "number": turn.number,
            "player": turn.player.name(),
            "position": texts(&turn.before),
            "move": turn.name,
            "winning": turn.player.winner(turn.outcome).name(),
            "winning_moves": turn.winning,
            "wins": turn.wins,
            "mistake": turn.is_mistake(),
        })
    });
    json!({
        "game": game.game.about().name,
        "start": texts(game.start()),
        "moves": turns.collect::<Vec<_>>(),
        "position": texts(&game.now.position),
        "to_move": game.winner().is_none().then(|| game.to_move().name()),
        "winning": game.winning().name(),
        "winner": game.winner().map(Player::name),
        "first_mistake": game.first_mistake().map(|turn| turn.number),
    })
}

/// Returns a game for people: where it began, every move with what it was worth, and who has won or is winning.
///
/// # Errors
/// When the game fails.
pub fn told(game: &Match, seats: Seats) -> Result<Vec<Line>> {
    let mut lines = game.start().lines(Detail::Brief)?;
    lines.push(Line::default());
    lines.extend(history(game, seats));
    lines.push(Line::default());
    lines.push(match game.winner() {
        Some(winner) => Line::of(Role::Heading, game.outcome(seats, winner)),
        None => Line::plain(format!(
            "Not over: {} can win.",
            game.name(seats, game.winning())
        )),
    });
    Ok(lines)
}
