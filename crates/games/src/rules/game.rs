//! A rules program as a [`Game`].

use std::io::Read;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::generate::Random;
use crate::{
    About, Case, Closure, Depth, Draw, Error, Evaluated, Game, Identity, NoShape, OracleError,
    Place, Position, Request, Scope, Sizes, Solved, Tally, Watch,
};
use grundy_brute::Outcome;
use twox_hash::XxHash3_128;

use crate::rules::about::LARGEST;
use crate::rules::error::RulesError;
use crate::rules::fingerprint;
use crate::rules::opened::{Asked, Opened, open};
use crate::rules::position::positions;
use crate::rules::program::Settings;

/// A game whose rules are a program.
#[derive(Clone, Debug)]
pub struct RulesGame(Arc<Opened>);

impl RulesGame {
    /// Opens the game whose rules are the program at `path`: starts it once and asks for its description.
    ///
    /// # Errors
    /// The program cannot be started, or its description is invalid.
    pub fn open(path: &str, asked: Asked, settings: Settings) -> Result<Self, RulesError> {
        Ok(Self(Arc::new(open(path, asked, settings)?)))
    }
}

impl Game for RulesGame {
    fn about(&self) -> &About {
        self.0.about()
    }

    fn sweep_to(&self) -> Result<u32, Error> {
        Ok(self.0.reasonable()?)
    }

    fn identity(&self, listed_up_to: Option<u32>) -> Result<Identity, Error> {
        Ok(Identity {
            programs: self.0.programs()?,
            listing: match listed_up_to {
                Some(size) => self.0.listing(size)?,
                None => String::new(),
            },
        })
    }

    fn check_inputs(&self) -> Result<(), Error> {
        Ok(self.0.tells_apart()?)
    }

    fn read(&self, input: &[u8]) -> Result<Vec<Arc<dyn Position>>, Error> {
        Ok(positions(&self.0, Opened::read(input)?))
    }

    fn answer(&self, input: &mut dyn Read) -> Result<Vec<String>, Error> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes).map_err(Error::Reading)?;
        let positions = Opened::read(&bytes)?;
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        Ok(self.0.answers(&texts)?)
    }

    fn draw(&self, request: &Request<'_>) -> Result<Arc<dyn Position>, Error> {
        let none = || NoShape(format!("no position of size {}", request.m));
        let size = u32::try_from(request.m)
            .ok()
            .filter(|&size| size <= LARGEST);
        let size = size.ok_or_else(none)?;
        let count = self.0.count(size)? as u64;
        if request.shape != "listed" || count == 0 {
            return Err(none().into());
        }
        let place = Random::new(request.seed).below(count);
        let some = self.0.some(size, place..place + 1);
        Ok(positions(&self.0, some).swap_remove(0))
    }

    fn drawn(&self, draw: &Draw, number: u64) -> Result<Arc<dyn Position>, Error> {
        let position = self.0.drawn(draw, number)?;
        Ok(positions(&self.0, vec![position]).swap_remove(0))
    }
}

impl Sizes for RulesGame {
    fn positions(&self, size: u32) -> Result<u64, Error> {
        Ok(self.0.count(size)? as u64)
    }

    fn scope(&self, size: u32) -> Result<Scope, Error> {
        Ok(Scope {
            indices: 0..self.positions(size)?,
            depth: Depth::Moves,
        })
    }

    /// Each process asks the program for all positions.
    fn solved(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Solved + '_>, Error> {
        if let Place::Disk(_) = place {
            return Err(OracleError::InMemory.into());
        }
        self.0.reach(up_to, watch)?;
        Ok(Box::new(Everything {
            game: &self.0,
            up_to,
            is_checked: AtomicBool::new(false),
        }))
    }

    fn closure(&self, size: u32) -> Result<Closure<'_>, Error> {
        self.0.count(size)?;
        Ok(Box::new(move |indices| {
            Ok(self.0.exhaust(size, indices)?)
        }))
    }

    fn random_closure(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error> {
        Ok(self.0.sample(draw, numbers)?)
    }

    fn values(
        &self,
        up_to: u32,
        watch: Watch<'_>,
        each: &mut dyn FnMut(Evaluated) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.0.reach(up_to, watch)?;
        let state = self.0.known();
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
}

impl Opened {
    /// Returns the command lines of the game's programs, each with a hash of its files.
    fn programs(&self) -> Result<String, RulesError> {
        let rules = self.runner.fingerprint()?;
        Ok(match &self.claims {
            Some(claims) => format!("{rules}, claim {}", claims.fingerprint()?),
            None => rules,
        })
    }

    /// Returns a hash of all positions up to a size, in order. O(positions).
    fn listing(&self, up_to: u32) -> Result<String, RulesError> {
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

    /// Returns the correct answer for each position; if several moves win, the first of them.
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

    /// Returns the positions of a listed size with these indices.
    pub(crate) fn some(&self, size: u32, indices: Range<u64>) -> Vec<String> {
        let state = self.known();
        let all = state.of_size(size);
        let end = (indices.end as usize).min(all.len());
        let some = all.get(indices.start as usize..end).unwrap_or(&[]).iter();
        some.map(|&position| state.game.text(position).to_owned())
            .collect()
    }
}

/// All listed positions up to a size, solved.
struct Everything<'a> {
    game: &'a Opened,
    up_to: u32,
    /// Whether all these positions have been checked for equal inputs with different answers.
    is_checked: AtomicBool,
}

impl Solved for Everything<'_> {
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
    /// Returns the cases of these positions. The first call also makes the cases of all sizes, because an input
    /// that stands for two different answers must be reported independently of the order of calls.
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
