//! The tests of a set, each with the command that makes it again.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use grundy_game::generate::draws_at_limits;
use grundy_game::{
    Case, Claimant, Draw, Error, Form, Game, LetterCase, Limit, Position, Request, Starts, limits,
    originals,
};

/// Which tests a set holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestSet {
    /// Those of the original task, made anew; none where their sizes are not known.
    Original,
    /// Inputs of three sizes of each shape of the game, the largest at the limits, except sizes that the shape does
    /// not have; none where the game has no limits. Of a rules program with a claim, there are several inputs at the
    /// limits and some near the ends of the ranges of machine numbers; of one without, several of each of the last sizes.
    /// No input is there twice.
    Shapes,
}

/// The task around a game: its tests, limits and words.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which tests it has.
    pub set: TestSet,
    /// Same seed, same tests.
    pub seed: u64,
    /// The largest inputs, the most demanding first.
    pub limits: Vec<Limit>,
    /// The form of its answers.
    pub answers: Form,
    /// How letters of answers are compared.
    pub case: LetterCase,
    /// The time limit of a test, if it is not that of the game's [`Bounds`](grundy_game::Bounds).
    pub time: Option<Duration>,
    /// Who makes the first move, if the task is interactive.
    pub interactive: Option<Starts>,
}

impl Plan {
    /// The task that the game's original sets, with these tests.
    pub fn original(game: &dyn Game, set: TestSet, seed: u64) -> Self {
        Self {
            set,
            seed,
            limits: limits(game),
            answers: game.about().answers.clone(),
            case: LetterCase::default(),
            time: None,
            interactive: None,
        }
    }
}

/// A test of a set.
pub struct Test {
    /// Its name.
    pub name: String,
    /// The arguments of `grundy gen` that make its input again, after those that name the game.
    pub command: String,
    /// Its input, with the right answer in the words of the task.
    pub case: Case,
    /// Its position, if it is a single one.
    pub position: Option<Arc<dyn Position>>,
}

/// Called with each test of a set.
pub type WriteTest<'a> = &'a mut dyn FnMut(Test) -> io::Result<()>;

/// The last sizes of a rules program without a claim of which there are tests, and how many there are of each.
const LAST_SIZES: u64 = 8;
const OF_EACH_SIZE: u64 = 3;

/// Makes a test set.
///
/// ```
/// use grundy_package::{Plan, TestSet};
/// let nim = grundy_games::find("nim")?;
/// let mut tests = Vec::new();
/// let plan = Plan::original(&*nim, TestSet::Shapes, 1);
/// grundy_package::test_set(&*nim, &plan, &mut |test| Ok(tests.push((test.name, test.command))))?;
/// assert_eq!(tests[0].0, "random-1");
/// assert_eq!(tests[0].1, "--shape random -m 177 -n 17 --seed 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first error that `write` returns, and when the game fails.
pub fn test_set(game: &dyn Game, plan: &Plan, write: WriteTest<'_>) -> Result<(), Error> {
    let mut put = |mut test: Test| {
        let answers = &game.about().answers;
        test.case.answer = answers.in_words_of(&plan.answers, &test.case.answer);
        write(test).map_err(Error::Writing)
    };
    match plan.set {
        TestSet::Original => original(game, plan.seed, &mut put),
        TestSet::Shapes => shapes(game, plan, &mut put),
    }
}

fn original(
    game: &dyn Game,
    seed: u64,
    put: &mut dyn FnMut(Test) -> Result<(), Error>,
) -> Result<(), Error> {
    for test in originals(game, seed)? {
        put(Test {
            command: format!("--suite poi --test {} --seed {seed}", test.name),
            case: test.case(game)?,
            name: test.name,
            position: None,
        })?;
    }
    Ok(())
}

fn shapes(
    game: &dyn Game,
    plan: &Plan,
    put: &mut dyn FnMut(Test) -> Result<(), Error>,
) -> Result<(), Error> {
    let draws = draws(game, plan);
    let shapes = game.about().shapes.iter().map(|shape| shape.name);
    let of_shape = |shape| {
        let requests = draws.iter();
        requests.map(move |&Draw { m, n, seed }| Request { shape, m, n, seed })
    };
    let requests: Vec<Request<'_>> = shapes.flat_map(of_shape).collect();
    game.draw_ahead(&requests)?;
    let mut inputs = HashSet::new();
    for of_shape in requests.chunks(draws.len().max(1)) {
        for (number, request) in (1..).zip(of_shape) {
            let position = match game.draw(request) {
                Err(Error::NoShape(_)) => continue,
                position => position?,
            };
            let case = position.case()?;
            let Request { shape, m, n, seed } = request;
            if inputs.insert(XxHash3_128::oneshot(case.input.as_bytes())) {
                put(Test {
                    name: format!("{shape}-{number}"),
                    command: format!("--shape {shape} -m {m} -n {n} --seed {seed}"),
                    case,
                    position: Some(position),
                })?;
            }
        }
    }
    Ok(())
}

/// The sizes and seeds of the tests of each shape.
fn draws(game: &dyn Game, plan: &Plan) -> Vec<Draw> {
    let seed = plan.seed;
    let Some(&Limit { m, n }) = plan.limits.first() else {
        return Vec::new();
    };
    let (some_m, some_n) = (m.isqrt(), n.isqrt());
    let below = [(some_m.isqrt(), some_n.isqrt()), (some_m, some_n)];
    let mut draws = below.map(|(m, n)| Draw { m, n, seed }).to_vec();
    match game.about().claimant {
        Claimant::ClosedForm => draws.push(Draw { m, n, seed }),
        Claimant::Claim if game.about().limits.is_empty() => {
            let sizes = m.saturating_sub(LAST_SIZES - 1)..=m;
            draws.extend(sizes.flat_map(|m| {
                let seeds = (0..OF_EACH_SIZE).map(move |i| seed.wrapping_add(i));
                seeds.map(move |seed| Draw { m, n, seed })
            }));
        }
        Claimant::Claim => draws.extend(draws_at_limits(&plan.limits, seed)),
    }
    draws
}

/// The right answer to some tests, as long as it is the same for all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SameAnswer {
    tests: u64,
    answer: Option<String>,
}

impl SameAnswer {
    /// That of one test.
    pub fn of(answer: &str) -> Self {
        let answer = Some(answer.trim_end().replace('\n', " "));
        Self { tests: 1, answer }
    }

    /// Adds other tests.
    pub fn add(&mut self, other: &Self) {
        if self.tests == 0 {
            self.answer.clone_from(&other.answer);
        } else if other.tests > 0 {
            self.answer
                .take_if(|answer| Some(&*answer) != other.answer.as_ref());
        }
        self.tests += other.tests;
    }

    /// Returns what a setter has to know about such an answer to several tests.
    ///
    /// ```
    /// use grundy_package::SameAnswer;
    /// let mut tests = SameAnswer::of("Yes\n");
    /// tests.add(&SameAnswer::of("Yes\n"));
    /// let warning = tests.warning().unwrap();
    /// assert_eq!(warning, "every right answer to the 2 tests is Yes: a program that prints it without reading passes");
    /// tests.add(&SameAnswer::of("No\n"));
    /// assert_eq!(tests.warning(), None);
    /// ```
    pub fn warning(&self) -> Option<String> {
        let Self { tests, answer } = self;
        let answer = answer.as_ref().filter(|_| *tests > 1)?;
        Some(format!(
            "every right answer to the {tests} tests is {answer}: a program that prints it without reading passes"
        ))
    }
}
