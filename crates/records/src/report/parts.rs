//! What every section is made of: tables, figures, names.

use maud::{Markup, html};

use crate::sweep::game_of;

pub(super) fn figure(name: &str, caption: &str, content: &Markup) -> Markup {
    html! {
        figure {
            h4 { (name) }
            figcaption { (caption) }
            (content)
        }
    }
}

/// A table that scrolls by itself where it is too wide; `>` marks columns of numbers.
pub(super) fn table<const COLUMNS: usize>(
    columns: [&str; COLUMNS],
    rows: impl Iterator<Item = [String; COLUMNS]>,
) -> Markup {
    let class = |name: &str| name.starts_with('>').then_some("n");
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        @for name in columns {
                            th scope="col" class=[class(name)] { (name.trim_start_matches('>')) }
                        }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            @for (name, cell) in columns.iter().zip(row) { td class=[class(name)] { (cell) } }
                        }
                    }
                }
            }
        }
    }
}

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
