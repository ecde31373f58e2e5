//! Oracles: every position of a game up to some size, solved from the rules alone.

use grundy_brute::{Outcome, Retrograde, Rules, Space};

/// What the rules say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth<M> {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, where the oracle knows it.
    pub grundy: Option<u64>,
    /// The exact set of winning moves, in any order.
    pub winning_moves: Vec<M>,
}

/// An oracle that has solved every position of a game up to some size.
pub trait Oracle<R: Rules>: Send + Sync {
    /// What it knows of a position; `None` when the position is beyond the sizes that were solved.
    fn truth(&self, position: &R::Position) -> Option<Truth<R::Move>>;
}

/// Retrograde analysis serves every game whose rules have a numbered space.
impl<R: Space + Send + Sync> Oracle<R> for Retrograde<R> {
    fn truth(&self, position: &R::Position) -> Option<Truth<R::Move>> {
        let solution = self.solve(position)?;
        Some(Truth {
            outcome: solution.value.outcome,
            grundy: Some(u64::from(solution.value.grundy)),
            winning_moves: solution.winning_moves,
        })
    }
}
