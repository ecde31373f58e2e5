//! Random positions of heap games, and random moves.

use grundy_core::octal::Sequence;

use grundy_game::generate::Random;

/// The heaps of a position of a shape; `None` when this try found none.
pub(super) fn heaps(
    shape: &str,
    values: &Sequence,
    random: &mut Random,
    m: u64,
    n: usize,
) -> Option<Vec<u64>> {
    match shape {
        "lost" => lost(random, n, m, values),
        "nearly" => {
            let mut heaps = lost(random, n, m, values)?;
            let heap = random.below(n as u64) as usize;
            heaps[heap] += 1;
            (heaps[heap] <= m).then_some(heaps)
        }
        "equal" => Some(vec![m; n]),
        _ => Some(random.row(n, 0, m)),
    }
}

/// A heap with a certain value is looked for among this number of the smallest heaps and of the largest ones.
const LOOKED_AT: u64 = 100_000;

fn lost(random: &mut Random, n: usize, m: u64, values: &Sequence) -> Option<Vec<u64>> {
    // Beside a single other heap, a heap of m would leave few positions, and none for `nearly` where only m has its value.
    let has_largest = n > 2;
    let mut heaps = random.row(n, 0, m.saturating_sub(u64::from(has_largest)));
    let at = random.below(n as u64) as usize;
    if has_largest {
        heaps[(at + 1) % n] = m;
    }
    let x = heaps.iter().fold(0, |x, &heap| x ^ values.get(heap));
    let wanted = values.get(heaps[at]) ^ x;
    let large = (LOOKED_AT + 1).max(m.saturating_sub(LOOKED_AT))..=m;
    let heaps_to_try = (0..=m.min(LOOKED_AT)).chain(large);
    let fits: Vec<u64> = heaps_to_try
        .filter(|&heap| values.get(heap) == wanted)
        .collect();
    heaps[at] = random.choose_but(&fits, |&heap| heap == m)?;
    Some(heaps)
}
