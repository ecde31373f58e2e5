//! A position of a rules program as a [`Position`].

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::generate::Random;
use crate::{Case, Choice, Detail, Error, Explanation, Facts, Failed, Position, Simpler, Solution};
use serde_json::{Value, json};

use crate::rules::claims::claim_of;
use crate::rules::error::RulesError;
use crate::rules::explain;
use crate::rules::moves::Move;
use crate::rules::opened::Opened;

/// Positions that were created together. A question about one of them is sent for all of them, because starting the
/// program takes longer than most answers.
struct Batch {
    game: Arc<Opened>,
    texts: Vec<String>,
    is_solved: AtomicBool,
    has_moves: AtomicBool,
    has_inputs: AtomicBool,
}

/// One position of a batch.
struct Placed {
    batch: Arc<Batch>,
    at: usize,
}

/// Creates positions from texts that [`Opened::read`] has checked or the program has written.
pub(crate) fn positions(game: &Arc<Opened>, texts: Vec<String>) -> Vec<Arc<dyn Position>> {
    let places = 0..texts.len();
    let batch = Arc::new(Batch {
        game: Arc::clone(game),
        texts,
        is_solved: AtomicBool::new(false),
        has_moves: AtomicBool::new(false),
        has_inputs: AtomicBool::new(false),
    });
    let position = |at| -> Arc<dyn Position> {
        let batch = Arc::clone(&batch);
        Arc::new(Placed { batch, at })
    };
    places.map(position).collect()
}

impl Batch {
    /// Calls `ask` with all positions unless an earlier call has succeeded.
    fn once(
        &self,
        is_done: &AtomicBool,
        ask: impl FnOnce(&[&str]) -> Result<(), RulesError>,
    ) -> Result<(), RulesError> {
        if self.texts.len() > 1 && !is_done.load(Ordering::Relaxed) {
            let texts: Vec<&str> = self.texts.iter().map(String::as_str).collect();
            ask(&texts)?;
            is_done.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn solve(&self) -> Result<(), RulesError> {
        self.once(&self.is_solved, |texts| self.game.solved(texts).map(drop))
    }

    /// Asks for the moves of all positions without solving them.
    fn ask_moves(&self) -> Result<(), RulesError> {
        self.once(&self.has_moves, |texts| {
            self.game.only_moves(texts).map(drop)
        })
    }
}

impl Placed {
    fn game(&self) -> &Arc<Opened> {
        &self.batch.game
    }

    fn text(&self) -> &str {
        &self.batch.texts[self.at]
    }

    /// Returns the moves as the program writes them, each with whether it wins.
    fn solved_moves(&self) -> Result<Vec<Move>, RulesError> {
        self.batch.solve()?;
        self.batch.ask_moves()?;
        Ok(self.game().moves(&[self.text()])?.concat())
    }

    /// Converts moves to choices; the positions that they lead to form one batch.
    fn choices(&self, moves: Vec<(Option<String>, Vec<String>, Option<bool>)>) -> Vec<Choice> {
        let parts = moves.iter().flat_map(|(_, parts, _)| parts.iter().cloned());
        let mut positions = positions(self.game(), parts.collect()).into_iter();
        let choice = |(name, parts, wins): (Option<String>, Vec<String>, Option<bool>)| Choice {
            name,
            leads_to: positions.by_ref().take(parts.len()).collect(),
            wins,
        };
        moves.into_iter().map(choice).collect()
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text())
    }
}

impl Position for Placed {
    fn input(&self) -> Result<String, Error> {
        let batch = &self.batch;
        batch.once(&batch.has_inputs, |texts| {
            self.game().inputs(texts).map(drop)
        })?;
        let inputs = self.game().inputs(&[self.text()])?;
        Ok(inputs.map_or_else(|| self.to_string(), |inputs| inputs.concat()))
    }

    fn solve(&self) -> Result<Solution, Error> {
        self.batch.solve()?;
        let game = self.game();
        let number = game.solved(&[self.text()])?[0];
        let answer = game.answers(&[self.text()])?.concat();
        let state = game.known();
        let value = state.value(number);
        let value = value.ok_or_else(|| Failed(format!("{}: not solved", self.text())))?;
        Ok(Solution {
            claim: claim_of(&value),
            answer,
            size: state.size(number),
        })
    }

    fn case(&self) -> Result<Case, Error> {
        Ok(self.game().cases(&[self.text()])?.swap_remove(0))
    }

    fn moves(&self) -> Result<Vec<Choice>, Error> {
        self.batch.ask_moves()?;
        let moves = self.game().only_moves(&[self.text()])?.concat().into_iter();
        let moves = moves.map(|(name, parts)| (name, parts, None));
        Ok(self.choices(moves.collect()))
    }

    fn random_moves(&self, most: usize, seed: u64) -> Result<Vec<Choice>, Error> {
        let mut drawn = self.moves()?;
        let mut random = Random::new(seed);
        while drawn.len() > most {
            // The order of the remaining moves does not matter.
            drawn.swap_remove(random.below(drawn.len() as u64) as usize);
        }
        Ok(drawn)
    }

    fn options(&self) -> Result<Vec<Choice>, Error> {
        let moves = self.solved_moves()?.into_iter();
        let moves = moves.map(|a_move| (a_move.name, a_move.parts, Some(a_move.wins)));
        Ok(self.choices(moves.collect()))
    }

    /// Returns all facts for every level of detail.
    fn facts(&self, _: Detail) -> Result<Facts, Error> {
        let game = self.game();
        let moves = self.solved_moves()?;
        let answer = game.answers(&[self.text()])?.concat();
        let number = game.solved(&[self.text()])?[0];
        let unchecked = game.unchecked(self.text())?;
        let value = game.known().value(number);
        let winning = moves.iter().filter(|a_move| a_move.wins);
        let facts = [
            ("game", json!(game.about().name)),
            ("position", json!(self.text())),
            ("unchecked", json!(unchecked)),
            ("answer", json!(answer)),
            ("wins", json!(value.map(|value| value.outcome.is_win()))),
            ("grundy", json!(value.and_then(|value| value.grundy))),
            (
                "remoteness",
                json!(value.and_then(|value| value.remoteness)),
            ),
            ("count", json!(value.map(|value| value.winning))),
            ("winning_moves", winning.map(facts_of).collect()),
            ("moves", moves.iter().map(facts_of).collect()),
        ];
        let named = facts.map(|(name, value)| (name.to_owned(), value));
        Ok(named.into_iter().collect())
    }

    fn page(&self, detail: Detail) -> Result<Explanation, Error> {
        Ok(match detail {
            Detail::Brief => Explanation::of_text(self.text()),
            Detail::Full => explain::page(self.game(), self.text())?,
        })
    }

    /// Returns the positions listed before this one, first those that a move leads to. A position that is not
    /// listed is not an input of the task.
    fn simpler(&self) -> Result<Simpler<Arc<dyn Position>>, Error> {
        let game = Arc::clone(self.game());
        let number = game.solved(&[self.text()])?[0];
        let size = game.known().size(number);
        let last = match size {
            Some(size) => size,
            None => game.reasonable()?,
        };
        game.count(last)?;
        let simpler: Vec<u32> = {
            let state = game.known();
            let sizes = game.about().smallest..=last;
            let listed = sizes.flat_map(|size| state.of_size(size)).copied();
            let before: Vec<u32> = listed.take_while(|&other| other != number).collect();
            let known: HashSet<u32> = before.iter().copied().collect();
            let mut options: Vec<u32> = state.game.options(number).flatten().collect();
            options.retain(|option| known.contains(option));
            options.sort_unstable();
            options.dedup();
            options.into_iter().chain(before).collect()
        };
        let position = move |number| {
            let text = game.known().game.text(number).to_owned();
            positions(&game, vec![text]).swap_remove(0)
        };
        Ok(Box::new(simpler.into_iter().map(position)))
    }
}

fn facts_of(a_move: &Move) -> Value {
    json!({
        "name": a_move.name,
        "to": a_move.parts,
        "grundy": a_move.grundy,
        "wins": a_move.wins,
    })
}
