//! Reads a position: numbers to heaps and pairs, with a place for every error.

use super::{MAX_SIZE, NO_HEAPS, Pair, check_heaps, check_pair, sorted};
use crate::text::{Numbers, ReadError, append};

/// What a text holds.
pub(super) struct Given {
    pub heaps: Vec<u64>,
    /// X and Y of all [`pairs`], which are different.
    pub numbers: Vec<u64>,
    /// The pairs in increasing order.
    pub sorted: Vec<Pair>,
}

/// The pairs of these numbers, in the order of the text.
pub(super) fn pairs(numbers: &[u64]) -> impl ExactSizeIterator<Item = Pair> + Clone {
    numbers.as_chunks().0.iter().map(|&[x, y]| Pair { x, y })
}

/// Reads and checks all of a text. If there are pairs, what follows the heaps is kept until it was read.
pub(super) fn read(numbers: &mut Numbers<'_>) -> Result<Given, ReadError> {
    let name = || "N, the number of heaps".into();
    let n = numbers.next_from_1(name, NO_HEAPS)?;
    let name = || "M, the number of forbidden pairs".into();
    let m = numbers.next(u32::MAX.into(), name)?;
    let mut heaps = numbers.list(n);
    let heap = |i| format!("the size of heap {i} of {n}");
    numbers.each(n, MAX_SIZE, heap, |sizes: &[u64]| {
        check_heaps(heaps.len() + 1, sizes)?;
        append(&mut heaps, sizes)
    })?;
    if m > 0 {
        numbers.keep();
    }
    let mut given: Vec<u64> = numbers.list(2 * m);
    let name = |i: u64| {
        let letter = if i % 2 == 1 { 'X' } else { 'Y' };
        format!("{letter} of pair {} of {m}", i.div_ceil(2))
    };
    numbers.each(2 * m, MAX_SIZE, name, |some: &[u64]| {
        let before = given.len();
        append(&mut given, some)?;
        for index in before..given.len() {
            let (number, x) = (given[index], given[index & !1]);
            let (most, y) = match index % 2 {
                0 => (MAX_SIZE, None),
                _ => (x, Some(number)),
            };
            if !(1..=most).contains(&number) {
                let wrong = check_pair(index / 2 + 1, x, y);
                wrong.map_err(|error| (index - before, error))?;
            }
        }
        Ok(())
    })?;
    // The pairs once more, their order, and the values of heaps.
    numbers.room(100 * given.len())?;
    let sorted = match sorted(pairs(&given)) {
        Ok(sorted) => sorted,
        Err((index, error)) => {
            // The places of the pairs were not kept: read again, to X of the wrong one.
            let mut before_pairs = numbers.again();
            for _ in 0..=2 * index {
                before_pairs.next(MAX_SIZE, String::new)?;
            }
            return Err(before_pairs.invalid(error));
        }
    };
    numbers.end(|| if m > 0 { name(2 * m) } else { heap(n) })?;
    Ok(Given {
        heaps,
        numbers: given,
        sorted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// A pair that stands there twice and one that is none have their places in a long text that comes in pieces, too.
    #[test]
    fn a_wrong_pair_has_its_place() {
        let pairs = |least, of| (0..of).map(move |i| format!("{} {}\n", least + i % 40, i + 1));
        let many: String = pairs(10_000, 1500).collect();
        let more: String = pairs(20_000, 99).collect();
        for (wrong, behind, expected) in [
            (
                "10001 2",
                "",
                "1503:2: pair 1501 is pair 2 again, 2 stones taken from a heap of 10001: pairs must differ",
            ),
            (
                "5 6",
                "",
                "1503:4: 6 stones taken from a heap of 5 in pair 1501: Y must be at most X",
            ),
            (
                "5 5",
                "6",
                "1603:2: found 6 after Y of pair 1600 of 1600, expected the end of the input",
            ),
        ] {
            let text = format!("3 1600\n7 1 7\n{many} {wrong}\n{more} {behind}\n");
            for piece in [1, 60, 1000, 1 << 17] {
                let mut pipe = text.as_bytes();
                let error = read(&mut Numbers::in_pieces(&mut pipe, piece)).err();
                let error = error.map(|error| error.to_string());
                assert_eq!(error.as_deref(), Some(expected), "{piece}");
            }
        }
    }

    /// Where there are no pairs, no more is read than it takes to see what else stands there.
    #[test]
    fn without_pairs_an_endless_text_is_refused() {
        let mut endless = b"1 0\n7\n".chain(std::io::repeat(b'1').take(1 << 40));
        let mut numbers = Numbers::stream(&mut endless);
        let error = read(&mut numbers).err().map(|error| error.to_string());
        let expected = "3:1: found 111111111111111111111111... after the size of heap 1 of 1";
        assert!(
            error.as_ref().is_some_and(|e| e.starts_with(expected)),
            "{error:?}"
        );
    }
}
