//! How to go on with a sweep that was stopped.

use std::env;

use crate::shell::quoted;

/// What to say to somebody who stopped a sweep; the command is started by that, if by anything.
pub fn how_to_go_on(
    checked: Option<u64>,
    is_kept: bool,
    has_table: bool,
    starter: &[String],
) -> String {
    let after = checked.map_or(String::new(), |checked| {
        format!(" after {} positions", crate::output::grouped(checked))
    });
    if !is_kept {
        let but_a_table = if has_table { " but the table" } else { "" };
        return format!("stopped{after}; nothing{but_a_table} is kept without --checkpoint FILE");
    }
    let mut words = starter.to_vec();
    words.extend(env::args_os().map(|word| quoted(&word)));
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    format!("stopped{after}; to go on:\n  {}", words.join(" "))
}
