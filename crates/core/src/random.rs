//! Numbers that look random and are the same in every run, for tests.

/// A generator, which begins with any number: `SplitMix64` (G. L. Steele, D. Lea and C. H. Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number of at most `bits` bits, from 1 to 64.
    pub(crate) fn bits(&mut self, bits: u32) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) >> (64 - bits)
    }

    /// A number below `bound`, which is at most 2^32.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((self.bits(32) * bound as u64) >> 32) as usize
    }
}
