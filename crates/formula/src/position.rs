//! A position as numbers or as a word, and the rows of numbers that formulas see in it.

use std::fmt::{self, Display};
use std::ops::Range;

use crate::number::{Number, length, small};

/// A position as formulas read it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position<N = i64> {
    /// Numbers: `3 5 9`.
    Numbers(Vec<N>),
    /// Characters without blanks: `T.H..H`, or nested brackets.
    Word(String),
}

impl<N: Number> Position<N> {
    /// Reads the text of a position: numbers between blanks, line ends or commas, or one word without digits. Of several lines a
    /// first one that counts positions, `1`, is left out if two or more follow, and then a number of the first line which states how
    /// many numbers follow. `-` also stands for no numbers. `None` of another text, and of numbers that are too large for `N`. O(length).
    ///
    /// ```
    /// use grundy_formula::Position;
    /// assert_eq!(Position::<i64>::read("2\n3 5\n"), Some(Position::Numbers(vec![3, 5])));
    /// assert_eq!(Position::<i64>::read("1\n2\n3 5\n"), Some(Position::Numbers(vec![3, 5])));
    /// assert_eq!(Position::<i64>::read("7 2\n3 5\n"), Some(Position::Numbers(vec![7, 3, 5])));
    /// assert_eq!(Position::<i64>::read("T.H"), Some(Position::Word("T.H".to_owned())));
    /// assert_eq!(Position::<i64>::read("3 T"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() {
            return Some(Self::Numbers(Vec::new()));
        }
        if !text.contains(|c: char| c.is_ascii_digit()) {
            let is_word = !text.contains(char::is_whitespace);
            return is_word.then(|| Self::Word(text.to_owned()));
        }
        let number = |place: Range<usize>| N::from_str_radix(&text[place], 10).ok();
        let numbers = places(text).into_iter().map(number);
        numbers.collect::<Option<Vec<N>>>().map(Self::Numbers)
    }

    /// The numbers; none of a word.
    pub fn numbers(&self) -> &[N] {
        match self {
            Self::Numbers(numbers) => numbers,
            Self::Word(_) => &[],
        }
    }
}

/// Where the numbers of a position are in its text.
fn places(text: &str) -> Vec<Range<usize>> {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let of = |part: &str| {
        let words = part.split(is_between).filter(|word| !word.is_empty());
        let places = words.map(|word| start(word)..start(word) + word.len());
        places.collect::<Vec<_>>()
    };
    let without_count = text
        .strip_prefix("1\n")
        .filter(|rest| rest.trim_end().contains('\n'));
    let text = without_count.unwrap_or(text);
    let (first, others) = text.trim_end().split_once('\n').unwrap_or(("", text));
    let (mut head, rest) = (of(first), of(others));
    let count = rest.len().to_string();
    let word = |place: &Range<usize>| &first[place.start - start(first)..place.end - start(first)];
    if let Some(at) = head.iter().rposition(|place| word(place) == count) {
        head.remove(at);
    }
    [head, rest].concat()
}

/// Returns the text of a position with other numbers, as many as it has.
///
/// ```
/// use grundy_formula::with_numbers;
/// assert_eq!(with_numbers("2\n2 5\n", &[7, 8]).as_deref(), Some("2\n7 8\n"));
/// ```
pub fn with_numbers(text: &str, numbers: &[i64]) -> Option<String> {
    let places = places(text);
    let (mut result, mut end) = (String::new(), 0);
    for (place, number) in places.iter().zip(numbers) {
        result += &text[end..place.start];
        result += &number.to_string();
        end = place.end;
    }
    (places.len() == numbers.len()).then(|| result + &text[end..])
}

impl<N: Display> Display for Position<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Numbers(numbers) => {
                let numbers = numbers.iter().map(N::to_string);
                f.write_str(&numbers.collect::<Vec<_>>().join(" "))
            }
        }
    }
}

/// How a position becomes a row of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The numbers as they are.
    Parts,
    /// The numbers in ascending order.
    Sorted,
    /// The differences of neighbours in ascending order, the first one from 0.
    Differences,
    /// The free places in front of each coin of a strip, whose places are the numbers.
    Gaps,
    /// As gaps, and those behind the last coin; the length of the strip is the number in front of the first coin.
    EndGaps,
    /// The coins in front of each free place of a strip, and those behind the last one. The length of the strip is the number in
    /// front of the first coin, where numbers are left out, and else the place of the last one.
    Groups,
    /// How many coins lie in neighbouring places, from left to right.
    Runs,
    /// The index of each number, from 0 on, as often as the number says.
    Indices,
    /// How often each different number occurs, in ascending order of the numbers.
    Multiplicities,
    /// The places of a character in a word, from 1 on.
    Places(char),
    /// The lengths of the runs of a character in a word.
    RunsOf(char),
    /// The numbers of other characters in front of each place of a character, and behind the last one.
    Between(char),
    /// The values of what nested brackets contain, each by the formula itself.
    Branches,
}

/// A kind of row, without some numbers at the beginning or with a word read from its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// What the row is.
    pub kind: Kind,
    /// How many numbers at the beginning are left out.
    pub after: usize,
    /// Whether a word, or a strip, is read from right to left.
    pub reversed: bool,
}

impl From<Kind> for View {
    fn from(kind: Kind) -> Self {
        Self {
            kind,
            after: 0,
            reversed: false,
        }
    }
}

/// The kinds of rows of numbers, with their names in expressions and in words.
pub const OF_NUMBERS: [(Kind, &str, &str); 9] = [
    (Kind::Parts, "parts", "number"),
    (Kind::Sorted, "sorted", "number in ascending order"),
    (Kind::Differences, "differences", "difference of neighbours"),
    (Kind::Gaps, "gaps", "gap in front of a coin"),
    (
        Kind::EndGaps,
        "endgaps",
        "gap in front of a coin or the end",
    ),
    (Kind::Groups, "groups", "group of coins between free places"),
    (Kind::Runs, "runs", "run of coins"),
    (
        Kind::Indices,
        "indices",
        "index, each as often as its number says",
    ),
    (Kind::Multiplicities, "multiplicities", "multiplicity"),
];

/// The longest strip whose places are looked at one by one.
const LONGEST: u64 = 1 << 16;

impl View {
    /// Returns the row of a position; `None` where there is none, or `N` is too small for it. Not for
    /// [`Branches`](Kind::Branches), whose values only a formula has. O(numbers), of strips O(length).
    pub fn row<N: Number>(self, position: &Position<N>) -> Option<Vec<N>> {
        let mut row = match position {
            Position::Numbers(numbers) if numbers.is_empty() && self.is_of_word() => {
                self.of_word("")?
            }
            Position::Numbers(numbers) => {
                let (before, rest) = numbers.split_at_checked(self.after)?;
                self.of_numbers(before.last(), rest)?
            }
            // Stands for no numbers.
            Position::Word(word) if word == "-" && !self.is_of_word() => {
                self.of_numbers(None, &[])?
            }
            Position::Word(word) => self.of_word(word)?,
        };
        if self.reversed && matches!(position, Position::Numbers(_)) {
            row.reverse();
        }
        Some(row)
    }

    const fn is_of_word(self) -> bool {
        matches!(
            self.kind,
            Kind::Places(_) | Kind::RunsOf(_) | Kind::Between(_)
        )
    }

    fn of_numbers<N: Number>(self, before: Option<&N>, numbers: &[N]) -> Option<Vec<N>> {
        let sorted = || {
            let mut sorted = numbers.to_vec();
            sorted.sort();
            sorted
        };
        let differences = |subtract: i64| {
            let (mut last, mut row) = (N::zero(), Vec::new());
            for number in sorted() {
                let difference = number.checked_sub(&last)?.checked_sub(&small(subtract))?;
                row.push(difference);
                last = number;
            }
            Some(row)
        };
        Some(match self.kind {
            Kind::Parts => numbers.to_vec(),
            Kind::Sorted => sorted(),
            Kind::Differences => differences(0)?,
            Kind::Gaps => differences(1)?,
            Kind::EndGaps => {
                let end = before?.checked_sub(sorted().last().unwrap_or(&N::zero()))?;
                let mut row = differences(1)?;
                row.push(end.checked_sub(&N::one())?);
                row
            }
            Kind::Groups | Kind::Runs => {
                let sorted = sorted();
                let end = before.or(sorted.last()).map_or(Some(0), N::to_u64)?;
                let places = sorted.iter().map(N::to_u64).collect::<Option<Vec<_>>>()?;
                if end > LONGEST || places.last().is_some_and(|last| *last > LONGEST) {
                    return None;
                }
                let is_coin = |place: u64| places.binary_search(&place).is_ok();
                let strip = (1..=end).map(is_coin).collect::<Vec<_>>();
                match self.kind {
                    Kind::Runs => runs(&strip, |is_coin| *is_coin),
                    _ => between(&strip, |is_coin| !is_coin),
                }
            }
            Kind::Indices => {
                let total = numbers
                    .iter()
                    .try_fold(N::zero(), |sum, n| sum.checked_add(n))?;
                if total.to_u64()? > LONGEST {
                    return None;
                }
                let indices = numbers.iter().enumerate().flat_map(|(index, number)| {
                    vec![length(index); number.to_usize().unwrap_or(0)]
                });
                indices.collect()
            }
            Kind::Multiplicities => {
                let sorted = sorted();
                let runs = sorted.chunk_by(|one, next| one == next);
                runs.map(|run| length(run.len())).collect()
            }
            Kind::Places(_) | Kind::RunsOf(_) | Kind::Between(_) | Kind::Branches => return None,
        })
    }

    fn of_word<N: Number>(self, word: &str) -> Option<Vec<N>> {
        let mut characters: Vec<char> = word.chars().collect();
        if self.reversed {
            characters.reverse();
        }
        Some(match self.kind {
            Kind::Places(which) => {
                let places = (1..).zip(characters).filter(|(_, c)| *c == which);
                places.map(|(place, _)| small(place)).collect()
            }
            Kind::RunsOf(which) => runs(&characters, |c| *c == which),
            Kind::Between(which) => between(&characters, |c| *c == which),
            _ => return None,
        })
    }
}

fn runs<T, N: Number>(row: &[T], is_one: impl Fn(&T) -> bool) -> Vec<N> {
    let parts = row.split(|item| !is_one(item));
    let lengths = parts.map(<[T]>::len).filter(|length| *length > 0);
    lengths.map(length).collect()
}

fn between<T, N: Number>(row: &[T], is_end: impl Fn(&T) -> bool) -> Vec<N> {
    row.split(is_end).map(|part| length(part.len())).collect()
}

/// Returns what each pair of brackets within the outer pair contains, with its brackets; `None` of a word that is no pair of
/// brackets with pairs of brackets in it.
pub fn branches(word: &str) -> Option<Vec<&str>> {
    let inner = word.strip_prefix('(')?.strip_suffix(')')?;
    let (mut depth, mut start, mut parts) = (0_u32, 0, Vec::new());
    for (at, c) in inner.char_indices() {
        depth = match c {
            '(' => depth + 1,
            ')' => depth.checked_sub(1)?,
            _ => return None,
        };
        if depth == 0 {
            parts.push(&inner[start..=at]);
            start = at + 1;
        }
    }
    (depth == 0).then_some(parts)
}

/// Which of several expressions is that of a part: parts in turn, or the outermost one and all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// All parts are alike.
    All,
    /// In turn from the left: this many classes.
    Left(usize),
    /// In turn from the right.
    Right(usize),
    /// The first part, and the others.
    First,
    /// The last part, and the others.
    Last,
}

impl Class {
    /// The number of classes.
    pub const fn count(self) -> usize {
        match self {
            Self::All => 1,
            Self::Left(count) | Self::Right(count) => count,
            Self::First | Self::Last => 2,
        }
    }

    /// The class of the part with this index, from 0 on, of a row of `n`.
    pub const fn of(self, index: usize, n: usize) -> usize {
        match self {
            Self::All => 0,
            Self::Left(count) => index % count,
            Self::Right(count) => (n - 1 - index) % count,
            Self::First => (index > 0) as usize,
            Self::Last => (index + 1 < n) as usize,
        }
    }
}
