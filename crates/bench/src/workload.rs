//! Workloads: what is solved while the clock runs, as data.
//!
//! A workload is made anew from its seed by the generators of [`grundy_games`], the same bytes on every
//! machine; what is made of it is an [`SolvedInput`](crate::input::SolvedInput).

use std::sync::LazyLock;

/// Pawns beyond which a workload is measured only when asked for: it takes gigabytes and minutes.
pub const HUGE: u64 = 100_000_000;

/// A workload: a game and how its input is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Name of the game.
    pub game: &'static str,
    /// Name in records; `SERIES/POINT` for one of a series.
    pub name: &'static str,
    /// Where the input comes from.
    pub source: InputSource,
    /// What it is drawn from.
    pub seed: u64,
    /// Whether it is among the few that a quick look takes.
    pub quick: bool,
}

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// A generator: what `grundy gen --shape SHAPE -m M -n N --seed K` prints.
    Shape {
        /// Name of the shape.
        shape: &'static str,
        /// The extent: squares, or the largest heap.
        m: u64,
        /// Pawns, heaps, steps or piles.
        n: u64,
    },
    /// The test of the original's set of gra that the workload is named after: what `grundy gen --suite poi --seed 1` writes.
    Test,
}

/// A workload that is called by its shape.
const fn shape(game: &'static str, shape: &'static str, (m, n): (u64, u64), seed: u64) -> Workload {
    Workload {
        game,
        name: shape,
        source: InputSource::Shape { shape, m, n },
        seed,
        quick: n == MILLION,
    }
}

/// A test of the original.
const fn test(name: &'static str) -> Workload {
    Workload {
        game: "gra",
        name,
        source: InputSource::Test,
        seed: 1,
        quick: false,
    }
}

const MILLION: u64 = 1_000_000;
const BILLION: u64 = 1_000_000_000;

/// Every workload that is no point of a series.
///
/// The seeds of gra are such that no pawn stands in group 1 and some move wins: other boards are solved
/// by a look at their end, or as soon as the nim-sum is known to be 0. Lost are only half of the
/// original's tests, as they were there, and `alternating`: 500,000 groups of one pawn each are odd.
const SINGLE: [Workload; 18] = [
    shape("gra", "sparse", (BILLION, MILLION), 2),
    shape("gra", "dense", (1_500_000, MILLION), 4),
    shape("gra", "runs", (BILLION, MILLION), 1),
    shape("gra", "alternating", (BILLION, MILLION), 1),
    shape("gra", "block", (BILLION, MILLION), 5),
    test("poi/gra9"),
    test("poi/gra10"),
    test("poi/gra11"),
    test("poi/gra12"),
    test("poi/gra13"),
    test("poi/gra14"),
    test("poi/gra15"),
    shape("nim", "random", (u64::MAX, MILLION), 1),
    shape("bounded", "random", (BILLION, MILLION), 1),
    shape("staircase", "random", (BILLION, MILLION), 1),
    shape("constrained", "random", (BILLION * BILLION, 200_000), 1),
    shape("constrained", "edges", (BILLION * BILLION, 200_000), 1),
    shape("kamyki", "random", (BILLION, MILLION), 1),
];

/// The points of a series of growing inputs: names, sizes.
const SCALE: [(&str, u64); 6] = [
    ("scale/1000", 1000),
    ("scale/10000", 10_000),
    ("scale/100000", 100_000),
    ("scale/1000000", MILLION),
    ("scale/10000000", 10 * MILLION),
    ("scale/100000000", HUGE),
];

/// The series: game, shape, extent, and the seed of each point. Constrained Nim's ends at a million, which
/// takes as long as a hundred million pawns.
const SERIES: [(&str, &str, u64, &[u64]); 6] = [
    ("gra", "sparse", BILLION, &[1, 1, 1, 5, 2, 1]),
    ("nim", "random", u64::MAX, &[1; 6]),
    ("bounded", "random", BILLION, &[1; 6]),
    ("staircase", "random", BILLION, &[1; 6]),
    ("constrained", "random", BILLION * BILLION, &[1; 4]),
    ("kamyki", "random", BILLION, &[1; 6]),
];

/// The workloads of all series.
fn series() -> impl Iterator<Item = Workload> {
    SERIES.into_iter().flat_map(|(game, shape, m, seeds)| {
        SCALE.into_iter().zip(seeds).map(move |((name, n), &seed)| {
            let source = InputSource::Shape { shape, m, n };
            // As much time for all of them as one larger one takes.
            let quick = n <= 100_000;
            Workload {
                game,
                name,
                source,
                seed,
                quick,
            }
        })
    })
}

/// Every workload, in the order in which records have them; huge ones are the caller's to leave out.
///
/// ```
/// use grundy_bench::workload::{InputSource, all};
/// let sparse = all()[0];
/// assert_eq!(sparse.id(), "gra/sparse");
/// assert!(matches!(sparse.source, InputSource::Shape { m: 1_000_000_000, n: 1_000_000, .. }));
/// ```
pub fn all() -> &'static [Workload] {
    static ALL: LazyLock<Vec<Workload>> =
        LazyLock::new(|| SINGLE.into_iter().chain(series()).collect());
    &ALL
}

impl Workload {
    /// `GAME/WORKLOAD`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.game, self.name)
    }

    /// Whether it is measured only when asked for.
    pub fn is_huge(&self) -> bool {
        self.n().is_some_and(|n| n >= HUGE)
    }

    /// How many pawns, heaps, steps or piles there are, where that is known without making the input.
    pub const fn n(&self) -> Option<u64> {
        match self.source {
            InputSource::Shape { n, .. } => Some(n),
            InputSource::Test => None,
        }
    }
}
