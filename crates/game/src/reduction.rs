//! A position as a nim-sum of parts.

use grundy_core::heaps::nim_sum;
use serde::Serialize;

use crate::Limit;

/// The parts of a position, with what of them goes into the nim-sum that decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Reduction {
    /// A strip with pawns.
    Strip {
        /// The number of squares.
        m: u64,
        /// The number of pawns.
        n: usize,
        /// The groups of adjacent pawns, from right to left.
        groups: Vec<Group>,
        /// The nim-sum of the odd stairs; `None` where it does not decide.
        nim_sum: Option<u64>,
    },
    /// A staircase: coins on odd steps count.
    Stairs {
        /// The coins on each step, from step 1 on.
        coins: Vec<u64>,
        /// The nim-sum of the odd steps.
        nim_sum: u64,
    },
    /// Piles that do not decrease: differences between neighbours count, every second one from the right.
    Piles {
        /// The stones of each pile.
        piles: Vec<u64>,
        /// The stairs that the piles are, from the right.
        stairs: Vec<u64>,
        /// The nim-sum of the odd stairs.
        nim_sum: u64,
    },
    /// Heaps, of which each counts.
    Heaps {
        /// How many stones a move takes at most, where that is bounded.
        #[serde(skip_serializing_if = "Option::is_none")]
        k: Option<u64>,
        /// The stones of each heap.
        heaps: Vec<u64>,
        /// The Grundy value of each heap, where that is not its size.
        #[serde(skip_serializing_if = "Option::is_none")]
        values: Option<Vec<u64>>,
        /// Forbidden moves: heap and stones taken.
        #[serde(skip_serializing_if = "Option::is_none")]
        pairs: Option<Vec<[u64; 2]>>,
        /// The nim-sum of the values.
        nim_sum: u64,
    },
}

impl Reduction {
    /// Heaps with their Grundy values where these are not the sizes. The other arguments are those of
    /// [`Heaps`](Self::Heaps).
    pub fn heaps(
        k: Option<u64>,
        heaps: &[u64],
        values: Option<Vec<u64>>,
        pairs: Option<Vec<[u64; 2]>>,
    ) -> Self {
        let nim_sum = nim_sum(values.as_deref().unwrap_or(heaps).iter().copied());
        Self::Heaps {
            k,
            heaps: heaps.to_vec(),
            values,
            pairs,
            nim_sum,
        }
    }

    /// Returns the smallest limits of a task that has this position as an input.
    ///
    /// ```
    /// use grundy_game::Limit;
    /// let nim = grundy_games::find("nim")?;
    /// let heaps = nim.read(b"2\n7 3\n").unwrap()[0].reduction().unwrap();
    /// assert_eq!(heaps.extent(), Limit::new(7, 2));
    /// # Ok::<(), grundy_game::NoGame>(())
    /// ```
    pub fn extent(&self) -> Limit {
        let largest = |numbers: &[u64]| numbers.iter().copied().max().unwrap_or(0);
        match self {
            Self::Strip { m, n, .. } => Limit::new(*m, *n as u64),
            Self::Stairs { coins, .. } => Limit::new(largest(coins), coins.len() as u64),
            // The original limits all stones of a row together.
            Self::Piles { piles, .. } => {
                let all = piles.iter().copied().fold(0, u64::saturating_add);
                Limit::new(all, piles.len() as u64)
            }
            Self::Heaps {
                k, heaps, pairs, ..
            } => {
                let pairs = pairs.as_deref().unwrap_or_default();
                let m = largest(heaps).max(largest(pairs.as_flattened()));
                Limit::new(m.max(k.unwrap_or(0)), heaps.len().max(pairs.len()) as u64)
            }
        }
    }

    /// Returns the nim-sum where it decides.
    pub const fn nim_sum(&self) -> Option<u64> {
        match *self {
            Self::Strip { nim_sum, .. } => nim_sum,
            Self::Stairs { nim_sum, .. }
            | Self::Piles { nim_sum, .. }
            | Self::Heaps { nim_sum, .. } => Some(nim_sum),
        }
    }
}

/// Pawns that stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// How many free squares lie to its right, square m included; at least 1.
    pub number: u64,
    /// The square of its leftmost pawn.
    pub first: u64,
    /// The square of its rightmost pawn.
    pub last: u64,
    /// The number of its pawns.
    pub size: u64,
    /// The number of the stair of Staircase Nim that the group is; `None` for group 1, from which a move ends the game.
    pub stair: Option<u64>,
}
