//! Requests and their responses, without the network.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result, ensure};
use grundy_games::Game;
use grundy_games::generate::Random;

use super::address::Address;
use super::http::{Request, Response};
use super::page;
use crate::play::game::{Match, Turn};
use crate::play::start::start;
use crate::play::sum::PositionSum;

const HTML: &str = "text/html";

/// The games on offer, and the pages about them.
pub struct Site {
    games: Vec<Arc<dyn Game>>,
    /// Where an address that names no game leads to.
    first: Address,
    /// The names by which requests may call this site, with the port: `127.0.0.1:8421`.
    hosts: [String; 2],
    random: Mutex<Random>,
}

impl Site {
    /// A site on this port with these games. An address that names none leads to `first`.
    pub fn new(games: Vec<Arc<dyn Game>>, port: u16, first: Address, seed: u64) -> Self {
        Self {
            games,
            first,
            hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")),
            random: Mutex::new(Random::new(seed)),
        }
    }

    /// Returns the response to any request.
    pub fn respond(&self, request: &Request) -> Response {
        let host = request.header("Host").unwrap_or_default();
        let host = host.to_ascii_lowercase();
        if !self.hosts.contains(&host) {
            return Response::text(421, "no such host here");
        }
        let file = |media, text: &str| Ok(Response::new(200, media, text.to_owned()));
        let refuse = |status, text| Ok(Response::text(status, text));
        let (path, query) = request.url.split_once('?').unwrap_or((&request.url, ""));
        let response = match (path, request.method.as_str()) {
            ("/", "GET") if is_embedded(request) => {
                refuse(403, "only a link from another site leads here")
            }
            ("/", "GET") => self.show(query.as_bytes()),
            ("/", "POST") if !is_own(request, &host) => {
                refuse(403, "a move has to come from a page of this site")
            }
            ("/", "POST") => self.play(&request.body),
            ("/play.css", "GET") => file("text/css", include_str!("play.css")),
            ("/play.js", "GET") => file("text/javascript", include_str!("play.js")),
            ("/" | "/play.css" | "/play.js", _) => refuse(405, "GET or POST"),
            _ => refuse(404, "there is no such page here"),
        };
        response.unwrap_or_else(|error| {
            let text = format!("This cannot be played: {error:#}.");
            Response::new(400, HTML, page::wrong(&self.games, &text))
        })
    }

    /// Returns the page of an address, or a redirection to one with a random position.
    fn show(&self, query: &[u8]) -> Result<Response> {
        let address = Address::parse(query)?;
        ensure!(address.play.is_none(), "a link makes no move");
        if address.start.is_some() {
            return self.page(&address, &self.replay(&address)?, None);
        }
        let mut begun = match address.game {
            Some(_) => address.with_moves([]),
            None => self.first.clone(),
        };
        if begun.start.is_none() {
            let game = self.game(&begun)?;
            let position = start(None, &**game, &mut self.random())?;
            begun.start = Some(position.to_string());
        }
        Ok(Response::redirect(&begun.link()))
    }

    /// Returns a redirection to the address after a posted move and the reply to it, or the page as it was with what is
    /// wrong with the move.
    fn play(&self, body: &[u8]) -> Result<Response> {
        let address = Address::parse(body)?;
        let mut game = self.replay(&address)?;
        if let Some(typed) = &address.play {
            if !address.players.seats.is_person(game.to_move()) && game.winner().is_none() {
                return self.page(&address, &game, Some("It is not your turn."));
            }
            if let Err(error) = game.play(typed) {
                return self.page(&address, &game, Some(&error.to_string()));
            }
        }
        address.players.reply(&mut game, &mut self.random())?;
        let made = address.with_moves(game.turns.iter().map(Turn::name));
        Ok(Response::redirect(&made.link()))
    }

    /// Returns a random source of its own for one response, so that no response waits for another one's game.
    fn random(&self) -> Random {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        Random::new(random.between(0, u64::MAX))
    }

    /// Returns the game that an address names, or the first one.
    fn game(&self, address: &Address) -> Result<&Arc<dyn Game>> {
        let Some(name) = &address.game else {
            return Ok(&self.games[0]);
        };
        let found = self.games.iter().find(|game| *game.about().name == **name);
        found.context("that game is not offered here")
    }

    /// Returns the game that an address holds, without the posted move.
    fn replay(&self, address: &Address) -> Result<Match> {
        let game = self.game(address)?;
        let start = address.start.as_ref();
        let start = start.context("there is no position to begin with")?;
        let mut replayed = Match::begin(Arc::clone(game), PositionSum::parse(&**game, start)?)?;
        for (number, name) in (1..).zip(&address.moves) {
            let at = replayed.now.named(name);
            let illegal =
                || format!("move {number} of this link, `{name}`, is no legal move there");
            replayed.make(at.with_context(illegal)?)?;
        }
        Ok(replayed)
    }

    /// Returns the page of a game; `notice` is what is wrong with the request.
    fn page(&self, address: &Address, game: &Match, notice: Option<&str>) -> Result<Response> {
        let status = if notice.is_some() { 400 } else { 200 };
        let page = page::page(&self.games, address, game, notice)?;
        Ok(Response::new(status, HTML, page))
    }
}

/// Returns whether a form comes from a page of this site. Browsers send both headers, or at least the first.
fn is_own(request: &Request, host: &str) -> bool {
    let origin = request.header("Origin");
    let origin = origin.and_then(|origin| origin.strip_prefix("http://"));
    let is_here = origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host));
    let fetched_from = request.header("Sec-Fetch-Site");
    is_here && fetched_from.is_none_or(|from| from == "same-origin")
}

/// Returns whether a page shows the response inside it, or another site's page loads it without a person who followed a
/// link. A frame is fetched as a link is, with `navigate`.
fn is_embedded(request: &Request) -> bool {
    let is_foreign = matches!(
        request.header("Sec-Fetch-Site"),
        Some("cross-site" | "same-site")
    );
    let is_framed = matches!(
        request.header("Sec-Fetch-Dest"),
        Some("iframe" | "frame" | "embed" | "object" | "fencedframe")
    );
    is_framed || is_foreign && request.header("Sec-Fetch-Mode") != Some("navigate")
}
