//! What is measured, and where the record of it goes.

use std::path::{Path, PathBuf};

use clap::Parser;
use grundy_bench::contest::solvers;
use grundy_bench::workload::Workload;
use grundy_records::machine::Machine;
use grundy_records::solver::Solver;

/// Measures every solver on every workload, checks every answer, and ends by writing one record.
#[derive(Parser)]
#[command(name = "solvers", bin_name = "cargo bench -p grundy-bench --")]
#[command(after_help = "Exit codes: 0 fine, 1 a wrong answer, 2 bad usage or no record.")]
#[expect(clippy::struct_excessive_bools, reason = "they are flags")]
pub struct Arguments {
    /// Only benchmarks whose name, GAME/WORKLOAD/GROUP/SOLVER, contains FILTER
    pub filter: Option<String>,
    /// A look in less than a minute: few workloads and samples
    #[arg(long)]
    pub quick: bool,
    /// Run everything once, measure nothing, write nothing
    #[arg(long, conflicts_with = "out")]
    pub test: bool,
    /// List the benchmarks and do nothing else
    #[arg(long)]
    pub list: bool,
    /// Add the strip with 10^8 pawns, which takes 8 GB and many minutes
    #[arg(long)]
    pub huge: bool,
    /// Where the record goes; when left out, results/bench/DATE-REVISION.csv for a whole one, and
    /// nowhere for a quick look, a part, or one with a wrong answer
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// What cargo adds to the arguments of every benchmark
    #[arg(long, hide = true)]
    pub bench: bool,
}

impl Arguments {
    pub fn selects(&self, workload: &Workload) -> bool {
        (self.huge || !workload.is_huge()) && (workload.quick || !self.quick)
    }

    /// Where the record goes, if anywhere: what is kept beside others has to be as whole as they are.
    pub fn record(&self, here: &Path, machine: &Machine, all_are_right: bool) -> Option<PathBuf> {
        let is_whole = all_are_right && !self.quick && self.filter.is_none();
        let results = || {
            let results = here.join("../../results/bench");
            let results = results.canonicalize().unwrap_or(results);
            results.join(machine.file_name())
        };
        self.out.clone().or_else(|| is_whole.then(results))
    }

    /// The solvers of a workload that are asked for.
    pub fn solvers(&self, workload: &Workload) -> Vec<Solver> {
        let filter = self.filter.as_deref().unwrap_or_default();
        let mut solvers = solvers(workload);
        solvers.retain(|solver| format!("{}/{solver}", workload.id()).contains(filter));
        solvers
    }
}
