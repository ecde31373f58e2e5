//! `grundy compare` and `grundy report`: kept records.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use grundy_records::benchmark::{Record, RowName};
use grundy_records::compare::ranking::Ranking;
use grundy_records::compare::{Comparison, side};
use grundy_records::report::Results;
use grundy_records::table;
use grundy_report::{Case, Failure, Suite};
use serde_json::json;

use crate::command::output::{self, Done, Form};

#[derive(Args)]
pub struct Compare {
    /// The older record, or a folder with several of one commit
    #[arg(required_unless_present = "solvers")]
    old: Option<PathBuf>,
    /// The newer record, or a folder with several of one commit
    #[arg(required_unless_present = "solvers")]
    new: Option<PathBuf>,
    /// A change counts when the median moves by more than this, and by more than three times the noise
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = share)]
    threshold: f64,
    /// The new record holds only a part of the benchmarks: missing ones are no failure
    #[arg(long)]
    part: bool,
    /// Rank the solvers of one record by their ratio to the fastest and to the floor
    #[arg(long, value_name = "FILE", conflicts_with_all = ["old", "new", "threshold", "part", "junit"])]
    solvers: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

/// Reads a percentage as a share.
fn share(text: &str) -> Result<f64, &'static str> {
    let number = text.strip_suffix('%').map(str::trim_end);
    match number.and_then(|number| number.parse::<f64>().ok()) {
        Some(percent) if percent.is_finite() && percent >= 0.0 => Ok(percent / 100.0),
        _ => Err("expected a percentage such as 5%"),
    }
}

pub fn compare(arguments: &Compare) -> Result<Done> {
    if let Some(file) = &arguments.solvers {
        let record = table::read(file)?;
        let ranking = Ranking::new(&record);
        arguments.form.show(&ranking, &ranking.page(), &[])?;
        return Ok(Done::Fine);
    }
    let (Some(old), Some(new)) = (&arguments.old, &arguments.new) else {
        bail!("OLD and NEW or --solvers FILE is needed");
    };
    output::can_be_written(&arguments.form.junit.junit, [old, new])?;
    let (was, is) = (read(old)?, read(new)?);
    let compared = Comparison::new(&was, &is, arguments.threshold, arguments.part)
        .with_context(|| format!("{} and {}", old.display(), new.display()))?;
    let name = format!("{} and {}", old.display(), new.display());
    let cases = cases(&compared);
    let suites = [Suite { name, cases }];
    arguments.form.show(&compared, &compared.page(), &suites)?;
    Ok(Done::of_check(!compared.has_failure()))
}

/// The rows as checks, also those that the new record lacks.
fn cases(compared: &Comparison) -> Vec<Case> {
    let failures = compared.failures.iter();
    let case = |name: &RowName, ns: f64| {
        let failed = failures.clone().find(|failure| failure.name == *name);
        let why = failed.map(|failed| json!(failed.why));
        let why = why.as_ref().and_then(|why| why.as_str());
        Case::new(
            name.to_string(),
            ns / 1e9,
            why.map(|why| Failure::new(why, why, [])),
        )
    };
    let rows = compared.rows.iter().map(|row| case(&row.name, row.new_ns));
    let is_row = |name: &RowName| compared.rows.iter().any(|row| row.name == *name);
    let others = failures.clone().filter(|failure| !is_row(&failure.name));
    let others = others.map(|failure| case(&failure.name, 0.0));
    rows.chain(others).collect()
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

/// The folder of records, relative to the root of the repository.
const RESULTS: &str = "results";

#[derive(Args)]
pub struct Report {
    /// The page: one file that needs no other
    #[arg(long, value_name = "FILE.html", default_value = "report.html")]
    out: PathBuf,
}

pub fn report(arguments: &Report) -> Result<Done> {
    let folder = Path::new(RESULTS);
    if !folder.exists() {
        bail!(
            "cannot report on `results/`: this directory has none; the root of the repository has it"
        );
    }
    let results = Results::read(folder)?;
    output::can_be_written([&arguments.out], &results.files)?;
    results.write(&arguments.out)?;
    output::print(&format!(
        "{}: sizes swept: {}, benchmark records: {}\n",
        output::name(&arguments.out),
        results.sweeps.len(),
        results.benchmarks.len()
    ))?;
    Ok(Done::Fine)
}
