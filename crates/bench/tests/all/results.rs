//! What is kept beside other records is as whole as they are.

#![allow(dead_code, reason = "the benchmark uses all of it")]

#[path = "../../benches/solvers/arguments.rs"]
mod arguments;

use std::path::{Path, PathBuf};

use arguments::Arguments;
use clap::Parser as _;

use crate::machine;

#[test]
fn only_a_whole_record_goes_to_the_results() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let record = |words: &[&str], all_are_right: bool| {
        let words = [&["solvers", "--bench"], words].concat();
        Arguments::parse_from(words).record(here, &machine(), all_are_right)
    };
    let kept = record(&[], true).unwrap();
    assert!(kept.ends_with("results/bench/2026-01-31T235959Z-0123456789ab.csv"));
    assert!(record(&["--huge"], true).is_some());
    assert_eq!(record(&["--quick"], true), None);
    assert_eq!(record(&["nim"], true), None);
    assert_eq!(record(&[], false), None);
    // Who names a file gets it.
    let own = Some(PathBuf::from("own.csv"));
    assert_eq!(record(&["--quick", "--out", "own.csv"], true), own);
    assert_eq!(record(&["nim", "--out", "own.csv"], false), own);
}
