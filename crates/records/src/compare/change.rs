//! How much rows changed between two runs, the verdict on each change, and the noise between the runs, learned from
//! floors and baselines.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::benchmark::{Record, RowName};
use crate::solver::{Origin, SolverGroup};
use crate::statistics::{MAD_TO_DEVIATION, geometric_mean, median};

/// From fewer rows than this no noise is learned.
const ENOUGH: usize = 5;

/// The standard error of the median of n numbers, of standard deviation 1, is this over the root of n:
/// the root of half of pi.
const OF_MEDIAN: f64 = 1.253_314_137_315_500_1;

/// A change counts beyond this number of standard deviations.
const DEVIATIONS: f64 = 3.0;

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trend {
    /// Faster than threshold and noise explain.
    Faster,
    /// Slower than threshold and noise explain: a regression.
    Slower,
    /// Neither faster nor slower than threshold and noise explain.
    WithinNoise,
    /// A floor or a baseline took longer, which no change of ours causes.
    MovedUp,
    /// A floor or a baseline took less time, which no change of ours causes.
    MovedDown,
}

impl Trend {
    /// The verdict on the logarithm of a ratio of new to old, which has to leave 0 by more than
    /// `bound` to count.
    fn new(logarithm: f64, bound: f64, role: Origin) -> Self {
        match (logarithm > bound, logarithm < -bound, role) {
            (true, _, Origin::Ours) => Self::Slower,
            (_, true, Origin::Ours) => Self::Faster,
            (true, _, _) => Self::MovedUp,
            (_, true, _) => Self::MovedDown,
            _ => Self::WithinNoise,
        }
    }

    /// The verdict in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::WithinNoise => "within noise",
            Self::MovedUp => "moved up",
            Self::MovedDown => "moved down",
        }
    }
}

/// A row that both records have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Game, workload and solver.
    #[serde(flatten)]
    pub name: RowName,
    /// Median of the old record, nanoseconds.
    pub old_ns: f64,
    /// Median of the new record, nanoseconds.
    pub new_ns: f64,
    /// New median over old median.
    pub ratio: f64,
    /// Noise of the old row, a share of its median.
    pub old_noise: f64,
    /// Noise of the new row, a share of its median.
    pub new_noise: f64,
    /// Noise of the pair: of both medians within their runs, and of their group between the runs.
    pub noise: f64,
    /// What became of the row.
    pub verdict: Trend,
}

/// How much the floors and baselines of a group moved between two records, and ours beside them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupNoise {
    /// Where the clock starts and stops.
    pub group: SolverGroup,
    /// The number of floors and baselines. With fewer than five, drift and spread are those of
    /// all groups together, and with fewer than five in all they are taken to be 1 and 0.
    pub rows: usize,
    /// The median of their ratios.
    pub drift: f64,
    /// The robust standard deviation of their ratios around the drift, as a share.
    pub spread: f64,
    /// How many of them would be called slower, were they ours.
    pub slower: usize,
    /// The geometric mean of the ratios of ours, 1 where there are none.
    pub ours: f64,
}

impl GroupNoise {
    /// The change of a row, with a verdict.
    fn change(&self, old: &Record, new: &Record, threshold: f64) -> Change {
        let ratio = new.median_ns / old.median_ns;
        let error = |row: &Record| OF_MEDIAN * row.noise() / (row.samples as f64).sqrt();
        let noise_of_pair = error(old).hypot(error(new)).hypot(self.spread);
        let bound = bound(noise_of_pair, threshold);
        Change {
            name: new.name(),
            old_ns: old.median_ns,
            new_ns: new.median_ns,
            ratio,
            old_noise: old.noise(),
            new_noise: new.noise(),
            noise: noise_of_pair,
            verdict: Trend::new((ratio / self.drift).ln(), bound, new.solver.role()),
        }
    }
}

/// How far the logarithm of a ratio has to be from 0 to count.
fn bound(noise: f64, threshold: f64) -> f64 {
    (1.0 + threshold).ln().max(DEVIATIONS * noise)
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

/// Learns the noise between the runs from the rows that are not ours, and judges all rows by it.
pub(super) fn learn(
    pairs: &[(&Record, &Record)],
    threshold: f64,
) -> (Vec<GroupNoise>, Vec<Change>) {
    let mut groups: BTreeMap<SolverGroup, [Vec<f64>; 2]> = BTreeMap::new();
    for (old, new) in pairs {
        let is_ours = new.solver.role() == Origin::Ours;
        let ratios = groups.entry(new.solver.group()).or_default();
        ratios[usize::from(is_ours)].push(new.median_ns / old.median_ns);
    }
    let logarithms = |ratios: &[f64]| ratios.iter().map(|ratio| ratio.ln()).collect::<Vec<_>>();
    let all = groups.values().flat_map(|[others, _]| logarithms(others));
    let of_all = drift_and_spread(&all.collect::<Vec<_>>()).unwrap_or_default();
    let noise = |(group, [others, ours]): (SolverGroup, [Vec<f64>; 2])| {
        let (drift, spread) = drift_and_spread(&logarithms(&others)).unwrap_or(of_all);
        GroupNoise {
            group,
            rows: others.len(),
            drift: drift.exp(),
            spread,
            slower: 0,
            ours: geometric_mean(&ours),
        }
    };
    let mut noises: Vec<GroupNoise> = groups.into_iter().map(noise).collect();
    let mut changes = Vec::new();
    for (old, new) in pairs {
        let mut noises = noises.iter_mut();
        if let Some(noise) = noises.find(|noise| noise.group == new.solver.group()) {
            let change = noise.change(old, new, threshold);
            noise.slower += usize::from(change.verdict == Trend::MovedUp);
            changes.push(change);
        }
    }
    (noises, changes)
}
