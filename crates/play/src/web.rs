//! The page: a game in a browser on this machine.
//!
//! The server keeps nothing between two requests. The address of a page holds the whole game: its name, where it began,
//! every move since, who plays. So a position is a link, two windows are two games, and undo is a link as well. A move is
//! a posted form; the response redirects to the address after the move and the opponent's reply.
//!
//! Other sites cannot use the server: a posted form must come from a page of this address, and every request must name
//! this address as its host, so that a foreign name that is made to lead to this machine gets nothing.

mod address;
mod board;
mod export;
mod http;
mod lesson;
mod page;
mod picture;
mod server;
mod site;

pub use export::page as export;
pub use page::Offer;
pub use server::Server;

use crate::players::Players;
use http::Request;
use site::Site;

/// Returns what the page of the built-in games on port 80 responds to the bytes of a request, without the network. It is
/// for tests: the same bytes have the same response.
#[doc(hidden)]
pub fn respond(mut request: &[u8]) -> String {
    let offer = Offer {
        games: grundy_games::all().to_vec(),
        start: None,
        players: Players::default(),
        command: "grundy play --web".to_owned(),
        program: None,
    };
    let site = Site::new(offer, 80, 1);
    let request = Request::read(&mut request);
    let response = request.map(|request| site.respond(&request));
    response.unwrap_or_else(|wrong| wrong).to_http()
}
