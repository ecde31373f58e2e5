//! Kamyki, the pebbles game: `grundy_core::kamyki` against `grundy_brute::kamyki`.

mod shapes;
mod simpler;

use std::sync::LazyLock;

use grundy_brute::kamyki as rules;
use grundy_core::kamyki::{self, Move, Position};
use grundy_core::text::Numbers;
use grundy_game::generate::Random;
use grundy_game::{
    About, Amount, Drawn, Error, InputError, Original, Reduction, Simpler, TypedGame, Variation,
};

use crate::built_in::built_in;
use crate::rows::{numbered_moves, row_game, with_length};

/// The pebbles game. A size is the number of piles and the largest pile together, and every row of
/// piles that does not decrease is a position.
#[derive(Clone, Copy, Debug)]
pub struct Kamyki;

/// The limits are those of the original, which has at most 1000 piles and 10000 stones.
static ABOUT: LazyLock<About> = LazyLock::new(|| built_in!("kamyki", rules::Kamyki));

impl TypedGame for Kamyki {
    row_game!(pile: stones);
    numbered_moves!(pile: stones);
    type Rules = rules::Kamyki;

    fn parse(&self, text: &mut Numbers<'_>) -> Result<Vec<Position>, InputError> {
        Position::read_all(text)
    }

    fn input(&self, positions: &[Position]) -> String {
        let rows: String = positions.iter().map(ToString::to_string).collect();
        format!("{}\n{rows}", positions.len())
    }

    fn answers(&self, input: &mut Numbers<'_>) -> Result<Vec<String>, Error> {
        let outcomes = kamyki::read_outcomes(input)?;
        // The words, and the lines of them.
        input.room(80 * outcomes.len())?;
        let words = outcomes
            .into_iter()
            .map(|outcome| ABOUT.answers.right(&outcome.into(), &[]));
        Ok(words.collect())
    }

    fn position(&self, piles: &Vec<u64>) -> Option<Position> {
        Some(Position::new(piles.clone()).expect("piles of the rules do not decrease"))
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.piles().to_vec()
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        let stairs = position.stairs().map(|stair| stair.size);
        Some(Reduction::Piles {
            piles: position.piles().to_vec(),
            stairs: stairs.collect(),
            nim_sum: position.grundy_value(),
        })
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        Some(shapes::sorted(random.row(n, 0, m)))
    }

    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Position> {
        Ok(shapes::shaped(shape, random, m, n))
    }

    fn original_test(&self, number: usize, random: &mut Random) -> Original<Position> {
        shapes::original_test(number, random)
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        simpler::simpler(position)
    }

    fn variations(&self, input: &[u64], at: usize, amount: Amount<'_>) -> Vec<Variation> {
        let [_, n, piles @ ..] = input else {
            return Vec::new();
        };
        let at = at % piles.len();
        let row = |piles: &[u64]| [&[1], &with_length(piles)[..]].concat();
        let more = [&piles[..at], &[piles[at]; 2], &piles[at..]].concat();
        let mut variations = vec![("two piles more of a size that is there", row(&more))];
        if (n - at as u64).is_multiple_of(2) {
            let stones = amount(u64::MAX - piles[piles.len() - 1], piles);
            let higher = piles[at..].iter().map(|pile| pile + stones);
            let raised: Vec<u64> = piles[..at].iter().copied().chain(higher).collect();
            let what = "stones on a pile at an even place and on all on its right";
            variations.push((what, row(&raised)));
        }
        variations
    }
}
