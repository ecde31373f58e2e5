//! Expressions: what a formula says of a position, as data.

use std::sync::Arc;

use num_integer::Integer;

use crate::number::{Function, Number, Operator as O, length};
use crate::position::{Class, Kind, Position, View, branches};

/// A number that is computed of a position. Truth is 1 and 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A constant.
    Number(i64),
    /// The number of the position at this index: `a`, `b`, `c` ...
    Place(usize),
    /// The name of what changes within a fold or a recursion.
    Name(Name),
    /// A function of a number.
    Call(Function, Arc<Expr>),
    /// Two numbers and an operator.
    Binary(O, Arc<Expr>, Arc<Expr>),
    /// The second where the first is true, and else the third.
    If(Arc<[Expr; 3]>),
    /// A sequence at the index that the expression says.
    Sequence(Arc<Sequence>, Arc<Expr>),
    /// One number of a row of numbers.
    Fold(Arc<Fold>),
}

/// A name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// `x`: a part of a row.
    Part,
    /// `i`: its index, from 1 on.
    Index,
    /// `n`: the number without its last digit, in a recursion over digits.
    Rest,
    /// `f`: the value of that number.
    Value,
}

impl Name {
    /// All names.
    pub const ALL: [Self; 4] = [Self::Part, Self::Index, Self::Rest, Self::Value];

    /// How expressions call it.
    pub const fn letter(self) -> &'static str {
        ["x", "i", "n", "f"][self as usize]
    }

    /// Whether it is the first of the two names that have values together.
    pub const fn is_first(self) -> bool {
        matches!(self, Self::Part | Self::Rest)
    }
}

/// A sequence that is not an expression in its index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sequence {
    /// Numbers, and then numbers again and again, each time increased by the saltus.
    Periodic {
        /// The values of 0, 1, 2 and so on.
        before: Vec<i64>,
        /// The first period.
        period: Vec<i64>,
        /// How much each period is more than the one before.
        saltus: i64,
    },
    /// By digits in base `rules.len()`: the value of a number by its last digit, and its other digits `n` and their value `f`.
    Digits {
        /// The values of 0, 1, 2 and so on; at least one.
        first: Vec<i64>,
        /// An expression for each last digit.
        rules: Vec<Expr>,
    },
}

/// What a fold makes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gather {
    /// The digit sums modulo this base: of binary digits, each sum a digit of the result. In base 2 the nim-sum.
    Digits(u32),
    /// The sum.
    Sum,
    /// The largest; 0 of an empty row.
    Max,
    /// The smallest; 0 of an empty row.
    Min,
    /// The first; 0 of an empty row.
    First,
    /// The last; 0 of an empty row.
    Last,
    /// How many are not 0 in front of the first 0.
    Leading,
}

impl Gather {
    /// All that a fold makes of a row, with their names in expressions and in words; the nim-sum stands for all digit sums.
    pub const ALL: [(Self, &'static str, &'static str); 7] = [
        (Self::Digits(2), "nimsum", "the nim-sum"),
        (Self::Sum, "sum", "the sum"),
        (Self::Max, "max", "the largest"),
        (Self::Min, "min", "the smallest"),
        (Self::First, "first", "the first"),
        (Self::Last, "last", "the last"),
        (
            Self::Leading,
            "leading",
            "the number of leading ones that are not 0",
        ),
    ];

    /// Its name in expressions and in words.
    pub fn named(self) -> (&'static str, &'static str) {
        let named = Self::ALL.iter().find(|(of, ..)| *of == self);
        named.map_or(("nimsum", "the nim-sum"), |(_, name, words)| (name, words))
    }
}

/// A row of a position, an expression for its parts, and what is made of their values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fold {
    /// What is made of the values.
    pub gather: Gather,
    /// The row.
    pub view: View,
    /// Which expression is whose.
    pub class: Class,
    /// The expression of each class.
    pub parts: Vec<Expr>,
}

/// Where an expression is evaluated.
pub struct Scope<'a, N> {
    /// The position.
    pub position: &'a Position<N>,
    /// The values of `x` and `i`, or of `n` and `f`.
    pub names: Option<(&'a N, &'a N)>,
    /// The expression that values branches of nested brackets.
    pub whole: &'a Expr,
}

impl<N> Clone for Scope<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for Scope<'_, N> {}

impl Expr {
    /// Returns the binary expression of two others.
    pub fn binary(operator: O, left: Self, right: Self) -> Self {
        Self::Binary(operator, Arc::new(left), Arc::new(right))
    }

    /// Returns the value at a position; `None` where there is none, or `N` is too small for it. O(size of the expression times parts).
    pub fn at<N: Number>(&self, position: &Position<N>) -> Option<N> {
        let scope = Scope {
            position,
            names: None,
            whole: self,
        };
        self.value(scope)
    }

    /// Returns the value in a scope, as [`at`](Self::at).
    pub fn value<N: Number>(&self, scope: Scope<'_, N>) -> Option<N> {
        match self {
            Self::Number(number) => Some(N::from(*number)),
            Self::Place(index) => scope.position.numbers().get(*index).cloned(),
            Self::Name(name) => {
                let (first, second) = scope.names?;
                Some(if name.is_first() { first } else { second }.clone())
            }
            Self::Call(function, x) => function.of(&x.value(scope)?),
            Self::Binary(O::Or, x, y) => Some(N::from(x.is_true(scope)? || y.is_true(scope)?)),
            Self::Binary(O::And, x, y) => Some(N::from(x.is_true(scope)? && y.is_true(scope)?)),
            Self::Binary(operator, x, y) => operator.of(&x.value(scope)?, &y.value(scope)?),
            Self::If(three) => three[if three[0].is_true(scope)? { 1 } else { 2 }].value(scope),
            Self::Sequence(sequence, x) => sequence.at(&x.value(scope)?, scope),
            Self::Fold(fold) => fold.value(scope),
        }
    }

    fn is_true<N: Number>(&self, scope: Scope<'_, N>) -> Option<bool> {
        Some(!self.value(scope)?.is_zero())
    }

    /// Calls `each` with this expression and all within it.
    pub fn visit<'a>(&'a self, each: &mut impl FnMut(&'a Self)) {
        each(self);
        for one in self.inside() {
            one.visit(each);
        }
    }

    /// Returns the expressions that this one is made of.
    pub fn inside(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Place(_) | Self::Name(_) => Vec::new(),
            Self::Call(_, x) => vec![x],
            Self::Binary(_, x, y) => vec![x, y],
            Self::If(three) => three.iter().collect(),
            Self::Sequence(sequence, x) => match &**sequence {
                Sequence::Digits { rules, .. } => rules.iter().chain([&**x]).collect(),
                Sequence::Periodic { .. } => vec![x],
            },
            Self::Fold(fold) => fold.parts.iter().collect(),
        }
    }

    /// Returns this expression with another in the place of the one with this index among those [`inside`](Self::inside).
    #[must_use]
    pub fn with(&self, at: usize, new: Self) -> Self {
        let mut changed = self.clone();
        match &mut changed {
            Self::Number(_) | Self::Place(_) | Self::Name(_) => {}
            Self::Call(_, x) => *x = new.into(),
            Self::Binary(_, x, y) => *[x, y][at] = new.into(),
            Self::If(three) => Arc::make_mut(three)[at] = new,
            Self::Sequence(sequence, x) => match Arc::make_mut(sequence) {
                Sequence::Digits { rules, .. } if at < rules.len() => rules[at] = new,
                _ => *x = new.into(),
            },
            Self::Fold(fold) => Arc::make_mut(fold).parts[at] = new,
        }
        changed
    }

    /// Returns this expression and all within it.
    pub fn all(&self) -> Vec<&Self> {
        let mut all = Vec::new();
        self.visit(&mut |expr| all.push(expr));
        all
    }

    /// Returns whether the value is 0 or 1 by its form.
    pub fn is_truth(&self) -> bool {
        match self {
            Self::Number(number) => (0..=1).contains(number),
            Self::Call(function, _) => function.is_truth(),
            Self::Binary(operator, ..) => operator.is_truth(),
            Self::If(three) => three[1].is_truth() && three[2].is_truth(),
            _ => false,
        }
    }

    /// Returns how long a person finds the expression: names, numbers and plain operators count 1, what is looked up 3.
    pub fn weight(&self) -> usize {
        let is_number = |expr: &Self| matches!(expr, Self::Number(_));
        let weight = |expr: &Self| match expr {
            Self::Binary(O::Mod | O::Div | O::Times, x, y) => {
                2 - usize::from(is_number(x) || is_number(y))
            }
            Self::Binary(O::Min | O::Max | O::Xor, ..) | Self::If(_) => 2,
            Self::Call(function, _) if *function != Function::Not => 3,
            Self::Sequence(..) | Self::Binary(O::BitAnd | O::BitOr | O::Gcd, ..) => 4,
            _ => 1,
        };
        self.all().into_iter().map(weight).sum()
    }

    /// Returns how many numbers the expression contains that a search may have chosen to fit its data, each number of a
    /// sequence by itself.
    pub fn constants(&self) -> usize {
        let constants = |expr: &Self| match expr {
            Self::Number(_) => 1,
            Self::Sequence(sequence, _) => match &**sequence {
                Sequence::Periodic {
                    before,
                    period,
                    saltus,
                } => before.len() + period.len() + usize::from(*saltus != 0),
                Sequence::Digits { first, rules } => first.len() + rules.len(),
            },
            _ => 0,
        };
        self.all().into_iter().map(constants).sum()
    }
}

impl Sequence {
    /// Returns the value at an index; `None` of a negative one, and where `N` is too small. O(digits).
    fn at<N: Number>(&self, index: &N, scope: Scope<'_, N>) -> Option<N> {
        let known = |index: &N, values: &[i64]| Some(N::from(*values.get(index.to_usize()?)?));
        match self {
            _ if index.is_negative() => None,
            Self::Periodic {
                before,
                period,
                saltus,
            } => {
                let beyond = index.checked_sub(&length(before.len()))?;
                if beyond.is_negative() {
                    return known(index, before);
                }
                let (times, at) = beyond.div_mod_floor(&length(period.len()));
                let more = times.checked_mul(&N::from(*saltus))?;
                known(&at, period)?.checked_add(&more)
            }
            Self::Digits { first, rules } => {
                let (base, mut rest, mut digits) = (length(rules.len()), index.clone(), Vec::new());
                while known(&rest, first).is_none() {
                    let (less, digit) = Integer::div_mod_floor(&rest, &base);
                    digits.push((less.clone(), digit.to_usize()?));
                    rest = less;
                }
                let mut value = known(&rest, first)?;
                for (rest, digit) in digits.into_iter().rev() {
                    let names = Some((&rest, &value));
                    value = rules[digit].value(Scope { names, ..scope })?;
                }
                Some(value)
            }
        }
    }
}

impl Fold {
    /// The expressions of the classes; of all parts where they are alike.
    pub(crate) fn classes(&self) -> (Class, &[Expr]) {
        if self.parts.iter().all(|part| *part == self.parts[0]) {
            (Class::All, &self.parts[..1])
        } else {
            (self.class, &self.parts)
        }
    }

    fn value<N: Number>(&self, scope: Scope<'_, N>) -> Option<N> {
        let row = match scope.position {
            Position::Word(word) if self.view.kind == Kind::Branches => {
                let value = |branch: &str| scope.whole.at(&Position::Word(branch.to_owned()));
                let values = branches(word)?.into_iter().map(value);
                values.collect::<Option<_>>()?
            }
            position => self.view.row(position)?,
        };
        let n = row.len();
        let mut values = row.into_iter().enumerate().map(|(index, part)| {
            let names = Some((&part, &length(index + 1)));
            self.parts[self.class.of(index, n)].value(Scope { names, ..scope })
        });
        match self.gather {
            // The values of the others are not needed.
            Gather::First => return values.next().unwrap_or(Some(N::zero())),
            Gather::Last => return values.last().unwrap_or(Some(N::zero())),
            _ => {}
        }
        let mut values = values.collect::<Option<Vec<N>>>()?.into_iter();
        match self.gather {
            Gather::Digits(2) => values.try_fold(N::zero(), |sum, x| O::Xor.of(&sum, &x)),
            Gather::Digits(base) => digit_sums(base, values.as_slice()),
            Gather::Sum => values.try_fold(N::zero(), |sum, x| sum.checked_add(&x)),
            Gather::Max => values.max().or(Some(N::zero())),
            Gather::Min => values.min().or(Some(N::zero())),
            _ => Some(length(values.take_while(|x| !x.is_zero()).count())),
        }
    }
}

/// The sums of the binary digits of numbers modulo a base, as the digits of a number in that base.
fn digit_sums<N: Number>(base: u32, values: &[N]) -> Option<N> {
    if values.iter().any(N::is_negative) {
        return None;
    }
    let longest = values.iter().map(N::digits).max().unwrap_or(0);
    (0..longest).rev().try_fold(N::zero(), |sums, digit| {
        let digits = values.iter().map(|value| value.clone() >> digit);
        let sum = digits.filter(N::is_odd).count() % base as usize;
        sums.checked_mul(&i64::from(base).into())?
            .checked_add(&length(sum))
    })
}
