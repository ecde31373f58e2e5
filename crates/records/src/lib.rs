//! Records: what sweeps and benchmarks leave behind, and what can be made of it.
//!
//! Every format that is kept has its reader and its writer here, and nowhere else. Nothing here
//! measures or solves.
//!
//! * [`table`] reads and writes CSV strictly. [`sweep`] is the row of a sweep record, [`benchmark`]
//!   that of a benchmark record; [`solver`] is the scheme of their names, `GROUP/NAME`.
//! * [`checkpoint`] is the file of a sweep under way and the record of a finished part; [`plan`] says
//!   what the sweep was to do.
//! * [`found`] is what a sweep found as one JSON object, the record of checks that have no rows.
//! * [`heaps`] has what is kept of the values of single heaps: the values themselves, certificates of
//!   periods, and the table of many games.
//! * [`values`] is the row of the table of all positions of a game with their values.
//! * [`sealed`] is the first line of files that hold a hash of their content.
//! * [`statistics`] sums samples up, and [`machine`] knows what they were measured by.
//! * [`compare`] sets one benchmark record against another, and [`compare::ranking`] the solvers of
//!   one record against each other.
//! * [`report`] makes one page of everything that `results/` holds.
//!
//! [`units`] writes numbers for people. Records hold raw numbers only.
//!
//! Begin with [`table::read`], which is told by its row what a file is to be:
//!
//! ```
//! use grundy_records::sweep::Row;
//! use grundy_records::table;
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("nim.csv");
//! std::fs::write(&file, "game,size,positions,losing,winning_moves,mismatches,seconds\n\
//!                        nim,2,2,1,1,0,0.25\n")?;
//! let rows: Vec<Row> = table::read(&file)?;
//! assert_eq!((rows[0].size, rows[0].losing), (2, 1));
//!
//! std::fs::write(&file, "game,size,colour\nnim,2,2\n")?;
//! let error = table::read::<Row>(&file).unwrap_err().to_string();
//! assert!(error.contains("nim.csv:1: unknown column `colour`, expected a sweep record with"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod benchmark;
pub mod checkpoint;
pub mod compare;
pub mod found;
pub mod heaps;
pub mod machine;
pub mod plan;
pub mod report;
pub mod sealed;
pub mod solver;
pub mod statistics;
pub mod sweep;
pub mod table;
pub mod units;
pub mod values;
