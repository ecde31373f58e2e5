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
/// Tests of the page.
mod playing {
    mod browser;
    mod chromium;
    mod running;
    mod site;
}
mod readers;
mod readme;
mod sessions;
mod shell;
mod solutions;
mod support;
mod sweep;
mod tables;
