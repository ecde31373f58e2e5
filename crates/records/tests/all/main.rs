//! All integration tests of the crate, as one program.

mod benchmark;
mod browser;
mod compare;
mod fabricated;
mod found;
mod octal;
mod report;
mod sweep;
mod trust;
