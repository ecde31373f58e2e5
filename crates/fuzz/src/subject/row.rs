//! What the games of heaps share: rows of numbers.

use crate::subject::Variation;
use crate::{Amount, Pick, Reach, Recipe};

/// The highest heap of a position for an oracle.
const HIGHEST: u64 = 64;
/// The longest row.
const LONGEST: usize = 60;

/// A row of at least one heap from the recipe's parts, each heap from `least` to `most`. `marks` are
/// the numbers that matter besides the heaps before and their nim-sum, which makes P-positions.
pub(super) fn heaps(
    recipe: &Recipe,
    reach: Reach,
    least: u64,
    most: u64,
    marks: &[u64],
) -> Vec<u64> {
    let longest = match reach {
        Reach::Tiny => 3,
        Reach::Small => 4,
        Reach::Large => LONGEST,
    };
    let n = recipe.parts.len().clamp(1, longest);
    let most = match reach.positions() {
        Some(reached) => root(reached, n).clamp(least + 1, HIGHEST).min(most),
        None => most,
    };
    let mut marks = marks.to_vec();
    let mut x = 0;
    let mut heaps = Vec::with_capacity(n);
    for i in 0..n {
        let amount = recipe
            .parts
            .get(i)
            .map_or(Amount::Tiny(0), |part| part.size);
        marks.push(x);
        let heap = amount.up_to(most, &marks).max(least);
        marks.pop();
        marks.push(heap);
        x ^= heap;
        heaps.push(heap);
    }
    heaps
}

/// The largest number of stones of which n heaps can be reduced in at most `reached` ways, about.
fn root(reached: u128, n: usize) -> u64 {
    (1..=HIGHEST)
        .rev()
        .find(|&stones| u128::from(stones + 1_u64).pow(n as u32) <= reached)
        .unwrap_or(1)
}

/// A row of at least one step, of the recipe's sizes; all coins together are at most `u64::MAX`, so
/// that no step can overflow during play.
pub(super) fn steps(recipe: &Recipe, reach: Reach) -> Vec<u64> {
    let n = recipe.parts.len().clamp(1, LONGEST);
    let mut left = u64::MAX;
    let mut coins_so_far = 0_u128;
    let mut marks = Vec::new();
    let mut steps = Vec::with_capacity(n);
    for i in 0..n {
        let amount = recipe
            .parts
            .get(i)
            .map_or(Amount::Tiny(0), |part| part.size);
        let coins = match reach.positions() {
            None => amount.up_to(left, &marks),
            Some(reached) => {
                // All coins on all steps so far, the ground included.
                let fits = |coins: &u64| {
                    let coins = coins_so_far + u128::from(*coins);
                    super::binomial(coins + i as u128 + 1, i as u128 + 1) <= reached
                };
                match (0..=150_u64).rev().find(fits) {
                    Some(most) => amount.up_to(most, &marks),
                    None => break,
                }
            }
        };
        left -= coins;
        coins_so_far += u128::from(coins);
        marks.push(coins);
        steps.push(coins);
    }
    steps
}

/// Rows of the same heaps in other orders, and with two equal heaps more.
pub(super) fn variations(
    heaps: &[u64],
    pick: &Pick,
    least: u64,
    most: u64,
) -> Vec<Variation<Vec<u64>>> {
    let at = usize::from(pick.at) % heaps.len();
    let mut rotated = heaps.to_vec();
    rotated.rotate_left(at);
    let reversed = heaps.iter().rev().copied().collect();
    let twin = pick.amount.up_to(most, heaps).max(least);
    let mut longer = heaps.to_vec();
    longer.insert(at, twin);
    longer.push(twin);
    vec![
        Variation::count("heaps in another order", rotated),
        Variation::count("heaps in opposite order", reversed),
        Variation::value("two equal heaps more", longer),
    ]
}

/// The row in two parts, both not empty.
pub(super) fn split<'a>(heaps: &'a [u64], pick: &Pick) -> Option<(&'a [u64], &'a [u64])> {
    let at = super::place(pick, heaps.len() - 1)? + 1;
    Some(heaps.split_at(at))
}

impl<P> Variation<P> {
    /// The variation as another kind of position.
    pub(super) fn map<Q>(self, to: impl FnOnce(P) -> Q) -> Variation<Q> {
        Variation {
            what: self.what,
            position: to(self.position),
            keeps_count: self.keeps_count,
        }
    }
}
