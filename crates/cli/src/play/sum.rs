//! Positions that are played, their legal moves, and moves as people type them.

use std::fmt;
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use grundy_games::{
    Detail, Error, Game, InputError, Layout, Line, MOST_MOVES, MOST_NAMES, Outcome, Position,
    Reduction, Role, Span, explained_sum,
};

/// Separates the parts of a sum.
const PLUS: &str = " + ";
/// Stands for a line feed in a text of one line.
const LINE_FEED: &str = " / ";
/// The largest number of parts.
const MOST_PARTS: usize = 100;
/// The largest number of moves that an error names.
const SHOWN: usize = 8;
/// A position takes about as much time and memory as a move for every so many bytes of its text.
const BYTES_OF_A_MOVE: usize = 8;
/// How many moves a winning move costs: its name is stored.
const WINNING_COST: usize = 8;

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
    /// The index of the part that it changes,
    part: usize,
    /// and the move's index among the moves of that part.
    at: usize,
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

    /// Reads the text that [`Display`](fmt::Display) writes of a position of this game. An error names the text before
    /// the mistake: lines and columns of the task's input are not those of this text.
    pub fn parse(game: &dyn Game, text: &str) -> Result<Self> {
        let is_line = game.about().layout == Layout::Line;
        // Where positions are numbers, no blanks are needed round the signs.
        let plus = if is_line { PLUS } else { PLUS.trim() };
        let texts: Vec<&str> = text.split(plus).collect();
        check_parts(texts.len())?;
        let mut parts = Vec::new();
        for text in texts {
            let text = if is_line { text } else { text.trim() };
            let input = if is_line {
                text.to_owned()
            } else {
                text.replace(LINE_FEED.trim(), "\n")
            };
            let part = Self::read(game, input.as_bytes());
            parts.extend(part.map_err(|error| in_words(error, text, game))?.parts);
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
    pub fn lines(&self, detail: Detail) -> Result<Vec<Line>> {
        if detail == Detail::Full && self.parts.len() > 1 {
            return self.explained_sum();
        }
        let pages = self.parts.iter().map(|part| part.page(detail));
        let pages = pages.map(|page| Ok(page?.lines));
        let pages: Vec<Vec<Line>> = pages.collect::<Result<_>>()?;
        if pages.is_empty() {
            return Ok(vec![Line::of(Role::Faint, "The game has come to its end.")]);
        }
        if pages.len() == 1 || pages.iter().any(|page| page.len() > 1) {
            return Ok(pages.join(&Line::default()));
        }
        // Parts of one line each stand beside each other, as such a sum is typed.
        let plus = Line::plain(PLUS);
        let parts: Vec<&[Span]> = pages.iter().map(|page| &page[0].0[..]).collect();
        Ok(vec![Line(parts.join(&plus.0[..]))])
    }

    /// Returns the drawing, the Grundy values of the parts, and the winning moves of the sum with their reasons.
    fn explained_sum(&self) -> Result<Vec<Line>> {
        let texts = self.parts.iter().map(|part| on_one_line(&**part));
        let values = self.parts.iter().map(|part| self.value(part));
        let values = values.collect::<Result<Vec<u64>>>()?;
        let parts: Vec<(String, u64)> = texts.zip(values).collect();
        let winning = moves_of_sum(self)?.into_iter();
        let winning = winning.filter(|choice| choice.wins);
        let winning: Vec<_> = winning.map(|choice| (choice.name, choice.part)).collect();
        let mut lines = self.lines(Detail::Brief)?;
        lines.push(Line::default());
        lines.extend(explained_sum(&parts, &winning));
        Ok(lines)
    }

    /// Returns the Grundy value of a position of this game.
    fn value(&self, position: &Arc<dyn Position>) -> Result<u64> {
        let value = position.solve()?.claim.grundy;
        value.with_context(|| self.unknown())
    }

    /// Returns the nim-sum of the Grundy values of some positions of this game.
    fn nim_sum(&self, positions: &[Arc<dyn Position>]) -> Result<u64> {
        let mut values = positions.iter().map(|position| self.value(position));
        values.try_fold(0, |sum, value| Ok(sum ^ value?))
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
        let moves = match parts {
            [part] => moves_of(part, &position)?,
            _ => moves_of_sum(&position)?,
        };
        let wins = match parts {
            [part] if moves.is_empty() => part.solve()?.claim.wins(),
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
        let LegalMove { part, at, .. } = &self.moves[at];
        let mut parts = self.position.parts.clone();
        let to = parts[*part].after(*at)?;
        parts.splice(part..=part, to);
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

    /// Returns what the position adds to the time and memory of a game, in moves.
    pub fn cost(&self) -> usize {
        let text = self.position.to_string().len();
        self.moves.len() + WINNING_COST * self.winning().count() + text / BYTES_OF_A_MOVE
    }
}

/// Lists the moves of a position that is no sum.
fn moves_of(part: &Arc<dyn Position>, whole: &PositionSum) -> Result<Vec<LegalMove>> {
    let names = match part.names() {
        Err(Error::TooManyMoves(moves)) if moves < u64::MAX => {
            too_many(moves)?;
            Vec::new()
        }
        names => names?,
    };
    let legal = |(at, (name, outcome)): (usize, (String, Option<Outcome>))| {
        let outcome = outcome.with_context(|| whole.unknown())?;
        Ok(LegalMove {
            name,
            part: 0,
            at,
            wins: !outcome.is_win(),
        })
    };
    names.into_iter().enumerate().map(legal).collect()
}

/// Lists the moves of a sum: a move wins if it leaves nim-sum 0.
fn moves_of_sum(sum: &PositionSum) -> Result<Vec<LegalMove>> {
    let parts = &sum.parts[..];
    let mut moves: Vec<LegalMove> = Vec::new();
    for (part, changed) in parts.iter().enumerate() {
        let options = changed.options()?;
        ensure!(
            (moves.len() + options.len()) as u64 <= MOST_MOVES,
            "the parts of the sum have more than {MOST_MOVES} moves: no more are played"
        );
        let others = sum.nim_sum(&parts[..part])? ^ sum.nim_sum(&parts[part + 1..])?;
        for (at, option) in options.into_iter().enumerate() {
            let name = option.name.clone().unwrap_or_else(|| option.target());
            moves.push(LegalMove {
                name: format!("{}: {name}", part + 1),
                part,
                at,
                wins: others == sum.nim_sum(&option.leads_to)?,
            });
        }
    }
    Ok(moves)
}

/// Replaces line and column of a wrong position, which is `text`, by the text before the mistake, and shows a right one.
fn in_words(error: Error, text: &str, game: &dyn Game) -> anyhow::Error {
    let Error::Input(InputError {
        line,
        column,
        message,
    }) = error
    else {
        return error.into();
    };
    let sign = LINE_FEED.trim();
    let mut lines = text.split(sign);
    let before: Vec<&str> = lines
        .by_ref()
        .take(line.saturating_sub(1) as usize)
        .collect();
    let here = lines.next().unwrap_or_default();
    let here = here
        .get(..column.saturating_sub(1) as usize)
        .unwrap_or(here);
    let before = before.into_iter().chain([here]).collect::<Vec<_>>();
    let example = game.about().example.as_ref();
    let example = example.map(|example| example.position.trim_end().replace('\n', LINE_FEED));
    let example = example.map_or(String::new(), |text| {
        format!("; a position is written as `{text}`")
    });
    match before.join(sign).trim() {
        "" => anyhow!("at the beginning of the position: {message}{example}"),
        before => anyhow!("in the position, after `{before}`: {message}{example}"),
    }
}

/// Returns the text of a position with ` / ` in the place of line feeds.
fn on_one_line(position: &dyn Position) -> String {
    position.to_string().trim_end().replace('\n', LINE_FEED)
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

/// Checks that a position which is no sum has not too many moves.
pub fn too_many(moves: u64) -> Result<()> {
    ensure!(
        moves <= MOST_NAMES,
        "the position has up to {moves} moves: at most {MOST_NAMES} are played"
    );
    Ok(())
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
        let lines = self.parts.iter().map(|part| on_one_line(&**part));
        f.write_str(&lines.collect::<Vec<_>>().join(PLUS))
    }
}
