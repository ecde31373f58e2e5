//! The libFuzzer targets by name, as functions of bytes.

use std::error::Error;

use arbitrary::{Arbitrary, Unstructured};
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::staircase::Staircase;

use crate::listed::{self, Order};
use crate::{Recipe, Subject, properties, records, text};

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
        for game in grundy_games::all() {
            text::check(&**game, input)?;
        }
        Ok(())
    },
};

/// Every property of one game on positions built from the bytes.
pub const SOLVERS: Target = Target {
    name: "solvers",
    check: solvers,
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

/// First bytes from here on stand for what is put to every game on the list.
const LISTED: u8 = 252;

/// Every property of one game on the positions of a recipe, both made from bytes; or what can be put to
/// any game, on inputs of its own.
fn solvers(data: &[u8]) -> Result<(), Finding> {
    fn check<S: Subject>(game: &S, mut data: Unstructured<'_>) -> Result<(), Finding> {
        match Recipe::arbitrary(&mut data) {
            Ok(recipe) => Ok(properties::check(game, &recipe)?),
            Err(_) => Ok(()),
        }
    }
    let mut data = Unstructured::new(data);
    let kind = u8::arbitrary(&mut data).unwrap_or(0);
    if kind >= LISTED {
        let Ok(order) = Order::arbitrary(&mut data) else {
            return Ok(());
        };
        for game in grundy_games::all() {
            listed::check(&**game, order)?;
        }
        return Ok(());
    }
    match kind % 6 {
        0 => check(&Gra, data),
        1 => check(&Nim, data),
        2 => check(&Bounded, data),
        3 => check(&Staircase, data),
        4 => check(&Constrained, data),
        _ => check(&Kamyki, data),
    }
}
