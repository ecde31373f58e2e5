//! The committed inputs of the libFuzzer targets: one file for each target, `corpus/TARGET`, one line for each input.
//!
//! A line is the name of the input, a blank, and its bytes, in which every byte that is no part of a printable character is
//! escaped (`\n`, `\0`, `\xFF`). Lines are sorted by name. A name that begins with `found-` is of an input that libFuzzer
//! found and that executes a branch which no other input executes; any other name says what its input is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use bstr::{ByteSlice as _, ByteVec as _};

/// The inputs of one target by name.
pub type Corpus = BTreeMap<String, Vec<u8>>;

/// Returns the file of a target's inputs.
fn file(target: &str) -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    crates.join("corpus").join(target)
}

/// Reads the inputs of a target. O(file).
///
/// ```
/// let readers = grundy_fuzz::corpus::read("readers")?;
/// assert_eq!(readers["gra-sample-won"], b"5 2\n1 3\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the file of the target cannot be read, or has a line without a name or with the name of another line.
pub fn read(target: &str) -> io::Result<Corpus> {
    let mut corpus = Corpus::new();
    for line in fs::read_to_string(file(target))?.lines() {
        let entry = line.split_once(' ');
        let entry = entry.map(|(name, bytes)| (name.to_owned(), Vec::unescape_bytes(bytes)));
        let is_new = entry.is_some_and(|(name, bytes)| corpus.insert(name, bytes).is_none());
        if !is_new {
            let what =
                format!("{target}: expected a new name, a blank and an input, found {line:?}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
    }
    Ok(corpus)
}

/// Writes the inputs of a target. O(file).
///
/// # Errors
/// When the file of the target cannot be written.
pub fn write(target: &str, corpus: &Corpus) -> io::Result<()> {
    let lines = corpus.iter();
    let lines = lines.map(|(name, bytes)| format!("{name} {}\n", bytes.escape_bytes()));
    fs::write(file(target), lines.collect::<String>())
}
