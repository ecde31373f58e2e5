//! The loop for large boards, in each of its versions, for boards of any size.

use super::wide;
use crate::version::Version;

/// The loop for large boards, in one of its versions.
///
/// [`count_winning_moves`](super::count_winning_moves) uses this loop only for boards wider than 64 squares, and
/// only in the version that is fastest on the machine. This type calls it for every board and in every version, so
/// that a check can compare each version with the oracle. It gives the same counts and is not faster.
///
/// ```
/// use grundy_core::gra::WideLoop;
/// for version in WideLoop::all() {
///     assert_eq!(version.count_winning_moves(7, &[2, 3, 6]), 1, "{}", version.name());
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WideLoop(Version);

impl WideLoop {
    /// Every version that this machine can run; the portable one comes first.
    pub fn all() -> Vec<Self> {
        Version::all().into_iter().map(Self).collect()
    }

    /// `portable`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    /// The number of winning moves, as [`count_winning_moves`](super::count_winning_moves) returns it. O(n) time,
    /// 3 n / 8 bytes.
    pub fn count_winning_moves(self, m: u32, squares: &[u32]) -> u32 {
        wide::count_winning_moves(self.0, m, squares)
    }
}
