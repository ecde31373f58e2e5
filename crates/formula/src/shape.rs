//! What the positions of a game have in common, and the rows that are worth a look.

use std::collections::BTreeSet;

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
    /// The characters of words.
    characters: Vec<char>,
    /// Whether all positions are nested brackets.
    are_brackets: bool,
}

impl Shape {
    /// Returns what positions and those one move further have in common; `None` if some are words and others numbers, or there are
    /// none. O(numbers).
    pub fn of<'p, 'm>(
        positions: impl Iterator<Item = &'p Position> + Clone,
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
        let rows = positions.map(|position| &position.numbers()[fixed..]);
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
        Some(Self {
            fixed,
            arity: (shortest == longest).then_some(longest - fixed),
            order,
            characters: words.into_iter().collect(),
            are_brackets: has_words && are_brackets,
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

    /// Returns larger numbers in the same order: those that no move changes stay, and each other grows by its own and all smaller
    /// ones' growth where the numbers are ordered. A number in front of places is the length of a strip, and grows with them. `None`
    /// of a word, of more numbers than growths, and beyond 64 bits.
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
            let more = growth[growth.len() - rest + step];
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
}
