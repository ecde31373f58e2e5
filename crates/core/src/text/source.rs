//! Where a text comes from: memory, or a file or pipe that is read piece by piece.

use std::borrow::Cow;
use std::io::{self, Read};

/// A text of which a part, the window, is in memory. The window moves from the text's beginning to its end.
///
/// The window of a text in memory is all of it. The window of a reader's text is what was read and not yet dropped: one
/// piece, small enough for a cache. It grows for a number or a line that is longer than a piece, and when a caller keeps
/// the text. When reading fails, or the window cannot grow, the text ends there.
pub(super) struct Source<'a> {
    /// The window, and room behind it.
    buffer: Cow<'a, [u8]>,
    /// The length of the window.
    filled: usize,
    /// What is not yet read; `None` when the text ends with the window.
    reader: Option<&'a mut dyn Read>,
    /// Why the text ended, if not because it was all read.
    pub(super) failure: Option<io::Error>,
}

impl<'a> Source<'a> {
    /// A text in memory.
    #[inline]
    pub(super) const fn memory(text: &'a [u8]) -> Self {
        Self {
            buffer: Cow::Borrowed(text),
            filled: text.len(),
            reader: None,
            failure: None,
        }
    }

    /// The text that `reader` returns, in pieces of about `bytes` bytes.
    pub(super) fn in_pieces(reader: &'a mut dyn Read, bytes: usize) -> Self {
        Self {
            buffer: Cow::Owned(vec![0; bytes.max(1)]),
            filled: 0,
            reader: Some(reader),
            failure: None,
        }
    }

    /// The part of the text that is in memory.
    #[inline]
    pub(super) fn window(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Whether the text is known to end with the window.
    #[inline]
    pub(super) const fn ended(&self) -> bool {
        self.reader.is_none()
    }

    /// Ends the text with the window.
    pub(super) fn end(&mut self) {
        self.reader = None;
    }

    /// Drops the first `forget` bytes of the window, and reads more at its end. Does nothing at the end of the text.
    pub(super) fn go_on(&mut self, forget: usize) {
        let Some(reader) = &mut self.reader else {
            return;
        };
        let buffer = self.buffer.to_mut();
        // What stays is little, unless a number is longer than a piece or the text is kept.
        buffer.copy_within(forget..self.filled, 0);
        self.filled -= forget;
        let read = if self.filled < buffer.len() {
            loop {
                match reader.read(&mut buffer[self.filled..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    read => break read,
                }
            }
        } else if buffer.try_reserve(self.filled).is_ok() {
            // `read_to_end` does not zero the memory that it reads to, which shows for a long text.
            reader.take(self.filled as u64).read_to_end(buffer)
        } else {
            Err(io::ErrorKind::OutOfMemory.into())
        };
        match read {
            Ok(bytes) if bytes > 0 => self.filled += bytes,
            ended => {
                self.failure = ended.err();
                self.reader = None;
            }
        }
    }
}
