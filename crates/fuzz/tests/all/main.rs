//! All integration tests of the crate, as one program.

mod corpus;
mod distribution;
mod drawn;
mod planted;
mod properties;
mod trial;
