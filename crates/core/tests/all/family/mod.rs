//! The games that are sums of heaps or staircases: their largest numbers, and what one way of computing says against another.
//!
//! That outcome, Grundy value, number and list of winning moves are right for every small position, by the rules, is tested where
//! closed forms and rules meet, in `grundy-sweep`. What must hold of large positions, that their winning moves are legal and win,
//! and what else is tested for all games alike, is in `grundy-fuzz`.

mod intervals;
mod lists;

mod bounded;
mod constrained;
mod kamyki;
mod staircase;
