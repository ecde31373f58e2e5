//! A rules program that has been opened, with all its answers so far.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use grundy_formula::Formula;
use grundy_game::{About, Claimant, Doubt, Draw, Error, Form, Layout, Shape, Watch, unwatched};
use grundy_sandbox::Program;

use crate::about::{LARGEST, complete};
use crate::explore;
use crate::formula;
use crate::program::{Answering, CallError, Runner, Settings};
use crate::random::Draws;
use crate::reliance::Reliance;
use crate::table::Table;
use crate::verb::Verb;

/// A rules program that was started once, with all its answers since: positions are listed and solved only once.
#[derive(Debug)]
pub(crate) struct Opened {
    pub about: About,
    /// The size that a sweep goes to, if the program or the caller names one.
    sweep_to: Option<u32>,
    /// The largest size that may be listed before it is needed.
    ahead_to: Option<u32>,
    pub runner: Arc<Runner>,
    pub moves: Verb,
    pub inputs: Verb,
    /// The positions that the input of a position asks about.
    pub asked: Verb,
    pub claims: Verb,
    /// The form of claims: [that of the answers](Form::of_claims), unless a formula says something else.
    pub claim_form: Form,
    /// The formula that makes claims, if one does.
    pub formula: Option<Formula>,
    /// The option of the command that says what makes claims, with its value.
    pub option: Option<(&'static str, String)>,
    /// One move of a position, to find out whether it has any: the verb `random-move`.
    pub first_moves: Verb,
    pub draws: Draws,
    /// What is known about the claim, once its answers are used where the oracle has none.
    pub reliance: OnceLock<Reliance>,
    /// The largest extent of positions whose moves can be listed or drawn, once the claims about large positions are used.
    pub moves_to: OnceLock<u64>,
    /// Random positions that were drawn before they are needed, by shape and draw; `None` if there is none of that kind.
    pub ahead: Mutex<HashMap<(String, Draw), Option<String>>>,
    /// The positions of all cases so far, by their inputs.
    pub cases: Mutex<HashMap<String, String>>,
    /// Whether the rules are those of a game that is no rules program.
    pub is_of_game: bool,
    table: RwLock<Table>,
}

const SHAPES: &[Shape] = &[Shape::new(
    Shape::LISTED,
    "any of the positions of size M, each equally likely; -n does not matter",
)];

/// The position that stands for a game that is over, where no position does, of a game that is no rules program.
pub(crate) const OVER: &str = "-";

/// The default size of a sweep is the largest size up to which there are at most this many positions.
const MANY: usize = 10_000;
/// The default size of a sweep covers at most this many sizes.
const SIZES: u32 = 100;
/// If the last `LAST` sizes have at most `FEW` positions together, at least `AHEAD` further sizes are listed in the
/// same call, but none beyond the end of a sweep.
const LAST: u32 = 4;
const FEW: usize = 8;
const AHEAD: u32 = 16;

/// Options for opening a game.
#[derive(Debug, Default)]
pub struct Asked {
    /// What makes claims, if it is not the rules program's own verb or formula.
    pub claims: Option<Claims>,
    /// The size up to which positions are needed, if known. No larger size is listed ahead; if the program does not
    /// give a size for sweeps, a sweep goes up to this one.
    pub up_to: Option<u32>,
}

/// What makes claims about positions.
#[derive(Debug)]
pub enum Claims {
    /// Another program, and its name in errors. The program is started without a verb, reads positions and writes one answer
    /// per line.
    Program(Program, String),
    /// A formula.
    Formula(Formula),
}

impl Opened {
    /// Opens the game whose rules are the program at `path`, or what answers in its place, and reads its description.
    pub fn open(
        path: &str,
        answering: Option<Answering>,
        asked: Asked,
        settings: Settings,
    ) -> Result<Self, Error> {
        const ABOUT: &[&str] = &["about"];
        let program = Program {
            command: path.into(),
            args: Vec::new(),
        };
        let mut runner = Runner::new(program, None, settings.clone());
        runner.answering = answering;
        let runner = Arc::new(runner);
        let text = match runner.run(ABOUT, "") {
            Ok((text, _)) => text,
            // Every line of the description is optional, so the verb is optional, too.
            Err(CallError::Ended { refusal, .. }) if !refusal.is_empty() => String::new(),
            Err(error) => return Err(error.into()),
        };
        let file = path.rsplit('/').next().unwrap_or(path).to_owned();
        let mut about = About {
            name: path.to_owned().into(),
            title: file.into(),
            smallest: 0,
            sweep_to: LARGEST,
            m: "the size".into(),
            n: "nothing".into(),
            largest: LARGEST,
            shapes: Cow::Borrowed(SHAPES),
            claimant: Claimant::Claim,
            layout: Layout::Line,
            ..About::default()
        };
        let formula = complete(&mut about, &text)
            .map_err(|(number, what)| runner.wrong_line(ABOUT, number, &what))?;
        let sweep_to = (about.sweep_to < LARGEST).then_some(about.sweep_to);
        let memory = settings.memory;
        let verb = |words| Verb::new(Arc::clone(&runner), words);
        let of_runner = |runner| Verb::new(Arc::new(runner), &[]);
        let mut claim_form = about.answers.of_claims();
        let mut option = match &asked.claims {
            Some(Claims::Formula(formula)) => Some(("--formula", formula.to_string())),
            _ => None,
        };
        let (claims, formula) = match asked.claims.or(formula.map(Claims::Formula)) {
            Some(Claims::Program(program, name)) => {
                let runner = Runner::new(program, Some(name), settings);
                option = Some(("--claim", runner.command()));
                (of_runner(runner), None)
            }
            Some(Claims::Formula(formula)) => {
                claim_form = formula::form(&formula, &about);
                let runner = formula::runner(formula.clone(), claim_form.clone(), settings);
                (of_runner(runner), Some(formula))
            }
            None => (verb(&["claim"]), None),
        };
        Ok(Self {
            sweep_to: sweep_to.or(asked.up_to),
            ahead_to: asked.up_to.or(sweep_to),
            moves: verb(&["moves"]),
            inputs: verb(&["input"]),
            asked: verb(&["asked"]),
            first_moves: verb(&["random-move", "0"]),
            draws: Draws::new(Arc::clone(&runner)),
            claims,
            claim_form,
            formula,
            option,
            reliance: OnceLock::new(),
            moves_to: OnceLock::new(),
            ahead: Mutex::default(),
            cases: Mutex::default(),
            is_of_game: false,
            table: RwLock::new(Table::new(&about, memory)),
            runner,
            about,
        })
    }

    /// Whether a text stands for a game that is over.
    pub fn is_over(&self, position: &str) -> bool {
        self.is_of_game && position == OVER
    }

    /// Returns the program's line about each of these positions.
    pub fn ask<S: AsRef<str>>(
        &self,
        verb: &Verb,
        positions: &[S],
    ) -> Result<Vec<Arc<str>>, CallError> {
        verb.ask(positions, |last, most| {
            self.table().listed_behind(last, most)
        })
    }

    /// Returns the default size of a sweep: the program's own, or the largest size up to which there are some
    /// thousand positions.
    pub fn reasonable(&self) -> Result<u32, Error> {
        match self.sweep_to {
            Some(size) => Ok(size),
            None => self.size_with(MANY, |_| false),
        }
    }

    /// Returns the largest size, within a sweep, up to which there are at most `most` positions; or the first size for
    /// which `is_enough` returns true.
    pub fn size_with(&self, most: usize, is_enough: impl Fn(&Table) -> bool) -> Result<u32, Error> {
        let smallest = self.about.smallest;
        let mut all = 0;
        let last = smallest.saturating_add(SIZES - 1).min(LARGEST);
        let last = self.sweep_to.unwrap_or(last);
        for size in smallest..=last {
            all += self.count_within(size, last)?;
            if is_enough(&self.table()) {
                return Ok(size);
            }
            if all > most {
                return Ok(size.saturating_sub(1).max(smallest));
            }
        }
        Ok(last)
    }

    /// Returns why a text may not be a position of the game: it is not listed up to the program's `sweep-to`, or if the program
    /// names no such size among some thousand positions, and no move from these leads to it. That is certain after all sizes up
    /// to `sweep-to`, if the task has no `limits` beyond them.
    pub fn doubt(&self, position: &str) -> Result<Option<Doubt>, Error> {
        let most = self.sweep_to.map_or(MANY, |_| usize::MAX);
        let doubt = |why, is_certain| Ok(Some(Doubt { why, is_certain }));
        let is_listed = |table: &Table| table.size(position).is_some();
        let up_to = self.size_with(most, is_listed).and_then(|up_to| {
            if !is_listed(&self.table()) {
                self.reach(up_to, &mut unwatched)?;
            }
            Ok(up_to)
        });
        match up_to {
            Err(error) if self.runner.settings.stop.load(Ordering::Relaxed) => Err(error),
            // An error about other positions must not hide the answer for this one.
            Err(error) => doubt(error.to_string(), false),
            Ok(_) if self.table().comes_to(position) => Ok(None),
            Ok(up_to) => doubt(
                format!(
                    "no size up to {up_to} lists this position, and no move from those leads to it"
                ),
                self.sweep_to == Some(up_to) && self.about.limits.is_empty(),
            ),
        }
    }

    pub fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the table; after an error the table is empty.
    fn change(&self, change: impl FnOnce(&mut Table) -> Result<(), Error>) -> Result<(), Error> {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        change(&mut table).inspect_err(|_| {
            *table = Table::new(&self.about, self.runner.settings.memory);
        })
    }

    /// Returns the number of positions of a size.
    pub fn count(&self, size: u32) -> Result<usize, Error> {
        self.count_within(size, self.ahead_to.unwrap_or(size))
    }

    /// As [`count`](Self::count), but lists no size beyond `last` ahead.
    fn count_within(&self, size: u32, last: u32) -> Result<usize, Error> {
        let smallest = self.about.smallest;
        if size < smallest {
            return Ok(0);
        }
        let is_listed = self.table().is_listed(size);
        if !is_listed {
            // If the sizes just before this one have few positions, the next ones probably do not have many.
            let before = size.saturating_sub(LAST)..size;
            let before = before.map(|size| self.table().of_size(size).len());
            let positions: usize = before.sum();
            // The number of listed sizes doubles, so that a program with a slow start is started rarely.
            let ahead = if positions <= FEW && size >= smallest.saturating_add(LAST) {
                AHEAD.max(size - smallest)
            } else {
                0
            };
            let up_to = size.saturating_add(ahead).min(last).max(size);
            // A program that names the end of a sweep has not too many positions up to there.
            let wanted = self.ahead_to.map_or(up_to, |end| end.max(up_to));
            self.change(|table| table.list(&self.runner, up_to, wanted, &mut unwatched))?;
        }
        Ok(self.table().of_size(size).len())
    }

    /// Lists and solves every position up to a size.
    pub fn reach(&self, up_to: u32, watch: Watch<'_>) -> Result<(), Error> {
        let reaches = self.table().reaches(up_to);
        if reaches {
            return Ok(());
        }
        self.change(|table| {
            table.list_to(&self.runner, up_to, watch)?;
            explore::close(&self.moves, table, false, watch)
        })
    }

    /// Whether equal parts of a sum cancel where single positions are solved.
    pub const fn cancels(&self) -> bool {
        !self.about.misere && !self.about.loops
    }

    /// Solves these positions, without what cancels in sums that can be reached from them.
    pub fn solve<S: AsRef<str>>(&self, positions: &[S]) -> Result<(), Error> {
        let positions = || positions.iter().map(AsRef::as_ref);
        let is_solved = |table: &Table| {
            let mut values = positions().map(|position| table.value_of(position));
            values.all(|value| value.is_some())
        };
        if is_solved(&self.table()) {
            return Ok(());
        }
        self.change(|table| {
            let numbers = table.game.add_all(positions());
            numbers.map_err(|error| self.runner.unsolved(&error, &table.reached(0)))?;
            explore::close(&self.moves, table, self.cancels(), &mut unwatched)
        })
    }

    /// Returns the listed positions of a size with these indices.
    pub fn some(&self, size: u32, indices: Range<u64>) -> Vec<String> {
        let table = self.table();
        let all = table.of_size(size);
        let end = (indices.end as usize).min(all.len());
        let some = all.get(indices.start as usize..end).unwrap_or(&[]);
        table.texts(some.iter().copied())
    }
    /// Returns the listed positions up to a size.
    pub fn up_to(&self, size: u32) -> Vec<String> {
        let sizes = self.about.smallest..=size;
        let table = self.table();
        table.texts(sizes.flat_map(|size| table.of_size(size)).copied())
    }
}
