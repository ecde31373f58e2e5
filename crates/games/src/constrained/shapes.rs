//! Random positions, among them hard ones.

use grundy_core::constrained::{MAX_SIZE, Move, Pair, Position};

use grundy_game::generate::Random;
use grundy_game::{Drawn, NoShape};

/// How many different X a dense position has.
const DENSE: usize = 8;

/// A position of a shape; `None` when this try found none.
pub(super) fn shaped(shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Position> {
    if !(1..=MAX_SIZE).contains(&m) {
        return Err(NoShape(format!(
            "m is {m}: a heap has 1 to {MAX_SIZE} stones"
        )));
    }
    let there_are = pairs_up_to(m);
    if (n as u128) > there_are {
        return Err(NoShape(format!(
            "m is {m} and n is {n}: there are only {there_are} pairs Y <= X <= {m}"
        )));
    }
    Ok(match shape {
        "lost" => lost(random, n, m),
        "high" => high(random, n, m),
        "dense" => Some(dense(random, n, m)?),
        "blocked" => Some(blocked(random, n, m)),
        "edges" => Some(edges(random, n, m)?),
        _ => Some(any(random, n, m)),
    })
}

/// The number of pairs Y <= X <= m.
fn pairs_up_to(m: u64) -> u128 {
    u128::from(m) * (u128::from(m) + 1) / 2
}

pub(super) fn any(random: &mut Random, n: usize, m: u64) -> Position {
    let heaps = random.row(n, 1, m);
    let pairs = pairs(random, n, m);
    position(heaps, pairs)
}

/// `n` different pairs in random order. Where these are at least a quarter of all pairs, every set of them is equally
/// likely, otherwise every X.
fn pairs(random: &mut Random, n: usize, m: u64) -> Vec<Pair> {
    let there_are = pairs_up_to(m);
    let mut chosen: Vec<Pair> = if there_are <= 4 * n as u128 {
        let all = (1..=m).flat_map(|x| (1..=x).map(move |y| Pair { x, y }));
        let numbers = random.distinct(n, there_are as u32);
        let mut numbers = numbers.into_iter().peekable();
        all.zip(0..)
            .filter(|&(_, number)| numbers.next_if_eq(&number).is_some())
            .map(|(pair, _)| pair)
            .collect()
    } else {
        let mut chosen = Vec::with_capacity(n);
        while chosen.len() < n {
            let missing = n - chosen.len();
            chosen.extend((0..missing).map(|_| {
                let x = random.between(1, m);
                let y = random.between(1, x);
                Pair { x, y }
            }));
            chosen.sort_unstable();
            chosen.dedup();
        }
        chosen
    };
    random.shuffle(&mut chosen);
    chosen
}

/// A random position with a heap of `m`, after a winning move that leaves no heap empty, on another heap if
/// possible; `None` when there is no such move.
fn lost(random: &mut Random, n: usize, m: u64) -> Option<Position> {
    /// Moves looked at: there may be hundreds for every heap.
    const LOOKED_AT: usize = 1000;
    let drawn = any(random, n, m);
    let mut heaps = drawn.heaps().to_vec();
    let largest = random.below(n as u64) as usize;
    heaps[largest] = m;
    let drawn = position(heaps.clone(), drawn.pairs().to_vec());
    if !drawn.outcome().is_win() {
        return Some(drawn);
    }
    let winning = drawn.winning_moves();
    let winning = winning.filter(|winning| winning.stones < heaps[winning.heap - 1]);
    let winning: Vec<Move> = winning.take(LOOKED_AT).collect();
    let a_move = random.choose_but(&winning, |a_move| a_move.heap - 1 == largest)?;
    heaps[a_move.heap - 1] -= a_move.stones;
    Some(position(heaps, drawn.pairs().to_vec()))
}

/// A lost position after a move that takes the highest bit of all values from one heap's value and does not empty the
/// heap; `None` when there is none.
fn high(random: &mut Random, n: usize, m: u64) -> Option<Position> {
    let lost = lost(random, n, m)?;
    let values: Vec<u64> = lost.heap_values().collect();
    let (heap, bit) = random.place_of_highest_bit(&values)?;
    let mut heaps = lost.heaps().to_vec();
    let mut moves = lost.grundy().moves_to(heaps[heap], values[heap] - bit);
    heaps[heap] -= moves.find(|&stones| stones < heaps[heap])?;
    drop(moves);
    Some(position(heaps, lost.pairs().to_vec()))
}

/// Each of a few X has its share of the pairs, most of which forbid moves to the smallest sizes.
fn dense(random: &mut Random, n: usize, m: u64) -> Result<Position, NoShape> {
    let different = DENSE.min(n);
    let window = n.div_ceil(different) as u64 * 10 / 9;
    // X above the window, and close enough together to go to one another.
    let above = (m.saturating_sub(window)).min(4 * (window + different as u64));
    if above < different as u64 {
        return Err(NoShape(format!(
            "m is {m}: {n} dense pairs need heaps of {} stones",
            window + different as u64
        )));
    }
    let sizes = random.distinct(different, above as u32);
    let sizes: Vec<u64> = sizes.iter().map(|&x| window + u64::from(x) + 1).collect();
    let mut pairs = Vec::with_capacity(n);
    for (i, &x) in sizes.iter().enumerate() {
        let share = (n + i) / different;
        let targets = random.distinct(share, window as u32);
        pairs.extend(targets.iter().map(|&target| Pair {
            x,
            y: x - u64::from(target),
        }));
    }
    random.shuffle(&mut pairs);
    let heaps = (0..n).map(|_| match random.below(3) {
        0 => random.between(1, window + above),
        1 => random.between(1, m),
        _ => random.choose(&sizes).unwrap_or(m),
    });
    Ok(position(heaps.collect(), pairs))
}

/// The pairs forbid all moves of the smallest sizes, one size after the other; those that are left forbid some moves of
/// the next size.
fn blocked(random: &mut Random, n: usize, m: u64) -> Position {
    let all = (1..=m).flat_map(|x| (1..=x).map(move |y| Pair { x, y }));
    let mut pairs: Vec<Pair> = all.take(n).collect();
    let largest = pairs.last().map_or(1, |pair| pair.x);
    random.shuffle(&mut pairs);
    position(random.row(n, 1, m.min(2 * largest)), pairs)
}

/// One pair for each of some X among the 2n largest sizes: about half of them about a step to a
/// neighbour, the others about a step far down.
fn edges(random: &mut Random, n: usize, m: u64) -> Result<Position, NoShape> {
    let within = m.min(2 * n as u64);
    if within < n as u64 {
        return Err(NoShape(format!(
            "m is {m}: {n} different X need sizes up to {n}"
        )));
    }
    let sizes = random.distinct(n, within as u32);
    let mut sizes: Vec<u64> = sizes.iter().map(|&x| m - u64::from(x)).collect();
    sizes[0] = m;
    let mut pairs: Vec<Pair> = sizes
        .iter()
        .map(|&x| {
            let few = random.between(1, x.min(3));
            let y = match random.below(2) {
                0 => few,
                _ => x + 1 - few,
            };
            Pair { x, y }
        })
        .collect();
    random.shuffle(&mut pairs);
    let heaps = (0..n).map(|_| {
        let x = random.choose(&sizes).unwrap_or(m);
        (x + random.between(0, 2)).saturating_sub(1).clamp(1, m)
    });
    Ok(position(heaps.collect(), pairs))
}

fn position(heaps: Vec<u64>, pairs: Vec<Pair>) -> Position {
    Position::new(heaps, pairs).expect("heaps and pairs are small enough, and pairs are different")
}
