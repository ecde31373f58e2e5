//! A property from the theory of each game: changes of a position that keep outcome and Grundy value.
//!
//! They are given as changes of the numbers of the input text, so that they share nothing with the solvers. A game that is
//! not listed here has none.

use grundy_game::TypedGame;

use crate::position::{numbers, read};
use crate::{Pick, Violation};

/// What is changed, and the numbers of the new input.
type Change = (&'static str, Vec<u64>);

/// The claim about a position holds for its variations, too.
///
/// # Errors
/// When the claim about one differs, or one is refused.
pub fn varied<G: TypedGame>(game: &G, of: &G::Position, picks: &[Pick]) -> Result<(), Violation> {
    let claim = game.claim(of);
    let input = numbers(game, of);
    for pick in picks {
        for (what, numbers) in changes(&game.about().name, &input, *pick) {
            let Some(varied) = read(game, &numbers).map(|varied| game.claim(&varied)) else {
                let what = format!("with {what} refused: {numbers:?}");
                return Err(Violation::at(game, of, what));
            };
            if (varied.outcome, varied.grundy) != (claim.outcome, claim.grundy) {
                let what = format!("{claim}; with {what}: {varied}, for {numbers:?}");
                return Err(Violation::at(game, of, what));
            }
        }
    }
    Ok(())
}

fn changes(game: &str, input: &[u64], pick: Pick) -> Vec<Change> {
    let Pick { at, amount } = pick;
    let at = usize::from(at);
    // A row with two equal numbers more: at the beginning, and at some place.
    let twins = |row: &[u64], twin: u64| {
        let (left, right) = row.split_at(at % row.len());
        [&[twin], left, &[twin], right].concat()
    };
    match (game, input) {
        ("nim", [_, heaps @ ..]) => {
            let heaps = twins(heaps, amount.up_to(u64::MAX, heaps));
            vec![("two equal heaps more", with_length(&heaps))]
        }
        ("bounded", &[n, k, ref heaps @ ..]) => {
            let more = twins(heaps, amount.up_to(u64::MAX, heaps));
            let more = [&[n + 2, k], &more[..]].concat();
            let mut larger = input.to_vec();
            let heap = &mut larger[2 + at % heaps.len()];
            if let Some(period) = k.checked_add(1) {
                *heap += period * amount.up_to((u64::MAX - *heap) / period, &[]);
            }
            vec![
                ("two equal heaps more", more),
                ("multiples of k + 1 on a heap", larger),
            ]
        }
        ("constrained", &[n, m, ref rest @ ..]) => {
            /// The largest heap and the largest X that the game accepts.
            const LARGEST: u64 = 1_000_000_000_000_000_000;
            let (heaps, pairs) = rest.split_at(n as usize);
            let more = twins(heaps, amount.up_to(LARGEST, heaps).max(1));
            let reversed = pairs.rchunks(2).collect::<Vec<_>>().concat();
            let mut changes = vec![
                (
                    "two equal heaps more",
                    [&[n + 2, m], &more[..], pairs].concat(),
                ),
                (
                    "pairs in opposite order",
                    [&[n, m], heaps, &reversed].concat(),
                ),
            ];
            let largest = heaps.iter().copied().max().unwrap_or(LARGEST);
            if largest < LARGEST && pairs.chunks(2).all(|pair| pair[0] <= largest) {
                let x = largest + 1 + amount.up_to(LARGEST - largest - 1, &[]);
                let pair = [x, x - amount.up_to(x - 1, heaps)];
                let others = [&[n, m + 1], rest, &pair].concat();
                changes.push(("a pair beyond the largest heap", others));
            }
            changes
        }
        ("staircase", [_, steps @ ..]) => {
            let at = at % steps.len();
            let lifted = [&steps[..at], &[0, 0], &steps[at..]].concat();
            let mut fuller = steps.to_vec();
            if at % 2 == 1 {
                // No step may hold more than 2^64 - 1 coins during play.
                let all = steps
                    .iter()
                    .fold(0_u64, |sum, &coins| sum.saturating_add(coins));
                fuller[at] += amount.up_to(u64::MAX - all, steps);
            }
            vec![
                ("two empty steps between others", with_length(&lifted)),
                ("coins on an even step", with_length(&fuller)),
            ]
        }
        ("kamyki", [_, n, piles @ ..]) => {
            let at = at % piles.len();
            let row = |piles: &[u64]| [&[1], &with_length(piles)[..]].concat();
            let more = [&piles[..at], &[piles[at]; 2], &piles[at..]].concat();
            let mut changes = vec![("two piles more of a size that is there", row(&more))];
            if (n - at as u64).is_multiple_of(2) {
                let stones = amount.up_to(u64::MAX - piles[piles.len() - 1], piles);
                let higher = piles[at..].iter().map(|pile| pile + stones);
                let raised: Vec<u64> = piles[..at].iter().copied().chain(higher).collect();
                let what = "stones on a pile at an even place and on all on its right";
                changes.push((what, row(&raised)));
            }
            changes
        }
        ("gra", &[m, n, ref squares @ ..]) => {
            let most = u64::from(u32::MAX) - m;
            let right = amount.up_to(most, &[]);
            let all = squares.iter().map(|square| square + right);
            let shifted = [m + right, n].into_iter().chain(all).collect();
            let mut changes = vec![("more empty squares on the left", shifted)];
            // The first pawn behind a free square other than the goal: blocks stay where they are from the goal.
            let pawn = at % squares.len();
            let behind = (pawn + 1..squares.len()).find(|&i| squares[i] > squares[i - 1] + 1);
            let goal_is_next = behind.is_none() && squares[squares.len() - 1] + 1 == m;
            if most >= 2 && !goal_is_next {
                let (left, right) = squares.split_at(behind.unwrap_or(squares.len()));
                let right = right.iter().map(|square| square + 2);
                let squares = left.iter().copied().chain(right);
                let numbers = [m + 2, n].into_iter().chain(squares).collect();
                changes.push(("two free squares beside a free square", numbers));
            }
            changes
        }
        _ => Vec::new(),
    }
}

/// A row behind its length.
fn with_length(numbers: &[u64]) -> Vec<u64> {
    [&[numbers.len() as u64], numbers].concat()
}
