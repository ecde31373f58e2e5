//! The bits of a word.

use std::iter;

/// The places of the ones in a word, from the lowest.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(place)
    })
}
