//! Texts and their numbers.

use hashbrown::HashTable;
use twox_hash::XxHash3_64;

use super::{InternedError, MORE};

/// Different texts, numbered in the order in which they came.
#[derive(Debug)]
pub(super) struct Texts {
    /// All of them, one behind the other.
    bytes: String,
    /// Where each begins, and where the last one ends.
    starts: Vec<u64>,
    numbers: HashTable<u32>,
}

/// So many texts are looked for together.
const TOGETHER: usize = 128;

impl Default for Texts {
    fn default() -> Self {
        Self {
            bytes: String::new(),
            starts: vec![0],
            numbers: HashTable::new(),
        }
    }
}

impl Texts {
    pub fn len(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    pub fn get(&self, number: u32) -> &str {
        text(&self.bytes, &self.starts, number)
    }

    pub fn find(&self, wanted: &str) -> Option<u32> {
        let is_it = |&number: &u32| self.get(number) == wanted;
        self.numbers.find(hash(wanted), is_it).copied()
    }

    /// The number of a text, a new one for a new text. O(bytes).
    pub fn add(&mut self, new: &str) -> Result<u32, InternedError> {
        self.add_hashed(hash(new), new)
    }

    /// As [`add`](Self::add) for one text after the other, and faster where there are many: the places where
    /// they may be are in memory that is far away, and are looked at for some texts together.
    pub fn add_all<'a>(
        &mut self,
        new: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<u32>, InternedError> {
        let mut new = new.into_iter();
        let mut numbers = Vec::with_capacity(new.size_hint().0);
        let mut some = Vec::with_capacity(TOGETHER);
        loop {
            some.clear();
            // Another text may have the same place; whether it has is seen below.
            some.extend(new.by_ref().take(TOGETHER).map(|text| {
                let hash = hash(text);
                (text, hash, None)
            }));
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
                return Ok(numbers);
            }
        }
    }

    fn add_hashed(&mut self, hash: u64, new: &str) -> Result<u32, InternedError> {
        let is_it = |&number: &u32| self.get(number) == new;
        match self.numbers.find(hash, is_it) {
            Some(&number) => Ok(number),
            None => self.push(hash, new),
        }
    }

    fn push(&mut self, hash: u64, new: &str) -> Result<u32, InternedError> {
        let number = self.len();
        if number >= MORE - 1 {
            return Err(InternedError::TooMany);
        }
        if self.numbers.len() == self.numbers.capacity() {
            self.rebuild();
        }
        if self.bytes.capacity() - self.bytes.len() < new.len() {
            self.bytes.reserve_exact(step(self.bytes.len(), new.len()));
        }
        self.bytes.push_str(new);
        grow(&mut self.starts, 1);
        self.starts.push(self.bytes.len() as u64);
        let Self {
            bytes,
            starts,
            numbers,
            ..
        } = self;
        numbers.insert_unique(hash, number, |&number| {
            self::hash(text(bytes, starts, number))
        });
        Ok(number)
    }

    /// A larger table, text by text: in the order of the table they lie all over the place.
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
            + self.starts.capacity() * size_of::<u64>()
            + self.numbers.allocation_size();
        bytes as u64
    }
}

fn hash(text: &str) -> u64 {
    XxHash3_64::oneshot(text.as_bytes())
}

fn text<'a>(bytes: &'a str, starts: &[u64], number: u32) -> &'a str {
    let number = number as usize;
    &bytes[starts[number] as usize..starts[number + 1] as usize]
}

/// Makes room for so many more, and for an eighth of what is there: large tables that double would be
/// half empty.
pub(super) fn grow<T>(table: &mut Vec<T>, more: usize) {
    if table.capacity() - table.len() < more {
        table.reserve_exact(step(table.len(), more));
    }
}

fn step(len: usize, more: usize) -> usize {
    (len / 8).max(more).max(64)
}
