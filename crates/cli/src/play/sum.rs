//! Positions that are played, and their legal moves.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use grundy_games::{Game, InputError, Layout, MOST_MOVES, Position};

use crate::play::PlayError;

/// A disjunctive sum of positions of one game. Nearly every sum has one part. A game whose last move leads to no
/// position ends with a sum of no parts.
///
/// It is displayed on one line: ` / ` stands for a line feed, ` + ` separates parts.
#[derive(Clone, Default)]
pub struct PositionSum {
    parts: Vec<Arc<dyn Position>>,
}

/// The legal moves of a position.
#[derive(Clone, Default)]
pub struct Choices {
    /// Whether the player to move wins.
    pub wins: bool,
    /// Every legal move; none when the game is over.
    pub moves: Vec<LegalMove>,
}

/// A legal move in a [`PositionSum`].
#[derive(Clone)]
pub struct LegalMove {
    /// Its name.
    pub name: String,
    /// The index of the part that it changes.
    pub part: usize,
    /// The positions that replace that part.
    pub to: Vec<Arc<dyn Position>>,
    /// Whether the player who makes it wins.
    pub wins: bool,
}

/// Separates the parts of a sum.
pub(crate) const PLUS: &str = " + ";
/// Stands for a line feed in a text of one line.
const LINE_FEED: &str = " / ";
/// The largest number of parts.
const MOST_PARTS: usize = 100;
/// An estimate of the bytes that a position takes beside its numbers.
const POSITION_BYTES: usize = 100;
/// An estimate of the bytes that a position takes for each byte of its text: numbers of one digit take eight bytes.
const BYTES_PER_CHARACTER: usize = 5;

impl From<Arc<dyn Position>> for PositionSum {
    fn from(position: Arc<dyn Position>) -> Self {
        Self {
            parts: vec![position],
        }
    }
}

impl PositionSum {
    /// Reads an input of the task with one position.
    ///
    /// # Errors
    /// When the input is wrong or has several positions, or the game fails.
    pub fn read(game: &dyn Game, input: &[u8]) -> Result<Self, PlayError> {
        let parts = game.read(input)?;
        if parts.len() == 1 {
            return Ok(Self { parts });
        }
        let message = format!("found {} positions, expected one", parts.len());
        let (line, column) = (1, 1);
        let error = InputError {
            line,
            column,
            message,
        };
        Err(grundy_games::Error::from(error).into())
    }

    /// Reads the text that [`Display`](fmt::Display) writes of a position of this game.
    ///
    /// # Errors
    /// When the text has more than 100 parts or one of them is no position, or the game fails.
    pub fn parse(game: &dyn Game, text: &str) -> Result<Self, PlayError> {
        let texts: Vec<&str> = text.split(PLUS).collect();
        check_parts(texts.len())?;
        let mut parts = Vec::new();
        for text in texts {
            let part = match game.about().layout {
                Layout::Line => Self::read(game, text.as_bytes()),
                Layout::Input => Self::read(game, text.replace(LINE_FEED, "\n").as_bytes()),
            };
            parts.extend(part?.parts);
        }
        Ok(Self { parts })
    }

    /// Returns the parts of the sum.
    pub fn parts(&self) -> &[Arc<dyn Position>] {
        &self.parts
    }

    /// Returns the legal moves. The moves of a sum are those of its parts, each with the number of the part in its name.
    ///
    /// # Errors
    /// When the sum has more than 100 parts or more than 10,000 moves, when its winner is not known, or the game fails.
    pub fn choices(&self) -> Result<Choices, PlayError> {
        check_parts(self.parts.len())?;
        let is_sum = self.parts.len() > 1;
        let mut known = HashMap::new();
        let nim_sum = if is_sum {
            self.nim_sum(&self.parts, &mut known)?
        } else {
            0
        };
        let mut moves: Vec<LegalMove> = Vec::new();
        for (part, position) in self.parts.iter().enumerate() {
            let options = position.options()?;
            if (moves.len() + options.len()) as u64 > MOST_MOVES {
                let text = format!("more than {MOST_MOVES} moves are too many to be listed");
                return Err(PlayError::Refused(text));
            }
            let others = if is_sum {
                nim_sum ^ self.nim_sum(&self.parts[part..=part], &mut known)?
            } else {
                0
            };
            for option in options {
                let to = option.leads_to;
                let mut name = option.name.unwrap_or_else(|| on_one_line(&to));
                let mut wins = option.wins;
                if is_sum {
                    wins = Some(others ^ self.nim_sum(&to, &mut known)? == 0);
                    name = format!("{}: {name}", part + 1);
                }
                moves.push(LegalMove {
                    name,
                    part,
                    to,
                    wins: wins.ok_or_else(|| self.unknown())?,
                });
            }
        }
        let wins = match &self.parts[..] {
            _ if !moves.is_empty() => moves.iter().any(|choice| choice.wins),
            [part] => part.solve()?.claim.wins,
            _ => nim_sum != 0,
        };
        Ok(Choices { wins, moves })
    }

    /// Returns the nim-sum of the Grundy values of some positions. `known` keeps the values by the positions' texts,
    /// because most options of a sum's parts occur many times.
    fn nim_sum(
        &self,
        positions: &[Arc<dyn Position>],
        known: &mut HashMap<String, u64>,
    ) -> Result<u64, PlayError> {
        let mut sum = 0;
        for position in positions {
            let text = position.to_string();
            sum ^= match known.get(&text) {
                Some(&value) => value,
                None => {
                    let value = position.solve()?.claim.grundy;
                    let value = value.ok_or_else(|| self.unknown())?;
                    known.insert(text, value);
                    value
                }
            };
        }
        Ok(sum)
    }

    fn unknown(&self) -> PlayError {
        PlayError::Refused(format!(
            "nobody knows who wins {self}: a part has no Grundy value"
        ))
    }

    /// Returns the position after one of its [`choices`](Self::choices).
    ///
    /// # Panics
    /// When the choice is one of another position with more parts.
    #[must_use]
    pub fn after(&self, choice: &LegalMove) -> Self {
        let mut parts = self.parts.clone();
        parts.splice(choice.part..=choice.part, choice.to.iter().cloned());
        Self { parts }
    }

    /// Returns an estimate of the bytes that this position and its choices take. O(moves).
    pub(crate) fn bytes(&self, choices: &Choices) -> usize {
        let part_bytes = |part: &Arc<dyn Position>| {
            POSITION_BYTES + BYTES_PER_CHARACTER * part.to_string().len()
        };
        let parts: Vec<usize> = self.parts.iter().map(part_bytes).collect();
        let moves = choices.moves.iter().map(|choice| {
            // A part and the options that replace it have texts of about the same length.
            size_of::<LegalMove>() + choice.name.len() + choice.to.len() * parts[choice.part]
        });
        parts.iter().sum::<usize>() + moves.sum::<usize>()
    }
}

fn check_parts(parts: usize) -> Result<(), PlayError> {
    if parts <= MOST_PARTS {
        return Ok(());
    }
    let text = format!("a sum of {parts} positions: at most {MOST_PARTS} are played");
    Err(PlayError::Refused(text))
}

fn on_one_line(parts: &[Arc<dyn Position>]) -> String {
    let texts = parts.iter().map(ToString::to_string);
    let lines = texts.map(|text| text.trim_end().replace('\n', LINE_FEED));
    lines.collect::<Vec<_>>().join(PLUS)
}

impl fmt::Display for PositionSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&on_one_line(&self.parts))
    }
}

impl Choices {
    /// Returns the indices of the moves that win.
    pub fn winning(&self) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).filter(|&at| self.moves[at].wins)
    }
}
