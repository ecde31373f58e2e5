//! The list of games: the one place where a closed form and its oracle meet.
//!
//! A game is an implementation of [`Game`], in a module of its own: it pairs the solver of
//! `grundy-core` with the oracle of `grundy-brute`, names a space of positions to enumerate in
//! order of size, draws and explains positions, and generates inputs. Everything else in the
//! workspace (the sweep, the command, the judge, the benchmarks) sees games only through
//! [`Entry`], the same trait with the types of the single game hidden, and finds them with
//! [`find`] and [`all`].

pub mod bounded;
pub mod closure;
pub mod constrained;
mod entry;
mod explain;
mod game;
pub mod generate;
pub mod gra;
pub mod kamyki;
pub mod nim;
mod oracle;
mod simpler;
mod space;
pub mod staircase;
mod tally;
mod trial;

pub use closure::Draw;
pub use entry::{Entry, Solved};
pub use explain::{Explanation, Line, Role, Span};
pub use game::{
    About, Claim, Depth, Facts, Game, InputError, Next, NoShape, Request, RulesMove, RulesPosition,
    Scope, Shape, TestInput, Unsolved,
};
pub use grundy_brute::RetrogradeError;
pub use oracle::{Oracle, OracleError, Progress, Truth, Watch};
pub use simpler::{Simpler, reductions, removals};
pub use space::{Case, SAMPLED, Space};
pub use tally::{Followed, Mismatch, Tally, rank};
pub use trial::{Answers, Limit};

/// Every game, in the order in which they are listed to people.
///
/// ```
/// assert_eq!(grundy_games::all()[0].about().name, "gra");
/// ```
pub fn all() -> &'static [&'static dyn Entry] {
    &[
        &gra::Gra,
        &nim::Nim,
        &bounded::Bounded,
        &staircase::Staircase,
        &constrained::Constrained,
        &kamyki::Kamyki,
    ]
}

/// The game of that name.
///
/// ```
/// assert!(grundy_games::find("gra").is_some());
/// assert!(grundy_games::find("chess").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static dyn Entry> {
    all().iter().copied().find(|game| game.about().name == name)
}
