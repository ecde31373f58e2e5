//! What the fast reader reads, and what it leaves to the careful one.

use crate::random::Random;
use crate::text::digits;
#[cfg(target_arch = "x86_64")]
use crate::x86::{Avx2Machine, lengths};

/// Every byte at every place of a number of every length, in both versions: numbers are read up to the one that
/// the byte makes wrong, but for those with too few bytes behind them.
#[test]
fn every_byte_at_every_place() {
    for length in 1..=19_usize {
        let stride = length + 1;
        let number = |i: usize| {
            (0..length).map(move |place| b'0' + ((7 * i + 3 * place + i * place) % 10) as u8)
        };
        let clean: Vec<u8> = (0..48)
            .flat_map(|i| std::iter::once(b' ').chain(number(i)))
            .chain(*b" ")
            .collect();
        let whole = (clean.len() - digits::HEAD) / stride;
        for spoilt in [0, 1, 5, 14, 23] {
            for place in 0..stride {
                for byte in 0..=255 {
                    let mut text = clean.clone();
                    text[1 + spoilt * stride + place] = byte;
                    let expected = naive_list(&text, 0).into_iter().zip(1..);
                    let expected = expected.take_while(|&((_, end), i)| end == i * stride);
                    let expected: Vec<u64> = expected.map(|((value, _), _)| value).collect();
                    for read in [digits::same_length, digits::one_by_one] {
                        let mut out = [0_u64; 48];
                        let (numbers, end) = read(length, &text, 0, &mut out);
                        let what = || format!("{byte:#x} at {place} of {length}: {numbers}");
                        assert!(numbers <= expected.len(), "{}", what());
                        assert!(numbers >= spoilt.min(whole) / 4 * 4, "{}", what());
                        assert_eq!(out[..numbers], expected[..numbers], "{}", what());
                        assert_eq!(end, numbers * stride, "{}", what());
                    }
                }
            }
        }
    }
}

/// A number that does not fit ends the row, wherever it stands.
#[test]
fn numbers_that_do_not_fit() {
    for large in 0..20 {
        let number = |i| {
            if i == large {
                " 4294967296"
            } else {
                " 4294967295"
            }
        };
        let text: String = (0..40).map(number).collect();
        for read in [digits::same_length, digits::one_by_one] {
            let mut out = [0_u32; 40];
            let (numbers, _) = read(10, text.as_bytes(), 0, &mut out);
            assert!(
                (large / 4 * 4..=large).contains(&numbers),
                "{numbers} of {large}"
            );
            assert!(out[..numbers].iter().all(|&number| number == u32::MAX));
        }
    }
}

/// Ten lengths in turn, none like the one before, with `separator` behind each number.
fn irregular(separator: &str) -> (String, Vec<u64>) {
    let lengths = [1, 9, 16, 2, 17, 8, 20, 7, 18, 3, 15, 10, 19, 4, 12];
    let numbers: Vec<u64> = (lengths.iter().cycle().take(60))
        .map(|&length| ["1234567890"; 2].concat()[..length].parse().unwrap())
        .collect();
    let text = numbers.iter().map(|number| format!("{number}{separator}"));
    (text.collect(), numbers)
}

/// The fast reader leaves only what it must to the careful one: it may begin with any number of up to
/// 20 digits that has enough bytes behind it, whatever white space that is.
#[test]
fn what_is_easily_read() {
    for separator in [
        " ", "\n", "\t", "\r\n", "  ", " \n", "\r\n ", "\t\r\n\n", "      ",
    ] {
        let (text, expected) = irregular(separator);
        let followed = text.clone() + "- 345678901234567890123456";
        let mut out = [0_u64; 100];
        let read = digits::read(followed.as_bytes(), 0, &mut 0, &mut out);
        assert_eq!(read, (60, text.trim_end().len()), "{separator:?}");
        assert_eq!(out[..60], expected, "{separator:?}");

        // No more than there is room for.
        let read = digits::read(followed.as_bytes(), 0, &mut 0, &mut out[..7]);
        assert_eq!(read.0, 7);
        // The last ones have too few bytes behind them.
        let (numbers, end) = digits::read(text.as_bytes(), 0, &mut 0, &mut out);
        let careful = text.len() - digits::HEAD;
        let next = text[end..].trim_start().len();
        assert!(text.len() - next > careful, "{separator:?}");
        assert_eq!(out[..numbers], expected[..numbers]);
    }
}

/// The numbers from `begin` on, with the places where they end: as long as they are well written, fit, and
/// have white space behind them. At `begin` stands white space.
fn naive_list(text: &[u8], begin: usize) -> Vec<(u64, usize)> {
    let mut list = Vec::new();
    let mut at = begin;
    loop {
        match text[at..] {
            [b' ' | b'\n' | b'\t', ..] => at += 1,
            [b'\r', b'\n', ..] => at += 2,
            [b'0'..=b'9', ..] => {
                let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit());
                let end = at + digits.count();
                let number = std::str::from_utf8(&text[at..end]).unwrap().parse();
                let separated =
                    matches!(text[end..], [b' ' | b'\n' | b'\t', ..] | [b'\r', b'\n', ..]);
                match number {
                    Ok(number) if separated && end - at <= 20 => list.push((number, end)),
                    _ => return list,
                }
                at = end;
            }
            _ => return list,
        }
    }
}

/// Numbers of any lengths with any white space between them, whole and with a byte spoilt: nothing but
/// what the naive list has, and all of it that ends in a whole block, in pairs.
#[cfg(target_arch = "x86_64")]
#[test]
fn numbers_of_any_lengths() {
    let Some(machine) = Avx2Machine::detect() else {
        println!("no AVX2 here");
        return;
    };
    let mut random = Random(7);
    let mut random = |bound| random.below(bound);
    let separators = [" ", "\n", "\t", "\r\n", "  ", " \r\n\r\n\t"];
    let (mut read, mut spoilt, mut carriage_returns) = (0, 0, 0);
    for round in 0..60_000 {
        let (least, most) =
            [(1, 1), (1, 3), (8, 9), (1, 16), (17, 20), (19, 20), (1, 22)][round % 7];
        let mut text = vec![b'7'; lengths::BEFORE + random(5)];
        let begin = text.len();
        text.push(b' ');
        for _ in 0..random(200) {
            // Some numbers of 20 digits are too large; some have zeros in front.
            let first = b"0111111119"[random(10)];
            text.push(first);
            text.extend((1..least + random(most - least + 1)).map(|_| b'0' + random(10) as u8));
            let usual = round % 3 == 0;
            text.extend(separators[if usual { 0 } else { random(6) }].bytes());
            if random(100) == 0 {
                text.extend([b' '; 150]);
            }
        }
        if random(2) == 0 {
            let at = begin + 1 + random(text.len() - begin);
            if let Some(byte) = text.get_mut(at) {
                *byte = [b'\r', b'\n', b'-', random(256) as u8][random(4)];
                spoilt += 1;
                carriage_returns += usize::from(*byte == b'\r');
            }
        }
        text.extend(b"  "); // the naive list does not look beyond the text
        let expected = naive_list(&text, begin);
        let room = [300, 7, 2, 1][random(4)];
        read += assert_row_read::<u64>(machine, &text, begin, &expected, room);
        assert_row_read::<u32>(machine, &text, begin, &expected, room);
    }
    println!("{read} numbers, {spoilt} texts spoilt, {carriage_returns} by a carriage return");
    assert!(read > 500_000 && spoilt > 10_000 && carriage_returns > 1000);
}

/// Asserts that numbers from `begin` on are read as expected, up to one that does not fit: at least all that end in a whole
/// block, in pairs. Returns how many are read.
#[cfg(target_arch = "x86_64")]
fn assert_row_read<T: Copy + Default + TryFrom<u64> + Into<u64>>(
    machine: Avx2Machine,
    text: &[u8],
    begin: usize,
    expected: &[(u64, usize)],
    room: usize,
) -> usize {
    let mut out = vec![T::default(); room];
    let (numbers, end) = lengths::any_length(machine, text, begin, &mut out);
    let shown = text.escape_ascii();
    let values = expected[..numbers].iter().map(|&(value, _)| value);
    assert!(
        values.eq(out[..numbers].iter().map(|&value| value.into())),
        "{shown}"
    );
    let expected_end = expected[..numbers].last().map_or(begin, |&(_, end)| end);
    assert_eq!(end, expected_end, "{shown}");
    let whole = begin + (text.len() - begin) / 64 * 64;
    let is_easy = |&&(value, end): &&(u64, usize)| end < whole && T::try_from(value).is_ok();
    let easy = expected
        .iter()
        .take(room.min(128))
        .take_while(is_easy)
        .count();
    assert!(numbers >= easy / 2 * 2, "{numbers} of {easy}: {shown}");
    numbers
}
