//! Headings, lines and tables, as plain text or as Markdown.

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{CellAlignment, Table, TableStyle};
use serde::Serialize;

/// What can be read as text and as Markdown by people, and as JSON by machines.
pub trait Document: Serialize {
    /// What people read of it, from top to bottom.
    fn blocks(&self) -> Vec<Block>;

    /// As plain text.
    fn to_text(&self) -> String {
        text(&self.blocks())
    }

    /// As Markdown.
    fn to_markdown(&self) -> String {
        markdown(&self.blocks())
    }

    /// As JSON, all numbers raw.
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

/// Adds a list unless it is empty.
pub(super) fn push_list(blocks: &mut Vec<Block>, lines: Vec<String>) {
    if !lines.is_empty() {
        blocks.push(Block::List(lines));
    }
}

/// For a terminal or a file: aligned columns, two blanks between them.
fn text(blocks: &[Block]) -> String {
    let blocks = blocks.iter().map(|block| match block {
        Block::Heading(heading) => format!("{heading}\n"),
        Block::List(lines) => lines.join("\n") + "\n",
        Block::Table { columns, rows } => {
            let table = table(NOTHING, (0, 2), columns, rows, str::to_owned).to_string();
            // Padding to the right of the last column is of no use to anybody.
            let lines: Vec<&str> = table.lines().map(str::trim_end).collect();
            lines.join("\n") + "\n"
        }
    });
    blocks.collect::<Vec<String>>().join("\n")
}

/// For an issue or a page.
fn markdown(blocks: &[Block]) -> String {
    let blocks = blocks.iter().map(|block| match block {
        Block::Heading(heading) => format!("## {}\n", escaped(heading)),
        Block::List(lines) => {
            let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
            format!("* {}\n", lines.join("\n* "))
        }
        Block::Table { columns, rows } => {
            format!(
                "{}\n",
                table(ASCII_MARKDOWN, (1, 1), columns, rows, escaped)
            )
        }
    });
    blocks.collect::<Vec<String>>().join("\n")
}

/// Names come from files: a bar would end the cell, the others would change the type.
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
    rows: &[Vec<String>],
    cell: impl Fn(&str) -> String,
) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    table.set_header(columns.iter().map(|name| name.trim_start_matches('>')));
    table.add_rows(rows.iter().map(|row| row.iter().map(|text| cell(text))));
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

    fn blocks() -> Vec<Block> {
        vec![
            Block::Heading("A | B".into()),
            Block::Table {
                columns: vec!["name", ">times"],
                rows: vec![
                    vec!["a|b".into(), "1.5 ms".into()],
                    vec!["long_name".into(), "20 ms".into()],
                ],
            },
            Block::List(vec!["one".into(), "two".into()]),
        ]
    }

    #[test]
    fn text_is_aligned() {
        let expected =
            "A | B\n\nname        times\na|b        1.5 ms\nlong_name   20 ms\n\none\ntwo\n";
        assert_eq!(text(&blocks()), expected);
    }

    #[test]
    fn markdown_is_escaped() {
        let expected = "## A \\| B\n\n\
            | name       |  times |\n\
            |------------|--------|\n\
            | a\\|b       | 1.5 ms |\n\
            | long\\_name |  20 ms |\n\n\
            * one\n* two\n";
        assert_eq!(markdown(&blocks()), expected);
    }
}
