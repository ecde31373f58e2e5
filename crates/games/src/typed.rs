//! A game in Rust with its types: a closed form, the rules that the oracle plays by, and what connects both.

mod erased;
mod solved;

pub use erased::MOST_MOVES;
pub use solved::SAMPLED;
pub(crate) use solved::describe;

use std::fmt::{self, Debug, Display};
use std::ops::{ControlFlow, Range};

use grundy_brute::ranks::check_memory;
use grundy_brute::{Retrograde, Rules, Space};
use grundy_core::Outcome;
use grundy_core::text::{Numbers, Source};
use serde::Serialize;

use crate::closure::exhaust;
use crate::generate::{self, Random};
use crate::oracle::{Place, Watch};
use crate::{
    About, Answers, Explanation, InputError, NoShape, Oracle, OracleError, Reduction, Simpler,
    Tally, explain, simpler,
};

/// A game with both its solvers.
///
/// To add a game, implement this trait in a new module and put it on the list in `lib.rs`; see
/// docs/adding-a-game.md. What is the same for every game (solving an input, checking a position
/// against the oracle, writing a test set) is in [`Game`](crate::Game), which every such game is.
pub trait TypedGame: Clone + Send + Sync + Sized + 'static {
    /// A validated position, the closed form's own type, displayed as input text.
    type Position: Clone + Display + Send + Sync + 'static;
    /// A move of the closed form, shown to people and in JSON.
    type Move: Clone + Ord + Debug + Display + Serialize;
    /// The rules that the oracle plays by, and the numbering of their positions.
    type Rules: Space<Position: Send + Sync, Move: Send + Sync> + Send + Sync + 'static;

    /// What the game is called and what its sizes mean.
    fn about(&self) -> &About;

    /// The rules that the oracle plays by.
    fn rules(&self) -> Self::Rules;

    /// Reads an input of the original task: one position, or several where the task has several
    /// in one file.
    ///
    /// # Errors
    /// The first thing wrong, with its line and column.
    fn parse(&self, text: &[u8]) -> Result<Vec<Self::Position>, InputError>;

    /// The answers to an input, one for each position, in the original task's words. A game whose
    /// answer is a number, and that needs not all of the input at once for it, uses it up as it comes;
    /// otherwise it is [read](Self::parse) and solved.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    fn answers<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<String>, InputError> {
        Ok(match &self.about().answers {
            Answers::Number | Answers::Grundy | Answers::Move { .. } => {
                let positions = self.parse(input.whole())?;
                let claims = positions.iter().map(|position| self.claim(position));
                claims.map(|claim| self.answer(&claim)).collect()
            }
            Answers::Words { win, loss } => {
                let outcomes = self.outcomes(input)?.into_iter();
                let words = outcomes.map(|outcome| if outcome.is_win() { win } else { loss });
                words.map(ToString::to_string).collect()
            }
        })
    }

    /// Who wins in each position of an input. A game that needs not all of the input at once for that
    /// uses it up as it comes, and one that knows it without counting the winning moves does not
    /// count them; otherwise it is [read](Self::parse) and [claimed](Self::claim).
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    fn outcomes<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<Outcome>, InputError> {
        let positions = self.parse(input.whole())?;
        let claims = positions.iter().map(|position| self.claim(position));
        Ok(claims.map(|claim| claim.outcome()).collect())
    }

    /// The input text that [`parse`](Self::parse) reads back as `positions`: where an input is one
    /// position, that position.
    fn input(&self, positions: &[Self::Position]) -> String {
        positions.iter().map(ToString::to_string).collect()
    }

    /// What the closed form says of a position; from the list of winning moves, unless it knows it
    /// without listing them, or knows the Grundy value.
    fn claim(&self, position: &Self::Position) -> Claim {
        let moves = self.winning_moves(position).len() as u64;
        Claim::new(if moves > 0 { Outcome::N } else { Outcome::P }, moves)
    }

    /// The winning moves that the closed form lists, in any order.
    fn winning_moves(&self, position: &Self::Position) -> Vec<Self::Move>;

    /// The answer in the original task's words, from a claim. One line, without its end.
    fn answer(&self, claim: &Claim) -> String {
        match &self.about().answers {
            Answers::Number | Answers::Grundy | Answers::Move { .. } => {
                claim.winning_moves.to_string()
            }
            Answers::Words { win, .. } if claim.wins => win.to_string(),
            Answers::Words { loss, .. } => loss.to_string(),
        }
    }

    /// A position of the rules as one of the closed form.
    fn position(&self, of_rules: &RulesPosition<Self>) -> Self::Position;

    /// As [`position`](Self::position), when there may be another one that is much like it: what the closed form
    /// needs for both has not to be made again.
    fn position_near(
        &self,
        of_rules: &RulesPosition<Self>,
        _near: Option<&Self::Position>,
    ) -> Self::Position {
        self.position(of_rules)
    }

    /// A position of the closed form as one of the rules.
    fn rules_position(&self, position: &Self::Position) -> RulesPosition<Self>;

    /// A position of the rules as one of the closed form; `None` for a finished game for which that
    /// has no position.
    fn next(&self, of_rules: &RulesPosition<Self>) -> Option<Self::Position> {
        Some(self.position(of_rules))
    }

    /// A move of the rules as one of the closed form.
    fn move_of(&self, of_rules: &RulesMove<Self>) -> Self::Move;

    /// A move of the closed form as one of the rules; `None` when there can be no such move.
    fn rules_move(&self, a_move: &Self::Move) -> Option<RulesMove<Self>>;

    /// Solves every position up to a size from the rules alone; by retrograde analysis of the
    /// rules' space, unless the game has something better. An oracle that takes long tells `watch`
    /// how far it has come.
    ///
    /// # Errors
    /// When the size is beyond the numbering, the oracle beyond the memory that is free, or `watch`
    /// says stop; and when it cannot be kept there.
    fn oracle(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Oracle<Self::Rules>>, OracleError> {
        let rules = self.rules();
        let is_alone = match place {
            Place::Memory => true,
            Place::Disk(_) => return Err(OracleError::InMemory),
            Place::Ranks(ranks) => {
                check_memory(Retrograde::bytes_needed(&rules, up_to), &**ranks)?;
                false
            }
        };
        let table = Retrograde::build_watched(rules, up_to, |progress| match watch(progress) {
            ControlFlow::Break(()) if is_alone => ControlFlow::Break(()),
            // Others, who have not been told, would wait for this process.
            _ => ControlFlow::Continue(()),
        });
        Ok(Box::new(table?))
    }

    /// What the [oracle](Self::oracle) will take in that place, for people; nothing, unless the game says
    /// something, where that is said only when there is not enough of it.
    ///
    /// # Errors
    /// When the oracle cannot be kept there.
    fn oracle_takes(&self, _up_to: u32, _place: &Place) -> Result<Option<String>, OracleError> {
        Ok(None)
    }

    /// Which positions of a size a sweep compares with the oracle, and how deep: all of them, in
    /// full, unless the game says something else.
    fn scope(&self, size: u32) -> Scope {
        Scope {
            indices: 0..self.rules().positions(size),
            depth: Depth::Moves,
        }
    }

    /// How many winning moves the closed form counts on each of the positions of a size with these
    /// indices, in their order; appended to `counts`. A game that makes its positions one from the
    /// other has a faster way than building each.
    ///
    /// # Panics
    /// When there are no positions with this size and these indices.
    fn counts(&self, size: u32, indices: Range<u64>, counts: &mut Vec<u32>) {
        let rules = self.rules();
        counts.extend(indices.map(|index| {
            let position = self.position(&rules.position(size, index));
            u32::try_from(self.claim(&position).winning_moves).unwrap_or(u32::MAX)
        }));
    }

    /// What checks the positions of a size with some indices for [closure](crate::closure): each by itself,
    /// unless the game has a way that remembers what was said of others.
    fn closure(&self, size: u32) -> Box<dyn Fn(Range<u64>) -> Tally + Send + Sync + '_> {
        Box::new(move |indices| exhaust(self, size, indices))
    }

    /// What a move leads to, by the rules; `None` when they do not allow it.
    fn play(&self, position: &Self::Position, a_move: &Self::Move) -> Option<Next<Self::Position>> {
        let a_move = self.rules_move(a_move)?;
        let next = self.rules().play(&self.rules_position(position), &a_move)?;
        Some(self.next(&next).map_or(Next::Over, Next::Position))
    }

    /// A legal move at random, of which every one may come up; `None` when none was found, as in a
    /// finished game.
    fn random_move(&self, position: &Self::Position, random: &mut Random) -> Option<Self::Move> {
        let position = self.rules_position(position);
        let drawn = self
            .rules()
            .random_move(&position, &mut |n| random.below(n));
        drawn.map(|of_rules| self.move_of(&of_rules))
    }

    /// For each of some moves, whether the player to move wins after it, by the closed form; `None`
    /// where the rules do not allow the move.
    fn wins_after(&self, position: &Self::Position, moves: &[Self::Move]) -> Vec<Option<bool>> {
        let (rules, of_rules) = (self.rules(), self.rules_position(position));
        let wins = |a_move| {
            let next = rules.play(&of_rules, &self.rules_move(a_move)?)?;
            let next = self.next(&next);
            Some(next.is_some_and(|next| self.claim(&next).wins))
        };
        moves.iter().map(wins).collect()
    }

    /// The position, its heaps and its winning moves, for people; unless the game says more, the input
    /// and the moves.
    fn explain(&self, position: &Self::Position) -> Explanation {
        explain::plain(self, position)
    }

    /// The position as it stands on the table, for people, and nothing that a player has to find out:
    /// its input's text, unless the game draws it.
    fn picture(&self, position: &Self::Position) -> Explanation {
        Explanation::of_text(&self.input(std::slice::from_ref(position)))
    }

    /// The parts whose nim-sum decides, of a game that is such a sum.
    fn reduction(&self, _position: &Self::Position) -> Option<Reduction> {
        None
    }

    /// A position like this one from which every move leads to a position that can be written: where a move makes a
    /// number larger, there is room for it. The closure check looks at such positions only.
    fn with_room(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// A random position with an extent of `m` and `n` parts, at least one; `None` when there is none,
    /// or none was found.
    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Self::Position>;

    /// One random input.
    ///
    /// # Errors
    /// When no position of that shape has those sizes.
    fn generate(&self, request: &Request<'_>) -> Result<Self::Position, NoShape> {
        generate::plain(self, request)
    }

    /// The test of this number, from 0 on, of the original task's test set, made anew with the sizes that it
    /// has; `None` behind the last, and where the sizes are not known. `random` is where the tests before
    /// have left it.
    fn original_test(
        &self,
        _number: usize,
        _random: &mut Random,
    ) -> Option<TestInput<Self::Position>> {
        None
    }

    /// Positions one step simpler than this one, the boldest step first: fewer pieces, smaller
    /// numbers. Every chain of ever simpler positions is finite. What moves lead to, unless the game
    /// knows better.
    fn simpler(&self, position: &Self::Position) -> Simpler<Self::Position> {
        simpler::by_moves(self, position)
    }
}

/// A position as the rules of a game have it.
pub type RulesPosition<G> = <<G as TypedGame>::Rules as Rules>::Position;

/// A move as the rules of a game have it.
pub type RulesMove<G> = <<G as TypedGame>::Rules as Rules>::Move;

/// Which positions of a size a sweep compares with the oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Their indices, up to the last one of the size. Where they do not begin at 0, the positions
    /// before them are those of the next smaller size, index by index, and have been compared there.
    pub indices: Range<u64>,
    /// How deep they are compared.
    pub depth: Depth,
}

/// What a sweep compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// On every position outcome, number and set of winning moves, and the Grundy value where there
    /// is one.
    Moves,
    /// On every position the number of winning moves, all else on a fixed sample.
    Counts,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<P> {
    /// A finished game for which the closed form has no position: the player to move has lost.
    Over,
    /// A position of the closed form; the game may or may not be finished.
    Position(P),
}

/// What a solver says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Whether the player to move wins.
    pub wins: bool,
    /// How many different moves win.
    pub winning_moves: u64,
    /// The Grundy value, where the game has one and both solvers know it.
    pub grundy: Option<u64>,
}

impl Claim {
    /// A claim without a Grundy value.
    pub const fn new(outcome: Outcome, winning_moves: u64) -> Self {
        Self {
            wins: outcome.is_win(),
            winning_moves,
            grundy: None,
        }
    }

    /// Who wins.
    pub const fn outcome(&self) -> Outcome {
        if self.wins { Outcome::N } else { Outcome::P }
    }

    /// The claim with a Grundy value.
    #[must_use]
    pub const fn with_grundy(self, value: u64) -> Self {
        Self {
            grundy: Some(value),
            ..self
        }
    }
}

impl Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.wins { 'N' } else { 'P' };
        write!(f, "{kind}-position")?;
        if let Some(grundy) = self.grundy {
            write!(f, ", Grundy value {grundy}")?;
        }
        match self.winning_moves {
            1 => write!(f, ", 1 winning move"),
            count => write!(f, ", {count} winning moves"),
        }
    }
}

/// A kind of random input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// The name on the command line.
    pub name: &'static str,
    /// What such inputs look like.
    pub about: &'static str,
    /// Whether the closed form is asked while they are made, as for P-positions: then they say nothing
    /// that does not rest on it.
    pub by_closed_form: bool,
}

impl Shape {
    /// A shape by its name and what its inputs look like.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            by_closed_form: false,
        }
    }

    /// A shape whose inputs the closed form makes.
    pub const fn by_closed_form(name: &'static str, about: &'static str) -> Self {
        Self {
            by_closed_form: true,
            ..Self::new(name, about)
        }
    }
}

/// An order for one random input.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The name of a shape of the game.
    pub shape: &'a str,
    /// The game's own measure of extent, see [`About::m`].
    pub m: u64,
    /// The number of pawns, heaps, steps or piles, see [`About::n`].
    pub n: u64,
    /// Same seed, same input, on every machine.
    pub seed: u64,
}

/// An input of a test set.
#[derive(Clone, Debug)]
pub struct TestInput<P> {
    /// The name of the test, as in the original.
    pub name: String,
    /// The positions of the file.
    pub positions: Vec<P>,
}
