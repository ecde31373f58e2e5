//! What every section is made of: tables, figures, names.

use maud::{Markup, html};

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

/// The game's name for people, or the one in the record when the game is not known any more.
pub(super) fn title(game: &str) -> String {
    grundy_games::find(game).map_or_else(|_| game.to_owned(), |game| game.about().title.to_string())
}

/// A name or an answer that may be long, for a place with little room.
pub(super) fn shortened(text: &str) -> String {
    const SHOWN: usize = 28;
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN - 1).chain(['…']).collect()
}
