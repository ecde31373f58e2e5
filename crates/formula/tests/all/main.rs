//! All tests of the crate in one program, which is linked once.

mod language;
mod words;
mod write;
