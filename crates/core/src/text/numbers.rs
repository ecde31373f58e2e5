//! The walk over the numbers of a text.

use super::source::{Source, Stream};
use super::{Found, Problem, ReadError, digits};

/// How many numbers are read before they are looked at: few enough to stay in the first cache.
const BATCH: usize = 1024;

/// A walk over the numbers of a text. O(bytes) in all; allocates only what it hands out.
///
/// ```
/// use grundy_core::text::{Numbers, Problem, ReadError};
/// let mut numbers = Numbers::new(b"5 2\r\n 1\tx");
/// let mut next = || numbers.next::<std::convert::Infallible>(9, || "a digit".into());
/// assert_eq!((next()?, next()?, next()?), (5, 2, 1));
/// let error = next().unwrap_err();
/// assert_eq!(error.to_string(), "2:4: found `x`, expected a digit");
/// # Ok::<(), ReadError<std::convert::Infallible>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Numbers<S> {
    source: S,
    /// Where the last number begins in the window.
    last: usize,
    /// The first byte of the window not yet read.
    at: usize,
    /// Where the last batch begins.
    batch: usize,
    /// The length of the last number of a batch.
    length: usize,
    /// Line feeds in front of the window.
    lines: u64,
    /// Bytes between the last of them and the window.
    columns: u64,
}

impl<'a> Numbers<&'a [u8]> {
    /// A walk that begins with the first byte of `text`.
    pub const fn new(text: &'a [u8]) -> Self {
        Self::of(text)
    }
}

impl<'a> From<Stream<'a>> for Numbers<Stream<'a>> {
    fn from(stream: Stream<'a>) -> Self {
        Self::of(stream)
    }
}

impl<S> Numbers<S> {
    const fn of(source: S) -> Self {
        Self {
            source,
            last: 0,
            at: 0,
            batch: 0,
            length: 0,
            lines: 0,
            columns: 0,
        }
    }

    /// The text that was walked over.
    pub fn into_source(self) -> S {
        self.source
    }
}

impl<S: Source> Numbers<S> {
    /// How many numbers a reader may reserve memory for, whatever count the text claims: no more than
    /// can still stand in the part of the text that is at hand. O(1).
    pub fn at_most(&self) -> usize {
        (self.source.window().len() - self.at).div_ceil(2)
    }

    /// The next number, at most `max`. `expected` names it in an error. O(bytes read).
    ///
    /// # Errors
    /// [`Problem::Ends`], [`Problem::NotANumber`] or [`Problem::TooLarge`] at the place of the
    /// number.
    pub fn next<E>(
        &mut self,
        max: u64,
        expected: impl FnOnce() -> String,
    ) -> Result<u64, ReadError<E>> {
        self.skip_white_space();
        let mut value: u64 = 0;
        let mut fits = true;
        while let Some(byte) = self.peek(0) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            match value
                .checked_mul(10)
                .and_then(|v| v.checked_add(u64::from(digit)))
            {
                Some(next) => value = next,
                None => fits = false,
            }
            self.at += 1;
        }
        if self.at == self.last && self.peek(0).is_none() {
            return Err(self.error(Problem::Ends {
                expected: expected(),
            }));
        }
        if self.at == self.last || !self.at_separator() {
            let found = self.found();
            return Err(self.error(Problem::NotANumber {
                found,
                expected: expected(),
            }));
        }
        if !fits || value > max {
            let found = self.found();
            return Err(self.error(Problem::TooLarge {
                found,
                expected: expected(),
                max,
            }));
        }
        Ok(value)
    }

    /// The next numbers, as many as are well written, fit a `T` and can be had at once, written to the
    /// front of `out`. Returns how many: 0 at the end of the text, in front of anything wrong, and
    /// whenever the careful [`next`](Self::next) is to go first.
    ///
    /// Whoever finds one of them wrong asks [`back`](Self::back) to go back, and takes them
    /// one by one, so that the error knows its place.
    ///
    /// ```
    /// use grundy_core::text::Numbers;
    /// let text = b"3 5 8 13 21 ".repeat(20);
    /// let mut numbers = Numbers::new(&text);
    /// let mut some = [0_u32; 8];
    /// assert_eq!(numbers.batch(&mut some), 8);
    /// assert_eq!(some, [3, 5, 8, 13, 21, 3, 5, 8]);
    /// ```
    pub fn batch<T: TryFrom<u64>>(&mut self, out: &mut [T]) -> usize {
        if !self.source.ended() && self.source.window().len() - self.at < 2 * digits::HEAD {
            self.last = self.at;
            self.go_on();
        }
        self.batch = self.at;
        let read = digits::read(self.source.window(), self.at, &mut self.length, out);
        self.at = read.end;
        read.numbers
    }

    /// Goes back to where the last [`batch`](Self::batch) began. Only directly after it.
    pub fn back(&mut self) {
        self.at = self.batch;
    }

    /// The next `n` numbers, each at most `max`. `expected` names the i-th, counted from 1, in an
    /// error. O(bytes read); memory for no more numbers than the text can hold, whatever `n` claims.
    ///
    /// ```
    /// use grundy_core::text::{Numbers, ReadError};
    /// let mut numbers = Numbers::new(b"3 5 8");
    /// let mut list = |n| numbers.list::<std::convert::Infallible>(n, 9, |i| format!("digit {i}"));
    /// assert_eq!(list(2)?, [3, 5]);
    /// let error = list(u64::MAX).unwrap_err();
    /// assert_eq!(error.to_string(), "1:6: the input ends here, expected digit 2");
    /// # Ok::<(), ReadError<std::convert::Infallible>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`next`](Self::next), for the first number that has one.
    pub fn list<E>(
        &mut self,
        n: u64,
        max: u64,
        expected: impl Fn(u64) -> String,
    ) -> Result<Vec<u64>, ReadError<E>> {
        let mut list =
            Vec::with_capacity(self.at_most().min(usize::try_from(n).unwrap_or(usize::MAX)));
        self.each(n, max, expected, |numbers| {
            list.extend_from_slice(numbers);
            Ok(())
        })?;
        Ok(list)
    }

    /// Hands the next `n` numbers, each at most `max`, to `take`, some at a time. `expected` names
    /// the i-th, counted from 1, in an error. O(bytes read); no memory.
    ///
    /// `take` refuses numbers that break a rule of the game, and does nothing then: if they are more
    /// than one, they come again one by one, so that the error finds its place.
    ///
    /// ```
    /// use grundy_core::text::Numbers;
    /// let mut numbers = Numbers::new(b"3 5\n8 0 13");
    /// let mut sum = 0;
    /// let error = numbers.each(5, 99, |i| format!("number {i}"), |numbers: &[u32]| {
    ///     if numbers.contains(&0) {
    ///         return Err(std::fmt::Error);
    ///     }
    ///     sum += numbers.iter().sum::<u32>();
    ///     Ok(())
    /// });
    /// assert_eq!(error.map_err(|error| (error.line, error.column)), Err((2, 3)));
    /// assert_eq!(sum, 16);
    /// ```
    ///
    /// # Errors
    /// Those of [`next`](Self::next) and of `take`, for the first number that has one.
    pub fn each<T, E>(
        &mut self,
        n: u64,
        max: T,
        expected: impl Fn(u64) -> String,
        mut take: impl FnMut(&[T]) -> Result<(), E>,
    ) -> Result<(), ReadError<E>>
    where
        T: Copy + Default + Ord + TryFrom<u64> + Into<u64>,
    {
        let mut some = [T::default(); BATCH];
        let mut read = 0;
        while read < n {
            let room = usize::try_from(n - read).map_or(BATCH, |left| left.min(BATCH));
            let batch = self.batch(&mut some[..room]);
            let batch = &some[..batch];
            // Where any number will do, none has to be looked at.
            let fit =
                max.into() == u64::MAX || batch.iter().copied().fold(T::default(), T::max) <= max;
            if !batch.is_empty() && fit && take(batch).is_ok() {
                read += batch.len() as u64;
                continue;
            }
            self.back();
            for _ in 0..batch.len().max(1) {
                let number = self.next(max.into(), || expected(read + 1))?;
                let Ok(number) = T::try_from(number) else {
                    unreachable!("not above max, which is a T");
                };
                take(&[number]).map_err(|error| self.invalid(error))?;
                read += 1;
            }
        }
        Ok(())
    }

    /// The whole text, all of it at hand, for whoever has not begun to read it; else what has not been
    /// forgotten. O(bytes).
    pub fn whole(&mut self) -> &[u8] {
        self.source.go_to_end();
        self.source.window()
    }

    /// The walk over what is left of the text, all of it at hand; its places are those in the whole text.
    /// O(bytes).
    ///
    /// ```
    /// use grundy_core::text::{Numbers, ReadError, Stream};
    /// let mut pipe: &[u8] = b"7\n1 2 x";
    /// let mut numbers = Numbers::from(Stream::new(&mut pipe));
    /// let name = || "a digit".into();
    /// assert_eq!(numbers.next::<std::convert::Infallible>(9, name)?, 7);
    /// let mut rest = numbers.rest();
    /// let mut again = rest.clone();
    /// assert_eq!(rest.next::<std::convert::Infallible>(9, name)?, 1);
    /// assert_eq!(again.next::<std::convert::Infallible>(9, name)?, 1);
    /// # Ok::<(), ReadError<std::convert::Infallible>>(())
    /// ```
    pub fn rest(&mut self) -> Numbers<&[u8]> {
        Numbers {
            last: self.last,
            at: self.at,
            batch: self.batch,
            length: self.length,
            lines: self.lines,
            columns: self.columns,
            source: self.whole(),
        }
    }

    /// Checks that nothing but white space is left. `last` names what was read last.
    ///
    /// # Errors
    /// [`Problem::Trailing`] at the place of what is left.
    pub fn end<E>(&mut self, last: impl FnOnce() -> String) -> Result<(), ReadError<E>> {
        self.skip_white_space();
        if self.peek(0).is_none() {
            return Ok(());
        }
        let found = self.found();
        Err(self.error(Problem::Trailing {
            found,
            last: last(),
        }))
    }

    /// The error that the number read last, by [`next`](Self::next), breaks a rule of the game.
    /// O(bytes at hand).
    pub fn invalid<E>(&self, error: E) -> ReadError<E> {
        self.error(Problem::Invalid(error))
    }

    fn error<E>(&self, problem: Problem<E>) -> ReadError<E> {
        let (lines, columns) = self.place(self.last);
        ReadError {
            line: lines + 1,
            column: columns + 1,
            problem,
        }
    }

    /// Line feeds in front of a place in the window, and bytes since the last of them.
    fn place(&self, at: usize) -> (u64, u64) {
        let before = &self.source.window()[..at];
        let lines = line_feeds(before);
        if lines == 0 {
            return (self.lines, self.columns + at as u64);
        }
        // Whole pieces first: lines may be long.
        let columns = before
            .rchunks(PIECE)
            .take_while(|piece| line_feeds(piece) == 0)
            .map(<[u8]>::len)
            .sum::<usize>();
        let rest = &before[..at - columns];
        let more = rest.iter().rev().take_while(|&&byte| byte != b'\n').count();
        (self.lines + lines, (columns + more) as u64)
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

    /// Gets more of the text, and forgets what stands in front of the last number.
    fn go_on(&mut self) {
        (self.lines, self.columns) = self.place(self.last);
        self.source.go_on(self.last);
        self.at -= self.last;
        self.last = 0;
    }

    /// What stands where the last number begins.
    fn found(&mut self) -> Found {
        // Enough to see whether it goes on beyond what is shown.
        let enough = (self.last + Found::SHOWN + 2).saturating_sub(self.at);
        self.peek(enough);
        Found::at(&self.source.window()[self.last..])
    }

    /// Goes to the next byte that is not white space; a number begins there, if anywhere.
    fn skip_white_space(&mut self) {
        self.last = self.at;
        while self.peek(0).is_some() && self.at_separator() {
            self.at += 1;
            self.last = self.at;
        }
    }

    /// Whether a blank, a line end or the end of the text stands here; a carriage return only counts
    /// in front of a line feed.
    fn at_separator(&mut self) -> bool {
        match self.peek(0) {
            Some(b' ' | b'\t' | b'\n') | None => true,
            Some(b'\r') => self.peek(1) == Some(b'\n'),
            Some(_) => false,
        }
    }
}

/// Bytes whose line feeds are counted in a byte: whole vectors of any width, and fewer than 256.
const PIECE: usize = 224;

/// How many line feeds there are, in pieces small enough for the compiler to count in bytes.
fn line_feeds(text: &[u8]) -> u64 {
    let (pieces, rest) = text.as_chunks::<PIECE>();
    let count = |piece: &[u8]| {
        let line_feeds = piece.iter().map(|&byte| u8::from(byte == b'\n'));
        u64::from(line_feeds.sum::<u8>())
    };
    pieces.iter().map(|piece| count(piece)).sum::<u64>() + count(rest)
}
