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
use grundy_bench::clock::Pace;
use grundy_bench::contest::{Outside, runner};
use grundy_bench::input::{OriginalTests, SolvedInput};
use grundy_bench::programs::Programs;
use grundy_bench::workload::{self, Workload};
use grundy_brute::memory;
use grundy_records::benchmark::{Name, Record};
use grundy_records::machine::Machine;
use grundy_records::solver::{Group, Solver};
use grundy_records::statistics::Summary;
use grundy_records::table;

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
type Failures = Vec<(Name, BenchError)>;

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
    let programs = solvers
        .any(|solver| solver.group() == Group::Process)
        .then(|| Programs::build(&here.join("Cargo.toml")))
        .transpose()?;
    // Without `--bench` it is `cargo test` that runs this.
    let measures = arguments.bench && !arguments.test;
    let machine = measures.then(|| Machine::detect(here)).transpose()?;
    let mut tests = OriginalTests::default();
    let mut rows: Vec<Record> = Vec::new();
    let mut passed = 0;
    let mut failures: Failures = Vec::new();
    for (workload, solvers) in selected {
        if workload.is_huge() {
            memory::check(workload::HUGE * BYTES_A_PAWN).with_context(|| workload.id())?;
        }
        let input = SolvedInput::of(workload, &mut tests)?;
        let file = tempfile::NamedTempFile::new().context("cannot make a temporary file")?;
        if programs.is_some() {
            fs::write(file.path(), &input.text).context("cannot write a temporary file")?;
        }
        let outside = programs.as_ref().map(|programs| Outside {
            programs,
            file: file.path(),
        });
        for solver in solvers {
            let case = input.case(solver.group());
            let name = case.name(&solver);
            let measured = runner(&input, &solver, outside).and_then(|mut run| {
                // A solver that answers wrongly is not measured.
                let first = run(1)?;
                match measures {
                    false => Ok(Vec::new()),
                    true if arguments.quick => Pace::QUICK.samples(run),
                    true => Pace::of(solver.group(), first).samples(run),
                }
            });
            match (measured, &machine) {
                (Ok(samples), Some(machine)) => {
                    let times = Summary::of(&samples).with_context(|| name.to_string())?;
                    println!("{name}: {:.0} ns, MAD {:.0}", times.median, times.mad);
                    rows.push(Record::new(&case, solver, &times, machine));
                }
                (Ok(_), None) => passed += 1,
                (Err(failure), _) => failures.push((name, failure)),
            }
        }
    }
    match machine {
        None => println!("{passed} benchmarks run once, every answer checked; not measured"),
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
