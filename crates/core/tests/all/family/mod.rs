//! The games that are sums of heaps or staircases, against a naive reading of their rules.
//!
//! Every small position is compared in full: outcome, Grundy value, number and list of winning
//! moves. What must hold of large positions, that their winning moves are legal and win, and what else is tested for all
//! games alike, is in `grundy-fuzz`.

mod intervals;
mod naive;

mod bounded;
mod constrained;
mod kamyki;
mod nim;
mod staircase;
