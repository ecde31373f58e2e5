//! How to go on with a sweep that was stopped.

use std::env;

use crate::shell::quoted;

/// What to say to somebody who stopped a sweep.
pub fn how_to_go_on(checked: Option<u64>, is_kept: bool) -> String {
    let after = checked.map_or(String::new(), |checked| {
        format!(" after {} positions", crate::output::grouped(checked))
    });
    if !is_kept {
        return format!("stopped{after}; nothing is kept without --checkpoint FILE");
    }
    let mut words: Vec<String> = env::args_os().map(|word| quoted(&word)).collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    format!("stopped{after}; to go on:\n  {}", words.join(" "))
}
