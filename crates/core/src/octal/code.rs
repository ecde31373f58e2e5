//! The code of a heap game, and its reader.

use std::fmt;
use std::str::FromStr;

/// What may be done when a certain number of stones is taken from a heap. The default allows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    bits: u8,
    unequal: bool,
}

impl Digit {
    /// The digit with these bits, with heaps of any sizes.
    pub(super) const fn of(bits: u8) -> Self {
        let unequal = false;
        Self { bits, unequal }
    }

    /// Bit p is set where what is left may lie in p heaps.
    pub(super) const fn bits(self) -> u8 {
        self.bits
    }

    /// Whether what is left may lie in exactly `parts` heaps, none of them empty: 0 for a whole heap
    /// taken, to 3.
    pub const fn allows(self, parts: u32) -> bool {
        parts < 4 && self.bits >> parts & 1 == 1
    }

    /// Whether the heaps that are left must be of different sizes.
    pub const fn is_unequal(self) -> bool {
        self.unequal
    }

    /// Whether nothing is allowed.
    pub const fn is_none(self) -> bool {
        self.bits == 0
    }

    /// Calls `each` with every way in which `left` stones may lie in heaps: the sizes, in increasing order. O(n^(p - 1))
    /// for n stones and p heaps.
    #[inline]
    pub(super) fn each_way(self, left: u64, mut each: impl FnMut(&[u64])) {
        let apart = u64::from(self.unequal);
        if self.allows(0) && left == 0 {
            each(&[]);
        }
        if self.allows(1) && left > 0 {
            each(&[left]);
        }
        if self.allows(2) {
            for a in (1..left).take_while(|a| 2 * a + apart <= left) {
                each(&[a, left - a]);
            }
        }
        if self.allows(3) {
            for a in (1..left).take_while(|a| 3 * a + 3 * apart <= left) {
                let rest = left - a;
                for b in (a + apart..rest).take_while(|b| 2 * b + apart <= rest) {
                    each(&[a, b, rest - b]);
                }
            }
        }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}{}", self.bits, if self.unequal { "!" } else { "" })
    }
}

/// The code of a heap game. Two codes are equal when their digits are; other codes may have the same
/// values all the same.
///
/// | written | game |
/// |---|---|
/// | `d0.d1d2d3...`, or `.d1d2...` for d0 = 0 | digit dk says what k stones may be taken for: bit 0, a whole heap; bit 1, leaving one heap; 2, leaving two; 3, leaving three. d0 parts a heap and takes nothing |
/// | `[...]` at the end | these digits for ever |
/// | `!` after a digit | the heaps that are left must be of different sizes |
/// | `subtract:1,3,4` | 1, 3 or 4 stones may be taken from a heap; the numbers in any order |
/// | `subtract:squares` | any square number |
///
/// ```
/// use grundy_core::octal::Code;
/// let kayles: Code = ".77".parse()?;
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!("0.7[33]".parse::<Code>()?.to_string(), "0.7[3]");
/// assert_eq!("0.3[30]0".parse::<Code>().unwrap_err().to_string(),
///     "column 8: found `0`, expected the end of the code: what repeats, repeats for ever");
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    form: Form,
    /// Numbers of stones that may be taken, increasing, each with its digit, which allows something.
    listed: Vec<(u64, Digit)>,
    /// The digits that repeat for ever, and how many stones the first of them is for. Some digit allows something, or
    /// there is no digit and the number is 0.
    repeated: (usize, Vec<Digit>),
}

/// How a code is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    Digits,
    /// `subtract:` and the listed numbers.
    Set,
    /// `subtract:squares`: nothing is listed, and one heap or none is left when a square number is taken.
    Squares,
}

/// A whole heap, or leaving one.
const TAKE: Digit = Digit::of(3);

/// The largest number in a subtraction set, and the most digits of a code.
const LARGEST: u32 = 1 << 20;

/// A text that is no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct CodeError {
    /// Where, in bytes, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl Code {
    /// The largest number of stones that a move takes; `None` where there is no largest one. O(1).
    ///
    /// ```
    /// # use grundy_core::octal::Code;
    /// assert_eq!("0.137".parse::<Code>()?.reach(), Some(3));
    /// assert_eq!("0.[3]".parse::<Code>()?.reach(), None);
    /// # Ok::<(), grundy_core::octal::CodeError>(())
    /// ```
    pub fn reach(&self) -> Option<u64> {
        let last = self.listed.last().map_or(0, |&(k, _)| k);
        let is_finite = self.form != Form::Squares && self.repeated.1.is_empty();
        is_finite.then_some(last)
    }

    /// The digits that repeat for ever, and how many stones the first of them is for, at least 1; no digits and 0
    /// where none repeat. O(1).
    ///
    /// ```
    /// # use grundy_core::octal::{Code, Digit};
    /// let code: Code = "0.4[30]".parse()?;
    /// let (first, digits) = code.repeated();
    /// assert_eq!((first, digits.len()), (2, 2));
    /// assert!(digits[0].allows(0) && digits[1].is_none());
    /// assert_eq!("0.77".parse::<Code>()?.repeated(), (0, &[][..]));
    /// # Ok::<(), grundy_core::octal::CodeError>(())
    /// ```
    pub fn repeated(&self) -> (usize, &[Digit]) {
        (self.repeated.0, &self.repeated.1)
    }

    /// The different numbers of stones that moves may take from heaps of at most `heap`, increasing,
    /// each with its digit. O(how many there are, and `heap` where the digits repeat).
    pub fn moves(&self, heap: u64) -> impl Iterator<Item = (u64, Digit)> + '_ {
        let listed = self.listed.iter().copied();
        let listed = listed.take_while(move |&(k, _)| k <= heap);
        let squares = match self.form {
            Form::Squares => heap.isqrt(),
            Form::Digits | Form::Set => 0,
        };
        let squares = (1..=squares).map(|root| (root * root, TAKE));
        let (first, digits) = self.repeated();
        let repeated = (first as u64..=heap).zip(digits.iter().copied().cycle());
        let repeated = repeated.filter(|(_, digit)| !digit.is_none());
        listed.chain(squares).chain(repeated)
    }

    /// Whether the code is written with digits.
    pub(super) fn has_digits(&self) -> bool {
        self.form == Form::Digits
    }

    /// The different digits.
    fn digits(&self) -> impl Iterator<Item = Digit> + '_ {
        let listed = self.listed.iter().map(|&(_, digit)| digit);
        let squares = (self.form == Form::Squares).then_some(TAKE);
        let repeated = self.repeated().1.iter().copied();
        listed.chain(squares).chain(repeated)
    }

    /// The most heaps that a move leaves of one, 0 to 3. O(length of the code).
    pub fn parts(&self) -> u32 {
        let allows = |parts: &u32| self.digits().any(|digit| digit.allows(*parts));
        (1..4).rev().find(allows).unwrap_or(0)
    }

    /// Whether heaps of different sizes are asked for anywhere. O(length of the code).
    pub fn is_unequal(&self) -> bool {
        self.digits().any(|digit| digit.unequal)
    }

    /// The code of these digits, of which the last `repeated` repeat for ever. A code has one form: the block of digits
    /// that repeats is as short as possible, and begins as early as possible.
    pub(super) fn of_digits(mut digits: Vec<Digit>, mut repeated: usize) -> Self {
        let tail = &digits[digits.len() - repeated..];
        let is_period = |&period: &usize| {
            let is_same = |(a, b)| a == b;
            tail.len().is_multiple_of(period) && tail.iter().zip(&tail[period..]).all(is_same)
        };
        if let Some(period) = (1..repeated).find(is_period) {
            digits.truncate(digits.len() - repeated + period);
            repeated = period;
        }
        // 0.3[03] repeats a digit earlier; d0 has a meaning of its own and stays.
        while repeated > 0
            && digits.len() > repeated + 1
            && digits.last() == digits.get(digits.len() - 1 - repeated)
        {
            digits.pop();
        }
        let first = digits.len() - repeated;
        let mut repeated = (first, digits.split_off(first));
        if repeated.1.iter().all(|digit| digit.is_none()) {
            repeated = (0, Vec::new());
        }
        let listed = (0..).zip(digits).filter(|(_, digit)| !digit.is_none());
        Self {
            form: Form::Digits,
            listed: listed.collect(),
            repeated,
        }
    }
}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let mut reader = Reader { text, at: 0 };
        if let Some(set) = text.strip_prefix("subtract:") {
            reader.at = text.len() - set.len();
            return reader.set();
        }
        reader.digits()
    }
}

/// `0.77`, `4!.0`, `0.[3]`, `subtract:1,3,4`: read back, the same code.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            Form::Squares => return f.write_str("subtract:squares"),
            Form::Set => {
                let numbers: Vec<String> = self.listed.iter().map(|(k, _)| k.to_string()).collect();
                return write!(f, "subtract:{}", numbers.join(","));
            }
            Form::Digits => {}
        }
        let (first, repeated) = self.repeated();
        let end = self.reach().map_or(first, |last| last as usize + 1);
        let mut digits = vec![Digit::default(); end];
        for &(k, digit) in &self.listed {
            digits[k as usize] = digit;
        }
        let text = |digits: &[Digit]| digits.iter().map(ToString::to_string).collect::<String>();
        let (of_none, fixed, repeated) = (digits[0], text(&digits[1..]), text(repeated));
        match (&fixed[..], &repeated[..]) {
            ("", "") => write!(f, "{of_none}.0"),
            (fixed, "") => write!(f, "{of_none}.{fixed}"),
            (fixed, repeated) => write!(f, "{of_none}.{fixed}[{repeated}]"),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn error(&self, message: String) -> CodeError {
        CodeError {
            column: self.at + 1,
            message,
        }
    }

    fn too_large(&self) -> CodeError {
        self.error(format!("at most {LARGEST} stones can be said in a code"))
    }

    fn unexpected(&self, expected: &'static str) -> CodeError {
        self.error(match self.peek() {
            None => format!("the code ends here, expected {expected}"),
            Some(found) => format!("found `{}`, expected {expected}", found.escape_default()),
        })
    }

    fn eat(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn digit(&mut self, expected: &'static str) -> Result<Digit, CodeError> {
        let bits = self.peek().and_then(|found| found.to_digit(16));
        let bits = bits.ok_or_else(|| self.unexpected(expected))?;
        self.at += 1;
        // With nothing allowed, or nothing left in two heaps or more, `!` asks for nothing.
        let unequal = self.eat('!') && bits >= 4;
        let bits = bits as u8;
        Ok(Digit { bits, unequal })
    }

    fn digits(mut self) -> Result<Code, CodeError> {
        let first = if self.peek() == Some('.') {
            Digit::default()
        } else {
            self.digit("a game's code, as in 0.77 or subtract:1,3,4")?
        };
        if first.bits & 3 != 0 {
            self.at = 0;
            return Err(self.error(format!(
                "{first} in front of the point: with nothing taken, a heap can only be parted: 0, 4, 8 or c"
            )));
        }
        if !self.eat('.') {
            return Err(self.unexpected("a point after the first digit"));
        }
        let mut digits = vec![first];
        let mut repeated = 0;
        while digits.len() == 1 || self.peek().is_some() {
            if digits.len() > LARGEST as usize {
                return Err(self.too_large());
            }
            if self.eat('[') {
                let fixed = digits.len();
                digits.push(self.digit("a digit that repeats")?);
                while !self.eat(']') {
                    digits.push(self.digit("a digit or `]`")?);
                }
                repeated = digits.len() - fixed;
                if self.peek().is_some() {
                    return Err(
                        self.unexpected("the end of the code: what repeats, repeats for ever")
                    );
                }
                break;
            }
            digits.push(self.digit("a digit from 0 to f")?);
        }
        Ok(Code::of_digits(digits, repeated))
    }

    fn set(mut self) -> Result<Code, CodeError> {
        let numbers = &self.text[self.at..];
        let mut code = Code {
            form: Form::Set,
            listed: Vec::new(),
            repeated: (0, Vec::new()),
        };
        if numbers == "squares" {
            code.form = Form::Squares;
            return Ok(code);
        }
        for text in numbers.split(',') {
            let length = text.bytes().take_while(u8::is_ascii_digit).count();
            if length == 0 {
                return Err(self.unexpected("a number of stones, or `squares`"));
            }
            let number: u64 = match text[..length].parse() {
                Ok(number) if number <= u64::from(LARGEST) => number,
                _ => return Err(self.too_large()),
            };
            if number == 0 {
                let message = "0 in a subtraction set: a move takes at least 1 stone";
                return Err(self.error(message.to_owned()));
            }
            match code.listed.binary_search_by_key(&number, |&(k, _)| k) {
                Ok(_) => {
                    return Err(self.error(format!("{number} stands here for the second time")));
                }
                Err(place) => code.listed.insert(place, (number, TAKE)),
            }
            self.at += length;
            if length < text.len() {
                return Err(self.unexpected("a comma"));
            }
            self.at += 1;
        }
        Ok(code)
    }
}
