//! A game in progress.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use grundy_games::Game;

use crate::play::{Choices, LegalMove, PlayError, PositionSum};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player who makes the first move.
    First,
    /// The player who makes the second move.
    Second,
}

impl Player {
    /// Returns the player who makes the move with this number, counted from 0.
    pub const fn of_move(number: usize) -> Self {
        if number.is_multiple_of(2) {
            Self::First
        } else {
            Self::Second
        }
    }

    /// Returns the other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// The largest number of bytes, by an estimate, that a cache holds. Beyond that it is emptied.
const CACHED: usize = 8 << 20;
/// The largest number of bytes, by an estimate, of all moves that were legal in a match. It bounds the time that replaying
/// a match takes.
const LARGEST: usize = 64 << 20;

/// The choices of positions of one game, shared by matches: a rules program takes long for each of them.
#[derive(Clone, Default)]
pub(crate) struct ChoiceCache(Arc<Mutex<Cached>>);

#[derive(Default)]
struct Cached {
    choices: HashMap<String, Arc<Choices>>,
    bytes: usize,
}

impl ChoiceCache {
    fn choices(&self, position: &PositionSum) -> Result<Arc<Choices>, PlayError> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = position.to_string();
        if let Some(choices) = lock().choices.get(&text) {
            return Ok(Arc::clone(choices));
        }
        // The lock is not held while the game works.
        let choices = Arc::new(position.choices()?);
        let bytes = position.bytes(&choices);
        if bytes <= CACHED {
            let mut cached = lock();
            if cached.bytes + bytes > CACHED {
                *cached = Cached::default();
            }
            cached.bytes += bytes;
            cached.choices.insert(text, Arc::clone(&choices));
        }
        Ok(choices)
    }
}

/// A game in progress: the position where it began, and every move since.
///
/// ```
/// use grundy::play::{Match, Player};
/// let gra = grundy_games::find("gra").unwrap();
/// let mut game = Match::read(gra, b"5 2\n1 3\n")?;
/// game.play("1")?;
/// assert_eq!(game.turns()[0].name, "1 -> 2");
/// assert!(game.play("5").is_err());
/// assert_eq!(game.to_move(), Player::Second);
/// # Ok::<(), grundy::play::PlayError>(())
/// ```
#[derive(Clone)]
pub struct Match {
    game: Arc<dyn Game>,
    cache: ChoiceCache,
    turns: Vec<Turn>,
    position: PositionSum,
    choices: Arc<Choices>,
    /// The estimated bytes of every position so far with its choices.
    bytes: usize,
}

/// A move that was made. Of the other moves it keeps only the names of those that win.
#[derive(Clone)]
pub struct Turn {
    /// Its number, counted from 1.
    pub number: usize,
    /// The player who made it.
    pub player: Player,
    /// The position in which it was made.
    pub position: PositionSum,
    /// Its name.
    pub name: String,
    /// Whether it wins.
    pub wins: bool,
    /// The names of the moves that win in that position.
    pub winning: Vec<String>,
}

impl Turn {
    /// Returns whether the move does not win although another one does.
    pub const fn is_mistake(&self) -> bool {
        !self.wins && !self.winning.is_empty()
    }
}

impl Match {
    /// Begins a game from the one position of an input of the task.
    ///
    /// # Errors
    /// When the input is no such position, or the game fails.
    pub fn read(game: Arc<dyn Game>, input: &[u8]) -> Result<Self, PlayError> {
        let position = PositionSum::read(&*game, input)?;
        Self::begin(game, position)
    }

    /// Begins a game from a position of `game`.
    ///
    /// # Errors
    /// When the position is not [played](PositionSum::choices), or the game fails.
    pub fn begin(game: Arc<dyn Game>, position: PositionSum) -> Result<Self, PlayError> {
        Self::begin_with(game, position, ChoiceCache::default())
    }

    /// As [`begin`](Self::begin), with a cache that other matches of the same game use.
    pub(crate) fn begin_with(
        game: Arc<dyn Game>,
        position: PositionSum,
        cache: ChoiceCache,
    ) -> Result<Self, PlayError> {
        let mut begun = Self {
            game,
            cache,
            turns: Vec::new(),
            position: PositionSum::default(),
            choices: Arc::default(),
            bytes: 0,
        };
        begun.turn_to(position)?;
        Ok(begun)
    }

    /// Replaces the position and returns the one before. After an error nothing has changed.
    fn turn_to(&mut self, position: PositionSum) -> Result<PositionSum, PlayError> {
        let choices = self.cache.choices(&position)?;
        let bytes = self.bytes + position.bytes(&choices);
        if bytes > LARGEST {
            return Err(PlayError::Refused(format!(
                "the game is too long: its moves, with all that could have been made, take more than {} MiB",
                LARGEST >> 20
            )));
        }
        self.choices = choices;
        self.bytes = bytes;
        Ok(mem::replace(&mut self.position, position))
    }

    /// Returns the game that is played.
    pub const fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    /// Returns the current position.
    pub const fn position(&self) -> &PositionSum {
        &self.position
    }

    /// Returns the position where the game began.
    pub fn start(&self) -> &PositionSum {
        self.turns
            .first()
            .map_or(&self.position, |turn| &turn.position)
    }

    /// Returns the legal moves of the current position.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Returns the legal moves after the move with this index.
    ///
    /// # Errors
    /// When the game fails.
    ///
    /// # Panics
    /// When there is no such move.
    pub fn after(&self, at: usize) -> Result<Arc<Choices>, PlayError> {
        let position = self.position.after(&self.choices.moves[at]);
        self.cache.choices(&position)
    }

    /// Returns the player to move.
    pub const fn to_move(&self) -> Player {
        Player::of_move(self.turns.len())
    }

    /// Returns the player who wins from here on by right play; when the game is over, the player who has won.
    pub fn winning(&self) -> Player {
        if self.choices.wins {
            self.to_move()
        } else {
            self.to_move().other()
        }
    }

    /// Returns the player who has won; `None` as long as there are moves.
    pub fn winner(&self) -> Option<Player> {
        self.choices.moves.is_empty().then(|| self.winning())
    }

    /// Makes a move as it is [typed](Choices::typed).
    ///
    /// # Errors
    /// When there is no such move, or the game fails. Then nothing has changed.
    pub fn play(&mut self, typed: &str) -> Result<(), PlayError> {
        let at = self.choices.typed(typed)?;
        self.make(at)
    }

    /// Makes the move with this index in [`choices`](Self::choices).
    ///
    /// # Errors
    /// When the game is too long, or fails. Then nothing has changed.
    ///
    /// # Panics
    /// When there is no such move.
    pub fn make(&mut self, at: usize) -> Result<(), PlayError> {
        let (choices, player) = (Arc::clone(&self.choices), self.to_move());
        let made = &choices.moves[at];
        let position = self.turn_to(self.position.after(made))?;
        let winning = choices.winning().map(|at| choices.moves[at].name.clone());
        self.turns.push(Turn {
            number: self.turns.len() + 1,
            player,
            position,
            name: made.name.clone(),
            wins: made.wins,
            winning: winning.collect(),
        });
        Ok(())
    }

    /// Makes every move of a text. ` ; ` separates moves; where there is none, commas do; where there is no comma, white
    /// space. The full name of a legal move is one move, also with commas and white space in it.
    ///
    /// ```
    /// # use grundy::play::{Match, PlayError};
    /// let kayles = grundy_games::find("0.77").unwrap();
    /// let mut game = Match::read(kayles, b"1\n8\n")?;
    /// game.replay("2 from heap 1, leaving 6, 1 from heap 1, leaving 5").unwrap();
    /// let names: Vec<&str> = game.turns().iter().map(|turn| &*turn.name).collect();
    /// assert_eq!(names, ["2 from heap 1, leaving 6", "1 from heap 1, leaving 5"]);
    /// # Ok::<(), PlayError>(())
    /// ```
    ///
    /// # Errors
    /// The number of the first move that fails, counted from 1, with its error. The moves before it have been made.
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
            let rest = |choice: &LegalMove| left.strip_prefix(choice.name.as_str());
            let moves = self.choices.moves.iter().filter_map(rest);
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

    /// Takes the last move back; returns false when there is none.
    ///
    /// # Errors
    /// When the game fails. Then nothing has changed.
    pub fn undo(&mut self) -> Result<bool, PlayError> {
        let Some(last) = self.turns.last() else {
            return Ok(false);
        };
        let choices = self.cache.choices(&last.position)?;
        self.bytes -= self.position.bytes(&self.choices);
        self.choices = choices;
        self.position = last.position.clone();
        self.turns.pop();
        Ok(true)
    }

    /// Returns every move so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the first move that did not win although another one did.
    pub fn first_mistake(&self) -> Option<&Turn> {
        self.turns.iter().find(|turn| turn.is_mistake())
    }
}
