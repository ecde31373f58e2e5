//! Heap games that are said by a code: their rules.
//!
//! A move takes some stones from one heap, and may part what is left of it. Which numbers of stones and
//! how many heaps is what the code says, in one of these forms:
//!
//! * `d0.d1d2d3...`, hexadecimal digits; `dk` has bit p set when k stones may be taken so that what is
//!   left lies in exactly p heaps, none of them empty. `d0` may be left out and is 0 then. The last
//!   digits may stand in brackets: they repeat for ever. With `!` after a digit the heaps that are left
//!   must be of different sizes.
//! * `subtract:1,3,4`: that many stones may be taken.
//! * `subtract:squares`: any square number.
//!
//! A player who cannot move loses.

use crate::rules::Below;
use crate::{Rules, See, Space, compositions, rows};

/// The rules of the game of a code. A position is the row of heap sizes.
///
/// The size of a position is the number of stones; a row of the space has no empty heaps, and the order
/// of the heaps matters: 2^(size-1) positions, the ones with more heaps first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// For k = 0, 1, ... what may be done with k stones taken.
    digits: Vec<(u32, bool)>,
    /// How many of the last digits repeat.
    repeated: usize,
    squares: bool,
}

/// A text that is no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the code of a heap game")]
pub struct NotACode(pub String);

/// A move: `taken` stones leave heap number `heap`, and `left` lies in its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The heap, counted from 0.
    pub heap: usize,
    /// How many stones are taken.
    pub taken: u64,
    /// The heaps that are left of it, the smallest first.
    pub left: Vec<u64>,
}

impl Octal {
    /// Reads a code.
    ///
    /// ```
    /// use grundy_brute::octal::Octal;
    /// assert!(Octal::read("4!.0").is_ok());
    /// assert!(Octal::read("chess").is_err());
    /// ```
    ///
    /// # Errors
    /// When the text is no code.
    pub fn read(code: &str) -> Result<Self, NotACode> {
        Self::from_text(code).ok_or_else(|| NotACode(code.to_owned()))
    }

    fn from_text(code: &str) -> Option<Self> {
        if let Some(set) = code.strip_prefix("subtract:") {
            if set == "squares" {
                return Some(Self {
                    digits: Vec::new(),
                    repeated: 0,
                    squares: true,
                });
            }
            let set: Option<Vec<usize>> =
                set.split(',').map(|number| number.parse().ok()).collect();
            let mut set = set.filter(|set| !set.contains(&0))?;
            set.sort_unstable();
            let all = 0..=*set.last().filter(|_| set.is_sorted_by(|a, b| a < b))?;
            let digits = all.map(|k| {
                if set.contains(&k) {
                    (3, false)
                } else {
                    (0, false)
                }
            });
            return Some(Self {
                digits: digits.collect(),
                repeated: 0,
                squares: false,
            });
        }
        let (first, rest) = code.split_once('.')?;
        let (fixed, tail) = match rest.split_once('[') {
            Some((fixed, tail)) => (
                fixed,
                tail.strip_suffix(']').filter(|tail| !tail.is_empty())?,
            ),
            None if rest.is_empty() => return None,
            None => (rest, ""),
        };
        let first = digits(if first.is_empty() { "0" } else { first })?;
        let (fixed, tail) = (digits(fixed)?, digits(tail)?);
        // Taking nothing must part the heap: otherwise play need not end.
        if first.len() != 1 || first[0].0 & 3 != 0 {
            return None;
        }
        Some(Self {
            repeated: tail.len(),
            digits: [first, fixed, tail].concat(),
            squares: false,
        })
    }

    /// How many stones may be taken from a heap, each time with how many heaps may be left.
    fn ways(&self, stones: u64) -> Vec<(u64, u32)> {
        let mut ways = Vec::new();
        for taken in 0..=stones {
            let (bits, _) = self.digit(taken);
            let parts = (0..4).filter(|parts| bits >> parts & 1 == 1);
            ways.extend(parts.map(|parts| (taken, parts)));
        }
        ways
    }

    /// What may be done with `taken` stones taken, and whether heaps must differ.
    fn digit(&self, taken: u64) -> (u32, bool) {
        if self.squares {
            let is_square = (1..=taken).any(|root| root * root == taken);
            return (if is_square { 3 } else { 0 }, false);
        }
        let mut k = taken as usize;
        while k >= self.digits.len() {
            if self.repeated == 0 {
                return (0, false);
            }
            k -= self.repeated;
        }
        self.digits[k]
    }
}

/// `7!0f` as bits and exclamation marks.
fn digits(text: &str) -> Option<Vec<(u32, bool)>> {
    let mut digits: Vec<(u32, bool)> = Vec::new();
    for character in text.chars() {
        if character == '!' {
            let last = digits.last_mut().filter(|last| !last.1)?;
            last.1 = true;
        } else {
            digits.push((character.to_digit(16)?, false));
        }
    }
    Some(digits)
}

/// Every way to lay `stones` into `heaps` heaps, none empty, the smallest first, the first at least
/// `least`.
fn ways_to_lie(stones: u64, heaps: u32, least: u64) -> Vec<Vec<u64>> {
    if heaps == 0 {
        return if stones == 0 { vec![vec![]] } else { vec![] };
    }
    let mut all = Vec::new();
    for first in least..=stones {
        for mut row in ways_to_lie(stones - first, heaps - 1, first) {
            row.insert(0, first);
            all.push(row);
        }
    }
    all
}

impl Rules for Octal {
    type Position = Vec<u64>;
    type Move = Move;

    /// The moves by heap, fewer stones first. O(heaps * stones^p) for codes that leave p heaps of one.
    ///
    /// ```
    /// use grundy_brute::{Rules, octal::{Move, Octal}};
    /// // Kayles: 5 pins in a row, one or two neighbours fall.
    /// let moves = Octal::read("0.77")?.moves(&vec![5]);
    /// assert_eq!(moves.len(), 3 + 2);
    /// assert_eq!(moves[0], (Move { heap: 0, taken: 1, left: vec![4] }, vec![4]));
    /// assert_eq!(moves[4], (Move { heap: 0, taken: 2, left: vec![1, 2] }, vec![1, 2]));
    /// # Ok::<(), grundy_brute::octal::NotACode>(())
    /// ```
    fn each_move(&self, heaps: &Vec<u64>, see: See<'_, Self>) {
        for (heap, &stones) in heaps.iter().enumerate() {
            for (taken, parts) in self.ways(stones) {
                for left in ways_to_lie(stones - taken, parts, 1) {
                    let a_move = Move { heap, taken, left };
                    if let Some(next) = self.play(heaps, &a_move) {
                        see(a_move, &next);
                    }
                }
            }
        }
    }

    fn play(&self, heaps: &Vec<u64>, a_move: &Move) -> Option<Vec<u64>> {
        let &Move { heap, taken, .. } = a_move;
        let left = &a_move.left;
        let stones = *heaps.get(heap)?;
        let (bits, unequal) = self.digit(taken);
        let together = left
            .iter()
            .try_fold(taken, |sum, &part| sum.checked_add(part))?;
        let is_allowed =
            stones > 0 && together == stones && left.len() < 4 && bits >> left.len() & 1 == 1;
        let in_order = left
            .windows(2)
            .all(|pair| pair[0] < pair[1] || (pair[0] == pair[1] && !unequal));
        (is_allowed && in_order && !left.contains(&0))
            .then(|| [&heaps[..heap], left, &heaps[heap + 1..]].concat())
    }

    /// A heap with stones, then how many to take and how many heaps to leave, then their sizes. O(the
    /// heap's stones) but for heaps that cannot move.
    fn random_move(&self, heaps: &Vec<u64>, below: Below<'_>) -> Option<Move> {
        const TRIES: usize = 64;
        (0..TRIES)
            .find_map(|_| {
                let (heap, _) = rows::draw(heaps.len(), |heap| heaps[heap], below)?;
                let stones = heaps[heap];
                let ways = self.ways(stones);
                let &(taken, parts) = ways.get(below(ways.len() as u64) as usize)?;
                let mut rest = stones - taken;
                let mut left = Vec::new();
                for others in (1..u64::from(parts)).rev() {
                    // As many as leave a stone for each of the others.
                    let part = 1 + below(rest.checked_sub(others)?);
                    left.push(part);
                    rest -= part;
                }
                left.extend((parts > 0).then_some(rest));
                left.sort_unstable();
                let a_move = Move { heap, taken, left };
                self.play(heaps, &a_move).map(|_| a_move)
            })
            // None was found by chance: there may be one all the same.
            .or_else(|| {
                self.moves(heaps)
                    .into_iter()
                    .next()
                    .map(|(a_move, _)| a_move)
            })
    }

    fn moves_at_most(&self, heaps: &Vec<u64>) -> u64 {
        heaps.iter().fold(0, |sum: u64, &stones| {
            let ways =
                |&(_, parts): &(u64, u32)| stones.saturating_pow(parts.saturating_sub(1)).max(1);
            self.ways(stones)
                .iter()
                .map(ways)
                .fold(sum, u64::saturating_add)
        })
    }
}

impl Space for Octal {
    const LARGEST_SIZE: u32 = compositions::LARGEST;

    fn positions(&self, size: u32) -> u64 {
        compositions::count(size)
    }

    // A row of positive heaps has the index of the row of heaps one lower, counted from the end: a heap
    // that is parted adds a cut and so comes earlier.
    fn position(&self, size: u32, index: u64) -> Vec<u64> {
        assert!(
            index < compositions::count(size),
            "no row {index} of size {size}"
        );
        let mut heaps = compositions::row(size, compositions::count(size) - 1 - index);
        for heap in &mut heaps {
            *heap += 1;
        }
        heaps
    }

    fn index(&self, heaps: &Vec<u64>) -> Option<(u32, u64)> {
        if heaps.contains(&0) {
            return None;
        }
        let (size, index) = compositions::index(heaps.iter().map(|heap| heap - 1))?;
        Some((size, compositions::count(size) - 1 - index))
    }
}
