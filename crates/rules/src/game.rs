//! A game whose rules are a program.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

use grundy_brute::interned::{Play, Value};
use grundy_games::{About, Draw, Limit, Watch};
use grundy_sandbox::Program;

use crate::about::{AboutText, Form, LARGEST};
use crate::error::{Problem, RulesError};
use crate::explore;
use crate::line;
use crate::program::{Runner, Settings};
use crate::state::State;

/// A game whose rules are a program.
///
/// What it has been asked it remembers: positions are listed and solved once, by whomever they are needed.
#[derive(Debug)]
pub struct RulesGame {
    about: About,
    form: Form,
    play: Play,
    sweep_to: Option<u32>,
    pub(crate) runner: Runner,
    pub(crate) claims: Option<Runner>,
    state: RwLock<State>,
    limits: OnceLock<[Limit; 1]>,
}

/// Where nobody says how far to go: not beyond so many positions,
const MANY: usize = 10_000;
/// and so many sizes.
const SIZES: u32 = 100;
/// Where the last sizes have no more positions than these, so many more are listed at a time.
const LAST: u32 = 4;
const FEW: usize = 8;
const AHEAD: u32 = 16;

/// The game whose rules are that program: asks it what it is.
///
/// # Errors
/// When it cannot be started, or says of itself what makes no sense.
pub fn open(path: &str, settings: Settings) -> Result<RulesGame, RulesError> {
    const ABOUT: &[&str] = &["about"];
    let program = Program {
        command: path.into(),
        args: Vec::new(),
    };
    let runner = Runner::new(program, settings);
    let text = match runner.run(ABOUT, "") {
        Ok((text, _)) => text,
        // Everything that it says may be left out, and so may all of it.
        Err(RulesError::Ended {
            end: crate::BadEnd::NoSuchVerb(_),
            ..
        }) => String::new(),
        Err(error) => return Err(error),
    };
    let said = AboutText::parse(&text)
        .map_err(|(number, what)| runner.wrong_line(ABOUT, number, None, what))?;
    if (&said.answer, said.play) == (&Form::Grundy, Play::Misere) {
        let what = "answer: there are no Grundy values under misère play".to_owned();
        return Err(runner.wrong_line(ABOUT, 1, None, what));
    }
    let file = path.rsplit('/').next().unwrap_or(path).to_owned();
    Ok(RulesGame {
        about: About {
            name: path.to_owned().into(),
            title: said.title.unwrap_or(file).into(),
            original: Cow::default(),
            size: said.size.unwrap_or_default().into(),
            smallest: said.smallest,
            sweep_to: said.sweep_to.unwrap_or(said.smallest),
            m: "the size".into(),
            n: "nothing".into(),
            tests: 0,
        },
        form: said.answer,
        play: said.play,
        sweep_to: said.sweep_to,
        claims: None,
        state: RwLock::new(State::new(
            said.smallest,
            said.play,
            runner.settings().memory,
        )),
        runner,
        limits: OnceLock::new(),
    })
}

impl RulesGame {
    /// The game with another program's claims: a filter from positions to answers, a line each, without a
    /// verb.
    #[must_use]
    pub fn with_claims(self, program: Program) -> Self {
        let runner = Runner::new(program, self.runner.settings().clone());
        let claims = Some(runner);
        Self { claims, ..self }
    }

    /// What the game is called and what its sizes mean.
    pub const fn about(&self) -> &About {
        &self.about
    }

    /// What a program that solves the task prints.
    pub const fn form(&self) -> &Form {
        &self.form
    }

    /// Who wins when a player cannot move.
    pub const fn play(&self) -> Play {
        self.play
    }

    /// How far to go when nobody says: as the program says, or to the largest size with which there are some
    /// thousand positions.
    pub(crate) fn reasonable(&self) -> Result<u32, RulesError> {
        if let Some(size) = self.sweep_to {
            return Ok(size);
        }
        let smallest = self.about.smallest;
        let mut all = 0;
        let last = smallest.saturating_add(SIZES - 1).min(LARGEST);
        for size in smallest..=last {
            all += self.count(size)?;
            if all > MANY {
                return Ok(size.saturating_sub(1).max(smallest));
            }
        }
        Ok(last)
    }

    /// The largest positions that anybody is asked about: as far as the oracle goes when nobody says.
    pub(crate) fn limits(&self) -> &[Limit] {
        self.limits.get_or_init(|| {
            // Where the program fails it does so again when it is asked for a position.
            let m = self.reasonable().unwrap_or(self.about.smallest).into();
            [Limit { m, n: 1 }]
        })
    }

    pub(crate) fn known(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known; after an error nothing is.
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

    /// The number of positions of a size.
    pub(crate) fn count(&self, size: u32) -> Result<usize, RulesError> {
        let smallest = self.about.smallest;
        if size < smallest {
            return Ok(0);
        }
        // The sizes just before this one have few positions, and will not have very many soon.
        let few = |state: &State| {
            let before = (1..=LAST).filter_map(|back| size.checked_sub(back));
            let positions: usize = before.map(|size| state.of_size(size).len()).sum();
            size >= smallest.saturating_add(LAST) && positions <= FEW
        };
        let is_listed = self.known().is_listed(size);
        if !is_listed {
            let ahead = if few(&self.known()) { AHEAD } else { 0 };
            let up_to = size.saturating_add(ahead).min(size.max(LARGEST));
            self.learn(|state| state.list(&self.runner, up_to))?;
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

    /// Solves these positions; gives their numbers.
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
                numbers.map_err(|error| RulesError::unsolved(self.runner.name(), error))?;
            let unwatched = &mut |_| ControlFlow::Continue(());
            explore::close(&self.runner, &mut state.game, unwatched)?;
            Ok(numbers)
        })
    }

    /// A position of the program's verb `random`: one of an endless series.
    pub(crate) fn drawn(&self, draw: &Draw, number: u64) -> Result<String, RulesError> {
        let seed = draw.seed.wrapping_add(number).to_string();
        let (m, n) = (draw.m.to_string(), draw.n.to_string());
        let words: &[&str] = &["random", &m, &n, &seed];
        let (text, _) = self.runner.run(words, "")?;
        let (found, expected) = (text.lines().count(), 1);
        if found != expected {
            let problem = Problem::Lines {
                found,
                expected,
                first: None,
            };
            return Err(self.runner.wrong(words, problem));
        }
        let wrong = |what| self.runner.wrong_line(words, 1, None, what);
        let position = line::single(&text).map_err(wrong)?;
        Ok(position.to_owned())
    }

    /// The positions of a size that is listed.
    pub(crate) fn of_size(&self, size: u32) -> Vec<String> {
        let state = self.known();
        let positions = state.of_size(size).iter();
        positions
            .map(|&position| state.game.text(position).to_owned())
            .collect()
    }

    /// The answer to the task that a value makes, but for a move.
    pub(crate) fn answer(&self, value: &Value) -> Option<String> {
        Some(match &self.form {
            Form::Words { win, loss } => {
                let word = if value.outcome.is_win() { win } else { loss };
                word.clone()
            }
            Form::Count => value.winning.to_string(),
            Form::Grundy => value.grundy?.to_string(),
            Form::Move { loss } if !value.outcome.is_win() => loss.clone(),
            Form::Move { .. } => return None,
        })
    }
}
