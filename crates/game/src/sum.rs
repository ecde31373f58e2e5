//! Games in play: a disjunctive sum of positions, its legal moves as people and programs write them, and who wins it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::{
    Choice, Claimant, Error, Game, InputError, Known, Layout, LetterCase, Outcome, Position,
    Reduction, unwatched,
};

/// Separates the parts of a sum.
pub const PLUS: &str = " + ";
/// Stands for a line feed in a text of one line.
pub const LINE_FEED: &str = " / ";

/// Returns a text of one line or several on one line, without white space at its end.
///
/// ```
/// assert_eq!(grundy_game::sum::one_line("2\n3 5\n"), "2 / 3 5");
/// ```
pub fn one_line(text: &str) -> String {
    text.trim_end().replace('\n', LINE_FEED)
}
/// A game whose positions may repeat is a draw after this number of moves more than a win from its first position takes.
pub const DRAWN: usize = 200;
/// The number of moves among which a winning one is looked for where they cannot be listed.
const LOOKED_AT: usize = 64;

/// A disjunctive sum of positions of one game. Nearly every sum has one part. A game whose last move leads to no position
/// ends with a sum of no parts.
///
/// It is displayed on one line: ` / ` stands for a line feed, ` + ` separates parts.
///
/// ```
/// use grundy_game::sum::{Sum, Values};
/// let kayles = grundy_games::find("0.77").unwrap();
/// let row = Sum::read(&*kayles, b"1\n3\n")?;
/// let values = Values::of(&*kayles);
/// let winning = values.winning(&row, 1)?;
/// assert_eq!(row.name(&winning[0]), "1 from heap 1, leaving 1 and 1");
/// assert!(!values.wins(&row.after(&winning[0]))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Sum {
    /// The parts.
    pub parts: Vec<Arc<dyn Position>>,
    /// The numbers of the places that have left the row, in ascending order. Players go on using the first numbers of the
    /// others.
    gone: Vec<u64>,
    /// How letters of moves are compared.
    case: LetterCase,
}

/// A legal move in a sum: in which part, and what it leads to.
#[derive(Clone)]
pub struct Step {
    part: usize,
    choice: Choice,
}

impl Step {
    /// Returns by how much the move lowers its part, where that is known.
    pub fn taken(&self) -> Option<u64> {
        Some(self.choice.numbers?.taken)
    }

    /// Returns whether programs write the move as numbers.
    pub const fn is_numbered(&self) -> bool {
        self.choice.numbers.is_some()
    }
}

impl From<Arc<dyn Position>> for Sum {
    fn from(position: Arc<dyn Position>) -> Self {
        Self {
            parts: vec![position],
            ..Self::default()
        }
    }
}

impl Sum {
    /// A single position, in whose moves letters are compared like this.
    pub fn new(position: Arc<dyn Position>, case: LetterCase) -> Self {
        Self {
            case,
            ..position.into()
        }
    }

    /// Reads the one position of an input of the task.
    ///
    /// # Errors
    /// When the input holds no position, or several.
    pub fn read(game: &dyn Game, input: &[u8]) -> Result<Self, Error> {
        let mut parts = game.read(input)?;
        let found = parts.len();
        if let Some(single) = parts.pop().filter(|_| found == 1) {
            return Ok(single.into());
        }
        let lines = (1..).zip(input.split(|&byte| byte == b'\n'));
        let mut lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
        let wrong = match game.about().layout {
            Layout::Line => lines.nth(1),
            // The first number says how many positions follow.
            Layout::Input => lines.next(),
        };
        let (line, message) = (
            wrong.map_or(1, |(number, _)| number),
            format!("found {found} positions, expected one"),
        );
        Err(Error::Input(InputError::new(line, 1, message)))
    }

    /// Returns the single position; `None` of a sum and of a finished game without a position.
    pub fn position(&self) -> Option<&Arc<dyn Position>> {
        match &self.parts[..] {
            [part] => Some(part),
            _ => None,
        }
    }

    /// Returns the parts whose nim-sum decides: of a single position, in a game that has them.
    pub fn reduction(&self) -> Option<Reduction> {
        self.position()?.reduction()
    }

    /// Returns what the programs of an interactive task read at the beginning.
    ///
    /// # Errors
    /// When the game fails.
    pub fn input(&self) -> Result<String, Error> {
        self.parts.iter().map(|part| part.input()).collect()
    }

    /// Returns the position in the game's own text, with ` + ` between the parts of a sum.
    pub fn text(&self) -> String {
        if let Some(part) = self.position() {
            return part.to_string();
        }
        let texts = self.parts.iter().map(ToString::to_string);
        let texts = texts.map(|text| text.trim_ascii_end().to_owned());
        texts.collect::<Vec<_>>().join(PLUS)
    }

    /// Returns the sum of the numbers in its text.
    pub fn total(&self) -> i128 {
        let text = self.text();
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let numbers = numbers.filter_map(|digits| digits.parse::<u64>().ok());
        numbers.map(i128::from).sum()
    }

    /// Returns the nim-sum of the Grundy values of some positions of this game.
    ///
    /// # Errors
    /// When the game fails, and when a position has no Grundy value.
    pub fn nim_sum(&self, positions: &[Arc<dyn Position>]) -> Result<u64, Error> {
        positions.iter().try_fold(0, |sum, position| {
            let value = position.solve()?.claim.grundy;
            Ok(sum ^ value.ok_or_else(|| self.unknown())?)
        })
    }

    /// The error that it is not known who wins.
    pub fn unknown(&self) -> Error {
        let why = "a part has no Grundy value";
        Error::NotPlayed(format!("it is not known who wins {self}: {why}"))
    }

    /// Returns the move that a program writes as this line; `None` where it is no legal move.
    ///
    /// # Errors
    /// As [`Position::played`].
    pub fn played(&self, line: &str) -> Result<Option<Step>, Error> {
        let of_part = self.of_part(line);
        let of_part = of_part.and_then(|(part, line)| Some((part, self.parts.get(part)?, line)));
        let Some((part, position, line)) = of_part else {
            return Ok(None);
        };
        let choice = position.played(&line, self.case)?;
        Ok(choice.map(|choice| Step { part, choice }))
    }

    /// Returns the index of the part that a line names, and the line with the number that its place has in that part now.
    fn of_part<'a>(&self, line: &'a str) -> Option<(usize, Cow<'a, str>)> {
        let (part, line) = if self.parts.len() == 1 {
            (0, line)
        } else {
            let (number, line) = line.split_once(':')?;
            let number: usize = number.trim_ascii().parse().ok()?;
            (number.checked_sub(1)?, line.trim_ascii())
        };
        if self.gone.is_empty() {
            return Some((part, line.into()));
        }
        let (place, rest) = line.split_once(' ')?;
        let place = place.parse().ok()?;
        let before = self.gone.partition_point(|&gone| gone < place);
        let is_gone = self.gone.get(before) == Some(&place);
        (!is_gone).then(|| (part, format!("{} {rest}", place - before as u64).into()))
    }

    /// Returns the name of a move for people. Where places leave the row, the name ends with the place.
    pub fn name(&self, step: &Step) -> String {
        let name = step.choice.name.clone();
        let mut name = name.unwrap_or_else(|| step.choice.target());
        if let Some(numbers) = step.choice.numbers.filter(|_| !self.gone.is_empty())
            && let Some(before) = name.strip_suffix(&numbers.place.to_string())
        {
            name = format!("{before}{}", self.place_at_first(numbers.place));
        }
        self.in_part(step.part, name)
    }

    /// Returns the line that programs write for a move.
    pub fn line(&self, step: &Step) -> String {
        let line = match step.choice.numbers {
            Some(numbers) => {
                let place = self.place_at_first(numbers.place);
                format!("{place} {}", numbers.number)
            }
            None => step.choice.line(),
        };
        self.in_part(step.part, line)
    }

    /// Returns a move of a part as a move of the sum: with the number of the part where there are several.
    pub fn in_part(&self, part: usize, name: String) -> String {
        match self.parts.len() {
            1 => name,
            _ => format!("{}: {name}", part + 1),
        }
    }

    /// Returns what a line leads to that was a legal move before.
    ///
    /// # Errors
    /// As [`played`](Self::played), and when the line is no legal move.
    pub fn after_line(&self, line: &str) -> Result<Self, Error> {
        let gone = || Error::NotPlayed(format!("{line} is no legal move any more"));
        let step = self.played(line)?.ok_or_else(gone)?;
        Ok(self.after(&step))
    }

    /// Returns what a move leads to.
    #[must_use]
    pub fn after(&self, step: &Step) -> Self {
        let mut after = self.with(step.part, step.choice.leads_to.clone());
        if let Some(numbers) = step.choice.numbers.filter(|numbers| numbers.leaves_row) {
            let place = self.place_at_first(numbers.place);
            let before = after.gone.partition_point(|&other| other < place);
            after.gone.insert(before, place);
        }
        after
    }

    /// Returns the sum with other positions in the place of one part.
    #[must_use]
    pub fn with(&self, part: usize, positions: Vec<Arc<dyn Position>>) -> Self {
        let mut after = self.clone();
        after.parts.splice(part..=part, positions);
        after
    }

    /// Returns the number that a place had at the beginning.
    fn place_at_first(&self, now: u64) -> u64 {
        let passed = |place, &gone: &u64| if gone <= place { place + 1 } else { place };
        self.gone.iter().fold(now, passed)
    }

    /// Returns all legal moves.
    ///
    /// # Errors
    /// As [`Position::moves`].
    pub fn moves(&self) -> Result<Vec<Step>, Error> {
        self.of_parts(|part| part.moves())
    }

    /// Returns all legal moves; `None` where they are too many for a list.
    ///
    /// # Errors
    /// When the game fails.
    pub fn listed(&self) -> Result<Option<Vec<Step>>, Error> {
        match self.moves() {
            Err(Error::TooManyMoves(_)) => Ok(None),
            moves => moves.map(Some),
        }
    }

    /// Returns at most `most` moves of each part, drawn at random where there are more.
    ///
    /// # Errors
    /// When the game fails.
    pub fn some_moves(&self, most: usize, seed: u64) -> Result<Vec<Step>, Error> {
        self.of_parts(|part| part.random_moves(most, seed))
    }

    fn of_parts(
        &self,
        choices: impl Fn(&Arc<dyn Position>) -> Result<Vec<Choice>, Error>,
    ) -> Result<Vec<Step>, Error> {
        let mut moves = Vec::new();
        for (part, position) in self.parts.iter().enumerate() {
            let choices = choices(position)?.into_iter();
            moves.extend(choices.map(|choice| Step { part, choice }));
        }
        Ok(moves)
    }

    /// Returns whether no player can move any more.
    ///
    /// # Errors
    /// When the game fails.
    pub fn is_over(&self) -> Result<bool, Error> {
        // A position with few legal moves among many candidates may give none at random.
        if !self.some_moves(1, 0)?.is_empty() {
            return Ok(false);
        }
        Ok(self.listed()?.is_some_and(|moves| moves.is_empty()))
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(&self.text()))
    }
}

/// Who wins a sum, and how long that takes. The oracle's for small positions, the closed form's or the claim's for others,
/// and the nim-sum's for sums.
pub struct Values {
    misere: bool,
    /// Whether positions may be draws.
    loops: bool,
    /// Whether it is a rules program, by whose options and claims it is known who wins.
    is_program: bool,
    /// What is known of each small position, by its text.
    known: HashMap<String, Known>,
}

impl Values {
    /// Values by the closed form or the claim only.
    pub fn of(game: &dyn Game) -> Self {
        let about = game.about();
        Self {
            misere: about.misere,
            loops: about.loops,
            is_program: about.claimant == Claimant::Claim,
            known: HashMap::new(),
        }
    }

    /// Solves every position up to a size by the oracle.
    ///
    /// # Errors
    /// When the positions cannot be solved.
    pub fn up_to(game: &dyn Game, up_to: u32) -> Result<Self, Error> {
        let mut known = HashMap::new();
        game.values(up_to, &mut unwatched, &mut |evaluated| {
            known.insert(evaluated.position, evaluated.known);
            ControlFlow::Continue(())
        })?;
        Ok(Self {
            known,
            ..Self::of(game)
        })
    }

    /// Returns whether the player to move wins.
    ///
    /// # Errors
    /// When the game fails, and when it is not known who wins.
    pub fn wins(&self, sum: &Sum) -> Result<bool, Error> {
        Ok(self.outcome(sum)?.is_win())
    }

    /// Returns the outcome of a position.
    ///
    /// # Errors
    /// As [`wins`](Self::wins).
    pub fn outcome(&self, sum: &Sum) -> Result<Outcome, Error> {
        match (self.known(sum), sum.position()) {
            (Some(known), _) => Ok(known.outcome),
            (None, Some(position)) => Ok(self.solved(position)?.0),
            // The last move has been made.
            (None, None) if sum.parts.is_empty() => Ok(Outcome::of(self.misere)),
            (None, None) => Ok(Outcome::from_grundy_value(sum.nim_sum(&sum.parts)?)),
        }
    }

    /// Returns the remoteness of a small position.
    pub fn remoteness(&self, sum: &Sum) -> Option<u64> {
        self.known(sum)?.remoteness
    }

    /// Returns the number of moves after which a game from this position is a draw: no game is, unless positions may repeat.
    ///
    /// # Errors
    /// When the game fails.
    pub fn longest(&self, start: &Sum) -> Result<usize, Error> {
        let Some(position) = start.position().filter(|_| self.loops) else {
            return Ok(usize::MAX);
        };
        let remoteness = position.solve()?.claim.remoteness;
        Ok(DRAWN + remoteness.unwrap_or(0) as usize)
    }

    fn known(&self, sum: &Sum) -> Option<Known> {
        if self.known.is_empty() {
            return None;
        }
        self.known.get(&sum.position()?.to_string()).copied()
    }

    /// Returns the outcome, and how many moves win: 0 or 1 where they are too many for a rules program.
    fn solved(&self, position: &Arc<dyn Position>) -> Result<(Outcome, u64), Error> {
        if !self.is_program {
            let claim = position.solve()?.claim;
            return Ok((claim.outcome, claim.winning_moves.unwrap_or(0)));
        }
        match position.options() {
            Ok(options) if options.is_empty() => Ok((Outcome::of(self.misere), 0)),
            Ok(options) => {
                let outcomes = options.iter().filter_map(|option| option.outcome);
                let best = outcomes.map(Outcome::reversed).max();
                let winning = options.iter().filter(|option| option.is_winning());
                Ok((best.unwrap_or(Outcome::P), winning.count() as u64))
            }
            Err(Error::TooManyMoves(_)) => {
                // Fails where neither the oracle nor a claim tells it.
                position.case()?;
                let outcome = position.solve()?.claim.outcome;
                Ok((outcome, outcome.is_win().into()))
            }
            Err(error) => Err(error),
        }
    }

    /// Returns at most `most` moves that win; from a draw, those that keep it.
    ///
    /// # Errors
    /// As [`wins`](Self::wins).
    pub fn winning(&self, sum: &Sum, most: usize) -> Result<Vec<Step>, Error> {
        let is_known = self.known(sum).is_some() || self.loops;
        if let Some(position) = sum.position().filter(|_| !is_known)
            && !self.is_program
        {
            let choices = position.winning(most)?.into_iter();
            return Ok(choices.map(|choice| Step { part: 0, choice }).collect());
        }
        let moves = match sum.listed()? {
            Some(moves) => moves,
            None => sum.some_moves(LOOKED_AT, 0)?,
        };
        self.winning_among(sum, moves, most)
    }

    /// Returns the first of some moves that win, or from a draw keep it, at most `most`.
    ///
    /// # Errors
    /// As [`wins`](Self::wins).
    pub fn winning_among(
        &self,
        sum: &Sum,
        moves: Vec<Step>,
        most: usize,
    ) -> Result<Vec<Step>, Error> {
        let is_draw = self.loops && self.outcome(sum)? == Outcome::Draw;
        let to = if is_draw { Outcome::Draw } else { Outcome::P };
        let winning = |step| match self.outcome(&sum.after(&step)) {
            Ok(outcome) => (outcome == to).then_some(Ok(step)),
            Err(error) => Some(Err(error)),
        };
        moves.into_iter().filter_map(winning).take(most).collect()
    }

    /// Returns how many moves win; of a sum, and of a position whose moves are too many for its game, 0 or 1.
    ///
    /// # Errors
    /// As [`wins`](Self::wins).
    pub fn winning_moves(&self, sum: &Sum) -> Result<u64, Error> {
        match sum.position() {
            Some(position) => Ok(self.solved(position)?.1),
            None => Ok(self.wins(sum)?.into()),
        }
    }
}
