//! Closed form against oracle, position by position.

use std::ops::Range;

use grundy_brute::Space as _;

use crate::{
    Case, Depth, Error, Failed, Known, Loaded, Mismatch, Oracle, RulesPosition, Solved, Tally,
    TypedGame, rank,
};

/// Where a sweep compares counts alone, one position of each `SAMPLED` is compared in full.
pub const SAMPLED: u64 = 1024;

/// A game and its oracle for all positions up to a size.
pub(crate) struct Compared<'a, G: TypedGame> {
    pub(crate) game: &'a G,
    pub(crate) rules: G::Rules,
    pub(crate) up_to: u32,
    pub(crate) oracle: Box<dyn Oracle<G::Rules>>,
}

impl<G: TypedGame> Compared<'_, G> {
    /// Returns the position of this size and index, if there is one and this is its number: so counted positions
    /// are different ones.
    fn position(&self, size: u32, index: u64) -> Option<RulesPosition<G>> {
        let known = size <= self.up_to && index < self.rules.positions(size);
        let position = known.then(|| self.rules.position(size, index))?;
        (self.rules.index(&position) == Some((size, index))).then_some(position)
    }

    /// Returns the oracle's claim and winning moves in the closed form's types; the moves in increasing order.
    fn truth(&self, position: &RulesPosition<G>) -> Option<(Known, Vec<G::Move>)> {
        let (truth, moves) = self.oracle.truth(position)?;
        let moves = moves.iter().map(|of_rules| self.game.move_of(of_rules));
        let mut moves: Vec<G::Move> = moves.collect();
        moves.sort_unstable();
        Some((truth, moves))
    }

    /// Returns the oracle's claim about a position, and the mismatch where the closed form's claim is another one;
    /// `None` when the position is not solved.
    fn compare(&self, size: u32, index: u64) -> Option<Result<(Known, Option<Mismatch>), Failed>> {
        let of_rules = self.position(size, index)?;
        let (truth, expected) = self.truth(&of_rules)?;
        let position = self.game.position(&of_rules)?;
        let difference = difference(self.game, &position, truth, &expected);
        let mismatch = |(expected, got)| self.mismatch(size, &position, expected, got);
        Some(difference.map(|difference| (truth, difference.map(mismatch))))
    }

    fn mismatch(
        &self,
        size: u32,
        position: &G::Position,
        expected: String,
        got: String,
    ) -> Mismatch {
        let input = self.game.input(std::slice::from_ref(position));
        let place = (size, rank(&input));
        Mismatch::new(TypedGame::about(self.game), place, input, expected, got)
    }

    fn check_counts(&self, size: u32, indices: Range<u64>) -> Result<Tally, Error> {
        let (mut expected, mut got) = (Vec::new(), Vec::new());
        if size > self.up_to {
            return Ok(Tally::default());
        }
        self.oracle
            .counts(&self.rules, size, indices.clone(), &mut expected);
        self.game.counts(size, indices.clone(), &mut got);
        let positions = expected.len().min(got.len());
        let (expected, got) = (&expected[..positions], &got[..positions]);
        let mut tally = Tally {
            positions: positions as u64,
            losing: expected.iter().filter(|&&count| count == 0).count() as u64,
            winning_moves: expected.iter().map(|&count| u64::from(count)).sum(),
            ..Tally::default()
        };
        let place = |index: u64| (index - indices.start) as usize;
        let differs = |index: &u64| expected.get(place(*index)) != got.get(place(*index));
        let differing = (expected != got).then(|| indices.clone().filter(differs));
        for index in differing.into_iter().flatten() {
            let of_rules = self.position(size, index);
            if let Some(position) = of_rules.and_then(|of_rules| self.game.position(&of_rules)) {
                let count = |counts: &[u32]| format!("counts {}", counts[place(index)]);
                tally.fail(self.mismatch(size, &position, count(expected), count(got)));
            }
        }
        let same = sample(indices.clone()).filter(|index| !differs(index));
        for compared in same.filter_map(|index| self.compare(size, index)) {
            if let Some(mismatch) = compared?.1 {
                tally.fail(mismatch);
            }
        }
        Ok(tally)
    }
}

/// Returns what was expected and what the closed form claims where that is not what is true of a position, with its winning
/// moves in increasing order. A Grundy value is compared where both have one.
///
/// # Errors
/// As [`TypedGame::claim`].
pub fn difference<G: TypedGame>(
    game: &G,
    position: &G::Position,
    mut truth: Known,
    expected: &[G::Move],
) -> Result<Option<(String, String)>, Failed> {
    let mut claim = game.claim(position)?;
    if claim.grundy.is_none() || truth.grundy.is_none() {
        (claim.grundy, truth.grundy) = (None, None);
    }
    if claim.winning_moves.is_none() {
        truth.winning_moves = None;
    }
    truth.remoteness = claim.remoteness;
    let mut got = game.winning_moves(position)?;
    got.sort_unstable();
    let differs = claim != truth || got != expected;
    Ok(differs.then(|| (truth.with_moves(expected), claim.with_moves(&got))))
}

/// Returns one index of each [`SAMPLED`] consecutive ones, of those that lie in the range.
fn sample(indices: Range<u64>) -> impl Iterator<Item = u64> {
    (indices.start / SAMPLED..indices.end.div_ceil(SAMPLED))
        .map(|block| {
            // The upper bits of a product with 2^64 over the golden ratio: spread out evenly.
            let scattered = block.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            block * SAMPLED + scattered % SAMPLED
        })
        .filter(move |index| indices.contains(index))
}

impl<G: TypedGame> Solved for Compared<'_, G> {
    fn turn_to(&mut self, size: u32, indices: Range<u64>) -> Result<Loaded, Error> {
        Ok(self.oracle.turn_to(size, indices)?)
    }

    fn check(&self, size: u32, indices: Range<u64>) -> Result<Tally, Error> {
        if self.game.compared(size).depth == Depth::Counts {
            return self.check_counts(size, indices);
        }
        let mut tally = Tally::default();
        for compared in indices.filter_map(|index| self.compare(size, index)) {
            let (truth, mismatch) = compared?;
            tally.count(&truth);
            if let Some(mismatch) = mismatch {
                tally.fail(mismatch);
            }
        }
        Ok(tally)
    }

    fn cases(&self, size: u32) -> Result<Vec<Case>, Error> {
        let answers = &TypedGame::about(self.game).answers;
        let case = |index| {
            let of_rules = self.position(size, index)?;
            let (truth, winning) = self.truth(&of_rules)?;
            let winning = winning.iter().take(answers.names_moves());
            let winning = winning.map(ToString::to_string);
            let input = self.game.input(&[self.game.position(&of_rules)?]);
            Some(Case::new(
                input,
                answers.right(&truth, &winning.collect::<Vec<_>>()) + "\n",
            ))
        };
        let mut cases: Vec<Case> = (0..).map_while(case).collect();
        cases.sort_by_cached_key(|case| rank(&case.input));
        Ok(cases)
    }
}

#[cfg(test)]
mod tests {
    use super::{SAMPLED, sample};

    #[test]
    fn a_sample_does_not_depend_on_how_a_range_is_cut() {
        let whole: Vec<u64> = sample(5..1_000_000).collect();
        let parts: Vec<u64> = (0..1000)
            .flat_map(|part| sample((part * 1000).max(5)..(part + 1) * 1000))
            .collect();
        assert_eq!(whole, parts);
        assert!(whole.len().abs_diff(1_000_000 / SAMPLED as usize) <= 1);
        let places: std::collections::BTreeSet<u64> =
            whole.iter().map(|index| index % SAMPLED).collect();
        assert!(places.len() > 600, "{} different places", places.len());
    }
}
