//! Measures every solver on every workload, and ends by writing one record.
//!
//! `cargo bench -p grundy-bench -- --help` lists the arguments.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use criterion::{Criterion, SamplingMode, Throughput};
use grundy_bench::Failure;
use grundy_bench::contest::{Outside, runner, solvers};
use grundy_bench::criterion_csv;
use grundy_bench::programs::Programs;
use grundy_bench::workload::{self, Input, Tests, Workload};
use grundy_brute::memory;
use grundy_records::benchmark::{Case, Name};
use grundy_records::machine::Machine;
use grundy_records::solver::{Group, Solver};
use grundy_records::table;

/// Bytes for each pawn of the huge workload: the text three times, boards, and what solvers hold.
const BYTES_A_PAWN: u64 = 80;

/// Measures every solver on every workload, checks every answer, and ends by writing one record.
#[derive(Parser)]
#[command(name = "solvers", bin_name = "cargo bench -p grundy-bench --")]
#[command(after_help = "Exit codes: 0 fine, 1 a wrong answer, 2 bad usage or no record.")]
#[expect(clippy::struct_excessive_bools, reason = "they are flags")]
struct Arguments {
    /// Only benchmarks whose name, GAME/WORKLOAD/GROUP/SOLVER, contains FILTER
    filter: Option<String>,
    /// A look in less than a minute: few workloads and samples, and no large ordered maps
    #[arg(long)]
    quick: bool,
    /// Run everything once, measure nothing, write nothing
    #[arg(long, conflicts_with = "out")]
    test: bool,
    /// List the benchmarks and do nothing else
    #[arg(long)]
    list: bool,
    /// Add the strip with 10^8 pawns, which takes 8 GB and many minutes
    #[arg(long)]
    huge: bool,
    /// Where the record goes; when left out, results/bench/DATE-REVISION.csv for a whole one, and
    /// nowhere for a quick look, a part, or one with a wrong answer
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What cargo adds to the arguments of every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

impl Arguments {
    fn selects(&self, workload: &Workload) -> bool {
        (self.huge || !workload.is_huge()) && (workload.quick || !self.quick)
    }

    /// Where the record goes, if anywhere: what is kept beside others has to be as whole as they are.
    fn record(&self, here: &Path, machine: &Machine, all_are_right: bool) -> Option<PathBuf> {
        let is_whole = all_are_right && !self.quick && self.filter.is_none();
        let results = || {
            let results = here.join("../../results/bench");
            let results = results.canonicalize().unwrap_or(results);
            results.join(machine.file_name())
        };
        self.out.clone().or_else(|| is_whole.then(results))
    }

    /// The solvers of a workload that are asked for.
    fn solvers(&self, workload: &Workload) -> Vec<Solver> {
        let filter = self.filter.as_deref().unwrap_or_default();
        let mut solvers = solvers(workload);
        solvers.retain(|solver| format!("{}/{solver}", workload.id()).contains(filter));
        if self.quick && workload.n().is_none_or(|n| n > 100_000) {
            solvers.retain(|solver| !solver.name().ends_with("ordered-map"));
        }
        solvers
    }
}

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
type Failures = Vec<(Name, Failure)>;

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
        solvers.any(|solver| solver.group() == Group::Process)
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
    mut each: impl FnMut(&Input, &[Solver], Option<Outside<'_>>) -> Result<()>,
) -> Result<()> {
    let mut tests = Tests::default();
    for (workload, solvers) in selected {
        if workload.is_huge() {
            memory::check(workload::HUGE * BYTES_A_PAWN).with_context(|| workload.id())?;
        }
        let input = workload.prepare(&mut tests)?;
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
    let mut cases: Vec<(Case, Solver)> = Vec::new();
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
    fn new(quick: bool, group: Group, first: Duration) -> Self {
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
            Group::Process => 20,
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
