//! All tests of the crate in one program, which is linked once.

mod language;
mod page;
mod search;
mod words;
mod write;
