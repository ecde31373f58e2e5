//! What makes a list of squares a board.

/// Why a list of squares is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBoard {
    /// A strip has at least two squares.
    #[error("a strip of {m} squares: m must be at least 2")]
    TooShort {
        /// The number of squares given.
        m: u32,
    },
    /// A board has at least one pawn.
    #[error("0 pawns: n must be at least 1")]
    NoPawns,
    /// At least one square stays free.
    #[error("{n} pawns on a strip of {m} squares: n must be less than m")]
    TooManyPawns {
        /// The number of pawns given.
        n: usize,
        /// The number of squares.
        m: u32,
    },
    /// Squares are counted from 1.
    #[error("pawn on square 0: squares are counted from 1")]
    SquareZero,
    /// Square m is the goal; no pawn starts there.
    #[error("pawn on square {m}: the last square must be free")]
    OnGoal {
        /// The number of squares.
        m: u32,
    },
    /// A pawn stands beyond the strip.
    #[error("pawn on square {square}: squares end at {}", m - 1)]
    Beyond {
        /// Where the pawn stands.
        square: u32,
        /// The number of squares.
        m: u32,
    },
    /// Squares come in increasing order.
    #[error("pawn on square {square} after a pawn on square {previous}: squares must increase")]
    NotIncreasing {
        /// Where the pawn stands.
        square: u32,
        /// Where the pawn before it stands.
        previous: u32,
    },
    /// Two pawns on one square.
    #[error("second pawn on square {square}: squares must increase")]
    Taken {
        /// The square.
        square: u32,
    },
}

pub(super) fn check_size(m: u32, n: usize) -> Result<(), InvalidBoard> {
    match n {
        _ if m < 2 => Err(InvalidBoard::TooShort { m }),
        0 => Err(InvalidBoard::NoPawns),
        _ if n >= m as usize => Err(InvalidBoard::TooManyPawns { n, m }),
        _ => Ok(()),
    }
}

/// Checks a pawn's square against the strip and the pawn before it, `previous` (0 for the first).
fn check_square(m: u32, previous: u32, square: u32) -> Result<(), InvalidBoard> {
    match square {
        _ if previous < square && square < m => Ok(()),
        0 => Err(InvalidBoard::SquareZero),
        _ if square == m => Err(InvalidBoard::OnGoal { m }),
        _ if square > m => Err(InvalidBoard::Beyond { square, m }),
        _ if square == previous => Err(InvalidBoard::Taken { square }),
        _ => Err(InvalidBoard::NotIncreasing { square, previous }),
    }
}

/// Checks squares as [`check_square`] does, many at once when they are right. Returns the last.
pub(super) fn check_squares(m: u32, previous: u32, squares: &[u32]) -> Result<u32, InvalidBoard> {
    let (Some(&first), Some(&last)) = (squares.first(), squares.last()) else {
        return Ok(previous);
    };
    let neighbours = squares.iter().zip(&squares[1..]);
    // Counted, and not looked for: so it takes the vectors of the machine.
    let decreasing: u32 = neighbours.map(|(a, b)| u32::from(a >= b)).sum();
    if previous < first && decreasing == 0 && last < m {
        return Ok(last);
    }
    let mut previous = previous;
    for &square in squares {
        check_square(m, previous, square)?;
        previous = square;
    }
    Ok(previous)
}
