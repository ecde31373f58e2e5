//! All integration tests of the crate, as one program.

mod gra_claimed;
mod gra_disk;
mod gra_ranks;
mod gra_table;
mod in_process;
mod interned;
mod loops;
mod naive;
mod plain;
mod rules;
mod solver;
mod solvers;
mod spaces;
