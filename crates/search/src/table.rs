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

/// The 128 bits by which the table knows a position. Two positions have the same with a chance of about n^2 / 2^129 among
/// n positions: for 10^9 positions 1.5 in 10^21.
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

/// A position by its key, and what is known of it: 32 bytes. Without an entry nothing is known.
type Entry = (Key, Bounds);

fn is_taken((_, bounds): &Entry) -> bool {
    *bounds != Bounds::default()
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
const MAGIC: &[u8; 8] = b"grundy-t";

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
        let found = group(&part, key).map(|group| part[group..group + GROUP].iter());
        let mut found = found.into_iter().flatten();
        let found = found.find(|(of, _)| *of == key);
        found.map_or_else(Bounds::default, |(_, bounds)| *bounds)
    }

    /// Adds what is known of a position.
    pub(crate) fn add(&self, key: Key, bounds: Bounds) {
        let mut part = self.part(key);
        let entry = (key, bounds);
        while !insert(&mut part, entry) {
            let at = group(&part, key);
            if let Some(at) = at
                && let mut group = part[at..at + GROUP].iter_mut()
                && let Some(short) = group.find(|(_, bounds)| !bounds.is_kept())
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
            let least = group.min_by_key(|(_, bounds)| bounds.work);
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
        for part in &self.parts {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, bounds) in part.iter().filter(|entry| is_taken(entry)) {
                out.write_all(&key.to_le_bytes())?;
                out.write_all(&bounds.ruled_out.to_le_bytes())?;
                out.write_all(&bounds.at_most.to_le_bytes())?;
                out.write_all(&[u8::from(bounds.is_exact), bounds.work])?;
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
        input.read_exact(&mut head)?;
        if head[..MAGIC.len()] != *MAGIC {
            return Err(wrong("this is no table of a search"));
        }
        if head[MAGIC.len()..] != Keys::default().of(&of).to_le_bytes() {
            return Err(wrong(
                "the table belongs to another game, or another version",
            ));
        }
        let broken = || wrong("the table breaks off");
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            input.take(30).read_to_end(&mut bytes)?;
            if bytes.is_empty() {
                return Ok(());
            }
            let (key, rest) = bytes.split_first_chunk().ok_or_else(broken)?;
            let (ruled_out, rest) = rest.split_first_chunk().ok_or_else(broken)?;
            let (at_most, rest) = rest.split_first_chunk().ok_or_else(broken)?;
            let &[is_exact, work] = rest else {
                return Err(broken());
            };
            let bounds = Bounds {
                ruled_out: u64::from_le_bytes(*ruled_out),
                at_most: u32::from_le_bytes(*at_most),
                is_exact: is_exact == 1,
                work,
            };
            self.add(Key::from_le_bytes(*key), bounds);
        }
    }
}

/// The first place of the group in which a key lies; `None` in an empty part.
#[inline]
fn group(part: &[Entry], key: Key) -> Option<usize> {
    let groups = (part.len() / GROUP).checked_sub(1)?;
    Some(((key >> PARTS) as usize & groups) * GROUP)
}

/// Adds an entry where its group has room, or has an entry of the same position.
fn insert(part: &mut [Entry], entry: Entry) -> bool {
    let Some(at) = group(part, entry.0) else {
        return false;
    };
    let group = &mut part[at..at + GROUP];
    let mut group = group.iter_mut();
    let Some(there) = group.find(|there| there.0 == entry.0 || !is_taken(there)) else {
        return false;
    };
    there.0 = entry.0;
    there.1.add(entry.1);
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
    for &entry in part.iter().filter(|entry| is_taken(entry)) {
        insert(&mut larger, entry);
    }
    *part = larger;
    true
}
