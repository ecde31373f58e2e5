//! A rules program that has been opened, with all its answers so far.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::{Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use crate::{About, Answers, Claimant, Draw, Layout, Shape, Watch};
use grundy_brute::interned::{InternedValue, Play};
use grundy_sandbox::Program;

use crate::rules::about::{AboutText, LARGEST};
use crate::rules::error::RulesError;
use crate::rules::explore;
use crate::rules::kept::{Inputs, Kept};
use crate::rules::line;
use crate::rules::program::{Runner, Settings};
use crate::rules::state::State;

/// A rules program that was started once, with all its answers since: positions are listed and solved only once.
#[derive(Debug)]
pub(crate) struct Opened {
    about: About,
    play: Play,
    sweep_to: Option<u32>,
    /// The largest size that may be listed before it is needed.
    ahead_to: Option<u32>,
    pub(crate) runner: Runner,
    pub(crate) claims: Option<Runner>,
    pub(crate) inputs: Mutex<Inputs>,
    state: RwLock<State>,
    /// The program's lines about positions: their moves, the task's inputs, and the claims.
    pub(crate) kept: [Kept; 3],
    /// The exit code with which the program refused the verb `random`, once it has.
    draws_none: OnceLock<i32>,
}

const SHAPES: &[Shape] = &[Shape::new(
    "listed",
    "any of the positions of size M, each equally likely; -n does not matter",
)];

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
    /// Another program whose claims are checked, and its name in errors. The program is started without a verb,
    /// reads positions and writes one answer per line.
    pub claims: Option<(Program, String)>,
    /// The size up to which positions are needed, if known. No larger size is listed ahead; if the program does not
    /// give a size for sweeps, a sweep goes up to this one.
    pub up_to: Option<u32>,
}

/// Opens the game whose rules are the program at `path`, and reads its description.
pub(crate) fn open(path: &str, asked: Asked, settings: Settings) -> Result<Opened, RulesError> {
    const ABOUT: &[&str] = &["about"];
    let program = Program {
        command: path.into(),
        args: Vec::new(),
    };
    let runner = Runner::new(program, None, settings);
    let text = match runner.run(ABOUT, "") {
        Ok((text, _)) => text,
        // Every line of the description is optional, so the verb is optional, too.
        Err(error) if error.refusal().is_some() => String::new(),
        Err(error) => return Err(error),
    };
    let description = AboutText::parse(&text)
        .map_err(|(number, what)| runner.wrong_line(ABOUT, number, None, &what))?;
    if (&description.answer, description.play) == (&Answers::Grundy, Play::Misere) {
        let what = "answer: there are no Grundy values under misère play".to_owned();
        return Err(runner.wrong_line(ABOUT, 1, None, &what));
    }
    let file = path.rsplit('/').next().unwrap_or(path).to_owned();
    let claims = asked.claims.map(|(program, name)| {
        let settings = runner.settings().clone();
        Runner::new(program, Some(name), settings)
    });
    Ok(Opened {
        about: About {
            name: path.to_owned().into(),
            title: description.title.unwrap_or(file).into(),
            original: Cow::default(),
            size: description.size.unwrap_or_default().into(),
            smallest: description.smallest,
            sweep_to: description.sweep_to.unwrap_or(LARGEST),
            m: "the size".into(),
            n: "nothing".into(),
            tests: 0,
            largest: LARGEST,
            answers: description.answer,
            shapes: Cow::Borrowed(SHAPES),
            limits: Cow::Borrowed(&[]),
            problem: None,
            code: None,
            claimant: Claimant::Claim,
            layout: Layout::Line,
            misere: description.play == Play::Misere,
        },
        play: description.play,
        sweep_to: description.sweep_to.or(asked.up_to),
        ahead_to: asked.up_to.or(description.sweep_to),
        claims,
        inputs: Mutex::default(),
        state: RwLock::new(State::new(
            description.smallest,
            description.play,
            runner.settings().memory,
        )),
        runner,
        kept: Default::default(),
        draws_none: OnceLock::new(),
    })
}

impl Opened {
    /// Returns the game's description.
    pub(crate) const fn about(&self) -> &About {
        &self.about
    }

    /// Returns who wins when a player cannot move.
    pub(crate) const fn play(&self) -> Play {
        self.play
    }

    /// Returns the default size of a sweep: the program's own, or the largest size up to which there are some
    /// thousand positions.
    pub(crate) fn reasonable(&self) -> Result<u32, RulesError> {
        match self.sweep_to {
            Some(size) => Ok(size),
            None => self.some_thousand(|_| false),
        }
    }

    /// Returns the largest size, within a sweep, up to which there are some thousand positions, or the first size
    /// for which `is_enough` returns true.
    fn some_thousand(&self, is_enough: impl Fn(&State) -> bool) -> Result<u32, RulesError> {
        let smallest = self.about.smallest;
        let mut all = 0;
        let last = smallest.saturating_add(SIZES - 1).min(LARGEST);
        let last = self.sweep_to.unwrap_or(last);
        for size in smallest..=last {
            all += self.count_within(size, last)?;
            if is_enough(&self.known()) {
                return Ok(size);
            }
            if all > MANY {
                return Ok(size.saturating_sub(1).max(smallest));
            }
        }
        Ok(last)
    }

    /// Returns a remark if a text may not be a position of the game: it is not listed among some thousand positions
    /// and is not reachable from them.
    pub(crate) fn unchecked(&self, position: &str) -> Result<Option<String>, RulesError> {
        let number = |state: &State| state.game.find(position);
        let is_listed = |state: &State| number(state).is_some_and(|n| state.size(n).is_some());
        let is_position =
            |state: &State| is_listed(state) || number(state).is_some_and(|n| state.comes_to(n));
        if is_position(&self.known()) {
            return Ok(None);
        }
        let up_to = self.some_thousand(is_listed).and_then(|up_to| {
            if !is_listed(&self.known()) {
                self.reach(up_to, &mut |_| ControlFlow::Continue(()))?;
            }
            Ok(up_to)
        });
        match up_to {
            Err(RulesError::Stopped) => Err(RulesError::Stopped),
            // An error about other positions must not hide the answer for this one.
            Err(error) => Ok(Some(error.to_string())),
            Ok(_) if is_position(&self.known()) => Ok(None),
            Ok(up_to) => Ok(Some(format!(
                "no size up to {up_to} lists this position, and no move from those leads to it"
            ))),
        }
    }

    pub(crate) fn known(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state; after an error the state is empty.
    pub(crate) fn learn<T>(
        &self,
        learn: impl FnOnce(&mut State) -> Result<T, RulesError>,
    ) -> Result<T, RulesError> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let learned = learn(&mut state);
        if learned.is_err() {
            *state = State::new(
                self.about.smallest,
                self.play,
                self.runner.settings().memory,
            );
        }
        learned
    }

    /// Returns the number of positions of a size.
    pub(crate) fn count(&self, size: u32) -> Result<usize, RulesError> {
        self.count_within(size, self.ahead_to.unwrap_or(size))
    }

    /// As [`count`](Self::count), but lists no size beyond `last` ahead.
    fn count_within(&self, size: u32, last: u32) -> Result<usize, RulesError> {
        let smallest = self.about.smallest;
        if size < smallest {
            return Ok(0);
        }
        // If the sizes just before this one have few positions, the next ones probably do not have many.
        let few = |state: &State| {
            let before = (1..=LAST).filter_map(|back| size.checked_sub(back));
            let positions: usize = before.map(|size| state.of_size(size).len()).sum();
            size >= smallest.saturating_add(LAST) && positions <= FEW
        };
        let is_listed = self.known().is_listed(size);
        if !is_listed {
            // The number of listed sizes doubles, so that a program with a slow start is started rarely.
            let ahead = if few(&self.known()) {
                AHEAD.max(size - smallest)
            } else {
                0
            };
            let up_to = size.saturating_add(ahead).min(last).max(size);
            let unwatched = &mut |_| ControlFlow::Continue(());
            self.learn(|state| state.list(&self.runner, up_to, unwatched))?;
        }
        Ok(self.known().of_size(size).len())
    }

    /// Lists and solves every position up to a size.
    pub(crate) fn reach(&self, up_to: u32, watch: Watch<'_>) -> Result<(), RulesError> {
        let reaches = self.known().reaches(up_to);
        if reaches {
            return Ok(());
        }
        self.learn(|state| state.reach(&self.runner, up_to, watch))
    }

    /// Solves these positions and returns their numbers.
    pub(crate) fn solved(&self, positions: &[&str]) -> Result<Vec<u32>, RulesError> {
        let find = |state: &State| {
            let numbers = positions.iter().map(|position| state.game.find(position));
            let numbers: Option<Vec<u32>> = numbers.collect();
            numbers.filter(|numbers| numbers.iter().all(|&number| state.value(number).is_some()))
        };
        if let Some(known) = find(&self.known()) {
            return Ok(known);
        }
        self.learn(|state| {
            let numbers = positions.iter().map(|position| state.game.add(position));
            let numbers = numbers.collect::<Result<Vec<u32>, _>>();
            let numbers =
                numbers.map_err(|error| RulesError::unsolved(self.runner.name(), &error))?;
            let unwatched = &mut |_| ControlFlow::Continue(());
            explore::close(&self.runner, &mut state.game, unwatched)?;
            Ok(numbers)
        })
    }

    /// Returns position `number` of an endless series from the program's verb `random`.
    pub(crate) fn drawn(&self, draw: &Draw, number: u64) -> Result<String, RulesError> {
        let seed = draw.seed.wrapping_add(number).to_string();
        let (m, n) = (draw.m.to_string(), draw.n.to_string());
        let words: &[&str] = &["random", &m, &n, &seed];
        if let Some(&code) = self.draws_none.get() {
            return Err(self.runner.refused(words, code));
        }
        let (text, _) = match self.runner.run(words, "") {
            Ok(output) => output,
            Err(error) => {
                if let Some(code) = error.refusal() {
                    if draw.n <= 1 {
                        _ = self.draws_none.set(code);
                    } else {
                        // The program may refuse only this number of parts. A call with one part decides that, and
                        // its result is stored.
                        _ = self.drawn(&Draw { n: 1, ..*draw }, number);
                    }
                }
                return Err(error);
            }
        };
        let found = text.lines().count();
        if found != 1 {
            return Err(self.runner.wrong_count(words, found, 1, None));
        }
        let wrong = |what: String| self.runner.wrong_line(words, 1, None, &what);
        let position = line::single(&text).map_err(wrong)?;
        Ok(position.to_owned())
    }

    /// Returns the positions of a listed size.
    pub(crate) fn of_size(&self, size: u32) -> Vec<String> {
        let state = self.known();
        let positions = state.of_size(size).iter();
        positions
            .map(|&position| state.game.text(position).to_owned())
            .collect()
    }

    /// Returns the task's answer for a value; `None` if the answer is a move.
    pub(crate) fn answer(&self, value: &InternedValue) -> Option<String> {
        Some(match &self.about.answers {
            Answers::Words { win, loss } => {
                let word = if value.outcome.is_win() { win } else { loss };
                word.to_string()
            }
            Answers::Number => value.winning.to_string(),
            Answers::Grundy => value.grundy?.to_string(),
            Answers::Move { loss } if value.winning == 0 => loss.to_string(),
            Answers::Move { .. } => return None,
        })
    }
}
