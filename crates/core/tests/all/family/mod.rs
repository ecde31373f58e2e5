//! The games that are sums of heaps or staircases, against a naive reading of their rules.
//!
//! Every small position is compared in full: outcome, Grundy value, number and list of winning
//! moves. Large positions are checked by what must hold of them: a winning move is legal and leaves
//! Grundy value 0.

mod intervals;
mod naive;

mod bounded;
mod constrained;
mod kamyki;
mod nim;
mod staircase;
mod texts;
