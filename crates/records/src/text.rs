//! Text for people.

use std::borrow::Cow;

/// A text, cut where it has more characters than `most`.
///
/// ```
/// use grundy_records::text::cut;
/// assert_eq!((cut("four", 4), cut("fives", 4)), ("four".into(), "fiv…".into()));
/// ```
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some(_) => text
            .chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect(),
    }
}
