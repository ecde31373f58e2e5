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

/// Reads and checks all of a text. What follows the heaps is kept until it was read, if there are pairs.
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
    if m == 0 {
        numbers.end(|| format!("the size of heap {n} of {n}"))?;
        return Ok(Given {
            heaps,
            pairs: Vec::new(),
            sorted: Vec::new(),
        });
    }
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
    numbers.end(|| format!("Y of pair {m} of {m}"))?;
    Ok(Given {
        heaps,
        pairs,
        sorted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Stream;
    use std::io::Read;

    /// 300 heaps on a line, 150 pairs on a line each; then a token in the place of another.
    #[test]
    fn in_pieces_as_at_once() {
        let pairs = (1..=150_u64).map(|i| format!("{} {}", 1000 + i % 40, 1 + i));
        let pairs: Vec<String> = pairs.collect();
        let text = format!(
            "300 150\n{}\n{}\n",
            "7 12345678901 ".repeat(150),
            pairs.join("\n")
        );
        let tokens: Vec<(usize, &str)> = text
            .split_ascii_whitespace()
            .map(|token| (token.as_ptr() as usize - text.as_ptr() as usize, token))
            .collect();
        let (mut read_well, mut errors) = (0, 0);
        for (at, token) in tokens.iter().step_by(7) {
            for other in [token, "0", "x", "1000", "9999999999999999999", ""] {
                let changed = [&text[..*at], other, &text[at + token.len()..]].concat();
                let what = |given: Given| (given.heaps, given.pairs, given.sorted);
                let expected = read(&mut Numbers::new(changed.as_bytes())).map(what);
                for piece in [1, 60, 1000] {
                    let mut pipe = changed.as_bytes();
                    let mut numbers = Numbers::from(Stream::in_pieces(&mut pipe, piece));
                    assert_eq!(read(&mut numbers).map(what), expected, "{changed}");
                }
                match expected {
                    Ok(_) => read_well += 1,
                    Err(_) => errors += 1,
                }
            }
        }
        assert!(read_well > 100 && errors > 200, "{read_well}, {errors}");
    }

    /// Where there are no pairs, no more is read than it takes to see what else stands there.
    #[test]
    fn without_pairs_an_endless_text_is_refused() {
        let mut endless = b"1 0\n7\n".chain(std::io::repeat(b'1').take(1 << 40));
        let mut numbers = Numbers::from(Stream::new(&mut endless));
        let error = read(&mut numbers).err().map(|error| error.to_string());
        let expected = "3:1: found 111111111111111111111111... after the size of heap 1 of 1";
        assert!(
            error.as_ref().is_some_and(|e| e.starts_with(expected)),
            "{error:?}"
        );
    }

    /// Of a pair that stands there twice, whatever stands between the numbers.
    #[test]
    fn the_place_of_a_repeated_pair() {
        let text = "3 4\r\n7 7 7\n\n5 1 \t5\n2\n 6 2  5\n1";
        for piece in [1, 4, 1000] {
            let mut pipe = text.as_bytes();
            let mut numbers = Numbers::from(Stream::in_pieces(&mut pipe, piece));
            let error = read(&mut numbers).err().map(|error| error.to_string());
            let expected =
                "6:7: pair 4 is pair 1 again, 1 stones taken from a heap of 5: pairs must differ";
            assert_eq!(error.as_deref(), Some(expected), "pieces of {piece}");
        }
    }
}
