//! A game in progress, and the two players.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy_game::stage::Stage;
use grundy_game::sum::Sum;
use grundy_game::{Example, Game, Outcome};
use grundy_judge::interactive::{DRAWN, Partner};

use crate::error::{Result, ensure};

/// The largest cost of a game in moves of all its positions, which bounds the time and the memory of its replay: a second,
/// and 64 MB.
const MOST_COST: usize = 3_000_000;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player who makes the first move.
    First,
    /// The player who makes the second move.
    Second,
    /// The winner of a draw.
    Neither,
}

impl Player {
    /// Returns the winner of a position with this outcome where this player is to move.
    pub(crate) const fn winner(self, outcome: Outcome) -> Self {
        match (self, outcome) {
            (Self::First, Outcome::N) | (Self::Second, Outcome::P) => Self::First,
            (Self::First, Outcome::P) | (Self::Second, Outcome::N) => Self::Second,
            (Self::Neither, _) | (_, Outcome::Draw) => Self::Neither,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Neither => "neither player",
        }
    }
}

/// Returns the game's example of a move: its name, and the positions before and after it.
pub fn example(game: &dyn Game) -> Result<Option<(&str, [Sum; 2])>> {
    let Some(Example { position, name }) = &game.about().example else {
        return Ok(None);
    };
    let before = Stage::of(Sum::read(game, position.as_bytes())?)?;
    let after = before.after(before.typed(name)?)?;
    Ok(Some((name, [before.position, after.position])))
}

/// A program that plays in place of the built-in opponent.
pub struct Program {
    /// The program in its sandbox.
    pub partner: Partner,
    /// Becomes true when the program has to stop.
    pub stop: &'static AtomicBool,
}

/// A game in progress: every move so far, and the position that they lead to.
#[derive(Clone)]
pub struct Match {
    pub(crate) game: Arc<dyn Game>,
    /// The program that plays in place of the built-in opponent.
    pub(crate) program: Option<Arc<Program>>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) now: Arc<Stage>,
}

/// A move that was made.
#[derive(Clone)]
pub struct Turn {
    /// Its number, counted from 1.
    pub number: usize,
    pub player: Player,
    pub name: String,
    /// Whether it won.
    pub wins: bool,
    /// The position in which it was made.
    pub before: Sum,
    /// Its outcome.
    pub outcome: Outcome,
    /// The names of the moves that won in that position.
    pub winning: Vec<String>,
    /// What that position cost.
    cost: usize,
}

impl Turn {
    /// Returns whether the move does not win although another one does.
    pub const fn is_mistake(&self) -> bool {
        !self.winning.is_empty() && !self.wins
    }
}

impl Match {
    /// Begins a game from a position of `game`. A `program` plays in place of the built-in opponent.
    ///
    /// # Errors
    /// When the position is not played, or the game fails.
    pub fn begin(
        game: Arc<dyn Game>,
        program: Option<Arc<Program>>,
        position: Sum,
    ) -> Result<Self> {
        Ok(Self {
            game,
            program,
            turns: Vec::new(),
            now: Arc::new(Stage::of(position)?),
        })
    }

    /// Returns the position where the game began.
    pub(crate) fn start(&self) -> &Sum {
        let first = self.turns.first().map(|turn| &turn.before);
        first.unwrap_or(&self.now.position)
    }

    pub(crate) const fn to_move(&self) -> Player {
        if self.turns.len().is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Returns the player who wins from here on by right play; when the game is over, the player who has won.
    pub(crate) fn winning(&self) -> Player {
        self.to_move().winner(self.now.outcome)
    }

    /// Returns the player who has won; `None` as long as there are moves, and the game is no draw by their number.
    pub(crate) fn winner(&self) -> Option<Player> {
        let is_drawn = self.game.about().loops && self.turns.len() >= DRAWN;
        match self.now.moves.is_empty() {
            false if is_drawn => Some(Player::Neither),
            is_over => is_over.then(|| self.winning()),
        }
    }

    /// Returns the first move that did not win although another one did.
    pub(crate) fn first_mistake(&self) -> Option<&Turn> {
        self.turns.iter().find(|turn| turn.is_mistake())
    }

    /// Returns the move that decided the game, or has decided it so far: the last mistake, after which the other player
    /// made none.
    pub(crate) fn turning_point(&self) -> Option<&Turn> {
        self.turns.iter().rfind(|turn| turn.is_mistake())
    }

    /// Returns the last move of a player for which `is_meant` is true.
    pub(crate) fn last_turn(&self, is_meant: impl Fn(Player) -> bool) -> Option<&Turn> {
        self.turns.iter().rfind(|turn| is_meant(turn.player))
    }

    /// Makes a move as it is [typed](Stage::typed). After an error nothing has changed.
    pub(crate) fn play(&mut self, typed: &str) -> Result<()> {
        self.make(self.now.typed(typed)?)
    }

    /// Makes the move with this index. After an error nothing has changed.
    pub(crate) fn make(&mut self, at: usize) -> Result<()> {
        ensure(self.winner().is_none(), "the game is over".to_owned())?;
        let next = self.now.after(at)?;
        let (cost, spent) = (self.now.cost(), self.turns.iter().map(|turn| turn.cost));
        ensure(
            spent.sum::<usize>() + cost + next.cost() <= MOST_COST,
            format!(
                "the game is too long: all of its positions together have more than {MOST_COST} moves, or as much text"
            ),
        )?;
        let player = self.to_move();
        let before = mem::replace(&mut self.now, Arc::new(next));
        let moves = &before.moves;
        self.turns.push(Turn {
            number: self.turns.len() + 1,
            player,
            name: moves[at].name.clone(),
            wins: moves[at].wins(),
            outcome: before.outcome,
            winning: before.winning().map(|at| moves[at].name.clone()).collect(),
            cost,
            before: before.position.clone(),
        });
        Ok(())
    }

    /// Returns the index of the move that the program makes.
    pub(crate) fn chosen_by(&self, program: &Program) -> Result<usize> {
        let moves: Vec<&str> = self.turns.iter().map(|turn| &*turn.name).collect();
        let Program { partner, stop } = program;
        let name = partner.next_move(&*self.game, self.start(), &moves, stop)?;
        let at = self.now.named(&name);
        Ok(at.ok_or_else(|| format!("the program: {name} is no legal move"))?)
    }

    /// Returns the game as it was after this number of moves.
    pub(crate) fn first(&self, moves: usize) -> Result<Self> {
        let Some(next) = self.turns.get(moves) else {
            return Ok(self.clone());
        };
        Ok(Self {
            turns: self.turns[..moves].to_vec(),
            now: Arc::new(Stage::of(next.before.clone())?),
            ..self.clone()
        })
    }

    /// Makes every move of a text.
    ///
    /// ` ; ` separates moves; where there is none, commas do; where there is no comma, white
    /// space. The full name of a legal move is one move, also with commas and white space in it.
    ///
    /// # Errors
    /// At the first move that is not legal, and when the game fails.
    pub fn replay(&mut self, moves: &str) -> Result<()> {
        let mut signs = [(" ; ", ';'), (",", ',')].into_iter();
        let sign = signs.find(|(separates, _)| moves.contains(separates));
        let sign = sign.map(|(_, sign)| sign);
        let is_end = |rest: &str| match sign {
            Some(sign) => rest.trim_start().starts_with(sign),
            None => rest.starts_with(char::is_whitespace),
        };
        let mut left = moves.trim();
        while !left.is_empty() {
            let names = self.now.moves.iter().map(|choice| &*choice.name);
            let rests = names.filter_map(|name| left.strip_prefix(name));
            let rests = rests.filter(|rest| rest.is_empty() || is_end(rest));
            let rest = rests.min_by_key(|rest| rest.len()).unwrap_or_else(|| {
                let mut rests = left.char_indices().map(|(at, _)| &left[at..]);
                rests.find(|rest| is_end(rest)).unwrap_or_default()
            });
            let number = self.turns.len() + 1;
            self.play(&left[..left.len() - rest.len()])
                .map_err(|error| format!("move {number} of --moves: {error}"))?;
            left = rest.trim_start_matches(|c: char| c.is_whitespace() || Some(c) == sign);
        }
        Ok(())
    }
}
