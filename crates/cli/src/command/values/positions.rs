//! `grundy values` of a game: every position up to a size.

use anyhow::{Context, Result, bail, ensure};
use grundy_game::{Evaluated, Game, Outcome};
use grundy_games::heaps::conjecture;
use grundy_records::files;
use grundy_records::heaps::{PeriodFields, PositionValues};
use grundy_records::picture::Picture;
use grundy_records::table::to_csv;

use super::{Format, Values};
use crate::command::output::Done;
use crate::command::text::{digits, grouped, listed, positions, table};
use crate::command::{interrupt, progress};

/// The first positions, which are kept for a text.
const FIRST: u64 = 100_000;
/// The largest number of positions that are printed as a table.
const TABLE: u64 = 40;
/// The largest number of P-positions that are printed.
const LISTED: usize = 200;

#[derive(Default)]
pub(super) struct Listing {
    positions: u64,
    lost: u64,
    draws: u64,
    /// The first positions, or all of them.
    rows: Vec<Evaluated>,
}

pub fn run(arguments: &Values, game: &dyn Game) -> Result<Done> {
    let (name, csv) = (&game.about().name, arguments.csv.as_deref());
    interrupt::listen_quietly()?;
    let up_to = arguments.up_to.map_or_else(|| game.sweep_to(), Ok)?;
    let keeps_all = csv.is_some() || arguments.plot.is_some() || arguments.format == Format::Json;
    let found = Listing::of(game, up_to, keeps_all)?;
    ensure!(
        found.positions > 0,
        "{name} has no positions up to size {up_to}: the smallest size is {}",
        game.about().smallest
    );
    if let Some(path) = csv {
        files::write(path, &to_csv(&found.rows)?)?;
    }
    let by_size = found.by_size();
    if let Some(path) = &arguments.plot {
        let picture = Picture::of_positions(&game.about().title, &found.rows, by_size.as_ref());
        let picture = picture.context(
            "--plot: found positions that are not two numbers, and several of one size; expected a code, two numbers in \
             each position, or one position of each size",
        )?;
        picture.write(path)?;
    }
    let period = by_size.as_ref().and_then(|(first, values)| {
        let found = conjecture::period(values.len(), |index| values[index].cast_signed())?;
        Some(PeriodFields {
            start: first + found.start as u64,
            length: found.length as u64,
            saltus: found.saltus.unsigned_abs(),
            held: ((values.len() - found.start) / found.length) as u64,
            proved: false,
        })
    });
    let values = PositionValues {
        game: name,
        up_to,
        positions: &found.rows,
        period,
    };
    arguments.show(&values, || {
        let by_size = by_size.map(|(first, values)| found.page_by_size(first, &values, period));
        found.page(game, up_to, by_size)
    })
}

impl Listing {
    pub fn of(game: &dyn Game, up_to: u32, keeps_all: bool) -> Result<Self> {
        let mut found = Self::default();
        let bar = progress::bar(&game.about().name, 0, "positions");
        game.values(
            up_to,
            &mut |so_far| {
                bar.set_length(so_far.of);
                bar.set_position(so_far.boards);
                interrupt::go_on()
            },
            &mut |mut evaluated| {
                found.positions += 1;
                found.lost += u64::from(evaluated.known.loses());
                found.draws += u64::from(evaluated.known.outcome == Outcome::Draw);
                if keeps_all || found.positions <= FIRST {
                    evaluated.position = evaluated.on_one_line();
                    found.rows.push(evaluated);
                }
                interrupt::go_on()
            },
        )?;
        if interrupt::is_stopped() {
            bail!("stopped");
        }
        Ok(found)
    }

    /// The first size and the values from there on, if each size has one position: Grundy values, or under misère
    /// play 1 for an N-position and 0 for a P-position.
    pub fn by_size(&self) -> Option<(u64, Vec<u64>)> {
        let first = self.rows.first()?.size;
        let mut in_order = (first..).zip(&self.rows);
        let has_one_each = self.positions == self.rows.len() as u64
            && in_order.all(|(size, row)| size == row.size);
        let value = |row: &Evaluated| row.known.grundy.unwrap_or(u64::from(row.known.wins()));
        (has_one_each && self.draws == 0)
            .then(|| (first.into(), self.rows.iter().map(value).collect()))
    }

    /// The positions as text. `by_size` is the text about them where each size has one.
    fn page(&self, game: &dyn Game, up_to: u32, by_size: Option<String>) -> String {
        let about = game.about();
        let mut text = format!("{}: every position up to size {up_to}", about.title);
        if !about.size.is_empty() {
            text += &format!(" ({})", about.size);
        }
        let lost = grouped(self.lost);
        text += &format!("\n{}, {lost} of them lost", positions(self.positions));
        if self.draws > 0 {
            text += &format!(", {} draws", grouped(self.draws));
        }
        text.push('\n');
        if let Some(by_size) = by_size {
            text += &by_size;
        } else if self.positions <= TABLE {
            text += &format!("\n{}", self.table());
        }
        text += &format!("\nP-positions, in which the player to move loses: {lost}\n");
        let lost = self
            .rows
            .iter()
            .filter(|row| row.known.loses())
            .take(LISTED);
        let lost: Vec<String> = lost.map(|row| format!("  {}\n", row.position)).collect();
        text += &lost.concat();
        match self.lost - lost.len() as u64 {
            0 => {}
            left => text += &format!("  ... and {} more: --csv FILE has all\n", grouped(left)),
        }
        text
    }

    fn page_by_size(&self, first: u64, values: &[u64], period: Option<PeriodFields>) -> String {
        let what = if self.rows.iter().any(|row| row.known.grundy.is_none()) {
            "Who wins: 1 the player to move, 0 the other one"
        } else {
            "Grundy values"
        };
        let label = 2 + digits(first + values.len() as u64);
        let width = digits(values.iter().copied().max().unwrap_or(0));
        let lines = listed(values.iter().copied(), first, label, width);
        let Some(period) = period else {
            return format!("\n{what}, by size:\n{lines}No period as far as this goes.\n");
        };
        let grow = match period.saltus {
            0 => String::new(),
            saltus => format!(", growing by {saltus} each time"),
        };
        format!(
            "\n{what}, by size:\n{lines}Period {} from size {}{grow}, held for {} periods as far as this goes: an \
             observation and no proof.\n",
            period.length, period.start, period.held
        )
    }

    fn table(&self) -> String {
        let columns = ">size|position|outcome|>winning moves|>Grundy value|>remoteness";
        let known =
            |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
        let rows = self.rows.iter().map(|row| {
            vec![
                row.size.to_string(),
                row.position.clone(),
                format!("{:?}", row.known.outcome),
                known(row.known.winning_moves),
                known(row.known.grundy),
                known(row.known.remoteness),
            ]
        });
        table(columns, rows)
    }
}
