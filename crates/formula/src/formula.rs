//! A formula: an expression, and what it says of a position.

use std::fmt::{self, Display};

use num_bigint::BigInt;

use crate::expr::Expr;
use crate::number::Number;
use crate::position::Position;

/// What the expression of a formula is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Says {
    /// The Grundy value.
    Value,
    /// Whether the position is a P-position.
    Lost,
}

/// A closed form as data: `value = nimsum(parts)` or `lost iff a = b`.
///
/// ```
/// use grundy_formula::{Formula, Verdict};
/// let formula: Formula = "value = nimsum(parts: x mod 4)".parse()?;
/// assert_eq!(formula.to_string(), "value = nimsum(parts: x mod 4)");
/// assert_eq!(formula.of("3\n3 5 9\n")?, Verdict { is_lost: false, value: Some(3) });
/// let wythoff: Formula = "lost iff a = phi(b - a)".parse()?;
/// assert!(wythoff.of("618033988749894848 1000000000000000000")?.is_lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Formula {
    /// What the expression is.
    pub says: Says,
    /// The expression.
    pub expr: Expr,
}

/// What a formula says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the player to move loses.
    pub is_lost: bool,
    /// The Grundy value, if the formula says it.
    pub value: Option<u64>,
}

/// Why a formula says nothing of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undefined {
    /// The text is neither numbers nor a word.
    #[error("formulas read numbers, or one word without digits; found {0:?}")]
    Unread(String),
    /// The expression has no value there.
    #[error("the formula has no value for {0:?}")]
    NoValue(String),
    /// The value is no Grundy value.
    #[error("the formula's value for {0:?} is {1}, expected a Grundy value from 0 to 2^64 - 1")]
    NoGrundyValue(String, String),
}

impl Formula {
    /// Returns what the formula says of the position with this text. O(parts), for numbers beyond 64 bits more by their lengths.
    ///
    /// # Errors
    /// When no formula reads such a position, or this one has no value there.
    pub fn of(&self, text: &str) -> Result<Verdict, Undefined> {
        if let Some(verdict) = Position::read(text).and_then(|position| self.at(&position)) {
            return Ok(verdict);
        }
        let named = || text.trim().to_owned();
        let position = Position::<BigInt>::read(text).ok_or_else(|| Undefined::Unread(named()))?;
        let value = self.expr.at(&position);
        let value = value.ok_or_else(|| Undefined::NoValue(named()))?;
        let verdict = self.verdict(&value);
        verdict.ok_or_else(|| Undefined::NoGrundyValue(named(), value.to_string()))
    }

    /// Returns what the formula says of a position, if 64 bits are enough.
    pub fn at(&self, position: &Position) -> Option<Verdict> {
        self.verdict(&self.expr.at(position)?)
    }

    pub(crate) fn verdict<N: Number>(&self, number: &N) -> Option<Verdict> {
        let value = match self.says {
            Says::Value => Some(number.to_u64()?),
            Says::Lost => None,
        };
        let is_lost = number.is_zero() == value.is_some();
        Some(Verdict { is_lost, value })
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let says = match self.says {
            Says::Value => "value =",
            Says::Lost => "lost iff",
        };
        write!(f, "{says} {}", self.expr)
    }
}
