//! Files whose first line holds a hash of all that follows: `grundy KIND, XXH3-128 of what follows: HASH`.
//!
//! The hash shows when a file was cut off or changed anywhere. Checkpoints of sweeps, checkpoints of values and
//! certificates have it.

use std::io::{self, BufWriter, Write};

use twox_hash::XxHash3_128;
use twox_hash::xxhash3_128::Hasher;

use crate::error::RecordError;

/// The first line, up to the hash.
fn magic(kind: &str) -> String {
    format!("grundy {kind}, XXH3-128 of what follows: ")
}

/// The first line of a file of this kind, before what `content` writes. O(content).
pub(crate) fn line_before(
    kind: &str,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<String> {
    let mut hashed = BufWriter::new(Hashed(Hasher::new()));
    content(&mut hashed)?;
    let hash = hashed.into_inner()?.0.finish_128();
    Ok(format!("{}{hash:032x}\n", magic(kind)))
}

/// Takes the hash of what is written to it.
struct Hashed(Hasher);

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file of this kind with this content. O(bytes).
pub fn seal(kind: &str, content: &[u8]) -> Vec<u8> {
    let hash = XxHash3_128::oneshot(content);
    let line = format!("{}{hash:032x}\n", magic(kind));
    [line.as_bytes(), content].concat()
}

/// The content of a file of this kind, which errors call `expected`. O(bytes).
///
/// # Errors
/// When the file is of another kind, or not as it was written.
pub(crate) fn unseal<'a>(
    kind: &str,
    expected: &'static str,
    file: &'a [u8],
) -> Result<&'a [u8], RecordError> {
    let rest = file.strip_prefix(magic(kind).as_bytes());
    let rest = rest.ok_or(RecordError::Foreign(expected))?;
    let (hash, content) = split_line(rest).ok_or(RecordError::Damaged)?;
    if hash == format!("{:032x}", XxHash3_128::oneshot(content)).as_bytes() {
        Ok(content)
    } else {
        Err(RecordError::Damaged)
    }
}

/// The first line without its end, and what follows it.
pub(crate) fn split_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = text.iter().position(|&byte| byte == b'\n')?;
    Some((&text[..end], &text[end + 1..]))
}
