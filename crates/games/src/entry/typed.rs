//! Every game with its types is an entry.

use std::io::Read;
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use grundy_brute::Space as _;
use grundy_core::octal::Code;
use grundy_core::text::{Numbers, Stream};
use serde_json::{Value, json};

use super::{Closure, Entry, Solved};
use crate::game::facts;
use crate::generate::Random;
use crate::oracle::{Place, Watch};
use crate::package::Problem;
use crate::space::Known;
use crate::{
    About, Answers, Case, Choice, Draw, Error, Evaluated, Explanation, Facts, Game, Limit, Request,
    Scope, Shape, Space, Tally, closure, options, removals,
};

/// Outcome and winning moves of a position as JSON.
fn solution<G: Game>(game: &G, position: &G::Position) -> Facts {
    let claim = game.claim(position);
    facts([
        ("answer", json!(game.answer(&claim))),
        ("wins", json!(claim.wins)),
        ("grundy", json!(claim.grundy)),
        ("count", json!(claim.winning_moves)),
        ("winning_moves", json!(game.winning_moves(position))),
    ])
}

impl<G: Game> Entry for G {
    fn about(&self) -> &About {
        Game::about(self)
    }

    fn code(&self) -> Option<&Code> {
        Game::code(self)
    }

    fn solve(&self, input: &[u8]) -> Result<Solved, Error> {
        let answers = self.answers(&mut Numbers::new(input))?;
        Ok(Solved { answers })
    }

    fn rewritten(&self, input: &[u8]) -> Result<String, Error> {
        Ok(self.input(&self.parse(input)?))
    }

    fn solve_from(&self, input: &mut dyn Read) -> Result<Solved, Error> {
        let mut numbers = Numbers::from(Stream::new(input));
        let answers = self.answers(&mut numbers);
        // A text that breaks off is wrong, too; why it does comes first.
        if let Some(failure) = numbers.into_source().failure() {
            return Err(Error::Reading(failure));
        }
        Ok(Solved { answers: answers? })
    }

    fn solve_json(&self, input: &[u8]) -> Result<Value, Error> {
        let positions = self.parse(input)?;
        let solutions: Vec<Value> = positions
            .iter()
            .map(|position| solution(self, position).into())
            .collect();
        Ok(json!({ "game": Game::about(self).name, "solutions": solutions }))
    }

    fn explain(&self, input: &[u8]) -> Result<Vec<Explanation>, Error> {
        let positions = self.parse(input)?;
        Ok(positions.iter().map(|p| Game::explain(self, p)).collect())
    }

    fn picture(&self, input: &[u8]) -> Result<Vec<Explanation>, Error> {
        let positions = self.parse(input)?;
        Ok(positions.iter().map(|p| Game::picture(self, p)).collect())
    }

    fn explain_json(&self, input: &[u8]) -> Result<Value, Error> {
        let positions = self.parse(input)?;
        let explained = positions.iter().map(|position| {
            let mut facts = self.facts(position);
            facts.insert("game".to_owned(), Game::about(self).name.to_string().into());
            facts.extend(solution(self, position));
            Value::from(facts)
        });
        Ok(explained.collect())
    }

    fn positions(&self, size: u32) -> Result<u64, Error> {
        Ok(self.rules().positions(size))
    }

    fn largest_size(&self) -> u32 {
        G::Rules::LARGEST_SIZE
    }

    fn space_watched(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Space + '_>, Error> {
        Ok(Box::new(Known::new(self, up_to, place, watch)?))
    }

    fn oracle_takes(&self, up_to: u32, place: &Place) -> Result<Option<String>, Error> {
        Ok(Game::oracle_takes(self, up_to, place)?)
    }

    fn scope(&self, size: u32) -> Result<Scope, Error> {
        Ok(Game::scope(self, size))
    }

    fn closure(&self, size: u32) -> Result<Closure<'_>, Error> {
        let check = Game::closure(self, size);
        Ok(Box::new(move |indices| Ok(check(indices))))
    }

    fn random_closure(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error> {
        Ok(closure::sample(self, draw, numbers)?)
    }

    fn moves(&self, input: &[u8]) -> Result<Vec<Choice>, Error> {
        options::moves(self, input)
    }

    fn options(&self, input: &[u8]) -> Result<Vec<Choice>, Error> {
        options::options(self, input)
    }

    fn random_moves(&self, input: &[u8], most: usize, seed: u64) -> Result<Vec<Choice>, Error> {
        options::random_moves(self, input, most, seed)
    }

    fn random_position(&self, draw: &Draw, number: u64) -> Result<String, Error> {
        let (_, position) = closure::drawn(self, draw, number)?;
        Ok(self.input(&[position]))
    }

    fn values_watched(
        &self,
        up_to: u32,
        watch: Watch<'_>,
        each: &mut dyn FnMut(Evaluated) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        options::values(self, up_to, watch, each)
    }

    fn shapes(&self) -> &[Shape] {
        Game::shapes(self)
    }

    fn generate(&self, request: &Request<'_>) -> Result<String, Error> {
        let position = Game::generate(self, request)?;
        Ok(self.input(&[position]))
    }

    fn original_test(&self, number: usize, random: &mut Random) -> Option<(String, Case)> {
        let test = Game::original_test(self, number, random)?;
        let answers = test.positions.iter();
        let answers = answers.map(|position| self.answer(&self.claim(position)));
        let answer = Solved {
            answers: answers.collect(),
        }
        .text();
        Some((test.name, Case::new(self.input(&test.positions), answer)))
    }

    fn problem(&self) -> Option<Problem> {
        Game::problem(self)
    }

    fn answer_form(&self) -> Answers {
        Game::answer_form(self)
    }

    fn limits(&self) -> &[Limit] {
        Game::limits(self)
    }

    fn simpler(&self, input: &[u8]) -> Result<Box<dyn Iterator<Item = String> + '_>, Error> {
        let positions = Rc::new(self.parse(input)?);
        let all = Rc::clone(&positions);
        let fewer = removals(positions.len())
            .map(move |range| [&all[..range.start], &all[range.end..]].concat())
            .filter(|positions| !positions.is_empty());
        let one_by_one = (0..positions.len()).flat_map(move |i| {
            let positions = Rc::clone(&positions);
            Game::simpler(self, &positions[i]).map(move |position| {
                let mut simpler = positions.to_vec();
                simpler[i] = position;
                simpler
            })
        });
        Ok(Box::new(
            fewer
                .chain(one_by_one)
                .map(|positions| self.input(&positions)),
        ))
    }
}
