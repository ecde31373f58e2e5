//! `grundy compare`.

use std::path::Path;

use anyhow::{Context, Result, bail};
use grundy_records::benchmark::Record;
use grundy_records::compare::ranking::Ranking;
use grundy_records::compare::{Comparison, Document, Extent, side};
use grundy_records::table;

use crate::arguments::{Compare, CompareFormat};
use crate::{Done, output};

pub fn run(arguments: &Compare) -> Result<Done> {
    if let Some(file) = &arguments.solvers {
        let ranking = Ranking::new(&table::read(file)?);
        show(&ranking, arguments.format)?;
        return Ok(Done::Fine);
    }
    let (Some(old), Some(new)) = (&arguments.old, &arguments.new) else {
        bail!("OLD and NEW or --solvers FILE is needed");
    };
    let (was, is) = (read(old)?, read(new)?);
    let extent = if arguments.part {
        Extent::Part
    } else {
        Extent::All
    };
    let comparison = Comparison::new(&was, &is, arguments.threshold, extent)
        .with_context(|| format!("{} and {}", old.display(), new.display()))?;
    show(&comparison, arguments.format)?;
    Ok(if comparison.has_failure() {
        Done::CheckFailed
    } else {
        Done::Fine
    })
}

fn show(document: &impl Document, format: CompareFormat) -> Result<()> {
    output::print(&match format {
        CompareFormat::Text => document.to_text(),
        CompareFormat::Markdown => document.to_markdown(),
        CompareFormat::Json => document.to_json()? + "\n",
    })
}

/// A record, or all records of a folder as one.
fn read(path: &Path) -> Result<Vec<Record>> {
    if !path.is_dir() {
        return Ok(table::read(path)?);
    }
    let mut records = Vec::new();
    for file in grundy_records::files::in_folder(path, "csv")? {
        records.push(table::read(&file)?);
    }
    if records.is_empty() {
        bail!("{}: no record (NAME.csv) in this folder", path.display());
    }
    side(&records).with_context(|| path.display().to_string())
}
