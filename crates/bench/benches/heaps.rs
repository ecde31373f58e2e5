//! Values of single heaps: the naive way against the fast one, and the floor of writing them.
//!
//! ```sh
//! cargo bench -p grundy-bench --bench heaps -- heaps    # all of it
//! cargo bench -p grundy-bench --bench heaps -- --test   # each once, its answer checked
//! ```
//!
//! `cargo bench` passes its arguments to every target: with any others, which are for the other one, nothing
//! is done here.

use std::env;
use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use grundy_core::octal::{Code, Sequence, naive};

/// Games, and the largest heap of each measurement. The naive way goes to [`NAIVE`] and no further.
const GAMES: &[(&str, &str)] = &[
    ("kayles", "0.77"),
    ("dawsons-kayles", "0.07"),
    ("officers", "0.6"),
    ("grundys-game", "4!.0"),
    ("0.16", "0.16"),
];
const LARGEST: &[usize] = &[1000, 10_000, 40_000, 1_000_000];
const NAIVE: usize = 40_000;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is = |wanted: &str| arguments.iter().any(|argument| argument == wanted);
    if is("--test") {
        once();
    } else if is("heaps") {
        measure();
    }
}

fn fast(code: &Code, up_to: usize) -> Sequence {
    let mut sequence = Sequence::new(code.clone());
    sequence.extend(up_to);
    sequence
}

/// Both ways give the same values.
fn once() {
    for (name, code) in GAMES {
        let code: Code = code.parse().expect("a code");
        let naive = naive::values(&code, 3000);
        assert!(fast(&code, 3000).cells().iter().eq(naive), "{name}");
        println!("heaps/{name}: both ways give the same 3,001 values");
    }
}

fn measure() {
    let mut criterion = Criterion::default();
    for (name, code) in GAMES {
        let code: Code = code.parse().expect("a code");
        let mut group = criterion.benchmark_group(format!("heaps/{name}"));
        group.sampling_mode(SamplingMode::Flat).sample_size(10);
        group.measurement_time(Duration::from_secs(5));
        for &up_to in LARGEST {
            // A way that answers wrongly has no time.
            let checked = up_to.min(NAIVE / 8);
            assert!(
                fast(&code, checked)
                    .cells()
                    .iter()
                    .eq(naive::values(&code, checked))
            );
            let known = fast(&code, up_to);
            group.throughput(Throughput::Elements(up_to as u64 + 1));
            group.bench_with_input(
                BenchmarkId::new("core", up_to),
                &up_to,
                |bencher, &up_to| {
                    bencher.iter(|| fast(&code, black_box(up_to)));
                },
            );
            if up_to <= NAIVE {
                group.bench_with_input(
                    BenchmarkId::new("naive", up_to),
                    &up_to,
                    |bencher, &up_to| {
                        bencher.iter(|| naive::values(&code, black_box(up_to)));
                    },
                );
            }
            group.bench_with_input(
                BenchmarkId::new("floor-write", up_to),
                &up_to,
                |bencher, _| {
                    bencher.iter(|| black_box(known.cells().clone()));
                },
            );
        }
        group.finish();
    }
    criterion.final_summary();
}
