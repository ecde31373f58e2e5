//! Reads a position: numbers to heaps and pairs, with a place for every error.

use super::{MAX_SIZE, NO_HEAPS, Pair, check_heaps, check_pair, sorted};
use crate::InvalidPosition;
use crate::text::{Numbers, ReadError, Source};

/// What a text holds.
pub(super) struct Given {
    pub heaps: Vec<u64>,
    /// Different pairs, in the order of the text.
    pub pairs: Vec<Pair>,
    /// The same in increasing order.
    pub sorted: Vec<Pair>,
}

/// Pairs under way.
struct Pairs {
    complete: Vec<Pair>,
    /// X of a pair whose Y was not read yet.
    x: Option<u64>,
}

impl Pairs {
    /// Adds the next number, which is X or Y of a pair.
    #[inline]
    fn add(&mut self, number: u64) -> Result<(), InvalidPosition> {
        let pair = self.complete.len() + 1;
        match self.x.take() {
            None if (1..=MAX_SIZE).contains(&number) => self.x = Some(number),
            None => return check_pair(pair, number, None),
            Some(x) if (1..=x).contains(&number) => self.complete.push(Pair { x, y: number }),
            Some(x) => return check_pair(pair, x, Some(number)),
        }
        Ok(())
    }
}

/// Reads and checks all of a text. If there are pairs, what follows the heaps is kept until it was read.
pub(super) fn read<S: Source>(numbers: &mut Numbers<S>) -> Result<Given, ReadError> {
    let name = || "N, the number of heaps".into();
    let n = numbers.next_from_1(u64::MAX, name, NO_HEAPS)?;
    let name = || "M, the number of forbidden pairs".into();
    let m = numbers.next(u32::MAX.into(), name)?;
    let mut heaps = Vec::with_capacity(numbers.at_most().min(n as usize));
    let name = |i| format!("the size of heap {i} of {n}");
    numbers.each(n, MAX_SIZE, name, |sizes: &[u64]| {
        check_heaps(heaps.len() + 1, sizes)?;
        heaps.extend_from_slice(sizes);
        Ok(())
    })?;
    if m == 0 {
        numbers.end(|| name(n))?;
        return Ok(Given {
            heaps,
            pairs: Vec::new(),
            sorted: Vec::new(),
        });
    }
    let mut numbers = numbers.rest();
    let mut before_pairs = numbers.clone();
    let mut pairs = Pairs {
        complete: Vec::with_capacity((numbers.at_most() / 2).min(m as usize)),
        x: None,
    };
    let name = |i: u64| {
        let letter = if i % 2 == 1 { 'X' } else { 'Y' };
        format!("{letter} of pair {} of {m}", i.div_ceil(2))
    };
    numbers.each(2 * m, MAX_SIZE, name, |some: &[u64]| {
        for (index, &number) in some.iter().enumerate() {
            pairs.add(number).map_err(|error| (index, error))?;
        }
        Ok(())
    })?;
    let pairs = pairs.complete;
    let sorted = match sorted(&pairs) {
        Ok(sorted) => sorted,
        Err((index, error)) => {
            // The places of the pairs were not kept: read again, to X of the wrong one.
            for _ in 0..=2 * index {
                before_pairs.next(MAX_SIZE, String::new)?;
            }
            return Err(before_pairs.invalid(error));
        }
    };
    numbers.end(|| name(2 * m))?;
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
