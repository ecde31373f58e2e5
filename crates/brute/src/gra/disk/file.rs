//! The file of a table: a header, a hash for each chunk of words, the chunks.
//!
//! Every chunk that is read is compared with its hash, so that a chunk that was written in part, or by
//! another program, is found. The hash is seeded with the chunk's number, so that no chunk can stand in
//! another's place.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use twox_hash::XxHash3_64;

use super::cut::{Cut, PAGE};
use crate::SolveError;
use crate::gra::blocks::above_word;
use crate::memory::ByteSize;

const MAGIC: &str = "grundy table of gra, format 1";
const FOREIGN: &str = "not a table of gra";
const DAMAGED: &str = "the table is damaged: its beginning or its length is not what was written";

/// The header: text, a hash of that text, and zeros up to the end of the page.
fn header(m: u32, in_segment: u32, version: &str) -> Vec<u8> {
    let text = format!("{MAGIC}\nm {m}\nsegment 2^{in_segment} words\nversion {version}\n");
    let hash = XxHash3_64::oneshot(text.as_bytes());
    let mut page = format!("{text}XXH3-64 of what stands above: {hash:016x}\n").into_bytes();
    page.resize(PAGE as usize, 0);
    page
}

/// The number of squares, the bits of a segment and the version in a header; `None` when it is damaged.
fn read_header(page: &[u8]) -> Option<(u32, u32, String)> {
    let text = String::from_utf8_lossy(page);
    let mut lines = text.lines().skip(1);
    let mut field = |name| lines.next()?.strip_prefix(name);
    let m = field("m ")?.parse().ok()?;
    let in_segment = field("segment 2^")?.strip_suffix(" words")?.parse().ok()?;
    let version = field("version ")?.to_owned();
    (header(m, in_segment, &version) == page).then_some((m, in_segment, version))
}

/// A table file that this process has locked.
#[derive(Debug)]
pub(super) struct TableFile {
    file: File,
    path: PathBuf,
    cut: Cut,
    /// By chunk; 0 for one that has not been written.
    hashes: Vec<u64>,
    /// Bytes of chunks read and written.
    read: AtomicU64,
    written: AtomicU64,
}

impl TableFile {
    /// Makes a new file, or fills an empty one.
    pub(super) fn create(path: &Path, m: u32, cut: Cut, version: &str) -> Result<Self, SolveError> {
        let create = || {
            let length = cut.place(cut.chunks());
            check_room(path, length)?;
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            let file = options.open(path)?;
            lock(&file)?;
            if file.metadata()?.len() != 0 {
                return Err(io::Error::other(FOREIGN));
            }
            // The header first: a process that ends before the file has its length leaves a file that
            // another process can continue.
            write_at(&file, &header(m, cut.segment, version), 0)?;
            file.set_len(length)?;
            file.sync_all()?;
            Ok(Self::of(file, path, cut, vec![0; cut.chunks() as usize]))
        };
        create().map_err(|error| in_file(path, &error))
    }

    /// Opens a file that was begun for boards of at most `m` squares by the same version.
    pub(super) fn open(path: &Path, m: u32, version: &str) -> Result<Self, SolveError> {
        let open = || {
            let damaged = || io::Error::other(DAMAGED);
            let file = OpenOptions::new().read(true).write(true).open(path)?;
            lock(&file)?;
            let mut page = vec![0; PAGE as usize];
            read_at(&file, &mut page, 0).map_err(|error| match error.kind() {
                ErrorKind::UnexpectedEof => io::Error::other(FOREIGN),
                _ => error,
            })?;
            if !page.starts_with(MAGIC.as_bytes()) {
                return Err(io::Error::other(FOREIGN));
            }
            let (its_m, in_segment, its_version) = read_header(&page).ok_or_else(damaged)?;
            if its_version != version {
                let problem = format!("made by grundy {its_version}, and this is {version}");
                return Err(io::Error::other(problem));
            }
            if its_m != m {
                let problem = format!("made for m = {its_m}, not for m = {m}");
                return Err(io::Error::other(problem));
            }
            // The file decides how much memory is allocated, so its number is checked.
            if m > u64::BITS || in_segment > above_word(m) {
                return Err(damaged());
            }
            let cut = Cut::new(m, in_segment);
            let length = cut.place(cut.chunks());
            match file.metadata()?.len() {
                PAGE => file.set_len(length)?,
                there if there == length => {}
                _ => return Err(damaged()),
            }
            let mut hashes = vec![0; 8 * cut.chunks() as usize];
            read_at(&file, &mut hashes, PAGE)?;
            check_room(path, length.saturating_sub(taken(path)?))?;
            Ok(Self::of(file, path, cut, words_of(&hashes).collect()))
        };
        open().map_err(|error| in_file(path, &error))
    }

    fn of(file: File, path: &Path, cut: Cut, hashes: Vec<u64>) -> Self {
        Self {
            file,
            path: path.to_owned(),
            cut,
            hashes,
            read: AtomicU64::new(0),
            written: AtomicU64::new(0),
        }
    }

    pub(super) const fn cut(&self) -> Cut {
        self.cut
    }

    /// Bytes of chunks that have been read and written.
    pub(super) fn moved(&self) -> (u64, u64) {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        (of(&self.read), of(&self.written))
    }

    /// Reads a chunk. `Ok(false)` when it is not what was written, or nothing was written.
    pub(super) fn read_if_sound(&self, number: u64, chunk: &mut [u64]) -> Result<bool, SolveError> {
        let mut bytes = vec![0; 8 * chunk.len()];
        read_at(&self.file, &mut bytes, self.cut.place(number))
            .map_err(|error| in_file(&self.path, &error))?;
        self.read.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        for (word, bytes) in chunk.iter_mut().zip(words_of(&bytes)) {
            *word = bytes;
        }
        Ok(self.hashes[number as usize] == hash(number, &bytes))
    }

    /// Reads a chunk.
    pub(super) fn read(&self, number: u64, chunk: &mut [u64]) -> Result<(), SolveError> {
        if self.read_if_sound(number, chunk)? {
            Ok(())
        } else {
            Err(self.damaged(number / self.cut.chunks_a_segment()))
        }
    }

    /// The error that a segment is not what was written.
    pub(super) fn damaged(&self, segment: u64) -> SolveError {
        let segment = segment + 1;
        let problem = format!(
            "segment {segment} is damaged: it is not what was written; the same command again builds \
             the table anew from there on"
        );
        in_file(&self.path, &problem)
    }

    /// Writes a chunk, and returns its hash for [`finish`](Self::finish).
    pub(super) fn write(&self, number: u64, chunk: &[u64]) -> Result<u64, SolveError> {
        let bytes: Vec<u8> = chunk.iter().flat_map(|word| word.to_le_bytes()).collect();
        write_at(&self.file, &bytes, self.cut.place(number))
            .map_err(|error| in_file(&self.path, &error))?;
        self.written
            .fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(hash(number, &bytes))
    }

    /// Writes the hashes of the chunks from number `first` on, after the chunks have reached the disk.
    pub(super) fn finish(&mut self, first: u64, hashes: &[u64]) -> Result<(), SolveError> {
        let bytes: Vec<u8> = hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect();
        self.file
            .sync_data()
            .and_then(|()| write_at(&self.file, &bytes, PAGE + 8 * first))
            .and_then(|()| self.file.sync_data())
            .map_err(|error| in_file(&self.path, &error))?;
        self.hashes[first as usize..][..hashes.len()].copy_from_slice(hashes);
        Ok(())
    }

    /// Whether the file has a hash for the chunk.
    pub(super) fn is_written(&self, number: u64) -> bool {
        self.hashes[number as usize] != 0
    }
}

fn in_file(path: &Path, problem: &impl ToString) -> SolveError {
    SolveError::File {
        path: path.to_owned(),
        problem: problem.to_string(),
    }
}

/// Locks a file until it is closed; a file system without locks leaves it unlocked.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::other("another process is at work on it")),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// The hash of a chunk, never 0.
fn hash(number: u64, bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(number, bytes).max(1)
}

fn words_of(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.as_chunks().0.iter().copied().map(u64::from_le_bytes)
}

/// Fails when the disk of a file has less than `needed` bytes free; a system that does not tell passes.
fn check_room(path: &Path, needed: u64) -> io::Result<()> {
    match free(path)? {
        Some(free) if free < needed => {
            let (needed, free) = (ByteSize(needed), ByteSize(free));
            let problem = format!("needs {needed} on the disk, {free} are free");
            Err(io::Error::other(problem))
        }
        _ => Ok(()),
    }
}

/// The bytes that a file takes on its disk.
#[cfg(unix)]
fn taken(path: &Path) -> io::Result<u64> {
    use std::os::unix::fs::MetadataExt;
    Ok(path.metadata()?.blocks() * 512)
}

#[cfg(not(unix))]
fn taken(path: &Path) -> io::Result<u64> {
    Ok(path.metadata()?.len())
}

#[cfg(unix)]
fn free(path: &Path) -> io::Result<Option<u64>> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let disk = rustix::fs::statvfs(folder.unwrap_or(Path::new(".")))?;
    Ok(disk.f_bavail.checked_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> io::Result<Option<u64>> {
    Ok(None)
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
