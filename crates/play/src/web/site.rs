//! Requests and what is answered: all of the site but the network.

use std::sync::{Arc, Mutex, PoisonError};

use grundy_games::Entry;
use grundy_games::generate::Random;

use super::address::Address;
use super::page;
use crate::{Known, Match, PlayError, Player, Position, board};

/// A request, as far as it matters here.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// `GET`, `POST` or another.
    pub method: &'a str,
    /// Path and query.
    pub url: &'a str,
    /// The header `Host`.
    pub host: Option<&'a str>,
    /// The header `Origin`: the site whose page sent a form.
    pub origin: Option<&'a str>,
    /// The header `Sec-Fetch-Site`: where the request comes from, in the browser's words.
    pub fetched_from: Option<&'a str>,
    /// The header `Sec-Fetch-Mode`: `navigate` when somebody followed a link.
    pub fetch_mode: Option<&'a str>,
    /// The header `Sec-Fetch-Dest`: what the answer is for, `document` or `iframe`.
    pub fetch_dest: Option<&'a str>,
    /// What was posted; `None` when it is longer than anything that makes sense.
    pub body: Option<&'a [u8]>,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The media type of the body.
    pub media: &'static str,
    /// Where to go on, for redirections.
    pub location: Option<String>,
    /// The body.
    pub body: String,
}

const HTML: &str = "text/html; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

impl Answer {
    const fn new(status: u16, media: &'static str, body: String) -> Self {
        Self {
            status,
            media,
            location: None,
            body,
        }
    }

    pub(super) fn said(status: u16, text: &str) -> Self {
        Self::new(status, TEXT, format!("{text}\n"))
    }

    fn moved(location: String) -> Self {
        Self {
            location: Some(location),
            ..Self::new(303, TEXT, String::new())
        }
    }
}

/// Games on offer, and the pages about them.
pub struct Site {
    games: Vec<Arc<dyn Entry>>,
    /// Where the first game begins for an address that names no game.
    start: Option<Position>,
    /// What has been found out about each of them.
    known: Vec<Known>,
    /// The names by which this machine is asked: `127.0.0.1:8421`.
    hosts: Vec<String>,
    random: Mutex<Random>,
}

impl Site {
    /// A site that answers to these names and offers these games. An address that names none leads to the
    /// first one, from `start`, or from a position drawn at random.
    ///
    /// # Panics
    /// Without games.
    pub fn new(
        games: Vec<Arc<dyn Entry>>,
        hosts: Vec<String>,
        start: Option<Position>,
        seed: u64,
    ) -> Self {
        assert!(!games.is_empty(), "a site without games");
        let random = Mutex::new(Random::new(seed));
        let known = games.iter().map(|_| Known::default()).collect();
        Self {
            games,
            start,
            known,
            hosts,
            random,
        }
    }

    /// Answers a request, whatever it is.
    pub fn answer(&self, asked: &Asked<'_>) -> Answer {
        let host = asked.host.unwrap_or_default().to_ascii_lowercase();
        if !self.hosts.contains(&host) {
            return Answer::said(421, "no such host here");
        }
        let (path, query) = asked.url.split_once('?').unwrap_or((asked.url, ""));
        match (path, asked.method) {
            ("/", "GET" | "HEAD") if is_embedded(asked) => {
                Answer::said(403, "only a link from another site leads here")
            }
            ("/", "GET" | "HEAD") => self.show(query.as_bytes()),
            ("/", "POST") if !is_own(asked, &host) => {
                Answer::said(403, "a move has to come from a page of this site")
            }
            ("/", "POST") => match asked.body {
                Some(body) => self.play(body),
                None => self.wrong(413, "That is longer than any game here.", None),
            },
            ("/play.css", "GET" | "HEAD") => Answer::new(
                200,
                "text/css; charset=utf-8",
                include_str!("play.css").to_owned(),
            ),
            ("/play.js", "GET" | "HEAD") => {
                let script = include_str!("play.js").to_owned();
                Answer::new(200, "text/javascript; charset=utf-8", script)
            }
            ("/" | "/play.css" | "/play.js", _) => Answer::said(405, "GET or POST"),
            _ => self.wrong(404, "There is no such page here.", None),
        }
    }

    /// The page of an address.
    fn show(&self, query: &[u8]) -> Answer {
        let is_named = form_urlencoded::parse(query).any(|(key, _)| key == "game");
        let (mut address, rules) = match self.read(query) {
            Ok(read) => read,
            Err(wrong) => return wrong,
        };
        if address.play.is_some() {
            return self.wrong(400, "A link makes no move.", None);
        }
        if address.start.is_none() {
            let start = self.start.clone().filter(|_| !is_named);
            let start = start.map_or_else(|| board::draw(&*rules, &mut self.random()), Ok);
            return match start {
                Ok(position) => {
                    address.start = Some(position.to_string());
                    address.moves.clear();
                    Answer::moved(address.link())
                }
                Err(error) => self.wrong(500, &error.to_string(), None),
            };
        }
        match self.replay(&address, rules) {
            Ok(game) => self.table(200, &address, &game, None),
            Err(wrong) => wrong,
        }
    }

    /// The address after a move that was posted, and after the reply to it.
    fn play(&self, body: &[u8]) -> Answer {
        let (address, rules) = match self.read(body) {
            Ok(read) => read,
            Err(wrong) => return wrong,
        };
        let mut game = match self.replay(&address, rules) {
            Ok(game) => game,
            Err(wrong) => return wrong,
        };
        let is_person = |player: Player| address.seats.is_person(player);
        if let Some(typed) = &address.play {
            if !is_person(game.to_move()) && game.winner().is_none() {
                return self.table(400, &address, &game, Some("It is not your turn."));
            }
            if let Err(error) = game.play(typed) {
                let status = status(&error);
                return self.table(status, &address, &game, Some(&error.to_string()));
            }
        }
        if !is_person(game.to_move()) {
            let chosen = address.level.choose(&game, &mut self.random());
            let made = chosen.and_then(|at| at.map_or(Ok(()), |at| game.make(at)));
            if let Err(error) = made {
                return self.wrong(status(&error), &error.to_string(), None);
            }
        }
        Answer::moved(address.of(&game).link())
    }

    fn random(&self) -> Random {
        // Each answer gets a source of its own, so that none waits for another one's game.
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        Random::new(random.between(0, u64::MAX))
    }

    /// What an address says, and the game that it names.
    fn read(&self, query: &[u8]) -> Result<(Address, Arc<dyn Entry>), Answer> {
        let mut address = Address::parse(query)
            .map_err(|error| self.wrong(400, &sentence(&error.to_string()), None))?;
        let rules = match &address.game {
            None => &self.games[0],
            Some(name) => {
                let mut games = self.games.iter();
                let found = games.find(|game| *game.about().name == **name);
                found.ok_or_else(|| self.wrong(404, "That game is not offered here.", None))?
            }
        };
        address.game = Some(rules.about().name.to_string());
        Ok((address, Arc::clone(rules)))
    }

    /// The game that an address tells.
    fn replay(&self, address: &Address, rules: Arc<dyn Entry>) -> Result<Match, Answer> {
        let Some(start) = &address.start else {
            return Err(self.wrong(400, "There is no position to begin with.", None));
        };
        let position = Position::parse(start, &*rules);
        let again = Address {
            start: None,
            moves: Vec::new(),
            play: None,
            ..address.clone()
        };
        let mut games = self.games.iter().zip(&self.known);
        let known = games.find(|(game, _)| Arc::ptr_eq(game, &rules));
        let known = known.map(|(_, known)| known.clone()).unwrap_or_default();
        let begun = Match::begin_with(rules, position, known);
        let mut game = begun.map_err(|error| {
            let text = format!(
                "This position cannot be played. {}",
                sentence(&error.to_string())
            );
            self.wrong(status(&error), &text, Some(&again))
        })?;
        for name in &address.moves {
            let at = game.choices().named(name);
            let made = match at {
                Some(at) => game.make(at),
                None => {
                    let number = game.turns().len() + 1;
                    let text =
                        format!("Move {number} of this link, `{name}`, is no legal move there.");
                    return Err(self.wrong(400, &text, Some(&address.of(&game))));
                }
            };
            made.map_err(|error| self.wrong(status(&error), &sentence(&error.to_string()), None))?;
        }
        Ok(game)
    }

    fn table(&self, status: u16, address: &Address, game: &Match, notice: Option<&str>) -> Answer {
        match page::table(&self.games, address, game, notice) {
            Ok(body) => Answer::new(status, HTML, body),
            Err(error) => self.wrong(500, &sentence(&error.to_string()), None),
        }
    }

    /// A page that says what is wrong, and where to go on.
    fn wrong(&self, status: u16, text: &str, instead: Option<&Address>) -> Answer {
        Answer::new(status, HTML, page::wrong(&self.games, text, instead))
    }
}

/// Whether a form comes from a page of this site. Browsers send both headers, or at least the first.
fn is_own(asked: &Asked<'_>, host: &str) -> bool {
    let origin = asked
        .origin
        .and_then(|origin| origin.strip_prefix("http://"));
    let is_here = origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host));
    is_here && asked.fetched_from.is_none_or(|from| from == "same-origin")
}

/// Whether a page asks for something to be shown inside it, or another site's page without a link having been
/// followed. A frame is fetched as a link is, with `navigate`.
fn is_embedded(asked: &Asked<'_>) -> bool {
    let is_foreign = matches!(asked.fetched_from, Some("cross-site" | "same-site"));
    let is_framed = matches!(
        asked.fetch_dest,
        Some("iframe" | "frame" | "embed" | "object" | "fencedframe")
    );
    is_framed || is_foreign && asked.fetch_mode != Some("navigate")
}

/// What is wrong with the request, or with the game.
const fn status(error: &PlayError) -> u16 {
    match error {
        PlayError::Game(grundy_games::Error::Failed(_)) => 500,
        PlayError::NoMove(_)
        | PlayError::Unknown(_)
        | PlayError::TooLong
        | PlayError::TooManyParts(_)
        | PlayError::TooManyMoves
        | PlayError::NoPosition(_)
        | PlayError::Game(_) => 400,
    }
}

/// An error as a sentence.
fn sentence(error: &str) -> String {
    let mut letters = error.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}
