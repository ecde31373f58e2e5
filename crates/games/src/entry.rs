//! A game without its types, for everything that works with any game.

mod typed;

use std::io::Read;
use std::ops::{ControlFlow, Range};

use grundy_core::octal::Code;

use serde_json::Value;

use crate::generate::Random;
use crate::oracle::{Place, Watch};
use crate::package::Problem;
use crate::{
    About, Answers, Case, Choice, Draw, Error, Evaluated, Explanation, Limit, NoShape, Request,
    Scope, Shape, Space, Tally,
};

/// What checks the positions of a size with some indices for closure.
///
/// It fails when the game fails.
pub type Closure<'a> = Box<dyn Fn(Range<u64>) -> Result<Tally, Error> + Send + Sync + 'a>;

/// A game as the sweep, the command, the judge and the benchmarks see it.
///
/// Every method takes positions in the game's own text. Where a task gives another text to a program,
/// [`inputs`](Self::inputs) makes it; nothing makes a position of an input.
///
/// Every [`Game`](crate::Game) is an `Entry`; nothing else needs to be implemented.
pub trait Entry: Send + Sync {
    /// What the game is called and what its sizes mean.
    fn about(&self) -> &About;

    /// How far to go when nobody says how far.
    ///
    /// # Errors
    /// When the game fails.
    fn sweep_to(&self) -> Result<u32, Error> {
        Ok(self.about().sweep_to)
    }

    /// What is held against the oracle, for people: `closed form`, or `claim` where it is somebody's.
    fn claimant(&self) -> &'static str {
        "closed form"
    }

    /// Whether a position is one line of text, as in a rules program, and not an input of several lines.
    fn positions_are_lines(&self) -> bool {
        false
    }

    /// The code that says the game, of a heap game that has one: see [`heaps`](crate::heaps).
    fn code(&self) -> Option<&Code> {
        None
    }

    /// What makes this game what it is beside the code: the programs that it is made of, each with a hash
    /// of its content. Nothing for a game that is built in.
    ///
    /// # Errors
    /// When a program cannot be read, or is no longer what it was when the game was opened.
    fn programs(&self) -> Result<String, Error> {
        Ok(String::new())
    }

    /// A hash of all positions up to a size in their order, where that is not a matter of the code.
    /// O(positions), and what it takes to list them. Nothing for a game that is built in.
    ///
    /// # Errors
    /// When the game fails.
    fn listing(&self, _up_to: u32) -> Result<String, Error> {
        Ok(String::new())
    }

    /// The task's inputs for these positions, one for each; `None` where the input of a position is the
    /// position itself, as it is for every built-in game.
    ///
    /// # Errors
    /// When the game fails.
    fn inputs(&self, _positions: &[&str]) -> Result<Option<Vec<String>>, Error> {
        Ok(None)
    }

    /// The case of a position: its input and the right answer.
    ///
    /// # Errors
    /// As [`solve`](Self::solve), and when another position has the same input and another answer.
    fn case(&self, position: String) -> Result<Case, Error> {
        let answer = self.solve(position.as_bytes())?.text();
        Ok(Case::new(position, answer))
    }

    /// That inputs tell positions apart: small positions of the task, and those that their moves lead to.
    ///
    /// # Errors
    /// When two of them have one input and different answers, or the game fails.
    fn check_inputs(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Whether the player who cannot move wins.
    fn is_misere(&self) -> bool {
        false
    }

    /// Solves an input of the original task; of a game whose inputs are not its positions, positions.
    ///
    /// ```
    /// let gra = grundy_games::find("gra").unwrap();
    /// assert_eq!(gra.solve(b"5 2\n1 3\n")?.text(), "1\n");
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the input, with its line and column.
    fn solve(&self, input: &[u8]) -> Result<Solved, Error>;

    /// The input as the game itself writes it, the same numbers with no more blanks than it needs; as it
    /// is, where nobody knows better.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn rewritten(&self, input: &[u8]) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(input).into_owned())
    }

    /// As [`solve`](Self::solve), reading the input as it goes along: what a game needs not keep for
    /// its answer takes no memory.
    ///
    /// # Errors
    /// As [`solve`](Self::solve), and when reading fails.
    fn solve_from(&self, input: &mut dyn Read) -> Result<Solved, Error>;

    /// As [`solve`](Self::solve), with claims and lists of winning moves, as JSON.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn solve_json(&self, input: &[u8]) -> Result<Value, Error>;

    /// Explains every position of an input.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn explain(&self, input: &[u8]) -> Result<Vec<Explanation>, Error>;

    /// Every position of an input as it stands on the table: what [`explain`](Self::explain) draws,
    /// without the winning moves, or the input's text where nobody can draw it.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let page = nim.picture(b"2\n1 3\n")?[0].text();
    /// assert!(page.ends_with("  heap 1  o\n  heap 2  ooo\n  o stone\n"));
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn picture(&self, input: &[u8]) -> Result<Vec<Explanation>, Error> {
        let text = String::from_utf8_lossy(input);
        Ok(vec![Explanation::of_text(&text)])
    }

    /// As [`solve_json`](Self::solve_json), with the heaps that each position turns into.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn explain_json(&self, input: &[u8]) -> Result<Value, Error>;

    /// The number of positions of exactly this size, by a formula and not by enumeration;
    /// `u64::MAX` stands for more than can be numbered.
    ///
    /// # Errors
    /// When the game fails.
    fn positions(&self, size: u32) -> Result<u64, Error>;

    /// The size of a position, where it is known to be one of those with a size.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn size(&self, _position: &[u8]) -> Result<Option<u32>, Error> {
        Ok(None)
    }

    /// The largest size whose positions can be numbered.
    fn largest_size(&self) -> u32;

    /// Every position up to a size, solved by the oracle and ready to be compared.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let space = nim.space(6)?;
    /// let tally = space.check(6, 0..nim.positions(6)?)?;
    /// assert_eq!((tally.positions, tally.mismatches), (32, 0));
    /// assert_eq!(nim.space(99).err().unwrap().to_string(), "size 99: positions are numbered up to size 64");
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the size is beyond the numbering, or the oracle beyond the memory that is free.
    fn space(&self, up_to: u32) -> Result<Box<dyn Space + '_>, Error> {
        self.space_watched(up_to, &Place::Memory, &mut |_| ControlFlow::Continue(()))
    }

    /// As [`space`](Self::space), for oracles that take much: they keep what they know in this place, and
    /// `watch` hears how far they have come, and may end the work.
    ///
    /// # Errors
    /// As [`space`](Self::space), when the oracle cannot be kept there, and when `watch` says stop.
    fn space_watched(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Space + '_>, Error>;

    /// What it will take to solve every position up to a size in that place, for people; nothing, where
    /// that is said only when there is not enough of it.
    ///
    /// ```
    /// use grundy_games::{OnDisk, Place};
    /// let gra = grundy_games::find("gra").unwrap();
    /// let (path, version) = ("no such file".into(), "1".to_owned());
    /// let place = Place::Disk(OnDisk { path, memory: Some(12 << 30), version });
    /// let takes = gra.oracle_takes(39, &place)?.unwrap();
    /// assert!(takes.starts_with("segments of 8.0 GiB, 8."), "{takes}");
    /// assert_eq!(gra.oracle_takes(30, &Place::Memory)?, None);
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the oracle cannot be kept there.
    fn oracle_takes(&self, _up_to: u32, _place: &Place) -> Result<Option<String>, Error> {
        Ok(None)
    }

    /// Which positions of a size [`Space::check`] is to compare, and how deep it does.
    ///
    /// # Errors
    /// When the game fails.
    fn scope(&self, size: u32) -> Result<Scope, Error>;

    /// What checks that what the closed form says of some positions of a size agrees with what it says of
    /// the positions one move further, with finished games as the base; see
    /// [the module](crate::closure) for what that proves. Nothing is solved. O(moves) a position. It may
    /// remember what was said of positions, so it is to serve for all of a size.
    ///
    /// Mismatches are ranked by index: the first one is the first in the order of the rules' space,
    /// in which every move leads to an earlier position.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let tally = nim.closure(6)?(0..nim.positions(6)?)?;
    /// assert_eq!((tally.positions, tally.mismatches), (32, 0));
    /// assert!(tally.followed.winning > 0);
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the game fails.
    fn closure(&self, size: u32) -> Result<Closure<'_>, Error>;

    /// The same for random positions of any size, on a sample of their moves: the positions with
    /// these numbers of an endless series that depends on `draw` alone. Mismatches are ranked by
    /// number.
    ///
    /// ```
    /// use grundy_games::Draw;
    /// let gra = grundy_games::find("gra").unwrap();
    /// let tally = gra.random_closure(&Draw { m: 5000, n: 300, seed: 1 }, 0..12)?;
    /// assert_eq!((tally.positions, tally.mismatches), (12, 0));
    /// assert!(tally.losing >= 4);
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// When no shape of the game has positions of these sizes.
    fn random_closure(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error>;

    /// How many drawings a batch of random positions has, at most.
    fn drawings(&self) -> u64 {
        1 << 12
    }

    /// The moves that the rules allow in the one position of an input, each with what it leads to.
    /// Nobody says which of them win: the closed form is not asked.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let moves = nim.moves(b"2\n1 1\n")?;
    /// assert_eq!(moves[1].name.as_deref(), Some("1 from heap 2"));
    /// assert_eq!(moves[1].leads_to, ["2\n1 0\n"]);
    /// assert_eq!(moves[1].wins, None);
    /// let huge = nim.moves(b"1\n1000000000000\n").unwrap_err();
    /// assert_eq!(huge.to_string(), "up to 1000000000000 moves are too many to be listed");
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the input is not one position, the moves are too many to be listed, or the game fails.
    fn moves(&self, input: &[u8]) -> Result<Vec<Choice>, Error>;

    /// As [`moves`](Self::moves), and which of them win: by the closed form, where there is one.
    ///
    /// # Errors
    /// As [`moves`](Self::moves).
    fn options(&self, input: &[u8]) -> Result<Vec<Choice>, Error>;

    /// Whether an answer to the one position of an input is a move, by its name or as what it leads to,
    /// and if so whether it wins.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// assert_eq!(nim.plays(b"2\n1 2\n", "1 from heap 2")?, Some(true));
    /// assert_eq!(nim.plays(b"2\n1 2\n", "2 1 0")?, Some(false));
    /// assert_eq!(nim.plays(b"2\n1 2\n", "2 from heap 1")?, None);
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`moves`](Self::moves).
    fn plays(&self, input: &[u8], answer: &str) -> Result<Option<bool>, Error> {
        let is_same = |text: &str| {
            let words = answer.split_ascii_whitespace();
            text.split_ascii_whitespace().eq(words)
        };
        let mut options = self.options(input)?.into_iter();
        let played = options.find(|choice| {
            choice.name.as_deref().is_some_and(is_same) || is_same(&choice.leads_to.join(" + "))
        });
        Ok(played.and_then(|choice| choice.wins))
    }

    /// As [`moves`](Self::moves), at most so many of them, drawn at random where there are more; for
    /// positions of any size. The same ones for the same seed.
    ///
    /// # Errors
    /// When the input is not one position, or the game fails.
    fn random_moves(&self, input: &[u8], most: usize, seed: u64) -> Result<Vec<Choice>, Error>;

    /// What the move of that name leads to, as in [`Choice::leads_to`].
    ///
    /// ```
    /// let gra = grundy_games::find("gra").unwrap();
    /// assert_eq!(gra.play(b"7 3\n2 3 6\n", "2 -> 4")?, ["7 3\n3 4 6\n"]);
    /// assert!(gra.play(b"7 3\n2 3 6\n", "6 -> 7")?.is_empty());
    /// assert!(gra.play(b"7 3\n2 3 6\n", "2 -> 5").is_err());
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`moves`](Self::moves), and when none has that name.
    fn play(&self, input: &[u8], name: &str) -> Result<Vec<String>, Error> {
        let mut moves = self.moves(input)?.into_iter();
        let chosen = moves.find(|choice| choice.name.as_deref() == Some(name));
        let chosen = chosen.ok_or_else(|| Error::NoMove(name.to_owned()))?;
        Ok(chosen.leads_to)
    }

    /// A position of an endless series of random ones: the game's shapes by turns. The same
    /// one for the same order and number.
    ///
    /// # Errors
    /// When no shape of the game has positions of these sizes.
    fn random_position(&self, draw: &Draw, number: u64) -> Result<String, Error>;

    /// Every position up to a size with what exhaustive play says of it, in order of size; ends when
    /// `each` says stop. The closed form is not asked.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let nim = grundy_games::find("nim").unwrap();
    /// let mut lost = Vec::new();
    /// nim.values(4, &mut |evaluated| {
    ///     lost.extend((!evaluated.wins).then_some(evaluated.position));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(lost, ["1\n0\n", "2\n0 0\n", "3\n0 0 0\n", "2\n1 1\n", "4\n0 0 0 0\n"]);
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the size is beyond the numbering or the oracle beyond the memory that is free, or the game
    /// fails.
    fn values(
        &self,
        up_to: u32,
        each: &mut dyn FnMut(Evaluated) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.values_watched(up_to, &mut |_| ControlFlow::Continue(()), each)
    }

    /// As [`values`](Self::values), for games that take long: `watch` hears how far solving has come, and
    /// may end the work.
    ///
    /// # Errors
    /// As [`values`](Self::values), and where the game says so when `watch` says stop.
    fn values_watched(
        &self,
        up_to: u32,
        watch: Watch<'_>,
        each: &mut dyn FnMut(Evaluated) -> ControlFlow<()>,
    ) -> Result<(), Error>;

    /// The kinds of random inputs that the game can generate; none, when nobody has said any.
    fn shapes(&self) -> &[Shape] {
        &[]
    }

    /// One random position.
    ///
    /// # Errors
    /// When no position of that shape has those sizes.
    fn generate(&self, _request: &Request<'_>) -> Result<String, Error> {
        let name = &self.about().name;
        Err(NoShape(format!("{name} has no shapes")).into())
    }

    /// The test of this number, from 0 on, of the original's test set, with its name; `None` behind the last,
    /// and where there is no such set. All tests are drawn from one source, one after the other: `random` is
    /// where the tests before have left it, at first that of the seed.
    fn original_test(&self, _number: usize, _random: &mut Random) -> Option<(String, Case)> {
        None
    }

    /// The original's test set, if there is one: calls `write` with name, input and answer of one test
    /// after the other.
    ///
    /// # Errors
    /// The first error that `write` returns; nothing is made after it.
    fn suite(
        &self,
        seed: u64,
        write: &mut dyn FnMut(&str, &str, &str) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let mut random = Random::new(seed);
        for number in 0.. {
            let Some((name, case)) = self.original_test(number, &mut random) else {
                break;
            };
            write(&name, &case.input, &case.answer)?;
        }
        Ok(())
    }

    /// What a problem package of the game holds beside its tests; `None` where nobody has written it.
    fn problem(&self) -> Option<Problem> {
        None
    }

    /// What the answers of the original task look like.
    fn answer_form(&self) -> Answers;

    /// The largest inputs that the original task allows, the most demanding first; none, when nobody
    /// has said any.
    fn limits(&self) -> &[Limit] {
        &[]
    }

    /// An extent and a number of parts, brought down to what the first of the [limits](Self::limits) allows.
    ///
    /// ```
    /// let gra = grundy_games::find("gra")?;
    /// assert_eq!(gra.within_limits(12, u64::MAX), (12, 1_000_000));
    /// # Ok::<(), grundy_games::NoGame>(())
    /// ```
    fn within_limits(&self, m: u64, n: u64) -> (u64, u64) {
        let limit = self.limits().first();
        limit.map_or((m, n), |limit| (m.min(limit.m), n.min(limit.n)))
    }

    /// Positions one step simpler than this one, which the task can ask for, the boldest step first; every
    /// chain of ever simpler positions is finite. They are made one at a time, as they are asked for.
    ///
    /// ```
    /// let gra = grundy_games::find("gra").unwrap();
    /// let simpler: Vec<String> = gra.simpler(b"6 2\n1 4\n")?.collect();
    /// assert_eq!(simpler[..2], ["5 1\n1\n", "5 1\n3\n"]);
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn simpler(&self, input: &[u8]) -> Result<Box<dyn Iterator<Item = String> + '_>, Error>;
}

/// An input with its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// One answer for each position of the input, in the original's words.
    pub answers: Vec<String>,
}

impl Solved {
    /// The output file: a line for each answer.
    pub fn text(&self) -> String {
        let mut text = self.answers.join("\n");
        text.push('\n');
        text
    }
}
