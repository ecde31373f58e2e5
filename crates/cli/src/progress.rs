//! Progress bars: on standard error, and only where that is a terminal.

use std::fmt::Write;

use indicatif::{HumanFloatCount, ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

/// A bar for `length` things, called `unit`, with the rate and the time left. It is cleared when it is dropped.
pub fn bar(message: &impl ToString, length: u64, unit: &str) -> ProgressBar {
    let template = format!(
        "{{msg}} {{wide_bar}} {{human_pos}}/{{human_len}} {unit}, {{rate}}/s, {{eta}} left"
    );
    let style = ProgressStyle::with_template(&template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
            _ = write!(text, "{}", HumanFloatCount(state.per_sec().round()));
        });
    ProgressBar::new(length)
        .with_message(message.to_string())
        .with_style(style)
        .with_finish(ProgressFinish::AndClear)
}
