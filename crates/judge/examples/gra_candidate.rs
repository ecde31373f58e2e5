//! Programs for the strip game, right and wrong in known ways: `gra_candidate MODE`, the board on
//! standard input, the number of winning moves on standard output.
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
    let blocks = blocks(squares, &pawns);
    let answer = match mode.as_str() {
        "skips-empty-below" => answer(&blocks, Way::SkipsEmptyBelow),
        "counts-block-two" => answer(&blocks, Way::CountsBlockTwo),
        "forgets-the-win" => answer(&blocks, Way::ForgetsTheWin),
        "quadratic" => answer(&blocks, Way::Quadratic),
        "staircase-to-the-end" => staircase_to_the_end(&blocks),
        "overflows" => answer(&blocks_in_32_bits(squares, &pawns), Way::Right),
        // Looks for the first gap from the left before anything else, and finds none.
        "full-strip" if i64::try_from(pawns.len()) == Ok(squares - 1) => 0,
        "right" | "full-strip" => answer(&blocks, Way::Right),
        _ => return ExitCode::from(99),
    };
    println!("{answer}");
    ExitCode::SUCCESS
}

/// The blocks from right to left.
fn blocks(squares: i64, pawns: &[i64]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut beyond = squares;
    let mut free = 1;
    for &pawn in pawns.iter().rev() {
        let gap = beyond - pawn - 1;
        match blocks.last_mut() {
            Some(block) if gap == 0 => block.pawns += 1,
            _ => {
                free += gap;
                blocks.push(Block { free, pawns: 1 });
            }
        }
        beyond = pawn;
    }
    blocks
}

/// The same with a detour: the distance from the end is kept four-fold in 32 bits, which holds up to
/// some 537 million squares.
fn blocks_in_32_bits(squares: i64, pawns: &[i64]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (right, &pawn) in (0..).zip(pawns.iter().rev()) {
        let four_fold = ((squares - pawn) as i32).wrapping_mul(4);
        let free = i64::from(four_fold / 4 - right);
        match blocks.last_mut() {
            Some(block) if block.free == free => block.pawns += 1,
            _ => blocks.push(Block { free, pawns: 1 }),
        }
    }
    blocks
}

/// The known ways to go wrong, or to be slow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Right,
    /// An even block moves only onto a block right below it.
    SkipsEmptyBelow,
    /// Moves out of block 2 are counted, although they let the opponent win at once.
    CountsBlockTwo,
    /// Pawns before the last square are not seen to win.
    ForgetsTheWin,
    /// Looks for the block below from the start every time.
    Quadratic,
}

fn answer(blocks: &[Block], way: Way) -> i64 {
    if let Some(first) = blocks.first()
        && first.free == 1
        && way != Way::ForgetsTheWin
    {
        return first.pawns;
    }
    let nim_sum = blocks
        .iter()
        .filter(|block| block.free >= 3 && block.free % 2 == 1)
        .fold(0, |sum, block| sum ^ block.pawns);
    if nim_sum == 0 {
        return 0;
    }
    let mut moves = 0;
    for (i, block) in blocks.iter().enumerate() {
        if block.free % 2 == 1 {
            moves += i64::from(block.free >= 3 && block.pawns ^ nim_sum < block.pawns);
            continue;
        }
        if block.free == 2 && way != Way::CountsBlockTwo {
            continue;
        }
        let below = if way == Way::Quadratic {
            blocks.iter().find(|other| other.free == block.free - 1)
        } else {
            i.checked_sub(1)
                .and_then(|before| blocks.get(before))
                .filter(|other| other.free == block.free - 1)
        };
        if below.is_none() && way == Way::SkipsEmptyBelow {
            continue;
        }
        let stands = below.map_or(0, |other| other.pawns);
        let wanted = stands ^ nim_sum;
        moves += i64::from(stands < wanted && wanted <= stands + block.pawns);
    }
    moves
}

/// Staircase Nim in which the last square is the floor: overlooks that whoever enters it has won.
fn staircase_to_the_end(blocks: &[Block]) -> i64 {
    let nim_sum = blocks
        .iter()
        .filter(|block| block.free % 2 == 1)
        .fold(0, |sum, block| sum ^ block.pawns);
    let pawns_at = |free: i64| {
        blocks
            .iter()
            .find(|block| block.free == free)
            .map_or(0, |block| block.pawns)
    };
    let mut moves = 0;
    for block in blocks {
        if block.free % 2 == 1 {
            moves += i64::from(block.pawns ^ nim_sum < block.pawns);
        } else {
            let stands = pawns_at(block.free - 1);
            let wanted = stands ^ nim_sum;
            moves += i64::from(stands < wanted && wanted <= stands + block.pawns);
        }
    }
    moves
}
