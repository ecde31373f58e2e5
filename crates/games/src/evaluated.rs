//! A small position with its value by the rules alone.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

/// A position with its values by exhaustive play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluated {
    /// Its size.
    pub size: u32,
    /// The position in the game's own text.
    pub position: String,
    /// Whether the player to move wins.
    pub wins: bool,
    /// How many different moves win.
    pub winning_moves: u64,
    /// The Grundy value, where the game has one.
    pub grundy: Option<u64>,
    /// The number of moves until the game ends, when the winner plays for a short game and the loser for a
    /// long one; `None` where it was not counted.
    pub remoteness: Option<u32>,
}

/// Called with one position after the other; may end the work.
pub type Each<'a> = &'a mut dyn FnMut(Evaluated) -> ControlFlow<()>;

impl Evaluated {
    /// Returns the position on one line: in inputs of several lines, line ends only separate numbers.
    ///
    /// ```
    /// # use std::ops::ControlFlow;
    /// let nim = grundy_games::find("nim").unwrap();
    /// let mut lines = Vec::new();
    /// nim.values(2, &mut grundy_games::unwatched, &mut |evaluated| {
    ///     lines.push(evaluated.on_one_line());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(lines, ["1 0", "1 1", "2 0 0"]);
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    pub fn on_one_line(&self) -> String {
        let lines = self.position.lines().map(str::trim_ascii);
        lines.collect::<Vec<_>>().join(" ")
    }
}
