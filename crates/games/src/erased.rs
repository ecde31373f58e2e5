//! Implements [`Game`] and [`Position`] for every [`TypedGame`].

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::io::Read;
use std::ops::{ControlFlow, Range};
use std::slice;
use std::sync::Arc;

use grundy_brute::{Retrograde, Rules as _, SolveError, Space as _};
use grundy_core::text::{Numbers, Stream};
use serde_json::{Value, json};

use crate::generate::Random;
use crate::solved::Known;
use crate::{
    About, Case, Choice, Closure, Depth, Detail, Draw, Error, Evaluated, Explanation, Facts, Game,
    OracleError, OriginalTest, Place, Position, Progress, Reduction, Request, RulesMove,
    RulesPosition, Scope, Simpler, Sizes, Solution, Solved, Tally, TypedGame, Watch, closure,
};

/// Moves of a position are listed when there are at most `MOST_MOVES`,
pub const MOST_MOVES: u64 = 10_000;
/// and when they take no more bytes than this, about.
const LISTED: u64 = 1 << 24;

/// A position with its game.
struct Placed<G: TypedGame> {
    game: G,
    position: G::Position,
}

fn place<G: TypedGame>(game: &G, position: G::Position) -> Arc<dyn Position> {
    let game = game.clone();
    Arc::new(Placed { game, position })
}

impl<G: TypedGame> Game for G {
    fn about(&self) -> &About {
        TypedGame::about(self)
    }

    fn read(&self, input: &[u8]) -> Result<Vec<Arc<dyn Position>>, Error> {
        let positions = self.parse(input)?.into_iter();
        Ok(positions.map(|position| place(self, position)).collect())
    }

    fn answer(&self, input: &mut dyn Read) -> Result<Vec<String>, Error> {
        let mut numbers = Numbers::from(Stream::new(input));
        let answers = self.answers(&mut numbers);
        // A text that breaks off is wrong, too; the failure to read it is reported first.
        if let Some(failure) = numbers.into_source().failure() {
            return Err(Error::Reading(failure));
        }
        Ok(answers?)
    }

    fn write(&self, positions: &[Arc<dyn Position>]) -> String {
        let typed = positions.iter().map(|position| {
            let position: &dyn Any = &**position;
            position.downcast_ref::<Placed<G>>()
        });
        let typed = typed.map(|placed| Some(placed?.position.clone()));
        match typed.collect::<Option<Vec<G::Position>>>() {
            Some(typed) => self.input(&typed),
            None => positions.iter().map(ToString::to_string).collect(),
        }
    }

    fn draw(&self, request: &Request<'_>) -> Result<Arc<dyn Position>, Error> {
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

    fn scope(&self, size: u32) -> Result<Scope, Error> {
        let in_full = || Scope {
            indices: 0..self.rules().positions(size),
            depth: Depth::Moves,
        };
        Ok(self.bulk().map_or_else(in_full, |bulk| bulk.scope(size)))
    }

    fn oracle_takes(&self, up_to: u32, place: &Place) -> Result<Option<String>, Error> {
        let bulk = self.bulk();
        let takes = bulk
            .map(|bulk| bulk.oracle_takes(up_to, place))
            .transpose()?;
        Ok(takes.flatten())
    }

    fn solved(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Solved + '_>, Error> {
        Ok(Box::new(Known::new(self, up_to, place, watch)?))
    }

    fn closure(&self, size: u32) -> Result<Closure<'_>, Error> {
        Ok(match self.bulk().and_then(|bulk| bulk.closure(size)) {
            Some(check) => Box::new(move |indices| Ok(check(indices))),
            None => Box::new(move |indices| Ok(closure::exhaust(self, size, indices))),
        })
    }

    fn random_closure(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error> {
        Ok(closure::sample(self, draw, numbers)?)
    }

    fn values(
        &self,
        up_to: u32,
        watch: Watch<'_>,
        each: &mut dyn FnMut(Evaluated) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let table = match Retrograde::build(self.rules(), up_to, &mut *watch) {
            Err(SolveError::Stopped { .. }) => return Ok(()),
            table => table.map_err(OracleError::from)?,
        };
        let rules = table.space();
        let of = (0..=up_to).map(|size| rules.positions(size)).sum();
        let mut boards = 0;
        for size in 0..=up_to {
            if watch(Progress { boards, of }).is_break() {
                return Ok(());
            }
            boards += rules.positions(size);
            for of_rules in rules.of_size(size) {
                let (Some(solution), Some(position)) =
                    (table.solve(&of_rules), self.position(&of_rules))
                else {
                    continue;
                };
                let value = solution.value;
                let evaluated = Evaluated {
                    size,
                    position: self.input(&[position]),
                    wins: value.outcome.is_win(),
                    winning_moves: solution.winning_moves.len() as u64,
                    grundy: Some(u64::from(value.grundy)),
                    remoteness: Some(value.remoteness),
                };
                if each(evaluated).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

impl<G: TypedGame> fmt::Display for Placed<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl<G: TypedGame> Placed<G> {
    fn text(&self) -> String {
        self.game.input(slice::from_ref(&self.position))
    }

    fn choice(&self, of_rules: &RulesMove<G>, next: &RulesPosition<G>) -> Choice {
        let next = self.game.position(next).into_iter();
        Choice {
            name: Some(self.game.move_of(of_rules).to_string()),
            leads_to: next.map(|next| place(&self.game, next)).collect(),
            wins: None,
        }
    }
}

impl<G: TypedGame> Position for Placed<G> {
    fn case(&self) -> Result<Case, Error> {
        let answer = self.solve()?.answer + "\n";
        Ok(Case::new(self.text(), answer))
    }

    fn solve(&self) -> Result<Solution, Error> {
        let claim = self.game.claim(&self.position);
        Ok(Solution {
            claim,
            answer: TypedGame::about(&self.game).answers.of(&claim),
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
        let moves: BTreeSet<RulesMove<G>> = if rules.moves_at_most(&of_rules) <= most as u64 {
            let moves = rules.moves(&of_rules).into_iter();
            moves.map(|(a_move, _)| a_move).collect()
        } else {
            let drawn = (0..most).map(|_| rules.random_move(&of_rules, &mut |n| random.below(n)));
            drawn.flatten().collect()
        };
        let choice = |a_move| Some(self.choice(a_move, &rules.play(&of_rules, a_move)?));
        Ok(moves.iter().filter_map(choice).collect())
    }

    fn options(&self) -> Result<Vec<Choice>, Error> {
        let mut choices = self.moves()?;
        let winning = self.game.winning_moves(&self.position);
        let winning: BTreeSet<String> = winning.iter().map(ToString::to_string).collect();
        for choice in &mut choices {
            choice.wins = choice.name.as_ref().map(|name| winning.contains(name));
        }
        Ok(choices)
    }

    fn reduction(&self) -> Option<Reduction> {
        self.game.reduction(&self.position)
    }

    fn facts(&self, detail: Detail) -> Result<Facts, Error> {
        let solution = self.solve()?;
        let claim = solution.claim;
        let winning = self.game.winning_moves(&self.position);
        let mut facts = Facts::new();
        let mut add = |name: &str, value: Value| {
            facts.insert(name.to_owned(), value);
        };
        add("answer", json!(solution.answer));
        add("wins", json!(claim.wins));
        add("grundy", json!(claim.grundy));
        add("count", json!(claim.winning_moves));
        add("winning_moves", json!(winning));
        if detail == Detail::Full {
            add("game", json!(TypedGame::about(&self.game).name));
            match json!(self.reduction()) {
                Value::Object(reduction) => facts.extend(reduction),
                _ => add("input", json!(self.to_string())),
            }
        }
        Ok(facts)
    }

    fn page(&self, detail: Detail) -> Result<Explanation, Error> {
        Ok(self.game.page(&self.position, detail))
    }

    fn simpler(&self) -> Result<Simpler<Arc<dyn Position>>, Error> {
        let game = self.game.clone();
        let simpler = self.game.simpler(&self.position);
        Ok(Box::new(
            simpler.map(move |position| place(&game, position)),
        ))
    }
}
