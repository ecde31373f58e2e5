//! Text for people: lists of lines, pages of blocks.

use std::fmt::Display;

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
