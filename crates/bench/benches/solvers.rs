//! Measures every solver on every workload, and ends by writing one record.
//!
//! `cargo bench -p grundy-bench -- --help` lists the arguments.

#[path = "solvers/arguments.rs"]
mod arguments;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Error, Result, bail};
use arguments::Arguments;
use clap::Parser;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput};
use grundy_bench::contest::{Runner, runner};
use grundy_bench::criterion_csv;
use grundy_bench::input::SolvedInput;
use grundy_bench::workload::{self, Workload};
use grundy_brute::memory;
use grundy_records::benchmark::{BenchCase, RowName};
use grundy_records::machine::Machine;
use grundy_records::solver::Solver;
use grundy_records::table;

/// Bytes for each pawn of the huge workload: the text three times, boards, and what solvers hold.
const BYTES_A_PAWN: u64 = 80;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(failures) if failures.is_empty() => ExitCode::SUCCESS,
        Ok(failures) => {
            for (name, failure) in failures {
                eprintln!("failed: {name}: {failure:#}");
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
type Failures = Vec<(RowName, Error)>;

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
    // Without `--bench` it is `cargo test` that runs this.
    let measures = arguments.bench && !arguments.test;
    let machine = measures.then(|| Machine::detect(here)).transpose()?;
    // A folder of its own: criterion keeps what other runs have left.
    let samples = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut criterion = Criterion::default()
        .output_directory(samples.path())
        // Its own estimates are only shown; the record is made of the samples.
        .nresamples(1001);
    let mut right: Vec<(BenchCase, Solver)> = Vec::new();
    let mut failures: Failures = Vec::new();
    for (workload, solvers) in selected {
        if workload.is_huge() {
            memory::check(workload::HUGE * BYTES_A_PAWN).with_context(|| workload.id())?;
        }
        let input = SolvedInput::of(workload)?;
        let mut group = measures.then(|| criterion.benchmark_group(workload.id()));
        for solver in solvers {
            let case = input.case(solver.group());
            let solved = runner(&input, &solver).and_then(|mut run| {
                // A solver that answers wrongly is not measured.
                let first = run(1)?;
                let pace = Pace::new(arguments.quick, first);
                let group = group.as_mut();
                group.map_or(Ok(()), |group| measure(group, &case, &solver, &pace, run))
            });
            match solved {
                Ok(()) => right.push((case, solver)),
                Err(failure) => failures.push((case.name(&solver), failure)),
            }
        }
    }
    match machine {
        None => println!(
            "{} benchmarks run once, every answer checked; not measured",
            right.len()
        ),
        Some(_) if right.is_empty() => {}
        Some(machine) => match arguments.record(here, &machine, failures.is_empty()) {
            Some(file) => {
                let rows = criterion_csv::records(samples.path(), &right, &machine)?;
                table::write(&file, &rows)?;
                println!("{} rows in {}", rows.len(), file.display());
            }
            None => println!("no record: this is no whole one, and --out FILE was not given"),
        },
    }
    Ok(failures)
}

/// Has criterion measure a solver on a case.
fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    case: &BenchCase,
    solver: &Solver,
    pace: &Pace,
    mut run: Runner<'_>,
) -> Result<()> {
    group
        .throughput(Throughput::ElementsAndBytes {
            elements: case.n,
            bytes: case.input_bytes,
        })
        .sampling_mode(SamplingMode::Flat)
        .sample_size(pace.samples)
        .warm_up_time(pace.warm_up)
        .measurement_time(pace.measurement);
    let mut solved = Ok(());
    group.bench_function(solver.to_string(), |bencher| {
        bencher.iter_custom(|iterations| {
            run(iterations).unwrap_or_else(|failure| {
                solved = Err(failure);
                Duration::from_secs(1) // goes nowhere: the samples are dropped
            })
        });
    });
    solved
}

/// How many samples are taken, and how long that is to take.
struct Pace {
    samples: usize,
    warm_up: Duration,
    measurement: Duration,
}

impl Pace {
    /// `first` is how long the first answer took.
    fn new(quick: bool, first: Duration) -> Self {
        let milliseconds = Duration::from_millis;
        if quick {
            return Self {
                samples: 10,
                warm_up: milliseconds(10),
                measurement: milliseconds(50),
            };
        }
        let samples = match first {
            _ if first > milliseconds(1500) => 10,
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
