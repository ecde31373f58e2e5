//! Values of positions: what `grundy values` finds of every position up to a size.

use grundy_games::Evaluated;
use serde::Serialize;

use crate::heaps::Period;
use crate::table::{CellCheck, TableRow};

/// What `grundy values` prints of a game as JSON.
#[derive(Debug, Serialize)]
pub struct Values<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The largest size.
    pub up_to: u32,
    /// Every position, each on one line.
    pub positions: &'a [Evaluated],
    /// Where each size has one position, the period of the values as far as they were looked at.
    pub period: Option<Period>,
}

/// A row of the table of values; the position stands on one line.
///
/// ```
/// use grundy_games::Evaluated;
/// use grundy_records::table;
/// let row = Evaluated {
///     size: 3,
///     position: "1 2".into(),
///     wins: true,
///     winning_moves: 1,
///     grundy: Some(3),
///     remoteness: Some(3),
/// };
/// let text = table::to_csv(std::slice::from_ref(&row))?;
/// assert_eq!(text, b"size,position,wins,winning_moves,grundy,remoteness\n3,1 2,true,1,3,3\n");
/// assert_eq!(table::parse::<Evaluated>("nim.csv".as_ref(), &text)?, [row]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl TableRow for Evaluated {
    const KIND: &'static str = "table of values";

    fn checks(&self) -> Vec<CellCheck> {
        let position = &self.position;
        let is_line =
            !position.is_empty() && position.trim_ascii() == position && !position.contains('\n');
        let none = "0, since the player to move loses";
        let some = "not 0, since the player to move wins";
        let (has_no_move, is_0) = (self.winning_moves == 0, self.grundy == Some(0));
        vec![
            ("position", is_line, "a position".into()),
            ("winning_moves", self.wins || has_no_move, none.into()),
            ("grundy", !(self.wins && is_0), some.into()),
            (
                "grundy",
                self.wins || is_0 || self.grundy.is_none(),
                none.into(),
            ),
        ]
    }

    fn subject(&self) -> Option<String> {
        Some(self.position.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::parse;

    #[test]
    fn what_is_wrong_is_said() {
        let read = |rows: &str| {
            let text = format!("size,position,wins,winning_moves,grundy,remoteness\n{rows}\n");
            parse::<Evaluated>("a.csv".as_ref(), text.as_bytes())
        };
        // Under misère play there are no Grundy values, and a finished game is won with no move.
        let rows = read("0,\"a, \tb\",true,0,,0\n1,c,false,0,,").unwrap();
        assert_eq!(rows[0].position, "a, \tb");
        assert_eq!((rows[0].grundy, rows[1].remoteness), (None, None));
        for (rows, said) in [
            (
                "0,,true,1,1,1",
                "column `position`: found nothing, expected a position",
            ),
            (
                "0, a,true,1,1,1",
                "column `position`: found ` a`, expected a position",
            ),
            (
                "0,a,yes,1,1,1",
                "column `wins`: found `yes`, expected `true` or `false`",
            ),
            (
                "0,a,false,1,0,1",
                "column `winning_moves`: found `1`, expected 0, since",
            ),
            (
                "0,a,true,1,0,1",
                "column `grundy`: found `0`, expected not 0, since",
            ),
            (
                "0,a,false,0,4,2",
                "column `grundy`: found `4`, expected 0, since",
            ),
            (
                "4294967296,a,false,0,0,2",
                "column `size`: found `4294967296`, expected a whole number: number too large to fit in target type",
            ),
            (
                "0,a,false,0,0,2\n1,a,false,0,0,2",
                "second row for a, the first is on line 2",
            ),
        ] {
            let error = read(rows).unwrap_err().to_string();
            assert!(error.contains(said), "{rows}: {error}");
        }
    }
}
