//! All integration tests of the crate, as one program.

mod common;
mod dialogue;
mod languages;
mod sandbox;
