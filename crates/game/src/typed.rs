//! A game in Rust with its types: a closed form, the rules that the oracle plays by, and what connects both.

use std::fmt::{Debug, Display};
use std::ops::Range;
use std::slice;

use grundy_brute::{Rules, Space};
use grundy_core::text::Numbers;
use serde::Serialize;

use crate::generate::{self, Drawn, Random};
use crate::oracle::retrograde;
use crate::{
    About, Closure, Depth, Error, Failed, InputError, Known, MoveNumbers, NoShape, Oracle, Place,
    Problem, Reduction, Request, Scope, Searching, Simpler, SolveError, Watch, rank,
};

/// Moves that a page, or the search for simpler positions, looks at: all of a position that is drawn.
pub(crate) const MOVES: usize = 1000;

/// The most winning moves that are listed.
pub(crate) const MOST_WINNING: u64 = 10_000_000;

/// A game with its closed form and its rules.
///
/// To add a game, implement this trait in a new module and put the game on the list in `lib.rs`; see
/// docs/adding-a-game.md. Everything that is the same for all games (reading an input, comparing a position
/// with the oracle, checking for closure) is in [`Game`](crate::Game) and [`Position`](crate::Position), which
/// every such game and its positions implement.
pub trait TypedGame: Clone + Send + Sync + Sized + 'static {
    /// A validated position, the closed form's own type, displayed as input text.
    type Position: Clone + Display + Send + Sync + 'static;
    /// A move of the closed form, shown to people and in JSON.
    type Move: Clone + Ord + Debug + Display + Serialize;
    /// The rules that the oracle plays by, and the numbering of their positions.
    type Rules: Space<Position: Send + Sync, Move: Send + Sync> + Send + Sync + 'static;

    /// Returns names, sizes, limits and forms.
    fn about(&self) -> &About;

    /// Returns the rules that the oracle plays by.
    fn rules(&self) -> Self::Rules;

    /// Reads an input of the task: one position, or several where the task has several in one file. Of a stream it reads no
    /// more than shows what is wrong.
    ///
    /// # Errors
    /// The first thing wrong, with its line and column.
    fn parse(&self, text: &mut Numbers<'_>) -> Result<Vec<Self::Position>, InputError>;

    /// Returns the outcome, and the number of winning moves and the Grundy value where the closed form has them.
    ///
    /// # Errors
    /// A closed form never fails; without one, when play does not end. So does all else here that needs claims.
    fn claim(&self, position: &Self::Position) -> Result<Known, Failed>;

    /// Converts a position of the rules into one of the closed form; `None` for a finished game that the closed
    /// form has no position for.
    fn position(&self, of_rules: &RulesPosition<Self>) -> Option<Self::Position>;

    /// Converts a position of the closed form into one of the rules.
    fn rules_position(&self, position: &Self::Position) -> RulesPosition<Self>;

    /// Converts a move of the rules into one of the closed form.
    fn move_of(&self, of_rules: &RulesMove<Self>) -> Self::Move;

    /// Converts a move of the closed form into one of the rules; `None` when there can be no such move.
    fn rules_move(&self, a_move: &Self::Move) -> Option<RulesMove<Self>>;

    /// Returns the winning moves that the closed form lists, in any order: by default those to positions that it claims to
    /// be lost, and to finished games.
    ///
    /// # Errors
    /// As [`claim`](Self::claim).
    fn winning_moves(&self, position: &Self::Position) -> Result<Vec<Self::Move>, Failed> {
        let mut winning = Ok(Vec::new());
        let of_rules = self.rules_position(position);
        self.rules().each_move(&of_rules, &mut |a_move, next| {
            if let Ok(moves) = &mut winning {
                match self.claim_of(next) {
                    Ok(Some(claim)) if !claim.loses() => {}
                    Ok(_) => moves.push(self.move_of(&a_move)),
                    Err(failed) => winning = Err(failed),
                }
            }
        });
        winning
    }

    /// Draws a random position with an extent of `m` and `n` parts, at least one; `None` when there is none,
    /// or none was found. By default it is one of the positions of size `m`, each equally likely, and `n` has no effect.
    fn draw(&self, random: &mut Random, m: u64, _n: usize) -> Option<Self::Position> {
        let size = u32::try_from(m)
            .ok()
            .filter(|&size| size <= self.about().largest)?;
        let rules = self.rules();
        let count = rules.positions(size);
        let index = random.below(count);
        self.position(&(count > 0).then(|| rules.position(size, index))?)
    }

    /// Returns the positions of the closed form whose disjunctive sum a position of the rules is: by default at most one. They
    /// are several where a move leads to a sum; then [`position`](Self::position) returns `None`, and
    /// [`claim_of`](Self::claim_of) has to be implemented.
    fn parts(&self, of_rules: &RulesPosition<Self>) -> Vec<Self::Position> {
        self.position(of_rules).into_iter().collect()
    }

    /// Returns the claim about a position of the rules; `None` for a finished game that the closed form has no position for.
    ///
    /// # Errors
    /// As [`claim`](Self::claim).
    fn claim_of(&self, of_rules: &RulesPosition<Self>) -> Result<Option<Known>, Failed> {
        let position = self.position(of_rules);
        position.map(|position| self.claim(&position)).transpose()
    }

    /// Returns the position after a legal move, as players see it: the parts that the move leaves alone keep their
    /// numbers where the game can do that.
    fn played(&self, position: &Self::Position, a_move: &Self::Move) -> Option<Self::Position> {
        self.after(position, a_move)
    }

    /// Returns the answers to an input, one for each position. A game that does not need the whole input at once
    /// for its answer solves it while it is read.
    ///
    /// # Errors
    /// As [`parse`](Self::parse) and [`claim`](Self::claim).
    fn answers(&self, input: &mut Numbers<'_>) -> Result<Vec<String>, Error> {
        let positions = self.parse(input)?;
        let answers = positions.iter().map(|position| self.answer(position));
        Ok(answers.collect::<Result<_, _>>()?)
    }

    /// Returns the answer to a position. A game may leave out what the [`claim`](Self::claim) has beyond it.
    ///
    /// # Errors
    /// As [`claim`](Self::claim).
    fn answer(&self, position: &Self::Position) -> Result<String, Failed> {
        self.right(position, &self.counted(position)?)
    }

    /// Returns the input that [`parse`](Self::parse) reads back as `positions`: where an input is one position,
    /// that position.
    fn input(&self, positions: &[Self::Position]) -> String {
        positions.iter().map(ToString::to_string).collect()
    }

    /// Returns the first of the winning moves that the closed form lists.
    ///
    /// # Errors
    /// As [`claim`](Self::claim).
    fn first_winning_moves(
        &self,
        position: &Self::Position,
        most: usize,
    ) -> Result<Vec<Self::Move>, Failed> {
        let mut moves = self.winning_moves(position)?;
        moves.truncate(most);
        Ok(moves)
    }

    /// Returns the positions of a game in which the winner hurries and the loser delays, where the remoteness has been found.
    fn best_play(&self, _position: &Self::Position) -> Option<Vec<String>> {
        None
    }

    /// Returns what a problem package of the game holds beside its tests and samples, where that is known.
    fn problem(&self) -> Option<Problem> {
        self.about().problem.clone()
    }

    /// Returns how single positions are searched, of a game without a closed form.
    fn searching(&self) -> Option<&Searching> {
        None
    }

    /// A drawn position and its text, which grows by doubling, take at most about so many bytes for each part.
    const BYTES: usize = 64;

    /// Whether the programs of an interactive task write a move as two numbers; otherwise they write its name.
    const NUMBERED: bool = false;

    /// Returns the numbers of a move: the place that it changes and how much it takes.
    fn numbers(&self, _position: &Self::Position, a_move: &Self::Move) -> MoveNumbers {
        let (place, taken) = Self::lowered(a_move);
        MoveNumbers::of_take(place as u64 + 1, taken)
    }

    /// Returns the move that is written as these two numbers, legal or not; `None` where there can be no such move.
    fn numbered(&self, _position: &Self::Position, _numbers: [u64; 2]) -> Option<Self::Move> {
        None
    }

    /// Returns which part of the [`reduction`](Self::reduction) a move lowers, counted from 0, and by how much. Of a
    /// strip it is the square of the pawn.
    fn lowered(_move: &Self::Move) -> (usize, u64) {
        (0, 0)
    }

    /// Returns the parts whose nim-sum decides, of a game that is such a sum.
    fn reduction(&self, _position: &Self::Position) -> Option<Reduction> {
        None
    }

    /// Draws one random input of a shape: tries [`shaped`](Self::shaped) until it finds one.
    ///
    /// # Errors
    /// When no position of that shape has those sizes.
    fn generate(&self, request: &Request<'_>) -> Result<Self::Position, NoShape> {
        let n = generate::parts(request, self.about())?;
        let mut random = Random::new(request.seed);
        generate::search(request, || {
            self.shaped(request.shape, &mut random, request.m, n)
        })
    }

    /// Draws a position of a shape of the game with an extent of `m` and `n` parts; `None` when this try found none. By
    /// default the shapes are [those of every game](crate::Shape::OF_EVERY_GAME).
    ///
    /// # Errors
    /// When no position of that shape has those sizes, or it is not known who wins.
    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Self::Position> {
        let Some(drawn) = self.draw(random, m, n) else {
            return Ok(None);
        };
        if shape == "random" {
            return Ok(Some(drawn));
        }
        let won = self.random_winning_move(&drawn, random);
        let lost = match won.map_err(|failed| NoShape(failed.0))? {
            Some(a_move) => self.after(&drawn, &a_move),
            None => Some(drawn),
        };
        if shape == "lost" {
            return Ok(lost);
        }
        Ok(lost.and_then(|lost| self.after(&lost, &self.random_move(&lost, random)?)))
    }

    /// Returns a position like this one from which every move leads to a position that can be written: where a
    /// move makes a number larger, it must not exceed 64 bits. The closure check draws such positions only.
    fn with_room(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// Draws the test of this number, from 0 on, of the original's test set. `random` is where the tests before have left
    /// it. By default the sizes of the tests are not known.
    fn original_test(&self, _number: usize, _random: &mut Random) -> Original<Self::Position> {
        None
    }

    /// Returns positions one step simpler than this one, the boldest step first: fewer pieces, smaller numbers.
    /// Every chain of ever simpler positions is finite. By default what the moves lead to, the smallest numbers
    /// first; none of a position with too many moves.
    fn simpler(&self, position: &Self::Position) -> Simpler<Self::Position> {
        let (rules, of_rules) = (self.rules(), self.rules_position(position));
        let moves = if rules.moves_at_most(&of_rules) <= MOVES as u64 {
            rules.moves(&of_rules)
        } else {
            Vec::new()
        };
        let next = moves.iter().filter_map(|(_, next)| self.position(next));
        let mut next: Vec<Self::Position> = next.collect();
        next.sort_by_cached_key(|next| rank(&self.input(slice::from_ref(next))));
        Box::new(next.into_iter())
    }

    /// Returns inputs which, by the theory of the game, have the outcome and the Grundy value of this one: what was changed, and
    /// the numbers of the new input. `at` chooses the place of a change, `amount` a number up to a bound, near some others. For
    /// tests; by default none.
    fn variations(&self, _input: &[u64], _at: usize, _amount: Amount<'_>) -> Vec<Variation> {
        Vec::new()
    }

    /// Solves every position up to a size, and keeps the outcomes in `place`: by default by
    /// exhaustive play, which keeps them in memory.
    ///
    /// # Errors
    /// When the size is beyond the numbering, the oracle beyond the memory that is free, or cannot be kept in
    /// `place`, and when `watch` ends the work.
    fn oracle(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Oracle<Self::Rules>>, SolveError> {
        self.exhaustive(up_to, place, watch)
    }

    /// As [`oracle`](Self::oracle), with Grundy value and remoteness of every position.
    ///
    /// # Errors
    /// As [`oracle`](Self::oracle).
    fn exhaustive(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Oracle<Self::Rules>>, SolveError> {
        retrograde(self.rules(), up_to, place, watch)
    }

    /// Describes what the [oracle](Self::oracle) will take in that place; `None` where the oracle
    /// reports that only when there is not enough of it.
    ///
    /// # Errors
    /// When the oracle cannot be kept there.
    fn oracle_needs(&self, _up_to: u32, _place: &Place) -> Result<Option<String>, SolveError> {
        Ok(None)
    }

    /// Returns which positions of a size a sweep compares with the oracle, and how deep: by default all in full.
    fn compared(&self, size: u32) -> Scope {
        Scope {
            indices: 0..self.rules().positions(size),
            depth: Depth::Moves,
        }
    }

    /// Appends the number of winning moves, by the closed form, of each of the positions of a size with these
    /// indices. Called only where [`compared`](Self::compared) returns the depth [`Counts`](Depth::Counts).
    fn counts(&self, _size: u32, _indices: Range<u64>, _counts: &mut Vec<u32>) {}

    /// Returns a check of positions of a size for closure that handles many of them at once; `None`, the default, for
    /// sizes that are checked one position at a time.
    fn bulk_closure(&self, _size: u32) -> Option<Closure<'_>> {
        None
    }

    /// Returns the answer to a position of which this is known. Not to be implemented.
    ///
    /// # Errors
    /// As [`claim`](Self::claim).
    fn right(&self, position: &Self::Position, known: &Known) -> Result<String, Failed> {
        let answers = &self.about().answers;
        let winning = match answers.names_moves() {
            0 => Vec::new(),
            most => self.first_winning_moves(position, most)?,
        };
        let winning: Vec<String> = winning.iter().map(ToString::to_string).collect();
        let wrong = answers.misnamed(winning.iter().map(String::as_str));
        match answers.right(known, &winning) {
            right if wrong.is_none() && !right.is_empty() => Ok(right),
            _ => Err(Failed(format!(
                "{position}: {}",
                wrong.unwrap_or_else(|| answers.unknown())
            ))),
        }
    }

    /// Returns the [`claim`](Self::claim) with the number of winning moves. Not to be implemented.
    ///
    /// # Errors
    /// As [`claim`](Self::claim).
    fn counted(&self, position: &Self::Position) -> Result<Known, Failed> {
        let mut claim = self.claim(position)?;
        if claim.winning_moves.is_none() {
            claim.winning_moves = Some(self.winning_moves(position)?.len() as u64);
        }
        Ok(claim)
    }

    /// Returns what a move leads to; `None` when the rules do not allow it. Not to be implemented.
    fn play(&self, position: &Self::Position, a_move: &Self::Move) -> Option<RulesPosition<Self>> {
        let a_move = self.rules_move(a_move)?;
        self.rules().play(&self.rules_position(position), &a_move)
    }

    /// Returns the position that a move leads to; `None` when the rules do not allow it, and when the closed form has no
    /// such position. Not to be implemented.
    fn after(&self, position: &Self::Position, a_move: &Self::Move) -> Option<Self::Position> {
        self.position(&self.play(position, a_move)?)
    }

    /// Returns one of the winning moves that the closed form lists, each equally likely. Not to be implemented.
    ///
    /// # Errors
    /// As [`claim`](Self::claim).
    fn random_winning_move(
        &self,
        position: &Self::Position,
        random: &mut Random,
    ) -> Result<Option<Self::Move>, Failed> {
        let winning = self.winning_moves(position)?;
        let at = random.below(winning.len() as u64) as usize;
        Ok(winning.into_iter().nth(at))
    }

    /// Returns a random legal move, of which every one may come up; `None` when none was found, as in a
    /// finished game. Not to be implemented.
    fn random_move(&self, position: &Self::Position, random: &mut Random) -> Option<Self::Move> {
        let position = self.rules_position(position);
        let rules = self.rules();
        let drawn = rules.random_move(&position, &mut |n| random.below(n));
        drawn.map(|of_rules| self.move_of(&of_rules))
    }
}

/// Chooses a number up to a bound, possibly near one of some numbers.
pub type Amount<'a> = &'a dyn Fn(u64, &[u64]) -> u64;

/// What was changed in an input, and the numbers of the new one.
pub type Variation = (&'static str, Vec<u64>);

/// Name and positions of a test of the original's test set; `None` after the last test, and where the sizes of the tests
/// are not known.
pub type Original<P> = Option<(&'static str, Vec<P>)>;

/// A position as the rules of a game have it.
pub type RulesPosition<G> = <<G as TypedGame>::Rules as Rules>::Position;

/// A move as the rules of a game have it.
pub type RulesMove<G> = <<G as TypedGame>::Rules as Rules>::Move;
