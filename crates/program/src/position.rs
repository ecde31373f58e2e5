//! A position of a rules program as a [`Position`].

use std::fmt;
use std::sync::Arc;

use grundy_game::generate::Random;
use grundy_game::meant;
use grundy_game::{
    Case, Choice, Detail, Doubt, Error, Explanation, Facts, Known, LetterCase, Position, Simpler,
    Solution, wins,
};
use serde_json::{Value, json};

use crate::cases::of_line;
use crate::explain;
use crate::moves::Move;
use crate::opened::Opened;
use crate::program::{CallError, failed};
use crate::verb::Verb;

/// A position, and the positions that were created together with it. A question about one of them is sent for all of
/// them, because starting the program takes longer than most answers.
struct Placed {
    game: Arc<Opened>,
    batch: Arc<[String]>,
    at: usize,
}

/// Creates positions from texts that the caller has checked or the program has written.
pub(crate) fn positions(game: &Arc<Opened>, texts: Vec<String>) -> Vec<Arc<dyn Position>> {
    let batch: Arc<[String]> = texts.into();
    let position = |at| -> Arc<dyn Position> {
        let (game, batch) = (Arc::clone(game), Arc::clone(&batch));
        Arc::new(Placed { game, batch, at })
    };
    (0..batch.len()).map(position).collect()
}

/// Creates one position.
pub(crate) fn position(game: &Arc<Opened>, text: String) -> Arc<dyn Position> {
    positions(game, vec![text]).swap_remove(0)
}

impl Placed {
    fn text(&self) -> &str {
        &self.batch[self.at]
    }

    fn is_claimed(&self) -> bool {
        self.game.is_claimed(self.text())
    }

    /// Returns the moves with the positions that they lead to, which form one batch.
    fn placed(&self, moves: Vec<Move>) -> Vec<Choice> {
        let parts = moves.iter().flat_map(|choice| &choice.leads_to);
        let mut positions = positions(&self.game, parts.cloned().collect()).into_iter();
        let placed = moves.into_iter().map(|choice| Choice {
            leads_to: positions.by_ref().take(choice.leads_to.len()).collect(),
            name: choice.name,
            numbers: choice.numbers,
            outcome: choice.outcome,
        });
        placed.collect()
    }

    /// Returns the moves that the program lists.
    fn listed(&self) -> Result<Vec<Move>, Error> {
        if self.game.has_unlisted_moves(self.text())? {
            return Err(Error::TooManyMoves(u64::MAX));
        }
        let line = self.line(&self.game.moves)?;
        self.game.moves_in(self.text(), &line)
    }

    /// Returns the moves, each with whether it wins.
    fn decided(&self) -> Result<Vec<Move>, Error> {
        if self.is_claimed() {
            return self.game.claimed_moves(self.listed()?);
        }
        self.game.solve(&self.batch)?;
        self.line(&self.game.moves)?;
        self.game.solved_moves(self.text())
    }

    /// Returns the program's line about the position.
    /// Returns the options with their outcomes, and solves their parts where no claim is asked. Of a position about which a claim
    /// is, `None` where the program does not list them in a short time.
    fn shown_moves(&self) -> Result<Option<Vec<Move>>, Error> {
        let game = &self.game;
        if !self.is_claimed() {
            let moves = self.decided()?;
            game.solve_parts(&moves)?;
            return Ok(Some(moves));
        }
        if !game.is_of_game && game.has_unlisted_moves(self.text())? {
            return Ok(None);
        }
        match game.listed_moves(&game.quick(), self.text()) {
            Err(CallError::Exceeded(_)) => Ok(None),
            moves => game.claimed_moves(moves?).map(Some),
        }
    }

    fn line(&self, verb: &Verb) -> Result<Arc<str>, Error> {
        match verb.line(self.text()) {
            Some(line) => Ok(line),
            None => Ok(self.game.ask(verb, &self.batch)?.swap_remove(self.at)),
        }
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text())
    }
}

impl Position for Placed {
    fn input(&self) -> Result<String, Error> {
        if !self.game.inputs.is_offered()? {
            return Ok(self.to_string());
        }
        Ok(of_line(&self.line(&self.game.inputs)?))
    }

    fn solve(&self) -> Result<Solution, Error> {
        let game = &self.game;
        if self.is_claimed() {
            let claimed = &[self.text()];
            return Ok(Solution {
                claim: game.partial_claims(claimed)?.swap_remove(0),
                answer: game.claimed_answers(claimed)?.concat(),
                size: game.table().size(self.text()),
            });
        }
        game.solve(&self.batch)?;
        let answer = game.answers(&[self.text()])?.concat();
        let table = game.table();
        let value = table.value_of(self.text());
        let value = value.ok_or_else(|| failed(format!("{}: not solved", self.text())))?;
        Ok(Solution {
            claim: Known::from(value),
            answer,
            size: table.size(self.text()),
        })
    }

    fn case(&self) -> Result<Case, Error> {
        self.game.can_answer(self.text())?;
        Ok(self.game.cases(&[self.text()])?.swap_remove(0))
    }

    /// Where the program names the size of a sweep, every position up to there is examined.
    fn doubt(&self) -> Result<Option<Doubt>, Error> {
        self.game.doubt(self.text())
    }

    fn moves(&self) -> Result<Vec<Choice>, Error> {
        Ok(self.placed(self.listed()?))
    }

    fn random_moves(&self, most: usize, seed: u64) -> Result<Vec<Choice>, Error> {
        let moves = self.game.some_moves(&[self.text()], most, seed)?;
        let mut drawn: Vec<Move> = moves.into_iter().flat_map(|moves| moves.choices).collect();
        let mut random = Random::new(seed);
        while drawn.len() > most {
            // The order of the remaining moves does not matter.
            drawn.swap_remove(random.below(drawn.len() as u64) as usize);
        }
        Ok(self.placed(drawn))
    }

    fn options(&self) -> Result<Vec<Choice>, Error> {
        Ok(self.placed(self.decided()?))
    }

    /// The verb `named-move` itself decides which spellings are names of a move.
    fn named(&self, answer: &str, case: LetterCase) -> Result<Option<Choice>, Error> {
        let game = &self.game;
        if !self.is_claimed() || !game.has_unlisted_moves(self.text())? {
            let named = meant(self.decided()?, answer, case);
            return Ok(self.placed(Vec::from_iter(named)).pop());
        }
        let moves = match game.named_move(self.text(), answer) {
            Ok(named) => Vec::from_iter(named),
            // The program does not have this verb.
            Err(CallError::Ended { .. }) => match game.listed_moves(&game.quick(), self.text()) {
                Err(CallError::Exceeded(_)) => {
                    let what = "its moves are too many to be listed, and the program has no verb named-move to check \
                                an answer";
                    return Err(game.moves.wrong_about(self.text(), what));
                }
                moves => moves?,
            },
            Err(error) => return Err(error.into()),
        };
        let named = Vec::from_iter(meant(moves, answer, case));
        Ok(self.placed(game.claimed_moves(named)?).pop())
    }

    /// Returns all facts for every level of detail.
    fn facts(&self, _: Detail) -> Result<Facts, Error> {
        let game = &self.game;
        let solution = self.solve()?;
        let moves = self.shown_moves()?;
        let shown = |choice: &Move| {
            let grundy = game.grundy_values(choice);
            let wins = choice.outcome.map(|outcome| wins(outcome.reversed()));
            json!({"name": choice.name, "to": choice.leads_to, "grundy": grundy, "wins": wins})
        };
        let all = moves.as_deref().unwrap_or_default();
        let winning = all.iter().filter(|choice| choice.is_winning());
        let facts = json!({
            "game": game.about.name,
            "position": self.text(),
            "answer": solution.answer,
            "wins": wins(solution.claim.outcome),
            "grundy": solution.claim.grundy,
            "remoteness": solution.claim.remoteness,
            "line": game.table().best_play(self.text()),
            "count": solution.claim.winning_moves,
            "winning_moves": winning.map(shown).collect::<Value>(),
            "moves": moves.as_ref().map(|moves| moves.iter().map(shown).collect::<Value>()),
        });
        Ok(Box::new(move |out| Ok(serde_json::to_writer(out, &facts)?)))
    }

    fn page(&self, detail: Detail) -> Result<Explanation, Error> {
        Ok(match detail {
            Detail::Brief => Explanation::of_text(self.text()),
            Detail::Full => {
                let known = self.solve()?.claim;
                explain::page(&self.game, self.text(), &known, self.shown_moves()?)
            }
        })
    }

    /// Returns the positions listed before this one: a position that is not listed is not an input of the task. Where the
    /// claim stands for the oracle, these are random positions of a smaller extent or with fewer parts.
    fn simpler(&self) -> Result<Simpler<Arc<dyn Position>>, Error> {
        let game = Arc::clone(&self.game);
        if self.is_claimed() {
            let simpler = game.drawn_before(self.text())?;
            return Ok(Box::new(positions(&game, simpler).into_iter()));
        }
        let last = match self.solve()?.size {
            Some(size) => size,
            None => game.reasonable()?,
        };
        game.count(last)?;
        let simpler: Vec<u32> = {
            let table = game.table();
            let number = table.game.find(self.text());
            let sizes = game.about.smallest..=last;
            let listed = sizes.flat_map(|size| table.of_size(size)).copied();
            listed.take_while(|&other| Some(other) != number).collect()
        };
        Ok(Box::new(simpler.into_iter().map(move |number| {
            let text = game.table().game.text(number).to_owned();
            position(&game, text)
        })))
    }
}
