//! The operations that the loop of `gra::wide` needs on several words at once, and their portable version.

// Code takes on the features of the function that it is inlined into.
#![allow(clippy::inline_always)]

#[cfg(test)]
mod tests;

/// The most words that any version works on at once.
pub(crate) const MOST_WORDS: usize = 16;

/// Room for the words of a step, whichever version makes it.
pub(crate) type Words = [u64; MOST_WORDS];

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

/// Words in the machine's registers, as many as it processes best at once. They are made from a value that proves
/// that the machine has the registers, so code that has words may use them.
pub(crate) trait Lanes: Copy {
    /// A value of it proves that the machine has the instructions.
    type Machine: Copy;
    /// How many words; 64 times as many pawns are a step. A divisor of [`MOST_WORDS`].
    const WORDS: usize;
    /// The first words of `words`, which are to be as many or more.
    fn load(machine: Self::Machine, words: &[u64]) -> Self;
    /// Writes the first words of `words`.
    fn store(self, words: &mut [u64]);
    fn splat(machine: Self::Machine, word: u64) -> Self;
    fn and(self, other: Self) -> Self;
    /// What is set in `self` and not in `other`.
    fn and_not(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Every word up by `by` bits, from 1 to 63; the low bits come from the top of the word before.
    fn up(self, before: Self, by: u32) -> Self;
    /// Every word down by `by` bits, from 1 to 63; the high bits come from the foot of the word after.
    fn down(self, after: Self, by: u32) -> Self;
    /// Whether any bit is set.
    fn any(self) -> bool;
    /// How many bits are set.
    fn ones(self) -> u32;
    /// The bits of the first 64 pawns; the 65th is only looked at.
    fn bits(machine: Self::Machine, squares: &[u32; 65]) -> Bits;
}

/// The first N of the words of a step.
#[inline(always)]
pub(crate) fn first<const N: usize>(words: &[u64]) -> &[u64; N] {
    words.first_chunk().expect("a whole step of words")
}

/// The first N of the words of a step, to be written.
#[inline(always)]
pub(crate) fn first_mut<const N: usize>(words: &mut [u64]) -> &mut [u64; N] {
    words.first_chunk_mut().expect("a whole step of words")
}

/// The version for any machine, left to the compiler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable([u64; 4]);

impl Portable {
    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = f(*word, other);
        }
        Self(words)
    }
}

impl Lanes for Portable {
    type Machine = ();

    const WORDS: usize = 4;

    #[inline(always)]
    fn load((): (), words: &[u64]) -> Self {
        Self(*first(words))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        *first_mut(words) = self.0;
    }

    #[inline(always)]
    fn splat((): (), word: u64) -> Self {
        Self([word; 4])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.with(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn up(self, before: Self, by: u32) -> Self {
        self.with(before, |word, before| word << by | before >> (64 - by))
    }

    #[inline(always)]
    fn down(self, after: Self, by: u32) -> Self {
        self.with(after, |word, after| word >> by | after << (64 - by))
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }

    #[inline(always)]
    fn ones(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Each pawn's flags are masks of all ones, cut to the pawn's own bit, and the bits of 32 pawns
    /// gathered by or: every step is the same for neighbouring pawns, which compilers turn into
    /// vectors.
    #[inline(always)]
    fn bits((): (), squares: &[u32; 65]) -> Bits {
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
        let (low, high) = (half(0), half(32));
        let [ends, odd, near] =
            std::array::from_fn(|i| u64::from(low[i]) | u64::from(high[i]) << 32);
        Bits { ends, odd, near }
    }
}
