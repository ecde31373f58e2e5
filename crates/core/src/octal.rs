//! Taking and breaking: heap games given by a code (R. K. Guy and C. A. B. Smith, *The G-values of
//! various games*, 1956).
//!
//! A [`Code`] defines which numbers of stones may be taken from a heap and into how many heaps what is
//! left may be parted. A position is a row of heaps, and so a sum; its Grundy value is the nim-sum of
//! the heaps' values. So the value g(n) of a single heap of each size n is enough.
//!
//! * [`Code`] is the code as it is written, `0.77` or `4!.0` or `subtract:1,3,4`.
//! * [`naive`] computes g(0), g(1), ... by the definition: all moves from each heap.
//! * [`Sequence`] computes the same faster, by rare and common heaps.
//! * [`period`] finds where values repeat, and whether a theorem proves that they repeat for ever.
//! * [`Misere`] has the genera of heaps and rows in misère play.
//! * [`Position`] is a row of heaps with its outcome and its winning moves.

mod arithmetic;
mod cells;
mod code;
mod known;
mod lanes;
mod lookahead;
mod misere;
mod moves;
pub mod naive;
pub mod period;
mod position;
mod repeats;
mod search;
mod sequence;
mod space;
mod standard;
mod survey;
mod team;
pub(crate) mod window;

pub use cells::Cells;
pub use code::{Code, CodeError, Digit};
pub use misere::{Genus, Known as MisereKnown, Misere};
pub use period::Period;
pub use position::{Move, Position};
pub use sequence::Sequence;
