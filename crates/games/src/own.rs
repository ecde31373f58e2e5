//! A game of one's own in Rust: its positions and its moves, and a closed form where there is one.
//!
//! [`OwnGame`] is what such a game consists of; [`Own`] makes a [`TypedGame`] of it, and so everything that the
//! workspace does with games works for it at compiled speed. `examples/wythoff` in the repository is such a game with a
//! command of its own.

use std::collections::HashMap;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use grundy_brute::{self as brute, Memo, Rules, Space};
use grundy_core::Outcome;

use crate::generate::Random;
use crate::{About, Claim, InputError, Layout, RulesMove, RulesPosition, TypedGame};

/// Rules of a game under normal play, with a text for each position and, optionally, a closed form.
///
/// ```
/// use grundy_games::own::{Own, OwnGame};
/// use grundy_games::{About, Game, Place, Sizes, unwatched};
///
/// /// One heap, of which a move takes one or two stones.
/// #[derive(Clone)]
/// struct OneOrTwo;
///
/// impl OwnGame for OneOrTwo {
///     type Position = u32;
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
/// # Ok::<(), grundy_games::Error>(())
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

    /// Returns the game's names and sizes. [`Own::new`] sets the fields that follow from the form of the game: `layout`
    /// and `largest`.
    fn about(&self) -> About;

    /// Lists every position of a size once. Every move leads to a smaller size, or to a position of the same size that
    /// is listed earlier.
    fn positions(&self, size: u32) -> Vec<Self::Position>;

    /// Lists the moves from a position: the name of each, and what it leads to. No two moves have the same name.
    fn moves(&self, position: &Self::Position) -> Vec<(String, Self::Position)>;

    /// Returns the outcome of a position by the closed form; `None` where there is no closed form. Then claims come
    /// from exhaustive search.
    fn outcome(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }
}

/// A game of one's own as a [`TypedGame`]. Clones share what was found.
#[derive(Clone)]
pub struct Own<G: OwnGame>(Arc<Shared<G>>);

struct Shared<G: OwnGame> {
    about: About,
    rules: OwnRules<G>,
    /// Positions without a closed form that have been solved.
    memo: Mutex<Memo<OwnRules<G>>>,
}

impl<G: OwnGame> Own<G> {
    /// Prepares a game. Nothing is listed yet.
    pub fn new(game: G) -> Self {
        let about = About {
            layout: Layout::Line,
            largest: OwnRules::<G>::LARGEST_SIZE,
            ..game.about()
        };
        let listing = Arc::default();
        let rules = OwnRules { game, listing };
        let memo = Mutex::new(Memo::new(rules.clone()));
        Self(Arc::new(Shared { about, rules, memo }))
    }

    fn memo(&self) -> MutexGuard<'_, Memo<OwnRules<G>>> {
        self.0.memo.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn outcome(&self, position: &G::Position) -> Outcome {
        let claimed = self.0.rules.game.outcome(position);
        claimed.unwrap_or_else(|| {
            let value = self.memo().value(position);
            Outcome::from_grundy_value(value.grundy.into())
        })
    }
}

impl<G: OwnGame> TypedGame for Own<G> {
    type Position = G::Position;
    type Move = String;
    type Rules = OwnRules<G>;

    fn about(&self) -> &About {
        &self.0.about
    }

    fn rules(&self) -> OwnRules<G> {
        self.0.rules.clone()
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<G::Position>, InputError> {
        let wrong = |line, message| InputError {
            line,
            column: 1,
            message,
        };
        let mut positions = Vec::new();
        for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
            let Ok(line) = str::from_utf8(line) else {
                return Err(wrong(number, "expected UTF-8".to_owned()));
            };
            if !line.trim().is_empty() {
                let position = line.trim().parse::<G::Position>();
                positions.push(position.map_err(|error| wrong(number, error.to_string()))?);
            }
        }
        if positions.is_empty() {
            let message = "the input ends here, expected a position";
            return Err(wrong(1, message.to_owned()));
        }
        Ok(positions)
    }

    fn input(&self, positions: &[G::Position]) -> String {
        let lines = positions.iter().map(|position| format!("{position}\n"));
        lines.collect()
    }

    fn claim(&self, position: &G::Position) -> Claim {
        let winning = self.winning_moves(position).len() as u64;
        if let Some(outcome) = self.0.rules.game.outcome(position) {
            return Claim::new(outcome, winning);
        }
        let value = self.memo().value(position).grundy.into();
        Claim::new(Outcome::from_grundy_value(value), winning).with_grundy(value)
    }

    fn winning_moves(&self, position: &G::Position) -> Vec<String> {
        let moves = self.0.rules.game.moves(position).into_iter();
        let winning = moves.filter(|(_, next)| !self.outcome(next).is_win());
        winning.map(|(name, _)| name).collect()
    }

    fn position(&self, of_rules: &RulesPosition<Self>) -> Option<G::Position> {
        Some(of_rules.clone())
    }

    fn rules_position(&self, position: &G::Position) -> RulesPosition<Self> {
        position.clone()
    }

    fn move_of(&self, of_rules: &RulesMove<Self>) -> String {
        of_rules.clone()
    }

    fn rules_move(&self, a_move: &String) -> Option<RulesMove<Self>> {
        Some(a_move.clone())
    }

    /// Draws one of the positions of size `m`, each equally likely; `n` has no effect.
    fn draw(&self, random: &mut Random, m: u64, _: usize) -> Option<G::Position> {
        let size = u32::try_from(m).ok()?;
        let count = self.0.rules.positions(size);
        let index = random.below(count);
        (size <= self.0.about.largest && count > 0).then(|| self.0.rules.position(size, index))
    }
}

/// The rules of a game of one's own, with its positions numbered as they are listed.
pub struct OwnRules<G: OwnGame> {
    game: G,
    listing: Arc<RwLock<Listing<G::Position>>>,
}

/// The positions that have been listed.
#[derive(Debug)]
struct Listing<P> {
    /// By size, from size 0 on.
    sizes: Vec<Vec<P>>,
    /// Size and index of each position.
    places: HashMap<P, (u32, u64)>,
}

impl<P> Default for Listing<P> {
    fn default() -> Self {
        Self {
            sizes: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<G: OwnGame> OwnRules<G> {
    /// Lists all positions up to a size.
    fn listed(&self, size: u32) -> RwLockReadGuard<'_, Listing<G::Position>> {
        let is_listed = |listing: &Listing<_>| listing.sizes.len() > size as usize;
        let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
        if is_listed(&listing) {
            return listing;
        }
        drop(listing);
        let mut listing = self.listing.write().unwrap_or_else(PoisonError::into_inner);
        while !is_listed(&listing) {
            let size = listing.sizes.len() as u32;
            let positions = self.game.positions(size);
            let places = positions
                .iter()
                .cloned()
                .zip((0..).map(|index| (size, index)));
            listing.places.extend(places);
            listing.sizes.push(positions);
        }
        drop(listing);
        self.listing.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: OwnGame> Clone for OwnRules<G> {
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            listing: Arc::clone(&self.listing),
        }
    }
}

impl<G: OwnGame> Debug for OwnRules<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnRules").finish_non_exhaustive()
    }
}

impl<G: OwnGame> Rules for OwnRules<G> {
    type Position = G::Position;
    type Move = String;

    fn each_move(&self, position: &G::Position, see: brute::See<'_, Self>) {
        for (name, next) in self.game.moves(position) {
            see(name, &next);
        }
    }
}

impl<G: OwnGame> Space for OwnRules<G> {
    const LARGEST_SIZE: u32 = 1 << 16;

    fn positions(&self, size: u32) -> u64 {
        if size > Self::LARGEST_SIZE {
            return u64::MAX;
        }
        self.listed(size).sizes[size as usize].len() as u64
    }

    fn position(&self, size: u32, index: u64) -> G::Position {
        self.listed(size).sizes[size as usize][index as usize].clone()
    }

    fn index(&self, position: &G::Position) -> Option<(u32, u64)> {
        let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
        listing.places.get(position).copied()
    }
}
