//! The pairs that forbid moves.

use std::ops::Deref;
use std::sync::Arc;

/// The largest X of pairs that have bits.
pub(super) const LARGEST: u32 = 9;

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
    /// A bit for each pair; `None` when one has none.
    bits: Option<u64>,
}

/// How many sets of pairs 1 <= Y <= X <= x there are. A set is a number with a bit for each of its pairs, in
/// the order of X, then of Y.
#[inline]
pub(super) const fn sets_up_to(x: u32) -> u64 {
    1 << (x * (x + 1) / 2)
}

/// The bit of a pair; `None` unless 1 <= Y <= X <= [`LARGEST`].
#[inline]
const fn bit(x: u64, y: u64) -> Option<u64> {
    if x > LARGEST as u64 || y < 1 || x < y {
        return None;
    }
    Some(sets_up_to(x as u32 - 1) << (y - 1))
}

impl Pairs {
    /// Whether it is forbidden to take `taken` stones from a heap of `stones`. O(1) when no X is beyond 9,
    /// otherwise O(pairs).
    #[inline]
    pub fn forbid(&self, stones: u64, taken: u64) -> bool {
        match self.bits {
            Some(bits) => bit(stones, taken).is_some_and(|bit| bits & bit != 0),
            None => self.list.contains(&(stones, taken)),
        }
    }

    /// The pairs of these bits, in their order.
    pub(super) fn of_bits(bits: u64) -> Self {
        let mut list = Vec::with_capacity(bits.count_ones() as usize);
        let (mut rest, mut x) = (bits, 0);
        while rest != 0 {
            x += 1;
            list.extend((1..=x).filter(|y| rest >> (y - 1) & 1 == 1).map(|y| (x, y)));
            rest >>= x;
        }
        let (list, bits) = (list.into(), Some(bits));
        Self { list, bits }
    }

    /// The bits of the pairs; `None` when one has none.
    #[inline]
    pub(super) const fn bits(&self) -> Option<u64> {
        self.bits
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
        let bits = list
            .iter()
            .try_fold(0, |bits, &(x, y)| Some(bits | bit(x, y)?));
        Self { list, bits }
    }
}
