//! Floors: the least work that any solver has to do, measured as separate rows beside the solvers.
//!
//! A solver that counts must read every number once, and [`sum`] does nothing but that. One that
//! reads text must touch every byte once, and [`copy`] does nothing but that.

use std::iter::Sum;
use std::num::Wrapping;

/// The sum of all numbers of one type, modulo 2 to the number of its bits: the floor of counting in memory. O(n).
///
/// ```
/// use grundy_bench::floor::sum;
/// assert_eq!(sum(&[1, 2, u32::MAX]), 2);
/// assert_eq!(sum(&[1, 2, u64::MAX]), 2);
/// ```
pub fn sum<T: Copy>(numbers: &[T]) -> T
where
    Wrapping<T>: Sum,
{
    numbers.iter().copied().map(Wrapping).sum::<Wrapping<T>>().0
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
