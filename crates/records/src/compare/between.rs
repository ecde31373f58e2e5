//! The noise between two runs, learned from rows that nobody's change can have moved.

use std::collections::BTreeMap;

use serde::Serialize;

use super::verdict::MAD_TO_DEVIATION;
use super::{Change, Threshold, Verdict, noise};
use crate::benchmark::Record;
use crate::solver::{Group, Role};
use crate::statistics::middle;

/// From fewer rows than this nothing is learned: a spread of three numbers is a guess.
const ENOUGH: usize = 5;

/// From fewer rows of ours than this nothing is said of them together.
const SEVERAL: usize = 3;

/// The standard error of the median of n numbers, of standard deviation 1, is this over the root of n:
/// the root of half of pi.
const OF_MEDIAN: f64 = 1.253_314_137_315_500_1;

/// A row counts as moved beyond so many standard deviations.
const DEVIATIONS: f64 = 3.0;

/// What the floors and baselines of a group moved by between two records.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Between {
    /// Where the clock starts and stops.
    pub group: Group,
    /// How many floors and baselines there are. With fewer than five, drift and spread are those of
    /// all groups together, and with fewer than five in all they are taken to be 1 and 0.
    pub rows: usize,
    /// The median of their ratios.
    pub drift: f64,
    /// The robust standard deviation of their ratios around the drift, as a share.
    pub spread: f64,
    /// How many of them would be called slower, were they ours.
    pub slower: usize,
}

/// What became of the rows of a game and a group together, where they are ours and several.
pub(super) fn judge_group(
    group: Group,
    role: Role,
    ratios: &[f64],
    between: &[Between],
    threshold: Threshold,
) -> Option<Verdict> {
    if role != Role::Ours || ratios.len() < SEVERAL {
        return None;
    }
    let between = between.iter().find(|between| between.group == group)?;
    let of_many = |rows: usize| OF_MEDIAN * between.spread / (rows.max(1) as f64).sqrt();
    let noise = of_many(ratios.len()).hypot(of_many(between.rows));
    let bound = (1.0 + threshold.share()).ln().max(DEVIATIONS * noise);
    let logarithms = ratios.iter().map(|ratio| (ratio / between.drift).ln());
    Some(Verdict::new(median(logarithms), bound, role))
}

/// The median of some numbers, at least one.
pub(super) fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    middle(&sorted)
}

/// Drift and spread of ratios, as logarithms.
fn drift_and_spread(logarithms: &[f64]) -> Option<(f64, f64)> {
    if logarithms.len() < ENOUGH {
        return None;
    }
    let drift = median(logarithms.iter().copied());
    let deviation = median(logarithms.iter().map(|ratio| (ratio - drift).abs()));
    Some((drift, MAD_TO_DEVIATION * deviation))
}

/// Learns from the rows that are not ours what the runs differ by, and judges all rows by it.
pub(super) fn learn(
    pairs: &[(&Record, &Record)],
    threshold: Threshold,
) -> (Vec<Between>, Vec<Change>) {
    let mut others: BTreeMap<Group, Vec<f64>> = BTreeMap::new();
    for (old, new) in pairs {
        let ratios = others.entry(new.solver.group()).or_default();
        if new.solver.role() != Role::Ours {
            ratios.push((new.median_ns / old.median_ns).ln());
        }
    }
    let all: Vec<f64> = others.values().flatten().copied().collect();
    let of_all = drift_and_spread(&all).unwrap_or_default();
    let mut between: BTreeMap<Group, Between> = others
        .iter()
        .map(|(&group, ratios)| {
            let (drift, spread) = drift_and_spread(ratios).unwrap_or(of_all);
            let learned = Between {
                group,
                rows: ratios.len(),
                drift: drift.exp(),
                spread,
                slower: 0,
            };
            (group, learned)
        })
        .collect();
    let mut rows = Vec::with_capacity(pairs.len());
    for (old, new) in pairs {
        let Some(between) = between.get_mut(&new.solver.group()) else {
            continue; // every group of a pair is there
        };
        let ratio = new.median_ns / old.median_ns;
        let (old_noise, new_noise) = (noise(old), noise(new));
        let error = |row: &Record, noise: f64| OF_MEDIAN * noise / (row.samples as f64).sqrt();
        let within = error(old, old_noise).hypot(error(new, new_noise));
        let noise = within.hypot(between.spread);
        let bound = (1.0 + threshold.share()).ln().max(DEVIATIONS * noise);
        let verdict = Verdict::new((ratio / between.drift).ln(), bound, new.solver.role());
        if verdict == Verdict::MovedUp {
            between.slower += 1;
        }
        rows.push(Change {
            name: new.name(),
            old_ns: old.median_ns,
            new_ns: new.median_ns,
            ratio,
            old_noise,
            new_noise,
            noise,
            verdict,
        });
    }
    (between.into_values().collect(), rows)
}
