//! What the rules alone say: Grundy values by mex over all moves, without any theorem.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use grundy_core::Outcome;

/// A game whose positions are lists of numbers, given by its legal moves and where they lead.
pub struct Naive<F> {
    moves: F,
    values: HashMap<Vec<u64>, u64>,
    pub compared: u64,
}

/// What the code under test says about a position.
pub struct Claim<M> {
    pub outcome: Outcome,
    pub grundy_value: u64,
    pub count: u64,
    pub winning_moves: Vec<M>,
}

/// The [`Claim`] of a position of any game: the methods have the same names everywhere.
macro_rules! claim {
    ($position:expr) => {{
        let position = $position;
        $crate::family::naive::Claim {
            outcome: position.outcome(),
            grundy_value: position.grundy_value(),
            count: position.count_winning_moves(),
            winning_moves: position.winning_moves().collect(),
        }
    }};
}
pub(crate) use claim;

impl<M, F> Naive<F>
where
    M: Ord + Debug,
    F: Fn(&[u64]) -> Vec<(M, Vec<u64>)>,
{
    pub fn new(moves: F) -> Self {
        Self {
            moves,
            values: HashMap::new(),
            compared: 0,
        }
    }

    pub fn grundy_value(&mut self, position: &[u64]) -> u64 {
        if let Some(&value) = self.values.get(position) {
            return value;
        }
        let values: HashSet<u64> = (self.moves)(position)
            .iter()
            .map(|(_, next)| self.grundy_value(next))
            .collect();
        let mut mex = 0;
        while values.contains(&mex) {
            mex += 1;
        }
        self.values.insert(position.to_vec(), mex);
        mex
    }

    /// Compares everything that is claimed of a position with what the rules say.
    pub fn compare(&mut self, position: &[u64], mut claim: Claim<M>) {
        let value = self.grundy_value(position);
        let mut moves: Vec<M> = (self.moves)(position)
            .into_iter()
            .filter(|(_, next)| self.grundy_value(next) == 0)
            .map(|(a_move, _)| a_move)
            .collect();
        moves.sort();
        claim.winning_moves.sort();
        assert_eq!(claim.winning_moves, moves, "winning moves of {position:?}");
        assert_eq!(claim.count, moves.len() as u64, "count of {position:?}");
        assert_eq!(claim.grundy_value, value, "value of {position:?}");
        assert_eq!(
            claim.outcome,
            if value == 0 { Outcome::P } else { Outcome::N }
        );
        self.compared += 1;
    }
}

/// The rules of games in which a move takes any positive number from one place of a row. `made` gets the place,
/// counted from 1, the number taken and the row that is left. It returns the move, or `None` when that is not allowed, and may
/// change the row further.
pub fn takes<M>(
    row: &[u64],
    made: impl Fn(usize, u64, &mut [u64]) -> Option<M>,
) -> Vec<(M, Vec<u64>)> {
    let mut moves = Vec::new();
    for (place, &size) in row.iter().enumerate() {
        for taken in 1..=size {
            let mut next = row.to_vec();
            next[place] -= taken;
            moves.extend(made(place + 1, taken, &mut next).map(|a_move| (a_move, next)));
        }
    }
    moves
}

/// All lists of 1 to `length` numbers from 0 to `max`, the shorter ones first.
pub fn lists(length: usize, max: u64) -> impl Iterator<Item = Vec<u64>> {
    (1..=length).flat_map(move |length| {
        let mut next = Some(vec![0; length]);
        std::iter::from_fn(move || {
            let list = next.take()?;
            if let Some(last) = list.iter().rposition(|&number| number < max) {
                let mut after = list[..last].to_vec();
                after.push(list[last] + 1);
                after.resize(length, 0);
                next = Some(after);
            }
            Some(list)
        })
    })
}
