//! A second way to solve each game: its own reading of the text, and its own way to the answer.
//!
//! They share nothing with the core: they answer the workloads a second time, and are measured beside
//! it.
//!
//! | game | name | idea |
//! |---|---|---|
//! | gra | `run-list` | see [`run_list`] |
//! | nim, bounded, staircase | `binary-columns` | Bouton's pencil and paper: the heaps in binary, and of every column whether its ones are odd |
//! | kamyki | `pairs` | piles taken in pairs from the right; the differences in the pairs are Nim heaps |
//! | constrained | `ordered-map` | Grundy values of the sizes with forbidden moves in ordered maps |

use super::readers::{byte_loop, numbers};
use super::{constrained, run_list};

/// A position as the text has it: plain numbers, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plain {
    /// A strip of m squares, and the squares with pawns.
    Gra(u32, Vec<u32>),
    /// Heaps.
    Nim(Vec<u64>),
    /// The most stones a move takes, and heaps.
    Bounded(u64, Vec<u64>),
    /// Coins on steps 1, 2, 3, ...
    Staircase(Vec<u64>),
    /// Heaps, and forbidden pairs (X, Y): no player may take Y stones from a heap of X.
    Constrained(Vec<u64>, Vec<(u64, u64)>),
    /// Piles from left to right: the only row of the text.
    Kamyki(Vec<u64>),
}

impl Plain {
    /// Reads the text of a game by a byte loop; `None` for a game that has no way here, and for a text that has fewer
    /// numbers than it announces. O(bytes).
    ///
    /// ```
    /// use grundy_bench::baseline::family::Plain;
    /// assert_eq!(Plain::read("nim", b"2\n2 3\n"), Some(Plain::Nim(vec![2, 3])));
    /// assert_eq!(Plain::read("chess", b"5 2\n1 3\n"), None);
    /// ```
    pub fn read(game: &str, text: &[u8]) -> Option<Self> {
        if game == "gra" {
            let (m, squares) = byte_loop(text).ok()?;
            return Some(Self::Gra(m, squares));
        }
        let numbers: Vec<u64> = numbers(text).collect();
        let row = |from: usize, n: u64| {
            let end = from.checked_add(usize::try_from(n).ok()?)?;
            numbers.get(from..end).map(<[u64]>::to_vec)
        };
        Some(match (game, &numbers[..]) {
            ("nim", &[n, ..]) => Self::Nim(row(1, n)?),
            ("staircase", &[n, ..]) => Self::Staircase(row(1, n)?),
            ("bounded", &[n, k, ..]) => Self::Bounded(k, row(2, n)?),
            ("kamyki", &[_rows, n, ..]) => Self::Kamyki(row(2, n)?),
            ("constrained", &[n, m, ..]) => {
                let heaps = row(2, n)?;
                let pairs = row(2 + heaps.len(), m.checked_mul(2)?)?;
                let pairs = pairs.chunks_exact(2).map(|pair| (pair[0], pair[1]));
                Self::Constrained(heaps, pairs.collect())
            }
            _ => return None,
        })
    }

    /// Whether the player to move wins.
    ///
    /// O(numbers * 64) by columns, O(numbers) in pairs, O(numbers log numbers) with forbidden moves.
    ///
    /// ```
    /// use grundy_bench::baseline::family::Plain;
    /// assert!(!Plain::Nim(vec![1, 2, 3]).wins());
    /// assert!(Plain::Kamyki(vec![1, 2, 4]).wins());
    /// ```
    pub fn wins(&self) -> bool {
        match self {
            Self::Gra(m, squares) => run_list(*m, squares) > 0,
            Self::Nim(heaps) => odd_column(heaps.iter().copied()),
            Self::Bounded(k, heaps) => {
                // k + 1 may be one more than a u64 holds.
                let period = u128::from(*k) + 1;
                odd_column(heaps.iter().map(|&heap| (u128::from(heap) % period) as u64))
            }
            Self::Staircase(coins) => odd_column(coins.iter().step_by(2).copied()),
            Self::Constrained(heaps, pairs) => constrained::wins(heaps, pairs),
            Self::Kamyki(piles) => {
                let difference = |pair: &[u64]| match *pair {
                    [left, right] => right - left,
                    [alone] => alone,
                    _ => 0,
                };
                piles.rchunks(2).fold(0, |x, pair| x ^ difference(pair)) != 0
            }
        }
    }

    /// The answer in the words of the game's task.
    ///
    /// ```
    /// use grundy_bench::baseline::family::Plain;
    /// assert_eq!(Plain::Kamyki(vec![2, 2]).answer(), "NIE");
    /// assert_eq!(Plain::Gra(5, vec![1, 3]).answer(), "1");
    /// ```
    pub fn answer(&self) -> String {
        let (won, lost) = match self {
            Self::Gra(m, squares) => return run_list(*m, squares).to_string(),
            Self::Nim(_) | Self::Bounded(..) | Self::Staircase(_) => ("Yes", "No"),
            Self::Constrained(..) => ("Takahashi", "Aoki"),
            Self::Kamyki(_) => ("TAK", "NIE"),
        };
        if self.wins() { won } else { lost }.to_owned()
    }

    /// Heaps, steps or piles, and the pairs of numbers that forbid moves; nothing for a strip.
    pub fn parts(&self) -> (&[u64], &[(u64, u64)]) {
        match self {
            Self::Nim(items)
            | Self::Bounded(_, items)
            | Self::Staircase(items)
            | Self::Kamyki(items) => (items, &[]),
            Self::Constrained(heaps, pairs) => (heaps, pairs),
            Self::Gra(..) => (&[], &[]),
        }
    }
}

/// The name of the way in records; `None` for a game that has none.
///
/// ```
/// use grundy_bench::baseline::family::way;
/// assert_eq!((way("kamyki"), way("chess")), (Some("pairs"), None));
/// ```
pub fn way(game: &str) -> Option<&'static str> {
    match game {
        "gra" => Some("run-list"),
        "nim" | "bounded" | "staircase" => Some("binary-columns"),
        "constrained" => Some("ordered-map"),
        "kamyki" => Some("pairs"),
        _ => None,
    }
}

/// Whether some column of the numbers, written in binary below each other, has an odd number of ones.
fn odd_column(numbers: impl Iterator<Item = u64>) -> bool {
    let mut ones = [0_u64; 64];
    for number in numbers {
        for (column, ones) in ones.iter_mut().enumerate() {
            *ones += number >> column & 1;
        }
    }
    ones.iter().any(|ones| ones % 2 == 1)
}
