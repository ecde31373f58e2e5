//! Boards as bit masks.
//!
//! Bit i of a *mask* stands for a pawn on square m - 1 - i, so bits are numbered from the goal, and one
//! table serves every m. A move takes a pawn to a lower bit, or off the mask onto the goal, so it always
//! makes the mask smaller.

/// The board with pawns on `squares` of a strip of `m` squares as a mask. `None` when a square is
/// 0, m or beyond, or so far from the goal that 64 bits do not reach it. O(n).
///
/// ```
/// use grundy_brute::gra::mask_of;
/// assert_eq!(mask_of(7, &[2, 3, 6]), Some(0b01_1001));
/// assert_eq!(mask_of(7, &[7]), None);
/// ```
#[inline]
pub fn mask_of(m: u32, squares: &[u32]) -> Option<u64> {
    squares.iter().try_fold(0, |mask, &square| {
        let bit = m.checked_sub(1)?.checked_sub(square)?;
        let shifted = 1_u64.checked_shl(bit)?;
        (square > 0).then_some(mask | shifted)
    })
}

/// The squares of the pawns of `mask` on a strip of `m` squares, increasing. O(m), at most 64.
///
/// The inverse of [`mask_of`]; pawns that stand beyond square 1 are left out.
///
/// ```
/// use grundy_brute::gra::squares_of;
/// assert_eq!(squares_of(7, 0b01_1001), [2, 3, 6]);
/// ```
pub fn squares_of(m: u32, mask: u64) -> Vec<u32> {
    let bits = (0..m.saturating_sub(1).min(u64::BITS)).rev();
    let pawns = bits.filter(|bit| mask >> bit & 1 == 1);
    pawns.map(|bit| m - 1 - bit).collect()
}
