//! Addresses: a whole game in the query of a link.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::str::FromStr;

use form_urlencoded::Serializer;

use crate::error::{Result, ensure};
use crate::players::{Level, Players, Seats};

/// The longest address in bytes, as a link has it. A page has the address in two forms.
pub const LONGEST: usize = 32 << 10;
/// The longest name of a game, in bytes, that stays on a page about an address that is too long.
const LONGEST_NAME: usize = 200;
/// The largest number of moves.
const MOVES: usize = 2000;
/// Separates moves in one field, as in `--moves`.
const MOVE_SIGN: &str = " ; ";

/// A game as an address has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The name of the game; without it the first one.
    pub game: Option<String>,
    /// Where it began; without it at a random position.
    pub start: Option<String>,
    /// The names of the moves that were made.
    pub moves: Vec<String>,
    pub players: Players,
    /// Whether winning moves are shown.
    pub shows_winning: bool,
    /// The page shows the position after this number of moves, as a look back.
    pub at: Option<usize>,
    /// The moves after this number are taken back.
    pub keep: Option<usize>,
    /// The first half of a move: a heap, and the number of stones that are taken from it.
    pub pick: Option<(usize, u64)>,
    /// A move to make: only in posted forms.
    pub play: Option<String>,
    /// Whether the page asks for the reply later: only in posted forms.
    pub replies_later: bool,
}

impl Address {
    /// Reads a query or a posted form, and returns with it what is wrong: a key or a value that an address here does not
    /// have, or its length. Where it says nothing about seats and level they are those of `players`.
    pub fn read(query: &[u8], players: Players) -> (Self, Result<()>) {
        let mut address = Self {
            players,
            ..Self::default()
        };
        let mut read = Ok(());
        for (key, value) in form_urlencoded::parse(query) {
            read = read.and(address.set(&key, &value));
        }
        if let Err(too_long) = address.check() {
            // What a page would not hold is not kept.
            address = Self {
                game: address.game.filter(|name| name.len() <= LONGEST_NAME),
                players: address.players,
                ..Self::default()
            };
            read = Err(too_long);
        }
        (address, read)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "game" => self.game = Some(value.to_owned()),
            "start" if value.trim().is_empty() => {}
            "start" => self.start = Some(value.to_owned()),
            "m" => {
                let moves = value.split(MOVE_SIGN).filter(|name| !name.is_empty());
                self.moves.extend(moves.map(str::to_owned));
            }
            "seats" => self.players.seats = Seats::read(value)?,
            "level" => self.players.level = Level::read(value)?,
            "show" if value == "winning" => self.shows_winning = true,
            "show" if value == "nothing" => self.shows_winning = false,
            "at" => self.at = Some(number(key, value)?),
            "keep" => self.keep = Some(number(key, value)?),
            "pick" => {
                let (heap, taken) = value.split_once('.').unwrap_or_default();
                self.pick = Some((number(key, heap)?, number(key, taken)?));
            }
            "reply" if value == "later" => self.replies_later = true,
            "play" => self.play = Some(value.to_owned()),
            _ => Err(format!("there is no `{key}` in an address here"))?,
        }
        Ok(())
    }

    /// Checks that the game is not too long for an address. A form may be longer, which separates moves by more bytes.
    pub fn check(&self) -> Result<()> {
        let moves = self.moves.len();
        ensure(moves <= MOVES, format!("more than {MOVES} moves"))?;
        let length = self.link().len();
        let why = format!("an address of {length} bytes: at most {LONGEST} are taken");
        ensure(length <= LONGEST, why)
    }

    /// Returns this address with other moves.
    pub fn with_moves<'a>(&self, moves: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            game: self.game.clone(),
            start: self.start.clone(),
            moves: moves.into_iter().map(str::to_owned).collect(),
            players: self.players,
            shows_winning: self.shows_winning,
            ..Self::default()
        }
    }

    /// Returns the address of another position of a game with the same players.
    pub fn of_game(&self, name: &str) -> Self {
        Self {
            game: Some(name.to_owned()),
            players: self.players,
            ..Self::default()
        }
    }

    /// Returns key and value of everything that every button of a page sends: all but the look back, and the moves in one
    /// field.
    pub fn hidden(&self) -> Vec<(&'static str, String)> {
        let mut fields = self.with_moves([]).fields();
        if !self.moves.is_empty() {
            fields.push(("m", self.moves.join(MOVE_SIGN)));
        }
        fields
    }

    /// Returns key and value of everything that an address holds. Seats and level are always there, because a server may
    /// have others for an address without them.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        fields.extend(self.game.iter().map(|game| ("game", game.clone())));
        fields.extend(self.start.iter().map(|start| ("start", start.clone())));
        let Players { seats, level } = self.players;
        fields.push(("seats", seats.to_string()));
        fields.push(("level", level.to_string()));
        if self.shows_winning {
            fields.push(("show", "winning".to_owned()));
        }
        fields.extend(self.at.map(|at| ("at", at.to_string())));
        fields.extend(self.moves.iter().map(|name| ("m", name.clone())));
        fields
    }

    /// Returns a number that is the same for all addresses of the same game, whatever they show.
    pub fn fingerprint(&self) -> String {
        let moves = self.moves.iter().map(String::as_str);
        let mut game = self.with_moves(moves);
        game.shows_winning = false;
        let mut hasher = DefaultHasher::new();
        game.link().hash(&mut hasher);
        format!("{:x}", hasher.finish())
    }

    /// Returns the address as a link of this site.
    pub fn link(&self) -> String {
        let mut query = Serializer::for_suffix("/?".to_owned(), 2);
        query.extend_pairs(self.fields());
        query.finish()
    }
}

fn number<N: FromStr>(key: &str, value: &str) -> Result<N> {
    let wrong = |_| format!("{key}: expected a number, found `{value}`");
    Ok(value.parse().map_err(wrong)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let address = Address {
            game: Some("./my game".to_owned()),
            start: Some("a + b / ü&m=1".to_owned()),
            moves: vec!["1 -> 2".to_owned(), "=&;".to_owned()],
            players: Players {
                seats: Seats::Second,
                level: Level(30),
            },
            shows_winning: true,
            at: Some(1),
            ..Address::default()
        };
        let link = address.link();
        let query = link.strip_prefix("/?").unwrap();
        let read = |query: &[u8]| Address::read(query, Players::default());
        assert_eq!(read(query.as_bytes()).0, address);
        assert_eq!(read(b"").0, Address::default());
        let [.., (key, moves)] = &address.hidden()[..] else {
            panic!("no field");
        };
        assert_eq!((*key, &**moves), ("m", "1 -> 2 ; =&;"));
        let (joined, is_right) = read(b"m=1+->+2+;+=%26;&foo=1&game=nim");
        assert_eq!(joined.moves, address.moves);
        // What is wrong does not hide the rest.
        assert_eq!(joined.game.as_deref(), Some("nim"));
        assert!(is_right.is_err());
    }
}
