//! The outcome of every board of gra, and how many moves win on it, without comparing every one with the
//! closed form: `cargo run --release -p grundy-sweep --example gra_outcomes -- M [FILE MEMORY] > CSV`.
//!
//! Builds the oracle's table for M squares, in 2^(M-4) bytes of memory or, with FILE, so many bytes of a
//! file and MEMORY bytes of memory, and writes for each m how many boards there are, how many of them are
//! lost, and how many moves win on all of them. What FILE holds is gone on with. On a fixed sample of the
//! masks, one in 65,536, the closed form is compared on the shortest strip that holds the board: outcome and
//! set of winning moves.

use std::error::Error;
use std::ops::{ControlFlow, Range};
use std::time::Instant;

use grundy_brute::Progress;
use grundy_brute::gra::{Boards, DiskTable, OnDisk, Table, View, mask_of, squares_of};
use grundy_core::gra::Board;
use grundy_sweep::VERSION;
use rayon::prelude::*;

/// One mask of so many is compared: in block number b of so many masks the one at the place that the
/// upper bits of a product of b with an odd number give.
const SAMPLED: u64 = 1 << 16;
/// So many masks are looked at together: those of a chunk of a file.
const TOGETHER: u64 = 1 << 23;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let started = Instant::now();
    let mut told = 0;
    let progress = |Progress { boards, of }| {
        if boards * 16 / of > told {
            told = boards * 16 / of;
            eprintln!("{told}/16 in {:.1} s", started.elapsed().as_secs_f64());
        }
        ControlFlow::Continue(())
    };
    let (m, mut boards): (u32, Box<dyn Boards>) = match &arguments[..] {
        [m] => {
            let m = m.parse()?;
            (m, Box::new(Table::build(m, progress)?))
        }
        [m, file, memory] => {
            let m = m.parse()?;
            let place = OnDisk {
                path: file.into(),
                memory: Some(memory.parse()?),
                version: VERSION.to_owned(),
            };
            eprintln!("{:?}", DiskTable::estimate(m, &place)?);
            let table = DiskTable::build(m, &place, progress)?;
            let (read, written) = table.moved();
            eprintln!("{read} bytes read, {written} written");
            (m, Box::new(table))
        }
        _ => return Err("usage: gra_outcomes M [FILE MEMORY]".into()),
    };
    let masks = 1_u64 << (m - 1);
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("m = {m}: {masks} masks solved in {seconds:.1} s");

    println!("game,size,positions,losing,winning_moves");
    let started = Instant::now();
    let mut found = Found::default();
    // The masks of boards of m squares are those below 2^(m-1), the empty one not among them.
    let mut next = 1;
    for size in 2..=m {
        let end = 1_u64 << (size - 1);
        while next < end {
            let some = next..end.min((next / TOGETHER + 1) * TOGETHER);
            next = some.end;
            boards.turn_to(some.clone())?;
            found.look_at(&*boards, some);
        }
        let Found {
            losing, winning, ..
        } = found;
        println!("gra,{size},{},{losing},{winning}", end - 1);
    }
    let Found { sampled, wrong, .. } = found;
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("looked at in {seconds:.1} s; {sampled} masks compared, {wrong:?} differs");
    match wrong {
        None => Ok(()),
        Some(_) => Err("closed form and oracle differ".into()),
    }
}

#[derive(Clone, Copy, Default)]
struct Found {
    losing: u64,
    winning: u64,
    sampled: u64,
    wrong: Option<u64>,
}

impl Found {
    fn look_at(&mut self, boards: &dyn Boards, masks: Range<u64>) {
        let words = masks.start / 64..masks.end.div_ceil(64);
        let parts = words.end.div_ceil(1024);
        let found = (words.start / 1024..parts).into_par_iter().map(|part| {
            let mut found = Self::default();
            let words = words.start.max(part * 1024)..words.end.min((part + 1) * 1024);
            let Some(view) = boards.view(words.start * 64) else {
                return found;
            };
            for word in words {
                found.look_at_word(&view, word, &masks);
            }
            // A part is a block of the sample.
            let mask = part * SAMPLED + (part.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % SAMPLED;
            if masks.contains(&mask) {
                found.sampled = 1;
                found.wrong = (!agrees(&view, mask)).then_some(mask);
            }
            found
        });
        *self = found
            .collect::<Vec<_>>()
            .into_iter()
            .fold(*self, |a, b| Self {
                losing: a.losing + b.losing,
                winning: a.winning + b.winning,
                sampled: a.sampled + b.sampled,
                wrong: a.wrong.or(b.wrong),
            });
    }

    fn look_at_word(&mut self, view: &View<'_>, word: u64, masks: &Range<u64>) {
        if masks.start <= word * 64 && (word + 1) * 64 <= masks.end {
            self.losing += u64::from(view.losing(word).count_ones());
            self.winning += view.counts(word).total();
            return;
        }
        // The few masks of the smallest sizes.
        let counts = view.counts(word).to_bytes();
        for (mask, count) in (word * 64..).zip(counts) {
            if masks.contains(&mask) {
                self.losing += u64::from(!view.outcome(mask).is_win());
                self.winning += u64::from(count);
            }
        }
    }
}

/// Whether closed form and table agree on a board.
fn agrees(view: &View<'_>, mask: u64) -> bool {
    let m = mask.ilog2() + 2;
    let Ok(board) = Board::new(m, squares_of(m, mask)) else {
        return false;
    };
    let moves: Vec<u32> = board.winning_moves().map(|winning| winning.from).collect();
    let mut in_order = moves.clone();
    in_order.sort_unstable();
    board.outcome().is_win() == view.outcome(mask).is_win()
        && moves.len() == board.count_winning_moves() as usize
        && mask_of(m, &in_order) == Some(view.winning_moves(mask))
}
