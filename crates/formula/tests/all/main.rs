//! All tests of the crate in one program, which is linked once.

mod language;
mod page;
mod words;
mod write;
