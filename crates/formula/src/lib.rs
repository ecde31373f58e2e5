//! Closed forms of impartial games as expressions.
//!
//! A [`Formula`] says of a position, given as text, who wins or what its Grundy value is. It can be read, evaluated on numbers of
//! any size, printed, said in words, and written as a program in Python or C++. The crate knows no game.

mod enumerate;
pub mod expr;
mod fit;
mod formula;
pub mod mutants;
pub mod number;
mod parse;
mod position;
mod print;
pub mod search;
pub mod sequence;
mod shape;
mod words;
mod write;

pub use formula::{Formula, Says, Undefined, Verdict};
pub use parse::Misread;
pub use position::{Class, Kind, Position, View, with_numbers};
pub use write::{Answers, Inputs, Language, Unwritten};
