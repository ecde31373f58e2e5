//! Words of 64 boards: moves whose low six bits of the mask are the place in a word.
//!
//! The upper bits of a mask number a word, and its low six bits a bit in that word. Outcomes are kept as
//! *flags*, one bit a board, set for a P-position. A pawn in the upper bits that finds a free bit there
//! takes the whole word to another word. Two kinds of moves are left, and this module has the operations
//! for them: pawns that come down from above ([`come_down`], [`come_down_into`]), and moves inside the low
//! six bits ([`WordSolver`], [`inside`]). All of it is a reading of the rules: a pawn goes to the first
//! free bit below it, or onto the goal.

/// How many bits of a mask are the place of a board in its word.
pub(super) const IN_WORD: u32 = 6;

/// The pawns of `mask` from the highest bit down, each with the first free bit below it, `None` for the
/// goal.
#[inline]
pub(super) fn pawns(mask: u64) -> impl Iterator<Item = (u32, Option<u32>)> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let pawn = left.checked_ilog2()?;
        left -= 1 << pawn;
        let free = !mask & ((1 << pawn) - 1);
        Some((pawn, free.checked_ilog2()))
    })
}

/// Flags in `to` the boards from which a pawn above the block comes down to a P-position in the block.
///
/// `to` holds the boards with the pawn above the block: 2^k words, one for every setting of k bits. `from`
/// is the upper half of the block that the pawn comes down into (for a single word, that word). No more is
/// needed: half of the boards have the highest of the bits free, the pawn goes there, and the boards that
/// it leads to are in the half where that bit is set. The other half have a pawn there, and the same holds
/// for the next bit.
pub(super) fn come_down_into(mut from: &[u64], mut to: &mut [u64]) {
    while to.len() > 1 {
        let half = to.len() / 2;
        let (free, taken) = to.split_at_mut(half);
        merge(free, from);
        from = &from[half / 2..];
        to = taken;
    }
    if let ([to], [from]) = (to, from) {
        *to |= come_down(*from);
    }
}

/// Flags in `into` what is flagged in `from`, up to the end of the shorter one.
pub(super) fn merge(into: &mut [u64], from: &[u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}

/// Flags the boards of a word from which a pawn above the word comes down to a P-position flagged in
/// `from`, the word without that pawn. Where all six bits are taken, the pawn reaches the goal and wins.
///
/// ```text
/// bits   0..32  the pawn goes to bit 5    from bits 32..64
/// bits  32..48  bit 5 taken, to bit 4     from bits 48..64
/// ...
/// bit   62      only bit 0 free           from bit  63
/// bit   63      all taken, to the goal
/// ```
#[inline]
pub(super) const fn come_down(from: u64) -> u64 {
    from >> 32
        | from >> 16 & 0x0000_ffff_0000_0000
        | from >> 8 & 0x00ff_0000_0000_0000
        | from >> 4 & 0x0f00_0000_0000_0000
        | from >> 2 & 0x3000_0000_0000_0000
        | from >> 1 & 0x4000_0000_0000_0000
        | 0x8000_0000_0000_0000
}

/// By bit, the boards of a word with a pawn there.
const WITH_PAWN: [u64; IN_WORD as usize] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// By pawn on one of the low six bits, the boards of a word in which its move wins, when `losing`
/// flags the P-positions of the same word. None where there is no pawn.
#[inline]
pub(super) fn inside(losing: u64) -> [u64; IN_WORD as usize] {
    std::array::from_fn(|pawn| {
        let mut wins = 0;
        // The boards with pawns on bit `pawn` and on all bits between it and `free`.
        let mut block = WITH_PAWN[pawn];
        for free in (0..pawn).rev() {
            let goes_there = block & !WITH_PAWN[free];
            // The move takes a board down by 2^pawn - 2^free places.
            wins |= losing << ((1 << pawn) - (1 << free)) & goes_there;
            block &= WITH_PAWN[free];
        }
        // Those without a free bit reach the goal.
        wins | block
    })
}

/// Solves the boards of one word against each other, eight at a time.
///
/// Moves inside the low six bits lead to lower boards of the same word. So the lowest eight boards
/// are solved first, and their flags determine which boards of the word can move to a P-position among
/// them.
pub(super) struct WordSolver {
    /// By byte of the word, and by the flags of that byte (set: known to win): the boards of the word, in
    /// this byte and above, that are then known to win.
    marks: Box<[[u64; 256]; 8]>,
}

impl WordSolver {
    pub(super) fn new() -> Self {
        // By board, the boards of the word with a move to it, or onto the goal: these win anyway.
        let movers: [u64; 64] = std::array::from_fn(|board| {
            let by_pawn = inside(1 << board);
            by_pawn.into_iter().fold(0, |all, flags| all | flags)
        });
        let mut marks = Box::new([[0; 256]; 8]);
        for (byte, marks) in marks.iter_mut().enumerate() {
            for (flags, mark) in marks.iter_mut().enumerate() {
                let mut winning = (flags as u64) << (8 * byte);
                for (board, movers) in movers.iter().enumerate().skip(8 * byte).take(8) {
                    if winning >> board & 1 == 0 {
                        winning |= movers;
                    }
                }
                *mark = winning;
            }
        }
        Self { marks }
    }

    /// The P-positions of a word, when `winning` flags the boards with a winning move that starts
    /// above the low six bits.
    pub(super) fn solve(&self, winning: u64) -> u64 {
        // A pawn on bit 0 reaches the goal, as do pawns on the bits right above it.
        let mut winning = winning | WITH_PAWN[0];
        for (byte, marks) in self.marks.iter().enumerate() {
            winning |= marks[usize::from((winning >> (8 * byte)) as u8)];
        }
        !winning
    }
}
