//! What a game adds to [`TypedGame`] so that every property can be put to it.

mod bounded;
mod constrained;
mod gra;
mod kamyki;
mod nim;
mod row;
mod staircase;

use std::fmt::Debug;

use grundy_games::{Next, TypedGame};

use crate::{Amount, Pick, Reach, Recipe, Turn};

/// A game that properties can be put to: it builds positions from recipes, and chooses moves forwards
/// and backwards at any size.
///
/// Nothing here uses the theory. What a move leads to is for the rules of brute to say; which moves
/// there are, and where a position can have come from, is said here once more, so that a mistake in
/// those rules shows on positions of any size: a move that they refuse, or that does not lead from
/// there to here.
pub trait Subject: TypedGame<Position: Clone + PartialEq + Debug> {
    /// A position from a recipe. Every recipe gives one.
    fn build(&self, recipe: &Recipe, reach: Reach) -> Self::Position;

    /// A move of one's choice, if the pick happens to be one.
    fn a_move(&self, position: &Self::Position, pick: &Pick) -> Option<Self::Move>;

    /// A position before this one and the move that leads from there to here, if the pick happens to
    /// be one.
    fn before(
        &self,
        position: &Self::Position,
        pick: &Pick,
    ) -> Option<(Self::Position, Self::Move)>;

    /// Positions of which the same is to be said as of this one.
    fn variations(&self, position: &Self::Position, pick: &Pick) -> Vec<Variation<Self::Position>>;

    /// Two positions whose disjunctive sum this one amounts to; `None` where the game has none.
    fn split(
        &self,
        position: &Self::Position,
        pick: &Pick,
    ) -> Option<(Self::Position, Self::Position)>;
}

/// A position made from another one without changing what is to be said of it.
#[derive(Clone, Debug)]
pub struct Variation<P> {
    /// What was done.
    pub what: &'static str,
    /// The position.
    pub position: P,
    /// Whether the number of winning moves stays the same, too, and not only who wins and the Grundy
    /// value.
    pub keeps_count: bool,
}

impl<P> Variation<P> {
    fn value(what: &'static str, position: P) -> Self {
        Self {
            what,
            position,
            keeps_count: false,
        }
    }

    fn count(what: &'static str, position: P) -> Self {
        Self {
            keeps_count: true,
            ..Self::value(what, position)
        }
    }
}

/// The position of a recipe, with its turn taken: played on to a P-position or to a neighbour of one,
/// where the recipe says so and the game goes on.
///
/// ```
/// use grundy_fuzz::{Amount, Part, Reach, Recipe, Turn, position};
/// let part = Part { size: Amount::Small(5), gap: Amount::Tiny(0) };
/// let recipe = Recipe {
///     bound: Amount::Tiny(0), parts: vec![part], pairs: vec![], turn: Turn::Lost(0), picks: vec![],
/// };
/// assert_eq!(position(&grundy_games::nim::Nim, &recipe, Reach::Large).heaps(), [0]);
/// ```
pub fn position<S: Subject>(game: &S, recipe: &Recipe, reach: Reach) -> S::Position {
    let built = game.build(recipe, reach);
    let lost = |which: u8| {
        let winning = game.winning_moves(&built);
        let chosen = winning.get(usize::from(which) % winning.len().max(1))?;
        match game.play(&built, chosen)? {
            Next::Over => None,
            Next::Position(lost) => Some(lost),
        }
    };
    let settled = match recipe.turn {
        Turn::AsBuilt => None,
        Turn::Lost(which) => lost(which),
        Turn::BesideLost(which, pick) => {
            let lost = lost(which).unwrap_or_else(|| built.clone());
            let next = game.a_move(&lost, &pick);
            match next.and_then(|next| game.play(&lost, &next)) {
                Some(Next::Position(beside)) => Some(beside),
                _ => Some(lost),
            }
        }
    };
    settled.unwrap_or(built)
}

/// How many ways there are to choose `k` of `n` things, or more than anybody asked for.
fn binomial(n: u128, k: u128) -> u128 {
    let mut ways = 1_u128;
    for i in 0..k.min(n - k) {
        ways = ways.saturating_mul(n - i) / (i + 1);
    }
    ways
}

/// The number of a pick among `there_are` things; `None` when there is none.
fn place(pick: &Pick, there_are: usize) -> Option<usize> {
    (there_are > 0).then(|| usize::from(pick.at) % there_are)
}

/// 1 to `limit`; `None` when that is 0.
fn at_least_one(amount: Amount, limit: u64, marks: &[u64]) -> Option<u64> {
    (limit > 0).then(|| amount.up_to(limit, marks).max(1))
}
