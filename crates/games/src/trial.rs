//! What it takes to put somebody's program on trial: how its answers look, and how large the inputs
//! are that it has to master.

use std::borrow::Cow;

use serde::Serialize;

use crate::Game;

/// What a game's answers look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers {
    /// A number, not negative: how many moves win.
    Number,
    /// The Grundy value.
    Grundy,
    /// One of two words for each position of the input: the player to move wins, or loses.
    Words {
        /// Said of an N-position.
        win: Cow<'static, str>,
        /// Said of a P-position.
        loss: Cow<'static, str>,
    },
    /// Any move that wins, in the game's own words, or a word where there is none.
    Move {
        /// Said of a P-position.
        loss: Cow<'static, str>,
    },
}

impl Answers {
    /// Two words known when the program is built.
    pub const fn fixed(win: &'static str, loss: &'static str) -> Self {
        let (win, loss) = (Cow::Borrowed(win), Cow::Borrowed(loss));
        Self::Words { win, loss }
    }

    /// Two words.
    pub fn words(win: impl Into<Cow<'static, str>>, loss: impl Into<Cow<'static, str>>) -> Self {
        let (win, loss) = (win.into(), loss.into());
        Self::Words { win, loss }
    }

    /// Whether a text could be the answer to an input of so many positions, right or wrong: `text` is
    /// its words, separated by single spaces. O(text).
    ///
    /// ```
    /// use grundy_games::Answers;
    /// assert_eq!(Answers::Number.form(1, "007"), Ok(()));
    /// let words = Answers::words("TAK", "NIE");
    /// assert_eq!(words.form(2, "TAK NIE"), Ok(()));
    /// assert_eq!(words.form(2, "TAK").unwrap_err(), "expected 2 words, found 1");
    /// assert_eq!(words.form(1, "tak").unwrap_err(), "expected TAK or NIE");
    /// ```
    ///
    /// # Errors
    /// What was expected.
    pub fn form(&self, positions: usize, text: &str) -> Result<(), String> {
        let found = text.split_ascii_whitespace().count();
        if matches!(self, Self::Move { .. }) && found > 0 {
            return Ok(());
        }
        if found != positions {
            let plural = if positions == 1 { "" } else { "s" };
            return Err(format!("expected {positions} word{plural}, found {found}"));
        }
        let mut words = text.split_ascii_whitespace();
        match self {
            Self::Number | Self::Grundy => words
                .all(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
                .then_some(())
                .ok_or_else(|| "expected a number".to_owned()),
            Self::Words { win, loss } => words
                .all(|word| word == win || word == loss)
                .then_some(())
                .ok_or_else(|| format!("expected {win} or {loss}")),
            Self::Move { loss } => Err(format!("expected a move, or {loss}")),
        }
    }
}

/// A pair of sizes at the limits of the original task: a program that solves the task has to master
/// inputs of any shape up to these sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// The game's own measure of extent, see [`About::m`](crate::About::m).
    pub m: u64,
    /// The number of pawns, heaps, steps or piles, see [`About::n`](crate::About::n).
    pub n: u64,
}

impl Limit {
    /// An extent and a number.
    pub const fn new(m: u64, n: u64) -> Self {
        Self { m, n }
    }
}

/// Returns the largest inputs that the task allows, the most demanding first: those of the game, or positions of the
/// size that a sweep goes to. None where the game fails to tell that.
pub fn limits(game: &dyn Game) -> Vec<Limit> {
    let limits = &game.about().limits;
    if !limits.is_empty() {
        return limits.to_vec();
    }
    let size = game.sweep_to().ok();
    size.map(|size| Limit::new(size.into(), 1))
        .into_iter()
        .collect()
}

/// Returns an extent and a number of parts, brought down to what the first of the [limits](crate::About::limits) allows.
///
/// ```
/// let gra = grundy_games::find("gra")?;
/// assert_eq!(grundy_games::within_limits(&*gra, 12, u64::MAX), (12, 1_000_000));
/// # Ok::<(), grundy_games::NoGame>(())
/// ```
pub fn within_limits(game: &dyn Game, m: u64, n: u64) -> (u64, u64) {
    let first = limits(game).into_iter().next();
    first.map_or((m, n), |limit| (m.min(limit.m), n.min(limit.n)))
}
