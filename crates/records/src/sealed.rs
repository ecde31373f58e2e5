//! Files whose first line holds a hash of all that follows: `grundy KIND, XXH3-128 of what follows: HASH`.
//!
//! The hash shows when a file was cut off or changed anywhere. Checkpoints of sweeps and of values
//! have it.

use twox_hash::XxHash3_128;
pub(crate) use twox_hash::xxhash3_128::Hasher;

use crate::error::RecordError;

/// The first line, up to the hash.
fn magic(kind: &str) -> String {
    format!("grundy {kind}, XXH3-128 of what follows: ")
}

/// The first line of a file of this kind; `hash` is the hash of what follows it.
pub(crate) fn first_line(kind: &str, hash: u128) -> String {
    format!("{}{hash:032x}\n", magic(kind))
}

/// A file of this kind with this content. O(bytes).
pub fn seal(kind: &str, content: &[u8]) -> Vec<u8> {
    let line = first_line(kind, XxHash3_128::oneshot(content));
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
    if !file.starts_with(magic(kind).as_bytes()) {
        return Err(RecordError::Foreign(expected));
    }
    let (line, content) = split_line(file).ok_or(RecordError::Damaged)?;
    let expected = first_line(kind, XxHash3_128::oneshot(content));
    if line == expected.trim_end().as_bytes() {
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
