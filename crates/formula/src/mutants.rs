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
    /// The numbers that it reads keep this many of their last binary digits; the first of these may be a sign.
    Bits(u32, bool),
    /// They are rounded to 53 binary digits.
    Float,
    /// It solves all positions with no larger numbers in the same places, or all words of the same length, one step each.
    All,
    /// It looks at all smaller numbers for each number up to the largest, one step each.
    Table,
}

/// The ways to compute a formula that are wrong or slow, in words.
const MODES: [(Mode, &str); 9] = [
    (Mode::Bits(16, false), "numbers of 16 bits without a sign"),
    (Mode::Bits(16, true), "numbers of 16 bits with a sign"),
    (Mode::Bits(32, false), "numbers of 32 bits without a sign"),
    (Mode::Bits(32, true), "numbers of 32 bits with a sign"),
    (Mode::Bits(64, false), "numbers of 64 bits without a sign"),
    (Mode::Bits(64, true), "numbers of 64 bits with a sign"),
    (Mode::Float, "floating-point numbers, of 53 bits"),
    (Mode::All, "slow: solves all smaller positions"),
    (
        Mode::Table,
        "slow: solves all smaller numbers by their moves",
    ),
];

/// A position that programs are asked about.
#[derive(Clone, Debug)]
pub struct Asked {
    text: String,
    /// If its numbers have at most 64 bits.
    small: Option<Position>,
}

impl From<String> for Asked {
    /// Reads the text of a position once. O(length).
    fn from(text: String) -> Self {
        let small = Position::read(&text);
        Self { text, small }
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
        if let Some(small) = &asked.small {
            if self.steps(small) > steps as f64 {
                return None;
            }
            if let Some(says) = self.at(small) {
                return Some(says);
            }
        }
        let large = Position::<BigInt>::read(&asked.text)?;
        (self.steps(&large) <= steps as f64)
            .then(|| self.at(&large))
            .flatten()
    }

    fn at<N: Number>(&self, position: &Position<N>) -> Option<Verdict> {
        let value = match (self.mode, position) {
            (Mode::Bits(..) | Mode::Float, Position::Numbers(numbers)) => self
                .formula
                .expr
                .at(&Position::Numbers(self.mode.cut(numbers)?)),
            _ => self.formula.expr.at(position),
        };
        self.formula.verdict(&value?)
    }

    /// The steps that a slow program needs; 0 of other programs.
    fn steps<N: Number>(&self, position: &Position<N>) -> f64 {
        let sizes = position.numbers().iter();
        let sizes = sizes.map(|size| size.to_f64().unwrap_or(f64::MAX).max(0.0));
        match (self.mode, position) {
            (Mode::Exact | Mode::Bits(..) | Mode::Float, _) => 0.0,
            (Mode::Table, _) => sizes.fold(0.0, f64::max).powi(2),
            (_, Position::Word(word)) => 2_f64.powf(word.len() as f64),
            _ => sizes.map(|size| size + 1.0).product(),
        }
    }
}

impl Mode {
    /// The numbers as a program reads them; these, where `N` is no longer than the program's numbers.
    fn cut<N: Number>(self, numbers: &[N]) -> Option<Vec<N>> {
        let power = |bits: u32| (0..bits).try_fold(N::one(), |power, _| power.checked_add(&power));
        if let Self::Bits(bits, is_signed) = self {
            let Some(all) = power(bits) else {
                return Some(numbers.to_vec());
            };
            let below = if is_signed {
                all.clone() >> 1
            } else {
                N::zero()
            };
            let cut = |x: &N| Some(x.checked_add(&below)?.mod_floor(&all) - below.clone());
            return numbers.iter().map(cut).collect();
        }
        let round = |x: &N| match x.digits().saturating_sub(53) {
            0 => Some(x.clone()),
            more => (((x.clone() >> (more - 1)) + N::one()) >> 1).checked_mul(&power(more as u32)?),
        };
        numbers.iter().map(round).collect()
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
        let changed = changed(&self.expr).into_iter().map(|(what, expr)| {
            let formula = Self {
                says: self.says,
                expr,
            };
            Mutant {
                what,
                ..Mutant::right(formula)
            }
        });
        let modes = MODES.map(|(mode, what)| {
            let (what, formula) = (what.to_owned(), self.clone());
            Mutant {
                what,
                formula,
                mode,
            }
        });
        let mut all: Vec<Mutant> = changed.chain(self.other_rules()).chain(modes).collect();
        let mut seen = HashSet::from([(self.clone(), Mode::Exact)]);
        all.retain(|mutant| seen.insert((mutant.formula.clone(), mutant.mode)));
        all
    }

    /// Other rules for the outcome over the row that the formula looks at first.
    fn other_rules(&self) -> impl Iterator<Item = Mutant> {
        let fold = self.expr.all().into_iter().find_map(|expr| match expr {
            Expr::Fold(fold) => Some(Fold::clone(fold)),
            _ => None,
        });
        let plain = Fold {
            gather: Gather::Sum,
            view: Kind::Parts.into(),
            class: Class::All,
            parts: vec![Expr::Name(Name::Part)],
        };
        let sum = Fold {
            gather: Gather::Sum,
            ..fold.unwrap_or(plain)
        };
        let is_there = |part: &Expr| Expr::binary(O::Differ, part.clone(), Expr::Number(0));
        let there = Fold {
            parts: sum.parts.iter().map(is_there).collect(),
            ..sum.clone()
        };
        let largest = Fold {
            gather: Gather::Max,
            ..sum.clone()
        };
        let [sum, there, largest] = [sum, there, largest].map(|fold| Expr::Fold(Arc::new(fold)));
        let (says, expr) = if self.says == Says::Value {
            ("value =", "")
        } else {
            ("lost iff", " = 0")
        };
        let right = &self.expr;
        [
            ("the other player wins", format!("{says} not({right})")),
            (
                "misère play",
                format!("{says} if {largest} <= 1 then not({right}) else {right}"),
            ),
            ("always lost", format!("{says} 0{expr}")),
            ("always won", format!("{says} 1{expr}")),
            ("the parity of the sum", format!("{says} {sum} mod 2{expr}")),
            (
                "the parity of the number of parts that are not 0",
                format!("{says} {there} mod 2{expr}"),
            ),
        ]
        .into_iter()
        .filter_map(|(what, text)| {
            Some(Mutant {
                what: what.to_owned(),
                ..Mutant::right(text.parse().ok()?)
            })
        })
    }
}

/// An expression with one place changed, for each place and each mistake there, and what is changed.
fn changed(expr: &Expr) -> Vec<(String, Expr)> {
    let named = |new: Expr| (format!("{new} for {expr}"), new);
    let mut all: Vec<_> = here(expr).into_iter().map(named).collect();
    if let Expr::Sequence(sequence, x) = expr {
        let of = |(what, sequence)| (what, Expr::Sequence(Arc::new(sequence), Arc::clone(x)));
        all.extend(of_sequence(sequence).into_iter().map(of));
    }
    for (at, inside) in expr.inside().into_iter().enumerate() {
        let within = changed(inside).into_iter();
        all.extend(within.map(|(what, new)| (what, expr.with(at, new))));
    }
    all
}

/// Periods that begin too early, as a whole or at one exception, or are too short.
fn of_sequence(sequence: &Sequence) -> Vec<(String, Sequence)> {
    const EXCEPTIONS: usize = 32;
    let Sequence::Periodic {
        before,
        period,
        saltus,
    } = sequence
    else {
        return Vec::new();
    };
    let by_period = |at: usize| {
        let [at, start, length] = [at, before.len(), period.len()].map(usize::cast_signed);
        let (beyond, length) = ((at - start) as i64, length as i64);
        let times = saltus.saturating_mul(beyond.div_euclid(length));
        period[beyond.rem_euclid(length) as usize].saturating_add(times)
    };
    let with = |before, period: &[i64]| Sequence::Periodic {
        before,
        period: period.to_vec(),
        saltus: *saltus,
    };
    let exceptions = (0..before.len())
        .rev()
        .filter(|at| by_period(*at) != before[*at]);
    let exceptions = exceptions.take(EXCEPTIONS).map(|at| {
        let mut before = before.clone();
        before[at] = by_period(at);
        (format!("the period holds at {at}"), with(before, period))
    });
    let early = with((0..before.len()).map(by_period).collect(), period);
    let mut all = vec![("no pre-period".to_owned(), early)];
    all.extend(exceptions);
    let shorter = &period[..period.len() - 1];
    all.extend((!shorter.is_empty()).then(|| {
        (
            format!("a period of {}", shorter.len()),
            with(before.clone(), shorter),
        )
    }));
    all
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
        Expr::Call(Function::Phi, x) => {
            let times = |above| Expr::binary(O::Times, Expr::clone(x), number(above));
            GOLDEN
                .map(|(above, below)| Expr::binary(O::Div, times(above), number(below)))
                .into()
        }
        Expr::Call(_, x) => vec![Expr::clone(x)],
        Expr::Binary(operator, x, y) => {
            let [x, y] = [x, y].map(|one| Expr::clone(one));
            let with = |operator, y: &Expr| Expr::binary(operator, x.clone(), y.clone());
            let others: &[O] = match operator {
                O::Less | O::Equal => &[O::AtMost],
                O::AtMost => &[O::Less],
                O::Xor => &[O::Plus, O::BitOr],
                O::And => &[O::Or],
                O::Or => &[O::And],
                O::Min => &[O::Max],
                O::Max => &[O::Min],
                _ => &[],
            };
            let mut all: Vec<Expr> = others.iter().map(|&other| with(other, &y)).collect();
            if matches!(operator, O::Mod | O::Div) && !matches!(y, Expr::Number(_)) {
                let near = [O::Plus, O::Minus].map(|more| Expr::binary(more, y.clone(), number(1)));
                all.extend(near.map(|y| with(*operator, &y)));
            }
            // A comparison without one side is none.
            if !matches!(operator, O::Less | O::AtMost | O::Equal | O::Differ) {
                all.extend(operator.is_symmetric().then_some(y));
                all.push(x);
            }
            all
        }
        Expr::If(three) => three[1..].to_vec(),
        Expr::Fold(fold) => of_fold(fold),
        Expr::Place(_) | Expr::Name(_) | Expr::Sequence(..) => Vec::new(),
    }
}

/// Another number of a row, other rows, and other classes.
fn of_fold(fold: &Fold) -> Vec<Expr> {
    let gathers = Gather::ALL.map(|(gather, ..)| Fold {
        gather,
        ..fold.clone()
    });
    let mut all = gathers.to_vec();
    let mut change = |change: &dyn Fn(&mut Fold)| {
        all.push(fold.clone());
        all.last_mut().into_iter().for_each(change);
    };
    match fold.view.kind {
        Kind::Branches => {}
        kind if kind.is_of_word() => change(&|fold| fold.view.reversed = !fold.view.reversed),
        kind => {
            change(&|fold| fold.view.after += 1);
            change(&|fold| fold.view.after = fold.view.after.saturating_sub(1));
            // The order of the input is taken for the right one.
            change(&|fold| {
                fold.view.kind = if kind == Kind::Sorted {
                    Kind::Parts
                } else {
                    kind
                }
            });
        }
    }
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
