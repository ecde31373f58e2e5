//! Today against yesterday: two records, row by row, with a verdict for each.
//!
//! Rows are matched by game, workload and solver, and compared by the ratio of their medians, new to old. Only rows of
//! *ours* can fail: each has to be there, give the same answer to the same input, and not be slower. No change of ours
//! makes a floor or a baseline faster or slower, so what these moved by is the noise between the two runs. It is learned
//! for each group by itself:
//!
//! * the *drift*, the median of their ratios: how much faster or slower the machine was as a whole;
//! * the *spread*, the robust standard deviation of their ratios around it (1.4826 times the median
//!   absolute deviation of the logarithms): how much single rows moved by memory layout, clock speed
//!   and neighbours, however steady each run was by itself.
//!
//! The other noise is that within a run, the standard error of a row's median: 1.2533 times the robust
//! standard deviation of its samples, over the root of their number.
//!
//! A row is slower when its ratio over the drift exceeds 1 plus the *threshold*, a share that the
//! caller chooses, and exceeds three times the noise, the root of the sum of the squares of the spread
//! and of both standard errors. Faster is the same the other way round.
//!
//! A whole run can be lucky with a row, which one record of it does not show. [`side()`] makes one record of several of
//! one commit, row by row their median; floors and baselines of such records move less, and so smaller changes are seen.
//!
//! [`ranking`] compares the other way: solver against solver within one record.

mod change;
mod comparison;
pub mod ranking;
mod render;

pub use change::{Change, GroupNoise, Trend};
pub use comparison::{Comparison, NotComparable, RowFailure, Why, side};
