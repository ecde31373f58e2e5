//! Texts and their numbers.

use hashbrown::HashTable;
use twox_hash::XxHash3_64;

/// Different texts, numbered in the order in which they came.
#[derive(Debug)]
pub(super) struct Texts {
    /// All of them, one behind the other.
    bytes: String,
    /// Where each begins, and where the last one ends.
    starts: Vec<u64>,
    numbers: HashTable<u32>,
}

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

    /// The number of a text, a new one for a new text.
    pub fn add(&mut self, new: &str) -> u32 {
        let Self {
            bytes,
            starts,
            numbers,
        } = self;
        let of = |number| text(bytes, starts, number);
        let entry = numbers.entry(
            hash(new),
            |&number| of(number) == new,
            |&number| hash(of(number)),
        );
        *entry
            .or_insert_with(|| {
                let number = starts.len() as u32 - 1;
                if bytes.capacity() - bytes.len() < new.len() {
                    bytes.reserve_exact(step(bytes.len(), new.len()));
                }
                bytes.push_str(new);
                grow(starts, 1);
                starts.push(bytes.len() as u64);
                number
            })
            .get()
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
