//! A rules program as everything else in the workspace sees a game.

use std::collections::HashSet;
use std::io::Read;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_brute::Outcome;
use grundy_brute::interned::Play;
use grundy_games::generate::Random;
use grundy_games::{
    About, Answers, Case, Choice, Closure, Depth, Draw, Entry, Error, Evaluated, Explanation,
    Limit, NoShape, OracleError, Place, Request, Scope, Shape, Solved, Space, Tally, Watch,
};
use serde_json::json;
use twox_hash::XxHash3_128;

use crate::about::{Form, LARGEST};
use crate::error::RulesError;
use crate::game::RulesGame;
use crate::moves::Move;
use crate::{explain, fingerprint};

impl Entry for RulesGame {
    fn about(&self) -> &About {
        Self::about(self)
    }

    fn sweep_to(&self) -> Result<u32, Error> {
        Ok(self.reasonable()?)
    }

    fn positions_are_lines(&self) -> bool {
        true
    }

    fn programs(&self) -> Result<String, Error> {
        let rules = self.runner.fingerprint()?;
        Ok(match &self.claims {
            Some(claims) => format!("{rules}, claim {}", claims.fingerprint()?),
            None => rules,
        })
    }

    fn listing(&self, up_to: u32) -> Result<String, Error> {
        self.count(up_to)?;
        let state = self.known();
        let mut hash = XxHash3_128::new();
        for size in self.about().smallest..=up_to {
            let positions = state.of_size(size);
            hash.write(&(positions.len() as u64).to_le_bytes());
            for &position in positions {
                hash.write(state.game.text(position).as_bytes());
                hash.write(b"\n");
            }
        }
        Ok(fingerprint::shown(hash.finish_128()))
    }

    fn inputs(&self, positions: &[&str]) -> Result<Option<Vec<String>>, Error> {
        let positions: Vec<&str> = positions
            .iter()
            .map(|position| position.trim_ascii())
            .collect();
        Ok(RulesGame::inputs(self, &positions)?)
    }

    fn case(&self, position: String) -> Result<Case, Error> {
        let position = Self::one(position.as_bytes())?;
        let mut cases = self.cases(&[&position])?;
        Ok(cases.swap_remove(0))
    }

    fn check_inputs(&self) -> Result<(), Error> {
        Ok(self.tells_apart()?)
    }

    fn is_misere(&self) -> bool {
        self.play() == Play::Misere
    }

    fn solve(&self, input: &[u8]) -> Result<Solved, Error> {
        let positions = Self::read(input)?;
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        let answers = self.answers(&texts)?;
        Ok(Solved { answers })
    }

    fn solve_from(&self, input: &mut dyn Read) -> Result<Solved, Error> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes).map_err(Error::Reading)?;
        self.solve(&bytes)
    }

    fn solve_json(&self, input: &[u8]) -> Result<serde_json::Value, Error> {
        let solutions = self.explain_json(input)?;
        Ok(json!({ "game": self.about().name, "solutions": solutions }))
    }

    fn explain(&self, input: &[u8]) -> Result<Vec<Explanation>, Error> {
        let positions = Self::read(input)?;
        let pages = positions
            .iter()
            .map(|position| Ok(explain::page(self, position)?));
        pages.collect()
    }

    fn explain_json(&self, input: &[u8]) -> Result<serde_json::Value, Error> {
        let positions = Self::read(input)?;
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        let (moves, answers) = (self.moves(&texts)?, self.answers(&texts)?);
        let numbers = self.solved(&texts)?;
        let unchecked = texts.iter().map(|position| self.unchecked(position));
        let unchecked = unchecked.collect::<Result<Vec<_>, _>>()?;
        let known = moves.into_iter().zip(answers).zip(unchecked);
        let facts = positions.iter().zip(known).zip(numbers).map(
            |((position, ((moves, answer), unchecked)), number)| {
                let value = self.known().value(number);
                json!({
                    "game": self.about().name,
                    "position": position,
                    "unchecked": unchecked,
                    "answer": answer,
                    "wins": value.map(|value| value.outcome.is_win()),
                    "grundy": value.and_then(|value| value.grundy),
                    "remoteness": value.and_then(|value| value.remoteness),
                    "count": value.map(|value| value.winning),
                    "winning_moves": moves.iter().filter(|a_move| a_move.wins).map(facts).collect::<Vec<_>>(),
                    "moves": moves.iter().map(facts).collect::<Vec<_>>(),
                })
            },
        );
        Ok(facts.collect())
    }

    fn positions(&self, size: u32) -> Result<u64, Error> {
        Ok(self.count(size)? as u64)
    }

    fn size(&self, position: &[u8]) -> Result<Option<u32>, Error> {
        let position = Self::one(position)?;
        let state = self.known();
        let number = state.game.find(&position);
        Ok(number.and_then(|number| state.size(number)))
    }

    fn largest_size(&self) -> u32 {
        LARGEST
    }

    /// Every process that asks for it asks the program for everything.
    fn space_watched(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Space + '_>, Error> {
        if let Place::Disk(_) = place {
            return Err(OracleError::InMemory.into());
        }
        self.reach(up_to, watch)?;
        Ok(Box::new(Everything {
            game: self,
            up_to,
            is_checked: AtomicBool::new(false),
        }))
    }

    fn values_watched(
        &self,
        up_to: u32,
        watch: Watch<'_>,
        each: &mut dyn FnMut(Evaluated) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.reach(up_to, watch)?;
        let state = self.known();
        for size in self.about().smallest..=up_to {
            for &number in state.of_size(size) {
                let Some(value) = state.value(number) else {
                    continue;
                };
                let evaluated = Evaluated {
                    size,
                    position: state.game.text(number).to_owned() + "\n",
                    wins: value.outcome.is_win(),
                    winning_moves: value.winning.into(),
                    grundy: value.grundy.map(u64::from),
                    remoteness: value.remoteness,
                };
                if each(evaluated).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn scope(&self, size: u32) -> Result<Scope, Error> {
        Ok(Scope {
            indices: 0..self.count(size)? as u64,
            depth: Depth::Moves,
        })
    }

    fn closure(&self, size: u32) -> Result<Closure<'_>, Error> {
        self.count(size)?;
        Ok(Box::new(move |indices| Ok(self.exhaust(size, indices)?)))
    }

    fn random_closure(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error> {
        Ok(self.sample(draw, numbers)?)
    }

    fn drawings(&self) -> u64 {
        // The program is started for each.
        1 << 6
    }

    fn moves(&self, input: &[u8]) -> Result<Vec<Choice>, Error> {
        let position = Self::one(input)?;
        let moves = self.only_moves(&[&position])?.concat().into_iter();
        Ok(moves
            .map(|(name, parts)| choice(name, parts, None))
            .collect())
    }

    fn options(&self, input: &[u8]) -> Result<Vec<Choice>, Error> {
        let position = Self::one(input)?;
        let moves = RulesGame::moves(self, &[&position])?.concat().into_iter();
        Ok(moves
            .map(|a_move| choice(a_move.name, a_move.parts, Some(a_move.wins)))
            .collect())
    }

    fn random_moves(&self, input: &[u8], most: usize, seed: u64) -> Result<Vec<Choice>, Error> {
        let mut drawn = Entry::moves(self, input)?;
        let mut random = Random::new(seed);
        while drawn.len() > most {
            // The order of those that stay does not matter.
            drawn.swap_remove(random.below(drawn.len() as u64) as usize);
        }
        Ok(drawn)
    }

    fn random_position(&self, draw: &Draw, number: u64) -> Result<String, Error> {
        Ok(self.drawn(draw, number)? + "\n")
    }

    fn shapes(&self) -> &[Shape] {
        const LISTED: &[Shape] = &[Shape::new(
            "listed",
            "any of the positions of size M, each equally likely; -n does not matter",
        )];
        LISTED
    }

    fn generate(&self, request: &Request<'_>) -> Result<String, Error> {
        let none = || NoShape(format!("no position of size {}", request.m));
        let size = u32::try_from(request.m)
            .ok()
            .filter(|&size| size <= LARGEST);
        let size = size.ok_or_else(none)?;
        let count = self.count(size)? as u64;
        if request.shape != "listed" || count == 0 {
            return Err(none().into());
        }
        let place = Random::new(request.seed).below(count);
        let position = self.some(size, place..place + 1).concat();
        Ok(position + "\n")
    }

    fn answer_form(&self) -> Answers {
        match self.form() {
            Form::Count => Answers::Number,
            Form::Grundy => Answers::Grundy,
            Form::Words { win, loss } => Answers::words(win.clone(), loss.clone()),
            Form::Move { loss } => Answers::Move {
                loss: loss.clone().into(),
            },
        }
    }

    fn claimant(&self) -> &'static str {
        "claim"
    }

    fn limits(&self) -> &[Limit] {
        Self::limits(self)
    }

    /// Those of the positions listed before it that its moves lead to, and then all of them. What is not
    /// listed the task does not ask.
    fn simpler(&self, input: &[u8]) -> Result<Box<dyn Iterator<Item = String> + '_>, Error> {
        let position = Self::one(input)?;
        let number = self.solved(&[&position])?[0];
        let size = self.known().size(number);
        let last = match size {
            Some(size) => size,
            None => self.reasonable()?,
        };
        self.count(last)?;
        let state = self.known();
        let sizes = self.about().smallest..=last;
        let listed = sizes.flat_map(|size| state.of_size(size)).copied();
        let before: Vec<u32> = listed.take_while(|&other| other != number).collect();
        let known: HashSet<u32> = before.iter().copied().collect();
        let mut options: Vec<u32> = state.game.options(number).flatten().collect();
        options.retain(|option| known.contains(option));
        options.sort_unstable();
        options.dedup();
        let simpler = options.into_iter().chain(before);
        let text = move |number| self.known().game.text(number).to_owned() + "\n";
        Ok(Box::new(simpler.map(text)))
    }
}

impl RulesGame {
    /// The right answers, one for each position; of several moves that win the first.
    pub(crate) fn answers(&self, positions: &[&str]) -> Result<Vec<String>, RulesError> {
        let numbers = self.solved(positions)?;
        let state = self.known();
        let answer = |number: u32| {
            let value = state.value(number)?;
            self.answer(&value).or_else(|| {
                let outcomes = state.game.outcomes(number);
                let mut options = state.game.options(number).zip(outcomes);
                let (parts, _) = options.find(|(_, outcome)| *outcome == Some(Outcome::P))?;
                let parts: Vec<_> = parts.map(|part| state.game.text(part)).collect();
                Some(parts.join(" + "))
            })
        };
        Ok(numbers
            .into_iter()
            .map(|number| answer(number).unwrap_or_default())
            .collect())
    }

    /// Some of the positions of a size.
    pub(crate) fn some(&self, size: u32, indices: Range<u64>) -> Vec<String> {
        let state = self.known();
        let all = state.of_size(size);
        let end = (indices.end as usize).min(all.len());
        let some = all.get(indices.start as usize..end).unwrap_or(&[]).iter();
        some.map(|&position| state.game.text(position).to_owned())
            .collect()
    }
}

/// Every position that is listed up to a size, solved.
struct Everything<'a> {
    game: &'a RulesGame,
    up_to: u32,
    /// Whether inputs tell them all apart, as far as it matters.
    is_checked: AtomicBool,
}

impl Space for Everything<'_> {
    fn check(&self, size: u32, indices: Range<u64>) -> Result<Tally, Error> {
        let positions = self.game.some(size, indices.clone());
        Ok(self.game.compare(size, indices.start, &positions)?)
    }

    fn case(&self, size: u32, index: u64) -> Result<Option<Case>, Error> {
        let cases = self.cases_of(&self.game.some(size, index..index + 1))?;
        Ok(cases.into_iter().next())
    }

    fn cases(&self, size: u32) -> Result<Vec<Case>, Error> {
        self.cases_of(&self.game.of_size(size))
    }
}

impl Everything<'_> {
    /// The cases of these positions. Before the first of them, those of all sizes: what a program is told that
    /// is wrong about one must not depend on another that comes later.
    fn cases_of(&self, positions: &[String]) -> Result<Vec<Case>, Error> {
        let cases = |positions: &[String]| {
            let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
            self.game.cases(&texts)
        };
        if !self.is_checked.load(Ordering::Relaxed) && self.game.has_inputs()? {
            for size in self.game.about().smallest..=self.up_to {
                cases(&self.game.of_size(size))?;
            }
            self.is_checked.store(true, Ordering::Relaxed);
        }
        Ok(cases(positions)?)
    }
}

fn choice(name: Option<String>, parts: Vec<String>, wins: Option<bool>) -> Choice {
    let leads_to = parts.into_iter().map(|part| part + "\n").collect();
    Choice {
        name,
        leads_to,
        wins,
    }
}

fn facts(a_move: &Move) -> serde_json::Value {
    json!({
        "name": a_move.name,
        "to": a_move.parts,
        "grundy": a_move.grundy,
        "wins": a_move.wins,
    })
}
