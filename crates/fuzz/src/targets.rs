//! The libFuzzer targets by name, as functions of bytes.

use std::error::Error;

use arbitrary::{Arbitrary, Unstructured};
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::staircase::Staircase;

use crate::{Failure, Recipe, Subject, properties, records, text};

/// What a target has found.
pub type Finding = Box<dyn Error>;

/// A fuzz target: what it is called, and what it checks of any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the target, and of the directory of its corpus.
    pub name: &'static str,
    /// The check. An error is a finding.
    pub check: fn(&[u8]) -> Result<(), Finding>,
}

impl Target {
    /// What a libFuzzer target does with its input.
    ///
    /// # Panics
    /// On a finding, after its whole text: that is how libFuzzer hears of one.
    pub fn run(&self, data: &[u8]) {
        if let Err(finding) = (self.check)(data) {
            panic!("{finding}");
        }
    }
}

/// Every target, by name.
pub static TARGETS: [Target; 5] = [READERS, SOLVERS, SWEEP_RECORD, BENCH_RECORD, CHECKPOINT];

/// The readers of all games on any bytes.
pub const READERS: Target = Target {
    name: "readers",
    check: |input| {
        text::check(&Gra, input)?;
        text::check(&Nim, input)?;
        text::check(&Bounded, input)?;
        text::check(&Staircase, input)?;
        text::check(&Constrained, input)?;
        text::check(&Kamyki, input)?;
        Ok(())
    },
};

/// Every property of one game on positions built from the bytes.
pub const SOLVERS: Target = Target {
    name: "solvers",
    check: |data| Ok(solvers(data)?),
};

/// The reader of sweep records on any bytes.
pub const SWEEP_RECORD: Target = Target {
    name: "sweep-record",
    check: |data| Ok(records::sweep(data)?),
};

/// The reader of benchmark records on any bytes.
pub const BENCH_RECORD: Target = Target {
    name: "bench-record",
    check: |data| Ok(records::bench(data)?),
};

/// The reader of checkpoints on any bytes.
pub const CHECKPOINT: Target = Target {
    name: "checkpoint",
    check: |data| Ok(records::checkpoint(data)?),
};

/// Every property of one game on the positions of a recipe, both made from bytes.
fn solvers(data: &[u8]) -> Result<(), Failure> {
    fn check<S: Subject>(game: &S, mut data: Unstructured<'_>) -> Result<(), Failure> {
        match Recipe::arbitrary(&mut data) {
            Ok(recipe) => properties::check(game, &recipe),
            Err(_) => Ok(()),
        }
    }
    let mut data = Unstructured::new(data);
    match u8::arbitrary(&mut data).unwrap_or(0) % 6 {
        0 => check(&Gra, data),
        1 => check(&Nim, data),
        2 => check(&Bounded, data),
        3 => check(&Staircase, data),
        4 => check(&Constrained, data),
        _ => check(&Kamyki, data),
    }
}
