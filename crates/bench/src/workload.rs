//! Workloads: what is solved while the clock runs, as data.
//!
//! A workload is made anew from its seed by the generators of [`grundy_games`], the same bytes on every
//! machine. Before it is used, two solvers that share no code answer it, and must agree; so whichever
//! solver is under test, the answer it is held to was found by another one, too.

use std::collections::HashMap;
use std::sync::LazyLock;

use grundy_games::{Entry, Error, Request};

use crate::baseline::family::{self, Plain};
use crate::baseline::readers::{self, Malformed};
use crate::baseline::{per_pawn, run_list};
use grundy_records::benchmark::Case;
use grundy_records::solver::Group;

/// Pawns beyond which a workload is measured only when asked for: it takes gigabytes and minutes.
pub const HUGE: u64 = 100_000_000;

/// A workload: a game and how its input is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Name of the game.
    pub game: &'static str,
    /// Name in records; `SERIES/POINT` for one of a series.
    pub name: &'static str,
    /// Where the input comes from.
    pub source: Source,
    /// What it is drawn from.
    pub seed: u64,
    /// Whether it is among the few that a quick look takes.
    pub quick: bool,
}

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A generator: what `grundy gen --shape SHAPE -m M -n N --seed K` prints.
    Shape {
        /// Name of the shape.
        shape: &'static str,
        /// The extent: squares, or the largest heap.
        m: u64,
        /// Pawns, heaps, steps or piles.
        n: u64,
    },
    /// A test of the original's set: what `grundy gen --suite poi --seed K` writes.
    Test(&'static str),
}

/// A workload of one shape.
const fn shape(
    game: &'static str,
    name: &'static str,
    (shape, m, n): (&'static str, u64, u64),
    seed: u64,
    quick: bool,
) -> Workload {
    let source = Source::Shape { shape, m, n };
    Workload {
        game,
        name,
        source,
        seed,
        quick,
    }
}

/// A test of the original, and the name it has here.
const fn test(name: &'static str, test: &'static str) -> Workload {
    Workload {
        game: "gra",
        name,
        source: Source::Test(test),
        seed: 1,
        quick: false,
    }
}

const MILLION: u64 = 1_000_000;
const BILLION: u64 = 1_000_000_000;

/// Every workload, in the order in which records have them.
///
/// The seeds of gra are such that no pawn stands in group 1 and some move wins: other boards are solved
/// by a look at their end, or as soon as the nim-sum is known to be 0. Lost are only half of the
/// original's tests, as they were there, and `alternating`: 500,000 groups of one pawn each are odd.
const ALL: [Workload; 24] = [
    shape("gra", "sparse", ("sparse", BILLION, MILLION), 2, true),
    shape("gra", "dense", ("dense", 1_500_000, MILLION), 4, true),
    shape("gra", "runs", ("runs", BILLION, MILLION), 1, true),
    shape(
        "gra",
        "alternating",
        ("alternating", BILLION, MILLION),
        1,
        true,
    ),
    shape("gra", "block", ("block", BILLION, MILLION), 5, true),
    test("poi/gra9", "gra9"),
    test("poi/gra10", "gra10"),
    test("poi/gra11", "gra11"),
    test("poi/gra12", "gra12"),
    test("poi/gra13", "gra13"),
    test("poi/gra14", "gra14"),
    test("poi/gra15", "gra15"),
    shape("gra", "scale/1000", ("sparse", BILLION, 1000), 1, true),
    shape("gra", "scale/10000", ("sparse", BILLION, 10_000), 1, true),
    shape("gra", "scale/100000", ("sparse", BILLION, 100_000), 1, true),
    shape(
        "gra",
        "scale/1000000",
        ("sparse", BILLION, MILLION),
        5,
        false,
    ),
    shape(
        "gra",
        "scale/10000000",
        ("sparse", BILLION, 10 * MILLION),
        2,
        false,
    ),
    shape(
        "gra",
        "scale/100000000",
        ("sparse", BILLION, HUGE),
        1,
        false,
    ),
    shape("nim", "random", ("random", u64::MAX, MILLION), 1, true),
    shape("bounded", "random", ("random", BILLION, MILLION), 1, true),
    shape("staircase", "random", ("random", BILLION, MILLION), 1, true),
    shape(
        "constrained",
        "random",
        ("random", BILLION * BILLION, 200_000),
        1,
        false,
    ),
    shape(
        "constrained",
        "edges",
        ("edges", BILLION * BILLION, 200_000),
        1,
        false,
    ),
    shape("kamyki", "random", ("random", BILLION, MILLION), 1, true),
];

/// Every workload, in the order in which records have them; the huge one is the caller's to leave out.
///
/// ```
/// use grundy_bench::workload::{all, Source};
/// let sparse = all()[0];
/// assert_eq!(sparse.id(), "gra/sparse");
/// assert!(matches!(sparse.source, Source::Shape { m: 1_000_000_000, n: 1_000_000, .. }));
/// ```
///
/// A game that the list above does not name has one, of its first shape at the first of its limits.
pub fn all() -> &'static [Workload] {
    static WITH_OTHERS: LazyLock<Vec<Workload>> = LazyLock::new(|| {
        let is_named = |game: &str| ALL.iter().any(|workload| workload.game == game);
        let games = grundy_games::all();
        let others = games.iter().filter(|game| !is_named(&game.about().name));
        let others = others.filter_map(|game| at_its_limit(&**game));
        ALL.into_iter().chain(others).collect()
    });
    &WITH_OTHERS
}

/// The workload of a game of which no more is known than it says itself: its first shape at the first of
/// its limits. `None` when it says none.
fn at_its_limit(game: &dyn Entry) -> Option<Workload> {
    let (first, limit) = (game.shapes().first()?, game.limits().first()?);
    // Made once, and lives as long as the list.
    let lasting = |name: &str| -> &'static str { name.to_owned().leak() };
    let name = lasting(first.name);
    Some(shape(
        lasting(&game.about().name),
        name,
        (name, limit.m, limit.n),
        1,
        true,
    ))
}

/// Why there is no input.
#[derive(Debug, thiserror::Error)]
pub enum WorkloadError {
    /// The game is not on the list of games.
    #[error("there is no game `{0}`")]
    NoGame(String),
    /// The generator refuses.
    #[error(transparent)]
    Game(#[from] Error),
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

impl Workload {
    /// `GAME/WORKLOAD`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.game, self.name)
    }

    /// Whether it is measured only when asked for.
    pub const fn is_huge(&self) -> bool {
        matches!(self.source, Source::Shape { n: HUGE.., .. })
    }

    /// How many pawns, heaps, steps or piles there are, where that is known without making the input.
    pub const fn n(&self) -> Option<u64> {
        match self.source {
            Source::Shape { n, .. } => Some(n),
            Source::Test(_) => None,
        }
    }

    /// Makes the input and finds its answer, twice. O(bytes), and what the generator takes.
    ///
    /// # Errors
    /// When there is no such input, or the two solvers disagree on its answer.
    pub fn prepare(&self, tests: &mut Tests) -> Result<Input, WorkloadError> {
        let text = self.text(tests)?.into_bytes();
        let (position, ways, answers) = self.answer_twice(&text)?;
        if answers.0 != answers.1 {
            let workload = self.id();
            return Err(WorkloadError::Disagreement {
                workload,
                ways,
                answers,
            });
        }
        Ok(Input {
            workload: *self,
            text,
            position,
            answer: answers.0,
        })
    }

    fn text(&self, tests: &mut Tests) -> Result<String, WorkloadError> {
        let game = grundy_games::find(self.game)
            .map_err(|_| WorkloadError::NoGame(self.game.to_owned()))?;
        let seed = self.seed;
        match self.source {
            Source::Shape { shape, m, n } => Ok(game.generate(&Request { shape, m, n, seed })?),
            Source::Test(test) => {
                let set = tests.0.entry((self.game, seed)).or_insert_with(|| {
                    let mut set = HashMap::new();
                    // What is written to a map is always written.
                    let _ = game.suite(seed, &mut |name, input, _| {
                        set.insert(name.to_owned(), input.to_owned());
                        Ok(())
                    });
                    set
                });
                let game = self.game;
                set.remove(test).ok_or(WorkloadError::NoTest { game, test })
            }
        }
    }

    /// The position, two ways to solve it, and what they answer.
    #[expect(clippy::type_complexity, reason = "used once, and named there")]
    fn answer_twice(
        &self,
        text: &[u8],
    ) -> Result<(Position, (&'static str, &'static str), (String, String)), WorkloadError> {
        let unreadable = |problem: String| WorkloadError::Unreadable {
            workload: self.id(),
            problem,
        };
        let malformed = |error: Malformed| unreadable(error.to_string());
        if let Some(plain) = Plain::read(self.game, text) {
            let plain = plain.map_err(malformed)?;
            let core = grundy_games::find(self.game)
                .map_err(|_| WorkloadError::NoGame(self.game.to_owned()))?
                .solve(text)
                .map_err(|error| unreadable(error.to_string()))?;
            let answers = (plain.answer().to_owned(), core.answers.join("\n"));
            let ways = (family::way(self.game).unwrap_or_default(), "core");
            return Ok((Position::Other(plain), ways, answers));
        }
        if self.game != "gra" {
            return self.answer_alone(text);
        }
        let (m, squares) = readers::byte_loop(text).map_err(malformed)?;
        let one = run_list(m, &squares).to_string();
        let other = readers::split_whitespace(text).map_err(malformed)?;
        let other = per_pawn(other.0, &other.1).to_string();
        let ways = ("run-list", "per-pawn");
        Ok((Position::Gra(m, squares), ways, (one, other)))
    }
}

impl Workload {
    /// The answer of a game without a baseline: there is nobody to ask but the game, in its two ways of
    /// reading.
    #[expect(clippy::type_complexity, reason = "the same as that of its caller")]
    fn answer_alone(
        &self,
        text: &[u8],
    ) -> Result<(Position, (&'static str, &'static str), (String, String)), WorkloadError> {
        let unreadable = |problem: String| WorkloadError::Unreadable {
            workload: self.id(),
            problem,
        };
        let game = grundy_games::find(self.game)
            .map_err(|_| WorkloadError::NoGame(self.game.to_owned()))?;
        let whole = game.solve(text).map_err(|e| unreadable(e.to_string()))?;
        let pieces = game.solve_from(&mut &*text);
        let pieces = pieces.map_err(|e| unreadable(e.to_string()))?;
        let answers = (whole.answers.join("\n"), pieces.answers.join("\n"));
        Ok((Position::Text, ("read whole", "read in pieces"), answers))
    }
}

impl Input {
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
    /// use grundy_bench::workload::{Tests, all};
    /// let workload = all().iter().find(|workload| workload.id() == "gra/scale/1000").unwrap();
    /// let case = workload.prepare(&mut Tests::default())?.case(Group::Count);
    /// assert_eq!((case.m, case.n, case.input_bytes), (Some(1_000_000_000), 1000, 4000));
    /// # Ok::<(), grundy_bench::workload::WorkloadError>(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_different_and_every_game_has_a_workload() {
        let names: HashSet<String> = all().iter().map(Workload::id).collect();
        assert_eq!(names.len(), all().len());
        for game in grundy_games::all() {
            let name = &*game.about().name;
            assert!(all().iter().any(|workload| workload.game == name), "{name}");
        }
        let huge: Vec<&str> = ALL.iter().filter(|w| w.is_huge()).map(|w| w.name).collect();
        assert_eq!(huge, ["scale/100000000"]);
    }

    /// A game of which nothing here knows but that it is on the list: measured from text to answer.
    #[test]
    fn a_game_without_baselines_has_a_workload_and_solvers() {
        for game in grundy_games::all() {
            let workload = at_its_limit(&**game).unwrap();
            assert_eq!(workload.game, game.about().name);
            assert!(!workload.is_huge());
        }
        let nim = grundy_games::find("nim").unwrap();
        let workload = Workload {
            source: Source::Shape {
                shape: "random",
                m: 1000,
                n: 500,
            },
            ..at_its_limit(&*nim).unwrap()
        };
        let text = workload.text(&mut Tests::default()).unwrap().into_bytes();
        let (position, _, answers) = workload.answer_alone(&text).unwrap();
        assert_eq!(answers.0, answers.1);
        let input = Input {
            workload,
            text,
            position,
            answer: answers.0,
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
        for workload in ALL.iter().filter(|w| w.game == "gra") {
            if workload.name.ends_with("0000000") {
                continue; // takes long, and is one of a series
            }
            let input = workload.prepare(&mut tests).unwrap();
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
            ..ALL[0]
        };
        let mut tests = Tests::default();
        let mut said = |workload: Workload| workload.prepare(&mut tests).unwrap_err().to_string();
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
