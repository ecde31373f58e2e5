//! Mutants of a formula: wrong and slow programs as data, made from the right one. Each is the formula with one place changed, or the
//! formula itself computed with numbers that are too short, or in too many steps.

use std::collections::HashSet;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::expr::{Expr, Fold, Gather, Name, Sequence};
use crate::formula::{Formula, Says, Verdict};
use crate::number::{Function, Number, Operator as O};
use crate::position::{Class, Kind, Position};

/// A program as data: a formula and how it is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// What distinguishes it from the right program, in a few words.
    pub what: String,
    /// What it computes.
    pub formula: Formula,
    mode: Mode,
}

/// How a program computes a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mode {
    Exact,
    /// The numbers that it reads keep the last binary digits, this many.
    Unsigned(u32),
    /// The same, and the first of these digits is the sign.
    Signed(u32),
    /// They are rounded to 53 binary digits.
    Float,
    /// It solves all positions with no larger numbers in the same places, or all words of the same length, one step each.
    All,
    /// It looks at all smaller numbers for each number up to the largest, one step each.
    Table,
}

/// A position that programs are asked about.
#[derive(Clone, Debug)]
pub enum Asked {
    /// With numbers of 64 bits.
    Small(Position),
    /// With larger ones.
    Large(Position<BigInt>),
}

impl Asked {
    /// Reads the text of a position as [`Position::read`]; `None` of a text that formulas do not read. O(length).
    pub fn read(text: &str) -> Option<Self> {
        let large = || Position::read(text).map(Self::Large);
        Position::read(text).map(Self::Small).or_else(large)
    }
}

impl Mutant {
    /// The right program: a formula as it is.
    pub const fn right(formula: Formula) -> Self {
        Self {
            what: String::new(),
            formula,
            mode: Mode::Exact,
        }
    }

    /// Returns what the program says of a position; `None` where it has no answer, or needs more than `steps` steps, which are
    /// counted for slow programs only. O(parts).
    pub fn says(&self, asked: &Asked, steps: u64) -> Option<Verdict> {
        match asked {
            Asked::Small(position) => self.at(position, steps).or_else(|| {
                let large = match position {
                    Position::Numbers(numbers) => {
                        Position::Numbers(numbers.iter().copied().map(BigInt::from).collect())
                    }
                    Position::Word(word) => Position::Word(word.clone()),
                };
                self.at(&large, steps)
            }),
            Asked::Large(position) => self.at(position, steps),
        }
    }

    fn at<N: Number>(&self, position: &Position<N>, steps: u64) -> Option<Verdict> {
        let value = match (self.mode, position) {
            (Mode::All | Mode::Table, _) if self.steps(position) > steps as f64 => None,
            (Mode::Unsigned(_) | Mode::Signed(_) | Mode::Float, Position::Numbers(numbers)) => {
                let read = self.mode.cut(numbers)?;
                self.formula.expr.at(&Position::Numbers(read))
            }
            _ => self.formula.expr.at(position),
        };
        self.formula.verdict(&value?)
    }

    /// The steps that a slow program needs.
    fn steps<N: Number>(&self, position: &Position<N>) -> f64 {
        let sizes = position.numbers().iter().map(N::to_f64);
        let mut sizes = sizes.map(|size| size.unwrap_or(f64::MAX).max(0.0));
        match (self.mode, position) {
            (Mode::Table, _) => sizes.fold(0.0, f64::max).powi(2),
            (_, Position::Word(word)) => 2_f64.powf(word.len() as f64),
            _ => sizes
                .try_fold(1.0, |all: f64, size| Some(all * (size + 1.0)))
                .unwrap_or(0.0),
        }
    }
}

impl Mode {
    /// What a program with this mistake does.
    fn what(self) -> String {
        match self {
            Self::Exact => String::new(),
            Self::Unsigned(bits) => format!("numbers of {bits} bits without a sign"),
            Self::Signed(bits) => format!("numbers of {bits} bits with a sign"),
            Self::Float => "floating-point numbers, of 53 bits".to_owned(),
            Self::All => "slow: solves all smaller positions".to_owned(),
            Self::Table => "slow: solves all smaller numbers by their moves".to_owned(),
        }
    }

    /// The numbers as a program reads them; those of a type that is shorter than the program's stay.
    fn cut<N: Number>(self, numbers: &[N]) -> Option<Vec<N>> {
        let one = N::one();
        let power =
            |bits: usize| (0..bits).try_fold(N::one(), |power, _| power.checked_add(&power));
        let each = |of: &dyn Fn(&N) -> Option<N>| numbers.iter().map(of).collect();
        match self {
            Self::Unsigned(bits) => match power(bits as usize) {
                Some(all) => each(&|x| Some(x.mod_floor(&all))),
                None => each(&|x| Some(x.clone())),
            },
            Self::Signed(bits) => match power(bits as usize - 1) {
                Some(half) => each(&|x| {
                    let above = x.checked_add(&half)?;
                    Some(above.mod_floor(&half.checked_add(&half)?) - half.clone())
                }),
                None => each(&|x| Some(x.clone())),
            },
            _ => each(&|x| match x.digits().saturating_sub(53) {
                0 => Some(x.clone()),
                more => (((x.clone() >> (more - 1)) + one.clone()) >> 1).checked_mul(&power(more)?),
            }),
        }
    }
}

impl Formula {
    /// Returns the mutants of this formula, each once, always in the same order: changed expressions first, from the outside to the
    /// inside, then other rules for the outcome, numbers that are too short, and slow programs. Some may be right for all
    /// positions of a game. O(size of the formula squared).
    ///
    /// ```
    /// let formula: grundy_formula::Formula = "lost iff a <= 3".parse()?;
    /// let mutants = formula.mutants();
    /// assert_eq!(mutants[0].what, "a < 3 for a <= 3");
    /// assert_eq!(mutants[0].formula.to_string(), "lost iff a < 3");
    /// # Ok::<(), grundy_formula::Misread>(())
    /// ```
    pub fn mutants(&self) -> Vec<Mutant> {
        let of = |(what, expr)| Mutant {
            what,
            formula: Self {
                says: self.says,
                expr,
            },
            mode: Mode::Exact,
        };
        let mut all: Vec<Mutant> = changed(&self.expr).into_iter().map(of).collect();
        all.extend(
            self.other_rules()
                .map(|(what, expr)| of((what.to_owned(), expr))),
        );
        let modes = [16, 32, 64]
            .into_iter()
            .flat_map(|bits| [Mode::Unsigned(bits), Mode::Signed(bits)]);
        all.extend(
            modes
                .chain([Mode::Float, Mode::All, Mode::Table])
                .map(|mode| Mutant {
                    what: mode.what(),
                    formula: self.clone(),
                    mode,
                }),
        );
        let mut seen = HashSet::from([(self.clone(), Mode::Exact)]);
        all.retain(|mutant| seen.insert((mutant.formula.clone(), mutant.mode)));
        all
    }

    /// Other rules for the outcome over the row that the formula looks at first.
    fn other_rules(&self) -> impl Iterator<Item = (&'static str, Expr)> {
        let folds = self.expr.all().into_iter();
        let row = folds.filter_map(|expr| match expr {
            Expr::Fold(fold) => Some(Fold::clone(fold)),
            _ => None,
        });
        let row = { row }.next().unwrap_or(Fold {
            gather: Gather::Sum,
            view: Kind::Parts.into(),
            class: Class::All,
            parts: vec![Expr::Name(Name::Part)],
        });
        let over = |gather, part: fn(Expr) -> Expr| {
            let parts = row.parts.iter().cloned().map(part).collect();
            Expr::Fold(Arc::new(Fold {
                gather,
                parts,
                ..row.clone()
            }))
        };
        let with = |operator, x: Expr, number| Expr::binary(operator, x, Expr::Number(number));
        let parity = |sum| with(O::Mod, sum, 2);
        let is_small = with(O::AtMost, over(Gather::Max, |x| x), 1);
        let not = |x: &Expr| Expr::Call(Function::Not, Arc::new(x.clone()));
        let is_value = self.says == Says::Value;
        let outcome = |value| {
            if is_value {
                value
            } else {
                with(O::Equal, value, 0)
            }
        };
        let count = over(Gather::Sum, |x| Expr::binary(O::Differ, x, Expr::Number(0)));
        let last = match self.says {
            Says::Value => with(O::Xor, self.expr.clone(), 1),
            Says::Lost => not(&self.expr),
        };
        [
            ("the other player wins", not(&self.expr)),
            (
                "misère play",
                Expr::If(Arc::new([is_small, last, self.expr.clone()])),
            ),
            ("always lost", outcome(Expr::Number(0))),
            ("always won", outcome(Expr::Number(1))),
            (
                "the parity of the sum",
                outcome(parity(over(Gather::Sum, |x| x))),
            ),
            (
                "the parity of the number of moves that take all",
                outcome(parity(count)),
            ),
        ]
        .into_iter()
    }
}

/// An expression with one place changed, for each place and each mistake there, and what is changed.
fn changed(expr: &Expr) -> Vec<(String, Expr)> {
    let mut all = special(expr);
    all.extend(
        here(expr)
            .into_iter()
            .map(|new| (format!("{new} for {expr}"), new)),
    );
    for (at, inside) in expr.inside().into_iter().enumerate() {
        all.extend(
            changed(inside)
                .into_iter()
                .map(|(what, new)| (what, expr.with(at, new))),
        );
    }
    all
}

/// Mistakes in a sequence, which would be too long to be shown.
fn special(expr: &Expr) -> Vec<(String, Expr)> {
    const EXCEPTIONS: usize = 32;
    let Expr::Sequence(sequence, x) = expr else {
        return Vec::new();
    };
    let Sequence::Periodic {
        before,
        period,
        saltus,
    } = &**sequence
    else {
        return Vec::new();
    };
    let (start, length) = (before.len(), period.len());
    let later = |from: usize| {
        let times = |at: usize| i64::try_from(at / length).ok()?.checked_mul(*saltus);
        let value = |at: usize| period[at % length].checked_add(times(at)?);
        (from..from + length).map(value).collect::<Option<Vec<_>>>()
    };
    // The value at an index before the period, if the period began earlier.
    let earlier = |at: usize| {
        let periods = (start - at).div_ceil(length);
        let less = i64::try_from(periods).ok()?.checked_mul(*saltus)?;
        period[(at + periods * length - start) % length].checked_sub(less)
    };
    let with = |what: String, before: Vec<i64>, period: Option<Vec<i64>>, saltus| {
        let period = period.filter(|period| !period.is_empty())?;
        let sequence = Sequence::Periodic {
            before,
            period,
            saltus,
        };
        Some((what, Expr::Sequence(Arc::new(sequence), Arc::clone(x))))
    };
    let wrong = (0..start)
        .filter_map(|at| Some((at, earlier(at)?)))
        .filter(|(at, value)| before[*at] != *value);
    let wrong: Vec<(usize, i64)> = wrong.collect();
    let mut all: Vec<_> = wrong
        .iter()
        .rev()
        .take(EXCEPTIONS)
        .map(|&(at, value)| {
            let mut before = before.clone();
            before[at] = value;
            with(
                format!("the period holds at {at}"),
                before,
                Some(period.clone()),
                *saltus,
            )
        })
        .collect();
    let whole = (0..start).map(earlier).collect::<Option<Vec<_>>>();
    if let Some(whole) = whole.filter(|_| wrong.len() > 1) {
        all.push(with(
            "no pre-period".to_owned(),
            whole,
            Some(period.clone()),
            *saltus,
        ));
    }
    let shorter = period[..length - 1].to_vec();
    all.push(with(
        format!("a period of {}", length - 1),
        before.clone(),
        Some(shorter),
        *saltus,
    ));
    let next = later(length).map(|next| [&period[..], &next[..1]].concat());
    all.push(with(
        format!("a period of {}", length + 1),
        before.clone(),
        next,
        *saltus,
    ));
    let other = saltus.checked_add(1).filter(|_| *saltus != 0);
    all.extend(other.map(|saltus| {
        with(
            format!("a saltus of {saltus}"),
            before.clone(),
            Some(period.clone()),
            saltus,
        )
    }));
    all.into_iter().flatten().collect()
}

/// Mistakes in the outermost part of an expression.
fn here(expr: &Expr) -> Vec<Expr> {
    // 1.618, and the floating-point number nearest to the golden ratio, over 2^52.
    const GOLDEN: [(i64, i64); 2] = [(1618, 1000), (7_286_977_268_806_824, 1 << 52)];
    let number = Expr::Number;
    match expr {
        Expr::Number(n) => {
            let near = [n.checked_add(1), n.checked_sub(1).filter(|_| *n > 0)];
            near.into_iter().flatten().map(number).collect()
        }
        Expr::Call(Function::Phi, x) => GOLDEN
            .map(|(above, below)| {
                let product = Expr::binary(O::Times, Expr::clone(x), number(above));
                Expr::binary(O::Div, product, number(below))
            })
            .into(),
        Expr::Call(_, x) => vec![Expr::clone(x)],
        Expr::Binary(operator, x, y) => {
            let [x, y] = [x, y].map(|one| Expr::clone(one));
            let with = |operator| Expr::binary(operator, x.clone(), y.clone());
            let by = |more| {
                Expr::binary(
                    *operator,
                    x.clone(),
                    Expr::binary(O::Plus, y.clone(), number(more)),
                )
            };
            match operator {
                O::Less => vec![with(O::AtMost)],
                O::AtMost => vec![with(O::Less)],
                O::Equal => vec![with(O::AtMost), Expr::binary(O::AtMost, y, x)],
                O::Differ => vec![with(O::Less), Expr::binary(O::Less, y, x)],
                O::Xor => vec![with(O::Plus), with(O::BitOr)],
                O::And => vec![x.clone(), y.clone(), with(O::Or)],
                O::Or => vec![x.clone(), y.clone(), with(O::And)],
                O::Min | O::Max => vec![x.clone(), y.clone()],
                O::Mod | O::Div if !matches!(y, Expr::Number(_)) => vec![by(1), by(-1), x.clone()],
                _ => vec![x.clone()],
            }
        }
        Expr::If(three) => three[1..].to_vec(),
        Expr::Fold(fold) => of_fold(fold),
        Expr::Place(_) | Expr::Name(_) | Expr::Sequence(..) => Vec::new(),
    }
}

/// Another row, other classes, and other numbers of a row.
fn of_fold(fold: &Fold) -> Vec<Expr> {
    let gathers: &[Gather] = match fold.gather {
        Gather::Digits(2) => &[Gather::Sum, Gather::Max, Gather::Digits(3)],
        Gather::Digits(_) => &[Gather::Sum, Gather::Digits(2)],
        Gather::Sum => &[Gather::Digits(2), Gather::Max],
        Gather::Max => &[Gather::Last, Gather::Sum],
        Gather::Min => &[Gather::First, Gather::Sum],
        Gather::First => &[Gather::Last, Gather::Min],
        Gather::Last => &[Gather::First, Gather::Max],
        Gather::Leading => &[Gather::Sum],
    };
    let mut all: Vec<Fold> = gathers
        .iter()
        .map(|&gather| Fold {
            gather,
            ..fold.clone()
        })
        .collect();
    let mut change = |change: &dyn Fn(&mut Fold)| {
        let mut fold = fold.clone();
        change(&mut fold);
        all.push(fold);
    };
    if !fold.view.kind.is_of_word() {
        change(&|fold| fold.view.after += 1);
        change(&|fold| fold.view.after = fold.view.after.saturating_sub(1));
    }
    change(&|fold| {
        fold.view.reversed = !fold.view.reversed && fold.view.kind.character().is_some()
    });
    change(&|fold| {
        if fold.view.kind == Kind::Sorted {
            fold.view.kind = Kind::Parts
        }
    });
    change(&|fold| {
        fold.class = match fold.class {
            Class::All => Class::All,
            Class::Left(count) => Class::Right(count),
            Class::Right(count) => Class::Left(count),
            Class::First => Class::Last,
            Class::Last => Class::First,
        };
    });
    for at in 0..fold.parts.len() {
        change(&|fold| (fold.class, fold.parts) = (Class::All, vec![fold.parts[at].clone()]));
        change(&|fold| fold.parts[at] = Expr::Name(Name::Part));
    }
    all.into_iter()
        .map(|fold| Expr::Fold(Arc::new(fold)))
        .collect()
}
