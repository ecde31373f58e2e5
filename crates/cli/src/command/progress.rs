//! Progress bars: on standard error, and only where that is a terminal.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{
    HumanCount, HumanDuration, HumanFloatCount, ProgressBar, ProgressFinish, ProgressState,
    ProgressStyle,
};

/// A bar for `length` things, called `unit`, with the rate and the time left. It is cleared when it is dropped.
pub fn bar(message: &impl ToString, length: u64, unit: &'static str) -> ProgressBar {
    ProgressBar::new(length)
        .with_message(message.to_string())
        .with_style(style(unit, None))
        .with_finish(ProgressFinish::AndClear)
}

/// The style of a bar. It shows no number of things and no time where there are none or their number is not known, and no
/// time beyond `most`, after which no further thing is begun.
pub fn style(unit: &'static str, most: Option<Duration>) -> ProgressStyle {
    ProgressStyle::with_template("{msg} {wide_bar} {done}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key(
            "done",
            move |state: &ProgressState, text: &mut dyn Write| {
                let most = most.map_or(Duration::MAX, |most| most.saturating_sub(state.elapsed()));
                if let Some(length) = state.len().filter(|&length| length > 0) {
                    let (done, length) = (HumanCount(state.pos()), HumanCount(length));
                    let rate = HumanFloatCount(state.per_sec().round());
                    let left = HumanDuration(state.eta().min(most));
                    _ = write!(text, "{done}/{length} {unit}, {rate}/s, {left:#} left");
                }
            },
        )
}
