//! The verdict on a change.

use serde::Serialize;

use crate::solver::Origin;

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
    pub(super) fn new(logarithm: f64, bound: f64, role: Origin) -> Self {
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
