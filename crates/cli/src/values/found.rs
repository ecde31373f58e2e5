//! What a listing of positions has found.

use std::path::Path;

use anyhow::Result;
use grundy_games::Evaluated;
use grundy_games::heaps::period::observed;
use grundy_records::files;
use grundy_records::heaps::PeriodFields;

/// The first positions, which are kept for a text.
const FIRST: u64 = 100_000;

#[derive(Default)]
pub struct Found {
    pub positions: u64,
    pub lost: u64,
    /// The first positions, or all of them.
    pub rows: Vec<Evaluated>,
    keeps_all: bool,
}

impl Found {
    pub fn new(keeps_all: bool) -> Self {
        Self {
            keeps_all,
            ..Self::default()
        }
    }

    /// Adds a position; positions come in order of size.
    pub fn add(&mut self, mut evaluated: Evaluated) {
        self.positions += 1;
        self.lost += u64::from(!evaluated.wins);
        if self.keeps_all || self.positions <= FIRST {
            evaluated.position = evaluated.on_one_line();
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

    /// The first size and the values from there on, if each size has one position: Grundy values, or under misère
    /// play 1 for an N-position and 0 for a P-position.
    pub fn by_size(&self) -> Option<(u32, Vec<u64>)> {
        let first = self.rows.first()?.size;
        let mut in_order = (first..).zip(&self.rows);
        let has_one_each = self.positions == self.rows.len() as u64
            && in_order.all(|(size, row)| size == row.size);
        let value = |row: &Evaluated| row.grundy.unwrap_or(u64::from(row.wins));
        has_one_each.then(|| (first, self.rows.iter().map(value).collect()))
    }

    /// The period of these values, as far as they go.
    pub fn period(&self) -> Option<PeriodFields> {
        let (first, values) = self.by_size()?;
        let mut period = PeriodFields::from(observed(&values)?);
        period.start += u64::from(first);
        Some(period)
    }
}
