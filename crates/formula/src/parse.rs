//! Reading formulas: a parser by recursive descent over tokens.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::expr::{Expr, Fold, Gather, Name, Sequence};
use crate::formula::{Formula, Says};
use crate::number::{Function, Operator};
use crate::position::{Class, Kind, OF_NUMBERS, View};

/// Where a formula cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct Misread {
    /// The line, from 1 on.
    pub line: usize,
    /// The column, from 1 on.
    pub column: usize,
    /// What could stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

/// Brackets and conditions may be nested this deep.
const DEEPEST: usize = 100;
/// More operators are no formula that a person reads; evaluation goes as deep as they do.
const MOST_OPERATORS: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Number(&'a str),
    Character(char),
    Sign(&'a str),
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(text) | Self::Number(text) | Self::Sign(text) => write!(f, "`{text}`"),
            Self::Character(c) => write!(f, "'{c}'"),
            Self::End => f.write_str("the end"),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(usize, Token<'a>)>,
    at: usize,
    depth: usize,
    operators: usize,
}

impl FromStr for Formula {
    type Err = Misread;

    /// Reads `value = EXPRESSION`, `lost iff EXPRESSION` or `won iff EXPRESSION`. O(length).
    fn from_str(text: &str) -> Result<Self, Misread> {
        formula(text)
    }
}

fn formula(text: &str) -> Result<Formula, Misread> {
    let mut parser = Parser {
        text,
        tokens: Vec::new(),
        at: 0,
        depth: 0,
        operators: 0,
    };
    parser.tokens = parser.split();
    let (says, is_won) = match parser.word("`value =`, `lost iff` or `won iff`")? {
        "value" => (Says::Value, false),
        "lost" => (Says::Lost, false),
        "won" => (Says::Lost, true),
        _ => return Err(parser.before("`value =`, `lost iff` or `won iff`")),
    };
    match says {
        Says::Value => parser.sign("=")?,
        Says::Lost => parser.keyword("iff")?,
    }
    let mut expr = parser.expr()?;
    if *parser.token() != Token::End {
        return Err(parser.here("an operator or the end"));
    }
    if is_won {
        expr = Expr::Call(Function::Not, Arc::new(expr));
    }
    Ok(Formula { says, expr })
}

impl<'a> Parser<'a> {
    fn split(&self) -> Vec<(usize, Token<'a>)> {
        let (text, mut at, mut tokens) = (self.text, 0, Vec::new());
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            let of = |is: fn(char) -> bool| &rest[..rest.find(|c| !is(c)).unwrap_or(rest.len())];
            let (token, length) = if c.is_whitespace() {
                at += c.len_utf8();
                continue;
            } else if c.is_ascii_digit() {
                let digits = of(|c| c.is_ascii_digit());
                (Token::Number(digits), digits.len())
            } else if c.is_alphabetic() {
                let word = of(char::is_alphanumeric);
                (Token::Word(word), word.len())
            } else if let Some(c) = rest.strip_prefix('\'').and_then(|rest| rest.chars().next())
                && rest[1 + c.len_utf8()..].starts_with('\'')
            {
                (Token::Character(c), c.len_utf8() + 2)
            } else {
                let two = ["!=", "<=", ">="].iter().any(|sign| rest.starts_with(sign));
                let length = if two { 2 } else { c.len_utf8() };
                (Token::Sign(&rest[..length]), length)
            };
            tokens.push((at, token));
            at += length;
        }
        tokens.push((text.len(), Token::End));
        tokens
    }

    fn token(&self) -> &Token<'a> {
        &self.tokens[self.at].1
    }

    fn wrong(&self, token: usize, expected: &str) -> Misread {
        let (at, found) = &self.tokens[token];
        let before = &self.text[..*at];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Misread {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            expected: expected.to_owned(),
            found: found.to_string(),
        }
    }

    fn here(&self, expected: &str) -> Misread {
        self.wrong(self.at, expected)
    }

    fn before(&self, expected: &str) -> Misread {
        self.wrong(self.at - 1, expected)
    }

    fn takes(&mut self, token: &Token<'_>) -> bool {
        let is_there = self.token() == token;
        self.at += usize::from(is_there);
        is_there
    }

    fn takes_word(&mut self, word: &str) -> bool {
        self.takes(&Token::Word(word))
    }

    fn keyword(&mut self, word: &str) -> Result<(), Misread> {
        if self.takes_word(word) {
            Ok(())
        } else {
            Err(self.here(&format!("`{word}`")))
        }
    }

    fn sign(&mut self, sign: &str) -> Result<(), Misread> {
        let is_there = self.takes(&Token::Sign(sign));
        if is_there {
            Ok(())
        } else {
            Err(self.here(&format!("`{sign}`")))
        }
    }

    fn word(&mut self, expected: &str) -> Result<&'a str, Misread> {
        match *self.token() {
            Token::Word(word) => {
                self.at += 1;
                Ok(word)
            }
            _ => Err(self.here(expected)),
        }
    }

    fn number<T: FromStr>(&mut self, expected: &str) -> Result<T, Misread> {
        let is_negative = self.takes(&Token::Sign("-"));
        let number = match *self.token() {
            Token::Number(digits) if is_negative => format!("-{digits}").parse().ok(),
            Token::Number(digits) => digits.parse().ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| self.here(expected))?;
        self.at += 1;
        Ok(number)
    }

    fn expr(&mut self) -> Result<Expr, Misread> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.here("at most 100 levels of brackets"));
        }
        let expr = if self.takes_word("if") {
            let condition = self.expr()?;
            self.keyword("then")?;
            let one = self.expr()?;
            self.keyword("else")?;
            Expr::If(Arc::new([condition, one, self.expr()?]))
        } else {
            self.operators(0)?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn operators(&mut self, least: u8) -> Result<Expr, Misread> {
        self.operators += 1;
        if self.operators > MOST_OPERATORS {
            return Err(self.here("at most 1,000 operators and brackets"));
        }
        let mut left = self.primary()?;
        loop {
            let (Token::Word(name) | Token::Sign(name)) = *self.token() else {
                return Ok(left);
            };
            let (name, is_swapped) = match name {
                ">" => ("<", true),
                ">=" => ("<=", true),
                name => (name, false),
            };
            let named = Operator::ALL.iter().find(|(_, of)| *of == name);
            let Some((operator, _)) = named.filter(|(o, _)| (least..6).contains(&o.level())) else {
                return Ok(left);
            };
            self.at += 1;
            let right = self.operators(operator.level() + 1)?;
            let (one, other) = if is_swapped {
                (right, left)
            } else {
                (left, right)
            };
            left = Expr::binary(*operator, one, other);
        }
    }

    fn primary(&mut self) -> Result<Expr, Misread> {
        const WHAT: &str = "a number, a name, a function or `(`";
        match *self.token() {
            Token::Number(_) | Token::Sign("-") => {
                Ok(Expr::Number(self.number("a number of at most 64 bits")?))
            }
            Token::Sign("(") => {
                self.at += 1;
                let expr = self.expr()?;
                self.sign(")")?;
                Ok(expr)
            }
            Token::Word(word) => {
                self.at += 1;
                self.named(word)
            }
            _ => Err(self.here(WHAT)),
        }
    }

    fn named(&mut self, word: &str) -> Result<Expr, Misread> {
        match word {
            "x" => return Ok(Expr::Name(Name::Part)),
            "i" => return Ok(Expr::Name(Name::Index)),
            "n" => return Ok(Expr::Name(Name::Rest)),
            "f" => return Ok(Expr::Name(Name::Value)),
            _ => {}
        }
        if let [letter @ b'a'..=b'h'] = word.as_bytes() {
            return Ok(Expr::Place((letter - b'a').into()));
        }
        let function = Function::ALL.iter().find(|(_, name, _)| *name == word);
        if word == "not" && *self.token() != Token::Sign("(") {
            return Ok(Expr::Call(Function::Not, Arc::new(self.operators(2)?)));
        }
        let operator = Operator::ALL
            .iter()
            .find(|(o, name)| *name == word && o.level() == 6);
        let is_row = self
            .tokens
            .get(self.at + 1)
            .is_some_and(|(_, token)| is_view(token));
        let gather = match word {
            "sum" | "count" => Some(Gather::Sum),
            "max" if is_row => Some(Gather::Max),
            "min" if is_row => Some(Gather::Min),
            "first" => Some(Gather::First),
            "last" => Some(Gather::Last),
            "leading" => Some(Gather::Leading),
            "nimsum" => Some(Gather::Digits(2)),
            _ => {
                let base = word
                    .strip_prefix("nimsum")
                    .and_then(|base| base.parse().ok());
                base.filter(|base| (2..=16).contains(base))
                    .map(Gather::Digits)
            }
        };
        let is_known = function.is_some() || operator.is_some() || gather.is_some();
        if !is_known && !["periodic", "digits"].contains(&word) {
            return Err(self.before("a number, a name, a function or `(`"));
        }
        self.sign("(")?;
        let expr = if let Some((function, ..)) = function {
            Expr::Call(*function, Arc::new(self.expr()?))
        } else if let Some(gather) = gather {
            self.fold(gather, word == "count")?
        } else if let Some((operator, _)) = operator {
            let left = self.expr()?;
            self.sign(",")?;
            Expr::binary(*operator, left, self.expr()?)
        } else {
            let x = self.expr()?;
            self.sign(",")?;
            let sequence = if word == "periodic" {
                self.periodic()?
            } else {
                self.digits()?
            };
            Expr::Sequence(Arc::new(sequence), Arc::new(x))
        };
        self.sign(")")?;
        Ok(expr)
    }

    fn list(&mut self) -> Result<Vec<i64>, Misread> {
        self.sign("[")?;
        let mut numbers = Vec::new();
        while !self.takes(&Token::Sign("]")) {
            if !numbers.is_empty() {
                self.sign(",")?;
            }
            numbers.push(self.number("a number or `]`")?);
        }
        Ok(numbers)
    }

    fn periodic(&mut self) -> Result<Sequence, Misread> {
        let before = self.list()?;
        self.sign(",")?;
        let period = self.list()?;
        if period.is_empty() {
            return Err(self.before("a period of at least one number"));
        }
        let saltus = if self.takes(&Token::Sign(",")) {
            self.number("the saltus")?
        } else {
            0
        };
        Ok(Sequence::Periodic {
            before,
            period,
            saltus,
        })
    }

    fn digits(&mut self) -> Result<Sequence, Misread> {
        let first = self.list()?;
        if first.is_empty() {
            return Err(self.before("the value of 0"));
        }
        let mut rules = Vec::new();
        while self.takes(&Token::Sign(",")) {
            rules.push(self.expr()?);
        }
        if rules.len() < 2 {
            return Err(self.here("`,` and a rule: one for each digit, at least two"));
        }
        Ok(Sequence::Digits { first, rules })
    }

    fn fold(&mut self, gather: Gather, is_count: bool) -> Result<Expr, Misread> {
        let view = self.view()?;
        let class = if self.takes_word("by") {
            self.class()?
        } else {
            Class::All
        };
        let mut parts = Vec::new();
        if is_count {
            parts.push(Expr::Number(1));
        } else if self.takes(&Token::Sign(":")) {
            parts.push(self.expr()?);
            while self.takes(&Token::Sign(",")) {
                parts.push(self.expr()?);
            }
        } else {
            parts = vec![Expr::Name(Name::Part); class.count()];
        }
        if parts.len() != class.count() {
            return Err(self.here(&format!(
                "{} expressions, one for each class",
                class.count()
            )));
        }
        Ok(Expr::Fold(Arc::new(Fold {
            gather,
            view,
            class,
            parts,
        })))
    }

    fn class(&mut self) -> Result<Class, Misread> {
        const WHAT: &str = "`left N`, `right N`, `first` or `last`";
        let word = self.word(WHAT)?;
        let mut count = || {
            let count = self.number("the number of classes, from 2 to 9")?;
            if (2..10).contains(&count) {
                Ok(count)
            } else {
                Err(self.before("from 2 to 9 classes"))
            }
        };
        match word {
            "left" => Ok(Class::Left(count()?)),
            "right" => Ok(Class::Right(count()?)),
            "first" => Ok(Class::First),
            "last" => Ok(Class::Last),
            _ => Err(self.before(WHAT)),
        }
    }

    fn view(&mut self) -> Result<View, Misread> {
        const WHAT: &str = "a row: parts, sorted, differences, gaps, endgaps, groups, runs, indices, multiplicities, \
                            branches, or places, runs or between with a character";
        let word = self.word(WHAT)?;
        let kind = if let Token::Character(c) = *self.token() {
            self.at += 1;
            match word {
                "places" => Kind::Places(c),
                "runs" => Kind::RunsOf(c),
                "between" => Kind::Between(c),
                _ => return Err(self.before("`:`, `by`, `after`, `reversed` or `)`")),
            }
        } else if word == "branches" {
            Kind::Branches
        } else {
            let named = OF_NUMBERS.iter().find(|(_, name, _)| *name == word);
            named.ok_or_else(|| self.before(WHAT))?.0
        };
        let after = if self.takes_word("after") {
            self.number("how many numbers are left out")?
        } else {
            0
        };
        Ok(View {
            kind,
            after,
            reversed: self.takes_word("reversed"),
        })
    }
}

fn is_view(token: &Token<'_>) -> bool {
    let Token::Word(word) = token else {
        return false;
    };
    ["places", "between", "branches"].contains(word)
        || OF_NUMBERS.iter().any(|(_, name, _)| name == word)
}
