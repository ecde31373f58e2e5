//! Linear fits: whether values are nim-sums of unknown values of parts, by elimination.

use std::collections::HashMap;

/// What is known of a part: its class, itself, and numbers of the position that no move changes.
pub type Key = (usize, i64, Vec<i64>);

/// Values of parts of which all data are nim-sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// A value for each key, the keys in ascending order.
    pub table: Vec<(Key, i64)>,
    /// How many of the data were more than determined these values.
    pub beyond: usize,
}

/// The keys of all rows as numbers, in the order in which they occur.
#[derive(Default)]
struct Numbered {
    numbers: HashMap<Key, usize>,
    keys: Vec<Key>,
}

impl Numbered {
    /// The row as a vector modulo `p`.
    fn vector(&mut self, keys: &[Key], p: u8) -> Vec<u8> {
        let mut vector = Vec::new();
        for key in keys {
            let at = *self.numbers.entry(key.clone()).or_insert_with(|| {
                self.keys.push(key.clone());
                self.keys.len() - 1
            });
            if vector.len() <= at {
                vector.resize(at + 1, 0);
            }
            vector[at] = (vector[at] + 1) % p;
        }
        trim(&mut vector);
        vector
    }
}

fn trim(vector: &mut Vec<u8>) {
    while vector.last() == Some(&0) {
        vector.pop();
    }
}

/// Vectors modulo a prime, each with its own last place that is not 0; there it is 1.
struct Echelon {
    p: u8,
    rows: HashMap<usize, (Vec<u8>, i64)>,
}

impl Echelon {
    fn new(p: u8) -> Self {
        Self {
            p,
            rows: HashMap::new(),
        }
    }

    /// Subtracts rows until the vector is empty or its last place is that of no row. Values are added without carrying.
    fn reduce(&self, vector: &mut Vec<u8>, value: &mut i64) {
        let p = self.p;
        while let Some(factor) = vector.last().copied() {
            let Some((row, of_row)) = self.rows.get(&(vector.len() - 1)) else {
                return;
            };
            for (place, digit) in vector.iter_mut().zip(row) {
                *place = (*place + (p - factor) * digit) % p;
            }
            *value ^= of_row;
            trim(vector);
        }
    }

    fn insert(&mut self, mut vector: Vec<u8>, value: i64) {
        let last = vector[vector.len() - 1];
        let inverse = (1..self.p)
            .find(|inverse| inverse * last % self.p == 1)
            .unwrap_or(1);
        for place in &mut vector {
            *place = *place * inverse % self.p;
        }
        self.rows.insert(vector.len() - 1, (vector, value));
    }
}

/// Returns values of parts whose nim-sum is the value of each row; `None` if there are none. The values that nothing determines
/// are 0. O(rows times keys squared).
pub fn nim_sum(rows: &[(Vec<Key>, i64)]) -> Option<Fit> {
    let (mut numbered, mut echelon) = (Numbered::default(), Echelon::new(2));
    for (keys, value) in rows {
        let (mut vector, mut value) = (numbered.vector(keys, 2), *value);
        echelon.reduce(&mut vector, &mut value);
        if !vector.is_empty() {
            echelon.insert(vector, value);
        } else if value != 0 {
            return None;
        }
    }
    let mut values: Vec<i64> = Vec::with_capacity(numbered.keys.len());
    for at in 0..numbered.keys.len() {
        let value = echelon.rows.get(&at).map_or(0, |(row, value)| {
            let others = (0..at).filter(|other| row[*other] == 1);
            others.fold(*value, |sum, other| sum ^ values[other])
        });
        values.push(value);
    }
    Some(fit(numbered.keys, values, rows.len() - echelon.rows.len()))
}

fn fit(keys: Vec<Key>, values: Vec<i64>, beyond: usize) -> Fit {
    let mut table: Vec<(Key, i64)> = keys.into_iter().zip(values).collect();
    table.sort_unstable();
    Fit { table, beyond }
}

/// Returns values of parts, digits in base `p` as digits of a number in base `p`, so that exactly the lost rows have the digit sums 0
/// modulo `p`; `None` if there are none. O(rows times keys squared).
///
/// If any such values exist in a vector space over the field of `p` elements, then all sums of lost rows have the sum 0, and no won row
/// is such a sum; and then the values modulo the space of these sums are such values.
pub fn lost_span(rows: &[(Vec<Key>, bool)], p: u8) -> Option<Fit> {
    let (mut numbered, mut echelon, mut lost) = (Numbered::default(), Echelon::new(p), 0);
    let vectors: Vec<_> = rows
        .iter()
        .map(|(keys, _)| numbered.vector(keys, p))
        .collect();
    for (vector, (_, is_lost)) in vectors.iter().zip(rows) {
        if *is_lost {
            let mut vector = vector.clone();
            echelon.reduce(&mut vector, &mut 0);
            lost += 1;
            if !vector.is_empty() {
                echelon.insert(vector, 0);
            }
        }
    }
    for (mut vector, (_, is_lost)) in vectors.into_iter().zip(rows) {
        if !is_lost {
            echelon.reduce(&mut vector, &mut 0);
            if vector.is_empty() {
                return None;
            }
        }
    }
    let (mut values, mut dimension): (Vec<Vec<u8>>, usize) = (Vec::new(), 0);
    for at in 0..numbered.keys.len() {
        let mut value = Vec::new();
        if let Some((row, _)) = echelon.rows.get(&at) {
            let digits = row[..at].iter().enumerate();
            for (other, digit) in digits.filter(|(_, digit)| **digit != 0) {
                value.resize(value.len().max(values[other].len()), 0);
                for (place, of_other) in value.iter_mut().zip(&values[other]) {
                    *place = (*place + (p - digit) * of_other) % p;
                }
            }
        } else {
            value.resize(dimension, 0);
            value.push(1);
            dimension += 1;
        }
        trim(&mut value);
        values.push(value);
    }
    let number = |digits: &Vec<u8>| {
        let base = i64::from(p);
        digits.iter().rev().try_fold(0_i64, |sum, digit| {
            sum.checked_mul(base)?.checked_add((*digit).into())
        })
    };
    let values = values.iter().map(number).collect::<Option<Vec<i64>>>()?;
    Some(fit(numbered.keys, values, lost - echelon.rows.len()))
}
