//! (in preparation)

pub mod baseline;
pub mod files;
pub mod floor;
pub mod machine;
pub mod record;
pub mod solver;
pub mod statistics;
pub mod table;
