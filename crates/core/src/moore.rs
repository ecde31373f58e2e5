//! Moore's Nim with two heaps, or Nim_2 (E. H. Moore, *A generalization of the game called Nim*, 1910).
//!
//! A move takes stones from one heap or from two, at least one stone from each of them. A player who cannot move loses.
//!
//! **Theory** (Moore). Write the heap sizes in binary below each other. The position is a P-position exactly when the number of
//! ones in each column is divisible by 3. A move changes at most two rows, so the ones of a column by at most two: from such a
//! position it leads to no other such one. From any other position, go through the columns from the left: where the number of
//! ones is not divisible by 3, a heap that has become smaller already may have any digit there, and as many heaps as are
//! missing give up a one; two heaps always suffice.
//!
//! There may be as many winning moves as a heap has stones, so heaps and stones are few here.

use std::fmt;

use crate::heaps::{self, NO_HEAPS, text_of_row};
use crate::text::{Numbers, ReadError};
use crate::{InvalidPosition, Outcome};

/// The most heaps of a position.
pub const MOST_HEAPS: usize = 100;

/// The most stones of a heap.
pub const MOST_STONES: u64 = 1000;

/// A position: 1 to [`MOST_HEAPS`] heaps of 0 to [`MOST_STONES`] stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    heaps: Vec<u64>,
}

/// A move: what is taken from one heap, or from two, in their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Move {
    /// The heaps, counted from 1, and the stones.
    pub takes: Vec<heaps::Move>,
}

/// `2 from heap 1 and 3 from heap 4`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let takes = self.takes.iter().map(ToString::to_string);
        f.write_str(&takes.collect::<Vec<_>>().join(" and "))
    }
}

impl Position {
    /// A position of heaps of the given sizes. O(n).
    ///
    /// ```
    /// use grundy_core::moore::Position;
    /// assert!(Position::new(vec![7, 0, 1000]).is_ok());
    /// assert!(Position::new(vec![1001]).is_err() && Position::new(vec![0; 101]).is_err());
    /// ```
    ///
    /// # Errors
    /// When there is no heap, or there are too many heaps or stones.
    pub fn new(heaps: Vec<u64>) -> Result<Self, InvalidPosition> {
        match heaps.iter().find(|&&heap| heap > MOST_STONES) {
            Some(heap) => {
                let error = format!("a heap of {heap}: at most {MOST_STONES} stones");
                Err(InvalidPosition::new(error))
            }
            None => match heaps.len() {
                0 => Err(InvalidPosition::new(NO_HEAPS)),
                1..=MOST_HEAPS => Ok(Self { heaps }),
                n => Err(InvalidPosition::new(too_many(n as u64))),
            },
        }
    }

    /// Reads a position: `n`, then n heap sizes, all separated by white space. O(bytes).
    ///
    /// ```
    /// use grundy_core::moore::Position;
    /// use grundy_core::text::Numbers;
    /// let position = Position::read(&mut Numbers::new(b"3\n1 2 3\n"))?;
    /// assert_eq!(position.heaps(), [1, 2, 3]);
    /// # Ok::<(), grundy_core::text::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the text, and where it stands.
    pub fn read(numbers: &mut Numbers<'_>) -> Result<Self, ReadError> {
        let n = heaps::read_size(numbers)?;
        if n > MOST_HEAPS as u64 {
            return Err(numbers.invalid(&too_many(n)));
        }
        let heaps = numbers.list_to_end(n, MOST_STONES, heaps::name(n))?;
        Ok(Self { heaps })
    }

    /// The heap sizes, in their order.
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
    }

    /// Who wins. O(n).
    ///
    /// ```
    /// use grundy_core::{Outcome, moore::Position};
    /// assert_eq!(Position::new(vec![5, 5, 5])?.outcome(), Outcome::P);
    /// assert_eq!(Position::new(vec![5, 5, 4])?.outcome(), Outcome::N);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    pub fn outcome(&self) -> Outcome {
        let (ones, twos) = self.columns();
        Outcome::of(ones | twos != 0)
    }

    /// The columns in which the number of ones leaves 1 when it is divided by 3, and those in which it leaves 2.
    fn columns(&self) -> (u64, u64) {
        self.heaps.iter().fold((0, 0), |(ones, twos), &heap| {
            let ones = (ones ^ heap) & !twos;
            (ones, (twos ^ heap) & !ones)
        })
    }

    /// The winning moves. O(n² * bits), and O(bits) for each of them.
    ///
    /// ```
    /// use grundy_core::moore::Position;
    /// let moves = Position::new(vec![2, 2, 3])?.winning_moves();
    /// let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    /// assert_eq!(moves, ["1 from heap 3"]);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    pub fn winning_moves(&self) -> Vec<Move> {
        let (ones, twos) = self.columns();
        let mut winning = Vec::new();
        if ones | twos == 0 {
            return winning;
        }
        let residue = |column: u32| (ones >> column & 1) + 2 * (twos >> column & 1);
        let take = |heap: usize, left: u64| heaps::Move {
            heap: heap + 1,
            stones: self.heaps[heap] - left,
        };
        for (one, &a) in self.heaps.iter().enumerate() {
            if let Some(left) = alone(a, residue) {
                winning.push(Move {
                    takes: vec![take(one, left)],
                });
            }
            for (two, &b) in self.heaps.iter().enumerate().skip(one + 1) {
                both([a, b], residue, BITS, [0, 0], &mut |[x, y]| {
                    winning.push(Move {
                        takes: vec![take(one, x), take(two, y)],
                    });
                });
            }
        }
        winning
    }
}

/// The columns of a heap.
const BITS: u32 = u64::BITS - MOST_STONES.leading_zeros();

/// What is left of a heap of `a` by a move from it alone that makes all residues 0.
fn alone(a: u64, residue: impl Fn(u32) -> u64) -> Option<u64> {
    let mut left = 0;
    for column in 0..BITS {
        // The digit with which the column has a number of ones that is divisible by 3.
        match (3 + (a >> column & 1) - residue(column)) % 3 {
            2 => return None,
            digit => left |= digit << column,
        }
    }
    (left < a).then_some(left)
}

/// Shows what is left of heaps of `a` and `b` by each move from both that makes all residues 0. The digits from `column` on are
/// in `left`.
fn both(
    [a, b]: [u64; 2],
    residue: impl Fn(u32) -> u64 + Copy,
    column: u32,
    left: [u64; 2],
    see: &mut impl FnMut([u64; 2]),
) {
    let [x, y] = left;
    if x > a >> column || y > b >> column {
        return;
    }
    let Some(next) = column.checked_sub(1) else {
        if x < a && y < b {
            see(left);
        }
        return;
    };
    let ones = (3 + (a >> next & 1) + (b >> next & 1) - residue(next)) % 3;
    let digits: &[[u64; 2]] = match ones {
        0 => &[[0, 0]],
        1 => &[[0, 1], [1, 0]],
        _ => &[[1, 1]],
    };
    for [p, q] in digits {
        both([a, b], residue, next, [2 * x + p, 2 * y + q], see);
    }
}

fn too_many(n: u64) -> String {
    format!("{n} heaps: n must be at most {MOST_HEAPS}")
}

text_of_row!(heaps);
