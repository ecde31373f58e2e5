//! Texts and their numbers.

use hashbrown::HashTable;
use twox_hash::XxHash3_64;

use crate::solver::{MOST, step};

/// Different texts, numbered in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// All of them, one behind the other.
    bytes: String,
    /// Where each ends; the next one begins there.
    ends: Vec<u64>,
    numbers: HashTable<u32>,
}

/// The number of texts that [`Texts::add_all`] looks for together.
const TOGETHER: usize = 128;

impl Texts {
    pub fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    pub fn get(&self, number: u32) -> &str {
        text(&self.bytes, &self.ends, number)
    }

    pub fn find(&self, wanted: &str) -> Option<u32> {
        self.find_hashed(hash(wanted), wanted)
    }

    /// The number of a text, a new one for a new text; `None` when there are too many. O(bytes).
    pub fn add(&mut self, new: &str) -> Option<u32> {
        self.add_hashed(hash(new), new)
    }

    /// As [`add`](Self::add) for one text after the other, and faster for many texts: the cache misses of
    /// several look-ups overlap.
    pub fn add_all<'a>(&mut self, new: impl IntoIterator<Item = &'a str>) -> Option<Vec<u32>> {
        let mut new = new.into_iter();
        let mut numbers = Vec::with_capacity(new.size_hint().0);
        let mut some = Vec::with_capacity(TOGETHER);
        loop {
            some.clear();
            some.extend(new.by_ref().take(TOGETHER).map(|text| {
                let hash = hash(text);
                (text, hash, None)
            }));
            // The first text with the same bits of its hash; below it is compared.
            for (_, hash, first) in &mut some {
                *first = self.numbers.find(*hash, |_| true).copied();
            }
            for &(text, hash, first) in &some {
                numbers.push(match first {
                    Some(number) if self.get(number) == text => number,
                    _ => self.add_hashed(hash, text)?,
                });
            }
            if some.len() < TOGETHER {
                return Some(numbers);
            }
        }
    }

    fn find_hashed(&self, hash: u64, wanted: &str) -> Option<u32> {
        let is_it = |&number: &u32| self.get(number) == wanted;
        self.numbers.find(hash, is_it).copied()
    }

    fn add_hashed(&mut self, hash: u64, new: &str) -> Option<u32> {
        if let Some(number) = self.find_hashed(hash, new) {
            return Some(number);
        }
        let number = self.len();
        if number >= MOST {
            return None;
        }
        if self.numbers.len() == self.numbers.capacity() {
            self.rebuild();
        }
        if self.bytes.capacity() - self.bytes.len() < new.len() {
            self.bytes.reserve_exact(step(self.bytes.len(), new.len()));
        }
        self.bytes.push_str(new);
        if self.ends.len() == self.ends.capacity() {
            self.ends.reserve_exact(step(self.ends.len(), 1));
        }
        self.ends.push(self.bytes.len() as u64);
        let (bytes, ends) = (&self.bytes, &self.ends);
        let again = |&number: &u32| self::hash(text(bytes, ends, number));
        self.numbers.insert_unique(hash, number, again);
        Some(number)
    }

    /// A larger table, filled in the order of the texts in memory: in the order of the old table nearly
    /// every text would be a cache miss.
    fn rebuild(&mut self) {
        let mut numbers = HashTable::with_capacity(2 * self.numbers.len() + 1);
        for number in 0..self.len() {
            let again = |&number: &u32| hash(self.get(number));
            numbers.insert_unique(again(&number), number, again);
        }
        self.numbers = numbers;
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        let bytes = self.bytes.capacity()
            + self.ends.capacity() * size_of::<u64>()
            + self.numbers.allocation_size();
        bytes as u64
    }
}

fn hash(text: &str) -> u64 {
    XxHash3_64::oneshot(text.as_bytes())
}

fn text<'a>(bytes: &'a str, ends: &[u64], number: u32) -> &'a str {
    let number = number as usize;
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    &bytes[start as usize..ends[number] as usize]
}
