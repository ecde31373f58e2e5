//! Moore's Nim with two heaps: its rules.
//!
//! A move takes stones from one heap or from two, at least one stone from each of them. A player who cannot move loses.

use crate::compositions::Compositions;
use crate::rows::draw;
use crate::{Below, RowMove, Rules, See};

/// The rules of Moore's Nim with two heaps. A position is the row of heap sizes, a move what is taken from one heap or from
/// two, in their order.
///
/// The size of a position is the number of its heaps and of its stones together, as in Nim: 2^(size-1) positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moore;

impl Rules for Moore {
    type Position = Vec<u64>;
    type Move = Vec<RowMove>;

    fn each_move(&self, heaps: &Vec<u64>, see: See<'_, Self>) {
        let mut next = heaps.clone();
        for one in 0..heaps.len() {
            for amount in 1..=heaps[one] {
                next[one] = heaps[one] - amount;
                let first = RowMove { place: one, amount };
                see(vec![first], &next);
                for two in one + 1..heaps.len() {
                    for amount in 1..=heaps[two] {
                        next[two] = heaps[two] - amount;
                        see(vec![first, RowMove { place: two, amount }], &next);
                    }
                    next[two] = heaps[two];
                }
            }
            next[one] = heaps[one];
        }
    }

    fn play(&self, heaps: &Vec<u64>, a_move: &Vec<RowMove>) -> Option<Vec<u64>> {
        let is_in_order = a_move.windows(2).all(|pair| pair[0].place < pair[1].place);
        let mut next = heaps.clone();
        for &RowMove { place, amount } in a_move {
            let heap = next.get_mut(place)?;
            *heap = heap.checked_sub(amount).filter(|_| amount > 0)?;
        }
        (is_in_order && matches!(a_move.len(), 1 | 2)).then_some(next)
    }

    fn random_move(&self, heaps: &Vec<u64>, below: Below<'_>) -> Option<Vec<RowMove>> {
        let (place, amount) = draw(heaps.len(), |place| heaps[place], below)?;
        let mut drawn = vec![RowMove { place, amount }];
        let rest = |other: usize| if other == place { 0 } else { heaps[other] };
        if below(2) == 1
            && let Some((place, amount)) = draw(heaps.len(), rest, below)
        {
            drawn.push(RowMove { place, amount });
        }
        drawn.sort_unstable();
        Some(drawn)
    }

    fn moves_at_most(&self, heaps: &Vec<u64>) -> u64 {
        let (_, moves) = heaps.iter().fold((0_u64, 0_u64), |(sum, moves), &heap| {
            let pairs = heap.saturating_mul(sum);
            let more = moves.saturating_add(heap).saturating_add(pairs);
            (sum.saturating_add(heap), more)
        });
        moves
    }
}

impl Compositions for Moore {}
