//! Headings, lines and tables, as plain text or as Markdown.

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{CellAlignment, Table, TableStyle};
use serde::Serialize;

/// What can be shown to people as text and as Markdown, and written for programs as JSON.
pub trait Document: Serialize {
    /// The content for people, from top to bottom.
    fn blocks(&self) -> Vec<Block>;

    /// As plain text.
    fn to_text(&self) -> String {
        joined(self.blocks(), |block| match block {
            Block::Heading(heading) => heading,
            Block::List(lines) => lines.join("\n"),
            Block::Table { columns, rows } => {
                let table = table(NOTHING, (0, 2), &columns, rows).to_string();
                // The library pads the last column too.
                let lines: Vec<&str> = table.lines().map(str::trim_end).collect();
                lines.join("\n")
            }
        })
    }

    /// As Markdown.
    fn to_markdown(&self) -> String {
        let all_escaped = |texts: Vec<String>| -> Vec<String> {
            texts.iter().map(|text| escaped(text)).collect()
        };
        joined(self.blocks(), |block| match block {
            Block::Heading(heading) => format!("## {}", escaped(&heading)),
            Block::List(lines) => format!("* {}", all_escaped(lines).join("\n* ")),
            Block::Table { columns, rows } => {
                let rows = rows.into_iter().map(all_escaped).collect();
                table(ASCII_MARKDOWN, (1, 1), &columns, rows).to_string()
            }
        })
    }

    /// As JSON, with numbers that are not rounded.
    ///
    /// # Errors
    /// Never for what comes from records.
    fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }
}

/// A piece of a document.
pub enum Block {
    /// A line above others.
    Heading(String),
    /// A list, a line for each item.
    List(Vec<String>),
    /// Columns with their names.
    Table {
        /// The columns; a name that begins with `>` is for numbers, aligned to the right.
        columns: Vec<&'static str>,
        /// A cell for each column.
        rows: Vec<Vec<String>>,
    },
}

impl Block {
    /// A table with these columns and a row for each item.
    pub(super) fn table<T, const COLUMNS: usize>(
        columns: [&'static str; COLUMNS],
        items: &[T],
        cells: impl Fn(&T) -> [String; COLUMNS],
    ) -> Self {
        Self::Table {
            columns: columns.to_vec(),
            rows: items.iter().map(|item| cells(item).to_vec()).collect(),
        }
    }
}

/// The blocks as text, with an empty line between two of them; empty lists are left out.
fn joined(blocks: Vec<Block>, text: impl Fn(Block) -> String) -> String {
    let blocks = blocks
        .into_iter()
        .filter(|block| !matches!(block, Block::List(lines) if lines.is_empty()));
    let blocks: Vec<String> = blocks.map(|block| text(block) + "\n").collect();
    blocks.join("\n")
}

/// Escapes what Markdown would interpret in names, which come from files.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '|' | '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn table(
    style: TableStyle,
    padding: (u16, u16),
    columns: &[&'static str],
    rows: Vec<Vec<String>>,
) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    table.set_header(columns.iter().map(|name| name.trim_start_matches('>')));
    table.add_rows(rows);
    for (column, name) in table.column_iter_mut().zip(columns) {
        column.set_padding(padding);
        if name.starts_with('>') {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Example;

    impl Document for Example {
        fn blocks(&self) -> Vec<Block> {
            let rows = [["a|b", "1.5 ms"], ["long_name", "20 ms"]];
            vec![
                Block::Heading("A | B".into()),
                Block::table(["name", ">times"], &rows, |row| row.map(str::to_owned)),
                Block::List(Vec::new()),
                Block::List(vec!["one".into(), "two".into()]),
            ]
        }
    }

    #[test]
    fn text_is_aligned_and_markdown_is_escaped() {
        let expected =
            "A | B\n\nname        times\na|b        1.5 ms\nlong_name   20 ms\n\none\ntwo\n";
        assert_eq!(Example.to_text(), expected);
        let expected = "## A \\| B\n\n\
            | name       |  times |\n\
            |------------|--------|\n\
            | a\\|b       | 1.5 ms |\n\
            | long\\_name |  20 ms |\n\n\
            * one\n* two\n";
        assert_eq!(Example.to_markdown(), expected);
    }
}
