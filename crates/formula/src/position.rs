//! A position as numbers or as a word, and the rows of numbers that formulas see in it.

use crate::number::{Number, length};

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
        if text.is_empty() || text.contains(|c: char| c.is_ascii_digit()) {
            let read = |number: &str| N::from_str_radix(number, 10).ok();
            let numbers = numbers(text).into_iter().map(read);
            return numbers.collect::<Option<_>>().map(Self::Numbers);
        }
        let is_word = !text.contains(char::is_whitespace);
        is_word.then(|| Self::Word(text.to_owned()))
    }

    /// The numbers; none of a word.
    pub fn numbers(&self) -> &[N] {
        match self {
            Self::Numbers(numbers) => numbers,
            Self::Word(_) => &[],
        }
    }
}

/// The numbers of a position in its text.
fn numbers(text: &str) -> Vec<&str> {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let of = |part| {
        let words = str::split(part, is_between).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>()
    };
    let counted = text.strip_prefix("1\n");
    let without_count = counted.filter(|rest| rest.trim_end().contains('\n'));
    let text = without_count.unwrap_or(text).trim_end();
    let (first, others) = text.split_once('\n').unwrap_or(("", text));
    let (mut head, rest) = (of(first), of(others));
    let count = rest.len().to_string();
    if let Some(at) = head.iter().rposition(|word| *word == count) {
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
    let words = self::numbers(text);
    let (mut result, mut end) = (String::new(), 0);
    for (word, number) in words.iter().zip(numbers) {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        result += &text[end..start];
        result += &number.to_string();
        end = start + word.len();
    }
    (words.len() == numbers.len()).then(|| result + &text[end..])
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

impl Kind {
    /// All kinds of rows with their names in expressions and the nouns of their parts; a quote stands for any character.
    pub const ALL: [(Self, &'static str, &'static str); 13] = [
        (Self::Parts, "parts", "number"),
        (Self::Sorted, "sorted", "number in ascending order"),
        (Self::Differences, "differences", "difference of neighbours"),
        (Self::Gaps, "gaps", "gap in front of a coin"),
        (
            Self::EndGaps,
            "endgaps",
            "gap in front of a coin or the end",
        ),
        (Self::Groups, "groups", "group of coins between free places"),
        (Self::Runs, "runs", "run of coins"),
        (
            Self::Indices,
            "indices",
            "index, each as often as its number says",
        ),
        (Self::Multiplicities, "multiplicities", "multiplicity"),
        (Self::Places('\''), "places", "place of"),
        (Self::RunsOf('\''), "runs", "run of"),
        (Self::Between('\''), "between", "stretch between"),
        (Self::Branches, "branches", "value of the branches"),
    ];

    /// The character of a word by which the row is made.
    pub const fn character(self) -> Option<char> {
        match self {
            Self::Places(c) | Self::RunsOf(c) | Self::Between(c) => Some(c),
            _ => None,
        }
    }

    /// Whether the row is one of a word.
    pub fn is_of_word(self) -> bool {
        self.character().is_some() || self == Self::Branches
    }

    /// The same kind by another character, if it is by one.
    #[must_use]
    pub const fn with(self, c: char) -> Self {
        match self {
            Self::Places(_) => Self::Places(c),
            Self::RunsOf(_) => Self::RunsOf(c),
            Self::Between(_) => Self::Between(c),
            kind => kind,
        }
    }

    /// Its name in expressions, and the noun of its parts.
    pub fn named(self) -> (&'static str, &'static str) {
        let named = Self::ALL.iter().find(|(kind, ..)| *kind == self.with('\''));
        named.map_or(("", ""), |(_, name, noun)| (name, noun))
    }
}

/// The longest strip whose places are looked at one by one.
const LONGEST: u64 = 1 << 16;

impl View {
    /// Returns the row of a position; `None` where there is none, or `N` is too small for it. Not for
    /// [`Branches`](Kind::Branches), whose values only a formula has. O(numbers), of strips O(length).
    pub fn row<N: Number>(self, position: &Position<N>) -> Option<Vec<N>> {
        let (before, rest) = match (position, self.kind.character()) {
            (Position::Word(word), Some(_)) => return self.of_word(word),
            (Position::Numbers(numbers), Some(_)) => {
                return numbers.is_empty().then(|| self.of_word(""))?;
            }
            (Position::Numbers(numbers), None) => numbers.split_at_checked(self.after)?,
            // Stands for no numbers.
            (Position::Word(word), None) if word == "-" => Default::default(),
            (Position::Word(_), None) => return None,
        };
        let mut row = of_numbers(self.kind, before.last(), rest)?;
        if self.reversed {
            row.reverse();
        }
        Some(row)
    }

    fn of_word<N: Number>(self, word: &str) -> Option<Vec<N>> {
        let mut characters: Vec<char> = word.chars().collect();
        if self.reversed {
            characters.reverse();
        }
        of_characters(self.kind, &characters)
    }
}

fn of_numbers<N: Number>(kind: Kind, before: Option<&N>, numbers: &[N]) -> Option<Vec<N>> {
    let mut row = numbers.to_vec();
    match kind {
        Kind::Parts => return Some(row),
        Kind::Indices => {
            // Numbers below 0 add no index, and make no room for others.
            let mut positive = numbers.iter().filter(|number| number.is_positive());
            let sum = positive.try_fold(N::zero(), |sum, number| sum.checked_add(number));
            if sum?.to_u64()? > LONGEST {
                return None;
            }
            let indices = numbers.iter().enumerate();
            let indices = indices.map(|(at, n)| vec![length(at); n.to_usize().unwrap_or(0)]);
            return Some(indices.flatten().collect());
        }
        _ => row.sort(),
    }
    match kind {
        Kind::Sorted => Some(row),
        Kind::Multiplicities => {
            let runs = row.chunk_by(|one, next| one == next);
            Some(runs.map(|run| length(run.len())).collect())
        }
        Kind::Groups | Kind::Runs => {
            let end = before.or(row.last()).map_or(Some(0), N::to_u64)?;
            let places = row.iter().map(N::to_u64).collect::<Option<Vec<_>>>()?;
            if end.max(*places.last().unwrap_or(&0)) > LONGEST {
                return None;
            }
            let is_coin = |place| places.binary_search(&place).is_ok();
            let strip = (1..=end).map(|place| if is_coin(place) { 'o' } else { '.' });
            let of_coins = [Kind::Between('.'), Kind::RunsOf('o')];
            let kind = of_coins[usize::from(kind == Kind::Runs)];
            of_characters(kind, &strip.collect::<Vec<_>>())
        }
        Kind::Differences | Kind::Gaps | Kind::EndGaps => {
            if kind == Kind::EndGaps {
                row.push(before?.clone());
            }
            let (mut last, less) = (N::zero(), N::from(kind != Kind::Differences));
            for number in &mut row {
                let difference = number.checked_sub(&last)?.checked_sub(&less)?;
                last = std::mem::replace(number, difference);
            }
            Some(row)
        }
        _ => None,
    }
}

fn of_characters<N: Number>(kind: Kind, row: &[char]) -> Option<Vec<N>> {
    let numbers: Vec<usize> = match kind {
        Kind::Places(which) => {
            let places = (1..).zip(row).filter(|(_, c)| **c == which);
            places.map(|(place, _)| place).collect()
        }
        Kind::RunsOf(which) => {
            let lengths = row.split(|c| *c != which).map(<[char]>::len);
            lengths.filter(|length| *length > 0).collect()
        }
        Kind::Between(which) => row.split(|c| *c == which).map(<[char]>::len).collect(),
        _ => return None,
    };
    Some(numbers.into_iter().map(length).collect())
}

/// The values of branches are found by recursion, which takes memory for each level.
const DEEPEST: u32 = 1000;

/// Returns what each pair of brackets within the outer pair contains, with its brackets; `None` of a word that is no pair of
/// brackets with pairs of brackets in it, or in which they are nested too deep.
pub fn branches(word: &str) -> Option<Vec<&str>> {
    let inner = word.strip_prefix('(')?.strip_suffix(')')?;
    let (mut depth, mut start, mut parts) = (0_u32, 0, Vec::new());
    for (at, c) in inner.char_indices() {
        depth = match c {
            '(' if depth < DEEPEST => depth + 1,
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
