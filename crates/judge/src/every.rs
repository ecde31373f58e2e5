//! Every small position, in order of size; and where a program takes too long for that, some of each size.
//!
//! All programs get the same sizes. A program whose start alone takes a tenth of a second has no time for the
//! thousands of positions of the largest sizes. It gets every position of the smaller sizes and a sample of each
//! of the larger ones, spread evenly over the order in which they come.

use std::time::{Duration, Instant};

use grundy_games::generate::Random;
use grundy_games::{Case, Place, unwatched};
use grundy_sandbox::Sandbox;

use crate::JudgeError;
use crate::cases::{Test, default_up_to};
use crate::plan::{JudgeProgress, Phase};
use crate::report::{PhaseReport, Sampled};
use crate::runner::Runner;

/// A size is tried as a whole when time is left for this number of positions of each larger size.
const SAMPLE: u64 = 100;
/// The number of tests that are run, and their outcomes kept, at a time.
const BLOCK: usize = 4096;
/// Whole sizes are run together until they have this many tests, or take this long one after the other, so that a size
/// with a single position does not leave sandboxes idle.
const POOL: usize = 64;
const POOLED: Duration = Duration::from_secs(2);

/// Tries small positions up to the first failure.
pub(crate) fn every(
    runner: &Runner<'_>,
    sandboxes: &mut [Sandbox],
) -> Result<PhaseReport, JudgeError> {
    let Runner { task, plan, .. } = runner;
    let game = task.game;
    let up_to = match plan.up_to {
        Some(up_to) => up_to,
        None => default_up_to(game)?,
    };
    let smallest = game.about().smallest;
    let solved = game.solved(up_to, &Place::Memory, &mut unwatched);
    let solved = solved
        .map_err(|error| JudgeError::Task(format!("every position up to size {up_to}: {error}")))?;
    let counts = (smallest..=up_to).map(|size| game.positions(size));
    let counts = counts.collect::<Result<Vec<u64>, _>>()?;
    let most = plan.up_to.is_none().then_some(plan.every_time);
    (runner.progress)(JudgeProgress::Begin(
        Phase::Every,
        counts.iter().sum(),
        most,
    ));
    let mut random = Random::new(plan.seed);
    let begin = Instant::now();
    let mut report = PhaseReport::new(Phase::Every);
    let mut pool: Vec<(u32, Test)> = Vec::new();
    for (i, size) in (smallest..=up_to).enumerate() {
        let mut cases = solved.cases(size)?;
        let all = cases.len() as u64;
        let mut share = all;
        let each = begin.elapsed().checked_div(report.tests as u32);
        if plan.up_to.is_none() {
            let left = plan.every_time.saturating_sub(begin.elapsed());
            let left = each.map_or(u64::MAX, |each| in_time(left, each));
            share = share_of(&counts[i..], left, report.sampled.is_some());
        }
        let is_whole = share == all && report.sampled.is_none();
        if !is_whole {
            run(runner, sandboxes, &mut pool, &mut report)?;
            if !report.outcomes.is_empty() {
                break;
            }
            let sampled = report.sampled.get_or_insert(Sampled {
                up_to,
                tests: 0,
                positions: counts[i..].iter().sum(),
                seconds_each: 0.0,
            });
            sampled.tests += share;
            cases = spread(cases, share, &mut random);
        }
        let test = |case| (size, Test::Position(task.in_our_words(case)));
        pool.extend(cases.into_iter().map(test));
        let time = each.map(|each| each.saturating_mul(pool.len() as u32));
        let is_short = plan.up_to.is_some() || time.is_some_and(|time| time < POOLED);
        if is_whole && size < up_to && pool.len() < POOL && is_short {
            continue;
        }
        run(runner, sandboxes, &mut pool, &mut report)?;
        if is_whole && report.outcomes.is_empty() {
            // A size may have no position.
            report.up_to = Some(size);
        }
        if let Some(sampled) = &mut report.sampled {
            sampled.seconds_each = begin.elapsed().as_secs_f64() / report.tests.max(1) as f64;
        }
        if !report.outcomes.is_empty() {
            break;
        }
    }
    Ok(report)
}

/// Runs the tests of these sizes up to the first failure, and takes them out.
fn run(
    runner: &Runner<'_>,
    sandboxes: &mut [Sandbox],
    pool: &mut Vec<(u32, Test)>,
    report: &mut PhaseReport,
) -> Result<(), JudgeError> {
    let mut tests = pool.drain(..);
    while tests.len() > 0 && report.outcomes.is_empty() {
        let (sizes, block): (Vec<u32>, Vec<Test>) = tests.by_ref().take(BLOCK).unzip();
        let mut outcomes = runner.run(sandboxes, Phase::Every, &block, true)?;
        if report.sampled.is_none() {
            report.up_to = outcomes.len().checked_sub(1).map(|last| sizes[last]);
        }
        report.count(&outcomes);
        report
            .outcomes
            .extend(outcomes.pop_if(|last| last.has_failed()));
    }
    Ok(())
}

/// Returns how many positions of a size to try when there is time for `left` positions in all, where `counts` are the
/// numbers of positions of this size and each larger one: all, as long as they take half of the time that is left or
/// there is time for a sample of each larger size as well; and then as many as fit in an equal part of the time for
/// each size, one at least.
fn share_of(counts: &[u64], left: u64, sampled: bool) -> u64 {
    let Some((&all, larger)) = counts.split_first() else {
        return 0;
    };
    let samples: u64 = larger.iter().map(|&positions| positions.min(SAMPLE)).sum();
    if !sampled && (all <= left / 2 || all.saturating_add(samples) <= left) {
        return all;
    }
    (left / counts.len() as u64).max(1).min(all)
}

/// Returns how many tests fit in a time when each takes `each`.
fn in_time(time: Duration, each: Duration) -> u64 {
    let number = time.as_nanos() / each.as_nanos().max(1);
    number.try_into().unwrap_or(u64::MAX)
}

/// Returns `count` of the cases in their order: one at random of each of `count` equal parts.
fn spread(cases: Vec<Case>, count: u64, random: &mut Random) -> Vec<Case> {
    let all = cases.len() as u64;
    let begin = |part: u64| (u128::from(all) * u128::from(part) / u128::from(count)) as u64;
    let chosen = (0..count).map(|part| random.between(begin(part), begin(part + 1) - 1));
    let mut chosen = chosen.peekable();
    let cases = (0..).zip(cases);
    cases
        .filter(|(i, _)| chosen.next_if_eq(i).is_some())
        .map(|(_, case)| case)
        .collect()
}

#[cfg(test)]
mod unit {
    use super::*;

    /// The shares of gra for a program that takes this number of milliseconds each time.
    fn shares(milliseconds: u64) -> Vec<u64> {
        let counts: Vec<u64> = (2..=12).map(|m| (1 << (m - 1)) - 1).collect();
        let (mut left, mut sampled) = (60_000 / milliseconds, false);
        let mut share = |i: usize| {
            let share = share_of(&counts[i..], left, sampled);
            sampled |= share < counts[i];
            left -= share;
            share
        };
        (0..counts.len()).map(&mut share).collect()
    }

    #[test]
    fn every_program_gets_every_size() {
        let all = [1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047];
        assert_eq!(shares(14), all);
        // Those of Java and of Node, on two processors.
        assert_eq!(shares(40), [&all[..9], &[243, 244]].concat());
        assert_eq!(shares(100), [&all[..7], &[88, 88, 88, 89]].concat());
        // Two seconds each, one after the other.
        assert_eq!(shares(2000), [1, 3, 7, 2, 2, 2, 2, 2, 3, 3, 3]);
        for milliseconds in 1..3000 {
            let shares = shares(milliseconds);
            assert!(shares.iter().all(|&share| share > 0), "{shares:?}");
            assert!(shares.iter().sum::<u64>() * milliseconds <= 60_000);
        }
    }

    #[test]
    fn samples_are_spread_and_in_order() {
        let case = |i: u64| Case::new(i.to_string(), String::new());
        let number = |case: Case| case.input.parse::<u64>().unwrap();
        for all in 1..40 {
            for count in 1..=all {
                let cases = (0..all).map(case).collect();
                let some = spread(cases, count, &mut Random::new(1));
                let some: Vec<u64> = some.into_iter().map(number).collect();
                assert_eq!(some.len() as u64, count);
                for (part, i) in (0..).zip(some) {
                    assert!((part * all / count..(part + 1) * all / count).contains(&i));
                }
            }
        }
        let draw = |seed| {
            let cases = (0..1000).map(case).collect();
            spread(cases, 50, &mut Random::new(seed))
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
}
