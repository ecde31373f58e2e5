//! Where a text comes from: memory, or a file or pipe that is read piece by piece.

use std::io::{self, Read};

/// A text of which a part, the window, is in memory. The window moves from the text's beginning to its end.
///
/// The window of a slice is all of it. The window of a [`Stream`] is what was read and not yet dropped.
pub trait Source {
    /// The part of the text that is in memory.
    fn window(&self) -> &[u8];

    /// Whether the text is known to end with the window.
    fn ended(&self) -> bool;

    /// Drops the first `forget` bytes of the window, and reads more at its end unless the text ends.
    fn go_on(&mut self, forget: usize);

    /// Reads all that is left of the text into the window.
    fn go_to_end(&mut self);
}

impl Source for &[u8] {
    #[inline]
    fn window(&self) -> &[u8] {
        self
    }

    #[inline]
    fn ended(&self) -> bool {
        true
    }

    fn go_on(&mut self, forget: usize) {
        *self = &self[forget..];
    }

    fn go_to_end(&mut self) {}
}

/// A text that is read in pieces, from a file or a pipe.
///
/// Holds one piece, small enough for a cache, and grows only for a number that is longer than a piece and for a
/// caller that wants the rest of the text at once. When reading fails, the text ends there, and
/// [`failure`](Self::failure) returns the error.
///
/// ```
/// use grundy_core::text::{Numbers, ReadError, Stream};
/// let mut pipe: &[u8] = b"3\n5 8 13\n";
/// let mut numbers = Numbers::from(Stream::new(&mut pipe));
/// let list = numbers.list_to_end(4, 99, |i| format!("number {i}"))?;
/// assert_eq!(list, [3, 5, 8, 13]);
/// assert!(numbers.into_source().failure().is_none());
/// # Ok::<(), ReadError>(())
/// ```
pub struct Stream<'a> {
    reader: &'a mut dyn Read,
    /// The window, and room behind it.
    buffer: Vec<u8>,
    /// The length of the window.
    filled: usize,
    ended: bool,
    failure: Option<io::Error>,
}

impl<'a> Stream<'a> {
    /// Bytes in a piece. Larger ones fall out of the second-level cache before they are used, smaller
    /// ones cost more calls.
    const PIECE: usize = 128 << 10;

    /// The text that `reader` returns.
    pub fn new(reader: &'a mut dyn Read) -> Self {
        Self::in_pieces(reader, Self::PIECE)
    }

    /// The text that `reader` returns, in pieces of about `bytes` bytes.
    pub(crate) fn in_pieces(reader: &'a mut dyn Read, bytes: usize) -> Self {
        Self {
            reader,
            buffer: vec![0; bytes.max(1)],
            filled: 0,
            ended: false,
            failure: None,
        }
    }

    /// Why the text ended, if not because it was all read.
    pub fn failure(self) -> Option<io::Error> {
        self.failure
    }
}

impl Source for Stream<'_> {
    #[inline]
    fn window(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    #[inline]
    fn ended(&self) -> bool {
        self.ended
    }

    fn go_on(&mut self, forget: usize) {
        // What is kept is little, unless a number is longer than a piece.
        self.buffer.copy_within(forget..self.filled, 0);
        self.filled -= forget;
        if self.ended {
            return;
        }
        if self.filled == self.buffer.len() {
            self.buffer.resize(2 * self.filled, 0);
        }
        loop {
            match self.reader.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.ended = true,
                Ok(bytes) => self.filled += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.failure = Some(error);
                    self.ended = true;
                }
            }
            return;
        }
    }

    fn go_to_end(&mut self) {
        if self.ended {
            return;
        }
        // `read_to_end` does not zero the memory that it reads to, which shows for a long text.
        self.buffer.truncate(self.filled);
        self.failure = self.reader.read_to_end(&mut self.buffer).err();
        self.filled = self.buffer.len();
        self.ended = true;
    }
}
