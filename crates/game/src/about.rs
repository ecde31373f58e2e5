//! A game as data: names, sizes, limits, shapes, forms of answers.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::str::FromStr;

use grundy_core::octal::Code;
use grundy_formula::Formula;
use serde::{Deserialize, Serialize};

use crate::{Cases, Error, Failed, Form};

/// A game's names, sizes, limits and forms. The default is a closed form that answers `Yes` and `No`.
///
/// That of a built-in game is read from the file `about.json` in its folder.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct About {
    /// The name on the command line and in records.
    pub name: Cow<'static, str>,
    /// The name for people.
    pub title: Cow<'static, str>,
    /// Where the task comes from.
    pub original: Cow<'static, str>,
    /// What the size of a position means, and how many positions a size has.
    pub size: Cow<'static, str>,
    /// The smallest size that has positions.
    pub smallest: u32,
    /// The largest size whose positions can be numbered.
    #[serde(skip)]
    pub largest: u32,
    /// The size up to which a sweep goes by default.
    pub sweep_to: u32,
    /// How to play, in about three sentences: what the position is, what a move is, and who wins. Empty where it is not
    /// known.
    #[serde(skip_serializing)]
    pub rules: Cow<'static, str>,
    /// The closed form as a formula, where a theorem says that it is one.
    #[serde(skip_serializing, default)]
    pub closed_form: Option<ClosedForm>,
    /// A move that shows how to play, where there is one.
    #[serde(skip_serializing)]
    pub example: Option<Example>,
    /// The moves that a code allows: lines of the page of a position.
    #[serde(skip)]
    pub allowed: Vec<String>,
    /// What decides, and why: lines of the page of a position.
    #[serde(skip_serializing)]
    pub theory: Vec<String>,
    /// What a generated input's `m` is.
    pub m: Cow<'static, str>,
    /// What a generated input's `n` is.
    pub n: Cow<'static, str>,
    /// How many tests the original's test set has; 0 where their sizes are not known.
    pub tests: usize,
    /// The form of the task's answers.
    #[serde(skip_serializing)]
    pub answers: Form,
    /// The kinds of random inputs that the game can draw, the plain one first.
    #[serde(skip_serializing, borrow)]
    pub shapes: Cow<'static, [Shape]>,
    /// The largest inputs that the task allows, the most demanding first; none where they follow from
    /// [`Game::sweep_to`](crate::Game::sweep_to).
    #[serde(skip_serializing)]
    pub limits: Cow<'static, [Limit]>,
    /// The inputs on which the benchmarks measure the game, the plain one first; none stands for the first shape with the
    /// largest sizes of the task.
    #[serde(skip_serializing, borrow)]
    pub benchmarks: Cow<'static, [Request<'static>]>,
    /// The largest inputs of an interactive task: games from them end after some thousand moves.
    #[serde(skip_serializing)]
    pub interactive: Cow<'static, [Limit]>,
    /// How an input holds its positions.
    #[serde(skip)]
    pub cases: Cases,
    /// Which word of an input, from 0 on, is the number of its further lines, where inputs have different numbers of lines.
    #[serde(skip_serializing)]
    pub further_lines: Option<usize>,
    /// Inputs that the statement of the task shows.
    #[serde(skip_serializing)]
    pub samples: Vec<String>,
    /// What a problem package of the game holds beside its tests and samples, where there is one.
    #[serde(skip)]
    pub problem: Option<Problem>,
    /// What a rules program says about the statement of its task.
    #[serde(skip)]
    pub told: Told,
    /// The code of a heap game that has one.
    #[serde(skip)]
    pub code: Option<Code>,
    /// What is compared with the oracle.
    #[serde(skip)]
    pub claimant: Claimant,
    /// How a position is written.
    #[serde(skip)]
    pub layout: Layout,
    /// The player who makes the first move of an interactive task.
    #[serde(skip)]
    pub starts: Starts,
    /// The line that the judge of an interactive task writes when the game is over, where there is one.
    #[serde(skip)]
    pub over: Option<String>,
    /// The line that a player of an interactive task writes who has no move, where there is one.
    #[serde(skip)]
    pub stuck: Option<String>,
    /// The line that the program of an interactive task writes when it has won, where there is one.
    #[serde(skip)]
    pub ends: Option<String>,
    /// Whether the player who cannot move wins.
    #[serde(skip)]
    pub misere: bool,
    /// Whether positions may repeat, so that play need not end: then the answers are three words.
    #[serde(skip)]
    pub loops: bool,
    /// Whether an input asks about several positions, whose answers follow each other.
    #[serde(skip)]
    pub asks_several: bool,
}

impl About {
    /// Gives a game whose positions may repeat the words `Win`, `Lose` and `Draw`, unless it `names` its form of answers.
    ///
    /// # Errors
    /// When the form has a word for a draw, and the game has none, or the other way round.
    pub fn with_draws(&mut self, names: bool) -> Result<(), String> {
        if self.loops && !names {
            self.answers = Form::Words(["Win", "Lose", "Draw"].map(Cow::from).into());
        }
        if self.loops == (self.answers.outcome_words().len() == 3) {
            return Ok(());
        }
        let what = "games with `loops: yes`, and only those, have three different words: for a win, a loss and a draw";
        Err(format!("answer: {what}"))
    }

    /// Checks that an input asks about one position only.
    ///
    /// # Errors
    /// When it asks about several.
    pub fn asks_one(&self) -> Result<(), Error> {
        if self.asks_several {
            let what = "asks about several positions, and here one is needed";
            return Err(Failed(format!("an input of {} {what}", self.name)).into());
        }
        Ok(())
    }

    /// Returns whether an input is a row of numbers below their number, as the example shows it.
    pub fn is_counted_row(&self) -> bool {
        let text = self
            .example
            .as_ref()
            .map(|example| example.position.lines());
        let lines: Vec<&str> = text.into_iter().flatten().collect();
        matches!(lines[..], [number, row] if number.parse() == Ok(row.split(' ').count()))
    }

    /// Returns how many drawings a batch of random positions has at most.
    pub const fn drawings(&self) -> u64 {
        match self.claimant {
            Claimant::ClosedForm => 1 << 12,
            // The program is started for each drawing.
            Claimant::Claim => 1 << 6,
        }
    }
}

/// A small position and a move in it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The position as an input.
    pub position: String,
    /// The name of the move.
    #[serde(rename = "move")]
    pub name: String,
}

/// What is compared with the oracle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claimant {
    /// A closed form of the core.
    #[default]
    ClosedForm,
    /// A program's claim.
    Claim,
}

impl Claimant {
    /// Returns its name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClosedForm => "closed form",
            Self::Claim => "claim",
        }
    }
}

/// The player who makes the first move of an interactive task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Starts {
    /// The program.
    #[default]
    Program,
    /// The judge.
    Judge,
    /// The player that the program chooses.
    Choose {
        /// The word with which the program takes the first move.
        first: String,
        /// The word with which it leaves the first move to the judge.
        second: String,
    },
}

impl FromStr for Starts {
    type Err = String;

    /// Parses `program`, `judge`, `choose:FIRST,SECOND` or `choose FIRST SECOND`; `choose` alone has the words `First` and
    /// `Second`.
    ///
    /// ```
    /// use grundy_game::Starts;
    /// assert_eq!("judge".parse(), Ok(Starts::Judge));
    /// let choose: Starts = "choose:First,Second".parse()?;
    /// assert_eq!(choose, "choose First Second".parse()?);
    /// assert_eq!(choose, "choose".parse()?);
    /// assert!("choose:A,A".parse::<Starts>().is_err() && "choose:".parse::<Starts>().is_err());
    /// # Ok::<(), String>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, String> {
        let words = text.split([' ', ',', ':']).filter(|word| !word.is_empty());
        match words.collect::<Vec<_>>()[..] {
            ["program"] => Ok(Self::Program),
            ["judge"] => Ok(Self::Judge),
            ["choose"] if !text.ends_with([':', ',']) => Ok(Self::Choose {
                first: "First".to_owned(),
                second: "Second".to_owned(),
            }),
            ["choose", first, second] if first != second => Ok(Self::Choose {
                first: first.to_owned(),
                second: second.to_owned(),
            }),
            _ => Err(format!(
                "expected program, judge, or choose with two different words, found {text:?}"
            )),
        }
    }
}

/// A closed form that is proved.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosedForm {
    /// The formula, as crate `formula` prints it.
    pub formula: Cow<'static, str>,
    /// The theorem, and its name in Coq.
    pub theorem: Cow<'static, str>,
}

/// How a game writes a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// As an input of several lines, in which white space only separates numbers.
    #[default]
    Input,
    /// As one line of any text.
    Line,
}

/// A pair of sizes at the limits of the original task: a program that solves the task has to solve
/// inputs of any shape up to these sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// The game's own measure of extent, see [`About::m`].
    pub m: u64,
    /// The number of pawns, heaps, steps or piles, see [`About::n`].
    pub n: u64,
}

impl Limit {
    /// An extent and a number.
    pub const fn new(m: u64, n: u64) -> Self {
        Self { m, n }
    }

    /// The largest extent and the largest number of some limits, which need not belong to the same one; `None` without limits.
    /// O(limits).
    ///
    /// ```
    /// use grundy_game::Limit;
    /// let limits = [Limit::new(10, 2), Limit::new(3, 7)];
    /// assert_eq!(Limit::largest(&limits), Some(Limit::new(10, 7)));
    /// ```
    pub fn largest(limits: &[Self]) -> Option<Self> {
        let both = |a: Self, b: Self| Self::new(a.m.max(b.m), a.n.max(b.n));
        limits.iter().copied().reduce(both)
    }
}

/// A kind of random input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// The name on the command line.
    pub name: &'static str,
    /// What such inputs look like.
    pub about: &'static str,
    /// Whether drawing one uses the closed form, as for P-positions: then it is no evidence for the closed form.
    #[serde(default)]
    pub by_closed_form: bool,
    /// The smallest sizes that such inputs can have; there may be none of some larger sizes, too.
    #[serde(default, skip_serializing)]
    pub least: Limit,
    /// The largest extent that such inputs can have, where it is smaller than those of other shapes.
    #[serde(skip)]
    pub most: Option<u64>,
}

impl Shape {
    /// The name of the shape of the listed positions, which games whose rules are a program have.
    pub const LISTED: &str = "listed";

    /// The shapes that every game can draw.
    pub const OF_EVERY_GAME: &[Self] = &[
        Self::new("random", "any position"),
        Self::by_closed_form("lost", "a P-position: a random one after a winning move"),
        Self::by_closed_form("nearly", "an N-position: a P-position after any move"),
    ];

    /// A shape by its name and what its inputs look like.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            by_closed_form: false,
            least: Limit::new(0, 0),
            most: None,
        }
    }

    /// A shape that is drawn with the closed form.
    pub const fn by_closed_form(name: &'static str, about: &'static str) -> Self {
        Self {
            by_closed_form: true,
            ..Self::new(name, about)
        }
    }
}

/// A request for one random input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

impl Display for Request<'_> {
    /// Writes the options of `grundy gen` that draw this input.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shape, m, n, seed } = self;
        write!(f, "--shape {shape} -m {m} -n {n} --seed {seed}")
    }
}

/// An endless series of random positions, by threes.
///
/// The first of three is drawn, the shapes of the game by turns. The second is a P-position: the first one
/// after one of its winning moves, or as it is when it has none. The third is that P-position after any
/// move: an N-position nearly lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The extent of the positions, as for generated inputs.
    pub m: u64,
    /// The number of pawns, heaps, steps or piles.
    pub n: u64,
    /// Same seed, same positions.
    pub seed: u64,
}

/// What a game's problem package holds beside its tests and samples; of a built-in game the files of its folder `problem`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The statement without its title, in the LaTeX that a package reads. `\\largestm` and `\\largestn`
    /// stand for the limits.
    pub statement: Cow<'static, str>,
    /// `validate` of an input validator in C++. It reads with `number`, `row`, `text`, `blank` and `newline`, and has the
    /// limits as `M` and `N`.
    pub validator: &'static str,
    /// Solutions: right ones, ones with a mistake that a test finds, and ones that are too slow.
    pub submissions: Vec<Submission>,
    /// A formula that gives the right answer to every input. The package has solutions written from it, in front of the others.
    pub formula: Option<Formula>,
    /// A formula with a mistake that a test finds, for a wrong solution.
    pub mistake: Option<Formula>,
    /// The rules program.
    pub rules: Option<RulesFile>,
    /// The option of `grundy gen` that says what makes claims in its place, with its value: `--claim` or `--formula`.
    pub claims: Option<(&'static str, String)>,
    /// How the programs of an interactive package know the game; `None` where there can be none.
    pub playing: Option<Playing>,
    /// For which limits the tests show the verdicts of these solutions.
    pub bounds: Bounds,
}

/// For which limits of a task the tests of a package show the verdicts of its solutions, as far as that has been tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bounds {
    /// The time limit in seconds that a right solution in Python keeps on a slow machine.
    pub time_limit: u64,
    /// The largest extent of which the right solution keeps it.
    pub right_to: u64,
    /// The smallest limits with a test that the wrong solution fails.
    pub wrong_from: Limit,
    /// The smallest limits with a test on which the slow solution exceeds it.
    pub slow_from: Limit,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            time_limit: 4,
            right_to: u64::MAX,
            wrong_from: Limit::default(),
            slow_from: Limit::default(),
        }
    }
}

/// How the programs of an interactive package know a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Playing {
    /// By a closed form.
    ClosedForm {
        /// `struct Game` in C++, with the moves and the closed form.
        game: &'static str,
        /// `class Game` in Python, with the moves only.
        moves: &'static str,
        /// How a move is written, in LaTeX: `from to`, and what that means.
        line: Cow<'static, str>,
    },
    /// By a rules program.
    Rules {
        /// Its text.
        program: String,
        /// The text without what tells who wins; `None` where it cannot be separated.
        moves: Option<String>,
        /// Whether its claim was compared with the oracle, so that the judge's program asks it who wins.
        is_confirmed: bool,
        /// How a move is written, in LaTeX.
        line: String,
    },
}

/// A solution of a task, and what a judge says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// What a judge says of it.
    pub verdict: Expected,
    /// The name of its file without the extension, if it is not the one that a package gives.
    pub name: Option<String>,
    /// The extension of the file.
    pub language: Cow<'static, str>,
    /// The program.
    pub text: Cow<'static, str>,
}

impl Submission {
    /// A solution in the language with this extension.
    pub fn new(
        verdict: Expected,
        language: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            verdict,
            name: None,
            language: language.into(),
            text: text.into(),
        }
    }
}

/// What a judge says of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Accepted.
    Accepted,
    /// Wrong answer.
    Wrong,
    /// Time limit exceeded.
    Slow,
    /// A crash, or another limit exceeded.
    Crash,
}

/// The file of a rules program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesFile {
    /// Its name in a package.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// What a rules program says about the statement of its task, a paragraph for each line; empty where it says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The story, before the rules.
    pub story: Vec<String>,
    /// The form of the input.
    pub input: Vec<String>,
    /// The form of the output.
    pub output: Vec<String>,
}
