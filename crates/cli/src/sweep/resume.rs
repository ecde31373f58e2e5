//! How to go on with a sweep that was stopped.

use std::env;
use std::path::Path;

use crate::output;
use crate::shell::quoted;

/// What to say to somebody who stopped a sweep; the command is started by that, if by anything.
pub fn how_to_go_on(
    checked: Option<u64>,
    is_kept: bool,
    has_table: bool,
    starter: &[String],
) -> String {
    let after = checked.map_or(String::new(), |checked| {
        format!(" after {}", output::positions(checked))
    });
    if !is_kept {
        let but_a_table = if has_table { " but the table" } else { "" };
        return format!("stopped{after}; nothing{but_a_table} is kept without --resume FILE");
    }
    let mut words = starter.to_vec();
    words.extend(env::args_os().map(|word| quoted(&word)));
    format!("stopped{after}; to go on:\n  {}", words.join(" "))
}

/// Says what a file has held at the beginning, where it has held something.
pub fn note(file: &Path, before: u64, all: u64) {
    let file = output::name(file);
    match before {
        0 => {}
        _ if before == all => {
            let all = output::all_positions(all);
            output::note(&format!("{file}: finished before, {all}"));
        }
        _ => {
            let checked = output::positions(before);
            output::note(&format!("{file}: goes on after {checked}"));
        }
    }
}
