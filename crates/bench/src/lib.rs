//! Benchmarks that people can trust: baselines, records, comparison, report.
//!
//! ```text
//! workload -> criterion -> raw samples -> summary -> record (CSV) -> comparison, ranking, page
//! ```
//!
//! * [`baseline`] holds the ways people solve the strip game today, [`floor`] the least work that
//!   anybody has to do. Both are measured beside the core.
//! * [`solver`] is the scheme of names, `GROUP/NAME`, that says where the clock starts and stops and
//!   whose work a row measures.
//! * [`criterion_csv`] reads criterion's raw samples, [`statistics`] sums them up, [`machine`] knows
//!   what they were measured by, and [`record`] is the row that comes of it all.
//! * [`compare`] sets one record against another, and [`compare::ranking`] the solvers of one record
//!   against each other.
//! * [`report`] makes one page of everything that `results/` holds.
//!
//! [`table`] reads CSV strictly, [`files`] writes files whole or not at all, [`units`] writes numbers
//! for people. Records hold raw numbers only.

pub mod baseline;
pub mod compare;
pub mod contest;
pub mod criterion_csv;
pub mod files;
pub mod floor;
pub mod machine;
pub mod programs;
pub mod record;
pub mod report;
pub mod solver;
pub mod statistics;
pub mod table;
pub mod units;
pub mod workload;
