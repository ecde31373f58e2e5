//! What a program is tried on: tests, and the phases they come in.

use std::iter;
use std::sync::{Arc, Mutex, PoisonError};

use grundy_game::generate::{Random, draws_at_limits};
use grundy_game::{Case, Draw, Error, Game, Limit, OriginalTest, Position, Request};

use crate::JudgeError;
use crate::plan::{JudgePlan, Phase};
use crate::saved::SavedTest;
use crate::task::{Task, if_any};

/// Returns the name of a generated input: the options of `grundy gen` that make it.
pub(crate) fn options(request: &Request<'_>) -> String {
    let Request { shape, m, n, seed } = request;
    format!("{shape} -m {m} -n {n} --seed {seed}")
}

/// A test of any phase but [`Phase::Every`]. Inputs take up to some ten megabytes each, so they are made when their turn
/// comes and dropped when they are judged.
#[derive(Clone, Debug)]
pub(crate) enum Test<S> {
    Saved(S),
    Original {
        number: usize,
        suite: Arc<Suite>,
    },
    AtLimit(Request<'static>),
    /// As many positions as an input of the task holds.
    Filled(Request<'static>),
    Random {
        number: u64,
        seed: u64,
    },
}

impl<S> Test<S> {
    /// Returns whether the test is one position, which may share a run with others, and no whole input.
    pub const fn holds_one(&self) -> bool {
        matches!(self, Self::AtLimit(_) | Self::Random { .. })
    }

    /// Returns what the test is drawn from: the first request that has a position, or all that have.
    pub fn requests<'a>(
        &self,
        task: &'a Task<'a>,
    ) -> Box<dyn Iterator<Item = Request<'static>> + 'a> {
        match *self {
            Self::Saved(_) | Self::Original { .. } => Box::new(iter::empty()),
            Self::AtLimit(request) => Box::new(iter::once(request)),
            Self::Filled(request) => {
                Box::new(task.game.about().cases.requests(&request).into_iter())
            }
            Self::Random { number, seed } => Box::new(random_requests(task, number, seed)),
        }
    }
}

impl Test<SavedTest> {
    /// Returns the test's name and its input with the right answer; `None` when there is no such input. The name is that
    /// of a saved test's file, the original's name, or the options of `grundy gen`
    /// that make the input.
    pub fn make(&self, task: &Task<'_>) -> Result<Option<(String, Case)>, JudgeError> {
        Ok(match self {
            Self::Saved(saved) => Some((saved.name(), saved.read(task)?)),
            Self::Original { number, suite } => match suite.make(task.game, *number) {
                Some(test) => Some((test.name, task.case(&test.positions)?)),
                None => None,
            },
            Self::Filled(request) => {
                let drawn = if_any(task.game.about().cases.draw(task.game, request))?;
                let named = |positions: Vec<_>| {
                    let name = format!("{} cases of {}", positions.len(), options(request));
                    Ok::<_, JudgeError>((name, task.case(&positions)?))
                };
                drawn.map(named).transpose()?
            }
            Self::AtLimit(_) | Self::Random { .. } => {
                let mut drawn = self.requests(task).map(|request| {
                    let case = task.drawn(&request)?;
                    Ok::<_, JudgeError>(case.map(|case| (options(&request), case)))
                });
                drawn.find_map(Result::transpose).transpose()?
            }
        })
    }
}

/// The original's tests. All are drawn from one source, one after the other; the source's state before each test
/// is all that is kept of them.
#[derive(Debug)]
pub(crate) struct Suite(Mutex<Vec<Random>>);

impl Suite {
    /// Makes the test of this number, and those before it unless that has been done.
    fn make(&self, game: &dyn Game, number: usize) -> Option<OriginalTest> {
        let mut states = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let at = number.min(states.len() - 1);
            let mut random = states[at].clone();
            let made = game.original_test(at, &mut random)?;
            if at + 1 == states.len() {
                states.push(random);
            }
            if at == number {
                return Some(made);
            }
        }
    }
}

/// How many tests [`Phase::Every`] has by default, at most: some ten seconds for a program that starts in a few
/// milliseconds.
const EVERY: u64 = 5000;

/// Returns how far [`Phase::Every`] goes by default: to the largest size with which there are at most 5000
/// positions. O(sizes) for a built-in game.
///
/// ```
/// let gra = grundy_games::find("gra").unwrap();
/// assert_eq!(grundy_judge::cases::default_up_to(&*gra)?, 12);
/// # Ok::<(), grundy_game::Error>(())
/// ```
///
/// # Errors
/// When the game fails.
pub fn default_up_to(game: &dyn Game) -> Result<u32, Error> {
    let smallest = game.about().smallest;
    let last = game.sweep_to()?;
    let mut all = 0_u64;
    for size in smallest..=last {
        all = all.saturating_add(game.positions(size)?);
        if all > EVERY {
            return Ok(size.saturating_sub(1).max(smallest));
        }
    }
    Ok(last)
}

/// Returns the tests of a phase but [`Phase::Every`], whose tests depend on the time that they take.
pub(crate) fn tests<S: Clone>(
    phase: Phase,
    task: &Task<'_>,
    plan: &JudgePlan,
    saved: &[S],
) -> Vec<Test<S>> {
    let seed = plan.seed;
    match phase {
        Phase::Every => Vec::new(),
        Phase::Saved => saved.iter().cloned().map(Test::Saved).collect(),
        // The original's tests are as large as the original allows.
        Phase::Original if task.has_own_limits => Vec::new(),
        Phase::Original => originals(task.game, seed),
        Phase::Limits => {
            let full = filled(task, seed).map(Test::Filled);
            limits(task, seed).map(Test::AtLimit).chain(full).collect()
        }
        // The first ones are the same for every number of tests.
        Phase::Random => (1..=plan.random)
            .map(|number| Test::Random { number, seed })
            .collect(),
    }
}

/// Returns the original's tests.
fn originals<S>(game: &dyn Game, seed: u64) -> Vec<Test<S>> {
    let suite = Arc::new(Suite(Mutex::new(vec![Random::new(seed)])));
    let test = |number| Test::Original {
        number,
        suite: Arc::clone(&suite),
    };
    (0..game.about().tests).map(test).collect()
}

/// Returns every shape with every pair of sizes at the limits; of a rules program several times, and also with extents near
/// the limits and near the ends of the ranges of machine numbers. Some pairs may have no input of a shape.
pub(crate) fn limits(task: &Task<'_>, seed: u64) -> impl Iterator<Item = Request<'static>> {
    let draws = if task.is_claimed() {
        draws_at_limits(task.limits(), seed)
    } else {
        let draw = |&Limit { m, n }| Draw { m, n, seed };
        task.limits().iter().map(draw).collect()
    };
    draws.into_iter().flat_map(move |Draw { m, n, seed }| {
        let shapes = task.game.about().shapes.iter();
        let shapes = shapes.filter(move |shape| shape.most.is_none_or(|most| m <= most));
        shapes.map(move |shape| Request {
            shape: shape.name,
            m,
            n,
            seed,
        })
    })
}

/// Returns the first position of inputs that hold as many positions as the task allows, one for each shape: as large as so many
/// may be. None of a task whose inputs hold one.
fn filled(task: &Task<'_>, seed: u64) -> impl Iterator<Item = Request<'static>> {
    let cases = &task.game.about().cases;
    let parts = cases.parts / cases.most;
    let (shapes, are_many) = (task.game.about().shapes.len(), cases.are_many());
    let all = limits(task, seed).take(shapes).filter(move |_| are_many);
    all.map(move |request| Request {
        n: request.n.min(parts).max(1),
        ..request
    })
}

/// How often a position is drawn again when its sizes fit none of its shape.
const DRAWS: u64 = 100;

/// Returns the seeds of the test of this number: the first, and others for when the sizes that it gives fit no
/// position. They are far apart for every test and draw, and the same on every machine.
pub(crate) fn draws(seed: u64, number: u64) -> impl Iterator<Item = u64> {
    let first = seed.wrapping_mul(1_000_003).wrapping_add(number);
    (0..DRAWS).map(move |draw| first.wrapping_mul(DRAWS).wrapping_add(draw))
}

/// Returns the requests for the random test of this number, from 1 on; the first with a position is the test. Shapes come
/// by turns. Sizes have every number of digits equally often, so that there are small inputs, large ones, and small ones
/// with large numbers; those of every second test of a rules program with a claim are drawn uniformly.
fn random_requests<'a>(
    task: &'a Task<'_>,
    number: u64,
    seed: u64,
) -> impl Iterator<Item = Request<'static>> + 'a {
    let shapes = &task.game.about().shapes;
    let turns = shapes.len().max(1) as u64;
    let shape = shapes.get(((number - 1) % turns) as usize).copied();
    // Small positions of a rules program are all tested, and the claim gives the answers for large ones.
    let is_uniform = task.is_claimed() && ((number - 1) / turns).is_multiple_of(2);
    let is_claimed = task.is_claimed();
    // Each draw of a rules program takes time: the second and last one is a position of any kind, which there is.
    let tries = if is_claimed { 2 } else { DRAWS };
    let first = shapes.first().copied();
    let requests = (0..tries).zip(draws(seed, number));
    let requests = requests.map(move |(draw, seed)| {
        let shape = if is_claimed && draw > 0 { first } else { shape };
        let mut random = Random::new(seed);
        let limit = random.choose(task.limits())?;
        let shape = shape?;
        let most = shape.most.unwrap_or(limit.m).min(limit.m);
        Some(Request {
            shape: shape.name,
            m: if is_uniform {
                random.between(most.min(1), most)
            } else {
                any_length(&mut random, most)
            },
            n: any_length(&mut random, limit.n),
            seed,
        })
    });
    requests.map_while(|request| request)
}

/// Tests of a rules program are run in blocks: the positions of a block are drawn together. A block has at most this
/// many tests, and positions with at most this many parts.
const BLOCK: usize = 500;
const PARTS: u64 = 100_000;

/// Draws the positions of the first of these tests together, and returns how many tests these are, at least one.
pub(crate) fn draw_ahead<S>(task: &Task<'_>, tests: &[Test<S>]) -> Result<usize, Error> {
    if !task.is_program() {
        return Ok(tests.len().max(1));
    }
    let (mut requests, mut parts, mut count) = (Vec::new(), 0_u64, 0);
    for test in tests.iter().take(BLOCK) {
        let wanted: Vec<Request<'_>> = test.requests(task).collect();
        parts = wanted
            .iter()
            .fold(parts, |sum, request| sum.saturating_add(request.n));
        if parts > PARTS && count > 0 {
            break;
        }
        count += 1;
        requests.extend(wanted);
    }
    task.game.draw_ahead(&requests)?;
    Ok(count.max(1))
}

/// Draws positions at the limits and `random` others, with at most 100,000 parts, and calls `each` with them until it returns false.
pub(crate) fn each_drawn(
    task: &Task<'_>,
    (seed, random): (u64, u64),
    each: &mut dyn FnMut(Request<'static>, Arc<dyn Position>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    let random = (1..=random).map(|number| Test::Random { number, seed });
    let tests = limits(task, seed).map(Test::AtLimit).chain(random);
    let tests: Vec<Test<()>> = tests.collect();
    let mut ready = 0;
    for (number, test) in tests.iter().enumerate() {
        if number == ready {
            ready += draw_ahead(task, &tests[number..])?;
        }
        let mut requests = test.requests(task).filter(|request| request.n <= PARTS);
        let draw = |request| {
            let drawn = if_any(task.game.draw(&request)).transpose();
            drawn.map(|one| (request, one))
        };
        if let Some((request, position)) = requests.find_map(draw)
            && !each(request, position?)?
        {
            break;
        }
    }
    Ok(())
}

/// Returns a number from 1 to `most`, every number of bits equally likely; 0 when that is the most.
pub(crate) fn any_length(random: &mut Random, most: u64) -> u64 {
    if most == 0 {
        return 0;
    }
    let bits = random.between(0, u64::from(most.ilog2()));
    let low = 1_u64 << bits;
    random.between(low, most.min(low | (low - 1)))
}

#[cfg(test)]
mod unit {
    use grundy_features::tier;
    use grundy_games::{all, find};

    use super::*;

    fn make(test: &Test<SavedTest>, task: &Task<'_>) -> (String, Case) {
        test.make(task).unwrap().unwrap()
    }

    #[test]
    fn some_thousand_small_positions_by_default() {
        for game in all() {
            let up_to = default_up_to(&**game).unwrap();
            let positions: u64 = (game.about().smallest..=up_to)
                .map(|size| game.positions(size).unwrap())
                .sum();
            let name = &game.about().name;
            assert!((2000..=EVERY).contains(&positions), "{name}: {positions}");
        }
    }

    #[test]
    fn random_tests_are_of_every_shape_and_most_sizes() {
        let gra = find("gra").unwrap();
        let task = Task::original(&*gra);
        let random = |number, seed| make(&Test::Random { number, seed }, &task);
        let made: Vec<(String, Case)> = (1..=70).map(|number| random(number, 1)).collect();
        for shape in gra.about().shapes.iter() {
            let with_shape = made.iter().filter(|(name, _)| name.starts_with(shape.name));
            assert_eq!(with_shape.count(), 10, "{}", shape.name);
        }
        let short = made.iter().filter(|(_, case)| case.input.len() < 100);
        let long = made.iter().filter(|(_, case)| case.input.len() > 10_000);
        assert!(short.count() > 5 && long.count() > 5);
        assert_eq!(random(8, 1), made[7]);
        assert_ne!(random(8, 2), made[7]);
    }

    #[test]
    fn numbers_of_any_length_are_no_larger_than_they_may_be() {
        let mut random = Random::new(1);
        for most in [0, 1, 2, 3, 4, 1000, u64::MAX] {
            for _ in 0..100 {
                let number = any_length(&mut random, most);
                assert!(number <= most, "{number} of {most}");
                assert!(number > 0 || most == 0, "{number} of {most}");
            }
        }
    }

    /// A program that adds up nim-sums in a word that is too short is right on every small position, on every
    /// lost one, and on nearly every other.
    #[test]
    fn short_words_are_caught() {
        let nim = find("nim").unwrap();
        let task = Task::original(&*nim).with_limits(Some(u64::MAX), None);
        let at_limits = limits(&task, 1).map(Test::AtLimit);
        let tests: Vec<(String, Case)> = at_limits
            .chain((1..=100).map(|number| Test::Random { number, seed: 1 }))
            .filter_map(|test| test.make(&task).unwrap())
            .collect();
        assert!(tests.len() > 100);
        for bits in [8, 16, 24, 32, 48, 63, 64] {
            let wrong: Vec<&String> = tests
                .iter()
                .filter(|(_, case)| {
                    let numbers = case.input.split_ascii_whitespace().skip(1);
                    let numbers = numbers.map(|number| number.parse::<u64>().unwrap());
                    let nim_sum = numbers.fold(0, |sum, heap| sum ^ heap);
                    let wins = nim_sum << (64 - bits) != 0;
                    case.answer.trim_end() != if wins { "Yes" } else { "No" }
                })
                .map(|(name, _)| name)
                .collect();
            assert_eq!(wrong.is_empty(), bits == 64, "{bits} bits: {wrong:?}");
            let is_high = |name: &&String| name.starts_with("high ");
            assert!(wrong.iter().all(is_high), "{wrong:?}");
        }
    }

    /// One at a time, in any order, and again: the bytes are those of the whole set.
    #[test]
    fn the_originals_tests_are_those_of_the_suite() {
        let has_tests =
            |game: &&Arc<dyn Game>| game.original_test(0, &mut Random::new(3)).is_some();
        let mut games: Vec<_> = all().iter().filter(has_tests).collect();
        // The tests of gra have some ten megabytes each.
        games.retain(|game| tier(game.about().name != "gra", true));
        assert!(!games.is_empty());
        for game in games {
            let game = &**game;
            let task = Task::original(game);
            let mut random = Random::new(3);
            let whole = (0..).map_while(|number| {
                let test = game.original_test(number, &mut random)?;
                let case = test.case(game).unwrap();
                Some((test.name, case))
            });
            let whole: Vec<(String, Case)> = whole.collect();
            let tests = originals(game, 3);
            assert_eq!(tests.len(), whole.len());
            for number in [7, 2, 7, 0, 8, 9] {
                let name = &whole[number].0;
                assert!(make(&tests[number], &task) == whole[number], "{name}");
            }
        }
    }
}
