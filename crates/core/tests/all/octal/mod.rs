//! Octal games and their kin: the code, the values by two ways, periods and their proofs.

mod codes;
mod kept;
mod known;
mod misere;
mod periods;
mod proved;
mod random;
mod rising;
mod standard;

use grundy_core::octal::{Code, Sequence, naive};

/// Asserts that the fast way finds the values that the naive one finds, up to a heap, and the largest of them. Returns
/// the naive ones.
fn assert_as_naive(code: &Code, up_to: usize) -> Vec<u32> {
    let sequence = Sequence::to(code.clone(), up_to);
    let naive = naive::values(code, up_to);
    assert!(sequence.cells().iter().eq(naive.iter().copied()), "{code}");
    let largest = sequence.largest().map(|(value, heap)| (value, naive[heap]));
    let expected = naive.iter().max().map(|&value| (value, value));
    assert_eq!(largest, expected, "{code}");
    naive
}
