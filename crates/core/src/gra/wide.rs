//! Boards of any size, hundreds of pawns at a time and without branches on what the board looks like.
//!
//! Three bits for each pawn say all that decides a game: whether a block *ends* there (the next pawn
//! is not its neighbour), whether its group is *odd*, and whether exactly one square is free between
//! it and the next pawn, so that the next block is the next lower group: *near*. They are made from
//! the squares by comparing neighbours, and kept in words of 64 pawns: a board of n pawns takes 3 n / 8
//! bytes, and the squares are not needed again.
//!
//! The sizes of blocks are then found for all blocks of a step together, by *levels*: level k of a set of
//! blocks is the set of those with k pawns or more, each marked at its end. With E the word of ends,
//! level k + 1 is level k without E << k, because a block has more than k pawns exactly when no other
//! block ends k pawns before its own end. A size is the number of levels that a block is in, and bit b
//! of it the parity of the number of levels 2^b, 2 * 2^b, 3 * 2^b, ... that it is in; so one xor a level
//! writes all sizes in binary, a word for each bit. The words are shifted across their borders, so that
//! a block may lie across two of them; blocks of 64 pawns and more, of which there are few, are
//! measured one by one.
//!
//! 1. The nim-sum is the xor of the sizes of the odd blocks, so each bit of it is the parity of one
//!    xor of words.
//! 2. The moves: let 2^h be the highest bit of the nim-sum x. An odd block has a winning move when bit
//!    h of its size is set. An even block of size s above an odd one of size t, whose bit h is not
//!    set, has one when s >= (t xor x) - t. Then t xor x differs from t in bit h and in the lower bits
//!    of x, so that is x - 2 (t and x), and the question is whether s + 2 (t and x) >= x: one addition
//!    and one comparison with a number that is the same for all blocks, bit by bit, on words.
//!    For x >= 64 only blocks of 32 pawns and more, and their neighbours, can have winning moves.

// The loops are compiled for the features of the function that they are inlined into.
#![allow(clippy::inline_always)]

mod sizes;
#[cfg(test)]
mod tests;

use self::sizes::{BITS, LONG, Sizes};
use super::words::{Bits, STEP, Words};
use crate::bits::ones;
use crate::version::Version;
#[cfg(target_arch = "x86_64")]
use crate::x86;

/// Words of bits that are made before they are worked on, so that they are still in the first cache.
const TILE: usize = 64;

/// The most pawns for which memory is reserved before they come.
const RESERVED: usize = 1 << 24;

/// A board under way: the bits of its pawns, from left to right, and the nim-sum as far as it goes.
pub(super) struct Outline {
    version: Version,
    m: u32,
    /// The three bits; word 0 stands left of the board and ends a block, so that no block goes on
    /// there.
    ends: Vec<u64>,
    odd: Vec<u64>,
    near: Vec<u64>,
    /// What turns the parity of squares, 64 neighbouring pawns at a time, into that of groups.
    flip: u64,
    /// Words that are in `sums`, beginning with word 1.
    summed: usize,
    /// For each bit of a size, the xor of its words for the odd blocks, in as many parts as a step has
    /// words. A long block counts as one of 63 pawns.
    sums: [Words; BITS],
    /// The xor of what the sizes of long odd blocks have beyond that.
    beyond: u64,
    pawns: usize,
}

/// The number of winning moves on a board of any size. O(pawns).
pub(super) fn count_winning_moves(version: Version, m: u32, squares: &[u32]) -> u32 {
    let mut outline = Outline::new(version, m, squares.len());
    let taken = outline.append(squares);
    outline.finish(&squares[taken..])
}

impl Outline {
    /// The outline of a board of `m` squares and `n` pawns of which none is there yet. Reserves memory for at most
    /// [`RESERVED`] pawns: a text may be shorter than its n claims.
    pub(super) fn new(version: Version, m: u32, n: usize) -> Self {
        // The group of pawn i, counted from 0, on square a is (m - n + 1) - (a - i).
        let parity = (m as usize).wrapping_sub(n).wrapping_add(1) % 2;
        let alternating = 0xaaaa_aaaa_aaaa_aaaa;
        // One word left of the board, and two more than whole steps have.
        let words = n.min(RESERVED).div_ceil(64).next_multiple_of(STEP) + 2;
        let bits_with = |first: u64| {
            let mut bits = Vec::with_capacity(words);
            bits.push(first);
            bits
        };
        Self {
            version,
            m,
            ends: bits_with(1 << 63),
            odd: bits_with(0),
            near: bits_with(0),
            flip: if parity == 1 {
                !alternating
            } else {
                alternating
            },
            summed: 0,
            sums: [Words::splat(0); BITS],
            beyond: 0,
            pawns: 0,
        }
    }

    /// Takes the next squares from the left of `squares`, 64 at a time and as long as it sees one
    /// beyond them. Returns how many it took; 1 to 64 are left for the next call, or for the end.
    pub(super) fn append(&mut self, squares: &[u32]) -> usize {
        match self.version {
            Version::Portable => self.append_with(squares, Bits::of),
            #[cfg(target_arch = "x86_64")]
            Version::Avx2(machine) => machine.run(
                #[inline(always)]
                || self.append_with(squares, |pawns| x86::bits::of_avx2(machine, pawns)),
            ),
            #[cfg(target_arch = "x86_64")]
            Version::Avx512(machine) => machine.run(
                #[inline(always)]
                || self.append_with(squares, |pawns| x86::bits::of_avx512(machine, pawns)),
            ),
        }
    }

    /// The number of winning moves, once the last pawns, at most 64, are given.
    pub(super) fn finish(mut self, rest: &[u32]) -> u32 {
        self.version.run(
            #[inline(always)]
            || self.finish_in(rest),
        )
    }

    #[inline(always)]
    fn append_with(&mut self, squares: &[u32], bits_of: impl Fn(&[u32; 65]) -> Bits) -> usize {
        let words = squares.len().saturating_sub(1) / 64;
        for begin in (0..words).step_by(TILE) {
            let end = words.min(begin + TILE);
            let at = self.ends.len();
            for bits in [&mut self.ends, &mut self.odd, &mut self.near] {
                bits.resize(at + end - begin, 0);
            }
            let made = self.ends[at..]
                .iter_mut()
                .zip(&mut self.odd[at..])
                .zip(&mut self.near[at..]);
            for (word, ((ends, odd), near)) in (begin..end).zip(made) {
                let Some(pawns) = squares[64 * word..].first_chunk() else {
                    break;
                };
                let bits = bits_of(pawns);
                *ends = bits.ends;
                *odd = bits.odd ^ self.flip;
                *near = bits.near;
            }
            self.sum();
        }
        self.pawns += 64 * words;
        64 * words
    }

    #[inline(always)]
    fn finish_in(&mut self, rest: &[u32]) -> u32 {
        let Some(&last) = rest.last() else {
            return 0;
        };
        self.pawns += rest.len();
        let mut pawns = [0; 65];
        pawns[..rest.len()].copy_from_slice(rest);
        let bits = Bits::of(&pawns);
        let end = 1_u64 << (rest.len() - 1);
        self.ends.push(bits.ends & (end - 1) | end);
        self.odd.push(bits.odd ^ self.flip);
        self.near.push(bits.near & (end - 1));
        // Empty words up to a whole number of steps, and one more, for a look beyond.
        let words = self.ends.len() - 1;
        for bits in [&mut self.ends, &mut self.odd, &mut self.near] {
            bits.resize(words.next_multiple_of(STEP) + 2, 0);
        }
        self.sum();
        if self.m.wrapping_sub(last) == 1 {
            return self.size_to(self.pawns - 1) as u32;
        }
        let x = self.nim_sum();
        if x == 0 {
            return 0;
        }
        if self.m.wrapping_sub(last) == 2 {
            // Group 2 has no winning move, and no group that has looks at it.
            let (word, bit) = place(self.pawns - 1);
            self.ends[word] &= !(1 << bit);
        }
        match u32::try_from(x) {
            Ok(x @ 1) => self.count_short::<0>(x),
            Ok(x @ 2..4) => self.count_short::<1>(x),
            Ok(x @ 4..8) => self.count_short::<2>(x),
            Ok(x @ 8..16) => self.count_short::<3>(x),
            Ok(x @ 16..32) => self.count_short::<4>(x),
            Ok(x @ 32..LONG) => self.count_short::<5>(x),
            _ => self.count_long(x),
        }
    }

    /// Adds the sizes of the odd blocks to the nim-sum, for all whole steps that are there.
    #[inline(always)]
    fn sum(&mut self) {
        while self.summed + STEP < self.ends.len() {
            let at = self.summed + 1;
            let ends = Words::load(&self.ends[at..]);
            let before = Words::load(&self.ends[at - 1..]);
            let odd = ends.and(Words::load(&self.odd[at..]));
            let sizes = Sizes::of::<true>(odd, ends, before);
            for (sum, size) in self.sums.iter_mut().zip(sizes.bits) {
                *sum = sum.xor(size);
            }
            if sizes.long.any() {
                for end in places(at, sizes.long) {
                    self.beyond ^= u64::from(LONG - 1) ^ self.size_to(end);
                }
            }
            self.summed += STEP;
        }
    }

    fn nim_sum(&self) -> u64 {
        (0..).zip(&self.sums).fold(self.beyond, |x, (bit, words)| {
            let sum = words.get().iter().fold(0, |sum, word| sum ^ word);
            x ^ u64::from(sum.count_ones() % 2) << bit
        })
    }

    /// The number of winning moves for a nim-sum below 64 whose highest bit is bit `HIGHEST`.
    #[inline(always)]
    fn count_short<const HIGHEST: usize>(&self, x: u32) -> u32 {
        let mut won = 0;
        for at in (1..self.summed).step_by(STEP) {
            won += self.count_short_at::<HIGHEST>(x, at);
        }
        won
    }

    #[inline(always)]
    fn count_short_at<const HIGHEST: usize>(&self, x: u32, at: usize) -> u32 {
        let ends = Words::load(&self.ends[at..]);
        let before = Words::load(&self.ends[at - 1..]);
        let after = Words::load(&self.ends[at + 1..]);
        let odd = Words::load(&self.odd[at..]);
        let near = Words::load(&self.near[at..]);

        let even = ends.and_not(odd);
        let size = Sizes::of::<true>(ends, ends, before);
        // Of the group below an even block, seen from the block's end: 0 when it is empty.
        let below = Sizes::of::<false>(even.and(near), ends, after);

        // Twice what the size below and the nim-sum have in common, from bit 1 on; added to the size.
        let mut common = Words::splat(0);
        let mut carry = Words::splat(0);
        // Whether the bits of the sum so far make at least those of the nim-sum.
        let mut enough = Words::splat(u64::MAX);
        for bit in 0..=HIGHEST {
            let sum = size.bits[bit].xor(common).xor(carry);
            carry = majority(size.bits[bit], common, carry);
            let x = Words::splat(if x >> bit & 1 == 1 { u64::MAX } else { 0 });
            enough = sum.and(enough).or(sum.or(enough).and_not(x));
            common = below.bits[bit].and(x);
        }
        enough = enough.or(carry).or(size.long);
        for bit in &size.bits[HIGHEST + 1..] {
            enough = enough.or(*bit);
        }
        let lowers = odd.and(size.bits[HIGHEST]);
        let raises = even.and(enough).and_not(below.bits[HIGHEST]);

        let alone = odd.and(size.long);
        if alone.or(below.long).any() {
            let x = u64::from(x);
            let bit = 1 << HIGHEST;
            let alone_won = places(at, alone).filter(|&end| self.size_to(end) & bit != 0);
            let below_won = places(at, below.long).filter(|&end| self.raises(end, x));
            let won = lowers.and_not(alone).or(raises.and_not(below.long));
            return won.ones() + (alone_won.count() + below_won.count()) as u32;
        }
        // Odd and even blocks end on different pawns.
        lowers.or(raises).ones()
    }

    /// The number of winning moves for a nim-sum of 64 or more.
    ///
    /// An odd block with one has 64 pawns or more, and so have an even block with one and the odd
    /// block below together: one of them has 32 or more.
    #[inline(always)]
    fn count_long(&self, x: u64) -> u32 {
        let bit = 1 << x.ilog2();
        let mut won = 0;
        for at in (1..self.summed).step_by(STEP) {
            let ends = Words::load(&self.ends[at..]);
            let before = Words::load(&self.ends[at - 1..]);
            let mut half = ends;
            for k in 1..LONG / 2 {
                if !half.any() {
                    break;
                }
                half = half.and_not(ends.moved::<true>(before, k));
            }
            for end in places(at, half) {
                let size = self.size_to(end);
                let (word, place_of_end) = place(end);
                if self.odd[word] >> place_of_end & 1 == 0 {
                    won += u32::from(self.raises(end, x));
                    continue;
                }
                won += u32::from(size & bit != 0);
                // The even block above, unless it is found by itself.
                let above = (end + 1).checked_sub(size as usize + 1);
                if let Some(above) = above
                    && self.near[place(above).0] >> place(above).1 & 1 == 1
                    && self.size_to(above) < u64::from(LONG / 2)
                {
                    won += u32::from(self.raises(above, x));
                }
            }
        }
        won
    }

    /// Whether the even block that ends with pawn `end` has a winning move, given the nim-sum.
    fn raises(&self, end: usize, x: u64) -> bool {
        let (word, bit) = place(end);
        let below = if self.near[word] >> bit & 1 == 1 {
            self.size_from(end + 1)
        } else {
            0
        };
        let target = below ^ x;
        target > below && target - below <= self.size_to(end)
    }

    /// The size of the block whose last pawn is `end`, or of what is left of it up to there.
    fn size_to(&self, end: usize) -> u64 {
        let (mut word, bit) = place(end);
        let mut before = self.ends[word] & ((1 << bit) - 1);
        // Word 0 ends the search.
        while before == 0 {
            word -= 1;
            before = self.ends[word];
        }
        (end + 1 + before.leading_zeros() as usize - 64 * word) as u64
    }

    /// The size of the block whose first pawn is `first`.
    fn size_from(&self, first: usize) -> u64 {
        let (mut word, bit) = place(first);
        let mut ends = self.ends[word] >> bit << bit;
        while ends == 0 {
            word += 1;
            ends = self.ends[word];
        }
        (64 * (word - 1) + ends.trailing_zeros() as usize + 1 - first) as u64
    }
}

#[inline(always)]
fn majority(a: Words, b: Words, c: Words) -> Words {
    a.and(b).or(a.or(b).and(c))
}

/// The word and the bit of a pawn.
const fn place(pawn: usize) -> (usize, u32) {
    (pawn / 64 + 1, (pawn % 64) as u32)
}

/// The pawns whose bits are set, when the words stand at `at`.
fn places(at: usize, words: Words) -> impl Iterator<Item = usize> {
    let words = (at - 1..).zip(words.get());
    words.flat_map(|(index, word)| ones(word).map(move |bit| 64 * index + bit as usize))
}
