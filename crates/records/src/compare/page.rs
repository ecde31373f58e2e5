//! Headings, lists and tables, as plain text or as Markdown.

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{CellAlignment, Table};

/// How results are printed for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageStyle {
    /// As plain text.
    Text,
    /// As Markdown.
    Markdown,
}

/// A page in one of the styles, from top to bottom, with an empty line between two blocks.
pub(super) struct Page {
    style: PageStyle,
    text: String,
}

impl Page {
    pub fn new(style: PageStyle) -> Self {
        Self {
            style,
            text: String::new(),
        }
    }

    pub fn into_text(self) -> String {
        self.text
    }

    pub fn heading(&mut self, heading: &str) {
        let mark = self.of_style("", "## ");
        self.block(&format!("{mark}{}", self.escaped(heading)));
    }

    /// A line for each text; nothing when there are none.
    pub fn list(&mut self, texts: &[String]) {
        let mark = self.of_style("", "* ");
        let lines = texts.iter();
        let lines = lines.map(|text| format!("{mark}{}", self.escaped(text)));
        let lines: Vec<String> = lines.collect();
        if !lines.is_empty() {
            self.block(&lines.join("\n"));
        }
    }

    pub fn warnings(&mut self, warnings: &[String]) {
        let lines = warnings.iter().map(|text| format!("warning: {text}"));
        self.list(&lines.collect::<Vec<_>>());
    }

    /// A row of cells for each item. Columns whose name begins with `>` are aligned to the right.
    pub fn table<T, const COLUMNS: usize>(
        &mut self,
        columns: [&str; COLUMNS],
        items: &[T],
        cells: impl Fn(&T) -> [String; COLUMNS],
    ) {
        let mut table = Table::new();
        table.load_style(self.of_style(NOTHING, ASCII_MARKDOWN));
        table.set_header(columns.map(|name| name.trim_start_matches('>')));
        for item in items {
            table.add_row(cells(item).map(|cell| self.escaped(&cell)));
        }
        for (column, name) in table.column_iter_mut().zip(columns) {
            column.set_padding(self.of_style((0, 2), (1, 1)));
            if name.starts_with('>') {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        self.block(&table.trim_fmt());
    }

    fn block(&mut self, block: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(block);
        self.text.push('\n');
    }

    fn of_style<T>(&self, text: T, markdown: T) -> T {
        match self.style {
            PageStyle::Text => text,
            PageStyle::Markdown => markdown,
        }
    }

    /// Escapes what Markdown would interpret in names, which come from files.
    fn escaped(&self, text: &str) -> String {
        let special = self.of_style("", "|\\`*_<>[]");
        let mut escaped = String::with_capacity(text.len());
        for c in text.chars() {
            if special.contains(c) {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        escaped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_aligned_and_markdown_is_escaped() {
        for (style, expected) in [
            (
                PageStyle::Text,
                "A | B\n\nname        times\na|b        1.5 ms\nlong_name   20 ms\n\none\ntwo\n",
            ),
            (
                PageStyle::Markdown,
                "## A \\| B\n\n\
                 | name       |  times |\n\
                 |------------|--------|\n\
                 | a\\|b       | 1.5 ms |\n\
                 | long\\_name |  20 ms |\n\n\
                 * one\n* two\n",
            ),
        ] {
            let mut page = Page::new(style);
            page.heading("A | B");
            let rows = [["a|b", "1.5 ms"], ["long_name", "20 ms"]];
            page.table(["name", ">times"], &rows, |row| row.map(str::to_owned));
            page.list(&[]);
            page.list(&["one".into(), "two".into()]);
            assert_eq!(page.into_text(), expected);
        }
    }
}
