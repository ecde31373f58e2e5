//! `grundy report`.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use grundy_records::report::Results;

use crate::output::{self, Done};

/// The folder of records, relative to the root of the repository.
const RESULTS: &str = "results";

#[derive(Args)]
pub struct Report {
    /// The page: one file that needs no other
    #[arg(long, value_name = "FILE.html", default_value = "report.html")]
    out: PathBuf,
}

pub fn run(arguments: &Report) -> Result<Done> {
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
