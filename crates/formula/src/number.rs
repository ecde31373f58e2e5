//! Functions and operators of numbers, on 64 bits with a check of overflow, and on integers of any size.

use std::ops::{BitAnd, BitOr, BitXor, Shr};

use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Signed, ToPrimitive};

/// An integer in which formulas are evaluated: `i64`, and [`BigInt`] where 64 bits are too few.
pub trait Number:
    Integer
    + Roots
    + Signed
    + Clone
    + CheckedAdd
    + CheckedSub
    + CheckedMul
    + From<bool>
    + From<i64>
    + ToPrimitive
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shr<usize, Output = Self>
{
    /// The number of ones among the binary digits of a number that is not negative.
    fn ones(&self) -> usize;
    /// The number of binary digits of the absolute value: 0 for 0.
    fn digits(&self) -> usize;
}

impl Number for i64 {
    fn ones(&self) -> usize {
        self.count_ones() as usize
    }

    fn digits(&self) -> usize {
        (Self::BITS - self.unsigned_abs().leading_zeros()) as usize
    }
}

impl Number for BigInt {
    fn ones(&self) -> usize {
        self.magnitude().count_ones() as usize
    }

    fn digits(&self) -> usize {
        self.bits() as usize
    }
}

/// Returns a length as a [`Number`].
///
/// # Panics
/// Never: no length in memory reaches 2^63.
pub fn length<N: Number>(length: usize) -> N {
    N::from(i64::try_from(length).expect("a length is below 2^63"))
}

/// A function of one number. None but `not` has a value for a negative number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// 1 for 0, and 0 for all else.
    Not,
    /// The number of ones in binary.
    Ones,
    /// The exponent of 2: how often 2 divides the number; 0 for 0.
    Valuation,
    /// The largest power of 2 that divides the number; 0 for 0.
    LowBit,
    /// The number of binary digits; 0 for 0.
    Length,
    /// The number of prime factors, each as often as it divides; 0 for 0 and 1. None of a number with two prime factors above 2^21.
    Factors,
    /// The index of the least prime factor: 1 for 2, 2 for 3, 3 for 5; 0 for 0 and 1 for 1. None above index 100,000.
    LeastPrime,
    /// The least of the Fibonacci numbers whose sum is the number, no two of them neighbours (Zeckendorf); 0 for 0.
    Zeckendorf,
    /// The odious number of this index: `2n` or `2n + 1`, the one with an odd number of ones.
    Odious,
    /// The golden ratio times the number, rounded down.
    Phi,
    /// The square root, rounded down.
    Root,
    /// Whether the number is a Fibonacci number: 1, 2, 3, 5, 8.
    IsFibonacci,
    /// Whether the number is a square.
    IsSquare,
    /// Whether the number is `n (n + 1) / 2`.
    IsTriangular,
    /// Whether the number is a power of 2.
    IsPower,
}

use Function as F;

impl Function {
    /// All functions with their names in expressions and in words.
    pub const ALL: [(Self, &'static str, &'static str); 15] = [
        (F::Not, "not", "not"),
        (F::Ones, "ones", "the number of binary ones of"),
        (F::Valuation, "v2", "the exponent of 2 in"),
        (F::LowBit, "lowbit", "the largest power of 2 that divides"),
        (F::Length, "length", "the number of binary digits of"),
        (F::Factors, "factors", "the number of prime factors of"),
        (
            F::LeastPrime,
            "leastprime",
            "the index of the least prime factor of",
        ),
        (F::Zeckendorf, "zeckendorf", "the least Zeckendorf part of"),
        (F::Odious, "odious", "the odious number of index"),
        (F::Phi, "phi", "the whole part of the golden ratio times"),
        (F::Root, "root", "the whole part of the square root of"),
        (F::IsFibonacci, "fibonacci", "a Fibonacci number"),
        (F::IsSquare, "square", "a square"),
        (F::IsTriangular, "triangular", "a triangular number"),
        (F::IsPower, "power", "a power of 2"),
    ];

    /// Its name in expressions.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Its name in words, in front of what it is a function of; of one that is true or false, what a number is where it is true.
    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// Whether the value is true or false.
    pub const fn is_truth(self) -> bool {
        matches!(
            self,
            F::Not | F::IsFibonacci | F::IsSquare | F::IsTriangular | F::IsPower
        )
    }

    /// Returns the value; `None` where there is none, or `N` is too small for it. O(digits), but for factors, which takes up to
    /// 2^21 divisions.
    pub fn of<N: Number>(self, x: &N) -> Option<N> {
        if x.is_negative() {
            return None;
        }
        let low_bit = || x.clone() & -x.clone();
        Some(match self {
            F::Not => x.is_zero().into(),
            F::Ones => length(x.ones()),
            F::Valuation => length(low_bit().digits().saturating_sub(1)),
            F::LowBit => low_bit(),
            F::Length => length(x.digits()),
            F::Factors => length(factors(x.to_u64()?)?),
            F::LeastPrime => length(least_prime(x.to_u64()?)?),
            F::Zeckendorf => zeckendorf(x)?,
            F::Odious => x.checked_add(x)?.checked_add(&x.ones().is_even().into())?,
            F::Phi => {
                let five = x.checked_mul(x)?.checked_mul(&N::from(5))?;
                x.checked_add(&five.sqrt())?.div_floor(&N::from(2))
            }
            F::Root => x.sqrt(),
            F::IsFibonacci => (!x.is_zero() && zeckendorf(x)? == *x).into(),
            F::IsSquare => is_square(x),
            F::IsTriangular => is_square(&x.checked_mul(&N::from(8))?.checked_add(&N::one())?),
            F::IsPower => (x.ones() == 1).into(),
        })
    }
}

fn is_square<N: Number>(x: &N) -> N {
    let root = x.sqrt();
    (root.clone() * root == *x).into()
}

fn zeckendorf<N: Number>(x: &N) -> Option<N> {
    let (mut part, mut next) = (N::zero(), N::one());
    while next <= *x {
        let sum = part.checked_add(&next)?;
        part = std::mem::replace(&mut next, sum);
    }
    let (mut rest, mut least) = (x.clone(), N::zero());
    while !rest.is_zero() {
        if part <= rest {
            rest = rest - part.clone();
            least = part.clone();
        }
        next = next - part.clone();
        std::mem::swap(&mut part, &mut next);
    }
    Some(least)
}

/// The largest number by which the search for prime factors divides.
const LARGEST_DIVISOR: u64 = 1 << 21;

/// The least prime factor of a number above 1: by division, in at most 2^21 steps.
fn least_factor(n: u64) -> Option<u64> {
    let found = (2..=LARGEST_DIVISOR)
        .take_while(|d| d * d <= n)
        .find(|d| n.is_multiple_of(*d));
    found.or_else(|| (n <= LARGEST_DIVISOR * LARGEST_DIVISOR).then_some(n))
}

fn factors(mut n: u64) -> Option<usize> {
    let mut count = 0;
    while n > 1 {
        n /= least_factor(n)?;
        count += 1;
    }
    Some(count)
}

fn least_prime(n: u64) -> Option<usize> {
    const LARGEST: u64 = 1_299_709;
    if n < 2 {
        return Some(n as usize);
    }
    let prime = least_factor(n).filter(|prime| *prime <= LARGEST)?;
    let primes = (2..=prime).filter(|n| least_factor(*n) == Some(*n));
    Some(primes.count())
}

/// The binary digits of the longest product.
const LONGEST: usize = 1 << 16;

/// An operator between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Whether one of two is true.
    Or,
    /// Whether both are true.
    And,
    /// Whether both are the same.
    Equal,
    /// Whether they differ.
    Differ,
    /// Whether the first is smaller.
    Less,
    /// Whether the first is not larger.
    AtMost,
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The sum without carrying in binary.
    Xor,
    /// The product; none with more than 65,536 binary digits.
    Times,
    /// The quotient rounded down; none by 0.
    Div,
    /// The remainder; of a division by 0 the number itself.
    Mod,
    /// The ones of both.
    BitAnd,
    /// The ones of either.
    BitOr,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// The greatest common divisor.
    Gcd,
}

use Operator as O;

impl Operator {
    /// All operators with their names in expressions, and how strongly they bind: 0 the least; 6 where they are written as functions.
    pub const ALL: [(Self, &'static str, u8); 17] = [
        (O::Or, "or", 0),
        (O::And, "and", 1),
        (O::Equal, "=", 2),
        (O::Differ, "!=", 2),
        (O::Less, "<", 2),
        (O::AtMost, "<=", 2),
        (O::Plus, "+", 4),
        (O::Minus, "-", 4),
        (O::Xor, "xor", 3),
        (O::Times, "*", 5),
        (O::Div, "div", 5),
        (O::Mod, "mod", 5),
        (O::BitAnd, "bitand", 6),
        (O::BitOr, "bitor", 6),
        (O::Min, "min", 6),
        (O::Max, "max", 6),
        (O::Gcd, "gcd", 6),
    ];

    /// Its name in expressions.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// How strongly it binds.
    pub fn level(self) -> u8 {
        Self::ALL[self as usize].2
    }

    /// Whether the order of the two numbers makes no difference.
    pub const fn is_symmetric(self) -> bool {
        !matches!(self, O::Less | O::AtMost | O::Minus | O::Div | O::Mod)
    }

    /// Whether the value is true or false.
    pub fn is_truth(self) -> bool {
        self.level() < 3
    }

    /// Returns the value; `None` where there is none, or `N` is too small for it. O(digits).
    pub fn of<N: Number>(self, x: &N, y: &N) -> Option<N> {
        let is_bitwise = matches!(self, O::Xor | O::BitAnd | O::BitOr | O::Gcd);
        if is_bitwise && (x.is_negative() || y.is_negative()) {
            return None;
        }
        Some(match self {
            O::Or => (!x.is_zero() || !y.is_zero()).into(),
            O::And => (!x.is_zero() && !y.is_zero()).into(),
            O::Equal => (x == y).into(),
            O::Differ => (x != y).into(),
            O::Less => (x < y).into(),
            O::AtMost => (x <= y).into(),
            O::Plus => x.checked_add(y)?,
            O::Minus => x.checked_sub(y)?,
            // A recursion may square its value with each digit.
            O::Times if x.digits() + y.digits() > LONGEST => return None,
            O::Times => x.checked_mul(y)?,
            O::Mod if y.is_zero() => x.clone(),
            O::Div | O::Mod if !y.is_positive() => return None,
            O::Div => x.div_floor(y),
            O::Mod => x.mod_floor(y),
            O::Xor => x.clone() ^ y.clone(),
            O::BitAnd => x.clone() & y.clone(),
            O::BitOr => x.clone() | y.clone(),
            O::Min => x.min(y).clone(),
            O::Max => x.max(y).clone(),
            O::Gcd => x.gcd(y),
        })
    }
}
