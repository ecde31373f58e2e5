//! The forms of answers. All that depends on the form is here: one more form is one more variant of [`Form`], and what each
//! function says of it.

use std::borrow::Cow;
use std::str::FromStr;

use grundy_core::Outcome;
use grundy_formula::Answers;
use serde::{Deserialize, Serialize};

use crate::Known;

mod told;

/// The form of a game's answers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Form {
    /// The number of winning moves, or what is left of it modulo a number from 2 to 2^63 - 1.
    Number(Option<u64>),
    /// The Grundy value.
    Grundy,
    /// The number of moves until the game ends, when the winner hurries and the loser delays.
    Remoteness,
    /// One of two phrases for each position of the input: for an N-position and for a P-position; where positions may repeat,
    /// also a third one for a draw. A phrase is a word, or several words with blanks between them; none begins with another one.
    Words(Vec<Cow<'static, str>>),
    /// Moves that win, in the game's own words, or a phrase where there is none.
    Move {
        /// The answer for a P-position; empty in a second line, which only N-positions have.
        loss: Cow<'static, str>,
        /// Which of them.
        which: Which,
    },
    /// Phrases as in [`Words`](Self::Words), and for an N-position a second line of another form: moves, or a number.
    Then(Vec<Cow<'static, str>>, Box<Self>),
}

/// Which winning moves are the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Any of them.
    Any,
    /// The first one in the order of the game's moves.
    First,
    /// All in that order, separated by blanks.
    All,
    /// All in any order, separated by blanks. Their names are single words.
    Unordered,
}

impl Default for Form {
    fn default() -> Self {
        Self::words("Yes", "No")
    }
}

/// Answers: what they mean, and which are right.
impl Form {
    /// Two words.
    pub fn words(win: impl Into<Cow<'static, str>>, loss: impl Into<Cow<'static, str>>) -> Self {
        Self::Words(vec![win.into(), loss.into()])
    }

    /// Returns the right answer to a position: one line without its end, or two with a line feed between them; empty where what
    /// is known does not tell it. `winning` are the lines of as many of its winning moves as [`names_moves`](Self::names_moves)
    /// asks for.
    ///
    /// ```
    /// use grundy_game::{Form, Known, Outcome};
    /// let known = Known::new(Outcome::N, 12);
    /// for (form, right) in [("count mod 5", "2"), ("A B then move", "A\n3 1"), ("A B then count", "A\n12"), ("remoteness", "")] {
    ///     assert_eq!(form.parse::<Form>()?.right(&known, &["3 1".to_owned()]), right);
    /// }
    /// # Ok::<(), String>(())
    /// ```
    pub fn right(&self, known: &Known, winning: &[String]) -> String {
        let number =
            |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        match self {
            Self::Number(modulus) => {
                let left = |count| modulus.map_or(count, |modulus| count % modulus);
                number(known.winning_moves.map(left))
            }
            Self::Grundy => number(known.grundy),
            Self::Remoteness => number(known.remoteness),
            Self::Words(words) => {
                let mut all = words.iter().zip(OUTCOMES);
                let word = all.find(|(_, outcome)| *outcome == known.outcome);
                word.map_or_else(String::new, |(word, _)| word.to_string())
            }
            Self::Move { loss, .. } if winning.is_empty() => loss.to_string(),
            Self::Move { which, .. } => match which {
                Which::All | Which::Unordered => winning.join(" "),
                Which::Any | Which::First => winning[0].clone(),
            },
            Self::Then(words, then) => {
                let word = Self::Words(words.clone()).right(known, &[]);
                match then.right(known, winning) {
                    _ if !known.wins() => word,
                    second if second.is_empty() => second,
                    second => format!("{word}\n{second}"),
                }
            }
        }
    }

    /// Returns what an answer says about the position, under misère play if `misere`; its outcome only if
    /// [`tells_outcome`](Self::tells_outcome).
    pub fn says(&self, answer: &str, misere: bool) -> Known {
        // A number beyond 64 bits is wrong, as the largest number is.
        let number = || answer.parse().unwrap_or(u64::MAX);
        match self {
            Self::Number(modulus) => Known {
                winning_moves: modulus.is_none().then(number),
                ..Outcome::from_grundy_value(number()).into()
            },
            Self::Grundy => Known::of_grundy(number()),
            // The player who makes the last move wins, or under misère play loses.
            Self::Remoteness => Known {
                remoteness: Some(number()),
                ..Outcome::of((number() % 2 == 1) != misere).into()
            },
            Self::Words(words) => {
                let place = words.iter().position(|word| word == answer);
                OUTCOMES[place.unwrap_or(0)].into()
            }
            Self::Move { loss, .. } => Outcome::of(answer != loss).into(),
            Self::Then(words, then) => {
                let (word, second) = answer.split_once('\n').unwrap_or((answer, ""));
                let known = Self::Words(words.clone()).says(word, misere);
                // Nothing says how long the play from a lost position is, with which the closure check would compare it.
                let says = then.says(second, misere);
                let winning_moves = says.winning_moves.filter(|_| !second.is_empty());
                Known {
                    winning_moves,
                    ..known
                }
            }
        }
    }

    /// Returns the names of the moves that are the answer; none of several moves, whose names may have blanks.
    pub fn named<'a>(&self, answer: &'a str) -> Vec<&'a str> {
        match self {
            Self::Move { loss, .. } if loss != answer && self.names_moves() == 1 => vec![answer],
            Self::Then(_, then) => {
                let second = answer.split_once('\n');
                second.map_or_else(Vec::new, |(_, second)| then.named(second))
            }
            Self::Number(_)
            | Self::Grundy
            | Self::Remoteness
            | Self::Words(_)
            | Self::Move { .. } => Vec::new(),
        }
    }

    /// Returns the answer in which the move with this name stands in the place of that which `answer` names.
    pub fn with_named(&self, answer: &str, name: &str) -> String {
        match (self, answer.split_once('\n')) {
            (Self::Then(..), Some((word, _))) => format!("{word}\n{name}"),
            _ => name.to_owned(),
        }
    }

    /// Returns whether two answers are the same, letters compared like this: blanks between words do not matter, nor the order of
    /// moves where they have none.
    ///
    /// ```
    /// use grundy_game::{Form, LetterCase::Fold};
    /// let form: Form = "all-moves None any-order".parse()?;
    /// assert!(form.is_same("a B  c", "b c a", Fold) && !form.is_same("a a", "a", Fold));
    /// # Ok::<(), String>(())
    /// ```
    pub fn is_same(&self, one: &str, other: &str, case: LetterCase) -> bool {
        match (self, one.split_once('\n'), other.split_once('\n')) {
            (Self::Then(_, then), Some((word, one)), Some((same, other))) => {
                case.is_same(word, same) && then.is_same(one, other, case)
            }
            (Self::Move { .. }, ..) if self.has_any_order() => {
                let sorted = |text: &str| {
                    let text = match case {
                        LetterCase::Fold => text.to_ascii_lowercase(),
                        LetterCase::Exact => text.to_owned(),
                    };
                    let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
                    words.sort_unstable();
                    words.join(" ")
                };
                sorted(one) == sorted(other)
            }
            _ => case.is_same(one, other),
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
        outcome: impl FnOnce(&str) -> Result<Option<Outcome>, E>,
    ) -> Result<Option<&'static str>, E> {
        let named = self.named(answer);
        let Some(name) = named.first().filter(|_| self.has_several_right()) else {
            return Ok(Some(""));
        };
        Ok(match outcome(name)? {
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
        if own == to {
            return answer.to_owned();
        }
        let lines = answer.lines().map(|line| {
            // What stands before a word is the prefix of the answer in its input.
            let before = |own: &&str| {
                let before = line.strip_suffix(own)?;
                (before.is_empty() || before.ends_with(' ')).then_some(before)
            };
            let mut words = own.iter().zip(&to);
            let found = words.find_map(|(own, to)| Some(before(own)?.to_owned() + to));
            found.unwrap_or_else(|| line.to_owned()) + "\n"
        });
        lines.collect()
    }

    /// Reads the answers to positions, right or wrong ones: returns each in the task's own spelling of words and phrases that
    /// `case` calls the same. White space only separates words, but where an answer has moves, a line ends with it. O(text).
    ///
    /// ```
    /// use grundy_game::{Form, LetterCase::{Exact, Fold}};
    /// let read = |form: &str, text: &str, case| form.parse::<Form>()?.answers(text, case);
    /// assert_eq!(read("TAK NIE", "Tak nie", Fold)?, ["TAK", "NIE"]);
    /// assert_eq!(read("TAK NIE", "tak", Exact).unwrap_err(), "expected TAK or NIE");
    /// assert_eq!(read("\"I win.\" \"I lose.\" then count", "I win. 3 I lose.", Exact)?, ["I win.\n3", "I lose."]);
    /// assert_eq!(read("A B then move", "B\nA\n take  3\n", Exact)?, ["B", "A\ntake 3"]);
    /// assert_eq!(read("A B then all-moves", "A\n1 2\n2 1\nB\n", Exact)?, ["A\n1 2 2 1", "B"]);
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// What was expected.
    pub fn answers(&self, text: &str, case: LetterCase) -> Result<Vec<String>, String> {
        let has_lines = self.names_moves() > 0;
        let lines = text.lines().flat_map(|line| {
            let words = line.split_ascii_whitespace().peekable();
            words.chain(has_lines.then_some("\n"))
        });
        let words: Vec<&str> = lines.collect();
        let mut rest = trimmed(&words);
        let mut answers = Vec::new();
        while !rest.is_empty() {
            answers.push(self.take(&mut rest, case)?);
            rest = trimmed(rest);
        }
        Ok(answers)
    }

    /// Takes the words of an answer from the front of some words and ends of lines.
    fn take(&self, words: &mut &[&str], case: LetterCase) -> Result<String, String> {
        let (answer, count) = match self {
            Self::Words(known) => {
                let found = known
                    .iter()
                    .find_map(|known| Some((known, begin(words, known, case)?)));
                let (word, count) =
                    found.ok_or_else(|| format!("expected {}", known.join(" or ")))?;
                (word.to_string(), count)
            }
            Self::Number(_) | Self::Grundy | Self::Remoteness => match words.first() {
                Some(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                    (word.to_string(), 1)
                }
                _ => return Err("expected a number".to_owned()),
            },
            Self::Move { loss, .. } => {
                let count = words.iter().take_while(|word| **word != "\n").count();
                if count == 0 {
                    return Err("expected a move".to_owned());
                }
                (case.spelled(&words[..count].join(" "), &[loss]), count)
            }
            Self::Then(known, then) => {
                let word = Self::Words(known.clone()).take(words, case)?;
                if word != known[0] {
                    return Ok(word);
                }
                let mut answer = format!("{word}\n");
                loop {
                    *words = trimmed(words);
                    answer += &then.take(words, case)?;
                    // Several moves may have a line each.
                    let rest = trimmed(words);
                    let is_next = known.iter().any(|known| begin(rest, known, case).is_some());
                    if then.names_moves() < 2 || rest.is_empty() || is_next {
                        return Ok(answer);
                    }
                    answer.push(' ');
                }
            }
        };
        *words = &words[count..];
        Ok(answer)
    }

    /// Reads a claim about a position, which has one line: ` / ` stands for the end of the first of two lines.
    ///
    /// # Errors
    /// What was expected.
    pub fn claimed(&self, line: &str) -> Result<String, String> {
        let line = match self {
            Self::Then(..) => line.replacen(" / ", " ", 1),
            _ => line.to_owned(),
        };
        match &self.answers(&line, LetterCase::Exact)?[..] {
            [answer] => Ok(answer.clone()),
            answers => Err(format!("expected an answer, found {}", answers.len())),
        }
    }
}

/// Returns words without the ends of lines before them.
fn trimmed<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let ends = words.iter().take_while(|word| **word == "\n").count();
    &words[ends..]
}

/// What the form means for those who ask for answers.
impl Form {
    /// Returns the words for a win, a loss and, where there is one, a draw; none where the answer is no such word.
    pub fn outcome_words(&self) -> Vec<&str> {
        match self {
            Self::Words(words) | Self::Then(words, _) => words.iter().map(|word| &**word).collect(),
            Self::Number(_) | Self::Grundy | Self::Remoteness | Self::Move { .. } => Vec::new(),
        }
    }

    /// Returns the form with other words for a win and a loss; `None` where it has not two words.
    pub fn with_words(&self, win: String, loss: String) -> Option<Self> {
        let words = vec![win.into(), loss.into()];
        match self {
            Self::Words(old) if old.len() == 2 => Some(Self::Words(words)),
            Self::Then(old, then) if old.len() == 2 => Some(Self::Then(words, then.clone())),
            _ => None,
        }
    }

    /// Returns whether an answer tells who wins: not a number modulo another one.
    pub const fn tells_outcome(&self) -> bool {
        !matches!(self, Self::Number(Some(_)))
    }

    /// Returns modulo what the answer, or its second line, is a number; `None` where it is the whole number, or none.
    pub fn modulus(&self) -> Option<u64> {
        match self {
            Self::Number(modulus) => *modulus,
            Self::Then(_, then) => then.modulus(),
            Self::Grundy | Self::Remoteness | Self::Words(_) | Self::Move { .. } => None,
        }
    }

    /// Returns the form of claims, which tell more than answers: the whole number in the place of what is left of it.
    #[must_use]
    pub fn of_claims(&self) -> Self {
        match self {
            Self::Number(_) => Self::Number(None),
            Self::Then(words, then) => Self::Then(words.clone(), then.of_claims().into()),
            form => form.clone(),
        }
    }

    /// Returns what is wrong with the names of moves, where an answer has them in any order: a name has several words.
    pub fn misnamed<'a>(&self, mut names: impl Iterator<Item = &'a str>) -> Option<String> {
        let name = names.find(|name| self.has_any_order() && name.contains(' '))?;
        let why = "because answers have moves in any order";
        Some(format!("expected names of one word, {why}, found {name:?}"))
    }

    /// Returns which moves are the answer; `None` where it has none.
    const fn which(&self) -> Option<Which> {
        match self {
            Self::Move { which, .. } => Some(*which),
            Self::Then(_, then) => then.which(),
            Self::Number(_) | Self::Grundy | Self::Remoteness | Self::Words(_) => None,
        }
    }

    /// Returns of how many winning moves, if there are so many, the right answer depends on their names.
    pub const fn names_moves(&self) -> usize {
        match self.which() {
            None => 0,
            Some(Which::Any | Which::First) => 1,
            Some(Which::All | Which::Unordered) => usize::MAX,
        }
    }

    /// Returns whether who wins here and one move further tells the answer: it has the winning moves, or their number.
    pub const fn needs_moves(&self) -> bool {
        match self {
            Self::Number(_) | Self::Move { .. } => true,
            Self::Then(_, then) => then.needs_moves(),
            Self::Grundy | Self::Remoteness | Self::Words(_) => false,
        }
    }

    /// Returns whether any of several answers is right: each winning move.
    pub const fn has_several_right(&self) -> bool {
        matches!(self.which(), Some(Which::Any))
    }

    /// Returns whether an answer may have a second line.
    pub const fn has_second_line(&self) -> bool {
        matches!(self, Self::Then(..))
    }

    /// Returns whether an answer has moves in any order.
    pub const fn has_any_order(&self) -> bool {
        matches!(self.which(), Some(Which::Unordered))
    }

    /// Returns why no answer is known of a position of which the rest is.
    pub fn unknown(&self) -> String {
        let why = match self {
            Self::Then(_, then) if then.names_moves() == 0 => return then.unknown(),
            Self::Remoteness => {
                "no remoteness is known where play leads to sums of several parts, or is too long for the oracle"
            }
            _ => "the game is over and won, and no move wins",
        };
        format!("no answer of the form `{self}`: {why}")
    }

    /// Returns whether answers about all positions are right if each agrees with the moves and with the answers one move further only
    /// in the exact number of moves.
    pub const fn is_length(&self) -> bool {
        matches!(self, Self::Remoteness)
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
    /// assert_eq!(Form::Remoteness.of_formula(), None);
    /// ```
    pub fn of_formula(&self) -> Option<Answers<'_>> {
        match self {
            Self::Grundy => Some(Answers::Value),
            Self::Words(words) => Some(Answers::Outcome {
                won: &words[0],
                lost: &words[1],
            }),
            Self::Number(_) | Self::Remoteness | Self::Move { .. } | Self::Then(..) => None,
        }
    }

    /// Returns whether the case of letters may make a difference.
    pub const fn has_letters(&self) -> bool {
        matches!(self, Self::Words(_) | Self::Move { .. } | Self::Then(..))
    }

    /// Returns the answer to a lost position.
    pub fn of_lost(&self) -> &str {
        match self {
            Self::Words(words) | Self::Then(words, _) => &words[1],
            Self::Move { loss, .. } => loss,
            Self::Number(_) | Self::Grundy | Self::Remoteness => "0",
        }
    }
}

/// Returns how many words a phrase has, if the `words` begin with them.
fn begin(words: &[&str], phrase: &str, case: LetterCase) -> Option<usize> {
    let count = phrase.split_ascii_whitespace().count();
    let same = |first: &[&str]| case.is_same(&first.join(" "), phrase);
    words.get(..count).is_some_and(same).then_some(count)
}

/// The outcomes whose words are those of a form, in this order.
const OUTCOMES: [Outcome; 3] = [Outcome::N, Outcome::P, Outcome::Draw];

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
