//! All integration tests of the crate, as one program.

mod browser;
mod chromium;
mod opponent;
mod running;
mod site;
mod table;
