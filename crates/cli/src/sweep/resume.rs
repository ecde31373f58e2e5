//! How to go on with a sweep that was stopped.

use std::env;
use std::path::Path;

use crate::output::{self, grouped};
use crate::shell::quoted;

/// What to say to somebody who stopped a sweep.
pub fn how_to_go_on(checked: Option<u64>, is_kept: bool) -> String {
    let after = checked.map_or(String::new(), |checked| {
        format!(" after {} positions", grouped(checked))
    });
    if !is_kept {
        return format!("stopped{after}; nothing is kept without --resume FILE");
    }
    let words: Vec<String> = env::args_os().map(|word| quoted(&word)).collect();
    format!("stopped{after}; to go on:\n  {}", words.join(" "))
}

/// Says what a file has held at the beginning, where it has held something.
pub fn note(file: &Path, before: u64, all: u64) {
    let (file, checked) = (output::name(file), grouped(before));
    match before {
        0 => {}
        _ if before == all => {
            output::note(&format!("{file}: finished before, all {checked} positions"));
        }
        _ => output::note(&format!("{file}: goes on after {checked} positions")),
    }
}
