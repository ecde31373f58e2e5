//! `grundy values`.

mod arguments;
mod found;
mod heaps;
mod page;

use std::ops::ControlFlow;

use anyhow::{Result, bail};
use grundy_records::heaps::PositionValues;

use crate::exit::Done;
use crate::output::{self, Format};
use crate::{interrupt, progress};

pub use arguments::Values;
use found::Found;

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
    let read: Vec<_> = arguments.game.program().into_iter().collect();
    output::can_be_written(arguments.csv.as_deref(), &read)?;
    interrupt::listen_quietly()?;
    let up_to = match arguments.up_to {
        Some(up_to) => up_to,
        None => game.sweep_to()?,
    };
    let is_json = arguments.format == Format::Json;
    let mut found = Found::new(is_json, arguments.csv.is_some());
    let mut failed = None;
    let go_on = || {
        if interrupt::is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let bar = progress::bar(game.about().name.to_string(), 0, "positions");
    let evaluated = game.values(
        up_to,
        &mut |so_far| {
            bar.set_length(so_far.of);
            bar.set_position(so_far.boards);
            go_on()
        },
        &mut |evaluated| match found.add(evaluated) {
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
        let rows = csv.into_inner();
        grundy_records::files::write(path, &rows.map_err(csv::IntoInnerError::into_error)?)?;
    }
    if is_json {
        output::print_json(&PositionValues {
            game: &game.about().name,
            up_to,
            positions: &found.rows,
            period: found.period(),
        })?;
    } else {
        output::print(&page::page(&found, game, up_to)?)?;
    }
    Ok(Done::Fine)
}
