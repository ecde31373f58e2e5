//! Recipes: plain numbers from which a valid position of any game is built.
//!
//! Every [`Recipe`] is valid. The tests draw it with weights of their own, libFuzzer makes it from bytes.

use arbitrary::Arbitrary;

/// A number, described by what makes it interesting.
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
    /// One of the numbers that matter in this place, or one beside it.
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

/// A choice in a position: a move, a place, a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Pick {
    /// The place.
    pub at: u16,
    /// How much.
    pub amount: Amount,
}

/// A change of a position. Changes that the game refuses are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Edit {
    /// Replaces a number of the input's text.
    Number(Pick),
    /// Takes one of the game's simpler positions, by its number.
    Simpler(u8),
}

/// The moves that are played after a position has been built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum PlayOn {
    /// None.
    Not,
    /// A winning move, by its number: a P-position remains.
    ToLost(u8),
    /// A winning move and any move after it: a neighbour of a P-position remains.
    BesideLost(u8, Pick),
}

/// The numbers that describe a position of any game, and what is tried on it.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Recipe {
    /// The number of one of the game's shapes.
    pub shape: u8,
    /// The extent.
    pub m: Amount,
    /// The number of pawns, heaps, steps or piles.
    pub n: Amount,
    /// The generator's seed.
    pub seed: u64,
    /// Changes of the position of that shape, one after the other.
    pub edits: Vec<Edit>,
    /// Moves from there.
    pub play_on: PlayOn,
    /// Choices for the properties.
    pub picks: Vec<Pick>,
}
