//! The tests of a set, each with the command that makes it again.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::iter;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use grundy_game::generate::draws_at_limits;
use grundy_game::{
    Case, Cases, Claimant, Draw, Error, Form, Game, LetterCase, Limit, OriginalTest, Place,
    Position, Request, Shape, Starts, Submission, limits, originals, unwatched,
};

/// Which tests a set holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestSet {
    /// Those of the original task, made anew; none where their sizes are not known.
    Original,
    /// Inputs of three sizes of each shape of the game, the largest at the limits, except sizes that the shape does
    /// not have; none where the game has no limits. Of a rules program with a claim, there are several inputs at the
    /// limits and some near the ends of the ranges of machine numbers; of one without, several of each of the first and of the last sizes.
    /// No input is there twice.
    #[default]
    Shapes,
    /// Every position up to this size, with the oracle's answers; the name of a test is the size, and its number within the size.
    Every(u32),
}

/// The task around a game: its tests, limits and words.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Which tests it has.
    pub set: TestSet,
    /// Same seed, same tests.
    pub seed: u64,
    /// Inputs that are drawn in addition to these tests.
    pub added: Vec<Request<'static>>,
    /// The largest inputs, the most demanding first.
    pub limits: Vec<Limit>,
    /// The form of its answers.
    pub answers: Form,
    /// How letters of answers are compared.
    pub case: LetterCase,
    /// The time limit of a test, if it is not that of the game's [`Bounds`](grundy_game::Bounds).
    pub time: Option<Duration>,
    /// How an input holds its positions, whatever the game says itself: the game reads them alone.
    pub cases: Cases,
    /// The number of tests without those that are added, for [`TestSet::Shapes`]; there may be fewer different inputs. `None` stands for each shape in some sizes.
    pub tests: Option<u64>,
    /// Solutions that a package has besides its own.
    pub submissions: Vec<Submission>,
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
            cases: game.about().cases.clone(),
            ..Self::default()
        }
    }

    /// Returns the most tests of the set, with those that are added; `None` where all are made.
    pub(super) fn most(&self) -> Option<u64> {
        self.tests.map(|tests| tests + self.added.len() as u64)
    }

    /// Returns the time limit of a test.
    ///
    /// # Errors
    /// When the game fails.
    pub fn time_limit(&self, game: &dyn Game) -> Result<Duration, Error> {
        if let Some(time) = self.time {
            return Ok(time);
        }
        let problem = game.problem()?.unwrap_or_default();
        Ok(Duration::from_secs(problem.bounds.time_limit))
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
    /// Its positions; none of a test of the original.
    pub positions: Vec<Arc<dyn Position>>,
}

/// The tests of a set, each made when its turn comes.
pub type Tests<'a> = Box<dyn Iterator<Item = Result<Test, Error>> + 'a>;

/// So many of the first and of the last sizes of a rules program without limits have tests: so many each, and a lost position if one
/// of this number of positions is lost.
const SIZES: u64 = 8;
const OF_EACH_SIZE: u64 = 3;
const LOOKED_AT: u64 = 64;

/// Makes a test set.
///
/// ```
/// use grundy_package::{Plan, TestSet};
/// let nim = grundy_games::find("nim")?;
/// let plan = Plan::original(&*nim, TestSet::Shapes, 1);
/// let first = grundy_package::test_set(&*nim, &plan)?.next().unwrap()?;
/// assert_eq!(first.name, "random-1");
/// assert_eq!(first.command, "--shape random -m 177 -n 17 --seed 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the game fails, also while the tests are made.
pub fn test_set<'a>(game: &'a dyn Game, plan: &'a Plan) -> Result<Tests<'a>, Error> {
    let tests = candidates(game, plan)?;
    Ok(match plan.most() {
        Some(most) => Box::new(tests.take(most as usize)),
        None => tests,
    })
}

/// Returns the tests of a set, and further ones for those that are no tests of a package.
pub(super) fn candidates<'a>(game: &'a dyn Game, plan: &'a Plan) -> Result<Tests<'a>, Error> {
    let shapes = shapes(game, plan);
    let tests: Tests<'_> = match plan.set {
        TestSet::Original => {
            let made = move |test: OriginalTest| {
                Ok(Test {
                    command: format!("--suite poi --test {} --seed {}", test.name, plan.seed),
                    case: test.case(game)?,
                    name: test.name,
                    positions: Vec::new(),
                })
            };
            Box::new(originals(game, plan.seed)?.map(made).chain(shapes))
        }
        TestSet::Shapes => Box::new(shapes),
        TestSet::Every(up_to) => Box::new(every(game, plan, up_to)?),
    };
    let answers = &game.about().answers;
    Ok(Box::new(tests.map(|test| {
        let mut test = test?;
        test.case.answer = answers.in_words_of(&plan.answers, &test.case.answer);
        Ok(test)
    })))
}

/// Returns every position up to a size, as many in an input as it may hold.
fn every<'a>(
    game: &'a dyn Game,
    plan: &'a Plan,
    up_to: u32,
) -> Result<impl Iterator<Item = Result<Test, Error>> + 'a, Error> {
    let solved = game.solved(up_to, &Place::Memory, &mut unwatched)?;
    let cases = &plan.cases;
    let most = cases.most.try_into().unwrap_or(usize::MAX);
    let of_size = move |size| {
        let mut all = match solved.cases(size) {
            Ok(all) => all,
            Err(error) => return vec![Err(error)],
        };
        all.retain(|case| !cases.is_end(&case.input));
        all.dedup_by(|case, last| case.input == last.input);
        let test = |(number, of_input): (usize, &[Case])| Test {
            name: format!("{size}-{}", number + 1),
            command: format!("--up-to {up_to}"),
            case: cases.case(&of_input.iter().collect::<Vec<_>>()),
            positions: Vec::new(),
        };
        let tests = cases.inputs_of(&all, most).enumerate().map(test);
        tests.map(Ok).collect()
    };
    Ok((game.about().smallest..=up_to).flat_map(of_size))
}

/// How far the seeds of one round of tests are from those of the next one.
const ROUND: u64 = 1000;

/// Returns the tests that are added, and those of every shape, unless the set is another.
fn shapes<'a>(game: &'a dyn Game, plan: &Plan) -> impl Iterator<Item = Result<Test, Error>> + 'a {
    let draws: Vec<(u64, Draw)> = match plan.set {
        TestSet::Original | TestSet::Every(_) => Vec::new(),
        TestSet::Shapes => (1..).zip(draws(game, plan)).collect(),
    };
    let rounds = plan.tests.unwrap_or(1);
    let added = (draws.len() as u64 * rounds + 1..).zip(plan.added.clone());
    let added: Vec<_> = added.collect();
    let is_limited = plan.tests.is_some();
    let is_claimed = game.about().claimant == Claimant::Claim;
    let has_limits = !is_claimed || !game.about().limits.is_empty();
    let requests = move |round: u64| {
        let draws = &draws;
        let of_shape = |shape: &'a Shape| {
            let shape = shape.name;
            draws.iter().map(move |&(number, Draw { m, n, seed })| {
                let number = number + round * draws.len() as u64;
                let seed = seed.wrapping_add(round.wrapping_mul(ROUND));
                (number, Request { shape, m, n, seed })
            })
        };
        let shapes = game.about().shapes.iter();
        let mut requests: Vec<(u64, Request<'_>)> = shapes.flat_map(of_shape).collect();
        if is_limited && has_limits {
            // The largest first, and the shapes by turns.
            requests.sort_by_key(|(_, request)| Reverse((request.m, request.n)));
        }
        requests
    };
    let cases = plan.cases.clone();
    let said = if cases.are_many() {
        format!(" --cases {cases}")
    } else {
        String::new()
    };
    let of_input = cases.clone();
    let all = iter::once(added).chain((0..rounds).map(requests));
    let rounds = all.flat_map(move |requests| {
        let ahead = requests.iter();
        let ahead = ahead.flat_map(|(_, request)| of_input.requests(request));
        let drawn = game.draw_ahead(&ahead.collect::<Vec<_>>());
        let failed = drawn.err().map(Err);
        failed.into_iter().chain(requests.into_iter().map(Ok))
    });
    let mut inputs = HashSet::new();
    let made = move |request: Result<(u64, Request<'_>), Error>| {
        let (number, request) = request?;
        let positions = match cases.draw(game, &request) {
            Err(Error::NoShape(_)) => return Ok(None),
            positions => positions?,
        };
        let made = positions.iter().map(|position| position.case());
        let made = made.collect::<Result<Vec<_>, _>>()?;
        let case = cases.case(&made.iter().collect::<Vec<_>>());
        let shape = request.shape;
        let is_new = inputs.insert(XxHash3_128::oneshot(case.input.as_bytes()));
        Ok(is_new.then(|| Test {
            name: format!("{shape}-{number}"),
            command: format!("{request}{said}"),
            case,
            positions,
        }))
    };
    rounds.map(made).filter_map(Result::transpose)
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
            draws.extend(of_sizes(game, m, n, seed));
        }
        Claimant::Claim => draws.extend(draws_at_limits(&plan.limits, seed)),
    }
    draws
}

/// The draws of a game that has only the positions of its sizes: by turns of the last sizes and of the first ones, which a wrong program
/// often gets wrong. The first of each size is a lost position, which are rarer in most games, if one is soon found.
fn of_sizes(game: &dyn Game, m: u64, n: u64, seed: u64) -> Vec<Draw> {
    let smallest = u64::from(game.about().smallest);
    let sizes = (0..SIZES).flat_map(|i| [m.saturating_sub(i), smallest + i]);
    let mut sizes: Vec<u64> = sizes.filter(|size| (smallest..=m).contains(size)).collect();
    let mut seen = HashSet::new();
    sizes.retain(|size| seen.insert(*size));
    let draw = |m, i| Draw {
        m,
        n,
        seed: seed.wrapping_add(i),
    };
    let loses = |&Draw { m, n, seed }: &Draw| {
        let shape = Shape::LISTED;
        let drawn = game.draw(&Request { shape, m, n, seed });
        drawn.is_ok_and(|position| position.solve().is_ok_and(|solved| solved.claim.loses()))
    };
    let lost = sizes
        .iter()
        .filter_map(|&m| (0..LOOKED_AT).map(|i| draw(m, i)).find(loses));
    let others = sizes
        .iter()
        .flat_map(|&m| (0..OF_EACH_SIZE).map(move |i| draw(m, i)));
    lost.chain(others).collect()
}

/// The right answer to some tests, as long as it is the same for all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SameAnswer {
    tests: u64,
    answer: Option<String>,
}

impl SameAnswer {
    /// That of one test; of several positions with the same answer in a line each, this answer.
    pub fn of(answer: &str) -> Self {
        let first = answer.lines().next().unwrap_or_default();
        let is_same = answer.lines().all(|line| line == first);
        let all = if is_same { first } else { answer };
        let answer = Some(all.trim_end().replace('\n', " "));
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
    /// let mut tests = SameAnswer::of("Yes\nYes\n");
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
