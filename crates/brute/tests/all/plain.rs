//! The table of gra in its plainest form, which the tests compare the others with: a byte a board, a loop
//! over the pawns, boards as masks in increasing order, because every move makes the mask smaller.

use grundy_brute::Outcome;

/// The outcome of every board of gra with at most a given number of squares.
pub struct PlainTable {
    /// By mask; the empty mask, which is no board, holds P like every position without moves.
    outcomes: Vec<Outcome>,
}

impl PlainTable {
    pub fn build(m: u32) -> Self {
        let boards = 1_usize << (m - 1);
        let mut table = Self {
            outcomes: vec![Outcome::P],
        };
        for mask in 1..boards {
            let wins = table.winning_moves(mask as u64) != 0;
            table.outcomes.push(Outcome::of(wins));
        }
        table
    }

    pub fn masks(&self) -> u64 {
        self.outcomes.len() as u64
    }

    pub fn outcome(&self, mask: u64) -> Outcome {
        self.outcomes[mask as usize]
    }

    /// The pawns whose move wins, as a mask.
    pub fn winning_moves(&self, mask: u64) -> u64 {
        let mut winning = 0;
        // The first free square on the pawn's way to the goal, while the pawn goes over the bits
        // from the goal upwards; none as long as pawns alone stand between it and the goal.
        let mut free = None;
        for pawn in 0..u64::BITS - mask.leading_zeros() {
            let bit = 1 << pawn;
            if mask & bit == 0 {
                free = Some(bit);
                continue;
            }
            let wins = match free {
                // Onto the goal: the game is over, and the other player has lost.
                None => true,
                Some(free) => self.outcome(mask - bit + free) == Outcome::P,
            };
            if wins {
                winning |= bit;
            }
        }
        winning
    }
}
