//! A rules program as everything else in the workspace sees a game.

use std::io::Read;
use std::ops::{ControlFlow, Range};

use grundy_brute::Outcome;
use grundy_brute::interned::{Play, Value};
use grundy_games::generate::Random;
use grundy_games::{
    About, Answers, Case, Choice, Claim, Depth, Draw, Entry, Error, Evaluated, Explanation,
    InputError, Limit, Mismatch, NoShape, Progress, Request, Scope, Shape, Solved, Space, Tally,
    Watch,
};
use serde_json::json;

use crate::about::Form;
use crate::error::{RulesError, shown};
use crate::explain;
use crate::game::{Move, RulesGame};
use crate::program::{Runner, input};

/// Sizes beyond this are not asked for.
const LARGEST: u32 = 1 << 30;
/// Winning moves that a mismatch names, at most.
const NAMED: usize = 8;

impl Entry for RulesGame {
    fn about(&self) -> &About {
        Self::about(self)
    }

    fn sweep_to(&self) -> Result<u32, Error> {
        Ok(self.reasonable()?)
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

    fn space_watched(&self, up_to: u32, watch: Watch<'_>) -> Result<Box<dyn Space + '_>, Error> {
        self.reach(up_to, &mut |answered, known| {
            watch(Progress {
                boards: answered.into(),
                of: known.into(),
            })
        })?;
        Ok(Box::new(Everything(self)))
    }

    fn values(
        &self,
        up_to: u32,
        each: &mut dyn FnMut(Evaluated) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.reach(up_to, &mut |_, _| ControlFlow::Continue(()))?;
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

    fn closure(&self, size: u32, indices: Range<u64>) -> Result<Tally, Error> {
        self.count(size)?;
        let positions = self.some(size, indices.clone());
        Ok(self.one_further(size, indices.start, &positions)?)
    }

    fn random_closure(&self, _draw: &Draw, _numbers: Range<u64>) -> Result<Tally, Error> {
        let name = &self.about().name;
        Err(NoShape(format!("{name}: --random is for built-in games")).into())
    }

    fn moves(&self, input: &[u8]) -> Result<Vec<Choice>, Error> {
        let position = self.one(input)?;
        let mut choices = Vec::new();
        for (name, parts) in self.only_moves(&position)? {
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
        let seed = draw.seed.wrapping_add(number).to_string();
        let (m, n) = (draw.m.to_string(), draw.n.to_string());
        let position = self.random(&[&m, &n, &seed])?;
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
    /// The positions of an input.
    fn read(&self, input: &[u8]) -> Result<Vec<String>, Error> {
        let text = std::str::from_utf8(input).map_err(|error| {
            let before = &input[..error.valid_up_to()];
            let column = before
                .iter()
                .rev()
                .take_while(|&&byte| byte != b'\n')
                .count();
            InputError {
                line: before.split(|&byte| byte == b'\n').count() as u64,
                column: 1 + column as u64,
                message: "expected UTF-8".to_owned(),
            }
        })?;
        let positions = self.positions_of(text)?;
        if positions.is_empty() {
            return Err(InputError {
                line: 1,
                column: 1,
                message: "the input ends here, expected a position".to_owned(),
            }
            .into());
        }
        for (i, position) in positions.iter().enumerate() {
            crate::line::single(position).map_err(|message| InputError {
                line: i as u64 + 1,
                column: 1,
                message,
            })?;
        }
        Ok(positions)
    }

    /// The position of an input that is one.
    fn one(&self, input: &[u8]) -> Result<String, Error> {
        let mut positions = self.read(input)?;
        match (positions.pop(), positions.len()) {
            (Some(position), 0) => Ok(position),
            (_, others) => Err(InputError {
                line: 1,
                column: 1,
                message: format!("found {} positions, expected one", others + 1),
            }
            .into()),
        }
    }

    /// The right answers, one for each position; of several moves that win the first.
    fn answers(&self, positions: &[&str]) -> Result<Vec<String>, RulesError> {
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
    fn some(&self, size: u32, indices: Range<u64>) -> Vec<String> {
        let state = self.known();
        let all = state.of_size(size);
        let end = (indices.end as usize).min(all.len());
        let some = all.get(indices.start as usize..end).unwrap_or(&[]).iter();
        some.map(|&position| state.game.text(position).to_owned())
            .collect()
    }

    /// What is claimed of these positions, an answer each.
    fn claims(&self, positions: &[&str]) -> Result<Vec<String>, RulesError> {
        let (runner, words): (&Runner, &[&str]) = match &self.claims {
            Some(runner) => (runner, &[]),
            None => (&self.runner, &["claim"]),
        };
        let (text, _) = runner.run(words, &input(positions))?;
        let lines = runner.lines(words, positions, &text)?;
        let mut claims = Vec::new();
        for (i, (line, position)) in lines.into_iter().zip(positions).enumerate() {
            let claim = line.trim_ascii();
            self.answer_form().form(1, claim).map_err(|what| {
                let what = format!("{what}, found {:?}", shown(claim));
                runner.wrong_line(words, i + 1, Some(position), what)
            })?;
            claims.push(claim.to_owned());
        }
        Ok(claims)
    }

    /// Compares what is claimed of these positions with the oracle. `first` is the index of the first.
    fn compare(&self, size: u32, first: u64, positions: &[String]) -> Result<Tally, RulesError> {
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        let (claims, answers) = (self.claims(&texts)?, self.answers(&texts)?);
        let numbers = self.solved(&texts)?;
        let mut tally = Tally::default();
        for (i, position) in positions.iter().enumerate() {
            let Some(value) = self.known().value(numbers[i]) else {
                continue;
            };
            count(&mut tally, &value);
            let claim = &claims[i];
            let is_right = is_same(claim, &answers[i])
                || matches!(self.form(), Form::Move { .. })
                    && value.outcome.is_win()
                    && self
                        .moves(&[position])?
                        .concat()
                        .iter()
                        .any(|a_move| a_move.wins && a_move.is(claim));
            if !is_right {
                let mut expected = claim_of(&value).to_string();
                // Only the smallest is shown: nobody asks about the others.
                if tally.mismatches == 0 {
                    let winning = self.moves(&[position])?.concat();
                    let winning: Vec<String> = winning
                        .iter()
                        .filter(|a_move| a_move.wins)
                        .map(Move::shown)
                        .collect();
                    if !winning.is_empty() {
                        expected += ": ";
                        expected += &winning[..winning.len().min(NAMED)].join(", ");
                    }
                    if winning.len() > NAMED {
                        expected += ", ...";
                    }
                }
                let got = format!("says {claim}");
                self.fail(&mut tally, size, first + i as u64, position, expected, got);
            }
        }
        Ok(tally)
    }

    fn fail(
        &self,
        tally: &mut Tally,
        size: u32,
        index: u64,
        position: &str,
        expected: String,
        got: String,
    ) {
        tally.add(Tally {
            mismatches: 1,
            smallest: Some(Mismatch {
                game: self.about().name.to_string(),
                size,
                rank: vec![index],
                input: position.to_owned(),
                expected,
                got,
            }),
            ..Tally::default()
        });
    }

    /// Compares what is claimed of these positions with what is claimed of those one move further.
    fn one_further(
        &self,
        size: u32,
        first: u64,
        positions: &[String],
    ) -> Result<Tally, RulesError> {
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        let claims = self.claims(&texts)?;
        let mut tally = Tally::default();
        let moves = self.moves(&texts)?;
        let all_moves = moves.iter().flatten();
        let parts: Vec<&str> = all_moves
            .flat_map(|a_move| &a_move.parts)
            .map(String::as_str)
            .collect();
        let of_parts = if parts.is_empty() {
            Vec::new()
        } else {
            self.claims(&parts)?
        };
        let mut of_parts = of_parts.into_iter();
        for (i, (position, moves)) in positions.iter().zip(&moves).enumerate() {
            // Of each move, whether the position that it leads to is called lost, and its Grundy value.
            let mut lost = Vec::new();
            let mut values = Vec::new();
            for a_move in moves {
                let claims: Vec<String> = of_parts.by_ref().take(a_move.parts.len()).collect();
                let numbers = claims.iter().map(|claim| claim.parse().unwrap_or(0));
                let value = numbers.fold(0, |sum, value: u32| sum ^ value);
                lost.push(match (self.form(), &claims[..]) {
                    (Form::Grundy, _) => value == 0,
                    (Form::Words { loss, .. } | Form::Move { loss }, [claim]) => claim == loss,
                    // Whoever cannot move wins under misère play, and no move does.
                    (Form::Count, [claim]) => {
                        let is_over = || self.is_over(&a_move.parts[0]);
                        claim.parse() == Ok(0) && !(self.play() == Play::Misere && is_over()?)
                    }
                    _ => {
                        let what = "an option is a sum: only a claim of Grundy values can be held against \
                                    itself there";
                        let position = Some(&**position);
                        return Err(self.runner.wrong_line(&["moves"], i + 1, position, what.to_owned()));
                    }
                });
                values.push(value);
            }
            let winning = lost.iter().filter(|&&lost| lost).count() as u64;
            let wins = winning > 0 || moves.is_empty() && self.play() == Play::Misere;
            let claim = &claims[i];
            let is_right = match self.form() {
                Form::Grundy => claim.parse() == Ok(grundy_brute::mex(values)),
                Form::Count => claim.parse() == Ok(winning),
                Form::Words { win, loss } => claim == if wins { win } else { loss },
                Form::Move { loss } if claim == loss => !wins,
                Form::Move { .. } => {
                    let mut lost = moves.iter().zip(&lost);
                    lost.any(|(a_move, &lost)| lost && a_move.is(claim))
                }
            };
            tally.add(Tally {
                positions: 1,
                losing: u64::from(!wins),
                winning_moves: winning,
                ..Tally::default()
            });
            tally.followed.winning += winning;
            tally.followed.others += moves.len() as u64 - winning;
            if !is_right {
                let kind = if wins { 'N' } else { 'P' };
                let expected = format!("{kind}-position, {winning} moves to positions called lost");
                let got = format!("says {claim}");
                self.fail(&mut tally, size, first + i as u64, position, expected, got);
            }
        }
        Ok(tally)
    }

    fn is_over(&self, position: &str) -> Result<bool, RulesError> {
        let number = self.solved(&[position])?[0];
        Ok(self
            .known()
            .value(number)
            .is_some_and(|value| value.options == 0))
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

impl Move {
    /// Whether an answer names it: by its name, or by what it leads to.
    fn is(&self, answer: &str) -> bool {
        self.name
            .as_deref()
            .is_some_and(|name| is_same(name, answer))
            || is_same(&self.to(), answer)
    }

    /// Its name, and what it leads to.
    pub(crate) fn shown(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} -> {}", self.to()),
            None => format!("-> {}", self.to()),
        }
    }
}

/// Whether two texts have the same words.
fn is_same(a: &str, b: &str) -> bool {
    a.split_ascii_whitespace().eq(b.split_ascii_whitespace())
}

fn facts(a_move: &Move) -> serde_json::Value {
    json!({
        "name": a_move.name,
        "to": a_move.parts,
        "grundy": a_move.grundy,
        "wins": a_move.wins,
    })
}

fn count(tally: &mut Tally, value: &Value) {
    tally.positions += 1;
    tally.losing += u64::from(!value.outcome.is_win());
    tally.winning_moves += u64::from(value.winning);
}

pub(crate) fn claim_of(value: &Value) -> Claim {
    Claim {
        wins: value.outcome.is_win(),
        winning_moves: value.winning.into(),
        grundy: value.grundy.map(u64::from),
    }
}
