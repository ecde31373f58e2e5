//! Heap games given by a code: their rules.
//!
//! A move takes some stones from one heap, and may split the rest. The code says how many stones may be
//! taken, and into how many heaps the rest may be split:
//!
//! * `d0.d1d2d3...`, hexadecimal digits; `dk` has bit p set when k stones may be taken so that the rest
//!   forms exactly p heaps, none of them empty. `d0` may be left out and is 0 then. The last
//!   digits may stand in brackets: they repeat for ever. With `!` after a digit the heaps of the rest
//!   must have different sizes.
//! * `subtract:1,3,4`: that many stones may be taken.
//! * `subtract:squares`: any square number of stones may be taken.
//!
//! A player who cannot move loses.

use std::mem;

use crate::compositions::{self, Compositions};
use crate::rows;
use crate::rules::Below;
use crate::{Rules, See};

/// The rules of the game of a code. A position is the row of heap sizes.
///
/// The size of a position is the number of stones; a row of the space has no empty heaps, and the order
/// of the heaps matters: 2^(size-1) positions, the ones with more heaps first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Octal {
    /// For k = 0, 1, ... what may be done with k stones taken.
    digits: Vec<Digit>,
    /// How many of the last digits repeat.
    repeated: usize,
    squares: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Digit {
    /// Bit p is set when the rest may form p heaps.
    parts: u32,
    /// Whether these heaps must have different sizes.
    different: bool,
}

/// Stones may be taken so that the rest stays one heap, or nothing is left.
const TAKE: Digit = Digit {
    parts: 3,
    different: false,
};

/// A move: `taken` stones leave heap number `heap`, and the heaps `left` replace it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The heap, counted from 0.
    pub heap: usize,
    /// How many stones are taken.
    pub taken: u64,
    /// The heaps of the rest, the smallest first.
    pub left: Vec<u64>,
}

impl Octal {
    /// Reads a code; `None` for a text that is none.
    ///
    /// ```
    /// use grundy_brute::octal::Octal;
    /// assert!(Octal::read("4!.0").is_some());
    /// assert!(Octal::read("chess").is_none());
    /// ```
    pub fn read(code: &str) -> Option<Self> {
        match code.strip_prefix("subtract:") {
            Some("squares") => Some(Self {
                squares: true,
                ..Self::default()
            }),
            Some(set) => Some(Self {
                digits: subtraction(set)?,
                ..Self::default()
            }),
            None => Self::from_digits(code),
        }
    }

    fn from_digits(code: &str) -> Option<Self> {
        let (first, rest) = code.split_once('.')?;
        let (fixed, tail) = match rest.split_once('[') {
            Some((fixed, tail)) => (fixed, tail.strip_suffix(']')?),
            None => (rest, "0"),
        };
        let first = digits(if first.is_empty() { "0" } else { first })?;
        let (fixed, tail) = (digits(fixed)?, digits(tail)?);
        // Taking nothing must split the heap: otherwise play need not end.
        if first.len() != 1 || first[0].parts & 3 != 0 || rest.is_empty() || tail.is_empty() {
            return None;
        }
        Some(Self {
            repeated: tail.len(),
            digits: [first, fixed, tail].concat(),
            squares: false,
        })
    }

    /// How many stones may be taken from a heap, each time with a number of heaps that the rest may form.
    fn ways(&self, stones: u64) -> impl Iterator<Item = (u64, u32)> {
        let is_endless = self.squares
            || (self.digits.iter().rev().take(self.repeated)).any(|digit| digit.parts > 0);
        let digits = self.digits.len() as u64;
        let most = stones.min(if is_endless { stones } else { digits });
        (0..=most).flat_map(|taken| {
            let allowed = self.digit(taken).parts;
            let parts = (0..4).filter(move |parts| allowed >> parts & 1 == 1);
            parts.map(move |parts| (taken, parts))
        })
    }

    /// What may be done with `taken` stones taken.
    fn digit(&self, taken: u64) -> Digit {
        if self.squares {
            let is_square = (1..=taken).any(|root| root * root == taken);
            return if is_square { TAKE } else { Digit::default() };
        }
        let mut k = taken as usize;
        if k >= self.digits.len() && self.repeated > 0 {
            let fixed = self.digits.len() - self.repeated;
            k = fixed + (k - fixed) % self.repeated;
        }
        self.digits.get(k).copied().unwrap_or_default()
    }
}

/// `1,3,4`: different numbers from 1 on, in any order.
fn subtraction(set: &str) -> Option<Vec<Digit>> {
    let numbers = set.split(',').map(|number| number.parse().ok());
    let numbers: Vec<usize> = numbers.collect::<Option<_>>()?;
    let mut digits = vec![Digit::default(); numbers.iter().max()? + 1];
    for number in numbers {
        if number == 0 || mem::replace(&mut digits[number], TAKE) == TAKE {
            return None;
        }
    }
    Some(digits)
}

/// `7!0f` as digits and exclamation marks.
fn digits(text: &str) -> Option<Vec<Digit>> {
    let mut digits: Vec<Digit> = Vec::new();
    for character in text.chars() {
        if character == '!' {
            let last = digits.last_mut().filter(|last| !last.different)?;
            last.different = true;
        } else {
            digits.push(Digit {
                parts: character.to_digit(16)?,
                different: false,
            });
        }
    }
    Some(digits)
}

/// Calls `see` with every row of `left` and `heaps` more heaps, which hold `stones` together. None is empty or smaller
/// than the one before it.
fn each_row(stones: u64, heaps: u32, left: &mut Vec<u64>, see: &mut dyn FnMut(&[u64])) {
    if heaps == 0 {
        if stones == 0 {
            see(left);
        }
        return;
    }
    let least = left.last().copied().unwrap_or(1);
    let first = if heaps == 1 { stones.max(least) } else { least };
    for size in first..=stones {
        left.push(size);
        each_row(stones - size, heaps - 1, left, see);
        left.pop();
    }
}

impl Rules for Octal {
    type Position = Vec<u64>;
    type Move = Move;

    /// The moves by heap, fewer stones first. O(heaps * stones^p) for codes that leave p heaps of one.
    ///
    /// ```
    /// use grundy_brute::{Rules, octal::{Move, Octal}};
    /// // Kayles: 5 pins in a row, one or two neighbours fall.
    /// let moves = Octal::read("0.77").unwrap().moves(&vec![5]);
    /// assert_eq!(moves.len(), 3 + 2);
    /// assert_eq!(moves[0], (Move { heap: 0, taken: 1, left: vec![4] }, vec![4]));
    /// assert_eq!(moves[4], (Move { heap: 0, taken: 2, left: vec![1, 2] }, vec![1, 2]));
    /// ```
    fn each_move(&self, heaps: &Vec<u64>, see: See<'_, Self>) {
        let (mut left, mut next) = (Vec::new(), Vec::new());
        for (heap, &stones) in heaps.iter().enumerate() {
            for (taken, parts) in self.ways(stones) {
                let Digit { different, .. } = self.digit(taken);
                each_row(stones - taken, parts, &mut left, &mut |left| {
                    if different && !left.is_sorted_by(|a, b| a < b) {
                        return;
                    }
                    next.clear();
                    next.extend_from_slice(&heaps[..heap]);
                    next.extend_from_slice(left);
                    next.extend_from_slice(&heaps[heap + 1..]);
                    let left = left.to_vec();
                    see(Move { heap, taken, left }, &next);
                });
            }
        }
    }

    fn play(&self, heaps: &Vec<u64>, a_move: &Move) -> Option<Vec<u64>> {
        let Move { heap, taken, left } = a_move;
        let mut row = left.iter();
        let stones = row.try_fold(*taken, |sum, &part| sum.checked_add(part))?;
        let Digit { parts, different } = self.digit(*taken);
        let is_allowed = heaps.get(*heap) == Some(&stones)
            && left.len() < 4
            && parts >> left.len() & 1 == 1
            && !left.contains(&0)
            && left.is_sorted_by(|a, b| a < b || (a == b && !different));
        is_allowed.then(|| [&heaps[..*heap], left, &heaps[*heap + 1..]].concat())
    }

    /// Draws a heap with stones, how many to take and how many heaps to leave, then their sizes. O(the
    /// heap's stones), except for heaps that cannot move.
    fn random_move(&self, heaps: &Vec<u64>, below: Below<'_>) -> Option<Move> {
        const TRIES: usize = 64;
        let drawn = (0..TRIES).find_map(|_| {
            let (heap, _) = rows::draw(heaps.len(), |heap| heaps[heap], below)?;
            let ways: Vec<(u64, u32)> = self.ways(heaps[heap]).collect();
            let &(taken, parts) = ways.get(below(ways.len() as u64) as usize)?;
            let mut rest = heaps[heap] - taken;
            let mut left = Vec::new();
            for others in (1..u64::from(parts)).rev() {
                // A stone is left for each of the other heaps.
                let part = 1 + below(rest.checked_sub(others)?);
                left.push(part);
                rest -= part;
            }
            left.extend((parts > 0).then_some(rest));
            left.sort_unstable();
            let a_move = Move { heap, taken, left };
            self.play(heaps, &a_move).map(|_| a_move)
        });
        // Without luck there may be a legal move all the same.
        drawn.or_else(|| self.moves(heaps).into_iter().next().map(|(first, _)| first))
    }

    fn moves_at_most(&self, heaps: &Vec<u64>) -> u64 {
        let moves = heaps.iter().flat_map(|&stones| {
            let ways = self.ways(stones);
            ways.map(move |(_, parts)| stones.saturating_pow(parts.saturating_sub(1)).max(1))
        });
        moves.fold(0, u64::saturating_add)
    }
}

impl Compositions for Octal {
    // A row of positive heaps has the index of the row of heaps one lower, counted from the end: a heap
    // that is split adds a cut and so comes earlier.
    #[inline]
    fn numbered(size: u32, index: u64) -> Vec<u64> {
        let mut heaps = compositions::row(size, (compositions::count(size) - 1) ^ index);
        for heap in &mut heaps {
            *heap += 1;
        }
        heaps
    }

    #[inline]
    fn number(heaps: &Vec<u64>) -> Option<(u32, u64)> {
        // An empty heap becomes one that is larger than any size.
        let (size, index) = compositions::index(heaps.iter().map(|heap| heap.wrapping_sub(1)))?;
        Some((size, (compositions::count(size) - 1) ^ index))
    }
}
