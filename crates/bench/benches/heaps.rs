//! Values of single heaps: the naive way against the fast one, and the floor of writing them.
//!
//! ```sh
//! cargo bench -p grundy-bench --bench heaps -- heaps           # all of it, and a record
//! cargo bench -p grundy-bench --bench heaps -- heaps 0.6       # one game; a record with --out FILE
//! cargo bench -p grundy-bench --bench heaps -- heaps --huge    # Officers to 10^8, too
//! cargo bench -p grundy-bench --bench heaps -- --test          # each game once, its values checked
//! ```
//!
//! `cargo bench` passes its arguments to every target: without the word `heaps` they are for the other one, and
//! nothing is done here.

use std::env;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use criterion::{Criterion, SamplingMode, Throughput};
use grundy_bench::criterion_csv;
use grundy_core::octal::{Cells, Code, Sequence, naive};
use grundy_records::benchmark::Case;
use grundy_records::machine::Machine;
use grundy_records::solver::Solver;
use grundy_records::table;

/// Kayles, Dawson's Kayles, Officers, Grundy's game, and one with a long period.
const GAMES: &[&str] = &["0.77", "0.07", "0.6", "4!.0", "0.16"];
/// The largest heap of each measurement. The naive way goes to [`NAIVE`] and no further.
const LARGEST: &[usize] = &[1000, 10_000, 40_000, 1_000_000];
const NAIVE: usize = 40_000;
/// One more, for one game.
const HUGE: (&str, usize) = ("0.6", 100_000_000);
/// Before it is measured, the fast way is compared with the naive one so far.
const CHECKED: usize = 5000;

/// Measures the values of single heaps, and ends by writing one record.
#[derive(Parser)]
#[command(
    name = "heaps",
    bin_name = "cargo bench -p grundy-bench --bench heaps --"
)]
struct Arguments {
    /// The word `heaps`
    heaps: String,
    /// Only the game with this code
    game: Option<String>,
    /// Add Officers to 10^8, which takes many minutes
    #[arg(long)]
    huge: bool,
    /// Where the record goes; when left out, results/bench/DATE-REVISION.csv for all games, and nowhere
    /// for one
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What cargo adds to the arguments of every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let is = |wanted: &str| env::args().skip(1).any(|argument| argument == wanted);
    if !is("heaps") {
        // Without `--bench` it is `cargo test` that runs this.
        if is("--test") || !is("--bench") {
            return once();
        }
        println!("values of heaps are measured with the word heaps among the arguments");
        return Ok(());
    }
    measure(&Arguments::parse())
}

/// Both ways give the same values.
fn once() -> Result<()> {
    for &game in GAMES {
        let code: Code = game.parse()?;
        ensure!(
            are_right(&code, &fast(&code, CHECKED)),
            "{game}: wrong values"
        );
        println!("heaps/{game}: both ways give the same values to {CHECKED}");
    }
    Ok(())
}

fn fast(code: &Code, up_to: usize) -> Cells {
    let mut sequence = Sequence::new(code.clone());
    sequence.extend(up_to);
    sequence.cells().clone()
}

/// Whether the first values are those that the naive way finds.
fn are_right(code: &Code, cells: &Cells) -> bool {
    let naive = naive::values(code, CHECKED.min(cells.len() - 1));
    cells.iter().zip(naive).all(|(a, b)| a == b)
}

/// What is measured: each gives values, and how long it took.
type Way<'a> = (&'a str, Box<dyn Fn() -> (Cells, Duration) + 'a>);

/// The ways to the values of heaps to `up_to`, which are known.
fn ways<'a>(code: &'a Code, up_to: usize, known: &'a Cells) -> Vec<Way<'a>> {
    let core = move || {
        let mut sequence = Sequence::new(code.clone());
        let begun = Instant::now();
        sequence.extend(black_box(up_to));
        let took = begun.elapsed();
        (sequence.cells().clone(), took)
    };
    let naive = move || {
        let begun = Instant::now();
        let values = naive::values(code, black_box(up_to));
        let took = begun.elapsed();
        (Cells::Longs(values), took)
    };
    let write = move || {
        let begun = Instant::now();
        let written = black_box(known).clone();
        let took = begun.elapsed();
        (written, took)
    };
    let mut ways: Vec<Way<'a>> = vec![
        ("count/core", Box::new(core)),
        ("count/floor-write", Box::new(write)),
    ];
    if up_to <= NAIVE {
        ways.push(("count/naive", Box::new(naive)));
    }
    ways
}

fn measure(arguments: &Arguments) -> Result<()> {
    let games = arguments
        .game
        .as_deref()
        .map_or(GAMES.to_vec(), |game| vec![game]);
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let machine = Machine::detect(here)?;
    // A folder of its own: criterion keeps what other runs have left.
    let samples = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut criterion = Criterion::default()
        .output_directory(samples.path())
        // Its own estimates are only shown; the record is made of the samples.
        .nresamples(1001);
    let mut cases: Vec<(Case, Solver)> = Vec::new();
    for game in games {
        let code: Code = game.parse().with_context(|| format!("`{game}`"))?;
        let huge = (arguments.huge && game == HUGE.0).then_some(HUGE.1);
        for up_to in LARGEST.iter().copied().chain(huge) {
            let known = fast(&code, up_to);
            ensure!(are_right(&code, &known), "{game}: wrong values");
            let largest = known.iter().max().unwrap_or(0);
            let case = Case {
                game: game.to_owned(),
                workload: format!("scale/{up_to}"),
                m: None,
                n: known.len() as u64,
                seed: 0,
                input_bytes: (known.len() * known.width()) as u64,
                answer: format!("largest value {largest}"),
            };
            let mut group = criterion.benchmark_group(format!("{game}/{}", case.workload));
            group
                .throughput(Throughput::Elements(case.n))
                .sampling_mode(SamplingMode::Flat)
                .sample_size(10)
                .warm_up_time(Duration::from_millis(60))
                .measurement_time(Duration::from_secs(1));
            for (name, way) in ways(&code, up_to, &known) {
                let mut is_right = true;
                group.bench_function(name, |bencher| {
                    bencher.iter_custom(|iterations| {
                        let mut time = Duration::ZERO;
                        for _ in 0..iterations {
                            let (values, took) = way();
                            is_right &= known.iter().eq(values.iter());
                            time += took;
                        }
                        time
                    });
                });
                // A way that answers wrongly has no time.
                ensure!(is_right, "{game}: {name} finds other values");
                cases.push((case.clone(), name.parse()?));
            }
            group.finish();
        }
    }
    let rows = criterion_csv::records(criterion_csv::collect(samples.path())?, &cases, &machine)?;
    let results = here.join("../../results/bench").join(machine.file_name());
    match arguments
        .out
        .clone()
        .or_else(|| arguments.game.is_none().then_some(results))
    {
        Some(file) => {
            table::write(&file, &rows)?;
            println!("{} rows in {}", rows.len(), file.display());
        }
        None => println!("no record: this is no whole one, and --out FILE was not given"),
    }
    Ok(())
}
