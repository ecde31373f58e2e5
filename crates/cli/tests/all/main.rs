//! All integration tests of the crate, as one program.

mod check;
mod command;
mod heaps;
mod interactive;
mod interactors;
mod judge;
mod judges;
mod junit;
mod links;
mod mpi;
mod own_game;
mod own_games;
mod package;
mod play;
mod playing;
mod plot;
mod readers;
mod readme;
mod records;
mod shell;
mod solutions;
mod support;
mod sweep;
