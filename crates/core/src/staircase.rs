//! Staircase Nim as a game of its own.
//!
//! Steps 1..n hold coins. A move takes any positive number of coins from one step to the next lower
//! one; from step 1 they leave the game. A player who cannot move loses.
//!
//! **Theory**. This is what [`stairs`] describes, with step i as stair i: the position is a
//! P-position exactly when the nim-sum over the odd steps is 0, and each step has at most one
//! winning move.

use std::fmt;

use crate::heaps::{self, of_row, text_of_row};
use crate::stairs::{self, Stair};
use crate::text::{Numbers, ReadError};
use crate::{InvalidPosition, Outcome};

const NO_STEPS: &str = "0 steps: n must be at least 1";

/// A position of Staircase Nim: at least one step, each with any number of coins that a u64 holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    coins: Vec<u64>,
}

/// A move: take `coins` coins from step number `step` to the step below it.
///
/// ```
/// let down = grundy_core::staircase::Move { step: 3, coins: 1 };
/// assert_eq!(down.to_string(), "1 from step 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Move {
    /// Number of the step, counted from 1 at the foot.
    pub step: usize,
    /// How many coins are taken down, at least 1.
    pub coins: u64,
}

/// `1 from step 3`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from step {}", self.coins, self.step)
    }
}

impl Position {
    of_row!(coins, parse);

    /// A position with `coins[i - 1]` coins on step i. O(1).
    ///
    /// ```
    /// use grundy_core::staircase::Position;
    /// assert!(Position::new(vec![0, 3]).is_ok());
    /// let error = Position::new(vec![]).unwrap_err();
    /// assert_eq!(error.to_string(), "0 steps: n must be at least 1");
    /// ```
    ///
    /// # Errors
    /// When there is no step.
    #[inline]
    pub fn new(coins: Vec<u64>) -> Result<Self, InvalidPosition> {
        if coins.is_empty() {
            return Err(InvalidPosition::new(NO_STEPS));
        }
        Ok(Self { coins })
    }

    /// Reads a position: `n`, then the numbers of coins on steps 1..n, all separated by white space.
    /// O(bytes).
    ///
    /// ```
    /// use grundy_core::staircase::Position;
    /// assert_eq!(Position::parse(b"2\n0 3\n")?.coins(), [0, 3]);
    /// let error = Position::parse(b"2\n0 -3\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "2:3: found a minus sign (`-3`), expected the number of coins on step 2 of 2"
    /// );
    /// # Ok::<(), grundy_core::text::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the text, and where it stands.
    pub fn read(numbers: &mut Numbers<'_>) -> Result<Self, ReadError> {
        let n = read_size(numbers)?;
        let coins = numbers.list_to_end(n, u64::MAX, name(n))?;
        Ok(Self { coins })
    }

    /// The Grundy value: the nim-sum over the odd steps. O(n).
    ///
    /// ```
    /// use grundy_core::staircase::Position;
    /// assert_eq!(Position::new(vec![5, 9, 4])?.grundy_value(), 5 ^ 4);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn grundy_value(&self) -> u64 {
        odd_sum(&self.coins, true)
    }

    /// How many different moves win. O(n).
    ///
    /// ```
    /// use grundy_core::staircase::Position;
    /// assert_eq!(Position::new(vec![1, 3])?.count_winning_moves(), 1);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn count_winning_moves(&self) -> u64 {
        self.winning_moves().count() as u64
    }

    /// The winning moves in the order of the steps, at most one for each. O(n) for the whole
    /// iteration.
    ///
    /// ```
    /// use grundy_core::staircase::{Move, Position};
    /// // Nim-sum 3 over steps 1 and 3. Step 2 can raise step 1 from 1 to 2; step 3 can be lowered
    /// // from 2 to 1.
    /// let moves: Vec<Move> = Position::new(vec![1, 5, 2])?.winning_moves().collect();
    /// assert_eq!(moves, [Move { step: 2, coins: 1 }, Move { step: 3, coins: 1 }]);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> {
        let stair = |(number, &size)| (number as usize, Stair { number, size });
        stairs::winning_moves((1..).zip(&self.coins).map(stair), self.grundy_value())
            .map(|(step, coins)| Move { step, coins })
    }
}

/// Reads a position, in the form that [`Position::read`] reads, and returns who wins. O(bytes).
///
/// The steps are not stored: no memory but for a piece of the text.
///
/// ```
/// use grundy_core::text::Numbers;
/// use grundy_core::{Outcome, staircase};
/// let mut pipe: &[u8] = b"3\n5 9 5\n";
/// assert_eq!(staircase::read_outcome(&mut Numbers::stream(&mut pipe))?, Outcome::P);
/// # Ok::<(), grundy_core::text::ReadError>(())
/// ```
///
/// # Errors
/// The first thing wrong with the text, and where it stands.
pub fn read_outcome(numbers: &mut Numbers<'_>) -> Result<Outcome, ReadError> {
    let n = read_size(numbers)?;
    let mut x = 0;
    let mut step_is_odd = true;
    numbers.each_to_end(n, u64::MAX, name(n), |coins: &[u64]| {
        x ^= odd_sum(coins, step_is_odd);
        step_is_odd ^= coins.len() % 2 == 1;
        Ok(())
    })?;
    Ok(Outcome::from_grundy_value(x))
}

/// The nim-sum over the odd steps of some neighbouring ones, whose first is odd or not.
fn odd_sum(coins: &[u64], first_is_odd: bool) -> u64 {
    let sums = heaps::nim_sums(coins);
    let (neighbours, _) = sums.as_chunks::<2>();
    heaps::nim_sum(neighbours.iter().map(|two| two[usize::from(!first_is_odd)]))
}

fn read_size(numbers: &mut Numbers<'_>) -> Result<u64, ReadError> {
    numbers.next_from_1(|| "n, the number of steps".into(), NO_STEPS)
}

/// The names of the steps in error messages, by their numbers.
fn name(n: u64) -> impl Fn(u64) -> String {
    move |i| format!("the number of coins on step {i} of {n}")
}

text_of_row!(coins);
