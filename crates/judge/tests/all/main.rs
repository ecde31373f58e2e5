//! All integration tests of the crate, as one program.

mod closure;
mod common;
mod interactive;
mod judging;
