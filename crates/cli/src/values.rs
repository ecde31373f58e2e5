//! `grundy values`.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, bail};
use grundy_games::{Entry, Evaluated};
use serde_json::json;

use crate::arguments::{Format, Values};
use crate::output::{self, grouped};
use crate::{Done, heaps, interrupt};

/// A table of no more positions is printed in full.
const TABLE: u64 = 40;
/// P-positions that are listed, at most.
const LISTED: usize = 200;
/// Values in a line.
const LINE: usize = 20;

pub fn run(arguments: &Values) -> Result<Done> {
    if let Some(certificate) = &arguments.heaps.check {
        return heaps::check(certificate);
    }
    let game = &*arguments.game.open()?;
    if let Some(code) = game.code() {
        return heaps::run(arguments, code);
    }
    let for_codes = &arguments.heaps;
    if for_codes.summary || for_codes.certificate.is_some() || for_codes.checkpoint.is_some() {
        bail!("--summary, --certificate and --checkpoint are for codes, as 0.77");
    }
    let read: Vec<&Path> = arguments.game.game.program().into_iter().collect();
    output::can_be_written(arguments.csv.as_deref(), &read)?;
    interrupt::listen(|| "stopped".to_owned())?;
    let up_to = match arguments.up_to {
        Some(up_to) => up_to,
        None => game.sweep_to()?,
    };
    let mut found = Found::new(arguments)?;
    let mut failed = None;
    game.values(up_to, &mut |evaluated| match found.take(evaluated) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    if let (Some(path), Some(csv)) = (&arguments.csv, found.csv.take()) {
        grundy_files::write(path, &csv.into_inner()?)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    match arguments.format {
        Format::Text => output::print(&found.page(game, up_to))?,
        Format::Json => {
            let facts = json!({
                "game": game.about().name,
                "up_to": up_to,
                "positions": found.rows,
                "period": found.period().map(|period| json!({
                    "start": period.start,
                    "length": period.length,
                    "saltus": period.saltus,
                    "proved": false,
                })),
            });
            output::print(&format!("{facts}\n"))?;
        }
    }
    Ok(Done::Fine)
}

/// What the positions say that have been seen.
struct Found {
    positions: u64,
    lost: u64,
    /// The first P-positions.
    listed: Vec<String>,
    /// All positions, as long as a table of them is small; or for JSON.
    rows: Vec<serde_json::Value>,
    keeps_rows: bool,
    /// While each size has one position: the first size, and for each its Grundy value, or under misère
    /// play 1 for a win and 0 for a loss.
    line: Option<(u32, Vec<u64>)>,
    is_misere: bool,
    csv: Option<csv::Writer<Vec<u8>>>,
}

impl Found {
    fn new(arguments: &Values) -> Result<Self> {
        let csv = match arguments.csv {
            Some(_) => {
                let mut csv = csv::Writer::from_writer(Vec::new());
                csv.write_record([
                    "size",
                    "position",
                    "wins",
                    "winning_moves",
                    "grundy",
                    "remoteness",
                ])?;
                Some(csv)
            }
            None => None,
        };
        Ok(Self {
            positions: 0,
            lost: 0,
            listed: Vec::new(),
            rows: Vec::new(),
            keeps_rows: matches!(arguments.format, Format::Json),
            line: None,
            is_misere: false,
            csv,
        })
    }

    fn take(&mut self, evaluated: Evaluated) -> Result<()> {
        let Evaluated {
            size,
            position,
            wins,
            winning_moves,
            grundy,
            remoteness,
        } = evaluated;
        // An input may have several lines; white space does not matter in it.
        let position = position
            .split_ascii_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        if let Some(csv) = &mut self.csv {
            let number = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
            csv.write_record([
                &size.to_string(),
                &position,
                &wins.to_string(),
                &winning_moves.to_string(),
                &number(grundy),
                &number(remoteness.map(u64::from)),
            ])?;
        }
        if self.keeps_rows || self.positions < TABLE {
            self.rows.push(json!({
                "size": size,
                "position": position,
                "wins": wins,
                "winning_moves": winning_moves,
                "grundy": grundy,
                "remoteness": remoteness,
            }));
        }
        let value = grundy.unwrap_or(u64::from(wins));
        self.is_misere |= grundy.is_none();
        self.line = match (self.positions, self.line.take()) {
            (0, _) => Some((size, vec![value])),
            (_, Some((first, mut line))) if size == first + line.len() as u32 => {
                line.push(value);
                Some((first, line))
            }
            _ => None,
        };
        self.positions += 1;
        if !wins {
            self.lost += 1;
            if self.listed.len() < LISTED {
                self.listed.push(position);
            }
        }
        Ok(())
    }

    /// The period of the values so far, where each size has one position.
    fn period(&self) -> Option<Period> {
        let (first, values) = self.line.as_ref()?;
        let mut period = Period::of(values)?;
        period.start += *first as usize;
        Some(period)
    }

    fn page(&self, game: &dyn Entry, up_to: u32) -> String {
        let about = game.about();
        let mut text = format!("{}: every position up to size {up_to}", about.title);
        if !about.size.is_empty() {
            text += &format!(" ({})", about.size);
        }
        text += &format!(
            "\n{} positions, {} of them lost\n",
            grouped(self.positions),
            grouped(self.lost)
        );
        if let Some((first, values)) = &self.line {
            text += &self.values(*first, values);
        } else if self.positions <= TABLE {
            text += &self.table();
        }
        text += &format!(
            "\nP-positions, in which the player to move loses: {}\n",
            grouped(self.lost)
        );
        for position in &self.listed {
            text += &format!("  {position}\n");
        }
        if self.lost > self.listed.len() as u64 {
            let left = self.lost - self.listed.len() as u64;
            text += &format!(
                "  ... and {} more: --csv FILE has them all\n",
                grouped(left)
            );
        }
        text
    }

    fn values(&self, first: u32, values: &[u64]) -> String {
        let what = if self.is_misere {
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
        match self.period() {
            Some(Period {
                start,
                length,
                saltus,
            }) => {
                let grow = match saltus {
                    0 => String::new(),
                    saltus => format!(", growing by {saltus} each time"),
                };
                text += &format!(
                    "Period {length} from size {start}{grow}, as far as this goes: an observation and no \
                     proof.\n"
                );
            }
            None => text += "No period as far as this goes.\n",
        }
        text
    }

    fn table(&self) -> String {
        let cell = |row: &serde_json::Value, name: &str| match &row[name] {
            serde_json::Value::Null => "-".to_owned(),
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let width = self
            .rows
            .iter()
            .map(|row| cell(row, "position").chars().count())
            .max();
        let width = width.unwrap_or(0).max("position".len());
        let mut text = format!(
            "\nsize  {:<width$}  outcome  winning moves  Grundy value  remoteness\n",
            "position"
        );
        for row in &self.rows {
            text += &format!(
                "{:>4}  {:<width$}  {:<7}  {:>13}  {:>12}  {:>10}\n",
                cell(row, "size"),
                cell(row, "position"),
                if row["wins"] == true { "N" } else { "P" },
                cell(row, "winning_moves"),
                cell(row, "grundy"),
                cell(row, "remoteness"),
            );
        }
        text
    }
}

/// From `start` on a value is the one `length` places before it, and `saltus` more.
#[derive(Debug, PartialEq, Eq)]
struct Period {
    start: usize,
    length: usize,
    saltus: i64,
}

impl Period {
    /// The shortest period that half of the values show, and at least three times over; the places counted
    /// from 0. O(n^2) at worst, and near O(n) where values vary.
    fn of(values: &[u64]) -> Option<Self> {
        let end = values.len();
        (1..=end / 3).find_map(|length| {
            let step = |i: usize| values[i].cast_signed() - values[i - length].cast_signed();
            let saltus = step(end - 1);
            let start = (length..end).rev().find(|&i| step(i) != saltus);
            // The first place of which everything behind it repeats.
            let start = start.map_or(0, |i| i + 1 - length);
            (end - start >= (3 * length).max(end / 2)).then_some(Self {
                start,
                length,
                saltus,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Period;

    #[test]
    fn periods() {
        let of = |values: &[u64]| Period::of(values).map(|p| (p.start, p.length, p.saltus));
        assert_eq!(of(&[0, 1, 0, 1, 0, 1]), Some((0, 2, 0)));
        assert_eq!(of(&[5, 0, 1, 0, 1, 0, 1]), Some((1, 2, 0)));
        assert_eq!(of(&[0, 1, 2, 3]), Some((0, 1, 1)));
        // 4.[3], Lasker's Nim.
        assert_eq!(
            of(&[0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11]),
            Some((1, 4, 4))
        );
        assert_eq!(of(&[0, 1, 2, 3, 2]), None);
        assert_eq!(of(&[0, 1, 5, 3, 2, 8, 9, 9, 9, 9]), None);
        assert_eq!(of(&[7]), None);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[3, 3, 3]), Some((0, 1, 0)));
    }
}
