//! Random positions of heap games, and random moves.

use grundy_core::octal::Values;

use crate::generate::{self, Random};
use crate::{About, NoShape, Request, Shape};

pub(super) const SHAPES: &[Shape] = &[
    Shape::new("random", "heaps of 0 to m stones, each equally likely"),
    Shape::by_closed_form(
        "lost",
        "a P-position: a heap of m, and another with the value that makes the nim-sum 0",
    ),
    Shape::by_closed_form("nearly", "a P-position with one stone more on one heap"),
    Shape::new("equal", "n heaps of m stones"),
];

/// The heaps of a random position.
pub(super) fn generate(
    about: &About,
    values: &Values,
    request: &Request<'_>,
) -> Result<Vec<u64>, NoShape> {
    let n = generate::count(request, about)?;
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
        other => Err(generate::unknown(about, other)),
    }
}

fn lost(random: &mut Random, n: usize, m: u64, values: &Values) -> Option<Vec<u64>> {
    let mut heaps = random.row(n, 0, m.saturating_sub(1));
    let at = random.below(n as u64) as usize;
    heaps[(at + 1) % n] = m;
    let x = heaps.iter().fold(0, |x, &heap| x ^ values.get(heap));
    let wanted = values.get(heaps[at]) ^ x;
    let fits: Vec<u64> = (0..=m).filter(|&heap| values.get(heap) == wanted).collect();
    heaps[at] = random.choose_but(&fits, |&heap| heap == m)?;
    Some(heaps)
}
