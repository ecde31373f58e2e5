//! A small position with its value by the rules alone.

use std::ops::ControlFlow;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::{Known, wins};

/// A position with what exhaustive play says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// Its size.
    pub size: u32,
    /// The position in the game's own text.
    pub position: String,
    /// Its values; without a remoteness where that was not counted.
    pub known: Known,
}

impl Serialize for Evaluated {
    /// One row of CSV or one object, without the structure inside.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut row = to.serialize_struct("Evaluated", 6)?;
        row.serialize_field("size", &self.size)?;
        row.serialize_field("position", &self.position)?;
        row.serialize_field("wins", &wins(self.known.outcome))?;
        row.serialize_field("winning_moves", &self.known.winning_moves)?;
        row.serialize_field("grundy", &self.known.grundy)?;
        row.serialize_field("remoteness", &self.known.remoteness)?;
        row.end()
    }
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
    /// nim.values(2, &mut grundy_game::unwatched, &mut |evaluated| {
    ///     lines.push(evaluated.on_one_line());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(lines, ["1 0", "1 1", "2 0 0"]);
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    pub fn on_one_line(&self) -> String {
        let lines = self.position.lines().map(str::trim_ascii);
        lines.collect::<Vec<_>>().join(" ")
    }
}
