//! Positions that are played, and their legal moves.

use std::fmt;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use grundy_games::{Game, Layout, MOST_MOVES, Position, Reduction};

/// Separates the parts of a sum.
pub const PLUS: &str = " + ";
/// Stands for a line feed in a text of one line.
const LINE_FEED: &str = " / ";
/// The largest number of parts.
const MOST_PARTS: usize = 100;

/// A disjunctive sum of positions of one game. Nearly every sum has one part. A game whose last move leads to no
/// position ends with a sum of no parts.
///
/// It is displayed on one line: ` / ` stands for a line feed, ` + ` separates parts.
#[derive(Clone, Default)]
pub struct PositionSum {
    pub parts: Vec<Arc<dyn Position>>,
}

/// The legal moves of a position.
pub struct Choices {
    /// Whether the player to move wins.
    pub wins: bool,
    /// Every legal move; none when the game is over.
    pub moves: Vec<LegalMove>,
}

/// A legal move in a [`PositionSum`].
pub struct LegalMove {
    pub name: String,
    /// The index of the part that it changes.
    part: usize,
    /// The positions that replace that part.
    to: Vec<Arc<dyn Position>>,
    /// Whether the player who makes it wins.
    pub wins: bool,
}

impl PositionSum {
    /// Takes the one position of an input of the task.
    pub fn of(positions: Vec<Arc<dyn Position>>) -> Result<Self> {
        let found = positions.len();
        ensure!(found == 1, "found {found} positions, expected one");
        Ok(Self { parts: positions })
    }

    /// Reads the text that [`Display`](fmt::Display) writes of a position of this game.
    pub fn parse(game: &dyn Game, text: &str) -> Result<Self> {
        let texts: Vec<&str> = text.split(PLUS).collect();
        check_parts(texts.len())?;
        let mut parts = Vec::new();
        for text in texts {
            let part = match game.about().layout {
                Layout::Line => game.read(text.as_bytes()),
                Layout::Input => game.read(text.replace(LINE_FEED, "\n").as_bytes()),
            };
            parts.extend(Self::of(part?)?.parts);
        }
        Ok(Self { parts })
    }

    /// Returns the parts whose nim-sum decides: of a position that is no sum, in a game that has them.
    pub fn reduction(&self) -> Option<Reduction> {
        match &self.parts[..] {
            [part] => part.reduction(),
            _ => None,
        }
    }

    /// Returns the legal moves. The moves of a sum are those of its parts, each with the number of the part in its name.
    /// It fails when the sum has too many parts or moves, or when its winner is not known.
    pub fn choices(&self) -> Result<Choices> {
        check_parts(self.parts.len())?;
        let mut moves: Vec<LegalMove> = Vec::new();
        for (part, position) in self.parts.iter().enumerate() {
            let options = position.options()?;
            ensure!(
                (moves.len() + options.len()) as u64 <= MOST_MOVES,
                "more than {MOST_MOVES} moves are too many to be listed"
            );
            let (before, behind) = (&self.parts[..part], &self.parts[part + 1..]);
            let others = self.nim_sum(before)? ^ self.nim_sum(behind)?;
            for option in options {
                let to = option.leads_to;
                let mut name = option.name.unwrap_or_else(|| on_one_line(&to));
                let mut wins = option.wins;
                if self.parts.len() > 1 {
                    wins = Some(others == self.nim_sum(&to)?);
                    name = format!("{}: {name}", part + 1);
                }
                let wins = wins.with_context(|| self.unknown())?;
                moves.push(LegalMove {
                    name,
                    part,
                    to,
                    wins,
                });
            }
        }
        let wins = match &self.parts[..] {
            [part] if moves.is_empty() => part.solve()?.claim.wins,
            _ => moves.iter().any(|choice| choice.wins),
        };
        Ok(Choices { wins, moves })
    }

    /// Returns the nim-sum of the Grundy values of some positions of this game.
    fn nim_sum(&self, positions: &[Arc<dyn Position>]) -> Result<u64> {
        let mut sum = 0;
        for position in positions {
            let value = position.solve()?.claim.grundy;
            sum ^= value.with_context(|| self.unknown())?;
        }
        Ok(sum)
    }

    fn unknown(&self) -> String {
        format!("nobody knows who wins {self}: a part has no Grundy value")
    }

    /// Returns the position after one of its [`choices`](Self::choices).
    pub fn after(&self, choice: &LegalMove) -> Self {
        let mut parts = self.parts.clone();
        parts.splice(choice.part..=choice.part, choice.to.iter().cloned());
        Self { parts }
    }
}

fn check_parts(parts: usize) -> Result<()> {
    ensure!(
        parts <= MOST_PARTS,
        "a sum of {parts} positions: at most {MOST_PARTS} are played"
    );
    Ok(())
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
