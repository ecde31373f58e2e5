//! How progress is drawn: on standard error, and only where that is a terminal.

use std::fmt::Write;

use indicatif::{HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};

/// A bar for so many positions.
pub fn positions(message: String, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{msg} {wide_bar} {human_pos}/{human_len} positions, {rate}/s, {eta} left",
    );
    let style = style
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
            // A rate that cannot be shown is no reason to end.
            _ = write!(text, "{}", HumanFloatCount(state.per_sec().round()));
        });
    ProgressBar::new(length)
        .with_message(message)
        .with_style(style)
}
