//! Constrained Nim: `grundy_core::constrained` against `grundy_brute::constrained`.

mod shapes;
mod simpler;

use std::cell::RefCell;
use std::sync::LazyLock;

use grundy_brute::constrained as rules;
use grundy_core::constrained::{self, Move, Pair, Position};
use grundy_core::text::Numbers;
use grundy_game::generate::Random;
use grundy_game::{
    About, Amount, Drawn, Failed, MoveNumbers, Reduction, Simpler, TypedGame, Variation,
};

use crate::built_in::built_in;
use crate::rows::{row_game, twins};

/// Constrained Nim. A size is the largest heap or X, and every set of pairs with every row of one to
/// three heaps is a position.
#[derive(Clone, Copy, Debug)]
pub struct Constrained;

/// The first limit is the original's; the second one brings heaps and forbidden pairs close together.
static ABOUT: LazyLock<About> = LazyLock::new(|| built_in!("constrained", rules::Constrained));

thread_local! {
    /// A position made before. A sweep and the closure check make many positions with the
    /// same pairs one after the other, and those share the Grundy values of single heaps.
    static LAST: RefCell<Option<Position>> = const { RefCell::new(None) };
}

impl TypedGame for Constrained {
    row_game!(constrained, heap: stones);
    type Rules = rules::Constrained;
    const NUMBERED: bool = true;
    const BYTES: usize = 400;

    /// The heap, and its size after the move. An empty heap leaves the row.
    fn numbers(&self, position: &Position, a_move: &Move) -> MoveNumbers {
        let left = position.heaps()[a_move.heap - 1] - a_move.stones;
        MoveNumbers {
            number: left,
            leaves_row: left == 0,
            ..MoveNumbers::of_take(a_move.heap as u64, a_move.stones)
        }
    }

    fn numbered(&self, position: &Position, [heap, left]: [u64; 2]) -> Option<Move> {
        let heap = usize::try_from(heap).ok()?;
        let size = position.heaps().get(heap.checked_sub(1)?)?;
        let stones = size.checked_sub(left)?;
        Some(Move { heap, stones })
    }

    fn position(&self, of_rules: &rules::Position) -> Option<Position> {
        if of_rules.heaps.is_empty() {
            return None;
        }
        let pairs = || of_rules.limit.iter();
        let heaps = of_rules.heaps.clone();
        LAST.with_borrow_mut(|last| {
            let has_the_pairs =
                |last: &&Position| last.pairs().iter().map(|pair| (pair.x, pair.y)).eq(pairs());
            if let Some(last) = last.as_ref().filter(has_the_pairs) {
                let position = last.with_heaps(heaps);
                return Some(position.expect("heaps of the rules are small"));
            }
            let pairs = pairs().map(|(x, y)| Pair { x, y }).collect();
            let position = Position::new(heaps, pairs);
            let position = position.expect("heaps of the rules are small, and pairs are different");
            *last = Some(position.clone());
            Some(position)
        })
    }

    fn rules_position(&self, position: &Position) -> rules::Position {
        let pairs = position.pairs().iter().map(|pair| (pair.x, pair.y));
        rules::Position {
            limit: pairs.collect(),
            heaps: position.heaps().to_vec(),
        }
    }

    /// A heap that the move empties stays, so that the other heaps keep their numbers.
    fn played(&self, position: &Position, a_move: &Move) -> Option<Position> {
        position.after(*a_move)
    }

    fn first_winning_moves(&self, position: &Position, most: usize) -> Result<Vec<Move>, Failed> {
        Ok(position.winning_moves().take(most).collect())
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        let values = Some(position.heap_values().collect());
        let pairs = position.pairs().iter().map(|pair| [pair.x, pair.y]);
        let pairs = Some(pairs.collect());
        Some(Reduction::heaps(None, position.heaps(), values, pairs))
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        Some(shapes::any(random, n, m))
    }

    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Position> {
        shapes::shaped(shape, random, m, n)
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        simpler::simpler(position)
    }

    fn variations(&self, input: &[u64], at: usize, amount: Amount<'_>) -> Vec<Variation> {
        /// The largest heap and the largest X that the game accepts.
        const LARGEST: u64 = 1_000_000_000_000_000_000;
        let &[n, m, ref rest @ ..] = input else {
            return Vec::new();
        };
        let (heaps, pairs) = rest.split_at(n as usize);
        let more = twins(heaps, at, amount(LARGEST, heaps).max(1));
        let more = [&[n + 2, m], &more[..], pairs].concat();
        let reversed = pairs.rchunks(2).collect::<Vec<_>>().concat();
        let reversed = [&[n, m], heaps, &reversed].concat();
        let mut variations = vec![
            ("two equal heaps more", more),
            ("pairs in opposite order", reversed),
        ];
        let largest = heaps.iter().copied().max().unwrap_or(LARGEST);
        if largest < LARGEST && pairs.chunks(2).all(|pair| pair[0] <= largest) {
            let x = largest + 1 + amount(LARGEST - largest - 1, &[]);
            let pair = [x, x - amount(x - 1, heaps)];
            let others = [&[n, m + 1], rest, &pair].concat();
            variations.push(("a pair beyond the largest heap", others));
        }
        variations
    }
}
