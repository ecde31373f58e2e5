//! Workloads: what is solved while the clock runs, as data.
//!
//! The inputs of each game are listed in its [`About`](grundy_game::About); a series of growing inputs is made of the first
//! of them. An input is made anew from its seed by the generators of [`grundy_games`], the same bytes on every machine; with
//! its answer it is a [`SolvedInput`](crate::input::SolvedInput).

use std::sync::LazyLock;

use grundy_game::{Game, Limit, Request, Shape, limits};

/// Pawns beyond which a workload is measured only when asked for: it takes gigabytes and minutes.
pub const HUGE: u64 = 100_000_000;

const MILLION: u64 = 1_000_000;

/// A workload: a game and how its input is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Name of the game.
    pub game: &'static str,
    /// Name in records; `SERIES/POINT` for one of a series.
    pub name: String,
    /// Where the input comes from.
    pub source: InputSource,
    /// Whether it is among the few that a quick look takes.
    pub quick: bool,
}

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// A generator: what `grundy gen --shape SHAPE -m M -n N --seed K` prints.
    Drawn(Request<'static>),
    /// The test of this name of the original's set of gra: what `grundy gen --suite poi --seed 1` writes.
    Test(&'static str),
}

/// The original's large tests of gra.
const TESTS: [&str; 7] = ["gra9", "gra10", "gra11", "gra12", "gra13", "gra14", "gra15"];

/// The numbers of pawns, heaps, steps or piles of a series, to ten times that of a listed input, and the seeds of gra's.
///
/// The seeds of gra, here and in its list, are such that no pawn stands in group 1 and some move wins: other boards are solved
/// by a look at their end, or as soon as the nim-sum is known to be 0. Lost are only half of the original's tests, as they were
/// there, and `alternating`: 500,000 groups of one pawn each are odd.
const SCALE: [(u64, u64); 6] = [
    (1000, 1),
    (10_000, 1),
    (100_000, 1),
    (MILLION, 5),
    (10 * MILLION, 2),
    (HUGE, 1),
];

/// The inputs that a game lists: by default one of its first shape, with the largest sizes of its task.
fn listed(game: &'static dyn Game) -> Vec<Request<'static>> {
    let about = game.about();
    if !about.benchmarks.is_empty() {
        return about.benchmarks.to_vec();
    }
    let largest = limits(game);
    let plain = about.shapes.iter().zip(&largest).take(1);
    let request = |(shape, limit): (&Shape, &Limit)| Request {
        shape: shape.name,
        m: limit.m,
        n: limit.n,
        seed: 1,
    };
    plain.map(request).collect()
}

/// The workloads of a game.
fn of_game(game: &'static dyn Game) -> Vec<Workload> {
    let is_gra = game.about().name == "gra";
    let workload = |name, source, quick| Workload {
        game: &game.about().name,
        name,
        source,
        quick,
    };
    let drawn = |name, request, quick| workload(name, InputSource::Drawn(request), quick);
    let listed = listed(game);
    let single = listed.iter();
    let single = single.map(|input| drawn(input.shape.to_owned(), *input, input.n == MILLION));
    let mut all: Vec<Workload> = single.collect();
    if is_gra {
        let test = |test| workload(format!("poi/{test}"), InputSource::Test(test), false);
        all.extend(TESTS.map(test));
    }
    for plain in listed.into_iter().take(1) {
        let most = if is_gra {
            HUGE
        } else if game.about().benchmarks.is_empty() {
            plain.n // the game may have no larger inputs
        } else {
            10 * plain.n
        };
        for (n, seed) in SCALE.into_iter().filter(|(n, _)| *n <= most) {
            let seed = if is_gra { seed } else { plain.seed };
            // As much time for all of these as one larger one takes.
            let quick = n <= 100_000;
            all.push(drawn(
                format!("scale/{n}"),
                Request { n, seed, ..plain },
                quick,
            ));
        }
    }
    all
}

/// Every workload, in the order in which records have them; huge ones are the caller's to leave out.
///
/// ```
/// use grundy_bench::workload::{InputSource, all};
/// let sparse = &all()[0];
/// assert_eq!(sparse.id(), "gra/sparse");
/// assert!(matches!(sparse.source, InputSource::Drawn(request) if request.m == 1_000_000_000));
/// assert_eq!(sparse.n(), Some(1_000_000));
/// ```
pub fn all() -> &'static [Workload] {
    static ALL: LazyLock<Vec<Workload>> = LazyLock::new(|| {
        let games = grundy_games::all().iter();
        games.flat_map(|game| of_game(&**game)).collect()
    });
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
            InputSource::Drawn(request) => Some(request.n),
            InputSource::Test(_) => None,
        }
    }
}
