//! `grundy compare`.

use anyhow::{Context, Result, bail};
use grundy_records::benchmark::Record;
use grundy_records::compare::Comparison;
use grundy_records::compare::ranking::Ranking;
use grundy_records::table;

use crate::arguments::{Compare, CompareFormat};
use crate::{Done, output};

pub fn run(arguments: &Compare) -> Result<Done> {
    if let Some(file) = &arguments.solvers {
        let ranking = Ranking::new(&table::read(file)?);
        output::print(&match arguments.format {
            CompareFormat::Text => ranking.to_text(),
            CompareFormat::Markdown => ranking.to_markdown(),
            CompareFormat::Json => ranking.to_json()? + "\n",
        })?;
        return Ok(Done::Fine);
    }
    let (Some(old), Some(new)) = (&arguments.old, &arguments.new) else {
        bail!("OLD and NEW or --solvers FILE is needed");
    };
    let (was, is): (Vec<Record>, Vec<Record>) = (table::read(old)?, table::read(new)?);
    let comparison = Comparison::new(&was, &is, arguments.threshold)
        .with_context(|| format!("{} and {}", old.display(), new.display()))?;
    output::print(&match arguments.format {
        CompareFormat::Text => comparison.to_text(),
        CompareFormat::Markdown => comparison.to_markdown(),
        CompareFormat::Json => comparison.to_json()? + "\n",
    })?;
    Ok(if comparison.has_regression() {
        Done::CheckFailed
    } else {
        Done::Fine
    })
}
