//! Recipes: plain numbers from which every game builds a valid position.
//!
//! A [`Recipe`] has no rules to break, so it can come from anywhere: proptest draws it with the
//! weights below and shrinks it number by number, libFuzzer makes it from bytes. Building a position
//! from it never fails, which is why shrinking keeps positions valid.

use arbitrary::Arbitrary;
use proptest::collection::vec;
use proptest::prelude::*;

/// A number, named by what makes it interesting rather than by its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Amount {
    /// 0 to 3.
    Tiny(u8),
    /// 0 to 255.
    Small(u8),
    /// One less than a power of two, the power itself, or one more.
    NearPower {
        /// Which power.
        bit: u8,
        /// Which of the three.
        offset: u8,
    },
    /// The largest number allowed, or up to 3 less.
    NearLimit(u8),
    /// One of the numbers that matter where this one is wanted, or one beside it.
    NearMark {
        /// Which of them.
        which: u8,
        /// One less, the number itself, or one more.
        offset: u8,
    },
    /// Any number.
    Any(u64),
}

impl Amount {
    /// The number, from 0 to `limit`. `marks` are the numbers that matter here. O(1).
    ///
    /// ```
    /// use grundy_fuzz::Amount;
    /// assert_eq!(Amount::Tiny(2).up_to(9, &[]), 2);
    /// assert_eq!(Amount::NearPower { bit: 5, offset: 0 }.up_to(u64::MAX, &[]), 31);
    /// assert_eq!(Amount::NearLimit(1).up_to(9, &[]), 8);
    /// assert_eq!(Amount::NearMark { which: 3, offset: 2 }.up_to(9, &[5, 6]), 7);
    /// assert!(Amount::Any(1 << 40).up_to(9, &[]) <= 9);
    /// ```
    pub fn up_to(self, limit: u64, marks: &[u64]) -> u64 {
        let beside = |number: u64, offset: u8| {
            let offset = u64::from(offset % 3);
            number.saturating_sub(1).saturating_add(offset)
        };
        let number = match self {
            Self::Tiny(number) => u64::from(number % 4),
            Self::Small(number) => u64::from(number),
            Self::NearPower { bit, offset } => {
                let bits = u64::BITS - limit.leading_zeros();
                beside(1 << (u32::from(bit) % bits.max(1)), offset)
            }
            Self::NearLimit(less) => limit.saturating_sub(u64::from(less % 4)),
            Self::NearMark { which, offset } => match marks {
                [] => u64::from(which),
                _ => beside(marks[usize::from(which) % marks.len()], offset),
            },
            Self::Any(number) => number,
        };
        match limit.checked_add(1) {
            Some(numbers) => number % numbers,
            None => number,
        }
    }
}

/// A block, heap, step, pile or pair: what the two numbers are, each game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Part {
    /// How large it is.
    pub size: Amount,
    /// How far it is from its neighbour.
    pub gap: Amount,
}

/// A choice to be made in a finished position: a move, a place, a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Pick {
    /// Which part.
    pub at: u16,
    /// How many.
    pub amount: Amount,
}

/// What is done with a position after it has been built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Turn {
    /// Nothing.
    AsBuilt,
    /// A winning move is played, so that a P-position remains.
    Lost(u8),
    /// A winning move and any move after it are played: a neighbour of a P-position.
    BesideLost(u8, Pick),
}

/// All that goes into a position of any game, and into what is tried on it.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Recipe {
    /// k of bounded Nim, the empty squares on the left of a strip.
    pub bound: Amount,
    /// Blocks, heaps, steps or piles.
    pub parts: Vec<Part>,
    /// Forbidden pairs.
    pub pairs: Vec<Part>,
    /// What is done with the position.
    pub turn: Turn,
    /// What is tried on it.
    pub picks: Vec<Pick>,
}

/// How much play a position may have in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Some hundred positions can be reached from it: for oracles that forget.
    Tiny,
    /// Some thousand positions can be reached from it: for oracles that remember.
    Small,
    /// Anything, up to the largest numbers that the game knows.
    Large,
}

/// The most positions that may be reached from one of [`Reach::Small`], about.
pub(crate) const SMALL: u128 = 3000;
/// And from one of [`Reach::Tiny`].
pub(crate) const TINY: u128 = 120;

impl Reach {
    /// The number of positions that may be reached; `None` for any number.
    pub(crate) const fn positions(self) -> Option<u128> {
        match self {
            Self::Tiny => Some(TINY),
            Self::Small => Some(SMALL),
            Self::Large => None,
        }
    }
}

/// Numbers with the weights that find errors: small ones first, which is also where they shrink to.
pub fn amounts() -> impl Strategy<Value = Amount> + Clone {
    prop_oneof![
        6 => (0..4_u8).prop_map(Amount::Tiny),
        3 => any::<u8>().prop_map(Amount::Small),
        3 => (0..64_u8, 0..3_u8).prop_map(|(bit, offset)| Amount::NearPower { bit, offset }),
        1 => (0..4_u8).prop_map(Amount::NearLimit),
        4 => (any::<u8>(), 0..3_u8).prop_map(|(which, offset)| Amount::NearMark { which, offset }),
        1 => any::<u64>().prop_map(Amount::Any),
    ]
}

/// Recipes of all sorts.
pub fn recipes() -> impl Strategy<Value = Recipe> + Clone {
    let part = || (amounts(), amounts()).prop_map(|(size, gap)| Part { size, gap });
    let pick = || (any::<u16>(), amounts()).prop_map(|(at, amount)| Pick { at, amount });
    let turn = prop_oneof![
        2 => Just(Turn::AsBuilt),
        2 => any::<u8>().prop_map(Turn::Lost),
        1 => (any::<u8>(), pick()).prop_map(|(which, pick)| Turn::BesideLost(which, pick)),
    ];
    let parts = prop_oneof![6 => vec(part(), 0..7), 1 => vec(part(), 7..50)];
    let pairs = prop_oneof![2 => vec(part(), 0..7), 1 => vec(part(), 7..40)];
    (amounts(), parts, pairs, turn, vec(pick(), 0..6)).prop_map(
        |(bound, parts, pairs, turn, picks)| Recipe {
            bound,
            parts,
            pairs,
            turn,
            picks,
        },
    )
}
