//! Measures every solver on every workload, and ends by writing one record.
//!
//! `cargo bench -p grundy-bench -- --help` lists the arguments.

#[path = "solvers/arguments.rs"]
mod arguments;

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arguments::Arguments;
use clap::Parser;
use criterion::{Criterion, SamplingMode, Throughput};
use grundy_bench::BenchError;
use grundy_bench::contest::{Outside, runner};
use grundy_bench::criterion_csv;
use grundy_bench::input::{OriginalTests, SolvedInput};
use grundy_bench::programs::Programs;
use grundy_bench::workload::{self, Workload};
use grundy_brute::memory;
use grundy_records::benchmark::{BenchCase, RowName};
use grundy_records::machine::Machine;
use grundy_records::solver::{Solver, SolverGroup};
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
    let processes = |(_, solvers): &(_, Vec<Solver>)| {
        let mut solvers = solvers.iter();
        solvers.any(|solver| solver.group() == SolverGroup::Process)
    };
    let programs = selected
        .iter()
        .any(processes)
        .then(|| Programs::build(&here.join("Cargo.toml")))
        .transpose()?;
    // Without `--bench` it is `cargo test` that runs this.
    if arguments.test || !arguments.bench {
        return test(&selected, programs.as_ref());
    }
    measure(arguments, &selected, programs.as_ref(), here)
}

/// Makes the inputs one after the other, each with a file for processes where there are any.
fn with_inputs(
    selected: &[(&Workload, Vec<Solver>)],
    programs: Option<&Programs>,
    mut each: impl FnMut(&SolvedInput, &[Solver], Option<Outside<'_>>) -> Result<()>,
) -> Result<()> {
    let mut tests = OriginalTests::default();
    for (workload, solvers) in selected {
        if workload.is_huge() {
            memory::check(workload::HUGE * BYTES_A_PAWN).with_context(|| workload.id())?;
        }
        let input = SolvedInput::of(workload, &mut tests)?;
        let file = tempfile::NamedTempFile::new().context("cannot make a temporary file")?;
        if programs.is_some() {
            fs::write(file.path(), &input.text).context("cannot write a temporary file")?;
        }
        let outside = programs.map(|programs| Outside {
            programs,
            file: file.path(),
        });
        each(&input, solvers, outside)?;
    }
    Ok(())
}

/// Runs everything once.
fn test(selected: &[(&Workload, Vec<Solver>)], programs: Option<&Programs>) -> Result<Failures> {
    let mut failures = Vec::new();
    let mut passed = 0;
    with_inputs(selected, programs, |input, solvers, outside| {
        for solver in solvers {
            let name = input.case(solver.group()).name(solver);
            match runner(input, solver, outside).and_then(|mut runner| runner.run(1)) {
                Ok(_) => passed += 1,
                Err(failure) => failures.push((name, failure)),
            }
        }
        Ok(())
    })?;
    println!("{passed} benchmarks run once, every answer checked; not measured");
    Ok(failures)
}

/// Measures everything and writes the record.
fn measure(
    arguments: &Arguments,
    selected: &[(&Workload, Vec<Solver>)],
    programs: Option<&Programs>,
    here: &Path,
) -> Result<Failures> {
    let machine = Machine::detect(here)?;
    // A folder of its own: criterion keeps what other runs have left.
    let samples = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut criterion = Criterion::default()
        .output_directory(samples.path())
        // Its own estimates are only shown; the record is made of the samples.
        .nresamples(1001);
    let mut cases: Vec<(BenchCase, Solver)> = Vec::new();
    let mut failures: Failures = Vec::new();
    with_inputs(selected, programs, |input, solvers, outside| {
        let mut group = criterion.benchmark_group(input.workload.id());
        for solver in solvers {
            let case = input.case(solver.group());
            let name = case.name(solver);
            // A solver that answers wrongly is not measured.
            let first =
                runner(input, solver, outside).and_then(|mut runner| Ok((runner.run(1)?, runner)));
            let (first, runner) = match first {
                Ok((first, runner)) => (first, RefCell::new(runner)),
                Err(failure) => {
                    failures.push((name, failure));
                    continue;
                }
            };
            let pace = Pace::new(arguments.quick, solver.group(), first);
            group
                .throughput(Throughput::ElementsAndBytes {
                    elements: case.n,
                    bytes: case.input_bytes,
                })
                .sampling_mode(SamplingMode::Flat)
                .sample_size(pace.samples)
                .warm_up_time(pace.warm_up)
                .measurement_time(pace.measurement);
            let mut later = None;
            group.bench_function(solver.to_string(), |bencher| {
                bencher.iter_custom(|iterations| {
                    match runner.borrow_mut().run(iterations) {
                        Ok(elapsed) => elapsed,
                        Err(failure) => {
                            later = Some(failure);
                            first // goes nowhere: the samples are dropped
                        }
                    }
                });
            });
            match later {
                None => cases.push((case, solver.clone())),
                Some(failure) => failures.push((name, failure)),
            }
        }
        group.finish();
        Ok(())
    })?;
    if cases.is_empty() {
        return Ok(failures);
    }
    let mut measured = criterion_csv::collect(samples.path())?;
    measured.retain(|one| failures.iter().all(|(name, _)| *name != one.name));
    let rows = criterion_csv::records(measured, &cases, &machine)?;
    match arguments.record(here, &machine, failures.is_empty()) {
        Some(file) => {
            table::write(&file, &rows)?;
            println!("{} rows in {}", rows.len(), file.display());
        }
        None => println!("no record: this is no whole one, and --out FILE was not given"),
    }
    Ok(failures)
}

/// How many samples are taken, and how long that is to take.
struct Pace {
    samples: usize,
    warm_up: Duration,
    measurement: Duration,
}

impl Pace {
    /// `first` is how long the first answer took.
    fn new(quick: bool, group: SolverGroup, first: Duration) -> Self {
        let milliseconds = Duration::from_millis;
        if quick {
            return Self {
                samples: 10,
                warm_up: milliseconds(10),
                measurement: milliseconds(50),
            };
        }
        let samples = match group {
            _ if first > milliseconds(1500) => 10,
            SolverGroup::Process => 20,
            _ if first > milliseconds(20) => 30,
            _ => 50,
        };
        Self {
            samples,
            warm_up: milliseconds(60),
            measurement: milliseconds(300),
        }
    }
}
