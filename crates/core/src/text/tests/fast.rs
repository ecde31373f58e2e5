//! What the fast reader reads, and what it leaves to the careful one.

use crate::text::digits;

/// The number that `digits` make, if white space follows.
fn naive(bytes: &[u8], digits: usize) -> Option<u64> {
    let number = std::str::from_utf8(&bytes[..digits]).ok()?;
    let all = number.bytes().all(|byte| byte.is_ascii_digit());
    (all && matches!(bytes[digits], b' ' | b'\t' | b'\n')).then(|| number.parse().ok())?
}

/// Every byte at every place of a number of every length, in every version: one wrong byte and only
/// that ends a row of numbers.
#[test]
fn every_byte_at_every_place() {
    let mut texts = 0;
    for length in 1..=19_usize {
        let stride = length + 1;
        let mut clean = Vec::new();
        for i in 0..48 {
            clean.extend(
                (0..length).map(|place| b'0' + ((7 * i + 3 * place + i * place) % 10) as u8),
            );
            clean.push(b' ');
        }
        let expected: Vec<u64> = clean
            .chunks(stride)
            .map(|number| naive(number, length).unwrap())
            .collect();
        for spoilt in [0, 1, 5, 14, 23] {
            for place in 0..stride {
                for byte in 0..=255 {
                    let mut text = clean.clone();
                    let at = spoilt * stride + place;
                    text[at] = byte;
                    let value = naive(&text[spoilt * stride..], length);
                    let mut expected = expected.clone();
                    match value {
                        Some(value) => expected[spoilt] = value,
                        None => expected.truncate(spoilt),
                    }
                    for read in [digits::same_length, digits::one_by_one] {
                        let mut out = [0_u64; 48];
                        let numbers = read(length, &text, &mut out);
                        assert_eq!(
                            out[..numbers],
                            expected,
                            "byte {byte:#x} at {at}, {length} digits"
                        );
                    }
                    texts += 1;
                }
            }
        }
    }
    println!("{texts} texts");
}

/// Two wrong bytes do not make up for each other.
#[test]
fn two_wrong_bytes() {
    for length in 2..=19 {
        let clean = format!("{} ", &"1234567890123456789"[..length]).repeat(40);
        for (first, second) in (0..length).flat_map(|a| (a + 1..length).map(move |b| (a, b))) {
            for byte in [b'x', b'/', b':', 0, 0xff] {
                let mut text = clean.clone().into_bytes();
                text[2 * (length + 1) + first] = byte;
                text[2 * (length + 1) + second] = byte;
                for read in [digits::same_length, digits::one_by_one] {
                    let numbers = read(length, &text, &mut [0_u64; 40]);
                    assert_eq!(numbers, 2, "{}", text.escape_ascii());
                }
            }
        }
    }
}

/// What does not fit ends the row as well.
#[test]
fn numbers_that_do_not_fit() {
    // Wherever it stands among many.
    for large in 0..20 {
        let number = |i| {
            if i == large {
                "4294967296 "
            } else {
                "4294967295 "
            }
        };
        let text: String = (0..40).map(number).collect();
        for read in [digits::same_length, digits::one_by_one] {
            assert_eq!(read(10, text.as_bytes(), &mut [0_u32; 40]), large);
        }
    }
    for (text, expected) in [
        (
            "4294967295 4294967294 4294967296 4294967293 4294967292 1234567890 1111111111 ",
            2,
        ),
        (
            "9999999999 4294967294 4294967296 4294967293 4294967292 1234567890 1111111111 ",
            0,
        ),
        (
            "0000000001 4294967295 0000000000 4294967295 4294967292 1234567890 9111111111 ",
            6,
        ),
    ] {
        for read in [digits::same_length, digits::one_by_one] {
            let mut out = [0_u32; 7];
            assert_eq!(read(10, text.as_bytes(), &mut out), expected);
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
        assert_eq!(read.numbers, 60, "{separator:?}");
        assert_eq!(out[..60], expected, "{separator:?}");
        assert_eq!(read.end, text.trim_end().len(), "{separator:?}");

        // No more than there is room for.
        let read = digits::read(followed.as_bytes(), 0, &mut 0, &mut out[..7]);
        assert_eq!(read.numbers, 7);
        // The last ones have too few bytes behind them.
        let read = digits::read(text.as_bytes(), 0, &mut 0, &mut out);
        let careful = text.len() - digits::HEAD;
        let next = text[read.end..].trim_start().len();
        assert!(text.len() - next > careful, "{separator:?}");
        assert_eq!(out[..read.numbers], expected[..read.numbers]);
    }
}

/// Numbers as long as the one before are read to the end of the text.
#[test]
fn neighbours_of_one_length() {
    for length in 1..=19 {
        let number = &"98765432101234567890"[..length];
        let text = format!("{number} ").repeat(50);
        let mut out = [0_u64; 60];
        let mut guess = 0;
        let read = digits::read(text.as_bytes(), 0, &mut guess, &mut out);
        let end = text.len() - 1;
        assert_eq!((read.numbers, read.end, guess), (50, end, length));
        assert_eq!(out[..50], [number.parse().unwrap(); 50]);
    }
    // What is not as long as the one before makes no row, and the next has too few bytes behind it.
    let text = "1 ".to_owned() + &"22 ".repeat(8);
    let mut out = [0_u64; 10];
    for mut guess in [1, 2, 7] {
        let read = digits::read(text.as_bytes(), 0, &mut guess, &mut out);
        assert_eq!((read.numbers, read.end, guess), (2, 4, 2));
    }
}

/// Four numbers at a time are read as long as the last of them has 16 bytes to be read from.
#[cfg(target_arch = "x86_64")]
#[test]
fn as_many_as_there_are_in_fours() {
    use crate::x86::{Avx2Machine, digits::same_length};

    let Some(machine) = Avx2Machine::detect() else {
        println!("no AVX2 here");
        return;
    };
    for length in 1..=16 {
        let stride = length + 1;
        for separator in [" ", "\n", "\t"] {
            let numbers = (0..9).map(|i| {
                format!(
                    "{i}{separator}",
                    i = &"98765432101234567890123456789"[i..][..length]
                )
            });
            let text = numbers.collect::<String>() + &"5".repeat(20);
            for bytes in 0..=text.len() {
                for room in [9, 8, 5, 3] {
                    let fours = (bytes + stride).saturating_sub(16) / (4 * stride);
                    let expected = if length < 16 {
                        fours.min(room / 4) * 4
                    } else {
                        0
                    };
                    let mut out = [0_u64; 9];
                    let text = &text.as_bytes()[..bytes];
                    let read = same_length(machine, length, text, &mut out[..room]);
                    assert_eq!(
                        read, expected,
                        "{length} digits, {bytes} bytes, {room} numbers"
                    );
                }
            }
        }
        let other = format!("{},", &"9876543210123456789"[..length]).repeat(20);
        assert_eq!(
            same_length(machine, length, other.as_bytes(), &mut [0_u64; 8]),
            0
        );
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
    use crate::x86::{Avx2Machine, lengths};

    let Some(machine) = Avx2Machine::detect() else {
        println!("no AVX2 here");
        return;
    };
    let mut state = 7_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % below
    };
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
        let mut out = vec![0_u64; room];
        let (numbers, end) = lengths::any_length(machine, &text, begin, &mut out);
        let shown = text.escape_ascii();
        let values: Vec<u64> = expected.iter().map(|&(value, _)| value).collect();
        assert_eq!(out[..numbers], values[..numbers], "{shown}");
        let expected_end = expected[..numbers].last().map_or(begin, |&(_, end)| end);
        assert_eq!(end, expected_end, "{shown}");
        let whole = begin + (text.len() - begin) / 64 * 64;
        let at_least = expected.iter().take_while(|&&(_, end)| end < whole).count();
        let at_least = at_least.min(room).min(128) / 2 * 2;
        assert!(numbers >= at_least, "{numbers} of {at_least}: {shown}");
        read += numbers;

        // As u32: what is larger ends the row.
        let mut out = vec![0_u32; room];
        let (numbers, _) = lengths::any_length(machine, &text, begin, &mut out);
        let fit = values
            .iter()
            .take_while(|&&value| u32::try_from(value).is_ok())
            .count();
        assert!(numbers <= fit, "{shown}");
        assert!(
            numbers + 4 > at_least.min(fit),
            "{numbers} of {fit}: {shown}"
        );
        assert!(
            out[..numbers]
                .iter()
                .map(|&value| u64::from(value))
                .eq(values[..numbers].iter().copied()),
            "{shown}"
        );
    }
    println!("{read} numbers, {spoilt} texts spoilt, {carriage_returns} by a carriage return");
    assert!(read > 500_000 && spoilt > 10_000 && carriage_returns > 1000);
}
