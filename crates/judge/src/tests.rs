//! What a program is tried on: tests, and the phases they come in.

use crate::JudgeError;
use crate::saved;
use crate::task::Task;
use grundy_games::generate::Random;
use grundy_games::{Case, Error, Game, OriginalTest, Request};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The phases of judging, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Tests that were kept from earlier times.
    Saved,
    /// Every position up to a size, in order of size; the answers are the oracle's.
    Every,
    /// The tests of the original task, made anew.
    Original,
    /// Every shape of input at the limits of the original task.
    Limits,
    /// Random inputs of every shape and of all sizes up to those limits.
    Random,
}

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Self; 5] = [
        Self::Saved,
        Self::Every,
        Self::Original,
        Self::Limits,
        Self::Random,
    ];
}

/// A test: an input that is there, or one that is made when its turn comes and dropped when it is judged,
/// for large inputs are some ten megabytes each.
#[derive(Clone, Debug)]
pub struct Test(Source);

#[derive(Clone, Debug)]
enum Source {
    Ready { name: String, case: Arc<Case> },
    Kept { name: String, path: PathBuf },
    Original { number: usize, suite: Arc<Suite> },
    Made(Order),
    Drawn { number: u64, seed: u64 },
}

/// The original's tests. All are drawn from one source, one after the other; where in it each of them begins
/// is all that is kept of them.
#[derive(Debug)]
struct Suite(Mutex<Vec<Random>>);

impl Suite {
    fn new(seed: u64) -> Self {
        Self(Mutex::new(vec![Random::new(seed)]))
    }

    /// The test of this number. Those before it are made, too, unless that has been done.
    fn make(&self, game: &dyn Game, number: usize) -> Option<OriginalTest> {
        let mut begins = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let at = number.min(begins.len() - 1);
            let mut random = begins[at].clone();
            let made = game.original_test(at, &mut random)?;
            if at + 1 == begins.len() {
                begins.push(random);
            }
            if at == number {
                return Some(made);
            }
        }
    }
}

/// An order for one generated input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    pub shape: &'static str,
    pub m: u64,
    pub n: u64,
    pub seed: u64,
}

/// How often a position is drawn again when its sizes fit none of its shape.
const DRAWS: u64 = 100;

impl Test {
    /// A test with its name.
    pub fn new(name: impl Into<String>, case: Case) -> Self {
        let (name, case) = (name.into(), Arc::new(case));
        Self(Source::Ready { name, case })
    }

    /// The test with this name whose input is in a file.
    pub(crate) const fn kept(name: String, path: PathBuf) -> Self {
        Self(Source::Kept { name, path })
    }

    /// The test's name and its input with the right answer; `None` when there is no such input.
    pub(crate) fn make(&self, task: &Task<'_>) -> Result<Option<(String, Arc<Case>)>, JudgeError> {
        let made = match &self.0 {
            Source::Ready { name, case } => return Ok(Some((name.clone(), Arc::clone(case)))),
            Source::Kept { name, path } => Some((name.clone(), saved::read(task, path)?)),
            Source::Original { number, suite } => match suite.make(task.game, *number) {
                Some(test) => Some((test.name, task.case(&test.positions)?)),
                None => None,
            },
            Source::Made(order) => order.make(task)?.map(|case| (order.name(), case)),
            &Source::Drawn { number, seed } => drawn(task, number, seed)?,
        };
        Ok(made.map(|(name, case)| (name, Arc::new(case))))
    }
}

impl Order {
    /// The order in the words of `grundy gen`, so that anybody can have the same input.
    fn name(&self) -> String {
        let Self { shape, m, n, seed } = self;
        format!("{shape} -m {m} -n {n} --seed {seed}")
    }

    /// The input with its answer by the closed form.
    pub(crate) fn make(&self, task: &Task<'_>) -> Result<Option<Case>, Error> {
        let &Self { shape, m, n, seed } = self;
        match task.game.draw(&Request { shape, m, n, seed }) {
            Ok(position) => Ok(Some(task.case(&[position])?)),
            Err(Error::NoShape(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// How many tests [`Phase::Every`] has when nobody says how far it goes, at most: some ten seconds
/// for a program that starts in a few milliseconds.
const EVERY: u64 = 5000;

/// How far [`Phase::Every`] goes when nobody says: to the largest size with which there are at most
/// 5000 positions.
///
/// ```
/// let gra = grundy_games::find("gra").unwrap();
/// assert_eq!(grundy_judge::tests::default_up_to(&*gra)?, 12);
/// # Ok::<(), grundy_games::Error>(())
/// ```
///
/// # Errors
/// When the game fails.
pub fn default_up_to(game: &dyn Game) -> Result<u32, Error> {
    let smallest = game.about().smallest;
    let mut all = 0_u64;
    for size in smallest..=game.sweep_to()? {
        all = all.saturating_add(game.positions(size)?);
        if all > EVERY {
            return Ok(size.saturating_sub(1).max(smallest));
        }
    }
    game.sweep_to()
}

/// The tests of the original task, made anew from a seed, as the game's suite has them.
pub(crate) fn original(task: &Task<'_>, seed: u64) -> Vec<Test> {
    let suite = Arc::new(Suite::new(seed));
    let numbers = 0..task.game.about().tests;
    let test = |number| Source::Original {
        number,
        suite: Arc::clone(&suite),
    };
    numbers.map(test).map(Test).collect()
}

/// Every shape with every pair of sizes at the limits. Some pairs may have no input of a shape.
pub(crate) fn limits(task: &Task<'_>, seed: u64) -> Vec<Test> {
    orders(task, seed).map(Source::Made).map(Test).collect()
}

/// As [`limits`], the orders themselves.
pub(crate) fn orders(task: &Task<'_>, seed: u64) -> impl Iterator<Item = Order> {
    task.limits().iter().flat_map(move |limit| {
        let (m, n) = (limit.m, limit.n);
        task.game.about().shapes.iter().map(move |shape| Order {
            shape: shape.name,
            m,
            n,
            seed,
        })
    })
}

/// Random tests; the first ones are the same whatever their number.
pub(crate) fn random(count: u64, seed: u64) -> Vec<Test> {
    (1..=count)
        .map(|number| Test(Source::Drawn { number, seed }))
        .collect()
}

/// What the test of this number is drawn from, and drawn again from when the sizes fit no position of its shape:
/// far apart for every test and draw, and the same on every machine.
pub(crate) fn draws(seed: u64, number: u64) -> impl Iterator<Item = u64> {
    let first = seed.wrapping_mul(1_000_003).wrapping_add(number);
    (0..DRAWS).map(move |draw| first.wrapping_mul(DRAWS).wrapping_add(draw))
}

/// Shapes come by turns. Sizes have every number of digits equally often, so that small inputs, large
/// ones, and small ones with large numbers all come up.
fn drawn(task: &Task<'_>, number: u64, seed: u64) -> Result<Option<(String, Case)>, Error> {
    let shapes = &task.game.about().shapes;
    let turn = (number as usize - 1) % shapes.len().max(1);
    let Some(shape) = shapes.get(turn) else {
        return Ok(None);
    };
    for seed in draws(seed, number) {
        let mut random = Random::new(seed);
        let Some(limit) = random.choose(task.limits()) else {
            return Ok(None);
        };
        let order = Order {
            shape: shape.name,
            m: any_length(&mut random, limit.m),
            n: any_length(&mut random, limit.n),
            seed,
        };
        if let Some(case) = order.make(task)? {
            return Ok(Some((order.name(), case)));
        }
    }
    Ok(None)
}

/// A number from 1 to `most`, every number of bits equally likely; 0 when that is the most.
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
    use super::*;
    use grundy_games::{all, find};

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
        let make = |test: &Test| test.make(&task).unwrap().unwrap();
        let made: Vec<(String, Arc<Case>)> = random(70, 1).iter().map(make).collect();
        for shape in gra.about().shapes.iter() {
            let with_shape = made.iter().filter(|(name, _)| name.starts_with(shape.name));
            assert_eq!(with_shape.count(), 10, "{}", shape.name);
        }
        let short = made.iter().filter(|(_, case)| case.input.len() < 100);
        let long = made.iter().filter(|(_, case)| case.input.len() > 10_000);
        assert!(short.count() > 5 && long.count() > 5);
        // More tests begin with the same ones; another seed gives others.
        let more = make(&random(60, 1)[7]);
        assert_eq!(more, made[7]);
        assert_ne!(make(&random(60, 2)[7]), made[7]);
    }

    #[test]
    fn numbers_of_any_length_are_no_larger_than_they_may_be() {
        let mut random = Random::new(1);
        for most in [0, 1, 2, 3, 4, 1000, u64::MAX] {
            for _ in 0..100 {
                let number = any_length(&mut random, most);
                assert!(
                    number <= most && (number > 0 || most == 0),
                    "{number} of {most}"
                );
            }
        }
    }

    /// Who adds up nim-sums in a word that is too short is right on every small position, on every
    /// lost one, and on nearly every other.
    #[test]
    fn short_words_are_caught() {
        let nim = find("nim").unwrap();
        let task = Task::original(&*nim).with_limits(Some(u64::MAX), None);
        let tests: Vec<(String, Arc<Case>)> = limits(&task, 1)
            .iter()
            .chain(&random(100, 1))
            .filter_map(|test| test.make(&task).unwrap())
            .collect();
        assert!(tests.len() > 100);
        for bits in [8, 16, 24, 32, 48, 63, 64] {
            let wrong: Vec<&str> = tests
                .iter()
                .filter(|(_, case)| {
                    let numbers = case.input.split_ascii_whitespace().skip(1);
                    let numbers = numbers.map(|number| number.parse::<u64>().unwrap());
                    let nim_sum = numbers.fold(0, |sum, heap| sum ^ heap);
                    let says = nim_sum << (64 - bits) != 0;
                    case.answer.trim_end() != if says { "Yes" } else { "No" }
                })
                .map(|(name, _)| name.as_str())
                .collect();
            assert_eq!(wrong.is_empty(), bits == 64, "{bits} bits: {wrong:?}");
            assert!(
                wrong.iter().all(|name| name.starts_with("high ")),
                "{wrong:?}"
            );
        }
    }

    /// One at a time, in any order, and again: the bytes are those of the whole set.
    #[test]
    fn the_originals_tests_are_those_of_the_suite() {
        for game in all().iter().filter(|game| game.about().tests > 0) {
            let task = Task::original(&**game);
            let mut random = Random::new(3);
            let whole = (0..).map_while(|number| {
                let test = game.original_test(number, &mut random)?;
                let case = test.case(&**game).unwrap();
                Some([test.name, case.input, case.answer])
            });
            let whole: Vec<[String; 3]> = whole.collect();
            let tests = original(&task, 3);
            assert_eq!(tests.len(), whole.len());
            for number in [7, 2, 7, 0, 8, 9] {
                let (name, case) = tests[number].make(&task).unwrap().unwrap();
                let made = [name, case.input.clone(), case.answer.clone()];
                assert!(made == whole[number], "{}", whole[number][0]);
            }
        }
    }

    #[test]
    fn names_of_made_tests_are_orders() {
        let gra = find("gra").unwrap();
        let task = Task::original(&*gra);
        let last = limits(&task, 3).pop().unwrap();
        let (name, case) = last.make(&task).unwrap().unwrap();
        assert_eq!(name, "block -m 1000000000 -n 1 --seed 3");
        assert_eq!(
            case.answer,
            gra.read(case.input.as_bytes()).unwrap()[0]
                .solve()
                .unwrap()
                .answer
                + "\n"
        );
    }
}
