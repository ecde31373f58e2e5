//! Files whose first line holds a hash of all that follows: `grundy KIND, XXH3-128 of what follows: HASH`.
//!
//! A file that was cut off or changed anywhere is found by this line. Checkpoints of sweeps, checkpoints of values and
//! certificates have it.

use twox_hash::XxHash3_128;

/// A file that is not as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The file is of another kind.
    Foreign,
    /// What follows the first line has another hash.
    Damaged,
}

/// The first line, up to the hash.
fn magic(kind: &str) -> String {
    format!("grundy {kind}, XXH3-128 of what follows: ")
}

/// The first line of a file of this kind, for content with this hash.
pub fn first_line(kind: &str, hash: u128) -> String {
    format!("{}{hash:032x}\n", magic(kind))
}

/// A file of this kind with this content. O(bytes).
pub fn seal(kind: &str, content: &[u8]) -> Vec<u8> {
    let mut file = first_line(kind, XxHash3_128::oneshot(content)).into_bytes();
    file.extend_from_slice(content);
    file
}

/// The content of a file of this kind. O(bytes).
///
/// # Errors
/// When the file is of another kind, or not as it was written.
pub fn unseal<'a>(kind: &str, file: &'a [u8]) -> Result<&'a [u8], Broken> {
    let rest = file.strip_prefix(magic(kind).as_bytes());
    let rest = rest.ok_or(Broken::Foreign)?;
    let end = rest.iter().position(|&byte| byte == b'\n');
    let (hash, content) = rest.split_at(end.ok_or(Broken::Damaged)?);
    let content = &content[1..];
    if hash == format!("{:032x}", XxHash3_128::oneshot(content)).as_bytes() {
        Ok(content)
    } else {
        Err(Broken::Damaged)
    }
}
