//! The file of a table: a header, a hash for each chunk of words, the chunks.
//!
//! Whatever is read is held against its hash, so that what was written in part, or by somebody else, is
//! found wherever it lies. The hash of a chunk is seeded with its number, so that no chunk can stand in
//! another's place.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use twox_hash::XxHash3_64;

use crate::memory;

/// Header and hashes each take a multiple of so many bytes.
const PAGE: u64 = 4096;
const MAGIC: &str = "grundy table of gra, format 1";

/// Why a table's file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The system refuses.
    #[error("{0}")]
    Io(String),
    /// Somebody else has it.
    #[error("another process is at work on it")]
    Busy,
    /// There is no room for it.
    #[error("needs {} on the disk, {} are free", memory::Size(*needed), memory::Size(*free))]
    Room {
        /// Bytes needed beside those that the file has.
        needed: u64,
        /// Bytes free.
        free: u64,
    },
    /// The file is something else.
    #[error("not a table of gra")]
    Foreign,
    /// The file's beginning or length is not as it was.
    #[error("the table is damaged: its beginning or its length is not what was written")]
    Damaged,
    /// A segment is not as it was written.
    #[error(
        "segment {segment} is damaged: it is not what was written; the same command again builds the table anew from there on"
    )]
    Segment {
        /// The segment, counted from 1.
        segment: u64,
    },
    /// The table was made by other code.
    #[error("made by grundy {theirs}, and this is {ours}")]
    Version {
        /// The version of the code that made it.
        theirs: String,
        /// The version of this code.
        ours: String,
    },
    /// The table is of other boards.
    #[error("made for m = {theirs}, not for m = {ours}")]
    Squares {
        /// The number of squares it was made for.
        theirs: u32,
        /// The number asked for.
        ours: u32,
    },
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error.to_string())
    }
}

/// What a table file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The number of squares of its largest boards.
    pub(super) m: u32,
    /// A segment has 2^`in_segment` words.
    pub(super) in_segment: u32,
    /// The code that made it.
    pub(super) version: String,
}

impl Header {
    /// A page of text, a hash of itself at its end, and zeros.
    fn to_bytes(&self) -> Vec<u8> {
        let Self { m, in_segment, .. } = self;
        let version = &self.version;
        let text = format!("{MAGIC}\nm {m}\nsegment 2^{in_segment} words\nversion {version}\n");
        let hash = XxHash3_64::oneshot(text.as_bytes());
        let mut page = format!("{text}XXH3-64 of what stands above: {hash:016x}\n").into_bytes();
        page.resize(PAGE as usize, 0);
        page
    }

    fn from_bytes(page: &[u8]) -> Result<Self, FileError> {
        if !page.starts_with(MAGIC.as_bytes()) {
            return Err(FileError::Foreign);
        }
        let text = String::from_utf8_lossy(page);
        let mut lines = text.lines().skip(1);
        let mut after = |name: &str, end: &str| {
            let line = lines.next()?.strip_prefix(name)?;
            Some(line.strip_suffix(end)?.to_owned())
        };
        let mut read = || {
            Some(Self {
                m: after("m ", "")?.parse().ok()?,
                in_segment: after("segment 2^", " words")?.parse().ok()?,
                version: after("version ", "")?,
            })
        };
        let header = read().filter(|header| header.to_bytes() == page);
        header.ok_or(FileError::Damaged)
    }
}

/// A table file that this process has for itself.
#[derive(Debug)]
pub(super) struct TableFile {
    file: File,
    path: PathBuf,
    /// Words in a chunk.
    chunk: usize,
    /// By chunk; 0 for one that has not been written.
    hashes: Vec<u64>,
    /// Bytes of chunks read and written.
    read: AtomicU64,
    written: AtomicU64,
}

impl TableFile {
    /// How many bytes a file of so many chunks of so many words has.
    pub(super) fn bytes(chunks: u64, chunk: u64) -> u64 {
        let hashes = (8 * chunks).next_multiple_of(PAGE);
        PAGE + hashes + 8 * chunks * chunk
    }

    /// Makes a new file, or one of an empty one.
    pub(super) fn create(
        path: &Path,
        header: &Header,
        chunks: u64,
        chunk: usize,
    ) -> Result<Self, FileError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let table = Self::of(options.open(path)?, path, chunks, chunk);
        table.lock()?;
        if table.file.metadata()?.len() != 0 {
            return Err(FileError::Foreign);
        }
        // First what says what it is: whoever ends in between leaves a file that can be gone on with.
        write_at(&table.file, &header.to_bytes(), 0)?;
        table.file.set_len(Self::bytes(chunks, chunk as u64))?;
        table.file.sync_all()?;
        Ok(table)
    }

    /// Opens a file that is there: its header; `layout` says for it how many chunks there are, and how
    /// many words in each.
    pub(super) fn open(
        path: &Path,
        layout: impl FnOnce(&Header) -> Result<(u64, usize), FileError>,
    ) -> Result<(Self, Header), FileError> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let mut table = Self::of(file, path, 0, 0);
        table.lock()?;
        let mut page = vec![0; PAGE as usize];
        read_at(&table.file, &mut page, 0).map_err(cut_off(FileError::Foreign))?;
        let header = Header::from_bytes(&page)?;
        let (chunks, chunk) = layout(&header)?;
        let length = Self::bytes(chunks, chunk as u64);
        match table.file.metadata()?.len() {
            PAGE => table.file.set_len(length)?,
            there if there == length => {}
            _ => return Err(FileError::Damaged),
        }
        let mut hashes = vec![0; 8 * chunks as usize];
        read_at(&table.file, &mut hashes, PAGE)?;
        table.chunk = chunk;
        table.hashes = words_of(&hashes).collect();
        Ok((table, header))
    }

    fn of(file: File, path: &Path, chunks: u64, chunk: usize) -> Self {
        Self {
            file,
            path: path.to_owned(),
            chunk,
            hashes: vec![0; chunks as usize],
            read: AtomicU64::new(0),
            written: AtomicU64::new(0),
        }
    }

    /// For as long as it is open; where the file system knows no locks, not at all.
    fn lock(&self) -> Result<(), FileError> {
        match self.file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(FileError::Busy),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of chunks that have been read and written.
    pub(super) fn moved(&self) -> (u64, u64) {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        (of(&self.read), of(&self.written))
    }

    /// Reads a chunk. `Ok(false)` when it is not what was written, or nothing was.
    pub(super) fn read(&self, number: u64, chunk: &mut [u64]) -> Result<bool, FileError> {
        let mut bytes = vec![0; 8 * chunk.len()];
        read_at(&self.file, &mut bytes, self.place(number))?;
        self.read.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        for (word, bytes) in chunk.iter_mut().zip(words_of(&bytes)) {
            *word = bytes;
        }
        Ok(self.hashes[number as usize] == hash(number, &bytes))
    }

    /// Writes a chunk, and says its hash, which is for [`finish`](Self::finish).
    pub(super) fn write(&self, number: u64, chunk: &[u64]) -> Result<u64, FileError> {
        let bytes: Vec<u8> = chunk.iter().flat_map(|word| word.to_le_bytes()).collect();
        write_at(&self.file, &bytes, self.place(number))?;
        self.written
            .fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(hash(number, &bytes))
    }

    /// Chunks from that number on have been written: their hashes are, when the disk has the chunks.
    pub(super) fn finish(&mut self, first: u64, hashes: &[u64]) -> Result<(), FileError> {
        self.file.sync_data()?;
        let bytes: Vec<u8> = hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect();
        write_at(&self.file, &bytes, PAGE + 8 * first)?;
        self.file.sync_data()?;
        self.hashes[first as usize..][..hashes.len()].copy_from_slice(hashes);
        Ok(())
    }

    /// Whether anybody says that the chunk was written.
    pub(super) fn is_written(&self, number: u64) -> bool {
        self.hashes[number as usize] != 0
    }

    fn place(&self, number: u64) -> u64 {
        let words = number * self.chunk as u64;
        PAGE + (8 * self.hashes.len() as u64).next_multiple_of(PAGE) + 8 * words
    }
}

/// The hash of a chunk, never 0.
fn hash(number: u64, bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(number, bytes).max(1)
}

fn words_of(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.as_chunks().0.iter().copied().map(u64::from_le_bytes)
}

/// What the end of a file in the middle of something means.
fn cut_off(meaning: FileError) -> impl FnOnce(io::Error) -> FileError {
    |error| match error.kind() {
        ErrorKind::UnexpectedEof => meaning,
        _ => error.into(),
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, place)
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, place)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut place: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, place)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                place += read as u64;
            }
        }
    }
    Ok(())
}

#[cfg(windows)]
fn write_at(file: &File, mut bytes: &[u8], mut place: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_write(file, bytes, place)? {
            0 => return Err(ErrorKind::WriteZero.into()),
            written => {
                bytes = &bytes[written..];
                place += written as u64;
            }
        }
    }
    Ok(())
}
