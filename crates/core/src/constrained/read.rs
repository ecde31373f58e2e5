//! Reading a position: numbers to heaps and pairs, with a place for every error.

use super::{InvalidPosition, MAX_SIZE, Pair, check_heap, check_x, check_y, sorted};
use crate::text::{Numbers, ReadError, Source};

/// What a text says.
pub(super) struct Given {
    pub heaps: Vec<u64>,
    /// Different pairs, in the order of the text.
    pub pairs: Vec<Pair>,
    /// The same in increasing order.
    pub sorted: Vec<Pair>,
}

/// Reads and checks all of a text. The part with the pairs is kept until it was read.
pub(super) fn read<S: Source>(
    numbers: &mut Numbers<S>,
) -> Result<Given, ReadError<InvalidPosition>> {
    let n = numbers.next(u64::MAX, || "N, the number of heaps".into())?;
    if n == 0 {
        return Err(numbers.invalid(InvalidPosition::NoHeaps));
    }
    let name = || "M, the number of forbidden pairs".into();
    let m = numbers.next(u32::MAX.into(), name)?;
    let mut heaps = Vec::with_capacity(numbers.at_most().min(n as usize));
    let name = |i| format!("the size of heap {i} of {n}");
    numbers.each(n, MAX_SIZE, name, |sizes: &[u64]| {
        for (heap, &size) in (heaps.len() + 1..).zip(sizes) {
            check_heap(heap, size)?;
        }
        heaps.extend_from_slice(sizes);
        Ok(())
    })?;
    let mut numbers = numbers.rest();
    let before_pairs = numbers.clone();
    let mut pairs = Vec::with_capacity((numbers.at_most() / 2).min(m as usize));
    // X of a pair whose Y has not come yet.
    let mut open = None;
    let name = |i: u64| {
        let letter = if i % 2 == 1 { 'X' } else { 'Y' };
        format!("{letter} of pair {} of {m}", i.div_ceil(2))
    };
    numbers.each(m.saturating_mul(2), MAX_SIZE, name, |sizes: &[u64]| {
        let complete = pairs.len();
        let was_open = open;
        let mut take = || {
            let mut sizes = sizes;
            if let (Some(x), [y, rest @ ..]) = (open, sizes) {
                check_y(pairs.len() + 1, x, *y)?;
                pairs.push(Pair { x, y: *y });
                (open, sizes) = (None, rest);
            }
            let (both, alone) = sizes.as_chunks();
            for &[x, y] in both {
                check_x(pairs.len() + 1, x)?;
                check_y(pairs.len() + 1, x, y)?;
                pairs.push(Pair { x, y });
            }
            if let &[x] = alone {
                check_x(pairs.len() + 1, x)?;
                open = Some(x);
            }
            Ok(())
        };
        let taken = take();
        if taken.is_err() {
            pairs.truncate(complete);
            open = was_open;
        }
        taken
    })?;
    let sorted = sorted(&pairs).map_err(|error| {
        // Nobody kept the places of all pairs: read on to X of the one to blame.
        let mut numbers = before_pairs;
        if let InvalidPosition::Repeated { pair, .. } = error {
            for _ in 1..2 * pair {
                if let Err(error) = numbers.next(MAX_SIZE, String::new) {
                    return error;
                }
            }
        }
        numbers.invalid(error)
    })?;
    numbers.end(|| match m {
        0 => format!("the size of heap {n} of {n}"),
        _ => format!("Y of pair {m} of {m}"),
    })?;
    Ok(Given {
        heaps,
        pairs,
        sorted,
    })
}
