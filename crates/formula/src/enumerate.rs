//! Expressions by length, the shortest first, one for each row of values.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::expr::Expr;
use crate::number::{Function, Operator};

/// A name with its length, 1 or 2, and its values for all rows of the data.
pub type Name = (Expr, usize, Arc<[i64]>);

/// An expression with its length.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The expression.
    pub expr: Expr,
    /// How long it is: names and constants count 1, operators 1, rare functions 2.
    pub length: usize,
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

/// All expressions up to a length that differ in their values.
pub struct Pool<'a> {
    /// In ascending order of length.
    entries: Vec<Entry>,
    /// The values of the entries for all rows, one entry after the other.
    values: Vec<i64>,
    rows: usize,
    /// The first entry with each [digest] of values.
    seen: HashMap<u64, usize>,
    /// The entry of whose expressions the one that a person finds shortest is kept.
    wanted: Option<usize>,
    tried: usize,
    reach: Reach<'a>,
}

/// Is called with the pool and the index of its new entry.
type Each<'a> = &'a mut dyn FnMut(&mut Pool<'_>, usize) -> ControlFlow<()>;

/// Returns a number that two rows of values hardly share unless they are equal. O(values).
fn digest<'v>(values: impl Iterator<Item = &'v i64>) -> u64 {
    // 2^64 divided by the golden ratio, as in multiplicative hashing (Knuth, The Art of Computer Programming, 6.4).
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    values.fold(FACTOR, |digest, value| {
        (digest.rotate_left(23) ^ value.cast_unsigned()).wrapping_mul(FACTOR)
    })
}

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
        let mut pool = Self {
            entries: Vec::new(),
            values: Vec::new(),
            rows: names.first().map_or(0, |(.., values)| values.len()),
            seen: HashMap::new(),
            wanted: None,
            tried: 0,
            reach,
        };
        let _ = pool.make(names, each);
        pool
    }

    /// The values of an entry for all rows.
    fn values(&self, at: usize) -> &[i64] {
        &self.values[at * self.rows..][..self.rows]
    }

    /// The entries of a length.
    fn of_length(&self, length: usize) -> Range<usize> {
        let shorter = |length| self.entries.partition_point(|entry| entry.length < length);
        shorter(length)..shorter(length + 1)
    }

    fn make(&mut self, names: Vec<Name>, each: Each<'_>) -> ControlFlow<()> {
        let mut row = Vec::new();
        for number in 0..=3 {
            row.clear();
            row.resize(self.rows, number);
            self.next()?;
            self.add(1, &row, each, |_| Expr::Number(number))?;
        }
        for (expr, length, values) in names {
            self.next()?;
            self.add(length, &values, each, |_| expr)?;
        }
        row.resize(self.rows, 0);
        for length in 2..=self.reach.length {
            for function in FUNCTIONS {
                for at in self.of_length(length - 2) {
                    self.next()?;
                    if fill(&mut row, self.values(at).iter().map(|x| function.of(x))) {
                        self.add(length, &row, each, |entries| {
                            called(function, &entries[at].expr)
                        })?;
                    }
                }
            }
            for (operator, number) in WITH_CONSTANT {
                for at in self.of_length(length - 1) {
                    self.next()?;
                    if fill(
                        &mut row,
                        self.values(at).iter().map(|x| operator.of(x, &number)),
                    ) {
                        self.add(length, &row, each, |entries| {
                            with_constant(operator, number, &entries[at].expr)
                        })?;
                    }
                }
            }
            for first in 1..length - 1 {
                let second = length - 1 - first;
                for at in self.of_length(first) {
                    for other in self.of_length(second) {
                        self.pair(length, [at, other], &mut row, each)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the expressions of two entries and an operator.
    fn pair(
        &mut self,
        length: usize,
        [at, other]: [usize; 2],
        row: &mut [i64],
        each: Each<'_>,
    ) -> ControlFlow<()> {
        let lengths = [at, other].map(|at| self.entries[at].length);
        for operator in BINARY {
            if operator.is_symmetric() && lengths[0] > lengths[1] {
                continue;
            }
            self.next()?;
            // Of two entries of one length, the other order has been tried.
            if operator.is_symmetric() && at > other {
                continue;
            }
            let pairs = self.values(at).iter().zip(self.values(other));
            if fill(row, pairs.map(|(x, y)| operator.of(x, y))) {
                self.add(length, row, each, |entries| {
                    computed(operator, &entries[at].expr, &entries[other].expr)
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Counts an expression that is tried.
    fn next(&mut self) -> ControlFlow<()> {
        self.tried += 1;
        if self.tried > self.reach.tried {
            return ControlFlow::Break(());
        }
        if self.tried.is_multiple_of(AT_A_TIME) {
            (self.reach.go_on)()?;
        }
        ControlFlow::Continue(())
    }

    /// Adds an expression, if its values are not too large and no other one has them.
    fn add(
        &mut self,
        length: usize,
        values: &[i64],
        each: Each<'_>,
        expr: impl FnOnce(&[Entry]) -> Expr,
    ) -> ControlFlow<()> {
        if values.iter().any(|value| value.abs() > LARGEST) {
            return ControlFlow::Continue(());
        }
        let at = self.entries.len();
        let first = *self.seen.entry(digest(values.iter())).or_insert(at);
        if first < at && self.values(first) == values {
            if self.wanted == Some(first) {
                let expr = expr(&self.entries);
                if expr.weight() < self.entries[first].expr.weight() {
                    self.entries[first].expr = expr;
                }
            }
            return ControlFlow::Continue(());
        }
        self.values.extend_from_slice(values);
        let expr = expr(&self.entries);
        self.entries.push(Entry { expr, length });
        each(self, at)
    }
}

/// Writes values to a row; returns false if there is none for a place of it.
fn fill(to: &mut [i64], mut values: impl Iterator<Item = Option<i64>>) -> bool {
    to.iter_mut().all(|to| {
        let value = values.next().flatten();
        *to = value.unwrap_or(0);
        value.is_some()
    })
}

fn with_constant(operator: Operator, number: i64, expr: &Expr) -> Expr {
    match operator {
        Operator::Times => computed(operator, &Expr::Number(number), expr),
        _ => computed(operator, expr, &Expr::Number(number)),
    }
}

/// A function of an expression; of a constant the result.
fn called(function: Function, expr: &Expr) -> Expr {
    if let Expr::Number(x) = expr
        && let Some(number) = function.of(x)
    {
        return Expr::Number(number);
    }
    Expr::Call(function, Arc::new(expr.clone()))
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

/// So many times as many expressions are tried as are needed to find one.
const FURTHER: usize = 6;

/// Returns an expression of some names with the target as its values: of those that are found the one that a person finds shortest.
pub fn with_values(names: Vec<Name>, target: &[i64], reach: Reach<'_>) -> Option<Entry> {
    let pool = Pool::grow(names, reach, &mut |pool, at| {
        if pool.values(at) == target {
            pool.wanted = Some(at);
            pool.reach.tried = pool.reach.tried.min(FURTHER * pool.tried);
        }
        ControlFlow::Continue(())
    });
    pool.wanted.map(|at| pool.entries[at].clone())
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
    let (lost, won): (Vec<usize>, Vec<usize>) = (0..target.len()).partition(|at| target[*at]);
    // The entries by the digest of their values where the target is true.
    let mut by_values: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut found = Vec::new();
    // After the first equality as many expressions again are tried, of which a person may find one shorter.
    let (mut tried, mut most) = (0, usize::MAX);
    let pool = Pool::grow(names, reach, &mut |pool, at| {
        tried += 1;
        let values = pool.values(at);
        let others = by_values.entry(digest(lost.iter().map(|at| &values[*at])));
        let others = others.or_default();
        for &other in others.iter().take(OF_ONE_KEY) {
            let others = pool.values(other);
            let are_equal = |at: &usize| values[*at] == others[*at];
            if !won.iter().any(are_equal) && lost.iter().all(are_equal) {
                let [one, two] = [other, at].map(|at| pool.entries[at].expr.clone());
                let (one, two) = if matches!(one, Expr::Number(_)) {
                    (two, one)
                } else {
                    (one, two)
                };
                found.push(Expr::binary(Operator::Equal, one, two));
                most = most.min(2 * tried);
            }
        }
        others.push(at);
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
        let is_wanted =
            |one: &Rows, other: &Rows| (0..8).all(|at| of(one[at], other[at]) == want[at]);
        let parts = atoms.iter().map(|atom| (within(&atom.rows), atom));
        let parts: Vec<_> = parts
            .filter(|(rows, _)| is_wanted(rows, &want))
            .take(JOINED)
            .collect();
        for (at, (rows, one)) in parts.iter().enumerate() {
            let mut others = parts[..at].iter();
            let other = others.find(|(other, _)| is_wanted(rows, other));
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
    let entries = pool.of_length(4).end.min(small);
    let mut atoms: HashMap<Rows, Atom> = HashMap::new();
    let mut add = |length, rows: Rows, expr: &dyn Fn() -> Expr| {
        let old = atoms.get(&rows).map_or(usize::MAX, |atom| atom.length);
        if length < old {
            let expr = expr();
            atoms.insert(rows, Atom { length, expr, rows });
        }
    };
    for (number, is) in [(1, *all), (0, [0; 8])] {
        add(1, is, &|| Expr::Number(number));
    }
    for at in 0..entries {
        for other in 0..at {
            let [one, other] = [at, other].map(|at| (&pool.entries[at], pool.values(at)));
            let length = one.0.length + other.0.length;
            if length > LONGEST {
                break;
            }
            let compare =
                |of: fn(&i64, &i64) -> bool| rows(one.1.iter().zip(other.1).map(|(x, y)| of(x, y)));
            let (equal, less) = (compare(|x, y| x == y), compare(|x, y| x < y));
            let not = |rows: &Rows| each_word(all, rows, |all, rows| all & !rows);
            let at_most = each_word(&equal, &less, |x, y| x | y);
            let [x, y] = [&one.0.expr, &other.0.expr];
            for (of, x, y, rows) in [
                (Operator::Equal, x, y, equal),
                (Operator::Differ, x, y, not(&equal)),
                (Operator::Less, x, y, less),
                (Operator::Less, y, x, not(&at_most)),
                (Operator::AtMost, x, y, at_most),
                (Operator::AtMost, y, x, not(&less)),
            ] {
                add(length, rows, &|| Expr::binary(of, x.clone(), y.clone()));
            }
        }
    }
    let mut atoms: Vec<Atom> = atoms.into_values().collect();
    atoms.sort_by_cached_key(|atom| (atom.length, atom.expr.to_string()));
    atoms
}
