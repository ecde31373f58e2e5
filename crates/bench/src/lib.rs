//! (in preparation)

pub mod baseline;
pub mod compare;
pub mod criterion_csv;
pub mod files;
pub mod floor;
pub mod machine;
pub mod record;
pub mod report;
pub mod solver;
pub mod statistics;
pub mod table;
pub mod units;
