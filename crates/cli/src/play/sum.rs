//! Positions that are played, their legal moves, and moves as people type them.

use std::fmt;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use grundy_games::{
    Detail, Error, Game, InputError, Layout, Line, MOST_MOVES, Position, Reduction, Role, Span,
};

/// Separates the parts of a sum.
const PLUS: &str = " + ";
/// Stands for a line feed in a text of one line.
const LINE_FEED: &str = " / ";
/// The largest number of parts.
const MOST_PARTS: usize = 100;
/// The largest number of moves that an error names.
const SHOWN: usize = 8;
/// What a legal move costs beside the text of its position.
const MOVE_COST: usize = 40;

/// A disjunctive sum of positions of one game. Nearly every sum has one part. A game whose last move leads to no
/// position ends with a sum of no parts.
///
/// It is displayed on one line: ` / ` stands for a line feed, ` + ` separates parts.
#[derive(Clone, Default)]
pub struct PositionSum {
    pub parts: Vec<Arc<dyn Position>>,
}

/// A position with its legal moves.
pub struct Stage {
    pub position: PositionSum,
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
    /// What replaces that part.
    to: PositionSum,
    /// Whether the player who makes it wins.
    pub wins: bool,
}

impl PositionSum {
    /// Reads the one position of an input of the task.
    pub fn read(game: &dyn Game, input: &[u8]) -> Result<Self, Error> {
        let parts = game.read(input)?;
        if parts.len() == 1 {
            return Ok(Self { parts });
        }
        let lines = (1..).zip(input.split(|&byte| byte == b'\n'));
        let mut lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
        let wrong = match game.about().layout {
            Layout::Line => lines.nth(1),
            // The first number says how many positions follow.
            Layout::Input => lines.next(),
        };
        Err(Error::Input(InputError {
            line: wrong.map_or(1, |(number, _)| number),
            column: 1,
            message: format!("found {} positions, expected one", parts.len()),
        }))
    }

    /// Reads the text that [`Display`](fmt::Display) writes of a position of this game.
    pub fn parse(game: &dyn Game, text: &str) -> Result<Self> {
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

    /// Returns the parts whose nim-sum decides: of a position that is no sum, in a game that has them.
    pub fn reduction(&self) -> Option<Reduction> {
        match &self.parts[..] {
            [part] => part.reduction(),
            _ => None,
        }
    }

    /// Returns the drawing of the position without its winning moves ([`Detail::Brief`]), or its explanation with them
    /// ([`Detail::Full`]).
    pub fn lines(&self, detail: Detail) -> Result<Vec<Line>, Error> {
        let pages = self.parts.iter().map(|part| part.page(detail));
        let pages = pages.map(|page| Ok(page?.lines));
        let pages: Vec<Vec<Line>> = pages.collect::<Result<_, Error>>()?;
        if pages.is_empty() {
            return Ok(vec![Line::of(Role::Faint, "The game has come to its end.")]);
        }
        if detail == Detail::Full || pages.iter().any(|page| page.len() > 1) {
            return Ok(pages.join(&Line::default()));
        }
        // Parts of one line each stand beside each other, as such a sum is typed.
        let plus = Line::plain(PLUS);
        let parts: Vec<&[Span]> = pages.iter().map(|page| &page[0].0[..]).collect();
        Ok(vec![Line(parts.join(&plus.0[..]))])
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
}

impl Stage {
    /// Lists the legal moves of a position. The moves of a sum are those of its parts, each with the number of the part
    /// in its name. It fails when the sum has too many parts or moves, or when its winner is not known.
    pub fn of(position: PositionSum) -> Result<Self> {
        let parts = &position.parts[..];
        check_parts(parts.len())?;
        let mut moves: Vec<LegalMove> = Vec::new();
        for (part, changed) in parts.iter().enumerate() {
            let options = changed.options()?;
            ensure!(
                (moves.len() + options.len()) as u64 <= MOST_MOVES,
                "more than {MOST_MOVES} moves are too many to be listed"
            );
            let others =
                position.nim_sum(&parts[..part])? ^ position.nim_sum(&parts[part + 1..])?;
            for option in options {
                let to = PositionSum {
                    parts: option.leads_to,
                };
                let mut name = option.name.unwrap_or_else(|| to.to_string());
                let mut wins = option.wins;
                if parts.len() > 1 {
                    wins = Some(others == position.nim_sum(&to.parts)?);
                    name = format!("{}: {name}", part + 1);
                }
                moves.push(LegalMove {
                    name,
                    part,
                    to,
                    wins: wins.with_context(|| position.unknown())?,
                });
            }
        }
        let wins = match parts {
            [part] if moves.is_empty() => part.solve()?.claim.wins,
            _ => moves.iter().any(|choice| choice.wins),
        };
        Ok(Self {
            position,
            wins,
            moves,
        })
    }

    /// Returns the position after the move with this index.
    pub fn after(&self, at: usize) -> Result<Self> {
        let LegalMove { part, to, .. } = &self.moves[at];
        let mut parts = self.position.parts.clone();
        parts.splice(part..=part, to.parts.iter().cloned());
        Self::of(PositionSum { parts })
    }

    /// Returns the indices of the moves that win.
    pub fn winning(&self) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).filter(|&at| self.moves[at].wins)
    }

    /// Returns the index of the move with this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.moves.iter().position(|choice| choice.name == name)
    }

    /// Returns the index in [`moves`](Self::moves) of the move that was typed: its name; `#3`, the third on the list; or
    /// some of its words in their order, the first among them, where no other move has them: `2` for `2 -> 4`, and `3 1`
    /// for `3 from heap 1`. It fails when the text is no move, or may be several.
    pub fn typed(&self, typed: &str) -> Result<usize> {
        let typed = typed.trim();
        if self.moves.is_empty() {
            bail!("`{typed}`: the game is over");
        }
        if let Some(at) = self.named(typed) {
            return Ok(at);
        }
        let number = typed.strip_prefix('#').map(str::trim);
        let typed_words = words(typed);
        let is_meant = |&at: &usize| match number {
            Some(number) => number.parse() == Ok(at + 1),
            None => abbreviates(&typed_words, &words(&self.moves[at].name)),
        };
        let all: Vec<usize> = (0..self.moves.len()).collect();
        let meant: Vec<usize> = all.iter().copied().filter(is_meant).collect();
        match meant[..] {
            [at] => Ok(at),
            [] => bail!(
                "`{typed}` is no legal move here; legal: {}",
                self.quoted(&all)
            ),
            _ => bail!("`{typed}` may be {}", self.quoted(&meant)),
        }
    }

    /// Names the moves with these indices, or the first of them.
    fn quoted(&self, moves: &[usize]) -> String {
        let first = moves.iter().take(SHOWN);
        let quoted: Vec<String> = first
            .map(|&at| format!("`{}`", self.moves[at].name))
            .collect();
        let quoted = quoted.join(", ");
        match moves.len().saturating_sub(SHOWN) {
            0 => quoted,
            more => format!("{quoted} and {more} more"),
        }
    }

    /// Returns how much memory the moves take: each replaces a part by one with a text of about the same length.
    pub fn cost(&self) -> usize {
        let part = self.position.to_string().len() / self.position.parts.len().max(1);
        self.moves.len() * (part + MOVE_COST)
    }
}

/// Returns the words of a text in lower case: the runs of letters, digits and minus signs, without minus signs at the
/// end.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-')
        .map(|word| word.trim_end_matches('-').to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns whether the words of `typed` stand in this order in `name`, and both begin with the same word.
fn abbreviates(typed: &[String], name: &[String]) -> bool {
    if typed.is_empty() || typed.first() != name.first() {
        return false;
    }
    let mut name = name.iter();
    typed.iter().all(|word| name.any(|other| other == word))
}

fn check_parts(parts: usize) -> Result<()> {
    ensure!(
        parts <= MOST_PARTS,
        "a sum of {parts} positions: at most {MOST_PARTS} are played"
    );
    Ok(())
}

impl fmt::Display for PositionSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.parts.iter().map(ToString::to_string);
        let lines = texts.map(|text| text.trim_end().replace('\n', LINE_FEED));
        f.write_str(&lines.collect::<Vec<_>>().join(PLUS))
    }
}
