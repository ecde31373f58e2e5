//! Explains a position: its value, its options, and which of them win.

use grundy_game::explain::best_play::shown_play;
use grundy_game::explain::row::{and_more, counted};
use grundy_game::{Explanation, Known, Line, Role, kind, winner};

use crate::moves::Move;
use crate::opened::Opened;

/// The most options that are shown; winning ones come first.
const SHOWN: usize = 60;

/// Returns the page of one position; `moves` are all its options, or `None` where they are too many.
pub(crate) fn page(
    game: &Opened,
    position: &str,
    claim: &Known,
    moves: Option<Vec<Move>>,
) -> Explanation {
    let title = format!("{}: {position}", game.about.title);
    let mut lines = vec![Line::of(Role::Heading, title), Line::default()];
    let verdict = format!("{claim}: {}.", winner(claim.outcome));
    lines.push(Line::plain(verdict));
    if let Some(remoteness) = claim.remoteness {
        let lasts = counted(remoteness, "move");
        lines.push(Line::plain(format!(
            "The game lasts {lasts} when the winner hurries and the loser does not."
        )));
        let best = game.table().best_play(position);
        lines.extend(shown_play(best.as_deref()));
    }
    if let Some(reliance) = game.reliance.get().filter(|_| game.is_claimed(position)) {
        let (name, size) = (game.claims.runner.name(), reliance.up_to);
        let by = format!(
            "So says {name}, which agrees with the oracle on all positions to size {size}."
        );
        lines.push(Line::plain(by));
    }
    let Some(mut moves) = moves else {
        lines.push(Line::plain("Its moves are too many to be listed."));
        return Explanation { lines };
    };
    if moves.is_empty() {
        let who = if game.about.misere {
            "under misère play a player who cannot move wins"
        } else {
            "a player who cannot move loses"
        };
        lines.push(Line::plain(format!("There is no move: {who}.")));
        return Explanation { lines };
    }
    lines.push(Line::default());
    let left = moves.len().saturating_sub(SHOWN);
    if left > 0 {
        moves.sort_by_key(|choice| choice.outcome);
        moves.truncate(SHOWN);
    }
    let widths = moves.iter().map(|choice| choice.shown().chars().count());
    let width = widths.max().unwrap_or(0);
    lines.extend(moves.iter().map(|choice| row(game, choice, width)));
    lines.extend(and_more(left as u64));
    Explanation { lines }
}

fn row(game: &Opened, choice: &Move, width: usize) -> Line {
    let (role, leads) = if choice.is_winning() {
        (Role::Winning, "P-position: this move wins")
    } else {
        (Role::Plain, choice.outcome.map_or("", kind))
    };
    // A reason names a winning move as it is typed.
    let (shown, name) = (choice.shown(), choice.name.clone());
    let (before, name) = name.map_or(("-> ", choice.target()), |name| ("", name));
    let rest = shown[before.len() + name.len()..].to_owned();
    let pad = " ".repeat(width - shown.chars().count());
    let line = Line::plain(format!("  {before}"))
        .and(role, name)
        .and(Role::Plain, format!("{rest}{pad}  {leads}"));
    let Some(values) = game.grundy_values(choice) else {
        return line;
    };
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    let parts: Vec<String> = values.iter().map(u32::to_string).collect();
    let parts = match parts.len() {
        1 => String::new(),
        _ => format!("{} = ", parts.join(" xor ")),
    };
    line.and(Role::Faint, format!(", Grundy value {parts}{sum}"))
}
