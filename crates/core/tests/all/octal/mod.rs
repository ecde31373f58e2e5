//! Octal games and their kin: the code, the values by two ways, periods and their proofs.

mod codes;
mod known;
mod periods;
mod random;
