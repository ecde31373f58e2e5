//! `grundy compare`.

use anyhow::{Context, Result, bail};
use grundy_bench::compare::Comparison;
use grundy_bench::compare::ranking::Ranking;
use grundy_bench::record;

use crate::arguments::{Compare, CompareFormat};
use crate::{Done, output};

pub fn run(arguments: &Compare) -> Result<Done> {
    if let Some(file) = &arguments.solvers {
        let ranking = Ranking::new(&record::read(file)?);
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
    let rows = (record::read(old)?, record::read(new)?);
    let comparison = Comparison::new(&rows.0, &rows.1, arguments.threshold)
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
