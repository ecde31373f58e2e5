//! The two players: which of them are people, and how well the opponent plays.

use std::fmt;

use grundy_game::generate::Random;

use crate::error::Result;
use crate::game::{Match, Player};

/// The number of moves that the opponent compares in a lost position.
const COMPARED: usize = 12;
/// The opponent compares none where there are more moves than this, because there may be as many replies to each.
const REPLIES: usize = 200;
/// What a level is, for errors.
const LEVEL: &str = "`child`, `club`, `perfect`, or the share of moves made at random, as `30%`";
/// The levels with names, the weakest first: name, level, and what such an opponent does.
pub const LEVELS: [(&str, Level, &str); 3] = [
    ("child", Level(100), "a child: makes any move, at random"),
    (
        "club",
        Level(40),
        "a club player: makes two of five moves at random, and the others right",
    ),
    (
        "perfect",
        Level(0),
        "perfect: wins every position that can be won",
    ),
];

/// Who plays, as the command line and the address of a page have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// The seats of people.
    pub seats: Seats,
    /// How well the opponent plays.
    pub level: Level,
}

impl Players {
    /// Makes the opponent's move where it is the opponent's turn; returns whether it made one.
    pub(crate) fn reply(self, game: &mut Match, random: &mut Random) -> Result<bool> {
        if self.seats.is_person(game.to_move()) || game.winner().is_some() {
            return Ok(false);
        }
        // Where no person plays, the program has the first seat, and the built-in opponent the other one.
        let is_programs = self.seats != Seats::None || game.to_move() == Player::First;
        let chosen = match game.program.as_ref().filter(|_| is_programs) {
            Some(program) => Some(game.chosen_by(program)?),
            None => self.level.choose(game, random)?,
        };
        if let Some(at) = chosen {
            game.make(at)?;
        }
        Ok(chosen.is_some())
    }
}

impl Match {
    /// Returns what a player is called: `you` and `the opponent`, or `the program`; of two people `first` and `second`.
    pub(crate) fn name(&self, seats: Seats, player: Player) -> &'static str {
        match (seats, seats.is_person(player)) {
            (Seats::Both | Seats::None, _) => player.name(),
            _ if player == Player::Neither => player.name(),
            (_, true) => "you",
            (_, false) if self.program.is_some() => "the program",
            (_, false) => "the opponent",
        }
    }

    /// Returns the number of characters of the longer name.
    pub(crate) fn widest_name(&self, seats: Seats) -> usize {
        let width = |player| self.name(seats, player).len();
        width(Player::First).max(width(Player::Second))
    }

    /// Returns the sentence that tells who has won.
    pub(crate) fn outcome(&self, seats: Seats, winner: Player) -> String {
        let name = self.name(seats, winner);
        let s = if name == "you" { "" } else { "s" };
        format!("The game is over: {name} win{s}.")
    }
}

/// The seats: name, seats, and who begins.
pub const SEATS: [(&str, Seats, &str); 4] = [
    ("first", Seats::First, "you"),
    ("second", Seats::Second, "the opponent"),
    ("both", Seats::Both, "two people play"),
    ("none", Seats::None, "two opponents play"),
];

/// The seats of people; the opponent has the other seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seats {
    /// A person moves first, against an opponent.
    #[default]
    First,
    /// A person moves second, against an opponent.
    Second,
    /// Two people play; there is no opponent.
    Both,
    /// Opponents have both seats; a program of `--opponent` has the first one.
    None,
}

impl Seats {
    /// Reads a name.
    ///
    /// # Errors
    /// When it is none of [`SEATS`].
    pub fn read(text: &str) -> Result<Self> {
        let named = SEATS.into_iter().find(|(name, ..)| *name == text);
        let none = || format!("expected first, second, both or none, found `{text}`");
        let (_, seats, _) = named.ok_or_else(none)?;
        Ok(seats)
    }

    pub(crate) fn is_person(self, player: Player) -> bool {
        let seat = match player {
            Player::First => Self::First,
            Player::Second => Self::Second,
            Player::Neither => return false,
        };
        self == seat || self == Self::Both
    }

    /// Returns whether one person plays against an opponent.
    pub(crate) const fn is_against_opponent(self) -> bool {
        matches!(self, Self::First | Self::Second)
    }

    /// Returns whether the moves of a player are explained afterwards: those of the opponent, or of two people all.
    pub(crate) fn is_explained(self, player: Player) -> bool {
        self == Self::Both || !self.is_person(player)
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = SEATS.iter().find(|(_, seats, _)| seats == self);
        f.write_str(named.map_or("", |(name, ..)| name))
    }
}

/// The share of the opponent's moves that are made at random, in percent. The other moves are right: by default, all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level(pub u8);

impl Level {
    /// Reads a name of [`LEVELS`], or a share as `30%`.
    ///
    /// # Errors
    /// When it is neither.
    pub fn read(text: &str) -> Result<Self> {
        if let Some((_, level, _)) = LEVELS.iter().find(|(name, ..)| *name == text) {
            return Ok(*level);
        }
        let number = text.strip_suffix('%');
        let percent = number.and_then(|number| number.parse().ok());
        let level = percent.filter(|&percent| percent <= 100).map(Self);
        Ok(level.ok_or_else(|| format!("expected {LEVEL}; found `{text}`"))?)
    }

    /// Returns the index of the move that the opponent makes; `None` when there is no move.
    ///
    /// It is a winning move where there is one, and from a draw one that keeps it. In a lost position it is the one of a few moves to which the fewest
    /// replies win.
    pub(crate) fn choose(self, game: &Match, random: &mut Random) -> Result<Option<usize>> {
        let now = &game.now;
        let mut all: Vec<usize> = (0..now.moves.len()).collect();
        if random.below(100) < u64::from(self.0) {
            return Ok(random.choose(&all));
        }
        let winning: Vec<usize> = now.best().collect();
        if !winning.is_empty() {
            return Ok(random.choose(&winning));
        }
        random.shuffle(&mut all);
        if all.len() > REPLIES {
            return Ok(all.first().copied());
        }
        let compared = all.into_iter().take(COMPARED);
        let compared = compared.map(|at| Ok((now.after(at)?.winning().count(), at)));
        let compared = compared.collect::<Result<Vec<_>>>()?;
        let best = compared.iter().min_by_key(|(replies, _)| *replies);
        Ok(best.map(|(_, at)| *at))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match LEVELS.iter().find(|(_, level, _)| level == self) {
            Some((name, ..)) => f.write_str(name),
            None => write!(f, "{}%", self.0),
        }
    }
}
