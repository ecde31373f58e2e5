//! Somebody's program against the truth: run it, judge it, and find the smallest input that breaks it.
//!
//! * [`sandbox`] runs an external program on one input within limits, and leaves nothing behind.
//! * [`verdict`] turns a run and the expected answer into a verdict.
//! * [`shrink`] makes a failing input as simple as it gets while it still fails.
//!
//! A candidate is any program that reads a position on standard input and prints the answer on
//! standard output; no shell stands in between.

pub mod sandbox;
pub mod shrink;
pub mod verdict;
