//! Positions on the table, and what can be done with them.

use std::collections::HashMap;
use std::slice;

use grundy_games::{Entry, MOST_MOVES};
use serde_json::Value;

use crate::PlayError;

/// A position: a disjunctive sum of positions of the game, each as its input's text. Nearly always
/// there is one; none is left of a game that ended where it has no position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position(pub Vec<String>);

/// What can be done in a position.
#[derive(Clone, Debug)]
pub struct Choices {
    /// Whether the player to move wins.
    pub wins: bool,
    /// Every legal move; none when the game is over.
    pub moves: Vec<Choice>,
}

/// A legal move.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// The place of the part that it changes.
    pub part: usize,
    /// The positions that take the place of that part.
    pub to: Vec<String>,
    /// Whether the player who makes it wins.
    pub wins: bool,
}

/// What separates the parts of a sum in a text,
pub(crate) const PARTS: &str = " + ";
/// and what stands for a line feed in a text of one line.
const LINE: &str = " / ";

/// A sum of more parts is refused.
pub(crate) const MOST_PARTS: usize = 100;

impl Position {
    /// What can be done in it. A sum's moves are those of its parts, named with the number of the part.
    ///
    /// # Errors
    /// When it has more than 100 parts or more than 10,000 moves, when a part is no position, or when the
    /// game fails.
    pub fn choices(&self, game: &dyn Entry) -> Result<Choices, PlayError> {
        if self.0.len() > MOST_PARTS {
            return Err(PlayError::TooManyParts(self.0.len()));
        }
        let is_sum = self.0.len() > 1;
        let mut moves: Vec<Choice> = Vec::new();
        // Grundy values of the parts of sums: the same ones come up again and again.
        let mut values = HashMap::new();
        let sum = if is_sum {
            self.nim_sum(&self.0, game, &mut values)?
        } else {
            0
        };
        for (part, text) in self.0.iter().enumerate() {
            let options = game.options(text.as_bytes())?;
            if (moves.len() + options.len()) as u64 > MOST_MOVES {
                return Err(PlayError::TooManyMoves);
            }
            for option in options {
                let to = option.leads_to;
                let name = option.name.unwrap_or_else(|| Self(to.clone()).to_string());
                let (name, wins) = if is_sum {
                    let before = self.nim_sum(slice::from_ref(text), game, &mut values)?;
                    let after = self.nim_sum(&to, game, &mut values)?;
                    let wins = sum ^ before ^ after == 0;
                    (format!("{}: {name}", part + 1), Some(wins))
                } else {
                    (name, option.wins)
                };
                let wins = wins.ok_or_else(|| PlayError::Unknown(self.clone()))?;
                moves.push(Choice {
                    name,
                    part,
                    to,
                    wins,
                });
            }
        }
        let wins = match &self.0[..] {
            _ if !moves.is_empty() => moves.iter().any(|choice| choice.wins),
            [part] => solved(part, game)?["wins"]
                .as_bool()
                .ok_or_else(|| PlayError::Unknown(self.clone()))?,
            _ => sum != 0,
        };
        Ok(Choices { wins, moves })
    }

    /// The nim-sum of the Grundy values of some positions.
    fn nim_sum(
        &self,
        parts: &[String],
        game: &dyn Entry,
        values: &mut HashMap<String, u64>,
    ) -> Result<u64, PlayError> {
        let mut sum = 0;
        for part in parts {
            let value = match values.get(part) {
                Some(&value) => value,
                None => {
                    let value = solved(part, game)?["grundy"].as_u64();
                    let value = value.ok_or_else(|| PlayError::Unknown(self.clone()))?;
                    values.insert(part.clone(), value);
                    value
                }
            };
            sum ^= value;
        }
        Ok(sum)
    }

    /// The position after one of its [`choices`](Self::choices).
    ///
    /// # Panics
    /// When the choice is one of another position with more parts.
    #[must_use]
    pub fn after(&self, choice: &Choice) -> Self {
        let (before, after) = (&self.0[..choice.part], &self.0[choice.part + 1..]);
        Self([before, &choice.to, after].concat())
    }

    /// The bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + bytes(&self.0)
    }

    /// A position that is no sum.
    pub fn of(text: &str) -> Self {
        Self(vec![text.to_owned()])
    }

    /// Reads what [`Display`](std::fmt::Display) writes of a position of this game.
    pub fn parse(text: &str, game: &dyn Entry) -> Self {
        let is_line = game.positions_are_lines();
        let parts = text.split(PARTS).map(|part| {
            if is_line {
                part.to_owned()
            } else {
                part.replace(LINE, "\n")
            }
        });
        Self(parts.collect())
    }
}

/// What the game knows of one position.
fn solved(part: &str, game: &dyn Entry) -> Result<Value, PlayError> {
    let mut solved = game.solve_json(part.as_bytes())?;
    Ok(solved["solutions"][0].take())
}

/// The bytes that texts take on the heap, about: each has a place of its own.
fn bytes(texts: &[String]) -> usize {
    let texts = texts.iter();
    texts
        .map(|text| size_of::<String>() + text_bytes(text))
        .sum()
}

const fn text_bytes(text: &str) -> usize {
    text.len() + 2 * size_of::<usize>()
}

impl std::fmt::Display for Position {
    /// In one line, line feeds written ` / `, the parts of a sum set apart by ` + `.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<String> = self
            .0
            .iter()
            .map(|part| part.trim_end().replace('\n', LINE))
            .collect();
        f.write_str(&parts.join(PARTS))
    }
}

impl Choices {
    /// The bytes that they take, about. O(moves).
    pub(crate) fn bytes(&self) -> usize {
        let moves = self.moves.iter();
        moves
            .map(|choice| size_of::<Choice>() + text_bytes(&choice.name) + bytes(&choice.to))
            .sum()
    }

    /// The places of the moves that win.
    pub fn winning(&self) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).filter(|&at| self.moves[at].wins)
    }
}
