//! Programs for the strip game, right and wrong in known ways: `gra_candidate MODE`, the board on
//! standard input, the number of winning moves on standard output. The modes:
//!
//! * `right`.
//! * `skips-empty-below`: an even block moves only onto a block right below it.
//! * `counts-block-two`: moves out of block 2 are counted, although they let the opponent win at once.
//! * `forgets-the-win`: pawns before the last square are not seen to win.
//! * `quadratic`: looks for the block below from the start every time.
//! * `overflows`: the distance from the end is kept four-fold in 32 bits, which hold up to some 537 million squares.
//!
//! This is its own reading of the task and shares nothing with the solvers that it is judged by:
//! blocks of pawns are collected from the right, each with the number of free squares beyond it.

use std::io::Read as _;
use std::process::ExitCode;

/// A block of neighbouring pawns.
#[derive(Clone, Copy)]
struct Block {
    /// Free squares between the block and the end of the strip, the last square among them.
    free: i64,
    /// Pawns in the block.
    pawns: i64,
}

fn main() -> ExitCode {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let mut text = String::new();
    if std::io::stdin().read_to_string(&mut text).is_err() {
        return ExitCode::from(2);
    }
    let mut numbers = text.split_whitespace().flat_map(str::parse::<i64>);
    let (Some(squares), Some(_)) = (numbers.next(), numbers.next()) else {
        return ExitCode::from(2);
    };
    let pawns: Vec<i64> = numbers.collect();
    let blocks = blocks(squares, &pawns, &mode);
    println!("{}", answer(&blocks, &mode));
    ExitCode::SUCCESS
}

/// The blocks from right to left.
fn blocks(squares: i64, pawns: &[i64], mode: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (right, &pawn) in (0..).zip(pawns.iter().rev()) {
        let mut distance = squares - pawn;
        if mode == "overflows" {
            distance = i64::from((distance as i32).wrapping_mul(4) / 4);
        }
        let free = distance - right;
        match blocks.last_mut() {
            Some(block) if block.free == free => block.pawns += 1,
            _ => blocks.push(Block { free, pawns: 1 }),
        }
    }
    blocks
}

fn answer(blocks: &[Block], mode: &str) -> i64 {
    if let Some(first) = blocks.first()
        && first.free == 1
        && mode != "forgets-the-win"
    {
        return first.pawns;
    }
    let counts = |block: &&Block| block.free >= 3 && block.free % 2 == 1;
    let nim_sum = blocks.iter().filter(counts);
    let nim_sum = nim_sum.fold(0, |sum, block| sum ^ block.pawns);
    if nim_sum == 0 {
        return 0;
    }
    let mut moves = 0;
    for (i, block) in blocks.iter().enumerate() {
        if block.free % 2 == 1 {
            moves += i64::from(counts(&block) && block.pawns ^ nim_sum < block.pawns);
            continue;
        }
        if block.free == 2 && mode != "counts-block-two" {
            continue;
        }
        let below = if mode == "quadratic" {
            blocks.iter().find(|other| other.free == block.free - 1)
        } else {
            i.checked_sub(1)
                .and_then(|before| blocks.get(before))
                .filter(|other| other.free == block.free - 1)
        };
        if below.is_none() && mode == "skips-empty-below" {
            continue;
        }
        let stands = below.map_or(0, |other| other.pawns);
        let wanted = stands ^ nim_sum;
        moves += i64::from(stands < wanted && wanted <= stands + block.pawns);
    }
    moves
}
