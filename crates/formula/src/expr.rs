//! Expressions: what a formula says of a position, as data.

use std::sync::Arc;

use num_integer::Integer;

use crate::number::{Function, Number, Operator, length, small};
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
    Binary(Operator, Arc<Expr>, Arc<Expr>),
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
    pub fn binary(operator: Operator, left: Self, right: Self) -> Self {
        Self::Binary(operator, Arc::new(left), Arc::new(right))
    }

    /// Returns the value in a scope; `None` where there is none, or `N` is too small for it. O(size of the expression times parts).
    pub fn value<N: Number>(&self, scope: Scope<'_, N>) -> Option<N> {
        match self {
            Self::Number(number) => Some(small(*number)),
            Self::Place(index) => scope.position.numbers().get(*index).cloned(),
            Self::Name(Name::Part | Name::Rest) => scope.names.map(|(first, _)| first.clone()),
            Self::Name(Name::Index | Name::Value) => scope.names.map(|(_, second)| second.clone()),
            Self::Call(function, x) => function.of(&x.value(scope)?),
            Self::Binary(Operator::Or, x, y) => {
                let either = x.is_true(scope)? || y.is_true(scope)?;
                Some(small(either.into()))
            }
            Self::Binary(Operator::And, x, y) => {
                let both = x.is_true(scope)? && y.is_true(scope)?;
                Some(small(both.into()))
            }
            Self::Binary(operator, x, y) => operator.of(&x.value(scope)?, &y.value(scope)?),
            Self::If(three) => {
                let [condition, one, other] = &**three;
                if condition.is_true(scope)? {
                    one
                } else {
                    other
                }
                .value(scope)
            }
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
        match self {
            Self::Number(_) | Self::Place(_) | Self::Name(_) => {}
            Self::Call(_, x) => x.visit(each),
            Self::Sequence(sequence, x) => {
                if let Sequence::Digits { rules, .. } = &**sequence {
                    for rule in rules {
                        rule.visit(each);
                    }
                }
                x.visit(each);
            }
            Self::Binary(_, x, y) => {
                x.visit(each);
                y.visit(each);
            }
            Self::If(three) => three.iter().for_each(|one| one.visit(each)),
            Self::Fold(fold) => fold.parts.iter().for_each(|part| part.visit(each)),
        }
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
        let mut weight = 0;
        self.visit(&mut |expr| {
            weight += match expr {
                Self::Binary(Operator::Mod | Operator::Div | Operator::Times, x, y) => {
                    let is_number = |expr: &Self| matches!(expr, Self::Number(_));
                    if is_number(x) || is_number(y) { 1 } else { 2 }
                }
                Self::Binary(Operator::Min | Operator::Max | Operator::Xor, ..) | Self::If(_) => 2,
                Self::Sequence(..)
                | Self::Binary(Operator::BitAnd | Operator::BitOr | Operator::Gcd, ..) => 4,
                Self::Call(Function::Not, _)
                | Self::Number(_)
                | Self::Place(_)
                | Self::Name(_)
                | Self::Binary(..)
                | Self::Fold(_) => 1,
                Self::Call(..) => 3,
            };
        });
        weight
    }

    /// Returns how many numbers the expression contains that a search may have chosen to fit its data, each number of a
    /// sequence by itself.
    pub fn constants(&self) -> usize {
        let mut count = 0;
        self.visit(&mut |expr| {
            count += match expr {
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
        });
        count
    }
}

impl Sequence {
    /// Returns the value at an index; `None` of a negative one, and where `N` is too small. O(digits).
    fn at<N: Number>(&self, index: &N, scope: Scope<'_, N>) -> Option<N> {
        if index.is_negative() {
            return None;
        }
        match self {
            Self::Periodic {
                before,
                period,
                saltus,
            } => {
                if let Some(value) = index.to_usize().and_then(|index| before.get(index)) {
                    return Some(small(*value));
                }
                let beyond = index.checked_sub(&length(before.len()))?;
                let (times, at) = beyond.div_mod_floor(&length(period.len()));
                let more = times.checked_mul(&small(*saltus))?;
                small::<N>(period[at.to_usize()?]).checked_add(&more)
            }
            Self::Digits { first, rules } => {
                let (base, mut rest, mut digits) = (length(rules.len()), index.clone(), Vec::new());
                let known = loop {
                    if let Some(known) = rest.to_usize().and_then(|rest| first.get(rest)) {
                        break known;
                    }
                    let (less, digit) = Integer::div_mod_floor(&rest, &base);
                    digits.push((less.clone(), digit.to_usize()?));
                    rest = less;
                };
                let mut value = small(*known);
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
    fn value<N: Number>(&self, scope: Scope<'_, N>) -> Option<N> {
        let row = match (self.view.kind, scope.position) {
            (Kind::Branches, Position::Word(word)) => {
                let value = |branch: &str| {
                    let position = &Position::Word(branch.to_owned());
                    scope.whole.value(Scope {
                        position,
                        names: None,
                        ..scope
                    })
                };
                branches(word)?
                    .into_iter()
                    .map(value)
                    .collect::<Option<Vec<N>>>()?
            }
            (_, position) => self.view.row(position)?,
        };
        let n = row.len();
        let value = |(index, part): (usize, N)| {
            let expr = &self.parts[self.class.of(index, n)];
            let names = Some((&part, &length(index + 1)));
            expr.value(Scope { names, ..scope })
        };
        let mut values = row.into_iter().enumerate().map(value);
        match self.gather {
            Gather::Sum => values.try_fold(N::zero(), |sum, value| sum.checked_add(&value?)),
            Gather::Digits(2) => {
                values.try_fold(N::zero(), |sum, value| Operator::Xor.of(&sum, &value?))
            }
            Gather::Digits(base) => digit_sums(base, &values.collect::<Option<Vec<N>>>()?),
            Gather::Max => best(values, Operator::Max),
            Gather::Min => best(values, Operator::Min),
            Gather::First => values.next().unwrap_or_else(|| Some(N::zero())),
            Gather::Last => values.last().unwrap_or_else(|| Some(N::zero())),
            Gather::Leading => {
                let values = values.collect::<Option<Vec<N>>>()?;
                let leading = values.iter().take_while(|value| !value.is_zero());
                Some(length(leading.count()))
            }
        }
    }
}

fn best<N: Number>(mut values: impl Iterator<Item = Option<N>>, operator: Operator) -> Option<N> {
    let Some(first) = values.next() else {
        return Some(N::zero());
    };
    values.try_fold(first?, |best, value| operator.of(&best, &value?))
}

/// The sums of the binary digits of numbers modulo a base, as the digits of a number in that base.
fn digit_sums<N: Number>(base: u32, values: &[N]) -> Option<N> {
    if values.iter().any(N::is_negative) {
        return None;
    }
    let longest = values.iter().map(N::digits).max().unwrap_or(0);
    let mut sums = N::zero();
    for digit in (0..longest).rev() {
        let ones = values
            .iter()
            .filter(|value| ((*value).clone() >> digit as usize).is_odd());
        let sum = ones.count() % base as usize;
        sums = sums
            .checked_mul(&small(base.into()))?
            .checked_add(&length(sum))?;
    }
    Some(sums)
}
