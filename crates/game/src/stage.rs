//! Positions as people play them: their legal moves by name, and moves and positions as people type them.

use crate::explain::page::explained_sum;
use crate::explain::row::Winning;
use crate::sum::{LINE_FEED, PLUS, Sum, one_line};
use crate::{
    Detail, Error, Game, InputError, Layout, Line, MOST_MOVES, MOST_NAMES, Outcome, Position, Role,
    Span,
};

/// The largest number of parts.
const MOST_PARTS: usize = 100;
/// The largest number of moves that an error names.
const SHOWN: usize = 8;
/// A position takes about as much time and memory as a move for every so many bytes of its text.
const BYTES_OF_A_MOVE: usize = 8;
/// How many moves a winning move costs: its name is stored.
const WINNING_COST: usize = 8;

/// A position with its legal moves.
pub struct Stage {
    /// The position.
    pub position: Sum,
    /// Its outcome.
    pub outcome: Outcome,
    /// Every legal move; none when the game is over.
    pub moves: Vec<LegalMove>,
}

/// A legal move in a [`Sum`].
pub struct LegalMove {
    /// Its name.
    pub name: String,
    /// The index of the part that it changes,
    part: usize,
    /// and the move's index among the moves of that part.
    at: usize,
    /// The outcome of what it leads to.
    outcome: Outcome,
}

impl LegalMove {
    /// Returns whether the player who makes it wins.
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::P
    }
}

impl Sum {
    /// Reads the text that [`Display`](std::fmt::Display) writes of a position of this game. An error names the text before
    /// the mistake: lines and columns of the task's input are not those of this text. Where an input has only a row of numbers below
    /// their number, a part without a line end is the row: `3 5` is `2 / 3 5`.
    ///
    /// # Errors
    /// When the text is no position, or the game fails.
    pub fn parse(game: &dyn Game, text: &str) -> Result<Self, Error> {
        let is_line = game.about().layout == Layout::Line;
        // Where positions are numbers, no blanks are needed round the signs.
        let plus = if is_line { PLUS } else { PLUS.trim() };
        let texts: Vec<&str> = text.split(plus).collect();
        check_parts(texts.len())?;
        let mut sum = Self::default();
        let is_row = |text: &str| text.bytes().all(|c| c.is_ascii_digit() || c == b' ');
        for text in texts {
            let mut input = text.to_owned();
            let mut text = text.to_owned();
            if !is_line {
                text = text.trim().to_owned();
                if game.about().is_counted_row() && is_row(&text) {
                    let numbers = text.split_whitespace().count();
                    text = format!("{numbers}{LINE_FEED}{text}");
                }
                input = text.replace(LINE_FEED.trim(), "\n");
            }
            let part = Self::read(game, input.as_bytes());
            let part = part.map_err(|error| in_words(error, &text, game))?;
            sum.parts.extend(part.parts);
        }
        Ok(sum)
    }

    /// Returns the drawing of the position without its winning moves ([`Detail::Brief`]), or its explanation with them
    /// ([`Detail::Full`]).
    ///
    /// # Errors
    /// When the game fails, and for an explanation when it is not known who wins.
    pub fn lines(&self, detail: Detail) -> Result<Vec<Line>, Error> {
        if detail == Detail::Full && self.parts.len() > 1 {
            return self.explained();
        }
        let pages = self.parts.iter().map(|part| Ok(part.page(detail)?.lines));
        let pages: Vec<Vec<Line>> = pages.collect::<Result<_, Error>>()?;
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
    fn explained(&self) -> Result<Vec<Line>, Error> {
        let parts = self.parts.iter().map(|part| {
            let value = self.nim_sum(std::slice::from_ref(part))?;
            Ok((Self::from(part.clone()).to_string(), value))
        });
        let parts = parts.collect::<Result<Vec<_>, Error>>()?;
        let moves = moves_of_sum(self)?.into_iter();
        let winning = moves.filter(LegalMove::wins).map(|choice| Winning {
            name: choice.name,
            place: choice.part,
            amount: 0,
        });
        let winning: Vec<Winning> = winning.collect();
        let mut lines = self.lines(Detail::Brief)?;
        lines.push(Line::default());
        lines.extend(explained_sum(&parts, &winning));
        Ok(lines)
    }
}

impl Stage {
    /// Lists the legal moves of a position. The moves of a sum are those of its parts, each with the number of the part in
    /// its name.
    ///
    /// # Errors
    /// When the game fails, the sum has too many parts or moves, or it is not known who wins.
    pub fn of(position: Sum) -> Result<Self, Error> {
        check_parts(position.parts.len())?;
        let moves = match position.position() {
            Some(part) => moves_of(&**part, &position)?,
            None => moves_of_sum(&position)?,
        };
        let best = moves.iter().map(|choice| choice.outcome.reversed()).max();
        let outcome = match position.position() {
            Some(part) if moves.is_empty() => part.solve()?.claim.outcome,
            _ => best.unwrap_or(Outcome::P),
        };
        Ok(Self {
            position,
            outcome,
            moves,
        })
    }

    /// Returns the position after the move with this index.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn after(&self, at: usize) -> Result<Self, Error> {
        let LegalMove { part, at, .. } = self.moves[at];
        let after = self.position.parts[part].after(at)?;
        Self::of(self.position.with(part, after))
    }

    /// Returns the indices of the moves that win.
    pub fn winning(&self) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).filter(|&at| self.moves[at].wins())
    }

    /// Returns the indices of the moves that win; from a draw, those that keep it.
    pub fn best(&self) -> impl Iterator<Item = usize> {
        let kept = |at: &usize| self.moves[*at].outcome.reversed() == self.outcome;
        (0..self.moves.len()).filter(move |at| self.outcome != Outcome::P && kept(at))
    }

    /// Returns the index of the move with this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.moves.iter().position(|choice| choice.name == name)
    }

    /// Returns the index in [`moves`](Self::moves) of the move that was typed: its name; `#3`, the third on the list; or
    /// some of its words in their order, the first among them, where no other move has them: `2` for `2 -> 4`, and `3 1`
    /// for `3 from heap 1`.
    ///
    /// # Errors
    /// When the text is no move, or may be several.
    pub fn typed(&self, typed: &str) -> Result<usize, Error> {
        let typed = typed.trim();
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
        Err(Error::NotPlayed(match meant[..] {
            [at] => return Ok(at),
            [] if all.is_empty() => format!("`{typed}`: the game is over"),
            [] => {
                let legal = self.quoted(&all);
                format!("`{typed}` is no legal move here; legal: {legal}")
            }
            _ => format!("`{typed}` may be {}", self.quoted(&meant)),
        }))
    }

    /// Names the moves with these indices, or the first of them.
    fn quoted(&self, moves: &[usize]) -> String {
        let first = moves.iter().take(SHOWN);
        let quoted = first.map(|&at| format!("`{}`", self.moves[at].name));
        let quoted = quoted.collect::<Vec<_>>().join(", ");
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
fn moves_of(part: &dyn Position, whole: &Sum) -> Result<Vec<LegalMove>, Error> {
    let names = match part.names() {
        Err(Error::TooManyMoves(moves)) if moves < u64::MAX => {
            too_many(moves)?;
            Vec::new()
        }
        names => names?,
    };
    let legal = |(at, (name, outcome)): (usize, (String, Option<Outcome>))| {
        let outcome = outcome.ok_or_else(|| whole.unknown())?;
        Ok(LegalMove {
            name,
            part: 0,
            at,
            outcome,
        })
    };
    names.into_iter().enumerate().map(legal).collect()
}

/// Lists the moves of a sum: a move wins if it leaves nim-sum 0.
fn moves_of_sum(sum: &Sum) -> Result<Vec<LegalMove>, Error> {
    let mut moves: Vec<LegalMove> = Vec::new();
    for (part, changed) in sum.parts.iter().enumerate() {
        let options = changed.options()?;
        played((moves.len() + options.len()) as u64 <= MOST_MOVES, || {
            format!("the parts of the sum have more than {MOST_MOVES} moves: no more are played")
        })?;
        let others = sum.nim_sum(&sum.parts[..part])? ^ sum.nim_sum(&sum.parts[part + 1..])?;
        for (at, option) in options.into_iter().enumerate() {
            let name = option.name.clone().unwrap_or_else(|| option.target());
            moves.push(LegalMove {
                name: sum.in_part(part, name),
                part,
                at,
                outcome: Outcome::of(others != sum.nim_sum(&option.leads_to)?),
            });
        }
    }
    Ok(moves)
}

/// Replaces line and column of a wrong position, which is `text`, by the text before the mistake, and shows a right one.
fn in_words(error: Error, text: &str, game: &dyn Game) -> Error {
    let Error::Input(InputError {
        line,
        column,
        message,
    }) = error
    else {
        return error;
    };
    let sign = LINE_FEED.trim();
    let mut lines = text.split(sign);
    let before = lines.by_ref().take(line.saturating_sub(1) as usize);
    let mut before: Vec<&str> = before.collect();
    let here = lines.next().unwrap_or_default();
    let column = column.saturating_sub(1) as usize;
    before.push(here.get(..column).unwrap_or(here));
    let example = game.about().example.as_ref().map(|example| {
        let text = one_line(&example.position);
        format!("; a position is written as `{text}`")
    });
    let place = match before.join(sign).trim() {
        "" => "at the beginning of the position".to_owned(),
        before => format!("in the position, after `{before}`"),
    };
    Error::NotPlayed(format!("{place}: {message}{}", example.unwrap_or_default()))
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
///
/// # Errors
/// When it has.
pub fn too_many(moves: u64) -> Result<(), Error> {
    let most = MOST_NAMES;
    let why = || format!("the position has up to {moves} moves: at most {most} are played");
    played(moves <= most, why)
}

fn check_parts(parts: usize) -> Result<(), Error> {
    let most = MOST_PARTS;
    let why = || format!("a sum of {parts} positions: at most {most} are played");
    played(parts <= most, why)
}

/// Checks that a position is played, or says why not.
fn played(is_played: bool, why: impl FnOnce() -> String) -> Result<(), Error> {
    is_played
        .then_some(())
        .ok_or_else(|| Error::NotPlayed(why()))
}
