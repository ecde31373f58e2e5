//! A table of which one part at a time is in memory, and all of it in a file.
//!
//! The table is cut into *segments* of equal size, as large as memory allows. They are solved one after
//! the other, in the order of their numbers: what moves out of a segment lead to is read from the file,
//! then the segment is [solved](solve) by itself, as if it were the whole table, and written. Segments are
//! read and written in *chunks*, and each [`View`] is of one chunk.
//!
//! With s segments and tables as units, that writes 1, and reads for every segment 1/s for each pawn that
//! goes across and half as much for each that comes down. Viewing every board reads the table once more,
//! and what moves lead to.

mod cut;
mod file;

use std::collections::BTreeMap;
use std::mem;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use rayon::prelude::*;

use super::blocks::{clear, solve};
use super::boards::{Boards, View};
use super::exchange::Layout;
use super::needs::{Need, Step, needs};
use super::words::{IN_WORD, come_down_into};
use crate::progress::{Progress, Reporter, unwatched};
use crate::{SolveError, memory};

use cut::Cut;
use file::{TableFile, in_file};

pub use cut::Estimate;

/// Where a table is kept, and in how much memory it is made.
#[derive(Clone, Debug)]
pub struct OnDisk {
    /// The file. A table that was begun in it is continued; a file that does not exist is made.
    pub path: PathBuf,
    /// Bytes of memory that may be used; when `None`, three quarters of what is free, or a GiB where the
    /// system does not tell.
    pub memory: Option<u64>,
    /// The version of the program: a file that another version made is refused.
    pub version: String,
}

impl OnDisk {
    fn allowed(&self) -> u64 {
        let free = || memory::free_bytes().map(|free| free / 4 * 3);
        self.memory.or_else(free).unwrap_or(1 << 30)
    }

    /// The file that was begun, if any, and how its table is cut or would be.
    fn begun(&self, m: u32) -> Result<(Option<TableFile>, Cut), SolveError> {
        let file = TableFile::open(&self.path, &self.version, m).map_err(in_file(&self.path))?;
        let cut = match &file {
            Some(file) => file.cut,
            None => Cut::within(m, self.allowed())?,
        };
        Ok((file, cut))
    }
}

/// The outcome of every board of gra with at most m squares, in a file.
///
/// ```
/// use grundy_brute::gra::{Boards, DiskTable, OnDisk, mask_of};
/// use grundy_brute::unwatched;
/// let folder = tempfile::tempdir()?;
/// let (path, version) = (folder.path().join("table"), "1".to_owned());
/// // Segments of some KiB.
/// let place = OnDisk { path, memory: Some(1 << 14), version };
/// let mut table = DiskTable::build(20, &place, unwatched)?;
/// let mask = mask_of(7, &[2, 3, 6]).unwrap();
/// table.turn_to(mask..mask + 1)?;
/// assert_eq!(table.view(mask).unwrap().winning_moves(mask), mask_of(7, &[6]).unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DiskTable {
    file: TableFile,
    /// The words of one segment, and its number.
    words: Vec<u64>,
    segment: Option<u64>,
    /// Chunks of other segments, by number.
    others: BTreeMap<u64, Vec<u64>>,
}

impl DiskTable {
    /// What a table for boards of at most `m` squares will take in that place.
    ///
    /// ```
    /// use grundy_brute::gra::{DiskTable, OnDisk};
    /// let (path, version) = ("no such file".into(), "1".to_owned());
    /// let estimate = DiskTable::estimate(39, &OnDisk { path, memory: Some(12 << 30), version })?;
    /// assert_eq!(estimate.segment, 8 << 30);
    /// assert!(estimate.disk.abs_diff(32 << 30) < 1 << 20);
    /// # Ok::<(), grundy_brute::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// When the memory is too small for any segment, and when there is a file that cannot be used.
    pub fn estimate(m: u32, place: &OnDisk) -> Result<Estimate, SolveError> {
        let (_, cut) = place.begun(m)?;
        Ok(cut.estimate())
    }

    /// Solves every board of at most `m` squares, on all threads of the current rayon pool, and keeps
    /// them in a file. O(m 2^m / 64) word operations.
    ///
    /// A table that was begun is compared with its hashes, and continued behind the last segment that
    /// is as it was written. `progress` is called several times a second, and may stop the work; finished
    /// segments then stay in the file.
    ///
    /// # Errors
    /// Before anything is allocated or made, when memory or disk have no room; when the file cannot be
    /// used; and when `progress` stops the work.
    pub fn build(
        m: u32,
        place: &OnDisk,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let (begun, cut) = place.begun(m)?;
        let allowed = place.allowed();
        let free = memory::free_bytes().map_or(allowed, |free| free.min(allowed));
        memory::check_against(cut.memory(), Some(free))
            .map_err(SolveError::memory(format!("m = {m}")))?;
        let file = match begun {
            Some(file) => file,
            None => TableFile::create(&place.path, &place.version, m, cut)
                .map_err(in_file(&place.path))?,
        };
        let mut table = Self {
            file,
            words: vec![0; 1 << cut.segment],
            segment: None,
            others: BTreeMap::new(),
        };
        let boards = 1 << (IN_WORD + cut.segment);
        let mut reporter = Reporter::new(boards * cut.segments(), &mut progress);
        let mut is_sound = true;
        for segment in 0..cut.segments() {
            if is_sound {
                match table.load(segment, &mut reporter) {
                    Err(SolveError::File { .. }) => is_sound = false,
                    loaded => loaded.and_then(|()| reporter.add(boards))?,
                }
            }
            if !is_sound {
                table.solve(segment, &mut reporter)?;
            }
        }
        Ok(table)
    }

    /// Reads a segment into memory.
    fn load(&mut self, segment: u64, reporter: &mut Reporter<'_>) -> Result<(), SolveError> {
        self.segment = None;
        let Self { file, words, .. } = self;
        let first = segment * file.cut.chunks_a_segment();
        file.each_chunk(first, words, reporter, TableFile::read)?;
        self.segment = Some(segment);
        Ok(())
    }

    /// Solves a segment, those before it being in the file, and writes it.
    fn solve(&mut self, segment: u64, reporter: &mut Reporter<'_>) -> Result<(), SolveError> {
        self.segment = None;
        let Self { file, words, .. } = self;
        let in_segment = file.cut.chunks_a_segment();
        let (down, across): (Vec<Need>, Vec<Need>) =
            needs(segment).partition(|need| need.step == Step::Down);
        clear(words);
        if !down.is_empty() {
            // A pawn that comes down takes the lower half of the segment to the upper half of another one.
            // The upper half leads to where parts of the lower half do.
            let half = words.len() / 2;
            let (lower, upper) = words.split_at_mut(half);
            file.each_chunk(in_segment / 2, lower, reporter, |file, place, words| {
                file.merge(&down, place, words)
            })?;
            come_down_into(&lower[lower.len() / 2..], upper);
        }
        file.each_chunk(0, words, reporter, |file, place, words| {
            file.merge(&across, place, words)
        })?;
        solve(words, Layout::of_words(file.cut.segment), None, reporter)?;
        let first = segment * in_segment;
        file.each_chunk(first, words, reporter, |file, number, words| {
            file.write(number, words)
        })?;
        file.sync()?;
        self.segment = Some(segment);
        Ok(())
    }

    /// A chunk that is in memory.
    fn chunk(&self, number: u64) -> Option<&[u64]> {
        let Cut { chunk, .. } = self.file.cut;
        let chunks = self.file.cut.chunks_a_segment();
        if number / chunks == self.segment? {
            let first = ((number % chunks) as usize) << chunk;
            return Some(&self.words[first..][..1 << chunk]);
        }
        self.others.get(&number).map(Vec::as_slice)
    }
}

impl Boards for DiskTable {
    fn masks(&self) -> u64 {
        1 << (IN_WORD + self.file.cut.words)
    }

    /// Reads what is not in memory: the segment of the first mask, and chunks that are needed of others.
    /// So masks should come in order, and less than a segment at a time.
    fn turn_to(&mut self, masks: Range<u64>) -> Result<Option<Vec<Range<u64>>>, SolveError> {
        let masks = masks.start..masks.end.min(self.masks());
        if masks.is_empty() {
            return Ok(None);
        }
        let cut = self.file.cut;
        let in_chunk = IN_WORD + cut.chunk;
        let chunks = masks.start >> in_chunk..=(masks.end - 1) >> in_chunk;
        let segment = chunks.start() / cut.chunks_a_segment();
        if self.segment != Some(segment) {
            self.load(segment, &mut Reporter::new(0, &mut unwatched))?;
        }
        let mut before = mem::take(&mut self.others);
        let mut others = BTreeMap::new();
        for number in chunks.flat_map(|chunk| needs(chunk).map(|need| need.block).chain([chunk])) {
            if number / cut.chunks_a_segment() != segment {
                let chunk = others.entry(number);
                chunk.or_insert_with(|| before.remove(&number).unwrap_or_default());
            }
        }
        let new = others.par_iter_mut().filter(|(_, words)| words.is_empty());
        let read = new.try_for_each(|(&number, words)| {
            words.resize(1 << cut.chunk, 0);
            self.file.read(number, words)
        });
        read.map_err(in_file(&self.file.path))?;
        self.others = others;
        Ok(None)
    }

    fn view(&self, mask: u64) -> Option<View<'_>> {
        let number = mask >> (IN_WORD + self.file.cut.chunk);
        let part = |need: &Need| Some(need.step.part(self.chunk(need.block)?));
        View::of(number, self.chunk(number)?, part)
    }
}
