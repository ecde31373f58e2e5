//! Floors: the least work that any solver has to do, measured as separate rows beside the solvers.
//!
//! A solver that counts must read every square once, and [`sum`] does nothing but that. One that
//! reads text must touch every byte once, and [`copy`] does nothing but that. For a whole process
//! the floor is `cat` of the same file, another program and not a function of this crate.

/// The sum of all squares, modulo 2^32: the floor of counting in memory. O(n).
///
/// ```
/// assert_eq!(grundy_bench::floor::sum(&[1, 2, u32::MAX]), 2);
/// ```
pub fn sum(squares: &[u32]) -> u32 {
    squares.iter().fold(0, |sum, &s| sum.wrapping_add(s))
}

/// The sum of all heaps and all numbers in pairs, modulo 2^64: the same floor for the other games. O(n).
///
/// ```
/// assert_eq!(grundy_bench::floor::sum_wide(&[1, 2], &[(3, u64::MAX)]), 5);
/// ```
pub fn sum_wide(items: &[u64], pairs: &[(u64, u64)]) -> u64 {
    let items = items
        .iter()
        .fold(0_u64, |sum, &item| sum.wrapping_add(item));
    let add = |sum: u64, &(x, y): &(u64, u64)| sum.wrapping_add(x).wrapping_add(y);
    pairs.iter().fold(items, add)
}

/// Copies the text over the first bytes of `target`: the floor of reading. O(bytes).
///
/// Returns how many bytes were copied, the smaller of the two lengths. The target is the caller's,
/// so that no page is touched for the first time while the clock runs.
///
/// ```
/// let mut target = [0; 4];
/// assert_eq!(grundy_bench::floor::copy(b"5 2\n", &mut target), 4);
/// assert_eq!(&target, b"5 2\n");
/// ```
pub fn copy(text: &[u8], target: &mut [u8]) -> usize {
    let bytes = text.len().min(target.len());
    target[..bytes].copy_from_slice(&text[..bytes]);
    bytes
}
