//! Prints a report as text for a terminal.

use anstyle::{AnsiColor, Style};
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};

use crate::{Block, Role, Span};

/// Returns the blocks as text with colours.
pub fn coloured(blocks: &[Block]) -> String {
    printed(blocks, &|span| {
        let style = style(span.role);
        format!("{style}{}{style:#}", harmless(&span.text))
    })
}

/// Returns the blocks as text without colours.
pub fn plain(blocks: &[Block]) -> String {
    printed(blocks, &|span| harmless(&span.text))
}

fn printed(blocks: &[Block], print: &dyn Fn(&Span) -> String) -> String {
    let mut text = String::new();
    for block in blocks {
        match block {
            Block::Line(line) => {
                text.extend(line.0.iter().map(print));
                text.push('\n');
            }
            Block::Field { name, content } => {
                text += &format!("  {name:<8}  {}\n", print(content));
            }
            Block::Table { columns, rows } => {
                let rows = rows.iter().map(|row| row.iter().map(print).collect());
                text += &table(columns, rows);
            }
            Block::Section { title, blocks, .. } => {
                text += &format!("\n{}\n\n{}", harmless(title), printed(blocks, print));
            }
            Block::Figure { title, caption, .. } => {
                text += &harmless(&format!("{title}: {caption}"));
                text.push('\n');
            }
        }
    }
    text
}

/// Returns a table under the names of its columns, as [`Block::Table`] describes it.
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

/// Returns the colours of a role.
pub fn style(role: Role) -> Style {
    match role {
        Role::Plain => Style::new(),
        Role::Heading => Style::new().bold(),
        Role::Piece => AnsiColor::Cyan.on_default(),
        Role::Counts => AnsiColor::Yellow.on_default(),
        Role::Winning | Role::Good => AnsiColor::Green.on_default().bold(),
        Role::Bad => AnsiColor::Red.on_default().bold(),
        Role::Faint => Style::new().dimmed(),
    }
}

/// Returns text from outside with control characters escaped: they could move the cursor or clear the screen.
pub fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    for (i, c) in text.char_indices() {
        // The messages of this workspace indent all lines but the first.
        let goes_on = c == '\n' && text[i + 1..].starts_with("  ");
        if c.is_control() && !goes_on {
            harmless.extend(c.escape_default());
        } else {
            harmless.push(c);
        }
    }
    harmless
}
