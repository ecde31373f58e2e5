//! What was found, for people.

use grundy_games::{Entry, Evaluated};

use super::Found;
use crate::output::{grouped, positions};

/// A table of no more positions is printed in full.
pub const TABLE: u64 = 40;
/// Values in a line.
const LINE: usize = 20;

/// The page.
pub fn page(found: &Found, game: &dyn Entry, up_to: u32) -> String {
    let about = game.about();
    let mut text = format!("{}: every position up to size {up_to}", about.title);
    if !about.size.is_empty() {
        text += &format!(" ({})", about.size);
    }
    text += &format!(
        "\n{}, {} of them lost\n",
        positions(found.positions),
        grouped(found.lost)
    );
    if let Some((first, values)) = &found.line {
        text += &row(found, *first, values);
    } else if found.positions <= TABLE {
        text += &table(&found.rows);
    }
    text += &format!(
        "\nP-positions, in which the player to move loses: {}\n",
        grouped(found.lost)
    );
    for position in &found.listed {
        text += &format!("  {position}\n");
    }
    if found.lost > found.listed.len() as u64 {
        let left = found.lost - found.listed.len() as u64;
        text += &format!(
            "  ... and {} more: --csv FILE has them all\n",
            grouped(left)
        );
    }
    text
}

/// The values of a game with one position of each size.
fn row(found: &Found, first: u32, values: &[u64]) -> String {
    let what = if found.is_misere {
        "Who wins: 1 the player to move, 0 the other one"
    } else {
        "Grundy values"
    };
    let mut text = format!("\n{what}, by size:\n");
    let digits = |number: usize| number.to_string().len();
    let sizes = digits(first as usize + values.len());
    let width = digits(values.iter().copied().max().unwrap_or(0) as usize);
    for (i, line) in values.chunks(LINE).enumerate() {
        let size = first as usize + i * LINE;
        text += &format!("  {size:>sizes$}: ");
        for value in line {
            text += &format!(" {value:>width$}");
        }
        text.push('\n');
    }
    match found.period() {
        Some(period) => {
            let grow = match period.saltus {
                0 => String::new(),
                saltus => format!(", growing by {saltus} each time"),
            };
            text += &format!(
                "Period {} from size {}{grow}, as far as this goes: an observation and no proof.\n",
                period.length, period.start
            );
        }
        None => text += "No period as far as this goes.\n",
    }
    text
}

/// Every position with all that is known of it.
fn table(rows: &[Evaluated]) -> String {
    let known = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let width = rows.iter().map(|row| row.position.chars().count()).max();
    let width = width.unwrap_or(0).max("position".len());
    let mut text = format!(
        "\nsize  {:<width$}  outcome  winning moves  Grundy value  remoteness\n",
        "position"
    );
    for row in rows {
        text += &format!(
            "{:>4}  {:<width$}  {:<7}  {:>13}  {:>12}  {:>10}\n",
            row.size,
            row.position,
            if row.wins { "N" } else { "P" },
            row.winning_moves,
            known(row.grundy),
            known(row.remoteness.map(u64::from)),
        );
    }
    text
}
