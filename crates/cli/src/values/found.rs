//! What a listing of positions has found so far.

use anyhow::Result;
use grundy_games::Evaluated;
use grundy_games::heaps::period::observed;
use grundy_records::heaps::PeriodFields;

/// The largest number of positions that are printed as a table.
pub const TABLE: u64 = 40;
/// The largest number of P-positions that are printed.
const LISTED: usize = 200;

pub struct Found {
    pub positions: u64,
    pub lost: u64,
    /// The first P-positions.
    pub listed: Vec<String>,
    /// For JSON all positions, otherwise those of a table.
    pub rows: Vec<Evaluated>,
    is_json: bool,
    /// While each size has one position: the first size, and for each the Grundy value; under misère play 1 for
    /// an N-position and 0 for a P-position.
    pub line: Option<(u32, Vec<u64>)>,
    pub is_misere: bool,
    pub csv: Option<csv::Writer<Vec<u8>>>,
}

impl Found {
    pub fn new(is_json: bool, has_csv: bool) -> Self {
        Self {
            positions: 0,
            lost: 0,
            listed: Vec::new(),
            rows: Vec::new(),
            is_json,
            line: None,
            is_misere: false,
            csv: has_csv.then(|| csv::Writer::from_writer(Vec::new())),
        }
    }

    /// Adds a position; positions come in order of size.
    pub fn add(&mut self, mut evaluated: Evaluated) -> Result<()> {
        evaluated.position = evaluated.on_one_line();
        if let Some(csv) = &mut self.csv {
            csv.serialize(&evaluated)?;
        }
        let value = evaluated.grundy.unwrap_or(u64::from(evaluated.wins));
        self.is_misere |= evaluated.grundy.is_none();
        self.line = match (self.positions, self.line.take()) {
            (0, _) => Some((evaluated.size, vec![value])),
            (_, Some((first, mut line))) if evaluated.size == first + line.len() as u32 => {
                line.push(value);
                Some((first, line))
            }
            _ => None,
        };
        self.positions += 1;
        if !evaluated.wins {
            self.lost += 1;
            if self.listed.len() < LISTED {
                self.listed.push(evaluated.position.clone());
            }
        }
        if self.is_json || self.positions <= TABLE {
            self.rows.push(evaluated);
        }
        Ok(())
    }

    /// The period of the values, if each size has one position.
    pub fn period(&self) -> Option<PeriodFields> {
        let (first, values) = self.line.as_ref()?;
        let mut period = PeriodFields::from(observed(values)?);
        period.start += u64::from(*first);
        Some(period)
    }
}
