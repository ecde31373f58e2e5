//! All integration tests of the crate, as one program.

mod family;
mod gra_boards;
mod gra_stream;
mod octal;
#[path = "../../src/random.rs"]
mod random;
mod table;
