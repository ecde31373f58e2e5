//! A game in progress.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use grundy_games::Entry;

use crate::{Choices, PlayError, Position};

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
    /// The bytes that the game takes up to here.
    bytes: usize,
}

impl Standing {
    /// This position in a game that takes so many bytes without it.
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

/// Bytes that are remembered of positions and moves, about and at most; then it begins anew.
const REMEMBERED: usize = 64 << 20;
/// A match that takes more bytes is not played.
pub(crate) const LARGEST: usize = 128 << 20;

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
    /// The position before each move, with the place of the move made.
    before: Vec<(Standing, usize)>,
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
    /// What could have been done.
    pub choices: &'a Choices,
    /// The place of the move among them.
    pub at: usize,
}

impl<'a> Turn<'a> {
    /// The move's name.
    pub fn name(self) -> &'a str {
        &self.choices.moves[self.at].name
    }

    /// Whether it wins, and so was right if the position was won.
    pub fn wins(self) -> bool {
        self.choices.moves[self.at].wins
    }

    /// Whether it gave a won position away.
    pub fn is_mistake(self) -> bool {
        self.choices.wins && !self.wins()
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
            Some((standing, _)) => &standing.position,
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
        self.known
            .choices(&*self.game, &self.now.choices.moves[at].to)
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
        let position = self.now.choices.moves[at].to.clone();
        let now = Standing::new(&*self.game, &self.known, position, self.now.bytes)?;
        let before = std::mem::replace(&mut self.now, now);
        self.before.push((before, at));
        Ok(())
    }

    /// Takes the last move back; false when there is none.
    pub fn undo(&mut self) -> bool {
        match self.before.pop() {
            Some((standing, _)) => {
                self.now = standing;
                true
            }
            None => false,
        }
    }

    /// Every move so far.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = Turn<'_>> + ExactSizeIterator {
        self.before
            .iter()
            .enumerate()
            .map(|(number, (standing, at))| Turn {
                number: number + 1,
                player: Player::of_move(number),
                position: &standing.position,
                choices: &standing.choices,
                at: *at,
            })
    }

    /// The first move that gave a won position away.
    pub fn first_mistake(&self) -> Option<Turn<'_>> {
        self.turns().find(|turn| turn.is_mistake())
    }
}
