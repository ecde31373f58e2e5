//! The pairs that forbid moves.

use std::ops::Deref;
use std::sync::Arc;

/// The pairs (X, Y), each once, in some order: it is forbidden to take exactly Y stones from a heap of
/// exactly X.
///
/// All positions of a play share them. They are looked up for every move, so those of small heaps are
/// kept as bits as well.
///
/// ```
/// use grundy_brute::constrained::Pairs;
/// let pairs = Pairs::from([(3, 1), (3, 2)]);
/// assert!(pairs.forbid(3, 2) && !pairs.forbid(4, 2));
/// assert_eq!(*pairs, [(3, 1), (3, 2)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairs {
    list: Arc<[(u64, u64)]>,
    set: Option<Set>,
}

/// A set of pairs, none of them with X beyond [`Set::LARGEST`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Set {
    /// A bit for each pair 1 <= Y <= X: those of one X stand together, in the order of X.
    pub bits: u64,
    /// The largest X, 0 without pairs.
    pub largest: u32,
}

impl Set {
    /// The largest X that has bits.
    pub const LARGEST: u32 = 9;

    /// How many pairs 1 <= Y <= X <= x there are.
    pub const fn pairs_up_to(x: u32) -> u32 {
        x * (x + 1) / 2
    }

    /// The bit of a pair; `None` when it has none.
    const fn bit(x: u64, y: u64) -> Option<u64> {
        if x > Self::LARGEST as u64 || y < 1 || x < y {
            return None;
        }
        Some(1 << (Self::pairs_up_to(x as u32 - 1) + y as u32 - 1))
    }

    fn of(pairs: &[(u64, u64)]) -> Option<Self> {
        pairs.iter().try_fold(Self::default(), |set, &(x, y)| {
            Some(Self {
                bits: set.bits | Self::bit(x, y)?,
                largest: set.largest.max(x as u32),
            })
        })
    }
}

impl Pairs {
    /// Whether it is forbidden to take `taken` stones from a heap of `stones`. O(1) when no X is beyond 9,
    /// otherwise O(pairs).
    pub fn forbid(&self, stones: u64, taken: u64) -> bool {
        match self.set {
            Some(set) => Set::bit(stones, taken).is_some_and(|bit| set.bits & bit != 0),
            None => self.list.contains(&(stones, taken)),
        }
    }

    /// The pairs of a set, in the order of its bits.
    pub(super) fn of_bits(bits: u64) -> Self {
        let mut list = Vec::with_capacity(bits.count_ones() as usize);
        let (mut left, mut x) = (bits, 0);
        while left != 0 {
            x += 1;
            for y in 1..=x {
                if left & 1 == 1 {
                    list.push((x, y));
                }
                left >>= 1;
            }
        }
        let largest = x as u32;
        Self {
            list: list.into(),
            set: Some(Set { bits, largest }),
        }
    }

    /// The pairs as bits; `None` when one has no bit.
    pub(super) const fn set(&self) -> Option<Set> {
        self.set
    }
}

impl Deref for Pairs {
    type Target = [(u64, u64)];

    fn deref(&self) -> &Self::Target {
        &self.list
    }
}

impl<const N: usize> From<[(u64, u64); N]> for Pairs {
    fn from(list: [(u64, u64); N]) -> Self {
        Self::from_iter(list)
    }
}

impl FromIterator<(u64, u64)> for Pairs {
    fn from_iter<I: IntoIterator<Item = (u64, u64)>>(pairs: I) -> Self {
        let list = Arc::<[_]>::from_iter(pairs);
        let set = Set::of(&list);
        Self { list, set }
    }
}
