//! Random positions of heap games, and random moves.

use grundy_core::octal::{Code, Move, Values};

use crate::generate::{self, Random};
use crate::{About, NoShape, Request, Shape};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "random",
        about: "heaps of 0 to m stones, each equally likely",
    },
    Shape {
        name: "lost",
        about: "a P-position: the last heap has the value that makes the nim-sum 0",
    },
    Shape {
        name: "nearly",
        about: "a P-position with one stone more on one heap",
    },
    Shape {
        name: "equal",
        about: "n heaps of m stones",
    },
];

/// The heaps of a random position.
pub(super) fn generate(
    about: &About,
    values: &Values,
    request: &Request<'_>,
) -> Result<Vec<u64>, NoShape> {
    let n = generate::count(request, "heaps")?;
    let m = request.m;
    let mut random = Random::new(request.seed);
    match request.shape {
        "random" => Ok(random.row(n, 0, m)),
        "lost" => generate::search(request, || lost(&mut random, n, m, values)),
        "nearly" => generate::search(request, || {
            let mut heaps = lost(&mut random, n, m, values)?;
            let heap = random.below(n as u64) as usize;
            heaps[heap] += 1;
            (heaps[heap] <= m).then_some(heaps)
        }),
        "equal" => Ok(vec![m; n]),
        other => Err(generate::unknown(about, SHAPES, other)),
    }
}

fn lost(random: &mut Random, n: usize, m: u64, values: &Values) -> Option<Vec<u64>> {
    let mut heaps = random.row(n, 0, m);
    let x = heaps.iter().fold(0, |x, &heap| x ^ values.get(heap));
    let at = random.below(n as u64) as usize;
    let wanted = values.get(heaps[at]) ^ x;
    let fits: Vec<u64> = (0..=m).filter(|&heap| values.get(heap) == wanted).collect();
    heaps[at] = random.choose(&fits)?;
    Some(heaps)
}

/// A legal move: any heap that has one, any way to take and to part, any sizes.
pub(super) fn random_move(code: &Code, heaps: &[u64], random: &mut Random) -> Option<Move> {
    let mut order: Vec<usize> = Vec::new();
    for attempt in 0.. {
        // A heap at random, and when that has no move often enough, all of them in random order.
        let at = if attempt < 8 {
            random.place_of_some(heaps)?
        } else {
            if order.is_empty() && attempt == 8 {
                order = (0..heaps.len()).collect();
                random.shuffle(&mut order);
            }
            order.pop()?
        };
        let size = heaps[at];
        let mut ways: Vec<(u64, u64)> = Vec::new();
        for (stones, digit) in code.moves(size) {
            let left = size - stones;
            let apart = if digit.is_unequal() { 2 } else { 0 };
            let fits = |parts: &u64| match parts {
                0 => left == 0 && size > 0,
                1 => left >= 1,
                2 => left >= 2 + apart / 2,
                _ => left >= 3 + 3 * apart / 2,
            };
            let allowed = (0..4).filter(|&parts| digit.allows(parts as u32));
            ways.extend(allowed.filter(fits).map(|parts| (stones, parts)));
        }
        let Some((stones, parts)) = random.choose(&ways) else {
            continue;
        };
        let unequal = code.digit(stones).is_unequal();
        loop {
            let left = part(random, size - stones, parts);
            if !unequal || left.windows(2).all(|pair| pair[0] < pair[1]) {
                let heap = at + 1;
                return Some(Move { heap, stones, left });
            }
        }
    }
    None
}

/// `left` stones in `parts` heaps, none of them empty, the smallest first.
fn part(random: &mut Random, left: u64, parts: u64) -> Vec<u64> {
    let mut heaps = match parts {
        0 => Vec::new(),
        1 => vec![left],
        _ => {
            let parts = random.split(left as u32, parts as usize, 1);
            parts.into_iter().map(u64::from).collect()
        }
    };
    heaps.sort_unstable();
    heaps
}
