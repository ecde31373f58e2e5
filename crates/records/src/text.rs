//! Text for people: lists of lines, pages of blocks.

use std::borrow::Cow;
use std::fmt::Display;

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

/// A line for each item: `what` and the item.
pub(crate) fn lines<T: Display>(what: &str, items: impl IntoIterator<Item = T>) -> String {
    let lines = items.into_iter().map(|item| format!("{what}{item}\n"));
    lines.collect()
}

/// The blocks that are not empty, with an empty line between two of them.
pub(crate) fn page(mut blocks: Vec<String>) -> String {
    blocks.retain(|block| !block.is_empty());
    blocks.join("\n")
}
