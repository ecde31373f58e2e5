//! The byte order mark of UTF-8, with which some editors and languages begin a text.

use std::io::{self, Chain, Cursor, Read};

/// The bytes of the mark.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns a text without the mark at its beginning.
///
/// ```
/// let text = grundy_game::mark::skipped(&b"\xef\xbb\xbf1\n"[..])?;
/// assert_eq!(std::io::read_to_string(text)?, "1\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When its first bytes cannot be read.
pub fn skipped<R: Read>(mut text: R) -> io::Result<Chain<Cursor<Vec<u8>>, R>> {
    let mut first = Vec::new();
    let most = MARK.len() as u64;
    text.by_ref().take(most).read_to_end(&mut first)?;
    if first == MARK {
        first.clear();
    }
    Ok(Cursor::new(first).chain(text))
}
