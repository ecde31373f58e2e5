//! All integration tests of the crate, as one program.

mod criterion_csv;
mod results;
