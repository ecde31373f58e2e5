//! Tables as plain text.

use std::fmt::Write;

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};

/// Grundy values in a line.
const LINE: u64 = 20;

/// Aligned columns with two blanks between them. `columns` are their names with a `|` between one and the next;
/// columns whose name starts with `>` are aligned to the right. The line of names is left out when all are empty.
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

/// The digits of a number.
pub fn digits(number: u64) -> usize {
    number.to_string().len()
}

/// Grundy values in lines of 20, each with the number of its first one, counted from `first`; `label` and `width` are
/// the widths of these numbers and of values.
pub fn listed(values: impl Iterator<Item = u64>, first: u64, label: usize, width: usize) -> String {
    let mut text = String::new();
    for (number, value) in (first..).zip(values) {
        if (number - first).is_multiple_of(LINE) {
            text += &format!("\n{number:>label$} ");
        }
        _ = write!(text, " {value:>width$}");
    }
    text.trim_start_matches('\n').to_owned() + "\n"
}
