//! Every small board solved from the rules alone, for the tests of this room.

/// How many moves win on every board with at most `bits` squares before the goal.
///
/// A board is a mask of its pawns: bit j is the j-th square before the goal. A pawn moves to the
/// first free square nearer to the goal, so a move makes the mask smaller and masks in increasing
/// order meet only positions already solved.
pub struct Table {
    winning_moves: Vec<u32>,
}

impl Table {
    /// Solves every board up to m = `max_m`.
    pub fn new(max_m: u32) -> Self {
        let mut winning_moves: Vec<u32> = vec![0; 1 << (max_m - 1)];
        for mask in 1..winning_moves.len() {
            let pawns = (0..max_m - 1).filter(|j| mask >> j & 1 == 1);
            let wins = |&pawn: &u32| match (0..pawn).rev().find(|j| mask >> j & 1 == 0) {
                None => true, // the goal itself
                Some(free) => winning_moves[mask ^ 1 << pawn ^ 1 << free] == 0,
            };
            winning_moves[mask] = pawns.filter(wins).count() as u32;
        }
        Self { winning_moves }
    }

    /// Every board of m squares with at least one pawn: its squares and how many moves win.
    pub fn boards(&self, m: u32) -> impl Iterator<Item = (Vec<u32>, u32)> {
        (1..1_usize << (m - 1)).map(move |mask| {
            let on = |square: &u32| mask >> (m - 1 - square) & 1 == 1;
            let squares = (1..m).filter(on).collect();
            (squares, self.winning_moves[mask])
        })
    }
}

#[test]
fn knows_the_samples() {
    let table = Table::new(7);
    let count = |m, squares: &[u32]| table.boards(m).find(|board| board.0 == squares);
    assert_eq!(count(5, &[1, 3]).map(|b| b.1), Some(1));
    assert_eq!(count(5, &[2, 3]).map(|b| b.1), Some(0));
    assert_eq!(count(7, &[2, 3, 6]).map(|b| b.1), Some(1));
    assert_eq!(table.boards(7).count(), 63);
}
