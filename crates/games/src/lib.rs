//! The list of games: the one place where a closed form and its oracle meet.
//!
//! A game in Rust is an implementation of [`TypedGame`], in a module of its own: it pairs the solver of
//! `grundy-core` with the oracle of `grundy-brute`, names a space of positions to enumerate in
//! order of size, draws and explains positions, and generates inputs. Everything else in the
//! workspace (the sweep, the command, the judge, the benchmarks) sees games only through
//! [`Game`] and [`Position`](grundy_game::Position), which hide the types of the single game, and finds them with
//! [`find`] and [`all`].
//!
//! ```
//! use grundy_game::{Place, unwatched};
//! let kamyki = grundy_games::find("kamyki")?;
//! assert_eq!(kamyki.read(b"1\n3\n1 2 4\n")?[0].solve()?.answer, "TAK");
//! // The oracle, which uses the rules only, agrees on every row with up to ten piles and stones.
//! let solved = kamyki.solved(10, &Place::Memory, &mut unwatched)?;
//! let tally = solved.check(10, 0..kamyki.positions(10)?)?;
//! assert_eq!((tally.positions, tally.mismatches), (512, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// The tests in the modules name the library as those in tests/ do, which compile them.
#[cfg(test)]
extern crate self as grundy_games;

use std::sync::{Arc, LazyLock};

use grundy_game::{Game, NoGame, TypedGame};

pub mod bounded;
mod built_in;
pub mod constrained;
pub mod gra;
pub mod heaps;
pub mod kamyki;
pub mod nim;
pub mod octal;
mod rows;
pub mod staircase;

/// Is called with every built-in game and its types.
pub trait Visitor {
    /// Is called with one game after the other.
    fn visit<G: TypedGame>(&mut self, game: &G);
}

/// The functions that go through the built-in games.
macro_rules! built_in_games {
    ($($name:literal: $game:expr),*) => {
        /// The names of the built-in games, in the order of [`all`]: to find a game, those before it are not prepared.
        const NAMES: &[&str] = &[$($name),*];

        /// Returns every built-in game, in the order in which they are listed to people.
        ///
        /// ```
        /// assert_eq!(grundy_games::all()[0].about().name, "gra");
        /// ```
        pub fn all() -> &'static [Arc<dyn Game>] {
            static ALL: LazyLock<Vec<Arc<dyn Game>>> =
                LazyLock::new(|| vec![$(Arc::new($game)),*]);
            &ALL
        }

        /// Calls a visitor with every built-in game, in the order of [`all`].
        pub fn visit(visitor: &mut impl Visitor) {
            $(visitor.visit(&$game);)*
        }
    };
}
built_in_games![
    "gra": gra::Gra,
    "nim": nim::Nim,
    "bounded": bounded::Bounded,
    "staircase": staircase::Staircase,
    "constrained": constrained::Constrained,
    "kamyki": kamyki::Kamyki
];

/// Returns the game of that name: a built-in one, or that of a [code](octal) or of the name of one, in capital letters or not.
///
/// ```
/// assert_eq!(grundy_games::find("gra")?.about().title, "Gra, the strip game");
/// assert_eq!(grundy_games::find(".770")?.about().title, "Kayles, the heap game 0.77");
/// assert_eq!(grundy_games::find("kayles")?.about().name, "0.77");
/// for name in ["Kayles", "NIM", "Subtract:Squares", "0.F"] {
///     assert!(grundy_games::find(name).is_ok(), "{name}");
/// }
/// let error = grundy_games::find("0.7g").err().unwrap().to_string();
/// let what = "column 4: found `g`, expected a digit from 0 to f";
/// assert_eq!(error, format!("`0.7g` is not the code of a heap game: {what}"));
/// # Ok::<(), grundy_game::NoGame>(())
/// ```
///
/// # Errors
/// When there is none, and when a text with `.` or `:` is not a code.
pub fn find(name: &str) -> Result<Arc<dyn Game>, NoGame> {
    let lower = name.to_ascii_lowercase();
    if let Some(place) = NAMES.iter().position(|name| *name == lower) {
        return Ok(Arc::clone(&all()[place]));
    }
    let code = octal::NAMES.iter().find(|known| known.2 == Some(&*lower));
    let error = match octal::Octal::new(code.map_or(&lower, |(code, ..)| code)) {
        Ok(game) => return Ok(Arc::new(game)),
        Err(error) => error,
    };
    if name.contains(['.', ':']) {
        let message = format!("`{name}` is not the code of a heap game: {error}");
        return Err(NoGame(message));
    }
    let named: Vec<&str> = octal::NAMES.iter().filter_map(|known| known.2).collect();
    let problem = match name {
        "" => "the name of the game is empty".to_owned(),
        _ => format!("no game `{name}`"),
    };
    Err(NoGame(format!(
        "{problem}: the games are {}; and codes, as 0.77 or subtract:1,3,4, some by their names: {}",
        NAMES.join(", "),
        named.join(", ")
    )))
}
