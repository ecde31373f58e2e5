//! The list of games: the one place where a closed form and its oracle meet.
//!
//! A game is an implementation of [`Game`], in a module of its own: it pairs the solver of
//! `grundy-core` with the oracle of `grundy-brute`, names a space of positions to enumerate in
//! order of size, draws and explains positions, and generates inputs. Everything else in the
//! workspace (the sweep, the command, the judge, the benchmarks) sees games only through
//! [`Entry`], the same trait with the types of the single game hidden, and finds them with
//! [`find`] and [`all`].
//!
//! ```
//! let kamyki = grundy_games::find("kamyki")?;
//! assert_eq!(kamyki.solve(b"1\n3\n1 2 4\n")?.text(), "TAK\n");
//! // The oracle, which knows the rules alone, says the same of every row with up to ten piles and stones.
//! let space = kamyki.space(10)?;
//! let tally = space.check(10, 0..kamyki.positions(10)?)?;
//! assert_eq!((tally.positions, tally.mismatches), (512, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::{Arc, LazyLock};

pub mod bounded;
pub mod closure;
pub mod constrained;
mod entry;
mod error;
mod explain;
mod game;
pub mod generate;
pub mod gra;
pub mod heaps;
pub mod kamyki;
pub mod nim;
pub mod octal;
mod options;
mod oracle;
mod package;
mod rows;
mod simpler;
mod space;
pub mod staircase;
mod tally;
mod trial;

pub use closure::Draw;
pub use entry::{Closure, Entry, Solved};
pub use error::{Error, Failed, InputError, NoGame, NoShape};
pub use explain::{Explanation, Line, Role, Span};
pub use game::{
    About, Claim, Depth, Facts, Game, Next, Request, RulesMove, RulesPosition, Scope, Shape,
    TestInput,
};
pub use grundy_brute::SolveError;
pub use grundy_brute::ranks;
pub use options::{Choice, Evaluated, MOST_MOVES, only};
pub use oracle::{OnDisk, Oracle, OracleError, Place, Progress, Truth, Watch};
pub use package::{Problem, TestSet, WriteTest, package, test_set};
pub use simpler::{Simpler, reductions, removals};
pub use space::{Case, SAMPLED, Space};
pub use tally::{Followed, Mismatch, Tally, rank};
pub use trial::{Answers, Limit};

/// Every built-in game, in the order in which they are listed to people.
///
/// ```
/// assert_eq!(grundy_games::all()[0].about().name, "gra");
/// ```
pub fn all() -> &'static [Arc<dyn Entry>] {
    static ALL: LazyLock<Vec<Arc<dyn Entry>>> = LazyLock::new(|| {
        vec![
            Arc::new(gra::Gra),
            Arc::new(nim::Nim),
            Arc::new(bounded::Bounded),
            Arc::new(staircase::Staircase),
            Arc::new(constrained::Constrained),
            Arc::new(kamyki::Kamyki),
        ]
    });
    &ALL
}

/// The codes of games that have names.
const CODES: &[(&str, &str)] = &[
    ("kayles", "0.77"),
    ("dawson", "0.137"),
    ("officers", "0.6"),
    ("grundy", "4!.0"),
    ("lasker", "4.[3]"),
];

/// The game of that name: a built-in one, or that of a [code](octal) or of the name of one.
///
/// ```
/// assert_eq!(grundy_games::find("gra")?.about().title, "Gra, the strip game");
/// assert_eq!(grundy_games::find(".77")?.about().name, "0.77");
/// assert_eq!(grundy_games::find("kayles")?.about().name, "0.77");
/// assert!(grundy_games::find("chess").is_err());
/// # Ok::<(), grundy_games::NoGame>(())
/// ```
///
/// # Errors
/// When there is none, and when what looks like a code is not one.
pub fn find(name: &str) -> Result<Arc<dyn Entry>, NoGame> {
    if let Some(game) = all().iter().find(|game| game.about().name == name) {
        return Ok(Arc::clone(game));
    }
    let code = CODES.iter().find(|(known, _)| *known == name);
    match octal::Octal::new(code.map_or(name, |(_, code)| code)) {
        Ok(game) => Ok(Arc::new(game)),
        Err(error) if name.contains(['.', ':']) => Err(NoGame::NoCode {
            name: name.to_owned(),
            error,
        }),
        Err(_) => Err(NoGame::Unknown {
            name: name.to_owned(),
            known: (all().iter())
                .map(|game| game.about().name.to_string())
                .collect(),
            named: CODES.iter().map(|(name, _)| *name).collect(),
        }),
    }
}
