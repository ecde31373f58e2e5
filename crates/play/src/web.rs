//! The page: a table in the browser, on this machine alone.
//!
//! Nothing is kept between two requests. An address says everything there is: the game, where it
//! began, every move since, who sits where. So a position is a link, two windows are two games, undo is
//! a link as well, and there is nothing that another site could change. A move is a form that is
//! posted; the answer is the address of the position after it and after the opponent's reply.
//!
//! Still, no other site may make this one work: what is posted has to come from a page of this very
//! address, and every request has to name it as its host, so that a name that somebody else's server
//! points here gets nothing.

mod address;
mod line;
mod page;
mod picture;
mod server;
mod site;

pub use server::{CannotListen, Server};
pub use site::{Answer, Asked, Site};
