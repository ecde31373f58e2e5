//! Words of pawns: the three bits of each pawn, and operations on several words at once.

// Code takes on the features of the function that it is inlined into.
#![allow(clippy::inline_always)]

/// The number of words that are worked on together: 512 pawns.
pub(crate) const STEP: usize = 8;

/// Three bits for each of 64 pawns, the leftmost pawn in the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    /// The next pawn does not stand on the next square.
    pub ends: u64,
    /// The square is odd.
    pub odd: u64,
    /// The next pawn stands on the square after the next.
    pub near: u64,
}

impl Bits {
    /// The bits of the first 64 pawns; the 65th is only compared with the 64th. On any machine.
    ///
    /// Each pawn's flags are masks of all ones, cut to the pawn's own bit, and the bits of 32 pawns are gathered by
    /// or: every step is the same for neighbouring pawns, which the compiler turns into vectors.
    #[inline(always)]
    pub(crate) fn of(squares: &[u32; 65]) -> Self {
        let half = |from: usize| {
            let (mut ends, mut odd, mut near) = (0_u32, 0_u32, 0_u32);
            for i in 0..32 {
                let square = squares[from + i];
                let distance = squares[from + i + 1].wrapping_sub(square);
                ends |= if distance == 1 { 0 } else { 1 << i };
                odd |= if square & 1 == 0 { 0 } else { 1 << i };
                near |= if distance == 2 { 1 << i } else { 0 };
            }
            [ends, odd, near]
        };
        Self::of_halves(half(0), half(32))
    }

    /// Ends, odd and near of the first 32 pawns and of the others.
    #[inline(always)]
    pub(crate) fn of_halves(low: [u32; 3], high: [u32; 3]) -> Self {
        let [ends, odd, near] =
            std::array::from_fn(|i| u64::from(low[i]) | u64::from(high[i]) << 32);
        Self { ends, odd, near }
    }
}

/// Neighbouring words. The compiler turns each operation into vectors of the machine that it compiles for.
#[derive(Clone, Copy)]
pub(crate) struct Words([u64; STEP]);

impl Words {
    /// The first words of `words`, which has [`STEP`] words or more.
    #[inline(always)]
    pub(crate) fn load(words: &[u64]) -> Self {
        Self(*words.first_chunk().expect("a whole step of words"))
    }

    #[inline(always)]
    pub(crate) const fn splat(word: u64) -> Self {
        Self([word; STEP])
    }

    #[inline(always)]
    pub(crate) const fn get(self) -> [u64; STEP] {
        self.0
    }

    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(
            #[inline(always)]
            |i| f(self.0[i], other.0[i]),
        ))
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    /// What is set in `self` and not in `other`.
    #[inline(always)]
    pub(crate) fn and_not(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(crate) fn xor(self, other: Self) -> Self {
        self.with(other, |a, b| a ^ b)
    }

    /// Every word moved by `by` bits, from 1 to 63. With `UP` to higher bits, and the low bits come from the top of the
    /// words `before`; otherwise to lower bits, and the high bits come from the foot of the words after.
    #[inline(always)]
    pub(crate) fn moved<const UP: bool>(self, beside: Self, by: u32) -> Self {
        self.with(
            beside,
            #[inline(always)]
            |word, beside| {
                if UP {
                    word << by | beside >> (64 - by)
                } else {
                    word >> by | beside << (64 - by)
                }
            },
        )
    }

    /// Whether any bit is set.
    #[inline(always)]
    pub(crate) fn any(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }

    /// How many bits are set.
    #[inline(always)]
    pub(crate) fn ones(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}
