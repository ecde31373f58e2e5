//! Compares every version of the core's loop for large boards with the oracle, on every board of gra:
//!
//! ```sh
//! cargo run --release -p grundy-sweep --example gra_wide -- 28 results/sweep/gra-wide-28.csv
//! ```
//!
//! A sweep compares what the core answers, and the core uses this loop only for boards wider than 64 squares, which no
//! table of the oracle holds. This example therefore calls the loop itself, in each version that the machine can run,
//! for every board of 2 to M squares. It compares the number of winning moves, and writes a sweep record in which a
//! version is a game of its own: `gra:portable`, `gra:avx2`, `gra:avx512`. It ends with an error when a count differs.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use grundy_brute::gra::{Boards, Table, View, squares_of};
use grundy_core::gra::WideLoop;
use grundy_records::sweep::SweepRow;
use grundy_records::table;
use rayon::prelude::*;

/// The boards of a word of the oracle's table.
const WORD: u64 = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [up_to, csv] = &arguments[..] else {
        return Err("usage: gra_wide M CSV".into());
    };
    let up_to: u32 = up_to.parse()?;
    let table = Table::build(up_to, None, |_| ControlFlow::Continue(()))?;
    let mut rows = Vec::new();
    for version in WideLoop::all() {
        for m in 2..=up_to {
            let start = Instant::now();
            // The mask of a board of m squares is less than 2^(m-1), and the empty mask is no board.
            let masks = 1_u64 << (m - 1);
            let words = (0..masks.div_ceil(WORD)).into_par_iter();
            let compared =
                words.map(|word| compare(version, m, &table.view(0).unwrap(), word, masks));
            let [positions, losing, winning_moves, mismatches] =
                compared.reduce(|| [0; 4], |a, b| std::array::from_fn(|i| a[i] + b[i]));
            if positions != masks - 1 {
                return Err(format!("m = {m}: {positions} boards were compared").into());
            }
            rows.push(SweepRow {
                game: format!("gra:{}", version.name()),
                size: m,
                positions,
                losing,
                winning_moves,
                mismatches,
                seconds: start.elapsed().as_secs_f64(),
                draws: None,
            });
        }
    }
    table::write(csv.as_ref(), &rows)?;
    let mismatches: u64 = rows.iter().map(|row| row.mismatches).sum();
    let positions: u64 = rows.iter().map(|row| row.positions).sum();
    println!("{positions} counts compared, {mismatches} mismatches");
    if mismatches > 0 {
        return Err("the loop and the oracle differ".into());
    }
    Ok(())
}

/// Positions, P-positions, winning moves and mismatches of the boards of one word.
fn compare(version: WideLoop, m: u32, table: &View<'_>, word: u64, masks: u64) -> [u64; 4] {
    let counts = table.counts(word).to_bytes();
    let boards = (word * WORD).max(1)..((word + 1) * WORD).min(masks);
    boards.fold([0; 4], |[positions, losing, winning, wrong], mask| {
        let expected = u32::from(counts[(mask % WORD) as usize]);
        let found = version.count_winning_moves(m, &squares_of(m, mask));
        [
            positions + 1,
            losing + u64::from(!table.outcome(mask).is_win()),
            winning + u64::from(expected),
            wrong + u64::from(found != expected),
        ]
    })
}
