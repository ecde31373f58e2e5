//! `grundy values`.

mod page;
mod period;

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Result, bail};
use grundy_games::Evaluated;
use grundy_records::heaps as records;

use crate::arguments::{Format, Values};
use crate::{Done, heaps, interrupt, output, progress};

use page::TABLE;
use period::Period;

/// P-positions that are listed, at most.
const LISTED: usize = 200;

pub fn run(arguments: &Values) -> Result<Done> {
    if let Some(certificate) = &arguments.heaps.check {
        return heaps::check(certificate);
    }
    let game = &*arguments.game.open()?;
    if let Some(code) = game.code() {
        return heaps::run(arguments, code);
    }
    let for_codes = &arguments.heaps;
    if for_codes.summary || for_codes.certificate.is_some() || for_codes.resume.is_some() {
        bail!("--summary, --certificate and --resume are for codes, as 0.77");
    }
    let read: Vec<&Path> = arguments.game.game.program().into_iter().collect();
    output::can_be_written(arguments.csv.as_deref(), &read)?;
    interrupt::listen(|| "stopped".to_owned())?;
    let up_to = match arguments.up_to {
        Some(up_to) => up_to,
        None => game.sweep_to()?,
    };
    let mut found = Found::new(arguments);
    let mut failed = None;
    let go_on = || {
        if interrupt::is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let bar = progress::positions(game.about().name.to_string(), 0);
    let evaluated = game.values_watched(
        up_to,
        &mut |so_far| {
            bar.set_length(so_far.of);
            bar.set_position(so_far.boards);
            go_on()
        },
        &mut |evaluated| match found.take(evaluated) {
            Ok(()) => go_on(),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        },
    );
    bar.finish_and_clear();
    evaluated?;
    if let Some(error) = failed {
        return Err(error);
    }
    if interrupt::is_stopped() {
        output::note("stopped");
        return Ok(Done::Interrupted);
    }
    if let (Some(path), Some(csv)) = (&arguments.csv, found.csv.take()) {
        grundy_records::files::write(
            path,
            &csv.into_inner().map_err(csv::IntoInnerError::into_error)?,
        )?;
    }
    match arguments.format {
        Format::Text => output::print(&page::page(&found, game, up_to))?,
        Format::Json => {
            let facts = records::PositionValues {
                game: &game.about().name,
                up_to,
                positions: &found.rows,
                period: found.period(),
            };
            output::print(&format!("{}\n", serde_json::to_string(&facts)?))?;
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
    rows: Vec<Evaluated>,
    keeps_rows: bool,
    /// While each size has one position: the first size, and for each its Grundy value, or under misère
    /// play 1 for a win and 0 for a loss.
    line: Option<(u32, Vec<u64>)>,
    is_misere: bool,
    csv: Option<csv::Writer<Vec<u8>>>,
}

impl Found {
    fn new(arguments: &Values) -> Self {
        Self {
            positions: 0,
            lost: 0,
            listed: Vec::new(),
            rows: Vec::new(),
            keeps_rows: matches!(arguments.format, Format::Json),
            line: None,
            is_misere: false,
            csv: (arguments.csv.as_ref()).map(|_| csv::Writer::from_writer(Vec::new())),
        }
    }

    fn take(&mut self, mut evaluated: Evaluated) -> Result<()> {
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
        if self.keeps_rows || self.positions <= TABLE {
            self.rows.push(evaluated);
        }
        Ok(())
    }

    /// The period of the values so far, where each size has one position.
    fn period(&self) -> Option<records::Period> {
        let (first, values) = self.line.as_ref()?;
        let period = Period::of(values)?;
        Some(records::Period {
            start: period.start as u64 + u64::from(*first),
            length: period.length as u64,
            saltus: period.saltus,
            proved: false,
        })
    }
}
