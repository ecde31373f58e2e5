//! A game of one's own in Rust: its positions and its moves, and a closed form where there is one.
//!
//! [`OwnGame`] is what such a game consists of; [`Own`] makes a [`TypedGame`] of it, and so everything that the
//! workspace does with games works for it at compiled speed. `examples/wythoff` in the repository is such a game with a
//! command of its own.

use std::collections::HashMap;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::slice;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use grundy_brute::solver::{Unsolved, way};
use grundy_brute::{self as brute, Memo, Progress, Rules, SolveError, Space};
use grundy_core::Outcome;
use grundy_core::text::Numbers;
use grundy_search::{self as search, Search, Unfinished};
use serde::Serialize;

use crate::explain::best_play::best_play;
use crate::line::each_line;
use crate::searching::Searching;
use crate::sum::PLUS;
use crate::{
    About, Failed, Form, InputError, Known, Layout, Oracle, Place, Shape, TypedGame, Watch,
};

/// Rules of a game under normal play, with a text for each position and, optionally, a closed form.
///
/// ```
/// use grundy_game::own::{Next, Own, OwnGame};
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
///     fn moves(&self, heap: &u32) -> impl IntoIterator<Item = (String, Next<u32>)> {
///         (1..=2.min(*heap)).map(move |taken| (format!("take {taken}"), (heap - taken).into()))
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

    /// Lists every position of a size once. Every move leads to positions of smaller sizes, or of the same size that are listed
    /// earlier; in a game with [`loops`](About::loops) to any position.
    fn positions(&self, size: u32) -> Vec<Self::Position>;

    /// Returns the moves from a position, each with what it leads to, as a list or an iterator: a search may need the first of
    /// them only. No two of them are equal. In a game with [`loops`](About::loops) none leads to a sum.
    fn moves(
        &self,
        position: &Self::Position,
    ) -> impl IntoIterator<Item = (Self::Move, Next<Self::Position>)>;

    /// Returns the position that stands for all that are equal to this one by symmetry, such as the first of its mirror images; the
    /// position itself by default. Single large positions are searched by what it returns, exhaustive play does not call it.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Returns what the moves lead to, in canonical form, for the search of a single large position. Another position or sum may
    /// stand for one with the same value, such as one without what changes nothing. By default the `canonical` forms of what `moves`
    /// lead to.
    fn options(&self, position: &Self::Position) -> impl IntoIterator<Item = Next<Self::Position>> {
        let moves = self.moves(position).into_iter();
        moves.map(|(_, next)| next.canonical(self))
    }

    /// Returns a number that grows with the work of solving a position, such as its number of moves, at little cost: a search of a
    /// single position looks at options with small ones first. By default options come in the order of their positions.
    fn weight(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// Returns the outcome of a position by the closed form; `None` where there is no closed form. Then claims come
    /// from a search, as do those about sums, or from exhaustive play where positions repeat.
    fn outcome(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }
}

/// What a move leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Next<P> {
    /// One position.
    One(P),
    /// The disjunctive sum of any number of positions.
    Sum(Vec<P>),
}

impl<P: Hash> Hash for Next<P> {
    /// One byte tells positions and sums apart: a search makes a key of up to 16 bytes in half the time of a longer one.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::One(position) => (0_u8, position).hash(state),
            Self::Sum(parts) => (1_u8, parts).hash(state),
        }
    }
}

impl<P> From<P> for Next<P> {
    fn from(position: P) -> Self {
        Self::One(position)
    }
}

impl<P: Display> Display for Next<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts().iter().map(P::to_string);
        f.write_str(&parts.collect::<Vec<_>>().join(PLUS))
    }
}

impl<P> Next<P> {
    /// Returns the positions of which it is the sum.
    pub fn parts(&self) -> &[P] {
        match self {
            Self::One(position) => slice::from_ref(position),
            Self::Sum(parts) => parts,
        }
    }

    /// Returns the same with the canonical form of each position.
    fn canonical(&self, game: &impl OwnGame<Position = P>) -> Self {
        match self {
            Self::One(position) => Self::One(game.canonical(position)),
            Self::Sum(parts) => Self::Sum(parts.iter().map(|part| game.canonical(part)).collect()),
        }
    }
}

/// A game of one's own as a [`TypedGame`]. Clones share what was found.
#[derive(Clone)]
pub struct Own<G: OwnGame> {
    about: Arc<About>,
    rules: OwnRules<G>,
    /// Positions that have been solved with all that can be reached from them.
    solved: Arc<Mutex<Memo<OwnRules<G>>>>,
    searching: Arc<Searching>,
}

/// At most so many positions are solved exhaustively for their remoteness, which a search does not find.
const MOST_SOLVED: usize = 1 << 14;
/// At most so many where a search does not reach the end of play.
const MOST_PLAYED: usize = 1 << 30;

impl<G: OwnGame> Own<G> {
    /// Prepares a game. Nothing is listed yet. A game with [`loops`](About::loops) whose form of answers is the default one
    /// answers `Win`, `Lose` and `Draw`.
    ///
    /// # Panics
    /// When a game with loops has another form without a word for a draw, or a game without loops has such a word.
    pub fn new(game: G) -> Self {
        let mut about = About {
            layout: Layout::Line,
            largest: OwnRules::<G>::LARGEST_SIZE,
            shapes: Shape::OF_EVERY_GAME.into(),
            ..game.about()
        };
        let rules = OwnRules {
            game,
            listing: Arc::default(),
        };
        let is_settled = about.with_draws(about.answers != Form::default());
        is_settled.unwrap_or_else(|what| panic!("{what}"));
        Self {
            solved: Arc::new(Mutex::new(unsolved(&rules, about.loops))),
            about: Arc::new(about),
            searching: Arc::default(),
            rules,
        }
    }

    /// Returns the Grundy value of what a move leads to, as a search finds it; where positions repeat, the outcome.
    fn value(&self, next: &Next<G::Position>) -> Result<Known, Failed> {
        let form = next.canonical(&self.rules.game);
        let found = self.ask(|search, watch| search.value(&form, watch));
        found.map_or_else(
            || self.played_out(next),
            |value| Ok(Known::of_grundy(value.into())),
        )
    }

    /// Returns the outcome of what a move leads to, for which a search needs fewer values than for its value.
    fn found_outcome(&self, next: &Next<G::Position>) -> Result<Outcome, Failed> {
        let form = next.canonical(&self.rules.game);
        match self.ask(|search, watch| search.outcome(&form, watch)) {
            Some(outcome) => Ok(Outcome::of(outcome.is_win())),
            None => Ok(self.played_out(next)?.outcome),
        }
    }

    /// Returns what exhaustive play says of what a move leads to.
    fn played_out(&self, next: &Next<G::Position>) -> Result<Known, Failed> {
        self.solved(next, MOST_PLAYED)?.ok_or_else(|| {
            Failed(if self.about.loops && next.parts().len() != 1 {
                format!("{next}: sums are not supported in games with loops")
            } else {
                format!("{next}: more than {MOST_PLAYED} positions can be reached")
            })
        })
    }

    /// Asks a search; `None` where play is too long for it or does not end.
    fn ask<T>(
        &self,
        ask: impl FnOnce(&Search<'_, OwnRules<G>>, search::Watch<'_>) -> Result<T, Unfinished>,
    ) -> Option<T> {
        let searching = (!self.about.loops).then_some(&self.searching)?;
        searching.ask(&self.rules, ask)
    }

    /// Returns what exhaustive play of at most so many positions in all says, if that is enough.
    fn solved(&self, next: &Next<G::Position>, most: usize) -> Result<Option<Known>, Failed> {
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        match solved.find_among(next, most) {
            Ok(()) | Err(Unsolved::Listing(None)) => {}
            Err(error) => return Err(Failed(refused(&solved, &error))),
        }
        Ok(solved.known(next).map(|known| Known {
            winning_moves: None,
            ..known.into()
        }))
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

    fn claim(&self, position: &G::Position) -> Result<Known, Failed> {
        if let Some(outcome) = self.rules.game.outcome(position) {
            return Ok(outcome.into());
        }
        let next = position.clone().into();
        let mut known = self.value(&next)?;
        if known.remoteness.is_none() {
            let solved = self.solved(&next, MOST_SOLVED)?;
            known.remoteness = solved.and_then(|solved| solved.remoteness);
        }
        Ok(known)
    }

    fn position(&self, of_rules: &Next<G::Position>) -> Option<G::Position> {
        match of_rules.parts() {
            [position] => Some(position.clone()),
            _ => None,
        }
    }

    fn parts(&self, of_rules: &Next<G::Position>) -> Vec<G::Position> {
        of_rules.parts().to_vec()
    }

    fn claim_of(&self, of_rules: &Next<G::Position>) -> Result<Option<Known>, Failed> {
        let claimed = match of_rules.parts() {
            [position] => self.rules.game.outcome(position),
            _ => None,
        };
        let outcome = claimed.map_or_else(|| self.found_outcome(of_rules), Ok)?;
        Ok(Some(outcome.into()))
    }

    /// An answer in words needs the outcome alone.
    fn answer(&self, position: &G::Position) -> Result<String, Failed> {
        let next = position.clone().into();
        let form = &self.about.answers;
        let known = if form.adds_up() {
            self.value(&next)?
        } else if form.of_formula().is_none() {
            self.counted(position)?
        } else if let Some(outcome) = self.rules.game.outcome(position) {
            outcome.into()
        } else {
            self.found_outcome(&next)?.into()
        };
        self.right(position, &known)
    }

    fn best_play(&self, position: &G::Position) -> Option<Vec<String>> {
        let solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        let length = |part: &G::Position| solved.known(&part.clone().into())?.length;
        let options = |part: &G::Position| {
            let moves = self.rules.game.moves(part).into_iter();
            moves.map(|(_, next)| next.parts().to_vec()).collect()
        };
        best_play(position.clone(), length, options)
    }

    fn searching(&self) -> Option<&Searching> {
        Some(&self.searching)
    }

    fn rules_position(&self, position: &G::Position) -> Next<G::Position> {
        position.clone().into()
    }

    fn move_of(&self, of_rules: &G::Move) -> G::Move {
        of_rules.clone()
    }

    fn rules_move(&self, a_move: &G::Move) -> Option<G::Move> {
        Some(a_move.clone())
    }

    /// Every listed position is solved, with all that can be reached from it.
    fn exhaustive(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Oracle<OwnRules<G>>>, SolveError> {
        if let Place::Disk(_) = place {
            return Err(SolveError::in_memory());
        }
        if up_to > OwnRules::<G>::LARGEST_SIZE {
            let largest = OwnRules::<G>::LARGEST_SIZE;
            return Err(SolveError::too_large(up_to, largest));
        }
        let mut solved = unsolved(&self.rules, self.about.loops);
        let of = (0..=up_to).map(|size| self.rules.positions(size)).sum();
        let mut boards = 0;
        if self.about.loops {
            // They are solved together with the first of them.
            let sizes = (0..=up_to).flat_map(|size| self.rules.of_size(size));
            sizes.for_each(|position| solved.add(&position));
        }
        for size in 0..=up_to {
            for index in 0..self.rules.positions(size) {
                let found = solved.find(&self.rules.position(size, index));
                found.map_err(|error| SolveError::Refused(refused(&solved, &error)))?;
                boards += 1;
                if boards % A_REPORT > 0 && boards < of {
                    continue;
                }
                // The other ranks would wait for this one.
                let is_stopped = watch(Progress { boards, of }).is_break();
                if is_stopped && place.ranks().is_none() {
                    return Err(SolveError::Stopped { positions: boards });
                }
            }
        }
        Ok(Box::new(solved))
    }
}

/// A solver that has solved no position.
fn unsolved<G: OwnGame>(rules: &OwnRules<G>, loops: bool) -> Memo<OwnRules<G>> {
    let memo = if loops { Memo::with_loops } else { Memo::new };
    memo(rules.clone())
}

/// The number of positions between two reports of progress.
const A_REPORT: u64 = 1 << 10;

/// The error that a position cannot be solved.
fn refused<G: OwnGame, E>(solved: &Memo<OwnRules<G>>, error: &Unsolved<E>) -> String {
    match error {
        Unsolved::Cycle(cycle) => {
            let shown = |at| solved.position(at).to_string();
            let key = "About::loops allows positions to repeat";
            format!("play never ends: {}; {key}", way(cycle, 10, shown))
        }
        Unsolved::Sum(position, _) => {
            let position = solved.position(*position);
            format!("{position}: a move leads to a sum, which is not supported in games with loops")
        }
        _ => "there is no memory left for the positions".to_owned(),
    }
}

impl<G: OwnGame> Oracle<OwnRules<G>> for Memo<OwnRules<G>> {
    fn truth(&self, position: &Next<G::Position>) -> Option<(Known, Vec<G::Move>)> {
        let known = self.known(position)?.into();
        let mut winning = Vec::new();
        self.rules().each_move(position, &mut |a_move, next| {
            let outcome = self.known(next).map(|next| next.outcome);
            if outcome == Some(brute::Outcome::P) {
                winning.push(a_move);
            }
        });
        Some((known, winning))
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
    type Position = Next<G::Position>;
    type Move = G::Move;

    fn each_move(&self, position: &Next<G::Position>, see: brute::See<'_, Self>) {
        if let [position] = position.parts() {
            for (a_move, next) in self.game.moves(position) {
                see(a_move, &next);
            }
        }
    }

    fn each_option(
        &self,
        position: &Next<G::Position>,
        see: &mut dyn FnMut(&Next<G::Position>) -> ControlFlow<()>,
    ) {
        if let [position] = position.parts() {
            let mut options = self.game.options(position).into_iter();
            _ = options.try_for_each(|next| see(&next));
        }
    }

    fn parts(&self, position: &Next<G::Position>) -> Vec<Next<G::Position>> {
        match position {
            Next::One(_) => Vec::new(),
            Next::Sum(parts) => parts.iter().cloned().map(Next::One).collect(),
        }
    }

    fn weight(&self, position: &Next<G::Position>) -> u64 {
        let parts = position.parts().iter();
        parts.map(|part| self.game.weight(part)).sum()
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

    fn position(&self, size: u32, index: u64) -> Next<G::Position> {
        Next::One(self.listed(size).0[size as usize][index as usize].clone())
    }

    fn index(&self, position: &Next<G::Position>) -> Option<(u32, u64)> {
        let Next::One(position) = position else {
            return None;
        };
        let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
        listing.1.get(position).copied()
    }
}
