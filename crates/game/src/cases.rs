//! How an input holds its positions: one, or several with their number before them or an end after them, perhaps behind a line that
//! they share.

use std::fmt::{self, Display};
use std::str::FromStr;

use grundy_formula::Inputs;

use crate::LetterCase;

/// How an input holds its positions, and how many of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    /// Where their number is told.
    pub layout: CasesLayout,
    /// The most positions of an input, at least 1.
    pub most: u64,
    /// The most parts that the positions of an input have together.
    pub parts: u64,
    /// What the answers to an input of several positions begin with: `%d` stands for their numbers from 1 on. Empty for nothing.
    pub prefix: String,
}

impl Default for Cases {
    /// One position, as the game writes it.
    fn default() -> Self {
        Self {
            layout: CasesLayout::One,
            most: 1,
            parts: u64::MAX,
            prefix: String::new(),
        }
    }
}

/// Where an input tells the number of its positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CasesLayout {
    /// Nowhere: the input is as the game writes it.
    #[default]
    One,
    /// In a first line.
    Count,
    /// Nowhere: the last position is followed by the end of the input.
    End,
    /// Nowhere: the last position is followed by a line of zeros, as many as the first line of the first position has words.
    Zero,
    /// Behind the first line of a position, which all positions of an input share: the others are written without it.
    Header,
}

/// The names of the layouts with several positions.
const LAYOUTS: [(&str, CasesLayout); 4] = [
    ("count", CasesLayout::Count),
    ("end", CasesLayout::End),
    ("zero", CasesLayout::Zero),
    ("header", CasesLayout::Header),
];

impl FromStr for Cases {
    type Err = String;

    /// Parses `count`, `end`, `zero` or `header`, the largest number of positions, and the largest number of their parts; without these
    /// numbers there are at most 1,000 positions with any number of parts.
    ///
    /// ```
    /// use grundy_game::Cases;
    /// let cases: Cases = "count:100,5000".parse()?;
    /// assert_eq!((cases.most, cases.parts, cases.to_string()), (100, 5000, "count:100,5000".to_owned()));
    /// assert_eq!("zero".parse::<Cases>()?.to_string(), "zero:1000");
    /// assert!("count 0".parse::<Cases>().is_err());
    /// # Ok::<(), String>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "expected count, end, zero or header, and the most positions and parts if they are limited, like count:1000,200000; found {text:?}"
            )
        };
        let mut words = text.split([' ', ',', ':']).filter(|word| !word.is_empty());
        let word = words.next();
        let found = LAYOUTS.iter().find(|(name, _)| Some(*name) == word);
        let &(_, layout) = found.ok_or_else(wrong)?;
        let numbers = words.map(str::parse).collect::<Result<Vec<u64>, _>>();
        let (most, parts) = match numbers.as_deref() {
            Ok([]) => (1000, u64::MAX),
            Ok(&[most]) if most > 0 => (most, u64::MAX),
            Ok(&[most, parts]) if most > 0 && parts > 0 => (most, parts),
            _ => return Err(wrong()),
        };
        Ok(Self {
            layout,
            most,
            parts,
            prefix: String::new(),
        })
    }
}

impl Display for Cases {
    /// Writes what [`FromStr`] parses, without the prefix; `one` for one position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            layout,
            most,
            parts,
            ..
        } = self;
        let Some((word, _)) = LAYOUTS.iter().find(|(_, named)| named == layout) else {
            return f.write_str("one");
        };
        write!(f, "{word}:{most}")?;
        match *parts {
            u64::MAX => Ok(()),
            parts => write!(f, ",{parts}"),
        }
    }
}

impl Cases {
    /// Returns whether an input may hold several positions, with their number told apart from them.
    pub fn are_many(&self) -> bool {
        self.layout != CasesLayout::One
    }

    /// Returns whether the first line of an input has the number of its positions.
    pub fn has_count(&self) -> bool {
        matches!(self.layout, CasesLayout::Count | CasesLayout::Header)
    }

    /// Returns whether the input of a position is read as the end of all, so that it is no input of the task: its first line is one
    /// of zeros, and such a line ends the positions.
    ///
    /// ```
    /// use grundy_game::Cases;
    /// let is_end = |cases: &str| cases.parse::<Cases>().unwrap().is_end("0 0\n");
    /// assert!(is_end("zero") && !is_end("count"));
    /// ```
    pub fn is_end(&self, input: &str) -> bool {
        let first = input.lines().next().unwrap_or_default();
        let mut words = first.split_ascii_whitespace().peekable();
        self.layout == CasesLayout::Zero && words.peek().is_some() && words.all(|word| word == "0")
    }

    /// Returns how a program that is written from a formula reads such inputs, whose positions have so many `lines` each.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn inputs(&self, lines: Option<usize>) -> Result<Inputs, &'static str> {
        match self.layout {
            CasesLayout::One => return Ok(Inputs::One),
            CasesLayout::Header => return Err("the positions of an input share a first line"),
            CasesLayout::Count | CasesLayout::End | CasesLayout::Zero => {}
        }
        Ok(Inputs::Several {
            counted: self.layout == CasesLayout::Count,
            ended: self.layout == CasesLayout::Zero,
            lines: lines.ok_or(VARYING)?,
            prefix: self.prefix.clone(),
        })
    }

    /// Returns the answer to the position of this number, from 0 on, behind its prefix.
    pub fn prefixed(&self, number: usize, answer: &str) -> String {
        let prefix = numbered(&self.prefix, number);
        let blank = if prefix.is_empty() { "" } else { " " };
        format!("{}{blank}{answer}", prefix.trim_ascii())
    }

    /// Returns what the input of a position shares with others of the same input: its first line behind a header, otherwise nothing.
    pub fn header<'a>(&self, input: &'a str) -> &'a str {
        let first = input.lines().next();
        first
            .filter(|_| self.layout == CasesLayout::Header)
            .unwrap_or_default()
    }

    /// Returns the input that holds the positions with these inputs, which share their header. O(inputs).
    ///
    /// ```
    /// use grundy_game::Cases;
    /// let join = |cases: &str| cases.parse::<Cases>().unwrap().join(&["3 5\n", "1 2"]);
    /// assert_eq!(join("count"), "2\n3 5\n1 2\n");
    /// assert_eq!(join("end"), "3 5\n1 2\n");
    /// assert_eq!(join("zero"), "3 5\n1 2\n0 0\n");
    /// let header = "header".parse::<Cases>().unwrap();
    /// assert_eq!(header.join(&["2\n3 5\n", "2\n1 2\n"]), "2 2\n3 5\n1 2\n");
    /// ```
    pub fn join(&self, inputs: &[&str]) -> String {
        let mut joined = match self.layout {
            CasesLayout::Count => format!("{}\n", inputs.len()),
            CasesLayout::Header => {
                let header = inputs.first().map_or("", |input| self.header(input));
                format!("{} {}\n", header.trim_end(), inputs.len())
            }
            _ => String::new(),
        };
        for input in inputs {
            joined += match self.layout {
                CasesLayout::Header => input.split_once('\n').map_or("", |(_, own)| own),
                _ => input,
            };
            if self.are_many() && !joined.ends_with('\n') {
                joined.push('\n');
            }
        }
        if self.layout == CasesLayout::Zero {
            let first = inputs.first().and_then(|input| input.lines().next());
            let words = first.map_or(0, |line| line.split_ascii_whitespace().count());
            joined += &vec!["0"; words.max(1)].join(" ");
            joined.push('\n');
        }
        joined
    }
}

/// Why programs cannot tell the positions of an input apart.
pub const VARYING: &str = "inputs of one position have different numbers of lines";

/// Returns the prefix of the answer of this number, from 0 on.
fn numbered(prefix: &str, number: usize) -> String {
    prefix.replace("%d", &(number + 1).to_string())
}

/// Returns answers without their prefixes, in a line each; all of the text for an empty prefix. O(text).
///
/// ```
/// use grundy_game::{LetterCase::Fold, without_prefixes};
/// let without = |text| without_prefixes("Case #%d: ", text, Fold);
/// assert_eq!(without("case #1: A b\nCase #2:\nC\n").unwrap(), "\nA b \nC ");
/// assert_eq!(without("Case #2: A").unwrap_err(), "expected \"Case #1: \" before the first answer");
/// ```
///
/// # Errors
/// What was expected, where the text does not begin with the first prefix.
pub fn without_prefixes(prefix: &str, text: &str, case: LetterCase) -> Result<String, String> {
    if prefix.is_empty() {
        return Ok(text.to_owned());
    }
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let (mut answers, mut at, mut number) = (String::new(), 0, 0);
    while at < words.len() {
        let expected = numbered(prefix, number);
        let count = expected.split_ascii_whitespace().count();
        let found = words.get(at..at + count).unwrap_or_default();
        if case.is_same(&found.join(" "), &expected) {
            answers.push('\n');
            (at, number) = (at + count, number + 1);
        } else if number == 0 {
            return Err(format!("expected {expected:?} before the first answer"));
        } else {
            answers += &format!("{} ", words[at]);
            at += 1;
        }
    }
    Ok(answers)
}
