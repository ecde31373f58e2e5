//! What every section is made of: tables, figures, keys, names.

use maud::{Markup, html};

use crate::report::chart::{Colour, Series};

pub(super) fn figure(name: &str, caption: &str, svg: &Markup, key: &Markup) -> Markup {
    html! {
        figure {
            h4 { (name) }
            figcaption { (caption) }
            (svg)
            (key)
        }
    }
}

pub(super) fn key(series: &[Series]) -> Markup {
    html! { ul.key { @for line in series { (swatch(&line.name, line.colour)) } } }
}

pub(super) fn swatch(name: &str, colour: Colour) -> Markup {
    html! { li { i style=(format!("background:var(--{})", colour)) {} (name) } }
}

/// A table that scrolls by itself where it is too wide; `>` marks columns of numbers.
pub(super) fn table(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Markup {
    let number = |column: usize| {
        columns
            .get(column)
            .is_some_and(|name| name.starts_with('>'))
    };
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        @for (i, name) in columns.iter().enumerate() {
                            th scope="col" class=[number(i).then_some("n")] { (name.trim_start_matches('>')) }
                        }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            @for (i, cell) in row.iter().enumerate() {
                                td class=[number(i).then_some("n")] { (cell) }
                            }
                        }
                    }
                }
            }
        }
    }
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
