//! The values of single heaps as the definition says: every move from every heap. The twin of
//! [`Sequence`](super::Sequence), and what a certificate is checked with.

use super::Code;

/// g(0), g(1), ..., g(`up_to`). O(n^p) for each heap of n, where p is the most heaps that a move
/// leaves of one, and once more n where the code's digits repeat and part heaps.
///
/// ```
/// use grundy_core::octal::naive;
/// assert_eq!(naive::values(&"0.77".parse()?, 11), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
pub fn values(code: &Code, up_to: usize) -> Vec<u32> {
    let mut values = Vec::with_capacity(up_to + 1);
    for heap in 0..=up_to {
        let value = value(code, heap, &|smaller| values[smaller]);
        values.push(value);
    }
    values
}

/// The value of one heap from those of all smaller ones: the mex over all moves. Cost as
/// [`values`] has for a heap.
///
/// ```
/// use grundy_core::octal::naive;
/// let values = [0, 1, 2, 3, 1];
/// assert_eq!(naive::value(&"0.77".parse()?, 5, &|heap| values[heap]), 4);
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
pub fn value(code: &Code, heap: usize, smaller: &impl Fn(usize) -> u32) -> u32 {
    let mut reached = Vec::new();
    let mut reach = |value: u32| {
        let value = value as usize;
        if reached.len() <= value {
            reached.resize(value + 1, false);
        }
        reached[value] = true;
    };
    for (k, digit) in code.moves(heap as u64) {
        let left = heap - k as usize;
        if digit.allows(0) && left == 0 {
            reach(0);
        }
        if digit.allows(1) && left > 0 {
            reach(smaller(left));
        }
        let apart = usize::from(digit.is_unequal());
        if digit.allows(2) {
            // The smaller heap first.
            for a in (1..left).take_while(|a| 2 * a + apart <= left) {
                reach(smaller(a) ^ smaller(left - a));
            }
        }
        if digit.allows(3) {
            for a in (1..left).take_while(|a| 3 * a + 3 * apart <= left) {
                let rest = left - a;
                for b in (a + apart..rest).take_while(|b| 2 * b + apart <= rest) {
                    reach(smaller(a) ^ smaller(b) ^ smaller(rest - b));
                }
            }
        }
    }
    let mex = reached.iter().position(|is_reached| !is_reached);
    mex.unwrap_or(reached.len()) as u32
}
