//! All tests of the crate in one program, which is linked once.

mod drawn;
mod language;
mod search;
mod sequence;
mod write;
