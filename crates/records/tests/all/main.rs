//! All integration tests of the crate, as one program.

mod browser;
mod compare;
mod fabricated;
mod found;
mod octal;
mod picture;
mod report;
mod tables;
mod trust;
