//! Solved boards, in memory, in a file, or over several processes.

use std::ops::Range;

use super::counts::Counts;
use super::needs::{Need, Step, needs};
use super::words::{IN_WORD, come_down, inside, pawns};
use crate::{Outcome, SolveError};

/// The outcome of every board of gra up to some number of squares, a bit a board. Boards are masks as in
/// [`mask_of`](super::mask_of).
pub trait Boards: Send + Sync {
    /// The number of masks: every mask below it is a board, except the empty mask 0.
    fn masks(&self) -> u64;

    /// Prepares [views](Self::view) of these masks, and returns which of them this process can view:
    /// `None` for all of them, in every process that has these boards. Where each process views a part,
    /// all processes have to call this with the same masks at the same time.
    ///
    /// # Errors
    /// When outcomes cannot be read from the file or received from another process.
    fn turn_to(&mut self, masks: Range<u64>) -> Result<Option<Vec<Range<u64>>>, SolveError>;

    /// A view that contains this mask; `None` when the mask is not prepared or is another process's.
    fn view(&self, mask: u64) -> Option<View<'_>>;
}

/// Boards with consecutive masks: their outcomes, and which of their moves win.
///
/// ```
/// use grundy_brute::{Outcome, gra::{Boards, Table, mask_of}, unwatched};
/// let table = Table::build(20, None, unwatched)?;
/// let view = table.view(0).unwrap();
/// let mask = mask_of(7, &[2, 3, 6]).unwrap();
/// assert_eq!(view.outcome(mask), Outcome::N);
/// assert_eq!(view.winning_moves(mask), mask_of(7, &[6]).unwrap());
/// # Ok::<(), grundy_brute::SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// The number of the first word.
    first: u64,
    /// The words of a block.
    own: &'a [u64],
    /// For each pawn above the block, its bit in the mask and what its moves lead to.
    above: Vec<(u32, Step, &'a [u64])>,
}

impl<'a> View<'a> {
    /// The block of that number; `part` returns what the block needs of another one. `None` when `part`
    /// returns it for any.
    pub(super) fn of(
        number: u64,
        own: &'a [u64],
        mut part: impl FnMut(&Need) -> Option<&'a [u64]>,
    ) -> Option<Self> {
        let in_block = own.len().ilog2();
        let above = needs(number)
            .map(|need| Some((IN_WORD + in_block + need.pawn, need.step, part(&need)?)));
        Some(Self {
            first: number << in_block,
            own,
            above: above.collect::<Option<_>>()?,
        })
    }

    /// The numbers of the words in this view: word w holds the boards with masks from 64 w to 64 w + 63.
    /// For boards of less than 7 squares the only word holds larger boards, too.
    #[inline]
    pub fn words(&self) -> Range<u64> {
        self.first..self.first + self.own.len() as u64
    }

    /// The flags of the 64 boards of a word: bit i is set when board 64 `word` + i is a P-position.
    /// The empty mask, which is no board, has its flag set. O(1).
    ///
    /// # Panics
    /// When `word` is not one of [`words`](Self::words).
    #[inline]
    pub fn losing(&self, word: u64) -> u64 {
        self.own[self.place(word)]
    }

    /// The outcome of the board `mask`. O(1).
    ///
    /// # Panics
    /// When the mask is not in one of [`words`](Self::words).
    #[inline]
    pub fn outcome(&self, mask: u64) -> Outcome {
        Outcome::of(self.losing(mask >> IN_WORD) >> (mask % 64) & 1 == 0)
    }

    /// For each pawn of the 64 boards of a word, its bit in the mask, and the flags of the boards in which
    /// its move wins. O(number of squares).
    ///
    /// # Panics
    /// When `word` is not one of [`words`](Self::words).
    #[inline]
    pub fn winning_flags(&self, word: u64) -> impl Iterator<Item = (u32, u64)> {
        let place = self.place(word);
        let within = pawns(place as u64).map(move |(pawn, free)| {
            let without = place - (1 << pawn);
            let flags = match free {
                Some(free) => self.own[without + (1 << free)],
                None => come_down(self.own[without]),
            };
            (IN_WORD + pawn, flags)
        });
        let above = self.above.iter().map(move |&(pawn, step, part)| {
            let flags = match step {
                Step::Across => part[place],
                Step::Down => self.down(place, part),
            };
            (pawn, flags)
        });
        let inside = (0..).zip(inside(self.own[place]));
        inside.chain(within).chain(above)
    }

    /// The flags of the boards of the word at that place that win by a pawn that comes down into the
    /// block of which `half` is the upper half.
    fn down(&self, place: usize, half: &[u64]) -> u64 {
        let free = !place & (self.own.len() - 1);
        match free.checked_ilog2() {
            Some(free) => half[place + (1 << free) - self.own.len() / 2],
            None => come_down(half[half.len() - 1]),
        }
    }

    /// How many winning moves each of the 64 boards of a word has. O(number of squares).
    ///
    /// ```
    /// use grundy_brute::{gra::{Boards, Table, mask_of}, unwatched};
    /// let table = Table::build(7, None, unwatched)?;
    /// let counts = table.view(0).unwrap().counts(0).to_bytes();
    /// assert_eq!(counts[mask_of(5, &[1, 3]).unwrap() as usize], 1);
    /// # Ok::<(), grundy_brute::SolveError>(())
    /// ```
    ///
    /// # Panics
    /// When `word` is not one of [`words`](Self::words).
    pub fn counts(&self, word: u64) -> Counts {
        let mut counts = Counts::default();
        self.winning_flags(word)
            .for_each(|(_, flags)| counts.add(flags));
        counts
    }

    /// The pawns of the board `mask` whose move wins, as a mask. O(number of squares).
    ///
    /// # Panics
    /// When the mask is not in one of [`words`](Self::words).
    pub fn winning_moves(&self, mask: u64) -> u64 {
        self.winning_flags(mask >> IN_WORD)
            .filter(|(_, flags)| flags >> (mask % 64) & 1 == 1)
            .fold(0, |winning, (pawn, _)| winning | 1 << pawn)
    }

    #[inline]
    fn place(&self, word: u64) -> usize {
        word.wrapping_sub(self.first) as usize
    }
}
