//! (in preparation)

pub mod baseline;
pub mod floor;
