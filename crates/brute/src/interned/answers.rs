//! What somebody says of positions, before it is taken in.

use super::texts::Texts;
use super::{InternedError, MORE};

/// The options of some positions, one position after the other, as somebody answered them.
///
/// Positions that lead to the same ones are common, so texts are told apart here first: whoever takes the
/// answers in has each different text to look for, and not each option. Answers can be collected on any
/// thread, several at a time.
///
/// ```
/// use grundy_brute::interned::Answers;
/// // One position with two options, a sum among them, and one with none.
/// let mut answers = Answers::default();
/// answers.option(&["2"])?;
/// answers.option(&["1", "3"])?;
/// answers.end();
/// answers.end();
/// assert_eq!(answers.len(), 2);
/// # Ok::<(), grundy_brute::interned::InternedError>(())
/// ```
#[derive(Debug, Default)]
pub struct Answers {
    pub(super) texts: Texts,
    /// The parts of all options, as numbers of texts; see [`MORE`].
    pub(super) parts: Vec<u32>,
    /// Where the options of each position end in `parts`.
    pub(super) ends: Vec<usize>,
}

impl Answers {
    /// One more option of the position that is being answered: one position, or the parts of a disjunctive
    /// sum. O(bytes).
    ///
    /// # Errors
    /// When there are 2^31 different positions.
    pub fn option(&mut self, parts: &[&str]) -> Result<(), InternedError> {
        let Some((last, others)) = parts.split_last() else {
            return Ok(());
        };
        for part in others {
            let part = self.texts.add(part)?;
            self.parts.push(part | MORE);
        }
        self.parts.push(self.texts.add(last)?);
        Ok(())
    }

    /// The position that is being answered has no more options; the next one begins.
    pub fn end(&mut self) {
        self.ends.push(self.parts.len());
    }

    /// How many positions are answered.
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether none is.
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}
