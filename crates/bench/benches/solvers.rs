//! Measures every solver on every workload, and ends by writing one record.
//!
//! `cargo bench -p grundy-bench -- --help` lists the arguments.

#[path = "solvers/arguments.rs"]
mod arguments;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use arguments::Arguments;
use clap::Parser;
use grundy_bench::BenchError;
use grundy_bench::contest::{Outside, runner};
use grundy_bench::input::SolvedInput;
use grundy_bench::pace::Pace;
use grundy_bench::programs;
use grundy_bench::workload::{self, Workload};
use grundy_brute::memory;
use grundy_records::benchmark::{Record, RowName};
use grundy_records::machine::Machine;
use grundy_records::solver::{Solver, SolverGroup};
use grundy_records::statistics::Summary;
use grundy_records::{table, units};

/// Bytes for each pawn of the huge workload: the text three times, boards, and what solvers hold.
const BYTES_A_PAWN: u64 = 80;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(failures) if failures.is_empty() => ExitCode::SUCCESS,
        Ok(failures) => {
            for (name, failure) in failures {
                eprintln!("failed: {name}: {failure}");
            }
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// What went wrong while solving, by benchmark.
type Failures = Vec<(RowName, BenchError)>;

fn run(arguments: &Arguments) -> Result<Failures> {
    let workloads = workload::all().iter().filter(|w| arguments.selects(w));
    let selected: Vec<(&Workload, Vec<Solver>)> = workloads
        .map(|workload| (workload, arguments.solvers(workload)))
        .filter(|(_, solvers)| !solvers.is_empty())
        .collect();
    if selected.is_empty() {
        let filter = arguments.filter.as_deref().unwrap_or_default();
        bail!("no benchmark's name contains `{filter}`; --list shows them");
    }
    if arguments.list {
        for (workload, solvers) in selected {
            for solver in solvers {
                println!("{}/{solver}", workload.id());
            }
        }
        return Ok(Vec::new());
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut solvers = selected.iter().flat_map(|(_, solvers)| solvers);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .unwrap_or(here);
    let grundy = solvers
        .any(|solver| solver.group() == SolverGroup::Process)
        .then(|| programs::build(&here.join("Cargo.toml"), target))
        .transpose()?;
    // Without `--bench` it is `cargo test` that runs this.
    let measures = arguments.bench && !arguments.test;
    let machine = measures.then(|| Machine::detect(here)).transpose()?;
    let (mut right, mut rows) = (0, Vec::new());
    let mut failures: Failures = Vec::new();
    for (workload, solvers) in selected {
        if workload.is_huge() {
            memory::check(workload::HUGE * BYTES_A_PAWN).with_context(|| workload.id())?;
        }
        let input = SolvedInput::of(workload)?;
        let file = tempfile::NamedTempFile::new().context("cannot make a temporary file")?;
        if grundy.is_some() {
            fs::write(file.path(), &input.text).context("cannot write a temporary file")?;
        }
        let file = file.path();
        let outside = grundy.as_deref().map(|grundy| Outside { grundy, file });
        for solver in solvers {
            let case = input.case(solver.group());
            let solved = runner(&input, &solver, outside).and_then(|mut run| {
                // A solver that answers wrongly is not measured.
                let first = run(1)?;
                let Some(machine) = &machine else {
                    return Ok(());
                };
                let whole = || Pace::whole(solver.group(), workload.is_heap_game(), first);
                let pace = if arguments.quick {
                    Pace::QUICK
                } else {
                    whole()
                };
                let times = Summary::of(&pace.times(&mut run)?)?;
                let (median, mad) = (units::time(times.median), units::time(times.mad));
                println!("{}: {median}, deviation {mad}", case.name(&solver));
                rows.push(Record::new(&case, solver.clone(), &times, machine));
                Ok(())
            });
            match solved {
                Ok(()) => right += 1,
                Err(failure) => failures.push((case.name(&solver), failure)),
            }
        }
    }
    match machine {
        None => println!("{right} benchmarks run once, every answer checked; not measured"),
        Some(_) if rows.is_empty() => {}
        Some(machine) => match arguments.record(here, &machine, failures.is_empty()) {
            Some(file) => {
                table::write(&file, &rows)?;
                println!("{} rows in {}", rows.len(), file.display());
            }
            None => println!("no record: this is no whole one, and --out FILE was not given"),
        },
    }
    Ok(failures)
}
