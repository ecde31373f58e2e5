//! Boards of any size, hundreds of pawns at a time and without branches on what the board looks like.
//!
//! Three bits for each pawn say all that decides a game: whether a block *ends* there (the next pawn
//! is not its neighbour), whether its group is *odd*, and whether exactly one square is free between
//! it and the next pawn, so that the next block is the next lower group: *near*. They are made from
//! the squares by comparing neighbours, and kept in words of 64 pawns: a board of n pawns takes 3 n / 8
//! bytes, and the squares are not needed again.
//!
//! Blocks are then taken apart by *levels*: level k of a set of blocks is the set of those with k
//! pawns or more, each marked at its end. With E the word of ends, level k + 1 is level k without
//! E << k, because a block has more than k pawns exactly when no other block ends k pawns before its
//! own end. The words are shifted across their borders, so that a block may lie across two of them;
//! blocks of 64 pawns and more, of which there are few, are measured one by one.
//!
//! 1. The nim-sum: level k of the odd blocks holds an odd number of blocks or not, and that many
//!    times the nim-sum gets k xor (k - 1); so one xor of words for each level keeps all there is to
//!    know.
//! 2. The moves: let 2^h be the highest bit of the nim-sum x. An odd block has a winning move when bit
//!    h of its size is set, which is the xor of its levels 2^h, 2 * 2^h, 3 * 2^h, ... An even block of
//!    size s above an odd one of size t, whose bit h is not set, has one when s >= (t xor x) - t:
//!    for each t, the blocks whose lower neighbour has exactly t pawns are cut with one level. For
//!    x >= 64 only blocks of 32 pawns and more, and their neighbours, can have winning moves.

// The loops are compiled for the features of the function that they are inlined into.
#![allow(clippy::inline_always)]

#[cfg(test)]
mod tests;

use super::lanes::{Lanes, MOST_WORDS, Portable, Words};
#[cfg(target_arch = "x86_64")]
use crate::x86::{
    Avx2Machine, Avx512Machine,
    lanes::{Avx2, Avx512},
};

/// Sizes below this are found by levels, others by looking for both ends of the block.
const LONG: u32 = 64;

/// So many levels are worked out before a look whether any block goes deeper; no more than the board
/// has shown to be needed, and no more than this. A look costs a branch that is often mispredicted,
/// a level about two shifts.
const BLIND: u32 = 16;

/// Words of bits that are made before they are worked on, so that they are still in the first cache.
const TILE: usize = 64;

/// The inner loops, in the forms that there are. All give the same answers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Version {
    /// For any machine.
    Portable,
    /// For x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2Machine),
    /// For x86-64 with AVX-512 as in Ice Lake and Zen 4.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512Machine),
}

impl Version {
    /// The fastest one that this machine runs.
    pub(super) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(machine) = Avx512Machine::detect() {
                return Self::Avx512(machine);
            }
            if let Some(machine) = Avx2Machine::detect() {
                return Self::Avx2(machine);
            }
        }
        Self::Portable
    }
}

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
    /// Words whose levels are in `levels`, beginning with word 1.
    summed: usize,
    /// For each level, the xor of all its words, in as many parts as a step has words.
    levels: Box<[Words; LONG as usize]>,
    /// The xor of what the sizes of long blocks have beyond their levels.
    beyond_levels: u64,
    /// The deepest level that any block reached, at most `BLIND`.
    deepest: u32,
    /// The square of the last pawn.
    last: u32,
    pawns: usize,
}

/// The number of winning moves on a board of any size. O(pawns).
pub(super) fn count_winning_moves(version: Version, m: u32, squares: &[u32]) -> u32 {
    let mut outline = Outline::new(version, m, squares.len());
    outline.reserve(squares.len());
    let taken = outline.append(squares);
    outline.finish(&squares[taken..])
}

impl Outline {
    /// The outline of a board of `m` squares and `n` pawns of which none is there yet.
    pub(super) fn new(version: Version, m: u32, n: usize) -> Self {
        // The group of pawn i, counted from 0, on square a is (m - n + 1) - (a - i).
        let parity = (m as usize).wrapping_sub(n).wrapping_add(1) % 2;
        let alternating = 0xaaaa_aaaa_aaaa_aaaa;
        let mut ends = Vec::new();
        ends.push(1 << 63);
        Self {
            version,
            m,
            ends,
            odd: vec![0],
            near: vec![0],
            flip: if parity == 1 {
                !alternating
            } else {
                alternating
            },
            summed: 0,
            levels: Box::new([[0; MOST_WORDS]; LONG as usize]),
            beyond_levels: 0,
            deepest: 0,
            last: 0,
            pawns: 0,
        }
    }

    /// Reserves memory for so many pawns.
    pub(super) fn reserve(&mut self, pawns: usize) {
        let words = pawns.div_ceil(64) + 2 * MOST_WORDS;
        for bits in [&mut self.ends, &mut self.odd, &mut self.near] {
            bits.reserve(words);
        }
    }

    /// Takes the next squares from the left of `squares`, 64 at a time and as long as it sees one
    /// beyond them. Returns how many it took; 1 to 64 are left for the next call, or for the end.
    pub(super) fn append(&mut self, squares: &[u32]) -> usize {
        match self.version {
            Version::Portable => self.append_in::<Portable>(squares),
            #[cfg(target_arch = "x86_64")]
            Version::Avx2(machine) => machine.run(
                #[inline(always)]
                || self.append_in::<Avx2>(squares),
            ),
            #[cfg(target_arch = "x86_64")]
            Version::Avx512(machine) => machine.run(
                #[inline(always)]
                || self.append_in::<Avx512>(squares),
            ),
        }
    }

    /// The number of winning moves, once the last pawns, at most 64, are given.
    pub(super) fn finish(mut self, rest: &[u32]) -> u32 {
        match self.version {
            Version::Portable => self.finish_in::<Portable>(rest),
            #[cfg(target_arch = "x86_64")]
            Version::Avx2(machine) => machine.run(
                #[inline(always)]
                || self.finish_in::<Avx2>(rest),
            ),
            #[cfg(target_arch = "x86_64")]
            Version::Avx512(machine) => machine.run(
                #[inline(always)]
                || self.finish_in::<Avx512>(rest),
            ),
        }
    }

    #[inline(always)]
    fn append_in<L: Lanes>(&mut self, squares: &[u32]) -> usize {
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
                let bits = L::bits(pawns);
                *ends = bits.ends;
                *odd = bits.odd ^ self.flip;
                *near = bits.near;
            }
            self.sum_levels::<L>();
        }
        self.pawns += 64 * words;
        64 * words
    }

    #[inline(always)]
    fn finish_in<L: Lanes>(&mut self, rest: &[u32]) -> u32 {
        let Some(&last) = rest.last() else {
            return 0;
        };
        self.last = last;
        self.pawns += rest.len();
        let mut pawns = [0; 65];
        pawns[..rest.len()].copy_from_slice(rest);
        let bits = L::bits(&pawns);
        let end = 1_u64 << (rest.len() - 1);
        self.ends.push(bits.ends & (end - 1) | end);
        self.odd.push(bits.odd ^ self.flip);
        self.near.push(bits.near & (end - 1));
        // Empty words up to a whole number of steps, and one more, for a look beyond.
        let words = self.ends.len() - 1;
        for bits in [&mut self.ends, &mut self.odd, &mut self.near] {
            bits.resize(words.next_multiple_of(MOST_WORDS) + 2, 0);
        }
        self.sum_levels::<L>();
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
            Ok(x) if x < LONG => self.count_by_levels::<L>(x),
            _ => self.count_long::<L>(x),
        }
    }

    /// The levels of the odd blocks, for all whole steps that are there.
    #[inline(always)]
    fn sum_levels<L: Lanes>(&mut self) {
        while self.summed + L::WORDS < self.ends.len() {
            let at = self.summed + 1;
            let long = self.sum_levels_at::<L>(at);
            if long.any() {
                for end in places(at, long) {
                    self.beyond_levels ^= u64::from(LONG - 1) ^ self.size_to(end);
                }
            }
            self.summed += L::WORDS;
        }
    }

    /// Adds the levels of the odd blocks that end in the words from `at` on; returns the ends of
    /// those that are long.
    #[inline(always)]
    fn sum_levels_at<L: Lanes>(&mut self, at: usize) -> L {
        let ends = L::load(&self.ends[at..]);
        let before = L::load(&self.ends[at - 1..]);
        let mut level = ends.and(L::load(&self.odd[at..]));
        let mut k = 1;
        loop {
            if k > self.deepest {
                if k == LONG || !level.any() {
                    return level;
                }
                if k <= BLIND {
                    self.deepest = k;
                }
            }
            let sum = &mut self.levels[k as usize & 63];
            L::load(sum).xor(level).store(sum);
            level = level.and_not(ends.up(before, k));
            k += 1;
        }
    }

    fn nim_sum(&self) -> u64 {
        (1..).zip(&self.levels[1..]).fold(
            self.beyond_levels,
            |x, (k, words): (u64, &Words)| -> u64 {
                let level = words.iter().fold(0, |sum, word| sum ^ word);
                if level.count_ones() % 2 == 1 {
                    x ^ k ^ (k - 1)
                } else {
                    x
                }
            },
        )
    }

    /// The number of winning moves for a nim-sum from 1 to 63.
    #[inline(always)]
    fn count_by_levels<L: Lanes>(&self, x: u32) -> u32 {
        let mut plan = Plan::new(x);
        (1..self.summed)
            .step_by(L::WORDS)
            .map(|at| self.count_by_levels_at::<L>(&mut plan, at))
            .sum()
    }

    #[inline(always)]
    fn count_by_levels_at<L: Lanes>(&self, plan: &mut Plan, at: usize) -> u32 {
        let ends = L::load(&self.ends[at..]);
        let before = L::load(&self.ends[at - 1..]);
        let after = L::load(&self.ends[at + 1..]);
        let odd = L::load(&self.odd[at..]);
        let near = L::load(&self.near[at..]);

        let mut even = ends.and_not(odd);
        // Even blocks above an odd one that is not measured yet.
        let mut raising = even.and(near);
        for k in 1..plan.x {
            if k > self.deepest && !even.any() {
                for level in &mut plan.levels[k as usize..plan.x as usize] {
                    even.store(level);
                }
                break;
            }
            even.store(&mut plan.levels[k as usize]);
            even = even.and_not(ends.up(before, k));
        }
        even.store(&mut plan.levels[plan.x as usize & 63]);
        // Above an empty group (t = 0): s >= x.
        let mut won = even.and_not(near);

        let mut level = ends.and(odd);
        let mut has_bit = L::splat(0);
        let mut k = 1;
        loop {
            if k > self.deepest && (k == LONG || !level.or(raising).any()) {
                break;
            }
            let step = plan.steps[k as usize & 63];
            let enough = L::load(&plan.levels[step.need as usize & 63]);
            has_bit = has_bit.xor(level.and(L::splat(step.odd)));
            level = level.and_not(ends.up(before, k));
            let ends_there = ends.down(after, k);
            won = won.or(raising.and(ends_there).and(enough));
            raising = raising.and_not(ends_there);
            k += 1;
        }
        if level.or(raising).any() {
            // Long odd blocks, alone and below an even one.
            let alone = places(at, level).filter(|&end| self.size_to(end) & plan.bit() != 0);
            let below = places(at, raising).filter(|&end| self.raises(end, u64::from(plan.x)));
            let long = alone.count() + below.count();
            return won.or(has_bit.and_not(level)).ones() + long as u32;
        }
        // Odd and even blocks end on different pawns.
        won.or(has_bit).ones()
    }

    /// The number of winning moves for a nim-sum of 64 or more.
    ///
    /// An odd block with one has 64 pawns or more, and so have an even block with one and the odd
    /// block below together: one of them has 32 or more.
    #[inline(always)]
    fn count_long<L: Lanes>(&self, x: u64) -> u32 {
        let bit = 1 << x.ilog2();
        let mut won = 0;
        for at in (1..self.summed).step_by(L::WORDS) {
            let ends = L::load(&self.ends[at..]);
            let before = L::load(&self.ends[at - 1..]);
            let mut half = ends;
            for k in 1..LONG / 2 {
                if !half.any() {
                    break;
                }
                half = half.and_not(ends.up(before, k));
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
        let ends_before = self.ends[word] & ((1 << bit) - 1);
        if ends_before != 0 {
            return u64::from(bit + ends_before.leading_zeros() - 63);
        }
        let mut size = u64::from(bit) + 1;
        loop {
            // Word 0 ends the search.
            word -= 1;
            size += u64::from(self.ends[word].leading_zeros());
            if self.ends[word] != 0 {
                return size;
            }
        }
    }

    /// The size of the block whose first pawn is `first`.
    fn size_from(&self, first: usize) -> u64 {
        let (word, bit) = place(first);
        let ends = self.ends[word] >> bit;
        if ends != 0 {
            return u64::from(ends.trailing_zeros()) + 1;
        }
        let mut size = u64::from(64 - bit);
        for ends in &self.ends[word + 1..] {
            size += u64::from(ends.trailing_zeros());
            if *ends != 0 {
                return size + 1;
            }
        }
        size
    }
}

/// What the nim-sum asks of each size.
struct Plan {
    x: u32,
    steps: [Step; LONG as usize],
    /// Level k of the even blocks for k = 1..x; level 0 stays empty.
    levels: [Words; LONG as usize],
}

/// What the nim-sum asks of blocks of a size k.
#[derive(Clone, Copy)]
struct Step {
    /// All ones when k is a multiple of the nim-sum's highest bit: these levels of the odd blocks
    /// make up that bit of their sizes.
    odd: u64,
    /// How many pawns must stand on an even block above an odd one of k pawns; 0 for no winning move
    /// whatever stands there, since level 0 is empty.
    need: u32,
}

impl Plan {
    fn new(x: u32) -> Self {
        let mut plan = Self {
            x,
            steps: [Step { odd: 0, need: 0 }; LONG as usize],
            levels: [[0; MOST_WORDS]; LONG as usize],
        };
        let bit = plan.bit() as u32;
        for (k, step) in (0..).zip(&mut plan.steps) {
            *step = Step {
                odd: if k % bit == 0 { u64::MAX } else { 0 },
                need: if k & bit == 0 { (k ^ x) - k } else { 0 },
            };
        }
        plan
    }

    /// The highest bit of the nim-sum.
    fn bit(&self) -> u64 {
        1 << self.x.ilog2()
    }
}

/// The word and the bit of a pawn.
const fn place(pawn: usize) -> (usize, u32) {
    (pawn / 64 + 1, (pawn % 64) as u32)
}

/// The pawns whose bits are set, when the words stand at `at`.
fn places<L: Lanes>(at: usize, lanes: L) -> impl Iterator<Item = usize> {
    let mut words = [0; MOST_WORDS];
    lanes.store(&mut words);
    (at - 1..)
        .zip(words)
        .take(L::WORDS)
        .flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(64 * index + bit as usize)
            })
        })
}
