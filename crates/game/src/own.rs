//! A game of one's own in Rust: its positions and its moves, and a closed form where there is one.
//!
//! [`OwnGame`] is what such a game consists of; [`Own`] makes a [`TypedGame`] of it, and so everything that the
//! workspace does with games works for it at compiled speed. `examples/wythoff` in the repository is such a game with a
//! command of its own.

use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use grundy_brute::{self as brute, Memo, Rules, Space};
use grundy_core::Outcome;
use grundy_core::text::Numbers;
use serde::Serialize;

use crate::line::each_line;
use crate::{About, InputError, Known, Layout, Shape, TypedGame};

/// Rules of a game under normal play, with a text for each position and, optionally, a closed form.
///
/// ```
/// use grundy_game::own::{Own, OwnGame};
/// use grundy_game::{About, Game, Place, Sizes, unwatched};
///
/// /// One heap, of which a move takes one or two stones.
/// #[derive(Clone)]
/// struct OneOrTwo;
///
/// impl OwnGame for OneOrTwo {
///     type Position = u32;
///     type Move = String;
///
///     fn about(&self) -> About {
///         About { name: "one-or-two".into(), smallest: 0, sweep_to: 100, ..About::default() }
///     }
///
///     fn positions(&self, size: u32) -> Vec<u32> {
///         vec![size]
///     }
///
///     fn moves(&self, heap: &u32) -> Vec<(String, u32)> {
///         (1..=2.min(*heap)).map(|taken| (format!("take {taken}"), heap - taken)).collect()
///     }
/// }
///
/// let game = Own::new(OneOrTwo);
/// assert_eq!(game.read(b"3\n4\n")?[1].options()?[0].name.as_deref(), Some("take 1"));
/// assert_eq!(game.solved(9, &Place::Memory, &mut unwatched)?.check(9, 0..1)?.mismatches, 0);
/// # Ok::<(), grundy_game::Error>(())
/// ```
pub trait OwnGame: Clone + Send + Sync + 'static {
    /// A position. Its text is one line, which is read back as the same position.
    type Position: Clone
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err: Display>
        + Send
        + Sync
        + 'static;

    /// A move, displayed as its name. A sweep makes each move of each position several times, so a few numbers are
    /// faster than a `String`.
    type Move: Clone + Ord + Debug + Display + Serialize + Send + Sync + 'static;

    /// Returns the game's names and sizes. [`Own::new`] sets the fields that follow from the form of the game: `layout`,
    /// `largest` and `shapes`.
    fn about(&self) -> About;

    /// Lists every position of a size once. Every move leads to a smaller size, or to a position of the same size that
    /// is listed earlier.
    fn positions(&self, size: u32) -> Vec<Self::Position>;

    /// Lists the moves from a position, each with what it leads to. No two of them are equal.
    fn moves(&self, position: &Self::Position) -> Vec<(Self::Move, Self::Position)>;

    /// Returns the outcome of a position by the closed form; `None` where there is no closed form. Then claims come
    /// from exhaustive search.
    fn outcome(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }
}

/// A game of one's own as a [`TypedGame`]. Clones share what was found.
#[derive(Clone)]
pub struct Own<G: OwnGame> {
    about: Arc<About>,
    rules: OwnRules<G>,
    /// Positions without a closed form that have been solved.
    memo: Arc<Mutex<Memo<OwnRules<G>>>>,
}

impl<G: OwnGame> Own<G> {
    /// Prepares a game. Nothing is listed yet.
    pub fn new(game: G) -> Self {
        let about = About {
            layout: Layout::Line,
            largest: OwnRules::<G>::LARGEST_SIZE,
            shapes: Shape::OF_EVERY_GAME.into(),
            ..game.about()
        };
        let listing = Arc::default();
        let rules = OwnRules { game, listing };
        Self {
            about: Arc::new(about),
            memo: Arc::new(Mutex::new(Memo::new(rules.clone()))),
            rules,
        }
    }

    /// Returns the outcome, and the Grundy value where the game has no closed form.
    fn value(&self, position: &G::Position) -> (Outcome, Option<u64>) {
        if let Some(outcome) = self.rules.game.outcome(position) {
            return (outcome, None);
        }
        let mut memo = self.memo.lock().unwrap_or_else(PoisonError::into_inner);
        let value = memo.value(position).grundy.into();
        (Outcome::from_grundy_value(value), Some(value))
    }
}

impl<G: OwnGame> TypedGame for Own<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Rules = OwnRules<G>;

    fn about(&self) -> &About {
        &self.about
    }

    fn rules(&self) -> OwnRules<G> {
        self.rules.clone()
    }

    fn parse(&self, text: &mut Numbers<'_>) -> Result<Vec<G::Position>, InputError> {
        each_line(text, |line| {
            let position = line.trim().parse::<G::Position>();
            position.map_err(|error| error.to_string())
        })
    }

    fn input(&self, positions: &[G::Position]) -> String {
        let lines = positions.iter().map(|position| format!("{position}\n"));
        lines.collect()
    }

    fn claim(&self, position: &G::Position) -> Known {
        let (outcome, grundy) = self.value(position);
        Known {
            grundy,
            ..outcome.into()
        }
    }

    fn position(&self, of_rules: &G::Position) -> Option<G::Position> {
        Some(of_rules.clone())
    }

    fn rules_position(&self, position: &G::Position) -> G::Position {
        position.clone()
    }

    fn move_of(&self, of_rules: &G::Move) -> G::Move {
        of_rules.clone()
    }

    fn rules_move(&self, a_move: &G::Move) -> Option<G::Move> {
        Some(a_move.clone())
    }
}

/// The rules of a game of one's own, with its positions numbered as they are listed.
#[derive(Clone)]
pub struct OwnRules<G: OwnGame> {
    game: G,
    listing: Arc<RwLock<Listing<G::Position>>>,
}

/// The positions of each size from 0 on that have been listed, and size and index of each position.
type Listing<P> = (Vec<Vec<P>>, HashMap<P, (u32, u64)>);

impl<G: OwnGame> OwnRules<G> {
    /// Lists all positions up to a size.
    fn listed(&self, size: u32) -> RwLockReadGuard<'_, Listing<G::Position>> {
        let read = || self.listing.read().unwrap_or_else(PoisonError::into_inner);
        let listing = read();
        if listing.0.len() > size as usize {
            return listing;
        }
        drop(listing);
        let mut listing = self.listing.write().unwrap_or_else(PoisonError::into_inner);
        let (sizes, places) = &mut *listing;
        for size in sizes.len() as u32..=size {
            let positions = self.game.positions(size);
            let indices = (0..).map(|index| (size, index));
            places.extend(positions.iter().cloned().zip(indices));
            sizes.push(positions);
        }
        drop(listing);
        read()
    }
}

impl<G: OwnGame> Rules for OwnRules<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn each_move(&self, position: &G::Position, see: brute::See<'_, Self>) {
        for (a_move, next) in self.game.moves(position) {
            see(a_move, &next);
        }
    }
}

impl<G: OwnGame> Space for OwnRules<G> {
    const LARGEST_SIZE: u32 = 1 << 16;

    fn positions(&self, size: u32) -> u64 {
        if size > Self::LARGEST_SIZE {
            return u64::MAX;
        }
        self.listed(size).0[size as usize].len() as u64
    }

    fn position(&self, size: u32, index: u64) -> G::Position {
        self.listed(size).0[size as usize][index as usize].clone()
    }

    fn index(&self, position: &G::Position) -> Option<(u32, u64)> {
        let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
        listing.1.get(position).copied()
    }
}
