//! The libFuzzer targets by name, as functions of bytes.

use arbitrary::{Arbitrary, Unstructured};
use grundy_games::TypedGame;
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::staircase::Staircase;

use crate::{Recipe, Violation, properties, records, text};

/// A fuzz target: its name, and what it checks of any bytes.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// The name of the target, and of the directory of its corpus.
    pub name: &'static str,
    /// The check.
    pub check: fn(&[u8]) -> Result<(), Violation>,
}

impl FuzzTarget {
    /// Checks an input of libFuzzer.
    ///
    /// # Panics
    /// On a violation, with its text: libFuzzer reports panics.
    pub fn run(&self, data: &[u8]) {
        if let Err(violation) = (self.check)(data) {
            panic!("{violation}");
        }
    }
}

/// Every target.
pub static TARGETS: [FuzzTarget; 5] = [READERS, SOLVERS, SWEEP_RECORD, BENCH_RECORD, CHECKPOINT];

/// The readers of all games on any bytes.
pub const READERS: FuzzTarget = FuzzTarget {
    name: "readers",
    check: |input| {
        text::check(&Gra, input)?;
        text::check(&Nim, input)?;
        text::check(&Bounded, input)?;
        text::check(&Staircase, input)?;
        text::check(&Constrained, input)?;
        text::check(&Kamyki, input)
    },
};

/// Every property of one game on the positions of a recipe, both made from the bytes.
pub const SOLVERS: FuzzTarget = FuzzTarget {
    name: "solvers",
    check: |data| {
        let mut data = Unstructured::new(data);
        match u8::arbitrary(&mut data).unwrap_or(0) % 6 {
            0 => solver(&Gra, data),
            1 => solver(&Nim, data),
            2 => solver(&Bounded, data),
            3 => solver(&Staircase, data),
            4 => solver(&Constrained, data),
            _ => solver(&Kamyki, data),
        }
    },
};

/// The reader of sweep records on any bytes.
pub const SWEEP_RECORD: FuzzTarget = FuzzTarget {
    name: "sweep-record",
    check: records::sweep,
};

/// The reader of benchmark records on any bytes.
pub const BENCH_RECORD: FuzzTarget = FuzzTarget {
    name: "bench-record",
    check: records::bench,
};

/// The reader of checkpoints on any bytes.
pub const CHECKPOINT: FuzzTarget = FuzzTarget {
    name: "checkpoint",
    check: records::checkpoint,
};

fn solver<G: TypedGame>(game: &G, mut data: Unstructured<'_>) -> Result<(), Violation> {
    match Recipe::arbitrary(&mut data) {
        Ok(recipe) => properties::check(game, &recipe),
        // Too few bytes for a recipe.
        Err(_) => Ok(()),
    }
}
