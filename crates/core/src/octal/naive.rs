//! The values of single heaps by their definition: every move from every heap. Tests compare
//! [`Sequence`](super::Sequence) with it, and values that were read from a file are checked by it.

use super::{Cells, Code};

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
            let values = left.iter().map(|&part| smaller(part as usize));
            let value = values.fold(0, |sum, value| sum ^ value) as usize;
            // From a heap of n stones there are at most 2n moves in a row, and its value is not larger.
            if value > 2 * heap {
                return;
            }
            if reached.len() <= value {
                reached.resize(value + 1, false);
            }
            reached[value] = true;
        });
    }
    let mex = reached.iter().position(|is_reached| !is_reached);
    mex.unwrap_or(reached.len()) as u32
}

/// A value that was read from a file and is not that of its heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("heap {heap} has value {value}, and the file says {said}")]
pub struct WrongValue {
    heap: usize,
    value: u32,
    said: u32,
}

/// Computes some of the values of a file again: with about `budget` sums of heaps, half of them for the first heaps and half
/// for heaps that are evenly spread. It finds values of another game, and is no proof.
///
/// ```
/// use grundy_core::octal::{Code, Sequence, naive};
/// let kayles: Code = "0.77".parse()?;
/// let values = Sequence::resume(kayles.clone(), [0, 1, 2, 3, 1, 4]);
/// assert!(naive::spot_check(&kayles, values.cells(), 1000).is_ok());
/// let values = Sequence::resume(kayles.clone(), [0, 1, 2, 3, 4, 4]);
/// let wrong = naive::spot_check(&kayles, values.cells(), 1000).unwrap_err();
/// assert_eq!(wrong.to_string(), "heap 4 has value 1, and the file says 4");
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
///
/// # Errors
/// The first value that is found to be wrong.
pub fn spot_check(code: &Code, values: &Cells, budget: u64) -> Result<(), WrongValue> {
    // At most this many sums of heaps are computed for the value of a heap.
    let cost = |heap: usize| {
        let ways = (heap as u64).saturating_pow(code.parts().saturating_sub(1));
        ways.saturating_mul(1 + code.moves(heap as u64).count() as u64)
    };
    let (heaps, half) = (values.len(), budget / 2);
    let mut paid = 0_u64;
    let first = (0..heaps).take_while(|&heap| {
        paid = paid.saturating_add(cost(heap));
        paid <= half
    });
    let of_last = cost(heaps).saturating_mul(heaps as u64);
    let step = usize::try_from(of_last / half.max(1)).map_or(usize::MAX, |step| step.max(1));
    for heap in first.chain((step / 2..heaps).step_by(step)) {
        let said = values.get(heap);
        let value = value(code, heap, &|heap| values.get(heap));
        if said != value {
            return Err(WrongValue { heap, value, said });
        }
    }
    Ok(())
}
