//! A game without its types: what every other crate sees of it.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crate::error::room;
use crate::generate::Random;
use crate::oracle::{Loaded, Place, Watch};
use crate::{About, Case, Draw, Each, Error, Limit, Position, Problem, Request, Searching, Tally};

/// The positions of an input.
pub type Positions = Vec<Arc<dyn Position>>;

/// A reader that keeps what it reads.
struct Kept<'a>(&'a mut dyn Read, &'a mut Vec<u8>);

impl Read for Kept<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self(reader, bytes) = self;
        let read = reader.read(buffer)?;
        bytes.try_reserve(read)?;
        bytes.extend_from_slice(&buffer[..read]);
        Ok(read)
    }
}

/// A game: its positions as text, and by way of [`Sizes`] all of them up to a size.
///
/// Every [`TypedGame`](crate::TypedGame) is a `Game`; nothing else needs to be implemented.
pub trait Game: Sizes {
    /// Returns names, sizes, limits and forms.
    fn about(&self) -> &About;

    /// Returns the size that a sweep goes to by default.
    ///
    /// # Errors
    /// When the game fails.
    fn sweep_to(&self) -> Result<u32, Error> {
        Ok(self.about().sweep_to)
    }

    /// Returns what identifies this game beside its name: each program of which it is made with a hash of its
    /// content, and, where `listed_up_to` is a size, a hash of all positions up to that size. Empty for a built-in
    /// game. O(positions up to that size).
    ///
    /// # Errors
    /// When a program cannot be read, has changed since the game was opened, or fails.
    fn identity(&self, _listed_up_to: Option<u32>) -> Result<Identity, Error> {
        Ok(Identity::default())
    }

    /// Returns how single positions are searched, of a game without a closed form that searches them.
    fn searching(&self) -> Option<&Searching> {
        None
    }

    /// Checks that inputs tell positions apart: small positions of the task, and those that their moves lead to.
    ///
    /// # Errors
    /// When two of them have one input and different answers, or the game fails.
    fn check_inputs(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Reads an input of the task: one position, or several where the task has several in one file. Of a game whose
    /// inputs are not its positions it reads positions.
    ///
    /// ```
    /// let gra = grundy_games::find("gra").unwrap();
    /// let positions = gra.read(b"5 2\n1 3\n")?;
    /// assert_eq!(positions[0].solve()?.answer, "1");
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the input, with its line and column.
    fn read(&self, mut input: &[u8]) -> Result<Vec<Arc<dyn Position>>, Error> {
        self.read_from(&mut input)
    }

    /// As [`read`](Self::read), of a stream, of which it reads no more than shows what is wrong.
    ///
    /// # Errors
    /// As [`read`](Self::read), and when reading fails.
    fn read_from(&self, input: &mut dyn Read) -> Result<Vec<Arc<dyn Position>>, Error>;

    /// As [`read_from`](Self::read_from), and returns the bytes that were read.
    fn kept(&self, input: &mut dyn Read) -> (Result<Positions, Error>, Vec<u8>) {
        let mut bytes = Vec::new();
        let positions = self.read_from(&mut Kept(input, &mut bytes));
        (positions, bytes)
    }

    /// Returns the answers to an input, one for each position, solved while it is read: what a game does not need for
    /// its answer takes no memory.
    ///
    /// # Errors
    /// As [`read_from`](Self::read_from).
    fn answer(&self, input: &mut dyn Read) -> Result<Vec<String>, Error>;

    /// Returns the text that [`read`](Self::read) reads back as these positions of this game.
    fn write(&self, positions: &[Arc<dyn Position>]) -> String {
        positions.iter().map(ToString::to_string).collect()
    }

    /// Draws one random position of a [shape](About::shapes).
    ///
    /// # Errors
    /// When no position of that shape has those sizes.
    fn draw(&self, request: &Request<'_>) -> Result<Arc<dyn Position>, Error>;

    /// Prepares the positions that the caller is about to [draw](Self::draw), so that a program which draws them is started
    /// once for all. A built-in game has nothing to prepare.
    ///
    /// # Errors
    /// When the game fails.
    fn draw_ahead(&self, _requests: &[Request<'_>]) -> Result<(), Error> {
        Ok(())
    }

    /// Returns position `number` of an endless series of random positions: the game's shapes by turns. The same
    /// position for the same order and number.
    ///
    /// # Errors
    /// When no shape of the game has positions of these sizes.
    fn drawn(&self, draw: &Draw, number: u64) -> Result<Arc<dyn Position>, Error>;

    /// Returns what a problem package of the game holds beside its tests and samples, where that is known.
    ///
    /// # Errors
    /// When the game fails.
    fn problem(&self) -> Result<Option<Problem>, Error> {
        Ok(self.about().problem.clone())
    }

    /// Makes the test of this number, from 0 on, of the original's test set; `None` after the last one, and where there
    /// is no such set. All tests are drawn from one source, one after the other: `random` is in the state that the tests
    /// before have left, at first that of the seed.
    fn original_test(&self, _number: usize, _random: &mut Random) -> Option<OriginalTest> {
        None
    }

    /// Returns how long the programs that the game has run have computed, on one core or several; `None` where it runs none.
    fn computed(&self) -> Option<Duration> {
        None
    }
}

/// The positions of a game by size, numbered within each size, and the checks of all of them.
pub trait Sizes: Send + Sync {
    /// Returns the number of positions of exactly this size; of a built-in game by a formula. `u64::MAX` stands for more
    /// than can be numbered.
    ///
    /// # Errors
    /// When the game fails.
    fn positions(&self, size: u32) -> Result<u64, Error>;

    /// Returns whether many sizes are listed together. A rules program without the verb `sizes` is started for each.
    fn lists_together(&self) -> bool {
        true
    }

    /// Returns every position of exactly this size, as text, in their order. Nothing is solved. O(positions).
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// assert_eq!(nim.listed(2)?, ["1\n1\n", "2\n0 0\n"]);
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the game fails.
    fn listed(&self, size: u32) -> Result<Vec<String>, Error>;

    /// Returns which positions of a size a sweep compares with the oracle, and how deep.
    ///
    /// # Errors
    /// When the game fails.
    fn scope(&self, size: u32) -> Result<Scope, Error>;

    /// Describes what it takes to solve every position up to a size in that place; `None` where the game
    /// reports that only when there is not enough of it.
    ///
    /// ```
    /// use grundy_game::{OnDisk, Place};
    /// let gra = grundy_games::find("gra").unwrap();
    /// let (path, version) = ("no such file".into(), "1".to_owned());
    /// let place = Place::Disk(OnDisk { path, memory: Some(12 << 30), version });
    /// let takes = gra.oracle_takes(39, &place)?.unwrap();
    /// assert!(takes.starts_with("segments of 8.0 GiB, 8."), "{takes}");
    /// assert_eq!(gra.oracle_takes(30, &Place::Memory)?, None);
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the oracle cannot be kept there.
    fn oracle_takes(&self, _up_to: u32, _place: &Place) -> Result<Option<String>, Error> {
        Ok(None)
    }

    /// Solves every position up to a size by the oracle, which stores the outcomes in `place`. `watch` is called with
    /// the progress and may end the work.
    ///
    /// ```
    /// use grundy_game::{Place, unwatched};
    /// let nim = grundy_games::find("nim").unwrap();
    /// let solved = nim.solved(6, &Place::Memory, &mut unwatched)?;
    /// let tally = solved.check(6, 0..nim.positions(6)?)?;
    /// assert_eq!((tally.positions, tally.mismatches), (32, 0));
    /// let error = nim.solved(99, &Place::Memory, &mut unwatched).err().unwrap();
    /// assert_eq!(error.to_string(), "size 99: positions are numbered up to size 64");
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the size is beyond the numbering, the oracle beyond the memory that is free, or cannot be kept in `place`,
    /// and when `watch` ends the work.
    fn solved(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Solved + '_>, Error>;

    /// Returns what checks positions of a size for [closure](crate::closure): what the closed form claims of a position
    /// must agree with what it claims of the positions one move further. Nothing is solved. O(moves) a position. It may
    /// keep claims, so that one check serves all of a size.
    ///
    /// Mismatches are ranked by index: the first one is the first in the order of the rules' space, in which every move
    /// leads to an earlier position.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let tally = nim.closure(6)?(0..nim.positions(6)?)?;
    /// assert_eq!((tally.positions, tally.mismatches), (32, 0));
    /// assert!(tally.followed.winning > 0);
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the game fails.
    fn closure(&self, size: u32) -> Result<Closure<'_>, Error>;

    /// Checks the positions with these numbers of the [series](Game::drawn) of random positions for closure, on a sample
    /// of their moves. Mismatches are ranked by number.
    ///
    /// ```
    /// use grundy_game::Draw;
    /// let gra = grundy_games::find("gra").unwrap();
    /// let tally = gra.random_closure(&Draw { m: 5000, n: 300, seed: 1 }, 0..12)?;
    /// assert_eq!((tally.positions, tally.mismatches), (12, 0));
    /// assert!(tally.losing >= 4);
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When no shape of the game has positions of these sizes.
    fn random_closure(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error>;

    /// Calls `each` with every position up to a size, in order of size, and with its values by exhaustive play; ends
    /// when `each` breaks, or `watch`, which is called while they are solved. The closed form is not used.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let nim = grundy_games::find("nim").unwrap();
    /// let mut lost = Vec::new();
    /// nim.values(4, &mut grundy_game::unwatched, &mut |evaluated| {
    ///     lost.extend((!evaluated.known.wins()).then_some(evaluated.position));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(lost, ["1\n0\n", "2\n0 0\n", "3\n0 0 0\n", "2\n1 1\n", "4\n0 0 0 0\n"]);
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the size is beyond the numbering or the oracle beyond the memory that is free, or the game fails.
    fn values(&self, up_to: u32, watch: Watch<'_>, each: Each<'_>) -> Result<(), Error>;
}

/// Checks the positions of a size with some indices for closure. It fails when the game fails.
pub type Closure<'a> = Box<dyn Fn(Range<u64>) -> Result<Tally, Error> + Send + Sync + 'a>;

/// All positions of a game up to a size, solved by the oracle.
pub trait Solved: Send + Sync {
    /// Loads these positions to [check](Self::check) them, and returns which of them can be checked in this process.
    /// Where each process has a part, all processes must turn to the same positions at the same time.
    ///
    /// # Errors
    /// When the oracle cannot read the outcomes.
    fn turn_to(&mut self, _size: u32, _indices: Range<u64>) -> Result<Loaded, Error> {
        Ok(None)
    }

    /// Compares the closed form with the oracle on some of the positions of a size, as deep as the game's
    /// [scope](Sizes::scope) of that size: outcome, number and set of winning moves, and the Grundy value where both
    /// have one; or the number alone, with one position of [`SAMPLED`](crate::SAMPLED) compared in full. Which positions
    /// are sampled depends on their indices only.
    ///
    /// Mismatches are ranked by [`rank`](crate::rank), the simplest input first.
    ///
    /// # Errors
    /// When the game fails.
    fn check(&self, size: u32, indices: Range<u64>) -> Result<Tally, Error>;

    /// Returns the cases of a size, with the oracle's answers, the simplest first; none of a size beyond those solved.
    ///
    /// # Errors
    /// When the game fails.
    fn cases(&self, size: u32) -> Result<Vec<Case>, Error>;
}

/// Which positions of a size a sweep compares with the oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Their indices, up to the last one of the size. Where they do not begin at 0, the positions
    /// before them are those of the next smaller size, index by index, and are compared there.
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

/// Returns the largest inputs that the task allows, the most demanding first: those of the game, or positions of the
/// size that a sweep goes to. None where the game fails to return that size.
pub fn limits(game: &dyn Game) -> Vec<Limit> {
    let limits = &game.about().limits;
    if !limits.is_empty() {
        return limits.to_vec();
    }
    let size = game.sweep_to();
    size.map_or_else(|_| Vec::new(), |size| vec![Limit::new(size.into(), 1)])
}

/// What identifies a game that is not built in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The programs, each with a hash of its content.
    pub programs: String,
    /// A hash of all positions up to a size, in their order.
    pub listing: String,
}

/// A test of the original's test set, made anew.
pub struct OriginalTest {
    /// Its name, as in the original.
    pub name: String,
    /// The positions of the file.
    pub positions: Vec<Arc<dyn Position>>,
}

impl OriginalTest {
    /// Returns its input with the right answer.
    ///
    /// # Errors
    /// When the game fails.
    pub fn case(&self, game: &dyn Game) -> Result<Case, Error> {
        let answers = self.positions.iter().map(|position| position.solve());
        let answers = answers.map(|solution| Ok(solution?.answer + "\n"));
        let answer = answers.collect::<Result<String, Error>>()?;
        Ok(Case::new(game.write(&self.positions), answer))
    }
}

/// Returns the tests of the original's test set of a seed, in order.
///
/// # Errors
/// When there is no memory for the largest of them.
pub fn originals(game: &dyn Game, seed: u64) -> Result<impl Iterator<Item = OriginalTest>, Error> {
    let largest = Limit::largest(&game.about().limits);
    room(64 * largest.map_or(0, |limit| limit.n))?;
    let mut random = Random::new(seed);
    Ok((0..).map_while(move |number| game.original_test(number, &mut random)))
}
