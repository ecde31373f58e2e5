//! What is said of a form of answers: its text in the description of a game, and its words in a problem package.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde_json::Value;

use super::{Form, LetterCase, Which, begin};

/// A word or a phrase of the text of a form, and whether it stands in quotation marks.
type Token<'a> = (bool, &'a str);

/// The words with which a form begins that are no phrases.
const RESERVED: [&str; 7] = [
    "count",
    "grundy",
    "remoteness",
    "move",
    "first-move",
    "all-moves",
    "then",
];

impl Which {
    /// The words for it before and behind the phrase for a P-position.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Any => ("move", ""),
            Self::First => ("first-move", ""),
            Self::All => ("all-moves", ""),
            Self::Unordered => ("all-moves", "any-order"),
        }
    }
}

impl FromStr for Form {
    type Err = String;

    /// Parses the value of `answer` in the description of a rules program.
    ///
    /// ```
    /// use grundy_game::Form;
    /// for text in ["count mod 2", "all-moves - any-order", "\"Stan wins.\" \"Ollie wins.\"", "First Second then move"] {
    ///     assert_eq!(text.parse::<Form>()?.to_string(), text);
    /// }
    /// assert!("count mod 1".parse::<Form>().is_err() && "Win \"Win all\"".parse::<Form>().is_err());
    /// # Ok::<(), String>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, String> {
        let form = tokens(text).and_then(|tokens| Self::parsed(&tokens, false));
        form.ok_or_else(|| {
            format!(
                "answer: expected two different words, three of them in a game with loops, of which none begins with another one, and \
                 perhaps `then` and the form of a second line; `count`, `count mod P`, `grundy` or `remoteness`; or `move`, \
                 `first-move` or `all-moves` and a word; a word may be a phrase in quotation marks; found {text:?}"
            )
        })
    }
}

impl TryFrom<String> for Form {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Returns the words and phrases of the text of a form; `None` where a phrase or a quotation mark is wrong.
fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let is_phrase = |text: &str| {
        let is_printable = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        text.len() <= 100 && is_printable && !text.trim_ascii().is_empty()
    };
    let (mut tokens, mut is_quoted) = (Vec::new(), true);
    for piece in text.split('"') {
        is_quoted = !is_quoted;
        if !is_quoted {
            tokens.extend(piece.split_ascii_whitespace().map(|word| (false, word)));
        } else if is_phrase(piece) {
            tokens.push((true, piece));
        } else {
            return None;
        }
    }
    (!is_quoted).then_some(tokens)
}

impl Form {
    /// Returns the form with this text; of the second line of a form if `is_second`.
    fn parsed(tokens: &[Token<'_>], is_second: bool) -> Option<Self> {
        match *tokens {
            [(false, "count")] => return Some(Self::Number(None)),
            [(false, "count"), (false, "mod"), (false, modulus)] => {
                let modulus = modulus.parse().ok();
                let modulus = modulus.filter(|modulus| (2..=i64::MAX as u64).contains(modulus));
                return modulus.map(|modulus| Self::Number(Some(modulus)));
            }
            [(false, "remoteness")] => return Some(Self::Remoteness),
            [(false, "grundy")] if !is_second => return Some(Self::Grundy),
            [
                (false, name @ ("move" | "first-move" | "all-moves")),
                ref rest @ ..,
            ] => {
                let (loss, rest) = match rest {
                    rest if is_second => ("", rest),
                    [(_, loss), rest @ ..] => (*loss, rest),
                    [] => return None,
                };
                let order = match rest {
                    [] => "",
                    [(false, order)] => order,
                    _ => return None,
                };
                let all = [Which::Any, Which::First, Which::All, Which::Unordered];
                let which = all
                    .into_iter()
                    .find(|which| which.words() == (name, order))?;
                let loss = loss.to_owned().into();
                return Some(Self::Move { loss, which });
            }
            _ if is_second => return None,
            _ => {}
        }
        let mut parts = tokens.splitn(2, |token| *token == (false, "then"));
        let words: Vec<&str> = parts.next()?.iter().map(|(_, word)| *word).collect();
        let begins = |word: &&str| {
            let split: Vec<&str> = word.split_ascii_whitespace().collect();
            let with = words
                .iter()
                .filter_map(|other| begin(&split, other, LetterCase::Exact));
            // With itself it begins.
            with.count() > 1
        };
        if !(2..=3).contains(&words.len()) || words.iter().any(begins) {
            return None;
        }
        let words = words.iter().map(|&word| word.to_owned().into()).collect();
        match parts.next() {
            None => Some(Self::Words(words)),
            Some(then) => Some(Self::Then(words, Self::parsed(then, true)?.into())),
        }
    }
}

impl Display for Form {
    /// Writes what [`FromStr`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |word: &str| match word {
            word if word.contains(' ') || RESERVED.contains(&word) => format!("\"{word}\""),
            word => word.to_owned(),
        };
        match self {
            Self::Number(None) => f.write_str("count"),
            Self::Number(Some(modulus)) => write!(f, "count mod {modulus}"),
            Self::Grundy => f.write_str("grundy"),
            Self::Remoteness => f.write_str("remoteness"),
            Self::Words(words) => {
                let words: Vec<String> = words.iter().map(|text| word(text)).collect();
                f.write_str(&words.join(" "))
            }
            Self::Then(words, then) => write!(f, "{} then {then}", Self::Words(words.clone())),
            Self::Move { loss, which } => {
                let ((name, order), loss) = (which.words(), word(loss));
                let parts = [name, &loss, order].into_iter();
                let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
                f.write_str(&parts.join(" "))
            }
        }
    }
}

/// The words of the form in a problem package.
impl Form {
    /// The output of the task in a statement. `word` is how words stand there.
    pub fn statement(&self, word: &dyn Fn(&str) -> String) -> String {
        match self {
            Self::Number(modulus) => {
                let modulo = modulus.map_or_else(String::new, |modulus| format!(" modulo {modulus}"));
                format!("The number of winning moves{modulo}.")
            }
            Self::Remoteness => {
                "The number of moves until the game ends, when the player who wins plays for a short game and the other player \
                 for a long one."
                    .to_owned()
            }
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
                    Which::Unordered => "All winning moves, in any order, with blanks between them",
                };
                let order = match which {
                    Which::Any | Which::Unordered => "",
                    Which::First | Which::All => " and the order of moves",
                };
                let otherwise = match &**loss {
                    "" => String::new(),
                    loss => format!(", or {} if there is none", word(loss)),
                };
                format!("DRAFT: the form of a move{order}. {moves}{otherwise}.")
            }
            Self::Then(words, then) => {
                let words = Self::Words(words.clone()).statement(word);
                format!("{words} If the player to move wins, a second line follows. {}", then.statement(word))
            }
        }
    }

    /// A declaration in C++: the answer behind which a second line follows, empty where there is none.
    pub fn two_lines(&self) -> String {
        let two_lines = match self {
            Self::Then(words, _) => &*words[0],
            _ => "",
        };
        format!("const std::string TWO_LINES = {};\n", quoted(two_lines))
    }

    /// Declarations in C++: the answer of two lines, and whether `word` can be the first and the second line of the answer to a
    /// position.
    pub fn validation(&self) -> String {
        let second = match self {
            Self::Then(_, then) => then,
            one => one,
        };
        let declared = self.two_lines() + "\n";
        let tests = [("is_answer", self), ("is_second", second)].map(|(name, form)| {
            let test = form.line();
            format!("static bool {name}(const std::string& word) {{ return {test}; }}\n")
        });
        declared + &tests.concat()
    }

    /// An expression in C++: whether `word` can be the first line of the answer to a position.
    fn line(&self) -> String {
        match self {
            Self::Words(words) | Self::Then(words, _) => {
                let words = words.iter().map(|word| format!("word == {}", quoted(word)));
                words.collect::<Vec<_>>().join(" || ")
            }
            Self::Move { .. } => "!word.empty()".to_owned(),
            Self::Number(_) | Self::Grundy | Self::Remoteness => {
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
        let wins = format!("winning or {misere} and not moves[position]");
        let answer = match self {
            Self::Number(None) => "str(len(winning))".to_owned(),
            Self::Number(Some(modulus)) => format!("str(len(winning) % {modulus})"),
            Self::Grundy => "str(values[position])".to_owned(),
            Self::Remoteness => "str(lengths[position])".to_owned(),
            Self::Then(words, then) => {
                let (word, _) = Self::Words(words.clone()).solution(misere);
                let (second, _) = then.solution(misere);
                format!("({word}) + ('\\n' + {second} if {wins} else '')")
            }
            Self::Words(words) => {
                let draw = words.get(2).map_or_else(String::new, |draw| {
                    format!("{} if values[position] == 2 else ", single(draw))
                });
                let (win, loss) = (single(&words[0]), single(&words[1]));
                format!("{win} if {wins} else {draw}{loss}")
            }
            Self::Move { loss, .. } if self.names_moves() > 1 => {
                format!("' '.join(winning) or {}", quoted(loss))
            }
            Self::Move { loss, .. } => format!("(winning + [{}])[0]", quoted(loss)),
        };
        let words = self.outcome_words().into_iter();
        let words = words.map(|word| format!("{}: {}", single(word), quoted(word)));
        (answer, words.collect::<Vec<_>>().join(", "))
    }
}

/// A text in double quotes, as Python and C++ have it.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
