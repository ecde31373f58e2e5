//! Requests and their responses, without the network.

use std::sync::{Arc, Mutex, PoisonError};

use grundy_brute::Rules as _;
use grundy_brute::octal::Octal;
use grundy_game::Game;
use grundy_game::generate::Random;
use grundy_game::stage::too_many;
use grundy_game::sum::Sum;
use grundy_games::{find, octal};

use super::address::Address;
use super::http::{Request, Response};
use super::page::{self, Offer};
use crate::error::{Result, ensure};
use crate::game::Match;
use crate::start::start;

const HTML: &str = "text/html";
/// The longest code in bytes, and the largest heap of a code. The values of heaps up to the largest one take less than a
/// second.
const LONGEST_CODE: usize = 40;
const LARGEST_HEAP: u64 = 5000;

/// The games on offer, and the pages about them.
pub struct Site {
    offer: Offer,
    /// The names by which requests may call this site, with the port: `127.0.0.1:8421`.
    hosts: [String; 2],
    random: Mutex<Random>,
}

impl Site {
    /// A site on this port. The seed is that of its random positions and moves.
    pub fn new(offer: Offer, port: u16, seed: u64) -> Self {
        Self {
            offer,
            hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")),
            random: Mutex::new(Random::new(seed)),
        }
    }

    /// Returns the response to any request.
    pub fn respond(&self, request: &Request) -> Response {
        let mut response = self.whole(request);
        if request.method == "HEAD" {
            response.body.clear();
        }
        response
    }

    fn whole(&self, request: &Request) -> Response {
        let host = request.header("Host").unwrap_or_default();
        let host = host.to_ascii_lowercase();
        if !self.hosts.contains(&host) {
            return Response::text(421, "no such host here");
        }
        let file = |media, text: &str| Response::new(200, media, text.to_owned());
        let refuse = Response::text;
        // A proxy asks for a whole address.
        let whole = request.url.strip_prefix("http://");
        let url = whole
            .and_then(|url| url.strip_prefix(&host))
            .unwrap_or(&request.url);
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let method = match request.method.as_str() {
            "HEAD" => "GET",
            method => method,
        };
        match (path, method) {
            ("/", "GET") if is_embedded(request) => {
                refuse(403, "only a link from another site leads here")
            }
            ("/", "GET") => self.answer(query.as_bytes(), Self::show),
            ("/", "POST") if !is_own(request, &host) => {
                refuse(403, "a move has to come from a page of this site")
            }
            ("/", "POST") => self.answer(&request.body, Self::play),
            ("/play.css", "GET") => file("text/css", include_str!("play.css")),
            ("/play.js", "GET") => file("text/javascript", include_str!("play.js")),
            ("/" | "/play.css" | "/play.js", _) => Response::no_such_method("GET, HEAD, POST"),
            _ => refuse(404, "there is no such page here"),
        }
    }

    /// Returns the response that `respond` makes for the address in a query or a form, or a page about what is wrong with
    /// the address, which keeps what was typed.
    fn answer(
        &self,
        query: &[u8],
        respond: impl Fn(&Self, &Address) -> Result<Response>,
    ) -> Response {
        let (address, read) = Address::read(query, self.offer.players);
        let error = match read.and_then(|()| respond(self, &address)) {
            Ok(response) => return response,
            Err(error) => error,
        };
        let text = format!("This cannot be played: {}.", error.with_causes());
        let game = self.game(&address).ok();
        let about = game.as_ref().map(|game| game.about());
        Response::new(400, HTML, page::wrong(&self.offer, &address, about, &text))
    }

    /// Returns the page of an address, or a redirection to one with a random position or with fewer moves.
    fn show(&self, address: &Address) -> Result<Response> {
        ensure(address.play.is_none(), "a link makes no move")?;
        if address.start.is_none() {
            return self.begin(address);
        }
        let moves = address.moves.iter().map(String::as_str);
        if let Some(keep) = address.keep {
            let kept = address.with_moves(moves.take(keep));
            return Ok(Response::redirect(&kept.link()));
        }
        let most = address.moves.len();
        let is_known = address.at.is_none_or(|at| at <= most);
        ensure(is_known, format!("the game has {most} moves and no more"))?;
        self.page(address, &self.replay(address)?, None)
    }

    /// Returns a redirection to the address of a random position.
    fn begin(&self, address: &Address) -> Result<Response> {
        let mut begun = address.with_moves([]);
        let game = self.game(&begun)?;
        if begun.game.is_none() {
            begun.start.clone_from(&self.offer.start);
        }
        if begun.start.is_none() {
            let position = start(None, &*game, begun.players.seats, &mut self.random())?;
            begun.start = Some(position.to_string());
        }
        begun.game = Some(game.about().name.to_string());
        Ok(Response::redirect(&begun.link()))
    }

    /// Returns a redirection to the address after a posted move and the reply to it, or the page as it was with what is
    /// wrong with the move or the reply.
    fn play(&self, address: &Address) -> Result<Response> {
        let game = self.replay(address)?;
        // The address after all moves, where it is not too long.
        let address_of = |game: &Match| {
            let moves = game.turns.iter().map(|turn| turn.name.as_str());
            let made = address.with_moves(moves);
            made.check().map(|()| made)
        };
        let mut moved = game.clone();
        if let Some(typed) = &address.play {
            if !address.players.seats.is_person(game.to_move()) && game.winner().is_none() {
                return self.page(address, &game, Some("It is not your turn."));
            }
            let played = moved.play(typed).and_then(|()| address_of(&moved));
            if let Err(error) = played {
                return self.page(address, &game, Some(&error.to_string()));
            }
        }
        let mut made = address_of(&moved)?;
        if !address.replies_later {
            let before = moved.clone();
            let replied = address.players.reply(&mut moved, &mut self.random());
            made = match replied.and_then(|_| address_of(&moved)) {
                Ok(made) => made,
                Err(error) => {
                    let text = format!("The opponent makes no move: {}.", error.with_causes());
                    return self.page(&made, &before, Some(&text));
                }
            };
        }
        Ok(Response::redirect(&made.link()))
    }

    /// Returns a random source of its own for one response, so that no response waits for another one's game.
    fn random(&self) -> Random {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        Random::new(random.between(0, u64::MAX))
    }

    /// Returns the game that an address names, one on offer or a code, or the first one.
    fn game(&self, address: &Address) -> Result<Arc<dyn Game>> {
        let games = &self.offer.games;
        let Some(name) = &address.game else {
            return Ok(Arc::clone(&games[0]));
        };
        let name = name.trim();
        let is_it = |named: &str| named.eq_ignore_ascii_case(name);
        let offered = games.iter().map(|game| (game, game.about()));
        let mut named = offered.filter(|(_, about)| is_it(&about.name) || is_it(&about.title));
        if let Some((game, _)) = named.next() {
            return Ok(Arc::clone(game));
        }
        let code = octal::NAMES.iter().find(|(_, title, _)| is_it(title));
        let name = code.map_or(name, |(code, ..)| code);
        check_length(name)?;
        let game = find(name)?;
        // The links of the page have this name, which may be longer.
        check_length(&game.about().name)?;
        Ok(game)
    }

    /// Returns the game that an address holds, without the posted move.
    fn replay(&self, address: &Address) -> Result<Match> {
        let game = self.game(address)?;
        let start = address.start.as_ref();
        let start = start.ok_or_else(|| "there is no position to begin with".to_owned())?;
        if let Some(code) = &game.about().code
            && let Some(rules) = Octal::read(&code.to_string())
        {
            for part in start.split('+') {
                let numbers = part.split(|c: char| !c.is_ascii_digit());
                let numbers = numbers.filter(|number| !number.is_empty());
                let numbers = numbers.map(|number| number.parse().unwrap_or(u64::MAX));
                // The first number is that of the heaps.
                let heaps: Vec<u64> = numbers.skip(1).collect();
                ensure(
                    heaps.iter().all(|&heap| heap <= LARGEST_HEAP),
                    format!("a heap of a code has at most {LARGEST_HEAP} stones here"),
                )?;
                // Counted before the values are computed, which may take a second.
                too_many(rules.moves_at_most(&heaps))?;
            }
        }
        let position = Sum::parse(&*game, start)?;
        let mut replayed = Match::begin(game, self.offer.program.clone(), position)?;
        for (number, name) in (1..).zip(&address.moves) {
            let at = replayed.now.named(name);
            let illegal =
                || format!("move {number} of this link, `{name}`, is no legal move there");
            replayed.make(at.ok_or_else(illegal)?)?;
        }
        Ok(replayed)
    }

    /// Returns the page of a game; `notice` is what is wrong with the request.
    fn page(&self, address: &Address, game: &Match, notice: Option<&str>) -> Result<Response> {
        let status = if notice.is_some() { 400 } else { 200 };
        let page = page::page(&self.offer, address, game, notice)?;
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

/// Checks that a code is not too long for the page.
fn check_length(code: &str) -> Result<()> {
    let length = code.len();
    let why = format!("a code of {length} characters: at most {LONGEST_CODE} are played here");
    ensure(length <= LONGEST_CODE, why)
}
