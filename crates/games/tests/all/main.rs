//! All integration tests of the crate, as one program.

mod extracted;
mod games;
mod layout;
mod simpler;
