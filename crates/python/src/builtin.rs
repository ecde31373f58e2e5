//! The built-in games and codes: positions, answers, sweeps.

use std::borrow::Cow;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use grundy_game::{Detail, Error, Place, Role, Solution};
use grundy_records::plan::{Check, SweepPlan};
use grundy_sweep::{Run, SweepError, SweepProblem};
use maud::html;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::formula::{Asked, find as find_formula};
use crate::{cut, hash, in_background, raised, size, text};

/// A built-in game, or that of a code.
#[pyclass(frozen, subclass, module = "grundy._grundy")]
pub struct BuiltinGame(Arc<dyn grundy_game::Game>);

/// What a sweep found: positions, mismatches, seconds, and input, expected claim and claim of the smallest mismatch.
type Found = (u64, u64, f64, Option<(String, String, String)>);

#[pymethods]
impl BuiltinGame {
    #[new]
    fn new(name: &Bound<'_, PyAny>) -> PyResult<Self> {
        find(name).map(Self)
    }

    /// How copies and pickles are made: a class, and what it is called with.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().name().to_owned(),))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.name() == other.name()
    }

    fn __hash__(&self) -> u64 {
        hash(self.name())
    }

    /// The name on the command line.
    #[getter]
    fn name(&self) -> &str {
        &self.0.about().name
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &str {
        &self.0.about().title
    }

    fn solve(&self, input: &Bound<'_, PyAny>) -> PyResult<String> {
        let (py, input) = (input.py(), input_of(&*self.0, input)?);
        let answers = py.detach(|| self.0.answer(&mut input.as_bytes()));
        Ok(answers.map_err(|error| raised(py, error))?.join("\n"))
    }

    fn positions(&self, input: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
        read(&self.0, input)
    }

    fn position(&self, input: &Bound<'_, PyAny>) -> PyResult<Position> {
        read_one(&self.0, input)
    }

    fn _sweep(&self, py: Python<'_>, up_to: Option<&Bound<'_, PyAny>>) -> PyResult<Found> {
        let up_to = match up_to {
            Some(up_to) => size(up_to)?,
            None => self.0.sweep_to().map_err(|error| raised(py, error))?,
        };
        let report = in_background(py, |stop| {
            let run = Run {
                jobs: None,
                keep: None,
                place: &Place::Memory,
                stop,
                progress: &|_| {},
            };
            grundy_sweep::sweep(&*self.0, SweepPlan::whole(Check::Oracle { up_to }), run)
        })?;
        let report = report.map_err(|error| match error {
            SweepError::Of(SweepProblem::Refused(problem)) => PyValueError::new_err(problem),
            SweepError::Of(SweepProblem::Game { error, .. }) => raised(py, error),
            error => PyRuntimeError::new_err(error.to_string()),
        })?;
        let smallest = report.total.smallest.clone();
        let smallest = smallest.map(|found| (found.input, found.expected, found.got));
        let mismatches = report.total.mismatches;
        Ok((report.positions(), mismatches, report.seconds, smallest))
    }

    fn _formula(&self, py: Python<'_>, asked: Asked) -> PyResult<Option<String>> {
        let found = in_background(py, |stop| {
            find_formula(&*self.0, asked, || stop.load(Ordering::Relaxed))
        })?;
        found.map_err(|error| raised(py, error))
    }
}

/// The game of a name. What is no text becomes a sign that is in no name.
pub fn find(name: &Bound<'_, PyAny>) -> PyResult<Arc<dyn grundy_game::Game>> {
    /// Of a message that repeats a longer name, the two ends are enough.
    const LONG: usize = 1000;
    let forms =
        "the name of a game or a code: a string such as \"nim\", \"0.77\" or \"subtract:1,3,4\"";
    let name = text(name, forms)?;
    grundy_games::find(&name).map_err(|error| {
        let mut said = error.to_string();
        if name.len() > LONG {
            let end: Vec<char> = said.chars().rev().take(100).collect();
            said = cut(&said) + &end.into_iter().rev().collect::<String>();
        }
        PyValueError::new_err(said)
    })
}

/// The text of an input. The message has an input of the game as an example.
fn input_of<'a>(
    game: &dyn grundy_game::Game,
    input: &'a Bound<'_, PyAny>,
) -> PyResult<Cow<'a, str>> {
    let example = game.about().samples.first();
    let example = example.map_or("2\n1 3\n", |sample| sample);
    text(input, &format!("an input: a string such as {example:?}"))
}

/// The positions of an input. The reader refuses what is not ASCII, and says where it is.
fn read(game: &Arc<dyn grundy_game::Game>, input: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let (py, input) = (input.py(), input_of(&**game, input)?);
    let positions = py.detach(|| game.read(input.as_bytes()));
    let positions = positions.map_err(|error| raised(py, error))?.into_iter();
    let placed = positions.map(|position| Position::of(game, position));
    Ok(placed.collect())
}

fn read_one(game: &Arc<dyn grundy_game::Game>, input: &Bound<'_, PyAny>) -> PyResult<Position> {
    let mut positions = read(game, input)?;
    match (positions.len(), positions.pop()) {
        (1, Some(position)) => Ok(position),
        (count, _) => Err(PyValueError::new_err(format!(
            "found {count} positions, expected one; positions() reads them all"
        ))),
    }
}

/// A position of a built-in game.
#[pyclass(frozen, module = "grundy")]
pub struct Position {
    game: Arc<dyn grundy_game::Game>,
    position: Arc<dyn grundy_game::Position>,
}

impl Position {
    fn of(game: &Arc<dyn grundy_game::Game>, position: Arc<dyn grundy_game::Position>) -> Self {
        let game = Arc::clone(game);
        Self { game, position }
    }

    /// Calls a method of the position without the interpreter's lock.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        method: impl FnOnce(&dyn grundy_game::Position) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        py.detach(|| method(&*self.position))
            .map_err(|error| raised(py, error))
    }

    fn solution(&self, py: Python<'_>) -> PyResult<Solution> {
        self.ask(py, |position| position.solve())
    }

    fn text(&self) -> String {
        self.game.write(slice::from_ref(&self.position))
    }
}

#[pymethods]
impl Position {
    #[new]
    fn new(game: &Bound<'_, PyAny>, input: &Bound<'_, PyAny>) -> PyResult<Self> {
        read_one(&find(game)?, input)
    }

    /// How copies and pickles are made: a class, and what it is called with.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String, String)) {
        let position = slf.get();
        let arguments = (position.game.about().name.to_string(), position.text());
        (slf.get_type(), arguments)
    }

    /// Whether the player to move wins.
    #[getter]
    fn wins(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.solution(py)?.claim.wins())
    }

    /// "P" when the player to move loses, otherwise "N".
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(if self.wins(py)? { "N" } else { "P" })
    }

    /// The Grundy value; None where the closed form of the game does not say it.
    #[getter]
    fn grundy(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        Ok(self.solution(py)?.claim.grundy)
    }

    /// The answer to the task.
    #[getter]
    fn answer(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.solution(py)?.answer)
    }

    /// All moves.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let options = self.ask(py, |position| position.options())?;
        let moves = options.into_iter().map(|choice| Move {
            name: choice.name.clone().unwrap_or_else(|| choice.target()),
            wins: choice.wins(),
            target: choice.target(),
            leads_to: choice.leads_to,
            game: Arc::clone(&self.game),
        });
        Ok(moves.collect())
    }

    /// The moves to a P-position.
    fn winning_moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let moves = self.moves(py)?.into_iter();
        Ok(moves.filter(|a_move| a_move.wins == Some(true)).collect())
    }

    /// The explanation, as `grundy explain` prints it.
    fn explain(&self, py: Python<'_>) -> PyResult<String> {
        let page = self.ask(py, |position| position.page(Detail::Full))?;
        Ok(page.text())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.about().name == other.game.about().name && self.text() == other.text()
    }

    fn __hash__(&self) -> u64 {
        hash(&(&*self.game.about().name, self.text()))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!(
            "<position of {}: {:?}>",
            self.game.about().name,
            self.text()
        )
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let page = self.ask(py, |position| position.page(Detail::Full))?;
        Ok(html! {
            pre style="line-height:1.3" {
                @for line in &page.lines {
                    @for span in &line.0 { span style=(style(span.role)) { (span.text) } }
                    "\n"
                }
            }
        }
        .into_string())
    }
}

/// The style of a piece of text, in colours that can be read in the light and in the dark.
fn style(role: Role) -> &'static str {
    match role {
        Role::Plain => "",
        Role::Bad => "color:#c0392b;font-weight:bold",
        Role::Heading => "font-weight:bold",
        Role::Piece => "color:#1f84b8",
        Role::Counts => "color:#b0700f",
        Role::Winning | Role::Good => "color:#16915a;font-weight:bold",
        Role::Faint => "opacity:.65",
    }
}

/// A move, and what it leads to.
#[pyclass(frozen, module = "grundy")]
pub struct Move {
    /// The name of the move.
    #[pyo3(get)]
    name: String,
    /// Whether it leads to a P-position.
    #[pyo3(get)]
    wins: Option<bool>,
    target: String,
    leads_to: Vec<Arc<dyn grundy_game::Position>>,
    game: Arc<dyn grundy_game::Game>,
}

#[pymethods]
impl Move {
    /// The positions whose sum the move leads to; none for a finished game that is no position.
    #[getter]
    fn leads_to(&self) -> Vec<Position> {
        let positions = self.leads_to.iter();
        positions
            .map(|position| Position::of(&self.game, Arc::clone(position)))
            .collect()
    }

    fn __str__(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("<move {:?} to {:?}>", self.name, self.target)
    }
}
