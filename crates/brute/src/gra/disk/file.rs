//! The file of a table: a header, then the chunks of words, each with its hash in front of it.
//!
//! Every chunk that is read is compared with its hash, so that a chunk that was written in part, or by
//! another program, is found. The hash is seeded with the chunk's number, so that no chunk can stand in
//! another's place.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use positioned_io::{ReadAt, WriteAt};
use rayon::prelude::*;
use twox_hash::XxHash3_64;

use super::cut::{Cut, HASH, HEADER};
use crate::SolveError;
use crate::gra::needs::Need;
use crate::gra::words::merge;
use crate::memory::ByteSize;
use crate::progress::Reporter;

/// The number of chunks read or written between two progress reports.
const CHUNKS_A_REPORT: usize = 256;

const KIND: &str = "grundy table of gra, format 2";

/// The header: lines of text, and zeros up to its end.
fn header(m: u32, version: &str, in_segment: u32) -> Vec<u8> {
    let text = format!("{KIND}\nm = {m}\nversion {version}\nsegments of 2^{in_segment} words\n");
    let mut header = text.into_bytes();
    header.resize(HEADER as usize, 0);
    header
}

/// How the table with this header is cut; the problem when it is not of boards of at most `m` squares and of the
/// same version.
fn read_header(read: &[u8], m: u32, version: &str) -> Result<Cut, String> {
    // The file decides how much memory is allocated, so only headers that can have been written are accepted.
    let bits = Cut::segment_bits(m).find(|&bits| read == header(m, version, bits));
    bits.map(|bits| Cut::new(m, bits)).ok_or_else(|| {
        let text = String::from_utf8_lossy(&read[..read.len().min(100)]);
        let lines: Vec<&str> = text.lines().take(3).collect();
        format!(
            "not a table of gra for m = {m} and version {version}: it begins with {:?}",
            lines.join(", ")
        )
    })
}

/// A table file that this process has locked.
#[derive(Debug)]
pub(super) struct TableFile {
    pub(super) path: PathBuf,
    file: File,
    pub(super) cut: Cut,
}

impl TableFile {
    /// Makes a new file, or fills an empty one.
    pub(super) fn create(path: &Path, version: &str, m: u32, cut: Cut) -> io::Result<Self> {
        check_room(path, cut.file())?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        lock(&file)?;
        file.write_all_at(0, &header(m, version, cut.segment))?;
        let path = path.to_owned();
        Ok(Self { path, file, cut })
    }

    /// Opens a file that was begun for boards of at most `m` squares by the same version; `None` when there
    /// is none, or an empty one.
    pub(super) fn open(path: &Path, version: &str, m: u32) -> io::Result<Option<Self>> {
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        lock(&file)?;
        let mut header = Vec::new();
        (&file).take(HEADER).read_to_end(&mut header)?;
        if header.is_empty() {
            return Ok(None);
        }
        let cut = read_header(&header, m, version).map_err(io::Error::other)?;
        let path = path.to_owned();
        Ok(Some(Self { path, file, cut }))
    }

    /// Reads a chunk.
    ///
    /// # Errors
    /// When it is not what was written, or nothing was written.
    pub(super) fn read(&self, number: u64, chunk: &mut [u64]) -> io::Result<()> {
        let mut bytes = vec![0; HASH as usize + 8 * chunk.len()];
        self.file
            .read_exact_at(self.cut.place(number), &mut bytes)?;
        let (its_hash, words) = bytes.split_at(HASH as usize);
        if its_hash != hash(number, words) {
            let segment = number / self.cut.chunks_a_segment() + 1;
            return Err(io::Error::other(format!(
                "segment {segment} is damaged: it is not what was written; the same command again builds \
                 the table anew from there on"
            )));
        }
        for (word, bytes) in chunk.iter_mut().zip(words.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Ok(())
    }

    /// Flags in `words` what is flagged in the chunk at that place of each segment that is needed.
    pub(super) fn merge(&self, needs: &[Need], place: u64, words: &mut [u64]) -> io::Result<()> {
        let mut other = vec![0; words.len()];
        for need in needs {
            self.read(need.block * self.cut.chunks_a_segment() + place, &mut other)?;
            merge(words, &other);
        }
        Ok(())
    }

    /// Writes a chunk.
    pub(super) fn write(&self, number: u64, chunk: &[u64]) -> io::Result<()> {
        let words: Vec<u8> = chunk.iter().flat_map(|word| word.to_le_bytes()).collect();
        let bytes = [&hash(number, &words), &words[..]].concat();
        let mut file = self.file.try_clone()?;
        file.write_all_at(self.cut.place(number), &bytes)
    }

    /// Waits until all that was written is on the disk, which may not have had room for it.
    pub(super) fn sync(&self) -> Result<(), SolveError> {
        self.file.sync_data().map_err(in_file(&self.path))
    }

    /// Calls `each` for all chunks of some words, with the number of each, counted from `first`, on all threads.
    pub(super) fn each_chunk(
        &self,
        first: u64,
        words: &mut [u64],
        reporter: &mut Reporter<'_>,
        each: impl Fn(&Self, u64, &mut [u64]) -> io::Result<()> + Sync,
    ) -> Result<(), SolveError> {
        let chunks = words.chunks_mut(1 << self.cut.chunk);
        let mut chunks: Vec<(u64, &mut [u64])> = (first..).zip(chunks).collect();
        for chunks in chunks.chunks_mut(CHUNKS_A_REPORT) {
            let chunks = chunks.par_iter_mut();
            let done = chunks.try_for_each(|(number, words)| each(self, *number, words));
            done.map_err(in_file(&self.path))?;
            reporter.add(0)?;
        }
        Ok(())
    }
}

pub(super) fn in_file(path: &Path) -> impl Fn(io::Error) -> SolveError {
    |problem| SolveError::File {
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

fn hash(number: u64, words: &[u8]) -> [u8; HASH as usize] {
    XxHash3_64::oneshot_with_seed(number, words).to_le_bytes()
}

/// Fails when the disk of a file has less than `needed` bytes free.
fn check_room(path: &Path, needed: u64) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let free = fs4::available_space(folder.unwrap_or(Path::new(".")))?;
    if needed > free {
        let (needed, free) = (ByteSize(needed), ByteSize(free));
        let problem = format!("needs {needed} on the disk, {free} are free");
        return Err(io::Error::other(problem));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file in the current folder, in the root, and in a folder that there is not.
    #[test]
    fn room_of_the_disk_of_a_file() {
        for (path, there_is) in [
            ("table", true),
            ("./table", true),
            ("/table", true),
            ("none/table", false),
        ] {
            assert_eq!(check_room(Path::new(path), 1).is_ok(), there_is, "{path}");
            assert!(check_room(Path::new(path), u64::MAX).is_err(), "{path}");
        }
    }
}
