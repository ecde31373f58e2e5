//! Functions and operators of numbers, on 64 bits with a check of overflow, and on integers of any size.

use std::ops::{BitAnd, BitOr, BitXor, Shr};

use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, FromPrimitive, Signed, ToPrimitive};

/// An integer in which formulas are evaluated: `i64`, and [`BigInt`] where 64 bits are too few.
pub trait Number:
    Integer
    + Roots
    + Signed
    + Clone
    + CheckedAdd
    + CheckedSub
    + CheckedMul
    + FromPrimitive
    + ToPrimitive
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shr<usize, Output = Self>
{
    /// The number of ones among the binary digits of a number that is not negative.
    fn ones(&self) -> u64;
    /// The number of binary digits of a number that is not negative: 0 for 0.
    fn digits(&self) -> u64;
    /// The number of zeros at the end of the binary digits; 0 for 0.
    fn zeros(&self) -> u64;
    /// 2 to this power.
    fn power_of_two(exponent: u64) -> Option<Self>;
}

impl Number for i64 {
    fn ones(&self) -> u64 {
        self.count_ones().into()
    }

    fn digits(&self) -> u64 {
        (Self::BITS - self.leading_zeros()).into()
    }

    fn zeros(&self) -> u64 {
        if *self == 0 {
            return 0;
        }
        self.trailing_zeros().into()
    }

    fn power_of_two(exponent: u64) -> Option<Self> {
        (exponent < 63).then(|| 1 << exponent)
    }
}

impl Number for BigInt {
    fn ones(&self) -> u64 {
        self.magnitude().count_ones()
    }

    fn digits(&self) -> u64 {
        self.bits()
    }

    fn zeros(&self) -> u64 {
        self.trailing_zeros().unwrap_or(0)
    }

    fn power_of_two(exponent: u64) -> Option<Self> {
        Some(Self::from(1) << exponent)
    }
}

/// Returns a number of 64 bits as a [`Number`].
///
/// # Panics
/// Never: every [`Number`] has room for it.
pub fn small<N: Number>(number: i64) -> N {
    N::from_i64(number).expect("every Number holds 64 bits")
}

/// Returns a length as a [`Number`].
///
/// # Panics
/// Never: no length in memory reaches 2^63.
pub fn length<N: Number>(length: usize) -> N {
    N::from_usize(length).expect("a length is below 2^63")
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
        (F::IsFibonacci, "fibonacci", "is a Fibonacci number:"),
        (F::IsSquare, "square", "is a square:"),
        (F::IsTriangular, "triangular", "is a triangular number:"),
        (F::IsPower, "power", "is a power of 2:"),
    ];

    /// Its name in expressions.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Its name in words, in front of what it is a function of.
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
        let truth = |is: bool| Some(small(is.into()));
        let count = |n: u64| N::from_u64(n);
        match self {
            F::Not => truth(x.is_zero()),
            F::Ones => count(x.ones()),
            F::Valuation => count(x.zeros()),
            F::LowBit if x.is_zero() => Some(N::zero()),
            F::LowBit => N::power_of_two(x.zeros()),
            F::Length => count(x.digits()),
            F::Factors => factors(x).and_then(count),
            F::LeastPrime => least_prime(x).and_then(count),
            F::Zeckendorf => zeckendorf(x),
            F::Odious => {
                let odd = small::<N>(i64::from(x.ones().is_multiple_of(2)));
                x.checked_add(x)?.checked_add(&odd)
            }
            F::Phi => {
                let five = x.checked_mul(x)?.checked_mul(&small(5))?;
                Some((x.checked_add(&five.sqrt())?).div_floor(&small(2)))
            }
            F::Root => Some(x.sqrt()),
            F::IsFibonacci => truth(!x.is_zero() && zeckendorf(x)? == *x),
            F::IsSquare => truth(is_square(x)?),
            F::IsTriangular => truth(is_square(
                &x.checked_mul(&small(8))?.checked_add(&N::one())?,
            )?),
            F::IsPower => truth(x.ones() == 1),
        }
    }
}

fn is_square<N: Number>(x: &N) -> Option<bool> {
    let root = x.sqrt();
    Some(root.checked_mul(&root)? == *x)
}

fn zeckendorf<N: Number>(x: &N) -> Option<N> {
    let (mut rest, mut numbers) = (x.clone(), vec![N::one(), small(2)]);
    while numbers[numbers.len() - 1] <= rest {
        let next = numbers[numbers.len() - 2].checked_add(&numbers[numbers.len() - 1])?;
        numbers.push(next);
    }
    let mut least = N::zero();
    for number in numbers.into_iter().rev() {
        if number <= rest {
            rest = rest.checked_sub(&number)?;
            least = number;
        }
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

fn factors<N: Number>(x: &N) -> Option<u64> {
    let (mut rest, mut count) = (x.to_u64()?, 0);
    while rest > 1 {
        rest /= least_factor(rest)?;
        count += 1;
    }
    Some(count)
}

fn least_prime<N: Number>(x: &N) -> Option<u64> {
    const LARGEST: u64 = 1_299_709;
    let n = x.to_u64()?;
    if n < 2 {
        return Some(n);
    }
    let prime = least_factor(n).filter(|&prime| prime <= LARGEST)?;
    Some((2..=prime).filter(|&n| least_factor(n) == Some(n)).count() as u64)
}

/// The binary digits of the longest product.
const LONGEST: u64 = 1 << 16;

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
    /// All operators with their names in expressions; from `bitand` on, they are written as functions.
    pub const ALL: [(Self, &'static str); 17] = [
        (O::Or, "or"),
        (O::And, "and"),
        (O::Equal, "="),
        (O::Differ, "!="),
        (O::Less, "<"),
        (O::AtMost, "<="),
        (O::Plus, "+"),
        (O::Minus, "-"),
        (O::Xor, "xor"),
        (O::Times, "*"),
        (O::Div, "div"),
        (O::Mod, "mod"),
        (O::BitAnd, "bitand"),
        (O::BitOr, "bitor"),
        (O::Min, "min"),
        (O::Max, "max"),
        (O::Gcd, "gcd"),
    ];

    /// Its name in expressions.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// How strongly it binds: 0 the least; 6 where it is written as a function.
    pub const fn level(self) -> u8 {
        match self {
            O::Or => 0,
            O::And => 1,
            O::Equal | O::Differ | O::Less | O::AtMost => 2,
            O::Xor => 3,
            O::Plus | O::Minus => 4,
            O::Times | O::Div | O::Mod => 5,
            O::BitAnd | O::BitOr | O::Min | O::Max | O::Gcd => 6,
        }
    }

    /// Whether the order of the two numbers makes no difference.
    pub const fn is_symmetric(self) -> bool {
        !matches!(self, O::Less | O::AtMost | O::Minus | O::Div | O::Mod)
    }

    /// Whether the value is true or false.
    pub const fn is_truth(self) -> bool {
        self.level() < 3
    }

    /// Returns the value; `None` where there is none, or `N` is too small for it. O(digits).
    pub fn of<N: Number>(self, x: &N, y: &N) -> Option<N> {
        let truth = |is: bool| Some(small(is.into()));
        let are_natural = || (!x.is_negative() && !y.is_negative()).then_some(());
        match self {
            O::Or => truth(!x.is_zero() || !y.is_zero()),
            O::And => truth(!x.is_zero() && !y.is_zero()),
            O::Equal => truth(x == y),
            O::Differ => truth(x != y),
            O::Less => truth(x < y),
            O::AtMost => truth(x <= y),
            O::Plus => x.checked_add(y),
            O::Minus => x.checked_sub(y),
            // A recursion may square its value with each digit.
            O::Times if x.abs().digits().saturating_add(y.abs().digits()) > LONGEST => None,
            O::Times => x.checked_mul(y),
            O::Div if !y.is_positive() => None,
            O::Div => Some(x.div_floor(y)),
            O::Mod if y.is_zero() => Some(x.clone()),
            O::Mod if y.is_negative() => None,
            O::Mod => Some(x.mod_floor(y)),
            O::Xor => are_natural().map(|()| x.clone() ^ y.clone()),
            O::BitAnd => are_natural().map(|()| x.clone() & y.clone()),
            O::BitOr => are_natural().map(|()| x.clone() | y.clone()),
            O::Min => Some(x.min(y).clone()),
            O::Max => Some(x.max(y).clone()),
            O::Gcd => are_natural().map(|()| x.gcd(y)),
        }
    }
}
