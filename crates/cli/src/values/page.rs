//! The values of positions, as text.

use grundy_games::{Evaluated, Game};
use grundy_records::heaps::PeriodFields;

use super::found::Found;
use crate::quantity::{grouped, positions};
use crate::table::{digits, table, write_values};

/// The largest number of positions that are printed as a table.
const TABLE: u64 = 40;
/// The largest number of P-positions that are printed.
const LISTED: usize = 200;

pub fn page(found: &Found, period: Option<PeriodFields>, game: &dyn Game, up_to: u32) -> String {
    let about = game.about();
    let mut text = format!("{}: every position up to size {up_to}", about.title);
    if !about.size.is_empty() {
        text += &format!(" ({})", about.size);
    }
    let lost = grouped(found.lost);
    text += &format!("\n{}, {lost} of them lost\n", positions(found.positions));
    if let Some((first, values)) = found.by_size() {
        text += &by_size(found, period, first.into(), &values);
    } else if found.positions <= TABLE {
        text += &format!("\n{}", rows(&found.rows));
    }
    text += &format!("\nP-positions, in which the player to move loses: {lost}\n");
    let listed = found.rows.iter().filter(|row| !row.wins).take(LISTED);
    let listed: Vec<&str> = listed.map(|row| &*row.position).collect();
    for position in &listed {
        text += &format!("  {position}\n");
    }
    match found.lost - listed.len() as u64 {
        0 => {}
        left => text += &format!("  ... and {} more: --csv FILE has all\n", grouped(left)),
    }
    text
}

fn by_size(found: &Found, period: Option<PeriodFields>, first: u64, values: &[u64]) -> String {
    let what = if found.rows.iter().any(|row| row.grundy.is_none()) {
        "Who wins: 1 the player to move, 0 the other one"
    } else {
        "Grundy values"
    };
    let label = 2 + digits(first + values.len() as u64);
    let width = digits(values.iter().copied().max().unwrap_or(0));
    let mut lines = Vec::new();
    // Writing to a list in memory does not fail.
    _ = write_values(&mut lines, values.iter().copied(), first, label, width);
    let period = match period {
        Some(period) => {
            let grow = match period.saltus {
                0 => String::new(),
                saltus => format!(", growing by {saltus} each time"),
            };
            format!(
                "Period {} from size {}{grow}, as far as this goes: an observation and no proof.",
                period.length, period.start
            )
        }
        None => "No period as far as this goes.".to_owned(),
    };
    let lines = String::from_utf8_lossy(&lines);
    format!("\n{what}, by size:\n{lines}{period}\n")
}

fn rows(rows: &[Evaluated]) -> String {
    let columns = ">size|position|outcome|>winning moves|>Grundy value|>remoteness";
    let known = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let rows = rows.iter().map(|row| {
        vec![
            row.size.to_string(),
            row.position.clone(),
            if row.wins { "N" } else { "P" }.to_owned(),
            row.winning_moves.to_string(),
            known(row.grundy),
            known(row.remoteness.map(u64::from)),
        ]
    });
    table(columns, rows)
}
