//! `grundy values`.

mod found;
mod heaps;
mod page;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use grundy_games::Game;
use grundy_records::heaps::PositionValues;

use crate::exit::Done;
use crate::games::GameOption;
use crate::output::{self, Format};
use crate::{interrupt, progress};

use found::Found;

#[derive(Args)]
pub struct Values {
    #[command(flatten)]
    game: GameOption,
    /// The largest size, for a code the largest heap; by default the game's own limit, for a code the end of the
    /// proof of a period, but at most heap 10,000, or 1,000 if moves leave three heaps
    #[arg(long, value_name = "N")]
    up_to: Option<u32>,
    /// Write a row for every position, for a code for every heap, to FILE
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print only the largest value and the period; for codes
    #[arg(long)]
    summary: bool,
    /// Write the proof of the period to FILE, for others to check; for codes
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check the certificate in FILE, and do nothing else
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
    /// Keep the values in FILE, and continue with the values in FILE if it exists; for codes
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

pub fn run(arguments: &Values) -> Result<Done> {
    if let Some(certificate) = &arguments.check {
        return heaps::check(certificate);
    }
    let game = &*arguments.game.open(None)?;
    if let Some(code) = &game.about().code {
        return heaps::run(arguments, code);
    }
    if arguments.summary || arguments.certificate.is_some() || arguments.resume.is_some() {
        bail!("--summary, --certificate and --resume are for codes, as 0.77");
    }
    output::can_be_written(
        arguments.csv.as_deref(),
        arguments.game.program().as_slice(),
    )?;
    interrupt::listen_quietly()?;
    let up_to = match arguments.up_to {
        Some(up_to) => up_to,
        None => game.sweep_to()?,
    };
    let found = find(arguments, game, up_to)?;
    if let Some(path) = &arguments.csv {
        found.write(path)?;
    }
    let period = found.period();
    let values = PositionValues {
        game: &game.about().name,
        up_to,
        positions: &found.rows,
        period,
    };
    output::show(arguments.format, &values, || {
        page::page(&found, period, game, up_to)
    })?;
    Ok(Done::Fine)
}

fn find(arguments: &Values, game: &dyn Game, up_to: u32) -> Result<Found> {
    let keeps_all = arguments.csv.is_some() || arguments.format == Format::Json;
    let mut found = Found::new(keeps_all);
    let bar = progress::bar(&game.about().name, 0, "positions");
    let evaluated = game.values(
        up_to,
        &mut |so_far| {
            bar.set_length(so_far.of);
            bar.set_position(so_far.boards);
            interrupt::go_on()
        },
        &mut |evaluated| {
            found.add(evaluated);
            interrupt::go_on()
        },
    );
    bar.finish_and_clear();
    evaluated?;
    if interrupt::is_stopped() {
        bail!("stopped");
    }
    Ok(found)
}
