//! Counting on one path, whatever the board and the machine would make one choose.

use super::wide;
use super::{InvalidBoard, read_and_count_in};
use crate::text::{Numbers, ReadError, Source};
use crate::version::Version;

/// The loop for large boards in one of its versions, for boards of any size.
///
/// [`count_winning_moves`](super::count_winning_moves) chooses a loop by the board, and a version by the
/// machine: no small board ever comes to this loop, and no machine uses more than one version. Whoever wants to
/// put the loop and its versions to a test on every board there is says here which is to be taken. It is not
/// faster.
///
/// ```
/// use grundy_core::gra::Path;
/// let path = Path::named("portable").unwrap();
/// assert_eq!(path.count_winning_moves(7, &[2, 3, 6]), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Path(Version);

impl Path {
    /// The names of all paths. A machine need not have all of them.
    pub const NAMES: [&'static str; 3] = Version::NAMES;

    /// The path of that name; `None` where there is none, and on a machine that has not its instructions.
    pub fn named(name: &str) -> Option<Self> {
        let mut versions = Version::all().into_iter();
        versions.find(|version| version.name() == name).map(Self)
    }

    /// One of [`NAMES`](Self::NAMES).
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    /// As [`count_winning_moves`](super::count_winning_moves). O(n), 3 n / 8 bytes.
    pub fn count_winning_moves(self, m: u32, squares: &[u32]) -> u32 {
        wide::count_winning_moves(self.0, m, squares)
    }

    /// As [`read_and_count`](super::read_and_count), which takes this loop for boards of any size.
    ///
    /// # Errors
    /// As there.
    pub fn read_and_count<S: Source>(
        self,
        numbers: &mut Numbers<S>,
    ) -> Result<u32, ReadError<InvalidBoard>> {
        read_and_count_in(self.0, numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_go_by_their_names() {
        for name in Path::NAMES {
            let path = Path::named(name);
            let is_here = Version::all().iter().any(|version| version.name() == name);
            assert_eq!(path.map(Path::name), is_here.then_some(name));
            let Some(path) = path else { continue };
            assert_eq!(path.count_winning_moves(5, &[1, 3]), 1);
            assert_eq!(path.read_and_count(&mut Numbers::new(b"5 2\n1 3\n")), Ok(1));
        }
        assert!(Path::named("portable").is_some());
        assert!(Path::named("small").is_none());
    }
}
