//! All integration tests of the crate, as one program.

mod command;
mod heaps;
mod judge;
mod links;
mod mpi;
mod own_game;
mod own_games;
mod package;
mod play;
mod playing;
mod readers;
mod readme;
mod records;
mod shell;
mod support;
mod sweep;
