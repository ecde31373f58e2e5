//! Positions on the table, and what can be done with them.

use std::collections::HashMap;

use grundy_games::Entry;
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
    /// What it leads to.
    pub to: Position,
    /// Whether who makes it wins.
    pub wins: bool,
}

/// What separates the parts of a sum in a text,
pub(crate) const PARTS: &str = " + ";
/// and what stands for a line feed in a text of one line.
const LINE: &str = " / ";

/// A position with more moves is none to play with.
const MOST: usize = 20_000;

impl Position {
    /// What can be done in it. A sum's moves are those of its parts, named with the number of the part.
    ///
    /// # Errors
    /// When a part is no position, its moves are too many, or the game fails.
    pub fn choices(&self, game: &dyn Entry) -> Result<Choices, PlayError> {
        let mut moves = Vec::new();
        // Grundy values of the parts of sums: the same ones come up again and again.
        let mut values = HashMap::new();
        for (at, part) in self.0.iter().enumerate() {
            for option in game.options(part.as_bytes())? {
                let (before, after) = (&self.0[..at], &self.0[at + 1..]);
                let to = Self([before, &option.leads_to, after].concat());
                let name = option
                    .name
                    .unwrap_or_else(|| Self(option.leads_to).to_string());
                let (name, wins) = match self.0.len() {
                    1 => (name, option.wins),
                    _ => (
                        format!("{}: {name}", at + 1),
                        Some(!to.wins(game, &mut values)?),
                    ),
                };
                let wins = wins.ok_or_else(|| PlayError::Unknown(self.clone()))?;
                moves.push(Choice { name, to, wins });
            }
        }
        if moves.len() > MOST {
            return Err(grundy_games::Error::TooManyMoves(moves.len() as u64).into());
        }
        let wins = if moves.is_empty() {
            self.wins(game, &mut values)?
        } else {
            moves.iter().any(|choice| choice.wins)
        };
        Ok(Choices { wins, moves })
    }

    /// Whether the player to move wins: a sum by the nim-sum of its parts, and nothing at all is lost.
    fn wins(&self, game: &dyn Entry, values: &mut HashMap<String, u64>) -> Result<bool, PlayError> {
        let solved = |part: &str| -> Result<Value, PlayError> {
            let solved = game.solve_json(part.as_bytes())?;
            Ok(solved["solutions"][0].clone())
        };
        if let [part] = &self.0[..] {
            return solved(part)?["wins"]
                .as_bool()
                .ok_or_else(|| PlayError::Unknown(self.clone()));
        }
        let mut sum = 0;
        for part in &self.0 {
            let value = match values.get(part) {
                Some(&value) => value,
                None => {
                    let value = solved(part)?["grundy"].as_u64();
                    let value = value.ok_or_else(|| PlayError::Unknown(self.clone()))?;
                    values.insert(part.clone(), value);
                    value
                }
            };
            sum ^= value;
        }
        Ok(sum != 0)
    }

    /// The bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let parts = self.0.iter().map(|part| size_of::<String>() + part.len());
        size_of::<Self>() + parts.sum::<usize>()
    }

    /// A position that is no sum.
    pub fn of(text: &str) -> Self {
        Self(vec![text.to_owned()])
    }

    /// Reads what [`Display`](std::fmt::Display) writes.
    pub fn parse(text: &str) -> Self {
        let parts = text.split(PARTS).map(|part| part.replace(LINE, "\n"));
        Self(parts.collect())
    }
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
            .map(|choice| size_of::<Choice>() + choice.name.len() + choice.to.bytes())
            .sum()
    }

    /// The places of the moves that win.
    pub fn winning(&self) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).filter(|&at| self.moves[at].wins)
    }
}
