//! The fast reader against the careful one, texts in pieces against texts at hand.

mod fast;

use std::cell::Cell;
use std::io::{self, Read};

use proptest::prelude::*;

use super::digits;
use super::{Numbers, ReadError, describe};
use crate::InvalidPosition;

/// A text that is handed out a few bytes at a time, as by a slow pipe that is interrupted, too.
struct Drip<'a> {
    text: &'a [u8],
    bytes: usize,
    interrupted: bool,
}

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let bytes = self.bytes.min(buffer.len());
        (&mut self.text).take(bytes as u64).read(buffer)
    }
}

/// The numbers that were read, and the error that ended them.
type Reading = (Vec<u64>, Option<ReadError>);

fn name(i: u64) -> String {
    format!("number {i}")
}

/// One number after the other, with nothing but [`Numbers::next`].
fn plainly(text: &[u8], max: u64, even: bool) -> Reading {
    let mut numbers = Numbers::new(text);
    let mut list = Vec::new();
    loop {
        match numbers.next(max, || name(list.len() as u64 + 1)) {
            Ok(number) if even && number % 2 == 1 => {
                return (list, Some(numbers.invalid(odd(number))));
            }
            Ok(number) => list.push(number),
            Err(error) => return (list, Some(error)),
        }
    }
}

/// Many at a time.
fn in_batches(mut numbers: Numbers<'_>, max: u64, even: bool) -> Reading {
    let mut list = Vec::new();
    let error = match u32::try_from(max) {
        Err(_) => numbers.each(u64::MAX, max, name, |some: &[u64]| {
            take(&mut list, some.iter().copied(), even)
        }),
        Ok(max) => numbers.each(u64::MAX, max, name, |some: &[u32]| {
            take(&mut list, some.iter().copied().map(u64::from), even)
        }),
    };
    (list, error.err())
}

/// Odd numbers are refused, so that refusals are tested with the rest.
fn odd(number: u64) -> InvalidPosition {
    InvalidPosition::new(format!("{number} is odd"))
}

fn take(
    list: &mut Vec<u64>,
    some: impl Iterator<Item = u64>,
    even: bool,
) -> Result<(), (usize, InvalidPosition)> {
    for (index, number) in some.enumerate() {
        if even && number % 2 == 1 {
            return Err((index, odd(number)));
        }
        list.push(number);
    }
    Ok(())
}

fn assert_read_alike(text: &[u8], max: u64, even: bool) {
    let expected = plainly(text, max, even);
    let shown = || text[..text.len().min(300)].escape_ascii();
    assert_eq!(
        in_batches(Numbers::new(text), max, even),
        expected,
        "{}",
        shown()
    );
    let pieces = [1, 2, 3, 7, 64, 64, 300, 1 << 17];
    let drips = [1, 9, 2, 7, 64, 5, 1000, 60];
    for (piece, drip) in pieces.into_iter().zip(drips) {
        let mut drip = Drip {
            text,
            bytes: drip,
            interrupted: false,
        };
        let got = in_batches(Numbers::in_pieces(&mut drip, piece), max, even);
        assert_eq!(got, expected, "in pieces of {piece}: {}", shown());
    }
}

fn token() -> impl Strategy<Value = Vec<u8>> {
    let number = prop_oneof![
        (0_u64..1000).prop_map(|n| n.to_string()),
        any::<u32>().prop_map(|n| n.to_string()),
        any::<u64>().prop_map(|n| n.to_string()),
        "0{0,30}[0-9]{1,21}",
    ];
    let wrong = concat!(
        "x|-1|+1|1.5|1,5|\r|\r1|1\r|1\r2|\0|1\0|\u{feff}1|",
        "\x0b|é|12345678x|1234567890123456789012345678901234567890x|::|/|123456789:|\u{7f}"
    );
    let wrong = prop::sample::select(wrong.split('|').collect::<Vec<_>>());
    prop_oneof![
        60 => number.prop_map(String::into_bytes),
        1 => wrong.prop_map(|wrong| wrong.as_bytes().to_vec()),
    ]
}

/// Numbers of mostly one length, as in most texts.
fn regular() -> impl Strategy<Value = Vec<Vec<u8>>> {
    (1_usize..21, 1_usize..200).prop_flat_map(|(digits, numbers)| {
        let number = prop::collection::vec(b'0'..=b'9', digits);
        prop::collection::vec(number, numbers)
    })
}

fn separator() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        30 => Just(" "),
        5 => Just("\n"),
        1 => prop::sample::select(vec!["\t", "\r\n", "  ", " \n ", "\n\r\n", "\t\t\t"]),
    ]
}

proptest! {
    #[test]
    fn any_text_reads_alike(
        parts in prop::collection::vec(prop_oneof![token().prop_map(|t| vec![t]), regular()], 0..12),
        separators in prop::collection::vec(separator(), 1..40),
        max in prop_oneof![Just(u64::MAX), Just(u64::from(u32::MAX)), Just(99_999_u64)],
        even: bool,
        last_separator: bool,
    ) {
        let tokens = parts.concat();
        let mut text = Vec::new();
        for (i, token) in tokens.iter().enumerate() {
            text.extend_from_slice(token);
            if last_separator || i + 1 < tokens.len() {
                text.extend_from_slice(separators[i % separators.len()].as_bytes());
            }
        }
        assert_read_alike(&text, max, even);
    }

    #[test]
    fn any_bytes_read_alike(text in prop::collection::vec(prop_oneof![
        8 => b'0'..=b'9', 2 => Just(b' '), 1 => prop::sample::select(b"\r\n\t-x\0\xff".to_vec())
    ], 0..300)) {
        assert_read_alike(&text, u64::MAX, false);
    }
}

/// Numbers of 20 digits, of which some fit a u64.
#[test]
fn around_the_largest_number() {
    for number in [
        "18446744073709551614",
        "18446744073709551615",
        "18446744073709551616",
        "18446744073709551620",
        "18446744073709560000",
        "18446744073800000000",
        "20000000000000000000",
        "99999999999999999999",
        "00000000000000000001",
        "000000000000000000001",
    ] {
        for place in 0..8 {
            let mut numbers = ["9999999999999999999", "10000000000000000000"].repeat(4);
            numbers[place] = number;
            assert_read_alike((numbers.join(" ") + "\n").as_bytes(), u64::MAX, false);
        }
    }
}

/// A number longer than any piece, with what is wrong at its end.
#[test]
fn endless_numbers() {
    for end in [" ", "", "x", "7 ", "\r\n", "\r"] {
        let zeros = "0".repeat(100_000);
        assert_read_alike(format!("5\n\n {zeros}{end}").as_bytes(), u64::MAX, false);
        let nines = "9".repeat(1000);
        assert_read_alike(format!("5\n\n {nines}{end}").as_bytes(), u64::MAX, false);
        let blanks = " ".repeat(100_000);
        assert_read_alike(
            format!("5\n{blanks}\n {blanks}{end}").as_bytes(),
            u64::MAX,
            false,
        );
    }
}

/// An endless number, zeros, white space: refused within a mebibyte and a piece, at their beginning.
#[test]
fn endless_texts_are_refused() {
    let endless = "found more than 1048576 bytes of white space or zeros, expected number 2";
    for (byte, most, expected) in [
        (
            b'9',
            2,
            "found 999999999999999999999999..., expected number 2, at most 9",
        ),
        (
            b'x',
            2,
            "found `xxxxxxxxxxxxxxxxxxxxxxxx...`, expected number 2",
        ),
        (b'0', 20, endless),
        (b' ', 20, endless),
    ] {
        let mut endless = b"1\n".chain(io::repeat(byte)).take(1 << 40);
        let list = Numbers::stream(&mut endless).list_to_end(9, 9, name);
        let error = list.unwrap_err();
        let place = format!("2:{}", error.column);
        assert_eq!(error.to_string(), format!("{place}: {expected}"));
        assert!(error.column == 1 || byte == b' ', "{error}");
        let read = (1 << 40) - endless.limit();
        assert!(read <= most << 17, "{read} bytes of {byte}");
    }
    let mut endless = b"1\n".chain(io::repeat(b'\n')).take(1 << 40);
    let error = Numbers::stream(&mut endless)
        .list_to_end(1, 9, name)
        .unwrap_err();
    assert!(
        error
            .message
            .ends_with("expected the end of the input after number 1")
    );
}

/// A kept text is read again from where it is kept, and lines end where they must.
#[test]
fn kept_texts_and_lines() {
    for piece in [1, 3, 1 << 17] {
        let mut pipe = &b"1 22\n 333 4444 5"[..];
        let mut numbers = Numbers::in_pieces(&mut pipe, piece);
        let next = |numbers: &mut Numbers<'_>| numbers.next(9999, || name(0)).unwrap();
        assert_eq!(next(&mut numbers), 1);
        numbers.keep();
        assert_eq!([22, 333, 4444].map(|_| next(&mut numbers)), [22, 333, 4444]);
        let mut again = numbers.again();
        assert_eq!([22, 333].map(|_| next(&mut again)), [22, 333]);
        assert_eq!(again.invalid("odd").to_string(), "2:2: odd");
        assert_eq!(next(&mut numbers), 5);

        let mut pipe = &b"a\r\n\n\tb\0c\nlonger than that"[..];
        let mut text = Numbers::in_pieces(&mut pipe, piece);
        for line in [&b"a\r"[..], b"", b"\tb\0", b"c"] {
            assert_eq!(text.line(5), Some(line));
        }
        assert!((6..=16).contains(&text.line(5).unwrap().len()));
    }
}

/// Lines and columns beyond the first pieces.
#[test]
fn far_away_places() {
    for line in ["12345 ", "12345\n", "12 34 56\r\n", "1\n\n\n"] {
        for lines in [1, 100, 20_000] {
            let mut text = line.repeat(lines);
            text += "77 88 x";
            assert_read_alike(text.as_bytes(), u64::MAX, false);
        }
    }
}

#[test]
fn a_source_that_fails_ends_the_text() {
    struct Broken(&'static [u8]);
    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer) {
                Ok(0) => Err(io::Error::other("the line went dead")),
                read => read,
            }
        }
    }
    let mut broken = Broken(b"1 2 3");
    let mut numbers = Numbers::stream(&mut broken);
    let error = numbers.list_to_end(4, 9, name).unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:6: the input ends here, expected number 4"
    );
    let failure = numbers.failure().unwrap();
    assert_eq!(failure.to_string(), "the line went dead");
    let mut numbers = Numbers::stream(&mut broken);
    assert_eq!(numbers.line(99), None);
    assert!(numbers.failure().is_some());
}

#[test]
fn what_was_found() {
    for (text, expected) in [
        (&b"-1 "[..], "a minus sign (`-1`)"),
        (b"1-1 ", "`1-1`"),
        (b"+1", "a plus sign (`+1`)"),
        (b"12+1", "`12+1`"),
        (b"1,5", "a fraction or a separator (`1,5`)"),
        (b"1\x0b2", "a control character (`1\\x0b2`)"),
        (b"\x7f", "a control character (`\\x7f`)"),
        (b"1\0", "a NUL byte (`1\\x00`)"),
        (b"3\xa0", "a byte that is not ASCII (`3\\xa0`)"),
        (
            b"\xef\xbb\xbf5",
            "a UTF-8 byte order mark (`\\xef\\xbb\\xbf5`)",
        ),
        (b"x\r\n7", "`x`"),
        (b"x\r7", "`x\\r7`"),
        (b"x\ny", "`x`"),
        (b"\r\n", "a carriage return without a line feed (`\\r`)"),
        (b"123456789012345678901234 5", "123456789012345678901234"),
        (b"1234567890123456789012345", "123456789012345678901234..."),
        (b"x23456789012345678901234\n", "`x23456789012345678901234`"),
        (
            b"x234567890123456789012345",
            "`x23456789012345678901234...`",
        ),
    ] {
        let shown = text.escape_ascii();
        assert_eq!(describe(text), expected, "{shown}");
    }
}

/// A text, how much of it has been asked for, and how often.
struct Counted<'a> {
    text: &'a [u8],
    given: &'a Cell<usize>,
    calls: &'a Cell<usize>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.text.read(buffer)?;
        self.given.set(self.given.get() + bytes);
        self.calls.set(self.calls.get() + 1);
        Ok(bytes)
    }
}

/// A text in pieces is read in batches to its end, not further ahead than two pieces, and in few calls.
#[test]
fn batches_of_pieces() {
    const PIECE: usize = 100;
    for separator in [" ", "\r\n", &" ".repeat(10), &" ".repeat(20)] {
        let text = format!("7{separator}").repeat(2000);
        let stride = 1 + separator.len();
        let (given, calls) = (Cell::new(0), Cell::new(0));
        let mut reader = Counted {
            text: text.as_bytes(),
            given: &given,
            calls: &calls,
        };
        let mut numbers = Numbers::in_pieces(&mut reader, PIECE);
        let mut read = 0;
        loop {
            let mut some = [0_u32; 5];
            let (_, batch) = numbers.batch(&mut some);
            assert_eq!(some[..batch], [7; 5][..batch]);
            if batch == 0 {
                break;
            }
            read += batch;
            assert!(given.get() <= read * stride + 2 * PIECE, "{separator:?}");
        }
        let left = (2000 - read) * stride;
        assert!(left < digits::HEAD + stride, "{separator:?}: {left} bytes");
        // More is asked for only when little is left.
        let most = text.len() / (PIECE - 2 * digits::HEAD) + 3;
        assert!(calls.get() <= most, "{separator:?}: {} calls", calls.get());
    }
}
