//! Makes a failing input simpler for as long as it still fails.
//!
//! Greedy and deterministic: from a failing input, its simpler neighbours are tried in order, the
//! first that fails too takes its place, and so on until no neighbour fails. The result is then
//! *locally minimal*: every single simplification makes it pass. The caller defines the simplifications;
//! [`grundy_game::removals`] gives an order that serves lists well. (A. Zeller and
//! R. Hildebrandt, *Simplifying and isolating failure-inducing input*, 2002, call such a result
//! 1-minimal and the order of removals *delta debugging*.)

use std::time::{Duration, Instant};

use serde::Serialize;

/// How long to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShrinkBudget {
    /// The most inputs that are tried.
    pub tries: u64,
    /// No try starts later than this. Only a budget that is not used up gives the same result
    /// every time.
    pub time: Duration,
}

impl Default for ShrinkBudget {
    /// 5000 tries in 20 seconds.
    fn default() -> Self {
        Self {
            tries: 5000,
            time: Duration::from_secs(20),
        }
    }
}

/// How an input was shrunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shrunk {
    /// The number of inputs that were tried.
    pub tries: u64,
    /// The number of those that failed too, each taking the place of the one before.
    pub steps: u64,
    /// Whether every input one step simpler was tried and does not fail in this way. Otherwise the budget ended
    /// first.
    pub minimal: bool,
}

/// Shrinks `found`, which is known to fail, and returns the simplest failing input found.
///
/// `simpler` returns the neighbours of a position in the order in which they are to be tried, boldest first; every
/// chain of ever simpler neighbours has to be finite. `fails` returns whether a position still fails, and is called
/// at most `budget.tries` times.
///
/// ```
/// use grundy_sweep::shrink::{ShrinkBudget, shrink};
/// use std::convert::Infallible;
/// use std::time::Duration;
/// // Wrong for every number with at least two odd digits.
/// let wrong = |n: &u64| n.to_string().bytes().filter(|digit| digit % 2 == 1).count() >= 2;
/// let simpler = |n: &u64| vec![n / 10, n.saturating_sub(2), n.saturating_sub(1)];
/// let budget = ShrinkBudget { tries: 1000, time: Duration::from_mins(1) };
/// let (found, shrunk) = shrink(271_828, simpler, |n| Ok::<_, Infallible>(wrong(n)), budget)?;
/// // 11 is wrong too, but 27, 269 and 270 are right: the minimum is a local one.
/// assert_eq!((found, shrunk.minimal), (271, true));
/// # Ok::<(), Infallible>(())
/// ```
///
/// # Errors
/// The first error of `fails`.
pub fn shrink<P, I, E>(
    mut found: P,
    mut simpler: impl FnMut(&P) -> I,
    mut fails: impl FnMut(&P) -> Result<bool, E>,
    budget: ShrinkBudget,
) -> Result<(P, Shrunk), E>
where
    I: IntoIterator<Item = P>,
{
    let begin = Instant::now();
    let mut shrunk = Shrunk::default();
    'step: loop {
        for candidate in simpler(&found) {
            if shrunk.tries >= budget.tries || begin.elapsed() > budget.time {
                return Ok((found, shrunk));
            }
            shrunk.tries += 1;
            if fails(&candidate)? {
                found = candidate;
                shrunk.steps += 1;
                continue 'step;
            }
        }
        shrunk.minimal = true;
        return Ok((found, shrunk));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_game::{Position, Reduction, removals};
    use std::convert::Infallible;
    use std::sync::Arc;

    const AMPLE: ShrinkBudget = ShrinkBudget {
        tries: 1_000_000,
        time: Duration::from_mins(10),
    };

    fn without(list: &[u32]) -> impl Iterator<Item = Vec<u32>> + use<> {
        let list = list.to_vec();
        removals(list.len()).map(move |range| [&list[..range.start], &list[range.end..]].concat())
    }

    /// Every subset of eight elements as the one reason of failure: exactly that is left.
    #[test]
    fn what_is_needed_stays_and_all_else_goes() {
        let mask = |list: &Vec<u32>| list.iter().fold(0, |mask, &i| mask | 1 << i);
        for reason in 0..1_u32 << 8 {
            let fails = |list: &Vec<u32>| Ok::<_, Infallible>(mask(list) & reason == reason);
            let start = (0..8).collect();
            let (found, shrunk) = shrink(start, |list| without(list), fails, AMPLE).unwrap();
            assert_eq!((mask(&found), shrunk.minimal), (reason, true));
        }
    }

    #[test]
    fn a_million_elements_shrink_in_a_few_hundred_tries() {
        let start: Vec<u32> = (0..1_000_000).collect();
        let needed = [17, 4711, 271_828, 999_999];
        let fails = |list: &Vec<u32>| {
            Ok::<_, Infallible>(needed.iter().all(|n| list.binary_search(n).is_ok()))
        };
        let (found, shrunk) = shrink(start, |list| without(list), fails, AMPLE).unwrap();
        assert_eq!(found, needed);
        assert!(shrunk.tries < 500, "{} tries", shrunk.tries);
    }

    /// Not monotone: some smaller lists pass although still smaller ones fail. The result is minimal
    /// all the same, and the same every time.
    #[test]
    fn the_result_is_locally_minimal_and_deterministic() {
        let fails = |list: &Vec<u32>| {
            let sum: u32 = list.iter().sum();
            Ok::<_, Infallible>(list.len() >= 2 && sum % 7 == 3)
        };
        let mut shrunk_lists = 0;
        for length in 2..40 {
            let start: Vec<u32> = (0..length).map(|i| i * i + 1).collect();
            if !fails(&start).unwrap() {
                continue;
            }
            let once = shrink(start.clone(), |list| without(list), fails, AMPLE).unwrap();
            let twice = shrink(start, |list| without(list), fails, AMPLE).unwrap();
            assert_eq!(once, twice);
            let (found, shrunk) = once;
            assert!(shrunk.minimal && fails(&found).unwrap());
            let mut smaller = without(&found);
            assert!(!smaller.any(|list| fails(&list).unwrap()), "{found:?}");
            shrunk_lists += 1;
        }
        assert!(shrunk_lists > 3, "only {shrunk_lists} lists failed at all");
    }

    #[test]
    fn a_budget_is_kept() {
        let start: Vec<u32> = (0..100).collect();
        for tries in 0..30 {
            let mut calls = 0;
            let fails = |list: &Vec<u32>| {
                calls += 1;
                Ok::<_, Infallible>(list.contains(&50))
            };
            let budget = ShrinkBudget { tries, ..AMPLE };
            let shrunk = shrink(start.clone(), |list| without(list), fails, budget);
            let (found, shrunk) = shrunk.unwrap();
            assert!(found.contains(&50) && shrunk.tries == calls && calls <= tries);
            // Seven steps, the last but one a second try, and one try more to see that [50] is it.
            assert_eq!(shrunk.minimal, tries >= 9, "{shrunk:?}");
            assert!(!shrunk.minimal || found == [50]);
        }
        let none = ShrinkBudget {
            time: Duration::ZERO,
            ..AMPLE
        };
        let fails = |_: &Vec<u32>| {
            std::thread::sleep(Duration::from_millis(1));
            Ok::<_, Infallible>(true)
        };
        let (_, shrunk) = shrink(start, |list| without(list), fails, none).unwrap();
        assert!(shrunk.tries <= 1 && !shrunk.minimal);
    }

    /// A program that keeps nim-sums in 32 bits is wrong when only higher bits are set. Hardly any heap or pair can be
    /// left out without the nim-sum changing; one heap is left all the same.
    #[test]
    fn one_heap_is_left_of_a_nim_sum_of_33_bits() {
        for (name, n, shrunk) in [
            ("nim", 3000, "1\n4294967296\n"),
            ("staircase", 3000, "1\n4294967296\n"),
            ("bounded", 3000, "1 4294967296\n4294967296\n"),
            ("constrained", 300, "1 0\n4294967296\n"),
        ] {
            let game = &*grundy_games::find(name).unwrap();
            let (shape, m, seed) = ("high", 1_000_000_000_000_000, 1);
            let request = grundy_game::Request { shape, m, n, seed };
            let fails = |position: &Arc<dyn Position>| {
                let Some(Reduction::Heaps { nim_sum, .. } | Reduction::Stairs { nim_sum, .. }) =
                    position.reduction()
                else {
                    panic!("{name} is no nim-sum");
                };
                Ok::<_, Infallible>(nim_sum > 0 && nim_sum.trailing_zeros() >= 32)
            };
            let simpler = |position: &Arc<dyn Position>| position.simpler().into_iter().flatten();
            let start = game.draw(&request).unwrap();
            let (found, Shrunk { tries, .. }) = shrink(start, simpler, fails, AMPLE).unwrap();
            assert_eq!(found.to_string(), shrunk);
            assert!(tries < 2000, "{name}: {tries} tries");
        }
    }
}
