//! Properties from the theory of each game: changes of a position that keep its value, and positions
//! that amount to the sum of two others.
//!
//! They are given as changes of the numbers of the input text, so that they share nothing with the
//! solvers. A game that is not listed here has none.

use grundy_games::TypedGame;

use crate::position::{numbers, read};
use crate::{Pick, Violation};

/// A change of a position that keeps outcome and Grundy value.
struct Change {
    what: &'static str,
    /// Whether it also keeps the number of winning moves.
    keeps_count: bool,
    /// The numbers of the new input.
    numbers: Vec<u64>,
}

/// The claim about a position holds for its variations, too.
///
/// # Errors
/// When the claim about one differs, or one is refused.
pub fn varied<G: TypedGame>(game: &G, of: &G::Position, picks: &[Pick]) -> Result<(), Violation> {
    let claim = game.claim(of);
    let input = numbers(game, of);
    let changes = picks.iter();
    for change in changes.flat_map(|pick| changes_of(&game.about().name, &input, pick)) {
        let (what, numbers) = (change.what, &change.numbers);
        let Some(varied) = read(game, numbers).map(|varied| game.claim(&varied)) else {
            let what = format!("with {what} refused: {numbers:?}");
            return Err(Violation::at(game, of, what));
        };
        let same = (varied.wins, varied.grundy) == (claim.wins, claim.grundy);
        let same_count = varied.winning_moves == claim.winning_moves;
        if !same || change.keeps_count && !same_count {
            let what = format!("{claim}; with {what}: {varied}, for {numbers:?}");
            return Err(Violation::at(game, of, what));
        }
    }
    Ok(())
}

/// The Grundy value of a position that amounts to a sum is the nim-sum of those of its parts.
///
/// # Errors
/// When it is not, or a part is refused.
pub fn split<G: TypedGame>(game: &G, of: &G::Position, picks: &[Pick]) -> Result<(), Violation> {
    let whole = game.claim(of).grundy;
    let input = numbers(game, of);
    let splits = picks.iter();
    for parts in splits.filter_map(|pick| parts_of(&game.about().name, &input, pick)) {
        let value = |part: &Vec<u64>| game.claim(&read(game, part)?).grundy;
        let values = parts.each_ref().map(value);
        let sum = values[0].zip(values[1]).map(|(a, b)| a ^ b);
        if sum != whole {
            let what = format!("Grundy value {whole:?}, and {values:?} of the parts {parts:?}");
            return Err(Violation::at(game, of, what));
        }
    }
    Ok(())
}

fn changes_of(game: &str, input: &[u64], pick: &Pick) -> Vec<Change> {
    let at = usize::from(pick.at);
    match (game, input) {
        ("nim", [_, heaps @ ..]) => with_heaps(heaps, 0, u64::MAX, pick, row),
        ("bounded", &[n, k, ref heaps @ ..]) => {
            let input = |heaps: &[u64]| [&[heaps.len() as u64, k], heaps].concat();
            let mut changes = with_heaps(heaps, 0, u64::MAX, pick, input);
            if let Some(period) = k.checked_add(1) {
                let mut numbers = [&[n, k], heaps].concat();
                let heap = &mut numbers[2 + at % heaps.len()];
                *heap += period * pick.amount.up_to((u64::MAX - *heap) / period, &[]);
                changes.push(keeps_value("multiples of k + 1 on a heap", numbers));
            }
            changes
        }
        ("constrained", &[n, m, ref rest @ ..]) => {
            /// The largest heap and the largest X that the game accepts.
            const LARGEST: u64 = 1_000_000_000_000_000_000;
            let (heaps, pairs) = rest.split_at(n as usize);
            let input = |heaps: &[u64]| [&[heaps.len() as u64, m], heaps, pairs].concat();
            let mut changes = with_heaps(heaps, 1, LARGEST, pick, input);
            let reversed = pairs.rchunks(2).collect::<Vec<_>>().concat();
            let numbers = [&[n, m], heaps, &reversed].concat();
            changes.push(keeps_count("pairs in opposite order", numbers));
            let largest = heaps.iter().copied().max().unwrap_or(LARGEST);
            if largest < LARGEST {
                let within = pairs.chunks(2).filter(|pair| pair[0] <= largest);
                let mut others = within.collect::<Vec<_>>().concat();
                if others.len() == pairs.len() {
                    let x = largest + 1 + pick.amount.up_to(LARGEST - largest - 1, &[]);
                    others.extend([x, x - pick.amount.up_to(x - 1, heaps)]);
                }
                let m = others.len() as u64 / 2;
                let numbers = [&[n, m], heaps, &others].concat();
                changes.push(keeps_count("other pairs beyond the largest heap", numbers));
            }
            changes
        }
        ("staircase", [_, steps @ ..]) => {
            let at = at % (steps.len() + 1);
            let lifted = [&steps[..at], &[0, 0], &steps[at..]].concat();
            let mut changes = vec![
                keeps_value("two empty steps between others", row(&lifted)),
                keeps_count("empty steps on top", row(&[steps, &[0, 0, 0]].concat())),
            ];
            // No step may hold more than 2^64 - 1 coins during play.
            let all = steps
                .iter()
                .fold(0, |sum: u64, &coins| sum.saturating_add(coins));
            if at % 2 == 1 && at < steps.len() {
                let mut fuller = steps.to_vec();
                fuller[at] += pick.amount.up_to(u64::MAX - all, steps);
                changes.push(keeps_value("coins on an even step", row(&fuller)));
            }
            changes
        }
        ("kamyki", [_, n, piles @ ..]) => {
            let at = at % piles.len();
            let twins = [&piles[..at], &[piles[at]; 2], &piles[at..]].concat();
            let longer = [&[0, 0, 0], piles].concat();
            let mut changes = vec![
                keeps_count("empty piles on the left", kamyki(&longer)),
                keeps_value("two piles more of a size that is there", kamyki(&twins)),
            ];
            if (n - at as u64).is_multiple_of(2) {
                let stones = pick.amount.up_to(u64::MAX - piles[piles.len() - 1], piles);
                let (lower, higher) = piles.split_at(at);
                let higher: Vec<u64> = higher.iter().map(|pile| pile + stones).collect();
                let what = "stones on a pile at an even place and on all on its right";
                changes.push(keeps_value(what, kamyki(&[lower, &higher].concat())));
            }
            changes
        }
        ("gra", &[m, n, ref squares @ ..]) => {
            let largest = u64::from(u32::MAX);
            let shifted = |first: u64| {
                let to = |number: &u64| number - squares[0] + first;
                let squares: Vec<u64> = squares.iter().map(to).collect();
                [&[to(&m), n], &squares[..]].concat()
            };
            let right = squares[0] + pick.amount.up_to(largest - m, &[]);
            let mut changes = vec![
                keeps_count("more empty squares on the left", shifted(right)),
                keeps_count("no empty squares on the left", shifted(1)),
            ];
            // The first pawn behind a free square other than the goal: blocks stay where they are from
            // the goal.
            let pawn = at % squares.len();
            let behind = (pawn + 1..squares.len()).find(|&i| squares[i] > squares[i - 1] + 1);
            let goal_is_next = behind.is_none() && squares[squares.len() - 1] + 1 == m;
            if m <= largest - 2 && !goal_is_next {
                let behind = behind.unwrap_or(squares.len());
                let moved = squares[behind..].iter().map(|square| square + 2);
                let squares = squares[..behind].iter().copied().chain(moved);
                let numbers = [m + 2, n].into_iter().chain(squares).collect();
                changes.push(keeps_value(
                    "two free squares beside a free square",
                    numbers,
                ));
            }
            changes
        }
        _ => Vec::new(),
    }
}

fn parts_of(game: &str, input: &[u64], pick: &Pick) -> Option<[Vec<u64>; 2]> {
    // A place between two of `n` things.
    let between = |n: usize| (n > 1).then(|| 1 + usize::from(pick.at) % (n - 1));
    match (game, input) {
        ("nim", [_, heaps @ ..]) => {
            let (a, b) = heaps.split_at(between(heaps.len())?);
            Some([a, b].map(row))
        }
        ("bounded", &[_, k, ref heaps @ ..]) => {
            let (a, b) = heaps.split_at(between(heaps.len())?);
            Some([a, b].map(|heaps| [&[heaps.len() as u64, k], heaps].concat()))
        }
        ("constrained", &[n, m, ref rest @ ..]) => {
            let (heaps, pairs) = rest.split_at(n as usize);
            let (a, b) = heaps.split_at(between(heaps.len())?);
            Some([a, b].map(|heaps| [&[heaps.len() as u64, m], heaps, pairs].concat()))
        }
        ("staircase", [_, steps @ ..]) => {
            let (a, b) = steps.split_at(2 * between(steps.len().div_ceil(2))?);
            Some([a, b].map(row))
        }
        ("kamyki", [_, _, piles @ ..]) => {
            let (a, b) = piles.split_at(piles.len() - 2 * between(piles.len().div_ceil(2))?);
            let ground = a[a.len() - 1];
            let b: Vec<u64> = b.iter().map(|pile| pile - ground).collect();
            Some([a, &b].map(kamyki))
        }
        _ => None,
    }
}

/// Changes of a row of heaps from `least` to `most`.
fn with_heaps(
    heaps: &[u64],
    least: u64,
    most: u64,
    pick: &Pick,
    input: impl Fn(&[u64]) -> Vec<u64>,
) -> Vec<Change> {
    let at = usize::from(pick.at) % heaps.len();
    let (left, right) = heaps.split_at(at);
    let reversed: Vec<u64> = heaps.iter().rev().copied().collect();
    let twin = pick.amount.up_to(most, heaps).max(least);
    let twins = [left, &[twin], right, &[twin]].concat();
    vec![
        keeps_count("heaps in another order", input(&[right, left].concat())),
        keeps_count("heaps in opposite order", input(&reversed)),
        keeps_value("two equal heaps more", input(&twins)),
    ]
}

fn keeps_value(what: &'static str, numbers: Vec<u64>) -> Change {
    Change {
        what,
        keeps_count: false,
        numbers,
    }
}

fn keeps_count(what: &'static str, numbers: Vec<u64>) -> Change {
    Change {
        keeps_count: true,
        ..keeps_value(what, numbers)
    }
}

/// A row behind its length.
fn row(numbers: &[u64]) -> Vec<u64> {
    [&[numbers.len() as u64], numbers].concat()
}

/// One row of piles as an input.
fn kamyki(piles: &[u64]) -> Vec<u64> {
    [&[1, piles.len() as u64], piles].concat()
}
