//! When a change counts: threshold, noise, and the verdict on a row.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::benchmark::Record;
use crate::error::RecordError;
use crate::solver::Role;
use crate::units;

/// Makes the median absolute deviation of normally distributed numbers their standard deviation:
/// 1 over the third quartile of the standard normal distribution.
pub(super) const MAD_TO_DEVIATION: f64 = 1.482_602_218_505_602;

/// How much a median may change before the change counts, as a share of it.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
pub struct Threshold(f64);

impl Threshold {
    /// The share: 0.05 for 5 %.
    pub const fn share(self) -> f64 {
        self.0
    }
}

impl Default for Threshold {
    /// 5 %.
    fn default() -> Self {
        Self(0.05)
    }
}

impl FromStr for Threshold {
    type Err = RecordError;

    /// Reads a percentage.
    ///
    /// ```
    /// use grundy_records::compare::Threshold;
    /// assert_eq!("5%".parse::<Threshold>()?, Threshold::default());
    /// assert!("0.05".parse::<Threshold>().is_err());
    /// # Ok::<(), grundy_records::RecordError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, RecordError> {
        let number = text.strip_suffix('%').map(str::trim_end);
        match number.and_then(|number| number.parse::<f64>().ok()) {
            Some(percent) if percent.is_finite() && percent >= 0.0 => Ok(Self(percent / 100.0)),
            _ => Err(RecordError::Word {
                found: format!("`{text}`"),
                expected: "a percentage such as 5%",
            }),
        }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&units::percent(self.0))
    }
}

/// The robust standard deviation of a row's samples, as a share of its median.
pub(super) fn noise(record: &Record) -> f64 {
    MAD_TO_DEVIATION * record.mad_ns / record.median_ns
}

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Faster than threshold and noise explain.
    Faster,
    /// Slower than threshold and noise explain: a regression.
    Slower,
    /// Neither.
    WithinNoise,
    /// A floor or a baseline, which no change of ours makes slower, and which took longer.
    MovedUp,
    /// The same, and it took less.
    MovedDown,
}

impl Verdict {
    /// The verdict on the logarithm of a ratio of new to old, which has to leave 0 by more than
    /// `bound` to count.
    pub(super) fn new(logarithm: f64, bound: f64, role: Role) -> Self {
        match (logarithm > bound, logarithm < -bound, role) {
            (true, _, Role::Ours) => Self::Slower,
            (_, true, Role::Ours) => Self::Faster,
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
