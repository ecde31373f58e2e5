//! The pairs that forbid moves.

use std::iter;
use std::sync::Arc;

/// The largest X of pairs that have bits.
pub(super) const LARGEST: u32 = 9;
/// The number of pairs that have bits.
const BITS: usize = sets_up_to(LARGEST).ilog2() as usize;

/// By bit, the pair: in the order of X, then of Y.
const PAIRS: [(u64, u64); BITS] = {
    let mut pairs = [(1, 1); BITS];
    let mut bit = 1;
    while bit < BITS {
        let (x, y) = pairs[bit - 1];
        pairs[bit] = if y < x { (x, y + 1) } else { (x + 1, 1) };
        bit += 1;
    }
    pairs
};

/// The pairs (X, Y), each once, in some order: it is forbidden to take exactly Y stones from a heap of
/// exactly X.
///
/// ```
/// use grundy_brute::constrained::Pairs;
/// let pairs = Pairs::from([(3, 1), (3, 2)]);
/// assert!(pairs.forbid(3, 2) && !pairs.forbid(4, 2));
/// assert!(pairs.iter().eq([(3, 1), (3, 2)]));
/// assert!(Pairs::from([(3, 2), (3, 1)]).iter().eq([(3, 2), (3, 1)]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairs(Kept);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kept {
    /// A bit for each pair, when all pairs have bits and are in the order of these.
    Bits(u64),
    List(Arc<[(u64, u64)]>),
}

/// How many sets of pairs 1 <= Y <= X <= x there are. A set is a number with a bit for each of its pairs.
#[inline]
pub(super) const fn sets_up_to(x: u32) -> u64 {
    1 << (x * (x + 1) / 2)
}

/// The bit of a pair; `None` unless 1 <= Y <= X <= [`LARGEST`].
#[inline]
const fn bit((x, y): (u64, u64)) -> Option<u64> {
    if x > LARGEST as u64 || y < 1 || x < y {
        return None;
    }
    Some(sets_up_to(x as u32 - 1) << (y - 1))
}

impl Pairs {
    /// Whether it is forbidden to take `taken` stones from a heap of `stones`. O(1) when no X is beyond 9 and the
    /// pairs are in order, otherwise O(pairs).
    #[inline]
    pub fn forbid(&self, stones: u64, taken: u64) -> bool {
        let pair = (stones, taken);
        match &self.0 {
            Kept::Bits(bits) => bit(pair).is_some_and(|bit| bits & bit != 0),
            Kept::List(list) => list.contains(&pair),
        }
    }

    /// The pairs, in their order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        let (mut bits, list) = match &self.0 {
            Kept::Bits(bits) => (*bits, &[][..]),
            Kept::List(list) => (0, &list[..]),
        };
        let of_bits = iter::from_fn(move || {
            let pair = PAIRS.get(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(*pair)
        });
        of_bits.chain(list.iter().copied())
    }

    /// The pairs of these bits.
    #[inline]
    pub(super) const fn of_bits(bits: u64) -> Self {
        Self(Kept::Bits(bits))
    }

    /// The bits of the pairs; `None` when one has none.
    #[inline]
    pub(super) fn bits(&self) -> Option<u64> {
        match &self.0 {
            Kept::Bits(bits) => Some(*bits),
            Kept::List(list) => bits_of(list),
        }
    }
}

fn bits_of(pairs: &[(u64, u64)]) -> Option<u64> {
    let mut pairs = pairs.iter();
    pairs.try_fold(0, |bits, &pair| Some(bits | bit(pair)?))
}

impl<const N: usize> From<[(u64, u64); N]> for Pairs {
    fn from(list: [(u64, u64); N]) -> Self {
        Self::from_iter(list)
    }
}

impl FromIterator<(u64, u64)> for Pairs {
    fn from_iter<I: IntoIterator<Item = (u64, u64)>>(pairs: I) -> Self {
        let list = Arc::<[_]>::from_iter(pairs);
        match bits_of(&list) {
            Some(bits) if list.is_sorted() => Self::of_bits(bits),
            _ => Self(Kept::List(list)),
        }
    }
}
