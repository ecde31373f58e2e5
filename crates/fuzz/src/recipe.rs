//! Recipes: plain numbers from which a valid position of any game is built.
//!
//! Every [`Recipe`] is valid: proptest draws it with the weights below and shrinks it number by
//! number, libFuzzer makes it from bytes.

use arbitrary::Arbitrary;
use proptest::collection::vec;
use proptest::prelude::*;

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

/// What a position is made from.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub enum Base {
    /// An input of one of the game's shapes.
    Shape {
        /// The number of the shape.
        shape: u8,
        /// The extent.
        m: Amount,
        /// The number of pawns, heaps, steps or piles.
        n: Amount,
        /// The generator's seed.
        seed: u64,
    },
    /// A row of runs of consecutive numbers: on a strip, blocks of pawns.
    Runs {
        /// The header's other number, or what it is beyond the last of the row.
        bound: Amount,
        /// The runs.
        runs: Vec<NumberRun>,
    },
    /// The numbers of an input's text.
    Numbers(Vec<u64>),
}

/// A run of consecutive numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct NumberRun {
    /// How many numbers there are.
    pub size: Amount,
    /// How many are left out before it.
    pub gap: Amount,
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
    /// What the position is made from.
    pub base: Base,
    /// Changes of it, one after the other.
    pub edits: Vec<Edit>,
    /// Moves from there.
    pub play_on: PlayOn,
    /// Choices for the properties.
    pub picks: Vec<Pick>,
}

/// How many positions may be reached from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// At most 120: for oracles that visit a position again each time.
    Tiny,
    /// At most 1000: for oracles that store what they have found.
    Small,
    /// Any number, up to the largest numbers that the game accepts.
    Large,
}

impl Reach {
    /// The most positions that may be reached; `None` for any number.
    pub(crate) const fn positions(self) -> Option<usize> {
        match self {
            Self::Tiny => Some(120),
            Self::Small => Some(1000),
            Self::Large => None,
        }
    }
}

/// Numbers with the weights that find errors. Small ones come first: that is where others shrink to.
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

/// Recipes for positions of all kinds.
pub fn recipes() -> impl Strategy<Value = Recipe> + Clone {
    let pick = || (any::<u16>(), amounts()).prop_map(|(at, amount)| Pick { at, amount });
    let extent = prop_oneof![
        2 => (0..64_u8).prop_map(Amount::Small),
        1 => amounts(),
        2 => (0..64_u8, 0..3_u8).prop_map(|(bit, offset)| Amount::NearPower { bit, offset }),
        1 => (0..4_u8).prop_map(Amount::NearLimit),
        1 => any::<u64>().prop_map(Amount::Any),
    ];
    let parts = prop_oneof![
        6 => (1..7_u8).prop_map(Amount::Small),
        1 => amounts(),
        1 => any::<u64>().prop_map(Amount::Any),
    ];
    let shape = (any::<u8>(), extent, parts, any::<u64>())
        .prop_map(|(shape, m, n, seed)| Base::Shape { shape, m, n, seed });
    let near_power =
        (0..10_u8, 0..3_u8).prop_map(|(bit, offset)| Amount::NearPower { bit, offset });
    let run = (prop_oneof![2 => amounts(), 1 => near_power], amounts())
        .prop_map(|(size, gap)| NumberRun { size, gap });
    let runs = (
        amounts(),
        prop_oneof![3 => vec(run.clone(), 1..4), 2 => vec(run, 4..12)],
    )
        .prop_map(|(bound, runs)| Base::Runs { bound, runs });
    let base = prop_oneof![1 => shape, 2 => runs];
    // Sizes and bounds are the first numbers of an input.
    let first = (0..4_u16, amounts()).prop_map(|(at, amount)| Pick { at, amount });
    let edit = prop_oneof![
        2 => first.prop_map(Edit::Number),
        4 => pick().prop_map(Edit::Number),
        1 => (0..32_u8).prop_map(Edit::Simpler),
    ];
    let play_on = prop_oneof![
        2 => Just(PlayOn::Not),
        2 => any::<u8>().prop_map(PlayOn::ToLost),
        1 => (any::<u8>(), pick()).prop_map(|(which, pick)| PlayOn::BesideLost(which, pick)),
    ];
    (base, vec(edit, 0..8), play_on, vec(pick(), 0..6)).prop_map(|(base, edits, play_on, picks)| {
        Recipe {
            base,
            edits,
            play_on,
            picks,
        }
    })
}
