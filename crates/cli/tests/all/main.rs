//! All integration tests of the crate, as one program.

mod command;
mod formula;
mod interactive;
mod interactors;
mod judge;
mod judges;
mod links;
mod mpi;
mod own_game;
mod own_games;
mod package;
mod play;
mod playing;
mod readers;
mod readme;
mod sessions;
mod shell;
mod solutions;
mod support;
mod sweep;
mod tables;
