//! How blocks of words are solved.
//!
//! Every move of a pawn in the upper bits leads to a block with a lower number, and makes the *distance* of
//! the block smaller: the sum of the distances of all pawns in the upper bits from the lower bits. So blocks
//! of one distance do not depend on each other, and all of them are solved at once, in all processes.

use std::mem;

use rayon::prelude::*;

use super::exchange::{Layout, Received, exchange};
use super::needs::{Need, Step, needs};
use super::words::{IN_WORD, WordSolver, come_down_into, merge, pawns};
use crate::SolveError;
use crate::progress::Reporter;
use crate::ranks::Ranks;

/// All numbers of `upper` bits, by the sum of the distances of their pawns; bit 0 has distance 1.
pub(super) fn waves(upper: u32) -> Vec<Vec<u64>> {
    let mut waves = vec![Vec::new(); (upper * (upper + 1) / 2) as usize + 1];
    for number in 0..1_u64 << upper {
        let distance: u32 = pawns(number).map(|(pawn, _)| pawn + 1).sum();
        waves[distance as usize].push(number);
    }
    waves
}

/// Fills `words` with zeros, far apart on each thread.
///
/// The system hands out pages when they are first written to, and threads that ask for neighbouring ones
/// wait for each other. In the order of waves that took as much time as solving the blocks.
pub(super) fn clear(words: &mut [u64]) {
    let share = words.len().div_ceil(rayon::current_num_threads()).max(1);
    words.par_chunks_mut(share).for_each(|part| part.fill(0));
}

/// Solves words that depend on no others but themselves and those of the other ranks, which call this at the
/// same time. On entry they flag the boards with a winning move that leads out of these words, on return the
/// P-positions.
pub(super) fn solve(
    words: &mut [u64],
    layout: Layout,
    ranks: Option<&dyn Ranks>,
    reporter: &mut Reporter<'_>,
) -> Result<(), SolveError> {
    let me = ranks.map_or(0, Ranks::rank);
    let solver = WordSolver::new();
    let mut own: Vec<&mut [u64]> = words.chunks_mut(1 << layout.in_block).collect();
    for wave in waves(layout.upper()) {
        let by_rank = layout.by_rank(wave);
        let longest = by_rank.iter().map(Vec::len).max().unwrap_or(0);
        for step in 0..longest.div_ceil(layout.a_step) {
            let of_rank = |numbers: &Vec<u64>| {
                let mut steps = numbers.chunks(layout.a_step);
                steps.nth(step).unwrap_or_default().to_vec()
            };
            let work: Vec<Vec<u64>> = by_rank.iter().map(of_rank).collect();
            let received = match ranks {
                Some(ranks) => exchange(ranks, layout, |n| &*own[layout.place(n)], &work)?,
                None => Received::default(),
            };
            solve_some(&mut own, &work[me], layout, &received, &solver);
            let solved: usize = work.iter().map(Vec::len).sum();
            let reported = reporter.add((solved as u64) << (IN_WORD + layout.in_block));
            let Some(ranks) = ranks else {
                reported?;
                continue;
            };
            let stops = ranks.share(&[u8::from(reported.is_err())])?;
            if stops.iter().any(|stops| stops != &[0]) {
                return Err(reporter.stopped());
            }
        }
    }
    Ok(())
}

/// Solves some of the blocks of this rank that do not depend on each other, on all threads.
fn solve_some(
    blocks: &mut [&mut [u64]],
    numbers: &[u64],
    layout: Layout,
    received: &Received,
    solver: &WordSolver,
) {
    let take = |&number: &u64| (number, mem::take(&mut blocks[layout.place(number)]));
    let mut taken: Vec<(u64, &mut [u64])> = numbers.iter().map(take).collect();
    // Two blocks at a time, unless that leaves a thread without work.
    let threads = rayon::current_num_threads();
    let together = taken.len().div_ceil(threads).clamp(1, 2);
    let solved = &*blocks;
    let part = |number: u64, need: &Need| {
        if layout.owner(need.block) == layout.owner(number) {
            need.step.part(&*solved[layout.place(need.block)])
        } else {
            received.part(need).expect("every need was exchanged")
        }
    };
    taken
        .par_chunks_mut(together)
        .for_each_init(Vec::new, |below, taken| {
            for (number, block) in &mut *taken {
                add_moves_out(*number, block, |need| part(*number, need), below);
            }
            match taken {
                [(_, a)] => solve_words([a], solver),
                [(_, a), (_, b)] => solve_words([a, b], solver),
                _ => {}
            }
        });
    for (number, block) in taken {
        blocks[layout.place(number)] = block;
    }
}

/// Flags the boards of the block `number` that win by a move of a pawn in the upper bits; `part` gives
/// what is needed of another block. `below` is a buffer.
fn add_moves_out<'a>(
    number: u64,
    block: &mut [u64],
    part: impl Fn(&Need) -> &'a [u64],
    below: &mut Vec<u64>,
) {
    below.clear();
    for need in needs(number) {
        let part = part(&need);
        match need.step {
            Step::Across => merge(block, part),
            // All pawns that come down do so in the same way: once for all of them.
            Step::Down => {
                below.resize(part.len(), 0);
                merge(below, part);
            }
        }
    }
    if !below.is_empty() {
        come_down_into(below, block);
    }
}

/// Solves the words of blocks that do not depend on each other. On entry the words flag the
/// boards with a winning move of a pawn in the upper bits, on return the P-positions.
///
/// Within a block, the half without a pawn on the highest bit does not depend on the other one; then
/// that pawn comes down into it. So each word has to wait for the one before it: a second block,
/// solved in step, makes use of the wait (by about a third of the whole time).
fn solve_words<const N: usize>(blocks: [&mut [u64]; N], solver: &WordSolver) {
    if blocks[0].len() == 1 {
        for block in blocks {
            block[0] = solver.solve(block[0]);
        }
        return;
    }
    let mut halves = blocks.map(|words| words.split_at_mut(words.len() / 2));
    solve_words(halves.each_mut().map(|(without, _)| &mut **without), solver);
    for (without, with) in &mut halves {
        come_down_into(&without[without.len() / 2..], with);
    }
    solve_words(halves.map(|(_, with)| with), solver);
}
