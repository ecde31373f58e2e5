//! Inputs, made from workloads, with answers that two solvers agree on.
//!
//! The two share no code; so whichever solver is under test, the answer it is held to was found by another
//! one, too.

use std::collections::HashMap;

use grundy_games::{Entry, Error, Request};
use grundy_records::benchmark::Case;
use grundy_records::solver::Group;

use crate::baseline::family::{self, Plain};
use crate::baseline::readers::{self, Malformed};
use crate::baseline::{per_pawn, run_list};
use crate::workload::{Source, Workload};

/// Why there is no input.
#[derive(Debug, thiserror::Error)]
pub enum WorkloadError {
    /// The game is not on the list of games.
    #[error("there is no game `{0}`")]
    NoGame(String),
    /// The generator refuses.
    #[error(transparent)]
    TypedGame(#[from] Error),
    /// The original's set has no such test.
    #[error("the test set of {game} has no test `{test}`")]
    NoTest {
        /// Name of the game.
        game: &'static str,
        /// Name of the test.
        test: &'static str,
    },
    /// The generated text cannot be read.
    #[error("{workload}: {problem}")]
    Unreadable {
        /// The workload.
        workload: String,
        /// What a reader said.
        problem: String,
    },
    /// Two solvers disagree, so nobody knows the answer.
    #[error("{workload}: {} answers {}, {} answers {}", ways.0, answers.0, ways.1, answers.1)]
    Disagreement {
        /// The workload.
        workload: String,
        /// The two solvers.
        ways: (&'static str, &'static str),
        /// Their answers.
        answers: (String, String),
    },
}

/// An input, and the answer that two solvers agree on.
#[derive(Clone, Debug)]
pub struct Input {
    /// The workload.
    pub workload: Workload,
    /// The text.
    pub text: Vec<u8>,
    /// The same in memory.
    pub position: Position,
    /// The answer, as the original task wants it, without a line end.
    pub answer: String,
}

/// A position in memory, before any solver has seen it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// A strip of m squares, and the squares with pawns.
    Gra(u32, Vec<u32>),
    /// A position of another game.
    Other(Plain),
    /// A position of a game that nothing here but the game itself can read.
    Text,
}

/// The original's test sets that were needed so far: all tests of a set are made at once.
#[derive(Debug, Default)]
pub struct Tests(HashMap<(&'static str, u64), HashMap<String, String>>);

/// A position, two ways to solve it, and what they answer.
struct Answered {
    position: Position,
    ways: (&'static str, &'static str),
    answers: (String, String),
}

impl Input {
    /// Makes the input of a workload and finds its answer, twice. O(bytes), and what the generator takes.
    ///
    /// # Errors
    /// When there is no such input, or the two solvers disagree on its answer.
    pub fn of(workload: &Workload, tests: &mut Tests) -> Result<Self, WorkloadError> {
        let game = grundy_games::find(workload.game)
            .map_err(|_| WorkloadError::NoGame(workload.game.to_owned()))?;
        let text = text(workload, &*game, tests)?.into_bytes();
        let answered = answered(&*game, &text);
        let answered = answered.map_err(|problem| WorkloadError::Unreadable {
            workload: workload.id(),
            problem,
        })?;
        let (ways, answers) = (answered.ways, answered.answers);
        if answers.0 != answers.1 {
            let workload = workload.id();
            return Err(WorkloadError::Disagreement {
                workload,
                ways,
                answers,
            });
        }
        Ok(Self {
            workload: *workload,
            text,
            position: answered.position,
            answer: answers.0,
        })
    }

    /// How many pawns, heaps, steps or piles there are.
    pub fn n(&self) -> u64 {
        match &self.position {
            Position::Gra(_, squares) => squares.len() as u64,
            Position::Other(plain) => plain.parts().0.len() as u64,
            Position::Text => self.workload.n().unwrap_or(1),
        }
    }

    /// How many bytes a solver of a group is given: the numbers in memory, or the text.
    pub fn bytes(&self, group: Group) -> u64 {
        match (&self.position, group) {
            (Position::Gra(_, squares), Group::Count) => size_of_val(&squares[..]) as u64,
            (Position::Other(plain), Group::Count) => {
                let (items, pairs) = plain.parts();
                (size_of_val(items) + size_of_val(pairs)) as u64
            }
            (Position::Text, Group::Count) | (_, Group::Read | Group::Solve | Group::Process) => {
                self.text.len() as u64
            }
        }
    }

    /// The input as the rows of a group name it.
    ///
    /// ```
    /// use grundy_records::solver::Group;
    /// use grundy_bench::input::{Input, Tests};
    /// use grundy_bench::workload::all;
    /// let workload = all().iter().find(|workload| workload.id() == "gra/scale/1000").unwrap();
    /// let case = Input::of(workload, &mut Tests::default())?.case(Group::Count);
    /// assert_eq!((case.m, case.n, case.input_bytes), (Some(1_000_000_000), 1000, 4000));
    /// # Ok::<(), grundy_bench::input::WorkloadError>(())
    /// ```
    pub fn case(&self, group: Group) -> Case {
        Case {
            game: self.workload.game.to_owned(),
            workload: self.workload.name.to_owned(),
            m: match &self.position {
                Position::Gra(m, _) => Some(u64::from(*m)),
                Position::Other(plain) => plain.second_size(),
                Position::Text => None,
            },
            n: self.n(),
            seed: self.workload.seed,
            input_bytes: self.bytes(group),
            answer: self.answer.clone(),
        }
    }
}

fn text(workload: &Workload, game: &dyn Entry, tests: &mut Tests) -> Result<String, WorkloadError> {
    let seed = workload.seed;
    match workload.source {
        Source::Shape { shape, m, n } => Ok(game.generate(&Request { shape, m, n, seed })?),
        Source::Test(test) => {
            let game_name = workload.game;
            let set = tests.0.entry((game_name, seed)).or_insert_with(|| {
                let mut set = HashMap::new();
                // What is written to a map is always written.
                let _ = game.suite(seed, &mut |name, input, _| {
                    set.insert(name.to_owned(), input.to_owned());
                    Ok(())
                });
                set
            });
            let game = game_name;
            set.remove(test).ok_or(WorkloadError::NoTest { game, test })
        }
    }
}

/// The position in a text, and its answer by two solvers; or what a reader said.
fn answered(game: &dyn Entry, text: &[u8]) -> Result<Answered, String> {
    let said = |error: Error| error.to_string();
    let malformed = |error: Malformed| error.to_string();
    let name = &*game.about().name;
    if name == "gra" {
        let (m, squares) = readers::byte_loop(text).map_err(malformed)?;
        let one = run_list(m, &squares).to_string();
        let other = readers::split_whitespace(text).map_err(malformed)?;
        let other = per_pawn(other.0, &other.1).to_string();
        return Ok(Answered {
            position: Position::Gra(m, squares),
            ways: ("run-list", "per-pawn"),
            answers: (one, other),
        });
    }
    let Some(plain) = Plain::read(name, text) else {
        return alone(game, text).map_err(said);
    };
    let plain = plain.map_err(malformed)?;
    let one = plain.answer().to_owned();
    let core = game.solve(text).map_err(said)?.answers.join("\n");
    Ok(Answered {
        position: Position::Other(plain),
        ways: (family::way(name).unwrap_or_default(), "core"),
        answers: (one, core),
    })
}

/// The same for a game without a baseline: there is nobody to ask but the game, in its two ways of reading.
fn alone(game: &dyn Entry, text: &[u8]) -> Result<Answered, Error> {
    let whole = game.solve(text)?;
    let pieces = game.solve_from(&mut &*text)?;
    Ok(Answered {
        position: Position::Text,
        ways: ("read whole", "read in pieces"),
        answers: (whole.answers.join("\n"), pieces.answers.join("\n")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::all;

    /// A game of which nothing here knows but that it is on the list: measured from text to answer.
    #[test]
    fn a_game_without_baselines_has_a_workload_and_solvers() {
        let nim = &*grundy_games::find("nim").unwrap();
        let (shape, m, n) = ("random", 1000, 500);
        let workload = Workload {
            source: Source::Shape { shape, m, n },
            ..all()[0]
        };
        let text = text(&workload, nim, &mut Tests::default()).unwrap();
        let answered = alone(nim, text.as_bytes()).unwrap();
        assert_eq!(answered.answers.0, answered.answers.1);
        let input = Input {
            workload: Workload {
                game: "nim",
                ..workload
            },
            text: text.into_bytes(),
            position: answered.position,
            answer: answered.answers.0,
        };
        assert_eq!((input.n(), input.case(Group::Solve).m), (500, None));
        for solver in crate::contest::ALONE {
            let solver = solver.parse().unwrap();
            let mut runner = crate::contest::runner(&input, &solver, None).unwrap();
            runner.run(3).unwrap();
        }
        let wrong = Input {
            answer: "maybe".into(),
            ..input
        };
        let solver = "solve/grundy".parse().unwrap();
        let mut runner = crate::contest::runner(&wrong, &solver, None).unwrap();
        assert!(runner.run(1).is_err(), "a wrong answer has a time");
    }

    /// What is said of the seeds above, and the sizes that names promise.
    #[test]
    fn boards_are_what_their_names_say() {
        let mut tests = Tests::default();
        for workload in all().iter().filter(|w| w.game == "gra") {
            if workload.name.ends_with("0000000") {
                continue; // takes long, and is one of a series
            }
            let input = Input::of(workload, &mut tests).unwrap();
            let Position::Gra(m, squares) = &input.position else {
                panic!("{workload:?}");
            };
            assert!(squares[squares.len() - 1] < m - 1, "{workload:?}: group 1");
            assert!(workload.n().is_none_or(|n| n == input.n()), "{workload:?}");
            if let Some(n) = workload.name.strip_prefix("scale/") {
                assert_eq!(n.parse(), Ok(input.n()), "{workload:?}");
            }
            let lost = ["alternating", "poi/gra10", "poi/gra12", "poi/gra14"];
            let expected = lost.contains(&workload.name);
            assert_eq!(
                input.answer == "0",
                expected,
                "{workload:?}: {}",
                input.answer
            );
            let n = input.n();
            assert!(n >= 190_000 || workload.name.starts_with("scale/"), "{n}");
        }
    }

    #[test]
    fn what_cannot_be_made_is_said() {
        let of = |game, source| Workload {
            game,
            source,
            ..all()[0]
        };
        let mut tests = Tests::default();
        let mut said =
            |workload: Workload| Input::of(&workload, &mut tests).unwrap_err().to_string();
        let (shape, m, n) = ("round", 9, 3);
        let round = said(of("gra", Source::Shape { shape, m, n }));
        assert!(round.contains("no shape `round`"), "{round}");
        assert_eq!(
            said(of("chess", Source::Test("a"))),
            "there is no game `chess`"
        );
        assert_eq!(
            said(of("nim", Source::Test("a"))),
            "the test set of nim has no test `a`"
        );
    }
}
