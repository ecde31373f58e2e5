//! Digits that repeat for ever: the values that their moves reach, kept from heap to heap.
//!
//! Let L digits repeat, the first of them for k stones. From heap n, the moves for the i-th of them (counted
//! from 0) leave n - k - i stones, or fewer by a multiple of L. So the values that these moves reach from heap n
//! are also reached from heap n + L. There is one set of values for each of the L classes of heaps modulo L. Before
//! heap n, the values of n - k stones are added to the class of each digit.

use super::cells::Cell;
use super::{Code, Digit};

/// With more digits the sets would take too much memory, and [`MoveList`](super::moves::MoveList) has their moves.
const MOST_DIGITS: usize = 64;

#[derive(Clone, Debug)]
pub(super) struct Repeats {
    /// How many stones the first of the digits is for.
    pub(super) first: usize,
    digits: Vec<Digit>,
    /// The different ones of them that leave two heaps or three.
    kinds: Vec<Digit>,
    /// By heap modulo the number of digits: 1 for the values that are reached, and the smallest that is not.
    classes: Vec<(Vec<u8>, usize)>,
    /// The moves to add next leave this many stones.
    next: usize,
    /// Room for [`add`](Self::add): 1 for the values that the added moves reach.
    added: Vec<u8>,
}

impl Repeats {
    /// `None` where no digit repeats.
    pub(super) fn new(code: &Code) -> Option<Self> {
        let (first, digits) = code.repeated();
        if digits.is_empty() || digits.len() > MOST_DIGITS {
            return None;
        }
        let mut kinds: Vec<Digit> = Vec::new();
        for digit in digits {
            if (digit.allows(2) || digit.allows(3)) && !kinds.contains(digit) {
                kinds.push(*digit);
            }
        }
        Some(Self {
            first,
            digits: digits.to_vec(),
            kinds,
            classes: vec![(Vec::new(), 0); digits.len()],
            next: 0,
            added: Vec::new(),
        })
    }

    /// Marks in `seen`, which is longer than any value, what these moves reach from the first heap that is not
    /// `known`, from the smallest value on that they do not reach. Returns that value, and the number of sums
    /// computed.
    pub(super) fn reached<T: Cell>(&mut self, known: &[T], seen: &mut [u8]) -> (usize, u64) {
        let heap = known.len();
        self.added.resize(seen.len(), 0);
        for (values, _) in &mut self.classes {
            values.resize(seen.len(), 0);
        }
        let mut sums = 0;
        while self.next + self.first <= heap {
            sums += self.add(known);
        }
        let class = heap % self.classes.len();
        let (values, low) = &mut self.classes[class];
        let missing = values[*low..].iter().position(|&reached| reached == 0);
        *low = missing.map_or(values.len(), |missing| *low + missing);
        seen[*low..].copy_from_slice(&values[*low..]);
        (*low, sums)
    }

    /// Adds the moves that leave the next number of stones. Returns the number of sums computed.
    fn add<T: Cell>(&mut self, known: &[T]) -> u64 {
        let left = self.next;
        self.next += 1;
        let length = self.digits.len();
        let class = |i: usize| (left + self.first + i) % length;
        for (i, digit) in self.digits.iter().enumerate() {
            // An empty heap has the value 0.
            if digit.allows(u32::from(left > 0)) {
                self.classes[class(i)].0[known[left].value() as usize] = 1;
            }
        }
        let mut sums = length as u64;
        for kind in &self.kinds {
            self.added.fill(0);
            let mut add = |value: u32| {
                self.added[value as usize] = 1;
                sums += 1;
            };
            if kind.allows(2) {
                pairs(known, left, 1, kind.is_unequal(), &mut add);
            }
            if kind.allows(3) {
                triples(known, left, kind.is_unequal(), &mut add);
            }
            for (i, _) in self.digits.iter().enumerate().filter(|(_, of)| *of == kind) {
                let values = &mut self.classes[class(i)].0;
                for (value, added) in values.iter_mut().zip(&self.added) {
                    *value |= added;
                }
            }
        }
        sums
    }
}

/// The values of `left` stones in two heaps, the smaller of at least `least`.
fn pairs<T: Cell>(
    known: &[T],
    left: usize,
    least: usize,
    unequal: bool,
    mut each: impl FnMut(u32),
) {
    let end = left.saturating_sub(usize::from(unequal)) / 2 + 1;
    if least < end {
        let (small, large) = (&known[least..end], &known[left + 1 - end..=left - least]);
        for (a, b) in small.iter().zip(large.iter().rev()) {
            each((*a ^ *b).value());
        }
    }
}

/// The values of `left` stones in three heaps.
pub(super) fn triples<T: Cell>(known: &[T], left: usize, unequal: bool, mut each: impl FnMut(u32)) {
    let apart = usize::from(unequal);
    for a in (1..left).take_while(|a| 3 * a + 3 * apart <= left) {
        let first = known[a].value();
        pairs(known, left - a, a + apart, unequal, |value| {
            each(first ^ value);
        });
    }
}
