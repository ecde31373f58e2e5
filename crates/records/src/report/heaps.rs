//! The periods of heap games, and the values of single heaps: a dot for each, and where they begin to repeat.

use std::collections::HashMap;

use grundy_games::heaps::{Cells, Code, Period, period};
use grundy_report::Block;

use super::parts::title;
use super::results::Results;
use crate::chart::Frame;
use crate::heaps::{HeapValue, PeriodFields, PeriodRow};
use crate::picture::{Values, note};
use crate::units;

/// The section on periods.
pub(super) fn periods(results: &Results) -> Vec<Block> {
    let rows = results.periods.iter().flat_map(|(_, rows)| rows);
    let found: HashMap<&str, &PeriodRow> = rows.map(|row| (&*row.game, row)).collect();
    let length = |game: &str| found.get(game).and_then(|row| row.length);
    let (all, published) = (results.published.len(), results.published.iter());
    let same = published.filter(|row| length(&row.game) == Some(row.length));
    let same = same.count();
    let tables = results.periods.iter();
    let table = Block::table(
        "table|>codes|>proved|>open|>longest period|of",
        tables.map(|(file, rows)| row_of_table(file, rows)),
    );
    let published =
        format!("Of {all} published periods {same} are proved here with the same length.");
    let published = (all > 0).then(|| Block::plain(published));
    [table].into_iter().chain(published).collect()
}

/// How many games of a table of periods are proved, and the longest period among them.
fn row_of_table(file: &str, rows: &[PeriodRow]) -> Vec<String> {
    let proved: Vec<_> = rows.iter().filter(|row| row.length.is_some()).collect();
    let longest = proved.iter().max_by_key(|row| row.length);
    let length = longest.and_then(|row| row.length);
    let count = |rows: usize| units::count(rows as u64);
    vec![
        file.to_owned(),
        count(rows.len()),
        count(proved.len()),
        count(rows.len() - proved.len()),
        length.map_or("-".to_owned(), units::count),
        longest.map_or(String::new(), |row| title(&row.game)),
    ]
}

/// The section on values.
pub(super) fn heaps(results: &Results) -> Vec<Block> {
    let figure = |(code, values): &(String, Vec<HeapValue>)| {
        let mut rows = results.periods.iter().flat_map(|(_, rows)| rows);
        heap_figure(code, values, rows.find(|row| row.game == *code))
    };
    results.heaps.iter().map(figure).collect()
}

/// `row` is the game's row in the tables of periods, if they have one.
fn heap_figure(code: &str, values: &[HeapValue], row: Option<&PeriodRow>) -> Block {
    let last = values.last().map_or(0, |value| value.heap);
    let repeats = repeats(code, values);
    // A period that ends beyond the values is that of the table.
    let of_row = |row: &PeriodRow| {
        Some(PeriodFields {
            start: row.start?,
            length: row.length?,
            saltus: row.saltus.unwrap_or_default(),
            held: 0,
            proved: true,
        })
    };
    let period = repeats.map(|period| PeriodFields::of(period, values.len()));
    let caption = note(last, period.or_else(|| row.and_then(of_row)));
    let name = title(code);
    let about = format!("{name}: Grundy values of heaps");
    let pairs = values.iter();
    let pairs = pairs.map(|value| (value.heap, u64::from(value.grundy)));
    let shown = Values::of_heaps(pairs, repeats);
    Block::figure(name, caption, shown.chart(Frame::PAGE).on_page(&about))
}

/// Where the values of heaps 0, 1, 2, ... repeat.
fn repeats(code: &str, values: &[HeapValue]) -> Option<Period> {
    let code: Code = code.parse().ok()?;
    let is_whole = (0..).zip(values).all(|(heap, value)| value.heap == heap);
    let values = values.iter().map(|value| value.grundy).collect();
    is_whole.then(|| period::find(&code, &Cells::Longs(values)))?
}
