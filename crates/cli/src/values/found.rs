//! What a listing of positions has found.

use std::path::Path;

use anyhow::Result;
use grundy_games::Evaluated;
use grundy_games::heaps::period::observed;
use grundy_records::files;
use grundy_records::heaps::Period;

/// The largest number of positions that are printed as a table.
pub const TABLE: u64 = 40;
/// The largest number of P-positions that are printed.
const LISTED: usize = 200;

pub struct Found {
    pub positions: u64,
    pub lost: u64,
    /// The first P-positions.
    pub listed: Vec<String>,
    /// The first positions, or all of them.
    pub rows: Vec<Evaluated>,
    room: u64,
}

/// The values of a game with one position of each size.
pub struct Line {
    pub first: u32,
    /// For each size the Grundy value; under misère play 1 for an N-position and 0 for a P-position.
    pub values: Vec<u64>,
    pub is_misere: bool,
}

impl Found {
    /// Nothing yet; `room` is the largest number of rows to keep.
    pub const fn new(room: u64) -> Self {
        Self {
            positions: 0,
            lost: 0,
            listed: Vec::new(),
            rows: Vec::new(),
            room,
        }
    }

    /// Adds a position; positions come in order of size.
    pub fn add(&mut self, mut evaluated: Evaluated) {
        evaluated.position = evaluated.on_one_line();
        self.positions += 1;
        if !evaluated.wins {
            self.lost += 1;
            if self.listed.len() < LISTED {
                self.listed.push(evaluated.position.clone());
            }
        }
        if self.positions <= self.room {
            self.rows.push(evaluated);
        }
    }

    /// Writes the positions as CSV.
    pub fn write(&self, path: &Path) -> Result<()> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        for row in &self.rows {
            csv.serialize(row)?;
        }
        Ok(files::write(path, &csv.into_inner()?)?)
    }

    /// The values by size, if each size has one position.
    pub fn line(&self) -> Option<Line> {
        let first = self.rows.first()?.size;
        let mut in_order = (first..).zip(&self.rows);
        let is_line = self.positions == self.rows.len() as u64
            && in_order.all(|(size, row)| size == row.size);
        let value = |row: &Evaluated| row.grundy.unwrap_or(u64::from(row.wins));
        is_line.then(|| Line {
            first,
            values: self.rows.iter().map(value).collect(),
            is_misere: self.rows.iter().any(|row| row.grundy.is_none()),
        })
    }
}

impl Line {
    /// The period of the values, as far as they go.
    pub fn period(&self) -> Option<Period> {
        let mut period = Period::from(observed(&self.values)?);
        period.start += u64::from(self.first);
        Some(period)
    }
}
