//! A game in progress.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use grundy_games::Entry;

use crate::{Choice, Choices, PlayError, Position};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Who began.
    First,
    /// Who answered.
    Second,
}

impl Player {
    /// Who makes the move with this number, counted from 0.
    pub const fn of_move(number: usize) -> Self {
        if number.is_multiple_of(2) {
            Self::First
        } else {
            Self::Second
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// A position with the moves that can be made from it.
#[derive(Clone)]
struct Standing {
    position: Position,
    choices: Arc<Choices>,
    /// The bytes of every position of the game up to here, with all moves that could have been made.
    bytes: usize,
}

impl Standing {
    /// This position in a game of so many bytes without it.
    fn new(
        game: &dyn Entry,
        known: &Known,
        position: Position,
        before: usize,
    ) -> Result<Self, PlayError> {
        let choices = known.choices(game, &position)?;
        let bytes = before + position.bytes() + choices.bytes();
        if bytes > LARGEST {
            return Err(PlayError::TooLong);
        }
        Ok(Self {
            position,
            choices,
            bytes,
        })
    }
}

/// A move that was made, and what is kept of the position before it.
#[derive(Clone)]
struct Made {
    position: Position,
    name: String,
    wins: bool,
    /// The names of the moves that would have won.
    winning: Vec<String>,
    /// [`Standing::bytes`] of the position.
    bytes: usize,
}

/// Bytes that are remembered of positions and moves, about and at most; then it begins anew.
const REMEMBERED: usize = 8 << 20;
/// A match is not played in which more bytes of moves are looked at: that bounds the time it takes to replay
/// it. Of the moves that were not made only the names of those that win are kept.
pub(crate) const LARGEST: usize = 64 << 20;

/// What has been found out about positions of one game, for all matches that share it: a game that is
/// somebody's program takes its time for every answer.
#[derive(Clone, Debug, Default)]
pub struct Known(Arc<Mutex<Memory>>);

#[derive(Debug, Default)]
struct Memory {
    positions: HashMap<Position, Arc<Choices>>,
    bytes: usize,
}

impl Known {
    fn choices(&self, game: &dyn Entry, position: &Position) -> Result<Arc<Choices>, PlayError> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(choices) = known().positions.get(position) {
            return Ok(Arc::clone(choices));
        }
        // Nobody waits while the game is asked.
        let choices = Arc::new(position.choices(game)?);
        let bytes = position.bytes() + choices.bytes();
        if bytes > REMEMBERED {
            return Ok(choices);
        }
        let mut known = known();
        if known.bytes + bytes > REMEMBERED {
            *known = Memory::default();
        }
        known.bytes += bytes;
        known
            .positions
            .insert(position.clone(), Arc::clone(&choices));
        Ok(choices)
    }
}

/// A game in progress: where it began, and every move since, with all that could have been made.
///
/// ```
/// use grundy_play::{Match, Player, Position};
/// let gra = grundy_games::find("gra").unwrap();
/// let mut game = Match::begin(gra, Position::of("5 2\n1 3\n"))?;
/// game.play("1")?;
/// assert_eq!(game.turns().next().unwrap().name(), "1 -> 2");
/// assert!(game.play("5").is_err());
/// assert_eq!(game.to_move(), Player::Second);
/// # Ok::<(), grundy_play::PlayError>(())
/// ```
#[derive(Clone)]
pub struct Match {
    game: Arc<dyn Entry>,
    known: Known,
    before: Vec<Made>,
    now: Standing,
}

/// A move that was made.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// Its number, counted from 1.
    pub number: usize,
    /// Who made it.
    pub player: Player,
    /// Where it was made.
    pub position: &'a Position,
    made: &'a Made,
}

impl<'a> Turn<'a> {
    /// The move's name.
    pub fn name(self) -> &'a str {
        &self.made.name
    }

    /// Whether it wins, and so was right if the position was won.
    pub const fn wins(self) -> bool {
        self.made.wins
    }

    /// The names of the moves that would have won.
    pub fn winning(self) -> &'a [String] {
        &self.made.winning
    }

    /// Whether it gave a won position away.
    pub const fn is_mistake(self) -> bool {
        !self.made.wins && !self.made.winning.is_empty()
    }
}

impl Match {
    /// A game at its beginning.
    ///
    /// # Errors
    /// When the position is none, or the game fails.
    pub fn begin(game: Arc<dyn Entry>, position: Position) -> Result<Self, PlayError> {
        Self::begin_with(game, position, Known::default())
    }

    /// As [`begin`](Self::begin), with what other matches of the same game have found out.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn begin_with(
        game: Arc<dyn Entry>,
        position: Position,
        known: Known,
    ) -> Result<Self, PlayError> {
        let now = Standing::new(&*game, &known, position, 0)?;
        let before = Vec::new();
        Ok(Self {
            game,
            known,
            before,
            now,
        })
    }

    /// What is being played.
    pub fn game(&self) -> &dyn Entry {
        &*self.game
    }

    /// The position on the table.
    pub const fn position(&self) -> &Position {
        &self.now.position
    }

    /// Where it began.
    pub fn start(&self) -> &Position {
        match self.before.first() {
            Some(made) => &made.position,
            None => &self.now.position,
        }
    }

    /// What the player to move can do.
    pub fn choices(&self) -> &Choices {
        &self.now.choices
    }

    /// What the other player can do after the move at this place.
    ///
    /// # Errors
    /// When the game fails.
    ///
    /// # Panics
    /// When there is no such move.
    pub fn after(&self, at: usize) -> Result<Arc<Choices>, PlayError> {
        let position = self.now.position.after(&self.now.choices.moves[at]);
        self.known.choices(&*self.game, &position)
    }

    /// Whose turn it is.
    pub const fn to_move(&self) -> Player {
        Player::of_move(self.before.len())
    }

    /// Who has won; `None` as long as there are moves.
    pub fn winner(&self) -> Option<Player> {
        let choices = &self.now.choices;
        match (choices.moves.is_empty(), choices.wins) {
            (false, _) => None,
            (true, true) => Some(self.to_move()),
            (true, false) => Some(self.to_move().other()),
        }
    }

    /// Makes a move as it is [typed](Choices::typed).
    ///
    /// # Errors
    /// When there is no such move, or the game fails. Nothing has been moved then.
    pub fn play(&mut self, typed: &str) -> Result<(), PlayError> {
        let at = self.now.choices.typed(typed)?;
        self.make(at)
    }

    /// Makes the move at this place of [`choices`](Self::choices).
    ///
    /// # Errors
    /// When the game fails. Nothing has been moved then.
    ///
    /// # Panics
    /// When there is no such move.
    pub fn make(&mut self, at: usize) -> Result<(), PlayError> {
        let Standing {
            position,
            choices,
            bytes,
        } = &self.now;
        let (made, bytes) = (&choices.moves[at], *bytes);
        let now = Standing::new(&*self.game, &self.known, position.after(made), bytes)?;
        let winning = choices.winning().map(|at| choices.moves[at].name.clone());
        let (name, wins, winning) = (made.name.clone(), made.wins, winning.collect());
        let position = mem::replace(&mut self.now, now).position;
        self.before.push(Made {
            position,
            name,
            wins,
            winning,
            bytes,
        });
        Ok(())
    }

    /// Makes every move of a text, in which moves are separated by ` ; `, by commas where there is none, or
    /// by blanks where there is neither. The name of a legal move is taken whole, with the commas and blanks
    /// in it.
    ///
    /// ```
    /// # use grundy_play::{Match, PlayError, Position};
    /// let kayles = grundy_games::find("0.77").unwrap();
    /// let mut game = Match::begin(kayles, Position::of("1\n8\n"))?;
    /// game.replay("2 from heap 1, leaving 6, 1 from heap 1, leaving 5").unwrap();
    /// let names: Vec<&str> = game.turns().map(|turn| turn.name()).collect();
    /// assert_eq!(names, ["2 from heap 1, leaving 6", "1 from heap 1, leaving 5"]);
    /// # Ok::<(), PlayError>(())
    /// ```
    ///
    /// # Errors
    /// The number of the first move that is none, counted from 1, and why. Those before it have been made.
    pub fn replay(&mut self, moves: &str) -> Result<(), (usize, PlayError)> {
        let sign = if moves.contains(" ; ") {
            Some(';')
        } else {
            moves.contains(',').then_some(',')
        };
        let is_end = |rest: &str| match sign {
            Some(sign) => rest.trim_start().starts_with(sign),
            None => rest.starts_with(char::is_whitespace),
        };
        let mut left = moves.trim_end();
        for number in 1.. {
            left = left.trim_start_matches(|c: char| c.is_whitespace() || Some(c) == sign);
            if left.is_empty() {
                break;
            }
            let rest = |choice: &Choice| left.strip_prefix(choice.name.as_str());
            let moves = self.now.choices.moves.iter().filter_map(rest);
            let whole = moves.filter(|rest| rest.is_empty() || is_end(rest));
            let rest = whole.min_by_key(|rest| rest.len()).unwrap_or_else(|| {
                let mut ends = left.char_indices().map(|(at, _)| &left[at..]);
                ends.find(|rest| is_end(rest)).unwrap_or_default()
            });
            self.play(&left[..left.len() - rest.len()])
                .map_err(|error| (number, error))?;
            left = rest;
        }
        Ok(())
    }

    /// Takes the last move back; false when there is none.
    ///
    /// # Errors
    /// When the game fails. Nothing has been taken back then.
    pub fn undo(&mut self) -> Result<bool, PlayError> {
        let Some(made) = self.before.last() else {
            return Ok(false);
        };
        let choices = self.known.choices(&*self.game, &made.position)?;
        if let Some(Made {
            position, bytes, ..
        }) = self.before.pop()
        {
            self.now = Standing {
                position,
                choices,
                bytes,
            };
        }
        Ok(true)
    }

    /// Every move so far.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = Turn<'_>> + ExactSizeIterator {
        self.before.iter().enumerate().map(|(number, made)| Turn {
            number: number + 1,
            player: Player::of_move(number),
            position: &made.position,
            made,
        })
    }

    /// The first move that gave a won position away.
    pub fn first_mistake(&self) -> Option<Turn<'_>> {
        self.turns().find(|turn| turn.is_mistake())
    }
}
