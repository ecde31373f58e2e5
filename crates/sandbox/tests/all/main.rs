//! All integration tests of the crate, as one program.

mod common;
mod languages;
mod sandbox;
