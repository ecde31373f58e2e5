//! The position of a game in progress, its legal moves, and who wins it.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_games::{Choice, Error, Known, LetterCase, Position, unwatched};

use crate::JudgeError;
use crate::task::Task;

/// A disjunctive sum of positions of one game, nearly always of one position. A finished game may have none.
#[derive(Clone)]
pub(crate) struct State {
    parts: Vec<Arc<dyn Position>>,
    /// The numbers of the places that have left the row, in ascending order. Players go on using the first numbers of the
    /// others.
    gone: Vec<u64>,
    /// How letters of moves are compared.
    case: LetterCase,
}

/// A legal move in a state: in which part, and what it leads to.
#[derive(Clone)]
pub(crate) struct Step {
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

impl State {
    pub fn new(position: Arc<dyn Position>, case: LetterCase) -> Self {
        let (parts, gone) = (vec![position], Vec::new());
        Self { parts, gone, case }
    }

    /// Returns what the program reads at the beginning.
    pub fn input(&self) -> Result<String, Error> {
        self.parts.iter().map(|part| part.input()).collect()
    }

    /// Returns the position in the game's own text, with ` + ` between the parts of a sum.
    pub fn text(&self) -> String {
        match &self.parts[..] {
            [part] => part.to_string(),
            parts => {
                let texts = parts.iter().map(ToString::to_string);
                let texts = texts.map(|text| text.trim_ascii_end().to_owned());
                texts.collect::<Vec<_>>().join(" + ")
            }
        }
    }

    /// Returns the sum of the numbers in its text.
    pub fn sum(&self) -> i128 {
        let text = self.text();
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let numbers = numbers.filter_map(|digits| digits.parse::<u64>().ok());
        numbers.map(i128::from).sum()
    }

    /// Returns the single position; `None` of a sum and of a finished game without a position.
    pub fn position(&self) -> Option<&Arc<dyn Position>> {
        match &self.parts[..] {
            [part] => Some(part),
            _ => None,
        }
    }

    /// Returns the move that a program writes as this line; `None` where it is no legal move.
    pub fn played(&self, line: &str) -> Result<Option<Step>, Error> {
        let (part, line) = match self.parts.len() {
            1 => (0, line),
            _ => match line.split_once(':') {
                Some((number, line)) => match number.trim_ascii().parse::<usize>() {
                    Ok(number @ 1..) => (number - 1, line.trim_ascii()),
                    _ => return Ok(None),
                },
                None => return Ok(None),
            },
        };
        let Some(position) = self.parts.get(part) else {
            return Ok(None);
        };
        let choice = match (&self.gone[..], line.split_once(' ')) {
            ([], _) => position.played(line, self.case)?,
            (_, Some((place, rest))) => {
                match place.parse().ok().and_then(|at| self.place_now(at)) {
                    Some(place) => position.played(&format!("{place} {rest}"), self.case)?,
                    None => None,
                }
            }
            _ => None,
        };
        Ok(choice.map(|choice| Step { part, choice }))
    }

    /// Returns the name of a move for people. Where places leave the row, the name ends with the place.
    pub fn name(&self, step: &Step) -> String {
        let name = step.choice.name.clone();
        let mut name = name.unwrap_or_else(|| step.choice.target().replace('\n', " / "));
        if let Some(numbers) = step.choice.numbers.filter(|_| !self.gone.is_empty())
            && let Some(before) = name.strip_suffix(&numbers.place.to_string())
        {
            name = format!("{before}{}", self.place_at_first(numbers.place));
        }
        match self.parts.len() {
            1 => name,
            _ => format!("{}: {name}", step.part + 1),
        }
    }

    /// Returns the legal move with this name for people.
    pub fn named(&self, name: &str) -> Result<Option<Step>, Error> {
        let moves = self.moves()?;
        Ok(moves.into_iter().find(|step| self.name(step) == name))
    }

    /// Returns what a line leads to that was a legal move before.
    pub fn after_line(&self, line: &str) -> Result<Self, JudgeError> {
        let gone = || JudgeError::Task(format!("{line} is no legal move any more"));
        let step = self.played(line)?.ok_or_else(gone)?;
        Ok(self.after(&step))
    }

    /// Returns the line for a move.
    pub fn line(&self, step: &Step) -> String {
        let line = match step.choice.numbers {
            Some(numbers) => {
                let place = self.place_at_first(numbers.place);
                format!("{place} {}", numbers.number)
            }
            None => step.choice.line(),
        };
        match self.parts.len() {
            1 => line,
            _ => format!("{}: {line}", step.part + 1),
        }
    }

    pub fn after(&self, step: &Step) -> Self {
        let mut parts = self.parts.clone();
        let leads_to = step.choice.leads_to.iter().cloned();
        parts.splice(step.part..=step.part, leads_to);
        let mut gone = self.gone.clone();
        if let Some(numbers) = step.choice.numbers.filter(|numbers| numbers.leaves_row) {
            let place = self.place_at_first(numbers.place);
            gone.insert(gone.partition_point(|&other| other < place), place);
        }
        let case = self.case;
        Self { parts, gone, case }
    }

    /// Returns the number that a place had at the beginning.
    fn place_at_first(&self, now: u64) -> u64 {
        let passed = |place, &gone: &u64| if gone <= place { place + 1 } else { place };
        self.gone.iter().fold(now, passed)
    }

    /// Returns the number of a place that had this number at the beginning; `None` when it has left the row.
    fn place_now(&self, at_first: u64) -> Option<u64> {
        let before = self.gone.partition_point(|&gone| gone < at_first);
        let is_gone = self.gone.get(before) == Some(&at_first);
        (!is_gone).then(|| at_first - before as u64)
    }

    /// Returns all legal moves.
    pub fn moves(&self) -> Result<Vec<Step>, Error> {
        self.of_parts(|part| part.moves())
    }

    /// Returns at most `most` moves of each part, drawn at random where there are more.
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
    pub fn is_over(&self) -> Result<bool, Error> {
        // A position with few legal moves among many candidates may give none at random.
        if !self.some_moves(1, 0)?.is_empty() {
            return Ok(false);
        }
        match self.moves() {
            Ok(moves) => Ok(moves.is_empty()),
            Err(Error::TooManyMoves(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Who wins a position, and how long that takes. The oracle's for small positions, the closed form's or the claim's for
/// others.
pub(crate) struct Values<'a> {
    task: &'a Task<'a>,
    /// The values of each small position, by its text.
    known: HashMap<String, Known>,
    /// The length of the longest of these texts.
    longest: usize,
}

impl<'a> Values<'a> {
    /// Values by the closed form or the claim only.
    pub fn of(task: &'a Task<'a>) -> Self {
        Self {
            task,
            known: HashMap::new(),
            longest: 0,
        }
    }

    /// Solves every position up to a size by the oracle.
    pub fn up_to(task: &'a Task<'a>, up_to: u32) -> Result<Self, JudgeError> {
        let mut known = HashMap::new();
        task.game.values(up_to, &mut unwatched, &mut |evaluated| {
            known.insert(evaluated.position, evaluated.known);
            ControlFlow::Continue(())
        })?;
        let longest = known.keys().map(String::len).max().unwrap_or(0);
        Ok(Self {
            task,
            known,
            longest,
        })
    }

    /// Returns whether the player to move wins.
    pub fn wins(&self, state: &State) -> Result<bool, JudgeError> {
        if let Some(known) = self.known(state) {
            return Ok(known.wins());
        }
        match state.position() {
            Some(position) => self.of_position(position),
            // The last move has been made.
            None if state.parts.is_empty() => Ok(self.task.game.about().misere),
            None => {
                let values = state
                    .parts
                    .iter()
                    .map(|part| Ok(part.solve()?.claim.grundy));
                let values: Option<Vec<u64>> = values.collect::<Result<_, Error>>()?;
                let unknown = || {
                    let text = state.text();
                    JudgeError::Task(format!("{text}: a part of this sum has no Grundy value"))
                };
                let values = values.ok_or_else(unknown)?;
                Ok(values.into_iter().fold(0, |sum, value| sum ^ value) != 0)
            }
        }
    }

    /// Returns the remoteness of a small position.
    pub fn remoteness(&self, state: &State) -> Option<u32> {
        self.known(state)?.remoteness
    }

    fn known(&self, state: &State) -> Option<Known> {
        let position = state.position()?;
        let text = position.to_string();
        (text.len() <= self.longest).then(|| self.known.get(&text).copied())?
    }

    fn of_position(&self, position: &Arc<dyn Position>) -> Result<bool, JudgeError> {
        if !self.task.is_program() {
            return Ok(position.solve()?.claim.wins());
        }
        let about = self.task.game.about();
        match position.options() {
            Ok(options) if options.is_empty() => return Ok(about.misere),
            Ok(options) => return Ok(options.iter().any(Choice::is_winning)),
            Err(Error::TooManyMoves(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let case = position.case()?;
        Ok(about.answers.says(case.answer.trim_ascii()).wins())
    }

    /// Returns at most `most` moves that win.
    pub fn winning(&self, state: &State, most: usize) -> Result<Vec<Step>, JudgeError> {
        let is_known = self.known(state).is_some();
        if let Some(position) = state.position().filter(|_| !is_known)
            && !self.task.is_program()
        {
            let choices = position.winning(most)?.into_iter();
            return Ok(choices.map(|choice| Step { part: 0, choice }).collect());
        }
        let moves = match state.moves() {
            Err(Error::TooManyMoves(_)) => state.some_moves(LOOKED_AT, 0)?,
            moves => moves?,
        };
        let mut winning = Vec::new();
        for step in moves {
            if winning.len() == most {
                break;
            }
            if !self.wins(&state.after(&step))? {
                winning.push(step);
            }
        }
        Ok(winning)
    }

    /// Returns how many moves win; of a sum, and of a position whose moves are too many for its game, 0 or 1.
    pub fn winning_moves(&self, state: &State) -> Result<u64, JudgeError> {
        match state.position() {
            Some(position) if !self.task.is_program() => {
                Ok(position.solve()?.claim.winning_moves.unwrap_or(0))
            }
            Some(position) => match position.options() {
                Ok(options) => {
                    let winning = options.iter().filter(|option| option.is_winning());
                    Ok(winning.count() as u64)
                }
                Err(Error::TooManyMoves(_)) => Ok(self.wins(state)?.into()),
                Err(error) => Err(error.into()),
            },
            None => Ok(self.wins(state)?.into()),
        }
    }

    /// The start of a game.
    pub fn state(&self, text: &str) -> Result<State, JudgeError> {
        Ok(State::new(self.task.position(text)?, self.task.case))
    }
}

/// The number of moves among which a winning one is looked for where they cannot be listed.
const LOOKED_AT: usize = 64;
