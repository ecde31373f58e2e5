//! A table of which one part at a time is in memory, and all of it in a file.
//!
//! The table is cut into *segments* of equal size, as large as memory allows. They are solved one after
//! the other, in the order of their numbers: what moves out of a segment lead to is read from the file,
//! then the segment is [solved](blocks::solve) by itself, as if it were the whole table, and written.
//! Segments are read and written in *chunks*, and each [`View`] is of one chunk.
//!
//! With s segments and tables as units, that writes 1, and reads for every segment 1/s for each pawn that
//! goes across and half as much for each that comes down. Viewing every board reads the table once more,
//! and what moves lead to.

mod cut;
mod file;

use std::collections::BTreeMap;
use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use rayon::prelude::*;

use super::blocks::{self, IN_BLOCK, Need, Step, needs};
use super::boards::{Boards, View};
use super::words::{IN_WORD, come_down_into, merge};
use crate::progress::{Progress, Reporter};
use crate::{SolveError, memory};

use cut::Cut;
use file::TableFile;

pub use cut::Estimate;

/// The number of chunks read or written between two progress reports.
const CHUNKS_A_REPORT: usize = 256;

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

    /// The file, if it is there and not empty.
    fn begun(&self, m: u32) -> Result<Option<TableFile>, SolveError> {
        let is_begun = fs::metadata(&self.path).is_ok_and(|file| file.len() > 0);
        is_begun
            .then(|| TableFile::open(&self.path, m, &self.version))
            .transpose()
    }
}

/// The outcome of every board of gra with at most m squares, in a file.
///
/// ```
/// use grundy_brute::gra::{Boards, DiskTable, OnDisk, mask_of};
/// use std::ops::ControlFlow;
/// let folder = tempfile::tempdir()?;
/// let (path, version) = (folder.path().join("table"), "1".to_owned());
/// // Segments of some KiB.
/// let place = OnDisk { path, memory: Some(1 << 14), version };
/// let mut table = DiskTable::build(20, &place, |_| ControlFlow::Continue(()))?;
/// let mask = mask_of(7, &[2, 3, 6]).unwrap();
/// table.turn_to(mask..mask + 1)?;
/// assert_eq!(table.view(mask).unwrap().winning_moves(mask), mask_of(7, &[6]).unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DiskTable {
    cut: Cut,
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
    /// assert_eq!(estimate.to_build, 20 << 30);
    /// # Ok::<(), grundy_brute::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// When the memory is too small for any segment, and when there is a file that cannot be used.
    pub fn estimate(m: u32, place: &OnDisk) -> Result<Estimate, SolveError> {
        let cut = match place.begun(m)? {
            Some(file) => file.cut(),
            None => Cut::within(m, place.allowed())?,
        };
        Ok(cut.estimate())
    }

    /// Solves every board of at most `m` squares, on all threads of the current rayon pool, and keeps
    /// them in a file. O(m 2^m / 64) word operations, and reads as [`estimate`](Self::estimate) says.
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
        let begun = place.begun(m)?;
        let allowed = place.allowed();
        let cut = match &begun {
            Some(file) => file.cut(),
            None => Cut::within(m, allowed)?,
        };
        let free = memory::free_bytes().map_or(allowed, |free| free.min(allowed));
        memory::check_against(cut.memory(), Some(free)).map_err(|error| SolveError::Memory {
            up_to: format!("m = {m}"),
            error,
        })?;
        let file = match begun {
            Some(file) => file,
            None => TableFile::create(&place.path, m, cut, &place.version)?,
        };
        let mut table = Self {
            cut,
            file,
            words: vec![0; 1 << cut.segment],
            segment: None,
            others: BTreeMap::new(),
        };
        let boards = |words: u32| 1 << (IN_WORD + words);
        let mut reporter = Reporter::new(boards(cut.words), &mut progress);
        let mut is_sound = true;
        for segment in 0..cut.segments() {
            is_sound = is_sound
                && table.chunks_of(segment).all(|n| table.file.is_written(n))
                && table.load(segment, Some(&mut reporter))?;
            if is_sound {
                reporter.add(boards(cut.segment))?;
            } else {
                table.solve(segment, &mut reporter)?;
            }
        }
        Ok(table)
    }

    /// The bytes that this process has read from the file, and those it has written to it.
    pub fn moved(&self) -> (u64, u64) {
        self.file.moved()
    }

    /// The numbers of the chunks of a segment.
    fn chunks_of(&self, segment: u64) -> Range<u64> {
        let chunks = self.cut.chunks_a_segment();
        segment * chunks..(segment + 1) * chunks
    }

    /// Reads a segment into memory. `Ok(false)` when it is not what was written.
    fn load(
        &mut self,
        segment: u64,
        mut reporter: Option<&mut Reporter<'_>>,
    ) -> Result<bool, SolveError> {
        self.segment = None;
        let (first, file) = (self.chunks_of(segment).start, &self.file);
        let mut chunks: Vec<(u64, &mut [u64])> = (first..)
            .zip(self.words.chunks_mut(1 << self.cut.chunk))
            .collect();
        for chunks in chunks.chunks_mut(CHUNKS_A_REPORT) {
            let are_sound = chunks
                .par_iter_mut()
                .map(|(number, words)| file.read_if_sound(*number, words))
                .try_reduce(|| true, |a, b| Ok(a && b))?;
            if !are_sound {
                return Ok(false);
            }
            if let Some(reporter) = &mut reporter {
                reporter.add(0)?;
            }
        }
        self.segment = Some(segment);
        Ok(true)
    }

    /// Solves a segment, those before it being in the file, and writes it.
    fn solve(&mut self, segment: u64, reporter: &mut Reporter<'_>) -> Result<(), SolveError> {
        self.segment = None;
        self.add_moves_out(segment, reporter)?;
        let in_block = IN_BLOCK.min(self.cut.segment);
        blocks::solve(&mut self.words, in_block, reporter)?;
        let first = self.chunks_of(segment).start;
        let chunks: Vec<(u64, &[u64])> = (first..)
            .zip(self.words.chunks(1 << self.cut.chunk))
            .collect();
        let mut hashes = Vec::with_capacity(chunks.len());
        for chunks in chunks.chunks(CHUNKS_A_REPORT) {
            let written = chunks
                .par_iter()
                .map(|&(number, words)| self.file.write(number, words));
            hashes.extend(written.collect::<Result<Vec<u64>, SolveError>>()?);
            reporter.add(0)?;
        }
        self.file.finish(first, &hashes)?;
        self.segment = Some(segment);
        Ok(())
    }

    /// Flags the boards of a segment that win by a pawn that leaves it.
    ///
    /// A pawn that comes down into a segment takes several chunks to the same one. These chunks are done
    /// together, so that the chunk they lead to is read once.
    fn add_moves_out(
        &mut self,
        segment: u64,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), SolveError> {
        blocks::clear(&mut self.words);
        let last = self.cut.chunks_a_segment() - 1;
        let mut groups: BTreeMap<u64, Vec<(u64, &mut [u64])>> = BTreeMap::new();
        for (place, words) in (0..).zip(self.words.chunks_mut(1 << self.cut.chunk)) {
            let arrives = match (!place & last).checked_ilog2() {
                Some(free) => place | 1 << free,
                None => place,
            };
            groups.entry(arrives).or_default().push((place, words));
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        for groups in groups.chunks_mut(CHUNKS_A_REPORT) {
            groups.par_iter_mut().try_for_each(|(arrives, chunks)| {
                add_moves_of_group(&self.file, segment, *arrives, chunks)
            })?;
            reporter.add(0)?;
        }
        Ok(())
    }

    /// A chunk that is in memory.
    fn chunk(&self, number: u64) -> Option<&[u64]> {
        let here = self.chunks_of(self.segment?);
        if here.contains(&number) {
            let first = ((number - here.start) as usize) << self.cut.chunk;
            return Some(&self.words[first..][..1 << self.cut.chunk]);
        }
        self.others.get(&number).map(Vec::as_slice)
    }
}

/// Flags the boards of some chunks of a segment that win by a pawn that leaves the segment: those chunks
/// that a pawn which comes down takes to place `arrives` of another segment. Chunks are given by place in
/// the segment.
fn add_moves_of_group(
    file: &TableFile,
    segment: u64,
    arrives: u64,
    chunks: &mut [(u64, &mut [u64])],
) -> Result<(), SolveError> {
    let mut other = vec![0; 1 << file.cut().chunk];
    let mut below = Vec::new();
    for need in needs(segment) {
        let first = need.block * file.cut().chunks_a_segment();
        match need.step {
            Step::Across => {
                for (place, words) in &mut *chunks {
                    file.read(first + *place, &mut other)?;
                    merge(words, &other);
                }
            }
            Step::Down => {
                file.read(first + arrives, &mut other)?;
                below.resize(other.len(), 0);
                merge(&mut below, &other);
            }
        }
    }
    if !below.is_empty() {
        for (place, words) in chunks {
            if *place == arrives {
                come_down_into(Step::Down.part(&below), words);
            } else {
                merge(words, &below);
            }
        }
    }
    Ok(())
}

impl Boards for DiskTable {
    fn masks(&self) -> u64 {
        1 << (IN_WORD + self.cut.words)
    }

    /// Reads what is not in memory: the segment of the first mask, and chunks that are needed of others.
    /// So masks should come in order, and less than a segment at a time.
    fn turn_to(&mut self, masks: Range<u64>) -> Result<Option<Vec<Range<u64>>>, SolveError> {
        let masks = masks.start..masks.end.min(self.masks());
        if masks.is_empty() {
            return Ok(None);
        }
        let in_chunk = IN_WORD + self.cut.chunk;
        let chunks = masks.start >> in_chunk..=(masks.end - 1) >> in_chunk;
        let segment = chunks.start() / self.cut.chunks_a_segment();
        if self.segment != Some(segment) && !self.load(segment, None)? {
            return Err(self.file.damaged(segment));
        }
        let here = self.chunks_of(segment);
        let mut wanted: Vec<u64> = chunks
            .flat_map(|chunk| needs(chunk).map(|need| need.block).chain([chunk]))
            .filter(|chunk| !here.contains(chunk))
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        self.others
            .retain(|chunk, _| wanted.binary_search(chunk).is_ok());
        wanted.retain(|chunk| !self.others.contains_key(chunk));
        let read = wanted.into_par_iter().map(|number| {
            let mut words = vec![0; 1 << self.cut.chunk];
            self.file.read(number, &mut words)?;
            Ok((number, words))
        });
        let read: Result<Vec<_>, SolveError> = read.collect();
        self.others.extend(read?);
        Ok(None)
    }

    fn view(&self, mask: u64) -> Option<View<'_>> {
        let number = mask >> (IN_WORD + self.cut.chunk);
        let part = |need: &Need| Some(need.step.part(self.chunk(need.block)?));
        View::of(number, self.chunk(number)?, part)
    }
}
