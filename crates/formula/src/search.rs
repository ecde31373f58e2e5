//! The search: from the values of small positions to formulas that agree with them.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::enumerate::{self, MOST_ROWS, Reach};
use crate::expr::{Expr, Fold, Gather, Name, Sequence};
use crate::fit::{self, Fit, Key};
use crate::formula::{Formula, Says};
use crate::number::{Function, Operator};
use crate::position::{Class, Kind, Position, View, branches};
use crate::sequence;
use crate::shape::Shape;

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The position.
    pub position: Position,
    /// Its Grundy value, where that is known.
    pub value: Option<i64>,
    /// Whether the player to move loses.
    pub is_lost: bool,
}

/// Solved positions in ascending order of size, and what they have in common.
pub struct Data {
    rows: Vec<Row>,
    shape: Shape,
    values: HashMap<Position, i64>,
    /// Positions of one number with their values, where those of others are their nim-sums.
    singles: Vec<Row>,
}

/// A formula that agrees with the data it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The formula.
    pub formula: Formula,
    /// How many of the positions determined it: as many numbers as were free to fit them.
    pub absorbed: usize,
}

/// Is called with each formula; [`Break`](ControlFlow::Break) ends the search.
pub type Each<'a> = &'a mut dyn FnMut(Candidate) -> ControlFlow<()>;

/// How many expressions are tried in one place of the search.
const TRIED: usize = 60_000;
/// So many positions are enough for an expression of a value.
const OF_VALUES: usize = 128;
/// And for one of an outcome.
const OF_OUTCOMES: usize = MOST_ROWS * 3 / 4;
/// The longest expression with a period as one of its numbers.
const SHORT: usize = 5;
/// The largest base in which digit sums are tried.
const MOST_DIGITS: u32 = 7;

impl Data {
    /// Takes solved positions, in ascending order of size, and pairs of positions and what moves lead to. `None` if formulas cannot read
    /// them: some are words and others numbers, or there are none.
    pub fn new<'a>(
        rows: Vec<Row>,
        moves: impl Iterator<Item = (&'a Position, &'a Position)>,
    ) -> Option<Self> {
        let shape = Shape::of(&rows.iter().map(|row| &row.position), moves)?;
        let values = rows
            .iter()
            .filter_map(|row| Some((row.position.clone(), row.value?)));
        Some(Self {
            singles: Vec::new(),
            values: values.collect(),
            shape,
            rows,
        })
    }

    /// If values are nim-sums of a function of the numbers, returns that function for 0, 1, 2 and so on, as far as the data
    /// determine it.
    pub fn values_of_numbers(&self) -> Option<Vec<i64>> {
        let is_of_numbers =
            self.shape.fixed == 0 && self.shape.arity.is_none() && !self.shape.are_words();
        let keys = |row: &Row| {
            let numbers = row.position.numbers().iter();
            Some((
                numbers.map(|&number| (0, number, Vec::new())).collect(),
                row.value?,
            ))
        };
        let rows =
            is_of_numbers.then(|| self.rows.iter().map(keys).collect::<Option<Vec<_>>>())??;
        let fit = fit::nim_sum(&rows).filter(|fit| fit.beyond >= fit.table.len())?;
        let of_number: HashMap<i64, i64> = fit
            .table
            .into_iter()
            .map(|((_, number, _), value)| (number, value))
            .collect();
        let known = |number| of_number.get(&number).copied();
        let value = |number| known(number).or((number == 0).then_some(0));
        Some((0..).map_while(value).collect())
    }

    /// Adds values of single numbers, from which the function of a number is described.
    pub fn add_values_of_numbers(&mut self, values: &[i64]) {
        let row = |(number, &value): (i64, &i64)| {
            let position = Position::Numbers(vec![number]);
            Row {
                position,
                value: Some(value),
                is_lost: value == 0,
            }
        };
        self.singles = (0..).zip(values).map(row).collect();
    }

    /// The positions.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What they have in common.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The numbers that a view sees in a position.
    fn row(&self, view: View, position: &Position) -> Option<Vec<i64>> {
        match (view.kind, position) {
            (Kind::Branches, Position::Word(word)) => {
                let branches = branches(word)?.into_iter();
                let value =
                    |branch: &str| self.values.get(&Position::Word(branch.to_owned())).copied();
                branches.map(value).collect()
            }
            _ => view.row(position),
        }
    }
}

/// Tables of a function by the name of its number, each with the expression that was found for it.
type Described = HashMap<(Vec<Cause>, Expr), Option<Expr>>;

/// A search in some data.
pub struct Search<'a> {
    data: &'a Data,
    length: usize,
    go_on: &'a dyn Fn() -> ControlFlow<()>,
    /// For values and for outcomes, whether no expression agrees with fewer positions: then none agrees with more.
    is_hopeless: [Cell<bool>; 2],
    /// What [`described_as`](Attempt::described_as) returned: many exceptions leave the same table.
    described: RefCell<Described>,
}

/// A part, the numbers that no move changes, and the value of both.
type Cause = (i64, Vec<i64>, i64);

impl<'a> Search<'a> {
    /// A search for formulas whose expressions have at most this length. `go_on` is called again and again;
    /// [`Break`](ControlFlow::Break) ends the search.
    pub fn new(data: &'a Data, length: usize, go_on: &'a dyn Fn() -> ControlFlow<()>) -> Self {
        Self {
            data,
            length,
            go_on,
            is_hopeless: Default::default(),
            described: RefCell::default(),
        }
    }

    /// Calls `each` with formulas that agree with the first `learn` positions, those that a person would try first before others.
    /// Searches with more and more positions follow each other, because later ones skip what earlier ones have excluded. The same
    /// formulas in the same order for the same data.
    ///
    /// # Errors
    /// Breaks when `each` or `go_on` does.
    pub fn candidates(&self, says: Says, learn: usize, each: Each<'_>) -> ControlFlow<()> {
        let rows = &self.data.rows[..learn.min(self.data.rows.len())];
        let is_constant = rows.iter().all(|row| row.is_lost == rows[0].is_lost);
        let is_lost = is_constant && rows[0].is_lost;
        if says == Says::Value && (is_lost || rows.iter().any(|row| row.value.is_none())) {
            return ControlFlow::Continue(());
        }
        let arity = self.data.shape.arity;
        let is_few = arity.is_some_and(|arity| (1..=4).contains(&arity));
        let attempt = Attempt {
            search: self,
            says,
            rows,
        };
        if says == Says::Lost && is_constant {
            return each(attempt.of(Expr::Number(is_lost.into()), 1));
        }
        match (says, arity) {
            (Says::Value, Some(1)) => attempt.of_one_number(each)?,
            (Says::Value, _) => attempt.linear(each)?,
            (Says::Lost, _) if !is_few => attempt.linear(each)?,
            _ => {}
        }
        if !self.is_hopeless[says as usize].get() {
            let mut count = 0;
            let mut counted = |candidate| {
                count += 1;
                each(candidate)
            };
            let views: &[usize] = if is_few { &[0, 1] } else { &[1, 3] };
            views
                .iter()
                .try_for_each(|views| attempt.direct(*views, &mut counted))?;
            self.is_hopeless[says as usize].set(count == 0);
        }
        match (says, arity) {
            (Says::Value, _) => ControlFlow::Continue(()),
            (Says::Lost, Some(1)) => attempt.of_one_number(each),
            (Says::Lost, _) => {
                if is_few {
                    attempt.linear(each)?;
                }
                attempt.guarded(each)
            }
        }
    }
}

/// A search in the first positions.
struct Attempt<'a> {
    search: &'a Search<'a>,
    says: Says,
    rows: &'a [Row],
}

/// A view with classes, and whether the numbers that no move changes are part of a key.
#[derive(Clone, Copy)]
struct Way {
    view: View,
    class: Class,
    has_fixed: bool,
}

impl Attempt<'_> {
    fn data(&self) -> &Data {
        self.search.data
    }

    fn reach(&self) -> Reach<'_> {
        Reach {
            go_on: self.search.go_on,
            length: self.search.length,
            tried: TRIED,
        }
    }

    fn short(&self) -> Reach<'_> {
        Reach {
            length: SHORT.min(self.search.length),
            ..self.reach()
        }
    }

    fn of(&self, expr: Expr, absorbed: usize) -> Candidate {
        let expr = match self.says {
            Says::Lost if !expr.is_truth() => Expr::binary(Operator::Equal, expr, Expr::Number(1)),
            _ => expr,
        };
        Candidate {
            formula: Formula {
                says: self.says,
                expr,
            },
            absorbed,
        }
    }

    fn target(&self, row: &Row) -> i64 {
        match self.says {
            Says::Value => row.value.unwrap_or(0),
            Says::Lost => row.is_lost.into(),
        }
    }

    fn keys(&self, way: Way, position: &Position) -> Option<Vec<Key>> {
        let row = self.data().row(way.view, position)?;
        let fixed = if way.has_fixed {
            &position.numbers()[..self.data().shape.fixed]
        } else {
            &[]
        };
        let n = row.len();
        let key = |(index, part)| (way.class.of(index, n), part, fixed.to_vec());
        Some(row.into_iter().enumerate().map(key).collect())
    }

    fn ways(&self) -> Vec<Way> {
        let fixed = &[false, true][..=usize::from(self.data().shape.fixed > 0)];
        let mut ways = Vec::new();
        for view in self.data().shape.views() {
            for class in self.data().shape.classes() {
                ways.extend(fixed.iter().map(|&has_fixed| Way {
                    view,
                    class,
                    has_fixed,
                }));
            }
        }
        ways
    }

    /// Formulas that are a nim-sum of a function of the parts: the value, or 0 exactly for lost positions, in base 2 or 3.
    fn linear(&self, each: Each<'_>) -> ControlFlow<()> {
        if self.says == Says::Lost {
            self.digit_sums(each)?;
        }
        let mut fits = Vec::new();
        for way in self.ways() {
            (self.search.go_on)()?;
            let keys = |rows: &[Row]| {
                let keys = |row: &Row| Some((self.keys(way, &row.position)?, self.target(row)));
                rows.iter().map(keys).collect::<Option<Vec<_>>>()
            };
            let Some(rows) = keys(self.rows) else {
                continue;
            };
            match self.says {
                Says::Value => {
                    let first = fit::nim_sum(&rows);
                    let first = first.filter(|fit| fit.beyond >= fit.table.len().max(8));
                    let Some(size) = first.map(|fit| fit.table.len()) else {
                        continue;
                    };
                    // All data determine more of the function than the first ones.
                    let all = [&*self.data().rows, &self.data().singles].concat();
                    let fit = keys(&all).and_then(|rows| fit::nim_sum(&rows));
                    fits.extend(fit.map(|fit| (2, size, way, fit)));
                }
                Says::Lost => {
                    let rows: Vec<_> = rows
                        .into_iter()
                        .map(|(keys, lost)| (keys, lost == 1))
                        .collect();
                    for p in [2, 3] {
                        let fit = fit::lost_span(&rows, p);
                        let fit = fit.filter(|fit| fit.beyond >= (fit.table.len() / 4).max(4));
                        fits.extend(fit.map(|fit| (p, fit.table.len(), way, fit)));
                    }
                }
            }
        }
        // First those that need the fewest numbers for the first positions.
        fits.sort_by_key(|(p, size, ..)| (*p, *size));
        fits.truncate(12);
        for (p, _, way, fit) in fits {
            self.described(p, way, &fit, &|sum| sum, each)?;
        }
        ControlFlow::Continue(())
    }

    /// Formulas by which exactly those positions are lost whose digit sums in a base above 3 are 0: no elimination finds those of
    /// base 4.
    fn digit_sums(&self, each: Each<'_>) -> ControlFlow<()> {
        for view in self.data().shape.views() {
            for base in 4..=MOST_DIGITS {
                let sum = of_parts(Gather::Digits(base), view, Expr::Name(Name::Part));
                let expr = Expr::binary(Operator::Equal, sum, Expr::Number(0));
                let agrees =
                    |row: &Row| Self::value(&expr, &row.position) == Some(row.is_lost.into());
                if self.rows.iter().all(agrees) {
                    each(self.of(expr, 2))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Describes the values of a fit by expressions, and makes a formula of it by `within`.
    fn described(
        &self,
        p: u8,
        way: Way,
        fit: &Fit,
        within: &dyn Fn(Expr) -> Expr,
        each: Each<'_>,
    ) -> ControlFlow<()> {
        let parts = fit.table.iter().map(|((_, part, _), _)| *part);
        let largest = parts.max().unwrap_or(0);
        let cuts = if self.says == Says::Value { 1 } else { 3 };
        for cut in 1..=cuts {
            let table = fit.table.iter().filter(|(key, _)| key.1 <= largest / cut);
            let table = table.map(|(key, value)| Some((key.clone(), binary(*value, p.into())?)));
            let table = table.collect::<Option<Vec<(Key, i64)>>>();
            let Some(table) = table.filter(|table| table.len() >= 4) else {
                continue;
            };
            let Way {
                view, mut class, ..
            } = way;
            // Of two numbers with an expression for each, these have names.
            let has_names = self.data().shape.arity == Some(2)
                && class != Class::All
                && view
                    == View {
                        after: view.after,
                        ..Kind::Parts.into()
                    };
            let x = |of: usize| match (0..2).find(|at| class.of(*at, 2) == of) {
                Some(at) if has_names => Expr::Place(view.after + at),
                _ => Expr::Name(Name::Part),
            };
            let Some(mut parts) = self.parts(class, &table, &x) else {
                continue;
            };
            let constants: usize = parts.iter().map(Expr::constants).sum();
            let sum = if has_names {
                parts.retain(|part| *part != Expr::Number(0));
                let sum = parts
                    .into_iter()
                    .reduce(|x, y| Expr::binary(Operator::Xor, x, y));
                sum.unwrap_or(Expr::Number(0))
            } else {
                if parts.iter().all(|part| *part == parts[0]) {
                    class = Class::All;
                    parts.truncate(1);
                }
                let gather = Gather::Digits(p.into());
                fold(gather, view, class, parts)
            };
            let expr = match self.says {
                Says::Value => sum,
                Says::Lost => Expr::binary(Operator::Equal, sum, Expr::Number(0)),
            };
            each(self.of(within(expr), constants.max(1)))?;
        }
        ControlFlow::Continue(())
    }

    /// Returns an expression for the values of each class; `None` if some class has none that is shorter than its data.
    fn parts(
        &self,
        class: Class,
        table: &[(Key, i64)],
        x: &dyn Fn(usize) -> Expr,
    ) -> Option<Vec<Expr>> {
        let of_class = |class: usize| {
            let table = table.iter().filter(|((of, ..), _)| *of == class);
            let cause = |((_, part, fixed), value): &(Key, i64)| (*part, fixed.clone(), *value);
            let table: Vec<Cause> = table.map(cause).collect();
            if table.is_empty() {
                return Some(Expr::Number(0));
            }
            let key = (table, x(class));
            let known = self.search.described.borrow().get(&key).cloned();
            known.unwrap_or_else(|| {
                let described = self.described_as(&key.0, &key.1);
                let mut all = self.search.described.borrow_mut();
                all.insert(key, described.clone());
                described
            })
        };
        (0..class.count()).map(of_class).collect()
    }

    fn described_as(&self, table: &[Cause], x: &Expr) -> Option<Expr> {
        let fixed = table[0].1.len();
        let column = |of: &dyn Fn(&Cause) -> i64| table.iter().map(of).collect();
        let mut names = vec![(x.clone(), 1, column(&|(part, ..)| *part))];
        for index in 0..fixed {
            names.push((Expr::Place(index), 1, column(&|(_, fixed, _)| fixed[index])));
        }
        let target: Vec<i64> = table.iter().map(|(.., value)| *value).collect();
        let short = enumerate::with_values(names.clone(), &target, self.reach());
        if let Some(found) = short.filter(|found| 2 * found.length <= table.len() + 2) {
            return Some(found.expr);
        }
        let from = usize::from(table[0].0 != 0);
        // The values of 0, 1, 2 and so on by the numbers that no move changes.
        let mut rows: BTreeMap<&[i64], Vec<i64>> = BTreeMap::new();
        for (part, fixed, value) in table {
            let row = rows.entry(fixed).or_insert_with(|| vec![0; from]);
            if usize::try_from(*part) != Ok(row.len()) {
                return None;
            }
            row.push(*value);
        }
        // The period may be a number of an expression; one that differs from row to row is the modulus of a part first.
        if let Some(period) = self.period(&rows, from) {
            let number = |fixed: &[i64]| period.at(&Position::Numbers(fixed.to_vec()));
            let numbers = table.iter().map(|(_, fixed, _)| number(fixed));
            let numbers: Arc<[i64]> = numbers.collect::<Option<_>>()?;
            let rest = |((part, ..), number): (&Cause, &i64)| Operator::Mod.of(part, number);
            let rests = table.iter().zip(&*numbers).map(rest);
            let rests = rests.collect::<Option<_>>()?;
            let rest = Expr::binary(Operator::Mod, x.clone(), period.clone());
            names.push((period, 1, numbers));
            if fixed > 0 {
                names.push((rest, 1, rests));
            }
            if let Some(found) = enumerate::with_values(names, &target, self.short()) {
                return Some(found.expr);
            }
        }
        let values = rows.get(&[][..])?;
        let periodic = sequence::periodic(values, from);
        let found = periodic.or_else(|| sequence::digits(values, from))?;
        Some(Expr::Sequence(Arc::new(found), Arc::new(x.clone())))
    }

    /// Returns the period of rows of values behind the first `from`: a number, or an expression in the numbers by which there are
    /// several rows.
    fn period(&self, rows: &BTreeMap<&[i64], Vec<i64>>, from: usize) -> Option<Expr> {
        let period = |values: &Vec<i64>| match sequence::periodic(values, from)? {
            Sequence::Periodic { before, period, .. } if before.len() == from => {
                i64::try_from(period.len()).ok()
            }
            _ => None,
        };
        let periods = rows.iter().filter_map(|(by, row)| Some((by, period(row)?)));
        let (by, target): (Vec<&&[i64]>, Vec<i64>) = periods.unzip();
        let column = |at: usize| by.iter().map(|by| by[at]).collect();
        let places = 0..by.first()?.len();
        let names = places.map(|at| (Expr::Place(at), 1, column(at))).collect();
        if let [number] = target[..] {
            return Some(Expr::Number(number));
        }
        Some(enumerate::with_values(names, &target, self.short())?.expr)
    }

    /// Formulas for positions of one number.
    fn of_one_number(&self, each: Each<'_>) -> ControlFlow<()> {
        let fixed = self.data().shape.fixed;
        let key = |row: &Row| {
            let numbers = row.position.numbers();
            (
                (0, numbers[fixed], numbers[..fixed].to_vec()),
                self.target(row),
            )
        };
        let mut table: Vec<(Key, i64)> = self.rows.iter().map(key).collect();
        table.sort_unstable();
        if self.says == Says::Lost && fixed == 0 {
            let lost = table.iter().filter(|(_, lost)| *lost == 1).count();
            if lost.min(table.len() - lost) < 5 {
                return ControlFlow::Continue(());
            }
        }
        let Some(mut parts) = self.parts(Class::All, &table, &|_| Expr::Place(fixed)) else {
            return ControlFlow::Continue(());
        };
        let expr = parts.remove(0);
        let constants = expr.constants();
        each(self.of(expr, constants.max(1)))
    }

    /// The columns of numbers of which expressions are made: the numbers of a position where it has few, or else sums, extremes
    /// and the like over as many views.
    fn columns(&self, views: usize, rows: &[&Row]) -> Vec<(Expr, usize, Arc<[i64]>)> {
        let shape = &self.data().shape;
        let place = |index| (Expr::Place(index), 1);
        let mut names: Vec<(Expr, usize)> = (0..shape.fixed).map(place).collect();
        match shape.arity {
            // Where the order of the numbers does not matter, after the numbers themselves.
            Some(arity @ 1..=4) if views == 1 => {
                if !self.is_symmetric() {
                    return Vec::new();
                }
                let gathers = [Gather::Min, Gather::Max, Gather::Sum, Gather::Digits(2)];
                let view = shape.views()[0];
                let x = || Expr::Name(Name::Part);
                let gathers = gathers.into_iter().take(if arity == 2 { 2 } else { 4 });
                names.extend(gathers.map(|gather| (of_parts(gather, view, x()), 1)));
            }
            Some(arity @ 1..=4) if views == 0 => {
                names.extend((shape.fixed..shape.fixed + arity).map(place));
            }
            _ => {
                for (at, view) in shape.views().into_iter().take(views).enumerate() {
                    let folds = folds(view).into_iter();
                    names.extend(folds.map(|fold| (fold, 1 + usize::from(at > 0))));
                }
            }
        }
        let column = |(expr, length): (Expr, usize)| {
            let value = |row: &&Row| Self::value(&expr, &row.position);
            let values = rows.iter().map(value).collect::<Option<Arc<[i64]>>>()?;
            Some((expr, length, values))
        };
        names.into_iter().filter_map(column).collect()
    }

    /// Whether there are positions of the same numbers in another order, and all of these have the same value.
    fn is_symmetric(&self) -> bool {
        let mut targets = HashMap::new();
        let is_same = |row: &Row| {
            let mut numbers = row.position.numbers().to_vec();
            numbers[self.data().shape.fixed..].sort_unstable();
            let target = self.target(row);
            *targets.entry(numbers).or_insert(target) == target
        };
        self.rows.iter().all(is_same) && targets.len() < self.rows.len()
    }

    fn value(expr: &Expr, position: &Position) -> Option<i64> {
        if let Expr::Fold(fold) = expr
            && fold.view.kind == Kind::Branches
        {
            return None;
        }
        expr.at(position)
    }

    /// Formulas that are an expression in the numbers of a position, or in sums, extremes and the like of some views.
    fn direct(&self, views: usize, each: Each<'_>) -> ControlFlow<()> {
        let most = if self.says == Says::Value {
            OF_VALUES
        } else {
            OF_OUTCOMES
        };
        let rows = spread(self.rows, most);
        let names = self.columns(views, &rows);
        if names.is_empty() {
            return ControlFlow::Continue(());
        }
        if self.says == Says::Value {
            let target: Vec<i64> = rows.iter().map(|row| self.target(row)).collect();
            let mut found = enumerate::with_values(names, &target, self.reach()).into_iter();
            return found.try_for_each(|found| each(self.of(found.expr, found.length)));
        }
        let lost: Vec<bool> = rows.iter().map(|row| row.is_lost).collect();
        for expr in enumerate::predicates(names, &lost, self.reach()) {
            let weight = expr.weight();
            each(self.of(expr, weight))?;
        }
        ControlFlow::Continue(())
    }

    /// Formulas with an exception: where a simple condition is true, all positions are lost, or none, or those with an even number of
    /// parts; elsewhere a nim-sum decides. Two such exceptions may follow each other.
    fn guarded(&self, each: Each<'_>) -> ControlFlow<()> {
        const MOST: usize = 400;
        let exceptions = self.exceptions();
        for view in self.data().shape.views() {
            for class in [Class::All, Class::Left(2), Class::Right(2)] {
                if self.data().shape.arity.is_some() && matches!(class, Class::Right(_)) {
                    continue;
                }
                let way = Way {
                    view,
                    class,
                    has_fixed: false,
                };
                let keys = self.rows.iter().map(|row| self.keys(way, &row.position));
                let Some(keys) = keys.collect::<Option<Vec<_>>>() else {
                    continue;
                };
                for exception in exceptions.iter().take(MOST) {
                    (self.search.go_on)()?;
                    let rest = (0..keys.len()).filter(|at| !exception.rows[*at]);
                    let rest: Vec<_> = rest
                        .map(|at| (keys[at].clone(), self.rows[at].is_lost))
                        .collect();
                    if rest.len() > 60 && fit::lost_span(&rest[..60], 2).is_none() {
                        continue;
                    }
                    let Some(fit) = fit::lost_span(&rest, 2) else {
                        continue;
                    };
                    if fit.beyond >= (fit.table.len() / 2).max(6) {
                        self.described(2, way, &fit, &|sum| exception.around(sum), each)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn exceptions(&self) -> Vec<Exception> {
        let truths = |expr: &Expr| {
            let value = |row: &Row| Some(Self::value(expr, &row.position)? != 0);
            self.rows.iter().map(value).collect::<Option<Vec<bool>>>()
        };
        let count = |rows: &[bool]| rows.iter().filter(|is_true| **is_true).count();
        let mut guards: Vec<(Expr, Vec<bool>)> = Vec::new();
        for guard in self.data().shape.views().into_iter().flat_map(conditions) {
            let Some(rows) = truths(&guard) else {
                continue;
            };
            let is_rare = count(&rows).min(rows.len() - count(&rows)) < 3;
            if !is_rare && guards.iter().all(|(_, other)| *other != rows) {
                let not = rows.iter().map(|is_true| !is_true).collect();
                guards.push((guard.clone(), rows));
                guards.push((Expr::Call(Function::Not, Arc::new(guard)), not));
            }
        }
        // Where a guard is true, exactly those positions are lost for which `then` is true.
        let exception = |(guard, rows): &(Expr, Vec<bool>), then: &(Expr, Vec<bool>)| {
            let agrees = |at: usize| !rows[at] || then.1[at] == self.rows[at].is_lost;
            (0..rows.len()).all(agrees).then(|| Exception {
                cases: vec![(guard.clone(), then.0.clone())],
                rows: rows.clone(),
            })
        };
        let constant = |lost: bool| (Expr::Number(lost.into()), vec![lost; self.rows.len()]);
        let constants = [false, true].map(constant);
        let simple = |guard| {
            constants
                .iter()
                .filter_map(move |then| exception(guard, then))
        };
        let mut simple: Vec<Exception> = guards.iter().flat_map(simple).collect();
        simple.sort_by_key(|exception| Reverse(count(&exception.rows)));
        let mut all = Vec::new();
        for (at, one) in simple.iter().enumerate() {
            all.push(one.clone());
            for other in &simple[..at] {
                let pairs = || one.rows.iter().zip(&other.rows);
                if pairs().any(|(x, y)| *x && !*y) && pairs().any(|(x, y)| *y && !*x) {
                    let rows = pairs().map(|(x, y)| *x || *y).collect();
                    let cases = [one.cases.clone(), other.cases.clone()].concat();
                    all.push(Exception { cases, rows });
                }
            }
        }
        for view in self.data().shape.views() {
            let sum = of_parts(Gather::Sum, view, Expr::Name(Name::Part));
            for (sum, parity) in [
                (self::count(view), 0),
                (self::count(view), 1),
                (sum.clone(), 0),
                (sum, 1),
            ] {
                let rest = Expr::binary(Operator::Mod, sum, Expr::Number(2));
                let then = Expr::binary(Operator::Equal, rest, Expr::Number(parity));
                let then = truths(&then).map(|truths| (then, truths));
                all.extend(
                    then.iter()
                        .flat_map(|then| guards.iter().filter_map(|guard| exception(guard, then))),
                );
            }
        }
        all
    }
}

/// Where conditions are true, and what is the outcome there.
#[derive(Clone)]
struct Exception {
    cases: Vec<(Expr, Expr)>,
    rows: Vec<bool>,
}

impl Exception {
    fn around(&self, rest: Expr) -> Expr {
        let cases = self.cases.iter().rev();
        cases.fold(rest, |rest, (guard, then)| {
            Expr::If(Arc::new([guard.clone(), then.clone(), rest]))
        })
    }
}

/// Simple conditions on a view.
fn conditions(view: View) -> Vec<Expr> {
    let of = |gather| of_parts(gather, view, Expr::Name(Name::Part));
    let compare = |operator, one, number| Expr::binary(operator, one, Expr::Number(number));
    let even = |one| compare(Operator::Equal, compare(Operator::Mod, one, 2), 0);
    vec![
        compare(Operator::Equal, of(Gather::First), 0),
        compare(Operator::Equal, of(Gather::Last), 0),
        compare(Operator::AtMost, of(Gather::Max), 1),
        compare(Operator::AtMost, of(Gather::First), 1),
        compare(Operator::AtMost, count(view), 1),
        even(count(view)),
        compare(Operator::AtMost, count(view), 2),
        even(of(Gather::Sum)),
    ]
}

fn fold(gather: Gather, view: View, class: Class, parts: Vec<Expr>) -> Expr {
    Expr::Fold(Arc::new(Fold {
        gather,
        view,
        class,
        parts,
    }))
}

fn of_parts(gather: Gather, view: View, part: Expr) -> Expr {
    fold(gather, view, Class::All, vec![part])
}

fn count(view: View) -> Expr {
    of_parts(Gather::Sum, view, Expr::Number(1))
}

/// What people look at first in a row: its length, its sum, extremes, odd parts, ones.
fn folds(view: View) -> Vec<Expr> {
    let x = || Expr::Name(Name::Part);
    let is_one = || Expr::binary(Operator::Equal, x(), Expr::Number(1));
    let odd = Expr::binary(Operator::Mod, x(), Expr::Number(2));
    let of = |gather, part| of_parts(gather, view, part);
    vec![
        count(view),
        of(Gather::Sum, x()),
        of(Gather::Digits(2), x()),
        of(Gather::Max, x()),
        of(Gather::Min, x()),
        of(Gather::First, x()),
        of(Gather::Last, x()),
        of(Gather::Sum, odd),
        of(Gather::Sum, is_one()),
        of(Gather::Leading, is_one()),
        fold(
            Gather::Digits(2),
            view,
            Class::Right(2),
            vec![x(), Expr::Number(0)],
        ),
    ]
}

/// At most `most` rows: the first half of them, and others at equal distances.
fn spread(rows: &[Row], most: usize) -> Vec<&Row> {
    if rows.len() <= most {
        return rows.iter().collect();
    }
    let half = most / 2;
    let rest = rows.len() - half;
    let far = (0..half).map(|at| half + at * rest / half);
    (0..half).chain(far).map(|at| &rows[at]).collect()
}

/// A number whose digits in a base are 0 and 1, with these as binary digits.
fn binary(mut number: i64, base: i64) -> Option<i64> {
    let (mut value, mut one) = (0, 1);
    while number > 0 {
        if number % base > 1 {
            return None;
        }
        value += one * (number % base);
        (number, one) = (number / base, one << 1);
    }
    Some(value)
}
