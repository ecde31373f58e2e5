//! Records of sweeps and benchmarks, their comparison, and the page made of them.
//!
//! This crate has the reader and the writer of every format that is kept. It neither measures nor solves.
//!
//! * [`files`] replaces files as a whole, and locks files that are written again and again.
//! * [`table`] reads and writes CSV strictly. [`sweep`] has the row of a sweep record, [`benchmark`]
//!   that of a benchmark record; [`solver`] has the scheme of solvers' names, `GROUP/NAME`.
//! * [`bfile`] reads the terms of a sequence and compares them with values of heaps.
//! * [`checkpoint`] is the file of a sweep under way and the record of a finished part; [`plan`] is what the sweep is to
//!   do.
//! * [`found`] is the result of a sweep as one JSON object, the record of checks that have no rows.
//! * [`heaps`] has what is kept of Grundy values: those of positions and of single heaps, and the table of many games.
//! * [`sealed`] is the first line of files that hold a hash of their content.
//! * [`statistics`] summarises samples, and [`machine`] describes what they were measured by.
//! * [`compare`] compares two benchmark records, and [`compare::ranking`] the solvers of one record.
//! * [`picture`] draws Grundy values and P-positions, and [`report`] makes one page of everything in `results/`.
//!
//! [`units`] and [`text`] write numbers and tables for people; records hold numbers that are not rounded.
//!
//! The type of its rows tells [`table::read`] which table a file has to be:
//!
//! ```
//! use grundy_records::sweep::SweepRow;
//! use grundy_records::table;
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("nim.csv");
//! std::fs::write(&file, "game,size,positions,losing,winning_moves,mismatches,seconds\n\
//!                        nim,2,2,1,1,0,0.25\n")?;
//! let rows: Vec<SweepRow> = table::read(&file)?;
//! assert_eq!((rows[0].size, rows[0].losing), (2, 1));
//!
//! std::fs::write(&file, "game,size,colour\nnim,2,2\n")?;
//! let error = table::read::<SweepRow>(&file).unwrap_err().to_string();
//! assert!(error.contains("nim.csv:1: unknown field `colour`, expected one of `game`, `size`"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod benchmark;
pub mod bfile;
mod chart;
pub mod checkpoint;
pub mod compare;
pub mod confirmed;
mod error;
pub mod files;
pub mod found;
pub mod heaps;
pub mod machine;
pub mod picture;
pub mod plan;
pub mod report;
pub mod sealed;
pub mod solver;
pub mod statistics;
pub mod sweep;
pub mod table;
pub mod text;
pub mod units;

pub use error::RecordError;
