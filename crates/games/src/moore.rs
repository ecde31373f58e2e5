//! Moore's Nim with two heaps: `grundy_core::moore` against `grundy_brute::moore`.

use std::sync::LazyLock;

use grundy_brute::{RowMove, Space, moore as rules};
use grundy_core::heaps;
use grundy_core::moore::{MOST_HEAPS, MOST_STONES, Move, Position};
use grundy_core::text::Numbers;
use grundy_game::generate::Random;
use grundy_game::{About, InputError, Known, Simpler, TypedGame, simpler};

use crate::built_in::data;

/// Moore's Nim with two heaps. A size is heaps and stones together, and every row of heaps is a position.
#[derive(Clone, Copy, Debug)]
pub struct Moore;

/// Moore set no limits; these are those of the closed form.
static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    largest: rules::Moore::LARGEST_SIZE,
    ..data(include_str!("moore/about.json"))
});

impl TypedGame for Moore {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Moore;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> rules::Moore {
        rules::Moore
    }

    fn parse(&self, text: &mut Numbers<'_>) -> Result<Vec<Position>, InputError> {
        Ok(vec![Position::read(text)?])
    }

    fn claim(&self, position: &Position) -> Known {
        position.outcome().into()
    }

    fn position(&self, heaps: &Vec<u64>) -> Option<Position> {
        Position::new(heaps.clone()).ok()
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.heaps().to_vec()
    }

    fn move_of(&self, of_rules: &Vec<RowMove>) -> Move {
        let takes = of_rules.iter().map(|take| heaps::Move {
            heap: take.place + 1,
            stones: take.amount,
        });
        let takes = takes.collect();
        Move { takes }
    }

    fn rules_move(&self, a_move: &Move) -> Option<Vec<RowMove>> {
        let takes = a_move.takes.iter().map(|take| {
            Some(RowMove {
                place: take.heap.checked_sub(1)?,
                amount: take.stones,
            })
        });
        takes.collect()
    }

    fn winning_moves(&self, position: &Position) -> Vec<Move> {
        position.winning_moves()
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        (n <= MOST_HEAPS)
            .then(|| Position::new(random.row(n, 0, m.min(MOST_STONES))).ok())
            .flatten()
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        let rows = simpler::rows(position.heaps(), 0);
        Box::new(rows.filter_map(|row| Position::new(row).ok()))
    }
}
