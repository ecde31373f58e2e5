//! Requests and their responses, without the network.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Error;
use grundy_games::Game;
use grundy_games::generate::Random;

use super::address::Address;
use super::http::{Request, Response};
use super::page;
use crate::play::game::{Match, Turn};
use crate::play::start::random_start;
use crate::play::sum::PositionSum;

const HTML: &str = "text/html";

/// The games on offer, and the pages about them.
pub struct Site {
    games: Vec<Arc<dyn Game>>,
    /// Where the first game begins for an address that names no game.
    start: Option<PositionSum>,
    /// The names by which requests may call this site, with the port: `127.0.0.1:8421`.
    hosts: [String; 2],
    random: Mutex<Random>,
}

impl Site {
    /// A site on this port with these games. An address that names none leads to the first one, from `start`, or from a
    /// random position.
    pub fn new(
        games: Vec<Arc<dyn Game>>,
        port: u16,
        start: Option<PositionSum>,
        seed: u64,
    ) -> Self {
        Self {
            games,
            start,
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
        let (path, query) = request.url.split_once('?').unwrap_or((&request.url, ""));
        let response = match (path, request.method.as_str()) {
            ("/", "GET") if is_embedded(request) => Ok(Response::text(
                403,
                "only a link from another site leads here",
            )),
            ("/", "GET") => self.show(query.as_bytes()),
            ("/", "POST") if !is_own(request, &host) => Ok(Response::text(
                403,
                "a move has to come from a page of this site",
            )),
            ("/", "POST") => self.play(&request.body),
            ("/play.css", "GET") => file("text/css", include_str!("play.css")),
            ("/play.js", "GET") => file("text/javascript", include_str!("play.js")),
            ("/" | "/play.css" | "/play.js", _) => Ok(Response::text(405, "GET or POST")),
            _ => Err(self.wrong(404, "There is no such page here.")),
        };
        response.unwrap_or_else(|wrong| wrong)
    }

    /// Returns the page of an address. The error is the page that tells what is wrong with it.
    fn show(&self, query: &[u8]) -> Result<Response, Response> {
        let (mut address, game) = self.read(query)?;
        if address.play.is_some() {
            return Err(self.wrong(400, "A link makes no move."));
        }
        if address.start.is_some() {
            let game = self.replay(&address, game)?;
            return Ok(self.page(200, &address, &game, None));
        }
        let start = match &self.start {
            Some(start) if address.game.is_none() => Ok(start.clone()),
            _ => random_start(&**game, &mut self.random()),
        };
        let start = start.map_err(|error| self.failed(&error))?;
        address.game = Some(game.about().name.to_string());
        address.start = Some(start.to_string());
        address.moves.clear();
        Ok(Response::redirect(&address.link()))
    }

    /// Returns a redirection to the address after a posted move and the reply to it. The error is a page that tells what
    /// is wrong.
    fn play(&self, body: &[u8]) -> Result<Response, Response> {
        let (address, game) = self.read(body)?;
        let mut game = self.replay(&address, game)?;
        let refused = |game: &Match, notice: &str| self.page(400, &address, game, Some(notice));
        if let Some(typed) = &address.play {
            if !address.seats.is_person(game.to_move()) && game.winner().is_none() {
                return Err(refused(&game, "It is not your turn."));
            }
            if let Err(error) = game.play(typed) {
                return Err(refused(&game, &error.to_string()));
            }
        }
        let replied = (address.level).reply(&mut game, address.seats, &mut self.random());
        replied.map_err(|error| self.failed(&error))?;
        let made = address.with_moves(game.turns.iter().map(Turn::name));
        Ok(Response::redirect(&made.link()))
    }

    /// Returns a random source of its own for one response, so that no response waits for another one's game.
    fn random(&self) -> Random {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        Random::new(random.between(0, u64::MAX))
    }

    /// Reads an address, and finds its game. The error is the page that tells what is wrong.
    fn read(&self, query: &[u8]) -> Result<(Address, &Arc<dyn Game>), Response> {
        let address = Address::parse(query).map_err(|error| self.failed(&error))?;
        let Some(name) = &address.game else {
            return Ok((address, &self.games[0]));
        };
        let found = self.games.iter().find(|game| *game.about().name == **name);
        match found {
            Some(game) => Ok((address, game)),
            None => Err(self.wrong(404, "That game is not offered here.")),
        }
    }

    /// Returns the game that an address holds, without the posted move.
    fn replay(&self, address: &Address, game: &Arc<dyn Game>) -> Result<Match, Response> {
        let Some(start) = &address.start else {
            return Err(self.wrong(400, "There is no position to begin with."));
        };
        let begun = PositionSum::parse(&**game, start)
            .and_then(|start| Match::begin(Arc::clone(game), start));
        let mut game = begun.map_err(|error| {
            self.wrong(400, &format!("This position cannot be played: {error}."))
        })?;
        for name in &address.moves {
            let Some(at) = game.choices.named(name) else {
                let number = game.turns.len() + 1;
                let text = format!("Move {number} of this link, `{name}`, is no legal move there.");
                let made = address.with_moves(game.turns.iter().map(Turn::name));
                return Err(self.page(400, &made, &game, Some(&text)));
            };
            game.make(at).map_err(|error| self.failed(&error))?;
        }
        Ok(game)
    }

    /// Returns the page of a game; `notice` is what is wrong with the request.
    fn page(&self, status: u16, address: &Address, game: &Match, notice: Option<&str>) -> Response {
        match page::page(&self.games, address, game, notice) {
            Ok(body) => Response::new(status, HTML, body),
            Err(error) => self.failed(&error),
        }
    }

    fn failed(&self, error: &Error) -> Response {
        self.wrong(400, &format!("This cannot be played: {error}."))
    }

    /// Returns a page that tells what is wrong.
    fn wrong(&self, status: u16, text: &str) -> Response {
        Response::new(status, HTML, page::wrong(&self.games, text))
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
