//! `grundy compare`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use grundy_records::benchmark::Record;
use grundy_records::compare::ranking::Ranking;
use grundy_records::compare::{Comparison, Document, Extent, Threshold, side};
use grundy_records::table;

use crate::exit::Done;
use crate::output;

#[derive(Args)]
pub struct Compare {
    /// The older record, or a folder with several of one commit
    #[arg(required_unless_present = "solvers", conflicts_with = "solvers")]
    old: Option<PathBuf>,
    /// The newer record, or a folder with several of one commit
    #[arg(required_unless_present = "solvers", conflicts_with = "solvers")]
    new: Option<PathBuf>,
    /// A change counts when the median moves by more than this, and by more than three times the noise
    #[arg(
        long,
        value_name = "PERCENT",
        default_value = "5%",
        conflicts_with = "solvers"
    )]
    threshold: Threshold,
    /// The new record holds only a part of the benchmarks: missing ones are no failure
    #[arg(long, conflicts_with = "solvers")]
    part: bool,
    /// Rank the solvers of one record by their ratio to the fastest and to the floor
    #[arg(long, value_name = "FILE")]
    solvers: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: DocumentFormat,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum DocumentFormat {
    #[default]
    Text,
    Json,
    Markdown,
}

pub fn run(arguments: &Compare) -> Result<Done> {
    if let Some(file) = &arguments.solvers {
        show(&Ranking::new(&table::read(file)?), arguments.format)?;
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
    Ok(Done::of_check(!comparison.has_failure()))
}

fn show(document: &impl Document, format: DocumentFormat) -> Result<()> {
    output::print(&match format {
        DocumentFormat::Text => document.to_text(),
        DocumentFormat::Markdown => document.to_markdown(),
        DocumentFormat::Json => document.to_json()? + "\n",
    })
}

/// Reads a record, or all records of a folder as one.
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
