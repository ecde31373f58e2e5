//! A game whose rules are a program.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

use grundy_brute::Outcome;
use grundy_brute::interned::{Play, Value};
use grundy_games::{About, Draw, Limit};
use grundy_sandbox::Program;

use crate::about::{AboutText, Form};
use crate::error::{Problem, RulesError, shown};
use crate::explore::{self, Watch};
use crate::line;
use crate::program::{Runner, Settings, input};
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

/// An option of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The name of the move, if it has one.
    pub name: Option<String>,
    /// What it leads to: one position, or the parts of a sum.
    pub parts: Vec<String>,
    /// The Grundy values of the parts; none under misère play.
    pub grundy: Option<Vec<u32>>,
    /// Whether it wins.
    pub wins: bool,
}

impl Move {
    /// What it leads to, as the program writes it.
    pub fn to(&self) -> String {
        self.parts.join(" + ")
    }
}

/// Where nobody says how far to go: not beyond so many positions,
const MANY: usize = 10_000;
/// and so many sizes.
const SIZES: u32 = 100;
/// Where the last sizes have no more positions than these, so many more are listed at a time.
const LAST: u32 = 4;
const FEW: usize = 8;
const AHEAD: u32 = 16;

/// The name of an option, where it has one, and the parts of what it leads to.
pub(crate) type Named = (Option<String>, Vec<String>);

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
        for size in smallest..smallest.saturating_add(SIZES) {
            all += self.count(size)?;
            if all > MANY {
                return Ok(size.saturating_sub(1).max(smallest));
            }
        }
        Ok(smallest.saturating_add(SIZES - 1))
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
    fn learn<T>(
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
            self.learn(|state| state.list(&self.runner, size.saturating_add(ahead)))?;
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
            explore::close(&self.runner, &mut state.game, &mut |_, _| {
                ControlFlow::Continue(())
            })?;
            Ok(numbers)
        })
    }

    /// The options of positions, by the program's own words; solves what they lead to.
    pub(crate) fn moves(&self, positions: &[&str]) -> Result<Vec<Vec<Move>>, RulesError> {
        let words: &[&str] = &["moves"];
        self.solved(positions)?;
        let (text, _) = self.runner.run(words, &input(positions))?;
        let lines = self.runner.lines(words, positions, &text)?;
        let mut all = Vec::new();
        for (i, (line, position)) in lines.into_iter().zip(positions).enumerate() {
            let wrong = |what| self.runner.wrong_line(words, i + 1, Some(position), what);
            let options = line::named(line).map_err(wrong)?;
            let state = self.known();
            let first = state.game.find(position);
            let outcomes: Vec<_> = first.map_or(Vec::new(), |id| state.game.outcomes(id).collect());
            let said: Vec<Vec<&str>> = first.map_or(Vec::new(), |id| {
                let parts = state.game.options(id);
                parts
                    .map(|parts| parts.map(|part| state.game.text(part)).collect())
                    .collect()
            });
            let mut moves = Vec::new();
            for (name, parts) in &options {
                // In another order they are the same options.
                let place = said.iter().position(|said| said == parts);
                let outcome = place.and_then(|place| outcomes.get(place).copied().flatten());
                let (Some(outcome), true) = (outcome, options.len() == said.len()) else {
                    let said: Vec<String> = said.iter().map(|parts| parts.join(" + ")).collect();
                    return Err(RulesError::Changed {
                        program: self.runner.name().to_owned(),
                        position: shown(position),
                        first: shown(&said.join(" ; ")),
                        second: shown(line),
                    });
                };
                let grundy = |part: &&str| state.value(state.game.find(part)?)?.grundy;
                moves.push(Move {
                    name: name.map(str::to_owned),
                    parts: parts.iter().map(|&part| part.to_owned()).collect(),
                    grundy: parts.iter().map(grundy).collect(),
                    wins: outcome == Outcome::P,
                });
            }
            all.push(moves);
        }
        Ok(all)
    }

    /// The options of positions, each with its name, without anything being solved.
    pub(crate) fn only_moves(&self, positions: &[&str]) -> Result<Vec<Vec<Named>>, RulesError> {
        if positions.is_empty() {
            return Ok(Vec::new());
        }
        let words: &[&str] = &["moves"];
        let (text, _) = self.runner.run(words, &input(positions))?;
        let lines = self.runner.lines(words, positions, &text)?;
        let owned = |parts: Vec<&str>| parts.into_iter().map(str::to_owned).collect();
        let mut all = Vec::with_capacity(positions.len());
        for (i, (line, position)) in lines.into_iter().zip(positions).enumerate() {
            let wrong = |what| self.runner.wrong_line(words, i + 1, Some(position), what);
            let options = line::named(line).map_err(wrong)?.into_iter();
            let options = options.map(|(name, parts)| (name.map(str::to_owned), owned(parts)));
            all.push(options.collect());
        }
        Ok(all)
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

    /// The task's inputs for these positions, by the program's verb or as they are.
    pub(crate) fn inputs(&self, positions: &[&str]) -> Result<Vec<String>, RulesError> {
        let words: &[&str] = &["input"];
        if !self.has_inputs()? {
            let lines = positions.iter().map(|position| format!("{position}\n"));
            return Ok(lines.collect());
        }
        let (text, _) = self.runner.run(words, &input(positions))?;
        let lines = self.runner.lines(words, positions, &text)?.into_iter();
        let inputs: Vec<String> = lines
            .map(|line| line.trim_ascii().replace(" / ", "\n") + "\n")
            .collect();
        self.learn(|state| {
            for (input, position) in inputs.iter().zip(positions) {
                if let Some(position) = state.game.find(position) {
                    state.inputs.insert(single_spaced(input), position);
                }
            }
            Ok(())
        })?;
        Ok(inputs)
    }

    /// Whether the task's input is not the position itself.
    pub(crate) fn has_inputs(&self) -> Result<bool, RulesError> {
        let known = self.known().has_inputs;
        if let Some(known) = known {
            return Ok(known);
        }
        let has_inputs = self.runner.offers(&["input"])?;
        self.learn(|state| {
            state.has_inputs = Some(has_inputs);
            Ok(has_inputs)
        })
    }

    /// The positions that an input is: one where it is the task's input of a position that is listed,
    /// otherwise a position in each line.
    pub(crate) fn positions_of(&self, input: &str) -> Result<Vec<String>, RulesError> {
        let lines = || {
            let lines = input
                .lines()
                .map(str::trim_ascii)
                .filter(|line| !line.is_empty());
            lines.map(str::to_owned).collect()
        };
        if !self.has_inputs()? {
            return Ok(lines());
        }
        let wanted = single_spaced(input);
        let find = || {
            let state = self.known();
            let number = state.inputs.get(&wanted).copied();
            number.map(|number| vec![state.game.text(number).to_owned()])
        };
        if let Some(found) = find() {
            return Ok(found);
        }
        for size in self.about.smallest..=self.reasonable()? {
            self.count(size)?;
            let texts = self.of_size(size);
            self.inputs(&texts.iter().map(String::as_str).collect::<Vec<_>>())?;
            if let Some(found) = find() {
                return Ok(found);
            }
        }
        Ok(lines())
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

/// Words with a blank between one and the next.
pub(crate) fn single_spaced(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}
