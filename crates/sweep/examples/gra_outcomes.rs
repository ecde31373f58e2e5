//! The outcome of every board of gra, without comparing every one with the closed form:
//! `cargo run --release -p grundy-sweep --example gra_outcomes -- M > FILE`.
//!
//! Builds the oracle's table for M squares, in 2^(M-4) bytes, and writes for each m how many boards
//! there are and how many of them are lost. On a fixed sample of the masks, one in 65,536, the closed
//! form is compared on the shortest strip that holds the board: outcome and set of winning moves.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use grundy_brute::gra::{Table, View, mask_of, squares_of};
use grundy_core::gra::Board;
use rayon::prelude::*;

/// One mask of so many is compared: in block number b of so many masks the one at the place that the
/// upper bits of a product of b with an odd number give.
const SAMPLED: u64 = 1 << 16;

fn main() -> Result<(), Box<dyn Error>> {
    let m = std::env::args().nth(1).ok_or("usage: gra_outcomes M")?;
    let m: u32 = m.parse()?;
    let started = Instant::now();
    let table = Table::build(m, |_| ControlFlow::Continue(()))?;
    let table = table.view();
    let masks = 1_u64 << (m - 1);
    eprintln!(
        "m = {m}: {masks} masks solved in {:.1} s",
        started.elapsed().as_secs_f64()
    );

    println!("game,size,positions,losing");
    // The masks of boards of m squares are those below 2^(m-1), the empty one not among them.
    let mut losing = 0;
    let mut counted = 0;
    for size in 2..=m {
        let end = 1_u64 << (size - 1);
        losing += losing_masks(&table, counted..end);
        counted = end;
        // The empty mask is flagged like a P-position and is no board.
        println!("gra,{size},{},{}", end - 1, losing - 1);
    }

    let started = Instant::now();
    let wrong: Vec<u64> = (0..masks.div_ceil(SAMPLED))
        .into_par_iter()
        .map(|block| {
            let scattered = block.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            block * SAMPLED + scattered % SAMPLED
        })
        .filter(|&mask| (1..masks).contains(&mask) && !agrees(&table, mask))
        .collect();
    eprintln!(
        "{} masks sampled in {:.1} s, {} of them differ from the closed form {:?}",
        masks.div_ceil(SAMPLED),
        started.elapsed().as_secs_f64(),
        wrong.len(),
        wrong.first()
    );
    if wrong.is_empty() {
        Ok(())
    } else {
        Err("closed form and oracle differ".into())
    }
}

/// How many of these masks are flagged as P-positions.
fn losing_masks(table: &View<'_>, masks: std::ops::Range<u64>) -> u64 {
    let words = masks.start / 64..masks.end.div_ceil(64);
    let of_word = |word: u64| {
        let flags = (0..64).filter(|bit| masks.contains(&(word * 64 + bit)));
        // Whole words, but for the few masks of the smallest sizes.
        let wanted = if masks.start <= word * 64 && (word + 1) * 64 <= masks.end {
            u64::MAX
        } else {
            flags.fold(0, |wanted, bit| wanted | 1 << bit)
        };
        u64::from((table.losing(word) & wanted).count_ones())
    };
    let words = words.into_par_iter();
    words.map(of_word).sum()
}

/// Whether closed form and table agree on a board.
fn agrees(table: &View<'_>, mask: u64) -> bool {
    let m = mask.ilog2() + 2;
    let Ok(board) = Board::new(m, squares_of(m, mask)) else {
        return false;
    };
    let moves: Vec<u32> = board.winning_moves().map(|winning| winning.from).collect();
    let mut in_order = moves.clone();
    in_order.sort_unstable();
    board.outcome().is_win() == table.outcome(mask).is_win()
        && moves.len() == board.count_winning_moves() as usize
        && mask_of(m, &in_order) == Some(table.winning_moves(mask))
}
