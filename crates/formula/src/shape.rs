//! What the positions of a game have in common, and the rows that are worth a look.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_traits::ToPrimitive as _;

use crate::formula::Formula;
use crate::position::{Class, Kind, Position, View, branches};

/// The order of the numbers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// None that all positions have.
    Any,
    /// From small to large.
    Ascending,
    /// From large to small.
    Descending,
    /// Places of coins: positive and in strictly ascending order.
    Places,
}

/// What all positions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many numbers at the beginning no move changes.
    pub fixed: usize,
    /// How many numbers every position has after these, if all have as many.
    pub arity: Option<usize>,
    /// The order of the numbers after these.
    order: Order,
    /// Whether no number comes twice.
    is_strict: bool,
    /// The smallest number after the fixed ones.
    least: i64,
    /// The characters of words.
    characters: Vec<char>,
    /// Whether all positions are nested brackets.
    are_brackets: bool,
    /// Whether every word of the greatest length is a position.
    are_all_words: bool,
    /// For each number after the fixed ones whether it grows with the positions, where all have as many.
    grows: Vec<bool>,
}

impl Shape {
    /// Returns what positions and those one move further have in common; `None` if some are words and others numbers, or there are
    /// none. O(numbers).
    pub fn of<'p, 'm>(
        positions: &(impl Iterator<Item = &'p Position> + Clone),
        moves: impl Iterator<Item = (&'m Position, &'m Position)>,
    ) -> Option<Self> {
        let mut words = BTreeSet::new();
        let (mut are_brackets, mut has_numbers, mut has_words) = (true, false, false);
        for position in positions.clone() {
            match position {
                Position::Numbers(numbers) => has_numbers |= !numbers.is_empty(),
                Position::Word(word) if word == "-" => {}
                Position::Word(word) => {
                    has_words = true;
                    words.extend(word.chars());
                    are_brackets &= branches(word).is_some();
                }
            }
        }
        if has_numbers == has_words {
            return None;
        }
        let lengths = positions.clone().map(|position| position.numbers().len());
        let [shortest, longest] = [lengths.clone().min()?, lengths.max()?];
        let fixed = moves.fold(shortest, |fixed, (from, to)| {
            let pairs = from.numbers().iter().zip(to.numbers());
            pairs
                .take(fixed)
                .take_while(|(one, other)| one == other)
                .count()
        });
        // Where all numbers are fixed there are no moves: nothing is known of them.
        let fixed = if fixed == longest { 0 } else { fixed };
        let arity = (shortest == longest).then_some(longest - fixed);
        let rows = positions
            .clone()
            .map(|position| &position.numbers()[fixed..]);
        let is_strict = |row: &[i64]| row.is_sorted_by(|one, next| one < next);
        let has_pairs = rows.clone().any(|row| row.len() > 1);
        let are_places = |row: &[i64]| is_strict(row) && row.first() != Some(&0);
        let order = if has_pairs && rows.clone().all(are_places) {
            Order::Places
        } else if rows.clone().all(<[i64]>::is_sorted) {
            Order::Ascending
        } else if rows
            .clone()
            .all(|row| row.is_sorted_by(|one, next| one >= next))
        {
            Order::Descending
        } else {
            Order::Any
        };
        let are_strict = |row: &[i64]| is_strict(row) || row.is_sorted_by(|one, next| one > next);
        Some(Self {
            fixed,
            arity,
            order,
            is_strict: has_pairs && rows.clone().all(are_strict),
            least: rows.flatten().min().copied().unwrap_or(0),
            characters: words.into_iter().collect(),
            are_brackets: has_words && are_brackets,
            are_all_words: has_words && are_all(positions),
            grows: grows(positions, fixed, arity),
        })
    }

    /// Returns the rows that formulas look at, the plainest first.
    pub fn views(&self) -> Vec<View> {
        if self.are_brackets {
            return vec![Kind::Branches.into()];
        }
        if !self.characters.is_empty() {
            let kinds = self.characters.iter().take(3).flat_map(|&c| {
                let reversed = |kind| View {
                    reversed: true,
                    ..View::from(kind)
                };
                [
                    Kind::Places(c).into(),
                    reversed(Kind::Places(c)),
                    Kind::RunsOf(c).into(),
                    Kind::Between(c).into(),
                    reversed(Kind::Between(c)),
                ]
            });
            return kinds.collect();
        }
        let is_ordered = self.order != Order::Any;
        let kinds = [
            (Kind::Parts, true),
            (Kind::Sorted, !is_ordered),
            (Kind::Indices, self.arity.is_none()),
            (Kind::Multiplicities, is_ordered && self.arity.is_none()),
            (Kind::Gaps, self.order == Order::Places),
            (Kind::Differences, is_ordered),
            (
                Kind::EndGaps,
                self.order == Order::Places && self.fixed == 1,
            ),
            (Kind::Groups, self.order == Order::Places),
            (Kind::Runs, self.order == Order::Places),
        ];
        let kinds = kinds.into_iter().filter(|(_, is_used)| *is_used);
        let view = |(kind, _)| View {
            after: self.fixed,
            ..View::from(kind)
        };
        let mut views: Vec<View> = kinds.map(view).collect();
        if self.order == Order::Places {
            views.push(View {
                kind: Kind::Groups,
                after: self.fixed,
                reversed: true,
            });
        }
        views
    }

    /// Returns the ways to divide a row into classes, the plainest first.
    pub fn classes(&self) -> Vec<Class> {
        let mut classes = vec![
            Class::All,
            Class::Left(2),
            Class::Left(3),
            Class::First,
            Class::Last,
        ];
        if self.arity.is_none() {
            classes.insert(2, Class::Right(2));
            classes.insert(4, Class::Right(3));
        }
        if self.are_brackets {
            classes.truncate(1);
        }
        classes
    }

    /// Whether positions are words.
    pub fn are_words(&self) -> bool {
        !self.characters.is_empty()
    }

    /// Returns a longer word, in which each run of a character is longer by its growth; `None` where not every word is a position.
    pub fn stretched(&self, word: &str, growth: &[i64]) -> Option<String> {
        let characters: Vec<char> = word.chars().collect();
        let runs = characters.chunk_by(|one, next| one == next);
        let longer = runs.zip(growth).map(|(run, more)| {
            let length = run.len() + usize::try_from(*more).unwrap_or(0);
            run[0].to_string().repeat(length)
        });
        self.are_all_words.then(|| longer.collect())
    }

    /// Returns larger numbers in the same order: those that no move changes and those that never grow stay, and each other grows by
    /// its own and all smaller ones' growth where the numbers are ordered. A number in front of places is the length of a strip, and
    /// grows with them. `None` of a word, of more numbers than growths, and beyond 64 bits.
    pub fn grown(&self, numbers: &[i64], growth: &[i64]) -> Option<Vec<i64>> {
        let rest = numbers.len().checked_sub(self.fixed)?;
        if !self.characters.is_empty() || rest == 0 || rest > growth.len() {
            return None;
        }
        let is_ordered = self.order != Order::Any;
        let mut grown = numbers.to_vec();
        let mut sum = 0_i64;
        for step in 0..rest {
            let at = numbers.len() - 1 - step;
            let at = if self.order != Order::Descending && is_ordered {
                self.fixed + step
            } else {
                at
            };
            // The last growth is that of the last number.
            let more = if self.stays(at) {
                0
            } else {
                growth[growth.len() - rest + step]
            };
            sum = if is_ordered {
                sum.checked_add(more)?
            } else {
                more
            };
            grown[at] = grown[at].checked_add(sum)?;
        }
        if self.order == Order::Places && self.fixed == 1 {
            grown[0] = grown[0].checked_add(sum)?;
        }
        Some(grown)
    }

    /// Returns numbers of which a formula says that the player to move loses, in the same order as all positions: with another one at a
    /// place, or with all that moves change larger or smaller by as much. What they change to is what the formula computes of these.
    /// The places are tried by turns, from that of this number on.
    pub fn lost_beside(&self, numbers: &[i64], formula: &Formula, turn: usize) -> Option<Vec<i64>> {
        // Products are longer than these numbers.
        let long =
            |numbers: &[i64]| Position::Numbers(numbers.iter().map(|n| BigInt::from(*n)).collect());
        let position = long(numbers);
        let exprs = formula.expr.all().into_iter();
        let values = exprs.filter_map(|expr| expr.at(&position)?.to_i64());
        let values: BTreeSet<i64> = values.collect();
        let count = numbers.len().checked_sub(self.fixed)?;
        let places = (turn..turn + count).map(|turn| self.fixed + turn % count);
        let pairs = places.flat_map(|at| values.iter().map(move |value| (at, *value)));
        let mut beside = pairs.flat_map(|(at, value)| {
            let old = numbers[at];
            let by = value.saturating_sub(old);
            let moved = |(at, number): (usize, &i64)| {
                let stays = at < self.fixed || self.stays(at);
                number.saturating_add(if stays { 0 } else { by })
            };
            let all = numbers.iter().enumerate().map(moved);
            let all = self.in_order(numbers, all.collect());
            let with = |new| self.with(numbers, at, new);
            [
                with(value),
                with(old ^ value),
                with(old.saturating_sub(value)),
                all,
            ]
        });
        // Small ones are solved, and larger ones have too many moves.
        let largest = *numbers.iter().max()?;
        let near = largest / 2..=largest.saturating_mul(4);
        beside.find_map(|one| {
            let one = one.filter(|one| one.iter().max().is_some_and(|max| near.contains(max)))?;
            let verdict = formula.verdict(&formula.expr.at(&long(&one))?);
            verdict
                .is_some_and(|verdict| verdict.is_lost)
                .then_some(one)
        })
    }

    /// Returns numbers with a new one at a place, in the order of all positions; `None` where they have none, and of a number that
    /// never grows. A strip is longer if a place is.
    pub fn with(&self, numbers: &[i64], at: usize, new: i64) -> Option<Vec<i64>> {
        let mut one = numbers.to_vec();
        *one.get_mut(at).filter(|_| !self.stays(at))? = new;
        self.in_order(numbers, one)
    }

    /// Whether the number at a place, which moves change, never grows with the positions.
    fn stays(&self, at: usize) -> bool {
        let after = at.checked_sub(self.fixed);
        after.is_some_and(|after| self.grows.get(after) == Some(&false))
    }

    /// Brings changed numbers into the order of all positions, as [`with`](Self::with); `numbers` are those before the change.
    fn in_order(&self, numbers: &[i64], mut one: Vec<i64>) -> Option<Vec<i64>> {
        let row = one.get_mut(self.fixed..)?;
        if self.order != Order::Any {
            row.sort_unstable();
        }
        let is_one = row.iter().all(|number| *number >= self.least)
            && !(self.is_strict && row.windows(2).any(|pair| pair[0] == pair[1]));
        let longer = row.last()?.saturating_sub(*numbers.last()?);
        if self.order == Order::Descending {
            row.reverse();
        }
        if self.order == Order::Places && self.fixed == 1 {
            one[0] = one[0].saturating_add(longer.max(0));
        }
        is_one.then_some(one)
    }
}

/// Whether every word of the greatest length is among the positions.
fn are_all<'p>(positions: &(impl Iterator<Item = &'p Position> + Clone)) -> bool {
    let words = positions.clone().filter_map(|position| match position {
        Position::Word(word) if word != "-" => Some(word),
        Position::Word(_) | Position::Numbers(_) => None,
    });
    let longest = words
        .clone()
        .map(|word| word.chars().count())
        .max()
        .unwrap_or(0);
    let characters: BTreeSet<char> = words.clone().flat_map(|word| word.chars()).collect();
    let of_longest = words.filter(|word| word.chars().count() == longest);
    let count = of_longest.collect::<BTreeSet<_>>().len();
    characters
        .len()
        .checked_pow(longest.try_into().unwrap_or(u32::MAX))
        == Some(count)
}

/// For each number after the fixed ones whether it is larger in the second half of the positions than in the first.
fn grows<'p>(
    positions: &(impl Iterator<Item = &'p Position> + Clone),
    fixed: usize,
    arity: Option<usize>,
) -> Vec<bool> {
    let half = positions.clone().count() / 2;
    let grows = |at: usize| {
        let numbers = positions.clone().map(|position| position.numbers()[at]);
        numbers.clone().take(half).max() < numbers.max()
    };
    let arity = arity.unwrap_or(0);
    (fixed..fixed + arity).map(grows).collect()
}
