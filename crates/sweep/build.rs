//! Gives the crate the fingerprint of the code that a sweep puts to the test.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use twox_hash::XxHash3_128;

/// What decides the outcome of a sweep: closed forms, oracles, games, and the sweep itself.
const SOURCES: [&str; 4] = ["../core/src", "../brute/src", "../games/src", "src"];

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for dir in SOURCES {
        // In a package the others are not beside this one: their versions, which are exact, stand for
        // them.
        if !Path::new(dir).is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={dir}");
        collect(Path::new(dir), &mut files)?;
    }
    files.sort();
    let mut text = Vec::new();
    for file in files {
        // Names count, too, and the border between two files.
        let name = file.to_string_lossy().replace('\\', "/");
        let content = fs::read(&file)?;
        text.extend_from_slice(format!("{name} {}\n", content.len()).as_bytes());
        text.extend_from_slice(&content);
    }
    let hash = XxHash3_128::oneshot(&text) as u64;
    println!("cargo::rustc-env=GRUNDY_SOURCES={hash:016x}");
    Ok(())
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
