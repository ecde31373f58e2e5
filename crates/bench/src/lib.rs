//! What measures, and nothing else: workloads, the solvers on them, and the clock around these.
//!
//! ```text
//! workload -> input -> runner (checks every answer) -> criterion -> raw samples -> rows of a record
//! ```
//!
//! * [`baseline`] has the ways people solve gra today, [`floor`] the least work of any
//!   solver. Both are measured beside the core.
//! * [`workload`] lists what is solved, [`input`] makes it and finds the answer, by two solvers.
//! * [`contest`] runs a solver on an input, checks its answers and measures its time.
//! * [`criterion_csv`] makes rows of a record from criterion's raw samples; [`grundy_records`] writes
//!   and reads the record.

pub mod baseline;
pub mod contest;
pub mod criterion_csv;
mod error;
pub mod floor;
pub mod input;
pub mod workload;
