//! A position without the type of its game.

use std::any::Any;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use crate::{Error, Explanation, Known, LetterCase, Outcome, Reduction};

/// Facts for machines: writes a JSON object. There may be millions of moves, which are no [`Value`](serde_json::Value)s.
pub type Facts = Box<dyn Fn(&mut dyn Write) -> io::Result<()>>;

/// Why a game may have no such position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What was examined and did not contain the position.
    pub why: String,
    /// Whether every position of the game was examined.
    pub is_certain: bool,
}

/// One position, with the rules and the closed form of its game.
///
/// It is displayed as the game's own text. Every [`TypedGame`](crate::TypedGame) makes such positions, and so do codes
/// and rules programs.
pub trait Position: Any + Display + Send + Sync {
    /// Returns what a program of the task reads: the position itself, unless the task gives programs another text.
    ///
    /// # Errors
    /// When the game fails.
    fn input(&self) -> Result<String, Error> {
        Ok(self.to_string())
    }

    /// Returns the outcome and the answer to the task, by the closed form; of a rules program, by its oracle.
    ///
    /// # Errors
    /// When the game fails.
    fn solve(&self) -> Result<Solution, Error>;

    /// Returns the input and the answer to it.
    ///
    /// # Errors
    /// When the game fails, and when another position has the same input and another answer.
    fn case(&self) -> Result<Case, Error> {
        Ok(Case::new(self.input()?, self.solve()?.answer + "\n"))
    }

    /// Returns why the game may have no such position, although its text could be read.
    ///
    /// # Errors
    /// When the game fails.
    fn doubt(&self) -> Result<Option<Doubt>, Error> {
        Ok(None)
    }

    /// Returns the moves that the rules allow, each with what it leads to. The closed form is not used.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let moves = nim.read(b"2\n1 1\n")?[0].moves()?;
    /// assert_eq!(moves[1].name.as_deref(), Some("1 from heap 2"));
    /// assert_eq!(moves[1].leads_to[0].to_string(), "2\n1 0\n");
    /// assert_eq!(moves[1].outcome, None);
    /// let huge = nim.read(b"1\n1000000000000\n")?[0].moves().err().unwrap();
    /// assert_eq!(huge.to_string(), "up to 1000000000000 moves are too many to be listed");
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many moves for a list, or the game fails.
    fn moves(&self) -> Result<Vec<Choice>, Error>;

    /// Returns at most `most` of the [moves](Self::moves), drawn at random where there are more; for positions of any
    /// size. The same moves for the same seed.
    ///
    /// # Errors
    /// When the game fails.
    fn random_moves(&self, most: usize, seed: u64) -> Result<Vec<Choice>, Error>;

    /// Returns the [moves](Self::moves), each with whether it wins, by the closed form.
    ///
    /// # Errors
    /// As [`moves`](Self::moves).
    fn options(&self) -> Result<Vec<Choice>, Error>;

    /// Returns the names of the [options](Self::options), in the same order, with the outcome of what they lead to where that was
    /// determined: of more moves than a list of options has.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let names = nim.read(b"1\n100000\n")?[0].names()?;
    /// assert_eq!((names.len(), names[99_999].1), (100_000, Some(grundy_game::Outcome::P)));
    /// assert_eq!(names[6].0, "7 from heap 1");
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many moves for a list, or the game fails.
    fn names(&self) -> Result<Vec<(String, Option<Outcome>)>, Error> {
        let options = self.options()?.into_iter();
        let name = |choice: &Choice| choice.name.clone().unwrap_or_else(|| choice.target());
        Ok(options
            .map(|choice| (name(&choice), choice.outcome))
            .collect())
    }

    /// Returns what the move with this index among the [names](Self::names) leads to.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let position = &nim.read(b"2\n1 3\n")?[0];
    /// assert_eq!(position.after(0)?[0].to_string(), "2\n0 3\n");
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`names`](Self::names).
    ///
    /// # Panics
    /// When there is no such move.
    fn after(&self, at: usize) -> Result<Vec<Arc<dyn Position>>, Error> {
        Ok(self.moves()?.swap_remove(at).leads_to)
    }

    /// Returns the move that an answer names, with whether it wins where that is known; `None` when it names no legal
    /// move. If `case` calls several names the same, the one with the spelling of the answer counts.
    ///
    /// # Errors
    /// As [`moves`](Self::moves).
    fn named(&self, answer: &str, case: LetterCase) -> Result<Option<Choice>, Error> {
        Ok(meant(self.options()?, answer, case))
    }

    /// Returns the legal move that a program of an interactive task writes as this [line](Choice::line); `None` when the
    /// line is no legal move. Of a game whose moves are written as numbers only the numbers count.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let position = &nim.read(b"2\n1 18446744073709551615\n")?[0];
    /// # use grundy_game::LetterCase::Fold;
    /// let target = |line| position.played(line, Fold).unwrap().map(|choice| choice.target());
    /// assert_eq!(target(" 2  18446744073709551614 ").as_deref(), Some("2\n1 1"));
    /// for illegal in ["1 2", "1 0", "3 1", "0 1", "1", "1 1 1", "-1 1", "+1 1", "1 from heap 1"] {
    ///     assert_eq!(target(illegal), None);
    /// }
    /// let heap = &grundy_games::find("subtract:1").unwrap().read(b"1\n1\n")?[0];
    /// assert!(heap.played("1 FROM heap 1", Fold)?.is_some() && heap.played("0", Fold)?.is_none());
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many moves for a list in which to look for a name, or the game fails.
    fn played(&self, line: &str, case: LetterCase) -> Result<Option<Choice>, Error> {
        self.named(line, case)
    }

    /// Returns at most `most` of the moves that win, by the closed form; of a rules program by its oracle.
    ///
    /// # Errors
    /// As [`moves`](Self::moves).
    fn winning(&self, most: usize) -> Result<Vec<Choice>, Error> {
        let options = self.options()?.into_iter();
        Ok(options.filter(Choice::is_winning).take(most).collect())
    }

    /// Returns the parts whose nim-sum decides, of a game that is such a sum; for pictures and JSON.
    fn reduction(&self) -> Option<Reduction> {
        None
    }

    /// Returns what `solve` ([`Detail::Brief`]) or `explain` ([`Detail::Full`]) gives for machines.
    ///
    /// # Errors
    /// When the game fails.
    fn facts(&self, detail: Detail) -> Result<Facts, Error>;

    /// Returns a page for people: with [`Detail::Brief`] the position as it stands, with [`Detail::Full`] its
    /// explanation with the winning moves.
    ///
    /// ```
    /// use grundy_game::Detail;
    /// let nim = grundy_games::find("nim").unwrap();
    /// let page = nim.read(b"2\n1 3\n")?[0].page(Detail::Brief)?.text();
    /// assert!(page.ends_with("  heap 1  o\n  heap 2  ooo\n  o stone\n"));
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the game fails.
    fn page(&self, detail: Detail) -> Result<Explanation, Error>;

    /// Returns positions one step simpler than this one that the task can ask for, the boldest step first; every chain
    /// of ever simpler positions is finite. They are made one at a time.
    ///
    /// ```
    /// let gra = grundy_games::find("gra").unwrap();
    /// let simpler = gra.read(b"6 2\n1 4\n")?[0].simpler()?;
    /// let texts: Vec<String> = simpler.map(|position| position.to_string()).collect();
    /// assert_eq!(texts[..2], ["5 1\n1\n", "5 1\n3\n"]);
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the game fails.
    fn simpler(&self) -> Result<Simpler<Arc<dyn Position>>, Error>;
}

/// The extent of a page or of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The least that is useful.
    Brief,
    /// Everything.
    Full,
}

/// Simpler positions, made one at a time.
pub type Simpler<P> = Box<dyn Iterator<Item = P>>;

/// The solution of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Outcome, number of winning moves, Grundy value.
    pub claim: Known,
    /// The answer to the task, in its own words: one line without its end.
    pub answer: String,
    /// The size of the position, where it is known to be one of those with a size.
    pub size: Option<u32>,
}

/// A legal move, and what it leads to: positions, or their texts.
#[derive(Clone)]
pub struct Choice<P = Arc<dyn Position>> {
    /// The name of the move, where it has one.
    pub name: Option<String>,
    /// The numbers of the move, where the programs of an interactive task write moves as numbers.
    pub numbers: Option<MoveNumbers>,
    /// The positions whose disjunctive sum the move leads to. None for a finished game that has no position.
    pub leads_to: Vec<P>,
    /// The outcome of that sum, where it was determined: a move to a P-position wins.
    pub outcome: Option<Outcome>,
}

/// A move of an interactive task as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumbers {
    /// The first number: the place that the move changes, counted from 1.
    pub place: u64,
    /// The second number.
    pub number: u64,
    /// How much the move takes.
    pub taken: u64,
    /// Whether the place is not there any more after the move, so that the positions of this game count the places
    /// behind it anew.
    pub leaves_row: bool,
}

impl MoveNumbers {
    /// The numbers of a move that takes this much from a place.
    pub const fn of_take(place: u64, taken: u64) -> Self {
        Self {
            place,
            number: taken,
            taken,
            leaves_row: false,
        }
    }
}

impl<P: Display> Choice<P> {
    /// Returns whether the move wins, where that was determined.
    pub fn wins(&self) -> Option<bool> {
        self.outcome.map(|outcome| outcome == Outcome::P)
    }

    /// Returns whether the move is known to win.
    pub fn is_winning(&self) -> bool {
        self.outcome == Some(Outcome::P)
    }

    /// Returns the move's name and what it leads to.
    pub fn shown(&self) -> String {
        let name = self.name.as_ref().map(|name| name.clone() + " ");
        format!("{}-> {}", name.unwrap_or_default(), self.target())
    }

    /// Returns what the move leads to as text: the parts of a sum with ` + ` between them, and `0` for a row of a code
    /// without heaps, which is no position.
    pub fn target(&self) -> String {
        if self.leads_to.is_empty() {
            return "0".to_owned();
        }
        let parts = self.leads_to.iter().map(P::to_string);
        let parts = parts.map(|part| part.trim_ascii_end().to_owned());
        parts.collect::<Vec<_>>().join(" + ")
    }

    /// Returns the move as a program of an interactive task writes it: its numbers, its name, or what it leads to.
    pub fn line(&self) -> String {
        match (self.numbers, &self.name) {
            (Some(MoveNumbers { place, number, .. }), _) => format!("{place} {number}"),
            (None, Some(name)) => name.clone(),
            (None, None) => self.target().replace('\n', " "),
        }
    }

    /// Returns whether an answer names this move: by its name, or, if it has none, by what it leads to.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let moves = nim.read(b"2\n1 2\n")?[0].moves()?;
    /// let is_named = |answer| moves.iter().any(|choice| choice.is_named(answer, grundy_game::LetterCase::Exact));
    /// assert!(is_named("1  from heap 2") && !is_named("1 From heap 2"));
    /// assert!(!is_named("2 1 0") && !is_named("2 from heap 1"));
    /// # Ok::<(), grundy_game::Error>(())
    /// ```
    pub fn is_named(&self, answer: &str, case: LetterCase) -> bool {
        match &self.name {
            Some(name) => case.is_same(name, answer),
            None => case.is_same(&self.target(), answer),
        }
    }
}

/// Returns the move that an answer names: the one that it names exactly, or else the first that it names when letters
/// are compared like this.
pub fn meant<P: Display>(
    mut moves: Vec<Choice<P>>,
    answer: &str,
    case: LetterCase,
) -> Option<Choice<P>> {
    let find = |case| {
        moves
            .iter()
            .position(|choice| choice.is_named(answer, case))
    };
    let at = find(LetterCase::Exact).or_else(|| find(case))?;
    Some(moves.swap_remove(at))
}

/// A position of the task: what a program reads, and the right answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Case {
    /// The input file.
    pub input: String,
    /// The position in the game's own text, where the input is another text; `None` where the input is the
    /// position.
    pub position: Option<String>,
    /// The output file.
    pub answer: String,
    /// Whether the answer is the claim of a rules program about a position for which the oracle has none.
    pub by_claim: bool,
    /// The size of the position, of a rules program that lists it.
    #[serde(skip)]
    pub size: Option<u32>,
}

impl Case {
    /// The case of a position that is its own input.
    pub const fn new(position: String, answer: String) -> Self {
        Self {
            input: position,
            position: None,
            answer,
            by_claim: false,
            size: None,
        }
    }

    /// Returns the position in the game's own text.
    pub fn position(&self) -> &str {
        self.position.as_deref().unwrap_or(&self.input)
    }
}
