//! What measures, and nothing else: workloads, the solvers on them, and the clock around these.
//!
//! ```text
//! workload -> input -> runner (checks every answer) -> criterion -> raw samples -> rows of a record
//! ```
//!
//! * [`baseline`] holds the ways people solve these games today, [`floor`] the least work that
//!   anybody has to do. Both are measured beside the core.
//! * [`workload`] lists what is solved, [`input`] makes it and finds the answer, by two solvers.
//! * [`contest`] runs a solver on an input, checks its answers and says how long it took;
//!   [`programs`] are those that run as processes of their own.
//! * [`criterion_csv`] makes rows of criterion's raw samples; the record they go into, and all that
//!   reads it, is [`grundy_records`].

pub mod baseline;
pub mod contest;
pub mod criterion_csv;
mod failure;
pub mod floor;
pub mod input;
pub mod programs;
pub mod workload;

pub use failure::Failure;
