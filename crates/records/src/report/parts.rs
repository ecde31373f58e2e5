//! What every section is made of: sums and names.

use crate::sweep::game_of;

/// The sum of some counts, or the largest number there is.
pub(super) fn total(counts: impl IntoIterator<Item = u64>) -> u64 {
    counts.into_iter().fold(0, u64::saturating_add)
}

/// The game's name for people, or the one in the record when this version does not have the game.
pub(super) fn title(game: &str) -> String {
    grundy_games::find(game).map_or_else(|_| name(game), |game| game.about().title.to_string())
}

/// The name in the record, with a remark when this version does not have the game.
pub(super) fn name(game: &str) -> String {
    match game_of(game) {
        Some(_) => game.to_owned(),
        None => format!("{game} (not a game of this version)"),
    }
}
