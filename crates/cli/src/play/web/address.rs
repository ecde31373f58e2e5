//! Addresses: a whole game in the query of a link.

use anyhow::{Result, bail, ensure};
use form_urlencoded::Serializer;

use crate::play::players::{Level, Players, Seats};

/// The longest address in bytes as it is sent. Every move of the history on a page is a link, so a page takes up to
/// [`MOVES`] times as many bytes.
pub const LONGEST: usize = 16 << 10;
/// The largest number of moves.
const MOVES: usize = 400;

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
    /// A move to make: only in posted forms.
    pub play: Option<String>,
}

impl Address {
    /// Reads a query or a posted form. It fails when that is too long, or has a key or a value that an address here does
    /// not have.
    pub fn parse(query: &[u8]) -> Result<Self> {
        check_length(query.len())?;
        let mut address = Self::default();
        for (key, value) in form_urlencoded::parse(query) {
            match &*key {
                "game" => address.game = Some(value.into_owned()),
                "start" if value.trim().is_empty() => {}
                "start" => address.start = Some(value.into_owned()),
                "m" => address.moves.push(value.into_owned()),
                "seats" => address.players.seats = Seats::read(&value)?,
                "level" => address.players.level = Level::read(&value)?,
                "show" if value == "winning" => address.shows_winning = true,
                "play" => address.play = Some(value.into_owned()),
                _ => bail!("there is no `{key}` in an address here"),
            }
        }
        ensure!(address.moves.len() <= MOVES, "more than {MOVES} moves");
        // A browser may send as one byte what a link of a page writes as three.
        check_length(address.link().len())?;
        Ok(address)
    }

    /// Returns this address with other moves.
    pub fn with_moves<'a>(&self, moves: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            moves: moves.into_iter().map(str::to_owned).collect(),
            play: None,
            ..self.clone()
        }
    }

    /// Returns key and value of everything but what is default.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        fields.extend(self.game.iter().map(|game| ("game", game.clone())));
        fields.extend(self.start.iter().map(|start| ("start", start.clone())));
        let Players { seats, level } = self.players;
        if seats != Seats::default() {
            fields.push(("seats", seats.to_string()));
        }
        if level != Level::default() {
            fields.push(("level", level.to_string()));
        }
        if self.shows_winning {
            fields.push(("show", "winning".to_owned()));
        }
        fields.extend(self.moves.iter().map(|name| ("m", name.clone())));
        fields
    }

    /// Returns the address as a link of this site.
    pub fn link(&self) -> String {
        let mut query = Serializer::for_suffix("/?".to_owned(), 2);
        query.extend_pairs(self.fields());
        query.finish()
    }
}

fn check_length(length: usize) -> Result<()> {
    ensure!(
        length <= LONGEST,
        "an address of {length} bytes: at most {LONGEST} are taken"
    );
    Ok(())
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
            play: None,
        };
        let link = address.link();
        let query = link.strip_prefix("/?").unwrap();
        assert_eq!(Address::parse(query.as_bytes()).unwrap(), address);
        assert_eq!(Address::parse(b"").unwrap(), Address::default());
    }
}
