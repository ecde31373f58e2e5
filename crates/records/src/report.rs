//! What `results/` holds, as one page: a file that needs no network, no script and no other file.
//!
//! | files | what they hold | on the page |
//! |---|---|---|
//! | `sweep/*.csv` | sweep records | positions of each size, and how many of them are P-positions |
//! | `closure/*.csv`, `closure/*.json` | sweep records and findings of `--check closure` | other checks |
//! | `outcomes/*.csv` | what the oracle alone counted | other checks |
//! | `octal/*.csv` | periods of heap games, found and published | periods |
//! | `octal/values/CODE.csv` | the values of a game's heaps | plots with their periods |
//! | `bench/*.csv` | benchmark records | solvers beside floors |
//!
//! Every file must be what the table says, but for `octal/contradictions.csv`, which is not read. A row with another
//! number of positions than the game's formula gives is an error. Sizes that no record has are missing from the ranges on
//! the page, and a name that is no game of this version is shown with that remark.
//! Rows of a part of a game, whose name ends in a colon and the part (`gra:portable`), are listed among the other checks
//! and added to nothing.

mod benchmarks;
mod heaps;
mod page;
mod parts;
mod results;
mod sweeps;

pub use results::{Benchmark, Results};
