//! What is kept beside other records is as whole as they are.

#![allow(dead_code, reason = "the benchmark uses all of it")]

#[path = "../../benches/solvers/arguments.rs"]
mod arguments;

use std::path::{Path, PathBuf};

use arguments::Arguments;
use clap::Parser as _;
use grundy_records::machine::Machine;

#[test]
fn only_a_whole_record_goes_to_the_results() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let machine = Machine {
        version: "0.1.0".into(),
        revision: "066d32f0c1a2".into(),
        rustc: "1.95.0".into(),
        cpu: "a model".into(),
        date: "2026-01-31T23:59:59Z".into(),
    };
    let record = |words: &[&str], all_are_right: bool| {
        let words = [&["solvers", "--bench"], words].concat();
        Arguments::parse_from(words).record(here, &machine, all_are_right)
    };
    let kept = record(&[], true).unwrap();
    assert!(kept.ends_with("results/bench/2026-01-31T235959Z-066d32f0c1a2.csv"));
    assert!(record(&["--huge"], true).is_some());
    assert_eq!(record(&["--quick"], true), None);
    assert_eq!(record(&["nim"], true), None);
    assert_eq!(record(&[], false), None);
    // Who names a file gets it.
    let own = Some(PathBuf::from("own.csv"));
    assert_eq!(record(&["--quick", "--out", "own.csv"], true), own);
    assert_eq!(record(&["nim", "--out", "own.csv"], false), own);
}
