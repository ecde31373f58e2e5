//! All integration tests of the crate, as one program.

mod cases;
mod closure;
mod common;
mod draws;
mod interactive;
mod judging;
