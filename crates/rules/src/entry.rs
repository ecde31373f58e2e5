//! A rules program as everything else in the workspace sees a game.

use std::io::Read;
use std::ops::{ControlFlow, Range};

use grundy_brute::Outcome;
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

    fn solve(&self, input: &[u8]) -> Result<Solved, Error> {
        let positions = self.read(input)?;
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
        let positions = self.read(input)?;
        let pages = positions
            .iter()
            .map(|position| Ok(explain::page(self, position)?));
        pages.collect()
    }

    fn explain_json(&self, input: &[u8]) -> Result<serde_json::Value, Error> {
        let positions = self.read(input)?;
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        let (moves, answers) = (self.moves(&texts)?, self.answers(&texts)?);
        let numbers = self.solved(&texts)?;
        let facts = positions.iter().zip(moves).zip(answers).zip(numbers).map(
            |(((position, moves), answer), number)| {
                let value = self.known().value(number);
                json!({
                    "game": self.about().name,
                    "position": position,
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
        Ok(Box::new(Everything(self)))
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
        let position = self.one(input)?;
        let mut choices = Vec::new();
        for (name, parts) in self.only_moves(&[&position])?.concat() {
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            choices.push(Choice {
                name,
                leads_to: self.inputs(&parts)?,
                wins: None,
            });
        }
        Ok(choices)
    }

    fn options(&self, input: &[u8]) -> Result<Vec<Choice>, Error> {
        let position = self.one(input)?;
        let mut choices = Vec::new();
        for a_move in RulesGame::moves(self, &[&position])?.concat() {
            let parts: Vec<&str> = a_move.parts.iter().map(String::as_str).collect();
            choices.push(Choice {
                name: a_move.name,
                leads_to: self.inputs(&parts)?,
                wins: Some(a_move.wins),
            });
        }
        Ok(choices)
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
        let position = self.drawn(draw, number)?;
        Ok(self.inputs(&[&position])?.concat())
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
        let position = self.some(size, place..place + 1);
        let texts: Vec<&str> = position.iter().map(String::as_str).collect();
        Ok(self.inputs(&texts)?.concat())
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

    /// What its moves lead to, and the positions that are listed before it.
    fn simpler(&self, input: &[u8]) -> Result<Box<dyn Iterator<Item = String> + '_>, Error> {
        let positions = self.read(input)?;
        let [position] = &positions[..] else {
            return Ok(Box::new(
                positions
                    .clone()
                    .into_iter()
                    .map(|position| position + "\n"),
            ));
        };
        let position = position.clone();
        let number = self.solved(&[&position])?[0];
        let size = self.known().size(number);
        let options: Vec<String> = {
            let state = self.known();
            let parts = state.game.options(number).map(Iterator::collect::<Vec<_>>);
            // A sum is no input; each of its parts is one, and simpler.
            let mut parts: Vec<u32> = parts.flatten().collect();
            parts.sort_unstable();
            parts.dedup();
            parts.retain(|&part| match (state.size(part), size) {
                (Some(part), Some(size)) => part <= size,
                _ => true,
            });
            parts
                .into_iter()
                .map(|part| state.game.text(part).to_owned())
                .collect()
        };
        let sizes = self.about().smallest..=size.unwrap_or(0);
        let smaller = sizes.flat_map(|size| self.of_size(size));
        let smaller = smaller.take_while(move |other| *other != position);
        let inputs = options.into_iter().chain(smaller).filter_map(|position| {
            let inputs = self.inputs(&[&position]).ok()?;
            inputs.into_iter().next()
        });
        Ok(Box::new(inputs))
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

/// Every position that is listed, solved.
struct Everything<'a>(&'a RulesGame);

impl Space for Everything<'_> {
    fn check(&self, size: u32, indices: Range<u64>) -> Result<Tally, Error> {
        let positions = self.0.some(size, indices.clone());
        Ok(self.0.compare(size, indices.start, &positions)?)
    }

    fn case(&self, size: u32, index: u64) -> Result<Option<Case>, Error> {
        let cases = self.cases_of(&self.0.some(size, index..index + 1))?;
        Ok(cases.into_iter().next())
    }

    fn cases(&self, size: u32) -> Result<Vec<Case>, Error> {
        self.cases_of(&self.0.of_size(size))
    }
}

impl Everything<'_> {
    fn cases_of(&self, positions: &[String]) -> Result<Vec<Case>, Error> {
        if positions.is_empty() {
            return Ok(Vec::new());
        }
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        let (inputs, answers) = (self.0.inputs(&texts)?, self.0.answers(&texts)?);
        let cases = inputs.into_iter().zip(answers);
        Ok(cases
            .map(|(input, answer)| Case {
                input,
                answer: answer + "\n",
            })
            .collect())
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
