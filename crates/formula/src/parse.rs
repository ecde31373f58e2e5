//! Reading formulas: a parser by recursive descent over tokens.

use std::str::FromStr;
use std::sync::Arc;

use crate::expr::{Expr, Fold, Gather, Name, Sequence};
use crate::formula::{Formula, Says};
use crate::number::{Function, Operator};
use crate::position::{Class, Kind, View};

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

#[derive(Default)]
struct Parser<'a> {
    text: &'a str,
    /// Words, digits, characters between quotes, and signs; the end is an empty one.
    tokens: Vec<&'a str>,
    at: usize,
    depth: usize,
    operators: usize,
}

impl FromStr for Formula {
    type Err = Misread;

    /// Reads `value = EXPRESSION`, `lost iff EXPRESSION` or `won iff EXPRESSION`. O(length).
    fn from_str(text: &str) -> Result<Self, Misread> {
        const WHAT: &str = "`value =`, `lost iff` or `won iff`";
        let mut parser = Parser {
            text,
            tokens: split(text),
            ..Parser::default()
        };
        let word = parser.word(WHAT)?;
        let (says, then) = match word {
            "value" => (Says::Value, "="),
            "lost" | "won" => (Says::Lost, "iff"),
            _ => return Err(parser.before(WHAT)),
        };
        parser.needs(then)?;
        let mut expr = parser.expr()?;
        if !parser.token().is_empty() {
            return Err(parser.here("an operator or the end"));
        }
        if word == "won" {
            expr = Expr::Call(Function::Not, Arc::new(expr));
        }
        Ok(Self { says, expr })
    }
}

fn split(text: &str) -> Vec<&str> {
    let (mut rest, mut tokens) = (text.trim_start(), Vec::new());
    while let Some(c) = rest.chars().next() {
        let of = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let length = if c.is_ascii_digit() {
            of(|c| c.is_ascii_digit())
        } else if c.is_alphabetic() {
            of(char::is_alphanumeric)
        } else if let ('\'', Some((end, '\''))) = (c, rest.char_indices().nth(2)) {
            end + 1
        } else if ["!=", "<=", ">="].iter().any(|sign| rest.starts_with(sign)) {
            2
        } else {
            c.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens.push(rest);
    tokens
}

impl<'a> Parser<'a> {
    fn token(&self) -> &'a str {
        self.tokens[self.at]
    }

    fn wrong(&self, token: usize, expected: &str) -> Misread {
        let found = self.tokens[token];
        let before = &self.text[..found.as_ptr().addr() - self.text.as_ptr().addr()];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Misread {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            expected: expected.to_owned(),
            found: match found {
                "" => "the end".to_owned(),
                found if character(found).is_some() => found.to_owned(),
                found => format!("`{found}`"),
            },
        }
    }

    fn here(&self, expected: &str) -> Misread {
        self.wrong(self.at, expected)
    }

    fn before(&self, expected: &str) -> Misread {
        self.wrong(self.at - 1, expected)
    }

    fn takes(&mut self, token: &str) -> bool {
        let is_there = self.token() == token;
        self.at += usize::from(is_there);
        is_there
    }

    fn needs(&mut self, token: &str) -> Result<(), Misread> {
        let is_there = self.takes(token);
        let wrong = || self.here(&format!("`{token}`"));
        is_there.then_some(()).ok_or_else(wrong)
    }

    fn word(&mut self, expected: &str) -> Result<&'a str, Misread> {
        let word = self.token();
        if !word.starts_with(char::is_alphabetic) {
            return Err(self.here(expected));
        }
        self.at += 1;
        Ok(word)
    }

    fn number<T: FromStr>(&mut self, expected: &str) -> Result<T, Misread> {
        let minus = if self.takes("-") { "-" } else { "" };
        let number = format!("{minus}{}", self.token()).parse();
        let number = number.map_err(|_| self.here(expected))?;
        self.at += 1;
        Ok(number)
    }

    fn expr(&mut self) -> Result<Expr, Misread> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.here("at most 100 levels of brackets"));
        }
        let expr = if self.takes("if") {
            let condition = self.expr()?;
            self.needs("then")?;
            let one = self.expr()?;
            self.needs("else")?;
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
            let (sign, is_swapped) = match self.token() {
                ">" => ("<", true),
                ">=" => ("<=", true),
                sign => (sign, false),
            };
            let is_named = |name, level| name == sign && (least..6).contains(&level);
            let named = Operator::ALL.into_iter().find(|of| is_named(of.1, of.2));
            let Some((operator, _, level)) = named else {
                return Ok(left);
            };
            self.at += 1;
            let mut right = self.operators(level + 1)?;
            if is_swapped {
                std::mem::swap(&mut left, &mut right);
            }
            left = Expr::binary(operator, left, right);
        }
    }

    fn primary(&mut self) -> Result<Expr, Misread> {
        const WHAT: &str = "a number, a name, a function or `(`";
        if self.takes("(") {
            let expr = self.expr()?;
            self.needs(")")?;
            return Ok(expr);
        }
        if self
            .token()
            .starts_with(|c: char| c.is_ascii_digit() || c == '-')
        {
            return Ok(Expr::Number(self.number("a number of at most 64 bits")?));
        }
        let word = self.word(WHAT)?;
        if let Some(name) = Name::ALL.into_iter().find(|name| name.letter() == word) {
            return Ok(Expr::Name(name));
        }
        if let [letter @ b'a'..=b'h'] = word.as_bytes() {
            return Ok(Expr::Place((letter - b'a').into()));
        }
        if word == "not" && self.token() != "(" {
            return Ok(Expr::Call(Function::Not, Arc::new(self.operators(2)?)));
        }
        let function = Function::ALL.iter().find(|(_, name, _)| *name == word);
        let gather = self.gather(word);
        let is_call = |name, level| name == word && level == 6;
        let operator = Operator::ALL.into_iter().find(|of| is_call(of.1, of.2));
        let is_known = function.is_some() || gather.is_some() || operator.is_some();
        if !is_known && !["periodic", "digits"].contains(&word) {
            return Err(self.before(WHAT));
        }
        self.needs("(")?;
        let expr = if let Some((function, ..)) = function {
            Expr::Call(*function, Arc::new(self.expr()?))
        } else if let Some(gather) = gather {
            self.fold(gather, word == "count")?
        } else {
            let x = self.expr()?;
            self.needs(",")?;
            match (operator, word) {
                (Some((operator, ..)), _) => Expr::binary(operator, x, self.expr()?),
                (None, "periodic") => Expr::Sequence(Arc::new(self.periodic()?), Arc::new(x)),
                (None, _) => Expr::Sequence(Arc::new(self.digits()?), Arc::new(x)),
            }
        };
        self.needs(")")?;
        Ok(expr)
    }

    fn gather(&self, word: &str) -> Option<Gather> {
        let next = self.tokens.get(self.at + 1);
        let is_of_row = || Kind::ALL.iter().any(|(_, name, _)| Some(name) == next);
        match word {
            "count" => return Some(Gather::Sum),
            "max" | "min" if !is_of_row() => return None,
            _ => {}
        }
        if let Some(base) = word
            .strip_prefix("nimsum")
            .and_then(|base| base.parse().ok())
        {
            return (2..=16).contains(&base).then_some(Gather::Digits(base));
        }
        let named = Gather::ALL.iter().find(|(_, name, _)| *name == word);
        named.map(|(gather, ..)| *gather)
    }

    fn list(&mut self) -> Result<Vec<i64>, Misread> {
        self.needs("[")?;
        let mut numbers = Vec::new();
        while !self.takes("]") {
            if !numbers.is_empty() {
                self.needs(",")?;
            }
            numbers.push(self.number("a number or `]`")?);
        }
        Ok(numbers)
    }

    fn periodic(&mut self) -> Result<Sequence, Misread> {
        let before = self.list()?;
        self.needs(",")?;
        let period = self.list()?;
        if period.is_empty() {
            return Err(self.before("a period of at least one number"));
        }
        let saltus = if self.takes(",") {
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
        let rules = self.expressions(",")?;
        if rules.len() < 2 {
            return Err(self.here("`,` and a rule: one for each digit, at least two"));
        }
        Ok(Sequence::Digits { first, rules })
    }

    /// Expressions between commas, if a token is in front of the first one.
    fn expressions(&mut self, mut token: &str) -> Result<Vec<Expr>, Misread> {
        let mut expressions = Vec::new();
        while self.takes(token) {
            expressions.push(self.expr()?);
            token = ",";
        }
        Ok(expressions)
    }

    fn fold(&mut self, gather: Gather, is_count: bool) -> Result<Expr, Misread> {
        let view = self.view()?;
        let class = if self.takes("by") {
            self.class()?
        } else {
            Class::All
        };
        let count = class.count();
        let parts = if is_count {
            vec![Expr::Number(1)]
        } else if self.token() == ":" {
            self.expressions(":")?
        } else {
            vec![Expr::Name(Name::Part); count]
        };
        if parts.len() != count {
            return Err(self.here(&format!("{count} expressions, one for each class")));
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
        let of = match self.word(WHAT)? {
            "left" => Class::Left,
            "right" => Class::Right,
            "first" => return Ok(Class::First),
            "last" => return Ok(Class::Last),
            _ => return Err(self.before(WHAT)),
        };
        let count = self.number("the number of classes, from 2 to 9")?;
        if (2..10).contains(&count) {
            Ok(of(count))
        } else {
            Err(self.before("from 2 to 9 classes"))
        }
    }

    fn view(&mut self) -> Result<View, Misread> {
        const WHAT: &str = "a row: parts, sorted, differences, gaps, endgaps, groups, runs, indices, multiplicities, \
                            branches, or places, runs or between with a character";
        let word = self.word(WHAT)?;
        let by = character(self.token());
        self.at += usize::from(by.is_some());
        let is_kind = |kind: Kind| kind.character().is_some() == by.is_some();
        let named = Kind::ALL
            .iter()
            .find(|(kind, name, _)| *name == word && is_kind(*kind));
        let kind = match (named, by) {
            (Some((kind, ..)), _) => kind.with(by.unwrap_or_default()),
            (None, Some(_)) => return Err(self.before("`:`, `by`, `after`, `reversed` or `)`")),
            (None, None) => return Err(self.before(WHAT)),
        };
        let after = if self.takes("after") {
            self.number("how many numbers are left out")?
        } else {
            0
        };
        Ok(View {
            kind,
            after,
            reversed: self.takes("reversed"),
        })
    }
}

/// The character between quotes, if a token is one.
fn character(token: &str) -> Option<char> {
    token.strip_prefix('\'')?.strip_suffix('\'')?.chars().next()
}
