//! Taking and breaking: heap games said by a code (R. K. Guy and C. A. B. Smith, *The G-values of
//! various games*, 1956).
//!
//! A [`Code`] says which numbers of stones may be taken from a heap and into how many heaps what is
//! left may be parted. A position is a row of heaps, and so a sum; its Grundy value is the nim-sum of
//! the heaps' values, and everything is known with the value g(n) of a single heap of each size n.
//!
//! * [`Code`] is the code as it is written, `0.77` or `4!.0` or `subtract:1,3,4`.
//! * [`naive`] finds g(0), g(1), ... as the definition says: all moves from each heap.
//! * [`Sequence`] finds the same faster, by the rare and the common heaps.
//! * [`period`] finds where the values repeat, and says whether a theorem makes that certain.
//! * [`certificate`] checks somebody else's word for a period, by the naive way alone.
//! * [`Position`] is a row of heaps with its outcome and its winning moves.

mod ahead;
mod cells;
pub mod certificate;
mod code;
mod known;
pub(crate) mod lanes;
pub mod naive;
mod order;
pub mod period;
mod position;
mod repeats;
mod search;
mod sequence;
mod space;

pub use cells::Cells;
pub use code::{Code, CodeError, CodeProblem, Digit};
pub use period::Period;
pub use position::{Move, Position, Values};
pub use sequence::Sequence;
