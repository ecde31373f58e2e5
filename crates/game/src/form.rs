//! The forms of answers. All that depends on the form is here: one more form is one more variant of [`Form`], and what each
//! function says of it.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::str::FromStr;

use grundy_core::Outcome;
use grundy_formula::Answers;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Known;

/// The form of a game's answers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// The number of winning moves.
    Number,
    /// The Grundy value.
    Grundy,
    /// One of two words for each position of the input: for an N-position and for a P-position; where positions may repeat,
    /// also a third one for a draw.
    Words(Vec<Cow<'static, str>>),
    /// Moves that win, in the game's own words, or a word where there is none.
    Move {
        /// The answer for a P-position.
        loss: Cow<'static, str>,
        /// Which of them.
        #[serde(default)]
        which: Which,
    },
}

/// Which winning moves are the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Which {
    /// Any of them.
    #[default]
    Any,
    /// The first one in the order of the game's moves.
    First,
    /// All in that order, separated by blanks.
    All,
}

impl Default for Form {
    fn default() -> Self {
        Self::words("Yes", "No")
    }
}

impl FromStr for Form {
    type Err = String;

    /// Parses the value of `answer` in the description of a rules program.
    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match words[..] {
            ["count"] => Ok(Self::Number),
            ["grundy"] => Ok(Self::Grundy),
            [word @ ("move" | "first-move" | "all-moves"), loss] => Ok(Self::Move {
                loss: loss.to_owned().into(),
                which: match word {
                    "move" => Which::Any,
                    "first-move" => Which::First,
                    _ => Which::All,
                },
            }),
            [_, _] | [_, _, _] if (1..words.len()).all(|at| !words[..at].contains(&words[at])) => {
                let words = words.into_iter().map(|word| word.to_owned().into());
                Ok(Self::Words(words.collect()))
            }
            _ => Err(format!(
                "answer: expected two different words, three of them in a game with loops, `count`, `grundy`, or `move`, `first-move` or `all-moves` and a word, found {text:?}"
            )),
        }
    }
}

impl Display for Form {
    /// Writes what [`FromStr`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => f.write_str("count"),
            Self::Grundy => f.write_str("grundy"),
            Self::Words(words) => f.write_str(&words.join(" ")),
            Self::Move { loss, which } => {
                let word = match which {
                    Which::Any => "move",
                    Which::First => "first-move",
                    Which::All => "all-moves",
                };
                write!(f, "{word} {loss}")
            }
        }
    }
}

/// Answers: what they mean, and which are right.
impl Form {
    /// Two words.
    pub fn words(win: impl Into<Cow<'static, str>>, loss: impl Into<Cow<'static, str>>) -> Self {
        Self::Words(vec![win.into(), loss.into()])
    }

    /// Returns the right answer to a position: one line without its end; empty where what is known does not tell it.
    /// `winning` are the lines of as many of its winning moves as [`names_moves`](Self::names_moves) asks for.
    pub fn right(&self, known: &Known, winning: &[String]) -> String {
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        match self {
            Self::Number => number(known.winning_moves).unwrap_or_default(),
            Self::Grundy => number(known.grundy).unwrap_or_default(),
            Self::Words(words) => {
                let mut all = words.iter().zip(OUTCOMES);
                let word = all.find(|(_, outcome)| *outcome == known.outcome);
                word.map_or_else(String::new, |(word, _)| word.to_string())
            }
            Self::Move { loss, .. } if winning.is_empty() => loss.to_string(),
            Self::Move {
                which: Which::All, ..
            } => winning.join(" "),
            Self::Move { .. } => winning[0].clone(),
        }
    }

    /// Returns what an answer says about the position.
    pub fn says(&self, answer: &str) -> Known {
        // A number beyond 64 bits is wrong, as the largest number is.
        let number = || answer.parse().unwrap_or(u64::MAX);
        match self {
            Self::Number => Known {
                winning_moves: Some(number()),
                ..Outcome::from_grundy_value(number()).into()
            },
            Self::Grundy => Known::of_grundy(number()),
            Self::Words(words) => {
                let place = words.iter().position(|word| word == answer);
                OUTCOMES[place.unwrap_or(0)].into()
            }
            Self::Move { loss, .. } => Outcome::of(answer != loss).into(),
        }
    }

    /// Returns the names of the moves that are the answer; none of several moves, whose names may have blanks.
    pub fn named<'a>(&self, answer: &'a str) -> Vec<&'a str> {
        match self {
            Self::Move { loss, which } if loss != answer && *which != Which::All => vec![answer],
            Self::Number | Self::Grundy | Self::Words(_) | Self::Move { .. } => Vec::new(),
        }
    }

    /// Returns what is wrong with an answer that is not the known right one; `None` if it is right as well. `outcome`
    /// returns that of what the named move leads to; `None` if there is no such move.
    ///
    /// # Errors
    /// Those of `outcome`.
    pub fn fault<E>(
        &self,
        answer: &str,
        outcome: impl FnOnce() -> Result<Option<Outcome>, E>,
    ) -> Result<Option<&'static str>, E> {
        if !self.has_several_right() || self.named(answer).is_empty() {
            return Ok(Some(""));
        }
        Ok(match outcome()? {
            Some(Outcome::P) => None,
            Some(Outcome::N | Outcome::Draw) => Some(" (a move that loses)"),
            None => Some(" (no legal move)"),
        })
    }

    /// Returns an answer in the words of a task, `task`, that may have other words for a win and a loss.
    ///
    /// ```
    /// use grundy_game::Form;
    /// let task = Form::words("TAK", "NIE");
    /// assert_eq!(Form::default().in_words_of(&task, "Yes\nNo\n"), "TAK\nNIE\n");
    /// ```
    pub fn in_words_of(&self, task: &Self, answer: &str) -> String {
        let (own, to) = (self.outcome_words(), task.outcome_words());
        if own.is_empty() || to.len() < own.len() {
            return answer.to_owned();
        }
        let words = answer.split_ascii_whitespace();
        let words = words.map(|word| to[own.iter().position(|own| *own == word).unwrap_or(1)]);
        words.flat_map(|word| [word, "\n"]).collect()
    }

    /// Returns an answer in which each word for a win or a loss that `case` calls the same has the task's own spelling.
    ///
    /// ```
    /// use grundy_game::{Form, LetterCase};
    /// let answers = Form::words("TAK", "NIE");
    /// assert_eq!(answers.spelled("Tak nie", LetterCase::Fold), "TAK NIE");
    /// assert_eq!(answers.spelled("Tak nie", LetterCase::Exact), "Tak nie");
    /// ```
    pub fn spelled(&self, answer: &str, case: LetterCase) -> String {
        match self {
            Self::Words(_) => {
                let words = answer.split(' ');
                let words = words.map(|word| case.spelled(word, &self.outcome_words()));
                words.collect::<Vec<_>>().join(" ")
            }
            Self::Move { loss, .. } => case.spelled(answer, &[loss]),
            Self::Number | Self::Grundy => answer.to_owned(),
        }
    }

    /// Checks whether a text has the form of an answer to an input of some positions, right or wrong: `text` is
    /// its words, separated by single spaces. O(text).
    ///
    /// ```
    /// use grundy_game::Form;
    /// assert_eq!(Form::Number.check(1, "007"), Ok(()));
    /// let words = Form::words("TAK", "NIE");
    /// assert_eq!(words.check(2, "TAK NIE"), Ok(()));
    /// assert_eq!(words.check(2, "TAK").unwrap_err(), "expected 2 words, found 1");
    /// assert_eq!(words.check(1, "tak").unwrap_err(), "expected TAK or NIE");
    /// ```
    ///
    /// # Errors
    /// What was expected.
    pub fn check(&self, positions: usize, text: &str) -> Result<(), String> {
        let mut words = text.split_ascii_whitespace();
        let found = words.clone().count();
        let plural = if positions == 1 { "" } else { "s" };
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        match self {
            Self::Move { loss, .. } if found == 0 => Err(format!("expected a move, or {loss}")),
            Self::Move { .. } => Ok(()),
            _ if found != positions => {
                Err(format!("expected {positions} word{plural}, found {found}"))
            }
            Self::Words(known) if !words.all(|word| known.iter().any(|known| known == word)) => {
                Err(format!("expected {}", known.join(" or ")))
            }
            Self::Number | Self::Grundy if !words.all(is_number) => {
                Err("expected a number".to_owned())
            }
            Self::Number | Self::Grundy | Self::Words(_) => Ok(()),
        }
    }
}

/// What the form means for those who ask for answers.
impl Form {
    /// Returns the words for a win, a loss and, where there is one, a draw; none where the answer is no such word.
    pub fn outcome_words(&self) -> Vec<&str> {
        match self {
            Self::Words(words) => words.iter().map(|word| &**word).collect(),
            Self::Number | Self::Grundy | Self::Move { .. } => Vec::new(),
        }
    }

    /// Returns of how many winning moves, if there are so many, the right answer depends on their names.
    pub const fn names_moves(&self) -> usize {
        match self {
            Self::Move {
                which: Which::All, ..
            } => usize::MAX,
            Self::Move { .. } => 1,
            Self::Number | Self::Grundy | Self::Words(_) => 0,
        }
    }

    /// Returns whether any of several answers is right: each winning move.
    pub const fn has_several_right(&self) -> bool {
        matches!(
            self,
            Self::Move {
                which: Which::Any,
                ..
            }
        )
    }

    /// Returns whether the answers about the parts of a sum say what the answer about the sum is. There are such values under
    /// normal play only.
    pub const fn adds_up(&self) -> bool {
        matches!(self, Self::Grundy)
    }

    /// Returns what a program that answers by a formula prints; `None` where answers are moves or their number, of which formulas
    /// say nothing.
    ///
    /// ```
    /// use grundy_formula::Answers;
    /// use grundy_game::Form;
    /// let (won, lost) = ("TAK", "NIE");
    /// assert_eq!(Form::words(won, lost).of_formula(), Some(Answers::Outcome { won, lost }));
    /// assert_eq!(Form::Number.of_formula(), None);
    /// ```
    pub fn of_formula(&self) -> Option<Answers<'_>> {
        match self {
            Self::Grundy => Some(Answers::Value),
            Self::Words(words) => Some(Answers::Outcome {
                won: &words[0],
                lost: &words[1],
            }),
            Self::Number | Self::Move { .. } => None,
        }
    }

    /// Returns whether the case of letters may make a difference.
    pub const fn has_letters(&self) -> bool {
        matches!(self, Self::Words(_) | Self::Move { .. })
    }

    /// Returns the answer to a lost position.
    pub fn of_lost(&self) -> &str {
        match self {
            Self::Words(words) => &words[1],
            Self::Move { loss, .. } => loss,
            Self::Number | Self::Grundy => "0",
        }
    }
}

/// The words of the form in a problem package.
impl Form {
    /// The output of the task in a statement. `word` is how words stand there.
    pub fn statement(&self, word: impl Fn(&str) -> String) -> String {
        match self {
            Self::Number => "The number of winning moves.".to_owned(),
            Self::Grundy => "The Grundy value of the position.".to_owned(),
            Self::Words(words) => {
                let words: Vec<String> = words.iter().map(|text| word(text)).collect();
                let otherwise = match &words[1..] {
                    [loss, draw] => {
                        format!("{loss} if the other player wins, and {draw} if neither can")
                    }
                    others => format!("otherwise {}", others.concat()),
                };
                format!("{} if the player to move wins, {otherwise}.", words[0])
            }
            Self::Move { loss, which } => {
                let moves = match which {
                    Which::Any => "Any winning move",
                    Which::First => "The first winning move",
                    Which::All => "All winning moves, in this order, with blanks between them",
                };
                let order = match which {
                    Which::Any => "",
                    Which::First | Which::All => " and the order of moves",
                };
                let loss = word(loss);
                format!("DRAFT: the form of a move{order}. {moves}, or {loss} if there is none.")
            }
        }
    }

    /// An expression in C++: whether `word` can be the answer to a position.
    pub fn validation(&self) -> String {
        match self {
            Self::Words(words) => {
                let words = words.iter().map(|word| format!("word == {}", quoted(word)));
                words.collect::<Vec<_>>().join(" || ")
            }
            Self::Move { .. } => "!word.empty()".to_owned(),
            Self::Number | Self::Grundy => {
                "!word.empty() && word.find_first_not_of(\"0123456789\") == std::string::npos && \
                 (word == \"0\" || word[0] != '0')"
                    .to_owned()
            }
        }
    }

    /// The answer that a wrong solution always gives.
    pub fn always(&self) -> &str {
        let win = self.outcome_words().into_iter().next();
        win.unwrap_or_else(|| self.of_lost())
    }

    /// The answer as an expression of `solution.py`, in which `misere` is a truth value, and how its words are replaced by those
    /// of a task. What a package replaces by the words of its task stands in double quotes.
    pub fn solution(&self, misere: &str) -> (String, String) {
        let single = |text: &str| format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"));
        let answer = match self {
            Self::Number => "str(len(winning))".to_owned(),
            Self::Grundy => "str(values[position])".to_owned(),
            Self::Words(words) => {
                let draw = words.get(2).map_or_else(String::new, |draw| {
                    format!("{} if values[position] == 2 else ", single(draw))
                });
                let (win, loss) = (single(&words[0]), single(&words[1]));
                format!("{win} if winning or {misere} and not moves[position] else {draw}{loss}")
            }
            Self::Move {
                loss,
                which: Which::All,
            } => format!("' '.join(winning) or {}", quoted(loss)),
            Self::Move { loss, .. } => format!("(winning + [{}])[0]", quoted(loss)),
        };
        let words = self.outcome_words().into_iter();
        let words = words.map(|word| format!("{}: {}", single(word), quoted(word)));
        (answer, words.collect::<Vec<_>>().join(", "))
    }
}

/// The outcomes whose words are those of a form, in this order.
const OUTCOMES: [Outcome; 3] = [Outcome::N, Outcome::P, Outcome::Draw];

/// A text in double quotes, as Python and C++ have it.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// How letters of answers are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LetterCase {
    /// Upper and lower case of an ASCII letter are the same, as for the checkers of most judges.
    #[default]
    Fold,
    /// Upper and lower case differ.
    Exact,
}

impl LetterCase {
    /// Returns whether two texts have the same words.
    pub fn is_same(self, a: &str, b: &str) -> bool {
        let [mut a, mut b] = [a, b].map(str::split_ascii_whitespace);
        match self {
            Self::Fold => {
                a.by_ref()
                    .all(|a| b.next().is_some_and(|b| a.eq_ignore_ascii_case(b)))
                    && b.next().is_none()
            }
            Self::Exact => a.eq(b),
        }
    }

    /// Returns a text, or the first of the `known` ones that is the same.
    pub fn spelled(self, text: &str, known: &[&str]) -> String {
        let known = known.iter().find(|known| self.is_same(known, text));
        known.unwrap_or(&text).to_string()
    }
}

impl FromStr for LetterCase {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "fold" => Ok(Self::Fold),
            "exact" => Ok(Self::Exact),
            _ => Err(format!("expected fold or exact, found {text:?}")),
        }
    }
}
