//! All integration tests of the crate, as one program.

mod baselines;
mod criterion_csv;
mod inputs;
mod results;

use grundy_records::machine::Machine;

/// This machine, at a time and with a revision that are always the same.
fn machine() -> Machine {
    Machine {
        date: "2026-01-31T23:59:59Z".into(),
        ..Machine::running("0123456789ab".into())
    }
}
