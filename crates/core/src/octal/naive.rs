//! The values of single heaps by their definition: every move from every heap. Tests compare
//! [`Sequence`](super::Sequence) with it, and certificates are checked by it alone.

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
    for (stones, digit) in code.moves(heap as u64) {
        digit.each_way(heap as u64 - stones, |left| {
            let value =
                left.iter()
                    .fold(0, |sum, &part| sum ^ smaller(part as usize)) as usize;
            if reached.len() <= value {
                reached.resize(value + 1, false);
            }
            reached[value] = true;
        });
    }
    let mex = reached.iter().position(|is_reached| !is_reached);
    mex.unwrap_or(reached.len()) as u32
}
