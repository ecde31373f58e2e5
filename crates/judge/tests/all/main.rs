//! All integration tests of the crate, as one program.

mod candidates;
mod closure;
mod common;
mod judging;
