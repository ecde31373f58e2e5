//! What is known of positions, in a table of bounded size that threads share.

use std::hash::{Hash, Hasher};
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use twox_hash::XxHash3_128;

/// What is known of the Grundy value of a position. All of it is true, and may be less than what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// By number below 64, whether the value is another one.
    pub ruled_out: u64,
    /// The value is at most this.
    pub at_most: u32,
    /// Whether the value is `at_most`.
    pub is_exact: bool,
    /// The number of bits of the number of positions that were listed for this.
    pub work: u8,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            ruled_out: 0,
            at_most: u32::MAX,
            is_exact: false,
            work: 0,
        }
    }
}

impl Bounds {
    /// Sets the value itself.
    pub fn set(&mut self, value: u32) {
        (self.at_most, self.is_exact) = (value, true);
    }

    /// Returns the value, once it is known.
    #[inline]
    pub fn value(self) -> Option<u32> {
        self.is_exact.then_some(self.at_most)
    }

    /// Returns whether the value is `number`, once that is known.
    #[inline]
    pub fn is(self, number: u32) -> Option<bool> {
        if self.is_exact {
            return Some(self.at_most == number);
        }
        let is_ruled_out = number < u64::BITS && self.ruled_out >> number & 1 == 1;
        (is_ruled_out || number > self.at_most).then_some(false)
    }

    /// Adds that the value is not `number`.
    pub fn rule_out(&mut self, number: u32) {
        if number < u64::BITS {
            self.ruled_out |= 1 << number;
        }
        self.conclude();
    }

    /// Adds that the value is at most `number`.
    pub fn limit(&mut self, number: u32) {
        self.at_most = self.at_most.min(number);
        self.conclude();
    }

    /// Adds all that another thread, or an earlier question, found.
    pub fn add(&mut self, other: Self) {
        self.work = self.work.max(other.work);
        self.ruled_out |= other.ruled_out;
        self.is_exact |= other.is_exact;
        self.limit(other.at_most);
    }

    /// Returns whether a table grows for this. Other bounds, of fewer than 64 listings, lie where there is room: they are found
    /// again in less time than a larger table takes.
    fn is_kept(self) -> bool {
        self.is_exact || self.work > 6
    }

    /// Finds the value when one number is left.
    fn conclude(&mut self) {
        if self.is_exact || self.at_most >= u64::BITS {
            return;
        }
        let possible = u64::MAX >> (u64::BITS - 1 - self.at_most);
        let left = possible & !self.ruled_out;
        if left.is_power_of_two() {
            self.set(left.trailing_zeros());
        }
    }
}

/// The 128 bits by which a search knows a position. The table keeps 86 of them: two positions have the same with a chance of about
/// n^2 / 2^87 among n positions, for 10^9 positions 6.5 in 10^9.
pub type Key = u128;

/// Makes keys.
#[derive(Default)]
pub struct Keys(Vec<u8>);

impl Keys {
    /// Returns the key of a position.
    #[inline]
    pub fn of(&mut self, position: &impl Hash) -> Key {
        self.0.clear();
        position.hash(self);
        XxHash3_128::oneshot(&self.0)
    }
}

impl Hasher for Keys {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        XxHash3_128::oneshot(&self.0) as u64
    }
}

/// What the table keeps of a position. From the lowest bit on: whether the value is known, 6 bits of the work, then the value in 32
/// bits, or in 9 bits 1 more than its limit and in 32 the numbers ruled out; and from bit 48 on the key. 0 is a free place.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Entry(u128);

/// Where an entry's key begins.
const KEY: u32 = 48;
/// The bits of an entry's limit.
const LIMIT: u32 = (1 << 9) - 1;

impl Entry {
    fn new(key: Key, bounds: Bounds) -> Self {
        let known = if bounds.is_exact {
            1 | u64::from(bounds.at_most) << 7
        } else {
            // Larger limits, and larger numbers, are not kept.
            let limit = if bounds.at_most < LIMIT {
                bounds.at_most + 1
            } else {
                0
            };
            u64::from(limit) << 7 | u64::from(bounds.ruled_out as u32) << 16
        };
        let work = u64::from(bounds.work.min(63)) << 1;
        Self(key >> KEY << KEY | u128::from(known | work))
    }

    fn is_of(self, key: Key) -> bool {
        self.0 >> KEY == key >> KEY
    }

    fn is_free(self) -> bool {
        self == Self::default()
    }

    fn bounds(self) -> Bounds {
        let (is_exact, value) = (self.0 & 1 == 1, (self.0 >> 7) as u32);
        let (ruled_out, at_most) = if is_exact {
            (0, value)
        } else {
            ((self.0 >> 16) as u32, (value & LIMIT).wrapping_sub(1))
        };
        Bounds {
            ruled_out: ruled_out.into(),
            at_most,
            is_exact,
            work: (self.0 >> 1) as u8 & 63,
        }
    }
}

/// What is known of the positions of one game, in a table of bounded size that threads share: parts, each behind a lock.
pub struct Table {
    parts: Vec<Mutex<Vec<Entry>>>,
    /// The most entries of a part, a power of two.
    most: usize,
    /// How many entries had to make room for others.
    replaced: AtomicU64,
}

/// The number of parts is two to this power.
const PARTS: u32 = 6;
/// An entry lies in the group that its key names, or nowhere.
const GROUP: usize = 8;
/// What a file with a table begins with.
const MAGIC: &[u8; 8] = b"grundy-u";

impl Table {
    /// An empty table, which grows to `memory` bytes at most, and to 16 KiB at least. Where it is full, entries that took little
    /// work make room for others; that costs time, and changes no answer.
    pub fn new(memory: u64) -> Self {
        let most = (memory >> PARTS) as usize / size_of::<Entry>();
        let most = (most / 2 + 1).next_power_of_two().max(GROUP);
        Self {
            parts: (0..1 << PARTS).map(|_| Mutex::default()).collect(),
            most,
            replaced: AtomicU64::new(0),
        }
    }

    /// Returns how many entries had to make room for others so far.
    pub fn replaced(&self) -> u64 {
        self.replaced.load(Ordering::Relaxed)
    }

    /// Returns what is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: Key) -> Bounds {
        let part = self.part(key);
        let mut found = group(&part, key)
            .into_iter()
            .flat_map(|at| &part[at..at + GROUP]);
        let found = found.find(|entry| entry.is_of(key));
        found.map_or_else(Bounds::default, |entry| entry.bounds())
    }

    /// Adds what is known of a position.
    pub(crate) fn add(&self, key: Key, bounds: Bounds) {
        let mut part = self.part(key);
        let entry = Entry::new(key, bounds);
        while !insert(&mut part, entry) {
            let at = group(&part, key);
            if let Some(at) = at
                && let mut group = part[at..at + GROUP].iter_mut()
                && let Some(short) = group.find(|entry| !entry.bounds().is_kept())
            {
                *short = entry;
                return;
            }
            if !bounds.is_kept() {
                return;
            }
            if part.len() < self.most && grow(&mut part) {
                continue;
            }
            // Without memory for a first group there is nothing to replace.
            let Some(at) = at else { return };
            let group = part[at..at + GROUP].iter_mut();
            let least = group.min_by_key(|entry| entry.bounds().work);
            *least.expect("a group has entries") = entry;
            self.replaced.fetch_add(1, Ordering::Relaxed);
            return;
        }
    }

    #[inline]
    fn part(&self, key: Key) -> MutexGuard<'_, Vec<Entry>> {
        let part = &self.parts[key as usize & ((1 << PARTS) - 1)];
        part.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all entries, with which a table of the same game can [go on](Self::read). `of` names the game and the version of its
    /// rules.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, of: &str, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(MAGIC)?;
        out.write_all(&Keys::default().of(&of).to_le_bytes())?;
        for (number, part) in (0_u8..).zip(&self.parts) {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner);
            for entry in part.iter().filter(|entry| !entry.is_free()) {
                out.write_all(&[number])?;
                out.write_all(&entry.0.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Adds the entries that [`write`](Self::write) wrote for the same `of`.
    ///
    /// # Errors
    /// Those of `input`; [`InvalidData`](io::ErrorKind::InvalidData) for another file, for a table of something else, and for one that
    /// breaks off.
    pub fn read(&self, of: &str, input: &mut dyn Read) -> io::Result<()> {
        let wrong = |problem| io::Error::new(io::ErrorKind::InvalidData, problem);
        let mut head = [0; MAGIC.len() + size_of::<Key>()];
        let broken = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => wrong("the table breaks off"),
            _ => error,
        };
        input.read_exact(&mut head).map_err(broken)?;
        if head[..MAGIC.len()] != *MAGIC {
            return Err(wrong("this is no table of a search"));
        }
        if head[MAGIC.len()..] != Keys::default().of(&of).to_le_bytes() {
            return Err(wrong(
                "the table belongs to another game, or another version",
            ));
        }
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            input.take(17).read_to_end(&mut bytes)?;
            let (number, entry) = match bytes.split_first() {
                None => return Ok(()),
                Some((&number, entry)) => (number, entry.try_into()),
            };
            let entry = Entry(u128::from_le_bytes(
                entry.map_err(|_| wrong("the table breaks off"))?,
            ));
            self.add(entry.0 >> KEY << KEY | Key::from(number), entry.bounds());
        }
    }
}

/// The first place of the group in which a key lies; `None` in an empty part.
#[inline]
fn group(part: &[Entry], key: Key) -> Option<usize> {
    let groups = (part.len() / GROUP).checked_sub(1)?;
    Some(((key >> KEY) as usize & groups) * GROUP)
}

/// Adds an entry where its group has room, or has an entry of the same position.
fn insert(part: &mut [Entry], entry: Entry) -> bool {
    let Some(at) = group(part, entry.0) else {
        return false;
    };
    let mut group = part[at..at + GROUP].iter_mut();
    let Some(there) = group.find(|there| there.is_of(entry.0) || there.is_free()) else {
        return false;
    };
    let mut bounds = there.bounds();
    bounds.add(entry.bounds());
    *there = Entry::new(entry.0, bounds);
    true
}

/// Doubles a part; returns whether there was memory for it.
fn grow(part: &mut Vec<Entry>) -> bool {
    let len = (2 * part.len()).max(GROUP);
    let mut larger = Vec::new();
    if larger.try_reserve_exact(len).is_err() {
        return false;
    }
    larger.resize(len, Entry::default());
    // A group becomes two: each entry has room.
    for &entry in part.iter().filter(|entry| !entry.is_free()) {
        insert(&mut larger, entry);
    }
    *part = larger;
    true
}
