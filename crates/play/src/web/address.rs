//! Addresses: a whole game in the query of a link.

use form_urlencoded::Serializer;

use crate::{Level, Match, Seats};

/// The longest address that is taken, in bytes as it is sent. Every move of the history on a page is a link,
/// so a page takes up to this times [`MOVES`].
pub(super) const LONGEST: usize = 16 << 10;
/// The longest game, in moves.
const MOVES: usize = 400;

/// A game as an address has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Address {
    /// The name of the game; the first one where none is said.
    pub game: Option<String>,
    /// Where it began; drawn at random where nothing is said.
    pub start: Option<String>,
    /// The moves made, by name.
    pub moves: Vec<String>,
    /// Who sits where.
    pub seats: Seats,
    /// How well the opponent plays.
    pub level: Level,
    /// Whether winning moves are shown.
    pub shows_winning: bool,
    /// A move that is to be made: only in what is posted.
    pub play: Option<String>,
}

/// An address that says nothing that could be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadAddress {
    #[error("there is no `{0}` in an address here")]
    Key(String),
    #[error("{0}")]
    Value(String),
    #[error("an address of {0} bytes: at most {LONGEST} are taken")]
    TooLong(usize),
    #[error("more than {MOVES} moves")]
    TooManyMoves,
}

impl Address {
    /// Reads a query, or a form that was posted.
    pub(super) fn parse(query: &[u8]) -> Result<Self, BadAddress> {
        if query.len() > LONGEST {
            return Err(BadAddress::TooLong(query.len()));
        }
        let mut address = Self::default();
        let bad = |error: &dyn std::fmt::Display| BadAddress::Value(error.to_string());
        for (key, value) in form_urlencoded::parse(query) {
            match &*key {
                "game" => address.game = Some(value.into_owned()),
                "start" if value.trim().is_empty() => {}
                "start" => address.start = Some(value.into_owned()),
                "m" if address.moves.len() == MOVES => return Err(BadAddress::TooManyMoves),
                "m" => address.moves.push(value.into_owned()),
                "seats" => address.seats = value.parse().map_err(|error| bad(&error))?,
                "level" => address.level = value.parse().map_err(|error| bad(&error))?,
                "show" if value == "winning" => address.shows_winning = true,
                "play" => address.play = Some(value.into_owned()),
                _ => return Err(BadAddress::Key(key.into_owned())),
            }
        }
        // A browser may send less of it as three bytes than a link of a page has.
        match address.link().len() {
            length if length > LONGEST => Err(BadAddress::TooLong(length)),
            _ => Ok(address),
        }
    }

    /// The same table after the moves of `game`.
    pub(super) fn of(&self, game: &Match) -> Self {
        Self {
            moves: game.turns().map(|turn| turn.name().to_owned()).collect(),
            play: None,
            ..self.clone()
        }
    }

    /// Key and value of everything that is not as it is when nothing is said.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        fields.extend(self.game.iter().map(|game| ("game", game.clone())));
        fields.extend(self.start.iter().map(|start| ("start", start.clone())));
        if self.seats != Seats::default() {
            fields.push(("seats", self.seats.to_string()));
        }
        if self.level != Level::default() {
            fields.push(("level", self.level.to_string()));
        }
        if self.shows_winning {
            fields.push(("show", "winning".to_owned()));
        }
        fields.extend(self.moves.iter().map(|name| ("m", name.clone())));
        fields
    }

    /// The address as a link of this site.
    pub(super) fn link(&self) -> String {
        let mut query = Serializer::for_suffix("/?".to_owned(), 2);
        query.extend_pairs(self.fields());
        query.finish()
    }
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
            seats: Seats::Second,
            level: "30%".parse().unwrap(),
            shows_winning: true,
            play: None,
        };
        let link = address.link();
        assert_eq!(
            Address::parse(link.strip_prefix("/?").unwrap().as_bytes()),
            Ok(address)
        );
        assert_eq!(Address::parse(b""), Ok(Address::default()));
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        for (query, said) in [
            ("x=1", "there is no `x` in an address here"),
            (
                "level=good",
                "expected `perfect`, or the share of moves made at random, as `30%`; found `good`",
            ),
            (
                "seats=third",
                "expected first, second or both, found `third`",
            ),
            ("show=all", "there is no `show` in an address here"),
        ] {
            assert_eq!(
                Address::parse(query.as_bytes()).unwrap_err().to_string(),
                said
            );
        }
        for (long, length) in [
            (format!("start={}", "1".repeat(LONGEST)), LONGEST + 6),
            // Three bytes for each that is no letter: `/?start=` and `%2C`.
            (
                format!("start={}", ",".repeat(LONGEST / 2)),
                LONGEST / 2 * 3 + 8,
            ),
        ] {
            assert_eq!(
                Address::parse(long.as_bytes()),
                Err(BadAddress::TooLong(length))
            );
        }
        let many = "m=1&".repeat(MOVES + 1);
        assert_eq!(
            Address::parse(many.as_bytes()),
            Err(BadAddress::TooManyMoves)
        );
        // Bytes that are no text are no reason to stop.
        assert!(Address::parse(b"start=%ff%00\xff&m=%").is_ok());
    }
}
