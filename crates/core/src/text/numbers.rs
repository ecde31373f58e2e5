//! [`Numbers`]: reads the numbers of a text in order.

use std::fmt::Display;
use std::io::{self, Read};

use super::source::Source;
use super::{ReadError, SHOWN, describe, digits, is_separator};
use crate::InvalidPosition;

/// How many numbers are read before the game's reader checks them: few enough for the first-level cache.
const BATCH: usize = 1024;

/// A number of a stream, or the white space in front of one, has at most about so many bytes: an endless one is refused.
const LONGEST: usize = 1 << 20;

/// As many numbers may have memory reserved before they are read: what is reserved and not used costs nothing.
const RESERVED: usize = 1 << 22;

/// The error of a text whose numbers, or what is made of them, do not fit in memory.
pub const OUT_OF_MEMORY: &str = "out of memory";

/// Reads the numbers of a text in order. O(bytes) in all; allocates only what it returns.
///
/// ```
/// use grundy_core::text::{Numbers, ReadError};
/// let mut numbers = Numbers::new(b"5 2\r\n 1\tx");
/// let mut next = || numbers.next(9, || "a digit".into());
/// assert_eq!((next()?, next()?, next()?), (5, 2, 1));
/// assert_eq!(next().unwrap_err().to_string(), "2:4: found `x`, expected a digit");
/// # Ok::<(), ReadError>(())
/// ```
pub struct Numbers<'a> {
    source: Source<'a>,
    /// Where the last number begins in the window.
    last: usize,
    /// The first byte of the window not yet read.
    at: usize,
    /// The number of digits of the last number that [`batch`](Self::batch) read.
    length: usize,
    /// How many numbers [`each`](Self::each) has read.
    count: usize,
    /// Where the text that [`keep`](Self::keep) keeps begins in the window.
    kept: Option<usize>,
    /// Whether the text ends because a number, or white space, is longer than [`LONGEST`].
    is_endless: bool,
    /// Line feeds in front of the window.
    lines: u64,
    /// Bytes between the last of them and the window.
    columns: u64,
}

impl<'a> Numbers<'a> {
    /// Bytes in a piece of a stream. Larger ones fall out of the second-level cache before they are used, smaller
    /// ones cost more calls.
    const PIECE: usize = 128 << 10;

    /// A reader that begins with the first byte of `text`.
    #[inline]
    pub const fn new(text: &'a [u8]) -> Self {
        Self::of(Source::memory(text))
    }

    /// A reader of the text that `reader` returns, which it reads in pieces. When reading fails, the text ends there,
    /// and [`failure`](Self::failure) returns the error.
    ///
    /// ```
    /// use grundy_core::text::{Numbers, ReadError};
    /// let mut pipe: &[u8] = b"3\n5 8 13\n";
    /// let mut numbers = Numbers::stream(&mut pipe);
    /// let list = numbers.list_to_end(4, 99, |i| format!("number {i}"))?;
    /// assert_eq!(list, [3, 5, 8, 13]);
    /// assert!(numbers.failure().is_none());
    /// # Ok::<(), ReadError>(())
    /// ```
    pub fn stream(reader: &'a mut dyn Read) -> Self {
        Self::in_pieces(reader, Self::PIECE)
    }

    pub(crate) fn in_pieces(reader: &'a mut dyn Read, bytes: usize) -> Self {
        Self::of(Source::in_pieces(reader, bytes))
    }

    const fn of(source: Source<'a>) -> Self {
        Self {
            source,
            last: 0,
            at: 0,
            length: 0,
            count: 0,
            kept: None,
            is_endless: false,
            lines: 0,
            columns: 0,
        }
    }

    /// Why the text of a stream ended, if not because it was all read.
    pub fn failure(self) -> Option<io::Error> {
        self.source.failure
    }

    /// How many numbers a reader may reserve memory for, whatever count the text claims: no more than can stand in
    /// the part of the text that is in memory. O(1).
    pub fn at_most(&self) -> usize {
        (self.source.window().len() - self.at).div_ceil(2)
    }

    /// How many numbers [`each`](Self::each) has read. O(1).
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Checks that there is memory for so many bytes, before something is made of the numbers. O(1).
    ///
    /// # Errors
    /// [`OUT_OF_MEMORY`].
    pub fn room(&self, bytes: usize) -> Result<(), ReadError> {
        let room = Vec::<u8>::new().try_reserve_exact(bytes);
        room.map_err(|_| self.invalid(OUT_OF_MEMORY))
    }

    /// An empty list with room for the next `n` numbers, or for as many as may be.
    pub(crate) fn list<T>(&self, n: u64) -> Vec<T> {
        let mut list = Vec::new();
        let most = if self.source.ended() { 0 } else { RESERVED };
        let most = most.max(self.at_most());
        // Without room `append` fails, at the number that does not fit.
        _ = list.try_reserve_exact(usize::try_from(n).map_or(most, |n| n.min(most)));
        list
    }

    /// The next number, at most `max`. `expected` names it in an error. O(bytes read).
    ///
    /// # Errors
    /// When the text ends, something that is not a number comes next, or the number is larger than `max`.
    pub fn next(&mut self, max: u64, expected: impl FnOnce() -> String) -> Result<u64, ReadError> {
        self.skip_white_space();
        let mut value = Some(0_u64);
        let mut is_long = false;
        while let Some(byte @ b'0'..=b'9') = self.peek(0) {
            // A number that is too large stays so, and only its beginning is shown.
            is_long = value.is_none() && self.at - self.last > SHOWN;
            if is_long {
                break;
            }
            value =
                value.and_then(|value| value.checked_mul(10)?.checked_add((byte - b'0').into()));
            value = value.filter(|&value| value <= max);
            self.at += 1;
        }
        if self.peek(0).is_none() && (self.at == self.last || self.is_endless) {
            return Err(self.ended(expected()));
        }
        let is_number = is_long || self.at > self.last && self.at_separator();
        match value {
            Some(value) if is_number => Ok(value),
            _ => {
                let at_most = if is_number {
                    format!(", at most {max}")
                } else {
                    String::new()
                };
                let found = self.found();
                Err(self.error(format!("found {found}, expected {}{at_most}", expected())))
            }
        }
    }

    /// As [`next`](Self::next), for a number of any size but 0; `zero` is the error for a 0.
    ///
    /// # Errors
    /// Those of [`next`](Self::next), and `zero`.
    pub fn next_from_1(
        &mut self,
        expected: impl FnOnce() -> String,
        zero: &str,
    ) -> Result<u64, ReadError> {
        match self.next(u64::MAX, expected)? {
            0 => Err(self.invalid(zero)),
            number => Ok(number),
        }
    }

    /// Reads the next numbers into `out`, as long as they are well written, fit a `T` and are in memory. Returns
    /// where the first of them begins in the window, and how many they are. They are 0 at the end of the text, in
    /// front of anything wrong, and where only [`next`](Self::next) reads on.
    pub(super) fn batch<T: TryFrom<u64>>(&mut self, out: &mut [T]) -> (usize, usize) {
        if !self.source.ended() && self.source.window().len() - self.at < 2 * digits::HEAD {
            self.last = self.at;
            self.go_on();
        }
        let begin = self.at;
        let numbers;
        (numbers, self.at) = digits::read(self.source.window(), begin, &mut self.length, out);
        (begin, numbers)
    }

    /// The last `n` numbers of the text, each at most `max`. `expected` names the i-th, counted from 1, in an
    /// error. O(bytes read); memory for no more numbers than the text can hold, whatever `n` claims.
    ///
    /// ```
    /// use grundy_core::text::{Numbers, ReadError};
    /// let name = |i| format!("digit {i}");
    /// assert_eq!(Numbers::new(b"3 5").list_to_end(2, 9, name)?, [3, 5]);
    /// let error = Numbers::new(b"3 5").list_to_end(u64::MAX, 9, name).unwrap_err();
    /// assert_eq!(error.to_string(), "1:4: the input ends here, expected digit 3");
    /// # Ok::<(), ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`next`](Self::next) and [`end`](Self::end), whichever comes first.
    pub fn list_to_end(
        &mut self,
        n: u64,
        max: u64,
        expected: impl Fn(u64) -> String,
    ) -> Result<Vec<u64>, ReadError> {
        let mut list = self.list(n);
        self.each_to_end(n, max, expected, |numbers| append(&mut list, numbers))?;
        Ok(list)
    }

    /// As [`each`](Self::each), for the last numbers of the text.
    ///
    /// # Errors
    /// Those of [`each`](Self::each) and [`end`](Self::end), whichever comes first.
    pub fn each_to_end<T>(
        &mut self,
        n: u64,
        max: T,
        expected: impl Fn(u64) -> String,
        take: impl FnMut(&[T]) -> Result<(), (usize, InvalidPosition)>,
    ) -> Result<(), ReadError>
    where
        T: Copy + Default + Ord + TryFrom<u64> + Into<u64>,
    {
        self.each(n, max, &expected, take)?;
        self.end(|| expected(n))
    }

    /// Passes the next `n` numbers, each at most `max`, to `take`, some at a time. `expected` names
    /// the i-th, counted from 1, in an error. O(bytes read); no memory.
    ///
    /// When a number breaks a rule of the game, `take` returns its index and the rule, and is not called again.
    ///
    /// ```
    /// use grundy_core::{InvalidPosition, text::Numbers};
    /// let mut numbers = Numbers::new(b"3 5\n8 0 13");
    /// let result = numbers.each(5, 99, |i| format!("number {i}"), |numbers: &[u32]| {
    ///     match numbers.iter().position(|&number| number == 0) {
    ///         Some(index) => Err((index, InvalidPosition::new("0 is not allowed"))),
    ///         None => Ok(()),
    ///     }
    /// });
    /// assert_eq!(result.unwrap_err().to_string(), "2:3: 0 is not allowed");
    /// ```
    ///
    /// # Errors
    /// Those of [`next`](Self::next) and of `take`, for the first number that has one.
    pub fn each<T>(
        &mut self,
        n: u64,
        max: T,
        expected: impl Fn(u64) -> String,
        mut take: impl FnMut(&[T]) -> Result<(), (usize, InvalidPosition)>,
    ) -> Result<(), ReadError>
    where
        T: Copy + Default + Ord + TryFrom<u64> + Into<u64>,
    {
        let mut some = [T::default(); BATCH];
        let mut read = 0;
        while read < n {
            let room = usize::try_from(n - read).map_or(BATCH, |left| left.min(BATCH));
            let (begin, count) = self.batch(&mut some[..room]);
            let batch = &some[..count];
            // Where any number will do, none has to be looked at.
            let fit =
                max.into() == u64::MAX || batch.iter().copied().fold(T::default(), T::max) <= max;
            if fit && count > 0 {
                if let Err((index, error)) = take(batch) {
                    self.at = begin;
                    for _ in 0..=index {
                        self.next(u64::MAX, String::new)?;
                    }
                    return Err(self.invalid(error));
                }
                read += count as u64;
                continue;
            }
            self.at = begin;
            for _ in 0..count.max(1) {
                let number = self.next(max.into(), || expected(read + 1))?;
                let Ok(number) = T::try_from(number) else {
                    unreachable!("not above max, which is a T");
                };
                take(&[number]).map_err(|(_, error)| self.invalid(error))?;
                read += 1;
            }
        }
        self.count += read as usize;
        Ok(())
    }

    /// Reads the whole text into memory and returns it; of a text that was read in part, at least the part not yet
    /// read. O(bytes).
    pub fn whole(&mut self) -> &[u8] {
        while !self.source.ended() {
            self.go_on();
        }
        self.source.window()
    }

    /// Keeps the text from here on in memory when it is read, for [`again`](Self::again). O(1).
    pub const fn keep(&mut self) {
        self.kept = Some(self.at);
    }

    /// The next line without its line feed; `None` at the end of the text. A line is cut behind its first control
    /// character other than a tab and a carriage return, and behind `most` bytes or some more: an endless one is
    /// wrong before its end. O(bytes of the line).
    ///
    /// ```
    /// use grundy_core::text::Numbers;
    /// let mut text = Numbers::new(b"a b\n\nc\0d");
    /// let lines: [_; 5] = std::array::from_fn(|_| text.line(99).map(<[u8]>::to_vec));
    /// let [a, b, c] = [&b"a b"[..], b"", b"c\0"].map(|line| Some(line.to_vec()));
    /// assert_eq!(lines, [a, b, c, Some(b"d".to_vec()), None]);
    /// ```
    pub fn line(&mut self, most: usize) -> Option<&[u8]> {
        self.peek(0)?;
        self.last = self.at;
        let is_end = |&byte: &u8| byte < b' ' && !matches!(byte, b'\t' | b'\r');
        let mut seen = 0;
        let end = loop {
            let line = &self.source.window()[self.last..];
            if let Some(end) = line[seen..].iter().position(is_end) {
                break seen + end;
            }
            seen = line.len();
            if self.source.ended() || seen > most {
                break seen;
            }
            self.go_on();
        };
        let line = &self.source.window()[self.last..];
        let (line, length) = match line.get(end) {
            Some(b'\n') => (&line[..end], end + 1),
            Some(_) => (&line[..=end], end + 1),
            None => (line, end),
        };
        self.at = self.last + length;
        Some(line)
    }

    /// Another reader of the text in memory that is left or [kept](Self::keep). It reports places in the whole text. O(1).
    ///
    /// ```
    /// use grundy_core::text::{Numbers, ReadError};
    /// let mut numbers = Numbers::new(b"7\n1 2 x");
    /// let name = || "a digit".into();
    /// assert_eq!(numbers.next(9, name)?, 7);
    /// let mut again = numbers.again();
    /// assert_eq!(again.next(9, name)?, 1);
    /// assert_eq!(numbers.next(9, name)?, 1);
    /// # Ok::<(), ReadError>(())
    /// ```
    pub fn again(&self) -> Numbers<'_> {
        Numbers {
            source: Source::memory(self.source.window()),
            at: self.kept.unwrap_or(self.at),
            kept: None,
            ..*self
        }
    }

    /// Checks that nothing but white space is left. `last` names what was read last.
    ///
    /// # Errors
    /// When anything else is left.
    pub fn end(&mut self, last: impl FnOnce() -> String) -> Result<(), ReadError> {
        self.skip_white_space();
        if self.peek(0).is_none() {
            return if self.is_endless {
                Err(self.ended(format!("the end of the input after {}", last())))
            } else {
                Ok(())
            };
        }
        let found = self.found();
        Err(self.error(format!(
            "found {found} after {}, expected the end of the input",
            last()
        )))
    }

    /// The error that the number which [`next`](Self::next) read last breaks a rule of the game.
    /// O(bytes in memory).
    pub fn invalid(&self, rule: impl Display) -> ReadError {
        self.error(rule.to_string())
    }

    fn error(&self, message: String) -> ReadError {
        let (lines, columns) = self.place(self.last);
        ReadError::new(lines + 1, columns + 1, message)
    }

    /// Line feeds in front of a place in the window, and bytes since the last of them.
    fn place(&self, at: usize) -> (u64, u64) {
        let before = &self.source.window()[..at];
        match memchr::memrchr(b'\n', before) {
            None => (self.lines, self.columns + at as u64),
            Some(last) => {
                let lines = memchr::memchr_iter(b'\n', before).count();
                (self.lines + lines as u64, (at - last - 1) as u64)
            }
        }
    }

    /// The byte `ahead` places further on, if there is one.
    fn peek(&mut self, ahead: usize) -> Option<u8> {
        loop {
            if let Some(&byte) = self.source.window().get(self.at + ahead) {
                return Some(byte);
            }
            if self.source.ended() {
                return None;
            }
            self.go_on();
        }
    }

    /// Gets more of the text, and forgets what stands in front of the last number and is not kept.
    fn go_on(&mut self) {
        if self.at - self.last > LONGEST {
            self.is_endless = true;
            self.source.end();
            return;
        }
        let forget = self.kept.unwrap_or(self.last);
        (self.lines, self.columns) = self.place(forget);
        self.source.go_on(forget);
        self.at -= forget;
        self.last -= forget;
        self.kept = self.kept.map(|_| 0);
    }

    fn ended(&self, expected: impl Display) -> ReadError {
        if self.is_endless {
            self.error(format!(
                "found more than {LONGEST} bytes of white space or zeros, expected {expected}"
            ))
        } else {
            self.error(format!("the input ends here, expected {expected}"))
        }
    }

    /// A description of what stands where the last number begins.
    fn found(&mut self) -> String {
        // Enough to see whether it goes on beyond what is shown.
        let enough = (self.last + SHOWN + 2).saturating_sub(self.at);
        self.peek(enough);
        describe(&self.source.window()[self.last..])
    }

    /// Goes to the next byte that is not white space; a number begins there, if anywhere.
    fn skip_white_space(&mut self) {
        self.last = self.at;
        while self.peek(0).is_some() && self.at_separator() {
            self.at += 1;
        }
        self.last = self.at;
    }

    /// As [`is_separator`], at the first byte not yet read.
    fn at_separator(&mut self) -> bool {
        // The next byte decides about a carriage return.
        if self.peek(0) == Some(b'\r') {
            self.peek(1);
        }
        is_separator(self.source.window(), self.at)
    }
}

/// Appends numbers to a list, for [`Numbers::each`]. O(numbers).
///
/// # Errors
/// When they do not fit in memory.
pub(crate) fn append<T: Copy>(
    list: &mut Vec<T>,
    numbers: &[T],
) -> Result<(), (usize, InvalidPosition)> {
    let room = list.try_reserve(numbers.len());
    room.map_err(|_| (0, InvalidPosition::new(OUT_OF_MEMORY)))?;
    list.extend_from_slice(numbers);
    Ok(())
}
