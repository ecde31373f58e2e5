//! The code of a heap game, and its reader.

use std::fmt;
use std::str::FromStr;

/// What may be done when a certain number of stones is taken from a heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    bits: u8,
    unequal: bool,
}

impl Digit {
    /// No such move.
    pub const NONE: Self = Self {
        bits: 0,
        unequal: false,
    };

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
    /// The numbers that may be taken, for a subtraction set, which has no digits.
    set: Option<Set>,
    /// No zeros at the end, nothing said twice.
    digits: Vec<Digit>,
    /// The last `repeated` digits repeat for ever.
    repeated: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Set {
    /// Increasing, from 1.
    Numbers(Vec<u32>),
    Squares,
}

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
    /// What may be done with k stones taken. O(1).
    ///
    /// ```
    /// # use grundy_core::octal::Code;
    /// let lasker: Code = "4.[3]".parse()?;
    /// assert!(lasker.digit(0).allows(2) && !lasker.digit(0).allows(1));
    /// assert!(lasker.digit(1_000_000).allows(0) && lasker.digit(1_000_000).allows(1));
    /// # Ok::<(), grundy_core::octal::CodeError>(())
    /// ```
    pub fn digit(&self, k: u64) -> Digit {
        const TAKE: Digit = Digit {
            bits: 3,
            unequal: false,
        };
        let take = |is_member: bool| if is_member { TAKE } else { Digit::NONE };
        match &self.set {
            Some(Set::Numbers(set)) => {
                take(u32::try_from(k).is_ok_and(|k| set.binary_search(&k).is_ok()))
            }
            Some(Set::Squares) => take(k > 0 && k.isqrt().pow(2) == k),
            None => {
                let k = usize::try_from(k).unwrap_or(usize::MAX);
                let (first, tail) = self.repeated();
                match self.digits.get(k) {
                    Some(&digit) => digit,
                    None if tail.is_empty() => Digit::NONE,
                    None => tail[(k - first) % tail.len()],
                }
            }
        }
    }

    /// The largest number of stones that a move takes; `None` where there is no largest one. O(1).
    ///
    /// ```
    /// # use grundy_core::octal::Code;
    /// assert_eq!("0.137".parse::<Code>()?.reach(), Some(3));
    /// assert_eq!("0.[3]".parse::<Code>()?.reach(), None);
    /// # Ok::<(), grundy_core::octal::CodeError>(())
    /// ```
    pub fn reach(&self) -> Option<u64> {
        match &self.set {
            Some(Set::Numbers(set)) => set.last().map(|&last| u64::from(last)),
            Some(Set::Squares) => None,
            None => (self.repeated == 0).then(|| self.digits.len().saturating_sub(1) as u64),
        }
    }

    /// A number t such that any number of more than t stones may be taken from a heap, and what is left
    /// is one heap or none; `None` where there is no such number, or the code says more. O(length of
    /// the code).
    ///
    /// ```
    /// # use grundy_core::octal::Code;
    /// assert_eq!("0.30[3]".parse::<Code>()?.all_from(), Some(2));
    /// assert_eq!("0.[30]".parse::<Code>()?.all_from(), None);
    /// # Ok::<(), grundy_core::octal::CodeError>(())
    /// ```
    pub fn all_from(&self) -> Option<usize> {
        let (first, tail) = self.repeated();
        (!tail.is_empty() && tail.iter().all(|digit| digit.bits == 3)).then(|| first - 1)
    }

    /// The digits that repeat for ever, and how many stones the first of them is for; no digits where
    /// none repeat. O(1).
    ///
    /// ```
    /// # use grundy_core::octal::Code;
    /// let code: Code = "0.4[30]".parse()?;
    /// assert_eq!(code.repeated(), (2, &[code.digit(2), code.digit(3)][..]));
    /// assert!("0.77".parse::<Code>()?.repeated().1.is_empty());
    /// # Ok::<(), grundy_core::octal::CodeError>(())
    /// ```
    pub fn repeated(&self) -> (usize, &[Digit]) {
        let first = self.digits.len() - self.repeated;
        (first, &self.digits[first..])
    }

    /// The different numbers of stones that moves may take from heaps of at most `heap`, increasing,
    /// each with its digit. O(how many there are, and `heap` where the digits repeat).
    pub fn moves(&self, heap: u64) -> impl Iterator<Item = (u64, Digit)> + '_ {
        let (squares, set, last) = match &self.set {
            Some(Set::Squares) => (heap.isqrt(), &[][..], None),
            Some(Set::Numbers(set)) => (0, &set[..], None),
            None => (0, &[][..], Some(self.reach().unwrap_or(heap).min(heap))),
        };
        let squares = (1..=squares).map(|root| root * root);
        let set = set.iter().map(|&k| u64::from(k));
        let set = set.filter(move |&k| k <= heap);
        let digits = last.into_iter().flat_map(|last| 0..=last);
        squares
            .chain(set)
            .chain(digits)
            .map(|k| (k, self.digit(k)))
            .filter(|(_, digit)| !digit.is_none())
    }

    /// The most heaps that a move leaves of one, 0 to 3. O(length of the code).
    pub fn parts(&self) -> u32 {
        let allows = |parts: &u32| self.digits.iter().any(|digit| digit.allows(*parts));
        let most = (1..4).rev().find(allows);
        most.unwrap_or(u32::from(self.set.is_some()))
    }

    /// Whether heaps of different sizes are asked for anywhere. O(length of the code).
    pub fn is_unequal(&self) -> bool {
        self.digits.iter().any(|digit| digit.unequal)
    }

    fn of_set(set: Set) -> Self {
        Self {
            set: Some(set),
            digits: Vec::new(),
            repeated: 0,
        }
    }

    fn of_digits(mut digits: Vec<Digit>, mut repeated: usize) -> Self {
        let fixed = digits.len() - repeated;
        if digits[fixed..].iter().all(|digit| digit.is_none()) {
            digits.truncate(fixed);
            repeated = 0;
        }
        if repeated > 0 {
            let tail = &digits[fixed..];
            let shortest = (1..=repeated)
                .find(|&p| {
                    repeated.is_multiple_of(p) && tail.iter().zip(&tail[p..]).all(|(a, b)| a == b)
                })
                .unwrap_or(repeated);
            digits.truncate(fixed + shortest);
            repeated = shortest;
            // 0.3[03] repeats a digit earlier; d0 has a meaning of its own and stays.
            while digits.len() > repeated + 1
                && digits[digits.len() - 1] == digits[digits.len() - 1 - repeated]
            {
                digits.pop();
            }
        } else {
            while digits.len() > 1 && digits[digits.len() - 1].is_none() {
                digits.pop();
            }
        }
        Self {
            set: None,
            digits,
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
        match &self.set {
            Some(Set::Squares) => return write!(f, "subtract:squares"),
            Some(Set::Numbers(set)) => {
                let numbers: Vec<String> = set.iter().map(ToString::to_string).collect();
                return write!(f, "subtract:{}", numbers.join(","));
            }
            None => {}
        }
        let (first, tail) = self.repeated();
        let all = |digits: &[Digit]| -> String { digits.iter().map(ToString::to_string).collect() };
        match (&self.digits[1..first], tail) {
            ([], []) => write!(f, "{}.0", self.digits[0]),
            (fixed, []) => write!(f, "{}.{}", self.digits[0], all(fixed)),
            (fixed, tail) => write!(f, "{}.{}[{}]", self.digits[0], all(fixed), all(tail)),
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
        if is_there {
            self.at += 1;
        }
        is_there
    }

    fn digit(&mut self, expected: &'static str) -> Result<Digit, CodeError> {
        let bits = self
            .peek()
            .and_then(|found| found.to_digit(16))
            .ok_or_else(|| self.unexpected(expected))?;
        self.at += 1;
        // With nothing allowed, or nothing left in two heaps or more, `!` asks for nothing.
        let unequal = self.eat('!') && bits >= 4;
        Ok(Digit {
            bits: bits as u8,
            unequal,
        })
    }

    fn digits(mut self) -> Result<Code, CodeError> {
        let first = if self.peek() == Some('.') {
            Digit::NONE
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
        if numbers == "squares" {
            return Ok(Code::of_set(Set::Squares));
        }
        let mut set: Vec<u32> = Vec::new();
        for text in numbers.split(',') {
            let length = text.bytes().take_while(u8::is_ascii_digit).count();
            if length == 0 {
                return Err(self.unexpected("a number of stones, or `squares`"));
            }
            let number = text[..length].parse().ok();
            let Some(number) = number.filter(|&number| number <= LARGEST) else {
                return Err(self.too_large());
            };
            match set.binary_search(&number) {
                _ if number == 0 => {
                    let message = "0 in a subtraction set: a move takes at least 1 stone";
                    return Err(self.error(message.to_owned()));
                }
                Ok(_) => {
                    return Err(self.error(format!("{number} stands here for the second time")));
                }
                Err(place) => set.insert(place, number),
            }
            self.at += length;
            if length < text.len() {
                return Err(self.unexpected("a comma"));
            }
            self.at += 1;
        }
        Ok(Code::of_set(Set::Numbers(set)))
    }
}
