//! A game in progress.

use std::mem;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use grundy_games::Game;

use crate::play::players::Player;
use crate::play::sum::{PositionSum, Stage};

/// The largest cost of a game, which bounds the time and the memory that its replay takes: about 64 MiB, and a second.
const MOST_COST: usize = 12 << 20;

/// A game in progress: every move so far, and the position that they lead to.
#[derive(Clone)]
pub struct Match {
    pub game: Arc<dyn Game>,
    pub turns: Vec<Turn>,
    pub now: Arc<Stage>,
    /// The cost of all positions so far.
    cost: usize,
}

/// A move that was made.
#[derive(Clone)]
pub struct Turn {
    /// Its number, counted from 1.
    pub number: usize,
    pub player: Player,
    /// The position in which it was made.
    pub before: Arc<Stage>,
    at: usize,
}

impl Turn {
    pub fn name(&self) -> &str {
        &self.before.moves[self.at].name
    }

    pub fn wins(&self) -> bool {
        self.before.moves[self.at].wins
    }

    /// Returns whether the move does not win although another one does.
    pub fn is_mistake(&self) -> bool {
        self.before.wins && !self.wins()
    }

    /// Returns the names of the moves that win in that position.
    pub fn winning(&self) -> Vec<&str> {
        let moves = &self.before.moves;
        let winning = self.before.winning();
        winning.map(|at| moves[at].name.as_str()).collect()
    }
}

impl Match {
    /// Begins a game from a position of `game`. It fails when the position is not played, or the game fails.
    pub fn begin(game: Arc<dyn Game>, position: PositionSum) -> Result<Self> {
        let now = Arc::new(Stage::of(position)?);
        Ok(Self {
            game,
            turns: Vec::new(),
            cost: now.cost(),
            now,
        })
    }

    /// Returns the position where the game began.
    pub fn start(&self) -> &PositionSum {
        let first = self.turns.first().map(|turn| &turn.before);
        &first.unwrap_or(&self.now).position
    }

    pub const fn to_move(&self) -> Player {
        if self.turns.len().is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Returns the player who wins from here on by right play; when the game is over, the player who has won.
    pub fn winning(&self) -> Player {
        self.to_move().winner(self.now.wins)
    }

    /// Returns the player who has won; `None` as long as there are moves.
    pub fn winner(&self) -> Option<Player> {
        self.now.moves.is_empty().then(|| self.winning())
    }

    /// Returns the first move that did not win although another one did.
    pub fn first_mistake(&self) -> Option<&Turn> {
        self.turns.iter().find(|turn| turn.is_mistake())
    }

    /// Returns the last move of a player for which `is_meant` is true.
    pub fn last_turn(&self, is_meant: impl Fn(Player) -> bool) -> Option<&Turn> {
        self.turns.iter().rfind(|turn| is_meant(turn.player))
    }

    /// Makes a move as it is [typed](Stage::typed). After an error nothing has changed.
    pub fn play(&mut self, typed: &str) -> Result<()> {
        self.make(self.now.typed(typed)?)
    }

    /// Makes the move with this index. After an error nothing has changed.
    pub fn make(&mut self, at: usize) -> Result<()> {
        let next = self.now.after(at)?;
        let cost = self.cost + next.cost();
        ensure!(
            cost <= MOST_COST,
            "the game is too long: its positions have had too many moves"
        );
        self.turns.push(Turn {
            number: self.turns.len() + 1,
            player: self.to_move(),
            before: mem::replace(&mut self.now, Arc::new(next)),
            at,
        });
        self.cost = cost;
        Ok(())
    }

    /// Takes the last move back; returns false when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.turns.pop() else {
            return false;
        };
        self.cost -= self.now.cost();
        self.now = last.before;
        true
    }

    /// Makes every move of a text. ` ; ` separates moves; where there is none, commas do; where there is no comma, white
    /// space. The full name of a legal move is one move, also with commas and white space in it.
    pub fn replay(&mut self, moves: &str) -> Result<()> {
        let sign = if moves.contains(" ; ") {
            Some(';')
        } else {
            moves.contains(',').then_some(',')
        };
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
                .with_context(|| format!("move {number} of --moves"))?;
            left = rest.trim_start_matches(|c: char| c.is_whitespace() || Some(c) == sign);
        }
        Ok(())
    }
}
