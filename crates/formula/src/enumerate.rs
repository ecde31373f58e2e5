//! Expressions by length, the shortest first, one for each row of values.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;
use std::sync::Arc;

use twox_hash::XxHash3_64;

use crate::expr::Expr;
use crate::number::{Function, Operator};

/// A name with its length and its values for all rows of the data.
pub type Name = (Expr, usize, Arc<[i64]>);

/// An expression with its length and its values for all rows of the data.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The expression.
    pub expr: Expr,
    /// How long it is: names and constants count 1, operators 1, rare functions 2.
    pub length: usize,
    /// Its values.
    pub values: Arc<[i64]>,
}

/// How far expressions are made: to a length, and at most so many.
#[derive(Clone, Copy)]
pub struct Reach<'a> {
    /// The longest expression.
    pub length: usize,
    /// How many are tried.
    pub tried: usize,
    /// Is called again and again, and may end the work.
    pub go_on: &'a dyn Fn() -> ControlFlow<()>,
}

/// After so many expressions it is asked whether the work goes on.
const AT_A_TIME: usize = 1024;

/// Larger values are those of no expression.
const LARGEST: i64 = 1 << 40;

/// Rows of values are long, and hashed often.
type Hashing = BuildHasherDefault<XxHash3_64>;

/// All expressions up to a length that differ in their values.
pub struct Pool<'a> {
    levels: Vec<Vec<Entry>>,
    seen: HashSet<Arc<[i64]>, Hashing>,
    tried: usize,
    reach: Reach<'a>,
}

type Each<'a> = &'a mut dyn FnMut(&Entry) -> ControlFlow<()>;

const BINARY: [Operator; 11] = [
    Operator::Plus,
    Operator::Minus,
    Operator::Xor,
    Operator::Mod,
    Operator::Div,
    Operator::Min,
    Operator::Max,
    Operator::Times,
    Operator::BitAnd,
    Operator::BitOr,
    Operator::Gcd,
];

/// An operator with a constant that counts as one function: its length is 1.
const WITH_CONSTANT: [(Operator, i64); 10] = [
    (Operator::Plus, 1),
    (Operator::Minus, 1),
    (Operator::Times, 2),
    (Operator::Div, 2),
    (Operator::Mod, 2),
    (Operator::Mod, 3),
    (Operator::Mod, 4),
    (Operator::Div, 3),
    (Operator::Div, 4),
    (Operator::Min, 1),
];

const FUNCTIONS: [Function; 13] = [
    Function::Ones,
    Function::Valuation,
    Function::LowBit,
    Function::Length,
    Function::Phi,
    Function::IsFibonacci,
    Function::IsSquare,
    Function::IsTriangular,
    Function::IsPower,
    Function::Factors,
    Function::LeastPrime,
    Function::Zeckendorf,
    Function::Odious,
];

impl<'r> Pool<'r> {
    /// Makes all expressions of some names with these values, and calls `each` with every new one, in order of length; ends when `each`
    /// breaks. O(tried times rows).
    pub fn grow(names: Vec<Name>, reach: Reach<'r>, each: Each<'_>) -> Self {
        let rows = names.first().map_or(0, |(.., values)| values.len());
        let mut pool = Self {
            levels: Vec::new(),
            seen: HashSet::default(),
            tried: 0,
            reach,
        };
        let _ = pool.make(names, rows, each);
        pool
    }

    /// All expressions, in order of length.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.levels.iter().flatten()
    }

    fn make(&mut self, names: Vec<Name>, rows: usize, each: Each<'_>) -> ControlFlow<()> {
        for number in 0..=3 {
            self.add(1, Some(vec![number; rows]), &|| Expr::Number(number), each)?;
        }
        for (expr, length, values) in names {
            self.add(length, Some(values.to_vec()), &|| expr.clone(), each)?;
        }
        for length in 2..=self.reach.length {
            for function in FUNCTIONS {
                for at in 0..self.of_length(length, 2) {
                    let one = self.levels[length - 2][at].clone();
                    let values = one.values.iter().map(|x| function.of(x)).collect();
                    let expr = || Expr::Call(function, Arc::new(one.expr.clone()));
                    self.add(length, values, &expr, each)?;
                }
            }
            for (operator, number) in WITH_CONSTANT {
                for at in 0..self.of_length(length, 1) {
                    let one = self.levels[length - 1][at].clone();
                    let values = one.values.iter().map(|x| operator.of(x, &number)).collect();
                    let expr = || with_constant(operator, number, &one.expr);
                    self.add(length, values, &expr, each)?;
                }
            }
            for first in 1..length - 1 {
                let second = length - 1 - first;
                for at in 0..self.of_length(length, length - first) {
                    for other in 0..self.of_length(length, length - second) {
                        let one = self.levels[first][at].clone();
                        let two = self.levels[second][other].clone();
                        for operator in BINARY {
                            if operator.is_symmetric() && first > second {
                                continue;
                            }
                            let pairs = one.values.iter().zip(&*two.values);
                            let values = pairs.map(|(x, y)| operator.of(x, y)).collect();
                            let expr = || computed(operator, &one.expr, &two.expr);
                            self.add(length, values, &expr, each)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// How many entries are shorter than a length by so much.
    fn of_length(&self, length: usize, less: usize) -> usize {
        self.levels.get(length - less).map_or(0, Vec::len)
    }

    fn add(
        &mut self,
        length: usize,
        values: Option<Vec<i64>>,
        expr: &dyn Fn() -> Expr,
        each: Each<'_>,
    ) -> ControlFlow<()> {
        self.tried += 1;
        if self.tried > self.reach.tried {
            return ControlFlow::Break(());
        }
        if self.tried.is_multiple_of(AT_A_TIME) {
            (self.reach.go_on)()?;
        }
        let is_small = |values: &Vec<i64>| values.iter().all(|value| value.abs() <= LARGEST);
        let Some(values) = values.filter(is_small) else {
            return ControlFlow::Continue(());
        };
        if self.seen.contains(&*values) {
            return ControlFlow::Continue(());
        }
        let values: Arc<[i64]> = values.into();
        self.seen.insert(Arc::clone(&values));
        let entry = Entry {
            expr: expr(),
            length,
            values,
        };
        if self.levels.len() <= length {
            self.levels.resize_with(length + 1, Vec::new);
        }
        let ends = each(&entry);
        self.levels[length].push(entry);
        ends
    }
}

fn with_constant(operator: Operator, number: i64, expr: &Expr) -> Expr {
    match operator {
        Operator::Times => computed(operator, &Expr::Number(number), expr),
        _ => computed(operator, expr, &Expr::Number(number)),
    }
}

/// An operator and two expressions; of two constants the result.
fn computed(operator: Operator, one: &Expr, other: &Expr) -> Expr {
    if let (Expr::Number(x), Expr::Number(y)) = (one, other)
        && let Some(number) = operator.of(x, y)
    {
        return Expr::Number(number);
    }
    Expr::binary(operator, one.clone(), other.clone())
}

/// How long a person finds a condition: a comparison of two numbers that both have to be computed is longer than it looks.
fn weight(expr: &Expr) -> usize {
    let is_plain = |expr: &Expr| matches!(expr, Expr::Number(_) | Expr::Place(_) | Expr::Fold(_));
    let mut weight = expr.weight();
    expr.visit(&mut |expr| {
        if let Expr::Binary(of, x, y) = expr
            && matches!(
                of,
                Operator::Equal | Operator::Differ | Operator::Less | Operator::AtMost
            )
            && !is_plain(x)
            && !is_plain(y)
        {
            weight += 4;
        }
    });
    weight
}

/// Returns the shortest expression of some names with the target as its values.
pub fn with_values(names: Vec<Name>, target: &[i64], reach: Reach<'_>) -> Option<Entry> {
    let mut found = None;
    Pool::grow(names, reach, &mut |entry| {
        if *entry.values == *target {
            found = Some(entry.clone());
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

/// Which rows something is true of: a bit for each of at most 512.
type Rows = [u64; 8];

/// The most rows that a [predicate](predicates) is fitted to.
pub const MOST_ROWS: usize = 512;

fn rows(truths: impl Iterator<Item = bool>) -> Rows {
    let mut rows = [0; 8];
    for (at, is_true) in truths.enumerate() {
        rows[at / 64] |= u64::from(is_true) << (at % 64);
    }
    rows
}

fn each_word(one: &Rows, other: &Rows, of: impl Fn(u64, u64) -> u64) -> Rows {
    std::array::from_fn(|at| of(one[at], other[at]))
}

/// A condition on numbers, and where it is true.
#[derive(Clone)]
struct Atom {
    length: usize,
    expr: Expr,
    rows: Rows,
}

impl Atom {
    fn joined(&self, other: &Self, operator: Operator, of: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            length: self.length + other.length + 1,
            expr: Expr::binary(operator, self.expr.clone(), other.expr.clone()),
            rows: each_word(&self.rows, &other.rows, of),
        }
    }

    fn chosen(&self, one: &Self, other: &Self) -> Self {
        let at =
            |word: usize| self.rows[word] & one.rows[word] | !self.rows[word] & other.rows[word];
        Self {
            length: self.length + one.length + other.length + 1,
            expr: Expr::If(Arc::new([
                self.expr.clone(),
                one.expr.clone(),
                other.expr.clone(),
            ])),
            rows: std::array::from_fn(at),
        }
    }
}

/// Returns conditions on some names that are true in exactly the rows with `target`, of which there are at most [`MOST_ROWS`]:
/// equalities, comparisons, two of them joined, two cases. Those that a person finds shorter come first.
pub fn predicates(names: Vec<Name>, target: &[bool], reach: Reach<'_>) -> Vec<Expr> {
    const OF_ONE_KEY: usize = 200;
    const ENOUGH: usize = 300;
    let at = |wanted: bool| (0..target.len()).filter(move |at| target[*at] == wanted);
    let mut by_values: HashMap<Vec<i64>, Vec<Entry>, Hashing> = HashMap::default();
    let mut found = Vec::new();
    // After the first equality as many expressions again are tried, of which a person may find one shorter.
    let (mut tried, mut most) = (0, usize::MAX);
    let pool = Pool::grow(names, reach, &mut |entry| {
        tried += 1;
        let key: Vec<i64> = at(true).map(|at| entry.values[at]).collect();
        let others = by_values.entry(key).or_default();
        for other in others.iter().take(OF_ONE_KEY) {
            if at(false).all(|at| other.values[at] != entry.values[at]) {
                let (one, two) = (other.expr.clone(), entry.expr.clone());
                let (one, two) = if matches!(one, Expr::Number(_)) {
                    (two, one)
                } else {
                    (one, two)
                };
                found.push(Expr::binary(Operator::Equal, one, two));
                most = most.min(2 * tried);
            }
        }
        others.push(entry.clone());
        if tried >= most || found.len() >= ENOUGH {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if (reach.go_on)().is_continue() {
        found.extend(joined(&pool, target));
    }
    found.sort_by_key(weight);
    found
}

/// Conditions of comparisons: one, two that are joined, or two for two cases.
fn joined(pool: &Pool<'_>, target: &[bool]) -> Vec<Expr> {
    const SMALL: usize = 400;
    const FEW: usize = 6000;
    let all = rows(target.iter().map(|_| true));
    let want = rows(target.iter().copied());
    let atoms = atoms(pool, SMALL, &all);
    let exact = atoms.iter().filter(|atom| atom.rows == want);
    let mut found: Vec<Atom> = exact.cloned().collect();
    found.extend(pairs(&atoms, &want, &all));
    let agree = |atom: &&Atom, inside: &Rows| {
        let differ = each_word(&atom.rows, &want, |x, y| x ^ y);
        each_word(&differ, inside, |x, y| x & y) == [0; 8]
    };
    let outside = |case: &Atom| each_word(&all, &case.rows, |all, rows| all & !rows);
    // Often the positions with a 0 are another case.
    for case in atoms.iter().filter(|atom| is_zero(&atom.expr)) {
        let outcome = atoms.iter().filter(|atom| atom.length == 1);
        if let Some(outcome) = { outcome }.find(|atom| agree(atom, &case.rows)) {
            let pairs = pairs(&atoms, &want, &outside(case));
            found.extend(pairs.iter().map(|pair| case.chosen(outcome, pair)));
        }
    }
    if found.is_empty() {
        let is_short = |atom: &&Atom| atom.length <= 3 && ![[0; 8], all].contains(&atom.rows);
        for case in atoms.iter().filter(is_short).take(SMALL) {
            let few = || atoms.iter().take(FEW);
            let one = few().find(|atom| agree(atom, &case.rows));
            let other = few().find(|atom| agree(atom, &outside(case)));
            found.extend(one.zip(other).map(|(one, other)| case.chosen(one, other)));
        }
    }
    found.sort_by_key(|atom| atom.length);
    found.truncate(20);
    found.into_iter().map(|atom| atom.expr).collect()
}

/// Two conditions, both or one of which are true in exactly the wanted rows of those that are looked at.
fn pairs(atoms: &[Atom], want: &Rows, looked_at: &Rows) -> Vec<Atom> {
    const JOINED: usize = 1500;
    let within = |rows: &Rows| each_word(rows, looked_at, |x, y| x & y);
    let want = within(want);
    let mut found = Vec::new();
    for operator in [Operator::And, Operator::Or] {
        let of = |x: u64, y: u64| match operator {
            Operator::And => x & y,
            _ => x | y,
        };
        // What both have in common is what is wanted, or what they are together.
        let is_part = |rows: &Rows| each_word(rows, &want, of) == want;
        let parts = atoms.iter().map(|atom| (within(&atom.rows), atom));
        let parts: Vec<_> = parts
            .filter(|(rows, _)| is_part(rows))
            .take(JOINED)
            .collect();
        for (at, (rows, one)) in parts.iter().enumerate() {
            let mut others = parts[..at].iter();
            let other = others.find(|(other, _)| each_word(rows, other, of) == want);
            found.extend(other.map(|(_, other)| other.joined(one, operator, of)));
        }
    }
    found
}

/// Whether a condition is that a number of the position is 0.
fn is_zero(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(Operator::Equal, x, y)
        if [x, y].iter().any(|one| matches!(***one, Expr::Place(_)))
            && [x, y].iter().any(|one| matches!(***one, Expr::Number(0))))
}

/// Comparisons of short expressions, one for each set of rows in which they are true, the shortest first.
fn atoms(pool: &Pool<'_>, small: usize, all: &Rows) -> Vec<Atom> {
    const LONGEST: usize = 5;
    let mut entries: Vec<&Entry> = pool.entries().filter(|entry| entry.length <= 4).collect();
    entries.sort_by_key(|entry| entry.length);
    entries.truncate(small);
    let mut atoms: HashMap<Rows, Atom, Hashing> = HashMap::default();
    let mut add = |length, expr: Expr, rows: Rows| {
        let new = || Atom { length, expr, rows };
        let old = atoms.get(&rows).map_or(usize::MAX, |atom| atom.length);
        if length < old {
            atoms.insert(rows, new());
        }
    };
    for (number, is) in [(1, *all), (0, [0; 8])] {
        add(1, Expr::Number(number), is);
    }
    for (at, one) in entries.iter().enumerate() {
        for other in &entries[..at] {
            let length = one.length + other.length;
            if length > LONGEST {
                break;
            }
            let compare = |of: fn(&i64, &i64) -> bool| {
                rows(one.values.iter().zip(&*other.values).map(|(x, y)| of(x, y)))
            };
            let [x, y] = [&one.expr, &other.expr];
            let binary = |of, x: &Expr, y: &Expr| Expr::binary(of, x.clone(), y.clone());
            for (expr, rows) in [
                (binary(Operator::Equal, x, y), compare(|x, y| x == y)),
                (binary(Operator::Differ, x, y), compare(|x, y| x != y)),
                (binary(Operator::Less, x, y), compare(|x, y| x < y)),
                (binary(Operator::Less, y, x), compare(|x, y| y < x)),
                (binary(Operator::AtMost, x, y), compare(|x, y| x <= y)),
                (binary(Operator::AtMost, y, x), compare(|x, y| y <= x)),
            ] {
                add(length, expr, rows);
            }
        }
    }
    let mut atoms: Vec<Atom> = atoms.into_values().collect();
    atoms.sort_by_cached_key(|atom| (atom.length, atom.expr.to_string()));
    atoms
}
