//! Requests and their responses, without the network.

use std::sync::{Arc, Mutex, PoisonError};

use grundy_games::Game;
use grundy_games::generate::Random;

use super::address::Address;
use super::http::{HttpRequest, HttpResponse};
use super::page;
use crate::play::game::ChoiceCache;
use crate::play::start::random_start;
use crate::play::{Match, PlayError, PositionSum};

const HTML: &str = "text/html; charset=utf-8";

/// The games on offer, and the pages about them.
pub(super) struct Site {
    /// Each game with the choices that were found so far.
    games: Vec<(Arc<dyn Game>, ChoiceCache)>,
    /// Where the first game begins for an address that names no game.
    start: Option<PositionSum>,
    /// The names by which requests may call this site, with the port: `127.0.0.1:8421`.
    hosts: [String; 2],
    random: Mutex<Random>,
}

impl Site {
    /// A site that is called by these names and offers these games. An address that names none leads to the first one,
    /// from `start`, or from a random position.
    ///
    /// # Panics
    /// Without games.
    pub fn new(
        games: Vec<Arc<dyn Game>>,
        hosts: [String; 2],
        start: Option<PositionSum>,
        seed: u64,
    ) -> Self {
        assert!(!games.is_empty(), "a site without games");
        let games = games.into_iter();
        Self {
            games: games.map(|game| (game, ChoiceCache::default())).collect(),
            start,
            hosts,
            random: Mutex::new(Random::new(seed)),
        }
    }

    /// Returns the response to any request.
    pub fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let host = request.header("Host").unwrap_or_default();
        let host = host.to_ascii_lowercase();
        if !self.hosts.contains(&host) {
            return HttpResponse::text(421, "no such host here");
        }
        let (path, query) = request.url.split_once('?').unwrap_or((&request.url, ""));
        let response = match (path, request.method.as_str()) {
            ("/", "GET" | "HEAD") if is_embedded(request) => Ok(HttpResponse::text(
                403,
                "only a link from another site leads here",
            )),
            ("/", "GET" | "HEAD") => self.show(query.as_bytes()),
            ("/", "POST") if !is_own(request, &host) => Ok(HttpResponse::text(
                403,
                "a move has to come from a page of this site",
            )),
            ("/", "POST") => match &request.body {
                Some(body) => self.play(body),
                None => Err(self.wrong(413, "That is longer than any game here.", None)),
            },
            ("/play.css", "GET" | "HEAD") => Ok(HttpResponse::new(
                200,
                "text/css; charset=utf-8",
                include_str!("play.css").to_owned(),
            )),
            ("/play.js", "GET" | "HEAD") => Ok(HttpResponse::new(
                200,
                "text/javascript; charset=utf-8",
                include_str!("play.js").to_owned(),
            )),
            ("/" | "/play.css" | "/play.js", _) => Ok(HttpResponse::text(405, "GET or POST")),
            _ => Err(self.wrong(404, "There is no such page here.", None)),
        };
        response.unwrap_or_else(|wrong| wrong)
    }

    /// Returns the page of an address. The error is the page that tells what is wrong with it.
    fn show(&self, query: &[u8]) -> Result<HttpResponse, HttpResponse> {
        let (mut address, is_named) = (self.read(query)?, names_game(query));
        if address.play.is_some() {
            return Err(self.wrong(400, "A link makes no move.", None));
        }
        if address.start.is_some() {
            let game = self.replay(&address)?;
            return Ok(self.page(200, &address, &game, None));
        }
        let start = match &self.start {
            Some(start) if !is_named => Ok(start.clone()),
            _ => random_start(&*self.game(&address)?.0, &mut self.random()),
        };
        let start = start.map_err(|error| self.failed(500, &error))?;
        address.start = Some(start.to_string());
        address.moves.clear();
        Ok(HttpResponse::redirect(address.link()))
    }

    /// Returns a redirection to the address after a posted move and the reply to it. The error is a page that tells what
    /// is wrong.
    fn play(&self, body: &[u8]) -> Result<HttpResponse, HttpResponse> {
        let address = self.read(body)?;
        let mut game = self.replay(&address)?;
        if let Some(typed) = &address.play {
            if !address.seats.is_person(game.to_move()) && game.winner().is_none() {
                return Err(self.page(400, &address, &game, Some("It is not your turn.")));
            }
            if let Err(error) = game.play(typed) {
                let notice = error.to_string();
                return Err(self.page(status(&error), &address, &game, Some(&notice)));
            }
        }
        let replied = (address.level).reply(&mut game, address.seats, &mut self.random());
        replied.map_err(|error| self.failed(status(&error), &error))?;
        Ok(HttpResponse::redirect(address.of(&game).link()))
    }

    /// Returns a random source of its own for one response, so that no response waits for another one's game.
    fn random(&self) -> Random {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        Random::new(random.between(0, u64::MAX))
    }

    /// Reads an address. One that names no game gets the name of the first one.
    fn read(&self, query: &[u8]) -> Result<Address, HttpResponse> {
        let address = Address::parse(query);
        let mut address = address.map_err(|error| self.failed(400, &error))?;
        let (game, _) = self.game(&address)?;
        address.game = Some(game.about().name.to_string());
        Ok(address)
    }

    fn game(&self, address: &Address) -> Result<&(Arc<dyn Game>, ChoiceCache), HttpResponse> {
        let Some(name) = &address.game else {
            return Ok(&self.games[0]);
        };
        let mut games = self.games.iter();
        let found = games.find(|(game, _)| *game.about().name == **name);
        found.ok_or_else(|| self.wrong(404, "That game is not offered here.", None))
    }

    /// Returns the game that an address holds, without the posted move.
    fn replay(&self, address: &Address) -> Result<Match, HttpResponse> {
        let Some(start) = &address.start else {
            return Err(self.wrong(400, "There is no position to begin with.", None));
        };
        let (game, cache) = self.game(address)?;
        let begun = PositionSum::parse(&**game, start)
            .and_then(|start| Match::begin_with(Arc::clone(game), start, cache.clone()));
        let mut game = begun.map_err(|error| {
            let text = format!("This position cannot be played. {}", sentence(&error));
            let instead = Address {
                start: None,
                moves: Vec::new(),
                ..address.clone()
            };
            self.wrong(status(&error), &text, Some(&instead))
        })?;
        for name in &address.moves {
            let Some(at) = game.choices().named(name) else {
                let number = game.turns().len() + 1;
                let text = format!("Move {number} of this link, `{name}`, is no legal move there.");
                return Err(self.wrong(400, &text, Some(&address.of(&game))));
            };
            let made = game.make(at);
            made.map_err(|error| self.failed(status(&error), &error))?;
        }
        Ok(game)
    }

    /// Returns the page of a game; `notice` is what is wrong with the request.
    fn page(
        &self,
        status: u16,
        address: &Address,
        game: &Match,
        notice: Option<&str>,
    ) -> HttpResponse {
        match page::page(self.offered(), address, game, notice) {
            Ok(body) => HttpResponse::new(status, HTML, body),
            Err(error) => self.failed(500, &error),
        }
    }

    fn failed(&self, status: u16, error: &PlayError) -> HttpResponse {
        self.wrong(status, &sentence(error), None)
    }

    /// Returns a page that tells what is wrong, with a link to go on with.
    fn wrong(&self, status: u16, text: &str, instead: Option<&Address>) -> HttpResponse {
        HttpResponse::new(status, HTML, page::wrong(self.offered(), text, instead))
    }

    /// Returns the names of the games on offer.
    fn offered(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|(game, _)| &*game.about().name)
    }
}

fn names_game(query: &[u8]) -> bool {
    form_urlencoded::parse(query).any(|(key, _)| key == "game")
}

/// Returns whether a form comes from a page of this site. Browsers send both headers, or at least the first.
fn is_own(request: &HttpRequest, host: &str) -> bool {
    let origin = request.header("Origin");
    let origin = origin.and_then(|origin| origin.strip_prefix("http://"));
    let is_here = origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host));
    let fetched_from = request.header("Sec-Fetch-Site");
    is_here && fetched_from.is_none_or(|from| from == "same-origin")
}

/// Returns whether a page shows the response inside it, or another site's page loads it without a person who followed a
/// link. A frame is fetched as a link is, with `navigate`.
fn is_embedded(request: &HttpRequest) -> bool {
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

/// Returns the status of a failure: of the game, or of the request.
const fn status(error: &PlayError) -> u16 {
    match error {
        PlayError::Game(grundy_games::Error::Failed(_)) => 500,
        _ => 400,
    }
}

/// Returns an error as a sentence.
fn sentence(error: &PlayError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}
