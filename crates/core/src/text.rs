//! Readers' common ground: decimal numbers between white space, with the place of every error.
//!
//! Every input of every game is a list of decimal ASCII numbers separated by white space (space,
//! tab, LF, CRLF). [`Numbers`] walks over the bytes of such a text without allocating; a game's
//! reader says for each number what it is and how large it may be, and turns a number that breaks
//! the game's rules into an error at that number's place with [`Numbers::invalid`].

use std::fmt;

/// An error in a text, with its place: the first byte of what is wrong.
///
/// `E` is the game's own error for numbers that are well written but make no position. Displayed as
/// `LINE:COLUMN: what stands there, what was expected`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct ReadError<E> {
    /// Line, counted from 1; LF ends a line.
    pub line: u64,
    /// Column in bytes, counted from 1.
    pub column: u64,
    /// What is wrong there.
    pub problem: Problem<E>,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem<E> {
    /// Something that is not a decimal number stands where a number should.
    #[error("found {found}, expected {expected}")]
    NotANumber {
        /// What stands there.
        found: Found,
        /// What should stand there.
        expected: String,
    },
    /// A number is larger than its kind allows.
    #[error("found {found}, expected {expected}, at most {max}")]
    TooLarge {
        /// The digits, shortened when there are many.
        found: Found,
        /// What should stand there.
        expected: String,
        /// The largest value allowed.
        max: u64,
    },
    /// The text ends too early.
    #[error("the input ends here, expected {expected}")]
    Ends {
        /// What should come next.
        expected: String,
    },
    /// The text goes on after everything was read.
    #[error("found {found} after {last}, expected the end of the input")]
    Trailing {
        /// What stands there.
        found: Found,
        /// The last thing that belongs to the input.
        last: String,
    },
    /// A number breaks a rule of the game.
    #[error(transparent)]
    Invalid(E),
}

/// A piece of the text that does not belong there, as shown to people.
///
/// Holds the first bytes of the piece, up to the next white space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    bytes: Vec<u8>,
    more: bool,
}

impl Found {
    const SHOWN: usize = 24;

    fn at(text: &[u8]) -> Self {
        let end = (1..text.len())
            .find(|&at| is_separator(text, at))
            .unwrap_or(text.len());
        let shown = end.min(Self::SHOWN);
        Self {
            bytes: text[..shown].to_vec(),
            more: shown < end,
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.bytes.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == self.bytes.len() {
            write!(f, "{}", self.bytes.escape_ascii())?;
            return if self.more { write!(f, "...") } else { Ok(()) };
        }
        let dots = if self.more { "..." } else { "" };
        let shown = format!("`{}{dots}`", self.bytes.escape_ascii());
        match self.bytes[digits] {
            _ if self.bytes.starts_with(b"\xef\xbb\xbf") => {
                write!(f, "a UTF-8 byte order mark ({shown})")
            }
            b'-' if digits == 0 => write!(f, "a minus sign ({shown})"),
            b'+' if digits == 0 => write!(f, "a plus sign ({shown})"),
            b'.' | b',' => write!(f, "a fraction or a separator ({shown})"),
            0 => write!(f, "a NUL byte ({shown})"),
            b'\r' => write!(f, "a carriage return without a line feed ({shown})"),
            byte if byte >= 0x80 => write!(f, "a byte that is not ASCII ({shown})"),
            byte if byte.is_ascii_control() => write!(f, "a control character ({shown})"),
            _ => write!(f, "{shown}"),
        }
    }
}

/// Writes `numbers` as one line: separated by blanks, with a line feed at the end.
pub(crate) fn write_line(f: &mut fmt::Formatter<'_>, numbers: &[u64]) -> fmt::Result {
    let mut separator = "";
    for number in numbers {
        write!(f, "{separator}{number}")?;
        separator = " ";
    }
    writeln!(f)
}

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
pub struct Numbers<'a> {
    text: &'a [u8],
    /// Where the last number begins.
    last: usize,
    /// The first byte not yet read.
    at: usize,
}

impl<'a> Numbers<'a> {
    /// A walk that begins with the first byte of `text`.
    pub const fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            last: 0,
            at: 0,
        }
    }

    /// An upper bound on how many numbers are still to come: what a reader may reserve memory for,
    /// whatever count the text claims. O(1).
    pub const fn at_most(&self) -> usize {
        (self.text.len() - self.at).div_ceil(2)
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
        self.last = self.at;
        let mut value: u64 = 0;
        let mut fits = true;
        while let Some(byte) = self.text.get(self.at) {
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
        let rest = &self.text[self.last..];
        if rest.is_empty() {
            return Err(self.error(Problem::Ends {
                expected: expected(),
            }));
        }
        if self.at == self.last || !self.at_separator() {
            return Err(self.error(Problem::NotANumber {
                found: Found::at(rest),
                expected: expected(),
            }));
        }
        if !fits || value > max {
            return Err(self.error(Problem::TooLarge {
                found: Found::at(rest),
                expected: expected(),
                max,
            }));
        }
        Ok(value)
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
        for i in 1..=n {
            list.push(self.next(max, || expected(i))?);
        }
        Ok(list)
    }

    /// Checks that nothing but white space is left. `last` names what was read last.
    ///
    /// # Errors
    /// [`Problem::Trailing`] at the place of what is left.
    pub fn end<E>(&mut self, last: impl FnOnce() -> String) -> Result<(), ReadError<E>> {
        self.skip_white_space();
        self.last = self.at;
        match &self.text[self.at..] {
            [] => Ok(()),
            rest => Err(self.error(Problem::Trailing {
                found: Found::at(rest),
                last: last(),
            })),
        }
    }

    /// The error that the number read last breaks a rule of the game. O(bytes read so far).
    pub fn invalid<E>(&self, error: E) -> ReadError<E> {
        self.error(Problem::Invalid(error))
    }

    // Counted once, when something is wrong: no case for a crate that counts bytes faster.
    #[expect(clippy::naive_bytecount)]
    fn error<E>(&self, problem: Problem<E>) -> ReadError<E> {
        let before = &self.text[..self.last];
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |lf| lf + 1);
        ReadError {
            line: before.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1,
            column: (self.last - line_start) as u64 + 1,
            problem,
        }
    }

    fn skip_white_space(&mut self) {
        while self.at < self.text.len() && self.at_separator() {
            self.at += 1;
        }
    }

    fn at_separator(&self) -> bool {
        is_separator(self.text, self.at)
    }
}

/// Whether a blank, a line end or the end of the text stands at `at`; a carriage return only counts
/// in front of a line feed.
fn is_separator(text: &[u8], at: usize) -> bool {
    match text.get(at) {
        Some(b' ' | b'\t' | b'\n') | None => true,
        Some(b'\r') => text.get(at + 1) == Some(&b'\n'),
        Some(_) => false,
    }
}
