//! Implements [`Game`] and [`Position`] for every [`TypedGame`].

use std::any::Any;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::io::Read;
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use grundy_brute::{Rules as _, Space as _};
use grundy_core::text::Numbers;
use serde::Serialize;
use serde_json::Value;

use crate::error::room;
use crate::explain::page::page;
use crate::explain::row::Winning;
use crate::generate::{self, Random};
use crate::solved::Compared;
use crate::typed::{MOST_WINNING, MOVES};
use crate::{
    About, Case, Choice, Closure, Detail, Draw, Each, Error, Evaluated, Explanation, Facts, Game,
    LetterCase, OriginalTest, Outcome, Place, Position, Problem, Reduction, Request, RulesMove,
    RulesPosition, Scope, Searching, Simpler, Sizes, Solution, Solved, Tally, TypedGame, Watch,
    closure, wins,
};

/// Moves of a position are listed when there are at most `MOST_MOVES`,
pub const MOST_MOVES: u64 = 10_000;
/// and when they take no more bytes than this, about.
const LISTED: u64 = 1 << 24;
/// Their names alone are listed when there are at most so many moves.
pub const MOST_NAMES: u64 = 100_000;
/// At most this many candidates are tried where those drawn at random are no legal moves.
const MOST_CANDIDATES: u64 = 1_000_000;
/// A position with its game.
struct Placed<G: TypedGame> {
    game: G,
    position: G::Position,
}

fn place<G: TypedGame>(game: &G, position: G::Position) -> Arc<dyn Position> {
    let game = game.clone();
    Arc::new(Placed { game, position })
}

/// Returns what `read` returns of a stream. A text that breaks off is wrong, too; the failure to read it is reported first.
///
/// # Errors
/// The failure to read the stream, and otherwise what is wrong with the text.
pub fn streamed<T, E: Into<Error>>(
    input: &mut dyn Read,
    read: impl FnOnce(&mut Numbers<'_>) -> Result<T, E>,
) -> Result<T, Error> {
    let mut text = Numbers::stream(input);
    let result = read(&mut text);
    match text.failure() {
        Some(failure) => Err(Error::Reading(failure)),
        None => result.map_err(Into::into),
    }
}

impl<G: TypedGame> Game for G {
    fn about(&self) -> &About {
        TypedGame::about(self)
    }

    fn searching(&self) -> Option<&Searching> {
        TypedGame::searching(self)
    }

    fn problem(&self) -> Result<Option<Problem>, Error> {
        Ok(TypedGame::problem(self))
    }

    fn read_from(&self, input: &mut dyn Read) -> Result<Vec<Arc<dyn Position>>, Error> {
        let read = |text: &mut Numbers<'_>| {
            let positions = self.parse(text)?;
            // A position, its explanation and its text, which grows by doubling.
            text.room(64 * text.count()).map(|()| positions)
        };
        let positions = streamed(input, read)?.into_iter();
        Ok(positions.map(|position| place(self, position)).collect())
    }

    fn answer(&self, input: &mut dyn Read) -> Result<Vec<String>, Error> {
        let _solver = tracing::info_span!("solver").entered();
        streamed(input, |text| self.answers(text))
    }

    fn write(&self, positions: &[Arc<dyn Position>]) -> String {
        let typed = positions.iter().map(|position| {
            let position: &dyn Any = &**position;
            Some(position.downcast_ref::<Placed<G>>()?.position.clone())
        });
        match typed.collect::<Option<Vec<G::Position>>>() {
            Some(typed) => self.input(&typed),
            None => positions.iter().map(ToString::to_string).collect(),
        }
    }

    fn draw(&self, request: &Request<'_>) -> Result<Arc<dyn Position>, Error> {
        let parts = generate::parts(request, TypedGame::about(self))?;
        room((parts * G::BYTES) as u64)?;
        Ok(place(self, self.generate(request)?))
    }

    fn drawn(&self, draw: &Draw, number: u64) -> Result<Arc<dyn Position>, Error> {
        let (_, position) = closure::drawn(self, draw, number)?;
        Ok(place(self, position))
    }

    fn original_test(&self, number: usize, random: &mut Random) -> Option<OriginalTest> {
        let (name, positions) = TypedGame::original_test(self, number, random)?;
        let positions = positions.into_iter();
        Some(OriginalTest {
            name: name.to_owned(),
            positions: positions.map(|position| place(self, position)).collect(),
        })
    }
}

impl<G: TypedGame> Sizes for G {
    fn positions(&self, size: u32) -> Result<u64, Error> {
        Ok(self.rules().positions(size))
    }

    fn listed(&self, size: u32) -> Result<Vec<String>, Error> {
        let rules = self.rules();
        let positions = rules
            .of_size(size)
            .filter_map(|of_rules| self.position(&of_rules));
        Ok(positions.map(|position| self.input(&[position])).collect())
    }

    fn scope(&self, size: u32) -> Result<Scope, Error> {
        Ok(self.compared(size))
    }

    fn oracle_takes(&self, up_to: u32, place: &Place) -> Result<Option<String>, Error> {
        Ok(self.oracle_needs(up_to, place)?)
    }

    fn solved(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Solved + '_>, Error> {
        Ok(Box::new(Compared {
            game: self,
            rules: self.rules(),
            up_to,
            oracle: self.oracle(up_to, place, watch)?,
        }))
    }

    fn closure(&self, size: u32) -> Result<Closure<'_>, Error> {
        Ok(self
            .bulk_closure(size)
            .unwrap_or_else(|| Box::new(move |indices| closure::exhaust(self, size, indices))))
    }

    fn random_closure(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error> {
        closure::sample(self, draw, numbers)
    }

    fn values(&self, up_to: u32, watch: Watch<'_>, each: Each<'_>) -> Result<(), Error> {
        let _oracle = tracing::info_span!("oracle").entered();
        let table = match self.exhaustive(up_to, &Place::Memory, &mut *watch) {
            Err(error) if error.is_stopped() => return Ok(()),
            table => table?,
        };
        let rules = self.rules();
        for size in 0..=up_to {
            let mut evaluated = rules.of_size(size).filter_map(|of_rules| {
                let (known, _) = table.truth(&of_rules)?;
                Some(Evaluated {
                    size,
                    position: self.input(&[self.position(&of_rules)?]),
                    known,
                })
            });
            if evaluated.try_for_each(&mut *each).is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl<G: TypedGame> fmt::Display for Placed<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game.input(slice::from_ref(&self.position)))
    }
}

impl<G: TypedGame> Placed<G> {
    fn choice(&self, of_rules: &RulesMove<G>, next: &RulesPosition<G>) -> Choice {
        let next = self.game.parts(next).into_iter();
        let a_move = self.game.move_of(of_rules);
        Choice {
            name: Some(a_move.to_string()),
            numbers: G::NUMBERED.then(|| self.game.numbers(&self.position, &a_move)),
            leads_to: next.map(|next| place(&self.game, next)).collect(),
            outcome: None,
        }
    }

    /// Returns the outcomes of what moves lead to, by their names; those that are left out lead to N-positions.
    fn outcomes(&self) -> Result<HashMap<String, Outcome>, Error> {
        if !TypedGame::about(&self.game).loops {
            let winning = self.game.winning_moves(&self.position)?.into_iter();
            let winning = winning.map(|a_move| (a_move.to_string(), Outcome::P));
            return Ok(winning.collect());
        }
        let of_rules = self.game.rules_position(&self.position);
        let moves = self.game.rules().moves(&of_rules).into_iter();
        let outcomes = moves.map(|(a_move, next)| {
            let claim = self.game.claim_of(&next)?;
            let outcome = claim.map_or(Outcome::P, |claim| claim.outcome);
            Ok((self.game.move_of(&a_move).to_string(), outcome))
        });
        outcomes.collect()
    }

    /// Returns what a move leads to; `None` where it is not legal.
    fn made(&self, a_move: &G::Move) -> Option<Choice> {
        let of_rules = self.game.rules_move(a_move)?;
        let next = self.game.play(&self.position, a_move)?;
        Some(self.choice(&of_rules, &next))
    }
}

impl<G: TypedGame> Position for Placed<G> {
    /// The text that is displayed, without the second copy that `to_string` makes: it can have ten megabytes.
    fn input(&self) -> Result<String, Error> {
        Ok(self.game.input(slice::from_ref(&self.position)))
    }

    fn case(&self) -> Result<Case, Error> {
        let answer = TypedGame::answer(&self.game, &self.position)?;
        Ok(Case::new(self.input()?, answer + "\n"))
    }

    fn solve(&self) -> Result<Solution, Error> {
        let claim = self.game.counted(&self.position)?;
        Ok(Solution {
            claim,
            answer: self.game.right(&self.position, &claim)?,
            size: None,
        })
    }

    fn moves(&self) -> Result<Vec<Choice>, Error> {
        let of_rules = self.game.rules_position(&self.position);
        let rules = self.game.rules();
        let moves = rules.moves_at_most(&of_rules);
        // The text and the position itself, in which a number of one digit takes eight bytes, and the move.
        let bytes = || 5 * self.to_string().len() as u64 + 200;
        if moves > MOST_MOVES || moves * bytes() > LISTED {
            // None of many candidates may be a legal move.
            if moves <= MOST_CANDIDATES && self.random_moves(1, 0)?.is_empty() {
                return Ok(Vec::new());
            }
            return Err(Error::TooManyMoves(moves));
        }
        let moves = rules.moves(&of_rules);
        let choices = moves.iter().map(|(a_move, next)| self.choice(a_move, next));
        Ok(choices.collect())
    }

    fn random_moves(&self, most: usize, seed: u64) -> Result<Vec<Choice>, Error> {
        let of_rules = self.game.rules_position(&self.position);
        let rules = self.game.rules();
        let mut random = Random::new(seed);
        let bound = rules.moves_at_most(&of_rules);
        let mut moves = Vec::new();
        if bound > most as u64 {
            for _ in 0..most {
                let drawn = rules.random_move(&of_rules, &mut |n| random.below(n));
                moves.extend(drawn.filter(|drawn| !moves.contains(drawn)));
            }
        }
        // Where few of many candidates are legal, none may have been drawn.
        if bound <= most as u64 || moves.is_empty() && bound <= MOST_CANDIDATES {
            rules.each_move(&of_rules, &mut |a_move, _| moves.push(a_move));
            while moves.len() > most {
                moves.swap_remove(random.below(moves.len() as u64) as usize);
            }
        }
        let choice = |a_move| Some(self.choice(a_move, &rules.play(&of_rules, a_move)?));
        Ok(moves.iter().filter_map(choice).collect())
    }

    fn played(&self, line: &str, case: LetterCase) -> Result<Option<Choice>, Error> {
        if !G::NUMBERED {
            return self.named(line, case);
        }
        if line.contains('+') {
            return Ok(None);
        }
        let numbers = line.split_ascii_whitespace().map(str::parse);
        let numbers = numbers.collect::<Result<Vec<u64>, _>>();
        let Some(Ok(numbers)) = numbers.ok().map(<[u64; 2]>::try_from) else {
            return Ok(None);
        };
        let a_move = self.game.numbered(&self.position, numbers);
        Ok(a_move.and_then(|a_move| self.made(&a_move)))
    }

    fn winning(&self, most: usize) -> Result<Vec<Choice>, Error> {
        let winning = self.game.first_winning_moves(&self.position, most)?;
        let choices = winning.iter().filter_map(|a_move| self.made(a_move));
        let choices = choices.map(|choice| Choice {
            outcome: Some(Outcome::P),
            ..choice
        });
        Ok(choices.collect())
    }

    fn options(&self) -> Result<Vec<Choice>, Error> {
        let mut moves = self.moves()?;
        let outcomes = self.outcomes()?;
        for choice in &mut moves {
            let name = choice.name.as_ref();
            choice.outcome = name.map(|name| *outcomes.get(name).unwrap_or(&Outcome::N));
        }
        Ok(moves)
    }

    fn names(&self) -> Result<Vec<(String, Option<Outcome>)>, Error> {
        let of_rules = self.game.rules_position(&self.position);
        let rules = self.game.rules();
        let moves = rules.moves_at_most(&of_rules);
        if moves > MOST_NAMES {
            return Err(Error::TooManyMoves(moves));
        }
        let outcomes = self.outcomes()?;
        let mut names = Vec::new();
        rules.each_move(&of_rules, &mut |a_move, _| {
            let name = self.game.move_of(&a_move).to_string();
            let outcome = *outcomes.get(&name).unwrap_or(&Outcome::N);
            names.push((name, Some(outcome)));
        });
        Ok(names)
    }

    fn after(&self, at: usize) -> Result<Vec<Arc<dyn Position>>, Error> {
        let of_rules = self.game.rules_position(&self.position);
        let (mut number, mut chosen) = (0, None);
        self.game.rules().each_move(&of_rules, &mut |a_move, _| {
            if number == at {
                chosen = Some(a_move);
            }
            number += 1;
        });
        let chosen = chosen.expect("the caller names a legal move");
        let chosen = self.game.move_of(&chosen);
        let next = match self.game.played(&self.position, &chosen) {
            Some(next) => vec![next],
            None => {
                let next = self.game.play(&self.position, &chosen);
                next.map_or_else(Vec::new, |next| self.game.parts(&next))
            }
        };
        let next = next.into_iter();
        Ok(next.map(|next| place(&self.game, next)).collect())
    }

    fn reduction(&self) -> Option<Reduction> {
        self.game.reduction(&self.position)
    }

    fn facts(&self, detail: Detail) -> Result<Facts, Error> {
        let Solution { claim, answer, .. } = self.solve()?;
        let count = claim.winning_moves.unwrap_or(0);
        if count > MOST_WINNING {
            return Err(Error::TooManyMoves(count));
        }
        // A move of a code has a list.
        room(count * (32 + size_of::<G::Move>() as u64))?;
        let is_full = detail == Detail::Full;
        let reduction = if is_full { self.reduction() } else { None };
        let facts = Told {
            answer,
            wins: wins(claim.outcome),
            grundy: claim.grundy,
            count,
            winning_moves: self.game.winning_moves(&self.position)?,
            game: is_full.then(|| TypedGame::about(&self.game).name.clone()),
            input: (is_full && reduction.is_none()).then(|| self.to_string()),
            reduction,
            line: self.game.best_play(&self.position).filter(|_| is_full),
        };
        Ok(Box::new(move |out| Ok(serde_json::to_writer(out, &facts)?)))
    }

    fn page(&self, detail: Detail) -> Result<Explanation, Error> {
        let solution = match detail {
            Detail::Brief => None,
            Detail::Full => {
                let claim = self.solve()?.claim;
                let moves = self.game.first_winning_moves(&self.position, MOVES)?;
                let winning = moves.iter().map(|a_move| {
                    let ((place, amount), name) = (G::lowered(a_move), a_move.to_string());
                    Winning {
                        name,
                        place,
                        amount,
                    }
                });
                let mut shown: Vec<Winning> = winning.collect();
                if claim.outcome == Outcome::Draw {
                    let names = self.names()?.into_iter();
                    let kept = names.filter(|(_, outcome)| *outcome == Some(Outcome::Draw));
                    shown.extend(kept.map(|(name, _)| Winning {
                        name,
                        place: 0,
                        amount: 0,
                    }));
                }
                Some((claim, shown, self.game.best_play(&self.position)))
            }
        };
        Ok(page(self, TypedGame::about(&self.game), solution))
    }

    fn simpler(&self) -> Result<Simpler<Arc<dyn Position>>, Error> {
        let game = self.game.clone();
        let simpler = self.game.simpler(&self.position);
        Ok(Box::new(
            simpler.map(move |position| place(&game, position)),
        ))
    }
}

/// The facts about a position.
#[derive(Serialize)]
struct Told<M> {
    answer: String,
    wins: Value,
    grundy: Option<u64>,
    count: u64,
    winning_moves: Vec<M>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Cow<'static, str>>,
    #[serde(flatten)]
    reduction: Option<Reduction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
}
