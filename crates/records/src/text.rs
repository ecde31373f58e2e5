//! Text for people: tables, lists of lines, pages of blocks.

use std::borrow::Cow;
use std::fmt::Display;

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};

/// A table under the names of its columns, which stand in `columns` with `|` between them. Columns whose names begin
/// with `>` are aligned to the right. Without any name there is no first line.
///
/// ```
/// use grundy_records::text::table;
/// let row = |name: &str, time: &str| vec![name.to_owned(), time.to_owned()];
/// let text = table("name|>time", [row("a", "1.5 ms"), row("long name", "20 ms")]);
/// assert_eq!(text, "name         time\na          1.5 ms\nlong name   20 ms\n");
/// ```
pub fn table(columns: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    let names = || columns.split('|').map(|name| name.trim_start_matches('>'));
    if names().any(|name| !name.is_empty()) {
        table.set_header(names());
    }
    table.add_rows(rows);
    for (column, name) in table.column_iter_mut().zip(columns.split('|')) {
        column.set_padding((0, 2));
        if name.starts_with('>') {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt() + "\n"
}

/// A text, cut where it has more characters than `most`.
///
/// ```
/// use grundy_records::text::cut;
/// assert_eq!((cut("four", 4), cut("fives", 4)), ("four".into(), "fiv…".into()));
/// ```
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some(_) => text
            .chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect(),
    }
}

/// A line for each item: `what` and the item.
pub(crate) fn lines<T: Display>(what: &str, items: impl IntoIterator<Item = T>) -> String {
    let lines = items.into_iter().map(|item| format!("{what}{item}\n"));
    lines.collect()
}

/// The blocks that are not empty, with an empty line between two of them.
pub(crate) fn page(mut blocks: Vec<String>) -> String {
    blocks.retain(|block| !block.is_empty());
    blocks.join("\n")
}
