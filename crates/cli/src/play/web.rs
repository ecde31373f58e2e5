//! The page: a game in a browser on this machine.
//!
//! The server keeps nothing between two requests. The address of a page holds the whole game: its name, where it began,
//! every move since, who plays. So a position is a link, two windows are two games, and undo is a link as well. A move is
//! a posted form; the response redirects to the address after the move and the opponent's reply.
//!
//! Other sites cannot use the server: a posted form must come from a page of this address, and every request must name
//! this address as its host, so that a foreign name that is made to lead to this machine gets nothing.

mod address;
mod http;
mod page;
mod parts;
mod picture;
mod server;
mod site;

pub use address::Address;
pub use server::serve;
