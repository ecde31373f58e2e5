//! What the oracle says of every small position, by the rules alone.

use serde::{Deserialize, Serialize};

/// A position with all that exhaustive play says of it.
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
    /// The number of moves until the game ends, when the winner ends it as fast and the loser as slowly
    /// as they can; `None` where nobody has counted.
    pub remoteness: Option<u32>,
}

impl Evaluated {
    /// The position on one line: white space does not matter in an input of several.
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
