//! A table of which one part at a time is in memory, and all of it in a file.
//!
//! The table is cut into *segments* of equal size, as large as memory allows. They are solved one after
//! the other, in the order of their numbers: what moves out of a segment lead to is read from the file,
//! then the segment is [solved](blocks::solve) by itself, as if it were the whole table, and written.
//! Segments are read and written in *chunks*, which is what [views](View) are of.
//!
//! With s segments and tables as units, that writes 1, and reads for every segment 1/s for each pawn that
//! goes across and half as much for each that comes down. Looking at every board reads the table once more,
//! and what moves lead to.

mod cut;
mod file;
mod room;

use std::collections::BTreeMap;
use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use rayon::prelude::*;

use super::blocks::{self, IN_BLOCK, IN_WORD, Need, above_word, add_moves, needs};
use super::boards::{Boards, View};
use super::table::{Progress, TableError};
use crate::memory;

use cut::Cut;
use file::{Header, TableFile};

pub use cut::Estimate;
pub use file::FileError;

/// So many chunks are read or written between two questions whether to stop.
const CHUNKS_A_REPORT: usize = 256;

/// Where a table is kept, and in how much memory it is made.
#[derive(Clone, Debug)]
pub struct OnDisk {
    /// The file. What it holds is gone on with; it is made where there is none.
    pub path: PathBuf,
    /// Bytes of memory that may be used; three quarters of what is free when `None`, and a GiB where
    /// nobody knows how much that is.
    pub memory: Option<u64>,
    /// The code that makes the table: what another made is refused.
    pub version: String,
}

impl OnDisk {
    fn allowed(&self) -> u64 {
        let free = || memory::free_bytes().map(|free| free / 4 * 3);
        self.memory.or_else(free).unwrap_or(1 << 30)
    }

    /// Whether there is a file that something has been written to.
    fn is_begun(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|file| file.len() > 0)
    }

    fn refuses(&self, error: FileError) -> TableError {
        TableError::File {
            path: self.path.clone(),
            error,
        }
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
    /// # Ok::<(), grundy_brute::gra::TableError>(())
    /// ```
    ///
    /// # Errors
    /// When nothing can be done in so little memory, and when there is a file that cannot be used.
    pub fn estimate(m: u32, place: &OnDisk) -> Result<Estimate, TableError> {
        let cut = if place.is_begun() {
            open(m, place).map_err(|error| place.refuses(error))?.0
        } else {
            Cut::within(m, place.allowed())?
        };
        Ok(cut.estimate())
    }

    /// Solves every board of at most `m` squares, on all threads of the current rayon pool, and keeps
    /// them in a file. O(m 2^m / 64) word operations, and what [`estimate`](Self::estimate) says is read.
    ///
    /// A table that was begun is held against its hashes, and gone on with behind the last segment that
    /// is as it was written. `progress` is called again and again, and may end the work; segments that
    /// were finished then stay.
    ///
    /// # Errors
    /// Before anything is allocated or made, when memory or disk have no room; when the file cannot be
    /// used; and when `progress` says so.
    pub fn build(
        m: u32,
        place: &OnDisk,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, TableError> {
        let begun = if place.is_begun() {
            Some(open(m, place).map_err(|error| place.refuses(error))?)
        } else {
            None
        };
        let allowed = place.allowed();
        let cut = match &begun {
            Some((cut, _)) => *cut,
            None => Cut::within(m, allowed)?,
        };
        let free = memory::free_bytes().map_or(allowed, |free| free.min(allowed));
        memory::check_against(cut.memory(), Some(free))
            .map_err(|error| TableError::Memory { m, error })?;
        let file = match begun {
            Some((_, file)) => file,
            None => create(m, cut, place).map_err(|error| place.refuses(error))?,
        };
        let mut table = Self {
            cut,
            file,
            words: vec![0; 1 << cut.segment],
            segment: None,
            others: BTreeMap::new(),
        };
        let mut watch = Watched {
            boards: 0,
            of: 1 << (IN_WORD + cut.words),
            progress: &mut progress,
        };
        let mut next = 0;
        while next < cut.segments() && table.is_as_written(next, &mut watch)? {
            next += 1;
            watch.boards = next << (IN_WORD + cut.segment);
        }
        for segment in next..cut.segments() {
            table.solve(segment, &mut watch)?;
        }
        Ok(table)
    }

    /// The bytes that have been read from the file, and those written to it, by this process.
    pub fn moved(&self) -> (u64, u64) {
        self.file.moved()
    }

    /// The numbers of the chunks of a segment.
    fn chunks_of(&self, segment: u64) -> Range<u64> {
        let chunks = self.cut.chunks_a_segment();
        segment * chunks..(segment + 1) * chunks
    }

    /// Whether a segment can be read and is what was written. If so, it is in memory afterwards.
    fn is_as_written(&mut self, segment: u64, watch: &mut Watched<'_>) -> Result<bool, TableError> {
        if !self
            .chunks_of(segment)
            .all(|chunk| self.file.is_written(chunk))
        {
            return Ok(false);
        }
        match self.load(segment, || watch.go_on()) {
            Ok(()) => Ok(true),
            Err(TableError::File {
                error: FileError::Segment { .. },
                ..
            }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Reads a segment into memory.
    fn load(
        &mut self,
        segment: u64,
        mut go_on: impl FnMut() -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        self.segment = None;
        let (first, file) = (self.chunks_of(segment).start, &self.file);
        let mut chunks: Vec<(u64, &mut [u64])> = (first..)
            .zip(self.words.chunks_mut(1 << self.cut.chunk))
            .collect();
        for chunks in chunks.chunks_mut(CHUNKS_A_REPORT) {
            let chunks = chunks.par_iter_mut();
            chunks.try_for_each(|(number, words)| read(file, self.cut, *number, words))?;
            go_on()?;
        }
        self.segment = Some(segment);
        Ok(())
    }

    /// Solves a segment, those before it being in the file, and writes it.
    fn solve(&mut self, segment: u64, watch: &mut Watched<'_>) -> Result<(), TableError> {
        self.segment = None;
        self.add_moves_out_of(segment, watch)?;
        let in_block = IN_BLOCK.min(self.cut.segment);
        let solved = blocks::solve(&mut self.words, in_block, |words| {
            watch.hears(words << IN_WORD)
        });
        if solved.is_break() {
            return Err(watch.stopped());
        }
        self.write(segment, watch)?;
        self.segment = Some(segment);
        Ok(())
    }

    /// Flags the boards of a segment that win by a pawn that leaves it.
    fn add_moves_out_of(
        &mut self,
        segment: u64,
        watch: &mut Watched<'_>,
    ) -> Result<(), TableError> {
        let (cut, file) = (self.cut, &self.file);
        blocks::clear(&mut self.words);
        // A pawn that comes down into a segment takes several chunks to the same one: they are done
        // together, so that it is read once.
        let last = cut.chunks_a_segment() - 1;
        let arrives = |place: u64| match (!place & last).checked_ilog2() {
            Some(free) => place | 1 << free,
            None => place,
        };
        let mut together: BTreeMap<u64, Vec<(u64, &mut [u64])>> = BTreeMap::new();
        let chunks = self.words.chunks_mut(1 << cut.chunk);
        for (place, words) in (0..=last).zip(chunks) {
            let number = segment * (last + 1) + place;
            let chunks = together.entry(arrives(place)).or_default();
            chunks.push((number, words));
        }
        let leaves = |need: &Need| need.pawn >= cut.segment - cut.chunk;
        let mut together: Vec<_> = together.into_values().collect();
        for some in together.chunks_mut(CHUNKS_A_REPORT) {
            some.par_iter_mut().try_for_each(|chunks| {
                let mut there = vec![0; 1 << cut.chunk];
                let mut last_read = None;
                for pawn in 0..needs(segment).count() {
                    for (number, words) in &mut *chunks {
                        let Some(need) = needs(*number).filter(leaves).nth(pawn) else {
                            continue;
                        };
                        if last_read != Some(need.block) {
                            read(file, cut, need.block, &mut there)?;
                            last_read = Some(need.block);
                        }
                        add_moves(need.step, need.part(&there), words);
                    }
                }
                Ok::<(), TableError>(())
            })?;
            watch.go_on()?;
        }
        Ok(())
    }

    fn write(&mut self, segment: u64, watch: &mut Watched<'_>) -> Result<(), TableError> {
        let first = self.chunks_of(segment).start;
        let chunks: Vec<(u64, &[u64])> = (first..)
            .zip(self.words.chunks(1 << self.cut.chunk))
            .collect();
        let mut hashes = Vec::with_capacity(chunks.len());
        for chunks in chunks.chunks(CHUNKS_A_REPORT) {
            let some = chunks.par_iter();
            let some: Result<Vec<u64>, FileError> = some
                .map(|&(number, words)| self.file.write(number, words))
                .collect();
            hashes.extend(some.map_err(in_file(&self.file))?);
            watch.go_on()?;
        }
        let finished = self.file.finish(first, &hashes);
        finished.map_err(in_file(&self.file))
    }

    /// A chunk that is in memory.
    fn chunk(&self, number: u64) -> Option<&[u64]> {
        let here = self.chunks_of(self.segment?);
        if here.contains(&number) {
            let mut chunks = self.words.chunks(1 << self.cut.chunk);
            return chunks.nth((number - here.start) as usize);
        }
        self.others.get(&number).map(Vec::as_slice)
    }
}

impl Boards for DiskTable {
    fn masks(&self) -> u64 {
        1 << (IN_WORD + self.cut.words)
    }

    /// Masks should come in order, not too many at a time: with the first of them all of its segment
    /// is read.
    fn turn_to(&mut self, masks: Range<u64>) -> Result<Option<Vec<Range<u64>>>, TableError> {
        let masks = masks.start..masks.end.min(self.masks());
        if masks.is_empty() {
            return Ok(None);
        }
        let in_chunk = IN_WORD + self.cut.chunk;
        let chunks = masks.start >> in_chunk..=(masks.end - 1) >> in_chunk;
        let segment = chunks.start() / self.cut.chunks_a_segment();
        if self.segment != Some(segment) {
            self.load(segment, || Ok(()))?;
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
        let (cut, file) = (self.cut, &self.file);
        let chunks: Result<Vec<(u64, Vec<u64>)>, TableError> = wanted
            .into_par_iter()
            .map(|number| {
                let mut words = vec![0; 1 << cut.chunk];
                read(file, cut, number, &mut words)?;
                Ok((number, words))
            })
            .collect();
        self.others.extend(chunks?);
        Ok(None)
    }

    fn view(&self, mask: u64) -> Option<View<'_>> {
        let number = mask >> (IN_WORD + self.cut.chunk);
        let part = |need: &Need| Some(need.part(self.chunk(need.block)?));
        View::of(number, self.chunk(number)?, part)
    }
}

/// Reads a chunk and holds it against its hash.
fn read(file: &TableFile, cut: Cut, number: u64, words: &mut [u64]) -> Result<(), TableError> {
    let as_written = file.read(number, words).map_err(in_file(file))?;
    let segment = number / cut.chunks_a_segment() + 1;
    as_written
        .then_some(())
        .ok_or_else(|| in_file(file)(FileError::Segment { segment }))
}

fn in_file(file: &TableFile) -> impl Fn(FileError) -> TableError {
    let path = file.path().to_owned();
    move |error| TableError::File {
        path: path.clone(),
        error,
    }
}

fn create(m: u32, cut: Cut, place: &OnDisk) -> Result<TableFile, FileError> {
    room::check(&place.path, cut.estimate().disk)?;
    let header = Header {
        m,
        in_segment: cut.segment,
        version: place.version.clone(),
    };
    TableFile::create(&place.path, &header, cut.chunks(), 1 << cut.chunk)
}

fn open(m: u32, place: &OnDisk) -> Result<(Cut, TableFile), FileError> {
    let (file, header) = TableFile::open(&place.path, |header| {
        if header.version != place.version {
            return Err(FileError::Version {
                theirs: header.version.clone(),
                ours: place.version.clone(),
            });
        }
        if header.m != m {
            let (theirs, ours) = (header.m, m);
            return Err(FileError::Squares { theirs, ours });
        }
        // A number in a file is no reason for anything.
        if header.in_segment > above_word(m) {
            return Err(FileError::Damaged);
        }
        let cut = Cut::new(m, header.in_segment);
        Ok((cut.chunks(), 1 << cut.chunk))
    })?;
    let cut = Cut::new(m, header.in_segment);
    let missing = cut
        .estimate()
        .disk
        .saturating_sub(room::taken(&place.path)?);
    room::check(&place.path, missing)?;
    Ok((cut, file))
}

/// Somebody who hears how far the table has come, and how far it has.
struct Watched<'a> {
    boards: u64,
    of: u64,
    progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
}

impl Watched<'_> {
    /// So many more boards are solved.
    fn hears(&mut self, boards: u64) -> ControlFlow<()> {
        self.boards += boards;
        let Self { boards, of, .. } = *self;
        (self.progress)(Progress { boards, of })
    }

    /// Asks whether to go on.
    fn go_on(&mut self) -> Result<(), TableError> {
        match self.hears(0) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(self.stopped()),
        }
    }

    fn stopped(&self) -> TableError {
        let boards = self.boards;
        TableError::Stopped { boards }
    }
}
