//! All integration tests of the crate, as one program.

mod criterion_csv;
mod results;

use grundy_records::machine::Machine;

/// A machine for records.
fn machine() -> Machine {
    Machine {
        version: "0.1.0".into(),
        revision: "0123456789ab".into(),
        rustc: "1.95.0 (59807616e 2026-04-14)".into(),
        cpu: "Imaginary 9000 8-Core Processor".into(),
        date: "2026-01-31T23:59:59Z".into(),
    }
}
